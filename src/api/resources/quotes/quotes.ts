/** Quotes: locked prices for conversions. */
import { parseBody } from '../../../read-models/collection.ts';
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { QuoteView } from '../../../../projections/transfers/quotes.ts';
import type { QuoteCreate } from '../../../generated/api.ts';
import type { AnswerSource } from '../../../writer/command.ts';
import { isId } from '../../../ledger/ids.ts';
import { presentQuote } from '../../../ledger/present.ts';
import { isQuoteExpired, quoteFromEvent } from '../../../ledger/quotes/quote.ts';
import { createQuote } from '../../../ledger/quotes/quote-commands.ts';
import type { ArchivedQuote } from '../../../ledger/quotes/quote.ts';
import { isProblem, notFoundProblem } from '../../server/errors.ts';
import { noCoinPrice } from './rates.ts';
import { findDocument } from '../../operations/read.ts';
import { bookTime } from '../../reads/book-time.ts';
import type { Caller, Handlers } from '../../operations/operation.ts';
import type { Reply } from '../../server/reply.ts';
import { submit } from '../../operations/write.ts';

export const quoteHandlers = {
  createQuote: (call) => create(call, call.body),
  getQuote: async (call) => {
    const quote = await findQuote(call, call.params.quote_id);
    if (quote === undefined) return notFoundProblem('quote');
    const expired = quote.status === 'open' && isQuoteExpired(quote, await bookTime(call));
    const shown = expired ? { ...quote, status: 'expired' } : quote;
    return { status: 200, body: JSON.stringify(shown) };
  },
} satisfies Partial<Handlers>;

async function create(caller: Caller, body: QuoteCreate): Promise<Reply> {
  const { prices } = caller.services;
  const reply = await submit(caller, {
    decide(book, context) {
      const price = prices.current(caller.key.environment)?.price;
      return createQuote(book, { ...body, price }, context);
    },
    answer: QUOTE_ANSWER,
  });
  return isProblem(reply) && reply.problem === 'provider_unavailable' ? noCoinPrice() : reply;
}

/** The event contains the complete quote. */
const QUOTE_ANSWER: AnswerSource = {
  from: 'events',
  render([event]) {
    if (event?.type !== 'quote.created') throw new Error('expected the event quote.created');
    return { status: 201, body: JSON.stringify(presentQuote(quoteFromEvent(event))) };
  },
};

async function findQuote(caller: Caller, id: string): Promise<QuoteView | undefined> {
  const found = isId('qt', id) ? await findDocument(caller, COLLECTIONS.quotes, id) : undefined;
  return found && parseBody(COLLECTIONS.quotes, found);
}

/**
 * Runs a write that may use a quote. The book removes quotes soon after they expire; if the book does not find the
 * quote, the write is decided again with the quote from the read model.
 */
export async function retryWithExpiredQuote(
  caller: Caller,
  quoteId: string | undefined,
  write: (past: ArchivedQuote | undefined) => Promise<Reply>,
): Promise<Reply> {
  const reply = await write(undefined);
  if (quoteId === undefined || !isProblem(reply) || reply.problem !== 'not_found') return reply;
  const past = await findQuote(caller, quoteId);
  return past === undefined ? reply : write(past);
}
