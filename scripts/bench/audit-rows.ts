/** The rows about the audit. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_NAME } from '../../src/stores.ts';
import type { AuditResult, AuditTask } from './audit.ts';
import { inChild } from './child.ts';
import type { Size } from './in-process.ts';
import { whole } from './numbers.ts';
import { atLeast, atMost } from './table.ts';
import type { Row } from './table.ts';

/** What is held for an event that is over: the marks that tell an ID and an idempotency key that occurred before. */
const BYTES_PER_EVENT_MAX = 16;
const SHORT_TRANSFERS = 33_000;

export async function measureAudit(folder: string, { past }: Size): Promise<Row[]> {
  const ask = async (task: AuditTask): Promise<AuditResult> =>
    // The child answers with this type.
    (await inChild('./audit.ts', task, ['--expose-gc'])) as AuditResult;
  const made = async (name: string, transfers: number): Promise<string> => {
    const place = join(folder, name);
    await mkdir(place);
    await ask({ kind: 'write', file: join(place, FILE_NAME), transfers });
    return place;
  };
  const [short, long] = [
    await made('audit-short', SHORT_TRANSFERS),
    await made('audit-long', (past * 2) / 3),
  ];
  const speed = await ask({ kind: 'speed', folder: long });
  const [young, old] = [
    await ask({ kind: 'heap', folder: short }),
    await ask({ kind: 'heap', folder: long }),
  ];
  const perEvent = (old.value - young.value) / (old.events - young.events);
  return [
    {
      name: `Audit of ${whole(speed.events)} events in SQLite`,
      value: speed.value,
      figure: `${whole(speed.value)} events/s`,
      goal: atLeast(speed.value, 60_000, whole(60_000)),
    },
    heapRow(young),
    heapRow(old),
    {
      name: 'Heap growth of an audit per event',
      value: perEvent,
      figure: `${perEvent.toFixed(1)} bytes`,
      goal: atMost(perEvent, BYTES_PER_EVENT_MAX, `${BYTES_PER_EVENT_MAX} (marks of IDs and keys)`),
    },
  ];
}

const heapRow = ({ events, value }: AuditResult): Row => ({
  name: `Heap of an audit at ${whole(events)} events`,
  value,
  figure: `${(value / 2 ** 20).toFixed(1)} MiB`,
});
