/**
 * Watches whether the vault has the keys of all people who were not forgotten. It lacks some after it was emptied, or restored
 * from a backup that is older than the events. Nothing can replace them, so this is only reported: the documents still show the
 * data, and a restore of the vault brings it back.
 */
import { monotonicTime } from '../system/runtime.ts';
import { COLLECTIONS } from '../../projections/collections.ts';
import { usersProjection } from '../../projections/users/users.ts';
import { sleep } from '../async/sleep.ts';
import { readOriginEvent } from '../event-store/origin-event.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { sealingKeyId } from '../ledger/users/forget-user.ts';
import { allBooks } from '../platform/books.ts';
import type { Sentinel } from '../read-models/history/sentinel.ts';
import { readConsistent } from '../writer/read-consistent.ts';
import { createConditionLog } from '../telemetry/condition-log.ts';
import type { Dependencies } from './dependencies.ts';
import { caughtUpCheck } from './projection-progress.ts';

export type VaultWatchOptions = Pick<
  Dependencies,
  'stores' | 'writers' | 'vault' | 'authentication' | 'platform' | 'history' | 'log' | 'lostKeys'
> & {
  /** A record in the vault. */
  readonly vaultSentinel: Sentinel;
};

const CHECK_EVERY_MS = 1_000;
/** While keys are missing, and otherwise. */
const COMPARE_EVERY_MS = { incomplete: 5_000, complete: 60 * 60 * 1_000 };
/** The least pause between two comparisons, as a multiple of the time that one takes: it loads each book that lacks keys. */
const PAUSE_FACTOR = 20;

/** Runs until the signal aborts. */
export async function watchVault(options: VaultWatchOptions, signal: AbortSignal): Promise<void> {
  const { stores, history, vaultSentinel, log, lostKeys } = options;
  const hasUsers = caughtUpCheck(stores.documents, [usersProjection], history.breaks);
  const failing = createConditionLog(log, {
    started: 'vault not compared',
    ended: 'vault compared again',
  });
  let comparedAt = -Infinity;
  let tookMs = 0;

  const check = async (): Promise<void> => {
    if (!(await vaultSentinel.isIntact())) {
      vaultSentinel.restart();
      log.error('vault went back in time; comparing it with the events');
      comparedAt = -Infinity;
    }
    const { incomplete, complete } = COMPARE_EVERY_MS;
    const everyMs = lostKeys.suspected().length > 0 ? Math.max(incomplete, tookMs * PAUSE_FACTOR) : complete;
    if (monotonicTime() - comparedAt < everyMs || !(await hasUsers())) return;
    const startedAt = monotonicTime();
    lostKeys.report(await findMissing(options));
    failing.ended();
    comparedAt = monotonicTime();
    tookMs = comparedAt - startedAt;
  };

  while (!signal.aborted) {
    await check().catch((error: unknown) => {
      // The health monitor reports it.
      if (!(error instanceof StoreUnavailable)) failing.started({ err: error });
    });
    await sleep(CHECK_EVERY_MS, signal);
  }
}

/** The numbers of missing keys, by book. An older vault lacks keys of the newest users, so few are looked up while none is missing. */
async function findMissing(options: VaultWatchOptions): Promise<Map<string, number>> {
  const { platform, lostKeys } = options;
  const suspected = new Set(lostKeys.suspected());
  const missing = new Map<string, number>();
  for (const stream of allBooks(platform.get())) {
    if (!suspected.has(stream) && (await hasNewestKeys(options, stream))) continue;
    const count = await countMissing(options, stream);
    if (count > 0) missing.set(stream, count);
  }
  return missing;
}

const NEWEST_USERS = 3;

/** Without loading the book. A user who was forgotten has no key, so false only means that the book has to be asked. */
async function hasNewestKeys(
  { stores: { documents, eventStore }, authentication, vault }: VaultWatchOptions,
  stream: string,
): Promise<boolean> {
  const query = { scope: stream, terms: ['every'], order: 'newest', limit: NEWEST_USERS } as const;
  for (const { id } of await documents.list(COLLECTIONS.users, query)) {
    const event = await readOriginEvent({ eventStore, authentication }, stream, id);
    const sealed = event?.type === 'user.created' ? event.data.sealed : undefined;
    if (typeof sealed === 'string' && !(await vault.hasKey(sealed))) return false;
  }
  return true;
}

/** At once, which a server answers together. */
const LOOKUPS = 100;

async function countMissing({ writers, vault }: VaultWatchOptions, stream: string): Promise<number> {
  // Another node may have written the newest events.
  const ids = await readConsistent(writers, stream, (book) => [
    ...new Set([...book.users.values()].flatMap(({ sealed }) => sealingKeyId(sealed) ?? [])),
  ]);
  let missing = 0;
  for (let at = 0; at < ids.length; at += LOOKUPS) {
    const found = await Promise.all(ids.slice(at, at + LOOKUPS).map((id) => vault.hasKey(id)));
    missing += found.filter((isThere) => !isThere).length;
  }
  return missing;
}
