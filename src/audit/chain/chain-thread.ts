/** Runs the pass over the stored bytes in a worker thread with its own connection. */
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../../config/config.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import { threadModule } from '../../system/thread-module.ts';
import { parsePublicKeys, publicKeysText } from '../../vault/audit-signing-key.ts';
import type { CheckpointSource } from '../checkpoints/checkpoint-files.ts';
import { openSource } from '../event-source.ts';
import { verifyChain, type ChainResult } from './chain-verification.ts';

type StoreConfig = Pick<Config, 'dataDir' | 'eventStoreUrl'>;
type Task = {
  readonly chainThread: true;
  readonly config: StoreConfig;
  readonly upTo: bigint;
  readonly checkpoints: { readonly folder: string; readonly key: string } | undefined;
};

/** Throws StoreUnavailable if the thread fails. */
export function verifyChainInThread(
  config: StoreConfig,
): (upTo: bigint, checkpoints: CheckpointSource | undefined) => Promise<ChainResult> {
  return (upTo, source) =>
    new Promise((resolve, reject) => {
      const { dataDir, eventStoreUrl } = config;
      const checkpoints = source && { folder: source.folder, key: publicKeysText(source.key) };
      const task: Task = { chainThread: true, config: { dataDir, eventStoreUrl }, upTo, checkpoints };
      const worker = new Worker(threadModule('src/audit/chain/chain-thread'), { workerData: task });
      worker.once('message', (result: ChainResult) => resolve(result));
      worker.once('error', (error) => reject(new StoreUnavailable(error.message, { cause: error })));
      worker.once('exit', (code) =>
        reject(new StoreUnavailable(`the audit thread exited with code ${code}`)),
      );
    });
}

const isTask = (data: unknown): data is Task =>
  typeof data === 'object' && data !== null && 'chainThread' in data;

async function runTask({ config, upTo, checkpoints }: Task): Promise<void> {
  const key = checkpoints && parsePublicKeys(checkpoints.key);
  const source = await openSource(config);
  try {
    parentPort?.postMessage(await verifyChain(source, upTo, key && { folder: checkpoints.folder, key }));
  } finally {
    await source.close();
  }
}

// Other worker threads may import this module.
if (!isMainThread && isTask(workerData)) await runTask(workerData);
