/** Decisions about wallets. */
import { ASSET_DECIMALS, isAsset } from '../amount.ts';
import { requireApprovedUser } from '../users/eligibility.ts';
import { newId } from '../book.ts';
import type { ReadonlyBook, DecisionContext, Decision } from '../book.ts';
import { refuse, refuseField } from '../refusal.ts';
import type { UserId } from '../ids.ts';

export type OpenWallet = {
  readonly user_id: UserId;
  readonly asset: string;
  readonly acknowledge_price_risk: boolean;
  readonly metadata: Record<string, string>;
};

/** Refuses not_found, user_not_approved, user_deactivated, wallet_exists, validation_failed, price_risk_not_acknowledged. */
export function openWallet(book: ReadonlyBook, input: OpenWallet, context: DecisionContext): Decision {
  const owner = requireApprovedUser(book, input.user_id);
  if ('refusal' in owner) return owner;
  const { user_id, asset, metadata } = input;
  if (!isAsset(asset))
    return refuseField('asset', 'invalid_value', 'Unknown asset. Use svc-points or svc-coin.');
  const existing_id = owner.found.wallets[asset];
  if (existing_id !== undefined) {
    return refuse('wallet_exists', '', { existing_id });
  }
  if (asset === 'svc-coin' && !input.acknowledge_price_risk) {
    return refuse('price_risk_not_acknowledged');
  }
  const price_risk_acknowledged = asset === 'svc-coin';
  const wallet_id = newId('wal', book, context);
  return {
    events: [
      {
        type: 'wallet.opened',
        data: {
          wallet_id,
          user_id,
          asset,
          decimals: ASSET_DECIMALS[asset],
          price_risk_acknowledged,
          metadata,
        },
      },
    ],
  };
}
