/** Writes checkpoints of a running service: the platform, the activity of operators, treasuries, reconciliation, and every book. */
import { ACTIVITY_STREAM } from '../../../projections/activity.ts';
import { NO_STREAM } from '../../event-store/port.ts';
import { allBooks } from '../../platform/books.ts';
import { PLATFORM_STREAM } from '../../platform/platform.ts';
import { ENVIRONMENTS } from '../../ledger/environment.ts';
import type { Platform } from '../../platform/platform.ts';
import { reconciliationStream } from '../../reconciliation/reconciliation.ts';
import { treasuryStream } from '../../treasury/treasury.ts';
import { startCheckpointWriter } from './checkpoint-writer.ts';
import type { CheckpointWriter, CheckpointWriterOptions } from './checkpoint-writer.ts';

export type ServiceCheckpointOptions = Omit<CheckpointWriterOptions, 'streams' | 'macsFrom'> & {
  /** Undefined until the platform has loaded; nothing is signed before. */
  readonly platform: () => Pick<Platform, 'integrators' | 'sandboxes' | 'acceptedHistories'> | undefined;
};

export function startServiceCheckpointWriter({
  platform,
  ...parts
}: ServiceCheckpointOptions): CheckpointWriter {
  const streams = (): string[] => {
    const loaded = platform();
    if (loaded === undefined) return [];
    const operated = [...ENVIRONMENTS.map(treasuryStream), ...ENVIRONMENTS.map(reconciliationStream)];
    return [PLATFORM_STREAM, ACTIVITY_STREAM, ...operated, ...allBooks(loaded)];
  };
  const macsFrom = (stream: string): number =>
    (platform()?.acceptedHistories.get(stream)?.revision ?? NO_STREAM) + 1;
  return startCheckpointWriter({ ...parts, streams, macsFrom });
}
