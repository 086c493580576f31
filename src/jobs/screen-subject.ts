/** Screens the names of one user and its representative, or of the owner of one payout account. */
import type { Decision, ReadonlyBook } from '../ledger/book.ts';
import { screenPayoutAccount } from '../ledger/payouts/payout-screening.ts';
import { screenUser } from '../ledger/users/screen-user.ts';
import type { ScreenedName, Screening } from '../screening/screening.ts';
import { openOwnerName } from '../vault/payout-secrets.ts';
import { namesOf, openPersonalFields } from '../vault/personal-fields.ts';
import type { Vault } from '../vault/vault.ts';
import { NO_ANSWER } from '../writer/command.ts';
import type { BookWriters } from '../writer/command.ts';

export type Subject = { readonly kind: 'user' | 'payout_account'; readonly id: string };

type Dependencies = {
  readonly writers: BookWriters;
  readonly vault: Pick<Vault, 'keyFor' | 'requireKey'>;
  readonly screening: Screening;
};

/** Records new matches, which start a review. Returns whether the name has matches. */
export async function screenSubject(
  dependencies: Dependencies,
  stream: string,
  subject: Subject,
): Promise<boolean> {
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
  const name = screening.screen((await openOwnerName(vault, stream, found)) ?? '');
  const record = name.recordFor(found.account.user_id);
  return { name, decide: (book) => screenPayoutAccount(book, { payout_account_id, ...record }) };
}
