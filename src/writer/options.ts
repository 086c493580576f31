/** Dependencies and limits of the book writers. */
import type { KeyObject } from 'node:crypto';
import type { Authentication } from '../event-store/authenticated-reader.ts';
import type { EventStore, Position, StreamName } from '../event-store/port.ts';
import type { Policy } from '../ledger/policy.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type { IdempotencyKeyUse } from '../read-models/idempotency-key-use.ts';
import type { WriterObserver } from './observer.ts';

export type WriterOptions = {
  readonly eventStore: EventStore;
  readonly authentication: Authentication;
  readonly documents: DocumentStore;
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /**
   * Finds the use of a key that is no longer cached, up to the position `head`. Throws StoreUnavailable when the read
   * model has not reached `head`.
   */
  readonly findKey: (
    stream: StreamName,
    key: string,
    head: Position,
  ) => Promise<IdempotencyKeyUse | undefined>;
  /** The key of the MACs of snapshots. */
  readonly snapshotKey: KeyObject;
  readonly onError?: (stream: string, error: unknown) => void;
  /** The events of a book cannot be applied, so that commands for it are not decided. Called once until it is read again. */
  readonly onUnreadable?: (stream: string, error: unknown) => void;
  /** A book was read completely. */
  readonly onRead?: (stream: string) => void;
  readonly appendEventsMax?: number;
  readonly queueMax?: number;
  readonly cachedKeysMax?: number;
  readonly snapshotEvery?: number;
  /** Whether other processes write to the same store. A refusal is then returned only after their events were read. */
  readonly hasOtherWriters?: boolean;
  /** How long an append with an unknown outcome is retried before its callers get StoreUnavailable. */
  readonly appendTimeoutMs?: number;
  readonly observer?: WriterObserver;
  /** Whether all documents contain the events up to a position, so that no read has to wait for them. Never when absent. */
  readonly isProjected?: (position: Position) => boolean;
};
