/**
 * Detects that a stream has lost events: it ends earlier than before, or was replaced by an older copy. A hash chain and MACs prove
 * what a stream contains, but not what it no longer contains, so this needs evidence from outside of the stream.
 */
import { decodeMetadata } from '../../event-store/codec.ts';
import { UnauthenticatedEvent } from '../../event-store/event-macs.ts';
import type { EventStore, Revision, StoredEvent, StreamName } from '../../event-store/port.ts';
import { delay } from '../../system/runtime.ts';

/** Says that a stream once had an event. */
export type Evidence = {
  /** Such as `a snapshot`. */
  readonly source: string;
  readonly revision: Revision;
  /** The hash of the event, or its time in milliseconds since 1970 where nothing else is known about it. */
  readonly event: { readonly hash: string } | { readonly time: number };
  /** In milliseconds since 1970. An operator who accepts a history overrules all evidence from before. */
  readonly writtenAt: number;
};

/** Evidence that is kept outside of streams. */
export type EvidenceOfStreams = {
  /** The evidence about a stream whose time is ahead of the clock by this much. Never throws. */
  find(stream: StreamName, clockAheadMs: number): Promise<readonly Evidence[]>;
  /** Keeps evidence of a loss, because what it was found in may change. Throws StoreUnavailable. */
  keep(stream: StreamName, evidence: Evidence): Promise<void>;
  /** Records the newest events of streams when a service stops in an orderly way. Throws StoreUnavailable. */
  recordHeads(streams: readonly StreamName[]): Promise<void>;
  /** All events were restored to an earlier time on purpose, so documents and kept evidence from before prove nothing. Throws StoreUnavailable. */
  acceptRestore(): Promise<void>;
};

/** The stream lacks an event that evidence proves. Nothing is decided on it until the event is back or an operator accepts the loss. */
export class LostEvents extends UnauthenticatedEvent {
  readonly evidence: Evidence | undefined;
  constructor(stream: StreamName, evidence: Evidence | Pick<Evidence, 'source' | 'revision'>, what: string) {
    const { source, revision } = evidence;
    super(
      { stream, revision },
      `${source} proves an event, but ${what}; see "Books that have lost events" in docs/operations.md`,
    );
    this.evidence = 'event' in evidence ? evidence : undefined;
  }
}

/** Keeps the evidence of a loss that ended a read, if there is any. Throws StoreUnavailable. */
export async function keepEvidence(
  evidence: Pick<EvidenceOfStreams, 'keep'>,
  stream: StreamName,
  error: unknown,
): Promise<void> {
  if (error instanceof LostEvents && error.evidence !== undefined)
    await evidence.keep(stream, error.evidence);
}

/** A server that was just restarted, or is still catching up with its cluster, may show fewer events for a moment. */
const REREADS_MAX = 4;
const REREAD_AFTER_MS = 50;

/**
 * Returns the event that the evidence proves. Undefined if it is lost, and an operator has accepted that after the evidence was
 * written. Throws LostEvents otherwise, and StoreUnavailable.
 */
export async function readProven(
  eventStore: Pick<EventStore, 'read'>,
  stream: StreamName,
  evidence: Evidence,
  acceptedAt = -Infinity,
): Promise<StoredEvent | undefined> {
  for (let rereads = 0; ; rereads++) {
    const [found] = await eventStore.read(stream, evidence.revision, 1);
    // A server that has removed the beginning of a stream returns its next event.
    if (found?.revision === evidence.revision && isSameEvent(found, evidence)) return found;
    if (evidence.writtenAt <= acceptedAt) return undefined;
    if (found !== undefined) throw new LostEvents(stream, evidence, 'the stream has another event there');
    if (rereads === REREADS_MAX) throw new LostEvents(stream, evidence, 'the stream ends before it');
    await delay(REREAD_AFTER_MS);
  }
}

/** The event is not verified yet. */
function isSameEvent(stored: StoredEvent, { event }: Evidence): boolean {
  if ('hash' in event) return stored.metadata.endsWith(`,"hash":"${event.hash}"}`);
  try {
    return Date.parse(decodeMetadata(stored).time) === event.time;
  } catch {
    return false;
  }
}
