/**
 * A process that collects movements or closes a day, and kills itself like a power failure. Arguments: the file, `collect` or
 * `close`, `before` or `after`, and the number of the append to the stream of reconciliation; 0 for none.
 */
import { signatureLine } from '../../src/audit/checkpoints/signed-note.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteEventStore } from '../../src/sqlite/event-store.ts';
import { deriveAuditSigningKey } from '../../src/vault/audit-signing-key.ts';
import {
  RECONCILIATION_BOOK,
  RECONCILIATION_STREAM,
  WHO,
  createReconciliationWorld,
  done,
} from './reconciliation-world.ts';

const [file = '', what = '', when = '', number = ''] = process.argv.slice(2);
const endHere = (): void => void process.kill(process.pid, 'SIGKILL');

const database = openDatabase(file);
const store = createSqliteEventStore(database);
let appends = 0;
const eventStore: EventStore = {
  ...store,
  async append(stream, events, expectedRevision) {
    if (stream === RECONCILIATION_STREAM) appends += 1;
    const isLast = appends === Number(number);
    if (isLast && when === 'before') endHere();
    const result = await store.append(stream, events, expectedRevision);
    if (isLast && when === 'after') endHere();
    return result;
  },
};
const key = deriveAuditSigningKey(Buffer.alloc(32, 'service'));
const world = createReconciliationWorld({ eventStore, sign: (text) => signatureLine(text, key) });
const reconciliation = await world.reconciliation();
if (what === 'collect') done(await reconciliation.collectMovements([RECONCILIATION_BOOK], WHO));
else done(await reconciliation.days.close('2026-03-02', [], WHO));
database.close();
