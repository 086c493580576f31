/** Benchmark rows of the HTTP rounds. */
import type { Round, SubjectName, SubjectResult } from './http.ts';
import { median, wholeNumber } from './statistics.ts';
import { atLeast, atMost } from './result-table.ts';
import type { Goal, Row } from './result-table.ts';

type Ratio = {
  readonly title: string;
  readonly to: SubjectName;
  readonly goal?: number;
  readonly note?: string;
};
type Scenario = { readonly name: SubjectName; readonly title: string; readonly ratio?: Ratio };

/** Every scenario gets a row with its rate, and those with a ratio another one. */
const SCENARIOS: readonly Scenario[] = [
  { name: 'baseline', title: 'Bare Express endpoint (the baseline)' },
  {
    name: 'transfers',
    title: 'POST /v1/transfers, over 200 wallets',
    ratio: { title: 'Transfers to baseline', to: 'baseline', goal: 0.45, note: ' (next goal 0.6)' },
  },
  {
    name: 'hot',
    title: 'POST /v1/transfers, one hot wallet',
    ratio: { title: 'Hot wallet to many wallets', to: 'transfers', goal: 0.9 },
  },
  {
    name: 'conversions',
    title: 'POST /v1/transfers, conversions of points into coin',
    ratio: { title: 'Conversions to baseline', to: 'baseline', goal: 0.45 },
  },
  {
    name: 'offramps',
    title: 'POST /v1/transfers, off-ramps, with their submission',
    ratio: { title: 'Off-ramps to baseline', to: 'baseline', goal: 0.45 },
  },
  {
    name: 'wallet',
    title: 'GET wallet',
    ratio: { title: 'GET wallet to baseline', to: 'baseline', goal: 0.65 },
  },
  {
    name: 'history',
    title: 'GET history page of 10',
    ratio: { title: 'GET history to baseline', to: 'baseline' },
  },
];

export function httpRows(rounds: readonly Round[]): Row[] {
  const tail = ratioOf(rounds, 'transfers', 'baseline', ({ p99Ms }) => p99Ms);
  return [
    ...SCENARIOS.map(({ name, title }) => rateRow(rounds, name, title)),
    ...SCENARIOS.flatMap(({ name, ratio }) =>
      ratio === undefined ? [] : [scenarioRatio(rounds, name, ratio)],
    ),
    ratioRow('p99 of transfers to p99 of the baseline', tail, atMost(tail, 5, '5')),
    settleRow(rounds),
    ownRow(rounds),
  ];
}

function scenarioRatio(
  rounds: readonly Round[],
  name: SubjectName,
  { title, to, goal, note = '' }: Ratio,
): Row {
  const value = ratioOf(rounds, name, to, ({ perSecond }) => perSecond);
  return ratioRow(title, value, goal === undefined ? undefined : atLeast(value, goal, `${goal}${note}`));
}

/** The service on EventStoreDB, compared with SQLite. */
export function serverRows(rounds: readonly Round[], withMongo: boolean): Row[] {
  const stores = withMongo ? 'EventStoreDB and MongoDB' : 'EventStoreDB, documents in SQLite';
  const ratio = ratioOf(rounds, 'servers', 'transfers', ({ perSecond }) => perSecond);
  const used = (name: SubjectName): number[] =>
    resultsOf(rounds, name).flatMap(({ processorMs }) => processorMs ?? []);
  const client = rounds.flatMap(({ clientMs }) => clientMs ?? []);
  return [
    rateRow(rounds, 'servers', `POST /v1/transfers, ${stores}`),
    ratioRow('EventStoreDB to SQLite', ratio, atLeast(ratio, 0.8, '0.8')),
    processorRow('CPU time per transfer, SQLite', used('transfers')),
    processorRow('CPU time per transfer, EventStoreDB', used('servers')),
    processorRow('EventStoreDB client alone', client),
  ];
}

/** CPU time of the service process only, without the database server. */
function processorRow(name: string, milliseconds: readonly number[]): Row {
  const value = median(milliseconds);
  return { name, value, figure: `${value.toFixed(2)} ms` };
}

const resultsOf = (rounds: readonly Round[], name: SubjectName): SubjectResult[] =>
  rounds.flatMap((round) => round[name] ?? []);

/** The median of the ratios of each round. */
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

/** How far the projections were behind after a round; close to 0 when they are up to date. */
function settleRow(rounds: readonly Round[]): Row {
  const value = median(rounds.map(({ settleMs }) => settleMs));
  return { name: 'Projections caught up after a round', value, figure: `${wholeNumber(value)} ms` };
}

/** The load generator and the service share the machine. */
function ownRow(rounds: readonly Round[]): Row {
  const value = median(resultsOf(rounds, 'transfers').map(({ ownCores }) => ownCores));
  return { name: 'Load generator during transfers', value, figure: `${value.toFixed(2)} cores` };
}
