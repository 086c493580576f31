/**
 * Lists that are read as a whole, or up to a bound, can be sorted by a value of their objects. Lists without such a bound are only
 * in the order of creation, because nothing else is indexed.
 */

type Identified = { readonly id: string };
type Compare<Item> = (a: Item, b: Item) => number;

/** `name`, or `name_desc` for the opposite order. */
type Sort<Name extends string> = Name | `${Name}_desc`;

/** Compares by the value that `sort` names. Objects with the same value are newest first. */
export function comparing<Item extends Identified, Name extends string>(
  sort: Sort<Name>,
  values: Readonly<Record<Name, Compare<Item>>>,
): Compare<Item> {
  const isDescending = sort.endsWith('_desc');
  // What remains is a name by its type.
  const compare = values[sort.replace(/_desc$/, '') as Name];
  return (a, b) => (isDescending ? compare(b, a) : compare(a, b)) || compareTexts(b.id, a.id);
}

/** Compares codes, IDs, and times in ISO 8601. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const NAMES = new Intl.Collator('en', { numeric: true });

type Named = Identified & { readonly name: string | null };

/** Sorts objects that are passed oldest first. The result is as `pageInMemory` takes it: the last one first. */
export function sortedNames<Item extends Named>(
  items: readonly Item[],
  sort: Sort<'name' | 'created_at'> | undefined,
): readonly Item[] {
  if (sort === undefined || sort === 'created_at_desc') return items;
  if (sort === 'created_at') return items.toReversed();
  const name: Compare<Item> = (a, b) => NAMES.compare(a.name ?? '', b.name ?? '');
  return items.toSorted(comparing(sort, { name })).reverse();
}

/** Compares decimal strings without a sign, which may have different decimals. Negative if `a` is smaller. */
export function compareAmounts(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length;
  const decimals = Math.max(fractionA.length, fractionB.length);
  return compareTexts(wholeA + fractionA.padEnd(decimals, '0'), wholeB + fractionB.padEnd(decimals, '0'));
}
