import { expect } from 'chai';
import type { ReviewCase, ReviewCasePage } from '../../../src/generated/api.ts';
import type { Client } from '../../support/client.ts';
import { createOperatorClient } from '../../support/client.ts';
import { transferInReview, userUnderReview } from '../../support/operator-world.ts';
import { createOperatorTestClient } from '../../support/service-with-operators.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newPayoutAccount,
  newUser,
  newWallet,
  offrampBody,
  transferBody,
} from '../../support/api-steps.ts';
import { startServicePair } from '../../support/service-pair.ts';
import type { ServiceNode } from '../../support/service-pair.ts';
import { startTestService } from '../../support/service.ts';
import type { RunningService } from '../../support/service.ts';

const HOUR_MS = 60 * 60_000;
const SETTINGS = {
  reviews: {
    amount_at_least: { user_to_user: '1000.00', offramp: '1000.00' },
    four_eyes_at_least: '5000.00',
    target_hours: { transfers: 2, identities: 24 },
  },
};

describe('The review queue', () => {
  let service: RunningService;
  let sandbox: Client;
  let reviewer: Client;
  let viewer: Client;
  let admin: Client;
  let aheadMs = 0;

  beforeEach(async () => {
    aheadMs = 0;
    service = await startTestService({}, () => Date.now() + aheadMs, SETTINGS);
    sandbox = service.sandbox;
    admin = createOperatorClient(service.url, service.credentials.operator_token);
    reviewer = await createOperatorTestClient(service.url, admin, 'reviewer');
    viewer = await createOperatorTestClient(service.url, admin, 'viewer');
  });
  afterEach(() => service.close());

  const queue = async (search = '', client = reviewer): Promise<ReviewCasePage> =>
    expectBody(await client.get(`/operator/v1/review_queue${search}`), 200);
  const reviewOf = async (id: string): Promise<ReviewCase> =>
    expectBody(await reviewer.get(`/operator/v1/transfers/${id}/review`), 200);
  const hintsOf = async (id: string): Promise<string[]> => (await reviewOf(id)).hints.map(({ code }) => code);
  const decide = (id: string, outcome: 'approved' | 'rejected') =>
    reviewer.post(`/operator/v1/transfers/${id}/review`, {
      outcome,
      reason: { code: 'reviewed', message: 'It was looked at.' },
    });
  const send = async (from: string, to: string, amount: string): Promise<ReviewCase['id']> =>
    expectBody(await sandbox.post('/v1/transfers', transferBody(from, to, amount)), 201).id;
  const assign = (client: Client, id: string, assigned_to: 'me' | null) =>
    client.request('PATCH', `/operator/v1/transfers/${id}/review`, { body: { assigned_to } });

  it('lists transfers oldest first with people, amount, and reason, and says which are overdue', async () => {
    const ana = await newUser(sandbox, { first_name: 'Ana', last_name: 'Silva' });
    expectBody(
      await sandbox.post(`/v1/sandbox/users/${ana.id}/kyc`, {
        kyc_status: 'approved',
        terms_status: 'approved',
      }),
      200,
    );
    const onramp = await transferInReview(sandbox);
    aheadMs += HOUR_MS;
    const from = await fundedWallet(sandbox, { cashable: '3000.00' });
    const to = expectBody(await sandbox.post(`/v1/users/${ana.id}/wallets`, { asset: 'svc-points' }), 201);
    const id = await send(from.id, to.id, '1500.00');
    const first = await queue('?limit=1');
    expect(first).to.deep.include({ total: 2, overdue: 0, has_more: true });
    expect(first.reasons.map(({ count }) => count)).to.deep.equal([1, 1]);
    expect(first.data.map((each) => each.id)).to.deep.equal([onramp.id]);
    aheadMs += 90 * 60_000;
    const { data, ...page } = await queue(`?starting_after=${onramp.id}`);
    expect(page).to.deep.include({ total: 2, overdue: 1, has_more: false });
    const [shown] = data;
    expect(shown).to.deep.include({
      id,
      kind: 'transfer',
      integrator_id: service.credentials.integrator_id,
      environment: 'sandbox',
      is_overdue: false,
      amount: '1500.00',
      unit: 'svc-points',
      reason: { code: 'review_amount', message: 'The amount requires a review.' },
      assignment: null,
      history: null,
    });
    expect(shown?.people.map(({ part, user_id, name }) => [part, user_id, name])).to.deep.equal([
      ['source', from.user_id, 'Ada'],
      ['destination', ana.id, 'Ana Silva'],
    ]);
    expect(Date.parse(shown?.due_at ?? '') - Date.parse(shown?.opened_at ?? '')).to.equal(2 * HOUR_MS);
    const masked = await queue('', viewer);
    expect(masked.data[1]?.people[1]?.name).to.equal('A•••• S••••');
    // The place of a decided review in the queue is still known.
    expectBody(await decide(onramp.id, 'rejected'), 200);
    expect((await queue(`?starting_after=${onramp.id}`)).data.map((each) => each.id)).to.deep.equal([id]);
    expectError(
      await reviewer.get(`/operator/v1/review_queue?starting_after=${to.id}`),
      400,
      'malformed_request',
    );
    expect((await queue('?reason=review_amount')).total).to.equal(1);
    expect((await queue('?reason=other')).total).to.equal(0);
  });

  it('lists identities in the order in which their reviews began', async () => {
    const user = await newUser(sandbox);
    const other = await userUnderReview(sandbox);
    const status = { kyc_status: 'under_review', terms_status: 'approved' };
    expectBody(await sandbox.post(`/v1/sandbox/users/${user.id}/kyc`, status), 200);
    const { data } = await queue('?kind=identity');
    expect(data.map(({ id }) => id)).to.deep.equal([other.id, user.id]);
    expect(data[0]).to.deep.include({ kind: 'identity', amount: null, transfer: null });
    // A change of the user is not a new review.
    expectBody(
      await sandbox.request('PATCH', `/v1/users/${other.id}`, { body: { metadata: { a: 'b' } } }),
      200,
    );
    expect((await queue('?kind=identity')).data[0]?.opened_at).to.equal(data[0]?.opened_at);
    const path = `/operator/v1/users/${user.id}/kyc_review`;
    const reasons = [{ code: 'other', message: 'The picture is dark.' }];
    expectBody(await reviewer.post(path, { outcome: 'rejected', rejection_reasons: reasons }), 200);
    expectError(await reviewer.get(path), 409, 'user_state_conflict');
    expectBody(await sandbox.post(`/v1/sandbox/users/${user.id}/kyc`, status), 200);
    const again: ReviewCase = expectBody(await reviewer.get(path), 200);
    expect(again.hints.map(({ code }) => code)).to.deep.equal(['earlier_rejection']);
    expect(again.history?.decisions).to.have.length(1);
    expect(again.history?.decisions[0]).to.deep.include({
      id: user.id,
      kind: 'identity',
      outcome: 'rejected',
      decided_by: 'A reviewer',
      reason: 'other: The picture is dark.',
    });
    expectBody(await reviewer.post(path, { outcome: 'approved', reason: 'Seen in person.' }), 200);
    expectBody(await sandbox.post(`/v1/users/${other.id}/deactivate`), 200);
    expect((await queue('?kind=identity')).total).to.equal(0);
  });

  it('assigns a review to one operator, which keeps nobody from deciding it', async () => {
    const { id } = await transferInReview(sandbox);
    const other = await createOperatorTestClient(service.url, admin, 'reviewer');
    const assigned: ReviewCase = expectBody(await assign(other, id, 'me'), 200);
    expect(assigned.assignment).to.deep.include({ name: 'A reviewer' });
    expect((await queue('?assigned=me', other)).total).to.equal(1);
    expect((await queue('?assigned=me')).total).to.equal(0);
    expect((await queue('?assigned=nobody')).total).to.equal(0);
    expect((await queue()).data[0]?.assignment).to.deep.equal(assigned.assignment);
    expectBody(await assign(reviewer, id, 'me'), 200);
    expect((await queue('?assigned=me', other)).total).to.equal(0);
    expectBody(await assign(reviewer, id, null), 200);
    expect((await queue('?assigned=nobody')).total).to.equal(1);
    expectError(await assign(viewer, id, 'me'), 403, 'permission_denied');
    const { data } = expectBody(
      await admin.get(`/operator/v1/activity?operation=assignTransferReview&target=${id}`),
      200,
    );
    expect(data.map(({ result }: { result: string }) => result)).to.deep.equal([
      'denied',
      'done',
      'done',
      'done',
    ]);
    expectBody(await assign(other, id, 'me'), 200);
    expectBody(await decide(id, 'approved'), 200);
    expectError(await assign(reviewer, id, 'me'), 409, 'transfer_state_conflict');
  });

  it('does not carry an assignment over to a later review of the same user', async () => {
    const user = await userUnderReview(sandbox);
    const path = `/operator/v1/users/${user.id}/kyc_review`;
    expectBody(await reviewer.request('PATCH', path, { body: { assigned_to: 'me' } }), 200);
    expectBody(await reviewer.post(path, { outcome: 'incomplete' }), 200);
    aheadMs += 1_000;
    const status = { kyc_status: 'under_review', terms_status: 'approved' };
    expectBody(await sandbox.post(`/v1/sandbox/users/${user.id}/kyc`, status), 200);
    expect((await queue('?kind=identity&assigned=nobody')).data.map(({ id }) => id)).to.deep.equal([user.id]);
  });

  it('has the last assignment, also if the clock of the server before was ahead', async () => {
    const { id } = await transferInReview(sandbox);
    aheadMs = HOUR_MS;
    expectBody(await assign(reviewer, id, 'me'), 200);
    aheadMs = 0;
    expect(expectBody(await assign(admin, id, 'me'), 200).assignment).to.include({ name: 'first run' });
    aheadMs = HOUR_MS;
    expect(expectBody(await assign(reviewer, id, null), 200).assignment).to.equal(null);
    aheadMs = 0;
    expect(expectBody(await assign(reviewer, id, 'me'), 200).assignment).to.include({ name: 'A reviewer' });
  });

  it('does not carry an assignment over if the clock of the server that assigned it was ahead', async () => {
    const { id } = await userUnderReview(sandbox);
    const path = `/operator/v1/users/${id}/kyc_review`;
    aheadMs = HOUR_MS;
    expectBody(await reviewer.request('PATCH', path, { body: { assigned_to: 'me' } }), 200);
    aheadMs = 0;
    expectBody(await reviewer.post(path, { outcome: 'incomplete' }), 200);
    expectBody(await sandbox.post(`/v1/sandbox/users/${id}/kyc`, { kyc_status: 'under_review' }), 200);
    expect(expectBody(await reviewer.get(path), 200).assignment).to.equal(null);
  });

  it('says what needs a second operator, and who proposed it', async () => {
    const from = await fundedWallet(sandbox, { cashable: '9000.00' });
    const to = await newWallet(sandbox);
    const small = await send(from.id, to.id, '1000.00');
    const large = await send(from.id, to.id, '6000.00');
    expect((await reviewOf(small)).second_operator.is_needed).to.equal(false);
    expect((await reviewOf(large)).second_operator).to.deep.include({ is_needed: true, proposal_id: null });
    const proposal = expectBody(await decide(large, 'approved'), 202);
    expect((await reviewOf(large)).second_operator).to.deep.equal({
      is_needed: true,
      proposal_id: proposal.id,
      proposed_by: 'A reviewer',
      proposed_at: proposal.proposed_at,
      expires_at: proposal.expires_at,
    });
    aheadMs += 100 * HOUR_MS;
    expect((await reviewOf(large)).second_operator).to.deep.include({ is_needed: true, proposal_id: null });
  });

  it('ends with the approval of an off-ramp, although its payout may wait for the rail', async () => {
    const from = await fundedWallet(sandbox, { cashable: '3000.00' });
    const account = await newPayoutAccount(sandbox, from.user_id);
    const payout = expectBody(
      await sandbox.post('/v1/transfers', offrampBody(from.id, account.id, '1200.00')),
      201,
    );
    expect((await queue()).total).to.equal(1);
    expectBody(await decide(payout.id, 'approved'), 200);
    expect((await queue()).total).to.equal(0);
    expectError(
      await reviewer.get(`/operator/v1/transfers/${payout.id}/review`),
      409,
      'transfer_state_conflict',
    );
  });

  it('hints at new users, first transfers, and money that goes back and forth', async () => {
    const a = await fundedWallet(sandbox, { cashable: '5000.00' });
    const b = await newWallet(sandbox);
    const there = await send(a.id, b.id, '1000.00');
    expect(await hintsOf(there)).to.deep.equal(['new_user', 'funds_just_received']);
    const hint = (await reviewOf(there)).hints.find(({ code }) => code === 'funds_just_received');
    expect(hint?.message).to.equal('5,000.00 points arrived in the hour before.');
    expectBody(await decide(there, 'approved'), 200);
    aheadMs += 8 * 24 * HOUR_MS;
    await send(b.id, a.id, '400.00');
    aheadMs += 2 * HOUR_MS;
    const back = await send(a.id, b.id, '1100.00');
    expect(await hintsOf(back)).to.deep.equal(['round_trip']);
    const { hints, history } = await reviewOf(back);
    expect(hints[0]?.message).to.equal(
      'The receiver sent 400.00 points to the sender in the 30 days before.',
    );
    expect(history?.transfers.map(({ amount, direction }) => [amount, direction])).to.deep.equal([
      ['400.00', 'received'],
      ['1000.00', 'sent'],
      ['50.00', 'received'],
    ]);
    expect(history?.decisions.map(({ id, outcome }) => [id, outcome])).to.deep.equal([[there, 'approved']]);
  });

  it('hints at payouts that repeat, amounts just below the limit, and earlier rejections', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '9000.00' });
    const account = await newPayoutAccount(sandbox, wallet.user_id);
    const cashOut = async (amount: string): Promise<string> =>
      expectBody(await sandbox.post('/v1/transfers', offrampBody(wallet.id, account.id, amount)), 201).id;
    aheadMs += 8 * 24 * HOUR_MS;
    for (const amount of ['900.00', '950.00', '990.00']) await cashOut(amount);
    const held = await cashOut('1000.00');
    expect(await hintsOf(held)).to.deep.equal(['repeated_payouts', 'below_review_amount']);
    expectBody(await decide(held, 'rejected'), 200);
    aheadMs += 25 * HOUR_MS;
    expect(await hintsOf(await cashOut('1000.00'))).to.deep.equal(['earlier_rejection']);
  });
});

describe('The review queue on two nodes', () => {
  it('says what needs a second operator if the other node has just recorded it', async () => {
    const pair = await startServicePair(SETTINGS);
    try {
      const [here, there] = pair.nodes;
      const reviewAt = async ({ admin }: ServiceNode, id: string): Promise<ReviewCase> =>
        expectBody(await admin.get(`/operator/v1/transfers/${id}/review`), 200);
      const from = await fundedWallet(here.sandbox, { cashable: '20000.00' });
      const to = await newWallet(here.sandbox);
      const send = async (): Promise<string> =>
        expectBody(await here.sandbox.post('/v1/transfers', transferBody(from.id, to.id, '6000.00')), 201).id;
      // From now on, both nodes have the book in memory.
      expect((await reviewAt(there, await send())).second_operator.is_needed).to.equal(true);
      const id = await send();
      const proposal = expectBody(
        await here.admin.post(`/operator/v1/transfers/${id}/review`, { outcome: 'approved' }),
        202,
      );
      expect((await reviewAt(there, id)).second_operator).to.deep.include({
        is_needed: true,
        proposal_id: proposal.id,
      });
    } finally {
      await pair.close();
    }
  });
});
