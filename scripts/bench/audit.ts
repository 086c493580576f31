/**
 * The speed of an audit, and its memory after a short and a long history, and the time of one that continues from a signed state. A
 * child process runs each audit.
 */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { verifyChainInThread } from '../../src/audit/chain/chain-thread.ts';
import { appendCheckpoint } from '../../src/audit/checkpoints/checkpoint-files.ts';
import { parseNotes } from '../../src/audit/checkpoints/signed-note.ts';
import { openSource } from '../../src/audit/event-source.ts';
import { digestsOf } from '../../src/audit/state/book-state.ts';
import { loadStates, saveState } from '../../src/audit/state/state-files.ts';
import { verify, type VerifyOptions } from '../../src/audit/verification/verification.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { deriveAuditSigningKey } from '../../src/vault/audit-signing-key.ts';
import { makeTransfers, makeWallets, openWriters, type OpenedWriters } from './book.ts';
import { inChild, serveTasks } from './child.ts';
import type { Size } from './in-process.ts';
import { atLeast, atMost, wholeNumber, type Row } from './results.ts';

/** Allowed growth from the short to the long history. */
const GROWTH_MAX_MIB = 1;
const SHORT_TRANSFERS = 33_000;
/** After the signed state. */
const LATER_TRANSFERS = 3_000;

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
  const continued = await ask({ kind: 'continued', folder: long });
  const grown = (old.value - young.value) / 2 ** 20;
  const perEvent = (old.value - young.value) / (old.events - young.events);
  return [
    {
      name: `Audit of ${wholeNumber(speed.events)} events in SQLite`,
      value: speed.value,
      figure: `${wholeNumber(speed.value)} events/s`,
      goal: atLeast(speed.value, 60_000, wholeNumber(60_000)),
    },
    {
      name: `Audit of ${wholeNumber(speed.events)} events in SQLite, from a signed state on`,
      value: continued.value,
      figure: `${continued.value.toFixed(2)} s, reads ${wholeNumber(continued.events)} events`,
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
  | { readonly kind: 'speed' | 'continued' | 'memory'; readonly folder: string };

type AuditResult = {
  readonly events: number;
  readonly value: number;
  /** Peak resident memory of the process so far, in bytes. */
  readonly resident: number;
};

serveTasks(async (task: AuditTask): Promise<AuditResult> => {
  if (task.kind === 'write') {
    const opened = await openWriters(task.file);
    const [wallets, signed] = [await makeWallets(opened, 200), task.transfers - LATER_TRANSFERS];
    await makeTransfers(opened, wallets, { from: 0, to: signed });
    await signState(opened, dirname(task.file));
    await makeTransfers(opened, wallets, { from: signed, to: task.transfers });
    await opened.close();
    return result(task.transfers * 3, 0);
  }
  const location = { dataDir: task.folder, eventStoreUrl: undefined };
  if (task.kind === 'speed') {
    const { events, seconds } = await audited(location, { chainVerifier: verifyChainInThread(location) });
    return result(events, events / seconds);
  }
  if (task.kind === 'continued') {
    const startedAt = performance.now();
    const { events } = await audited(location, {
      checkpoints: { folder: task.folder, key: KEY.publicKey },
      starts: await loadStates(task.folder, KEY.publicKey),
    });
    return result(events, (performance.now() - startedAt) / 1_000);
  }
  // Runs in one thread, so that this is the total.
  let memoryBytes = 0;
  const onProgress = (position: bigint, head: bigint): void => {
    if (position === head) memoryBytes = memoryAfterCollection();
  };
  const { events } = await audited(location, { onProgress });
  return result(events, memoryBytes);
});

const KEY = deriveAuditSigningKey(Buffer.alloc(32, 'bench'));

/** Signs the state of the book, and saves it as `audit verify --save-states` does. */
async function signState({ writers, stream }: OpenedWriters, folder: string): Promise<void> {
  const captured = await writers.capture(stream);
  if (captured === undefined) throw new Error('the book is not in memory');
  const { digests: state } = await digestsOf(captured);
  const { revision, hash } = captured;
  const checkpoint = { stream, size: revision + 1, hash, time: new Date().toISOString(), state };
  const [note] = parseNotes(appendCheckpoint(folder, checkpoint, KEY));
  if (note !== undefined) await saveState(folder, { checkpoint, note }, { captured, readFrom: revision });
}

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
