/**
 * Tells idempotency keys that are surely new from those that may have been used: a Bloom filter that grows by adding
 * ever larger ones. At 16 bits and 8 probes a key, about one new key in 1,700 is looked up for nothing.
 */
export type KeyFilter = {
  add(key: string): void;
  /** False: never added. True: probably added. */
  mayHave(key: string): boolean;
  save(): SavedFilter;
};

export type SavedFilter = readonly { readonly count: number; readonly bits: string }[];

type Layer = { count: number; readonly capacity: number; readonly bits: Uint8Array };

const BITS_PER_KEY = 16;
const PROBES = 8;
const FIRST_CAPACITY = 16_384;

const layerOf = (bits: Uint8Array, count: number): Layer => ({
  count,
  capacity: (bits.length * 8) / BITS_PER_KEY,
  bits,
});

export function createKeyFilter(saved: SavedFilter = []): KeyFilter {
  const layers = saved.map(({ count, bits }) => layerOf(new Uint8Array(Buffer.from(bits, 'base64')), count));
  const open = (): Layer => {
    const last = layers.at(-1);
    if (last !== undefined && last.count < last.capacity) return last;
    const capacity = last === undefined ? FIRST_CAPACITY : last.capacity * 2;
    const layer = layerOf(new Uint8Array((capacity * BITS_PER_KEY) / 8), 0);
    layers.push(layer);
    return layer;
  };
  return {
    add(key) {
      const layer = open();
      mark(layer.bits, hashOf(key, SEED_A), hashOf(key, SEED_B));
      layer.count += 1;
    },
    mayHave(key) {
      const [a, b] = [hashOf(key, SEED_A), hashOf(key, SEED_B)];
      return layers.some(({ bits }) => isMarked(bits, a, b));
    },
    save: () => layers.map(({ count, bits }) => ({ count, bits: Buffer.from(bits).toString('base64') })),
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
