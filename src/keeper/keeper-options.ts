/** What keepers work with, and by which bounds. */
import type { KeyUse } from '../../projections/idempotency.ts';
import type { Documents } from '../documents/port.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { Policy } from '../ledger/policy.ts';
import type { KeeperObserver } from './keeper-observer.ts';

export type KeeperOptions = {
  readonly eventStore: EventStore;
  readonly documents: Documents;
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The use of a key that is no longer remembered; StoreUnavailable when that can't be known. */
  readonly findKey: (stream: string, key: string, head: bigint) => Promise<KeyUse | undefined>;
  readonly onFault?: (stream: string, error: unknown) => void;
  readonly eventsPerAppend?: number;
  readonly queueMax?: number;
  readonly keysRemembered?: number;
  readonly snapshotEvery?: number;
  /** Whether other processes write to the same store. A refusal is then told only once it rests on all they wrote. */
  readonly shared?: boolean;
  /** How long an append with an unknown outcome is followed up before its callers are told to come back. */
  readonly patienceMs?: number;
  readonly observer?: KeeperObserver;
};
