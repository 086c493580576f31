/** The sentence at the beginning of each object's page, as a table of cases. */
import { expect } from 'chai';
import type {
  Deposit,
  Key,
  OperatedWebhookDelivery,
  PayoutAccount,
  PayoutAttempts,
  Proposal,
  Quote,
  RailStatus,
  ReconciliationDay,
  ReconciliationItem,
  ReviewCase,
  Transfer,
  User,
  WebhookEndpoint,
} from '../../src/generated/api.ts';
import {
  daySentence,
  deliverySentence,
  depositAccountSentence,
  depositSentence,
  endpointSentence,
  itemSentence,
  keySentence,
  payoutAccountSentence,
  quoteSentence,
  userSentence,
  walletSentence,
} from '../../src/console/sentences/objects.ts';
import type { Deed, Sentence } from '../../src/console/sentences/text.ts';
import {
  proposalSentence,
  reviewSentence,
  transferSentence,
  type TransferFacts,
} from '../../src/console/sentences/transfers.ts';

const NOW = Date.parse('2026-11-28T14:00:00.000Z');
const DAY_MS = 86_400_000;
const [TODAY, FRIDAY, THURSDAY] = [
  '2026-11-28T09:05:00.000Z',
  '2026-11-27T14:00:00.000Z',
  '2026-11-26T09:00:00.000Z',
];

/** Sentences read only the members that a case names. */
// A complete object of the API would hide what a case is about.
const of = <Value>(members: Partial<Value>): Value => members as Value;

const transfer = (members: Partial<Transfer>): Transfer =>
  of<Transfer>({
    kind: 'offramp',
    state_reason: null,
    receipt: null,
    deposit_instructions: null,
    created_at: THURSDAY,
    updated_at: THURSDAY,
    ...members,
  });
const rail = (members: Partial<RailStatus> = {}): RailStatus =>
  of<RailStatus>({ enabled: true, available: true, ...members });
const attempts = (members: Partial<PayoutAttempts> = {}): PayoutAttempts => ({
  ...{ attempts: 3, result: 'no_answer', status: null },
  ...{ attempted_at: TODAY, next_attempt_at: '2026-11-28T14:01:00.000Z' },
  ...members,
});
const review = (members: Partial<ReviewCase> = {}): ReviewCase =>
  of<ReviewCase>({
    kind: 'transfer',
    opened_at: THURSDAY,
    due_at: FRIDAY,
    is_overdue: true,
    reason: { code: 'review_amount', message: 'The amount requires a review.' },
    assignment: null,
    second_operator: {
      is_needed: false,
      proposal_id: null,
      proposed_by: null,
      proposed_at: null,
      expires_at: null,
    },
    ...members,
  });
const user = (members: Partial<User>): User =>
  of<User>({
    status: 'active',
    kyc_status: 'approved',
    terms_status: 'approved',
    rejection_reasons: [],
    ...members,
  });
const deed: Deed = { by: 'Robin', time: THURSDAY, reason: 'The account was taken over' };
const reason = (message: string) => ({ code: 'some_code', message });

const moved = (members: Partial<Transfer>, facts: Partial<TransferFacts> = {}) =>
  transferSentence(transfer(members), { now: NOW, ...facts });
const item = (members: Partial<ReconciliationItem>) =>
  itemSentence(
    of<ReconciliationItem>({
      is_break: true,
      accepted: null,
      age_days: 3,
      proposal_id: null,
      suggestion: null,
      reason: null,
      result: 'missing_at_bank',
      ...members,
    }),
    'Robin',
    NOW,
  );
const day = (members: Partial<ReconciliationDay>) =>
  daySentence(
    of<ReconciliationDay>({ day: '2026-11-26', state: 'open', blocked_by: null, accounts: [], ...members }),
    'Robin',
    NOW,
  );
const open = (open_breaks: number) => of<ReconciliationDay['accounts'][number]>({ open_breaks });
const endpoint = (members: Partial<WebhookEndpoint>) =>
  endpointSentence(of<WebhookEndpoint>({ status: 'enabled', ...members }), NOW);
const delivery = (members: Partial<OperatedWebhookDelivery>) =>
  deliverySentence(
    of<OperatedWebhookDelivery>({
      attempt: 3,
      response_status: null,
      error: 'connection_refused',
      attempted_at: TODAY,
      next_attempt_at: null,
      ...members,
    }),
    NOW,
  );
const key = (members: Partial<Key>) =>
  keySentence(of<Key>({ status: 'active', expires_at: null, revoked_at: null, ...members }), NOW);
const proposal = (members: Partial<Proposal>) =>
  proposalSentence(
    of<Proposal>({
      state: 'open',
      proposed_by: 'Robin (a1b2c3)',
      proposed_at: THURSDAY,
      expires_at: '2026-12-03T09:00:00.000Z',
      ended_by: null,
      ended_at: null,
      ...members,
    }),
    NOW,
  );

/** The tone, the text, and the next action. */
type Case = readonly [sentence: Sentence, tone: Sentence['tone'], text: string, next?: string];

const CASES: Readonly<Record<string, readonly Case[]>> = {
  'a payout': [
    [
      moved({ state: 'payout_submitted' }, { rail: rail(), dueAt: NOW - DAY_MS }),
      'stop',
      'Waiting for the bank since November 26, expected November 27, one day late.',
      'Ask the bank, or settle by hand.',
    ],
    [
      moved(
        {
          state: 'payout_submitted',
          receipt: of<NonNullable<Transfer['receipt']>>({ rail_reference: 'EFT-17' }),
        },
        { rail: rail(), dueAt: NOW + 2 * DAY_MS },
      ),
      'wait',
      'Waiting for the bank since November 26, expected November 30. The bank accepted it as EFT-17.',
    ],
    [
      moved({ state: 'payout_submitted' }),
      'stop',
      'Waiting for the bank since November 26. Its rail is not configured, so nothing reports the outcome.',
      'Ask the bank, and settle by hand.',
    ],
    [
      moved({ state: 'pending', created_at: TODAY }, { rail: rail() }),
      'wait',
      'Not accepted by the bank yet, for 4 hours. The service tries again at least once a minute.',
    ],
    [
      moved({ state: 'pending' }, { rail: rail({ enabled: false, available: false }) }),
      'wait',
      'Not accepted by the bank yet, for 2 days. An operator disabled its rail.',
      'Enable the rail, and it continues.',
    ],
    [
      moved({ state: 'pending' }, { rail: rail({ available: false }) }),
      'wait',
      'Not accepted by the bank yet, for 2 days. The provider of its rail does not respond. The service tries again at least once a minute.',
      'Ask the provider if this lasts.',
    ],
    [
      moved({ state: 'pending' }, { rail: rail(), attempts: attempts() }),
      'wait',
      'Not accepted by the bank yet, for 2 days. Attempted 3 times, last at 09:05 UTC: the provider did not answer. Next attempt at 14:01 UTC.',
    ],
    [
      moved(
        { state: 'pending' },
        { rail: rail(), attempts: attempts({ attempts: 1, status: 500, next_attempt_at: TODAY }) },
      ),
      'wait',
      'Not accepted by the bank yet, for 2 days. Attempted once at 09:05 UTC: the provider answered 500. The next attempt is due.',
    ],
    [
      moved({ state: 'pending' }),
      'stop',
      'Not accepted by the bank yet, for 2 days. Its rail is not configured.',
      'Settle it by hand.',
    ],
    [
      moved({ state: 'refunded', state_reason: reason('The account is closed') }),
      'plain',
      'Not paid out. The wallet got everything back on November 26: The account is closed.',
    ],
    [moved({ state: 'completed', updated_at: TODAY }), 'ok', 'Paid out at 09:05 UTC.'],
    [
      moved({
        state: 'completed',
        late_movement: of<NonNullable<Transfer['late_movement']>>({
          type: 'return',
          created_at: TODAY,
          reason: reason('No such account.'),
        }),
      }),
      'stop',
      'Paid out on November 26. The bank returned it at 09:05 UTC: No such account.',
    ],
    [
      moved({ state: 'undeliverable', state_reason: reason('') }),
      'wait',
      'The bank could not deliver it: some code.',
      'The wallet is refunded next.',
    ],
    [
      moved({ state: 'returned', state_reason: reason('Unknown payee.') }),
      'wait',
      'The bank returned the payout on November 26: Unknown payee.',
      'The wallet is refunded next.',
    ],
  ],
  'a deposit': [
    [
      moved({
        kind: 'onramp',
        state: 'awaiting_funds',
        deposit_instructions: of<NonNullable<Transfer['deposit_instructions']>>({
          reference: 'SVC-1',
          expires_at: '2026-12-03T09:00:00.000Z',
        }),
      }),
      'wait',
      'Waiting for the payment since November 26, expires December 3.',
      'The payer has to name the reference SVC-1.',
    ],
    [
      moved({ kind: 'onramp', state: 'awaiting_funds' }),
      'wait',
      'Waiting for the payment since November 26.',
    ],
    [
      moved({ kind: 'onramp', state: 'funds_received' }),
      'wait',
      'The payment arrived on November 26. It is being credited.',
    ],
    [moved({ kind: 'onramp', state: 'completed' }), 'ok', 'Credited on November 26.'],
    [
      moved({ kind: 'onramp', state: 'returned', state_reason: reason('Below the minimum.') }),
      'plain',
      'The payment went back to its sender on November 26: Below the minimum.',
    ],
    [
      moved({ kind: 'onramp', state: 'canceled', updated_at: '2025-12-31T10:00:00.000Z' }),
      'plain',
      'Canceled on December 31, 2025.',
    ],
    [
      depositSentence(of<Deposit>({ state: 'in_review', created_at: THURSDAY, return_reason: null }), NOW),
      'wait',
      'Arrived on November 26, and waits for a decision.',
      'Decide about its transfer.',
    ],
    [
      depositSentence(
        of<Deposit>({ state: 'returned', created_at: THURSDAY, return_reason: 'Too small' }),
        NOW,
      ),
      'plain',
      'Arrived on November 26, and went back to its sender: Too small.',
    ],
    [depositAccountSentence({ status: 'active' }), 'ok', 'Open: payments to it are credited.'],
    [
      depositAccountSentence({ status: 'deactivated' }),
      'plain',
      'Deactivated: payments to it go back to their senders.',
    ],
  ],
  'a transfer between users, and a conversion': [
    [moved({ kind: 'user_to_user', state: 'completed' }), 'ok', 'Completed on November 26.'],
    [
      moved({ kind: 'conversion', state: 'failed', state_reason: reason('Too little coin.') }),
      'stop',
      'Failed on November 26: Too little coin.',
    ],
    [
      moved({ kind: 'user_to_user', state: 'in_review' }, { review: review() }),
      'stop',
      'Waiting for a decision since November 26, due November 27, one day late. The amount requires a review.',
      'Approve or reject it.',
    ],
    [
      moved({ kind: 'user_to_user', state: 'in_review', state_reason: reason('A hold') }),
      'wait',
      'Waiting for a decision since November 26: A hold.',
    ],
    [
      quoteSentence(of<Quote>({ status: 'open', expires_at: FRIDAY }), NOW),
      'plain',
      'Expired on November 27 without being used.',
    ],
    [quoteSentence(of<Quote>({ status: 'used', expires_at: FRIDAY }), NOW), 'ok', 'Used by a conversion.'],
  ],
  'a review, and a proposal': [
    [
      reviewSentence(
        review({
          is_overdue: false,
          due_at: '2026-11-29T09:00:00.000Z',
          reason: null,
          assignment: of<NonNullable<ReviewCase['assignment']>>({ name: 'Kim' }),
          kind: 'identity',
        }),
        NOW,
      ),
      'wait',
      'Waiting for a decision since November 26, due November 29. Kim works on it.',
      'Review the identity.',
    ],
    [
      reviewSentence(
        review({
          second_operator: of<ReviewCase['second_operator']>({ proposal_id: 'prp_1', proposed_by: 'Robin' }),
          reason: null,
        }),
        NOW,
      ),
      'stop',
      'Waiting for a decision since November 26, due November 27, one day late.',
      'Robin proposed the approval. Another operator has to confirm it.',
    ],
    [
      proposal({ proposed_by: 'Robin' }),
      'wait',
      'Proposed by Robin on November 26, expires on December 3.',
      'Another operator approves it, or somebody withdraws it.',
    ],
    [
      proposal({ state: 'executed', proposed_by: 'Robin', ended_by: 'Kim', ended_at: TODAY }),
      'ok',
      'Approved by Kim at 09:05 UTC. Proposed by Robin.',
    ],
    [
      proposal({ state: 'expired', proposed_by: 'Robin', ended_at: FRIDAY }),
      'plain',
      'Expired on November 27. Proposed by Robin.',
    ],
  ],
  'a user, and what the user owns': [
    [userSentence(user({}), { now: NOW }), 'ok', 'May send, receive, and cash out.'],
    [
      userSentence(user({ terms_status: 'pending' }), { now: NOW }),
      'wait',
      'The identity is approved. The terms are not accepted yet.',
    ],
    [
      userSentence(user({ kyc_status: 'rejected', rejection_reasons: [reason('Expired passport.')] }), {
        now: NOW,
      }),
      'stop',
      'The identity was rejected: Expired passport.',
    ],
    [
      userSentence(user({ status: 'deactivated' }), { deactivated: { ...deed, reason: null }, now: NOW }),
      'stop',
      'Deactivated by Robin on November 26.',
      'The personal data can be erased.',
    ],
    [
      userSentence(user({ status: 'deactivated' }), { forgotten: deed, now: NOW }),
      'stop',
      'The personal data was erased by Robin on November 26: The account was taken over.',
    ],
    [
      walletSentence({ status: 'active' }, { frozen: undefined, isOwnerActive: true, now: NOW }),
      'ok',
      'Active: can send and receive.',
    ],
    [
      walletSentence({ status: 'frozen' }, { frozen: deed, isOwnerActive: true, now: NOW }),
      'stop',
      'Frozen by Robin on November 26: The account was taken over.',
      'Unfreeze it when the reason no longer applies.',
    ],
    [
      walletSentence({ status: 'frozen' }, { frozen: undefined, isOwnerActive: false, now: NOW }),
      'stop',
      'Frozen, because its owner is deactivated.',
    ],
    [
      payoutAccountSentence(of<PayoutAccount>({ status: 'active', name_check: 'no_match' })),
      'stop',
      'Can receive payouts. The bank knows its owner under another name.',
    ],
    [
      payoutAccountSentence(of<PayoutAccount>({ status: 'deleted', name_check: 'match' })),
      'plain',
      'Deleted: no payout can go to it.',
    ],
  ],
  'a break, and a day': [
    [
      item({}),
      'stop',
      'The books have this movement, and the bank has no line for it, open for 3 days.',
      'Wait for the next statement, or ask the bank.',
    ],
    [
      item({ result: 'missing_in_ledger', age_days: 0, suggestion: of({}) }),
      'stop',
      'The bank has this line, and the books have no movement for it, open since today.',
      'Something of the same amount is suggested: link it, or decide otherwise.',
    ],
    [
      item({ accepted: { reason: 'A fee', accepted_by: 'operator:opt_1', accepted_at: THURSDAY } }),
      'wait',
      'The books have this movement, and the bank has no line for it. Accepted by Robin on November 26: A fee.',
    ],
    [
      item({ proposal_id: 'prp_1', age_days: 1 }),
      'wait',
      'The books have this movement, and the bank has no line for it, open for one day.',
      'Another operator has to confirm what was proposed.',
    ],
    [
      day({ blocked_by: 'There are open breaks', accounts: [open(2), open(1)] }),
      'stop',
      'There are open breaks.',
      'Decide the 3 open breaks.',
    ],
    [
      day({ blocked_by: 'A statement is missing.', awaited_statements: ['bank_eft:usd'] }),
      'wait',
      'A statement is missing.',
      'Import the statements, or close without them.',
    ],
    [day({}), 'wait', 'Everything agrees.', 'Close the day.'],
    [
      day({ state: 'closed', closed_at: FRIDAY, previous_day: '2026-11-25' }),
      'ok',
      'Closed by Robin on November 27. Contains all days after 2026-11-25.',
    ],
  ],
  'what integrators own': [
    [
      endpoint({
        health: of({ failing_since: THURSDAY, success_rate_24h: 0, last_error: null }),
      }),
      'stop',
      'Accepts nothing since November 26, for 2 days.',
      'Tell the integrator. Events are delivered again when it answers.',
    ],
    [
      endpoint({ status: 'disabled' }),
      'plain',
      'Disabled: nothing is delivered to it.',
      'The integrator can enable it.',
    ],
    [
      delivery({ state: 'pending', next_attempt_at: '2026-11-28T15:30:00.000Z' }),
      'wait',
      'Not delivered after 3 attempts: connection refused. The next attempt is at 15:30 UTC.',
    ],
    [
      delivery({ state: 'failed', response_status: 500 }),
      'stop',
      'Given up after 3 attempts: status 500.',
      'Redeliver it when the endpoint works.',
    ],
    [delivery({ state: 'succeeded', attempt: 1 }), 'ok', 'Delivered at 09:05 UTC after one attempt.'],
    [
      key({ expires_at: '2026-12-03T14:00:00.000Z' }),
      'wait',
      'Active until December 3, for 5 days.',
      'Rotate it before then.',
    ],
    [key({ status: 'revoked', revoked_at: FRIDAY }), 'stop', 'Revoked on November 27: it opens nothing.'],
    [key({}), 'ok', 'Active, and does not expire.'],
  ],
};

describe('The first sentence of a page', () => {
  for (const [subject, cases] of Object.entries(CASES))
    it(`says what is going on with ${subject}, and what to do next`, () => {
      for (const [sentence, tone, text, next] of cases)
        expect(sentence).to.deep.include({ tone, text, ...(next === undefined ? {} : { next }) });
      for (const [sentence, , text, next] of cases)
        if (next === undefined) expect(sentence.next, text).to.equal(undefined);
    });
});
