import type { Logger } from 'pino';
import { COLLECTIONS } from '../../projections/collections.ts';
import { taskId } from '../../projections/tasks.ts';
import { withDeadline } from '../async/wait.ts';
import type { Authentication } from '../event-store/authenticated-reader.ts';
import { readOriginEvent, type OriginSource } from '../event-store/book-event.ts';
import type { EventStore } from '../event-store/port.ts';
import type { Decision } from '../ledger/book.ts';
import { environmentOf } from '../ledger/ids.ts';
import { supersedeProposals } from '../ledger/limited-actions.ts';
import type { BookPayoutAccount } from '../ledger/payout-account.ts';
import {
  findPayoutToSubmit,
  holdPayout,
  recordSubmission,
  requirePayout,
  type SubmissionResult,
} from '../ledger/payout.ts';
import type { Transfer } from '../ledger/transfer.ts';
import { NoAnswer, type Rails } from '../rails/port.ts';
import { getValue } from '../read-models/collection.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type { Screening } from '../screening/screening.ts';
import { openPayoutSecrets, type PayoutSecrets } from '../vault/payout-secrets.ts';
import type { Vault } from '../vault/vault.ts';
import { NO_ANSWER, readConsistent, type BookWriters } from '../writer/command.ts';

// The dependencies of task handlers.

export type TaskDependencies = {
  readonly writers: BookWriters;
  readonly documents: Pick<DocumentStore, 'get'>;
  /** Everything that decides about money is read from events, because documents can be changed. */
  readonly eventStore: Pick<EventStore, 'read' | 'readLast'>;
  readonly authentication: Authentication;
  readonly vault: Vault;
  readonly rails: Rails;
};

/** Time limits for rail providers. */

/**
 * Time limit for one provider call. A hanging rail then frees its slot, and the call is repeated later. It
 * must be longer than the configurable timeout of connectors (at most one minute), or the response of a slow
 * connector would be lost.
 */
export const PROVIDER_TIMEOUT_MS = 65_000;
/** How long a caller waits for a submission before it is left to the task loop. */
export const SUBMISSION_WAIT_MS = 5_000;

// Submits a payout to its rail in three steps: open the bank details, send the order, and record the
// response. A crash may happen between steps. Every repetition sends the same order under the transfer's ID,
// so the rail sees one payout.

/** Does nothing if there is nothing to submit. Throws ProviderUnavailable while the rail is down. */
export type SubmitPayout = (stream: string, transferId: string) => Promise<void>;

type Dependencies = TaskDependencies & {
  readonly log: Pick<Logger, 'error'>;
  readonly screening: Screening;
  readonly deadlineMs?: number;
};

/** Concurrent calls for the same transfer share one submission. */
export function createSubmitPayout(dependencies: Dependencies): SubmitPayout {
  const running = new Map<string, Promise<void>>();
  return (stream, transferId) => {
    const name = `${stream} ${transferId}`;
    const current = running.get(name);
    if (current !== undefined) return current;
    const submitting = submit(dependencies, stream, transferId).finally(() => running.delete(name));
    running.set(name, submitting);
    return submitting;
  };
}

async function submit(dependencies: Dependencies, stream: string, transferId: string): Promise<void> {
  const { writers } = dependencies;
  const found = await readConsistent(writers, stream, (book) => findPayoutToSubmit(book, transferId));
  if (found === undefined) return;
  await assertSameAsEvent(dependencies, stream, found.to);
  const secrets = await openPayoutSecrets(dependencies.vault, stream, found.to);
  // Without the details it is unknown whether the rail already has this order.
  if (secrets === undefined) throw new Error(`details of payout ${transferId} cannot be opened`);
  if (await isHeld(dependencies, stream, found, secrets.account_owner_name)) return;
  const submission = await sendOrder(dependencies, stream, found, secrets);
  const control = supersedeProposals(found.transfer.id);
  const recorded = await writers.submit(stream, {
    decide: (book, context) =>
      control(book, context, () => recordSubmission(book, { transfer_id: transferId, submission })),
    answer: NO_ANSWER,
    actor: 'system:payouts',
    requestId: taskId('submit_payout', transferId),
  });
  if (recorded.kind === 'refused' && submission.accepted)
    await alertPossibleDoublePayout(dependencies, stream, { transfer: found.transfer, ...submission });
}

/**
 * The rail accepted a payout whose transfer has ended in the meantime, for example because an operator
 * settled it by hand. The book cannot record it, so an operator must be alerted, unless another process
 * submitted the very same payment.
 */
async function alertPossibleDoublePayout(
  { documents, log }: Dependencies,
  stream: string,
  { transfer, rail_reference }: { readonly transfer: Transfer; readonly rail_reference: string },
): Promise<void> {
  // If the lookup fails, alert anyway: the next run finds nothing to do.
  const found = await getValue(documents, COLLECTIONS.transfers, transfer.id).catch(() => undefined);
  const receipt = found?.receipt ?? null;
  if (receipt !== null && 'rail_reference' in receipt && receipt.rail_reference === rail_reference) return;
  const { id: transfer_id, destination } = transfer;
  const about = { transfer_id, environment: environmentOf(stream), rail: destination.rail, rail_reference };
  log.error({ stream, ...about }, 'possible double payout');
}

/** The account may come from a snapshot. Throws unless it is the account that its event opened. */
async function assertSameAsEvent(
  events: OriginSource,
  stream: string,
  { account, sealed, sealed_details }: BookPayoutAccount,
): Promise<void> {
  const event = await readOriginEvent(events, stream, account.id);
  const isSame =
    event?.type === 'payout_account.opened' &&
    event.data.payout_account_id === account.id &&
    event.data.user_id === account.user_id &&
    event.data.rail === account.rail &&
    event.data.currency === account.currency &&
    event.data.country === account.country &&
    event.data.sealed === sealed &&
    event.data.sealed_details === sealed_details;
  if (!isSame) throw new Error(`payout account ${account.id} is not the one that its event opened`);
}

/**
 * Screens the payee once more, because the list may have changed since the account was registered. Returns whether the payout
 * now waits for a review.
 */
async function isHeld(
  { writers, screening }: Dependencies,
  stream: string,
  { transfer, to }: FoundPayout,
  name: string,
): Promise<boolean> {
  const held = { transfer_id: transfer.id, ...screening.screen(name).recordFor(to.account.user_id) };
  if (await writers.read(stream, (book) => !holdsPayout(holdPayout(book, held)))) return false;
  const recorded = await writers.submit(stream, {
    decide: (book) => holdPayout(book, held),
    answer: NO_ANSWER,
    actor: 'system:screening',
    requestId: taskId('submit_payout', transfer.id),
  });
  return recorded.kind !== 'refused';
}

const holdsPayout = (decision: Decision): boolean => 'events' in decision && decision.events.length > 0;

type FoundPayout = { readonly transfer: Transfer; readonly to: BookPayoutAccount };

async function sendOrder(
  { rails, deadlineMs = PROVIDER_TIMEOUT_MS }: Dependencies,
  stream: string,
  { transfer, to }: FoundPayout,
  { account_owner_name, destination }: PayoutSecrets,
): Promise<SubmissionResult> {
  const { currency, rail, country } = to.account;
  const response = rails.provider(environmentOf(stream), rail).submitPayout({
    transfer_id: transfer.id,
    amount: requirePayout(transfer).amount,
    currency,
    rail,
    country,
    account_owner_name,
    destination,
  });
  return withDeadline(response, deadlineMs, () => new NoAnswer(`no answer within ${deadlineMs} ms`));
}
