import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Answer, Client } from '../support/client.ts';
import { createClient } from '../support/client.ts';
import { heldTransfer, newKeyOf, userUnderReview } from '../support/operator-world.ts';
import { ROLES, startOperatedService } from '../support/operators.ts';
import type { OperatedService } from '../support/operators.ts';
import {
  bodyOf,
  errorOf,
  fundedWallet,
  newUser,
  newPayoutAccount,
  newWallet,
  nothing,
  offrampBody,
  onrampBody,
  transferBody,
} from '../support/story.ts';

describe('Operators who review', () => {
  let service: OperatedService;
  let sandbox: Client;
  let reviewer: Client;
  before(async () => {
    service = await startOperatedService({
      reviews: { amount_at_least: { user_to_user: '1000.00', offramp: '1000.00' } },
    });
    sandbox = service.sandbox;
    reviewer = service.operators.reviewer;
  });
  after(() => service.close());

  const review = (id: string, body: object): Promise<Answer> =>
    reviewer.post(`/operator/v1/transfers/${id}/review`, body);
  const kyc = (id: string, body: object): Promise<Answer> =>
    reviewer.post(`/operator/v1/users/${id}/kyc_review`, body);
  const balance = async ({ user_id, id }: Answer['body']) =>
    bodyOf(await sandbox.get(`/v1/users/${user_id}/wallets/${id}/balance`), 200);

  async function heldBetweenUsers() {
    const from = await fundedWallet(sandbox, { cashable: '1500.00', earned: '100.00' });
    const to = await newWallet(sandbox);
    const body = transferBody(from.id, to.id, '1200.00');
    const transfer = bodyOf(await sandbox.post('/v1/transfers', body), 201);
    expect(transfer.state).to.equal('in_review');
    return { from, to, id: transfer.id as string };
  }

  it('let a transfer go on, or give the money back for a reason', async () => {
    const good = await heldBetweenUsers();
    const done = bodyOf(await review(good.id, { outcome: 'approved' }), 200);
    expect(done).to.include({ state: 'completed', state_reason: null, version: 3 });
    expect(await balance(good.to)).to.include({ available: '1200.00', cashable: '1100.00' });
    expect(bodyOf(await sandbox.get(`/v1/transfers/${good.id}`), 200)).to.deep.equal(done);
    expect(bodyOf(await reviewer.get(`/operator/v1/transfers/${good.id}`), 200)).to.deep.equal(done);
    const bad = await heldBetweenUsers();
    const reason = { code: 'suspected_fraud', message: 'The story does not hold.' };
    expect(bodyOf(await review(bad.id, { outcome: 'rejected', reason }), 200)).to.deep.include({
      state: 'failed',
      state_reason: reason,
    });
    expect(await balance(bad.from)).to.include({
      available: '1600.00',
      cashable: '1500.00',
      pending: '0.00',
    });
  });

  it('decide about on-ramps too', async () => {
    const { id } = await heldTransfer(sandbox);
    expect(bodyOf(await review(id, { outcome: 'approved' }), 200).state).to.equal('completed');
    const other = await heldTransfer(sandbox);
    expect(bodyOf(await review(other.id, { outcome: 'rejected' }), 200)).to.deep.include({
      state: 'returned',
    });
  });

  it('decide about off-ramps: submitted to the rail, or given back', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '5000.00' });
    const account = await newPayoutAccount(sandbox, wallet.user_id);
    const create = async () => {
      const body = offrampBody(wallet.id, account.id, '1000.00');
      const transfer = bodyOf(await sandbox.post('/v1/transfers', body), 201);
      expect(transfer.state).to.equal('in_review');
      return String(transfer.id);
    };
    const rail = (available: boolean) =>
      service.admin.post('/operator/v1/rails/sandbox/bank_eft/availability', { available });
    const good = await create();
    bodyOf(await rail(false), 200);
    errorOf(await review(good, { outcome: 'approved' }), 503, 'provider_unavailable');
    bodyOf(await rail(true), 200);
    const kyc = `/v1/sandbox/users/${wallet.user_id}/kyc`;
    bodyOf(await sandbox.post(kyc, { kyc_status: 'under_review' }), 200);
    errorOf(await review(good, { outcome: 'approved' }), 403, 'user_not_approved');
    bodyOf(await sandbox.post(kyc, { kyc_status: 'approved' }), 200);
    const idempotencyKey = randomUUID();
    const path = `/operator/v1/transfers/${good}/review`;
    const approved = await reviewer.post(path, { outcome: 'approved' }, { idempotencyKey });
    expect(bodyOf(approved, 200)).to.include({ state: 'payout_submitted', version: 3 });
    expect((await reviewer.post(path, { outcome: 'approved' }, { idempotencyKey })).text).to.equal(
      approved.text,
    );
    const refunded = bodyOf(await review(await create(), { outcome: 'rejected' }), 200);
    expect(refunded).to.include({ state: 'refunded' });
    expect(await balance(wallet)).to.include({ available: '4000.00', cashable: '4000.00' });
  });

  it('decide about a transfer once, and about none that does not wait', async () => {
    const { id } = await heldBetweenUsers();
    bodyOf(await review(id, { outcome: 'approved' }), 200);
    errorOf(await review(id, { outcome: 'rejected' }), 409, 'transfer_state_conflict');
    const wallet = await newWallet(sandbox);
    const waiting = bodyOf(await sandbox.post('/v1/transfers', onrampBody(wallet.id, '5.00')), 201);
    errorOf(await review(waiting.id, { outcome: 'approved' }), 409, 'transfer_state_conflict');
    errorOf(await review(nothing('trf'), { outcome: 'approved' }), 404, 'not_found');
  });

  it('tell whoever approves an off-ramp after another one rejected it that it is over', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '5000.00' });
    const account = await newPayoutAccount(sandbox, wallet.user_id);
    for (let i = 0; i < 5; i++) {
      const body = offrampBody(wallet.id, account.id, '1000.00');
      const { id } = bodyOf(await sandbox.post('/v1/transfers', body), 201);
      // Both find it in review; only one of them ends that.
      const outcomes = ['approved', 'rejected'];
      const answers = await Promise.all(outcomes.map((outcome) => review(id, { outcome })));
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused.length).to.equal(1);
      for (const answer of refused) errorOf(answer, 409, 'transfer_state_conflict');
    }
  });

  it('can approve neither for users who are no longer approved nor for frozen wallets, but reject', async () => {
    for (const side of ['from', 'to'] as const) {
      const held = await heldBetweenUsers();
      const path = `/v1/sandbox/users/${held[side].user_id}/kyc`;
      bodyOf(await sandbox.post(path, { kyc_status: 'under_review' }), 200);
      errorOf(await review(held.id, { outcome: 'approved' }), 403, 'user_not_approved');
      expect(bodyOf(await review(held.id, { outcome: 'rejected' }), 200).state).to.equal('failed');
    }
    const frozen = await heldBetweenUsers();
    bodyOf(await reviewer.post(`/operator/v1/wallets/${frozen.to.id}/freeze`, { reason: 'A check.' }), 200);
    errorOf(await review(frozen.id, { outcome: 'approved' }), 409, 'wallet_frozen');
    bodyOf(await reviewer.post(`/operator/v1/wallets/${frozen.to.id}/unfreeze`, { reason: 'Fine.' }), 200);
    expect(bodyOf(await review(frozen.id, { outcome: 'approved' }), 200).state).to.equal('completed');
  });

  it('get the same answer again, which belongs to them and to no integrator', async () => {
    const { id } = await heldBetweenUsers();
    const path = `/operator/v1/transfers/${id}/review`;
    const idempotencyKey = randomUUID();
    const first = await reviewer.post(path, { outcome: 'approved' }, { idempotencyKey });
    const again = await reviewer.post(path, { outcome: 'approved' }, { idempotencyKey });
    expect([again.status, again.text]).to.deep.equal([200, first.text]);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    errorOf(
      await reviewer.post(path, { outcome: 'rejected' }, { idempotencyKey }),
      409,
      'idempotency_key_reused',
    );
    // The integrator of that book may use the same key for something else.
    const user = { type: 'individual', external_reference: randomUUID() };
    bodyOf(await sandbox.post('/v1/users', user, { idempotencyKey }), 201);
    // A refusal is kept as well.
    const refusedKey = { idempotencyKey: randomUUID() };
    const refused = await reviewer.post(path, { outcome: 'approved' }, refusedKey);
    errorOf(refused, 409, 'transfer_state_conflict');
    expect((await reviewer.post(path, { outcome: 'approved' }, refusedKey)).text).to.equal(refused.text);
  });

  it('decide about users who are under review, and about no others', async () => {
    const reasons = [{ code: 'document_unreadable', message: 'The document can not be read.' }];
    for (const outcome of ['approved', 'rejected', 'incomplete'] as const) {
      const user = await userUnderReview(sandbox);
      const path = `/operator/v1/users/${user.id}/kyc_review`;
      const idempotencyKey = randomUUID();
      const body = { outcome, rejection_reasons: reasons };
      const answer = await reviewer.post(path, body, { idempotencyKey });
      const after = bodyOf(answer, 200);
      expect(after).to.deep.include({
        kyc_status: outcome,
        terms_status: 'approved',
        rejection_reasons: outcome === 'approved' ? [] : reasons,
        version: Number(user.version) + 1,
      });
      expect(bodyOf(await sandbox.get(`/v1/users/${user.id}`), 200)).to.deep.equal(after);
      expect(bodyOf(await reviewer.get(`/operator/v1/users/${user.id}`), 200)).to.deep.equal(after);
      expect((await reviewer.post(path, body, { idempotencyKey })).text).to.equal(answer.text);
      errorOf(await kyc(user.id, { outcome: 'approved' }), 409, 'user_state_conflict');
    }
    const { id } = await newUser(sandbox);
    errorOf(await kyc(id, { outcome: 'approved' }), 409, 'user_state_conflict');
    bodyOf(await sandbox.post(`/v1/users/${id}/deactivate`), 200);
    errorOf(await kyc(id, { outcome: 'approved' }), 409, 'user_deactivated');
    errorOf(await kyc(nothing('usr'), { outcome: 'approved' }), 404, 'not_found');
    errorOf(await kyc(id, { outcome: 'not_started' }), 422, 'validation_failed');
  });
});

describe('The people behind users', () => {
  let service: OperatedService;
  before(async () => {
    service = await startOperatedService();
  });
  after(() => service.close());

  const PERSON = {
    first_name: 'Quendolin',
    last_name: 'Xanthos Yule',
    email: 'quendolin@people.example',
    phone: '+14165550123',
  };
  const MASKED = {
    first_name: 'Q••••',
    last_name: 'X•••• Y••••',
    email: 'q•••@people.example',
    phone: '•••• 23',
  };

  it('are known to reviewers and admins, and masked for every other role', async () => {
    const { sandbox, operators } = service;
    const { id } = await newUser(sandbox, PERSON);
    bodyOf(await sandbox.post(`/v1/sandbox/users/${id}/kyc`, { kyc_status: 'under_review' }), 200);
    const shown = bodyOf(await sandbox.get(`/v1/users/${id}`), 200);
    for (const role of ['admin', 'reviewer', 'treasury', 'viewer'] as const) {
      const sees = role === 'admin' || role === 'reviewer' ? PERSON : MASKED;
      const alone = bodyOf(await operators[role].get(`/operator/v1/users/${id}`), 200);
      expect(alone, role).to.deep.equal({ ...shown, ...sees });
      const { data } = bodyOf(await operators[role].get('/operator/v1/kyc_reviews?limit=1'), 200);
      expect(data[0].user, role).to.deep.equal(alone);
    }
  });

  it('are masked by what a field is, and not by what its text looks like', async () => {
    const names = { first_name: 'Quinn@Home', last_name: '4155 550123' };
    const { id } = await newUser(service.sandbox, names);
    const shown = bodyOf(await service.operators.viewer.get(`/operator/v1/users/${id}`), 200);
    expect(shown).to.deep.include({ first_name: 'Q••••', last_name: '4•••• 5••••' });
  });

  it('stay away where they were never told, and so do the names that a business has not', async () => {
    const { sandbox, operators } = service;
    const names = { type: 'business', business_name: 'Harbour Stores', first_name: undefined };
    const { id } = await newUser(sandbox, names);
    const { viewer } = operators;
    const seen = bodyOf(await viewer.get(`/operator/v1/users/${id}`), 200);
    expect(seen).to.include({ business_name: 'H•••• S••••', email: null, phone: null });
    expect(seen).to.not.have.any.keys('first_name', 'last_name');
    errorOf(await viewer.get(`/operator/v1/users/${nothing('usr')}`), 404, 'not_found');
  });
});

describe('What waits for operators', () => {
  let service: OperatedService;
  let admin: Client;
  before(async () => {
    service = await startOperatedService();
    admin = service.admin;
  });
  after(() => service.close());

  it('is listed over all integrators, newest first, page by page', async () => {
    const { sandbox, stranger, credentials } = service;
    const { id: third } = bodyOf(await admin.post('/operator/v1/integrators', { name: 'Third' }), 201);
    const thirds = createClient(service.url, (await newKeyOf(admin, third)).secret);
    const made: string[] = [];
    for (const client of [sandbox, stranger, thirds, sandbox, thirds, stranger])
      made.unshift(String((await heldTransfer(client)).id));
    const list = async (query: string) => bodyOf(await admin.get(`/operator/v1/reviews?${query}`), 200);
    const ids = ({ data }: Answer['body']): string[] => data.map(({ id }: { id: string }) => id);
    expect(ids(await list('limit=100'))).to.deep.equal(made);
    const pages: string[] = [];
    for (let cursor = ''; ;) {
      const page = await list(`limit=2${cursor}`);
      pages.push(...ids(page));
      if (!page.has_more) break;
      cursor = `&starting_after=${pages.at(-1)}`;
    }
    expect(pages).to.deep.equal(made);
    const back = await list(`limit=2&ending_before=${made[4]}`);
    expect([ids(back), back.has_more]).to.deep.equal([[made[2], made[3]], true]);
    expect(ids(await list(`integrator_id=${third}`))).to.deep.equal([made[1], made[3]]);
    expect(ids(await list('environment=production'))).to.deep.equal([]);
    expect(ids(await list(`integrator_id=int_${'0'.repeat(26)}`))).to.deep.equal([]);
    errorOf(
      await admin.get(`/operator/v1/reviews?starting_after=${nothing('trf')}`),
      400,
      'malformed_request',
    );
    const [newest] = (await list(`integrator_id=${credentials.integrator_id}&limit=1`)).data;
    expect(newest).to.deep.include({ integrator_id: credentials.integrator_id, environment: 'sandbox' });
    expect(newest.transfer).to.deep.equal(bodyOf(await sandbox.get(`/v1/transfers/${newest.id}`), 200));
  });

  it('leaves the list with the decision, and a cursor to it still works', async () => {
    const [one, two] = [await heldTransfer(service.sandbox), await heldTransfer(service.sandbox)];
    bodyOf(await admin.post(`/operator/v1/transfers/${two.id}/review`, { outcome: 'rejected' }), 200);
    const { data } = bodyOf(await admin.get(`/operator/v1/reviews?starting_after=${two.id}&limit=1`), 200);
    expect(data[0].id).to.equal(one.id);
  });

  it('shows the link of a payment by e-mail to those alone who may know persons', async () => {
    const { sandbox, operators } = service;
    const wallet = await newWallet(sandbox);
    const source = { type: 'fiat', currency: 'cad', rail: 'emailpay' };
    const { id } = bodyOf(
      await sandbox.post('/v1/transfers', { ...onrampBody(wallet.id, '5.00'), source }),
      201,
    );
    const arrived = { transfer_id: id, amount: '5.00', outcome: 'in_review' };
    const whole = bodyOf(await sandbox.post('/v1/sandbox/deposits', arrived), 200);
    const { deposit_instructions: details } = whole;
    expect(details.approval_url).to.include('/pay/');
    const masked = { ...details, approval_url: `${new URL(details.approval_url).origin}/` };
    for (const role of ROLES) {
      const mayKnow = role === 'reviewer' || role === 'admin';
      const seen = mayKnow ? whole : { ...whole, deposit_instructions: masked };
      expect(bodyOf(await operators[role].get(`/operator/v1/transfers/${id}`), 200), role).to.deep.equal(
        seen,
      );
      const { data } = bodyOf(await operators[role].get('/operator/v1/reviews?limit=1'), 200);
      expect(data[0].transfer, role).to.deep.equal(seen);
    }
    errorOf(await operators.viewer.get(`/operator/v1/transfers/${nothing('trf')}`), 404, 'not_found');
  });

  it('has users under review in a list of their own', async () => {
    const [one, two] = [await userUnderReview(service.sandbox), await userUnderReview(service.stranger)];
    const { data } = bodyOf(await admin.get('/operator/v1/kyc_reviews?limit=2'), 200);
    expect(data.map(({ id }: { id: string }) => id)).to.deep.equal([two.id, one.id]);
    expect(data[1]).to.deep.include({ object: 'kyc_review', user: one });
    bodyOf(await admin.post(`/operator/v1/users/${two.id}/kyc_review`, { outcome: 'approved' }), 200);
    const after = bodyOf(await admin.get('/operator/v1/kyc_reviews?limit=1'), 200);
    expect(after.data[0].id).to.equal(one.id);
  });

  it('lists no user who was deactivated meanwhile, about whom nothing can be decided', async () => {
    const [waiting, gone] = [await userUnderReview(service.sandbox), await userUnderReview(service.sandbox)];
    bodyOf(await service.sandbox.post(`/v1/users/${gone.id}/deactivate`), 200);
    const { data } = bodyOf(await admin.get('/operator/v1/kyc_reviews?limit=1'), 200);
    expect(data[0].id).to.equal(waiting.id);
    const decision = await admin.post(`/operator/v1/users/${gone.id}/kyc_review`, { outcome: 'approved' });
    errorOf(decision, 409, 'user_deactivated');
  });
});
