/**
 * Decides which lines of a statement are recorded already. The balances decide: a statement that begins with the last closing
 * balance has new lines only, and one that begins with an earlier balance repeats the lines that follow there. Pure.
 */
import type { Amount } from '../../ledger/amount.ts';
import type { BankLine, RecordedImport } from '../state/rail-account.ts';
import { NO_REFERENCE, hasReference, lineKey, type BankStatement, type CheckedLine } from './statement.ts';

/** Lines without a gap between them, oldest first. */
type Chain = {
  start: Amount;
  end: Amount;
  lines: BankLine[];
  firstDay: string;
  lastDay: string;
};

export type Overlap = {
  /** Indexes of lines that are recorded already. */
  readonly known: ReadonlySet<number>;
  readonly opening: Amount;
  readonly closing: Amount;
  /** Whether balances prove that no line is missing before the statement, and that the known lines are known. */
  readonly isProven: boolean;
};

/** Why a statement cannot be recorded, for the person who imports it. */
export type OverlapProblem = { readonly problem: string };

const CHAIN_POSITIONS_MAX = 200;
const NONE: ReadonlySet<number> = new Set();

export function findOverlap(
  statement: BankStatement,
  imports: readonly RecordedImport[],
  choice: 'new' | 'known' | undefined,
): Overlap | OverlapProblem {
  const chains = chainsOf(imports);
  const newest = chains.reduce<Chain | undefined>(
    (last, each) => (last === undefined || each.lastDay >= last.lastDay ? each : last),
    undefined,
  );
  const sum = statement.lines.reduce((total, { amount }) => total + amount, 0n);
  const opening =
    statement.opening ?? (statement.closing === undefined ? undefined : statement.closing - sum);
  if (opening === undefined) return withoutBalances(statement, chains, newest, sum);
  const with_ = (known: ReadonlySet<number>, isProven: boolean): Overlap => ({
    ...{ known, isProven, opening, closing: opening + sum },
  });
  const continues = newest !== undefined && newest.end === opening && statement.closed_on >= newest.lastDay;
  if (choice === 'new') return with_(NONE, continues);
  const repeated = chains.length === 0 ? NONE : alignedLines(statement.lines, opening, chains);
  if (continues) {
    if (repeated.size === 0) return with_(NONE, true);
    // Days before the last recorded one cannot follow it.
    if (choice === 'known' || statement.opened_on < newest.lastDay) return with_(repeated, true);
    return {
      problem: `The file may repeat lines until ${newest.lastDay} or follow them: its balances fit both. Export from another day, or set overlap to "known" or "new".`,
    };
  }
  const proven = repeated.size > 0 ? repeated : sameLines(statement.lines, opening, chains);
  if (proven !== undefined) {
    // Recorded statements may contradict each other.
    const others = linesByReference(statement.lines, chains, proven);
    return with_(new Set([...proven, ...others]), others.size === 0);
  }
  const isBetween = chains.some((each) => each.end === opening && each.lastDay <= statement.closed_on);
  if (isBetween || newest === undefined) return with_(NONE, isBetween);
  const corrected = correctedLine(statement.lines, chains);
  if (corrected !== undefined)
    return {
      problem: `Line ${corrected.number} has another amount than a recorded line with the same reference and day, and the balances do not follow the recorded ones. If the bank corrected it, void the statement ${corrected.statementId} first.`,
    };
  if (statement.opening === undefined)
    return {
      problem:
        'The file has no opening balance, and the one that follows from its lines does not continue the recorded statements.',
    };
  return with_(linesByReference(statement.lines, chains), false);
}

/** Joins runs of recorded lines whose balances continue each other. */
function chainsOf(imports: readonly RecordedImport[]): readonly Chain[] {
  const chains: Chain[] = [];
  for (const each of imports) for (const run of runsOf(each)) insert(chains, run);
  return chains.sort((a, b) => (a.firstDay === b.firstDay ? 0 : a.firstDay < b.firstDay ? -1 : 1));
}

/** The new lines of a statement that follow each other; known ones may be between them. */
function runsOf({ started, lines }: RecordedImport): readonly Chain[] {
  const runs: Chain[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    const before = line.balanceAfter - line.amount;
    if (last?.end === before) {
      last.lines.push(line);
      last.end = line.balanceAfter;
      last.lastDay = later(last.lastDay, line.statedOn);
    } else
      runs.push({
        ...{
          start: before,
          end: line.balanceAfter,
          lines: [line],
          firstDay: line.statedOn,
          lastDay: line.statedOn,
        },
      });
  }
  const [first, last] = [runs[0], runs.at(-1)];
  const opening = BigInt(started.opening_balance.replace('.', ''));
  const closing = BigInt(started.closing_balance.replace('.', ''));
  // Days without lines are part of the statement, too.
  if (first?.start === opening) first.firstDay = earlier(first.firstDay, started.opened_on);
  if (last?.end === closing) last.lastDay = later(last.lastDay, started.closed_on);
  if (runs.length === 0 && started.lines === 0)
    return [
      { start: opening, end: closing, lines: [], firstDay: started.opened_on, lastDay: started.closed_on },
    ];
  return runs;
}

const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (a: string, b: string): string => (a < b ? a : b);

function insert(chains: Chain[], run: Chain): void {
  const before = chains.findLast((each) => each.end === run.start && each.lastDay <= run.lastDay);
  const after = chains.find(
    (each) => each !== before && each.start === run.end && each.firstDay >= run.firstDay,
  );
  const joined = [before, run, after].filter((each) => each !== undefined);
  for (const each of [before, after]) if (each !== undefined) chains.splice(chains.indexOf(each), 1);
  chains.push({
    start: joined[0]?.start ?? run.start,
    end: joined.at(-1)?.end ?? run.end,
    lines: joined.flatMap(({ lines }) => lines),
    firstDay: joined.map(({ firstDay }) => firstDay).reduce(earlier),
    lastDay: joined.map(({ lastDay }) => lastDay).reduce(later),
  });
}

/**
 * The lines that follow a recorded balance in the same order as the recorded lines, until either side ends. A statement that
 * begins before recorded lines, or goes on after them, has new lines there.
 */
function alignedLines(
  lines: readonly CheckedLine[],
  opening: Amount,
  chains: readonly Chain[],
): ReadonlySet<number> {
  const known = new Set<number>();
  const [first, length] = longestRun(lines, opening, chains);
  let chainsLeft = first === undefined ? chains : chains.slice(chains.indexOf(first) + 1);
  if (first === undefined) {
    const end = chains.findLastIndex(
      (each) => each.end === opening && each.lastDay <= (lines[0]?.booked_on ?? ''),
    );
    if (end !== -1) chainsLeft = chains.slice(end + 1);
  }
  let balance = opening;
  for (let at = 0; at < lines.length;) {
    const chain =
      at === 0 ? first : chainsLeft.find((each) => each.start === balance && isRun(each, 0, lines, at) > 0);
    const run = chain === undefined ? 0 : at === 0 ? length : isRun(chain, 0, lines, at);
    if (chain !== undefined && chain !== first) chainsLeft = chainsLeft.slice(chainsLeft.indexOf(chain) + 1);
    for (let i = 0; i < Math.max(run, 1); i += 1) {
      if (run > 0) known.add(at + i);
      balance += lines[at + i]?.amount ?? 0n;
    }
    at += Math.max(run, 1);
  }
  return known;
}

/** The chain with the most lines that the statement begins with, at any of its balances. */
function longestRun(
  lines: readonly CheckedLine[],
  opening: Amount,
  chains: readonly Chain[],
): readonly [Chain | undefined, number] {
  let best: Chain | undefined;
  let length = 0;
  for (const chain of chains) {
    let positions = 0;
    for (let at = chain.lines.length - 1; at >= 0 && positions < CHAIN_POSITIONS_MAX; at -= 1) {
      const line = chain.lines[at];
      if (line === undefined || line.balanceAfter - line.amount !== opening) continue;
      positions += 1;
      const run = isRun(chain, at, lines, 0);
      if (run >= length && run > 0) [best, length] = [chain, run];
    }
  }
  return [best, length];
}

/** How many lines agree from both places until one side ends; 0 if one disagrees. */
function isRun(chain: Chain, from: number, lines: readonly CheckedLine[], start: number): number {
  const length = Math.min(chain.lines.length - from, lines.length - start);
  for (let i = 0; i < length; i += 1) {
    const [recorded, line] = [chain.lines[from + i], lines[start + i]];
    if (recorded === undefined || line === undefined || !isSameLine(recorded, line)) return 0;
  }
  return length;
}

const isSameLine = (recorded: BankLine, line: CheckedLine): boolean =>
  recorded.amount === line.amount &&
  recorded.bookedOn === line.booked_on &&
  (recorded.bankReference === line.bank_reference ||
    !hasReference(recorded.bankReference) ||
    !hasReference(line.bank_reference));

const recordedKey = ({ bookedOn, bankReference, amount }: BankLine): string =>
  lineKey({ booked_on: bookedOn, bank_reference: bankReference, amount });

/**
 * The lines that follow a recorded balance in any order, until either side ends. Banks list the lines of a day in different
 * orders.
 */
function sameLines(
  lines: readonly CheckedLine[],
  opening: Amount,
  chains: readonly Chain[],
): ReadonlySet<number> | undefined {
  for (const chain of [...chains].reverse()) {
    let positions = 0;
    for (const [from, first] of chain.lines.entries()) {
      if (first.balanceAfter - first.amount !== opening) continue;
      positions += 1;
      if (positions > CHAIN_POSITIONS_MAX) break;
      const window = chain.lines.slice(from, from + lines.length);
      const known = alike(lines, window);
      if (known.size === window.length) return known;
    }
  }
  return undefined;
}

/** As many lines with the same day, amount, and reference as are recorded. */
function alike(
  lines: readonly CheckedLine[],
  recorded: readonly BankLine[],
  before: ReadonlySet<number> = NONE,
): ReadonlySet<number> {
  const counts = new Map<string, number>();
  for (const line of recorded) counts.set(recordedKey(line), (counts.get(recordedKey(line)) ?? 0) + 1);
  for (const at of before) {
    const line = lines[at];
    if (line !== undefined) counts.set(lineKey(line), (counts.get(lineKey(line)) ?? 0) - 1);
  }
  const known = new Set<number>();
  for (const [at, line] of lines.entries()) {
    if (before.has(at)) continue;
    const left = counts.get(lineKey(line)) ?? 0;
    if (left <= 0) continue;
    counts.set(lineKey(line), left - 1);
    known.add(at);
  }
  return known;
}

const linesIn = (chains: readonly Chain[]): readonly BankLine[] => chains.flatMap((each) => each.lines);

/** Lines with a reference of the bank that are recorded. `before` are known already. */
const linesByReference = (
  lines: readonly CheckedLine[],
  chains: readonly Chain[],
  before: ReadonlySet<number> = NONE,
): ReadonlySet<number> =>
  new Set(
    [...alike(lines, linesIn(chains), before)].filter((at) =>
      hasReference(lines[at]?.bank_reference ?? NO_REFERENCE),
    ),
  );

function correctedLine(
  lines: readonly CheckedLine[],
  chains: readonly Chain[],
): { readonly number: number; readonly statementId: string } | undefined {
  const recorded = new Map<string, BankLine[]>();
  for (const line of linesIn(chains)) {
    if (!hasReference(line.bankReference)) continue;
    const key = `${line.bookedOn} ${line.bankReference}`;
    recorded.set(key, [...(recorded.get(key) ?? []), line]);
  }
  for (const [at, { booked_on, bank_reference, amount }] of lines.entries()) {
    const same = recorded.get(`${booked_on} ${bank_reference}`) ?? [];
    const [first] = same;
    if (first !== undefined && same.every((each) => each.amount !== amount))
      return { number: at + 1, statementId: first.statementId };
  }
  return undefined;
}

/** A report whose sums prove that it is complete follows the last closing balance. */
function withoutBalances(
  { lines }: BankStatement,
  chains: readonly Chain[],
  newest: Chain | undefined,
  sum: Amount,
): Overlap | OverlapProblem {
  if (newest === undefined)
    return { problem: 'The file has no balances. Import a statement with balances before it.' };
  const known = alike(lines, linesIn(chains));
  if ([...known].some((at) => !hasReference(lines[at]?.bank_reference ?? NO_REFERENCE)))
    return {
      problem:
        'The file has no balances, and may repeat lines without a reference. Import a statement with balances.',
    };
  const opening = [...known].reduce((rest, at) => rest - (lines[at]?.amount ?? 0n), newest.end);
  return { known, opening, closing: opening + sum, isProven: true };
}
