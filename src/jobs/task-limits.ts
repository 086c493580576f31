/**
 * Concurrency limits for tasks of one kind. Tasks of a hanging rail keep their slots until the deadline, so
 * no group may take all of them: each environment has its own limit, one book gets half of it, and tasks that
 * failed before leave slots for new ones.
 */
import type { Task } from '../../projections/tasks.ts';
import { environmentOf } from '../platform/platform.ts';
import { withDeadline } from '../async/deadline.ts';

const IN_ENVIRONMENT = 16;
const IN_BOOK = 8;
const FAILED_IN_ENVIRONMENT = 6;

/** Some of the places, and how many those are. */
type Share = { readonly name: string; readonly most: number };

/** Those that a task needs a place of. */
export function sharesOf({ stream }: Pick<Task, 'stream'>, hasFailed: boolean): readonly Share[] {
  const environment = environmentOf(stream);
  return [
    { name: environment, most: IN_ENVIRONMENT },
    { name: stream, most: IN_BOOK },
    ...(hasFailed ? [{ name: `${environment}, failed`, most: FAILED_IN_ENVIRONMENT }] : []),
  ];
}

export type Places = {
  /** Whether a task is in one. */
  has(id: string): boolean;
  /** Waits until each of the shares has a place, but no longer than this by `performance.now()`; false when one has none. */
  wait(shares: readonly Share[], until: number): Promise<boolean>;
  /** A place in each of the shares, for as long as the task runs. `run` never throws. */
  take(id: string, shares: readonly Share[], run: () => Promise<void>): void;
  /** Resolves when all are empty. */
  empty(): Promise<void>;
};

export function createPlaces(): Places {
  const taken = new Map<string, { readonly shares: readonly Share[]; readonly ended: Promise<void> }>();

  const under = (name: string): Promise<void>[] =>
    [...taken.values()]
      .filter(({ shares }) => shares.some((share) => share.name === name))
      .map(({ ended }) => ended);

  return {
    has: (id) => taken.has(id),
    async wait(shares, until) {
      for (;;) {
        const full = shares.find(({ name, most }) => under(name).length >= most);
        if (full === undefined) return true;
        const left = until - performance.now();
        if (left <= 0) return false;
        await withDeadline(Promise.race(under(full.name)), left).catch(() => undefined);
      }
    },
    take(id, shares, run) {
      taken.set(id, { shares, ended: run().finally(() => taken.delete(id)) });
    },
    async empty() {
      await Promise.all([...taken.values()].map(({ ended }) => ended));
    },
  };
}
