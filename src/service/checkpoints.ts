/** Starts the checkpoint writer of a worker, and registers the metrics of the last verification. */
import {
  startServiceCheckpointWriter,
  type CheckpointWriter,
} from '../audit/checkpoints/checkpoint-writer.ts';
import { lastVerificationRecord } from '../audit/verification/audit-status.ts';
import type { Config } from '../config/config.ts';
import type { Dependencies } from './dependencies.ts';
import { registerVerificationMetrics } from './metrics.ts';

export type Checkpoints = {
  /** Undefined when no checkpoint folder is configured. */
  readonly checkpoints: Config['checkpoints'];
  /** Undefined when another process writes the checkpoints. */
  readonly writer: CheckpointWriter | undefined;
};

export function startCheckpoints(dependencies: Dependencies): Checkpoints {
  const { config, stores, platform, metrics, auditKey, clock, log } = dependencies;
  const { checkpoints, roles } = config;
  registerVerificationMetrics(
    metrics,
    () => checkpoints && lastVerificationRecord(checkpoints.folder, auditKey.publicKey),
  );
  if (checkpoints === undefined || !roles.includes('worker')) return { checkpoints, writer: undefined };
  const writer = startServiceCheckpointWriter({
    ...checkpoints,
    eventStore: stores.eventStore,
    key: auditKey,
    platform: () => platform.current(),
    clock,
    log,
  });
  return { checkpoints, writer };
}
