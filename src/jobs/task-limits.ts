/**
 * Concurrency limits for tasks of one kind. Tasks of a hanging rail keep their slots until the deadline, so no group may
 * take all slots: each environment has its own limit, one book gets half of it, and tasks that failed before leave slots
 * for new ones.
 */
import type { Task } from '../../projections/tasks.ts';
import type { Limit } from '../async/concurrency-limiter.ts';
import { environmentOf } from '../ledger/book-name.ts';

const TASKS_PER_ENVIRONMENT_MAX = 16;
const TASKS_PER_BOOK_MAX = 8;
const FAILED_TASKS_PER_ENVIRONMENT_MAX = 6;

export function taskLimits({ stream }: Pick<Task, 'stream'>, hasFailed: boolean): readonly Limit[] {
  const environment = environmentOf(stream);
  return [
    { key: environment, max: TASKS_PER_ENVIRONMENT_MAX },
    { key: stream, max: TASKS_PER_BOOK_MAX },
    ...(hasFailed ? [{ key: `${environment}, failed`, max: FAILED_TASKS_PER_ENVIRONMENT_MAX }] : []),
  ];
}
