/** What is known about the person of a review: the newest transfers, and earlier reviews. */

import { COLLECTIONS } from '../../../projections/collections.ts';
import { transferTerms } from '../../../projections/transfers.ts';
import type { DecidedReview, ReviewView } from '../../../projections/operators.ts';
import type { TransferView } from '../../../projections/views.ts';
import type { ReviewHistory, ReviewPerson, RiskHint } from '../../generated/api.ts';
import { countDecimals, formatAmount, parseStoredAmount } from '../../ledger/amount.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { OperatorServices } from '../operations/services.ts';
import type { OpenReview } from './open-reviews.ts';

// Hints about a transfer in review, from the newest transfers of its person. They decide nothing.

type Evidence = {
  readonly transfer: TransferView;
  /** The wallet whose transfers these are: of the sender, or of the receiver of an on-ramp. */
  readonly walletId: string;
  /** Newest first, without the transfer itself. */
  readonly recent: readonly TransferView[];
  readonly people: readonly ReviewPerson[];
  /** Transfers of at least this many points require a review; undefined for kinds that never do. */
  readonly reviewAmount: bigint | undefined;
  /** Whether an earlier review of the person was rejected. */
  readonly wasRejected: boolean;
};

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const NEW_USER_MS = 7 * DAY_MS;
const ROUND_TRIP_MS = 30 * DAY_MS;
const REPEATED_MIN = 3;
/** Of the review amount, in percent. */
const SLIGHTLY_BELOW_PERCENT = 80n;
const UNUSUAL_FACTOR = 5n;
/** Fewer completed transfers say little about what is usual. */
const USUAL_MIN = 3;

type Check = (evidence: Evidence) => string | undefined;

/** Times are compared with the transfer's own, because a sandbox book may be ahead of the clock. */
const ageOf = ({ transfer }: Evidence, iso: string): number =>
  Date.parse(transfer.created_at) - Date.parse(iso);

export const unitOf = ({ source }: Pick<TransferView, 'source'>): string =>
  source.asset ?? source.currency ?? '';

const UNIT_NAMES: Readonly<Record<string, string>> = { 'svc-points': 'points', 'svc-coin': 'coin' };
const amountText = (amount: string, unit: string): string =>
  `${amount.replace(/\B(?=(\d{3})+\.)/g, ',')} ${UNIT_NAMES[unit] ?? unit.toUpperCase()}`;

const sumText = (amounts: readonly string[], unit: string): string => {
  const total = amounts.reduce((sum, amount) => sum + parseStoredAmount(amount), 0n);
  return amountText(formatAmount(total, countDecimals(amounts[0] ?? '0')), unit);
};

const isSent = ({ walletId }: Evidence, { source }: TransferView): boolean => source.wallet_id === walletId;
const isCompleted = ({ state }: TransferView): boolean => state === 'completed';
const hasUnit =
  (unit: string) =>
  (each: TransferView): boolean =>
    unitOf(each) === unit;

const PARTS = { source: 'sender', destination: 'receiver', subject: 'user' } as const;

const CHECKS: readonly (readonly [RiskHint['code'], Check])[] = [
  [
    'new_user',
    (evidence) => {
      const fresh = evidence.people.find(({ created_at }) => ageOf(evidence, created_at) < NEW_USER_MS);
      if (fresh === undefined) return undefined;
      const days = Math.max(0, Math.floor(ageOf(evidence, fresh.created_at) / DAY_MS));
      const age = days === 0 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`;
      return `The ${PARTS[fresh.part]} was created ${age} before the transfer.`;
    },
  ],
  [
    'first_transfer',
    ({ recent }) =>
      recent.some(isCompleted) ? undefined : 'The person has no completed transfer before this one.',
  ],
  [
    'round_trip',
    (evidence) => {
      const { transfer, recent } = evidence;
      const other = transfer.destination.wallet_id;
      const back = recent.filter(
        (each) =>
          transfer.kind === 'user_to_user' &&
          each.source.wallet_id === other &&
          isCompleted(each) &&
          ageOf(evidence, each.created_at) < ROUND_TRIP_MS,
      );
      const unit = unitOf(transfer);
      return back.length === 0
        ? undefined
        : `The receiver sent ${sumText(
            back.map(({ amount }) => amount),
            unit,
          )} to the sender in the 30 days before.`;
    },
  ],
  [
    'repeated_payouts',
    (evidence) => {
      const account = evidence.transfer.destination.payout_account_id;
      if (account === undefined) return undefined;
      const count = evidence.recent.filter(
        (each) => each.destination.payout_account_id === account && ageOf(evidence, each.created_at) < DAY_MS,
      ).length;
      return count + 1 < REPEATED_MIN
        ? undefined
        : `This is payout number ${count + 1} to the same payout account within a day.`;
    },
  ],
  [
    'funds_just_received',
    (evidence) => {
      const { transfer, recent } = evidence;
      if (transfer.kind === 'onramp') return undefined;
      const unit = unitOf(transfer);
      const received = recent
        .filter((each) => !isSent(evidence, each) && isCompleted(each))
        .filter((each) => ageOf(evidence, each.updated_at) < HOUR_MS)
        .flatMap(({ receipt, destination }) => {
          const credited = receipt !== null && 'amount_credited' in receipt ? receipt.amount_credited : null;
          return credited === null || destination.asset !== unit ? [] : [credited];
        });
      const total = received.reduce((sum, amount) => sum + parseStoredAmount(amount), 0n);
      return received.length > 0 && total * 2n >= parseStoredAmount(transfer.amount)
        ? `${sumText(received, unit)} arrived in the hour before.`
        : undefined;
    },
  ],
  [
    'below_review_amount',
    (evidence) => {
      const { transfer, recent, reviewAmount } = evidence;
      if (reviewAmount === undefined || unitOf(transfer) !== 'svc-points') return undefined;
      const count = recent
        .filter(hasUnit('svc-points'))
        .filter((each) => each.kind === transfer.kind && isSent(evidence, each))
        .filter(({ created_at }) => ageOf(evidence, created_at) < DAY_MS)
        .map(({ amount }) => parseStoredAmount(amount))
        .filter((amount) => amount < reviewAmount && amount * 100n >= reviewAmount * SLIGHTLY_BELOW_PERCENT);
      return count.length < REPEATED_MIN
        ? undefined
        : `${count.length} transfers of the day before are slightly below the amount that requires a review.`;
    },
  ],
  [
    'unusual_amount',
    (evidence) => {
      const { transfer, recent } = evidence;
      const usual = recent
        .filter(hasUnit(unitOf(transfer)))
        .filter((each) => each.kind === transfer.kind && isCompleted(each))
        .filter((each) => isSent(evidence, each) === isSent(evidence, transfer))
        .map(({ amount }) => parseStoredAmount(amount));
      const largest = usual.reduce((most, amount) => (amount > most ? amount : most), 0n);
      return usual.length >= USUAL_MIN && parseStoredAmount(transfer.amount) >= largest * UNUSUAL_FACTOR
        ? `The largest of ${usual.length} earlier ones is ${amountText(
            formatAmount(largest, countDecimals(transfer.amount)),
            unitOf(transfer),
          )}.`
        : undefined;
    },
  ],
];

/** Looks at what it is given only, so its cost is bounded. */
export const riskHints = (evidence: Evidence): readonly RiskHint[] => [
  ...CHECKS.flatMap(([code, check]) => {
    const message = check(evidence);
    return message === undefined ? [] : [{ code, message }];
  }),
  ...rejectionHint(evidence.wasRejected),
];

/** For transfers and identities. */
export const rejectionHint = (wasRejected: boolean): readonly RiskHint[] =>
  wasRejected
    ? [{ code: 'earlier_rejection', message: 'An earlier review of the person was rejected.' }]
    : [];

export type PersonRecord = {
  readonly walletId: string | undefined;
  /** Newest first, at most 50, without the one in review. */
  readonly transfers: readonly TransferView[];
  readonly isMore: boolean;
  /** Newest first, of the person's identity and of these transfers. */
  readonly decisions: readonly (Pick<ReviewView, 'id' | 'kind'> & DecidedReview)[];
};

const TRANSFERS_MAX = 50;
const SHOWN_MAX = 10;

/** The wallet of the person that a transfer is about: of the sender, or of the receiver of an on-ramp. */
export const personWalletId = ({ source, destination }: TransferView): string =>
  source.wallet_id ?? destination.wallet_id ?? '';

/** Throws ReadModelBehind. */
export async function recordOf(
  { documents }: OperatorServices,
  { id, stream: scope }: OpenReview,
  userId: string,
  transfer: TransferView | undefined,
): Promise<PersonRecord> {
  const walletId =
    transfer === undefined ? await pointsWalletOf(documents, scope, userId) : personWalletId(transfer);
  const found =
    walletId === undefined
      ? []
      : await documents.list(COLLECTIONS.transfers, {
          scope,
          terms: transferTerms({ walletIds: [walletId] }),
          order: 'newest',
          limit: TRANSFERS_MAX + 2,
        });
  const others = found.filter((each) => each.id !== id);
  const transfers = others.slice(0, TRANSFERS_MAX).map((each) => parseBody(COLLECTIONS.transfers, each));
  const subjects = [userId, id, ...transfers.map((each) => each.id)];
  const reviews = await documents.getMany(COLLECTIONS.reviews, [...new Set(subjects)]);
  const decisions = reviews
    .map((each) => parseBody(COLLECTIONS.reviews, each))
    .flatMap(({ id: subject, kind, decided }) => decided.map((each) => ({ id: subject, kind, ...each })))
    .sort((a, b) => (a.decided_at < b.decided_at ? 1 : -1));
  return { walletId, transfers, isMore: others.length > TRANSFERS_MAX, decisions };
}

/** A person's first wallet; most people have one for points. */
async function pointsWalletOf(
  documents: OperatorServices['documents'],
  scope: string,
  userId: string,
): Promise<string | undefined> {
  const [wallet] = await documents.list(COLLECTIONS.wallets, {
    scope,
    terms: [`user:${userId}`],
    order: 'oldest',
    limit: 1,
  });
  return wallet?.id;
}

const FAILED: ReadonlySet<TransferView['state']> = new Set(['failed', 'returned', 'refunded']);

/** `nameOf` returns the name of the actor of an event. */
export function presentHistory(
  { transfers, isMore, decisions, walletId }: PersonRecord,
  nameOf: (actor: string) => string,
): ReviewHistory {
  return {
    transfers: transfers.slice(0, SHOWN_MAX).map((each) => ({
      id: each.id,
      kind: each.kind,
      state: each.state,
      amount: each.amount,
      unit: unitOf(each),
      direction: each.source.wallet_id === walletId ? 'sent' : 'received',
      created_at: each.created_at,
    })),
    completed: transfers.filter(({ state }) => state === 'completed').length,
    failed: transfers.filter(({ state }) => FAILED.has(state)).length,
    is_more: isMore,
    decisions: decisions
      .slice(0, SHOWN_MAX)
      .map(({ decided_by, ...rest }) => ({ ...rest, decided_by: nameOf(decided_by) })),
  };
}
