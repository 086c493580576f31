/** Reading a book for those who act on what they see: it counts all that was written before, by other processes too. */
import type { ReadonlyBook } from '../ledger/book.ts';
import type { BookWriters } from './command.ts';

/** What `read` gives on the book, once everything it rests on is acknowledged. */
export async function readConsistent<T>(
  keepers: Pick<BookWriters, 'dryRun'>,
  stream: string,
  read: (book: ReadonlyBook) => T,
): Promise<T> {
  let found: { readonly value: T } | undefined;
  await keepers.dryRun(stream, (book) => {
    found = { value: read(book) };
    return { events: [] };
  });
  if (found === undefined) throw new Error(`${stream} was not looked at`);
  return found.value;
}
