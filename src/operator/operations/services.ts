/** The dependencies of the operator API: those of the API, and more. */

import { BOOK_TOTALS } from '../../../projections/collections.ts';
import type { ReviewKind } from '../../../projections/operators.ts';
import { TOTALS_SCOPE, type BookTotals } from '../../../projections/totals.ts';
import type { ActivityLog } from '../../activity/activity-log.ts';
import type { Services } from '../../api/operations/services.ts';
import type { AuditStatus } from '../../generated/api.ts';
import { formatAmount, parseStoredAmount, type Amount } from '../../ledger/amount.ts';
import { environmentOf, type EnvironmentName } from '../../ledger/ids.ts';
import type { MinuteMetrics } from '../../minute-metrics/minute-metrics.ts';
import type { OperatorRole, Platform } from '../../platform/platform.ts';
import type { RunningRails } from '../../rails/rails.ts';
import { listValues } from '../../read-models/collection.ts';
import type { Rebuilds } from '../../read-models/generations/rebuilds.ts';
import type { DocumentStore } from '../../read-models/port.ts';
import type { ProjectionLag } from '../../read-models/projector/projection-lag.ts';
import type { AccountCodes } from '../../reconciliation/journal.ts';
import type { Reconciliations } from '../../reconciliation/reconciliation.ts';
import { delay } from '../../system/runtime.ts';
import type { NodeSamples } from '../node-samples.ts';
import type { SessionDirectory } from './session-directory.ts';

// Clearing balances above the limits of the configuration: more money passed through a rail than operators expect.

/** The limit of a rail and currency, for all books of an environment together. */
type ClearingLimit = {
  readonly rail: string;
  readonly currency: string;
  readonly limit: Amount;
  readonly decimals: number;
};

type HighClearingBalance = ClearingLimit & {
  readonly environment: EnvironmentName;
  /** Absolute, with the decimals of the currency. */
  readonly balance: string;
};

const BOOKS_MAX = 2_000;

/** The totals of all books, also former ones, as they are projected. Throws StoreUnavailable. */
export const allBookTotals = (documents: Pick<DocumentStore, 'list'>): Promise<readonly BookTotals[]> =>
  listValues(documents, BOOK_TOTALS, {
    scope: TOTALS_SCOPE,
    terms: ['books'],
    order: 'oldest',
    limit: BOOKS_MAX,
  } as const);

/** The balances above their limits. Throws StoreUnavailable. */
export async function highClearingBalances(
  documents: Pick<DocumentStore, 'list'>,
  limits: readonly ClearingLimit[],
): Promise<readonly HighClearingBalance[]> {
  if (limits.length === 0) return [];
  const sums = new Map<string, Amount>();
  for (const { book, rows } of await allBookTotals(documents)) {
    for (const { account, balance } of rows) {
      if (!account.startsWith('clearing:')) continue;
      const key = `${environmentOf(book)} ${account}`;
      sums.set(key, (sums.get(key) ?? 0n) + parseStoredAmount(balance));
    }
  }
  return limits.flatMap((each) =>
    (['production', 'sandbox'] as const).flatMap((environment) => {
      const sum = sums.get(`${environment} clearing:${each.rail}:${each.currency}`) ?? 0n;
      const size = sum < 0n ? -sum : sum;
      return size > each.limit ? [{ ...each, environment, balance: formatAmount(size, each.decimals) }] : [];
    }),
  );
}

export const clearingCondition = ({ environment, rail, currency }: HighClearingBalance): string =>
  `clearing:${environment}:${rail}:${currency}`;

// Since when conditions hold that have no time of their own, such as a rail that does not respond. This node observes them
// in the background; a restart forgets it.

type ConditionTimes = {
  /** ISO 8601; null if this node has not observed the condition yet. With several, the earliest. */
  since(names: readonly string[]): string | null;
};

export type ConditionSource = {
  /** The names of the conditions that hold now. What it throws leaves everything as it was. */
  readonly read: () => readonly string[] | Promise<readonly string[]>;
  readonly everyMs: number;
};

/** Observes until the signal aborts. `clock` is in milliseconds since 1970. */
export function watchConditions(
  sources: readonly ConditionSource[],
  clock: () => number,
  signal: AbortSignal,
): ConditionTimes {
  const times = sources.map(() => new Map<string, string>());

  async function observe({ read, everyMs }: ConditionSource, known: Map<string, string>): Promise<void> {
    while (!signal.aborted) {
      try {
        const names = new Set(await read());
        for (const name of known.keys()) if (!names.has(name)) known.delete(name);
        const now = new Date(clock()).toISOString();
        for (const name of names) if (!known.has(name)) known.set(name, now);
      } catch {
        // A store is unavailable, which is a condition of its own.
      }
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  sources.forEach((source, at) => void observe(source, times[at] ?? new Map<string, string>()));
  return {
    since(names) {
      const found = names.flatMap((name) => times.flatMap((known) => known.get(name) ?? []));
      return found.sort()[0] ?? null;
    },
  };
}

// How operators sign in to the console.

/** The names that lead to a claim: more than one for a claim within another one. */
export type ClaimPath = readonly string[];

/** An OpenID Connect provider, and what its claims mean. */
export type ProviderSettings = {
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** The name of the provider on the sign-in page. */
  readonly label: string;
  readonly scopes: readonly string[];
  readonly nameClaim: ClaimPath;
  readonly roleClaim: ClaimPath;
  /** The values of the role claim that give each role. */
  readonly roles: Readonly<Record<OperatorRole, readonly string[]>>;
  /** Accepted `acr` values. Empty accepts any. */
  readonly acrValues: readonly string[];
  readonly sessionMs: number;
};

export type SignInSettings = {
  /** Whether operators may sign in to the console with an operator token. */
  readonly tokens: boolean;
  readonly provider: ProviderSettings | null;
};

/** Who is told about what. How is in the configuration only: the addresses are secrets. */
export type NotificationRule = {
  /** Unique. */
  readonly name: string;
  /** The name of the operator that notes mention; null for a rule of nobody. */
  readonly operator: string | null;
  /** Kinds of attention items, or `mentions`. */
  readonly kinds: readonly string[];
};

export type OperatorServices = Services & {
  /** Throws StoreUnavailable until it is loaded. */
  readonly platform: () => Platform;
  /** The position of the newest event of all streams. Throws StoreUnavailable. */
  readonly head: () => Promise<bigint>;
  /** The configured rails, and whether their providers respond. */
  readonly runningRails: Pick<RunningRails, 'configured' | 'isProviderUp'>;
  readonly minuteMetrics: Pick<MinuteMetrics, 'read'>;
  readonly reconciliations: Reconciliations;
  /** Codes of the journal. */
  readonly accountCodes: AccountCodes;
  /** The currencies of each configured rail, with their decimals. */
  readonly railCurrencies: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** How long the bank of each configured rail may take to confirm a payout. */
  readonly payoutSettlementMs: ReadonlyMap<string, number>;
  /** The audit status as known to this node. */
  readonly audit: () => AuditStatus;
  readonly projections: () => readonly ProjectionLag[];
  /** The ID of the request that recorded the event; null if there is none. Throws StoreUnavailable. */
  readonly requestIdAt: (stream: string, revision: number) => Promise<string | null>;
  readonly rebuilds: Rebuilds;
  /** Records what operators do. */
  readonly activity: ActivityLog;
  readonly sessions: SessionDirectory;
  /** Limits of clearing balances above which operators are told. */
  readonly clearingLimits: readonly ClearingLimit[];
  /** Files with certificates whose expiry is announced. */
  readonly certificateFiles: readonly string[];
  readonly conditions: ConditionTimes;
  /** What this node counted in the last hour. */
  readonly samples: NodeSamples;
  /** How long a review may wait before it is overdue. */
  readonly reviewTargetMs: Readonly<Record<ReviewKind, number>>;
  readonly signIn: SignInSettings;
  readonly notificationRules: readonly NotificationRule[];
};

/** The platform after reading all events, including those of other processes. Throws StoreUnavailable. */
export async function freshPlatform({ platform }: OperatorServices): Promise<Platform> {
  const loaded = platform();
  await loaded.refresh();
  return loaded;
}
