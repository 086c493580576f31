import { formatAmount } from '../src/ledger/amount.ts';
import { evolveDepositAccount, type DepositAccountEvent } from '../src/ledger/deposit-account.ts';
import { presentDepositAccount } from '../src/ledger/present.ts';
import { defineBookProjection, ignoreAllBut } from './book-projection.ts';
import type { Recorded } from './views.ts';

// Deposit accounts as the API returns them.

export type DepositAccountView = ReturnType<typeof presentDepositAccount>;

/** The deposit account after an event. */
export function nextDepositAccountView(
  before: DepositAccountView | undefined,
  event: Recorded<DepositAccountEvent['type']>,
) {
  const { object: _, ...account } = before ?? { object: undefined };
  return presentDepositAccount(
    evolveDepositAccount(before === undefined ? undefined : { ...before, ...account }, event),
  );
}

const changed = {
  touches: ({ data }: Recorded<DepositAccountEvent['type']>) => [data.deposit_account_id],
  fold(before: { value: DepositAccountView } | undefined, event: Recorded<DepositAccountEvent['type']>) {
    const value = nextDepositAccountView(before?.value, event);
    return { value, terms: [`user:${value.user_id}`] };
  },
};

export const depositAccountsProjection = defineBookProjection<DepositAccountView>({
  name: 'deposit_accounts',
  version: 1,
  state: 'deposit_accounts',
  rules: {
    ...ignoreAllBut('deposit_accounts'),
    'deposit_account.opened': changed,
    'deposit_account.deactivated': changed,
    'deposit_account.reactivated': changed,
  },
});

// Payments to standing deposit accounts.

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
    ...ignoreAllBut('transfers', 'deposits'),
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

// The references that rail providers use for deposit details and payment instructions. They lead from an incoming payment to its
// book and object. The reference is the document ID.

export type RailReference = {
  readonly rail: string;
  readonly currency: string;
  /** The object that the reference was issued for. */
  readonly for: { readonly transfer_id: string } | { readonly deposit_account_id: string };
};

export const railReferencesProjection = defineBookProjection({
  name: 'rail_references',
  version: 1,
  log: 'rail_references',
  rules: {
    ...ignoreAllBut('deposit_accounts', 'transfers'),
    'deposit_account.opened': {
      emit: ({ data }: Recorded<'deposit_account.opened'>) => {
        const { deposit_account_id, source, provider_reference } = data;
        return issued(provider_reference, { ...source, for: { deposit_account_id } });
      },
    },
    'deposit_account.deactivated': 'ignore',
    'deposit_account.reactivated': 'ignore',
    'transfer.created': {
      emit: ({ data }: Recorded<'transfer.created'>) => {
        const { transfer_id, provider_reference, source } = data;
        const { rail = '', currency = '' } = source;
        return issued(provider_reference, { rail, currency, for: { transfer_id } });
      },
    },
    'transfer.state_changed': 'ignore',
  },
});

const issued = (id: string | undefined, value: RailReference) =>
  id === undefined ? [] : [{ id, value, terms: [] }];
