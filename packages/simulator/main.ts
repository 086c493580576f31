/**
 * `npm run simulate`: runs the simulator on one seed or on several, and prints what failed, if anything did.
 *
 *   --seed N       the first seed (1)
 *   --seeds N      how many seeds (1)
 *   --commands N   commands per seed (2000)
 *   --nodes N      nodes; 0 means 1 to 3, as the seed decides (0)
 *   --clients N    clients that send commands at the same time (8)
 *   --jobs N       processes that run seeds at the same time (1)
 *   --seconds N    starts no more seeds after this time
 *   --no-faults    nothing fails
 *   --trace FILE   writes every line of the trace of the last seed to this file
 *   --recording FILE   repeats the recording of a failed run
 *   --shrink N     how many seconds to look for a shorter recording of a failed run; 0: none (60)
 *   --coverage     lists what the seeds never reached
 *   --planted      applies each planted bug, and looks for it; TEXT… selects bugs by their names
 */
import { parseArgs } from 'node:util';
import { printFailure, printTotals, printUnreached } from './reports/report.ts';
import { addRun, createTotals } from './reports/totals.ts';
import { runSeeds } from './seeds/run-seeds.ts';
import { simulate } from './simulation.ts';
import { readRecording } from './recording/recording.ts';
import { createCoverage } from './commands/coverage.ts';
import { unreached } from './commands/unreached.ts';
import { createCallSites } from './stores/call-sites.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    commands: { type: 'string', default: '2000' },
    nodes: { type: 'string', default: '0' },
    clients: { type: 'string', default: '8' },
    jobs: { type: 'string', default: '1' },
    seconds: { type: 'string', default: 'Infinity' },
    'no-faults': { type: 'boolean', default: false },
    trace: { type: 'string' },
    planted: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
    recording: { type: 'string' },
    shrink: { type: 'string', default: '60' },
  },
});

if (values.planted) {
  const { runPlanted } = await import('./planted/run-planted.ts');
  process.exit((await runPlanted({ names: positionals, commandsPerSeed: 1_000, secondsMax: 60 })) ? 0 : 1);
}

if (values.recording !== undefined) {
  const stored = readRecording(values.recording);
  const result = await simulate({ ...stored, traceFile: values.trace });
  if (result.failure !== undefined) printFailure(result, stored);
  console.log(`\nThe recording ${result.failure === undefined ? 'does not fail' : 'fails'}.`);
  process.exit(result.failure === undefined ? 0 : 1);
}

const startedAt = performance.now();
const elapsed = (): number => (performance.now() - startedAt) / 1_000;
const totals = createTotals();
const coverage = createCoverage();
const callSites = createCallSites();
await runSeeds(
  {
    first: Number(values.seed),
    count: Number(values.seeds),
    // Several processes would write to one file.
    jobs: values.trace === undefined ? Number(values.jobs) : 1,
    isOver: () => elapsed() >= Number(values.seconds),
    settings: {
      ...{ nodes: Number(values.nodes), commands: Number(values.commands), clients: Number(values.clients) },
      ...{ hasFaults: !values['no-faults'], hasCallSites: values.coverage, traceFile: values.trace },
      shrinkSeconds: Number(values.shrink),
    },
  },
  (run) => {
    addRun(totals, run, run.cpuSeconds);
    for (const [name, times] of run.reached) coverage.add(name, times);
    for (const [site, events] of run.callSites)
      for (const [event, times] of events) callSites.count(site, event, times);
    if (run.failure !== undefined) process.exitCode = 1;
  },
);
printTotals(totals, coverage);
if (values.coverage) printUnreached(unreached(coverage, callSites));
