/** Child process: measures the speed of an audit, and its memory after a short and a long history. */
import { verifyChainInThread } from '../../src/audit/chain/chain-thread.ts';
import { openSource } from '../../src/audit/event-source.ts';
import { verify } from '../../src/audit/verification/verification.ts';
import type { VerifyOptions } from '../../src/audit/verification/verification.ts';
import { makeTransfers, makeWallets, openWriters } from './book.ts';
import { serveTasks } from './child.ts';

export type AuditTask =
  /** Adds this many transfers to the database file of the folder. */
  | { readonly kind: 'write'; readonly file: string; readonly transfers: number }
  | { readonly kind: 'speed' | 'memory'; readonly folder: string };

export type AuditResult = {
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
