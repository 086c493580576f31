/** Counts which operations, refusals, and states of transfers scenarios reach. */
import { isObject, textOf } from '../model/prediction.ts';
import type { Answer } from '../model/prediction.ts';

export type Coverage = {
  observe(operation: string, answer: Answer): void;
  add(name: string, times?: number): void;
  /** How often each was reached: `operation status code`, and `transfer kind state`. */
  readonly counts: ReadonlyMap<string, number>;
};

export function createCoverage(): Coverage {
  const counts = new Map<string, number>();
  const add = (name: string, times = 1): void => void counts.set(name, (counts.get(name) ?? 0) + times);
  return {
    counts,
    add,
    observe(operation, { status, body }) {
      const error = isObject(body) ? body['error'] : undefined;
      add(`${operation} ${status} ${textOf(error, 'code')}`.trimEnd());
      if (textOf(body, 'object') === 'transfer')
        add(`transfer ${textOf(body, 'kind')} ${textOf(body, 'state')}`);
    },
  };
}
