import { deriveId, isId, siblingId } from '../src/ledger/ids.ts';
import { receivableWallet, walletOf, type Line } from '../src/ledger/posting.ts';
import { presentBalance, presentWallet } from '../src/ledger/present.ts';
import { LedgerViolation } from '../src/ledger/violations.ts';
import { walletFromEvent, withWalletStatus, type Wallet } from '../src/ledger/wallet.ts';
import type { LogDocument, Packing } from '../src/read-models/projection.ts';
import { defineBookProjection, ignoreAllBut } from './book-projection.ts';
import type { Recorded } from './views.ts';

// Wallets with their balances, as the API returns them.

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
    if (walletOf(line.account) !== id) continue;
    if (receivableWallet(line.account) !== undefined)
      balance = withReceivable(balance, line.balance_after, event.time);
    else if (line.bucket === 'pending')
      balance = { ...balance, pending: line.balance_after, as_of: event.time };
    else {
      const cashable = line.cashable_after ?? balance.cashable;
      balance = { ...balance, available: line.balance_after, cashable, as_of: event.time };
    }
  }
  return { value: { ...before.value, balance }, terms: before.terms };
}

/** A wallet whose user owes nothing does not show a receivable. */
function withReceivable(
  { receivable: _, as_of: __, ...rest }: WalletView['balance'],
  receivable: string,
  as_of: string,
): WalletView['balance'] {
  return isNonZero(receivable) ? { ...rest, receivable, as_of } : { ...rest, as_of };
}

const walletAccounts = (event: Recorded<'posting.recorded'>): string[] => [
  ...new Set(event.data.lines.flatMap(({ account }) => walletOf(account) ?? [])),
];

export const walletsProjection = defineBookProjection<WalletView>({
  name: 'wallets',
  version: 1,
  state: 'wallets',
  rules: {
    ...ignoreAllBut('users', 'wallets', 'postings'),
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

// Wallet history: one entry for each bucket that a posting line changed. A line of 100.00 with 60.00 cashable has two entries.
// The entries of a bucket add up to its balance.
//
// One document contains all entries of a posting, stored as the posting's lines. Its ID is the ID of the first entry.

type Movement = {
  readonly bucket: 'available' | 'pending' | 'cashable' | 'receivable';
  readonly amount: string;
  readonly balance_after: string;
};

/** The value of a document. */
export type WalletPosting = {
  readonly transfer_id: string | null;
  readonly description: string;
  readonly created_at: string;
  /** The lines that change a wallet, in the order of the posting. */
  readonly lines: readonly Line[];
};

type Posting = Pick<Recorded<'posting.recorded'>, 'data' | 'stream' | 'revision' | 'time'>;

const isNonZero = (amount: string | undefined): boolean => amount !== undefined && /[1-9]/.test(amount);

function movementsOf({ account, bucket, amount, balance_after, cashable, cashable_after }: Line): Movement[] {
  if (receivableWallet(account) !== undefined)
    return isNonZero(amount) ? [{ bucket: 'receivable', amount, balance_after }] : [];
  const movements: Movement[] = isNonZero(amount) ? [{ bucket, amount, balance_after }] : [];
  if (
    bucket === 'available' &&
    cashable !== undefined &&
    cashable_after !== undefined &&
    isNonZero(cashable)
  ) {
    movements.push({ bucket: 'cashable', amount: cashable, balance_after: cashable_after });
  }
  return movements;
}

const walletPostingOf = ({ data, time }: Pick<Posting, 'data' | 'time'>): WalletPosting => ({
  transfer_id: data.transfer_id,
  description: data.description,
  created_at: time,
  lines: data.lines.filter(
    ({ account, amount, cashable }) =>
      walletOf(account) !== undefined && (isNonZero(amount) || isNonZero(cashable)),
  ),
});

const firstId = ({ stream, revision, time }: Posting): string =>
  deriveId('whe', Date.parse(time), stream, revision);

/** The entries of a posting, in the order of its lines. */
export const historyEntriesOf = (event: Posting) => entriesIn(firstId(event), walletPostingOf(event));

export type HistoryEntry = ReturnType<typeof entriesIn>[number];

function entriesIn(first: string, { transfer_id, description, created_at, lines }: WalletPosting) {
  return lines
    .flatMap((line) =>
      movementsOf(line).map((movement) => ({ wallet_id: walletOf(line.account) ?? '', ...movement })),
    )
    .map(({ wallet_id, bucket, amount, balance_after }, index) => ({
      id: siblingId(first, index),
      object: 'wallet_history_entry' as const,
      wallet_id,
      transfer_id,
      bucket,
      amount,
      balance_after,
      description,
      created_at,
    }));
}

/**
 * Pending balances change rarely. This term finds the latest change before a time without reading the postings of the available
 * balance.
 */
export const pendingTerm = (walletId: string): string => `pending:${walletId}`;
/** The same for what the user owes. */
export const receivableTerm = (walletId: string): string => `receivable:${walletId}`;

const walletTerm = (walletId: string): string => `wallet:${walletId}`;

function termsOf({ lines }: WalletPosting): string[] {
  const terms = new Set<string>();
  for (const { account, bucket } of lines) {
    const owedBy = receivableWallet(account);
    terms.add(walletTerm(owedBy ?? account));
    if (owedBy !== undefined) terms.add(receivableTerm(owedBy));
    if (bucket === 'pending') terms.add(pendingTerm(account));
  }
  return [...terms];
}

const BUCKET_TERMS: Readonly<Partial<Record<Movement['bucket'], (walletId: string) => string>>> = {
  pending: pendingTerm,
  receivable: receivableTerm,
};

const entryTerms = ({ wallet_id, bucket }: HistoryEntry): string[] => {
  const own = BUCKET_TERMS[bucket];
  return own === undefined ? [walletTerm(wallet_id)] : [walletTerm(wallet_id), own(wallet_id)];
};

const packing: Packing = {
  sinceVersion: 3,
  containerIdOf: (id) => (isId('whe', id) ? siblingId(id, 0) : id),
  unpack: ({ id: first, body }) =>
    entriesIn(first, JSON.parse(body) as WalletPosting).map((value) => ({
      id: value.id,
      value,
      terms: entryTerms(value),
    })),
};

export const walletHistoryProjection = defineBookProjection<never>({
  name: 'wallet_history',
  version: 3,
  log: 'wallet_history',
  packing,
  rules: {
    ...ignoreAllBut('postings'),
    'posting.recorded': {
      emit(event): LogDocument[] {
        const value = walletPostingOf(event);
        return value.lines.length === 0 ? [] : [{ id: firstId(event), value, terms: termsOf(value) }];
      },
    },
  },
});
