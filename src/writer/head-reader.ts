/** Reads the last position of streams. Callers during a read share the next one, which starts after they called. */
import { START } from '../event-store/port.ts';
import type { EventStore, Position, StreamName } from '../event-store/port.ts';

export function createHeadReader(eventStore: EventStore): (stream: StreamName) => Promise<Position> {
  const running = new Map<string, Promise<Position>>();
  const next = new Map<string, Promise<Position>>();
  const read = async (stream: StreamName): Promise<Position> =>
    (await eventStore.readLast(stream))?.position ?? START;
  function start(stream: StreamName): Promise<Position> {
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
