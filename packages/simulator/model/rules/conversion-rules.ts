/** Rates, quotes, and the conversions that use them. */
import {
  COIN,
  POINTS,
  boundsOf,
  conversionTerms,
  formatAmount,
  formatRate,
  parseAmount,
} from '../state/money.ts';
import { idOf, refuse, textOf } from '../prediction.ts';
import type { Matcher, Outcome } from '../prediction.ts';
import { NOT_FOUND, NO_ROUTE, TOO_SMALL, UNAVAILABLE, bookTime, invalid } from '../request.ts';
import type { Request, Rule } from '../request.ts';
import { created, newTransfer } from './transfer-steps.ts';
import { preview, refuseAmount, refuseOwners, sendable } from './preconditions.ts';
import { feesOf, quoteView } from '../state/views.ts';
import { post } from '../state/world.ts';
import type { Book, Quote, Wallet } from '../state/world.ts';

const QUOTE_LIFETIME_MS = 30_000;
const NO_LIQUIDITY = refuse(422, 'insufficient_liquidity');

/** Whether the book has enough coin or backing; both if an allocation may or may not have arrived. */
function hasLiquidity({ book, during }: Request, purchased: bigint, headroom: bigint): readonly boolean[] {
  const sums = [false, true].map((withAll) => {
    let [coin, points] = [book.numbers.get('coin') ?? 0n, book.numbers.get('headroom') ?? 0n];
    for (const each of book.allocations.values)
      if (withAll || each.certainFrom <= during.from) {
        coin += each.coin;
        points += each.points;
      }
    return purchased <= coin && points + headroom >= 0n;
  });
  return [...new Set(sums)];
}

const createQuote: Rule = (request) => {
  const { book, body, market, during } = request;
  const from = book.wallets.get(textOf(body, 'source_wallet_id'));
  const to = book.wallets.get(textOf(body, 'destination_wallet_id'));
  if (from === undefined || to === undefined) return NOT_FOUND;
  const refusal = refuseOwners(book, from, to);
  if (refusal !== undefined) return refusal;
  if (from.userId !== to.userId || from.asset === to.asset) return NO_ROUTE;
  const sent = sendable(request, from, boundsOf(from.asset));
  if ('status' in sent) return sent;
  const { amount } = sent;
  if (from.asset === POINTS && amount > from.figures.cashable) return refuse(422, 'amount_exceeds_cashable');
  return market.prices(during).flatMap((price): readonly Outcome[] => {
    if (price === undefined) return [UNAVAILABLE];
    const terms = conversionTerms(amount, from.asset, price.ratio);
    if (terms.amountOut === 0n) return [TOO_SMALL];
    const purchased = from.asset === POINTS ? terms.amountOut : 0n;
    const quote: Quote = {
      ...{ id: '', from: from.id, to: to.id, amount, createdAt: '', transferId: null, ...terms },
      expiresAt: bookTime(request) + QUOTE_LIFETIME_MS,
    };
    return hasLiquidity(request, purchased, terms.headroom).map((isEnough) =>
      isEnough ? quoted(book, quote) : NO_LIQUIDITY,
    );
  });
};

/** A quote ends its lifetime after its creation. */
const quoted = (book: Book, quote: Quote): Outcome => ({
  status: 201,
  body: { ...quoteView(book, quote, false), id: idOf('qt') },
  refuses(answer) {
    const lifetime = Date.parse(textOf(answer, 'expires_at')) - Date.parse(textOf(answer, 'created_at'));
    return lifetime === QUOTE_LIFETIME_MS ? undefined : `the quote lives for ${lifetime} ms`;
  },
  commit(answer) {
    const id = textOf(answer, 'id');
    const [createdAt, expiresAt] = [textOf(answer, 'created_at'), Date.parse(textOf(answer, 'expires_at'))];
    book.quotes.set(id, { ...quote, id, createdAt, expiresAt });
  },
});

const isExpired = (request: Request, { expiresAt }: Quote): boolean => bookTime(request) >= expiresAt;

const getQuote: Rule = (request) => {
  const { book, params } = request;
  const quote = book.quotes.get(params['quote_id'] ?? '');
  return quote === undefined
    ? NOT_FOUND
    : { status: 200, body: quoteView(book, quote, isExpired(request, quote)) };
};

/** The owners and wallets have been checked, and the quote is not used. */
export function convert(request: Request, from: Wallet, to: Wallet, quote: Quote): readonly Outcome[] {
  const { book, body } = request;
  const amount = parseAmount(textOf(body, 'amount'), from.asset);
  if (amount === undefined) return [invalid('amount')];
  if (quote.from !== from.id || quote.to !== to.id || quote.amount !== amount)
    return [refuse(422, 'quote_mismatch')];
  if (isExpired(request, quote)) return [refuse(422, 'quote_expired')];
  const outOfBounds = refuseAmount(amount, boundsOf(from.asset));
  if (outOfBounds !== undefined) return [outOfBounds];
  const isPurchase = from.asset === POINTS;
  if (amount > from.figures.available) return [refuse(422, 'insufficient_balance')];
  if (isPurchase && amount > from.figures.cashable) return [refuse(422, 'amount_exceeds_cashable')];
  const shown = formatAmount(amount, from.asset);
  const credited = formatAmount(quote.amountOut, to.asset);
  const fee = { amount: formatAmount(quote.fee, from.asset), unit: from.asset };
  return hasLiquidity(request, isPurchase ? quote.amountOut : 0n, quote.headroom).map((isEnough) => {
    if (body['dry_run'] === true)
      return isEnough
        ? preview('conversion', shown, { rate: quote.rate, fees: feesOf(fee), amount_credited: credited })
        : NO_LIQUIDITY;
    const base = {
      ...newTransfer(request, 'conversion', shown),
      ...{ from: from.id, to: to.id, userIds: [from.userId], version: 2, quoteId: quote.id },
    };
    const use = (transferId: string): void => void book.quotes.change(quote.id, { transferId });
    if (!isEnough)
      return created(
        book,
        { ...base, state: 'failed', reason: { code: 'insufficient_liquidity' } },
        ({ transferId }) => use(transferId),
      );
    const moved = { amount, cashable: isPurchase ? amount : 0n };
    return created(
      book,
      { ...base, state: 'completed', moved, receipt: { credited, rate: quote.rate, fee } },
      (about) => {
        use(about.transferId);
        post(book, from.id, { available: -amount, cashable: -moved.cashable }, about);
        const out = quote.amountOut;
        post(book, to.id, isPurchase ? { available: out } : { available: out, cashable: out }, about);
        add(book, 'coin', isPurchase ? -out : amount);
        add(book, 'headroom', quote.headroom);
      },
    );
  });
}

const add = (book: Book, name: string, change: bigint): void =>
  book.numbers.set(name, (book.numbers.get(name) ?? 0n) + change);

/** A rate whose last decimals the contract does not decide. */
const about = (over: bigint, under: bigint): Matcher => {
  const exact = (over * 10n ** 18n) / under;
  const accepted = [exact, exact + 1n].map(formatRate);
  return {
    label: `the rate ${accepted[0] ?? ''}`,
    accepts: (value) => typeof value === 'string' && accepted.includes(value),
  };
};

const getRate: Rule = (request) => {
  const { book, query, market, during } = request;
  const { from = '', to = '' } = query;
  const prices = book.settings.pointPrices;
  const currency = from === POINTS ? to : to === POINTS ? from : '';
  const text = prices[currency];
  if (text !== undefined) {
    const [whole = '', fraction = ''] = text.split('.');
    const [over, under] = [BigInt(whole + fraction), 10n ** BigInt(fraction.length)];
    const rate = from === POINTS ? about(over, under) : about(under, over);
    return {
      status: 200,
      body: { object: 'rate', from, to, rate, type: 'fixed', expires_at: null },
    };
  }
  if (![POINTS, COIN].includes(from) || ![POINTS, COIN].includes(to) || from === to) return NO_ROUTE;
  return market.prices(during).map((price): Outcome => {
    if (price === undefined) return UNAVAILABLE;
    const { over, under } = price.ratio;
    const rate = from === COIN ? about(over, under) : about(under, over);
    const body = { object: 'rate', from, to, rate, type: 'floating', as_of: price.tradedAt };
    return { status: 200, body };
  });
};

export const conversionRules = { createQuote, getQuote, getRate } satisfies Readonly<Record<string, Rule>>;
