/**
 * What a reviewer needs to decide a review: the people, hints, who works on it, and whether an approval needs a second
 * operator. It is read from documents and from the book in memory, with a bound on each, and decides nothing.
 */
import { COLLECTIONS } from '../../../projections/collections.ts';
import type { TransferView, UserView } from '../../../projections/views.ts';
import { assertCurrent } from '../../api/operations/read.ts';
import { waitForPosition } from '../../api/operations/wait.ts';
import type { ReviewCase, ReviewPerson, SecondOperator } from '../../generated/api.ts';
import { idTime, type TransferId } from '../../ledger/ids.ts';
import { limitedApproval, needsSecondOperator } from '../../ledger/limited-actions.ts';
import { identifyBook } from '../../platform/books.ts';
import type { OperatorToken } from '../../platform/platform.ts';
import { parseBody } from '../../read-models/collection.ts';
import { readConsistent } from '../../writer/command.ts';
import { mask, roleSeesPersonalData } from '../operations/personal-data.ts';
import type { OperatorServices } from '../operations/services.ts';
import { assignmentsOf, dueAt, type OpenReview } from './open-reviews.ts';
import {
  personWalletId,
  recordOf,
  rejectionHint,
  riskHints,
  unitOf,
  type PersonRecord,
} from './person-record.ts';

/** A review with the record that its hints and its history come from. */
type DescribedReview = { readonly shown: ReviewCase; readonly record: PersonRecord };

/** Describes reviews in their order. Leaves out those of unknown transfers and users. Throws ReadModelBehind. */
export async function describeReviews(
  services: OperatorServices,
  token: OperatorToken,
  reviews: readonly OpenReview[],
): Promise<readonly DescribedReview[]> {
  const position = await services.head();
  for (const each of [COLLECTIONS.transfers, COLLECTIONS.users])
    await waitForPosition(services, position, each);
  const transfers = await load(services, COLLECTIONS.transfers, idsOf(reviews, 'transfer'));
  const userIds = [
    ...idsOf(reviews, 'identity'),
    ...[...transfers.values()].flatMap((each) => endsOf(each).map(({ user_id }) => user_id)),
  ];
  const users = await load(services, COLLECTIONS.users, [...new Set(userIds)]);
  const assignments = await assignmentsOf(services.documents, reviews);
  const described = await Promise.all(
    reviews.map(async (review): Promise<DescribedReview | undefined> => {
      const transfer = transfers.get(review.id);
      const people = peopleOf(review, transfer).flatMap(({ user_id, part }) => {
        const user = users.get(user_id);
        return user === undefined ? [] : [presentPerson(token, user, part)];
      });
      const [first] = people;
      if (first === undefined || (review.kind === 'transfer' && transfer === undefined)) return undefined;
      const record = await recordOf(services, review, first.user_id, transfer);
      const shown = await presentCase(services, token, { review, transfer, people, record });
      return { shown: { ...shown, assignment: assignments.get(review.id) ?? null }, record };
    }),
  );
  return described.filter((each) => each !== undefined);
}

const idsOf = (reviews: readonly OpenReview[], kind: OpenReview['kind']): readonly string[] =>
  reviews.filter((each) => each.kind === kind).map(({ id }) => id);

/** Throws ReadModelBehind if one is missing from an outdated collection. */
async function load<Value>(
  services: OperatorServices,
  from: Parameters<typeof parseBody<Value>>[0],
  ids: readonly string[],
): Promise<ReadonlyMap<string, Value>> {
  const found = ids.length === 0 ? [] : await services.documents.getMany(from, ids);
  if (found.length < ids.length) await assertCurrent(services, from);
  return new Map(found.map((each) => [each.id, parseBody(from, each)]));
}

type Part = Pick<ReviewPerson, 'user_id' | 'part'>;

/** The wallets of a transfer with their users, the source first. A payout account has the user of the source. */
function endsOf({ source, destination }: TransferView): readonly Part[] {
  const ends: Part[] = [];
  if (source.user_id !== undefined) ends.push({ user_id: source.user_id, part: 'source' });
  const { user_id } = destination;
  if (user_id !== undefined && user_id !== source.user_id) ends.push({ user_id, part: 'destination' });
  return ends;
}

const peopleOf = ({ id }: OpenReview, transfer: TransferView | undefined): readonly Part[] =>
  transfer === undefined ? [{ user_id: id, part: 'subject' }] : endsOf(transfer);

function presentPerson(token: OperatorToken, user: UserView, part: ReviewPerson['part']): ReviewPerson {
  const name = nameOf(user);
  return {
    user_id: user.id,
    part,
    name: roleSeesPersonalData(token) ? name : mask('name', name),
    type: user.type,
    country: user.country,
    status: user.status,
    kyc_status: user.kyc_status,
    created_at: user.created_at,
  };
}

/** Individuals have two names, businesses one; each is null after the person was forgotten. */
function nameOf(user: UserView): string | null {
  const { business_name, first_name, last_name } = user as Partial<
    Record<'business_name' | 'first_name' | 'last_name', string | null>
  >;
  const parts = [business_name, first_name, last_name].filter((each) => each !== null && each !== undefined);
  return parts.length === 0 ? null : parts.join(' ');
}

type Found = {
  readonly review: OpenReview;
  readonly transfer: TransferView | undefined;
  readonly people: readonly ReviewPerson[];
  readonly record: PersonRecord;
};

async function presentCase(
  services: OperatorServices,
  token: OperatorToken,
  { review, transfer, people, record }: Found,
): Promise<ReviewCase> {
  const { id, kind, opened_at, reason, stream } = review;
  const due = dueAt(services, review);
  const wasRejected = record.decisions.some(({ outcome }) => outcome === 'rejected');
  return {
    id,
    object: 'review_case',
    kind,
    ...identifyBook(stream),
    opened_at,
    due_at: new Date(due).toISOString(),
    is_overdue: services.clock() > due,
    reason,
    people,
    amount: transfer?.amount ?? null,
    unit: transfer === undefined ? null : unitOf(transfer),
    // The projection writes objects of the API.
    transfer: (transfer as ReviewCase['transfer'] | undefined) ?? null,
    hints:
      transfer === undefined
        ? rejectionHint(wasRejected)
        : riskHints({
            transfer,
            people,
            wasRejected,
            walletId: personWalletId(transfer),
            recent: record.transfers,
            reviewAmount: reviewAmountOf(services, transfer),
          }),
    second_operator: transfer === undefined ? NOBODY : await secondOperator(services, token, review),
    assignment: null,
    history: null,
  };
}

const reviewAmountOf = ({ policy }: OperatorServices, { kind }: TransferView): bigint | undefined =>
  kind === 'conversion' ? undefined : policy.reviewThreshold[kind];

const NOBODY: SecondOperator = {
  is_needed: false,
  proposal_id: null,
  proposed_by: null,
  proposed_at: null,
  expires_at: null,
};

/** By the rule that the book applies to an approval, and the proposals of the book, also those of other nodes. */
function secondOperator(
  { writers, policy, clock }: OperatorServices,
  token: OperatorToken,
  { id, stream }: OpenReview,
): Promise<SecondOperator> {
  return readConsistent(writers, stream, (book) => {
    // Only IDs of transfers are reviewed as transfers.
    const transfer_id = id as TransferId;
    const limited = limitedApproval(book, policy, { transfer_id, reason: undefined });
    const now = clock() + book.clockAheadMs;
    const is_needed =
      limited !== undefined && needsSecondOperator(book, { policy, now }, limited, `operator:${token.id}`);
    const proposal = [...book.proposals.values()].find(
      ({ action, expires_at }) =>
        action.type === 'transfer_approval' &&
        action.transfer_id === transfer_id &&
        Date.parse(expires_at) > now,
    );
    if (proposal === undefined) return { ...NOBODY, is_needed };
    const { id: proposal_id, proposed_by, expires_at } = proposal;
    const proposed_at = new Date(idTime(proposal_id)).toISOString();
    return { is_needed, proposal_id, proposed_by, proposed_at, expires_at };
  });
}
