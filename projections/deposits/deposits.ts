/** Payments to standing deposit accounts. */
import { formatAmount } from '../../src/ledger/amount.ts';
import { defineBookProjection, ignoreTopics } from '../book-projection.ts';
import type { Recorded } from '../views.ts';

export type DepositView = {
  readonly id: string;
  readonly object: 'deposit';
  readonly deposit_account_id: string;
  readonly transfer_id: string;
  readonly state: string;
  readonly amount_received: string;
  readonly currency: string;
  readonly fees: readonly unknown[];
  readonly rate: string;
  readonly amount_credited: string;
  readonly rail_reference: string;
  readonly return_reason: string | null;
  readonly created_at: string;
};

const NOTHING_CREDITED = formatAmount(0n, 2);

function arrived(event: Recorded<'deposit.arrived'>) {
  const { deposit_id, transfer_id, deposit_account_id, amount_received, currency, rate, rail_reference } =
    event.data;
  // A payment for a one-off on-ramp is part of its transfer.
  if (deposit_account_id === undefined) return undefined;
  const value: DepositView = {
    id: deposit_id,
    object: 'deposit',
    deposit_account_id,
    transfer_id,
    state: 'funds_received',
    amount_received,
    currency,
    fees: [],
    rate,
    amount_credited: NOTHING_CREDITED,
    rail_reference,
    return_reason: null,
    created_at: event.time,
  };
  return { value, terms: [`account:${deposit_account_id}`] };
}

function moved(
  before: { value: DepositView; terms: readonly string[] } | undefined,
  { data }: Recorded<'transfer.state_changed'>,
) {
  if (before === undefined) return undefined;
  const amount_credited = data.receipt?.amount_credited ?? before.value.amount_credited;
  const return_reason =
    data.state === 'returned' ? (data.state_reason?.code ?? null) : before.value.return_reason;
  return {
    value: { ...before.value, state: data.state, amount_credited, return_reason },
    terms: before.terms,
  };
}

export const depositsProjection = defineBookProjection<DepositView>({
  name: 'deposits',
  version: 1,
  state: 'deposits',
  rules: {
    ...ignoreTopics(
      'users',
      'onboarding',
      'wallets',
      'deposit_accounts',
      'payout_accounts',
      'offramps',
      'postings',
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
    'deposit.arrived': { touches: ({ data }) => [data.deposit_id], fold: (_before, event) => arrived(event) },
    'transfer.state_changed': {
      touches: ({ data }) => (data.deposit_id === undefined ? [] : [data.deposit_id]),
      fold: moved,
    },
    'transfer.created': 'ignore',
    'deposit.sent_back': 'ignore',
    'deposit.decision_told': 'ignore',
  },
});
