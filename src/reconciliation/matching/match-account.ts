/**
 * Matches the lines of a bank account with the movements of its clearing accounts by their references, and suggests pairs of
 * one amount and groups of one sum. Pure: the result depends on the lines and movements only, and not on their order.
 */
import type { Amount } from '../../ledger/amount.ts';

/** A line of the bank, or a movement of a clearing account. Positive amounts are money that arrived at the bank. */
export type Entry = {
  readonly id: string;
  /** Orders entries that are otherwise alike. Unique among lines, and among movements. */
  readonly key: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly amount: Amount;
  readonly references: readonly string[];
  /** References that a payer is told to quote, also in several payments. */
  readonly quoted?: readonly string[];
  /** Everything that the bank says about a line, in which references may be broken over lines or joined with other words. */
  readonly text?: string;
};

export type MatchedBy = 'reference' | 'amount' | 'operator';

/** What an operator may confirm: one line and one movement of the same amount, or a line and movements of its sum. */
export type Suggestion = { readonly lineIds: readonly string[]; readonly movementIds: readonly string[] };

type MatchResult<Line extends Entry, Movement extends Entry> =
  | { readonly kind: 'matched'; readonly line: Line; readonly movement: Movement; readonly by: MatchedBy }
  /** The references agree, and the amounts do not. */
  | {
      readonly kind: 'different_amount';
      readonly line: Line;
      readonly movement: Movement;
      readonly by: MatchedBy;
    }
  /** Duplicate: another line, or another movement, with the same reference has the match. */
  | {
      readonly kind: 'missing_in_ledger' | 'duplicate';
      readonly line: Line;
      readonly suggestion: Suggestion | undefined;
    }
  | {
      readonly kind: 'missing_at_bank' | 'duplicate';
      readonly movement: Movement;
      readonly suggestion: Suggestion | undefined;
    };

/** The most days between a movement and a line that have only the amount in common. Covers long weekends. */
export const MATCH_WINDOW_DAYS = 5;
/** A payer may quote a reference in many payments of one amount. */
const QUOTED_WINDOW_DAYS = 30;
/** A reference that more entries share says nothing about one of them, such as the name of a product. */
const SHARED_REFERENCES_MAX = 20;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Shorter references may be part of another word. */
const HIDDEN_REFERENCE_LENGTH_MIN = 10;
const PREFIX_LENGTH = 4;

/** What operators decided: the movement of a line, and movements that a line is not. By IDs. */
export type Decisions = {
  readonly links?: ReadonlyMap<string, string>;
  readonly separations?: ReadonlyMap<string, ReadonlySet<string>>;
};

type Pair<Line, Movement> = { readonly line: Line; readonly movement: Movement; readonly by: MatchedBy };

/** One result for each line and each movement. */
export function matchAccount<Line extends Entry, Movement extends Entry>(
  lines: readonly Line[],
  movements: readonly Movement[],
  { links = new Map(), separations = new Map() }: Decisions = {},
): readonly MatchResult<Line, Movement>[] {
  const open = { lines: new Set([...lines].sort(byDay)), movements: new Set([...movements].sort(byDay)) };
  const pairs: Pair<Line, Movement>[] = [];
  const suggestions = new Map<Entry, Suggestion>();
  const mayMatch = (line: Line, movement: Movement): boolean =>
    line.amount > 0n === movement.amount > 0n && separations.get(line.id)?.has(movement.id) !== true;
  const take = (line: Line, movement: Movement, by: MatchedBy): void => {
    if (!open.lines.has(line) || !open.movements.has(movement)) return;
    open.lines.delete(line);
    open.movements.delete(movement);
    pairs.push({ line, movement, by });
  };

  const linked = new Map(movements.map((each) => [each.id, each]));
  for (const line of [...open.lines]) {
    const movement = linked.get(links.get(line.id) ?? '');
    if (movement !== undefined) take(line, movement, 'operator');
  }
  const named = namedMovements([...open.lines], [...open.movements], mayMatch);
  const inGroup = new Set<Entry>();
  for (const [line, group] of sumGroups(named)) {
    if (group.some((each) => inGroup.has(each))) continue;
    const suggestion = { lineIds: [line.id], movementIds: group.map(({ id }) => id) };
    for (const each of [line, ...group]) {
      inGroup.add(each);
      suggestions.set(each, suggestion);
    }
  }
  const isFree = (each: Entry): boolean => !inGroup.has(each);
  const candidates = sameReference(
    [...open.lines].filter(isFree),
    [...open.movements].filter(isFree),
    mayMatch,
  );
  for (const { line, movement } of candidates) take(line, movement, 'reference');
  // What is left of these has a reference of an entry that is matched.
  const isDuplicate = new Set<Entry>(candidates.flatMap(({ line, movement }) => [line, movement]));
  for (const { line, movement } of quotedPairs(named))
    if (isFree(line) && isFree(movement)) take(line, movement, 'reference');
  const isLeft = (each: Entry): boolean => isFree(each) && !isDuplicate.has(each);
  for (const [line, movement] of sameAmount(
    [...open.lines].filter(isLeft),
    [...open.movements].filter(isLeft),
    mayMatch,
  )) {
    const suggestion = { lineIds: [line.id], movementIds: [movement.id] };
    suggestions.set(line, suggestion).set(movement, suggestion);
  }

  return [
    ...pairs.map(
      (pair) =>
        ({
          kind: pair.line.amount === pair.movement.amount ? 'matched' : 'different_amount',
          ...pair,
        }) as const,
    ),
    ...[...open.lines].map(
      (line) =>
        ({
          kind: isDuplicate.has(line) ? 'duplicate' : 'missing_in_ledger',
          line,
          suggestion: suggestions.get(line),
        }) as const,
    ),
    ...[...open.movements].map(
      (movement) =>
        ({
          kind: isDuplicate.has(movement) ? 'duplicate' : 'missing_at_bank',
          movement,
          suggestion: suggestions.get(movement),
        }) as const,
    ),
  ];
}

/** A line and the movements that it names by any reference. */
type Named<Line, Movement> = ReadonlyMap<Line, ReadonlySet<Movement>>;

/** By a whole reference, or by one that is hidden in the text of the line. */
function namedMovements<Line extends Entry, Movement extends Entry>(
  lines: readonly Line[],
  movements: readonly Movement[],
  mayMatch: (line: Line, movement: Movement) => boolean,
): Named<Line, Movement> {
  const groups = groupBy(
    movements,
    ({ references, quoted = [] }) => new Set([...references, ...quoted].map(comparable)),
  );
  const byKey = new Map([...groups].filter(([, group]) => group.length <= SHARED_REFERENCES_MAX));
  const hidden = [...byKey.keys()].filter(
    (key) => key.length >= HIDDEN_REFERENCE_LENGTH_MIN && /\d/u.test(key) && /\p{L}/u.test(key),
  );
  const byPrefix = groupBy(
    hidden.map((key) => ({ key })),
    ({ key }) => [key.slice(0, PREFIX_LENGTH)],
  );
  const named = new Map<Line, Set<Movement>>();
  for (const line of lines) {
    const keys = new Set(line.references.map(comparable));
    const text = comparable(line.text ?? '');
    for (let at = 0; at + HIDDEN_REFERENCE_LENGTH_MIN <= text.length; at += 1)
      for (const { key } of byPrefix.get(text.slice(at, at + PREFIX_LENGTH)) ?? [])
        if (text.startsWith(key, at)) keys.add(key);
    keys.delete('');
    const found = new Set<Movement>();
    for (const key of keys)
      for (const each of byKey.get(key) ?? []) if (mayMatch(line, each)) found.add(each);
    if (found.size > 0) named.set(line, found);
  }
  return named;
}

/** Lines that name several movements of the same sum, such as a batch. */
function* sumGroups<Line extends Entry, Movement extends Entry>(
  named: Named<Line, Movement>,
): Generator<readonly [Line, readonly Movement[]]> {
  for (const [line, movements] of named) {
    if (movements.size < 2) continue;
    const group = [...movements].sort(byDay);
    if (group.reduce((sum, { amount }) => sum + amount, 0n) === line.amount) yield [line, group];
  }
}

/** Pairs of one amount whose line names the movement, the nearest day first. */
function quotedPairs<Line extends Entry, Movement extends Entry>(
  named: Named<Line, Movement>,
): readonly { readonly line: Line; readonly movement: Movement }[] {
  const found: { line: Line; movement: Movement; days: number }[] = [];
  for (const [line, movements] of named)
    for (const movement of movements) {
      const days = daysBetween(line.day, movement.day);
      if (line.amount === movement.amount && days <= QUOTED_WINDOW_DAYS) found.push({ line, movement, days });
    }
  return found.sort((a, b) => a.days - b.days || byDay(a.line, b.line) || byDay(a.movement, b.movement));
}

/** Pairs with a common reference and direction, the most likely first: the same amount, then the nearest day. */
function sameReference<Line extends Entry, Movement extends Entry>(
  lines: readonly Line[],
  movements: readonly Movement[],
  mayMatch: (line: Line, movement: Movement) => boolean,
): readonly { readonly line: Line; readonly movement: Movement }[] {
  const linesBy = byReference(lines);
  const movementsBy = byReference(movements);
  const found: { line: Line; movement: Movement; rank: readonly [number, number] }[] = [];
  for (const [reference, some] of linesBy) {
    const others = movementsBy.get(reference) ?? [];
    if (some.length > SHARED_REFERENCES_MAX || others.length > SHARED_REFERENCES_MAX) continue;
    for (const line of some)
      for (const movement of others) {
        if (!mayMatch(line, movement)) continue;
        const rank = [line.amount === movement.amount ? 0 : 1, daysBetween(line.day, movement.day)] as const;
        found.push({ line, movement, rank });
      }
  }
  return found.sort(
    (a, b) =>
      a.rank[0] - b.rank[0] ||
      a.rank[1] - b.rank[1] ||
      byDay(a.line, b.line) ||
      byDay(a.movement, b.movement),
  );
}

const byReference = <E extends Entry>(entries: readonly E[]): ReadonlyMap<string, readonly E[]> =>
  groupBy(entries, ({ references }) => new Set(references.map(comparable).filter((each) => each !== '')));

function groupBy<K, E>(
  entries: readonly E[],
  keysOf: (entry: E) => Iterable<K>,
): ReadonlyMap<K, readonly E[]> {
  const groups = new Map<K, E[]>();
  for (const entry of entries)
    for (const key of keysOf(entry)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [entry]);
      else group.push(entry);
    }
  return groups;
}

/** Banks change the case of references and remove their punctuation. */
const comparable = (reference: string): string => reference.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** As many pairs of the same amount within the window as possible. Both lists are sorted by day. */
function* sameAmount<Line extends Entry, Movement extends Entry>(
  lines: readonly Line[],
  movements: readonly Movement[],
  mayMatch: (line: Line, movement: Movement) => boolean,
): Generator<readonly [Line, Movement]> {
  const byAmount = new Map(
    [...groupBy(movements, ({ amount }) => [amount])].map(([amount, group]) => [amount, [...group]]),
  );
  for (const line of lines) {
    const group = byAmount.get(line.amount) ?? [];
    // Later lines are even further from a movement that is too old.
    while (
      group[0] !== undefined &&
      group[0].day < line.day &&
      daysBetween(line.day, group[0].day) > MATCH_WINDOW_DAYS
    )
      group.shift();
    const at = group.findIndex(
      (each) => daysBetween(line.day, each.day) <= MATCH_WINDOW_DAYS && mayMatch(line, each),
    );
    const [movement] = at === -1 ? [] : group.splice(at, 1);
    if (movement !== undefined) yield [line, movement];
  }
}

export const daysBetween = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / DAY_MS;

const byDay = (a: Entry, b: Entry): number =>
  a.day === b.day ? (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) : a.day < b.day ? -1 : 1;
