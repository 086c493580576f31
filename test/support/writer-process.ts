/**
 * A process that writes to a book in an SQLite file. Arguments: `<file> <name> <count> <from> <to>`. It transfers 1.00
 * `count` times, with unique keys and with keys that other processes use too, and reports the outcomes.
 */
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteEventStore } from '../../src/sqlite/event-store.ts';
import { transfer } from './ledger-commands.ts';
import { command, keepersOn } from './writer.ts';

const [file = '', name = '', count = '0', from = '', to = ''] = process.argv.slice(2);
const database = openDatabase(file);
const eventStore = createSqliteEventStore(database);
const writers = keepersOn({ eventStore, hasOtherWriters: true, appendTimeoutMs: 10_000 });
const STREAM = 'book-int_test-sandbox';

const outcomes = await Promise.all(
  Array.from({ length: Number(count) }, async (_, i) => {
    const key = i % 5 === 0 ? `shared-${i}` : `${name}-${i}`;
    // Sent in waves, so that the writes of both processes interleave.
    await new Promise((resolve) => setTimeout(resolve, (i % 10) * 5));
    const outcome = await writers.submit(STREAM, command(transfer(from, to, '1.00'), { key }));
    const body = 'answer' in outcome ? outcome.answer.body : '';
    return { key, kind: outcome.kind, body };
  }),
);
await writers.close();
await eventStore.close();
database.close();
process.send?.(outcomes, () => process.disconnect());
