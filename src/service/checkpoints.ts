/** The checkpoints of a service: where they are kept, who writes them if that is done here, and when they were last used. */
import type { CheckpointWriter } from '../audit/checkpoint-writer.ts';
import { startServiceCheckpoints } from '../audit/service-checkpoints.ts';
import { lastRecord } from '../audit/verification-record.ts';
import type { Config } from '../config.ts';
import { watchVerifications } from '../observing/observed.ts';
import type { Parts } from './parts.ts';

export type Checkpoints = {
  /** Undefined where there are to be none. */
  readonly checkpoints: Config['checkpoints'];
  /** Undefined where another process writes them. */
  readonly writer: CheckpointWriter | undefined;
};

export function beginCheckpoints(parts: Parts): Checkpoints {
  const { config, stores, platform, figures, auditKey, clock, log } = parts;
  const { checkpoints, roles } = config;
  watchVerifications(figures, () => checkpoints && lastRecord(checkpoints.folder, auditKey.publicKey));
  if (checkpoints === undefined || !roles.includes('worker')) return { checkpoints, writer: undefined };
  const writer = startServiceCheckpoints({
    ...checkpoints,
    eventStore: stores.eventStore,
    key: auditKey,
    platform: () => platform.ifLoaded(),
    clock,
    log,
  });
  return { checkpoints, writer };
}
