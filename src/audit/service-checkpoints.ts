/** Checkpoints of a running service: of the platform, both treasuries, and each integrator's books. */
import { ENVIRONMENTS, PLATFORM_STREAM, bookOf } from '../platform/platform.ts';
import type { Platform } from '../platform/platform.ts';
import { treasuryStream } from '../treasury/treasury.ts';
import { startCheckpoints } from './checkpoint-writer.ts';
import type { CheckpointWriter, WriterParts } from './checkpoint-writer.ts';

export type ServiceParts = Omit<WriterParts, 'streams'> & {
  /** Undefined until it is loaded; nothing is signed before. */
  readonly platform: () => Pick<Platform, 'integrators'> | undefined;
};

export function startServiceCheckpoints({ platform, ...parts }: ServiceParts): CheckpointWriter {
  const streams = (): string[] => {
    const loaded = platform();
    if (loaded === undefined) return [];
    const books = [...loaded.integrators.keys()].flatMap((id) =>
      ENVIRONMENTS.map((each) => bookOf(id, each)),
    );
    return [PLATFORM_STREAM, ...ENVIRONMENTS.map(treasuryStream), ...books];
  };
  return startCheckpoints({ ...parts, streams });
}
