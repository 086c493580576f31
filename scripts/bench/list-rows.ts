/** Benchmark rows of the search and the filtered lists of operators. */
import { join } from 'node:path';
import { inChild } from './child.ts';
import type { Size } from './in-process.ts';
import type { ListsResult, ListsTask } from './lists.ts';
import { atMost } from './result-table.ts';
import type { Row } from './result-table.ts';
import { median, quantile, wholeNumber } from './statistics.ts';

const P99_MAX_MS = 100;

export async function measureLists(folder: string, { past }: Size): Promise<Row[]> {
  // `LIST_TRANSFERS` measures another size than the long history of the other parts.
  const transfers = Number(process.env['LIST_TRANSFERS'] ?? past);
  const task: ListsTask = { file: join(folder, 'lists.sqlite'), transfers };
  // The child responds with this type.
  const { seconds, times } = (await inChild('./lists.ts', task)) as ListsResult;
  process.stderr.write(`made ${wholeNumber(transfers)} transfers in ${seconds.toFixed(0)} s\n`);
  return Object.entries(times).map(([name, { elapsed, cpu }]) => {
    const [p99, cpu99] = [quantile(elapsed, 0.99), quantile(cpu, 0.99)];
    const what = name.startsWith('search') ? name.replace(/^s/, 'S') : `List: ${name}`;
    return {
      name: `${what}, ${wholeNumber(transfers)} transfers`,
      value: p99,
      figure: `p50 ${median(elapsed).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, p99 of CPU time ${cpu99.toFixed(1)} ms`,
      goal: atMost(p99, P99_MAX_MS, `${P99_MAX_MS} ms`),
    };
  });
}
