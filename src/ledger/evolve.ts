/**
 * The fold of a book. `evolve` checks the rules that decisions guarantee, so a book never contains an event that
 * breaks one.
 */
import type { Book, BookUser } from './book.ts';
import { evolveDepositAccount, type DepositAccountEvent } from './deposit-account.ts';
import { rememberEvent } from './dual-control.ts';
import type { EventData, RecordedBookEvent } from './event.ts';
import { applyLateMovement } from './late-movement.ts';
import { applyProposal } from './limited-actions.ts';
import { countSpending, releaseSpending } from './limits.ts';
import { applyNote } from './note.ts';
import { completeOnboardingLink, onboardingLinksFromEvent } from './onboarding.ts';
import {
  evolveBookPayoutAccount,
  isHeldAtSubmission,
  withAccountScreening,
  withClearedScreening,
  type PayoutAccountEvent,
} from './payout-account.ts';
import { applyPosting } from './posting.ts';
import { eventsBetweenQuoteRemovals, isQuoteExpired, quoteFromEvent, removeExpiredQuotes } from './quote.ts';
import {
  applyBookClosed,
  applyClockAdvanced,
  assertCanRecord,
  checkBookOpened,
  clockFromEvent,
  isClosed,
} from './sandbox.ts';
import { checkTransferBatch } from './transfer-batch.ts';
import { evolveTransfer, isFinalState, markOfframpApproved, type Transfer } from './transfer.ts';
import { evolveUser, withScreening } from './user.ts';
import { LedgerViolation } from './violations.ts';
import { walletFromEvent, withWalletStatus, type Wallet } from './wallet.ts';
import { evolveBookWebhookEndpoint, type WebhookEndpointEvent } from './webhook-endpoint.ts';

/** Applies one event. Throws a LedgerViolation if it breaks a rule; the book must then be discarded. */
export function evolve(book: Book, event: RecordedBookEvent): void {
  if (event.revision !== book.revision + 1)
    throw new LedgerViolation(
      'revision_sequence',
      `Expected revision ${book.revision + 1}; got ${event.revision}.`,
    );
  const time = Date.parse(event.time);
  if (!(time >= book.time))
    throw new LedgerViolation(
      'time_order',
      `Event time ${event.time} is earlier than that of the previous event.`,
    );
  assertCanRecord(book, event.type);
  const { revision, time: timeBefore } = book;
  if (book.undoLog.isRecording) {
    book.undoLog.steps.push(() => {
      book.revision = revision;
      book.time = timeBefore;
    });
  }
  apply(book, event, time);
  rememberEvent(book.recent, event);
  if (event.revision % eventsBetweenQuoteRemovals(book.quotes.size) === 0) removeExpiredQuotes(book, time);
  book.revision = event.revision;
  book.time = event.type === 'clock.advanced' ? Date.parse(clockFromEvent(event).time) : time;
}

function apply(book: Book, event: RecordedBookEvent, time: number): void {
  switch (event.type) {
    case 'user.created':
    case 'user.updated':
    case 'user.kyc_status_changed':
    case 'user.terms_status_changed':
    case 'user.deactivated':
    case 'user.forgotten':
      applyUser(book, event);
      return;
    case 'user.screened':
      book.users.set(event.data.user_id, withScreening(book.users.get(event.data.user_id), event));
      return;
    case 'wallet.opened':
      applyWalletOpened(book, event);
      return;
    case 'wallet.frozen':
      setWalletStatus(book, event.data.wallet_id, 'frozen');
      return;
    case 'wallet.unfrozen':
      setWalletStatus(book, event.data.wallet_id, 'active');
      return;
    case 'deposit_account.opened':
    case 'deposit_account.deactivated':
    case 'deposit_account.reactivated':
      applyDepositAccount(book, event);
      return;
    case 'payout_account.opened':
    case 'payout_account.name_checked':
    case 'payout_account.deleted':
      applyPayoutAccount(book, event);
      return;
    case 'payout_account.screened':
      applyAccountScreening(book, event);
      return;
    case 'offramp.approved':
      applyApproval(book, event);
      return;
    case 'transfer.created':
    case 'transfer.state_changed':
      applyTransfer(book, event, time);
      return;
    case 'payout.returned_late':
    case 'deposit.reversed':
      applyLateMovement(book, event);
      return;
    case 'quote.created':
      applyQuote(book, event);
      return;
    case 'allocation.received':
      applyAllocation(book, event.data);
      return;
    case 'posting.recorded':
      applyPosting(book, event);
      return;
    case 'onboarding_links.issued':
    case 'onboarding_link.completed':
    case 'identity.submitted':
      applyOnboarding(book, event);
      return;
    case 'webhook_endpoint.created':
    case 'webhook_endpoint.updated':
    case 'webhook_endpoint.disabled':
    case 'webhook_endpoint.key_rotated':
    case 'webhook_endpoint.tested':
    case 'webhook_endpoint.deleted':
      applyWebhookEndpoint(book, event);
      return;
    case 'event.redelivery_requested':
      assertEnabled(book, event.data.webhook_endpoint_ids);
      return;
    case 'proposal.created':
    case 'proposal.executed':
    case 'proposal.ended':
      applyProposal(book, event);
      return;
    case 'note.added':
      applyNote(book, event);
      return;
    case 'clock.advanced':
      applyClockAdvanced(book, event);
      return;
    case 'book.opened':
      checkBookOpened(book, event.data);
      return;
    case 'book.closed':
      applyBookClosed(book, event.data);
      return;
    case 'task.dropped':
    case 'deposit.arrived':
    case 'deposit.sent_back':
    case 'deposit.decision_told':
    case 'request.recorded':
      return;
    case 'transfer_batch.created':
      checkTransferBatch(event);
      return;
  }
}

function applyQuote(book: Book, event: RecordedBookEvent<'quote.created'>): void {
  const { quote_id } = event.data;
  if (book.quotes.has(quote_id))
    throw new LedgerViolation('quote_exists', `Quote ${quote_id} already exists.`);
  book.quotes.set(quote_id, quoteFromEvent(event));
}

function applyAllocation(book: Book, data: EventData<'allocation.received'>): void {
  const { treasury, allocation_id, previous_allocation_id } = data;
  if ((book.allocations.get(treasury) ?? null) !== previous_allocation_id)
    throw new LedgerViolation('allocation_sequence', `Allocation ${allocation_id} is out of sequence.`);
  book.allocations.set(treasury, allocation_id);
}

function applyDepositAccount(book: Book, event: DepositAccountEvent): void {
  const id = event.data.deposit_account_id;
  const before = book.depositAccounts.get(id);
  if (before?.status !== REQUIRED_STATUS[event.type])
    throw new LedgerViolation(
      'transition_not_allowed',
      `${event.type}: deposit account ${id} is ${before?.status ?? 'unknown'}.`,
    );
  book.depositAccounts.set(id, evolveDepositAccount(before, event));
}

function applyPayoutAccount(book: Book, event: PayoutAccountEvent): void {
  const id = event.data.payout_account_id;
  book.payoutAccounts.set(id, evolveBookPayoutAccount(book.payoutAccounts.get(id), event));
}

function applyAccountScreening(book: Book, event: RecordedBookEvent<'payout_account.screened'>): void {
  const id = event.data.payout_account_id;
  book.payoutAccounts.set(id, withAccountScreening(book.payoutAccounts.get(id), event));
}

function applyApproval(book: Book, event: RecordedBookEvent<'offramp.approved'>): void {
  const transfer = book.transfers.get(event.data.transfer_id);
  if (transfer === undefined)
    throw new LedgerViolation(
      'object_missing',
      `Approved transfer ${event.data.transfer_id} does not exist.`,
    );
  book.transfers.set(transfer.id, markOfframpApproved(transfer, event));
  const account = book.payoutAccounts.get(transfer.destination.payout_account_id ?? '');
  if (account?.screening !== undefined)
    book.payoutAccounts.set(account.account.id, withClearedScreening(account));
}

/** The status that each event requires; undefined if the account must not exist. */
const REQUIRED_STATUS = {
  'deposit_account.opened': undefined,
  'deposit_account.deactivated': 'active',
  'deposit_account.reactivated': 'deactivated',
} as const;

function applyUser(book: Book, event: Parameters<typeof evolveUser>[1]): void {
  const id = event.data.user_id;
  const before = book.users.get(id);
  if (
    event.type === 'user.created' &&
    (before !== undefined || book.references.has(event.data.external_reference))
  ) {
    throw new LedgerViolation('object_exists', `User ${id} or its external reference already exists.`);
  }
  if (event.type === 'user.forgotten') {
    applyUserForgotten(book, event, before);
    return;
  }
  if (before?.user.status === 'deactivated')
    throw new LedgerViolation('user_inactive', `${event.type}: user ${id} is deactivated.`);
  const sealed =
    (event.type === 'user.created' || event.type === 'user.updated') && event.data.sealed !== undefined
      ? event.data.sealed
      : (before?.sealed ?? null);
  book.users.set(id, {
    user: evolveUser(before?.user, event),
    sealed,
    wallets: before?.wallets ?? {},
    ...(before?.screening === undefined ? {} : { screening: before.screening }),
  });
  if (event.type === 'user.created') book.references.set(event.data.external_reference, id);
  if (event.type === 'user.deactivated') {
    for (const walletId of event.data.frozen_wallet_ids) setWalletStatus(book, walletId, 'frozen');
    book.onboardingLinks.delete(id);
  }
}

/** The sealed fields can no longer be opened, so they are dropped. */
function applyUserForgotten(
  book: Book,
  event: RecordedBookEvent<'user.forgotten'>,
  before: BookUser | undefined,
): void {
  if (before?.forgotten === true)
    throw new LedgerViolation('user_forgotten', `User ${event.data.user_id} is already forgotten.`);
  if (before?.user.status === 'active' && !isClosed(book))
    throw new LedgerViolation(
      'user_active',
      `User ${event.data.user_id} must be deactivated before it is forgotten.`,
    );
  const user = evolveUser(before?.user, event);
  book.users.set(user.id, { user, sealed: null, forgotten: true, wallets: before?.wallets ?? {} });
  book.noteKeys.delete(user.id);
}

type OnboardingEvent = RecordedBookEvent<
  'onboarding_links.issued' | 'onboarding_link.completed' | 'identity.submitted'
>;

function applyOnboarding(book: Book, event: OnboardingEvent): void {
  const { user_id } = event.data;
  if (book.users.get(user_id)?.user.status !== 'active')
    throw new LedgerViolation('user_inactive', `${event.type}: user ${user_id} is not active.`);
  if (event.type === 'onboarding_links.issued')
    book.onboardingLinks.set(user_id, onboardingLinksFromEvent(event));
  if (event.type === 'onboarding_link.completed')
    book.onboardingLinks.set(user_id, completeOnboardingLink(book.onboardingLinks.get(user_id), event));
}

function applyWebhookEndpoint(book: Book, event: WebhookEndpointEvent): void {
  const id = event.data.webhook_endpoint_id;
  const after = evolveBookWebhookEndpoint(book.webhookEndpoints.get(id), event);
  if (after === undefined) book.webhookEndpoints.delete(id);
  else book.webhookEndpoints.set(id, after);
}

function assertEnabled(book: Book, endpointIds: readonly string[]): void {
  for (const id of endpointIds) {
    if (book.webhookEndpoints.get(id)?.endpoint.status !== 'enabled')
      throw new LedgerViolation('endpoint_not_enabled', `Webhook endpoint ${id} is not enabled.`);
  }
}

function applyWalletOpened(book: Book, event: RecordedBookEvent<'wallet.opened'>): void {
  const wallet = walletFromEvent(event);
  const owner = book.users.get(wallet.user_id);
  if (owner === undefined)
    throw new LedgerViolation(
      'object_missing',
      `Owner ${wallet.user_id} of wallet ${wallet.id} does not exist.`,
    );
  if (book.wallets.has(wallet.id) || owner.wallets[wallet.asset] !== undefined)
    throw new LedgerViolation(
      'object_exists',
      `Wallet ${wallet.id}, or a ${wallet.asset} wallet of its owner, already exists.`,
    );
  book.wallets.set(wallet.id, wallet);
  book.balanceTimes.set(wallet.id, wallet.created_at);
  book.users.set(wallet.user_id, { ...owner, wallets: { ...owner.wallets, [wallet.asset]: wallet.id } });
}

function setWalletStatus(book: Book, id: string, status: Wallet['status']): void {
  const wallet = book.wallets.get(id);
  if (wallet === undefined) throw new LedgerViolation('object_missing', `Wallet ${id} does not exist.`);
  if (status === 'active' && book.users.get(wallet.user_id)?.user.status === 'deactivated')
    throw new LedgerViolation('user_inactive', `Wallet ${id} must stay frozen: its owner is deactivated.`);
  book.wallets.set(id, withWalletStatus(wallet, status));
}

function applyTransfer(book: Book, event: Parameters<typeof evolveTransfer>[1], time: number): void {
  const id = event.data.transfer_id;
  if (event.type === 'transfer.created' && book.transfers.has(id))
    throw new LedgerViolation('object_exists', `Transfer ${id} already exists.`);
  const before = book.transfers.get(id);
  const transfer = evolveTransfer(before, event);
  if (before?.kind === 'offramp' && before.state === 'in_review') assertReviewDecided(before, transfer.state);
  if (event.type === 'transfer.created') {
    countSpending(book, event.data, time);
    if (transfer.kind === 'conversion') markQuoteUsed(book, event, time);
  } else releaseSpending(book, transfer);
  if (isFinalState(transfer.kind, transfer.state)) book.transfers.delete(id);
  else book.transfers.set(id, transfer);
}

/**
 * An off-ramp in review is submitted only after an approval and refunded only without one. One that was held at its
 * submission may already have reached its rail.
 */
function assertReviewDecided(transfer: Transfer, state: Transfer['state']): void {
  const { id, approval } = transfer;
  if (isHeldAtSubmission(transfer) && state === 'payout_submitted') return;
  if ((approval !== undefined) !== (state === 'payout_submitted'))
    throw new LedgerViolation(
      'transition_not_allowed',
      `Off-ramp ${id} cannot go from in_review to ${state} ${approval === undefined ? 'without' : 'after'} an approval.`,
    );
}

function markQuoteUsed(book: Book, { data }: RecordedBookEvent<'transfer.created'>, time: number): void {
  const quote = book.quotes.get(data.quote_id ?? '');
  if (quote === undefined || quote.transfer_id !== null || isQuoteExpired(quote, time))
    throw new LedgerViolation('quote_unusable', `Conversion ${data.transfer_id} has no open quote.`);
  book.quotes.set(quote.id, { ...quote, transfer_id: data.transfer_id });
}
