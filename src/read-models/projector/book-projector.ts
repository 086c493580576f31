/** The service's own projector: every projection, over events that are decoded and whose personal fields are opened. */
import { decodeMetadata } from '../../event-store/codec.ts';
import type { EventStore, StoredEvent } from '../../event-store/port.ts';
import type { DocumentStore } from '../port.ts';
import type { Projection, RecordedEvent } from '../projection.ts';
import { createLinger } from './linger.ts';
import { runProjector } from './projector.ts';
import type { ProjectedPage, ProjectionProgress, ProjectorFault } from '../projection-progress.ts';
import { decodeBookEvent } from '../../event-store/book-event.ts';
import type { BookEvent } from '../../ledger/event.ts';

export type BookProjectorOptions = {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  readonly projections: readonly Projection<BookEvent>[];
  readonly vault: ProjectorVault;
  /** Whether nobody else projects into the same documents. */
  readonly isSoleProjector?: boolean;
  /** Whether new builds may go on here; always when absent. */
  readonly canBuild?: () => Promise<boolean>;
  readonly onProgress: (progress: readonly ProjectionProgress[]) => void;
  readonly onFault: (fault: ProjectorFault, cause: unknown) => void;
  readonly onPage?: (page: ProjectedPage) => void;
  /** Whether every reader who waits is heard here (by `hurry`), so that events may come together for longer. */
  readonly seesAllReaders?: boolean;
};

/** Pages small enough that an append never waits long behind a step of one, where both share a thread. */
const PAGE_SIZE = 1_000;

/** Pages on the way to the newest events, where nobody waits for the first of them. */
const LONG_PAGE_SIZE = 2_000;

export type RunningProjector = {
  /** A reader waits for the newest events. */
  flush(): void;
  /** Resolves when the page under way is finished. */
  stop(): Promise<void>;
};

/** How long a projector that keeps up lets events come together: less where readers in other processes wait for it. */
const GATHER_MS = 100;
const GATHER_FOR_OTHERS_MS = 20;

/** Runs until it is stopped. */
export function startBookProjector({
  vault,
  seesAllReaders = false,
  ...options
}: BookProjectorOptions): RunningProjector {
  const stopping = new AbortController();
  const { signal } = stopping;
  const linger = createLinger(seesAllReaders ? GATHER_MS : GATHER_FOR_OTHERS_MS);
  const done = runProjector<BookEvent>({
    ...options,
    // With the key of other data, whatever is sealed would hold up those projections that look into it, and no other.
    preflight: () => vault.verifyMasterKey(),
    decode: (stored) => decodeEvent(stored, vault),
    signal,
    pageSize: PAGE_SIZE,
    catchUpPageSize: LONG_PAGE_SIZE,
    linger,
  });
  return {
    flush: () => linger.flush(),
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

function decodeEvent(
  stored: StoredEvent,
  vault: ProjectorVault,
): RecordedEvent<BookEvent> | Promise<RecordedEvent<BookEvent>> {
  const { stream, revision, position } = stored;
  const metadata = decodeMetadata(stored);
  const event = decodeBookEvent(stored, metadata);
  const { type, data } = event;
  const { time } = metadata;
  const [scope, personal] = [stream, null];
  // Type and data still belong together.
  const recorded = {
    type,
    data,
    stream,
    revision,
    position,
    time,
    scope,
    metadata,
    personal,
  } as RecordedEvent<BookEvent>;
  const sealed = sealedIn(event);
  if (event.type === 'user.forgotten') return forget(event.data.key_ids, vault).then(() => recorded);
  if (sealed === undefined || sealed === null) return recorded;
  return openPersonal(sealed, vault).then((personal) => ({ ...recorded, personal }));
}

/**
 * The keys go with the command that recorded this. Should that have died in between, or should a vault be restored that
 * has them again, they go here; and so they go from the memory of every process that projects.
 */
async function forget(keyIds: readonly string[], vault: ProjectorVault): Promise<void> {
  for (const id of keyIds) await vault.destroyKey(id);
}

/** What the projector needs of the vault. */
export type ProjectorVault = {
  /** Throws where the master key belongs to other data. */
  verifyMasterKey(): Promise<void>;
  /** The key that a sealed text names; undefined once it was destroyed. */
  keyFor(sealed: string): Promise<{ open(sealed: string): string } | undefined>;
  destroyKey(id: string): Promise<void>;
};

/** What projections may see of what an event has sealed. */
function sealedIn({ type, data }: BookEvent): string | null | undefined {
  switch (type) {
    case 'user.created':
    case 'user.updated':
    case 'payout_account.opened':
      return data.sealed;
    default:
      return undefined;
  }
}

/** Null once the person is forgotten. */
async function openPersonal(
  sealed: string,
  vault: Pick<ProjectorVault, 'keyFor'>,
): Promise<Record<string, unknown> | null> {
  const key = await vault.keyFor(sealed);
  // Whoever sealed it sealed an object of personal fields.
  return key === undefined ? null : (JSON.parse(key.open(sealed)) as Record<string, unknown>);
}
