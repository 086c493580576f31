/**
 * Checks the stored bytes of streams: consecutive revisions, the hash chain, event IDs, and signed checkpoints. It does not
 * interpret events.
 */
import { hash as digest } from 'node:crypto';
import { FIRST_HASH } from '../../event-store/codec.ts';
import { NO_CHECKPOINTS, type Checkpoint, type CheckpointCursor } from '../checkpoints/checkpoint-files.ts';
import { AuditUnavailable, type SourceEvent } from '../event-source.ts';
import { RuleViolation, requireRule } from '../finding.ts';

export type VerifiedStream = {
  readonly stream: string;
  readonly events: number;
  readonly hash: string;
  /** Number of events that the newest checkpoint covers; 0 without a checkpoint. */
  readonly checkpointed: number;
};

/** Where the hash chains of streams continue. */
export type ChainHeads = readonly Pick<VerifiedStream, 'stream' | 'events' | 'hash'>[];

export type VerifiedHistory = { readonly position: bigint; readonly heads: ChainHeads };

export type UnmatchedCheckpoints = {
  /** Checkpoints past the end of their stream: the stream was truncated. */
  readonly truncated: readonly { readonly events: number; readonly checkpoint: Checkpoint }[];
  /** Checkpoints read after their event. They need a second pass. */
  readonly outOfOrder: readonly Checkpoint[];
};

type StreamState = {
  next: number;
  hash: string;
  broken: boolean;
  checkpoint: Checkpoint | undefined;
  checkpointed: number;
};

/** No checkpoint writer produces more out-of-order checkpoints than this. */
const OUT_OF_ORDER_MAX = 10_000;

const HASH_AT_END = /,"hash":"([0-9a-f]{64})"\}$/;
const HASH_MEMBER_LENGTH = 75;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export class ChainCheck {
  readonly #gapless: boolean;
  readonly #cursor: CheckpointCursor;
  readonly #states = new Map<string, StreamState>();
  readonly #outOfOrder: Checkpoint[] = [];
  #position = -1n;
  #gap: SourceEvent | undefined;

  /** `verified` is what earlier events were found to be, up to its position: the check continues after them. */
  constructor(cursor: CheckpointCursor = NO_CHECKPOINTS, gapless = false, verified?: VerifiedHistory) {
    this.#cursor = cursor;
    this.#gapless = gapless;
    if (verified === undefined) return;
    this.#position = verified.position;
    for (const { stream, events, hash } of verified.heads)
      this.#states.set(stream, {
        next: events,
        hash,
        broken: false,
        checkpoint: cursor.next(stream),
        checkpointed: 0,
      });
  }

  /** Throws RuleViolation. Later events of a stream with a violation are only counted. */
  check(event: SourceEvent): void {
    if (this.#gapless && event.position !== this.#position + 1n) this.#gap ??= event;
    ({ position: this.#position } = event);
    let state = this.#states.get(event.stream);
    if (state === undefined) {
      state = {
        next: 0,
        hash: FIRST_HASH,
        broken: false,
        checkpoint: this.#cursor.next(event.stream),
        checkpointed: 0,
      };
      this.#states.set(event.stream, state);
    }
    if (!state.broken) {
      // Assume a violation until the check succeeds, so that every exit is covered.
      state.broken = true;
      this.#check(state, event);
      state.broken = false;
    }
    state.next = event.revision + 1;
  }

  /** The streams without a violation. */
  heads(): VerifiedStream[] {
    return [...this.#states]
      .filter(([, { broken }]) => !broken)
      .map(([stream, { next, hash, checkpointed }]) => ({ stream, events: next, hash, checkpointed }));
  }

  /**
   * The first event after a missing position, where an event of any stream was removed. A gap in the revisions of a stream
   * is more precise.
   */
  firstGap(): SourceEvent | undefined {
    return this.#gap;
  }

  /** The checkpoints that are not checked after the last event. */
  finish(): UnmatchedCheckpoints {
    return {
      truncated: this.#cursor.streams.flatMap((stream) => {
        const checkpoint = this.#lastUnmatched(stream);
        return checkpoint === undefined ? [] : [{ events: this.#states.get(stream)?.next ?? 0, checkpoint }];
      }),
      outOfOrder: this.#outOfOrder,
    };
  }

  #check(state: StreamState, event: SourceEvent): void {
    const { revision } = event;
    if (revision !== state.next) throw revisionMismatch(revision, state.next);
    checkText(event);
    state.hash = verifyHash(state.hash, event);
    this.#checkCheckpoints(state, event);
  }

  #addOutOfOrder(checkpoint: Checkpoint): void {
    if (this.#outOfOrder.push(checkpoint) > OUT_OF_ORDER_MAX)
      throw new AuditUnavailable(
        `too many checkpoints of ${checkpoint.stream} are out of order; sort its file by size`,
      );
  }

  #checkCheckpoints(state: StreamState, { stream, revision }: SourceEvent): void {
    while (state.checkpoint !== undefined && state.checkpoint.size <= revision + 1) {
      const { checkpoint } = state;
      state.checkpoint = this.#cursor.next(stream);
      if (checkpoint.size <= revision) {
        this.#addOutOfOrder(checkpoint);
        continue;
      }
      requireRule(checkpoint.hash === state.hash, 'checkpoint', checkpointMismatch(checkpoint));
      state.checkpointed = checkpoint.size;
    }
  }

  /** Reads the file to its end, so that every checkpoint is counted and its signature verified. */
  #lastUnmatched(stream: string): Checkpoint | undefined {
    const {
      next,
      broken,
      checkpoint: first,
    } = this.#states.get(stream) ?? { next: 0, broken: false, checkpoint: undefined };
    let last: Checkpoint | undefined;
    for (
      let checkpoint = first ?? this.#cursor.next(stream);
      checkpoint !== undefined;
      checkpoint = this.#cursor.next(stream)
    ) {
      if (broken) continue;
      if (checkpoint.size > next) last = checkpoint;
      else this.#addOutOfOrder(checkpoint);
    }
    return last;
  }
}

export const checkpointMismatch = ({ time }: Checkpoint): string =>
  `the event differs from the one that the checkpoint of ${time} signed: it, or an earlier event, was rewritten`;

const revisionMismatch = (revision: number, next: number): RuleViolation =>
  new RuleViolation(
    'revision',
    revision > next
      ? `revision ${next} is missing before this event`
      : `revision ${next} was expected here; got ${revision}`,
  );

function checkText({ id, type, data, metadata, storedBytes }: SourceEvent): void {
  requireRule(UUID.test(id), 'event_id', 'the event ID must be a lower-case UUID');
  if (storedBytes === undefined || storedBytes === id.length + type.length + data.length + metadata.length)
    return;
  const bytes = Buffer.byteLength(id) + Buffer.byteLength(type);
  requireRule(
    storedBytes === bytes + Buffer.byteLength(data) + Buffer.byteLength(metadata),
    'stored_text',
    'the stored text contains hidden bytes',
  );
}

/** The hash stored in an event's metadata, in hex. */
export const storedHash = (metadata: string): string | undefined => HASH_AT_END.exec(metadata)?.[1];

/** Returns the hash of the event, in hex. Throws RuleViolation if it does not match. */
function verifyHash(previous: string, { stream, revision, id, type, data, metadata }: SourceEvent): string {
  const stated = storedHash(metadata);
  if (stated === undefined) throw new RuleViolation('hash_chain', 'the event has no hash');
  const rest = metadata.slice(0, -HASH_MEMBER_LENGTH);
  const text = `${previous}\n${stream}\n${revision}\n${id}\n${type}\n${data}\n${rest}}`;
  requireRule(
    digest('sha256', text) === stated,
    'hash_chain',
    'the hash does not match the event and the hash of the previous event',
  );
  return stated;
}
