/** The dependencies of the operator API: those of the API, and more. */
import type { ActivityLog } from '../../activity/activity-log.ts';
import type { AuditStatus } from '../../generated/api.ts';
import type { Services } from '../../api/operations/services.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RunningRails } from '../../rails/rails.ts';
import type { MinuteMetrics } from '../../minute-metrics/minute-metrics.ts';
import type { AccountCodes } from '../../reconciliation/journal/account-code.ts';
import type { Reconciliations } from '../../reconciliation/reconciliation.ts';
import type { Rebuilds } from '../../read-models/generations/rebuilds.ts';
import type { ProjectionLag } from '../../read-models/projector/projection-lag.ts';
import type { ReviewKind } from '../../../projections/operators/reviews.ts';
import type { ClearingLimit } from './clearing-balances.ts';
import type { ConditionTimes } from './condition-times.ts';
import type { SessionDirectory } from './session-directory.ts';
import type { SignInSettings } from './sign-in-settings.ts';

export type OperatorServices = Services & {
  /** Throws StoreUnavailable until it is loaded. */
  readonly platform: () => Platform;
  /** The position of the newest event of all streams. Throws StoreUnavailable. */
  readonly head: () => Promise<bigint>;
  /** The configured rails, and whether their providers respond. */
  readonly runningRails: Pick<RunningRails, 'configured' | 'isProviderUp'>;
  readonly minuteMetrics: Pick<MinuteMetrics, 'read'>;
  readonly reconciliations: Reconciliations;
  /** Codes of the journal. */
  readonly accountCodes: AccountCodes;
  /** The currencies of each configured rail, with their decimals. */
  readonly railCurrencies: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The audit status as known to this node. */
  readonly audit: () => AuditStatus;
  readonly projections: () => readonly ProjectionLag[];
  /** The ID of the request that recorded the event; null if there is none. Throws StoreUnavailable. */
  readonly requestIdAt: (stream: string, revision: number) => Promise<string | null>;
  readonly rebuilds: Rebuilds;
  /** Records what operators do. */
  readonly activity: ActivityLog;
  readonly sessions: SessionDirectory;
  /** Limits of clearing balances above which operators are told. */
  readonly clearingLimits: readonly ClearingLimit[];
  /** Files with certificates whose expiry is announced. */
  readonly certificateFiles: readonly string[];
  readonly conditions: ConditionTimes;
  /** How long a review may wait before it is overdue. */
  readonly reviewTargetMs: Readonly<Record<ReviewKind, number>>;
  readonly signIn: SignInSettings;
};

/** The platform after reading all events, including those of other processes. Throws StoreUnavailable. */
export async function freshPlatform({ platform }: OperatorServices): Promise<Platform> {
  const loaded = platform();
  await loaded.refresh();
  return loaded;
}
