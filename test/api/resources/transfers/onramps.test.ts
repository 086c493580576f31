import { expect } from 'chai';
import type { Answer, Client } from '../../../support/client.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { startTestService } from '../../../support/service.ts';
import type { RunningService } from '../../../support/service.ts';
import {
  expectBody,
  expectError,
  listAll,
  newDepositAccount,
  newWallet,
  onrampBody,
} from '../../../support/api-steps.ts';
import { waitFor } from '../../../support/wait-for.ts';

type Body = Answer['body'];

const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const EMAILPAY = { source: { type: 'fiat', currency: 'cad', rail: 'emailpay' } };
const SETTINGS = {
  reviews: { amount_at_least: { onramp: '50000.00' } },
  routes: { max: { fiat: '1000.00' } },
};

/** A service whose clock the test moves on. */
async function startWithClock(env: Readonly<Record<string, string>> = {}) {
  let ahead = 0;
  const service = await startTestService(env, () => Date.now() + ahead, SETTINGS);
  return { service, pass: (ms: number) => void (ahead += ms) };
}

/** What tests say about on-ramps, to one client. */
const storyOf = (client: Client) => ({
  create: async (wallet: Body, more: object = {}, amount = '5.00') =>
    expectBody(await client.post('/v1/transfers', onrampBody(wallet.id, amount, more)), 201),
  pay: (transfer_id: string, amount = '5.00', more: object = {}) =>
    client.post('/v1/sandbox/deposits', { transfer_id, amount, ...more }),
  deposit: async (deposit_account_id: string, amount: string, more: object = {}) =>
    expectBody(await client.post('/v1/sandbox/deposits', { deposit_account_id, amount, ...more }), 200),
  shown: async (id: string): Promise<Body> => expectBody(await client.get(`/v1/transfers/${id}`), 200),
  /** Every event about the transfer, oldest first. */
  events: async (id: string): Promise<Body[]> =>
    (await listAll(client, `/v1/events?object_id=${id}`)).reverse(),
  balanceOf: async ({ user_id, id }: Body): Promise<Body> =>
    expectBody(await client.get(`/v1/users/${user_id}/wallets/${id}/balance`), 200),
  review: async (id: string, outcome: string): Promise<Body> =>
    expectBody(await client.post(`/v1/sandbox/transfers/${id}/review_outcome`, { outcome }), 200),
  activity: async ({ user_id, id }: Body): Promise<Body[]> =>
    listAll(client, `/v1/users/${user_id}/deposit_accounts/${id}/activity`),
});

const summary = (events: readonly Body[]) =>
  events.map(({ type, object_version, data }) => `${type} ${object_version} ${data.state}`);

const CREATED = 'transfer.created 1 awaiting_funds';
const RECEIVED = ['transfer.state_changed 2 funds_received', 'deposit.received 2 funds_received'];
const COMPLETED = [CREATED, ...RECEIVED, 'transfer.state_changed 3 completed'];
const IN_REVIEW = [CREATED, ...RECEIVED, 'transfer.state_changed 3 in_review'];
const RETURNED = [CREATED, 'transfer.state_changed 2 returned', 'deposit.returned 2 returned'];
const CANCELED = [CREATED, 'transfer.state_changed 2 canceled'];

describe('On-ramps', () => {
  let service: RunningService;
  let pass: (ms: number) => void;
  let sandbox: Client;
  let story: ReturnType<typeof storyOf>;
  before(async () => {
    ({ service, pass } = await startWithClock());
    ({ sandbox } = service);
    story = storyOf(sandbox);
  });
  after(() => service.close());

  describe('by emailpay', () => {
    it('wait for an hour with a link for the payer, which is good for this one transfer', async () => {
      const wallet = await newWallet(sandbox);
      const [one, other] = [await story.create(wallet, EMAILPAY), await story.create(wallet, EMAILPAY)];
      expect(one).to.deep.include({
        kind: 'onramp',
        state: 'awaiting_funds',
        source: EMAILPAY.source,
        amount: '5.00',
        receipt: null,
        version: 1,
      });
      const { deposit_instructions } = one;
      expect(deposit_instructions).to.have.all.keys(
        ...['type', 'currency', 'rail', 'reference', 'amount', 'expires_at', 'approval_url'],
      );
      expect(deposit_instructions).to.include({
        type: 'emailpay',
        currency: 'cad',
        rail: 'emailpay',
        amount: '5.00',
      });
      const lives = Date.parse(deposit_instructions.expires_at) - Date.parse(one.created_at);
      expect(lives).to.be.within(HOUR_MS - 60_000, HOUR_MS + 60_000);
      expect(deposit_instructions.approval_url.startsWith(`${service.url}/pay/${one.id}/`)).to.equal(true);
      const token = (transfer: Body) => transfer.deposit_instructions.approval_url.split('/').at(-1);
      expect(token(one)).to.not.equal(token(other));
      expect(await story.shown(one.id)).to.deep.equal(one);
      expect(summary(await story.events(one.id))).to.deep.equal([CREATED]);
    });

    it('are credited with what arrives', async () => {
      const wallet = await newWallet(sandbox);
      const { id } = await story.create(wallet, EMAILPAY);
      const paid = expectBody(await story.pay(id, '7.00'), 200);
      expect(paid).to.include({ state: 'completed', amount: '5.00' });
      expect(paid.receipt).to.include({ amount_expected: '5.00', amount_received: '7.00' });
      expect(await story.balanceOf(wallet)).to.include({ available: '700.00', cashable: '700.00' });
      expect(summary(await story.events(id))).to.deep.equal(COMPLETED);
    });

    it('exist in the currencies of the rail, and have no standing details', async () => {
      const wallet = await newWallet(sandbox);
      const source = { type: 'fiat', currency: 'usd', rail: 'emailpay' };
      const body = onrampBody(wallet.id, '5.00', { source });
      expectError(await sandbox.post('/v1/transfers', body), 422, 'unsupported_route');
      const account = {
        source: { currency: 'cad', rail: 'emailpay' },
        destination: { wallet_id: wallet.id },
      };
      const path = `/v1/users/${wallet.user_id}/deposit_accounts`;
      expectError(await sandbox.post(path, account), 422, 'unsupported_route');
    });

    it('can be tried out', async () => {
      const wallet = await newWallet(sandbox);
      const body = onrampBody(wallet.id, '5.00', { ...EMAILPAY, dry_run: true });
      const preview = expectBody(await sandbox.post('/v1/transfers', body), 200);
      expect(preview.estimated).to.include({ amount_credited: '500.00', settlement_time_seconds: 1_800 });
    });
  });

  describe('that the rail issues no instructions for', () => {
    for (const [rail, more] of [
      ['bank_eft', {}],
      ['emailpay', EMAILPAY],
    ] as const) {
      it(`by ${rail} are accepted and failed, for good`, async () => {
        const wallet = await newWallet(sandbox);
        const body = onrampBody(wallet.id, '404.04', more);
        const idempotencyKey = `refused by ${rail}`;
        const first = await sandbox.post('/v1/transfers', body, { idempotencyKey });
        const failed = expectBody(first, 201);
        expect(failed).to.deep.include({
          state: 'failed',
          state_reason: { code: 'refused_by_rail', message: 'The rail does not accept this payment.' },
          deposit_instructions: null,
          receipt: null,
          version: 2,
        });
        expect(await story.shown(failed.id)).to.deep.equal(failed);
        expect(summary(await story.events(failed.id))).to.deep.equal([
          CREATED,
          'transfer.state_changed 2 failed',
        ]);
        expectError(await story.pay(failed.id, '404.04'), 409, 'transfer_state_conflict');
        const again = await sandbox.post('/v1/transfers', body, { idempotencyKey });
        expect([again.status, again.text]).to.deep.equal([201, first.text]);
      });
    }
  });

  describe('on arrival', () => {
    it('complete, with a receipt', async () => {
      const { id } = await story.create(await newWallet(sandbox));
      expectBody(await story.pay(id), 200);
      expect(summary(await story.events(id))).to.deep.equal(COMPLETED);
    });

    for (const [what, amount, more, reason] of [
      ['too little', '0.99', {}, 'below_minimum'],
      ['what the rail sends back', '5.00', { outcome: 'returned' }, 'returned_by_rail'],
    ] as const) {
      it(`return ${what} to the sender, and take no more after that`, async () => {
        const wallet = await newWallet(sandbox);
        const { id } = await story.create(wallet);
        const back = expectBody(await story.pay(id, amount, more), 200);
        expect(back.state_reason.code).to.equal(reason);
        expect(summary(await story.events(id))).to.deep.equal(RETURNED);
        expect(await story.balanceOf(wallet)).to.include({ available: '0.00', pending: '0.00' });
        expectError(await story.pay(id), 409, 'transfer_state_conflict');
      });
    }

    for (const [what, amount, more, reason] of [
      ['more than the route takes', '1000.01', {}, 'above_maximum'],
      ['as much as calls for a review', '500.00', {}, 'review_amount'],
      ['what the rail asks to look at', '5.00', { outcome: 'in_review' }, 'review_requested'],
    ] as const) {
      it(`hold ${what}, and end as the review says`, async () => {
        for (const outcome of ['approved', 'rejected']) {
          const wallet = await newWallet(sandbox);
          const { id } = await story.create(wallet);
          const held = expectBody(await story.pay(id, amount, more), 200);
          expect(held.state_reason.code).to.equal(reason);
          expect(summary(await story.events(id))).to.deep.equal(IN_REVIEW);
          const { state } = await story.review(id, outcome);
          const ends =
            outcome === 'approved'
              ? ['transfer.state_changed 4 completed']
              : ['transfer.state_changed 4 returned', 'deposit.returned 4 returned'];
          expect(summary(await story.events(id))).to.deep.equal([...IN_REVIEW, ...ends]);
          const { available, pending } = await story.balanceOf(wallet);
          const points = `${Number(amount) * 100}.00`;
          expect([available, pending]).to.deep.equal([state === 'completed' ? points : '0.00', '0.00']);
        }
      });
    }

    it('hold money for a user who is not approved any more', async () => {
      const wallet = await newWallet(sandbox);
      const { id } = await story.create(wallet);
      const path = `/v1/sandbox/users/${wallet.user_id}/kyc`;
      expectBody(await sandbox.post(path, { kyc_status: 'rejected' }), 200);
      const held = expectBody(await story.pay(id), 200);
      expect(held).to.include({ state: 'in_review' });
      expect(held.state_reason.code).to.equal('user_not_approved');
      expect(await story.review(id, 'rejected')).to.include({ state: 'returned' });
    });

    it('are refused what is nothing or too fine', async () => {
      const { id } = await story.create(await newWallet(sandbox));
      expectError(await story.pay(id, '0'), 422, 'amount_below_minimum');
      expectError(await story.pay(id, '1.001'), 422, 'validation_failed');
    });
  });

  describe('into standing accounts', () => {
    it('show each arrival in the account’s activity, whatever became of it', async () => {
      const wallet = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet);
      const completed = await story.deposit(account.id, '5.00');
      const returned = await story.deposit(account.id, '0.50');
      const approved = await story.deposit(account.id, '6.00', { outcome: 'in_review' });
      const rejected = await story.deposit(account.id, '7.00', { outcome: 'in_review' });
      const held = await story.deposit(account.id, '8.00', { outcome: 'in_review' });
      await story.review(approved.id, 'approved');
      await story.review(rejected.id, 'rejected');
      const path = `/v1/users/${wallet.user_id}/deposit_accounts/${account.id}`;
      expectBody(await sandbox.post(`${path}/deactivate`), 200);
      const closed = await story.deposit(account.id, '9.00');
      expect(closed).to.include({ state: 'returned' });
      expect(summary(await story.events(closed.id))).to.deep.equal(RETURNED);
      const seen = (await story.activity(account)).map(
        ({ transfer_id, state, amount_received, amount_credited, return_reason }) =>
          [transfer_id, state, amount_received, amount_credited, return_reason].join(' '),
      );
      expect(seen).to.deep.equal([
        `${closed.id} returned 9.00 0.00 deposit_account_deactivated`,
        `${held.id} in_review 8.00 0.00 `,
        `${rejected.id} returned 7.00 0.00 review_rejected`,
        `${approved.id} completed 6.00 600.00 `,
        `${returned.id} returned 0.50 0.00 below_minimum`,
        `${completed.id} completed 5.00 500.00 `,
      ]);
    });

    it('hold money for the frozen wallet of a deactivated user', async () => {
      const wallet = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet);
      expectBody(await sandbox.post(`/v1/users/${wallet.user_id}/deactivate`), 200);
      const held = await story.deposit(account.id, '5.00');
      expect(held).to.include({ state: 'in_review' });
      expect(held.state_reason.code).to.equal('wallet_frozen');
      const path = `/v1/sandbox/transfers/${held.id}/review_outcome`;
      expectError(await sandbox.post(path, { outcome: 'approved' }), 409, 'wallet_frozen');
      expect(await story.review(held.id, 'rejected')).to.include({ state: 'returned' });
    });
  });

  describe('whose time is up', () => {
    const canceled = (id: string) =>
      waitFor(`${id} expires`, async () => {
        const transfer = await story.shown(id);
        return transfer.state === 'canceled' ? transfer : undefined;
      });

    it('are canceled, each in its own time', async () => {
      const wallet = await newWallet(sandbox);
      const [bank, email] = [await story.create(wallet), await story.create(wallet, EMAILPAY)];
      pass(HOUR_MS);
      const expired = await canceled(email.id);
      expect(expired).to.deep.include({
        state_reason: { code: 'expired', message: 'No payment arrived in time.' },
        receipt: null,
        version: 2,
      });
      expect(summary(await story.events(email.id))).to.deep.equal(CANCELED);
      expect(await story.shown(bank.id)).to.include({ state: 'awaiting_funds' });
      pass(WEEK_MS - HOUR_MS);
      await canceled(bank.id);
    });

    it('send late money back, each time, and stay as they are', async () => {
      const wallet = await newWallet(sandbox);
      const { id } = await story.create(wallet, EMAILPAY);
      pass(HOUR_MS);
      const before = await canceled(id);
      const idempotencyKey = `late money for ${id}`;
      const first = await story.pay(id);
      expect(expectBody(first, 200)).to.deep.equal(before);
      const body = { transfer_id: id, amount: '0.50' };
      const second = await sandbox.post('/v1/sandbox/deposits', body, { idempotencyKey });
      expect(expectBody(second, 200)).to.deep.equal(before);
      const again = await sandbox.post('/v1/sandbox/deposits', body, { idempotencyKey });
      expect([again.status, again.text]).to.deep.equal([200, second.text]);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      const events = await story.events(id);
      expect(summary(events)).to.deep.equal([
        ...CANCELED,
        'deposit.returned 2 canceled',
        'deposit.returned 2 canceled',
      ]);
      for (const event of events.slice(-2)) {
        expect(event.previous_attributes).to.deep.equal({});
        expect(event.data).to.deep.equal(before);
      }
      expect(await story.shown(id)).to.deep.equal(before);
      expect(await story.balanceOf(wallet)).to.include({ available: '0.00', pending: '0.00' });
      expectError(await story.pay(id, '0.00'), 422, 'amount_below_minimum');
      expectError(await story.pay(id, '0.001'), 422, 'validation_failed');
    });

    it('tell nobody else of it', async () => {
      const { id } = await story.create(await newWallet(sandbox), EMAILPAY);
      pass(HOUR_MS);
      await canceled(id);
      const deposit = { transfer_id: id, amount: '5.00' };
      expectError(await service.production.post('/v1/sandbox/deposits', deposit), 403, 'sandbox_only');
    });
  });
});

describe('The time of an on-ramp', () => {
  it('runs on while the service is stopped', async () => {
    const folder = await temporaryFolder();
    try {
      const first = await startTestService({ DATA_DIR: folder.path }, Date.now, SETTINGS);
      const wallet = await newWallet(first.sandbox);
      const { id } = await storyOf(first.sandbox).create(wallet, EMAILPAY);
      const paid = await storyOf(first.sandbox).create(wallet, EMAILPAY);
      expectBody(await storyOf(first.sandbox).pay(paid.id), 200);
      await first.close();
      const later = await startTestService(
        { DATA_DIR: folder.path },
        () => Date.now() + HOUR_MS + 1_000,
        SETTINGS,
      );
      const { shown } = storyOf(later.sandbox);
      await waitFor('it expires', async () => ((await shown(id)).state === 'canceled' ? true : undefined));
      expect(await shown(paid.id)).to.include({ state: 'completed' });
      await later.close();
    } finally {
      await folder.remove();
    }
  });

  it('counts when money arrives, even before anybody has canceled the transfer', async () => {
    const { service, pass } = await startWithClock({ ROLES: 'api,projector' });
    try {
      const { sandbox } = service;
      const { create, pay, events, balanceOf } = storyOf(sandbox);
      const wallet = await newWallet(sandbox);
      const { id } = await create(wallet, EMAILPAY);
      pass(HOUR_MS + 1_000);
      const late = expectBody(await pay(id), 200);
      expect(late).to.include({ state: 'canceled', version: 2 });
      expect(late.state_reason.code).to.equal('expired');
      expect(summary(await events(id))).to.deep.equal([...CANCELED, 'deposit.returned 2 canceled']);
      expect(await balanceOf(wallet)).to.include({ available: '0.00' });
    } finally {
      await service.close();
    }
  });
});
