/** Reading a book for those who act on what they see: it counts all that was written before, by other processes too. */
import type { Book } from '../ledger/book.ts';
import type { Keepers } from './command.ts';

/** What `read` gives on the book, once everything it rests on is acknowledged. */
export async function look<T>(
  keepers: Pick<Keepers, 'preview'>,
  stream: string,
  read: (book: Book) => T,
): Promise<T> {
  let found: { readonly value: T } | undefined;
  await keepers.preview(stream, (book) => {
    found = { value: read(book) };
    return { events: [] };
  });
  if (found === undefined) throw new Error(`${stream} was not looked at`);
  return found.value;
}
