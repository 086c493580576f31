/** The service's projector: decodes events, and unseals the personal fields of books. */
import { setMaxListeners } from 'node:events';
import { decodeBookEvent } from '../../event-store/book-event.ts';
import { decodeData, decodeMetadata } from '../../event-store/codec.ts';
import type { EventStore, StoredEvent } from '../../event-store/port.ts';
import type { BookEvent } from '../../ledger/event.ts';
import { isBookStream } from '../../ledger/ids.ts';
import {
  payoutOwnerContext,
  personalFieldsContext,
  type SealingContext,
} from '../../ledger/sealing-context.ts';
import type { DocumentStore } from '../port.ts';
import type { ProjectedPage, ProjectionProgress, ProjectorFault } from '../projection-progress.ts';
import type { Projection, RecordedEvent } from '../projection.ts';
import { createLinger } from './projection-runner.ts';
import { runProjector } from './projector.ts';

type BookProjectorOptions = {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  readonly projections: readonly Projection<BookEvent>[];
  readonly vault: ProjectorVault;
  /** Whether no other process projects into the same documents. */
  readonly isSoleProjector?: boolean;
  /** Whether this process may build generations; always when absent. */
  readonly canBuild?: () => Promise<boolean>;
  readonly onProgress: (progress: readonly ProjectionProgress[]) => void;
  readonly onFault: (fault: ProjectorFault, cause: unknown) => void;
  readonly onPage?: (page: ProjectedPage) => void;
  /** Whether every waiting reader calls `flush`, which allows a longer linger time. */
  readonly seesAllReaders?: boolean;
};

/** In events. Small enough that an append on the same thread does not wait long for a step of a page. */
const PAGE_SIZE = 1_000;

/** In events, while catching up: no reader waits for these pages. */
const CATCH_UP_PAGE_SIZE = 2_000;

export type RunningProjector = {
  /** Call it when a reader waits for the newest events. */
  flush(): void;
  /** Resolves once the current page is finished. */
  stop(): Promise<void>;
};

/** Shorter where readers in other processes wait, because they cannot end the wait. */
const LINGER_MS = 100;
const LINGER_FOR_REMOTE_READERS_MS = 20;

/** Runs until it is stopped. */
export function startBookProjector({
  vault,
  seesAllReaders = false,
  ...options
}: BookProjectorOptions): RunningProjector {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Each projection that stalls waits on its own.
  setMaxListeners(0, signal);
  const linger = createLinger(seesAllReaders ? LINGER_MS : LINGER_FOR_REMOTE_READERS_MS);
  const done = runProjector<BookEvent>({
    ...options,
    // With the wrong master key, only the projections that read personal fields would stall.
    preflight: () => vault.verifyMasterKey(),
    decode: (stored) => decodeEvent(stored, vault),
    signal,
    pageSize: PAGE_SIZE,
    catchUpPageSize: CATCH_UP_PAGE_SIZE,
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
  // Only books have events of older versions.
  const event = isBookStream(stream)
    ? decodeBookEvent(stored, metadata)
    : ({ type: stored.type, data: decodeData(stored) } as BookEvent);
  const { type, data } = event;
  const { time } = metadata;
  const [scope, personal] = [stream, null];
  // Type and data still match.
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
    keyedTerm: vault.keyedTerm,
  } as RecordedEvent<BookEvent>;
  const sealed = sealedIn(stream, event);
  if (event.type === 'user.forgotten') return forget(event.data.key_ids, vault).then(() => recorded);
  if (sealed === undefined) return recorded;
  return openPersonal(sealed.text, sealed.context, vault).then((personal) => ({ ...recorded, personal }));
}

/**
 * The command that recorded the event destroys the keys. The projector repeats this in case the command was interrupted or the
 * vault was restored from a backup, and to remove the keys from the memory of each projecting process.
 */
async function forget(keyIds: readonly string[], vault: ProjectorVault): Promise<void> {
  for (const id of keyIds) await vault.destroyKey(id);
}

/** What the projector needs of the vault. */
export type ProjectorVault = {
  /** Throws where the master key belongs to other data. */
  verifyMasterKey(): Promise<void>;
  /** The key that a sealed text names; undefined once it was destroyed. */
  keyFor(sealed: string): Promise<{ open(sealed: string, context: SealingContext): string } | undefined>;
  destroyKey(id: string): Promise<void>;
  readonly keyedTerm: (text: string) => string;
};

type SealedText = { readonly text: string; readonly context: SealingContext };

/** The sealed personal fields that projections need. */
function sealedIn(stream: string, { type, data }: BookEvent): SealedText | undefined {
  switch (type) {
    case 'user.created':
    case 'user.updated':
      return typeof data.sealed === 'string'
        ? { text: data.sealed, context: personalFieldsContext(stream, data.user_id) }
        : undefined;
    case 'payout_account.opened': {
      const { sealed: text, payout_account_id: id, user_id } = data;
      return { text, context: payoutOwnerContext(stream, { user_id, id }) };
    }
    default:
      return undefined;
  }
}

/** Null if the person was forgotten. */
async function openPersonal(
  sealed: string,
  context: SealingContext,
  vault: Pick<ProjectorVault, 'keyFor'>,
): Promise<Record<string, unknown> | null> {
  const key = await vault.keyFor(sealed);
  // The sealed text is always an object of personal fields.
  return key === undefined ? null : (JSON.parse(key.open(sealed, context)) as Record<string, unknown>);
}
