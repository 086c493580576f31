/**
 * Balances of all accounts as of a time or a revision, computed from the streams, with a trial balance: in each unit of a
 * book, wallets and service accounts sum to zero.
 */
import { environmentOf, integratorOf, isBookStream } from '../../ledger/ids.ts';
import { ChainCheck } from '../chain/chain-check.ts';
import { formatAmount } from '../decimal.ts';
import type { EventSource, SourceEvent } from '../event-source.ts';
import { firstPerStream, toFinding, type Finding } from '../finding.ts';
import type { BookCheck } from '../rules/book-check.ts';
import { RulesCheck } from '../rules/rules-check.ts';

export type BalancesQuery = {
  /** ISO 8601; includes events of this millisecond. */
  readonly at?: string | undefined;
  /** One stream, up to and including a revision. */
  readonly until?: { readonly stream: string; readonly revision: number } | undefined;
  readonly integratorId?: string | undefined;
  readonly environment?: string | undefined;
};

export type AccountBalance = {
  readonly stream: string;
  readonly account: string;
  readonly bucket: 'available' | 'pending';
  /** The owner of a wallet; null for service accounts. */
  readonly user_id: string | null;
  readonly unit: string;
  readonly amount: string;
  /** Null for units without a cashable part. */
  readonly cashable: string | null;
};

type TrialBalanceLine = {
  readonly stream: string;
  readonly unit: string;
  readonly wallets: string;
  readonly service: string;
  /** Always zero unless there are findings. */
  readonly sum: string;
  readonly cashable_sum: string;
};

export type Balances = {
  readonly ok: boolean;
  readonly as_of: string | null;
  readonly position: string;
  readonly accounts: readonly AccountBalance[];
  readonly trial: readonly TrialBalanceLine[];
  readonly findings: readonly Finding[];
};

/** Runs all audit checks too, because balances of an invalid history are meaningless. Throws StoreUnavailable. */
export async function balancesAt(
  source: EventSource,
  query: BalancesQuery,
  onProgress: (position: bigint, head: bigint) => void = () => undefined,
): Promise<Balances> {
  const head = await source.head();
  const rules = new RulesCheck({ hasAllBooks: isWhole(query) });
  const chain = new ChainCheck();
  const findings: Finding[] = [];
  const isWanted = wantedBy(query);
  for await (const page of source.pages(-1n, head)) {
    for (const event of page) {
      if (!isWanted(event)) continue;
      try {
        // Only the end of a stream is ever skipped, so the hash chain stays unbroken.
        chain.check(event);
        rules.check(event);
      } catch (error) {
        findings.push(toFinding(event, error));
      }
    }
    onProgress(page.at(-1)?.position ?? head, head);
  }
  const books = [...rules.books()]
    .filter(([stream]) => isShown(stream, query))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ok: findings.length === 0,
    as_of: query.at ?? null,
    position: head.toString(),
    accounts: books.flatMap(([stream, check]) => accountsOf(stream, check)),
    trial: books.flatMap(([stream, check]) => trialOf(stream, check)),
    findings: firstPerStream(findings),
  };
}

/** Whether the query cuts no book. Nothing can be compared with the part of a book that it cuts off. */
const isWhole = ({ at, until, integratorId, environment }: BalancesQuery): boolean =>
  at === undefined && until === undefined && integratorId === undefined && environment === undefined;

/** Selects a prefix of each stream: times never decrease within a stream. */
function wantedBy(query: BalancesQuery): (event: SourceEvent) => boolean {
  const { at, until } = query;
  const last = at === undefined ? undefined : new Date(at).toISOString();
  return ({ stream, revision, metadata }) => {
    // Books depend on all of the platform and treasury streams, and clocks of nodes may differ slightly.
    if (!isBookStream(stream)) return true;
    if (!isShown(stream, query) || (until !== undefined && revision > until.revision)) return false;
    if (last === undefined) return true;
    const time = /"time":"([^"]+)"/.exec(metadata)?.[1];
    return time === undefined || time <= last;
  };
}

const isShown = (stream: string, { integratorId, environment, until }: BalancesQuery): boolean =>
  (until === undefined || stream === until.stream) &&
  (integratorId === undefined || integratorOf(stream) === integratorId) &&
  (environment === undefined || environmentOf(stream) === environment);

/** All wallets by ID, including those without a posting, then the service accounts by name. */
function accountsOf(stream: string, { book, accounts }: BookCheck): AccountBalance[] {
  const row = (account: string, bucket: 'available' | 'pending', unit: string): AccountBalance => {
    const sum = accounts.balanceOf(account, bucket);
    const decimals = accounts.decimalsOf(unit);
    return {
      stream,
      account,
      bucket,
      user_id: book.wallets.get(account)?.user_id ?? null,
      unit,
      amount: formatAmount(sum?.amount ?? 0n, decimals),
      cashable: unit === 'svc-points' ? formatAmount(sum?.cashable ?? 0n, decimals) : null,
    };
  };
  const wallets = [...book.wallets.entries()].flatMap(([id, { asset }]) => [
    row(id, 'available', asset),
    ...(accounts.balanceOf(id, 'pending') === undefined ? [] : [row(id, 'pending', asset)]),
  ]);
  const own = [...accounts.balances]
    .filter(([key]) => !key.startsWith('wal_'))
    .map(([key, { unit }]) => row(key, 'available', unit));
  return [...wallets.sort(byAccount), ...own.sort(byAccount)];
}

const byAccount = (a: AccountBalance, b: AccountBalance): number => (a.account < b.account ? -1 : 1);

function trialOf(stream: string, { accounts }: BookCheck): TrialBalanceLine[] {
  const units = new Map<string, { wallets: bigint; service: bigint; cashable: bigint }>();
  for (const [key, { unit, amount, cashable }] of accounts.balances) {
    const sum = units.get(unit) ?? { wallets: 0n, service: 0n, cashable: 0n };
    if (key.startsWith('wal_')) sum.wallets += amount;
    else sum.service += amount;
    sum.cashable += cashable;
    units.set(unit, sum);
  }
  return [...units]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([unit, { wallets, service, cashable }]) => {
      const text = (amount: bigint): string => formatAmount(amount, accounts.decimalsOf(unit));
      return {
        stream,
        unit,
        wallets: text(wallets),
        service: text(service),
        sum: text(wallets + service),
        cashable_sum: text(cashable),
      };
    });
}
