import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Answer, Client } from '../../support/client.ts';
import { createClient } from '../../support/client.ts';
import { transferInReview, createKey, userUnderReview } from '../../support/operator-world.ts';
import { ROLES, startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newUser,
  newPayoutAccount,
  newWallet,
  unknownId,
  offrampBody,
  onrampBody,
  transferBody,
} from '../../support/api-steps.ts';

describe('Reviewers', () => {
  let service: ServiceWithOperators;
  let sandbox: Client;
  let reviewer: Client;
  before(async () => {
    service = await startServiceWithOperators({
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
    expectBody(await sandbox.get(`/v1/users/${user_id}/wallets/${id}/balance`), 200);

  async function heldBetweenUsers() {
    const from = await fundedWallet(sandbox, { cashable: '1500.00', earned: '100.00' });
    const to = await newWallet(sandbox);
    const body = transferBody(from.id, to.id, '1200.00');
    const transfer = expectBody(await sandbox.post('/v1/transfers', body), 201);
    expect(transfer.state).to.equal('in_review');
    return { from, to, id: transfer.id as string };
  }

  it('approve a transfer, or reject it with a reason', async () => {
    const good = await heldBetweenUsers();
    const done = expectBody(await review(good.id, { outcome: 'approved' }), 200);
    expect(done).to.include({ state: 'completed', state_reason: null, version: 3 });
    expect(await balance(good.to)).to.include({ available: '1200.00', cashable: '1100.00' });
    expect(expectBody(await sandbox.get(`/v1/transfers/${good.id}`), 200)).to.deep.equal(done);
    expect(expectBody(await reviewer.get(`/operator/v1/transfers/${good.id}`), 200)).to.deep.equal(done);
    const bad = await heldBetweenUsers();
    const reason = { code: 'suspected_fraud', message: 'The story does not hold.' };
    expect(expectBody(await review(bad.id, { outcome: 'rejected', reason }), 200)).to.deep.include({
      state: 'failed',
      state_reason: reason,
    });
    expect(await balance(bad.from)).to.include({
      available: '1600.00',
      cashable: '1500.00',
      pending: '0.00',
    });
  });

  it('decide on-ramps', async () => {
    const { id } = await transferInReview(sandbox);
    expect(expectBody(await review(id, { outcome: 'approved' }), 200).state).to.equal('completed');
    const other = await transferInReview(sandbox);
    expect(expectBody(await review(other.id, { outcome: 'rejected' }), 200)).to.deep.include({
      state: 'returned',
    });
  });

  it('decide off-ramps: submit to the rail, or return the points', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '5000.00' });
    const account = await newPayoutAccount(sandbox, wallet.user_id);
    const create = async () => {
      const body = offrampBody(wallet.id, account.id, '1000.00');
      const transfer = expectBody(await sandbox.post('/v1/transfers', body), 201);
      expect(transfer.state).to.equal('in_review');
      return String(transfer.id);
    };
    const rail = (available: boolean) =>
      service.admin.post('/operator/v1/rails/sandbox/bank_eft/availability', { available });
    const good = await create();
    expectBody(await rail(false), 200);
    expectError(await review(good, { outcome: 'approved' }), 503, 'provider_unavailable');
    expectBody(await rail(true), 200);
    const kyc = `/v1/sandbox/users/${wallet.user_id}/kyc`;
    expectBody(await sandbox.post(kyc, { kyc_status: 'under_review' }), 200);
    expectError(await review(good, { outcome: 'approved' }), 403, 'user_not_approved');
    expectBody(await sandbox.post(kyc, { kyc_status: 'approved' }), 200);
    const idempotencyKey = randomUUID();
    const path = `/operator/v1/transfers/${good}/review`;
    const approved = await reviewer.post(path, { outcome: 'approved' }, { idempotencyKey });
    expect(expectBody(approved, 200)).to.include({ state: 'payout_submitted', version: 3 });
    expect((await reviewer.post(path, { outcome: 'approved' }, { idempotencyKey })).text).to.equal(
      approved.text,
    );
    const refunded = expectBody(await review(await create(), { outcome: 'rejected' }), 200);
    expect(refunded).to.include({ state: 'refunded' });
    expect(await balance(wallet)).to.include({ available: '4000.00', cashable: '4000.00' });
  });

  it('decide a transfer once, and only while it is in review', async () => {
    const { id } = await heldBetweenUsers();
    expectBody(await review(id, { outcome: 'approved' }), 200);
    expectError(await review(id, { outcome: 'rejected' }), 409, 'transfer_state_conflict');
    const wallet = await newWallet(sandbox);
    const waiting = expectBody(await sandbox.post('/v1/transfers', onrampBody(wallet.id, '5.00')), 201);
    expectError(await review(waiting.id, { outcome: 'approved' }), 409, 'transfer_state_conflict');
    expectError(await review(unknownId('trf'), { outcome: 'approved' }), 404, 'not_found');
  });

  it('get a conflict when they approve an off-ramp that was just rejected', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '5000.00' });
    const account = await newPayoutAccount(sandbox, wallet.user_id);
    for (let i = 0; i < 5; i++) {
      const body = offrampBody(wallet.id, account.id, '1000.00');
      const { id } = expectBody(await sandbox.post('/v1/transfers', body), 201);
      // Both see it in review; only one decision wins.
      const outcomes = ['approved', 'rejected'];
      const answers = await Promise.all(outcomes.map((outcome) => review(id, { outcome })));
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused.length).to.equal(1);
      for (const answer of refused) expectError(answer, 409, 'transfer_state_conflict');
    }
  });

  it('cannot approve for unapproved users or frozen wallets, but can reject', async () => {
    for (const side of ['from', 'to'] as const) {
      const held = await heldBetweenUsers();
      const path = `/v1/sandbox/users/${held[side].user_id}/kyc`;
      expectBody(await sandbox.post(path, { kyc_status: 'under_review' }), 200);
      expectError(await review(held.id, { outcome: 'approved' }), 403, 'user_not_approved');
      expect(expectBody(await review(held.id, { outcome: 'rejected' }), 200).state).to.equal('failed');
    }
    const frozen = await heldBetweenUsers();
    expectBody(
      await reviewer.post(`/operator/v1/wallets/${frozen.to.id}/freeze`, { reason: 'A check.' }),
      200,
    );
    expectError(await review(frozen.id, { outcome: 'approved' }), 409, 'wallet_frozen');
    expectBody(
      await reviewer.post(`/operator/v1/wallets/${frozen.to.id}/unfreeze`, { reason: 'Fine.' }),
      200,
    );
    expect(expectBody(await review(frozen.id, { outcome: 'approved' }), 200).state).to.equal('completed');
  });

  it('get the same response again, with keys separate from those of integrators', async () => {
    const { id } = await heldBetweenUsers();
    const path = `/operator/v1/transfers/${id}/review`;
    const idempotencyKey = randomUUID();
    const first = await reviewer.post(path, { outcome: 'approved' }, { idempotencyKey });
    const again = await reviewer.post(path, { outcome: 'approved' }, { idempotencyKey });
    expect([again.status, again.text]).to.deep.equal([200, first.text]);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expectError(
      await reviewer.post(path, { outcome: 'rejected' }, { idempotencyKey }),
      409,
      'idempotency_key_reused',
    );
    // The book's integrator may use the same key for another request.
    const user = { type: 'individual', external_reference: randomUUID() };
    expectBody(await sandbox.post('/v1/users', user, { idempotencyKey }), 201);
    // Refusals are recorded too.
    const refusedKey = { idempotencyKey: randomUUID() };
    const refused = await reviewer.post(path, { outcome: 'approved' }, refusedKey);
    expectError(refused, 409, 'transfer_state_conflict');
    expect((await reviewer.post(path, { outcome: 'approved' }, refusedKey)).text).to.equal(refused.text);
  });

  it('decide identities only while they are under review', async () => {
    const reasons = [{ code: 'document_unreadable', message: 'The document can not be read.' }];
    for (const outcome of ['approved', 'rejected', 'incomplete'] as const) {
      const user = await userUnderReview(sandbox);
      const path = `/operator/v1/users/${user.id}/kyc_review`;
      const idempotencyKey = randomUUID();
      const body = { outcome, rejection_reasons: reasons };
      const answer = await reviewer.post(path, body, { idempotencyKey });
      const after = expectBody(answer, 200);
      expect(after).to.deep.include({
        kyc_status: outcome,
        terms_status: 'approved',
        rejection_reasons: outcome === 'approved' ? [] : reasons,
        version: Number(user.version) + 1,
      });
      expect(expectBody(await sandbox.get(`/v1/users/${user.id}`), 200)).to.deep.equal(after);
      expect(expectBody(await reviewer.get(`/operator/v1/users/${user.id}`), 200)).to.deep.equal(after);
      expect((await reviewer.post(path, body, { idempotencyKey })).text).to.equal(answer.text);
      expectError(await kyc(user.id, { outcome: 'approved' }), 409, 'user_state_conflict');
    }
    const { id } = await newUser(sandbox);
    expectError(await kyc(id, { outcome: 'approved' }), 409, 'user_state_conflict');
    expectBody(await sandbox.post(`/v1/users/${id}/deactivate`), 200);
    expectError(await kyc(id, { outcome: 'approved' }), 409, 'user_deactivated');
    expectError(await kyc(unknownId('usr'), { outcome: 'approved' }), 404, 'not_found');
    expectError(await kyc(id, { outcome: 'not_started' }), 422, 'validation_failed');
  });
});

describe('Personal data of users', () => {
  let service: ServiceWithOperators;
  before(async () => {
    service = await startServiceWithOperators();
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

  it('is visible to reviewers and admins, and masked for other roles', async () => {
    const { sandbox, operators } = service;
    const { id } = await newUser(sandbox, PERSON);
    expectBody(await sandbox.post(`/v1/sandbox/users/${id}/kyc`, { kyc_status: 'under_review' }), 200);
    const shown = expectBody(await sandbox.get(`/v1/users/${id}`), 200);
    for (const role of ['admin', 'reviewer', 'treasury', 'viewer'] as const) {
      const sees = role === 'admin' || role === 'reviewer' ? PERSON : MASKED;
      const alone = expectBody(await operators[role].get(`/operator/v1/users/${id}`), 200);
      expect(alone, role).to.deep.equal({ ...shown, ...sees });
      const { data } = expectBody(await operators[role].get('/operator/v1/kyc_reviews?limit=1'), 200);
      expect(data[0].user, role).to.deep.equal(alone);
    }
  });

  it('is masked by field, not by the format of its value', async () => {
    const names = { first_name: 'Quinn@Home', last_name: '4155 550123' };
    const { id } = await newUser(service.sandbox, names);
    const shown = expectBody(await service.operators.viewer.get(`/operator/v1/users/${id}`), 200);
    expect(shown).to.deep.include({ first_name: 'Q••••', last_name: '4•••• 5••••' });
  });

  it('stays absent where it was never provided', async () => {
    const { sandbox, operators } = service;
    const names = { type: 'business', business_name: 'Harbour Stores', first_name: undefined };
    const { id } = await newUser(sandbox, names);
    const { viewer } = operators;
    const seen = expectBody(await viewer.get(`/operator/v1/users/${id}`), 200);
    expect(seen).to.include({ business_name: 'H•••• S••••', email: null, phone: null });
    expect(seen).to.not.have.any.keys('first_name', 'last_name');
    expectError(await viewer.get(`/operator/v1/users/${unknownId('usr')}`), 404, 'not_found');
  });
});

describe('Review lists', () => {
  let service: ServiceWithOperators;
  let admin: Client;
  before(async () => {
    service = await startServiceWithOperators();
    admin = service.admin;
  });
  after(() => service.close());

  it('cover all integrators, newest first, page by page', async () => {
    const { sandbox, otherIntegrator, credentials } = service;
    const { id: third } = expectBody(await admin.post('/operator/v1/integrators', { name: 'Third' }), 201);
    const thirds = createClient(service.url, (await createKey(admin, third)).secret);
    const made: string[] = [];
    for (const client of [sandbox, otherIntegrator, thirds, sandbox, thirds, otherIntegrator])
      made.unshift(String((await transferInReview(client)).id));
    const list = async (query: string) => expectBody(await admin.get(`/operator/v1/reviews?${query}`), 200);
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
    expectError(
      await admin.get(`/operator/v1/reviews?starting_after=${unknownId('trf')}`),
      400,
      'malformed_request',
    );
    const [newest] = (await list(`integrator_id=${credentials.integrator_id}&limit=1`)).data;
    expect(newest).to.deep.include({ integrator_id: credentials.integrator_id, environment: 'sandbox' });
    expect(newest.transfer).to.deep.equal(expectBody(await sandbox.get(`/v1/transfers/${newest.id}`), 200));
  });

  it('omit decided objects but accept them as cursors', async () => {
    const [one, two] = [await transferInReview(service.sandbox), await transferInReview(service.sandbox)];
    expectBody(await admin.post(`/operator/v1/transfers/${two.id}/review`, { outcome: 'rejected' }), 200);
    const { data } = expectBody(
      await admin.get(`/operator/v1/reviews?starting_after=${two.id}&limit=1`),
      200,
    );
    expect(data[0].id).to.equal(one.id);
  });

  it('show approval links only to roles that may see personal data', async () => {
    const { sandbox, operators } = service;
    const wallet = await newWallet(sandbox);
    const source = { type: 'fiat', currency: 'cad', rail: 'emailpay' };
    const { id } = expectBody(
      await sandbox.post('/v1/transfers', { ...onrampBody(wallet.id, '5.00'), source }),
      201,
    );
    const arrived = { transfer_id: id, amount: '5.00', outcome: 'in_review' };
    const whole = expectBody(await sandbox.post('/v1/sandbox/deposits', arrived), 200);
    const { deposit_instructions: details } = whole;
    expect(details.approval_url).to.include('/pay/');
    const masked = { ...details, approval_url: `${new URL(details.approval_url).origin}/` };
    for (const role of ROLES) {
      const mayKnow = role === 'reviewer' || role === 'admin';
      const seen = mayKnow ? whole : { ...whole, deposit_instructions: masked };
      expect(expectBody(await operators[role].get(`/operator/v1/transfers/${id}`), 200), role).to.deep.equal(
        seen,
      );
      const { data } = expectBody(await operators[role].get('/operator/v1/reviews?limit=1'), 200);
      expect(data[0].transfer, role).to.deep.equal(seen);
    }
    expectError(await operators.viewer.get(`/operator/v1/transfers/${unknownId('trf')}`), 404, 'not_found');
  });

  it('list users under review separately', async () => {
    const [one, two] = [
      await userUnderReview(service.sandbox),
      await userUnderReview(service.otherIntegrator),
    ];
    const { data } = expectBody(await admin.get('/operator/v1/kyc_reviews?limit=2'), 200);
    expect(data.map(({ id }: { id: string }) => id)).to.deep.equal([two.id, one.id]);
    expect(data[1]).to.deep.include({ object: 'kyc_review', user: one });
    expectBody(await admin.post(`/operator/v1/users/${two.id}/kyc_review`, { outcome: 'approved' }), 200);
    const after = expectBody(await admin.get('/operator/v1/kyc_reviews?limit=1'), 200);
    expect(after.data[0].id).to.equal(one.id);
  });

  it('omit deactivated users', async () => {
    const [waiting, deactivated] = [
      await userUnderReview(service.sandbox),
      await userUnderReview(service.sandbox),
    ];
    expectBody(await service.sandbox.post(`/v1/users/${deactivated.id}/deactivate`), 200);
    const { data } = expectBody(await admin.get('/operator/v1/kyc_reviews?limit=1'), 200);
    expect(data[0].id).to.equal(waiting.id);
    const decision = await admin.post(`/operator/v1/users/${deactivated.id}/kyc_review`, {
      outcome: 'approved',
    });
    expectError(decision, 409, 'user_deactivated');
  });
});
