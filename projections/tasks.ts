/**
 * Open tasks of all books, one document each. One event opens a task and a later one closes it, so the task ID is derived from
 * what both events contain: the due time, the kind, and the subject. IDs start with the due time, so lists are sorted by it.
 */

import { environmentOf, idTime, smallestIdAt } from '../src/ledger/ids.ts';
import { defineBookProjection, ignoreAllBut } from './book-projection.ts';
import type { Recorded } from './views.ts';

// How far the time of each sandbox book is ahead of the clock. These documents are in the collection of tasks, because they
// decide when tasks are due. A book whose time was never advanced has none.

export type BookClock = {
  readonly stream: string;
  readonly ahead_seconds: number;
};

/** The term of all clocks. */
export const CLOCKS_TERM = 'clocks';

/** The ID of the document, which no task has. */
export const bookClockId = (stream: string): string => `clock|${stream}`;

const clockAdvanced = {
  touches: ({ stream }: Recorded<'clock.advanced'>): string[] => [bookClockId(stream)],
  fold(_before: unknown, { stream, data }: Recorded<'clock.advanced'>) {
    const value: BookClock = { stream, ahead_seconds: data.ahead_seconds };
    return { value, terms: [CLOCKS_TERM] };
  },
};

/** No task of a closed book is due early. */
const clockEnded = {
  touches: ({ stream }: Recorded<'book.closed'>): string[] => [bookClockId(stream)],
  fold: (before: unknown) => (before === undefined ? undefined : null),
};

export type TaskKind = 'submit_payout' | 'check_name' | 'expire_onramp' | 'tell_decision';

export type Task = {
  readonly kind: TaskKind;
  /** The book of the task. */
  readonly stream: string;
  /** The ID of the transfer or payout account. */
  readonly subject: string;
  /** ISO 8601. */
  readonly due_at: string;
};

/** The scope of the tasks of all books. */
export const TASKS_SCOPE = 'tasks';

/** A lower bound for the IDs of tasks that are due at this time (milliseconds since 1970) or later. */
const firstTaskIdAt = (time: number): string => smallestIdAt('tsk', time).slice(0, -16);

/**
 * The upper bound of a list of tasks that are due at a time (milliseconds since 1970). Only expiries become due later; for other
 * kinds, a bound would hide tasks if the clock is set back.
 */
export const dueBy = (kind: TaskKind, time: number): { readonly before?: string } =>
  kind === 'expire_onramp' ? { before: firstTaskIdAt(time + 1) } : {};

/** Without another due time, a task is due at the time in the subject's ID. */
export const taskId = (kind: TaskKind, subject: string, due = idTime(subject)): string =>
  `${firstTaskIdAt(due)}_${kind}_${subject}`;

/** The term of the expiries of a sandbox book, which may be due before the others. */
export const expiriesTerm = (stream: string): string => `expiries:${stream}`;

type Before = { readonly value: Task | BookClock; readonly terms: readonly string[] } | undefined;

/** The document of an open task. */
export function openTask(kind: TaskKind, stream: string, subject: string, due = idTime(subject)) {
  const value: Task = { kind, stream, subject, due_at: new Date(due).toISOString() };
  const hasBookTerm = kind === 'expire_onramp' && environmentOf(stream) === 'sandbox';
  return { value, terms: [`kind:${kind}`, ...(hasBookTerm ? [expiriesTerm(stream)] : [])] };
}

/** Deletes the document if it exists. */
const close = (before: Before): null | undefined => (before === undefined ? undefined : null);

/** The states that can follow an unsubmitted payout and in which there is nothing to submit. */
const NOT_TO_SUBMIT: ReadonlySet<string> = new Set([
  'payout_submitted',
  'in_review',
  'refunded',
  'failed',
  'canceled',
]);

const payoutTask = (transferId: string): string => taskId('submit_payout', transferId);

/** A one-off on-ramp expires together with its deposit instructions. */
const expiryTask = (transferId: string, expiresAt: string | undefined): string[] =>
  expiresAt === undefined ? [] : [taskId('expire_onramp', transferId, Date.parse(expiresAt))];

const created = {
  touches: ({ data }: Recorded<'transfer.created'>): string[] =>
    data.kind === 'offramp'
      ? [payoutTask(data.transfer_id)]
      : expiryTask(data.transfer_id, data.deposit_instructions?.expires_at),
  fold(_before: Before, { data, stream }: Recorded<'transfer.created'>) {
    const expiresAt = data.deposit_instructions?.expires_at;
    return expiresAt === undefined
      ? openTask('submit_payout', stream, data.transfer_id)
      : openTask('expire_onramp', stream, data.transfer_id, Date.parse(expiresAt));
  },
};

const decisionTask = (transferId: string): string => taskId('tell_decision', transferId);

/** The state of a deposit during a review, and the states that end the review. */
const IN_REVIEW_OR_DECIDED: ReadonlySet<string> = new Set(['in_review', 'completed', 'returned']);

/** The event does not contain the transfer kind. Transfers of other kinds have no such task. */
const moved = {
  touches: ({ data }: Recorded<'transfer.state_changed'>): string[] => [
    ...(NOT_TO_SUBMIT.has(data.state) ? [payoutTask(data.transfer_id)] : []),
    ...expiryTask(data.transfer_id, data.expires_at),
    ...(data.deposit_id !== undefined && IN_REVIEW_OR_DECIDED.has(data.state)
      ? [decisionTask(data.transfer_id)]
      : []),
  ],
  fold: (before: Before, event: Recorded<'transfer.state_changed'>, id: string) =>
    id === decisionTask(event.data.transfer_id) ? decided(before, event) : close(before),
};

/**
 * Only a deposit in review is decided. When the review starts, this creates a document without terms, which no list contains.
 * The decision adds the term and the due time; the ID, and so the list order, stays that of the transfer.
 */
function decided(before: Before, { data, stream, time }: Recorded<'transfer.state_changed'>) {
  const task = openTask('tell_decision', stream, data.transfer_id);
  if (data.state === 'in_review') return { ...task, terms: [] };
  return before === undefined ? undefined : { ...task, value: { ...task.value, due_at: time } };
}

const decisionReported = {
  touches: ({ data }: Recorded<'deposit.decision_told'>): string[] => [decisionTask(data.transfer_id)],
  fold: close,
};

const approved = {
  touches: ({ data }: Recorded<'offramp.approved'>): string[] => [payoutTask(data.transfer_id)],
  fold: (_before: Before, { data, stream }: Recorded<'offramp.approved'>) =>
    openTask('submit_payout', stream, data.transfer_id),
};

const nameTask = (accountId: string): string => taskId('check_name', accountId);

const accountOpened = {
  touches: ({ data }: Recorded<'payout_account.opened'>): string[] =>
    data.check_name ? [nameTask(data.payout_account_id)] : [],
  fold: (_before: Before, { data, stream }: Recorded<'payout_account.opened'>) =>
    openTask('check_name', stream, data.payout_account_id),
};

const nameChecked = {
  touches: ({ data }: Recorded<'payout_account.name_checked'>): string[] =>
    data.name_check === 'pending' ? [] : [nameTask(data.payout_account_id)],
  fold: close,
};

const accountDeleted = {
  touches: ({ data }: Recorded<'payout_account.deleted'>): string[] => [nameTask(data.payout_account_id)],
  fold: close,
};

export const tasksProjection = defineBookProjection<Task | BookClock>({
  name: 'tasks',
  version: 3,
  state: 'tasks',
  scope: TASKS_SCOPE,
  rules: {
    ...ignoreAllBut('payout_accounts', 'transfers', 'offramps', 'clock', 'generations'),
    'transfer.created': created,
    'transfer.state_changed': moved,
    'offramp.approved': approved,
    'deposit.decision_told': decisionReported,
    'payout_account.opened': accountOpened,
    'payout_account.name_checked': nameChecked,
    'payout_account.deleted': accountDeleted,
    'clock.advanced': clockAdvanced,
    'book.opened': 'ignore',
    'book.closed': clockEnded,
    'task.dropped': {
      touches: ({ data }: Recorded<'task.dropped'>): string[] => [data.task_id],
      fold: close,
    },
  },
});
