/**
 * What the processes of one test run have to tell the runner (`scripts/test.ts`), which starts several: a line of JSON for
 * each fact, in a file for each process. Without a runner, nothing is recorded.
 */
import { appendFileSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type RunRecord = { readonly kind: 'answer' | 'skip' | 'failure' | 'repeat'; readonly text: string };

const folder = process.env['TEST_RECORD_DIR'];
const written = new Set<string>();

/** Records a fact, once for each process. */
export function recordRun(kind: RunRecord['kind'], text: string): void {
  const line = JSON.stringify({ kind, text });
  if (folder === undefined || written.has(line)) return;
  written.add(line);
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
}

/** Everything that all processes have recorded so far in this folder, by default that of the run; undefined without a runner. */
export function readRunRecords(from = folder): readonly RunRecord[] | undefined {
  if (from === undefined) return undefined;
  return readdirSync(from)
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(join(from, file), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as RunRecord); // Written above.
}
