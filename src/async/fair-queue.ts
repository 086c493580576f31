import { createConcurrencyLimiter } from './concurrency-limiter.ts';

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

  /** The caller whose turn is next. */
  get nextCaller(): string | undefined {
    const [next] = this.#items.keys();
    return next;
  }

  /** Takes the next item. */
  shift(): Item | undefined {
    const [next] = this.#items;
    if (next === undefined) return undefined;
    const [caller, items] = next;
    const item = items.shift();
    this.#items.delete(caller);
    if (items.length > 0) this.#items.set(caller, items);
    this.#size -= 1;
    return item;
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

/** Limits how much runs at the same time. Callers that wait take turns, and a caller with nothing running never waits. */
export class FairSlots {
  readonly #max: number;
  readonly #waiting = new FairQueue<() => void>();
  readonly #running = createConcurrencyLimiter();

  constructor(max: number) {
    this.#max = max;
  }

  /** Runs the work of a caller as soon as it is its turn. */
  async run<Result>(caller: string, work: () => Result | Promise<Result>): Promise<Result> {
    const limits = [
      { key: caller, max: Infinity },
      { key: ALL, max: this.#max },
    ];
    if (this.#running.taken(caller) > 0 && !this.#running.hasRoom(limits))
      await new Promise<void>((start) => this.#waiting.push(caller, start));
    const release = this.#running.take(limits);
    try {
      return await work();
    } finally {
      release();
      if (this.#running.taken(ALL) < this.#max) this.#waiting.shift()?.();
    }
  }
}

/** No caller is empty. */
const ALL = '';
