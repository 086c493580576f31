/** The service's projector: decodes events, and unseals the personal fields of books. */

import { setMaxListeners } from 'node:events';
import { STORE_BACKOFF, createBackoff, isAborted } from '../../async/wait.ts';
import { decodeBookEvent } from '../../event-store/book-event.ts';
import { decodeData, decodeMetadata } from '../../event-store/codec.ts';
import { StoreUnavailable, type EventStore, type StoredEvent } from '../../event-store/port.ts';
import type { BookEvent } from '../../ledger/event.ts';
import { isBookStream } from '../../ledger/ids.ts';
import {
  payoutOwnerContext,
  personalFieldsContext,
  type SealingContext,
} from '../../ledger/sealing-context.ts';
import { errorMessage } from '../../system/errors.ts';
import type { DocumentStore } from '../port.ts';
import type { ProjectedPage, ProjectionProgress, ProjectorFault } from '../projection-progress.ts';
import {
  collectionsOf,
  versionedName,
  type EventShape,
  type Projection,
  type RecordedEvent,
} from '../projection.ts';
import { ActiveGenerations, type ActiveGenerationsOptions } from './active-generations.ts';
import { ProjectionGroups, type ProjectionGroupsOptions } from './projection-group.ts';
import { createLinger, groupByCheckpoint, retryUntilDone, type RunnerListener } from './projection-runner.ts';

// The projector follows the events and applies the rules of the projections, page by page, to every generation that is read
// or built. `projection-group.ts` runs projections together; `active-generations.ts` decides which generations run.

export type ProjectorOptions<E extends EventShape> = ActiveGenerationsOptions<E> &
  ProjectionGroupsOptions<E> & {
    /** Runs before anything is read or written. Retried with backoff while it throws. */
    readonly preflight?: () => Promise<void>;
    /** How often the marks of the generations are read, in milliseconds. */
    readonly planIntervalMs?: number;
    /** Called with all projections after each page and each change of state. */
    onProgress(progress: readonly ProjectionProgress[]): void;
    /** Called for each fault, each time it occurs. */
    onFault(fault: ProjectorFault, cause: unknown): void;
  };

const PLAN_INTERVAL_MS = 250;

/** Runs the projections until the signal aborts. Resolves once the last page is finished. Faults are retried. */
export async function runProjector<E extends EventShape>(options: ProjectorOptions<E>): Promise<void> {
  const { projections, signal } = options;
  assertDistinct(projections);
  const generations = new ActiveGenerations(options);
  const planning = createLinger(options.planIntervalMs ?? PLAN_INTERVAL_MS);
  const report = (): void => options.onProgress(generations.progress());
  const listener: RunnerListener = {
    signal,
    onFault: (fault, cause) => options.onFault(fault, cause),
    report,
  };
  const groups = new ProjectionGroups(options, listener, () => {
    if (generations.hasCaughtUp()) planning.flush();
  });

  /** Reads the marks, starts new generations, and removes those that no longer run. */
  const plan = async (): Promise<void> => {
    const { started, stopped, hasChanged } = await generations.plan();
    for (const runner of stopped) groups.remove(runner);
    for (const members of groupByCheckpoint(started)) groups.start(members);
    if (started.length > 0 || stopped.length > 0 || hasChanged) report();
  };

  const initial = new Set(generations.initialRunners());
  await retryUntilDone(initial, createBackoff(STORE_BACKOFF), listener, async () => {
    await options.preflight?.();
    await plan();
    initial.clear();
  });
  const onError = (error: unknown): void => reportUnexpected(error, options);
  while (!signal.aborted) {
    await generations.dropRetired().catch(onError);
    await planning.wait(signal);
    if (!isAborted(signal)) await plan().catch(onError);
  }
  await groups.whenDone();
}

/** Throws if two projections share a collection or a checkpoint: they would overwrite each other's documents. */
function assertDistinct<E extends EventShape>(projections: readonly Projection<E>[]): void {
  const names = projections.flatMap((projection) => [
    `projection ${versionedName(projection.name, projection.version)}`,
    ...collectionsOf(projection).map(({ name }) => `collection ${name}`),
  ]);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) throw new Error(`The ${duplicate} belongs to more than one projection.`);
}

/** The projection groups already report an unavailable store. */
function reportUnexpected<E extends EventShape>(error: unknown, options: ProjectorOptions<E>): void {
  if (error instanceof StoreUnavailable) return;
  options.onFault({ projections: [], reason: errorMessage(error), retryInMs: PLAN_INTERVAL_MS }, error);
}

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
  /** See ActiveGenerationsOptions: only prepares the read models of this release, next to a process of another one. */
  readonly onPrepared?: () => void;
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
    leavesTime: options.onPrepared !== undefined,
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
