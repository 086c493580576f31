/**
 * The state of a book at a revision as lines of text, and the two digests of it that checkpoints sign (docs/auditors.md, "Signed
 * state"): of balances and open objects, in a form that does not change, and of everything that the fold of this release keeps.
 */
import { sortInSlices, Slices } from '../../async/slices.ts';
import { ASSET_DECIMALS, formatAmount, isAsset } from '../../ledger/amount.ts';
import { FOLD_VERSION, TABLES, type Book, type TableEntries } from '../../ledger/book.ts';
import { tracksCashable, type Balance } from '../../ledger/posting.ts';
import { RootBuilder } from './merkle-tree.ts';

export type StateDigests = {
  /** Root of the balances and open objects, in hex. */
  readonly state: string;
  /** Root of all tables of the fold, in hex. Only this version of the fold leads to it. */
  readonly fold: { readonly version: number; readonly root: string };
};

type TableName = keyof TableEntries;

/** The tables of a book at one moment. Their values never change. */
export type CapturedBook = {
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly clock_ahead_ms?: number;
  readonly tables: ReadonlyMap<TableName, readonly (readonly [string, unknown])[]>;
};

export const captureTables = (book: Book): CapturedBook => ({
  time: book.time,
  ...(book.clockAheadMs === 0 ? {} : { clock_ahead_ms: book.clockAheadMs }),
  tables: new Map(TABLES.map((table) => [table, [...book[table].entries()]])),
});

/** One line of the state. None contains a line feed, and no two of a book are equal. */
export const balanceLine = (
  key: string,
  unit: string,
  amount: string,
  cashable: string | undefined,
): string => `balance ${key} ${unit} ${amount}${cashable === undefined ? '' : ` ${cashable}`}`;

export const transferLine = (id: string, kind: string, state: string, amount: string): string =>
  `transfer ${id} ${kind} ${state} ${amount}`;

/** What a transfer in review holds. */
export const holdLine = (id: string, unit: string, amount: string, cashable: string | undefined): string =>
  `hold ${id} ${unit} ${amount}${cashable === undefined ? '' : ` ${cashable}`}`;

export const proposalLine = (id: string, action: string, expiresAt: string): string =>
  `proposal ${id} ${action} ${expiresAt}`;

/** The root of these lines in the order of their texts, in hex. */
export async function rootOfLines(lines: readonly string[], slices = new Slices()): Promise<string> {
  const root = new RootBuilder();
  for (const line of await sortInSlices(lines, slices)) {
    root.add(line);
    const turn = slices.step();
    if (turn !== undefined) await turn;
  }
  return root.root().toString('hex');
}

/** The lines of the balances and open objects of a book, in no order. */
export function stateLines({ tables }: CapturedBook): string[] {
  const rows = <Name extends TableName>(name: Name): TableEntries[Name] =>
    // A table's entries have the types of its name.
    (tables.get(name) ?? []) as unknown as TableEntries[Name];
  const decimals = new Map<string, number>(rows('units'));
  const text = (unit: string, amount: bigint): string =>
    formatAmount(amount, isAsset(unit) ? ASSET_DECIMALS[unit] : (decimals.get(unit) ?? 0));
  const cashableText = ({ unit, cashable }: Balance): string | undefined =>
    tracksCashable(unit) ? text(unit, cashable) : undefined;
  return [
    ...rows('accounts').map(([key, balance]) =>
      balanceLine(key, balance.unit, text(balance.unit, balance.amount), cashableText(balance)),
    ),
    ...rows('transfers').map(([id, { kind, state, amount }]) => transferLine(id, kind, state, amount)),
    ...rows('holds').map(([id, held]) =>
      holdLine(id, held.unit, text(held.unit, held.amount), cashableText(held)),
    ),
    ...rows('proposals').map(([id, { action, expires_at }]) => proposalLine(id, action.type, expires_at)),
  ];
}

/** What operators decided alone is no part of it: the fold derives it from the actors of events, which an audit does not fold. */
const FOLD_TABLES = TABLES.filter((name) => name !== 'decidedAlone').sort();

/** The lines of everything that the fold keeps, by table and key. */
export async function* foldLines(
  { time, clock_ahead_ms = 0, tables }: CapturedBook,
  slices = new Slices(),
): AsyncGenerator<string> {
  yield canonicalText(['', '', { time, clock_ahead_ms }]);
  for (const name of FOLD_TABLES) {
    const values = new Map(tables.get(name));
    for (const key of await sortInSlices([...values.keys()], slices)) {
      yield canonicalText([name, key, values.get(key)]);
      const turn = slices.step();
      if (turn !== undefined) await turn;
    }
  }
}

/** Computes both digests in slices, so that requests are answered in between. */
export async function digestsOf(captured: CapturedBook): Promise<StateDigests & { readonly leaves: number }> {
  const slices = new Slices();
  const state = await rootOfLines(stateLines(captured), slices);
  const fold = new RootBuilder();
  for await (const line of foldLines(captured, slices)) fold.add(line);
  return {
    state,
    fold: { version: FOLD_VERSION, root: fold.root().toString('hex') },
    leaves: fold.leaves,
  };
}

/** JSON with sorted members (RFC 8785) and bigint as decimal text. Members that are undefined are left out. */
function canonicalText(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}"`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const members: string[] = [];
  // The values of tables are plain objects.
  const object = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(object).sort()) {
    const member = object[name];
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${canonicalText(member)}`);
  }
  return `{${members.join(',')}}`;
}
