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

/** A service whose clock the test advances. */
async function startWithClock(env: Readonly<Record<string, string>> = {}) {
  let ahead = 0;
  const service = await startTestService(env, () => Date.now() + ahead, SETTINGS);
  return { service, pass: (ms: number) => void (ahead += ms) };
}

/** Test steps for on-ramps, with one client. */
const createSteps = (client: Client) => ({
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
  let steps: ReturnType<typeof createSteps>;
  before(async () => {
    ({ service, pass } = await startWithClock());
    ({ sandbox } = service);
    steps = createSteps(sandbox);
  });
  after(() => service.close());

  describe('by emailpay', () => {
    it('have an approval link that expires after an hour and is valid for one transfer', async () => {
      const wallet = await newWallet(sandbox);
      const [one, other] = [await steps.create(wallet, EMAILPAY), await steps.create(wallet, EMAILPAY)];
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
      expect(await steps.shown(one.id)).to.deep.equal(one);
      expect(summary(await steps.events(one.id))).to.deep.equal([CREATED]);
    });

    it('are credited with the received amount', async () => {
      const wallet = await newWallet(sandbox);
      const { id } = await steps.create(wallet, EMAILPAY);
      const paid = expectBody(await steps.pay(id, '7.00'), 200);
      expect(paid).to.include({ state: 'completed', amount: '5.00' });
      expect(paid.receipt).to.include({ amount_expected: '5.00', amount_received: '7.00' });
      expect(await steps.balanceOf(wallet)).to.include({ available: '700.00', cashable: '700.00' });
      expect(summary(await steps.events(id))).to.deep.equal(COMPLETED);
    });

    it('exist only in the currencies of the rail, without reusable details', async () => {
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

    it('can be previewed', async () => {
      const wallet = await newWallet(sandbox);
      const body = onrampBody(wallet.id, '5.00', { ...EMAILPAY, dry_run: true });
      const preview = expectBody(await sandbox.post('/v1/transfers', body), 200);
      expect(preview.estimated).to.include({ amount_credited: '500.00', settlement_time_seconds: 1_800 });
    });
  });

  describe('without instructions from the rail', () => {
    for (const [rail, more] of [
      ['bank_eft', {}],
      ['emailpay', EMAILPAY],
    ] as const) {
      it(`by ${rail} are created as failed`, async () => {
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
        expect(await steps.shown(failed.id)).to.deep.equal(failed);
        expect(summary(await steps.events(failed.id))).to.deep.equal([
          CREATED,
          'transfer.state_changed 2 failed',
        ]);
        expectError(await steps.pay(failed.id, '404.04'), 409, 'transfer_state_conflict');
        const again = await sandbox.post('/v1/transfers', body, { idempotencyKey });
        expect([again.status, again.text]).to.deep.equal([201, first.text]);
      });
    }
  });

  describe('on deposit', () => {
    it('complete, with a receipt', async () => {
      const { id } = await steps.create(await newWallet(sandbox));
      expectBody(await steps.pay(id), 200);
      expect(summary(await steps.events(id))).to.deep.equal(COMPLETED);
    });

    for (const [what, amount, more, reason] of [
      ['too little', '0.99', {}, 'below_minimum'],
      ['what the rail sends back', '5.00', { outcome: 'returned' }, 'returned_by_rail'],
    ] as const) {
      it(`return ${what} to the sender and accept no more deposits`, async () => {
        const wallet = await newWallet(sandbox);
        const { id } = await steps.create(wallet);
        const back = expectBody(await steps.pay(id, amount, more), 200);
        expect(back.state_reason.code).to.equal(reason);
        expect(summary(await steps.events(id))).to.deep.equal(RETURNED);
        expect(await steps.balanceOf(wallet)).to.include({ available: '0.00', pending: '0.00' });
        expectError(await steps.pay(id), 409, 'transfer_state_conflict');
      });
    }

    for (const [what, amount, more, reason] of [
      ['more than the route takes', '1000.01', {}, 'above_maximum'],
      ['as much as calls for a review', '500.00', {}, 'review_amount'],
      ['what the rail asks to look at', '5.00', { outcome: 'in_review' }, 'review_requested'],
    ] as const) {
      it(`hold ${what} until the review decides`, async () => {
        for (const outcome of ['approved', 'rejected']) {
          const wallet = await newWallet(sandbox);
          const { id } = await steps.create(wallet);
          const held = expectBody(await steps.pay(id, amount, more), 200);
          expect(held.state_reason.code).to.equal(reason);
          expect(summary(await steps.events(id))).to.deep.equal(IN_REVIEW);
          const { state } = await steps.review(id, outcome);
          const ends =
            outcome === 'approved'
              ? ['transfer.state_changed 4 completed']
              : ['transfer.state_changed 4 returned', 'deposit.returned 4 returned'];
          expect(summary(await steps.events(id))).to.deep.equal([...IN_REVIEW, ...ends]);
          const { available, pending } = await steps.balanceOf(wallet);
          const points = `${Number(amount) * 100}.00`;
          expect([available, pending]).to.deep.equal([state === 'completed' ? points : '0.00', '0.00']);
        }
      });
    }

    it('hold money for a user who is no longer approved', async () => {
      const wallet = await newWallet(sandbox);
      const { id } = await steps.create(wallet);
      const path = `/v1/sandbox/users/${wallet.user_id}/kyc`;
      expectBody(await sandbox.post(path, { kyc_status: 'rejected' }), 200);
      const held = expectBody(await steps.pay(id), 200);
      expect(held).to.include({ state: 'in_review' });
      expect(held.state_reason.code).to.equal('user_not_approved');
      expect(await steps.review(id, 'rejected')).to.include({ state: 'returned' });
    });

    it('reject amounts of zero or with too many decimals', async () => {
      const { id } = await steps.create(await newWallet(sandbox));
      expectError(await steps.pay(id, '0'), 422, 'amount_below_minimum');
      expectError(await steps.pay(id, '1.001'), 422, 'validation_failed');
    });
  });

  describe('from deposit accounts', () => {
    it('are listed in the account’s activity in every state', async () => {
      const wallet = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet);
      const completed = await steps.deposit(account.id, '5.00');
      const returned = await steps.deposit(account.id, '0.50');
      const approved = await steps.deposit(account.id, '6.00', { outcome: 'in_review' });
      const rejected = await steps.deposit(account.id, '7.00', { outcome: 'in_review' });
      const held = await steps.deposit(account.id, '8.00', { outcome: 'in_review' });
      await steps.review(approved.id, 'approved');
      await steps.review(rejected.id, 'rejected');
      const path = `/v1/users/${wallet.user_id}/deposit_accounts/${account.id}`;
      expectBody(await sandbox.post(`${path}/deactivate`), 200);
      const closed = await steps.deposit(account.id, '9.00');
      expect(closed).to.include({ state: 'returned' });
      expect(summary(await steps.events(closed.id))).to.deep.equal(RETURNED);
      const seen = (await steps.activity(account)).map(
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
      const held = await steps.deposit(account.id, '5.00');
      expect(held).to.include({ state: 'in_review' });
      expect(held.state_reason.code).to.equal('wallet_frozen');
      const path = `/v1/sandbox/transfers/${held.id}/review_outcome`;
      expectError(await sandbox.post(path, { outcome: 'approved' }), 409, 'wallet_frozen');
      expect(await steps.review(held.id, 'rejected')).to.include({ state: 'returned' });
    });
  });

  describe('after they expire', () => {
    const canceled = (id: string) =>
      waitFor(`${id} expires`, async () => {
        const transfer = await steps.shown(id);
        return transfer.state === 'canceled' ? transfer : undefined;
      });

    it('are canceled at their expiry', async () => {
      const wallet = await newWallet(sandbox);
      const [bank, email] = [await steps.create(wallet), await steps.create(wallet, EMAILPAY)];
      pass(HOUR_MS);
      const expired = await canceled(email.id);
      expect(expired).to.deep.include({
        state_reason: { code: 'expired', message: 'No payment arrived in time.' },
        receipt: null,
        version: 2,
      });
      expect(summary(await steps.events(email.id))).to.deep.equal(CANCELED);
      expect(await steps.shown(bank.id)).to.include({ state: 'awaiting_funds' });
      pass(WEEK_MS - HOUR_MS);
      await canceled(bank.id);
    });

    it('return late money each time and do not change', async () => {
      const wallet = await newWallet(sandbox);
      const { id } = await steps.create(wallet, EMAILPAY);
      pass(HOUR_MS);
      const before = await canceled(id);
      const idempotencyKey = `late money for ${id}`;
      const first = await steps.pay(id);
      expect(expectBody(first, 200)).to.deep.equal(before);
      const body = { transfer_id: id, amount: '0.50' };
      const second = await sandbox.post('/v1/sandbox/deposits', body, { idempotencyKey });
      expect(expectBody(second, 200)).to.deep.equal(before);
      const again = await sandbox.post('/v1/sandbox/deposits', body, { idempotencyKey });
      expect([again.status, again.text]).to.deep.equal([200, second.text]);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      const events = await steps.events(id);
      expect(summary(events)).to.deep.equal([
        ...CANCELED,
        'deposit.returned 2 canceled',
        'deposit.returned 2 canceled',
      ]);
      for (const event of events.slice(-2)) {
        expect(event.previous_attributes).to.deep.equal({});
        expect(event.data).to.deep.equal(before);
      }
      expect(await steps.shown(id)).to.deep.equal(before);
      expect(await steps.balanceOf(wallet)).to.include({ available: '0.00', pending: '0.00' });
      expectError(await steps.pay(id, '0.00'), 422, 'amount_below_minimum');
      expectError(await steps.pay(id, '0.001'), 422, 'validation_failed');
    });

    it('notify no one else', async () => {
      const { id } = await steps.create(await newWallet(sandbox), EMAILPAY);
      pass(HOUR_MS);
      await canceled(id);
      const deposit = { transfer_id: id, amount: '5.00' };
      expectError(await service.production.post('/v1/sandbox/deposits', deposit), 403, 'sandbox_only');
    });
  });
});

describe('The expiry of an on-ramp', () => {
  it('continues while the service is stopped', async () => {
    const folder = await temporaryFolder();
    try {
      const first = await startTestService({ DATA_DIR: folder.path }, Date.now, SETTINGS);
      const wallet = await newWallet(first.sandbox);
      const { id } = await createSteps(first.sandbox).create(wallet, EMAILPAY);
      const paid = await createSteps(first.sandbox).create(wallet, EMAILPAY);
      expectBody(await createSteps(first.sandbox).pay(paid.id), 200);
      await first.close();
      const later = await startTestService(
        { DATA_DIR: folder.path },
        () => Date.now() + HOUR_MS + 1_000,
        SETTINGS,
      );
      const { shown } = createSteps(later.sandbox);
      await waitFor('it expires', async () => ((await shown(id)).state === 'canceled' ? true : undefined));
      expect(await shown(paid.id)).to.include({ state: 'completed' });
      await later.close();
    } finally {
      await folder.remove();
    }
  });

  it('applies when money arrives, even before the transfer is canceled', async () => {
    const { service, pass } = await startWithClock({ ROLES: 'api,projector' });
    try {
      const { sandbox } = service;
      const { create, pay, events, balanceOf } = createSteps(sandbox);
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
