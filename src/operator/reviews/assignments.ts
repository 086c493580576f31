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

export const ASSIGNMENTS_COLLECTION = collection<Assignment>('review_assignments_v1');
export const ASSIGNMENT_COLLECTIONS: readonly CollectionSpec[] = [
  { name: ASSIGNMENTS_COLLECTION, kind: 'state' },
];

const SCOPE = 'reviews';
const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

type Documents = Pick<DocumentStore, 'getMany' | 'write'>;

/** The assignments of these reviews, by the ID of the transfer or user. Those from before a review began belong to an earlier one. */
export async function assignmentsOf(
  documents: Pick<Documents, 'getMany'>,
  reviews: readonly { readonly id: string; readonly opened_at: string }[],
): Promise<ReadonlyMap<string, Assignment>> {
  const openedAt = new Map(reviews.map(({ id, opened_at }) => [id, opened_at]));
  const found = await documents.getMany(ASSIGNMENTS_COLLECTION, [...openedAt.keys()]);
  return new Map(
    found
      .map((each) => [each.id, parseBody(ASSIGNMENTS_COLLECTION, each)] as const)
      .filter(([id, { assigned_at }]) => assigned_at >= (openedAt.get(id) ?? '')),
  );
}

/** Assigns a review, or removes its assignment. The last one counts. Throws StoreUnavailable. */
export async function assign(
  documents: Pick<Documents, 'write'>,
  id: string,
  assignment: Assignment | null,
  now: number,
): Promise<void> {
  const document = assignment && { id, scope: SCOPE, terms: [], body: JSON.stringify(assignment) };
  const position = BigInt(now);
  await documents.write([{ collection: ASSIGNMENTS_COLLECTION, id, document, position }], NO_CHECKPOINTS);
}
