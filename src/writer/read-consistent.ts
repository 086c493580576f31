/** Reads a book for callers that act on the result: the read includes every earlier write, also of other processes. */
import type { StreamName } from '../event-store/port.ts';
import type { ReadonlyBook } from '../ledger/book.ts';
import type { BookWriters } from './command.ts';

/** Returns what `read` returned, once everything that it depends on is acknowledged. */
export async function readConsistent<T>(
  writers: Pick<BookWriters, 'dryRun'>,
  stream: StreamName,
  read: (book: ReadonlyBook) => T,
): Promise<T> {
  let result: { readonly value: T } | undefined;
  await writers.dryRun(stream, (book) => {
    result = { value: read(book) };
    return { events: [] };
  });
  if (result === undefined) throw new Error(`the dry run on ${stream} did not read the book`);
  return result.value;
}
