/**
 * Compares the totals that reconciliation collected with the postings of the books. Remembers the events of each book that are
 * not collected yet; of a book with very many, only their sum.
 */

import { hash } from 'node:crypto';
import type { ReconciliationEventData } from '../../generated/events.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import type { Calendar } from '../../system/calendar.ts';
import { unscaledValue } from '../decimal.ts';
import { requireRule } from '../finding.ts';

type Collected = ReconciliationEventData<'totals.collected'>;
type Line = Extract<RecordedBookEvent, { type: 'posting.recorded' }>['data']['lines'][number];
/** Debits, credits, counts, and moved amounts, by day and row. Sums of positive values, so none is zero. */
type Sums = Map<string, bigint>;

type TotalsCheck = {
  /** Remembers an event of a book with its hash. */
  see(event: RecordedBookEvent, hash: string): void;
  /** Throws RuleViolation unless the parts of the book so far have exactly the totals of its postings. */
  check(part: Collected): void;
  /** The last revision of a book that was collected; -1 if none. */
  collectedThrough(book: string): number;
  /** Parts that were not compared, because some of their events were not read. */
  unverified(): number;
};

/** The first revision of a book that the check sees. */
type FirstSeen = (book: string) => number;

/** Amounts and counts by their keys, none of which is zero. */
type Changes = { readonly keys: readonly string[]; readonly values: readonly bigint[] };
type SeenEvent = Changes & { readonly revision: number; readonly hash: string };

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
const NO_CHANGES: Changes = { keys: [], values: [] };

/** `eventsMax`: of all books together. */
export function createTotalsCheck(
  calendarOf: (book: string) => Calendar,
  eventsMax = EVENTS_MAX,
  firstSeen: FirstSeen = () => 0,
): TotalsCheck {
  const books = new Map<string, Book>();
  let unverified = 0;
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
      const { keys, values } =
        event.type === 'posting.recorded'
          ? changesOf(calendarOf(stream).dayOf(time), event.data.lines)
          : NO_CHANGES;
      book.events.push({ revision, hash, keys, values });
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
      if (from_revision < firstSeen(part.book)) {
        if (to_revision < firstSeen(part.book)) return;
        unverified += 1;
        const later = book.events.findIndex(({ revision }) => revision > to_revision);
        eventsOfAllBooks -= book.events.splice(0, later === -1 ? book.events.length : later).length;
        return;
      }
      addChanges(book.stated, statedChanges(part));
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
      for (const each of events) addChanges(book.summed, each);
      requireRule(
        isEqual(book.summed, book.stated),
        'reconciliation',
        `the totals of ${part.book} are not those of its postings`,
      );
      book.summed = new Map();
      book.stated = new Map();
    },
    collectedThrough: (book) => books.get(book)?.collected ?? -1,
    unverified: () => unverified,
  };
}

/** Returns how many events it summed. */
function sumOlderHalf(book: Book): number {
  const older = book.events.splice(0, Math.ceil(book.events.length / 2));
  for (const each of older) addChanges(book.summed, each);
  book.summedUntil = older.at(-1)?.revision ?? book.summedUntil;
  return older.length;
}

function addChanges(sums: Sums, { keys, values }: Changes): void {
  for (const [at, key] of keys.entries()) sums.set(key, (sums.get(key) ?? 0n) + (values[at] ?? 0n));
}

const isEqual = (a: Sums, b: Sums): boolean =>
  a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);

function statedChanges({ days }: Collected): Changes {
  const keys: string[] = [];
  const values: bigint[] = [];
  const add = (key: string, value: bigint): void => {
    if (value === 0n) return;
    keys.push(key);
    values.push(value);
  };
  for (const { day, accounts, kinds } of days) {
    for (const { account, unit, debit, credit } of accounts) {
      add(`${day} debit ${unit} ${account}`, unscaledValue(debit));
      add(`${day} credit ${unit} ${account}`, unscaledValue(credit));
    }
    for (const { kind, unit, count, amount } of kinds) {
      add(`${day} count ${unit} ${kind}`, BigInt(count));
      add(`${day} moved ${unit} ${kind}`, unscaledValue(amount));
    }
  }
  return { keys, values };
}

/** Every posting passes here, so it allocates little. */
function changesOf(day: string, lines: readonly Line[]): Changes {
  const keys: string[] = [];
  const values: bigint[] = [];
  const kind = kindOf(lines);
  for (const { account, bucket, unit, amount } of lines) {
    const value = unscaledValue(amount);
    if (value === 0n) continue;
    const name = rowOf(account);
    const row = bucket === 'pending' ? `${name}:pending` : name;
    if (value < 0n) {
      keys.push(`${day} debit ${unit} ${row}`);
      values.push(-value);
      continue;
    }
    keys.push(`${day} credit ${unit} ${row}`);
    values.push(value);
    if (kind === undefined) continue;
    const count = `${day} count ${unit} ${kind}`;
    if (!keys.includes(count)) {
      keys.push(count);
      values.push(1n);
    }
    keys.push(`${day} moved ${unit} ${kind}`);
    values.push(value);
  }
  return { keys, values };
}

/** All wallets are one row, and so are all receivables. */
function rowOf(account: string): string {
  if (account.startsWith('wal_')) return 'wallets';
  return account.startsWith('receivable:') ? 'receivables' : account;
}

/** By docs/auditors.md, "The totals of a closing". */
function kindOf(lines: readonly Line[]): string | undefined {
  const [first] = lines;
  let [areWallets, isBetweenTwo, hasStock, isInFlight] = [true, false, false, false];
  let clearing: Line | undefined;
  for (const line of lines) {
    const { account } = line;
    if (account !== first?.account) isBetweenTwo = true;
    if (account.startsWith('wal_')) continue;
    areWallets = false;
    if (account === 'rewards_granted') return 'reward';
    if (account === 'coin_allocated' || account === 'points_backed') return 'allocation';
    if (account === 'coin_stock') hasStock = true;
    else if (account === 'payouts_in_flight') isInFlight = true;
    else if (account.startsWith('clearing:')) clearing ??= line;
  }
  if (hasStock) return 'conversion';
  if (clearing !== undefined)
    return clearing.amount.startsWith('-') ? 'onramp' : isInFlight ? 'offramp' : 'onramp_returned';
  return areWallets && isBetweenTwo ? 'user_to_user' : undefined;
}

// Compares the movements that reconciliation collected with the postings of the books. Remembers a short hash of each movement
// that is not collected yet.

type MovementsCollected = ReconciliationEventData<'movements.collected'>;

type MovementsCheck = {
  /** Remembers the movements of an event of a book. */
  see(event: RecordedBookEvent): void;
  /** Throws RuleViolation unless the part has exactly the movements of the book. */
  check(part: MovementsCollected): void;
  /** The last revision of a book that was collected; -1 if none. */
  collectedThrough(book: string): number;
  /** Parts that were not compared, because some of their events were not read. */
  unverified(): number;
};

type MovementsOfBook = {
  readonly uncollected: { readonly revision: number; readonly hash: string }[];
  collected: number;
};

const HASH_LENGTH = 16;
const CLEARING = /^clearing:([^:]+):([^:]+)$/;

export function createMovementsCheck(firstSeen: FirstSeen = () => 0): MovementsCheck {
  const books = new Map<string, MovementsOfBook>();
  let unverified = 0;

  const bookOf = (stream: string): MovementsOfBook => {
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
      if (from_revision < firstSeen(stream)) {
        if (to_revision >= firstSeen(stream)) unverified += 1;
        return;
      }
      const stated = movements.map((each) => ({ revision: each.revision, hash: shortHash(each) }));
      requireRule(
        posted.length === stated.length &&
          posted.every((each, i) => each.revision === stated[i]?.revision && each.hash === stated[i].hash),
        'reconciliation',
        `the movements of ${stream} are not its postings to clearing accounts`,
      );
    },
    collectedThrough: (book) => books.get(book)?.collected ?? -1,
    unverified: () => unverified,
  };
}

const shortHash = ({
  posted_at,
  transfer_id,
  rail,
  currency,
  amount,
}: Omit<MovementsCollected['movements'][number], 'revision' | 'references'>): string =>
  hash('sha256', JSON.stringify([posted_at, transfer_id, rail, currency, amount]), 'base64').slice(
    0,
    HASH_LENGTH,
  );
