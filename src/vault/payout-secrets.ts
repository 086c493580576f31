/** The personal data of payout accounts, opened for the rail. Never log it. */
import type { BookPayoutAccount } from '../ledger/payout-account.ts';
import type { PayoutAccountPerson } from '../ledger/present.ts';
import {
  payoutDestinationContext,
  payoutOwnerContext,
  type PayoutAccountOwner,
} from '../ledger/sealing-context.ts';
import type { PayoutDestination } from '../rails/port.ts';
import type { UserKey, Vault } from './vault.ts';

export type PayoutSecrets = PayoutAccountPerson & { readonly destination: PayoutDestination };

/** Seals the secrets of an account of a book with the key of its user. */
export const sealPayoutSecrets = (
  key: Pick<UserKey, 'seal'>,
  stream: string,
  account: PayoutAccountOwner,
  { destination, ...person }: PayoutAccountPerson & { readonly destination: unknown },
) => ({
  sealed: key.seal(JSON.stringify(person), payoutOwnerContext(stream, account)),
  sealed_details: key.seal(JSON.stringify(destination), payoutDestinationContext(stream, account)),
});

/** Resolves to undefined if the user's data has been erased. Throws if the texts were sealed for another account. */
export async function openPayoutSecrets(
  vault: Pick<Vault, 'keyFor'>,
  stream: string,
  {
    account,
    sealed,
    sealed_details,
  }: Pick<BookPayoutAccount, 'sealed' | 'sealed_details'> & { readonly account: PayoutAccountOwner },
): Promise<PayoutSecrets | undefined> {
  const person = await openPayoutPerson(vault, stream, { account, sealed });
  const key = await vault.keyFor(sealed);
  if (person === undefined || key === undefined) return undefined;
  // `sealPayoutSecrets` sealed both with the same key. The details are a value of this type.
  const details = key.open(sealed_details, payoutDestinationContext(stream, account));
  return { ...person, destination: JSON.parse(details) as PayoutDestination };
}

/** Resolves to undefined if the user's data has been erased. Throws if the text was sealed for another account. */
export async function openPayoutPerson(
  vault: Pick<Vault, 'keyFor'>,
  stream: string,
  { account, sealed }: Pick<BookPayoutAccount, 'sealed'> & { readonly account: PayoutAccountOwner },
): Promise<PayoutAccountPerson | undefined> {
  const key = await vault.keyFor(sealed);
  if (key === undefined) return undefined;
  // `sealPayoutSecrets` sealed a value of this type.
  return JSON.parse(key.open(sealed, payoutOwnerContext(stream, account))) as PayoutAccountPerson;
}
