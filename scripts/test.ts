/**
 * Runs the test suites in parallel processes: `npm test` runs the fast ones, `npm run test:slow` those that start processes,
 * servers, or browsers (`*.slow.test.ts`), after compiling the project. Files share nothing, so their order does not matter. Ends with the reasons of skipped suites,
 * the tests that failed, and the line `N passed, N failed, N skipped`.
 *
 *   TEXT…      only files whose path contains one of these texts; `attacks`: all of test/attacks, and every test that docs/security.md names
 *   --seed N   the seed of randomized tests; printed at the start of every run
 *   --jobs N   processes at a time; the number of cores, and one more for fast tests, unless given
 *   --full     as many cases of randomized tests, and as many seeds of the simulator, as every night
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackages, nodeArguments } from '../test/support/project-process.ts';
import { securityTests } from '../test/support/security-page.ts';
import { readRunRecords } from '../test/support/run-record.ts';
import type { RunRecord } from '../test/support/run-record.ts';

type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, jobs: { type: 'string' }, full: { type: 'boolean', default: false } },
});
const isSlow = positionals[0] === 'slow';
const wanted = positionals.slice(isSlow ? 1 : 0);
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
// Fast tests often wait for timers and for the disk; slow ones start processes of their own.
const jobs = values.jobs ?? String(availableParallelism() + (isSlow ? 0 : 1));

/** With one process at a time, Mocha would load files with `require`, which refuses modules that wait while they load. */
const PARALLEL = jobs === '1' ? [] : ['--parallel', '--jobs', jobs];

/** On two cores without other work. The reporter says how far a run is. */
const EXPECTED = {
  fast: 'about 6 minutes',
  slow: 'about 10 minutes, more with servers and a browser',
} as const;

/** A shared machine may stop a process for seconds, so a test may fail once there. The report lists it. */
const RETRIES = process.env['CI'] === undefined ? [] : ['--retries', '1'];

/** Looks at what all other suites were answered, so it runs after them. */
const LAST = 'test/api/operations/every-error-code.test.ts';

/** Files that take half a minute each start first, so that no process runs one of them alone at the end. */
const isLong = (file: string): boolean => /^(packages\/simulator|test\/crash)\//.test(file);

const isSlowFile = (file: string): boolean => file.endsWith('.slow.test.ts');

/** Attacks are few enough to run all of them at once, fast and slow. */
const attacks = wanted.includes('attacks') ? securityTests() : undefined;
const isAttack = (file: string): boolean =>
  attacks !== undefined && (attacks.has(file) || file.startsWith('test/attacks/'));

const FOLDERS = ['test', 'packages/simulator'];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (file) => `${folder}/${file.replaceAll('\\', '/')}`,
  ),
)
  .filter(
    (file) => file.endsWith('.test.ts') && file !== LAST && (isAttack(file) || isSlowFile(file) === isSlow),
  )
  .filter((file) => wanted.length === 0 || isAttack(file) || wanted.some((text) => file.includes(text)))
  .sort((a, b) => Number(isLong(b)) - Number(isLong(a)) || a.localeCompare(b));
if (files.length === 0) {
  console.error(`No test file has a path with ${wanted.map((text) => `"${text}"`).join(' or ')}.`);
  process.exit(1);
}

if (isSlow || attacks !== undefined) {
  buildPackages();
  // Some tests limit the size of files before they start a program, which must be compiled then.
  spawnSync(process.execPath, [...nodeArguments('scripts/cli.ts'), '--version']);
}
const full = values.full ? ['--full'] : [];
const thisRun = [`npm run ${isSlow ? 'test:slow' : 'test'} --`, ...wanted, ...full, `--seed ${seed}`].join(
  ' ',
);
const records = mkdtempSync(join(tmpdir(), 'ledger-tests-'));
console.log(`Seed ${seed}; repeat this run with: ${thisRun}`);
if (wanted.length === 0) console.log(`${files.length} files; ${EXPECTED[isSlow ? 'slow' : 'fast']}.`);
try {
  const runs = [mocha('parallel', [...PARALLEL, ...files])];
  if (!isSlow && wanted.length === 0) runs.push(mocha('last', [LAST]));
  const sum = (key: keyof Counts): number => runs.reduce((total, counts) => total + counts[key], 0);
  printRecords('skip', 'Skipped');
  printRecords('repeat', 'Failed at the first attempt');
  printRecords('failure', 'Failed');
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  if (sum('failed') > 0) process.exitCode = 1;
} finally {
  rmSync(records, { recursive: true });
}

/** Runs Mocha. A run that ends without counts, such as one that crashed, counts as one failure. */
function mocha(name: string, args: readonly string[]): Counts {
  const countsFile = join(records, `${name}.json`);
  const env = {
    ...process.env,
    TEST_SEED: seed,
    TEST_RECORD_DIR: records,
    TEST_COUNTS_FILE: countsFile,
    TEST_FILES: String(args.filter((arg) => arg.endsWith('.test.ts')).length),
    TEST_FULL: String(values.full),
  };
  const command = ['node_modules/mocha/bin/mocha.js', ...RETRIES, ...args];
  const { status } = spawnSync(process.execPath, command, {
    stdio: 'inherit',
    env,
  });
  try {
    // Written by test/support/reporter.ts.
    const counts = JSON.parse(readFileSync(countsFile, 'utf8')) as Counts;
    return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch {
    console.error(`Mocha ended with status ${String(status)} before it could report.`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function printRecords(wantedKind: RunRecord['kind'], heading: string): void {
  const lines = (readRunRecords(records) ?? [])
    .filter(({ kind }) => kind === wantedKind)
    .map(({ text }) => `  ${text}`);
  if (lines.length > 0) console.log(`${heading}:\n${[...new Set(lines)].sort().join('\n')}\n`);
}
