/** Benchmark rows of the HTTP rounds. */
import type { Round, SubjectName, SubjectResult } from './http.ts';
import { atLeast, atMost, median, wholeNumber, type Goal, type Row } from './results.ts';

type Ratio = {
  readonly title: string;
  readonly to: SubjectName;
  readonly goal: number;
};
type Scenario = {
  readonly name: SubjectName;
  readonly title: string;
  readonly cpuTitle: string;
  readonly ratio?: Ratio;
};

/** Every scenario gets a row with its rate, and those with a ratio another one. */
const SCENARIOS: readonly Scenario[] = [
  { name: 'baseline', title: 'Bare Express endpoint (the baseline)', cpuTitle: 'baseline' },
  {
    name: 'transfers',
    title: 'POST /v1/transfers, over 200 wallets',
    cpuTitle: 'transfers',
    ratio: { title: 'Transfers to baseline', to: 'baseline', goal: 0.7 },
  },
  {
    name: 'hot',
    title: 'POST /v1/transfers, one hot wallet',
    cpuTitle: 'hot wallet',
    ratio: { title: 'Hot wallet to many wallets', to: 'transfers', goal: 0.9 },
  },
  {
    name: 'conversions',
    title: 'POST /v1/transfers, conversions of points into coin',
    cpuTitle: 'conversions',
    ratio: { title: 'Conversions to baseline', to: 'baseline', goal: 0.45 },
  },
  {
    name: 'offramps',
    title: 'POST /v1/transfers, off-ramps, with their submission',
    cpuTitle: 'off-ramps',
    ratio: { title: 'Off-ramps to baseline', to: 'baseline', goal: 0.45 },
  },
  {
    name: 'wallet',
    title: 'GET wallet',
    cpuTitle: 'GET wallet',
    ratio: { title: 'GET wallet to baseline', to: 'baseline', goal: 0.65 },
  },
  {
    name: 'history',
    title: 'GET history page of 10',
    cpuTitle: 'GET history',
    ratio: { title: 'GET history to baseline', to: 'baseline', goal: 1 },
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
    spreadRow(rounds, 'transfers', 'p99 to p50 of transfers'),
    ...SCENARIOS.map(({ name, cpuTitle }) => cpuRow(rounds, name, `CPU time per request, ${cpuTitle}`)),
    ...SCENARIOS.filter(({ name }) => name !== 'baseline').map((each) => cpuRatioRow(rounds, each)),
    settleRow(rounds, 'transfers', 'Projections caught up after a round'),
    ownRow(rounds),
  ];
}

function scenarioRatio(rounds: readonly Round[], name: SubjectName, { title, to, goal }: Ratio): Row {
  const value = ratioOf(rounds, name, to, ({ perSecond }) => perSecond);
  return ratioRow(title, value, atLeast(value, goal, `${goal}`));
}

/** The service on servers, compared with SQLite. */
export function serverRows(rounds: readonly Round[], stores: string): Row[] {
  const ratio = ratioOf(rounds, 'servers', 'transfers', ({ perSecond }) => perSecond);
  const cpu = ratioOf(rounds, 'servers', 'transfers', ({ cpuMs }) => cpuMs);
  const cpuGoal = stores.includes('MongoDB') ? 1.8 : 1.4;
  const client = rounds.flatMap(({ clientMs }) => clientMs ?? []);
  return [
    rateRow(rounds, 'servers', `POST /v1/transfers, ${stores}`),
    ratioRow(`Transfers, ${stores}, to SQLite`, ratio),
    spreadRow(rounds, 'servers', `p99 to p50 of transfers, ${stores}`),
    cpuRow(rounds, 'servers', `CPU time per request, transfers, ${stores}`),
    ratioRow(`CPU time of transfers, ${stores}, to SQLite`, cpu, atMost(cpu, cpuGoal, `${cpuGoal}`)),
    settleRow(rounds, 'servers', `Projections caught up after a round, ${stores}`),
    processorRow(`CPU time per transfer, EventStoreDB client alone, in rounds with ${stores}`, client),
  ];
}

/** CPU time of the service process only, without the database server. */
function processorRow(name: string, milliseconds: readonly number[]): Row {
  const value = median(milliseconds);
  return { name, value, figure: `${value.toFixed(2)} ms` };
}

const cpuRow = (rounds: readonly Round[], subject: SubjectName, name: string): Row =>
  processorRow(
    name,
    resultsOf(rounds, subject).map(({ cpuMs }) => cpuMs),
  );

/** CPU time depends less on other load than rates do. */
const cpuRatioRow = (rounds: readonly Round[], { name, cpuTitle }: Scenario): Row =>
  ratioRow(
    `CPU time, baseline to ${cpuTitle}`,
    ratioOf(rounds, 'baseline', name, ({ cpuMs }) => cpuMs),
  );

const SPREAD_MAX = 4;

function spreadRow(rounds: readonly Round[], subject: SubjectName, name: string): Row {
  const value = median(resultsOf(rounds, subject).map(({ p50Ms, p99Ms }) => p99Ms / p50Ms));
  return ratioRow(name, value, atMost(value, SPREAD_MAX, `${SPREAD_MAX}`));
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
function settleRow(rounds: readonly Round[], subject: SubjectName, name: string): Row {
  const value = median(resultsOf(rounds, subject).map(({ settleMs }) => settleMs));
  return { name, value, figure: `${wholeNumber(value)} ms` };
}

/** The load generator and the service share the machine. */
function ownRow(rounds: readonly Round[]): Row {
  const value = median(resultsOf(rounds, 'transfers').map(({ ownCores }) => ownCores));
  return { name: 'Load generator during transfers', value, figure: `${value.toFixed(2)} cores` };
}
