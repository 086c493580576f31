/** The state that the model keeps of one book. Values are immutable. */
import { Table } from './tables.ts';
import { formatAmount } from './money.ts';
import type { Expected, JsonObject } from './prediction.ts';

export type User = {
  readonly id: string;
  readonly type: string;
  readonly reference: string;
  readonly email: Expected;
  readonly phone: Expected;
  readonly isActive: boolean;
  readonly kyc: string;
  readonly terms: string;
  readonly metadata: JsonObject;
  readonly version: number;
};

/** Amounts are in the smallest unit of the asset. */
export type Figures = { readonly available: bigint; readonly cashable: bigint; readonly pending: bigint };
export type Bucket = keyof Figures;
export const BUCKETS: readonly Bucket[] = ['available', 'cashable', 'pending'];

export type Wallet = {
  readonly id: string;
  readonly userId: string;
  readonly asset: string;
  readonly figures: Figures;
  readonly isFrozen: boolean;
  readonly metadata: JsonObject;
  readonly version: number;
};

export type HistoryEntry = {
  readonly walletId: string;
  readonly transferId: string | null;
  readonly bucket: Bucket;
  readonly amount: bigint;
  readonly after: bigint;
};

export type DepositAccount = {
  readonly id: string;
  readonly userId: string;
  readonly walletId: string;
  readonly currency: string;
  readonly isActive: boolean;
  readonly version: number;
};

export type PayoutAccount = {
  readonly id: string;
  readonly userId: string;
  readonly currency: string;
  readonly isActive: boolean;
  readonly version: number;
};

export type Transfer = {
  readonly id: string;
  readonly kind: 'user_to_user' | 'onramp' | 'offramp';
  readonly state: string;
  readonly version: number;
  readonly amount: string;
  /** Wallets by their role; an on-ramp has no source. */
  readonly from: string | null;
  readonly to: string | null;
  readonly payoutAccountId: string | null;
  readonly depositAccountId: string | null;
  /** What moves, in points: the whole and its cashable part. */
  readonly moved: { readonly points: bigint; readonly cashable: bigint };
  /** The book's time in milliseconds. */
  readonly at: number;
  /** After it, an on-ramp that awaits its funds is over. */
  readonly expiresAt: number | null;
};

export type PublicEvent = { readonly type: string; readonly objectId: string; readonly version: number };

export type StoredAnswer = {
  readonly request: string;
  readonly status: number;
  readonly text: string;
  readonly at: number;
};

export type Book = {
  readonly users: Table<User>;
  readonly wallets: Table<Wallet>;
  /** Oldest first. */
  readonly history: HistoryEntry[];
  readonly depositAccounts: Table<DepositAccount>;
  readonly payoutAccounts: Table<PayoutAccount>;
  readonly transfers: Table<Transfer>;
  /** Oldest first. */
  readonly events: PublicEvent[];
  readonly answers: Table<StoredAnswer>;
  /** The seconds that the sandbox clock is ahead, under the only key `ahead`. */
  readonly clock: Map<string, number>;
};

export const createBook = (): Book => ({
  users: new Table(),
  wallets: new Table(),
  history: [],
  depositAccounts: new Table(),
  payoutAccounts: new Table(),
  transfers: new Table(),
  events: [],
  answers: new Table(),
  clock: new Map(),
});

export const aheadSeconds = ({ clock }: Book): number => clock.get('ahead') ?? 0;

export function emit(book: Book, type: string, objectId: string, version: number): void {
  book.events.push({ type, objectId, version });
}

/** Changes the figures of a wallet and adds an entry to its history for each figure that changes. */
export function post(
  { wallets, history }: Book,
  walletId: string,
  changes: Partial<Figures>,
  transferId: string | null,
): void {
  let wallet = wallets.get(walletId);
  if (wallet === undefined) throw new Error(`The model has no wallet ${walletId}.`);
  for (const bucket of BUCKETS) {
    const amount = changes[bucket] ?? 0n;
    if (amount === 0n) continue;
    const after = wallet.figures[bucket] + amount;
    if (after < 0n) throw new Error(`The model's ${bucket} of ${walletId} is negative.`);
    wallet = wallets.change(walletId, { figures: { ...wallet.figures, [bucket]: after } });
    history.push({ walletId, transferId, bucket, amount, after });
  }
}

export const isApproved = ({ kyc, terms }: User): boolean => kyc === 'approved' && terms === 'approved';

export const userView = (user: User): Expected => ({
  id: user.id,
  type: user.type,
  external_reference: user.reference,
  email: user.email,
  phone: user.phone,
  status: user.isActive ? 'active' : 'deactivated',
  kyc_status: user.kyc,
  terms_status: user.terms,
  metadata: user.metadata,
  version: user.version,
});

export const balanceView = ({ id, asset, figures }: Wallet): Expected => ({
  wallet_id: id,
  asset,
  available: formatAmount(figures.available, asset),
  cashable: formatAmount(figures.cashable, asset),
  pending: formatAmount(figures.pending, asset),
});

export const walletView = (wallet: Wallet): Expected => ({
  id: wallet.id,
  user_id: wallet.userId,
  asset: wallet.asset,
  status: wallet.isFrozen ? 'frozen' : 'active',
  balance: balanceView(wallet),
  metadata: wallet.metadata,
  version: wallet.version,
});

export const transferView = ({ id, kind, state, version, amount }: Transfer): Expected => ({
  id,
  kind,
  state,
  version,
  amount,
});
