/**
 * The state of a book at a revision as lines of text, and the two digests of it that checkpoints sign (docs/auditors.md, "Signed
 * state"): of balances and open objects, in a form that does not change, and of everything that the fold of this release keeps.
 */
import canonicalize from 'canonicalize';
import { createStepBudget, yieldToEventLoop, type StepBudget } from '../../async/wait.ts';
import { ASSET_DECIMALS, formatAmount, isAsset } from '../../ledger/amount.ts';
import { FOLD_VERSION, TABLES, type CapturedBook, type TableEntries } from '../../ledger/book.ts';
import { tracksCashable, type Balance } from '../../ledger/posting.ts';
import { writeBigint } from '../../writer/snapshot.ts';
import { RootBuilder } from './merkle-tree.ts';

export type StateDigests = {
  /** Root of the balances and open objects, in hex. */
  readonly state: string;
  /** Root of all tables of the fold, in hex. Only this version of the fold leads to it. */
  readonly fold: { readonly version: number; readonly root: string };
};

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

/** Short enough not to delay a request noticeably. */
const SLICE_MS = 2;

/** The root of these lines in the order of their texts, in hex. */
export async function rootOfLines(
  lines: readonly string[],
  pause = createStepBudget(SLICE_MS),
): Promise<string> {
  return rootOfSorted(await sortInSlices(lines, pause), pause);
}

async function rootOfSorted(lines: readonly string[], pause: StepBudget): Promise<string> {
  const root = new RootBuilder();
  for (const line of lines) {
    root.add(line);
    const turn = pause();
    if (turn !== undefined) await turn;
  }
  return root.root().toString('hex');
}

/** The lines of the balances and open objects of a book, in no order. */
export async function stateLines(
  { tables }: CapturedBook,
  pause = createStepBudget(SLICE_MS),
): Promise<string[]> {
  const rows = <Name extends keyof TableEntries>(name: Name): TableEntries[Name] =>
    // A table's entries have the types of its name.
    (tables.get(name) ?? []) as unknown as TableEntries[Name];
  const decimals = new Map<string, number>(rows('units'));
  const text = (unit: string, amount: bigint): string =>
    formatAmount(amount, isAsset(unit) ? ASSET_DECIMALS[unit] : (decimals.get(unit) ?? 0));
  const cashableText = ({ unit, cashable }: Balance): string | undefined =>
    tracksCashable(unit) ? text(unit, cashable) : undefined;
  const lines: string[] = [];
  const add = async <Row>(from: readonly Row[], toLine: (row: Row) => string): Promise<void> => {
    for (const row of from) {
      lines.push(toLine(row));
      const turn = pause();
      if (turn !== undefined) await turn;
    }
  };
  await add(rows('accounts'), ([key, balance]) =>
    balanceLine(key, balance.unit, text(balance.unit, balance.amount), cashableText(balance)),
  );
  await add(rows('transfers'), ([id, { kind, state, amount }]) => transferLine(id, kind, state, amount));
  await add(rows('holds'), ([id, held]) =>
    holdLine(id, held.unit, text(held.unit, held.amount), cashableText(held)),
  );
  await add(rows('proposals'), ([id, { action, expires_at }]) => proposalLine(id, action.type, expires_at));
  return lines;
}

/** What operators decided alone is no part of it: the fold derives it from the actors of events, which an audit does not fold. */
const FOLD_TABLES = TABLES.filter((name) => name !== 'decidedAlone').sort();

/** The lines of everything that the fold keeps, by table and key. */
export async function* foldLines(
  { time, clock_ahead_ms = 0, tables }: CapturedBook,
  pause = createStepBudget(SLICE_MS),
): AsyncGenerator<string> {
  yield canonicalText(['', '', { time, clock_ahead_ms }]);
  for (const name of FOLD_TABLES) {
    const [keys, values] = [Array<string>(), new Map<string, unknown>()];
    for (const [key, value] of tables.get(name) ?? []) {
      keys.push(key);
      values.set(key, value);
      const turn = pause();
      if (turn !== undefined) await turn;
    }
    for (const key of await sortInSlices(keys, pause)) {
      yield canonicalText([name, key, values.get(key)]);
      const turn = pause();
      if (turn !== undefined) await turn;
    }
  }
}

export type DigestedState = {
  readonly digests: StateDigests;
  /** The leaves of `state`, in order. */
  readonly lines: readonly string[];
  /** The number of leaves of `fold`. */
  readonly foldLeaves: number;
};

/** Computes both digests in slices, so that requests are answered in between. */
export async function digestsOf(captured: CapturedBook): Promise<DigestedState> {
  const pause = createStepBudget(SLICE_MS);
  const lines = await sortInSlices(await stateLines(captured, pause), pause);
  const state = await rootOfSorted(lines, pause);
  const fold = new RootBuilder();
  for await (const line of foldLines(captured, pause)) fold.add(line);
  const digests = { state, fold: { version: FOLD_VERSION, root: fold.root().toString('hex') } };
  return { digests, lines, foldLeaves: fold.leaves };
}

/** JSON with sorted members (RFC 8785), and bigint as decimal text. */
const canonicalText = (value: unknown): string =>
  canonicalize(JSON.parse(JSON.stringify(value, writeBigint))) ?? '';

/** Few enough to be sorted within a slice. */
const RUN_LENGTH = 2_048;

/** Sorts texts by their UTF-16 code units. */
async function sortInSlices(texts: readonly string[], pause: StepBudget): Promise<string[]> {
  let runs: string[][] = [];
  for (let from = 0; from < texts.length; from += RUN_LENGTH) {
    runs.push(texts.slice(from, from + RUN_LENGTH).sort());
    await yieldToEventLoop();
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await mergeSorted(runs[at] ?? [], runs[at + 1] ?? [], pause));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeSorted(a: readonly string[], b: readonly string[], pause: StepBudget): Promise<string[]> {
  const merged: string[] = [];
  for (let [i, j] = [0, 0]; i < a.length || j < b.length;) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && (right === undefined || left <= right)) {
      merged.push(left);
      i += 1;
    } else if (right !== undefined) {
      merged.push(right);
      j += 1;
    }
    const turn = pause();
    if (turn !== undefined) await turn;
  }
  return merged;
}
