/** Names, objects of any book, and what pages show about them: the same for each role, except for personal data. */
import { expect } from 'chai';
import {
  approvedUser,
  expectBody,
  expectError,
  fundedWallet,
  newDepositAccount,
  newPayoutAccount,
  newWallet,
  transferBody,
  unknownId,
} from '../../support/api-steps.ts';
import { startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import { newEndpoint } from '../../support/webhook-client.ts';

describe('Objects of any book', () => {
  let service: ServiceWithOperators;
  let ids: Readonly<Record<string, string>>;
  before(async () => {
    service = await startServiceWithOperators();
    const { sandbox } = service;
    const from = await fundedWallet(sandbox, { cashable: '500.00', earned: '25.00' });
    const to = await newWallet(sandbox);
    const change = { email: 'lovelace@example.com' };
    expectBody(await sandbox.patch(`/v1/users/${from.user_id}`, change), 200);
    const transfer = expectBody(
      await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '40.00')),
      201,
    );
    const account = await newPayoutAccount(sandbox, from.user_id);
    const deposits = await newDepositAccount(sandbox, from);
    const deposit = { deposit_account_id: deposits.id, amount: '7.00' };
    expectBody(await sandbox.post('/v1/sandbox/deposits', deposit), 200);
    const history = await sandbox.get(`/v1/users/${from.user_id}/wallets/${from.id}/history?limit=1`);
    const events = await sandbox.get(`/v1/events?object_id=${from.user_id}&limit=1`);
    ids = {
      user: from.user_id,
      wallet: from.id,
      transfer: transfer.id,
      payout_account: account.id,
      deposit_account: deposits.id,
      wallet_history_entry: expectBody(history, 200).data[0].id,
      event: expectBody(events, 200).data[0].id,
      webhook_endpoint: (await newEndpoint(sandbox, 'https://hooks.invalid/hooks')).id,
      recipient: to.id,
    };
  });
  after(() => service.close());

  const ask = async (role: 'admin' | 'reviewer' | 'treasury' | 'viewer', path: string) =>
    expectBody(await service.operators[role].get(`/operator/v1/${path}`), 200);

  it('are found by their ID, with their book', async () => {
    const { recipient: _, ...kinds } = ids;
    for (const [kind, id] of Object.entries(kinds)) {
      const { value, ...about } = await ask('reviewer', `objects/${id}`);
      expect(about).to.deep.include({
        id,
        integrator_id: service.credentials.integrator_id,
        environment: 'sandbox',
        generation: 1,
      });
      expect(value).to.include({ object: kind, id });
    }
    for (const prefix of ['usr', 'evt', 'int', 'xyz'])
      expectError(await service.admin.get(`/operator/v1/objects/${unknownId(prefix)}`), 404, 'not_found');
  });

  it('have masked personal data for roles that may not see it', async () => {
    for (const role of ['viewer', 'treasury'] as const) {
      const { value: user } = await ask(role, `objects/${ids['user']}`);
      const { value: known } = await ask('reviewer', `objects/${ids['user']}`);
      expect(user.first_name).to.equal(`${known.first_name[0]}••••`);
      expect(user.email).to.equal(`${known.email[0]}•••@${known.email.split('@')[1]}`);
      const texts = [known.first_name, known.email];
      for (const kind of ['user', 'event', 'payout_account']) {
        const { text } = await service.operators[role].get(`/operator/v1/objects/${ids[kind]}`);
        for (const each of texts) expect(text, kind).to.not.include(each);
      }
      const { text } = await service.operators[role].get(`/operator/v1/users/${ids['user']}/payout_accounts`);
      for (const each of texts) expect(text).to.not.include(each);
      expect(text).to.include(ids['payout_account']);
    }
    const [own] = (await ask('reviewer', `users/${ids['user']}/payout_accounts`)).data;
    const [masked] = (await ask('viewer', `users/${ids['user']}/payout_accounts`)).data;
    expect(masked).to.deep.equal({ ...own, account_owner_name: masked.account_owner_name });
    expect(masked.account_owner_name).to.match(/^.•••• .••••$/u);
  });

  it('are recorded when a role sees their personal data through the API', async () => {
    const asked = [`objects/${ids['user']}`, `parties?ids=${ids['wallet']}`];
    for (const path of asked) await ask('reviewer', path);
    await ask('viewer', asked[0] ?? '');
    for (const operation of ['getObject', 'listParties']) {
      const { data } = await ask('admin', `activity?operation=${operation}&limit=50`);
      expect(data.length, operation).to.be.above(0);
      for (const { operator } of data) expect(operator.role).to.be.oneOf(['reviewer', 'admin']);
    }
  });

  it('name the people behind them', async () => {
    const wanted = [ids['user'], ids['wallet'], ids['payout_account'], unknownId('wal'), unknownId('usr')];
    const { data } = await ask('reviewer', `parties?ids=${wanted.join(',')}`);
    const user = (await ask('reviewer', `objects/${ids['user']}`)).value;
    const name = user.first_name;
    const byId = new Map<string, Record<string, unknown>>(
      data.map((each: { id: string }) => [each.id, each] as const),
    );
    expect([...byId.keys()]).to.have.members(wanted.slice(0, 3));
    for (const each of byId.values()) expect(each).to.include({ user_id: ids['user'], name });
    expect(byId.get(ids['wallet'] ?? '')).to.include({ asset: 'svc-points', account_number_last4: null });
    expect(byId.get(ids['payout_account'] ?? '')?.['account_number_last4']).to.match(/^\d{4}$/);
    const { data: shown } = await ask('viewer', `parties?ids=${ids['wallet']}`);
    expect(shown[0].name).to.equal(`${name[0]}••••`);
    expectError(await service.admin.get('/operator/v1/parties'), 400, 'malformed_request');
    expectError(await service.admin.get('/operator/v1/parties?ids=trf_1'), 400, 'malformed_request');
  });

  it('have names of integrators, operators, and keys in the directory', async () => {
    const { integrators, operators, keys, rails } = await ask('viewer', 'directory');
    const { integrator_id } = service.credentials;
    expect(integrators.find(({ id }: { id: string }) => id === integrator_id)).to.include({
      sandbox_generation: 1,
    });
    expect(operators.map(({ name }: { name: string }) => name)).to.include('A treasury');
    expect(keys.length).to.be.above(0);
    expect(rails).to.include('bank_eft');
    const issued = expectBody(
      await service.admin.post('/operator/v1/tokens', { name: 'Left early', role: 'viewer' }),
      201,
    );
    expectBody(await service.admin.post(`/operator/v1/tokens/${issued.id}/revoke`), 200);
    const named = (await ask('viewer', 'directory')).operators;
    expect(named.find(({ id }: { id: string }) => id === issued.id)).to.deep.equal({
      id: issued.id,
      name: 'Left early',
      type: 'token',
      revoked: true,
    });
  });

  it('have a timeline: events with their postings, requests, and deliveries', async () => {
    const { events, requests } = await ask('viewer', `transfers/${ids['transfer']}/timeline`);
    const types = events.map(({ type }: { type: string }) => type);
    expect(types).to.include.members(['transfer.created', 'posting.recorded']);
    const posting = events.find(({ type }: { type: string }) => type === 'posting.recorded');
    const lines: readonly { account: string; amount: string }[] = posting.lines;
    expect(lines.map(({ account, amount }) => [account, amount])).to.deep.include.members([
      [ids['wallet'], '-40.00'],
      [ids['recipient'], '40.00'],
    ]);
    expect(requests.map(({ path }: { path: string }) => path)).to.include('/v1/transfers');
    expect(requests.map(({ id }: { id: string }) => id)).to.include(posting.request_id);
    const { data } = await ask('viewer', `users/${ids['user']}/events`);
    const subjects = data.map(({ object_id }: { object_id: string }) => object_id);
    for (const kind of ['user', 'wallet', 'transfer', 'payout_account', 'deposit_account'])
      expect(subjects, kind).to.include(ids[kind]);
    const revisions = data.map(({ revision }: { revision: number }) => revision);
    expect(revisions).to.deep.equal(revisions.toSorted((a: number, b: number) => b - a));
  });

  it('say how much of their limits users have used', async () => {
    const { data } = await ask('viewer', `users/${ids['user']}/limits`);
    const used = Object.fromEntries(
      data.map((each: Record<string, string>) => [`${each['kind']} ${each['window']}`, each['used']]),
    );
    expect(used).to.deep.equal({
      'user_to_user 24h': '40.00',
      'user_to_user 30d': '40.00',
      'offramp 24h': '0.00',
      'offramp 30d': '0.00',
    });
  });

  it('list wallets, histories, deposits, and statements as their integrator sees them', async () => {
    const own = `/v1/users/${ids['user']}`;
    const pairs = [
      [`users/${ids['user']}/wallets`, `${own}/wallets`],
      [`users/${ids['user']}/deposit_accounts`, `${own}/deposit_accounts`],
      [`users/${ids['user']}/payout_accounts`, `${own}/payout_accounts`],
      [`wallets/${ids['wallet']}/history?limit=2`, `${own}/wallets/${ids['wallet']}/history?limit=2`],
      [
        `deposit_accounts/${ids['deposit_account']}/deposits`,
        `${own}/deposit_accounts/${ids['deposit_account']}/activity`,
      ],
    ] as const;
    for (const [path, theirs] of pairs)
      expect(await ask('reviewer', path), path).to.deep.equal(
        expectBody(await service.sandbox.get(theirs), 200),
      );
    const month = new Date().toISOString().slice(0, 7);
    const { closing } = await ask('viewer', `wallets/${ids['wallet']}/statements/${month}`);
    const { balance } = (await ask('viewer', `objects/${ids['wallet']}`)).value;
    expect(closing.available).to.equal(balance.available);
    for (const path of [
      `wallets/${unknownId('wal')}/history`,
      `deposit_accounts/${unknownId('da')}/deposits`,
    ])
      expectError(await service.admin.get(`/operator/v1/${path}`), 404, 'not_found');
  });

  it('are counted in the totals of their book, after every earlier write', async () => {
    const { integrator_id } = service.credentials;
    const path = `book_totals?integrator_id=${integrator_id}&environment=sandbox`;
    const before = (await ask('viewer', path)).data[0];
    expect(before.points.in_circulation).to.equal(before.points.issued);
    await fundedWallet(service.sandbox, { earned: '11.00' });
    const after = (await ask('viewer', path)).data[0];
    expect(Number(after.points.in_circulation) - Number(before.points.in_circulation)).to.equal(11);
    const units = new Map<string, number>();
    for (const { unit, balance } of after.balances)
      units.set(unit, (units.get(unit) ?? 0) + Math.round(Number(balance) * 100));
    for (const sum of units.values()) expect(sum).to.equal(0);
    const all = (await ask('viewer', 'book_totals')).data;
    expect(all.map((each: { integrator_id: string }) => each.integrator_id)).to.include(integrator_id);
    expect((await ask('viewer', `${path}&generation=7`)).data).to.deep.equal([]);
    const flows = (await ask('viewer', 'hourly_flows?environment=sandbox')).data;
    expect(flows).to.have.length(24);
    const dollars = flows
      .flatMap(({ flows }: { flows: readonly { unit: string; in: string }[] }) => flows)
      .filter(({ unit }: { unit: string }) => unit === 'usd')
      .reduce((sum: number, flow: { in: string }) => sum + Number(flow.in), 0);
    expect(dollars).to.be.at.least(12);
  });

  it('belong to a node that says what works', async () => {
    const { ready, parts, admission } = await ask('viewer', 'node');
    expect(ready).to.equal(true);
    const readyz = (await (await fetch(`${service.url}/readyz`)).json()) as { parts?: object };
    expect(parts.map(({ id }: { id: string }) => id)).to.deep.equal(Object.keys(readyz.parts ?? {}));
    expect(admission).to.include({ limiting: false, waiting: 0 });
    await approvedUser(service.sandbox);
    expect((await ask('viewer', 'node/samples')).data).to.be.an('array');
  });
});
