/**
 * What a node stores for a minute: how much happened in each book. It names integrators, rails, and codes, and no person
 * and no transfer. Records decide nothing, and a lost documents store loses them (docs/architecture.md).
 */
import { countDecimals, formatAmount, parseStoredAmount, type Amount } from '../ledger/amount.ts';
import { encodeBase32 } from '../ledger/ids.ts';
import type { TransferKind } from '../ledger/transfer.ts';
import { collection } from '../read-models/collection.ts';
import type { CollectionSpec, DocumentWrite } from '../read-models/port.ts';

export const MINUTE_MS = 60_000;
export const METRICS_RETENTION_DAYS = 30;

/** Transfers of one book, kind, rail, and unit. */
export type TransferCounts = {
  /** The stream of the book. */
  readonly book: string;
  /** Null if the transfer could not be looked up. */
  readonly kind: TransferKind | null;
  /** Null for transfers without a rail. */
  readonly rail: string | null;
  readonly unit: string | null;
  readonly created: number;
  readonly completed: number;
  /** Ended as failed, returned, or refunded. */
  readonly failed: number;
  readonly canceled: number;
  /** Amount of the completed transfers, in the unit; empty without any. */
  readonly volume: string;
  /** Payouts by the time from their creation to the confirmation of the rail; see `PAYOUT_TIME_LIMITS_SECONDS`. */
  readonly payout_times: readonly number[];
  /** Failed transfers by the code of their reason. */
  readonly reasons: Counts;
};

/** Attempts to deliver webhooks of one book. */
export type AttemptCounts = {
  readonly book: string;
  readonly attempts: number;
  readonly succeeded: number;
  readonly errors: Counts;
};

/** Requests with the keys of one book. */
export type RequestCounts = { readonly book: string; readonly requests: number; readonly errors: Counts };

/** Bytes of events that were added to one book. */
export type StoredBytes = { readonly book: string; readonly bytes: number };

export type Counts = Readonly<Record<string, number>>;

export type MinuteRecord = {
  /** Start of the minute, in milliseconds since 1970. */
  readonly minute: number;
  readonly transfers: readonly TransferCounts[];
  readonly webhooks: readonly AttemptCounts[];
  readonly requests: readonly RequestCounts[];
  /** Absent in records of earlier releases. */
  readonly stored?: readonly StoredBytes[];
};

/** Upper limits of the classes of payout times. The last class has no limit. */
export const PAYOUT_TIME_LIMITS_SECONDS = [
  1, 5, 15, 60, 300, 900, 3_600, 14_400, 43_200, 86_400, 172_800, 432_000,
] as const;

/** The class of a payout time. */
export function payoutTimeClass(seconds: number): number {
  const at = PAYOUT_TIME_LIMITS_SECONDS.findIndex((limit) => seconds <= limit);
  return at === -1 ? PAYOUT_TIME_LIMITS_SECONDS.length : at;
}

/** Adds two amounts of one unit. An empty text is zero. */
export function addAmounts(a: string, b: string): string {
  if (a === '') return b;
  if (b === '') return a;
  const sum: Amount = parseStoredAmount(a) + parseStoredAmount(b);
  return formatAmount(sum, countDecimals(a));
}

export const METRICS_COLLECTION = collection<MinuteRecord>('metrics_v1');
export const METRICS_COLLECTIONS: readonly CollectionSpec[] = [{ name: METRICS_COLLECTION, kind: 'log' }];
export const METRICS_SCOPE = 'metrics';
export const METRICS_PREFIX = 'met';
export const ALL_TERM = 'every';

const TIME_DIGITS = 10;

/** `node` is 16 digits that distinguish the processes. Writing the record of a minute again has no effect. */
export const recordId = (minute: number, node: string): string =>
  `${METRICS_PREFIX}_${encodeBase32(minute, TIME_DIGITS)}${node}`;

export function recordWrite(record: MinuteRecord, node: string): DocumentWrite {
  const id = recordId(record.minute, node);
  const document = { id, scope: METRICS_SCOPE, terms: [ALL_TERM], body: JSON.stringify(record) };
  return { collection: METRICS_COLLECTION, id, document, position: 1n };
}
