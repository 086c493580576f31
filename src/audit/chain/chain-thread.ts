/** Runs the pass over the stored bytes in a worker thread with its own connection. */
import type { Config } from '../../config/config.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import { errorMessage } from '../../system/errors.ts';
import { defineThreadTask } from '../../system/thread-task.ts';
import { parsePublicKeys, publicKeysText } from '../../vault/audit-signing-key.ts';
import type { CheckpointSource } from '../checkpoints/checkpoint-files.ts';
import { openSource } from '../event-source.ts';
import { verifyChain, type ChainResult } from './chain-verification.ts';

type StoreConfig = Pick<Config, 'dataDir' | 'eventStoreUrl'>;
type Task = {
  readonly config: StoreConfig;
  readonly upTo: bigint;
  readonly checkpoints: { readonly folder: string; readonly key: string } | undefined;
};

const verify = defineThreadTask(
  'src/audit/chain/chain-thread',
  async ({ config, upTo, checkpoints }: Task): Promise<ChainResult> => {
    const key = checkpoints && parsePublicKeys(checkpoints.key);
    const source = await openSource(config);
    try {
      return await verifyChain(source, upTo, key && { folder: checkpoints.folder, key });
    } finally {
      await source.close();
    }
  },
);

/** Throws StoreUnavailable if the thread fails. */
export function verifyChainInThread({
  dataDir,
  eventStoreUrl,
}: StoreConfig): (upTo: bigint, checkpoints: CheckpointSource | undefined) => Promise<ChainResult> {
  return (upTo, source) => {
    const checkpoints = source && { folder: source.folder, key: publicKeysText(source.key) };
    return verify({ config: { dataDir, eventStoreUrl }, upTo, checkpoints }).catch((error: unknown) => {
      throw new StoreUnavailable(errorMessage(error), { cause: error });
    });
  };
}
