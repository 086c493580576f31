/**
 * What the service still has to do by itself: a document for each task that is open, of all books together. An event
 * opens a task, and a later one closes it. The two share nothing but what they are about, so the task's ID follows from
 * that: from when it is due, its kind and its subject. IDs begin with the time, so a list comes in the order it is due.
 */
import { smallestIdAt, idTime } from '../src/ledger/ids.ts';
import { defineBookProjection, ignoreTopics } from './book-projection.ts';
import type { Recorded } from './views.ts';

export type TaskKind = 'submit_payout' | 'check_name' | 'expire_onramp' | 'tell_decision';

export type Task = {
  readonly kind: TaskKind;
  /** The book it belongs to. */
  readonly stream: string;
  /** The ID of what it is about. */
  readonly subject: string;
  /** ISO 8601. */
  readonly due_at: string;
};

/** The scope of all tasks, whichever book they belong to. */
export const TASKS_SCOPE = 'tasks';

/** Every task that is due at a time (milliseconds since 1970) or later has an ID after this. */
export const firstTaskIdAt = (time: number): string => smallestIdAt('tsk', time).slice(0, -16);

/**
 * The bound of a list of tasks of a kind that are due at a time (milliseconds since 1970). All but expiries are due from
 * the beginning: a bound would only hide them when the clock is put back behind the time in their IDs.
 */
export const dueBy = (kind: TaskKind, time: number): { readonly before?: string } =>
  kind === 'expire_onramp' ? { before: firstTaskIdAt(time + 1) } : {};

/** A subject without another time is due from its own beginning on, which its ID tells. */
export const taskId = (kind: TaskKind, subject: string, due = idTime(subject)): string =>
  `${firstTaskIdAt(due)}_${kind}_${subject}`;

type Before = { readonly value: Task; readonly terms: readonly string[] } | undefined;

/** The document of an open task. */
export function openTask(kind: TaskKind, stream: string, subject: string, due = idTime(subject)) {
  const value: Task = { kind, stream, subject, due_at: new Date(due).toISOString() };
  return { value, terms: [`kind:${kind}`] };
}

/** No document, if there was one. */
const close = (before: Before): null | undefined => (before === undefined ? undefined : null);

/** The states in which a payout has nothing to submit, among those that it can come to from before submission. */
const SUBMITTED_OR_NOT_TO_BE: ReadonlySet<string> = new Set([
  'payout_submitted',
  'in_review',
  'refunded',
  'failed',
  'canceled',
]);

const payoutTask = (transferId: string): string => taskId('submit_payout', transferId);

/** A one-off on-ramp stops waiting for its money when its instructions expire. */
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

/** The states that a deposit waits for its review in, and that the review ends in. */
const HELD_OR_DECIDED: ReadonlySet<string> = new Set(['in_review', 'completed', 'returned']);

/** The event does not say of which kind its transfer is; one of another kind has no such task to close. */
const moved = {
  touches: ({ data }: Recorded<'transfer.state_changed'>): string[] => [
    ...(SUBMITTED_OR_NOT_TO_BE.has(data.state) ? [payoutTask(data.transfer_id)] : []),
    ...expiryTask(data.transfer_id, data.expires_at),
    ...(data.deposit_id !== undefined && HELD_OR_DECIDED.has(data.state)
      ? [decisionTask(data.transfer_id)]
      : []),
  ],
  fold: (before: Before, event: Recorded<'transfer.state_changed'>, id: string) =>
    id === decisionTask(event.data.transfer_id) ? decided(before, event) : close(before),
};

/**
 * Only what was held is decided. So a deposit that is held leaves a document that nobody lists, and the decision makes a
 * task of it. It can be told from then on, though its place in the list is that of the transfer.
 */
function decided(before: Before, { data, stream, time }: Recorded<'transfer.state_changed'>) {
  const task = openTask('tell_decision', stream, data.transfer_id);
  if (data.state === 'in_review') return { ...task, terms: [] };
  return before === undefined ? undefined : { ...task, value: { ...task.value, due_at: time } };
}

const decisionTold = {
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

export const tasksProjection = defineBookProjection<Task>({
  name: 'tasks',
  version: 2,
  state: 'tasks',
  scope: TASKS_SCOPE,
  rules: {
    ...ignoreTopics(
      'users',
      'onboarding',
      'wallets',
      'deposit_accounts',
      'deposits',
      'postings',
      'quotes',
      'treasury',
      'webhook_endpoints',
      'redeliveries',
      'requests',
    ),
    'transfer.created': created,
    'transfer.state_changed': moved,
    'offramp.approved': approved,
    'deposit.decision_told': decisionTold,
    'payout_account.opened': accountOpened,
    'payout_account.name_checked': nameChecked,
    'payout_account.deleted': accountDeleted,
  },
});
