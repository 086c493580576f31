/**
 * Counts what happens on this node within a minute. It is called for each command, request, and attempt, so it only adds
 * to numbers in memory. What it cannot know from the events at hand, it leaves for the end of the minute.
 */

import { countDecimals, formatAmount, parseStoredAmount, type Amount } from '../ledger/amount.ts';
import type { BookEvent, EventData } from '../ledger/event.ts';
import type { presentTransfer } from '../ledger/present.ts';
import type { TransferKind } from '../ledger/transfer.ts';
import { parseBody, type Collection } from '../read-models/collection.ts';
import type { DocumentStore } from '../read-models/port.ts';
import {
  payoutTimeClass,
  type AttemptCounts,
  type MinuteRecord,
  type RequestCounts,
  type StoredBytes,
  type TransferCounts,
} from './minute-record.ts';

type Mutable<Row> = { -readonly [Name in keyof Row]: Row[Name] };
type TransferRow = Mutable<Omit<TransferCounts, 'volume' | 'payout_times' | 'reasons'>> & {
  volume: Amount;
  decimals: number;
  readonly payout_times: number[];
  readonly reasons: Map<string, number>;
};

/** A transfer that ended and whose kind, rail, and amount have to be looked up. */
type EndedTransfer = {
  readonly book: string;
  readonly outcome: Outcome;
  /** How often it was not found with an end. */
  readonly lookups: number;
};

type BookCounts = {
  readonly transfers: Map<string, TransferRow>;
  readonly errors: Map<string, number>;
  requests: number;
  readonly attemptErrors: Map<string, number>;
  attempts: number;
  succeeded: number;
  bytes: number;
};

type Outcome = 'completed' | 'failed' | 'canceled';

/** The states that end a transfer. A returned off-ramp is counted once it is refunded. */
const OUTCOMES: Partial<Record<EventData<'transfer.state_changed'>['state'], Outcome>> = {
  completed: 'completed',
  failed: 'failed',
  returned: 'failed',
  refunded: 'failed',
  canceled: 'canceled',
};

/** Beyond these, transfers are counted without kind and rail, books as one, and codes as `other`. */
const ENDED_MAX = 20_000;
const BOOKS_MAX = 2_000;
const CODES_MAX = 50;
const OTHER_BOOKS = 'other';
const OTHER_CODES = 'other';

export class MinuteCounters {
  readonly #books = new Map<string, BookCounts>();
  readonly ended = new Map<string, EndedTransfer>();

  /** The events of a command are in the stream of the book. */
  countEvents(book: string, events: readonly BookEvent[]): void {
    let created: EventData<'transfer.created'> | undefined;
    for (const event of events) {
      if (event.type === 'transfer.created') {
        created = event.data;
        this.transferRow(book, labelsOf(created)).created += 1;
      } else if (event.type === 'transfer.state_changed') this.#countEnd(book, created, event.data);
    }
  }

  /** `error`: the code of the error that was answered. */
  countRequest(book: string, error: string | undefined): void {
    const counts = this.#countsOf(book);
    counts.requests += 1;
    if (error !== undefined) addCode(counts.errors, error);
  }

  /** `error`: why the receiver did not accept it; undefined if it did. */
  countAttempt(book: string, error: string | undefined): void {
    const counts = this.#countsOf(book);
    counts.attempts += 1;
    if (error === undefined) counts.succeeded += 1;
    else addCode(counts.attemptErrors, error);
  }

  countStored(book: string, bytes: number): void {
    this.#countsOf(book).bytes += bytes;
  }

  /** The row that counts transfers like this one. */
  transferRow(
    book: string,
    { kind, rail, unit }: Pick<TransferCounts, 'kind' | 'rail' | 'unit'>,
  ): TransferRow {
    const { transfers } = this.#countsOf(book);
    const key = `${kind ?? ''} ${rail ?? ''} ${unit ?? ''}`;
    const found = transfers.get(key);
    if (found !== undefined) return found;
    const row = {
      ...{ book, kind, rail, unit, volume: 0n, decimals: 0 },
      ...{ created: 0, completed: 0, failed: 0, canceled: 0 },
      ...{ payout_times: [], reasons: new Map<string, number>() },
    };
    transfers.set(key, row);
    return row;
  }

  get isEmpty(): boolean {
    return this.#books.size === 0 && this.ended.size === 0;
  }

  record(minute: number): MinuteRecord {
    const transfers: TransferCounts[] = [];
    const webhooks: AttemptCounts[] = [];
    const requests: RequestCounts[] = [];
    const stored: StoredBytes[] = [];
    for (const [book, counts] of this.#books) {
      for (const { reasons, volume, decimals, ...row } of counts.transfers.values())
        transfers.push({
          ...row,
          volume: row.completed === 0 ? '' : formatAmount(volume, decimals),
          payout_times: [...row.payout_times],
          reasons: Object.fromEntries(reasons),
        });
      const { attempts, succeeded } = counts;
      if (attempts > 0)
        webhooks.push({ book, attempts, succeeded, errors: Object.fromEntries(counts.attemptErrors) });
      if (counts.requests > 0)
        requests.push({ book, requests: counts.requests, errors: Object.fromEntries(counts.errors) });
      if (counts.bytes > 0) stored.push({ book, bytes: counts.bytes });
    }
    return { minute, transfers, webhooks, requests, stored };
  }

  #countsOf(book: string): BookCounts {
    const found = this.#books.get(book);
    if (found !== undefined) return found;
    if (this.#books.size >= BOOKS_MAX && book !== OTHER_BOOKS) return this.#countsOf(OTHER_BOOKS);
    const created: BookCounts = {
      ...{ transfers: new Map(), errors: new Map(), attemptErrors: new Map() },
      ...{ requests: 0, attempts: 0, succeeded: 0, bytes: 0 },
    };
    this.#books.set(book, created);
    return created;
  }

  #countEnd(book: string, created: EventData<'transfer.created'> | undefined, data: Ended): void {
    const outcome = OUTCOMES[data.state];
    if (outcome === undefined) return;
    const { transfer_id } = data;
    // Transfers without a rail usually end in the command that creates them.
    if (created?.transfer_id === transfer_id && railOf(created) === null) {
      const row = this.transferRow(book, labelsOf(created));
      row[outcome] += 1;
      if (outcome === 'completed') addVolume(row, created.amount);
      else if (outcome === 'failed') addCode(row.reasons, data.state_reason?.code);
    } else if (this.ended.has(transfer_id) || this.ended.size < ENDED_MAX) {
      this.ended.set(transfer_id, { book, outcome, lookups: 0 });
    } else {
      this.transferRow(book, { kind: null, rail: null, unit: null })[outcome] += 1;
    }
  }
}

type Ended = EventData<'transfer.state_changed'>;
type Side = { readonly rail?: string; readonly asset?: string; readonly currency?: string };
type Described = {
  readonly kind: TransferKind;
  readonly source: Side;
  readonly destination: Side;
};

const railOf = ({ source, destination }: Described): string | null => source.rail ?? destination.rail ?? null;

/** Payments through a rail are counted in the currency of the rail, and others in the unit of the source. */
function labelsOf(transfer: Described): Pick<TransferCounts, 'kind' | 'rail' | 'unit'> {
  const { kind, source, destination } = transfer;
  const side = kind === 'offramp' ? destination : source;
  return { kind, rail: railOf(transfer), unit: side.currency ?? side.asset ?? null };
}

/** Adds an amount in the unit of the row. */
function addVolume(row: TransferRow, amount: string): void {
  row.volume += parseStoredAmount(amount);
  row.decimals = countDecimals(amount);
}

/** Reasons of operators and connectors are texts of theirs, so there may be many. */
function addCode(codes: Map<string, number>, code = OTHER_CODES): void {
  const counted = codes.has(code) || codes.size < CODES_MAX ? code : OTHER_CODES;
  codes.set(counted, (codes.get(counted) ?? 0) + 1);
}

// Counts the transfers that ended in a minute, with what their documents say about them.

type Transfer = ReturnType<typeof presentTransfer>;

/** Fields of a receipt; which ones are present depends on the kind of transfer. */
type ReceiptFields = {
  readonly amount_received?: string | null | undefined;
  readonly amount_paid_out?: string | null | undefined;
  readonly initiated_at?: string;
  readonly completed_at?: string | null;
};

export type TransferDocuments = {
  readonly documents: Pick<DocumentStore, 'getMany'>;
  readonly transfers: Collection<Transfer>;
};

const BATCH = 200;
/** A document that never says that the transfer ended, such as one of a projection that has stalled. */
const LOOKUPS_MAX = 10;

/**
 * Returns the transfers whose documents do not say yet that they ended, for the next minute. After ten minutes, they are
 * counted without kind and rail. Throws StoreUnavailable before it counts anything of a batch.
 */
export async function countEnded(
  counters: Pick<MinuteCounters, 'ended' | 'transferRow'>,
  { documents, transfers }: TransferDocuments,
): Promise<ReadonlyMap<string, EndedTransfer>> {
  const left = new Map<string, EndedTransfer>();
  const all = [...counters.ended];
  for (let from = 0; from < all.length; from += BATCH) {
    const batch = all.slice(from, from + BATCH);
    const found = await documents.getMany(
      transfers,
      batch.map(([id]) => id),
    );
    const byId = new Map(found.map((each) => [each.id, parseBody(transfers, each)]));
    for (const [id, ended] of batch) {
      counters.ended.delete(id);
      if (countOne(counters, ended, byId.get(id))) continue;
      if (ended.lookups < LOOKUPS_MAX) left.set(id, { ...ended, lookups: ended.lookups + 1 });
      else counters.transferRow(ended.book, UNKNOWN)[ended.outcome] += 1;
    }
  }
  return left;
}

/** Counts the transfers that were not found without kind and rail. */
export function countUnknown(counters: Pick<MinuteCounters, 'ended' | 'transferRow'>): void {
  for (const { book, outcome } of counters.ended.values()) counters.transferRow(book, UNKNOWN)[outcome] += 1;
  counters.ended.clear();
}

const UNKNOWN = { kind: null, rail: null, unit: null } as const;

/** Returns whether the document says that the transfer ended. */
function countOne(
  counters: Pick<MinuteCounters, 'transferRow'>,
  { book }: EndedTransfer,
  transfer: Transfer | undefined,
): boolean {
  const outcome = transfer && OUTCOMES[transfer.state];
  if (transfer === undefined || outcome === undefined) return false;
  const { kind, state, state_reason, amount } = transfer;
  const receipt: ReceiptFields = transfer.receipt ?? {};
  // The refund of a returned payout follows in the same append.
  if (kind === 'offramp' && state === 'returned') return false;
  const row = counters.transferRow(book, labelsOf(transfer));
  row[outcome] += 1;
  if (outcome === 'failed') addCode(row.reasons, state_reason?.code);
  if (outcome !== 'completed') return true;
  const { amount_received, amount_paid_out, initiated_at, completed_at } = receipt;
  addVolume(row, (kind === 'onramp' ? amount_received : amount_paid_out) ?? amount);
  if (kind === 'offramp' && initiated_at !== undefined && typeof completed_at === 'string') {
    const at = payoutTimeClass((Date.parse(completed_at) - Date.parse(initiated_at)) / 1_000);
    for (let each = row.payout_times.length; each <= at; each++) row.payout_times.push(0);
    row.payout_times[at] = (row.payout_times[at] ?? 0) + 1;
  }
  return true;
}
