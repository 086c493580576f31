/** What operators see of reviews and of the people in them, and who works on which review. */
import { POINTS } from '../state/money.ts';
import { refuse, textOf } from '../prediction.ts';
import type { JsonObject } from '../prediction.ts';
import { NOT_FOUND, STATE_CONFLICT } from '../request.ts';
import type { Request, Rule } from '../request.ts';
import { transferView } from '../state/views.ts';
import type { View } from '../state/views.ts';
import type { Book, Transfer, User } from '../state/world.ts';
import { find } from './operator-rules.ts';
import { needsSecondOperator, openFor } from './proposal-rules.ts';

const OPEN_FOR_NOBODY = { is_needed: false, proposal_id: null, proposed_by: null };

/** The users of both sides, the source first, each once. */
function peopleIn(book: Book, { from, to }: Transfer): readonly View[] {
  const [source, destination] = [from, to].map((id) => book.wallets.get(id ?? '')?.userId);
  return [
    ...(source === undefined ? [] : [{ user_id: source, part: 'source' }]),
    ...(destination === undefined || destination === source
      ? []
      : [{ user_id: destination, part: 'destination' }]),
  ];
}

function transferCase(request: Request, transfer: Transfer): View {
  const { book } = request;
  const open = openFor(request, transfer.id);
  return {
    ...{ id: transfer.id, object: 'review_case', kind: 'transfer', environment: 'sandbox' },
    people: peopleIn(book, transfer),
    amount: transfer.amount,
    unit: book.wallets.get(transfer.from ?? '')?.asset ?? transfer.fiat?.currency ?? POINTS,
    transfer: transferView(book, transfer),
    second_operator: {
      is_needed: needsSecondOperator(book, transfer),
      proposal_id: open?.id ?? null,
      proposed_by: open?.proposedBy ?? null,
    },
  };
}

const identityCase = ({ id }: User): View => ({
  ...{ id, object: 'review_case', kind: 'identity', environment: 'sandbox' },
  people: [{ user_id: id, part: 'subject', status: 'active', kyc_status: 'under_review' }],
  ...{ amount: null, unit: null, transfer: null, second_operator: OPEN_FOR_NOBODY },
});

/** The operator's name in the assignment that an answer shows; null if nobody is assigned. */
const shownIn = (answer: JsonObject): string | null => textOf(answer['assignment'], 'name') || null;

/**
 * Documents that are lost contain assignments, too: then nobody is assigned, or one who was before. An assignment is about one
 * review; a later one of the same object begins without.
 */
function refuseAssignment(
  { book, forgets }: Request,
  id: string,
): (answer: JsonObject) => string | undefined {
  return (answer) => {
    const opened = textOf(answer, 'opened_at');
    const of = book.assignments.of(id).filter(({ openedAt }) => openedAt === opened);
    const expected = of.at(-1)?.operator ?? null;
    const shown = shownIn(answer);
    const isEarlier = forgets && (shown === null || of.some(({ operator }) => operator === shown));
    return shown === expected || isEarlier
      ? undefined
      : `the review is assigned to ${shown ?? 'nobody'} instead of ${expected ?? 'nobody'}`;
  };
}

type Case = { readonly id: string; readonly view: View };

const show =
  (caseOf: (request: Request) => Case | undefined | 'closed', conflict: typeof STATE_CONFLICT): Rule =>
  (request) => {
    const found = caseOf(request);
    if (found === undefined) return NOT_FOUND;
    if (found === 'closed') return conflict;
    return { status: 200, body: found.view, refuses: refuseAssignment(request, found.id) };
  };

const assign =
  (caseOf: (request: Request) => Case | undefined | 'closed', conflict: typeof STATE_CONFLICT): Rule =>
  (request) => {
    const found = caseOf(request);
    if (found === undefined) return NOT_FOUND;
    if (found === 'closed') return conflict;
    const operator = request.body['assigned_to'] === 'me' ? (request.operator ?? null) : null;
    return {
      status: 200,
      body: found.view,
      refuses: (answer) =>
        shownIn(answer) === operator ? undefined : `the review is assigned to ${shownIn(answer) ?? 'nobody'}`,
      commit: (answer) =>
        request.book.assignments.add({ id: found.id, operator, openedAt: textOf(answer, 'opened_at') }),
    };
  };

function transferOf(request: Request): Case | undefined | 'closed' {
  const found = find(request, 'transfer_id', ({ transfers }) => transfers);
  if (found === undefined) return undefined;
  const { book, value } = found;
  if (value.state !== 'in_review') return 'closed';
  return { id: value.id, view: transferCase({ ...request, book }, value) };
}

function identityOf(request: Request): Case | undefined | 'closed' {
  const found = find(request, 'user_id', ({ users }) => users);
  if (found === undefined) return undefined;
  const { value } = found;
  if (value.kyc !== 'under_review' || !value.isActive) return 'closed';
  return { id: value.id, view: identityCase(value) };
}

const USER_CONFLICT = refuse(409, 'user_state_conflict');

/** Names of this model are on no list. Each active payout account has an owner. */
const getUserScreening: Rule = (request) => {
  const found = find(request, 'user_id', ({ users }) => users);
  if (found === undefined) return NOT_FOUND;
  const { book, value: user } = found;
  const accounts = book.payoutAccounts.of(user.id).filter(({ isActive }) => isActive);
  const clear = (type: string, id: string): View => ({ type, id, result: 'clear', matches: [] });
  return {
    status: 200,
    body: {
      ...{ object: 'user_screening', user_id: user.id },
      names: [clear('user', user.id), ...accounts.map(({ id }) => clear('payout_account', id))],
    },
  };
};

export const reviewRules = {
  getTransferReview: show(transferOf, STATE_CONFLICT),
  getKycReview: show(identityOf, USER_CONFLICT),
  assignTransferReview: assign(transferOf, STATE_CONFLICT),
  assignKycReview: assign(identityOf, USER_CONFLICT),
  getUserScreening,
  // Only a form of production sends identity data.
  getUserIdentity: () => NOT_FOUND,
} satisfies Readonly<Record<string, Rule>>;
