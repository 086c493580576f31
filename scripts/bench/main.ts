/**
 * Measures the service against a bare Express endpoint, and its parts without HTTP, and prints a table. docs/performance.md
 * explains the parts and the options. A missed goal does not fail the command; a response other than 2xx does.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { errorMessage } from '../../src/system/errors.ts';
import { measureAudit } from './audit.ts';
import { measureBatches } from './batches.ts';
import { compareTrees, rowsOf } from './compare.ts';
import { GATE_PARTS, compareWithOther, compareWithRecorded, recordCosts } from './gate.ts';
import { measureHttp } from './http.ts';
import { measureGrowth } from './growth.ts';
import { measureProjector, measureRebuild, measureWriter } from './in-process.ts';
import { measureLists } from './lists.ts';
import { measureNodes } from './nodes.ts';
import { measureProjections } from './projections.ts';
import { measureRecovery } from './recovery.ts';
import { plainTable, savePage, thisMachine, type Row } from './results.ts';
import { measureWebhooks } from './webhooks.ts';

const QUICK = {
  rounds: 3,
  seconds: 1,
  warmUpSeconds: 4,
  transfers: 30_000,
  past: 100_000,
};
const FULL = {
  rounds: 5,
  seconds: 2,
  warmUpSeconds: 6,
  transfers: 100_000,
  past: 1_000_000,
};

/** More rounds, because a single bad one must not fail a release. */
const GATE = { ...QUICK, rounds: 7 };

type Measure = (folder: string, size: typeof FULL) => Promise<Row[]>;

const PARTS: ReadonlyMap<string, Measure> = new Map<string, Measure>([
  ['http', measureHttp],
  ['batches', measureBatches],
  ['webhooks', measureWebhooks],
  ['writer', measureWriter],
  ['projector', measureProjector],
  ['projections', measureProjections],
  ['rebuild', measureRebuild],
  ['growth', measureGrowth],
  ['recovery', measureRecovery],
  ['nodes', measureNodes],
  ['audit', measureAudit],
  ['lists', measureLists],
]);

const ALL = [...PARTS.keys()].join(',');

/** The parts as given, because another tree may name them differently. */
function onlyArgument(): string {
  const at = process.argv.findIndex((argument) => argument.startsWith('--only'));
  const given = process.argv[at] ?? '';
  return at === -1
    ? ALL
    : given.includes('=')
      ? given.slice('--only='.length)
      : (process.argv[at + 1] ?? ALL);
}

type Options = {
  quick: boolean;
  json: boolean;
  save: boolean;
  gate: boolean;
  record: boolean;
  only: ReadonlyMap<string, Measure>;
  compare?: string;
};

/** The name of the part in earlier releases, so that `--compare` can measure them. */
const FORMER_NAMES: ReadonlyMap<string, string> = new Map([['keeper', 'writer']]);

function partsIn(text: string): Options['only'] {
  const named = text.split(',').map((name): [string, Measure] => {
    const measure = PARTS.get(FORMER_NAMES.get(name) ?? name);
    if (measure === undefined) throw new InvalidArgumentError(`Parts are ${ALL}.`);
    return [name, measure];
  });
  return new Map(named);
}

const command = new Command('npm run bench --')
  .description('measure the service against a bare Express endpoint, and its parts without HTTP')
  .option('--quick', 'shorter rounds and a shorter history', false)
  .option('--json', 'print JSON', false)
  .option('--save', 'write the table to docs/performance.md, if all parts are measured', false)
  .option(
    '--gate',
    'fail if CPU time, relative to the baseline, is 10 % more than recorded, or than in the tree of --compare',
    false,
  )
  .option('--record', 'write what --gate compares with to scripts/bench/recorded.json', false)
  .option('--compare <folder>', 'alternate with another source tree and print the ratios')
  .addOption(new Option('--only <parts>', 'comma-separated').argParser(partsIn).default(PARTS, ALL))
  .parse();
const options = command.opts<Options>();

if (options.compare !== undefined && !options.gate) {
  const parts = [...(options.quick ? ['--quick'] : []), '--only', onlyArgument()];
  process.stdout.write(compareTrees(options.compare, parts));
  process.exit();
}

const isGate = options.gate || options.record;
const parts = isGate ? partsIn(GATE_PARTS.join(',')) : options.only;
const size = isGate ? GATE : options.quick ? QUICK : FULL;
const machine = thisMachine();

async function measureAll(): Promise<Row[]> {
  const rows: Row[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'ledger-bench-'));
  try {
    for (const [name, measure] of parts) {
      process.stderr.write(`measuring ${name} …\n`);
      try {
        rows.push(...(await measure(folder, size)));
      } catch (error) {
        // The other parts have taken long, so their rows are kept.
        process.stderr.write(`${name} failed; its rows are missing: ${errorMessage(error)}\n`);
        process.exitCode = 1;
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return rows;
}

if (options.record) await recordCosts(measureAll);
if (options.gate) {
  const other = options.compare;
  const inTree = (folder: string) => () => rowsOf(folder, ['--quick', '--only', GATE_PARTS.join(',')]);
  const { lines, ok } =
    other === undefined
      ? await compareWithRecorded(measureAll)
      : await compareWithOther(inTree(process.cwd()), inTree(resolve(other)));
  process.stdout.write(`${lines.join('\n')}\n`);
  if (!ok) process.exitCode = 1;
}
if (isGate) process.exit();

const rows = await measureAll();
if (options.json) {
  process.stdout.write(`${JSON.stringify({ machine, rows }, null, 2)}\n`);
} else {
  const { cpu, cores, memory_gib, node, date } = machine;
  process.stdout.write(
    `\n${cpu}, ${cores} cores, ${memory_gib} GiB, Node ${node}, ${date}\n\n${plainTable(rows)}\n`,
  );
}
if (options.save && parts === PARTS) await savePage(machine, rows);
