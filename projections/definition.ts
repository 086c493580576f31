/** Projections of a book's events. */
import type { Projection } from '../src/documents/projection.ts';
import type { BookEvent } from '../src/ledger/event.ts';

export type BookProjection<Value> = Projection<BookEvent, Value>;

/** A projection of the books' streams. It names every type of event, or does not compile. */
export const definition = <Value>(
  projection: Omit<BookProjection<Value>, 'streams'>,
): BookProjection<Value> => ({
  ...projection,
  streams: 'book-',
});
