/**
 * Screens all names again when the sanctions list has changed. The platform records the list that was used last, so each
 * change is worked off once, and a pass that was interrupted starts again after a restart. Repeating a pass is safe: matches
 * that a book knows are not recorded again.
 */

import type { Logger } from 'pino';
import { repeat } from '../async/polling-loop.ts';
import { yieldToEventLoop } from '../async/wait.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import type { Decision, ReadonlyBook } from '../ledger/book.ts';
import { screenPayoutAccount } from '../ledger/payout-account.ts';
import { isScreened, screenUser } from '../ledger/user.ts';
import { currentBooks } from '../platform/books.ts';
import type { Platform } from '../platform/platform.ts';
import type { ScreenedName, Screening } from '../screening/screening.ts';
import { openPayoutPerson } from '../vault/payout-secrets.ts';
import { PersonalKeyLost, namesOf, openPersonalFields, type Vault } from '../vault/vault.ts';
import { NO_ANSWER, Overloaded, readConsistent, type BookWriters } from '../writer/command.ts';
import type { Lease } from './lease.ts';

// Screens the names of one user and its representative, or of the owner of one payout account.

type Subject = { readonly kind: 'user' | 'payout_account'; readonly id: string };

type Dependencies = {
  readonly writers: BookWriters;
  readonly vault: Pick<Vault, 'keyFor' | 'requireKey'>;
  readonly screening: Screening;
};

/** Records new matches, which start a review. Returns whether the name has matches. */
async function screenSubject(dependencies: Dependencies, stream: string, subject: Subject): Promise<boolean> {
  const found = await (subject.kind === 'user' ? screenOwnName : screenOwner)(
    dependencies,
    stream,
    subject.id,
  );
  if (found === undefined || found.name.result === 'clear') return false;
  await dependencies.writers.submit(stream, {
    decide: found.decide,
    answer: NO_ANSWER,
    actor: 'system:screening',
    requestId: 'none',
  });
  return true;
}

type Screened = { readonly name: ScreenedName; readonly decide: (book: ReadonlyBook) => Decision };

async function screenOwnName(
  { writers, vault, screening }: Dependencies,
  stream: string,
  user_id: string,
): Promise<Screened> {
  const sealed = await writers.read(stream, (book) => book.users.get(user_id)?.sealed ?? null);
  const names = namesOf(await openPersonalFields(vault, stream, user_id, sealed));
  const name = screening.screen(...Object.values(names));
  return { name, decide: (book) => screenUser(book, { user_id, ...name.recordFor(user_id) }) };
}

async function screenOwner(
  { writers, vault, screening }: Dependencies,
  stream: string,
  payout_account_id: string,
): Promise<Screened | undefined> {
  const found = await writers.read(stream, (book) => {
    const to = book.payoutAccounts.get(payout_account_id);
    return to && { ...to, isForgotten: book.users.get(to.account.user_id)?.forgotten === true };
  });
  if (found === undefined) return undefined;
  // A name that cannot be read is not clear.
  if (!found.isForgotten) await vault.requireKey(found.sealed, stream);
  const name = screening.screen((await openPayoutPerson(vault, stream, found))?.account_owner_name ?? '');
  const record = name.recordFor(found.account.user_id);
  return { name, decide: (book) => screenPayoutAccount(book, { payout_account_id, ...record }) };
}

type RescreeningOptions = {
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
  const run = async (): Promise<number> => ((await rescreen(options, signal)) ? Infinity : RETRY_MS);
  const onError = (err: unknown): void => {
    if (!isTemporary(err)) log.error({ err }, 'screening of all names failed');
  };
  await repeat({ run, everyMs: RETRY_MS, onError }, signal);
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
