/** A wallet holds one asset for one user; its figures are accounts of the book. */
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
  /** `frozen` while a compliance hold is on it or its owner is deactivated. */
  readonly status: 'active' | 'frozen';
  readonly price_risk_acknowledged_at: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly version: number;
  readonly created_at: string;
};

/** The wallet that an event opens. Throws for an asset that this code does not know. */
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

/** The wallet with another status; its version grows only when the status really changes. */
export const withWalletStatus = (wallet: Wallet, status: Wallet['status']): Wallet =>
  wallet.status === status ? wallet : { ...wallet, status, version: wallet.version + 1 };
