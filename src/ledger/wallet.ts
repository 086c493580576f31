import { ASSET_DECIMALS, formatAmount, isAsset, parseAmount, type Asset } from './amount.ts';
import { newId, type Decision, type DecisionContext, type ReadonlyBook } from './book.ts';
import type { RecordedBookEvent } from './event.ts';
import type { UserId, WalletId } from './ids.ts';
import { REWARDS_GRANTED, createPosting, walletLeg } from './posting.ts';
import { refuse, refuseField, refuseNotFound, refuseTooPrecise } from './refusal.ts';
import { refuseIneligibleUser, refuseWalletFrozen, requireApprovedUser, walletOwner } from './user.ts';
import { LedgerViolation } from './violations.ts';

// A wallet of one user for one asset. Its balances are accounts of the book.

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

// Decisions about wallets.

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

// Compliance holds: an operator freezes a wallet and lifts the hold (docs/contract-notes.md, "Money").

/**
 * Places or lifts a compliance hold. Returns no event if the wallet already has that status. Refuses not_found,
 * user_deactivated.
 */
export function setComplianceHold(
  book: ReadonlyBook,
  input: { wallet_id: WalletId; hold: boolean; reason: string },
): Decision {
  const wallet = book.wallets.get(input.wallet_id);
  if (wallet === undefined) return refuseNotFound('wallet');
  if (book.users.get(wallet.user_id)?.user.status === 'deactivated') {
    return refuse('user_deactivated', 'The wallet stays frozen.');
  }
  if ((wallet.status === 'frozen') === input.hold) return { events: [] };
  const data = { wallet_id: wallet.id, reason: input.reason };
  return { events: [{ type: input.hold ? 'wallet.frozen' : 'wallet.unfrozen', data }] };
}

// Rewards: granted points are earned, so they can be spent but not paid out (docs/contract-notes.md, "Money").

export type GrantReward = {
  readonly wallet_id: WalletId;
  /** In points. */
  readonly amount: string;
  readonly description: string;
};

/** Refuses not_found, user_not_approved, user_deactivated, wallet_frozen, unsupported_route, validation_failed and the limits. */
export function grantReward(book: ReadonlyBook, input: GrantReward, { policy }: DecisionContext): Decision {
  const wallet = book.wallets.get(input.wallet_id);
  if (wallet === undefined) return refuseNotFound('wallet');
  const refused = refuseIneligibleUser(walletOwner(book, wallet).user);
  if (refused !== undefined) return refused;
  if (wallet.status === 'frozen') return refuseWalletFrozen();
  const route = policy.routes.find(({ source }) => source.type === 'wallet' && source.asset === 'svc-points');
  if (wallet.asset !== 'svc-points' || route === undefined) {
    return refuse('unsupported_route', 'Rewards are granted in points, but this wallet holds another asset.');
  }
  const amount = parseAmount(input.amount, wallet.decimals);
  if (amount === undefined) {
    return refuseTooPrecise(wallet.decimals);
  }
  if (amount === 0n) return refuse('amount_below_minimum', 'A reward must be greater than zero.');
  if (amount > route.max) {
    return refuse('amount_above_maximum', `It must be at most ${formatAmount(route.max, wallet.decimals)}.`);
  }
  const posting = createPosting(book.accounts, null, input.description, [
    { ...walletLeg(wallet, 'available', -amount, 0n), account: REWARDS_GRANTED },
    walletLeg(wallet, 'available', amount, 0n),
  ]);
  return { events: [posting] };
}
