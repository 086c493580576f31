/**
 * Compares the totals that reconciliation collected with the postings of the books. Remembers the events of each book that are
 * not collected yet; of a book with very many, only their sum.
 */
import type { ReconciliationEventData } from '../../generated/events.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import { unscaledValue } from '../decimal.ts';
import { requireRule } from '../finding.ts';

type Collected = ReconciliationEventData<'totals.collected'>;
type Line = Extract<RecordedBookEvent, { type: 'posting.recorded' }>['data']['lines'][number];
/** Debits, credits, counts, and moved amounts, by day and row. */
type Sums = Map<string, bigint>;

export type TotalsCheck = {
  /** Remembers an event of a book with its hash. */
  see(event: RecordedBookEvent, hash: string): void;
  /** Throws RuleViolation unless the parts of the book so far have exactly the totals of its postings. */
  check(part: Collected): void;
};

type SeenEvent = {
  readonly revision: number;
  readonly hash: string;
  readonly sums: readonly (readonly [key: string, value: bigint])[];
};

type Book = {
  /** The events after `summedUntil` that are not collected, in the order of the book. */
  events: SeenEvent[];
  /** The sum of uncollected events until `summedUntil`. */
  summed: Sums;
  summedUntil: number;
  /** The sum of the parts that were not compared yet, because they end before `summedUntil`. */
  stated: Sums;
  collected: number;
};

/** About 40 MB. */
const EVENTS_MAX = 100_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** `eventsMax`: of all books together. */
export function createTotalsCheck(eventsMax = EVENTS_MAX): TotalsCheck {
  const books = new Map<string, Book>();
  let eventsOfAllBooks = 0;

  const bookOf = (stream: string): Book => {
    const found = books.get(stream) ?? {
      ...{ events: [], summed: new Map(), summedUntil: -1, stated: new Map(), collected: -1 },
    };
    books.set(stream, found);
    return found;
  };

  return {
    see(event, hash) {
      const { stream, revision, time } = event;
      const book = bookOf(stream);
      const sums =
        event.type === 'posting.recorded' ? sumsOf(time.slice(0, DAY_LENGTH), event.data.lines) : [];
      book.events.push({ revision, hash, sums });
      eventsOfAllBooks += 1;
      if (eventsOfAllBooks <= eventsMax) return;
      for (const each of books.values()) eventsOfAllBooks -= sumOlderHalf(each);
    },
    check(part) {
      const book = bookOf(part.book);
      const { from_revision, to_revision, to_hash } = part;
      requireRule(
        from_revision === book.collected + 1 && to_revision >= from_revision,
        'reconciliation',
        'totals of a part of the book were collected twice or left out',
      );
      book.collected = to_revision;
      addAll(book.stated, statedSums(part));
      if (to_revision < book.summedUntil) return;
      const count = book.events.findIndex(({ revision }) => revision > to_revision);
      const events = book.events.splice(0, count === -1 ? book.events.length : count);
      eventsOfAllBooks -= events.length;
      const last = events.at(-1);
      requireRule(
        to_revision === book.summedUntil || (last?.revision === to_revision && last.hash === to_hash),
        'reconciliation',
        `the last event of the totals is not in ${part.book}`,
      );
      for (const each of events) addAll(book.summed, each.sums);
      requireRule(
        isEqual(book.summed, book.stated),
        'reconciliation',
        `the totals of ${part.book} are not those of its postings`,
      );
      book.summed = new Map();
      book.stated = new Map();
    },
  };
}

/** Returns how many events it summed. */
function sumOlderHalf(book: Book): number {
  const older = book.events.splice(0, Math.ceil(book.events.length / 2));
  for (const each of older) addAll(book.summed, each.sums);
  book.summedUntil = older.at(-1)?.revision ?? book.summedUntil;
  return older.length;
}

function addAll(sums: Sums, added: Iterable<readonly [string, bigint]>): void {
  for (const [key, value] of added) sums.set(key, (sums.get(key) ?? 0n) + value);
}

const isEqual = (a: Sums, b: Sums): boolean =>
  a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);

const statedSums = ({ days }: Collected): readonly (readonly [string, bigint])[] =>
  days.flatMap(({ day, accounts, kinds }) => [
    ...accounts.flatMap(({ account, unit, debit, credit }) => [
      [`${day} debit ${unit} ${account}`, unscaledValue(debit)] as const,
      [`${day} credit ${unit} ${account}`, unscaledValue(credit)] as const,
    ]),
    ...kinds.flatMap(({ kind, unit, count, amount }) => [
      [`${day} count ${unit} ${kind}`, BigInt(count)] as const,
      [`${day} moved ${unit} ${kind}`, unscaledValue(amount)] as const,
    ]),
  ]);

function sumsOf(day: string, lines: readonly Line[]): SeenEvent['sums'] {
  const sums: Sums = new Map();
  const kind = kindOf(lines);
  for (const { account, bucket, unit, amount } of lines) {
    const name = `${account.startsWith('wal_') ? 'wallets' : account}${bucket === 'pending' ? ':pending' : ''}`;
    const value = unscaledValue(amount);
    const [debit, credit] = value < 0n ? [-value, 0n] : [0n, value];
    addAll(sums, [
      [`${day} debit ${unit} ${name}`, debit],
      [`${day} credit ${unit} ${name}`, credit],
    ]);
    if (kind === undefined) continue;
    sums.set(`${day} count ${unit} ${kind}`, 1n);
    addAll(sums, [[`${day} moved ${unit} ${kind}`, credit]]);
  }
  return [...sums];
}

/** By docs/auditors.md, "Totals by kind". */
function kindOf(lines: readonly Line[]): string | undefined {
  const has = (name: string): boolean => lines.some(({ account }) => account === name);
  if (has('rewards_granted')) return 'reward';
  if (has('coin_allocated') || has('points_backed')) return 'allocation';
  if (has('coin_stock')) return 'conversion';
  const clearing = lines.find(({ account }) => account.startsWith('clearing:'));
  if (clearing?.amount.startsWith('-') === true) return 'onramp';
  if (clearing !== undefined) return has('payouts_in_flight') ? 'offramp' : 'onramp_returned';
  const [first] = lines;
  const areWallets = lines.every(({ account }) => account.startsWith('wal_'));
  return areWallets && lines.some(({ account }) => account !== first?.account) ? 'user_to_user' : undefined;
}
