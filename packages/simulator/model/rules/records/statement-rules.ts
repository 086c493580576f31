/** The statement of a wallet for a month, as JSON and as CSV. */
import { formatAmount } from '../../state/money.ts';
import { isObject, textOf } from '../../prediction.ts';
import type { Json, JsonObject } from '../../prediction.ts';
import { MALFORMED, NOT_FOUND, bookTime, walletOf } from '../../request.ts';
import type { Rule } from '../../request.ts';
import { BUCKETS } from '../../state/world.ts';
import type { HistoryEntry, Wallet } from '../../state/world.ts';

type Balances = Readonly<Record<string, string>>;

/** What both forms of a statement say. */
type Statement = {
  readonly opening: Balances;
  readonly closing: Balances;
  readonly entries: readonly Json[];
  readonly asOf: string;
  readonly isCut: boolean;
};

const LIMIT_DEFAULT = 100;

const getWalletStatement: Rule = (request) => {
  const { book, params, query, accept } = request;
  const { month = '' } = params;
  const isFile = accept === 'text/csv';
  if (isFile && Object.keys(query).length > 0) return MALFORMED;
  const wallet = walletOf(request);
  if (wallet === undefined) return NOT_FOUND;
  const start = Date.parse(`${month}-01T00:00:00.000Z`);
  const end = new Date(start).setUTCMonth(new Date(start).getUTCMonth() + 1);
  if (start > bookTime(request) || end <= Date.parse(wallet.createdAt)) return NOT_FOUND;
  return {
    status: 200,
    ...(!isFile && {
      body: { object: 'wallet_statement', wallet_id: wallet.id, asset: wallet.asset, month },
    }),
    refuses: (body) =>
      faultIn(
        isFile ? fromRows(body) : fromObject(body),
        wallet,
        book.history.of(wallet.id),
        start,
        isFile ? Infinity : Number(query['limit'] ?? LIMIT_DEFAULT),
      ),
  };
};

const balancesIn = (value: Json | undefined): Balances =>
  Object.fromEntries(BUCKETS.map((bucket) => [bucket, textOf(value, bucket)]));

const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

const fromObject = ({ opening, closing, entries, next }: JsonObject): Statement => ({
  ...{ opening: balancesIn(opening), closing: balancesIn(closing), entries: listOf(entries) },
  ...{ asOf: textOf(closing, 'as_of'), isCut: next !== null },
});

function fromRows({ rows }: JsonObject): Statement {
  const of = (kind: string): readonly Json[] => listOf(rows).filter((each) => textOf(each, 'row') === kind);
  const balances = (kind: string): Balances =>
    Object.fromEntries(of(kind).map((each) => [textOf(each, 'bucket'), textOf(each, 'balance')]));
  const entries = of('entry').map((each) =>
    isObject(each) ? { ...each, balance_after: textOf(each, 'balance') } : each,
  );
  const asOf = textOf(of('closing')[0], 'time');
  return { opening: balances('opening'), closing: balances('closing'), entries, asOf, isCut: false };
}

function faultIn(
  { opening, closing, entries, asOf, isCut }: Statement,
  { asset }: Wallet,
  history: readonly HistoryEntry[],
  start: number,
  limit: number,
): string | undefined {
  const timeOf = ({ createdAt }: HistoryEntry): number => Date.parse(createdAt ?? '');
  if (history.some((each) => Number.isNaN(timeOf(each)))) return undefined;
  const until = history.filter((each) => timeOf(each) <= Date.parse(asOf));
  const before = until.filter((each) => timeOf(each) < start);
  const within = until.slice(before.length);
  if (entries.length !== Math.min(limit, within.length) || isCut !== within.length > limit)
    return `${entries.length} of ${within.length} entries`;
  for (const bucket of BUCKETS) {
    const balance = (of: readonly HistoryEntry[]): string =>
      formatAmount(of.findLast((each) => each.bucket === bucket)?.after ?? 0n, asset);
    // What nobody owes is not shown.
    const shown = (of: Balances): string =>
      of[bucket] || (bucket === 'receivable' ? formatAmount(0n, asset) : '');
    if (shown(opening) !== balance(before)) return `opening ${bucket}: expected ${balance(before)}`;
    if (shown(closing) !== balance(until)) return `closing ${bucket}: expected ${balance(until)}`;
    const expected = within.filter((each) => each.bucket === bucket);
    const wrong = entries
      .filter((each) => textOf(each, 'bucket') === bucket)
      .findIndex(
        (each, at) =>
          textOf(each, 'amount') !== formatAmount(expected[at]?.amount ?? 0n, asset) ||
          textOf(each, 'balance_after') !== formatAmount(expected[at]?.after ?? 0n, asset),
      );
    if (wrong !== -1) return `entry ${wrong} of ${bucket} differs`;
  }
  return undefined;
}

export const statementRules = { getWalletStatement } satisfies Readonly<Record<string, Rule>>;
