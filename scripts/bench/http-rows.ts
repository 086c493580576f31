/** The rows of the table that rounds over HTTP come to. */
import type { Round, SubjectName, SubjectResult } from './http.ts';
import { median, wholeNumber } from './statistics.ts';
import { atLeast, atMost } from './result-table.ts';
import type { Goal, Row } from './result-table.ts';

export function httpRows(rounds: readonly Round[]): Row[] {
  const ratio = (of: SubjectName): number => ratioOf(rounds, of, 'yardstick', ({ perSecond }) => perSecond);
  const tail = ratioOf(rounds, 'transfers', 'yardstick', ({ p99Ms }) => p99Ms);
  const hot = ratioOf(rounds, 'hot', 'transfers', ({ perSecond }) => perSecond);
  const transfers = ratio('transfers');
  const wallet = ratio('wallet');
  const conversions = ratio('conversions');
  const offramps = ratio('offramps');
  return [
    rateRow(rounds, 'yardstick', 'Bare Express endpoint (the yardstick)'),
    rateRow(rounds, 'transfers', 'POST /v1/transfers, over 200 wallets'),
    rateRow(rounds, 'hot', 'POST /v1/transfers, one hot wallet'),
    rateRow(rounds, 'conversions', 'POST /v1/transfers, conversions of points into coin'),
    rateRow(rounds, 'offramps', 'POST /v1/transfers, off-ramps, with their submission'),
    rateRow(rounds, 'wallet', 'GET wallet'),
    rateRow(rounds, 'history', 'GET history page of 10'),
    ratioRow('Transfers to yardstick', transfers, atLeast(transfers, 0.45, '0.45 (next mark 0.6)')),
    ratioRow('Hot wallet to many wallets', hot, atLeast(hot, 0.9, '0.9')),
    ratioRow('Conversions to yardstick', conversions, atLeast(conversions, 0.45, '0.45')),
    ratioRow('Off-ramps to yardstick', offramps, atLeast(offramps, 0.45, '0.45')),
    ratioRow('GET wallet to yardstick', wallet, atLeast(wallet, 0.65, '0.65')),
    ratioRow('GET history to yardstick', ratio('history')),
    ratioRow('p99 of transfers to p99 of the yardstick', tail, atMost(tail, 5, '5')),
    settleRow(rounds),
    ownRow(rounds),
  ];
}

/** The same service on EventStoreDB, beside the one on SQLite. */
export function serverRows(rounds: readonly Round[], withMongo: boolean): Row[] {
  const stores = withMongo ? 'EventStoreDB and MongoDB' : 'EventStoreDB, documents in SQLite';
  const ratio = ratioOf(rounds, 'servers', 'transfers', ({ perSecond }) => perSecond);
  const used = (name: SubjectName): number[] =>
    resultsOf(rounds, name).flatMap(({ processorMs }) => processorMs ?? []);
  const client = rounds.flatMap(({ clientMs }) => clientMs ?? []);
  return [
    rateRow(rounds, 'servers', `POST /v1/transfers, ${stores}`),
    ratioRow('EventStoreDB to SQLite', ratio, atLeast(ratio, 0.8, '0.8')),
    processorRow('Processor time of such a transfer, SQLite', used('transfers')),
    processorRow('Processor time of such a transfer, EventStoreDB', used('servers')),
    processorRow("Of that, EventStoreDB's client by itself", client),
  ];
}

/** In the service's process alone: what the server takes is not in it. */
function processorRow(name: string, milliseconds: readonly number[]): Row {
  const value = median(milliseconds);
  return { name, value, figure: `${value.toFixed(2)} ms` };
}

const resultsOf = (rounds: readonly Round[], name: SubjectName): SubjectResult[] =>
  rounds.flatMap((round) => round[name] ?? []);

/** The median of the rounds' own ratios. */
function ratioOf(
  rounds: readonly Round[],
  name: SubjectName,
  base: SubjectName,
  figure: (result: SubjectResult) => number,
): number {
  return median(
    rounds.flatMap((round) => {
      const [one, other] = [round[name], round[base]];
      return one === undefined || other === undefined ? [] : figure(one) / figure(other);
    }),
  );
}

function rateRow(rounds: readonly Round[], subject: SubjectName, name: string): Row {
  const results = resultsOf(rounds, subject);
  const perSecond = median(results.map((result) => result.perSecond));
  const p50 = median(results.map(({ p50Ms }) => p50Ms)).toFixed(1);
  const p99 = median(results.map(({ p99Ms }) => p99Ms)).toFixed(1);
  return {
    name,
    value: perSecond,
    figure: `${wholeNumber(perSecond)} requests/s, p50 ${p50} ms, p99 ${p99} ms`,
  };
}

const ratioRow = (name: string, value: number, goal?: Goal): Row => ({
  name,
  value,
  figure: value.toFixed(2),
  ...(goal && { goal }),
});

/** Near nothing when the projector keeps up; otherwise, how far it fell behind. */
function settleRow(rounds: readonly Round[]): Row {
  const value = median(rounds.map(({ settleMs }) => settleMs));
  return { name: 'Projections caught up after a round', value, figure: `${wholeNumber(value)} ms` };
}

/** The generator and the service share the machine, so what the one takes the other lacks. */
function ownRow(rounds: readonly Round[]): Row {
  const value = median(resultsOf(rounds, 'transfers').map(({ ownCores }) => ownCores));
  return { name: 'Load generator during transfers', value, figure: `${value.toFixed(2)} cores` };
}
