/** The little statistics that a benchmark needs. */

/** The value below which the given share (0 to 1) of the values lies; NaN of none. */
export function quantile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (values: Iterable<number>): number => quantile(values, 0.5);

/** For people: `12,345`. */
export const wholeNumber = (value: number): string => Math.round(value).toLocaleString('en-US');
