/** Benchmark rows of the projections that write documents about transfers. */
import { join } from 'node:path';
import { inChild } from './child.ts';
import type { Size } from './in-process.ts';
import type { ProjectionCostsResult, ProjectionCostsTask } from './projection-costs.ts';
import type { Row } from './result-table.ts';

/** Enough for a stable figure; each of the projections runs several times. */
const SHARE = 0.2;

export async function measureProjections(folder: string, { transfers }: Size): Promise<Row[]> {
  const task: ProjectionCostsTask = {
    file: join(folder, 'projections.sqlite'),
    transfers: Math.round(transfers * SHARE),
  };
  // The child answers with this type.
  const { costs } = (await inChild('./projection-costs.ts', task)) as ProjectionCostsResult;
  return costs.map(({ name, cpuMicroseconds, documents, terms }) => ({
    name: `CPU time of projection ${name} per transfer`,
    value: cpuMicroseconds,
    figure: `${cpuMicroseconds.toFixed(1)} µs, ${documents.toFixed(1)} documents, ${terms.toFixed(1)} terms`,
  }));
}
