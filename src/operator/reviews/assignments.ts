/**
 * Who works on which review. An assignment is a document that decides nothing: every reviewer can decide every review, and
 * the activity log has who assigned what (docs/adr/0051-review-assignments.md).
 */
import { collection, parseBody } from '../../read-models/collection.ts';
import type { CollectionSpec, DocumentStore } from '../../read-models/port.ts';

/** `assigned_at` is ISO 8601. */
export type Assignment = {
  readonly operator_id: string;
  readonly name: string;
  readonly assigned_at: string;
};

/** `review_opened_at` says which review of the object it is about. Earlier releases did not store it. */
type StoredAssignment = Assignment & { readonly review_opened_at?: string };
type Review = { readonly id: string; readonly opened_at: string };

export const ASSIGNMENTS_COLLECTION = collection<StoredAssignment>('review_assignments_v1');
export const ASSIGNMENT_COLLECTIONS: readonly CollectionSpec[] = [
  { name: ASSIGNMENTS_COLLECTION, kind: 'state' },
];

const SCOPE = 'reviews';
const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

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
  // The clock of the node that wrote the one before may be ahead of this one, and an older write has no effect.
  const [before] = await documents.getMany(ASSIGNMENTS_COLLECTION, [id], { deleted: true });
  const [time, next] = [BigInt(now), (before?.position ?? 0n) + 1n];
  const position = time > next ? time : next;
  await documents.write([{ collection: ASSIGNMENTS_COLLECTION, id, document, position }], NO_CHECKPOINTS);
}
