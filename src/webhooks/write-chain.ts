/**
 * A chain of writes by one process, which notices when the store goes back in time: once the store has lost a write of the
 * chain, it refuses all later ones. Without it, a process that has not noticed the loss yet would write what is true only
 * together with the documents that are lost.
 *
 * A number next to the checkpoints counts the writes that others depend on. Each write names the number that it requires.
 */

import type { DocumentStore, DocumentWrite } from '../read-models/port.ts';
import { randomUUID } from '../system/runtime.ts';

export type WriteChain = {
  /** Writes documents on which later writes depend, after all earlier ones. Throws DocumentsWentBack once an earlier one is lost. */
  append(writes: readonly DocumentWrite[]): Promise<void>;
  /** Writes documents that depend on those appended before, after all earlier ones. Throws DocumentsWentBack once one of them is lost. */
  write(writes: readonly DocumentWrite[]): Promise<void>;
  /** Removes the number from the store. */
  end(): Promise<void>;
};

const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

/**
 * Starts a chain, and ends all others of this name: their processes must have ended or given up their lease. Read what the
 * writes depend on only after the chain has started.
 */
export async function startWriteChain(
  documents: Pick<DocumentStore, 'checkpoints' | 'write' | 'drop'>,
  name: string,
): Promise<WriteChain> {
  const prefix = `${name} chain `;
  // The spaces make it distinct from the names of projections.
  const key = prefix + randomUUID();
  let appended = 0n;
  const others = [...(await documents.checkpoints()).keys()].filter((each) => each.startsWith(prefix));
  await documents.write([], new Map([[key, appended]]));
  if (others.length > 0) await documents.drop([], others);
  let last: Promise<unknown> = Promise.resolve();

  /** Runs the work after all earlier work, because each write names the number that the one before it has stored. */
  function inOrder(work: () => Promise<void>): Promise<void> {
    const run = last.then(work, work);
    last = run;
    return run;
  }

  return {
    append: (writes) =>
      inOrder(async () => {
        if (writes.length === 0) return;
        await documents.write(writes, new Map([[key, appended + 1n]]), new Map([[key, appended]]));
        appended += 1n;
      }),
    write: (writes) =>
      inOrder(async () => {
        if (writes.length > 0) await documents.write(writes, NO_CHECKPOINTS, new Map([[key, appended]]));
      }),
    end: () => inOrder(() => documents.drop([], [key])),
  };
}
