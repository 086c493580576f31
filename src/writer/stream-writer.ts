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
import { LostEvents, readProven } from '../read-models/history/event-history.ts';
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

type Accepted<E> = {
  readonly events: readonly E[];
  readonly answer: Answer;
  /** What to record of an answer that contains a secret: the body without it, and the whole body sealed. */
  readonly recorded?: Pick<AnswerToRecord, 'body' | 'sealedBody'>;
};

export type StreamDecision<E> = Accepted<E> | { readonly refusal: StreamRefusal };

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
  const writer = new StreamWriter(options);
  await writer.load();
  return writer;
}

export class StreamWriter<E extends StreamEvent> {
  readonly #options: StreamWriterOptions<E>;
  readonly #uses = new Map<string, { readonly record: IdempotencyRecord; readonly time: string }>();
  #revision = NO_STREAM;
  #hash = FIRST_HASH;
  #lastTime = 0;
  #reading: Promise<void> | undefined;
  #nextReading: Promise<void> | undefined;

  constructor(options: StreamWriterOptions<E>) {
    this.#options = options;
  }

  async load(): Promise<void> {
    if (this.#options.isStateless === true) await this.#skipToEnd();
    await this.#readToEnd();
  }

  /** The events are durable and applied when it resolves. Throws StoreUnavailable; they may have been written then. */
  async submit(command: StreamCommand<E>): Promise<StreamOutcome> {
    for (;;) {
      await this.refresh();
      const outcome = await this.#attempt(command);
      if (outcome !== undefined) return outcome;
    }
  }

  /** Applies events that other processes wrote. Callers during a read share the next one, which starts after they called. */
  refresh(): Promise<void> {
    if (this.#reading === undefined) return this.#startReading();
    this.#nextReading ??= this.#reading
      .catch(() => undefined)
      .then(() => {
        this.#nextReading = undefined;
        return this.#reading ?? this.#startReading();
      });
    return this.#nextReading;
  }

  /** Whether a success has used the idempotency key; with a request, whether it was a success of that request. */
  isKeyUsed(key: string, request?: IdempotencyKey): boolean {
    const use = this.#uses.get(key);
    return use !== undefined && (request === undefined || isSameRequest(use.record, request));
  }

  #startReading(): Promise<void> {
    return (this.#reading = this.#readToEnd().finally(() => {
      this.#reading = undefined;
    }));
  }

  /** Throws LostEvents if the newest known event is missing, so that nothing is decided or answered without what it says. */
  async #readToEnd(): Promise<void> {
    const { eventStore, authentication, stream } = this.#options;
    const [revision, hash] = [this.#revision, this.#hash];
    // The stream is small, so it may have any number of events before its first MAC.
    const read = { ...authentication, eventStore, pageSize: READ_PAGE, uncoveredMax: Infinity };
    const start = { stream, revision, hash };
    for await (const page of readAuthenticated(read, start)) {
      // Two reads may overlap; each event is applied once.
      for (const event of page) if (event.stored.revision === this.#revision + 1) this.#apply(event);
    }
    // New events are chained to the known one.
    if (revision === NO_STREAM || revision !== this.#revision) return;
    await readProven(eventStore, stream, {
      source: 'a process that read it',
      revision,
      event: { hash },
      writtenAt: this.#lastTime,
    });
  }

  /** An event that cannot be applied blocks all later decisions, because none may ignore it. */
  #apply({ stored, hash }: VerifiedEvent): void {
    const { knownVersions, evolve } = this.#options;
    const { time, actor, idempotency, schema_version } = decodeMetadata(stored);
    // An unknown type does not concern this release's state; an unknown version of a known type may.
    const known = knownVersions[stored.type];
    if (known !== undefined && !isKnownVersion(schema_version, known))
      throw new UnknownEventVersion(stored.type, schema_version);
    // Only this service writes to the stream.
    evolve({ type: stored.type, data: decodeData(stored) } as E, time, actor);
    this.#hash = hash;
    this.#revision = stored.revision;
    this.#lastTime = Date.parse(time);
    if (idempotency !== undefined) this.#uses.set(idempotency.key, { record: idempotency, time });
  }

  /** Continues after the newest event. */
  async #skipToEnd(): Promise<void> {
    const { eventStore, authentication, stream } = this.#options;
    const newest = await eventStore.readLast(stream);
    if (newest === undefined) return;
    const stored = await readAuthenticatedEvent({ ...authentication, eventStore }, stream, newest.revision);
    const { hash, time } = decodeMetadata(stored ?? newest);
    this.#hash = hash;
    this.#revision = newest.revision;
    this.#lastTime = Date.parse(time);
  }

  /** Undefined when another writer was first. */
  async #attempt(command: StreamCommand<E>): Promise<StreamOutcome | undefined> {
    const { idempotency: request, decide } = command;
    const use = request && this.#uses.get(request.key);
    if (request !== undefined && use !== undefined) {
      if (!isSameRequest(use.record, request)) return KEY_REUSED;
      return replayRecord(use.record, use.time, () => ({ status: use.record.status, body: '{}' }));
    }
    const now = Math.max(this.#options.clock(), this.#lastTime);
    const time = new Date(now).toISOString();
    const decision = decide({ now, time });
    if ('refusal' in decision) return { kind: 'refused', refusal: decision.refusal };
    return (await this.#append(command, decision, time))
      ? { kind: 'done', answer: decision.answer }
      : undefined;
  }

  /** Resolves to false when another writer was first. Throws LostEvents if the stream has become shorter. */
  async #append(
    { idempotency: request, actor, requestId: request_id, reason }: StreamCommand<E>,
    { events: decided, answer, recorded = { body: answer.body } }: Accepted<E>,
    time: string,
  ): Promise<boolean> {
    const { eventStore, authentication, stream, schemaOf, emptyEvent } = this.#options;
    const isRecorded = decided.length === 0 && request !== undefined && emptyEvent !== undefined;
    const events = isRecorded ? [emptyEvent] : decided;
    if (events.length === 0) return true;
    const encoded = encodeAppend(
      authentication.macs,
      { stream, revision: this.#revision, hash: this.#hash },
      {
        events,
        schemaOf,
        metadata: { time, actor, request_id, ...(reason === undefined ? {} : { reason }) },
        idempotency: request && createRecord(request, { status: answer.status, ...recorded }, events.length),
      },
    );
    const result = await eventStore.append(stream, encoded, this.#revision);
    if (!result.ok && result.actual < this.#revision)
      throw new LostEvents(
        stream,
        { source: 'a process that read it', revision: this.#revision },
        'the stream ends before it',
      );
    if (!result.ok) return false;
    // A refresh in progress may have read before the append.
    while (this.#revision < result.revision) await this.refresh();
    return true;
  }
}
