/** Benchmark rows of several processes behind a proxy. */
import { atLeast } from './result-table.ts';
import type { Row } from './result-table.ts';
import { median, wholeNumber } from './statistics.ts';

export type Layout = { readonly nodes: number; readonly books: number; readonly hasAffinity: boolean };

export type NodesResult = {
  /** Successful transfers. */
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Responses other than 2xx. */
  readonly failed: number;
  /** Of all processes of the service, per transfer. */
  readonly cpuMs: number;
  /** Commands decided again after a conflict, per transfer. */
  readonly decidedAgain: number;
  /** Transfers in an append, with those that conflicted. */
  readonly perAppend: number;
};

type MeasuredLayout = { readonly layout: Layout; readonly results: readonly NodesResult[] };

export function nodeRows(measured: readonly MeasuredLayout[]): Row[] {
  return [
    ...measured.map(rateRow),
    ratioRow(measured, { nodes: 3, books: 30 }, 1),
    ratioRow(measured, { nodes: 3, books: 1 }, 0.9),
  ];
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

const title = ({ nodes, books, hasAffinity }: Layout): string =>
  `Transfers of ${count(books, 'book')}, ${count(nodes, 'node')}${nodes === 1 ? '' : hasAffinity ? ', by book' : ', any node'}`;

function rateRow({ layout, results }: MeasuredLayout): Row {
  const of = (figure: (result: NodesResult) => number): number => median(results.map(figure));
  const value = of(({ perSecond }) => perSecond);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const parts = [
    `${wholeNumber(value)} transfers/s`,
    `p99 ${of(({ p99Ms }) => p99Ms).toFixed(0)} ms`,
    `CPU ${of(({ cpuMs }) => cpuMs).toFixed(2)} ms`,
    `${of(({ perAppend }) => perAppend).toFixed(1)} in an append`,
    `${of(({ decidedAgain }) => decidedAgain).toFixed(2)} decisions repeated`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ];
  return { name: title(layout), value, figure: parts.join(', ') };
}

/** Several nodes with affinity, compared with one node in the same round. */
function ratioRow(
  measured: readonly MeasuredLayout[],
  { nodes, books }: Omit<Layout, 'hasAffinity'>,
  goal: number,
): Row {
  const resultsOf = (count: number): readonly NodesResult[] =>
    measured.find(({ layout }) => layout.nodes === count && layout.books === books && layout.hasAffinity)
      ?.results ?? [];
  const one = resultsOf(1);
  const value = median(
    resultsOf(nodes).map(({ perSecond }, round) => perSecond / (one[round]?.perSecond ?? NaN)),
  );
  return {
    name: `${count(nodes, 'node')} to one node, ${count(books, 'book')}, by book`,
    value,
    figure: value.toFixed(2),
    goal: atLeast(value, goal, `${goal}`),
  };
}
