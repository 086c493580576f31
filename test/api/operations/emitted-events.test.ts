/** Every public event type of every operation, compared with the snapshots that GET returned. */
import { expect } from 'chai';
import type { Answer, Client } from '../../support/client.ts';
import { startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import { submitForm, openPage } from '../../support/hosted-page.ts';
import {
  approvedUser,
  expectBody,
  fundedWallet,
  listAll,
  newDepositAccount,
  newPayoutAccount,
  newUser,
  newWallet,
  offrampBody,
  onrampBody,
  submittedOfframp,
  transferBody,
  waitForTransferState,
} from '../../support/api-steps.ts';
import { convert, holderOfBoth } from '../../support/treasury.ts';

type Body = Answer['body'];

describe('Events of each operation', () => {
  let service: ServiceWithOperators;
  let sandbox: Client;
  let admin: Client;
  /** The object as returned by GET, by version. */
  let shown: Map<number, Body>;
  before(async () => {
    service = await startServiceWithOperators({
      features: { transfer_cancel: true },
      reviews: { amount_at_least: { user_to_user: '1000.00', offramp: '5000.00', onramp: '500000.00' } },
    });
    ({ sandbox, admin } = service);
  });
  after(() => service.close());
  beforeEach(() => {
    shown = new Map();
  });

  /** Reads the current object. */
  async function readObject(path: string): Promise<Body> {
    const body = expectBody(await sandbox.get(path), 200);
    shown.set(body.version, body);
    return body;
  }
  const readUser = (id: string): Promise<Body> => readObject(`/v1/users/${id}`);
  const readTransfer = (id: string): Promise<Body> => readObject(`/v1/transfers/${id}`);
  const post = async (path: string, body?: object): Promise<Body> => {
    const answer = await sandbox.post(path, body);
    expect(answer.status, answer.text).to.be.oneOf([200, 201]);
    return answer.body;
  };
  const operate = async (path: string, body: object): Promise<Body> =>
    expectBody(await admin.post(`/operator/v1${path}`, body), 200);
  const create = (body: object): Promise<Body> => post('/v1/transfers', body);

  /** Checks the events about an object against the snapshots that GET returned, including versions without an event. */
  async function expectEvents(id: string, expected: readonly string[]): Promise<void> {
    const events = (await listAll(sandbox, `/v1/events?object_id=${id}`)).reverse();
    const summary = events.map(
      ({ type, object_version, data }) =>
        `${type} ${object_version} ${data.state ?? (type.startsWith('user.') ? `${data.kyc_status}/${data.terms_status}` : data.status)}`,
    );
    expect(summary).to.deep.equal(expected);
    const byVersion = new Map(shown);
    for (const { object_version, data } of events) {
      const known = byVersion.get(object_version);
      if (known !== undefined) expect(data).to.deep.equal(known);
      byVersion.set(object_version, data);
    }
    const delivered = new Set<number>();
    for (const event of events) {
      const { object_version, data, object_type, previous_attributes, created_at } = event;
      expect(expectBody(await sandbox.get(`/v1/events/${event.id}`), 200)).to.deep.equal(event);
      expect(data.version).to.equal(object_version);
      expect(object_type).to.equal(data.object);
      if (object_version === 1) {
        expect(previous_attributes).to.deep.equal({});
        expect(created_at).to.equal(data.created_at);
        continue;
      }
      const before = byVersion.get(object_version - 1);
      const again = delivered.has(object_version);
      delivered.add(object_version);
      // Only events that do not change the object, such as late money, have no previous attributes.
      if (Object.keys(previous_attributes).length === 0) {
        expect(again, event.type).to.equal(true);
        continue;
      }
      if (before !== undefined) expect({ ...data, ...previous_attributes }).to.deep.equal(before);
      for (const [field, value] of Object.entries(previous_attributes)) {
        expect(data).to.have.property(field);
        expect(data[field], field).to.not.deep.equal(value);
      }
      expect(previous_attributes.version).to.equal(object_version - 1);
    }
    const versions = [...byVersion.keys()].sort((a, b) => a - b);
    expect(versions).to.deep.equal(versions.map((_, i) => i + 1));
  }

  describe('of users', () => {
    it('are emitted by create, PATCH, sandbox KYC, and deactivation', async () => {
      const { id } = await newUser(sandbox, { email: 'ada@example.com' });
      await readUser(id);
      expectBody(await sandbox.patch(`/v1/users/${id}`, { metadata: { tier: 'gold' } }), 200);
      await readUser(id);
      await post(`/v1/sandbox/users/${id}/kyc`, { kyc_status: 'rejected' });
      await readUser(id);
      await post(`/v1/sandbox/users/${id}/kyc`, { kyc_status: 'approved' });
      await readUser(id);
      await post(`/v1/users/${id}/deactivate`);
      await readUser(id);
      await expectEvents(id, [
        'user.created 1 not_started/pending',
        'user.kyc_status_changed 3 rejected/pending',
        'user.kyc_status_changed 4 approved/pending',
        'user.terms_status_changed 5 approved/approved',
        'user.deactivated 6 approved/approved',
      ]);
    });

    it('are emitted by the hosted pages', async () => {
      const { id } = await newUser(sandbox);
      await readUser(id);
      const links = expectBody(await sandbox.post(`/v1/users/${id}/onboarding_links`, {}), 201);
      await submitForm(await openPage(links.terms.url), { accept: 'yes' });
      await readUser(id);
      await submitForm(await openPage(links.kyc.url), { outcome: 'under_review' });
      await readUser(id);
      await expectEvents(id, [
        'user.created 1 not_started/pending',
        'user.terms_status_changed 2 not_started/approved',
        'user.kyc_status_changed 3 under_review/approved',
      ]);
    });

    it('are emitted by the operator review', async () => {
      const { id } = await newUser(sandbox);
      const waiting = { kyc_status: 'under_review', terms_status: 'approved' };
      await readUser(id);
      await post(`/v1/sandbox/users/${id}/kyc`, waiting);
      await readUser(id);
      const rejection_reasons = [{ code: 'blurred', message: 'The picture is blurred.' }];
      await operate(`/users/${id}/kyc_review`, { outcome: 'incomplete', rejection_reasons });
      await readUser(id);
      await post(`/v1/sandbox/users/${id}/kyc`, waiting);
      await readUser(id);
      await operate(`/users/${id}/kyc_review`, { outcome: 'approved' });
      await readUser(id);
      await expectEvents(id, [
        'user.created 1 not_started/pending',
        'user.kyc_status_changed 2 under_review/pending',
        'user.terms_status_changed 3 under_review/approved',
        'user.kyc_status_changed 4 incomplete/approved',
        'user.kyc_status_changed 5 under_review/approved',
        'user.kyc_status_changed 6 approved/approved',
      ]);
    });
  });

  describe('of transfers between wallets', () => {
    it('are emitted by transfers and conversions', async () => {
      const { points, coin } = await holderOfBoth(sandbox);
      const other = await newWallet(sandbox);
      const sent = await create(transferBody(points.id, other.id, '1.00'));
      const converted = expectBody(await convert(sandbox, points, coin, '10.00'), 201);
      for (const { id } of [sent, converted]) {
        shown = new Map();
        await readTransfer(id);
        await expectEvents(id, ['transfer.created 1 pending', 'transfer.state_changed 2 completed']);
      }
    });

    it('are emitted by sandbox and operator reviews', async () => {
      const from = await fundedWallet(sandbox, { earned: '9000.00' });
      const to = await newWallet(sandbox);
      const reviews = [
        (id: string) => post(`/v1/sandbox/transfers/${id}/review_outcome`, { outcome: 'approved' }),
        (id: string) => operate(`/transfers/${id}/review`, { outcome: 'approved' }),
        (id: string) => operate(`/transfers/${id}/review`, { outcome: 'rejected' }),
      ];
      const ends = ['completed', 'completed', 'failed'];
      for (const [i, review] of reviews.entries()) {
        shown = new Map();
        const { id } = await create(transferBody(from.id, to.id, '1000.00'));
        await readTransfer(id);
        await review(id);
        await readTransfer(id);
        await expectEvents(id, [
          'transfer.created 1 pending',
          'transfer.state_changed 2 in_review',
          `transfer.state_changed 3 ${ends[i]}`,
        ]);
      }
    });
  });

  describe('of deposits', () => {
    const CREATED = 'transfer.created 1 awaiting_funds';
    const RECEIVED = ['transfer.state_changed 2 funds_received', 'deposit.received 2 funds_received'];
    const RETURNED = ['transfer.state_changed 2 returned', 'deposit.returned 2 returned'];
    const onramp = async (): Promise<string> => {
      const { id } = await create(onrampBody((await newWallet(sandbox)).id, '5.00'));
      await readTransfer(id);
      return id;
    };
    const pay = async (transfer_id: string, more: object = {}): Promise<void> => {
      await post('/v1/sandbox/deposits', { transfer_id, amount: '5.00', ...more });
      await readTransfer(transfer_id);
    };

    it('are emitted for a deposit to a one-off on-ramp', async () => {
      const id = await onramp();
      await pay(id);
      await expectEvents(id, [CREATED, ...RECEIVED, 'transfer.state_changed 3 completed']);
    });

    it('are emitted for a deposit below the minimum and a returned deposit', async () => {
      for (const more of [{ amount: '0.50' }, { outcome: 'returned' }]) {
        shown = new Map();
        const id = await onramp();
        await pay(id, more);
        await expectEvents(id, [CREATED, ...RETURNED]);
      }
    });

    it('are emitted for a deposit in review', async () => {
      for (const [outcome, end] of [
        ['approved', ['transfer.state_changed 4 completed']],
        ['rejected', ['transfer.state_changed 4 returned', 'deposit.returned 4 returned']],
      ] as const) {
        shown = new Map();
        const id = await onramp();
        await pay(id, { outcome: 'in_review' });
        await operate(`/transfers/${id}/review`, { outcome });
        await readTransfer(id);
        await expectEvents(id, [CREATED, ...RECEIVED, 'transfer.state_changed 3 in_review', ...end]);
      }
    });

    it('are emitted by cancellation and by late money', async () => {
      const id = await onramp();
      await post(`/v1/transfers/${id}/cancel`);
      await readTransfer(id);
      await pay(id);
      await expectEvents(id, [CREATED, 'transfer.state_changed 2 canceled', 'deposit.returned 2 canceled']);
    });

    it('are emitted when the payer approves or declines on the page', async () => {
      const wallet = await newWallet(sandbox);
      const source = { type: 'fiat', currency: 'cad', rail: 'emailpay' };
      for (const [decision, delivered] of [
        ['pay', [...RECEIVED, 'transfer.state_changed 3 completed']],
        ['decline', ['transfer.state_changed 2 canceled']],
      ] as const) {
        shown = new Map();
        const transfer = await create({ ...onrampBody(wallet.id, '5.00'), source });
        await readTransfer(transfer.id);
        await submitForm(await openPage(transfer.deposit_instructions.approval_url), { decision });
        await readTransfer(transfer.id);
        await expectEvents(transfer.id, [CREATED, ...delivered]);
      }
    });

    it('are emitted for deposits to active and deactivated accounts', async () => {
      const wallet = await newWallet(sandbox);
      const account = await newDepositAccount(sandbox, wallet);
      const path = `/v1/users/${wallet.user_id}/deposit_accounts/${account.id}`;
      const deposit = { deposit_account_id: account.id, amount: '4.00' };
      const credited = await post('/v1/sandbox/deposits', deposit);
      await expectEvents(credited.id, [CREATED, ...RECEIVED, 'transfer.state_changed 3 completed']);
      await readObject(path);
      await post(`${path}/deactivate`);
      await readObject(path);
      await expectEvents(account.id, ['deposit_account.deactivated 2 deactivated']);
      shown = new Map();
      const refused = await post('/v1/sandbox/deposits', deposit);
      await readTransfer(refused.id);
      await expectEvents(refused.id, [CREATED, ...RETURNED]);
    });
  });

  describe('of payouts', () => {
    const SUBMITTED = ['transfer.created 1 pending', 'transfer.state_changed 2 payout_submitted'];
    const holder = async (): Promise<{ wallet: Body; account: Body }> => {
      const wallet = await fundedWallet(sandbox, { cashable: '9000.00' });
      return { wallet, account: await newPayoutAccount(sandbox, wallet.user_id) };
    };

    it('are emitted for each payout outcome', async () => {
      for (const [outcome, delivered] of [
        ['completed', ['transfer.state_changed 3 completed']],
        [
          'returned',
          [
            'transfer.state_changed 3 returned',
            'payout.returned 3 returned',
            'transfer.state_changed 4 refunded',
          ],
        ],
        [
          'undeliverable',
          [
            'transfer.state_changed 3 undeliverable',
            'payout.returned 3 undeliverable',
            'transfer.state_changed 4 refunded',
          ],
        ],
      ] as const) {
        shown = new Map();
        const { wallet, account } = await holder();
        const { id } = await submittedOfframp(sandbox, wallet.id, account.id);
        await readTransfer(id);
        await post(`/v1/sandbox/transfers/${id}/payout_outcome`, { outcome });
        await readTransfer(id);
        await expectEvents(id, [...SUBMITTED, ...delivered]);
      }
    });

    it('are emitted for a reviewed payout; a rejected one is not reported as returned', async () => {
      for (const [outcome, end] of [
        ['approved', 'payout_submitted'],
        ['rejected', 'refunded'],
      ] as const) {
        shown = new Map();
        const { wallet, account } = await holder();
        const { id } = await create(offrampBody(wallet.id, account.id, '5000.00'));
        await readTransfer(id);
        await operate(`/transfers/${id}/review`, { outcome });
        await waitForTransferState(sandbox, id, end);
        await readTransfer(id);
        await expectEvents(id, [
          'transfer.created 1 pending',
          'transfer.state_changed 2 in_review',
          `transfer.state_changed 3 ${end}`,
        ]);
      }
    });
  });

  it('are not emitted for quotes, payout accounts, and endpoints', async () => {
    const user = await approvedUser(sandbox);
    const wallet = await post(`/v1/users/${user.id}/wallets`, { asset: 'svc-points' });
    const [newest] = await listAll(sandbox, '/v1/events');
    expect([newest.type, newest.data.id]).to.deep.equal(['wallet.created', wallet.id]);
    const head = newest.id;
    await newPayoutAccount(sandbox, user.id);
    const { id } = await post('/v1/webhook_endpoints', { url: 'https://shop.example/hooks' });
    expectBody(await sandbox.patch(`/v1/webhook_endpoints/${id}`, { status: 'enabled' }), 200);
    expectBody(await sandbox.request('DELETE', `/v1/webhook_endpoints/${id}`), 200);
    expect((await listAll(sandbox, '/v1/events'))[0].id).to.equal(head);
  });
});
