/**
 * Handing a payout to its rail. Three steps that a crash may part: the details are opened, the rail is given the order,
 * and what it said is recorded. Whoever begins anew gives the rail the very same order, under the transfer's own ID, so
 * the rail sees one payout however often that happens.
 */
import { getValue } from '../../read-models/collection.ts';
import type { Logger } from 'pino';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { taskId } from '../../../projections/tasks.ts';
import { NO_ANSWER } from '../../writer/command.ts';
import { readConsistent } from '../../writer/read-consistent.ts';
import { findPayoutToSubmit, recordSubmission } from '../../ledger/payouts/offramp-commands.ts';
import type { SubmissionResult } from '../../ledger/payouts/offramp-commands.ts';
import type { BookPayoutAccount } from '../../ledger/payouts/payout-account.ts';
import type { Transfer } from '../../ledger/transfers/transfer.ts';
import { environmentOf } from '../../platform/platform.ts';
import { withDeadline } from '../../async/deadline.ts';
import { PROVIDER_TIMEOUT_MS } from '../provider-timeouts.ts';
import type { TaskDependencies } from './dependencies.ts';
import { openPayoutSecrets } from '../../vault/payout-secrets.ts';

/** Does nothing for a transfer that has nothing to submit. Throws ProviderUnavailable while its rail is down. */
export type SubmitPayout = (stream: string, transferId: string) => Promise<void>;

type Parts = TaskDependencies & {
  readonly log: Pick<Logger, 'error'>;
  readonly deadlineMs?: number;
};

/** Calls for one transfer that come while it is being submitted share that submission. */
export function createSubmitPayout(parts: Parts): SubmitPayout {
  const running = new Map<string, Promise<void>>();
  return (stream, transferId) => {
    const name = `${stream} ${transferId}`;
    const current = running.get(name);
    if (current !== undefined) return current;
    const submitting = submit(parts, stream, transferId).finally(() => running.delete(name));
    running.set(name, submitting);
    return submitting;
  };
}

async function submit(parts: Parts, stream: string, transferId: string): Promise<void> {
  const { keepers } = parts;
  const found = await readConsistent(keepers, stream, (book) => findPayoutToSubmit(book, transferId));
  if (found === undefined) return;
  const submission = await askRail(parts, stream, found);
  const recorded = await keepers.submit(stream, {
    decide: (book) => recordSubmission(book, { transfer_id: transferId, submission }),
    answer: NO_ANSWER,
    actor: 'system:payouts',
    requestId: taskId('submit_payout', transferId),
  });
  if (recorded.kind === 'refused' && submission.taken)
    await tellTakenInVain(parts, stream, { transfer: found.transfer, ...submission });
}

/**
 * The rail took what was over meanwhile, which an operator may have settled by hand. The book can't take that in, so somebody
 * has to hear of it; unless it is over with this very payment, which another process then handed in at the same time.
 */
async function tellTakenInVain(
  { documents, log }: Parts,
  stream: string,
  { transfer, rail_reference }: { readonly transfer: Transfer; readonly rail_reference: string },
): Promise<void> {
  // Who can't look has to tell: the next run finds nothing to do any more.
  const found = await getValue(documents, COLLECTIONS.transfers, transfer.id).catch(() => undefined);
  const receipt = found?.receipt ?? null;
  if (receipt !== null && 'rail_reference' in receipt && receipt.rail_reference === rail_reference) return;
  const { id: transfer_id, destination } = transfer;
  const about = { transfer_id, environment: environmentOf(stream), rail: destination.rail, rail_reference };
  log.error({ stream, ...about }, 'a rail took a payout that was over already; it may be paid twice');
}

async function askRail(
  { vault, rails, deadlineMs = PROVIDER_TIMEOUT_MS }: Parts,
  stream: string,
  { transfer, to }: { readonly transfer: Transfer; readonly to: BookPayoutAccount },
): Promise<SubmissionResult> {
  const { currency, rail, country } = to.account;
  const secrets = await openPayoutSecrets(vault, to);
  // Without its details nobody can tell the rail anything, nor know whether it was told before.
  if (secrets === undefined || transfer.payout === undefined)
    throw new Error(`the details of the payout ${transfer.id} can't be opened`);
  const { account_owner_name, destination } = secrets;
  const taken = rails.provider(environmentOf(stream), rail).submitPayout({
    transfer_id: transfer.id,
    amount: transfer.payout.amount,
    currency,
    rail,
    country,
    account_owner_name,
    destination,
  });
  return withDeadline(taken, deadlineMs);
}
