import { COLLECTIONS } from '../../../projections/collections.ts';
import { transferReferenceTerm, transferTerms, type TransferFilter } from '../../../projections/transfers.ts';
import type { TransferCreate, TransferListQuery } from '../../generated/api.ts';
import { fromRefusal } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { asFiat, countDecimals, formatAmount, parseStoredAmount } from '../../ledger/amount.ts';
import type { ReadonlyBook } from '../../ledger/book.ts';
import { createTransfer } from '../../ledger/create-transfer.ts';
import { findOnrampRoute } from '../../ledger/deposit-account.ts';
import type { BookEvent, EventData, RecordedBookEvent } from '../../ledger/event.ts';
import type { BookPayoutAccount } from '../../ledger/payout-account.ts';
import type { Policy, Route } from '../../ledger/policy.ts';
import { presentTransfer } from '../../ledger/present.ts';
import {
  depositRate,
  fiatToPoints,
  refuseInsufficientLiquidity,
  type ArchivedQuote,
} from '../../ledger/quote.ts';
import { evolveTransfer, type CreateTransfer, type Transfer } from '../../ledger/transfer.ts';
import type { Reason } from '../../ledger/user.ts';
import { ProviderUnavailable } from '../../rails/port.ts';
import { openPayoutSecrets } from '../../vault/payout-secrets.ts';
import { readConsistent, type AnswerSource } from '../../writer/command.ts';
import { replyWithPage, transfersKeys, type Listing, type Selection } from '../operations/list.ts';
import type { Caller, Handlers } from '../operations/operation.ts';
import { replyWithObject } from '../operations/read.ts';
import { replyToOutcome, submit, submitForOutcome } from '../operations/write.ts';
import { submitWithInstructions } from './provider-instructions.ts';
import { retryWithExpiredQuote } from './quotes.ts';

// Creates off-ramps. The rail is checked last, before anything is written: whether it is available and, if it can tell,
// whether it accepts the payout. The book cannot wait for the rail, so the command is decided twice: first to find
// refusals and repeated keys, then with the rail's answer.

/** What the rail is asked before the debit, without the encrypted parts of the account. `unavailable`: it cannot be asked. */
type PayoutCheck = { readonly amount: string; readonly to: BookPayoutAccount };
type PayoutQuestion = PayoutCheck | 'unavailable';

/** Throws ProviderUnavailable if the rail is unavailable; nothing is written then. */
async function createOfframp(caller: Caller, body: TransferCreate, answer: AnswerSource): Promise<Reply> {
  const { rails } = caller.services;
  const { environment } = caller.key;
  const outcome = await submitForOutcome<PayoutQuestion>(caller, {
    decide(book, context) {
      const decision = createTransfer(book, body, context);
      if ('refusal' in decision) return decision;
      const { amount, rail, accountId } = payoutOf(decision.events);
      if (!rails.isAvailable(environment, rail)) return { question: 'unavailable' };
      if (rails.provider(environment, rail).checkPayout === undefined) return decision;
      const to = book.payoutAccounts.get(accountId);
      if (to === undefined) throw new Error('payout account of the off-ramp not found');
      return { question: { amount, to } };
    },
    answer,
  });
  if (outcome.kind !== 'asked') return replyToOutcome(caller, outcome);
  if (outcome.question === 'unavailable')
    throw new ProviderUnavailable('the rail of the payout account is unavailable');
  const payoutRefusal = await rejectionByRail(caller, outcome.question);
  return submit(caller, {
    decide: (book, context) =>
      createTransfer(book, payoutRefusal === undefined ? body : { ...body, payoutRefusal }, context),
    answer,
  });
}

/**
 * The rail's reason to reject the payout, if any. Users whose data is being erased are left to the book. Throws PersonalKeyLost,
 * because a payout could not be submitted.
 */
async function rejectionByRail(
  { services, key, stream }: Caller,
  { amount, to }: PayoutCheck,
): Promise<Reason | undefined> {
  const { currency, rail, country } = to.account;
  const secrets = await openPayoutSecrets(services.vault, stream, to);
  if (secrets === undefined) {
    const isForgotten = await readConsistent(
      services.writers,
      stream,
      (book) => book.users.get(to.account.user_id)?.forgotten === true,
    );
    if (!isForgotten) await services.vault.requireKey(to.sealed, stream);
    return undefined;
  }
  const provider = services.rails.provider(key.environment, rail);
  return provider.checkPayout?.({ amount, currency, rail, country, ...secrets });
}

function payoutOf([created]: readonly BookEvent[]): { amount: string; rail: string; accountId: string } {
  if (created?.type !== 'transfer.created') throw new Error('expected the event transfer.created');
  const { destination, payout } = created.data;
  if (payout === undefined) throw new Error('off-ramp without a payout amount');
  const { rail = '', payout_account_id: accountId = '' } = destination;
  return { amount: payout.amount, rail, accountId };
}

// Dry runs: all checks of a transfer, and its estimated result.

type Created = EventData<'transfer.created'>;
type Receipt = NonNullable<EventData<'transfer.state_changed'>['receipt']>;
type Estimate = {
  rate: string | null;
  fees: NonNullable<Receipt['fees']>;
  amount_credited?: string;
  amount_paid_out?: string;
  settlement_time_seconds: number;
};

/**
 * Replies 200 with the preview, or with the refusal that a real transfer would get. Throws ProviderUnavailable as well.
 */
async function dryRunTransfer(caller: Caller, input: (book: ReadonlyBook) => CreateTransfer): Promise<Reply> {
  const { writers } = caller.services;
  const decision = await writers.dryRun(caller.stream, (book, context) =>
    createTransfer(book, input(book), context),
  );
  if ('refusal' in decision) return fromRefusal(decision.refusal);
  // A real conversion would have the state failed, which a preview cannot show, so this is a refusal.
  if (
    decision.events.some((event) => event.type === 'transfer.state_changed' && event.data.state === 'failed')
  )
    return fromRefusal(refuseInsufficientLiquidity().refusal);
  return { status: 200, body: JSON.stringify(previewOf(caller, decision.events)) };
}

/** The preview of a transfer with these events. Throws ProviderUnavailable. */
export function previewOf(caller: Caller, events: readonly BookEvent[]): object {
  const { rails, policy } = caller.services;
  const [created] = events;
  if (created?.type !== 'transfer.created') throw new Error('expected the event transfer.created');
  const { kind, source, destination, amount } = created.data;
  const settled = events.findLast((event) => event.type === 'transfer.state_changed')?.data;
  // The provider must be available, but is not called.
  const rail = source.rail ?? destination.rail;
  if (rail !== undefined) rails.provider(caller.key.environment, rail);
  return {
    object: 'transfer_preview',
    kind,
    source,
    destination,
    amount,
    estimated: kind === 'conversion' ? conversionEstimate(settled?.receipt) : estimate(policy, created.data),
  };
}

/** The quote determines the result exactly. */
function conversionEstimate(receipt: Receipt | undefined): Estimate {
  const { rate, fees, amount_credited } = receipt ?? {};
  if (rate === undefined || fees === undefined || amount_credited === undefined)
    throw new Error('completed conversion without a receipt');
  return { rate, fees, amount_credited, settlement_time_seconds: 0 };
}

function estimate(policy: Policy, created: Created): Estimate {
  const { source, destination, amount, payout } = created;
  if (payout !== undefined) return payoutEstimate(policy, created, payout);
  const { currency, rail } = source;
  if (currency === undefined || rail === undefined) {
    const route = policy.routes.find(
      (each) => each.kind === 'user_to_user' && assetOf(each) === source.asset,
    );
    return { rate: null, fees: [], amount_credited: amount, settlement_time_seconds: timeOf(route) };
  }
  const route = findOnrampRoute(policy, currency, rail, destination.asset ?? '');
  const price = policy.pointPrices.get(currency);
  if (route === undefined || price === undefined)
    throw new Error(`no route or price for an on-ramp in ${currency}`);
  const [fiat, decimals] = [asFiat(parseStoredAmount(amount)), countDecimals(amount)];
  const points = fiatToPoints(fiat, decimals, price);
  return {
    rate: depositRate(fiat, decimals, price),
    fees: [],
    amount_credited: formatAmount(points, route.destination.decimals),
    settlement_time_seconds: timeOf(route),
  };
}

function payoutEstimate(
  policy: Policy,
  { destination: { currency, rail } }: Created,
  { amount, rate }: NonNullable<Created['payout']>,
): Estimate {
  const route = policy.routes.find(
    ({ kind, destination: to }) =>
      kind === 'offramp' && to.type === 'payout_account' && to.currency === currency && to.rail === rail,
  );
  return { rate, fees: [], amount_paid_out: amount, settlement_time_seconds: timeOf(route) };
}

const assetOf = ({ source }: Route): string | undefined =>
  source.type === 'wallet' ? source.asset : undefined;

function timeOf(route: Route | undefined): number {
  if (route === undefined) throw new Error('no route for the decided transfer');
  return route.settlementTimeSeconds;
}

// Transfers.

export const transferHandlers = {
  listTransfers: (call) => replyWithPage(call, listingOf(call, call.query), call.query),
  createTransfer: (call) => {
    const { body } = call;
    if (body.dry_run === true) {
      return retryWithExpiredQuote(call, body.quote_id, (past) =>
        dryRunTransfer(call, withPrices(call, body, past)),
      );
    }
    if (body.destination.type === 'payout_account') return createOfframp(call, body, CREATED_ANSWER);
    if (body.source.type === 'fiat' && body.destination.type === 'wallet')
      return createOnramp(call, body, body.source);
    return retryWithExpiredQuote(call, body.quote_id, (past) =>
      submit(call, {
        decide(book, context) {
          return createTransfer(book, withPrices(call, body, past)(book), context);
        },
        answer: CREATED_ANSWER,
      }),
    );
  },
  getTransfer: (call) => replyWithObject(call, COLLECTIONS.transfers, call.params.transfer_id, 'transfer'),
} satisfies Partial<Handlers>;

/** Adds prices to a request: the archived quote if the book no longer has it, and the price of coin for limits. */
export const withPrices =
  ({ services, key }: Caller, body: TransferCreate, past: ArchivedQuote | undefined) =>
  (book: ReadonlyBook): CreateTransfer => {
    const { source } = body;
    const isCoin = source.type === 'wallet' && book.wallets.get(source.wallet_id)?.asset === 'svc-coin';
    return {
      ...body,
      ...(past === undefined ? {} : { archivedQuote: past }),
      ...(isCoin ? { coinPrice: services.prices.highest(key.environment) } : {}),
    };
  };

function listingOf(caller: Caller, query: TransferListQuery): Listing {
  const { user_id, wallet_id, kind, integrator_reference } = query;
  return {
    collection: COLLECTIONS.transfers,
    prefix: 'trf',
    keysOf: transfersKeys({ user_id, wallet_id, kind, integrator_reference }),
    reads: user_id === undefined ? [] : [COLLECTIONS.wallets],
    selection: () => selectTransfers(caller, query),
  };
}

async function selectTransfers(caller: Caller, query: TransferListQuery): Promise<Selection> {
  const { user_id, wallet_id, kind, state, integrator_reference: reference } = query;
  const wallets = {
    ...(wallet_id === undefined ? {} : { walletIds: [wallet_id] }),
    ...(user_id === undefined ? {} : await walletsOfUser(caller, user_id, wallet_id)),
  };
  const terms = transferTerms({ kind, state, ...wallets });
  const permanent = new Set(transferTerms({ kind, ...wallets }));
  if (reference === undefined)
    return { terms, isCursor: (document) => document.terms.some((term) => permanent.has(term)) };
  const withReference = transferReferenceTerm(reference);
  const wanted = new Set(terms);
  return {
    terms: [withReference],
    filter: (document) => document.terms.some((term) => wanted.has(term)),
    isCursor: (document) =>
      document.terms.includes(withReference) && document.terms.some((term) => permanent.has(term)),
  };
}

/** A user has one wallet per asset, and each of the user's transfers involves one of them. */
const WALLETS_MAX = 10;

/** The wallets of a user. Together with a wallet of somebody else, they select the transfers between both. */
async function walletsOfUser(
  caller: Caller,
  userId: string,
  walletId: string | undefined,
): Promise<Pick<TransferFilter, 'walletIds' | 'otherWalletId'>> {
  const found = await caller.services.documents.list(COLLECTIONS.wallets, {
    scope: caller.stream,
    terms: [`user:${userId}`],
    order: 'newest',
    limit: WALLETS_MAX,
  });
  const walletIds = found.map(({ id }) => id);
  if (walletId === undefined) return { walletIds };
  return walletIds.includes(walletId) ? { walletIds: [walletId] } : { walletIds, otherWalletId: walletId };
}

/** The JSON of the transfer after these events. */
export function renderTransfer(before: Transfer | undefined, events: readonly RecordedBookEvent[]): string {
  let transfer = before;
  for (const event of events) {
    if (event.type === 'transfer.created' || event.type === 'transfer.state_changed') {
      transfer = evolveTransfer(transfer, event);
    }
  }
  if (transfer === undefined) throw new Error('expected an event about the transfer');
  return JSON.stringify(presentTransfer(transfer));
}

/** The events contain the complete transfer, so the book stores no copy of the answer. */
const CREATED_ANSWER: AnswerSource = {
  from: 'events',
  render: (events) => ({ status: 201, body: renderTransfer(undefined, events) }),
};

function createOnramp(
  caller: Caller,
  body: TransferCreate,
  { currency, rail }: { currency: string; rail: string },
): Promise<Reply> {
  const { bankExpirySeconds, emailpayExpirySeconds } = caller.services.settings;
  return submitWithInstructions(caller, {
    rail,
    decide(book, context, issued) {
      if (issued === undefined) return createTransfer(book, body, context);
      const { reference, details: instructions } = issued;
      return createTransfer(book, { ...body, provider: { reference, instructions } }, context);
    },
    decideRefused: (book, context, refused) =>
      createTransfer(book, { ...body, provider: { refused } }, context),
    issue(provider, reference, tried, now) {
      const seconds = provider.type === 'emailpay' ? emailpayExpirySeconds : bankExpirySeconds;
      const expires_at = new Date(now + seconds * 1_000).toISOString();
      return provider.issueInstructions({
        reference,
        currency,
        rail,
        amount: createdAmount(tried),
        expires_at,
      });
    },
    answer: CREATED_ANSWER,
  });
}

/** The amount with exactly the decimals of its unit, as decided by the ledger. */
function createdAmount([created]: readonly BookEvent[]): string {
  if (created?.type !== 'transfer.created') throw new Error('expected the event transfer.created');
  return created.data.amount;
}
