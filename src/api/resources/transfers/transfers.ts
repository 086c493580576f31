/** Transfers. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { TransferCreate, TransferListQuery } from '../../../generated/api.ts';
import type { AnswerSource } from '../../../writer/command.ts';
import type { ReadonlyBook } from '../../../ledger/book.ts';
import type { BookEvent, RecordedBookEvent } from '../../../ledger/event.ts';
import { presentTransfer } from '../../../ledger/present.ts';
import type { ArchivedQuote } from '../../../ledger/quotes/quote.ts';
import { createTransfer } from '../../../ledger/transfers/create-transfer.ts';
import type { CreateTransfer } from '../../../ledger/transfers/transfer-request.ts';
import { evolveTransfer } from '../../../ledger/transfers/transfer.ts';
import type { Transfer } from '../../../ledger/transfers/transfer.ts';
import { createOfframp } from './create-offramp.ts';
import { submitWithInstructions } from './provider-instructions.ts';
import { retryWithExpiredQuote } from '../quotes/quotes.ts';
import { replyWithPage } from '../../operations/page.ts';
import { replyWithObject } from '../../operations/read.ts';
import type { Listing } from '../../operations/page.ts';
import type { Caller, Handlers } from '../../operations/operation.ts';
import type { Reply } from '../../server/reply.ts';
import { dryRunTransfer } from './dry-run.ts';
import { submit } from '../../operations/write.ts';
import { transfersKeys } from '../../reads/list-keys.ts';

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
const withPrices =
  ({ services, key }: Caller, body: TransferCreate, past: ArchivedQuote | undefined) =>
  (book: ReadonlyBook): CreateTransfer => {
    const { source } = body;
    const isCoin = source.type === 'wallet' && book.wallets.get(source.wallet_id)?.asset === 'svc-coin';
    return {
      ...body,
      ...(past === undefined ? {} : { archivedQuote: past }),
      ...(isCoin ? { coinPrice: services.prices.last(key.environment)?.price } : {}),
    };
  };

function listingOf(
  caller: Caller,
  { user_id, wallet_id, state, kind, integrator_reference }: TransferListQuery,
): Listing {
  const term = (name: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${name}:${value}`];
  return {
    collection: COLLECTIONS.transfers,
    prefix: 'trf',
    keysOf: transfersKeys({ user_id, wallet_id, kind, integrator_reference }),
    terms: [...term('reference', integrator_reference), ...term('wallet', wallet_id), ...term('kind', kind)],
    filters: term('state', state),
    ...(user_id === undefined
      ? {}
      : { anyOf: { collection: COLLECTIONS.wallets, terms: () => walletTerms(caller, user_id) } }),
  };
}

/** A user has one wallet per asset, and each of the user's transfers involves one of them. */
const WALLETS_MAX = 10;

async function walletTerms(caller: Caller, userId: string): Promise<readonly string[]> {
  const wallets = await caller.services.documents.list(COLLECTIONS.wallets, {
    scope: caller.stream,
    terms: [`user:${userId}`],
    order: 'newest',
    limit: WALLETS_MAX,
  });
  return wallets.map(({ id }) => `wallet:${id}`);
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
