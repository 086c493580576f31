/** The collections of the model's state. Every change can be undone. */

/** How to undo what has changed, in order. */
export class Journal {
  readonly #undo: (() => void)[] = [];

  record(undo: () => void): void {
    this.#undo.push(undo);
  }

  mark(): number {
    return this.#undo.length;
  }

  /** Undoes what has changed since the mark. */
  undoTo(mark: number): void {
    while (this.#undo.length > mark) this.#undo.pop()?.();
  }

  /** Nothing before now will be undone. */
  clear(): void {
    this.#undo.length = 0;
  }
}

const NONE: readonly never[] = [];

/** Values under other keys than their IDs, oldest first. */
class Index<Value> {
  readonly #lists = new Map<string, Value[]>();

  add(key: string, value: Value): void {
    const list = this.#lists.get(key);
    if (list === undefined) this.#lists.set(key, [value]);
    else list.push(value);
  }

  /** Removes what was added last. */
  removeLast(key: string): void {
    this.#lists.get(key)?.pop();
  }

  of(key: string): readonly Value[] {
    return this.#lists.get(key) ?? NONE;
  }
}

/** A map whose values are replaced and never mutated. `keysOf` returns keys that never change. */
export class Table<Value> {
  readonly #journal: Journal;
  readonly #keysOf: (value: Value) => readonly string[];
  readonly #values = new Map<string, Value>();
  readonly #index = new Index<string>();

  constructor(journal: Journal, keysOf: (value: Value) => readonly string[] = () => NONE) {
    this.#journal = journal;
    this.#keysOf = keysOf;
  }

  get(id: string): Value | undefined {
    return this.#values.get(id);
  }

  /** In order of insertion. */
  values(): IterableIterator<Value> {
    return this.#values.values();
  }

  get size(): number {
    return this.#values.size;
  }

  /** The values that have the key, oldest first. */
  of(key: string): readonly Value[] {
    // What the index names is there.
    return this.#index.of(key).map((id) => this.#values.get(id) as Value);
  }

  set(id: string, value: Value): void {
    const before = this.#values.get(id);
    this.#values.set(id, value);
    if (before !== undefined) {
      this.#journal.record(() => this.#values.set(id, before));
      return;
    }
    const keys = [...new Set(this.#keysOf(value))];
    for (const key of keys) this.#index.add(key, id);
    this.#journal.record(() => {
      this.#values.delete(id);
      for (const key of keys) this.#index.removeLast(key);
    });
  }

  /** Changes members of an existing value. */
  change(id: string, change: Partial<Value>): Value {
    const before = this.#values.get(id);
    if (before === undefined) throw new Error(`The model has no ${id}.`);
    const after = { ...before, ...change };
    this.set(id, after);
    return after;
  }
}

/** A list that only grows. */
export class Log<Value> {
  readonly #journal: Journal;
  readonly #keyOf: (value: Value) => string;
  readonly #values: Value[] = [];
  readonly #index = new Index<Value>();

  constructor(journal: Journal, keyOf: (value: Value) => string) {
    this.#journal = journal;
    this.#keyOf = keyOf;
  }

  add(value: Value): void {
    const key = this.#keyOf(value);
    this.#values.push(value);
    this.#index.add(key, value);
    this.#journal.record(() => {
      this.#values.pop();
      this.#index.removeLast(key);
    });
  }

  /** Oldest first. */
  get values(): readonly Value[] {
    return this.#values;
  }

  /** The values that have the key, oldest first. */
  of(key: string): readonly Value[] {
    return this.#index.of(key);
  }
}
