/**
 * A process that appends to an SQLite file until it is killed, and prints acknowledged event IDs.
 * Arguments: the file, the stream, and the maximum number of appends.
 */
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteEventStore } from '../../src/sqlite/event-store.ts';
import { appendWithRetry, newEvents } from './event-store.ts';

const [file = '', stream = '', appends = ''] = process.argv.slice(2);
const database = openDatabase(file);
const store = createSqliteEventStore(database);
for (let made = 0; made < Number(appends); made += 1) {
  const events = newEvents(10);
  await appendWithRetry(store, stream, events);
  process.stdout.write(`${events.map(({ id }) => id).join(' ')}\n`);
}
await store.close();
database.close();
