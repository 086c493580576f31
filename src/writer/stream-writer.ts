/**
 * A stream that is small enough for every process to hold it in memory as a whole, such as the platform's. A command is
 * decided on the newest state and appended at exactly the revision that it was decided on; when somebody else was first,
 * it is decided again. Idempotency records ride in the metadata of the first event, as in a book.
 */
import { FIRST_HASH, decodeData, decodeMetadata, encodeEvent, verifyHash } from '../event-store/codec.ts';
import type { IdempotencyRecord, Metadata } from '../event-store/codec.ts';
import { NO_STREAM } from '../event-store/port.ts';
import type { EventStore, NewEvent, StoredEvent } from '../event-store/port.ts';
import type { ErrorCode, ErrorDetail } from '../generated/api.ts';
import type { Answer } from './command.ts';
import { UnknownEventVersion } from '../ledger/upcast.ts';

export type StreamEvent = { readonly type: string; readonly data: unknown };

/** The time that a decision is made at: never before the stream's newest event. */
export type DecisionTime = { readonly now: number; readonly time: string };

/** An expected no. */
export type StreamRefusal = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
};

export type StreamDecision<E> =
  | {
      readonly events: readonly E[];
      readonly answer: Answer;
      /** What is kept of an answer that holds a secret: the body without it, and the whole body sealed. */
      readonly kept?: { readonly body: string; readonly sealed: string };
    }
  | { readonly refusal: StreamRefusal };

export type StreamCommand<E> = {
  /** Called again when somebody else wrote first. */
  readonly decide: (moment: DecisionTime) => StreamDecision<E>;
  readonly actor: string;
  readonly requestId: string;
  readonly reason?: string | undefined;
  readonly idempotency?: { readonly key: string; readonly fingerprint: string } | undefined;
};

export type StreamOutcome =
  | { readonly kind: 'done'; readonly answer: Answer }
  /** `time` is when the key was used, in milliseconds since 1970. */
  | { readonly kind: 'replayed'; readonly record: IdempotencyRecord; readonly time: number }
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'refused'; readonly refusal: StreamRefusal };

export type StreamWriter<E> = {
  /** Durable and folded in when it resolves. Throws StoreUnavailable, when it may have been written or not. */
  submit(command: StreamCommand<E>): Promise<StreamOutcome>;
  /** Takes in what other processes wrote. */
  refresh(): Promise<void>;
  /** Whether an idempotency key belongs to a success. */
  isKeyUsed(key: string): boolean;
};

export type StreamWriterOptions<E extends StreamEvent> = {
  readonly eventStore: EventStore;
  readonly stream: string;
  readonly fold: (event: E, time: string, actor: string) => void;
  /** What is appended for a write that changes nothing, so that its answer is remembered. */
  readonly emptyEvent: E;
  /** Version of an event's data. */
  readonly versionOf: (type: E['type']) => number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
};

const READ_PAGE = 500;

/** Reads the stream and folds it. Throws StoreUnavailable, and BrokenChain when the history is not what was written. */
export async function loadStreamWriter<E extends StreamEvent>(
  options: StreamWriterOptions<E>,
): Promise<StreamWriter<E>> {
  const { eventStore, stream, fold, emptyEvent, versionOf, clock } = options;
  const uses = new Map<string, { record: IdempotencyRecord; time: number }>();
  let revision = NO_STREAM;
  let hash = FIRST_HASH;
  let lastTime = 0;
  let reading: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  /** One that can't be taken in stays the next one for ever: nothing is decided any more that does not count it. */
  function takeIn(stored: StoredEvent): void {
    const hashAfter = verifyHash(hash, stored);
    const { time, actor, idempotency, schema_version } = decodeMetadata(stored);
    assertKnown(stored.type, schema_version);
    // The types of this stream's events are those that this service appended.
    fold({ type: stored.type, data: decodeData(stored) } as E, time, actor);
    [hash, revision, lastTime] = [hashAfter, stored.revision, Date.parse(time)];
    if (idempotency !== undefined) uses.set(idempotency.key, { record: idempotency, time: lastTime });
  }

  /** A type that is not known has nothing to do with what this code folds; a version that is not known may. */
  function assertKnown(type: string, version: number): void {
    // Types that were never heard of have no version here.
    const known = versionOf(type) as number | undefined;
    if (known !== undefined && version !== known) throw new UnknownEventVersion(type, version);
  }

  async function readOn(): Promise<void> {
    for (;;) {
      const page = await eventStore.read(stream, revision + 1, READ_PAGE);
      // Two readers may overlap; each event is taken in once.
      for (const stored of page) if (stored.revision === revision + 1) takeIn(stored);
      if (page.length < READ_PAGE) return;
    }
  }

  const start = (): Promise<void> => (reading = readOn().finally(() => (reading = undefined)));

  /** Who asks while the stream is read shares the next reading, which begins after they asked. */
  const refresh = (): Promise<void> => {
    if (reading === undefined) return start();
    next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return reading ?? start();
      });
    return next;
  };

  function write(events: readonly E[], moment: DecisionTime, by: Omit<Metadata, 'schema_version' | 'time'>) {
    let previous = hash;
    return events.map((event, i): NewEvent => {
      const { idempotency, ...about } = by;
      const metadata = {
        schema_version: versionOf(event.type),
        time: moment.time,
        ...about,
        ...(i === 0 && idempotency !== undefined ? { idempotency } : {}),
      };
      const encoded = encodeEvent(previous, stream, revision + 1 + i, event, metadata);
      previous = encoded.hash;
      return encoded.event;
    });
  }

  /** Undefined when somebody else was first. */
  async function attempt(command: StreamCommand<E>): Promise<StreamOutcome | undefined> {
    const { idempotency, decide, actor, requestId: request_id, reason } = command;
    const use = idempotency && uses.get(idempotency.key);
    if (use !== undefined) {
      return use.record.fingerprint === idempotency?.fingerprint
        ? { kind: 'replayed', ...use }
        : { kind: 'key_reused' };
    }
    const now = Math.max(clock(), lastTime);
    const moment = { now, time: new Date(now).toISOString() };
    const decision = decide(moment);
    if ('refusal' in decision) return { kind: 'refused', refusal: decision.refusal };
    const { answer, kept = { body: answer.body } } = decision;
    const done = { kind: 'done', answer } as const;
    const events = decision.events.length === 0 && idempotency !== undefined ? [emptyEvent] : decision.events;
    if (events.length === 0) return done;
    const record = idempotency && recordOf(idempotency, events.length, answer.status, kept);
    const by = { actor, request_id, ...(reason === undefined ? {} : { reason }) };
    const written = write(events, moment, record === undefined ? by : { ...by, idempotency: record });
    const result = await eventStore.append(stream, written, revision);
    if (!result.ok) return undefined;
    // A refresh that was under way may have read before this was appended.
    while (revision < result.revision) await refresh();
    return done;
  }

  await readOn();
  return {
    async submit(command) {
      for (;;) {
        await refresh();
        const outcome = await attempt(command);
        if (outcome !== undefined) return outcome;
      }
    },
    refresh,
    isKeyUsed: (key) => uses.has(key),
  };
}

function recordOf(
  { key, fingerprint }: { readonly key: string; readonly fingerprint: string },
  events: number,
  status: number,
  { body, sealed }: { readonly body: string; readonly sealed?: string },
): IdempotencyRecord {
  const record = { key, fingerprint, status, events, answer: body };
  return sealed === undefined ? record : { ...record, sealed_answer: sealed };
}
