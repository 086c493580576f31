/** The speed of an audit, and its memory after a short and a long history. A child process runs each audit. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyChainInThread } from '../../src/audit/chain/chain-thread.ts';
import { openSource } from '../../src/audit/event-source.ts';
import { verify, type VerifyOptions } from '../../src/audit/verification/verification.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { makeTransfers, makeWallets, openWriters } from './book.ts';
import { inChild, serveTasks } from './child.ts';
import type { Size } from './in-process.ts';
import { atLeast, atMost, wholeNumber, type Row } from './results.ts';

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

type AuditTask =
  /** Adds this many transfers to the database file of the folder. */
  | { readonly kind: 'write'; readonly file: string; readonly transfers: number }
  | { readonly kind: 'speed' | 'memory'; readonly folder: string };

type AuditResult = {
  readonly events: number;
  readonly value: number;
  /** Peak resident memory of the process so far, in bytes. */
  readonly resident: number;
};

serveTasks(async (task: AuditTask): Promise<AuditResult> => {
  if (task.kind === 'write') {
    const opened = await openWriters(task.file);
    await makeTransfers(opened, await makeWallets(opened, 200), { from: 0, to: task.transfers });
    await opened.close();
    return result(task.transfers * 3, 0);
  }
  const location = { dataDir: task.folder, eventStoreUrl: undefined };
  if (task.kind === 'speed') {
    const { events, seconds } = await audited(location, { chainVerifier: verifyChainInThread(location) });
    return result(events, events / seconds);
  }
  // Runs in one thread, so that this is the total.
  let memoryBytes = 0;
  const onProgress = (position: bigint, head: bigint): void => {
    if (position === head) memoryBytes = memoryAfterCollection();
  };
  const { events } = await audited(location, { onProgress });
  return result(events, memoryBytes);
});

async function audited(location: { dataDir: string; eventStoreUrl: undefined }, options: VerifyOptions) {
  const source = await openSource(location);
  try {
    const found = await verify(source, options);
    if (!found.ok) throw new Error(`the audit found ${JSON.stringify(found.findings)}`);
    return found;
  } finally {
    await source.close();
  }
}

const result = (events: number, value: number): AuditResult => ({
  events,
  value,
  resident: process.resourceUsage().maxRSS * 1024,
});

/** The heap and external memory, including buffers. The process runs with --expose-gc. */
function memoryAfterCollection(): number {
  global.gc?.();
  global.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
