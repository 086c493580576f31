/** What keepers work with, and by which bounds. */
import type { IdempotencyKeyUse } from '../read-models/idempotency-key-use.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type { EventStore } from '../event-store/port.ts';
import type { Policy } from '../ledger/policy.ts';
import type { WriterObserver } from './observer.ts';

export type WriterOptions = {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The use of a key that is no longer remembered; StoreUnavailable when that can't be known. */
  readonly findKey: (stream: string, key: string, head: bigint) => Promise<IdempotencyKeyUse | undefined>;
  readonly onError?: (stream: string, error: unknown) => void;
  readonly appendEventsMax?: number;
  readonly queueMax?: number;
  readonly cachedKeysMax?: number;
  readonly snapshotEvery?: number;
  /** Whether other processes write to the same store. A refusal is then told only once it rests on all they wrote. */
  readonly hasOtherWriters?: boolean;
  /** How long an append with an unknown outcome is followed up before its callers are told to come back. */
  readonly appendTimeoutMs?: number;
  readonly observer?: WriterObserver;
};
