/** The collections of the model's state. */

/** A map whose values are replaced and never mutated. */
export class Table<Value> {
  readonly #values = new Map<string, Value>();

  get(id: string): Value | undefined {
    return this.#values.get(id);
  }

  /** In order of insertion. */
  values(): IterableIterator<Value> {
    return this.#values.values();
  }

  set(id: string, value: Value): void {
    this.#values.set(id, value);
  }

  /** Changes members of an existing value. */
  change(id: string, change: Partial<Value>): Value {
    const before = this.#values.get(id);
    if (before === undefined) throw new Error(`The model has no ${id}.`);
    const after = { ...before, ...change };
    this.#values.set(id, after);
    return after;
  }
}
