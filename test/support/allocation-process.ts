/**
 * A process that allocates 1 coin and 10.00 points of backing to a book, and kills itself like a power failure.
 * Arguments: the file, the integrator, and when to exit: `before`, `between`, `after`, or `never`.
 */
import type { EventStore } from '../../src/event-store/port.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteEventStore } from '../../src/sqlite/event-store.ts';
import { createAllocationDelivery } from '../../src/treasury/treasuries.ts';
import { loadTreasury } from '../../src/treasury/treasury.ts';
import { AUTHENTICATION } from './event-macs.ts';
import { FIRST_BOOKS } from './first-books.ts';
import { TREASURY_LIMITS } from './policy.ts';
import { keepersOn } from './writer.ts';

const [file = '', integrator_id = '', end = ''] = process.argv.slice(2);
const endHere = (): void => void process.kill(process.pid, 'SIGKILL');

const database = openDatabase(file);
const store = createSqliteEventStore(database);
const eventStore: EventStore = {
  ...store,
  async append(stream, events, expectedRevision) {
    if (end === 'before' && stream.startsWith('treasury-')) endHere();
    if (end === 'between' && stream.startsWith('book-')) endHere();
    const result = await store.append(stream, events, expectedRevision);
    if (end === 'after' && stream.startsWith('book-')) endHere();
    return result;
  },
};
const treasury = await loadTreasury(eventStore, AUTHENTICATION, 'sandbox', Date.now, TREASURY_LIMITS);
const writers = keepersOn({ eventStore, hasOtherWriters: true });
const request = { actor: 'operator:opt_test', requestId: 'req_test', operator: 'Tara' };
await treasury.recordAllocation({ integrator_id, coin_stock: '1', points_backing: '10.00' }, request);
await createAllocationDelivery(treasury, writers, FIRST_BOOKS).deliver();
await writers.close();
database.close();
