/** Writes checkpoints of a running service: the platform, both treasuries, and every book. */
import { ENVIRONMENTS, PLATFORM_STREAM, bookStreamOf } from '../../platform/platform.ts';
import type { Platform } from '../../platform/platform.ts';
import { treasuryStream } from '../../treasury/treasury.ts';
import { startCheckpointWriter } from './checkpoint-writer.ts';
import type { CheckpointWriter, CheckpointWriterOptions } from './checkpoint-writer.ts';

export type ServiceCheckpointOptions = Omit<CheckpointWriterOptions, 'streams'> & {
  /** Undefined until the platform has loaded; nothing is signed before. */
  readonly platform: () => Pick<Platform, 'integrators'> | undefined;
};

export function startServiceCheckpointWriter({
  platform,
  ...parts
}: ServiceCheckpointOptions): CheckpointWriter {
  const streams = (): string[] => {
    const loaded = platform();
    if (loaded === undefined) return [];
    const books = [...loaded.integrators.keys()].flatMap((id) =>
      ENVIRONMENTS.map((each) => bookStreamOf(id, each)),
    );
    return [PLATFORM_STREAM, ...ENVIRONMENTS.map(treasuryStream), ...books];
  };
  return startCheckpointWriter({ ...parts, streams });
}
