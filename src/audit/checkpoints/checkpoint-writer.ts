/**
 * Writes checkpoints on a schedule and at the end. It signs only what it has read: each time it goes on from the last
 * checkpoint, and what follows must be chained to that; a history that was rewritten behind it gets no signature.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { errorMessage } from '../../system/errors.ts';
import { FIRST_HASH, verifyHash } from '../../event-store/codec.ts';
import type { EventStore } from '../../event-store/port.ts';
import type { Checkpoint } from './checkpoint.ts';
import { appendCheckpoint, lastCheckpoint } from './checkpoint-files.ts';
import type { SigningKey } from '../../vault/audit-signing-key.ts';

export type CheckpointWriterOptions = {
  readonly eventStore: Pick<EventStore, 'read'>;
  readonly folder: string;
  readonly everySeconds: number;
  readonly key: SigningKey;
  /** The streams there are now. */
  readonly streams: () => readonly string[];
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Pick<Logger, 'error' | 'warn'>;
};

export type CheckpointWriter = {
  /** Writes on the schedule until `stop`. */
  readonly running: Promise<void>;
  /** One round: each stream that has grown gets a checkpoint. A stream that can't be signed is logged, and others go on. */
  write(): Promise<void>;
  /** Writes a last time. */
  stop(): Promise<void>;
  state(): CheckpointWriterState;
};

export type CheckpointWriterState = {
  /** When the last round ended, ISO 8601; null before the first. */
  readonly writtenAt: string | null;
  /** Why a stream was not signed, by stream. */
  readonly problems: ReadonlyMap<string, string>;
};

type StreamHead = Pick<Checkpoint, 'size' | 'hash'>;

/** Small enough that reading one holds up no request. */
const PAGE = 200;

export function startCheckpointWriter(parts: CheckpointWriterOptions): CheckpointWriter {
  const { folder, key, clock, log, streams, everySeconds } = parts;
  const reached = new Map<string, StreamHead>();
  const problems = new Map<string, string>();
  const stopping = new AbortController();
  let writtenAt: string | null = null;
  let round: Promise<void> = Promise.resolve();

  async function sign(stream: string): Promise<void> {
    const before = reached.get(stream) ?? lastCheckpoint(folder, stream, key.publicKey) ?? NOTHING;
    const now = await readSince(parts.eventStore, stream, before);
    if (now.size > before.size)
      appendCheckpoint(folder, { stream, ...now, time: new Date(clock()).toISOString() }, key);
    reached.set(stream, now);
    problems.delete(stream);
  }

  async function writeAll(): Promise<void> {
    for (const stream of streams()) {
      await sign(stream).catch((err: unknown) => {
        problems.set(stream, errorMessage(err));
        log.error({ stream, err }, 'a stream gets no checkpoint');
      });
    }
    writtenAt = new Date(clock()).toISOString();
  }

  /** Rounds never overlap. */
  const write = (): Promise<void> => (round = round.then(writeAll));

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await write();
      // What streams there are is not known yet: they are loaded in a moment.
      const pause = streams().length === 0 ? 250 : everySeconds * 1_000;
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const running = run();

  return {
    running,
    write,
    async stop() {
      stopping.abort();
      await running;
      await write();
    },
    state: () => ({ writtenAt: writtenAt, problems }),
  };
}

const NOTHING: StreamHead = { size: 0, hash: FIRST_HASH };

/** Reads what came after, and checks that it is chained to it. Throws BrokenChain, StoreUnavailable, or for a stream that shrank. */
async function readSince(
  eventStore: Pick<EventStore, 'read'>,
  stream: string,
  before: StreamHead,
): Promise<StreamHead> {
  let { size, hash } = before;
  await verifySignedEvent(eventStore, stream, before);
  for (;;) {
    const page = await eventStore.read(stream, size, PAGE);
    for (const event of page) {
      if (event.revision !== size) throw new Error(`revision ${size} of ${stream} is missing`);
      hash = verifyHash(hash, event);
      size += 1;
    }
    if (page.length < PAGE) return { size, hash };
    // Requests come first.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** The event that the last checkpoint was signed for must be there as it was. */
async function verifySignedEvent(
  eventStore: Pick<EventStore, 'read'>,
  stream: string,
  { size, hash }: StreamHead,
): Promise<void> {
  if (size === 0) return;
  const [event] = await eventStore.read(stream, size - 1, 1);
  if (event?.metadata.endsWith(`,"hash":"${hash}"}`) !== true)
    throw new Error(
      `${stream} is not the stream that its last checkpoint was signed for: it was rewritten or cut off`,
    );
}
