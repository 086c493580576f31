/** Permanent bank details that credit a wallet for every payment. */
import type { EventData, RecordedBookEvent } from '../event.ts';
import { LedgerViolation } from '../violations.ts';
import type { DepositAccountId, UserId, WalletId } from '../ids.ts';

export type DepositInstructions = EventData<'deposit_account.opened'>['deposit_instructions'];

export type DepositAccount = {
  readonly id: DepositAccountId;
  readonly user_id: UserId;
  readonly status: 'active' | 'deactivated';
  readonly source: { readonly currency: string; readonly rail: string };
  readonly destination: { readonly wallet_id: WalletId; readonly asset: string };
  readonly deposit_instructions: DepositInstructions;
  readonly metadata: Readonly<Record<string, string>>;
  readonly version: number;
  readonly created_at: string;
};

export type DepositAccountEvent = RecordedBookEvent<
  'deposit_account.opened' | 'deposit_account.deactivated' | 'deposit_account.reactivated'
>;

/** Applies an event to a deposit account. */
export function evolveDepositAccount(
  before: DepositAccount | undefined,
  event: DepositAccountEvent,
): DepositAccount {
  if (event.type === 'deposit_account.opened') {
    const { deposit_account_id: id, provider_reference: _, ...rest } = event.data;
    return { id, ...rest, status: 'active', version: 1, created_at: event.time };
  }
  if (before === undefined)
    throw new LedgerViolation('object_missing', `${event.type}: the deposit account does not exist.`);
  const status = event.type === 'deposit_account.deactivated' ? 'deactivated' : 'active';
  return { ...before, status, version: before.version + 1 };
}
