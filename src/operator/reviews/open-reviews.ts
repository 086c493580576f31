/** The reviews that wait for a decision, oldest first, and when each is due. */

import { COLLECTIONS } from '../../../projections/collections.ts';
import { openReviewTerm, type ReviewKind, type ReviewView } from '../../../projections/operators.ts';
import { collection, parseBody, writeLatest } from '../../read-models/collection.ts';
import type { CollectionSpec, DocumentStore, StoredDocument } from '../../read-models/port.ts';
import { compareTexts } from '../lists/sorting.ts';
import { oldestAcrossBooks, type CrossBookQuery } from '../operations/cross-book-list.ts';
import type { OperatorServices } from '../operations/services.ts';

export type OpenReview = Omit<ReviewView, 'opened_at'> & {
  readonly opened_at: string;
  readonly stream: string;
};

/** More are not considered, so that the queue costs little. Those are the ones with the oldest IDs. */
const OPEN_REVIEWS_MAX = 1_000;

/** `isComplete`: none was left out. Throws ReadModelBehind. */
export async function openReviews(
  services: OperatorServices,
  kind: ReviewKind,
  query: Pick<CrossBookQuery, 'integrator_id' | 'environment'> = {},
): Promise<{ readonly reviews: readonly OpenReview[]; readonly isComplete: boolean }> {
  const selection = { collection: COLLECTIONS.reviews, terms: [openReviewTerm(kind)] };
  const found = await oldestAcrossBooks(services, selection, { ...query, limit: OPEN_REVIEWS_MAX + 1 });
  const reviews = found
    .slice(0, OPEN_REVIEWS_MAX)
    .map(openReviewOf)
    .filter((each) => each !== undefined)
    .sort(byAge);
  return { reviews, isComplete: found.length <= OPEN_REVIEWS_MAX };
}

/** Undefined if it was decided. */
export function openReviewOf(found: StoredDocument): OpenReview | undefined {
  const { opened_at, ...review } = parseBody(COLLECTIONS.reviews, found);
  return opened_at === null ? undefined : { ...review, opened_at, stream: found.scope };
}

/** The place of a review in the queue. */
export type Place = Pick<OpenReview, 'id' | 'opened_at'>;

/** Oldest first. */
export const byAge = (a: Place, b: Place): number =>
  compareTexts(a.opened_at, b.opened_at) || compareTexts(a.id, b.id);

/** When a review is overdue, in milliseconds since 1970. */
export const dueAt = (
  { reviewTargetMs }: Pick<OperatorServices, 'reviewTargetMs'>,
  { kind, opened_at }: Pick<OpenReview, 'kind' | 'opened_at'>,
): number => Date.parse(opened_at) + reviewTargetMs[kind];

// Who works on which review. An assignment is a document that decides nothing: every reviewer can decide every review, and
// the activity log has who assigned what (docs/architecture.md).

/** `assigned_at` is ISO 8601. */
type Assignment = {
  readonly operator_id: string;
  readonly name: string;
  readonly assigned_at: string;
};

/** `review_opened_at` says which review of the object it is about. Earlier releases did not store it. */
type StoredAssignment = Assignment & { readonly review_opened_at?: string };
type Review = { readonly id: string; readonly opened_at: string };

const ASSIGNMENTS_COLLECTION = collection<StoredAssignment>('review_assignments_v1');
export const ASSIGNMENT_COLLECTIONS: readonly CollectionSpec[] = [
  { name: ASSIGNMENTS_COLLECTION, kind: 'state' },
];

const SCOPE = 'reviews';

type Documents = Pick<DocumentStore, 'getMany' | 'write'>;

/** The current assignments of these reviews, by the ID of the transfer or user. */
export async function assignmentsOf(
  documents: Pick<Documents, 'getMany'>,
  reviews: readonly Review[],
): Promise<ReadonlyMap<string, Assignment>> {
  const openedAt = new Map(reviews.map(({ id, opened_at }) => [id, opened_at]));
  const found = await documents.getMany(ASSIGNMENTS_COLLECTION, [...openedAt.keys()]);
  return new Map(
    found.flatMap((each) => {
      const { review_opened_at, ...assignment } = parseBody(ASSIGNMENTS_COLLECTION, each);
      const opened = openedAt.get(each.id) ?? '';
      const isOfReview =
        review_opened_at === undefined ? assignment.assigned_at >= opened : review_opened_at === opened;
      return isOfReview ? [[each.id, assignment] as const] : [];
    }),
  );
}

/** Assigns a review, or removes its assignment. The last one counts, whatever the clocks say. Throws StoreUnavailable. */
export async function assign(
  documents: Documents,
  { id, opened_at }: Review,
  assignment: Assignment | null,
  now: number,
): Promise<void> {
  const stored: StoredAssignment | null = assignment && { ...assignment, review_opened_at: opened_at };
  const document = stored && { id, scope: SCOPE, terms: [], body: JSON.stringify(stored) };
  await writeLatest(documents, ASSIGNMENTS_COLLECTION, { id, document }, now);
}
