/**
 * Wallet history: an entry for each bucket that a posting's line moved. A line that moves 100.00 of which 60.00 are
 * cashable gives two entries; each bucket's entries add up to its figure in the balance.
 */
import type { LogDocument } from '../src/documents/projection.ts';
import { isWalletAccount } from '../src/ledger/account.ts';
import { derivedId } from '../src/ledger/identifier.ts';
import type { Line } from '../src/ledger/posting.ts';
import { definition, ignoring } from './definition.ts';
import type { Recorded } from './views.ts';

type Movement = {
  readonly bucket: 'available' | 'pending' | 'cashable';
  readonly amount: string;
  readonly balance_after: string;
};

const moves = (amount: string): boolean => /[1-9]/.test(amount);

function movementsOf({ bucket, amount, balance_after, cashable, cashable_after }: Line): Movement[] {
  const movements: Movement[] = moves(amount) ? [{ bucket, amount, balance_after }] : [];
  if (bucket === 'available' && cashable !== undefined && cashable_after !== undefined && moves(cashable)) {
    movements.push({ bucket: 'cashable', amount: cashable, balance_after: cashable_after });
  }
  return movements;
}

/** The entries of a posting, in the order of its lines. */
export function entriesOf(
  event: Pick<Recorded<'posting.recorded'>, 'data' | 'stream' | 'revision' | 'time'>,
) {
  const { data, stream, revision, time } = event;
  const ms = Date.parse(time);
  return data.lines
    .filter(({ account }) => isWalletAccount(account))
    .flatMap((line) => movementsOf(line).map((movement) => ({ wallet_id: line.account, ...movement })))
    .map(({ wallet_id, bucket, amount, balance_after }, index) => ({
      id: derivedId('whe', ms, stream, revision, index),
      object: 'wallet_history_entry' as const,
      wallet_id,
      transfer_id: data.transfer_id,
      bucket,
      amount,
      balance_after,
      description: data.description,
      created_at: time,
    }));
}

/**
 * Most entries are of what is available. Those of the other two buckets can be listed alone, so that the newest one before
 * a time is found without walking past the others.
 */
export const bucketTerm = (bucket: 'pending' | 'cashable', walletId: string): string =>
  `${bucket}:${walletId}`;

const termsOf = ({ wallet_id, bucket }: ReturnType<typeof entriesOf>[number]): string[] =>
  bucket === 'available' ? [`wallet:${wallet_id}`] : [`wallet:${wallet_id}`, bucketTerm(bucket, wallet_id)];

export const historyProjection = definition<never>({
  name: 'wallet_history',
  version: 2,
  log: 'wallet_history',
  rules: {
    ...ignoring(
      'users',
      'onboarding',
      'wallets',
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
    ),
    'posting.recorded': {
      emit: (event): LogDocument[] =>
        entriesOf(event).map((value) => ({ id: value.id, value, terms: termsOf(value) })),
    },
  },
});
