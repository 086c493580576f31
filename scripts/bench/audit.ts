/** Child process: how fast an audit reads a file, and what it holds at the end of a short and of a long history. */
import { chainPassInThread } from '../../src/audit/chain-thread.ts';
import { openSource } from '../../src/audit/source.ts';
import { verify } from '../../src/audit/verify.ts';
import type { VerifyOptions } from '../../src/audit/verify.ts';
import { makeTransfers, makeWallets, openKeepers } from './book.ts';
import { serveTasks } from './child.ts';

export type AuditTask =
  /** Makes this many transfers in the file of the folder, beside those it has. */
  | { readonly kind: 'write'; readonly file: string; readonly transfers: number }
  | { readonly kind: 'speed' | 'heap'; readonly folder: string };

export type AuditResult = { readonly events: number; readonly value: number };

serveTasks(async (task: AuditTask): Promise<AuditResult> => {
  if (task.kind === 'write') {
    const opened = await openKeepers(task.file);
    await makeTransfers(opened, await makeWallets(opened, 200), { from: 0, to: task.transfers });
    await opened.close();
    return { events: task.transfers * 3, value: 0 };
  }
  const place = { dataDir: task.folder, eventStoreUrl: undefined };
  if (task.kind === 'speed') {
    const { events, seconds } = await audited(place, { chainPass: chainPassInThread(place) });
    return { events, value: events / seconds };
  }
  // All in one thread, so that this heap is all there is.
  let held = 0;
  const onProgress = (position: bigint, head: bigint): void => {
    if (position === head) held = heapAfterCollection();
  };
  const { events } = await audited(place, { onProgress });
  return { events, value: held };
});

async function audited(place: { dataDir: string; eventStoreUrl: undefined }, options: VerifyOptions) {
  const source = await openSource(place);
  try {
    const found = await verify(source, options);
    if (!found.ok) throw new Error(`the audit found ${JSON.stringify(found.findings)}`);
    return found;
  } finally {
    await source.close();
  }
}

/** The process is started with --expose-gc. */
function heapAfterCollection(): number {
  global.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
