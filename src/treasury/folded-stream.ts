/**
 * A small stream that is folded in memory as a whole and written with care: each append names the revision it was decided
 * on, and is decided again when somebody else was first.
 */
import { FIRST_HASH, decodeData, decodeMetadata, encodeEvent, verifiedHash } from '../eventstore/codec.ts';
import type { Encoded, StoredMetadata } from '../eventstore/codec.ts';
import { NO_STREAM, StoreUnavailable } from '../eventstore/port.ts';
import type { AppendResult, EventStore, NewEvent, StoredEvent } from '../eventstore/port.ts';
import type { Refusal } from '../ledger/refusal.ts';

type Shape = { readonly type: string; readonly data: unknown };

/** Where and when the first event of a decision will stand. */
export type Next = { readonly revision: number; readonly now: number };
export type StreamDecision<E> = { readonly events: readonly E[] } | { readonly refusal: Refusal };
export type Writer = { readonly actor: string; readonly requestId: string };

export type FoldedStream<E> = {
  /** Appends what `decide` gives on the newest state, and has folded it in when it resolves. Throws StoreUnavailable. */
  record(decide: (next: Next) => StreamDecision<E>, writer: Writer): Promise<StreamDecision<E>>;
  /** Takes in what other processes wrote. */
  refresh(): Promise<void>;
};

export type FoldedStreamOptions<E> = {
  readonly stream: string;
  /** Version of the data that this code writes, by event. */
  readonly versions: Readonly<Record<string, number>>;
  readonly clock: () => number;
  readonly apply: (event: E, metadata: StoredMetadata) => void;
};

const READ_PAGE = 500;

/** Reads the stream to its end. Throws StoreUnavailable, or a BrokenChain. */
export async function openFoldedStream<E extends Shape>(
  eventStore: EventStore,
  { stream, versions, clock, apply }: FoldedStreamOptions<E>,
): Promise<FoldedStream<E>> {
  let revision = NO_STREAM;
  let hash = FIRST_HASH;
  let time = 0;
  let refreshing: Promise<void> | undefined;

  function takeIn(stored: StoredEvent): void {
    hash = verifiedHash(hash, stored);
    const metadata = decodeMetadata(stored);
    // The types of this stream's events are those that this service appended.
    apply({ type: stored.type, data: decodeData(stored) } as E, metadata);
    revision = stored.revision;
    time = Date.parse(metadata.time);
  }

  async function readOn(): Promise<void> {
    for (;;) {
      const page = await eventStore.read(stream, revision + 1, READ_PAGE);
      // Two readers may overlap; each event is taken in once.
      for (const stored of page) if (stored.revision === revision + 1) takeIn(stored);
      if (page.length < READ_PAGE) return;
    }
  }

  const refresh = (): Promise<void> => (refreshing ??= readOn().finally(() => (refreshing = undefined)));

  function encodeAll(events: readonly E[], { actor, requestId }: Writer, now: number): NewEvent[] {
    const about = { time: new Date(now).toISOString(), actor, request_id: requestId };
    let previous = hash;
    return events.map((event, i) => {
      const metadata = { schema_version: versions[event.type] ?? 1, ...about };
      const encoded: Encoded = encodeEvent(previous, stream, revision + 1 + i, event, metadata);
      previous = encoded.hash;
      return encoded.event;
    });
  }

  async function record(
    decide: (next: Next) => StreamDecision<E>,
    writer: Writer,
  ): Promise<StreamDecision<E>> {
    for (;;) {
      await refresh();
      const now = Math.max(clock(), time);
      const decision = decide({ revision: revision + 1, now });
      if ('refusal' in decision || decision.events.length === 0) return decision;
      const result = await appended(eventStore, stream, encodeAll(decision.events, writer, now), revision);
      if (!result.ok) continue;
      await refresh();
      return decision;
    }
  }

  await readOn();
  return { record, refresh };
}

/** Appends, and looks into the stream when the answer does not come. Throws StoreUnavailable when that can't tell either. */
async function appended(
  eventStore: EventStore,
  stream: string,
  events: readonly NewEvent[],
  expected: number,
): Promise<Pick<AppendResult, 'ok'>> {
  try {
    return await eventStore.append(stream, events, expected);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const [there] = await eventStore.read(stream, expected + 1, 1);
    if (there === undefined) throw error;
    return { ok: there.id === events[0]?.id };
  }
}
