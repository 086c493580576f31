/** Audits the events of a stopped service in its file. Trusts nothing that is not verified. */
import { join } from 'node:path';
import { expect } from 'chai';
import { COLLECTIONS } from '../../projections/collections.ts';
import { createSignal } from '../../src/async/wait.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { decodeRecorded } from '../../src/event-store/book-event.ts';
import { FIRST_HASH, decodeMetadata, verifyHash } from '../../src/event-store/codec.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { availableBalance, createBook, pendingBalance, type Book } from '../../src/ledger/book.ts';
import { evolve } from '../../src/ledger/evolve.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { createSqliteEventReader } from '../../src/sqlite/event-store.ts';

const PAGE = 1_000;

export type AuditedStream = {
  readonly book: Book;
  /** The idempotency keys in order, without duplicates. */
  readonly keys: readonly string[];
};

/** Verifies the hash chain of a stream, applies its events, and collects the idempotency keys. */
export async function audit(eventStore: Pick<EventStore, 'read'>, stream: string): Promise<AuditedStream> {
  const book = createBook(stream);
  const keys: string[] = [];
  const ids = new Set<string>();
  let hash = FIRST_HASH;
  for (;;) {
    const page = await eventStore.read(stream, book.revision + 1, PAGE);
    for (const stored of page) {
      hash = verifyHash(hash, stored);
      evolve(book, decodeRecorded(stored));
      ids.add(stored.id);
      const { idempotency } = decodeMetadata(stored);
      if (idempotency !== undefined) keys.push(idempotency.key);
    }
    if (page.length < PAGE) break;
  }
  expect(ids.size, 'event IDs').to.equal(book.revision + 1);
  expect(new Set(keys).size, 'idempotency keys').to.equal(keys.length);
  return { book, keys };
}

/** Audits the sandbox book in a folder. No service may be running there. */
export async function auditFile(dataDir: string, integratorId: string): Promise<AuditedStream> {
  const database = openDatabase(join(dataDir, DATABASE_FILE_NAME), { readOnly: true });
  const stream = bookStreamOf(integratorId, 'sandbox');
  const audited = await audit(createSqliteEventReader(database, createSignal()), stream);
  database.close();
  return audited;
}

/** The wallets in the documents equal those of the book, to the cent. */
export async function expectDocumentsLike(book: Book, dataDir: string): Promise<void> {
  const database = openDatabase(join(dataDir, DATABASE_FILE_NAME), { readOnly: true });
  const documents = createSqliteDocuments(database);
  const found = await documents.getMany(
    COLLECTIONS.wallets,
    [...book.wallets.entries()].map(([id]) => id),
  );
  const shown = new Map(found.map(({ id, body }) => [id, balanceIn(body)]));
  for (const { id } of book.wallets.values()) {
    const { amount, cashable } = availableBalance(book, id);
    const wanted = { available: amount, cashable, pending: pendingBalance(book, id).amount };
    expect(shown.get(id), id).to.deep.equal(wanted);
  }
  await documents.close();
}

const cents = (text: string): bigint => BigInt(text.replace('.', ''));

function balanceIn(body: string) {
  // A document of this collection is a wallet of the API.
  const { balance } = JSON.parse(body) as { balance: Record<'available' | 'cashable' | 'pending', string> };
  const { available: free, cashable, pending: held } = balance;
  return { available: cents(free), cashable: cents(cashable), pending: cents(held) };
}
