/**
 * Matches the lines of a bank account with the movements of its clearing accounts: first by reference, then by amount and
 * date. Pure: the result depends on the lines and movements only, and not on their order.
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
};

export type MatchedBy = 'reference' | 'amount' | 'operator';

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
  | { readonly kind: 'missing_in_ledger' | 'duplicate'; readonly line: Line }
  | { readonly kind: 'missing_at_bank' | 'duplicate'; readonly movement: Movement };

/** The most days between a movement and a line that have only the amount in common. Covers long weekends. */
export const MATCH_WINDOW_DAYS = 5;
/** A reference that more entries share says nothing about one of them, such as the name of a product. */
const SHARED_REFERENCES_MAX = 20;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Pairs of a line and a movement by their IDs, decided by an operator. */
type Links = ReadonlyMap<string, string>;

type Pair<Line, Movement> = { readonly line: Line; readonly movement: Movement; readonly by: MatchedBy };

/** One result for each line and each movement. `links` has the ID of the movement by the ID of the line. */
export function matchAccount<Line extends Entry, Movement extends Entry>(
  lines: readonly Line[],
  movements: readonly Movement[],
  links: Links = new Map(),
): readonly MatchResult<Line, Movement>[] {
  const open = { lines: new Set([...lines].sort(byDay)), movements: new Set([...movements].sort(byDay)) };
  const pairs: Pair<Line, Movement>[] = [];
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
  const candidates = sameReference([...open.lines], [...open.movements]);
  for (const { line, movement } of candidates) take(line, movement, 'reference');
  // What is left of these has a reference of an entry that is matched.
  const isDuplicate = new Set<Entry>(candidates.flatMap(({ line, movement }) => [line, movement]));
  for (const [line, movement] of sameAmount(
    [...open.lines].filter((each) => !isDuplicate.has(each)),
    [...open.movements].filter((each) => !isDuplicate.has(each)),
  ))
    take(line, movement, 'amount');

  return [
    ...pairs.map(
      (pair) =>
        ({
          kind: pair.line.amount === pair.movement.amount ? 'matched' : 'different_amount',
          ...pair,
        }) as const,
    ),
    ...[...open.lines].map(
      (line) => ({ kind: isDuplicate.has(line) ? 'duplicate' : 'missing_in_ledger', line }) as const,
    ),
    ...[...open.movements].map(
      (movement) =>
        ({ kind: isDuplicate.has(movement) ? 'duplicate' : 'missing_at_bank', movement }) as const,
    ),
  ];
}

/** Pairs with a common reference and direction, the most likely first: the same amount, then the nearest day. */
function sameReference<Line extends Entry, Movement extends Entry>(
  lines: readonly Line[],
  movements: readonly Movement[],
): readonly { readonly line: Line; readonly movement: Movement }[] {
  const linesBy = byReference(lines);
  const movementsBy = byReference(movements);
  const found: { line: Line; movement: Movement; rank: readonly [number, number] }[] = [];
  for (const [reference, some] of linesBy) {
    const others = movementsBy.get(reference) ?? [];
    if (some.length > SHARED_REFERENCES_MAX || others.length > SHARED_REFERENCES_MAX) continue;
    for (const line of some)
      for (const movement of others) {
        if (line.amount > 0n !== movement.amount > 0n) continue;
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
): Generator<readonly [Line, Movement]> {
  const byAmount = groupBy(movements, ({ amount }) => [amount]);
  const next = new Map<Amount, number>();
  for (const line of lines) {
    const group = byAmount.get(line.amount) ?? [];
    for (let at = next.get(line.amount) ?? 0; ; at += 1) {
      const movement = group[at];
      next.set(line.amount, at);
      if (movement === undefined) break;
      if (daysBetween(line.day, movement.day) <= MATCH_WINDOW_DAYS) {
        next.set(line.amount, at + 1);
        yield [line, movement];
        break;
      }
      // Later lines are even further from a movement that is too old.
      if (movement.day > line.day) break;
    }
  }
}

export const daysBetween = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / DAY_MS;

const byDay = (a: Entry, b: Entry): number =>
  a.day === b.day ? (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) : a.day < b.day ? -1 : 1;
