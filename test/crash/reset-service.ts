/**
 * The service, which kills itself like a power failure at a step of a reset: `before` or `after` the append of the event type in
 * KILL_AT, such as `after book.closed`. Allocations count only in a book that a reset opened.
 */
import pino from 'pino';
import { readConfig } from '../../src/config/config.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { parseBookStream } from '../../src/ledger/ids.ts';
import { startService } from '../../src/service/start-service.ts';
import { openStores, type OpenStores } from '../../src/service/stores.ts';

const { KILL_AT = '' } = process.env;

const isStep = (stream: string, type: string): boolean =>
  type !== 'allocation.received' || (parseBookStream(stream)?.generation ?? 1) > 1;

const openKillingStores: OpenStores = async (...parts) => {
  const stores = await openStores(...parts);
  const append: EventStore['append'] = async (stream, events, expected) => {
    const endAt = (moment: 'before' | 'after'): void => {
      const isHere = events.some(({ type }) => isStep(stream, type) && KILL_AT === `${moment} ${type}`);
      if (isHere) process.kill(process.pid, 'SIGKILL');
    };
    endAt('before');
    const result = await stores.eventStore.append(stream, events, expected);
    endAt('after');
    return result;
  };
  return { ...stores, eventStore: { ...stores.eventStore, append } };
};

const service = await startService(readConfig(), pino({ level: 'silent' }), {
  openStores: openKillingStores,
});
process.stdout.write(`Listening on ${service.url}\n`);
process.once('SIGTERM', () => {
  void service.close().then(() => process.exit(0));
});
