/**
 * A set of texts that stores only a few bytes per text: 32 bits of a hash, in a table indexed by at least 16 other bits.
 * False positives are rare (about one in 10⁸) but possible, so callers must confirm a match before they report it.
 */

export type CompactSet = {
  /** Adds the text. Returns true if it was probably added before. */
  add(text: string): boolean;
  /** False means that the text was never added. */
  mayContain(text: string): boolean;
};

/** Sizes of layers. When a layer is full, the set adds one twice as large instead of rehashing. */
const LAYER_SLOTS_MIN = 2 ** 16;
const LAYER_SLOTS_MAX = 2 ** 24;
const LOAD_MAX = 0.75;

type Layer = { readonly slots: Uint32Array; readonly mask: number; count: number };

const createLayer = (size: number): Layer => ({ slots: new Uint32Array(size), mask: size - 1, count: 0 });

export function createCompactSet(): CompactSet {
  let open = createLayer(LAYER_SLOTS_MIN);
  const full: Layer[] = [];
  return {
    add(text) {
      const home = hashOf(text, SEED_HOME);
      // Zero marks an empty slot.
      const mark = hashOf(text, SEED_MARK) || 1;
      if (full.some((layer) => contains(layer, home, mark))) return true;
      if (insert(open, home, mark)) return true;
      if (open.count > open.slots.length * LOAD_MAX) {
        full.push(open);
        open = createLayer(Math.min(open.slots.length * 2, LAYER_SLOTS_MAX));
      }
      return false;
    },
    mayContain(text) {
      const home = hashOf(text, SEED_HOME);
      const mark = hashOf(text, SEED_MARK) || 1;
      return contains(open, home, mark) || full.some((layer) => contains(layer, home, mark));
    },
  };
}

function contains({ slots, mask }: Layer, home: number, mark: number): boolean {
  for (let at = home & mask; ; at = (at + 1) & mask) {
    const found = slots[at];
    if (found === mark) return true;
    if (found === 0) return false;
  }
}

/** Returns true if the mark was already present. */
function insert(layer: Layer, home: number, mark: number): boolean {
  const { slots, mask } = layer;
  for (let at = home & mask; ; at = (at + 1) & mask) {
    const found = slots[at];
    if (found === mark) return true;
    if (found === 0) {
      slots[at] = mark;
      layer.count += 1;
      return false;
    }
  }
}

const SEED_HOME = 0x811c9dc5;
const SEED_MARK = 0x2f0b4c47;

/** FNV-1a followed by the MurmurHash3 finalizer. */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
