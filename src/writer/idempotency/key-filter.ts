/**
 * Tells idempotency keys that are surely new from those that may have been used: a Bloom filter that grows by adding
 * layers. At 16 bits and 8 probes a key, about one new key in 1,700 is looked up for nothing
 * because of each full layer.
 */
import { randomUUID } from 'node:crypto';

export type KeyFilter = {
  add(key: string): void;
  /** False: never added. True: probably added. */
  mayContain(key: string): boolean;
  /** The layers as they are. The bits of one that is not full go on changing: a key added since is then found as well. */
  save(): SavedFilter;
};

/** A layer that is full never changes again, so that its name stands for its bits. */
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
/** A snapshot holds all of the newest layer, which is a mebibyte at most. */
const LAST_CAPACITY = 2 ** 19;

const capacityOf = (bits: Uint8Array): number => (bits.length * 8) / BITS_PER_KEY;

/**
 * Takes the saved layers over, bits and all. One that is not full gets another name: whoever saved it goes on filling it
 * too, and maybe with other keys.
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

/** FNV-1a with a final mix. Keys chosen to collide cost their own integrator look-ups, and nobody anything else. */
function hashOf(key: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The bits of a key are those at a, a + b, a + 2b, … (double hashing); layers are powers of two in size. */
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
