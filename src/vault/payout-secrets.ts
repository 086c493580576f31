/** What payout accounts have sealed, opened for the rail. Never to be logged. */
import type { Vault } from './vault.ts';
import type { BookPayoutAccount } from '../ledger/payouts/payout-account.ts';
import type { PayoutDestination } from '../rails/port.ts';

export type PayoutSecrets = { readonly account_owner_name: string; readonly destination: PayoutDestination };

/** How the secrets of an account are sealed. */
export const sealPayoutSecrets = (
  key: { seal(text: string): string },
  { account_owner_name, destination }: { account_owner_name: string; destination: unknown },
) => ({
  sealed: key.seal(JSON.stringify({ account_owner_name })),
  sealed_details: key.seal(JSON.stringify(destination)),
});

/** Undefined once the person is forgotten. */
export async function openPayoutSecrets(
  vault: Pick<Vault, 'keyFor'>,
  { sealed, sealed_details }: Pick<BookPayoutAccount, 'sealed' | 'sealed_details'>,
): Promise<PayoutSecrets | undefined> {
  const key = await vault.keyFor(sealed);
  if (key === undefined) return undefined;
  // Both were sealed by `sealAccount`, from values of these types.
  const { account_owner_name } = JSON.parse(key.open(sealed)) as Pick<PayoutSecrets, 'account_owner_name'>;
  return { account_owner_name, destination: JSON.parse(key.open(sealed_details)) as PayoutDestination };
}
