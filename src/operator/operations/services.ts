/** Everything the operator API is built on: what the interface is built on, and the platform itself. */
import type { AuditStatus } from '../../generated/api.ts';
import type { Services } from '../../api/operations/services.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RunningRails } from '../../rails/rails.ts';
import type { Treasuries } from '../../treasury/treasuries.ts';
import type { Rebuilds } from '../../read-models/generations/rebuilds.ts';
import type { ProjectionLag } from '../../read-models/projector/projection-lag.ts';

export type OperatorServices = Services & {
  /** Throws StoreUnavailable as long as it is not loaded. */
  readonly platform: () => Platform;
  /** The position of the newest event of all streams. Throws StoreUnavailable. */
  readonly head: () => Promise<bigint>;
  /** Which rails have a provider, and whether that answers. */
  readonly runningRails: Pick<RunningRails, 'served' | 'answers'>;
  readonly treasuries: Pick<Treasuries, 'get'>;
  /** The signed checkpoints, as far as this node knows of them. */
  readonly audit: () => AuditStatus;
  readonly projections: () => readonly ProjectionLag[];
  /** The request behind the event at a revision of a stream; `null` where there is none. Throws StoreUnavailable. */
  readonly requestIdAt: (stream: string, revision: number) => Promise<string | null>;
  readonly rebuilds: Rebuilds;
};

/** The platform with all that was written to it so far, by other processes too. Throws StoreUnavailable. */
export async function freshPlatform({ platform }: OperatorServices): Promise<Platform> {
  const loaded = platform();
  await loaded.refresh();
  return loaded;
}
