/**
 * Checks the sealed details of payout accounts: they open, they were sealed for their own account, and they agree with what
 * the event shows of them. The message never contains a detail.
 */
import { StoreUnavailable } from '../../event-store/port.ts';
import type { EventData } from '../../ledger/event.ts';
import { sealingKeyId } from '../../ledger/users/forget-user.ts';
import type { PayoutDestination } from '../../rails/port.ts';
import { openPayoutSecrets } from '../../vault/payout-secrets.ts';
import { isBoundText } from '../../vault/vault.ts';
import type { Vault } from '../../vault/vault.ts';
import { RuleViolation, requireRule } from '../finding.ts';

type Opened = EventData<'payout_account.opened'>;

/** Returns false if the details were erased. Throws RuleViolation and StoreUnavailable. */
export async function checkSealedDetails(
  vault: Pick<Vault, 'keyFor'>,
  stream: string,
  opened: Opened,
): Promise<boolean> {
  const { payout_account_id: id, user_id, sealed, sealed_details } = opened;
  requireRule(
    sealingKeyId(sealed) === sealingKeyId(sealed_details),
    'sealed_details',
    `the details of payout account ${id} are sealed with the key of another person than the name`,
  );
  // Opening may fail for the text or for the store; only the first is a finding.
  const key = await vault.keyFor(sealed).catch((error: unknown) => {
    if (error instanceof StoreUnavailable) throw error;
    throw new RuleViolation('sealed_details', `the stored key of payout account ${id} was changed`);
  });
  if (key === undefined) return false;
  const secrets = await openPayoutSecrets({ keyFor: () => Promise.resolve(key) }, stream, {
    account: { id, user_id },
    sealed,
    sealed_details,
  }).catch(() => {
    throw new RuleViolation(
      'sealed_details',
      `the details of payout account ${id} belong elsewhere or were changed`,
    );
  });
  if (!isBoundText(sealed_details))
    requireRule(
      secrets === undefined || agrees(secrets.destination, opened),
      'sealed_details',
      `the sealed details of payout account ${id} are not those that its event shows in part`,
    );
  return true;
}

/** Releases differ in how much they mask, so only the visible ends are compared. */
function agrees(destination: PayoutDestination | null, { bank, emailpay }: Opened): boolean {
  if (destination?.type === 'bank' && bank !== undefined)
    return (
      destination.account_number.endsWith(bank.account_number_last4) &&
      destination.routing_code === bank.routing_code &&
      destination.swift_bic === bank.swift_bic
    );
  if (destination?.type === 'emailpay' && emailpay !== undefined) {
    const { email_masked: email, phone_number_last4: phone } = emailpay;
    return (
      (destination.email ?? '').endsWith(afterMask(email)) && (destination.phone ?? '').endsWith(phone ?? '')
    );
  }
  return bank === undefined && emailpay === undefined;
}

const afterMask = (masked: string | null): string => masked?.slice(masked.lastIndexOf('*') + 1) ?? '';
