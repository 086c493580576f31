/** Wallets with their balances, as the API returns them. */
import { isWalletAccount } from '../../src/ledger/account.ts';
import { presentBalance, presentWallet } from '../../src/ledger/present.ts';
import { walletFromEvent, withWalletStatus } from '../../src/ledger/wallets/wallet.ts';
import type { Wallet } from '../../src/ledger/wallets/wallet.ts';
import { defineBookProjection, ignoreTopics } from '../book-projection.ts';
import type { Recorded } from '../views.ts';
import { LedgerViolation } from '../../src/ledger/violations.ts';

export type WalletView = ReturnType<typeof presentWallet>;
type Before = { readonly value: WalletView; readonly terms: readonly string[] } | undefined;

const NOTHING = { unit: '', amount: 0n, cashable: 0n };

function opened(_before: Before, event: Recorded<'wallet.opened'>) {
  const wallet = walletFromEvent(event);
  const balance = presentBalance(wallet, NOTHING, NOTHING, event.time);
  return {
    value: presentWallet(wallet, balance),
    terms: [`user:${wallet.user_id}`, `asset:${wallet.asset}`],
  };
}

function statusSet(before: Before, status: Wallet['status']) {
  if (before === undefined)
    throw new LedgerViolation('object_missing', 'The event names a wallet that does not exist.');
  const { object: _, balance, ...wallet } = before.value;
  return { value: presentWallet(withWalletStatus(wallet, status), balance), terms: before.terms };
}

/** The lines of a posting contain the balances after it, so nothing is added up here. */
function posted(before: Before, event: Recorded<'posting.recorded'>, id: string) {
  if (before === undefined)
    throw new LedgerViolation('object_missing', 'The posting names a wallet that does not exist.');
  let { balance } = before.value;
  for (const line of event.data.lines) {
    if (line.account !== id) continue;
    if (line.bucket === 'pending') balance = { ...balance, pending: line.balance_after, as_of: event.time };
    else {
      const cashable = line.cashable_after ?? balance.cashable;
      balance = { ...balance, available: line.balance_after, cashable, as_of: event.time };
    }
  }
  return { value: { ...before.value, balance }, terms: before.terms };
}

const walletAccounts = (event: Recorded<'posting.recorded'>): string[] => [
  ...new Set(event.data.lines.map(({ account }) => account).filter(isWalletAccount)),
];

export const walletsProjection = defineBookProjection<WalletView>({
  name: 'wallets',
  version: 1,
  state: 'wallets',
  rules: {
    ...ignoreTopics(
      'onboarding',
      'deposit_accounts',
      'payout_accounts',
      'transfers',
      'offramps',
      'deposits',
      'quotes',
      'treasury',
      'webhook_endpoints',
      'redeliveries',
      'requests',
      'clock',
      'generations',
      'screening',
      'dual_control',
      'notes',
    ),
    'wallet.opened': { touches: ({ data }) => [data.wallet_id], fold: opened },
    'wallet.frozen': {
      touches: ({ data }) => [data.wallet_id],
      fold: (before) => statusSet(before, 'frozen'),
    },
    'wallet.unfrozen': {
      touches: ({ data }) => [data.wallet_id],
      fold: (before) => statusSet(before, 'active'),
    },
    'user.deactivated': {
      touches: ({ data }) => data.frozen_wallet_ids,
      fold: (before) => statusSet(before, 'frozen'),
    },
    'posting.recorded': { touches: walletAccounts, fold: posted },
    'user.created': 'ignore',
    'user.updated': 'ignore',
    'user.kyc_status_changed': 'ignore',
    'user.terms_status_changed': 'ignore',
    'user.forgotten': 'ignore',
  },
});
