/** The personal data of payout accounts, opened for the rail. Never log it. */
import type { Vault } from './vault.ts';
import type { BookPayoutAccount } from '../ledger/payouts/payout-account.ts';
import type { PayoutDestination } from '../rails/port.ts';

export type PayoutSecrets = { readonly account_owner_name: string; readonly destination: PayoutDestination };

/** Seals the secrets of an account with the key of its user. */
export const sealPayoutSecrets = (
  key: { seal(text: string): string },
  { account_owner_name, destination }: { account_owner_name: string; destination: unknown },
) => ({
  sealed: key.seal(JSON.stringify({ account_owner_name })),
  sealed_details: key.seal(JSON.stringify(destination)),
});

/** Resolves to undefined if the user's data has been erased. */
export async function openPayoutSecrets(
  vault: Pick<Vault, 'keyFor'>,
  { sealed, sealed_details }: Pick<BookPayoutAccount, 'sealed' | 'sealed_details'>,
): Promise<PayoutSecrets | undefined> {
  const key = await vault.keyFor(sealed);
  if (key === undefined) return undefined;
  // `sealPayoutSecrets` sealed both from values of these types.
  const { account_owner_name } = JSON.parse(key.open(sealed)) as Pick<PayoutSecrets, 'account_owner_name'>;
  return { account_owner_name, destination: JSON.parse(key.open(sealed_details)) as PayoutDestination };
}
