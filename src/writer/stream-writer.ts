/**
 * The single writer of a stream that is small enough to be kept in memory as a whole, such as the platform's. A command
 * is decided on the newest state and appended at the revision it was decided on. When another writer was first, the
 * command is decided again.
 */
import {
  readAuthenticated,
  readAuthenticatedEvent,
  type Authentication,
  type VerifiedEvent,
} from '../event-store/authenticated-reader.ts';
import { FIRST_HASH, decodeData, decodeMetadata, type IdempotencyRecord } from '../event-store/codec.ts';
import { encodeAppend } from '../event-store/event-macs.ts';
import type { EncodingSchema } from '../event-store/event-schemas.ts';
import { NO_STREAM, type EventStore, type StreamName } from '../event-store/port.ts';
import type { ErrorCode, ErrorDetail } from '../generated/api.ts';
import { UnknownEventVersion, isKnownVersion } from '../ledger/event.ts';
import type { Answer } from './command.ts';
import {
  KEY_REUSED,
  createRecord,
  isSameRequest,
  replayRecord,
  type AnswerToRecord,
  type IdempotencyKey,
  type KeyReused,
  type Replay,
} from './idempotency.ts';

type StreamEvent = { readonly type: string; readonly data: unknown };

/** The time of a decision, never before the newest event. `now` is in milliseconds since 1970. */
export type DecisionTime = { readonly now: number; readonly time: string };

type StreamRefusal = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly retryAfterSeconds?: number;
};

export type StreamDecision<E> =
  | {
      readonly events: readonly E[];
      readonly answer: Answer;
      /** What to record of an answer that contains a secret: the body without it, and the whole body sealed. */
      readonly recorded?: Pick<AnswerToRecord, 'body' | 'sealedBody'>;
    }
  | { readonly refusal: StreamRefusal };

export type StreamCommand<E> = {
  /** Called again when another writer was first. */
  readonly decide: (time: DecisionTime) => StreamDecision<E>;
  readonly actor: string;
  readonly requestId: string;
  readonly reason?: string | undefined;
  readonly idempotency?: IdempotencyKey | undefined;
};

export type StreamOutcome =
  | { readonly kind: 'done'; readonly answer: Answer }
  | Replay
  | KeyReused
  | { readonly kind: 'refused'; readonly refusal: StreamRefusal };

export type StreamWriter<E> = {
  /** The events are durable and applied when it resolves. Throws StoreUnavailable; they may have been written then. */
  submit(command: StreamCommand<E>): Promise<StreamOutcome>;
  /** Applies events that other processes wrote. */
  refresh(): Promise<void>;
  /** Whether a success has used the idempotency key. */
  isKeyUsed(key: string): boolean;
};

type StreamWriterOptions<E extends StreamEvent> = {
  readonly eventStore: EventStore;
  readonly authentication: Authentication;
  readonly stream: StreamName;
  /** Applies an event to the caller's state. */
  readonly evolve: (event: E, time: string, actor: string) => void;
  /** Appended for a success without events, to record its answer. Omitted: nothing is appended. */
  readonly emptyEvent?: E;
  /** Decisions depend on no earlier event, so loading reads only the newest one. */
  readonly isStateless?: boolean;
  /** Throws for a type that this release does not write. */
  readonly schemaOf: (type: string) => EncodingSchema;
  readonly knownVersions: Readonly<Partial<Record<string, number>>>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
};

const READ_PAGE = 500;

/** Reads the whole stream, or its end. Throws StoreUnavailable, and BrokenHashChain or UnauthenticatedEvent when the stream was changed. */
export async function loadStreamWriter<E extends StreamEvent>(
  options: StreamWriterOptions<E>,
): Promise<StreamWriter<E>> {
  const { eventStore, authentication, stream, evolve, emptyEvent, schemaOf, knownVersions, clock } = options;
  const { isStateless = false } = options;
  const uses = new Map<string, { readonly record: IdempotencyRecord; readonly time: string }>();
  let revision = NO_STREAM;
  let hash = FIRST_HASH;
  let lastTime = 0;
  let reading: Promise<void> | undefined;
  let nextReading: Promise<void> | undefined;

  /** An event that cannot be applied blocks all later decisions, because none may ignore it. */
  function apply({ stored, hash: hashAfter }: VerifiedEvent): void {
    const { time, actor, idempotency, schema_version } = decodeMetadata(stored);
    // An unknown type does not concern this release's state; an unknown version of a known type may.
    const known = knownVersions[stored.type];
    if (known !== undefined && !isKnownVersion(schema_version, known))
      throw new UnknownEventVersion(stored.type, schema_version);
    // Only this service writes to the stream.
    evolve({ type: stored.type, data: decodeData(stored) } as E, time, actor);
    [hash, revision, lastTime] = [hashAfter, stored.revision, Date.parse(time)];
    if (idempotency !== undefined) uses.set(idempotency.key, { record: idempotency, time });
  }

  async function readToEnd(): Promise<void> {
    // The stream is small, so it may have any number of events before its first MAC.
    const read = { ...authentication, eventStore, pageSize: READ_PAGE, uncoveredMax: Infinity };
    for await (const page of readAuthenticated(read, { stream, revision, hash })) {
      // Two reads may overlap; each event is applied once.
      for (const event of page) if (event.stored.revision === revision + 1) apply(event);
    }
  }

  const startReading = (): Promise<void> =>
    (reading = readToEnd().finally(() => {
      reading = undefined;
    }));

  /** Callers during a read share the next one, which starts after they called. */
  const refresh = (): Promise<void> => {
    if (reading === undefined) return startReading();
    nextReading ??= reading
      .catch(() => undefined)
      .then(() => {
        nextReading = undefined;
        return reading ?? startReading();
      });
    return nextReading;
  };

  /** Undefined when another writer was first. */
  async function attempt(command: StreamCommand<E>): Promise<StreamOutcome | undefined> {
    const { idempotency: request, decide, actor, requestId: request_id, reason } = command;
    const use = request && uses.get(request.key);
    if (request !== undefined && use !== undefined) {
      if (!isSameRequest(use.record, request)) return KEY_REUSED;
      return replayRecord(use.record, use.time, () => ({ status: use.record.status, body: '{}' }));
    }
    const now = Math.max(clock(), lastTime);
    const time = new Date(now).toISOString();
    const decision = decide({ now, time });
    if ('refusal' in decision) return { kind: 'refused', refusal: decision.refusal };
    const { answer, recorded = { body: answer.body } } = decision;
    const done = { kind: 'done', answer } as const;
    const isRecorded = decision.events.length === 0 && request !== undefined && emptyEvent !== undefined;
    const events = isRecorded ? [emptyEvent] : decision.events;
    if (events.length === 0) return done;
    const encoded = encodeAppend(
      authentication.macs,
      { stream, revision, hash },
      {
        events,
        schemaOf,
        metadata: { time, actor, request_id, ...(reason === undefined ? {} : { reason }) },
        idempotency: request && createRecord(request, { status: answer.status, ...recorded }, events.length),
      },
    );
    const result = await eventStore.append(stream, encoded, revision);
    if (!result.ok) return undefined;
    // A refresh in progress may have read before the append.
    while (revision < result.revision) await refresh();
    return done;
  }

  /** Continues after the newest event. */
  async function skipToEnd(): Promise<void> {
    const newest = await eventStore.readLast(stream);
    if (newest === undefined) return;
    const stored = await readAuthenticatedEvent({ ...authentication, eventStore }, stream, newest.revision);
    const metadata = decodeMetadata(stored ?? newest);
    [hash, revision, lastTime] = [metadata.hash, newest.revision, Date.parse(metadata.time)];
  }

  if (isStateless) await skipToEnd();
  await readToEnd();
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
