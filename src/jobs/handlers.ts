import { taskId, type Task } from '../../projections/tasks.ts';
import { withDeadline } from '../async/wait.ts';
import { findEventAt, readOriginEvent } from '../event-store/book-event.ts';
import type { BookEvent, RecordedBookEvent } from '../ledger/event.ts';
import { decodeIdOrigin, environmentOf } from '../ledger/ids.ts';
import { expireOnramp } from '../ledger/onramp.ts';
import {
  findAccountAwaitingNameCheck,
  recordNameCheck,
  type BookPayoutAccount,
  type NameCheck,
} from '../ledger/payout-account.ts';
import type { DepositDecision } from '../rails/port.ts';
import { openPayoutSecrets } from '../vault/payout-secrets.ts';
import { createReasonOpener } from '../vault/sealed-reasons.ts';
import { namesOf, openPersonalFields, type Vault } from '../vault/vault.ts';
import { NO_ANSWER, readConsistent } from '../writer/command.ts';
import { PROVIDER_TIMEOUT_MS, type SubmitPayout, type TaskDependencies } from './submit-payout.ts';
import type { TaskHandler, TaskHandlers } from './task-loop.ts';

// The handler of each kind of task. A kind without a handler is not run.

// Asks a rail whether a payout account belongs to its user. The request may be repeated at any time.

type NameCheckDependencies = Pick<TaskDependencies, 'writers' | 'vault' | 'rails'>;
type PendingCheck = { readonly to: BookPayoutAccount; readonly sealedUser: string | null };

const createNameCheckHandler =
  ({ writers, vault, rails }: NameCheckDependencies): TaskHandler =>
  async ({ stream, subject: payout_account_id }) => {
    const found = await readConsistent(writers, stream, (book): PendingCheck | undefined => {
      const to = findAccountAwaitingNameCheck(book, payout_account_id);
      return to && { to, sealedUser: book.users.get(to.account.user_id)?.sealed ?? null };
    });
    if (found === undefined) return;
    const record = (name_check: NameCheck) =>
      writers.submit(stream, {
        decide: (book) => recordNameCheck(book, { payout_account_id, name_check }),
        answer: NO_ANSWER,
        actor: 'system:name_checks',
        requestId: taskId('check_name', payout_account_id),
      });
    const { rail, currency, country } = found.to.account;
    const provider = rails.provider(environmentOf(stream), rail);
    const secrets = provider.checksNames ? await openPayoutSecrets(vault, stream, found.to) : undefined;
    // Without a key that was lost, and not destroyed, nothing is known about the name.
    if (provider.checksNames && found.sealedUser !== null) await vault.requireKey(found.to.sealed, stream);
    if (secrets === undefined) {
      await record('not_supported');
      return;
    }
    await record('pending');
    const { person, business } = namesOf(
      await openPersonalFields(vault, stream, found.to.account.user_id, found.sealedUser),
    );
    const user_name = [person, business].filter((name) => name !== '').join(' ');
    const asked = provider.checkName({ rail, currency, country, user_name, ...secrets });
    await record(await withDeadline(asked, PROVIDER_TIMEOUT_MS));
  };

// Expires one-off on-ramps whose instructions expired without a payment.

/** Safe to repeat: an on-ramp that is no longer pending is left unchanged. */
const createOnrampExpiryHandler =
  ({ writers }: Pick<TaskDependencies, 'writers'>): TaskHandler =>
  async ({ stream, subject }) => {
    await writers.submit(stream, {
      decide: (book, context) => expireOnramp(book, { transfer_id: subject }, context),
      answer: NO_ANSWER,
      actor: 'system:expiry',
      requestId: 'none',
    });
  };

// Notifies a rail of a review decision about held money, in two steps: notify the rail, and record that it
// was notified. A crash may happen in between. Repeating is safe because a decision never changes. The rail keeps or
// returns the money, so the decision is read from the events and never from documents.

type NotificationDependencies = Pick<
  TaskDependencies,
  'writers' | 'vault' | 'eventStore' | 'authentication' | 'rails'
>;

/** Throws ProviderUnavailable while the rail is down. */
const createDecisionHandler =
  ({ writers, vault, rails, ...events }: NotificationDependencies): TaskHandler =>
  async (task) => {
    const { stream, subject: transfer_id } = task;
    const decision = await readable(vault, stream, await findDecision(events, task));
    const provider = rails.provider(environmentOf(stream), decision.rail);
    await withDeadline(provider.notifyDecision(decision), PROVIDER_TIMEOUT_MS);
    const notified: BookEvent = { type: 'deposit.decision_told', data: { transfer_id } };
    await writers.submit(stream, {
      decide: () => ({ events: [notified] }),
      answer: NO_ANSWER,
      actor: 'system:decisions',
      requestId: taskId('tell_decision', transfer_id),
      // A concurrent run may have recorded it. HTTP headers cannot contain a line feed, so no client uses
      // this key.
      idempotency: { key: `decision told\n${transfer_id}`, fingerprint: transfer_id },
    });
  };

/** The decision with its reason opened: a reviewer typed it for the payer. */
async function readable(
  vault: Pick<Vault, 'keyFor'>,
  stream: string,
  decision: DepositDecision,
): Promise<DepositDecision> {
  const { reason } = decision;
  if (reason === undefined) return decision;
  const message = await createReasonOpener(vault).openText(reason.message, stream);
  return { ...decision, reason: { ...reason, message } };
}

type Decided = RecordedBookEvent<'transfer.state_changed'>;

/** Reads the event that ended the review, at the time of the task, and the payment it is about. */
async function findDecision(
  events: Pick<NotificationDependencies, 'eventStore' | 'authentication'>,
  { stream, subject: transfer_id, due_at }: Pick<Task, 'stream' | 'subject' | 'due_at'>,
): Promise<DepositDecision> {
  const from = decodeIdOrigin(transfer_id, stream)?.revision ?? 0;
  const decided = await findEventAt(events, stream, { time: due_at, from }, (event): event is Decided =>
    isDecision(event, transfer_id),
  );
  const arrived = await readOriginEvent(events, stream, decided?.data.deposit_id ?? '');
  if (
    decided === undefined ||
    arrived?.type !== 'deposit.arrived' ||
    arrived.data.transfer_id !== transfer_id
  )
    throw new Error(`task for transfer ${transfer_id} does not match the events of its review`);
  const { rail, rail_reference, amount_received: amount, currency } = arrived.data;
  const { state, state_reason } = decided.data;
  const returned = { disposition: 'return', ...(state_reason && { reason: state_reason }) } as const;
  return {
    transfer_id,
    rail,
    rail_reference,
    amount,
    currency,
    ...(state === 'completed' ? { disposition: 'keep' } : returned),
  };
}

const isDecision = (event: RecordedBookEvent, transferId: string): event is Decided =>
  event.type === 'transfer.state_changed' &&
  event.data.transfer_id === transferId &&
  event.data.deposit_id !== undefined &&
  (event.data.state === 'completed' || event.data.state === 'returned');

type HandlerDependencies = TaskDependencies & {
  /** The same instance that reviews use. */
  readonly submitPayout: SubmitPayout;
};

export function createHandlers(dependencies: HandlerDependencies): TaskHandlers {
  const { submitPayout } = dependencies;
  return {
    submit_payout: ({ stream, subject }) => submitPayout(stream, subject),
    check_name: createNameCheckHandler(dependencies),
    expire_onramp: createOnrampExpiryHandler(dependencies),
    tell_decision: createDecisionHandler(dependencies),
  };
}
