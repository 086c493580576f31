/** Balances of wallets from public events alone, as a client would compute them. Amounts are bigint in the smallest unit. */

type Side = { readonly type: string; readonly wallet_id?: string; readonly asset?: string };
type Receipt = Readonly<Record<string, string | null | undefined>>;
type Transfer = {
  readonly id: string;
  readonly kind: 'user_to_user' | 'conversion' | 'onramp' | 'offramp';
  readonly state: string;
  readonly source: Side;
  readonly destination: Side;
  readonly amount: string | null;
  readonly receipt: Receipt | null;
  readonly version: number;
};
type Event = {
  readonly id: string;
  readonly type: string;
  // Each type has its own shape.
  readonly data: never;
};
type Wallet = {
  readonly id: string;
  readonly status: string;
  readonly asset: string;
  readonly decimals: number;
};
type Entry = {
  readonly wallet_id: string;
  readonly bucket: keyof Balance;
  readonly amount: string;
};
/** A payout that came back after completion, or a deposit that was taken back. */
type LateMovement = {
  readonly type: 'return' | 'reversal';
  readonly wallet_id: string;
  readonly points: string;
  readonly receivable: string;
};

type Balance = { available: bigint; pending: bigint; cashable: bigint; receivable: bigint };
/** What a transfer, in its state, has done to a wallet. */
type Effect = Omit<Balance, 'receivable'> & { readonly wallet_id: string };

const NOTHING: Balance = { available: 0n, pending: 0n, cashable: 0n, receivable: 0n };

const DECIMALS: Readonly<Record<string, number>> = { 'svc-points': 2, 'svc-coin': 8 };
const parse = (amount: string | null | undefined): bigint => BigInt((amount ?? '0').replace('.', ''));
const format = (amount: bigint, decimals: number): string => {
  const sign = amount < 0n ? '-' : '';
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, '0');
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

/** By wallet, as the API shows it. The events are in their order, and some may occur twice. */
export function balancesFrom(events: readonly object[]): Record<string, object> {
  const wallets = new Map<string, Wallet>();
  const transfers = new Map<string, Transfer>();
  const balances = new Map<string, Balance>();
  const seen = new Set<string>();
  const add = (id: string, change: Partial<Balance>, sign = 1n): void => {
    const before = balances.get(id) ?? NOTHING;
    const sum = (name: keyof Balance): bigint => before[name] + sign * (change[name] ?? 0n);
    balances.set(id, {
      available: sum('available'),
      pending: sum('pending'),
      cashable: sum('cashable'),
      receivable: sum('receivable'),
    });
  };
  for (const { id, type, data } of events as readonly Event[]) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (type.startsWith('wallet.')) {
      const wallet: Wallet = data;
      wallets.set(wallet.id, wallet);
    } else if (type.startsWith('transfer.')) {
      const transfer: Transfer = data;
      const before = transfers.get(transfer.id);
      for (const effect of before === undefined ? [] : effectsOf(before)) add(effect.wallet_id, effect, -1n);
      for (const effect of effectsOf(transfer)) add(effect.wallet_id, effect);
      transfers.set(transfer.id, transfer);
    } else if (type === 'reward.granted' || type === 'receivable.repaid') {
      const { wallet_id, bucket, amount }: Entry = data;
      add(wallet_id, { [bucket]: parse(amount) });
    } else if (type === 'payout.returned_late' || type === 'deposit.reversed') {
      const movement: LateMovement = data;
      const points = parse(movement.points);
      const { cashable } = balances.get(movement.wallet_id) ?? NOTHING;
      const receivable = parse(movement.receivable);
      add(
        movement.wallet_id,
        movement.type === 'return'
          ? { available: points, cashable: points }
          : {
              available: receivable - points,
              // Cashable points are taken first.
              cashable: cashable < points ? -cashable : -points,
              receivable: -receivable,
            },
      );
    }
  }
  return Object.fromEntries(
    [...wallets.values()].map(({ id, status, asset }) => {
      const { available, pending, cashable, receivable } = balances.get(id) ?? NOTHING;
      const decimals = DECIMALS[asset] ?? 0;
      return [
        id,
        {
          status,
          available: format(available, decimals),
          pending: format(pending, decimals),
          cashable: format(asset === 'svc-coin' ? 0n : cashable, decimals),
          ...(receivable !== 0n && { receivable: format(receivable, decimals) }),
        },
      ];
    }),
  );
}

function effectsOf({ kind, state, source, destination, amount, receipt }: Transfer): Effect[] {
  const { wallet_id: from = '' } = source;
  const { wallet_id: to = '' } = destination;
  const debited = parse(receipt?.['amount_debited'] ?? amount);
  const credited = parse(receipt?.['amount_credited']);
  const earned = parse(receipt?.['earned_amount']);
  const debit: Effect = { wallet_id: from, available: -debited, pending: 0n, cashable: earned - debited };
  switch (kind) {
    case 'user_to_user':
      if (state === 'in_review') return [{ ...debit, pending: debited }];
      return state === 'completed'
        ? [debit, { wallet_id: to, available: debited, pending: 0n, cashable: debited - earned }]
        : [];
    case 'conversion':
      if (state === 'in_review') return [{ ...debit, pending: debited }];
      return state === 'completed'
        ? [debit, { wallet_id: to, available: credited, pending: 0n, cashable: credited }]
        : [];
    case 'onramp':
      if (state === 'in_review')
        return [{ wallet_id: to, available: 0n, pending: held(receipt), cashable: 0n }];
      return state === 'completed'
        ? [{ wallet_id: to, available: credited, pending: 0n, cashable: credited }]
        : [];
    case 'offramp':
      // The amount is gone from the beginning, and comes back if the transfer fails.
      return ['failed', 'refunded', 'canceled'].includes(state) ? [] : [debit];
  }
}

/** What a held deposit will credit, in the smallest unit: the amount received times the rate, rounded down. */
function held(receipt: Receipt | null): bigint {
  const [amount, rate] = [receipt?.['amount_received'] ?? '0', receipt?.['rate'] ?? '0'] as const;
  const decimals = [amount, rate].reduce((sum, text) => sum + (text.split('.')[1] ?? '').length, 0);
  return (parse(amount) * parse(rate) * 100n) / 10n ** BigInt(decimals);
}
