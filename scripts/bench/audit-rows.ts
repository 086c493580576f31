/** Benchmark rows of the audit. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE_FILE_NAME } from '../../src/config/storage.ts';
import type { AuditResult, AuditTask } from './audit.ts';
import { inChild } from './child.ts';
import type { Size } from './in-process.ts';
import { wholeNumber } from './statistics.ts';
import { atLeast, atMost } from './result-table.ts';
import type { Row } from './result-table.ts';

/** Allowed growth from the short to the long history. */
const GROWTH_MAX_MIB = 1;
const SHORT_TRANSFERS = 33_000;

export async function measureAudit(folder: string, { past }: Size): Promise<Row[]> {
  const ask = async (task: AuditTask): Promise<AuditResult> =>
    // The child responds with this type.
    (await inChild('./audit.ts', task, ['--expose-gc'])) as AuditResult;
  const made = async (name: string, transfers: number): Promise<string> => {
    const location = join(folder, name);
    await mkdir(location);
    await ask({ kind: 'write', file: join(location, DATABASE_FILE_NAME), transfers });
    return location;
  };
  const [short, long] = [
    await made('audit-short', SHORT_TRANSFERS),
    await made('audit-long', (past * 2) / 3),
  ];
  const [quick, speed] = [
    await ask({ kind: 'speed', folder: short }),
    await ask({ kind: 'speed', folder: long }),
  ];
  const [young, old] = [
    await ask({ kind: 'memory', folder: short }),
    await ask({ kind: 'memory', folder: long }),
  ];
  const grown = (old.value - young.value) / 2 ** 20;
  const perEvent = (old.value - young.value) / (old.events - young.events);
  return [
    {
      name: `Audit of ${wholeNumber(speed.events)} events in SQLite`,
      value: speed.value,
      figure: `${wholeNumber(speed.value)} events/s`,
      goal: atLeast(speed.value, 60_000, wholeNumber(60_000)),
    },
    memoryRow(young, quick),
    memoryRow(old, speed),
    {
      name: `Memory growth of an audit between the two`,
      value: grown,
      figure: `${grown.toFixed(1)} MiB, ${perEvent.toFixed(1)} bytes an event`,
      goal: atMost(grown, GROWTH_MAX_MIB, `${GROWTH_MAX_MIB} MiB`),
    },
  ];
}

const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** Reachable memory, and the peak resident memory of the process. */
const memoryRow = ({ events, value }: AuditResult, { resident }: AuditResult): Row => ({
  name: `Memory of an audit at ${wholeNumber(events)} events`,
  value,
  figure: `${mib(value)}, resident at most ${mib(resident)}`,
});
