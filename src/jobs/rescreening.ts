/**
 * Screens all names again when the sanctions list has changed. The platform records the list that was used last, so each
 * change is worked off once, and a pass that was interrupted starts again after a restart. Repeating a pass is safe: matches
 * that a book knows are not recorded again.
 */
import type { Logger } from 'pino';
import { delay } from '../system/runtime.ts';
import { yieldToEventLoop } from '../async/yield-to-event-loop.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { isScreened } from '../ledger/users/screen-user.ts';
import { currentBooks } from '../platform/books.ts';
import type { Platform } from '../platform/platform.ts';
import type { Screening } from '../screening/screening.ts';
import { PersonalKeyLost } from '../vault/personal-key-lost.ts';
import type { Vault } from '../vault/vault.ts';
import { Overloaded } from '../writer/command.ts';
import type { BookWriters } from '../writer/command.ts';
import { readConsistent } from '../writer/read-consistent.ts';
import type { Lease } from './lease.ts';
import { screenSubject } from './screen-subject.ts';
import type { Subject } from './screen-subject.ts';

export type RescreeningOptions = {
  /** Throws StoreUnavailable until the platform is loaded. */
  readonly platform: () => Platform;
  readonly writers: BookWriters;
  readonly vault: Pick<Vault, 'keyFor' | 'requireKey'>;
  readonly screening: Screening;
  /** Of several nodes, one screens. */
  readonly lease: Lease;
  readonly log: Logger;
};

const RETRY_MS = 500;

/** Resolves when all names were screened against this node's list, or after the signal. */
export async function rescreenNames(options: RescreeningOptions, signal: AbortSignal): Promise<void> {
  const { lease, log } = options;
  while (!signal.aborted) {
    try {
      if (await rescreen(options, signal)) return;
    } catch (err) {
      if (!isTemporary(err)) log.error({ err }, 'screening of all names failed');
    }
    await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
  await lease.release().catch(() => undefined);
}

/** A lost key may never return, and would keep all other names from being screened. */
const isTemporary = (error: unknown): boolean =>
  (error instanceof StoreUnavailable && !(error instanceof PersonalKeyLost)) || error instanceof Overloaded;

/** Returns whether nothing is left to do. */
async function rescreen(options: RescreeningOptions, signal: AbortSignal): Promise<boolean> {
  const { screening, lease, log } = options;
  const platform = options.platform();
  await platform.refresh();
  const isDone = (): boolean => platform.screenedList() === screening.listSha256;
  if (isDone()) return true;
  if (!(await lease.tryAcquire())) return false;
  const counts = { screened: 0, matched: 0, failed: 0 };
  for (const stream of currentBooks(platform, platform.integrators.keys()).keys())
    if (!(await screenBook(options, stream, counts, signal))) return false;
  // A service without users has nothing to record.
  if (counts.screened + counts.failed > 0) {
    const data = { list_sha256: screening.listSha256, ...counts };
    await platform.record(() => (isDone() ? [] : [{ type: 'names.screened', data }]), 'system:screening');
    log.info(data, 'all names screened against a new sanctions list');
  }
  await lease.release();
  return true;
}

type Counts = { screened: number; matched: number; failed: number };

/** Returns false if it was interrupted by the signal or by the loss of the lease. */
async function screenBook(
  options: RescreeningOptions,
  stream: string,
  counts: Counts,
  signal: AbortSignal,
): Promise<boolean> {
  const { writers, lease, log } = options;
  const subjects = await readConsistent(writers, stream, (book) => [
    ...subjectsOf('user', book.users.entries(), isScreened),
    ...subjectsOf(
      'payout_account',
      book.payoutAccounts.entries(),
      ({ account }) => account.status === 'active',
    ),
  ]);
  for (const subject of subjects) {
    if (signal.aborted || !(await lease.tryAcquire())) return false;
    try {
      if (await screenSubject(options, stream, subject)) counts.matched += 1;
      counts.screened += 1;
    } catch (err) {
      if (isTemporary(err)) throw err;
      // One name that cannot be read must not keep all others from being screened.
      log.error({ err, stream, subject: subject.id }, 'name not screened');
      counts.failed += 1;
    }
    await yieldToEventLoop();
  }
  return true;
}

function* subjectsOf<V>(
  kind: Subject['kind'],
  entries: Iterable<[string, V]>,
  isIncluded: (value: V) => boolean,
): Iterable<Subject> {
  for (const [id, value] of entries) if (isIncluded(value)) yield { kind, id };
}
