/** Decoding a page of events once, for all projections that share it. */
import { StoreUnavailable, type StoredEvent } from '../../event-store/port.ts';
import type { EventShape, RecordedEvent } from '../projection.ts';
import type { CompiledProjection } from './compiled-projection.ts';

/** An event of a page: decoded, or what its decoding threw, or neither where no projection needs it. */
export type PageEvent<E extends EventShape> = {
  readonly stored: StoredEvent;
  readonly event?: RecordedEvent<E>;
  readonly fault?: unknown;
};

export type Decode<E extends EventShape> = (
  stored: StoredEvent,
) => RecordedEvent<E> | Promise<RecordedEvent<E>>;

/**
 * Decodes the events of a page that at least one of the projections has a rule for. A fault in one is kept with it.
 * Throws a StoreUnavailable when decoding needs a store that is away.
 */
export async function decodePage<E extends EventShape>(
  page: readonly StoredEvent[],
  projections: readonly CompiledProjection<E>[],
  decode: Decode<E>,
): Promise<PageEvent<E>[]> {
  const needed = new Map<string, boolean>();
  const isNeeded = (type: string): boolean => {
    let answer = needed.get(type);
    if (answer === undefined) {
      answer = projections.some(({ byType }) => typeof byType.get(type) === 'object');
      needed.set(type, answer);
    }
    return answer;
  };
  // Nearly all are decoded at once; the few that have to wait do so together.
  const waits: Promise<void>[] = [];
  const events = page.map((stored, index): PageEvent<E> => {
    if (!isNeeded(stored.type)) return { stored };
    const decoded = decodeOne(stored, decode);
    if (!(decoded instanceof Promise)) return decoded;
    waits.push(decoded.then((event) => void (events[index] = event)));
    return { stored };
  });
  if (waits.length > 0) await Promise.all(waits);
  return events;
}

function decodeOne<E extends EventShape>(
  stored: StoredEvent,
  decode: Decode<E>,
): PageEvent<E> | Promise<PageEvent<E>> {
  try {
    const event = decode(stored);
    if (!(event instanceof Promise)) return { stored, event };
    return event.then(
      (opened) => ({ stored, event: opened }),
      (fault: unknown) => withFault(stored, fault),
    );
  } catch (error) {
    return error instanceof StoreUnavailable ? Promise.reject(error) : { stored, fault: error };
  }
}

function withFault<E extends EventShape>(stored: StoredEvent, fault: unknown): PageEvent<E> {
  if (fault instanceof StoreUnavailable) throw fault;
  return { stored, fault };
}
