/**
 * Separates idempotency keys that are certainly new from keys that may have been used: a Bloom filter that grows by
 * adding layers. With 16 bits and 8 probes per key, each full layer causes a false positive for about one new key in
 * 1,700.
 */
import { randomUUID } from '../../system/runtime.ts';

export type KeyFilter = {
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
