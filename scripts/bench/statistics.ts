/** Statistics for benchmarks. */

/** The value below which the given share (0 to 1) of the values lies; NaN for no values. */
export function quantile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (values: Iterable<number>): number => quantile(values, 0.5);

/** Formats as `12,345`. */
export const wholeNumber = (value: number): string => Math.round(value).toLocaleString('en-US');
