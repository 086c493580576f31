/** The checkpoints of a service: where they are kept, who writes them if that is done here, and when they were last used. */
import type { CheckpointWriter } from '../audit/checkpoints/checkpoint-writer.ts';
import { startServiceCheckpointWriter } from '../audit/checkpoints/service-checkpoint-writer.ts';
import { lastVerificationRecord } from '../audit/verification/verification-record.ts';
import type { Config } from '../config/config.ts';
import { registerVerificationMetrics } from '../telemetry/instrumentation.ts';
import type { Dependencies } from './dependencies.ts';

export type Checkpoints = {
  /** Undefined where there are to be none. */
  readonly checkpoints: Config['checkpoints'];
  /** Undefined where another process writes them. */
  readonly writer: CheckpointWriter | undefined;
};

export function startCheckpoints(parts: Dependencies): Checkpoints {
  const { config, stores, platform, metrics, auditKey, clock, log } = parts;
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
