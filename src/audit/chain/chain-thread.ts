/** Runs the pass over the stored bytes in a worker thread with its own connection. */
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../../config/config.ts';
import { bootstrapScript } from '../../sqlite/thread/bootstrap.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import { verifyChain } from './chain-verification.ts';
import type { ChainResult } from './chain-verification.ts';
import { parsePublicKey } from '../../vault/audit-signing-key.ts';
import { openSource } from '../event-source.ts';
import type { CheckpointSource } from '../checkpoints/checkpoint-cursor.ts';

type StoreConfig = Pick<Config, 'dataDir' | 'eventStoreUrl'>;
type Task = {
  readonly chainThread: true;
  readonly place: StoreConfig;
  readonly upTo: bigint;
  readonly witness: { readonly folder: string; readonly key: string } | undefined;
};

/** Throws StoreUnavailable if the thread fails. */
export function verifyChainInThread(
  place: StoreConfig,
): (upTo: bigint, witness: CheckpointSource | undefined) => Promise<ChainResult> {
  return (upTo, at) =>
    new Promise((resolve, reject) => {
      const { dataDir, eventStoreUrl } = place;
      const witness = at && { folder: at.folder, key: at.key.text };
      const task: Task = { chainThread: true, place: { dataDir, eventStoreUrl }, upTo, witness };
      const worker = new Worker(bootstrapScript(new URL(import.meta.url)), { eval: true, workerData: task });
      worker.once('message', (result: ChainResult) => resolve(result));
      worker.once('error', (error) => reject(new StoreUnavailable(error.message, { cause: error })));
      worker.once('exit', (code) =>
        reject(new StoreUnavailable(`the audit thread exited with code ${code}`)),
      );
    });
}

const isTask = (data: unknown): data is Task =>
  typeof data === 'object' && data !== null && 'chainThread' in data;

async function work({ place, upTo, witness }: Task): Promise<void> {
  const key = witness && parsePublicKey(witness.key);
  const source = await openSource(place);
  try {
    parentPort?.postMessage(await verifyChain(source, upTo, key && { folder: witness.folder, key }));
  } finally {
    await source.close();
  }
}

// Other worker threads may import this module.
if (!isMainThread && isTask(workerData)) await work(workerData);
