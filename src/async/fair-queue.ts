import { monotonicTime } from '../system/runtime.ts';
import { createConcurrencyLimiter, type Release } from './concurrency-limiter.ts';

/**
 * A queue in which callers take turns: the oldest item of one caller, then the oldest one of the next. A caller with many items
 * therefore delays each other caller by one item only.
 */
export class FairQueue<Item> {
  /** Items by caller, oldest first. The caller whose turn is next is first. */
  readonly #items = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(caller: string, item: Item): void {
    const items = this.#items.get(caller);
    if (items === undefined) this.#items.set(caller, [item]);
    else items.push(item);
    this.#size += 1;
  }

  /** Takes the next item that is ready, if that matters. */
  shift(
    isReady: (caller: string, item: Item) => boolean = () => true,
  ): { caller: string; item: Item } | undefined {
    for (const [caller, items] of this.#items) {
      const [item] = items;
      if (item === undefined || !isReady(caller, item)) continue;
      items.shift();
      this.#items.delete(caller);
      if (items.length > 0) this.#items.set(caller, items);
      this.#size -= 1;
      return { caller, item };
    }
    return undefined;
  }

  /** Takes the oldest items of each caller as long as they match. */
  shiftMatching(matches: (item: Item) => boolean): Item[] {
    const taken: Item[] = [];
    for (const [caller, items] of this.#items) {
      const end = items.findIndex((item) => !matches(item));
      taken.push(...items.splice(0, end === -1 ? items.length : end));
      if (items.length === 0) this.#items.delete(caller);
    }
    this.#size -= taken.length;
    return taken;
  }
}

/** How much work of all callers runs at the same time, and of one caller while others have work too. */
export type SlotLimits = { readonly all: number; readonly whileShared: number };

/** A caller is counted among those who share the slots for this time after its last call. */
const SHARED_FOR_MS = 2_000;

/**
 * Limits how much runs at the same time. Callers that wait take turns, and a caller with nothing running never waits. A caller that
 * is alone may use all slots, because many at once cost less each. As soon as there is another one, it gets a small share: what
 * runs already delays the other one.
 */
export class FairSlots {
  readonly #limits: SlotLimits;
  readonly #now: () => number;
  readonly #waiting = new FairQueue<{ readonly size: number; readonly start: (release: Release) => void }>();
  readonly #running = createConcurrencyLimiter();
  /** The newest caller, and the newest call of any other one. */
  #newest = { caller: '', at: -Infinity };
  #otherAt = -Infinity;

  constructor(limits: SlotLimits, now: () => number = monotonicTime) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Runs the work of a caller, which takes `size` slots, as soon as it is its turn. */
  async run<Result>(caller: string, size: number, work: () => Result | Promise<Result>): Promise<Result> {
    this.#notice(caller);
    const release = this.#mayStart(caller)
      ? this.#take(caller, size)
      : await new Promise<Release>((start) => this.#waiting.push(caller, { size, start }));
    try {
      return await work();
    } finally {
      release();
      this.#startNext();
    }
  }

  #notice(caller: string): void {
    const at = this.#now();
    if (caller !== this.#newest.caller) this.#otherAt = this.#newest.at;
    this.#newest = { caller, at };
  }

  /** A caller may exceed its limit by the size of its last work. */
  #mayStart(caller: string): boolean {
    const own = this.#running.taken(caller);
    const isShared = this.#now() - this.#otherAt < SHARED_FOR_MS;
    const { all, whileShared } = this.#limits;
    return own === 0 || (this.#running.taken(ALL) < all && (!isShared || own < whileShared));
  }

  #take(caller: string, size: number): Release {
    const limits = [caller, ALL].map((key) => ({ key, max: Infinity }));
    return this.#running.take(limits, size);
  }

  #startNext(): void {
    for (;;) {
      const next = this.#waiting.shift((caller) => this.#mayStart(caller));
      if (next === undefined) return;
      const { caller, item } = next;
      item.start(this.#take(caller, item.size));
    }
  }
}

/** No caller is empty. */
const ALL = '';
