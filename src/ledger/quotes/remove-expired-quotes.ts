/** Removes expired quotes from a book, so that memory does not grow with history. */
import type { Book } from '../book.ts';
import { isQuoteExpired } from './quote.ts';

const QUOTE_REMOVAL_EVENTS_MIN = 256;

/**
 * The number of events between two removals of expired quotes. At least a quarter of the number of quotes, so the
 * cost per event stays constant. A power of two, so that it rarely changes.
 */
export const eventsBetweenQuoteRemovals = (quotes: number): number =>
  Math.max(QUOTE_REMOVAL_EVENTS_MIN, 2 ** (30 - Math.clz32(quotes)));

/** Read models keep expired quotes. The time of the event decides, so every replay removes the same quotes. */
export function removeExpiredQuotes(book: Book, time: number): void {
  for (const [id, quote] of book.quotes.entries()) if (isQuoteExpired(quote, time)) book.quotes.delete(id);
}
