/** What is known about the person of a review: the newest transfers, and earlier reviews. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import type { DecidedReview, ReviewView } from '../../../projections/operators/reviews.ts';
import type { TransferView } from '../../../projections/views.ts';
import type { ReviewHistory } from '../../generated/api.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { OperatorServices } from '../operations/services.ts';
import type { OpenReview } from './open-reviews.ts';
import { unitOf } from './risk-hints.ts';

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
          ...{ scope, terms: [`wallet:${walletId}`], order: 'newest' },
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
    ...{ scope, terms: [`user:${userId}`], order: 'oldest', limit: 1 },
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
      ...{ id: each.id, kind: each.kind, state: each.state, amount: each.amount },
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
