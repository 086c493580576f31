/**
 * Compares the movements that reconciliation collected with the postings of the books. Remembers a short hash of each movement
 * that is not collected yet.
 */
import { hash } from 'node:crypto';
import type { ReconciliationEventData } from '../../generated/events.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import { requireRule } from '../finding.ts';

type Collected = ReconciliationEventData<'movements.collected'>;

export type MovementsCheck = {
  /** Remembers the movements of an event of a book. */
  see(event: RecordedBookEvent): void;
  /** Throws RuleViolation unless the part has exactly the movements of the book. */
  check(part: Collected): void;
};

type Book = {
  readonly uncollected: { readonly revision: number; readonly hash: string }[];
  collected: number;
};

const HASH_LENGTH = 16;
const CLEARING = /^clearing:([^:]+):([^:]+)$/;

export function createMovementsCheck(): MovementsCheck {
  const books = new Map<string, Book>();

  const bookOf = (stream: string): Book => {
    const found = books.get(stream) ?? { uncollected: [], collected: -1 };
    books.set(stream, found);
    return found;
  };

  return {
    see(event) {
      if (event.type !== 'posting.recorded') return;
      const { stream, revision, time, data } = event;
      for (const { account, amount } of data.lines) {
        const [, rail, currency] = CLEARING.exec(account) ?? [];
        if (rail === undefined || currency === undefined) continue;
        const opposite = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
        const movement = { posted_at: time, transfer_id: data.transfer_id, rail, currency, amount: opposite };
        bookOf(stream).uncollected.push({ revision, hash: shortHash(movement) });
      }
    },
    check({ book: stream, from_revision, to_revision, movements }) {
      const book = bookOf(stream);
      requireRule(
        from_revision === book.collected + 1 && to_revision >= from_revision,
        'reconciliation',
        'a part of the book was collected twice or left out',
      );
      book.collected = to_revision;
      const after = book.uncollected.findIndex(({ revision }) => revision > to_revision);
      const posted = book.uncollected.splice(0, after === -1 ? book.uncollected.length : after);
      const stated = movements.map((each) => ({ revision: each.revision, hash: shortHash(each) }));
      requireRule(
        posted.length === stated.length &&
          posted.every((each, i) => each.revision === stated[i]?.revision && each.hash === stated[i].hash),
        'reconciliation',
        `the movements of ${stream} are not its postings to clearing accounts`,
      );
    },
  };
}

const shortHash = ({
  posted_at,
  transfer_id,
  rail,
  currency,
  amount,
}: Omit<Collected['movements'][number], 'revision' | 'references'>): string =>
  hash('sha256', JSON.stringify([posted_at, transfer_id, rail, currency, amount]), 'base64').slice(
    0,
    HASH_LENGTH,
  );
