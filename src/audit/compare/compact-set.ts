/**
 * Remembers very many texts in a few bytes each, to notice one that comes again. What is remembered is 32 bits of a
 * text's hash, in a table that 20 or more bits of it lead to. So a text that was never added may seem to have been,
 * about once in a hundred million: whoever accuses somebody on its word looks the text up first.
 */

export type CompactSet = {
  /** Adds the text; true when it seems to have been added before. */
  add(text: string): boolean;
  /** False: it was surely never added. */
  mayContain(text: string): boolean;
};

/** Of entries in a layer. Layers are added as they fill up, each twice as large, and never moved. */
const FIRST_SLOTS = 2 ** 16;
const LAST_SLOTS = 2 ** 24;
const LOAD_MAX = 0.75;

type Layer = { readonly slots: Uint32Array; readonly mask: number; count: number };

const createLayer = (size: number): Layer => ({ slots: new Uint32Array(size), mask: size - 1, count: 0 });

export function createCompactSet(): CompactSet {
  let open = createLayer(FIRST_SLOTS);
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
        open = createLayer(Math.min(open.slots.length * 2, LAST_SLOTS));
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

/** True when it was there already. */
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

/** FNV-1a with a final mix. */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
