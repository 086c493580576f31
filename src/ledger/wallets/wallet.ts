/** A wallet of one user for one asset. Its balances are accounts of the book. */
import { isAsset } from '../amount.ts';
import type { Asset } from '../amount.ts';
import type { RecordedBookEvent } from '../event.ts';
import { LedgerViolation } from '../violations.ts';
import type { UserId, WalletId } from '../ids.ts';

export type Wallet = {
  readonly id: WalletId;
  readonly user_id: UserId;
  readonly asset: Asset;
  readonly decimals: number;
  /** `frozen` during a compliance hold and after its owner was deactivated. */
  readonly status: 'active' | 'frozen';
  readonly price_risk_acknowledged_at: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly version: number;
  readonly created_at: string;
};

/** Creates the wallet of an event. Throws a LedgerViolation for an unknown asset. */
export function walletFromEvent(event: RecordedBookEvent<'wallet.opened'>): Wallet {
  const { data, time } = event;
  if (!isAsset(data.asset)) throw new LedgerViolation('unknown_asset', `Unknown asset ${data.asset}.`);
  return {
    id: data.wallet_id,
    user_id: data.user_id,
    asset: data.asset,
    decimals: data.decimals,
    status: 'active',
    price_risk_acknowledged_at: data.price_risk_acknowledged ? time : null,
    metadata: data.metadata,
    version: 1,
    created_at: time,
  };
}

/** Sets the status of a wallet. The version increments only if the status changes. */
export const withWalletStatus = (wallet: Wallet, status: Wallet['status']): Wallet =>
  wallet.status === status ? wallet : { ...wallet, status, version: wallet.version + 1 };
