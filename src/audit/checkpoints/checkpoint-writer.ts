/**
 * Writes checkpoints on a schedule and at shutdown. Before it signs, it verifies that the stream still extends its last
 * checkpoint, so it never signs a rewritten history.
 */

import type { Logger } from 'pino';
import { ACTIVITY_STREAM } from '../../../projections/activity.ts';
import { repeat } from '../../async/polling-loop.ts';
import { FIRST_HASH, verifyHash } from '../../event-store/codec.ts';
import { NO_STREAM, type EventStore } from '../../event-store/port.ts';
import type { CapturedBook } from '../../ledger/book.ts';
import { ENVIRONMENTS, isBookStream } from '../../ledger/ids.ts';
import { allBooks } from '../../platform/books.ts';
import { PLATFORM_STREAM, type Platform } from '../../platform/platform.ts';
import { reconciliationStream } from '../../reconciliation/reconciliation.ts';
import { errorMessage } from '../../system/errors.ts';
import { setImmediate } from '../../system/runtime.ts';
import { treasuryStream } from '../../treasury/treasury.ts';
import { deriveAuditSigningKey, type SigningKey } from '../../vault/audit-signing-key.ts';
import { digestsOf, type DigestedState } from '../state/book-state.ts';
import { appendCheckpoint, lastCheckpoint, lastSignedState, type Checkpoint } from './checkpoint-files.ts';
import { findKeyRing } from '../../vault/master-key.ts';

type EventReader = Pick<EventStore, 'read' | 'readLast'>;

type CheckpointWriterOptions = {
  readonly eventStore: EventReader;
  readonly folder: string;
  readonly everySeconds: number;
  readonly key: SigningKey;
  /** The current streams. */
  readonly streams: () => readonly string[];
  /** The first revision of a stream whose events need a MAC. */
  readonly macsFrom: (stream: string) => number;
  /** The head of a stream that this process has already verified, so that it need not be read again. */
  readonly verifiedHead?: (stream: string) => StreamHead | undefined;
  /** The head of a stream up to which an operator has accepted it, which overrules earlier checkpoints. */
  readonly acceptedHead?: (stream: string) => (StreamHead & { readonly at: number }) | undefined;
  /** A copy of a book that this process has verified, with the revision and hash of its last event. Undefined for other streams. */
  readonly capture?: (
    stream: string,
  ) => Promise<(CapturedBook & { readonly revision: number; readonly hash: string }) | undefined>;
  /** Keeps what a proof of a balance needs: a signed note, and the lines of the state that it signs, in order. */
  readonly onState?: (stream: string, note: string, lines: readonly string[]) => Promise<void>;
  /** Called once when a stream does not extend its last checkpoint, or cannot be read. */
  readonly onProblem?: (stream: string) => void;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Pick<Logger, 'error' | 'info'>;
};

export type CheckpointWriter = {
  /** Resolves after `stop`. */
  readonly running: Promise<void>;
  /** Writes a checkpoint for each stream that has grown. A failing stream is logged and does not affect the others. */
  write(): Promise<void>;
  /** Writes once more, then stops. */
  stop(): Promise<void>;
  state(): CheckpointWriterState;
};

type CheckpointWriterState = {
  /** ISO 8601 time of the last completed round; null before the first. */
  readonly writtenAt: string | null;
  /** Error message per stream that could not be signed. */
  readonly problems: ReadonlyMap<string, string>;
};

type StreamHead = Pick<Checkpoint, 'size' | 'hash'>;

/** Small enough not to delay requests. */
const PAGE_EVENTS = 200;
const EMPTY_EVERY_MS = 250;

/**
 * The digests of a state cost time for each object of the book, here and in every audit. So they are signed after several times as
 * many events, or after a day.
 */
const EVENTS_PER_LEAF = 4;
const STATE_EVERY_MS = 24 * 60 * 60 * 1_000;

/** The last signed state of a stream. `leaves` is infinite if another process signed it: after a restart, only the day counts. */
type SignedState = { readonly size: number; readonly at: number; readonly leaves: number };

export function startCheckpointWriter(parts: CheckpointWriterOptions): CheckpointWriter {
  const { folder, key, clock, log, streams, macsFrom, everySeconds } = parts;
  const heads = new Map<string, SignedHead>();
  const states = new Map<string, SignedState>();
  const problems = new Map<string, string>();
  const stopping = new AbortController();
  let writtenAt: string | null = null;
  let round: Promise<void> = Promise.resolve();

  async function sign(stream: string): Promise<void> {
    const signed = heads.get(stream) ?? lastCheckpoint(folder, stream, key.publicKey) ?? EMPTY_HEAD;
    const accepted = parts.acceptedHead?.(stream);
    const before = accepted !== undefined && Date.parse(signed.time) <= accepted.at ? accepted : signed;
    const head = await headSince(parts, stream, before, heads.has(stream));
    const isSigned = head.size === signed.size && head.hash === signed.hash;
    if (isSigned) heads.set(stream, { ...head, time: signed.time });
    else await signNew(stream, head);
    if (problems.delete(stream)) log.info({ stream }, 'checkpoint recovered');
  }

  async function signNew(stream: string, head: StreamHead): Promise<void> {
    const { lines, ...now } = await withDueState(stream, head);
    const time = new Date(clock()).toISOString();
    const note = appendCheckpoint(folder, { stream, ...now, time, macsFrom: macsFrom(stream) }, key);
    heads.set(stream, { size: now.size, hash: now.hash, time });
    if (lines === undefined || parts.onState === undefined) return;
    try {
      await parts.onState(stream, note, lines);
    } catch (err) {
      // Proofs are of the state before, until the next checkpoint.
      log.error({ stream, err }, 'signed state not stored');
      states.set(stream, { size: now.size, at: -STATE_EVERY_MS, leaves: 0 });
    }
  }

  /** The head with the digests of its state, or a newer head if this process has the state of that one. */
  async function withDueState(
    stream: string,
    head: StreamHead,
  ): Promise<StreamHead & Pick<Checkpoint, 'state'> & Partial<Pick<DigestedState, 'lines'>>> {
    // The process has no time for it when it stops.
    if (parts.capture === undefined || stopping.signal.aborted) return head;
    if (!isBookStream(stream) || !isStateDue(stream, head)) return head;
    const captured = await parts.capture(stream);
    if (captured === undefined) return head;
    const [size, hash] = [captured.revision + 1, captured.hash];
    // Another process may have written more.
    if (size < head.size || (size === head.size && hash !== head.hash)) return head;
    const { digests, lines, foldLeaves } = await digestsOf(captured);
    states.set(stream, { size, at: clock(), leaves: foldLeaves });
    return { size, hash, state: digests, lines };
  }

  function isStateDue(stream: string, { size }: StreamHead): boolean {
    let last = states.get(stream);
    if (last === undefined) {
      const { checkpoint } = lastSignedState(folder, stream, key.publicKey) ?? {};
      if (checkpoint === undefined || checkpoint.size > size) return true;
      last = { size: checkpoint.size, at: Date.parse(checkpoint.time), leaves: Infinity };
      states.set(stream, last);
    }
    return size - last.size >= last.leaves * EVENTS_PER_LEAF || clock() - last.at >= STATE_EVERY_MS;
  }

  async function writeAll(): Promise<void> {
    for (const stream of streams()) {
      await sign(stream).catch((err: unknown) => {
        // Logged once per failure, not once per round.
        if (!problems.has(stream)) {
          log.error({ stream, err }, 'checkpoint failed');
          parts.onProblem?.(stream);
        }
        problems.set(stream, errorMessage(err));
      });
    }
    writtenAt = new Date(clock()).toISOString();
  }

  /** Serializes rounds. */
  const write = (): Promise<void> => (round = round.then(writeAll));

  const run = async (): Promise<number> => {
    await write();
    // The list of streams is empty until the platform has loaded.
    return streams().length === 0 ? EMPTY_EVERY_MS : everySeconds * 1_000;
  };
  const running = repeat({ run, everyMs: EMPTY_EVERY_MS }, stopping.signal);

  return {
    running,
    write,
    async stop() {
      stopping.abort();
      await running;
      await write();
    },
    state: () => ({ writtenAt, problems }),
  };
}

type SignedHead = StreamHead & Pick<Checkpoint, 'time'>;

const EMPTY_HEAD: SignedHead = { size: 0, hash: FIRST_HASH, time: new Date(0).toISOString() };

/**
 * The head of the stream, which extends `before`. `isKnown`: this process has compared `before` with the stream already. Throws like
 * `readSince`.
 */
async function headSince(
  { eventStore, verifiedHead }: Pick<CheckpointWriterOptions, 'eventStore' | 'verifiedHead'>,
  stream: string,
  before: StreamHead,
  isKnown: boolean,
): Promise<StreamHead> {
  const verified = verifiedHead?.(stream);
  if (verified === undefined || verified.size < before.size) return readSince(eventStore, stream, before);
  if (!isKnown) await verifySignedEvent(eventStore, stream, before);
  // Let pending requests run.
  await new Promise<void>((resolve) => setImmediate(resolve));
  return verified;
}

/**
 * Reads and verifies the events after `before` that are there now: a stream that grows as fast as it is read would have no end. Throws
 * BrokenChain, StoreUnavailable, or Error if the stream was truncated.
 */
async function readSince(eventStore: EventReader, stream: string, before: StreamHead): Promise<StreamHead> {
  let { size, hash } = before;
  await verifySignedEvent(eventStore, stream, before);
  const newest = (await eventStore.readLast(stream))?.revision ?? NO_STREAM;
  while (size <= newest) {
    const page = await eventStore.read(stream, size, PAGE_EVENTS);
    if (page.length === 0) throw new Error(`revision ${size} of ${stream} is missing`);
    for (const event of page) {
      if (event.revision !== size) throw new Error(`revision ${size} of ${stream} is missing`);
      hash = verifyHash(hash, event);
      size += 1;
    }
    // Let pending requests run.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return { size, hash };
}

/** Throws if the last signed event is missing or has another hash. */
async function verifySignedEvent(
  eventStore: Pick<EventStore, 'read'>,
  stream: string,
  { size, hash }: StreamHead,
): Promise<void> {
  if (size === 0) return;
  const [event] = await eventStore.read(stream, size - 1, 1);
  if (event?.metadata.endsWith(`,"hash":"${hash}"}`) !== true)
    throw new Error(`${stream} does not match its last checkpoint: it was rewritten or truncated`);
}

// Writes checkpoints of a running service: the platform, the activity of operators, treasuries, reconciliation, and every book.

type ServiceCheckpointOptions = Omit<CheckpointWriterOptions, 'streams' | 'macsFrom'> & {
  /** Undefined until the platform has loaded; nothing is signed before. */
  readonly platform: () =>
    Pick<Platform, 'integrators' | 'sandboxes' | 'acceptedHistories' | 'acceptedEmpty'> | undefined;
  /** The newest event of a stream that this process has verified. */
  readonly newestEvent?: (stream: string) => { readonly revision: number; readonly hash: string } | undefined;
};

/** The streams that are no books. */
export const OPERATED_STREAMS: readonly string[] = [
  PLATFORM_STREAM,
  ACTIVITY_STREAM,
  ...ENVIRONMENTS.map(treasuryStream),
  ...ENVIRONMENTS.map(reconciliationStream),
];

export function startServiceCheckpointWriter({
  platform,
  newestEvent,
  ...parts
}: ServiceCheckpointOptions): CheckpointWriter {
  const streams = (): string[] => {
    const loaded = platform();
    if (loaded === undefined) return [];
    return [...OPERATED_STREAMS, ...allBooks(loaded)];
  };
  const accepted = (stream: string) =>
    platform()?.acceptedHistories.get(stream) ?? platform()?.acceptedEmpty();
  return startCheckpointWriter({
    ...parts,
    streams,
    macsFrom: (stream) => (accepted(stream)?.revision ?? NO_STREAM) + 1,
    acceptedHead(stream) {
      const { revision, hash, at } = accepted(stream) ?? {};
      if (revision === undefined || hash === undefined || at === undefined) return undefined;
      return { size: revision + 1, hash, at };
    },
    verifiedHead(stream) {
      const newest = newestEvent?.(stream);
      return newest && { size: newest.revision + 1, hash: newest.hash };
    },
  });
}

/** The signing key that derives from the master key of the service's configuration. Undefined if that is not available. */
export function findSigningKey(config: Parameters<typeof findKeyRing>[0]): SigningKey | undefined {
  const ring = findKeyRing(config);
  return ring && deriveAuditSigningKey(ring);
}
