import { expect } from 'chai';
import type { Answer, Client } from '../../../support/client.ts';
import { startSharedService } from '../../../support/shared-service.ts';
import type { SharedService } from '../../../support/shared-service.ts';
import { startTestService } from '../../../support/service.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newDepositAccount,
  newUser,
  newWallet,
  unknownId,
  onrampBody,
  transferBody,
} from '../../../support/api-steps.ts';

type Body = Answer['body'];

const DAY_MS = 24 * 60 * 60 * 1000;

describe('Events', () => {
  let service: SharedService;
  let sandbox: Client;
  before(async () => {
    service = await startSharedService({
      reviews: { amount_at_least: { user_to_user: '1000.00' } },
    });
    ({ sandbox } = service);
  });
  after(() => service.close());

  /** The events about an object, oldest first. */
  const about = async (id: string): Promise<Body[]> =>
    (await listAll(sandbox, `/v1/events?object_id=${id}`)).reverse();
  const summary = (events: Body[]) =>
    events.map(({ type, object_version, data }) => [type, object_version, data.state ?? data.kyc_status]);
  const get = async (path: string): Promise<Body> => expectBody(await sandbox.get(path), 200);

  /** Undoes an event: the snapshot with the earlier values is the snapshot before. */
  const undone = ({ data, previous_attributes }: Body): Body => ({ ...data, ...previous_attributes });

  it('contain the snapshot that GET returned at each version', async () => {
    const user = await newUser(sandbox, { email: 'ada@example.com', metadata: { a: '1' } });
    const path = `/v1/users/${user.id}`;
    const shown = [await get(path)];
    const steps = [
      () => sandbox.patch(path, { metadata: { a: '2' } }),
      () => sandbox.post(`/v1/sandbox${path.slice(3)}/kyc`, { kyc_status: 'rejected' }),
      () => sandbox.patch(path, { email: null }),
      () =>
        sandbox.post(`/v1/sandbox${path.slice(3)}/kyc`, {
          kyc_status: 'incomplete',
          terms_status: 'pending',
        }),
      () => sandbox.post(`${path}/deactivate`),
    ];
    for (const step of steps) {
      expectBody(await step(), 200);
      shown.push(await get(path));
    }
    const byVersion = new Map(shown.map((each) => [each.version, each]));
    const events = await about(user.id);
    expect(summary(events)).to.deep.equal([
      ['user.created', 1, 'not_started'],
      ['user.kyc_status_changed', 3, 'rejected'],
      ['user.kyc_status_changed', 5, 'incomplete'],
      ['user.deactivated', 6, 'incomplete'],
    ]);
    for (const event of events) {
      expect(event.data).to.deep.equal(byVersion.get(event.object_version));
      if (event.object_version > 1) {
        expect(undone(event)).to.deep.equal(byVersion.get(event.object_version - 1));
      }
    }
  });

  it('have every documented field', async () => {
    const user = await newUser(sandbox);
    const [event, ...more] = await about(user.id);
    expect(more).to.deep.equal([]);
    expect(event.id).to.match(/^evt_/);
    expect(event).to.deep.equal({
      id: event.id,
      object: 'event',
      type: 'user.created',
      api_version: 'v1',
      created_at: user.created_at,
      object_type: 'user',
      object_version: 1,
      previous_attributes: {},
      data: user,
    });
    expect(await get(`/v1/events/${event.id}`)).to.deep.equal(event);
  });

  it('of a transfer occur once for each version', async () => {
    const from = await fundedWallet(sandbox, { earned: '5000.00' });
    const to = await newWallet(sandbox);
    const post = async (path: string, body: object): Promise<Body> => {
      const answer = await sandbox.post(path, body);
      expect(answer.status, answer.text).to.be.oneOf([200, 201]);
      return answer.body;
    };
    const review = (id: string, outcome: string) =>
      post(`/v1/sandbox/transfers/${id}/review_outcome`, { outcome });
    const deposit = (body: object) => post('/v1/sandbox/deposits', body);
    const onramp = async () => String((await post('/v1/transfers', onrampBody(to.id, '5.00'))).id);
    const account = await newDepositAccount(sandbox, to);
    const created = (state: string) => ['transfer.created', 1, state];
    const moved = (version: number, state: string) => ['transfer.state_changed', version, state];
    const received = [moved(2, 'funds_received'), ['deposit.received', 2, 'funds_received']];
    const scenarios: [() => Promise<Body>, unknown[][]][] = [
      [
        () => post('/v1/transfers', transferBody(from.id, to.id, '1.00')),
        [created('pending'), moved(2, 'completed')],
      ],
      [
        async () =>
          review((await post('/v1/transfers', transferBody(from.id, to.id, '1000.00'))).id, 'approved'),
        [created('pending'), moved(2, 'in_review'), moved(3, 'completed')],
      ],
      [
        async () =>
          review((await post('/v1/transfers', transferBody(from.id, to.id, '1000.00'))).id, 'rejected'),
        [created('pending'), moved(2, 'in_review'), moved(3, 'failed')],
      ],
      [
        async () => deposit({ transfer_id: await onramp(), amount: '4.00' }),
        [created('awaiting_funds'), ...received, moved(3, 'completed')],
      ],
      [
        async () => deposit({ transfer_id: await onramp(), amount: '0.10' }),
        [created('awaiting_funds'), moved(2, 'returned'), ['deposit.returned', 2, 'returned']],
      ],
      [
        () => deposit({ deposit_account_id: account.id, amount: '4.00' }),
        [created('awaiting_funds'), ...received, moved(3, 'completed')],
      ],
      [
        () => deposit({ deposit_account_id: account.id, amount: '4.00', outcome: 'returned' }),
        [created('awaiting_funds'), moved(2, 'returned'), ['deposit.returned', 2, 'returned']],
      ],
      [
        async () => {
          const held = await deposit({
            deposit_account_id: account.id,
            amount: '4.00',
            outcome: 'in_review',
          });
          return review(held.id, 'rejected');
        },
        [
          created('awaiting_funds'),
          ...received,
          moved(3, 'in_review'),
          moved(4, 'returned'),
          ['deposit.returned', 4, 'returned'],
        ],
      ],
    ];
    for (const [run, expected] of scenarios) {
      const transfer = await run();
      const events = await about(transfer.id);
      expect(summary(events)).to.deep.equal(expected);
      const final = await get(`/v1/transfers/${transfer.id}`);
      expect(events.at(-1)?.data).to.deep.equal(final);
      let before: Body;
      for (const event of events) {
        expect(event.object_type).to.equal('transfer');
        expect(event.data.version).to.equal(event.object_version);
        if (event.object_version === 1) expect(event.previous_attributes).to.deep.equal({});
        else if (event.object_version === before.version) expect(event.data).to.deep.equal(before);
        else expect(undone(event)).to.deep.equal(before);
        before = event.data;
      }
    }
  });

  it('of a deposit account occur for deactivation only', async () => {
    const wallet = await newWallet(sandbox);
    const account = await newDepositAccount(sandbox, wallet);
    const path = `/v1/users/${wallet.user_id}/deposit_accounts/${account.id}`;
    const off = expectBody(await sandbox.post(`${path}/deactivate`), 200);
    expectBody(await sandbox.post(`${path}/reactivate`), 200);
    const [event, ...more] = await about(account.id);
    expect(more).to.deep.equal([]);
    expect(event).to.deep.include({
      type: 'deposit_account.deactivated',
      object_type: 'deposit_account',
      object_version: 2,
      data: off,
      previous_attributes: { status: 'active', version: 1 },
    });
  });

  it('are listed newest first, by type, object, and time', async () => {
    const all = await listAll(sandbox, '/v1/events');
    const ids = all.map(({ id }) => id);
    expect(ids).to.deep.equal([...ids].sort().reverse());
    expect(new Set(ids).size).to.equal(ids.length);
    const middle = all[Math.floor(all.length / 2)];
    const { created_at, type, data } = middle;
    const filters: [string, (event: Body) => boolean][] = [
      [`type=${type}`, (event) => event.type === type],
      ['type=deposit.returned', (event) => event.type === 'deposit.returned'],
      ['type=no.such.type', () => false],
      ['type=webhook_endpoint.test', () => false],
      [`object_id=${data.id}`, (event) => event.data.id === data.id],
      [`object_id=${unknownId('usr')}`, () => false],
      ['object_id=x', () => false],
      [`created_after=${created_at}`, (event) => event.created_at > created_at],
      [`created_before=${created_at}`, (event) => event.created_at < created_at],
    ];
    for (const [i, [query, holds]] of filters.entries()) {
      expect(await listAll(sandbox, `/v1/events?${query}`), query).to.deep.equal(all.filter(holds));
      for (const [also, alsoHolds] of filters.slice(i + 1)) {
        if (also.split('=')[0] === query.split('=')[0]) continue;
        const wanted = all.filter((event) => holds(event) && alsoHolds(event));
        expect(await listAll(sandbox, `/v1/events?${query}&${also}`)).to.deep.equal(wanted);
      }
    }
    const page = await get('/v1/events');
    expect(page).to.deep.equal({ data: all.slice(0, 10), has_more: true });
    const back = await get(`/v1/events?limit=3&ending_before=${all[9].id}`);
    expect(back).to.deep.equal({ data: all.slice(6, 9), has_more: true });
  });

  it('belong to one book', async () => {
    const user = await newUser(sandbox);
    const [event] = await about(user.id);
    for (const other of [service.otherIntegrator, service.production]) {
      expectError(await other.get(`/v1/events/${event.id}`), 404, 'not_found');
      expect(expectBody(await other.get(`/v1/events?object_id=${user.id}`), 200).data).to.deep.equal([]);
      expectError(await other.get(`/v1/events?starting_after=${event.id}`), 400, 'malformed_request');
    }
    expectError(await sandbox.get(`/v1/events/${unknownId('evt')}`), 404, 'not_found');
    expectError(await sandbox.get(`/v1/events/${user.id}`), 404, 'not_found');
  });

  it('are not emitted by refused, repeated, or ineffective writes', async () => {
    const user = await newUser(sandbox);
    const head = (await listAll(sandbox, '/v1/events'))[0].id;
    const taken = { type: 'individual', external_reference: user.external_reference };
    expectError(await sandbox.post('/v1/users', taken), 409, 'external_reference_exists');
    expectBody(await sandbox.patch(`/v1/users/${user.id}`, {}), 200);
    const nothingNew = { kyc_status: 'not_started' };
    expectBody(await sandbox.post(`/v1/sandbox/users/${user.id}/kyc`, nothingNew), 200);
    expect((await listAll(sandbox, '/v1/events'))[0].id).to.equal(head);
  });
});

describe('Events older than the retention period', () => {
  it('are not returned, and newer ones are', async () => {
    let age = 31 * DAY_MS;
    const service = await startTestService({}, () => Date.now() - age);
    try {
      const { sandbox } = service;
      const old = await newUser(sandbox);
      const [event] = await listAll(sandbox, '/v1/events');
      expect(event.data).to.deep.equal(old);
      age = 2 * DAY_MS;
      const young = await newUser(sandbox);
      expect((await listAll(sandbox, '/v1/events')).map(({ data }) => data.id)).to.have.members([
        old.id,
        young.id,
      ]);
      age = 0;
      expect((await listAll(sandbox, '/v1/events')).map(({ data }) => data.id)).to.deep.equal([young.id]);
      expectError(await sandbox.get(`/v1/events/${event.id}`), 404, 'not_found');
      expect(expectBody(await sandbox.get(`/v1/events?object_id=${old.id}`), 200).data).to.deep.equal([]);
      expectBody(await sandbox.get(`/v1/users/${old.id}`), 200);
      // A client that went on from there would miss what expired in between.
      for (const cursor of ['ending_before', 'starting_after']) {
        const refused = expectError(
          await sandbox.get(`/v1/events?${cursor}=${event.id}`),
          400,
          'malformed_request',
        );
        expect(refused.message).to.include('later objects may be deleted');
      }
      const [kept] = await listAll(sandbox, '/v1/events');
      expect(expectBody(await sandbox.get(`/v1/events?ending_before=${kept.id}`), 200).data).to.deep.equal(
        [],
      );
    } finally {
      await service.close();
    }
  });
});
