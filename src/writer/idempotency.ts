import type { IdempotencyRecord } from '../event-store/codec.ts';
import { NO_STREAM } from '../event-store/port.ts';
import { createTable, type UndoLog } from '../ledger/table.ts';
import type { IdempotencyKeyUse } from '../read-models/retention.ts';
import { randomUUID } from '../system/runtime.ts';
import type { Answer } from './command.ts';

// Idempotency for every stream: the answer of a successful write is recorded in the metadata of its first event. A
// repeat with the same key and fingerprint is answered from that record, byte for byte.

/** The key of a request, and a fingerprint of all that a repeat must have in common with it. */
export type IdempotencyKey = {
  readonly key: string;
  readonly fingerprint: string;
  /** Whether a stored fingerprint of a former master key is of this request. Absent if there is none. */
  readonly isFormer?: ((stored: string) => boolean) | undefined;
};

/** What is recorded of an answer. Without a body, the answer is rendered from the command's events. */
export type AnswerToRecord = {
  readonly status: number;
  readonly body?: string | undefined;
  /** The body, or a more complete one, sealed under a key of the vault. */
  readonly sealedBody?: string | undefined;
};

/** The answer of an earlier success with the same key and fingerprint. */
export type Replay = {
  readonly kind: 'replayed';
  /** The body is empty when only a sealed one was recorded. */
  readonly answer: Answer;
  /** The caller opens it. */
  readonly sealedBody?: string;
  /** When the key was used, in milliseconds since 1970. */
  readonly recordedAt: number;
};

/** The key belongs to a success of another request. */
export type KeyReused = { readonly kind: 'key_reused' };

export const KEY_REUSED: KeyReused = { kind: 'key_reused' };

export function createRecord(
  { key, fingerprint }: IdempotencyKey,
  { status, body, sealedBody }: AnswerToRecord,
  events: number,
): IdempotencyRecord {
  return {
    key,
    fingerprint,
    status,
    events,
    ...(body === undefined ? {} : { answer: body }),
    ...(sealedBody === undefined ? {} : { sealed_answer: sealedBody }),
  };
}

/** `render` supplies the answer when the record has none. */
export function replayRecord(
  { status, answer, sealed_answer }: IdempotencyRecord,
  time: string,
  render: () => Answer,
): Replay {
  const recordedAt = Date.parse(time);
  if (sealed_answer !== undefined) {
    const open = { status, body: answer ?? '' };
    return { kind: 'replayed', answer: open, sealedBody: sealed_answer, recordedAt };
  }
  return {
    kind: 'replayed',
    answer: answer === undefined ? render() : { status, body: answer },
    recordedAt,
  };
}

/** Whether a use of the key was by the same request. */
export const isSameRequest = (
  { fingerprint: stored }: { readonly fingerprint: string },
  { fingerprint, isFormer }: Omit<IdempotencyKey, 'key'>,
): boolean => stored === fingerprint || isFormer?.(stored) === true;

// Separates idempotency keys that are certainly new from keys that may have been used: a Bloom filter that grows by
// adding layers. With 16 bits and 8 probes per key, each full layer causes a false positive for about one new key in
// 1,700.

type KeyFilter = {
  add(key: string): void;
  /** False: never added. True: probably added. */
  mayContain(key: string): boolean;
  /** Returns the layers without copying. The bits of a layer that is not full still change as keys are added. */
  save(): SavedFilter;
};

/** A full layer never changes, so its ID identifies its bits. */
export type SavedLayer = {
  readonly id: string;
  readonly count: number;
  readonly isFull: boolean;
  readonly bits: Uint8Array;
};
export type SavedFilter = readonly SavedLayer[];

type Layer = { readonly id: string; count: number; readonly capacity: number; readonly bits: Uint8Array };

const BITS_PER_KEY = 16;
const PROBES = 8;
const FIRST_CAPACITY = 2 ** 14;
/** Every snapshot stores the whole newest layer, at most one mebibyte. */
const LAST_CAPACITY = 2 ** 19;

const capacityOf = (bits: Uint8Array): number => (bits.length * 8) / BITS_PER_KEY;

/**
 * Continues with the saved layers, without copying their bits. A layer that is not full gets a new ID, because the
 * process that saved it may add other keys to it.
 */
export function createKeyFilter(saved: SavedFilter = []): KeyFilter {
  const layers: Layer[] = saved.map(({ id, count, isFull, bits }) => ({
    id: isFull ? id : randomUUID(),
    count,
    capacity: capacityOf(bits),
    bits,
  }));
  const open = (): Layer => {
    const last = layers.at(-1);
    if (last !== undefined && last.count < last.capacity) return last;
    const capacity = last === undefined ? FIRST_CAPACITY : Math.min(last.capacity * 2, LAST_CAPACITY);
    const bits = new Uint8Array((capacity * BITS_PER_KEY) / 8);
    const layer = { id: randomUUID(), count: 0, capacity, bits };
    layers.push(layer);
    return layer;
  };
  return {
    add(key) {
      const layer = open();
      mark(layer.bits, hashOf(key, SEED_A), hashOf(key, SEED_B));
      layer.count += 1;
    },
    mayContain(key) {
      const [a, b] = [hashOf(key, SEED_A), hashOf(key, SEED_B)];
      return layers.some(({ bits }) => isMarked(bits, a, b));
    },
    save: () =>
      layers.map(({ id, count, capacity, bits }) => ({ id, count, isFull: count >= capacity, bits })),
  };
}

const SEED_A = 0x811c9dc5;
const SEED_B = 0x2f0b4c47;

/** FNV-1a with a final mix. Keys chosen to collide only cause look-ups for their own integrator. */
function hashOf(key: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The bits of a key are at a, a + b, a + 2b, … (double hashing). The size of a layer is a power of two. */
function mark(bits: Uint8Array, a: number, b: number): void {
  const mask = bits.length * 8 - 1;
  for (let i = 0, at = a; i < PROBES; i++, at = (at + (b | 1)) >>> 0) {
    const bit = at & mask;
    bits[bit >>> 3] = (bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
  }
}

function isMarked(bits: Uint8Array, a: number, b: number): boolean {
  const mask = bits.length * 8 - 1;
  for (let i = 0, at = a; i < PROBES; i++, at = (at + (b | 1)) >>> 0) {
    const bit = at & mask;
    if (((bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

// The idempotency keys of a book. The newest keys are cached with their use. For older keys, a compact filter separates
// keys that are certainly new from keys that must be looked up in the read model.

export type KeyCache = {
  /** The use of a key, if it is cached. */
  find(key: string): IdempotencyKeyUse | undefined;
  /** Whether an event after the revision `unusedThrough` may have used the key and is no longer cached. */
  needsLookup(key: string, unusedThrough: number): boolean;
  /** Caches a use until the undo log is rolled back. */
  add(key: string, use: IdempotencyKeyUse): void;
  /** Caches a use by an acknowledged event, which no roll-back removes. */
  addPermanent(key: string, use: IdempotencyKeyUse): void;
  /** Removes the oldest uses when there are too many. */
  trim(): void;
  filter(): SavedFilter;
};

/** The keys of a snapshot: those of events up to `revision` are only in the filter. */
type SavedKeys = { readonly filter: SavedFilter; readonly revision: number };

/** Caches up to 10 percent more than `max`, so that trimming is rare. */
export function createKeyCache(undoLog: UndoLog, max: number, saved?: SavedKeys): KeyCache {
  const uses = createTable<IdempotencyKeyUse>(undoLog);
  const filter = createKeyFilter(saved?.filter);
  /** All keys of newer events are cached. */
  let evictedThrough = saved?.revision ?? NO_STREAM;

  function withoutUndo(change: () => void): void {
    const { isRecording } = undoLog;
    undoLog.isRecording = false;
    change();
    undoLog.isRecording = isRecording;
  }

  function trim(): void {
    // The oldest are acknowledged: the cache is much larger than the number of commands in progress.
    if (uses.size <= max * 1.1) return;
    withoutUndo(() => {
      let surplus = uses.size - max;
      for (const [key, { revision }] of uses.entries()) {
        if (surplus-- <= 0) return;
        uses.delete(key);
        evictedThrough = Math.max(evictedThrough, revision);
      }
    });
  }

  return {
    find: (key) => uses.get(key),
    needsLookup: (key, unusedThrough) =>
      unusedThrough < evictedThrough && !uses.has(key) && filter.mayContain(key),
    add(key, use) {
      uses.set(key, use);
      filter.add(key);
    },
    addPermanent(key, use) {
      if (uses.has(key)) return;
      withoutUndo(() => uses.set(key, use));
      // Repeats can fill the cache of a book that has no new writes.
      trim();
    },
    trim,
    filter: () => filter.save(),
  };
}
