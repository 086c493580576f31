/** The state that the model keeps of one book. Values are immutable. */
import { formatAmount } from './money.ts';
import { Log, Table } from './tables.ts';
import type { Journal } from './tables.ts';
import type { Expected, JsonObject } from '../prediction.ts';

export type User = {
  readonly id: string;
  readonly type: string;
  readonly reference: string;
  readonly email: Expected;
  readonly phone: Expected;
  readonly firstName: Expected;
  readonly lastName: Expected;
  readonly businessName: Expected;
  readonly country: Expected;
  readonly isActive: boolean;
  readonly isForgotten: boolean;
  readonly kyc: string;
  readonly terms: string;
  readonly reasons: Expected;
  readonly metadata: JsonObject;
  readonly version: number;
  readonly createdAt: string;
};

/** Amounts are in the smallest unit of the asset. */
/** `receivable` is negative if the user owes something. */
export type Figures = Readonly<Record<'available' | 'cashable' | 'pending' | 'receivable', bigint>>;
export type Bucket = keyof Figures;
export const BUCKETS: readonly Bucket[] = ['available', 'cashable', 'pending', 'receivable'];

export type Wallet = {
  readonly id: string;
  readonly userId: string;
  readonly asset: string;
  readonly figures: Figures;
  readonly isFrozen: boolean;
  readonly metadata: JsonObject;
  readonly version: number;
  readonly createdAt: string;
};

export type HistoryEntry = {
  readonly walletId: string;
  readonly transferId: string | null;
  readonly bucket: Bucket;
  readonly amount: bigint;
  readonly after: bigint;
  /** Undefined if no answer has shown it. */
  readonly createdAt: string | undefined;
};

export type DepositAccount = {
  readonly id: string;
  readonly userId: string;
  readonly walletId: string;
  readonly currency: string;
  readonly rail: string;
  readonly isActive: boolean;
  readonly metadata: JsonObject;
  readonly version: number;
  readonly createdAt: string;
};

export type PayoutAccount = {
  readonly id: string;
  readonly userId: string;
  readonly currency: string;
  readonly country: string;
  readonly rail: string;
  /** Null once the user is forgotten. */
  readonly owner: string | null;
  readonly isActive: boolean;
  readonly metadata: JsonObject;
  readonly version: number;
  readonly createdAt: string;
};

export type Reason = { readonly code: Expected };

export type Transfer = {
  readonly id: string;
  readonly kind: 'user_to_user' | 'conversion' | 'onramp' | 'offramp';
  readonly state: string;
  readonly reason: Reason | null;
  readonly version: number;
  readonly amount: string;
  /** Wallets by their role; an on-ramp has no source. */
  readonly from: string | null;
  readonly to: string | null;
  /** The users of both sides. */
  readonly userIds: readonly string[];
  readonly fiat: { readonly currency: string; readonly rail: string } | null;
  readonly payoutAccountId: string | null;
  readonly depositAccountId: string | null;
  /** What moves, in the unit of the wallet: the whole and its cashable part. */
  readonly moved: { readonly amount: bigint; readonly cashable: bigint };
  /** What counts toward the sender's limits, in points. */
  readonly counted: bigint;
  /** Undefined if no money has moved. */
  readonly receipt: Receipt | undefined;
  readonly integratorReference: string | null;
  readonly metadata: JsonObject;
  /** The book's time in milliseconds. */
  readonly at: number;
  readonly createdAt: string;
  /** After it, an on-ramp that awaits its funds is over. */
  readonly expiresAt: number | null;
  readonly quoteId: string | null;
  /** Its money came back after it was completed. */
  readonly late?: LateMovement;
};

export type LateMovement = {
  readonly type: 'return' | 'reversal';
  readonly points: bigint;
  readonly receivable: bigint;
};

/** The members of a receipt; those that change with the state are added by the view. */
export type Receipt = {
  readonly expected?: string | null;
  readonly received?: string;
  readonly paidOut?: string;
  readonly credited?: string;
  readonly rate?: string;
  readonly fee?: { readonly amount: string; readonly unit: string };
};

/** Transfers that one request made or refused, in its order. `code`: of a refusal. */
export type Batch = {
  readonly mode: string;
  readonly results: readonly { readonly transferId: string | undefined; readonly code: string }[];
};

export type Quote = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly amountOut: bigint;
  readonly rate: string;
  readonly fee: bigint;
  readonly headroom: bigint;
  readonly transferId: string | null;
  readonly createdAt: string;
  /** The book's time in milliseconds. */
  readonly expiresAt: number;
};

export type WebhookEndpoint = {
  readonly id: string;
  readonly url: string;
  readonly isEnabled: boolean;
  readonly isDeleted: boolean;
  /** Whether it receives all events, which may fail, so that the service may disable it. */
  readonly isReceiver: boolean;
  readonly types: readonly string[];
  readonly description: Expected;
  readonly version: number;
  readonly createdAt: string;
};

export type Note = {
  readonly id: string;
  readonly objectId: string;
  /** The users whom it concerns. */
  readonly people: readonly string[];
  readonly text: string;
  readonly createdAt: string;
};

/** An operator said who works on a review: the operator, or nobody. */
export type Assignment = {
  /** Of the transfer or user in review. */
  readonly id: string;
  readonly operator: string | null;
  /** Since when the review waits, as it was shown. */
  readonly openedAt: string;
};

/** What a proposal does when a second operator approves it. */
export type ProposedAction =
  | { readonly type: 'transfer_approval'; readonly transferId: string; readonly version: number }
  | {
      readonly type: 'payout_settlement';
      readonly transferId: string;
      readonly version: number;
      /** Of the proposal: the outcome and its reason. */
      readonly settlement: JsonObject;
    }
  | { readonly type: 'reward'; readonly walletId: string; readonly amount: string };

export type Proposal = {
  readonly id: string;
  /**
   * `open` also means expired: no command says when a proposal expires. `superseded_or_expired`: its transfer was decided when it
   * expired, and clocks differ.
   */
  readonly state: 'open' | 'executed' | 'withdrawn' | 'superseded' | 'superseded_or_expired';
  readonly action: ProposedAction;
  readonly points: bigint;
  readonly proposedBy: string;
  readonly endedBy: string | null;
  /** The book's time in milliseconds. */
  readonly expiresAt: number;
};

export type PublicEvent = {
  /** Its number in the book's log of this model. */
  readonly serial: number;
  readonly type: string;
  readonly objectId: string;
  readonly version: number;
  /** The object after the change, as far as it is known. */
  readonly data: Expected;
  /** The endpoints that were to receive it. */
  readonly endpointIds: readonly string[];
  /** About when it happened: the book's time in milliseconds. */
  readonly at: number;
};

export type StoredAnswer = {
  readonly request: string;
  readonly status: number;
  readonly text: string;
  readonly sentAt: number;
  readonly at: number;
  /** The refusal that was lost before. */
  readonly replaced: StoredAnswer | undefined;
};

/** Coin and backing that the treasury gave the book, and when it can certainly be used. */
export type Allocation = { readonly coin: bigint; readonly points: bigint; readonly certainFrom: number };

export type Limits = { readonly per24h: string; readonly per30d: string };

/** From how many points on an action of an operator needs a second one. */
export type DualControl = { readonly approvalAtLeast: bigint; readonly rewardAtLeast: bigint };

export type Settings = {
  /** Without it, one operator is enough for everything. */
  readonly dualControl?: DualControl;
  /** Prices of one point in fiat. */
  readonly pointPrices: Readonly<Record<string, string>>;
  /** What a user may send by a kind of transfer in 24 hours and in 30 days, in points. */
  readonly limits: Readonly<Record<'user_to_user' | 'offramp', Limits>>;
};

export type Book = {
  /** The book that a reset has replaced by this one. */
  readonly former: Book | undefined;
  readonly journal: Journal;
  readonly settings: Settings;
  readonly users: Table<User>;
  readonly wallets: Table<Wallet>;
  readonly history: Log<HistoryEntry>;
  readonly depositAccounts: Table<DepositAccount>;
  readonly payoutAccounts: Table<PayoutAccount>;
  readonly transfers: Table<Transfer>;
  readonly batches: Table<Batch>;
  readonly quotes: Table<Quote>;
  readonly endpoints: Table<WebhookEndpoint>;
  readonly notes: Log<Note>;
  readonly proposals: Table<Proposal>;
  readonly assignments: Log<Assignment>;
  readonly events: Log<PublicEvent>;
  /** The IDs of events by their serials, as far as an answer has shown them. */
  readonly eventIds: Table<string>;
  readonly answers: Table<StoredAnswer>;
  /** Of the treasury to the integrator. A reset keeps them. */
  readonly allocations: Log<Allocation>;
  /** The answers to resets by their idempotency keys, and the times of all resets. A reset keeps them, too. */
  readonly resets: Table<StoredAnswer>;
  readonly resetTimes: Log<number>;
  /** Single numbers: the seconds that the clock is ahead, and what conversions have changed. */
  readonly numbers: Table<bigint>;
  /** What lists have shown of deliveries that never changes. */
  readonly deliveries: Table<JsonObject>;
  /** The entries of the request log that a list has shown. */
  readonly requests: Table<JsonObject>;
  /** Emits the events of repayments, which follow all others of the request that caused them. */
  readonly repayments: (() => void)[];
};

const given = (...keys: readonly (string | null)[]): readonly string[] =>
  keys.filter((key): key is string => key !== null);

/** An empty book. After a reset, `former` is the book that it replaces. */
export function createBook(journal: Journal, settings: Settings, former?: Book): Book {
  return {
    former,
    journal,
    settings,
    users: new Table(journal, ({ reference }) => [reference]),
    wallets: new Table(journal, ({ userId }) => [userId]),
    history: new Log(journal, ({ walletId }) => walletId),
    depositAccounts: new Table(journal, ({ userId }) => [userId]),
    payoutAccounts: new Table(journal, ({ userId }) => [userId]),
    transfers: new Table(journal, ({ from, to, userIds, payoutAccountId, depositAccountId }) =>
      given(from, to, ...userIds, payoutAccountId, depositAccountId),
    ),
    batches: new Table(journal),
    quotes: new Table(journal),
    endpoints: new Table(journal),
    notes: new Log(journal, () => ''),
    proposals: new Table(journal, ({ action }) => (action.type === 'reward' ? [] : [action.transferId])),
    assignments: new Log(journal, ({ id }) => id),
    events: new Log(journal, ({ objectId }) => objectId),
    eventIds: new Table(journal),
    answers: new Table(journal),
    allocations: former?.allocations ?? new Log(journal, () => ''),
    resets: former?.resets ?? new Table(journal),
    resetTimes: former?.resetTimes ?? new Log(journal, () => ''),
    numbers: new Table(journal),
    deliveries: new Table(journal),
    requests: new Table(journal),
    repayments: [],
  };
}

/** The book, and all that resets have replaced, newest first. */
export const generationsOf = (book: Book): readonly Book[] => [
  book,
  ...(book.former === undefined ? [] : generationsOf(book.former)),
];

/** A request without an answer that met the reset may have happened in the former book. Nobody can know. */
export function setUncertain({ former }: Book): void {
  former?.numbers.set('uncertain', 1n);
}

/** Whether the book contains what its model knows, and nothing else. */
export const isCertain = ({ numbers }: Book): boolean => numbers.get('uncertain') === undefined;

export const aheadSeconds = ({ numbers }: Book): number => Number(numbers.get('ahead') ?? 0n);

/** Every endpoint that is enabled and subscribes to the type is to receive the event. */
export function emit(
  book: Book,
  event: Pick<PublicEvent, 'type' | 'objectId' | 'version' | 'data' | 'at'>,
): void {
  const endpointIds = [...book.endpoints.values()].flatMap(({ id, isEnabled, types }) =>
    isEnabled && (types.length === 0 || types.includes(event.type)) ? id : [],
  );
  book.events.add({ ...event, serial: book.events.values.length, endpointIds });
}

/** Changes the figures of a wallet and adds an entry to its history for each figure that changes. */
export function post(
  book: Book,
  walletId: string,
  changes: Partial<Figures>,
  about: { readonly transferId: string | null; readonly createdAt: string | undefined },
): void {
  const { wallets, history } = book;
  const wallet = wallets.get(walletId);
  if (wallet === undefined) throw new Error(`The model has no wallet ${walletId}.`);
  let { figures } = wallet;
  for (const bucket of BUCKETS) {
    const amount = changes[bucket] ?? 0n;
    if (amount === 0n) continue;
    const after = figures[bucket] + amount;
    if (after < 0n !== (bucket === 'receivable' && after !== 0n))
      throw new Error(`The model's ${bucket} of ${walletId} is negative.`);
    figures = { ...figures, [bucket]: after };
    history.add({ walletId, bucket, amount, after, ...about });
  }
  const { available, receivable } = figures;
  const owed = -receivable;
  wallets.change(walletId, { figures });
  if (owed === 0n || available === 0n) return;
  // Every credit repays first what the user owes, cashable points before earned ones.
  const repaid = available < owed ? available : owed;
  const cashable = repaid < figures.cashable ? repaid : figures.cashable;
  const repayment: Figures = {
    available: -repaid,
    cashable: -cashable,
    pending: 0n,
    receivable: repaid,
  };
  post(book, walletId, repayment, { ...about, transferId: null });
  const at = Date.parse(about.createdAt ?? '');
  for (const bucket of BUCKETS)
    if (repayment[bucket] !== 0n)
      book.repayments.push(() => {
        const data = { wallet_id: walletId, bucket, amount: formatAmount(repayment[bucket], wallet.asset) };
        emit(book, { type: 'receivable.repaid', objectId: repaymentsOf(walletId), version: 1, data, at });
      });
}

/** Instead of the IDs of the entries of repayments, which the model does not know. */
export const repaymentsOf = (walletId: string): string => `repayments of ${walletId}`;

/** Emits the events of the repayments that a request caused. */
export function emitRepayments(book: Book): void {
  for (const emitNext of book.repayments.splice(0)) emitNext();
}

export const isApproved = ({ kyc, terms }: User): boolean => kyc === 'approved' && terms === 'approved';
