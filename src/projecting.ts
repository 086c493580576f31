/** The service's own projector: every projection, over events that are decoded and whose personal fields are opened. */
import { decodeMetadata } from './eventstore/codec.ts';
import type { EventStore, StoredEvent } from './eventstore/port.ts';
import type { Documents } from './documents/port.ts';
import type { RecordedEvent } from './documents/projection.ts';
import { createGathering } from './documents/gather.ts';
import { runProjector } from './documents/projector.ts';
import type { ProjectedPage, ProjectionProgress, ProjectorFault } from './documents/progress.ts';
import { bookEventOf } from './keeper/recorded.ts';
import type { Vault } from './keeper/vault.ts';
import type { BookEvent } from './ledger/event.ts';
import { PROJECTIONS } from '../projections/all.ts';

export type Projecting = {
  readonly eventStore: EventStore;
  readonly documents: Documents;
  readonly vault: ProjectingVault;
  /** Whether nobody else projects into the same documents. */
  readonly isAlone?: boolean;
  /** Whether new builds may go on here; always when absent. */
  readonly mayBuild?: () => Promise<boolean>;
  readonly onProgress: (progress: readonly ProjectionProgress[]) => void;
  readonly onFault: (fault: ProjectorFault, cause: unknown) => void;
  readonly onPage?: (page: ProjectedPage) => void;
  /** Whether every reader who waits is heard here (by `hurry`), so that events may come together for longer. */
  readonly hearsReaders?: boolean;
};

/** Pages small enough that an append never waits long behind a step of one, where both share a thread. */
const PAGE_SIZE = 1_000;

/** Pages on the way to the newest events, where nobody waits for the first of them. */
const LONG_PAGE_SIZE = 2_000;

export type Running = {
  /** A reader waits for the newest events. */
  hurry(): void;
  /** Resolves when the page under way is finished. */
  stop(): Promise<void>;
};

/** How long a projector that keeps up lets events come together: less where readers in other processes wait for it. */
const GATHER_MS = 100;
const GATHER_FOR_OTHERS_MS = 20;

/** Runs until it is stopped. */
export function startProjecting({ vault, hearsReaders = false, ...options }: Projecting): Running {
  const stopping = new AbortController();
  const { signal } = stopping;
  const gathering = createGathering(hearsReaders ? GATHER_MS : GATHER_FOR_OTHERS_MS);
  const done = runProjector<BookEvent>({
    ...options,
    projections: PROJECTIONS,
    // With the key of other data, whatever is sealed would hold up those projections that look into it, and no other.
    confirm: () => vault.confirm(),
    decode: (stored) => decodeEvent(stored, vault),
    signal,
    pageSize: PAGE_SIZE,
    longPageSize: LONG_PAGE_SIZE,
    gathering,
  });
  return {
    hurry: () => gathering.hurry(),
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

function decodeEvent(
  stored: StoredEvent,
  vault: ProjectingVault,
): RecordedEvent<BookEvent> | Promise<RecordedEvent<BookEvent>> {
  const { stream, revision, position } = stored;
  const metadata = decodeMetadata(stored);
  const event = bookEventOf(stored, metadata);
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
async function forget(keyIds: readonly string[], vault: ProjectingVault): Promise<void> {
  for (const id of keyIds) await vault.destroyKey(id);
}

type ProjectingVault = Pick<Vault, 'confirm' | 'keyFor' | 'destroyKey'>;

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
  vault: Pick<Vault, 'keyFor'>,
): Promise<Record<string, unknown> | null> {
  const key = await vault.keyFor(sealed);
  // Whoever sealed it sealed an object of personal fields.
  return key === undefined ? null : (JSON.parse(key.open(sealed)) as Record<string, unknown>);
}
