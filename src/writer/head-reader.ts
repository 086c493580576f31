/** Reads the last position of streams. Callers during a read share the next one, which starts after they called. */
import { START } from '../event-store/port.ts';
import type { EventStore } from '../event-store/port.ts';

export function createHeadReader(eventStore: EventStore): (stream: string) => Promise<bigint> {
  const running = new Map<string, Promise<bigint>>();
  const next = new Map<string, Promise<bigint>>();
  const read = async (stream: string): Promise<bigint> =>
    (await eventStore.readLast(stream))?.position ?? START;
  function start(stream: string): Promise<bigint> {
    const reading = read(stream).finally(() => {
      if (running.get(stream) === reading) running.delete(stream);
    });
    running.set(stream, reading);
    return reading;
  }
  return (stream) => {
    const current = running.get(stream);
    if (current === undefined) return start(stream);
    const queued = next.get(stream);
    if (queued !== undefined) return queued;
    const following = current
      .catch(() => START)
      .then(() => {
        next.delete(stream);
        return start(stream);
      });
    next.set(stream, following);
    return following;
  };
}
