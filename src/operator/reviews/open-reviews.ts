/** The reviews that wait for a decision, oldest first, and when each is due. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { openReviewTerm } from '../../../projections/operators/reviews.ts';
import type { ReviewKind, ReviewView } from '../../../projections/operators/reviews.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { StoredDocument } from '../../read-models/port.ts';
import { oldestAcrossBooks } from '../operations/cross-book-list.ts';
import type { CrossBookQuery } from '../operations/cross-book-list.ts';
import type { OperatorServices } from '../operations/services.ts';

export type OpenReview = Omit<ReviewView, 'opened_at'> & {
  readonly opened_at: string;
  readonly stream: string;
};

/** More are not considered, so that the queue costs little. Those are the ones with the oldest IDs. */
export const OPEN_REVIEWS_MAX = 1_000;

/** Throws ReadModelBehind. */
export async function openReviews(
  services: OperatorServices,
  kind: ReviewKind,
  query: Pick<CrossBookQuery, 'integrator_id' | 'environment'> = {},
): Promise<readonly OpenReview[]> {
  const selection = { collection: COLLECTIONS.reviews, terms: [openReviewTerm(kind)] };
  const found = await oldestAcrossBooks(services, selection, { ...query, limit: OPEN_REVIEWS_MAX });
  return found
    .map(openReviewOf)
    .filter((each) => each !== undefined)
    .sort(byAge);
}

/** Undefined if it was decided. */
export function openReviewOf(found: StoredDocument): OpenReview | undefined {
  const { opened_at, ...review } = parseBody(COLLECTIONS.reviews, found);
  return opened_at === null ? undefined : { ...review, opened_at, stream: found.scope };
}

type Place = Pick<OpenReview, 'id' | 'opened_at'>;

/** Oldest first. */
export const byAge = (a: Place, b: Place): number => compare(a.opened_at, b.opened_at) || compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** When a review is overdue, in milliseconds since 1970. */
export const dueAt = (
  { reviewTargetMs }: Pick<OperatorServices, 'reviewTargetMs'>,
  { kind, opened_at }: Pick<OpenReview, 'kind' | 'opened_at'>,
): number => Date.parse(opened_at) + reviewTargetMs[kind];
