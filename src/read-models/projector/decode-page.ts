/** Decodes a page of events once for all projections of a group. */

import { StoreUnavailable, type StoredEvent } from '../../event-store/port.ts';
import {
  versionedName,
  type EventShape,
  type Projection,
  type RecordedEvent,
  type Rule,
} from '../projection.ts';

// A projection in the form that the projector runs.

/** The rules by event type, and the stored names of the collections. */
export type CompiledProjection<E extends EventShape> = {
  readonly byType: ReadonlyMap<string, Rule<RecordedEvent<E>> | 'ignore'>;
  /** The prefix of the names of its streams. */
  readonly streams: string;
  /** The scope of all documents; undefined where it is the stream of the event. */
  readonly scope: string | undefined;
  readonly state: string | undefined;
  readonly log: string | undefined;
};

export function compileProjection<E extends EventShape>(
  projection: Projection<E>,
  generation = 1,
): CompiledProjection<E> {
  const { rules, streams = '', scope, state, log, version } = projection;
  return {
    byType: new Map<string, Rule<RecordedEvent<E>> | 'ignore'>(Object.entries(rules)),
    streams,
    scope,
    state: state === undefined ? undefined : versionedName(state, version, generation),
    log: log === undefined ? undefined : versionedName(log, version, generation),
  };
}

/** An event of a page: decoded, with the error of its decoding, or with neither where no projection needs it. */
export type PageEvent<E extends EventShape> = {
  readonly stored: StoredEvent;
  readonly event?: RecordedEvent<E>;
  readonly fault?: unknown;
};

export type Decode<E extends EventShape> = (
  stored: StoredEvent,
) => RecordedEvent<E> | Promise<RecordedEvent<E>>;

/**
 * Decodes the events for which at least one projection has a rule. An error is kept with its event. Throws StoreUnavailable
 * if decoding needs a store that is unavailable.
 */
export async function decodePage<E extends EventShape>(
  page: readonly StoredEvent[],
  projections: readonly CompiledProjection<E>[],
  decode: Decode<E>,
): Promise<PageEvent<E>[]> {
  const needed = new Map<string, boolean>();
  const isNeeded = (type: string): boolean => {
    let known = needed.get(type);
    if (known === undefined) {
      known = projections.some(({ byType }) => typeof byType.get(type) === 'object');
      needed.set(type, known);
    }
    return known;
  };
  // Almost all events decode synchronously. The few that unseal personal fields run concurrently.
  const pending: Promise<void>[] = [];
  const events = page.map((stored, index): PageEvent<E> => {
    if (!isNeeded(stored.type)) return { stored };
    const decoded = decodeOne(stored, decode);
    if (!(decoded instanceof Promise)) return decoded;
    pending.push(decoded.then((event) => void (events[index] = event)));
    return { stored };
  });
  if (pending.length > 0) await Promise.all(pending);
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
      (fault: unknown) => keepFault(stored, fault),
    );
  } catch (error) {
    return error instanceof StoreUnavailable ? Promise.reject(error) : { stored, fault: error };
  }
}

function keepFault<E extends EventShape>(stored: StoredEvent, fault: unknown): PageEvent<E> {
  if (fault instanceof StoreUnavailable) throw fault;
  return { stored, fault };
}
