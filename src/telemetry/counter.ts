/** A counter with labels that counts in plain numbers. */
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';

/** Counts one, for these values of the labels in their order. */
export type LabeledCounter = ((...values: readonly string[]) => void) & {
  /** Counts an amount. */
  add(amount: number, ...values: readonly string[]): void;
};

/** No label value has it. */
const BETWEEN = '\n';

export function createCounter(
  registry: Registry,
  name: string,
  help: string,
  labels: readonly string[],
): LabeledCounter {
  const counts = new Map<string, number>();
  const counter: Counter = new Counter({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    collect() {
      counter.reset();
      for (const [key, count] of counts) {
        const values = key.split(BETWEEN);
        counter.inc(Object.fromEntries(labels.map((label, i) => [label, values[i] ?? ''])), count);
      }
    },
  });
  const add = (amount: number, ...values: readonly string[]): void => {
    const key = values.length === 1 ? (values[0] ?? '') : values.join(BETWEEN);
    counts.set(key, (counts.get(key) ?? 0) + amount);
  };
  return Object.assign((...values: readonly string[]) => add(1, ...values), { add });
}
