/**
 * Measures the service beside a bare Express endpoint, and its parts without HTTP, and prints one table.
 *
 *   npm run bench -- [--quick] [--json] [--save] [--only=http,webhooks,keeper,projector,rebuild,growth,audit]
 *
 * A missed goal does not fail the command; an answer that is not a 2xx does. `--save` writes docs/performance.md.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAudit } from './audit-rows.ts';
import { measureHttp } from './http.ts';
import { measureGrowth, measureKeeper, measureProjector, measureRebuild } from './in-process.ts';
import { savePage } from './page.ts';
import { plainTable, thisMachine } from './table.ts';
import type { Row } from './table.ts';
import { measureWebhooks } from './webhooks.ts';

const ALL = 'http,webhooks,keeper,projector,rebuild,growth,audit';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    only: { type: 'string', default: ALL },
  },
});

if (options.save && options.only !== ALL) throw new Error('--save keeps whole tables only: leave out --only');

const SIZE = options.quick
  ? { rounds: 3, seconds: 1, warmUpSeconds: 4, transfers: 30_000, past: 100_000 }
  : { rounds: 7, seconds: 2, warmUpSeconds: 6, transfers: 100_000, past: 1_000_000 };

const PARTS: Readonly<Record<string, (folder: string) => Promise<Row[]>>> = {
  http: (folder) => measureHttp(folder, SIZE),
  webhooks: (folder) => measureWebhooks(folder, SIZE),
  keeper: (folder) => measureKeeper(folder, SIZE),
  projector: (folder) => measureProjector(folder, SIZE),
  rebuild: (folder) => measureRebuild(folder, SIZE),
  growth: (folder) => measureGrowth(folder, SIZE),
  audit: (folder) => measureAudit(folder, SIZE),
};

const machine = thisMachine();
const rows: Row[] = [];
const folder = await mkdtemp(join(tmpdir(), 'ledger-bench-'));
try {
  for (const name of options.only.split(',')) {
    const part = PARTS[name];
    if (part === undefined) throw new Error(`--only takes ${Object.keys(PARTS).join(', ')}`);
    process.stderr.write(`measuring ${name} …\n`);
    rows.push(...(await part(folder)));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

if (options.json) {
  process.stdout.write(`${JSON.stringify({ machine, rows }, null, 2)}\n`);
} else {
  const { cpu, cores, memory_gib, node, date } = machine;
  process.stdout.write(
    `\n${cpu}, ${cores} cores, ${memory_gib} GiB, Node ${node}, ${date}\n\n${plainTable(rows)}\n`,
  );
}
if (options.save) await savePage(machine, rows);
