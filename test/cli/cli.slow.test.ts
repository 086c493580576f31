import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { runCliProcess, startCli } from '../support/cli.ts';
import type { Cli, Ended } from '../support/cli.ts';
import { createClient, createOperatorClient } from '../support/client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { transferInReview, userUnderReview } from '../support/operator-world.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import { expectBody, expectError, newUser, newWallet, unknownId } from '../support/api-steps.ts';
import { waitFor } from '../support/wait-for.ts';
import { LOCAL, newEndpoint } from '../support/webhook-client.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

type Status = { readonly name: string; readonly generation: number; readonly old: readonly object[] };

describe('Command line', () => {
  let service: RunningService;
  let cli: Cli;
  before(async () => {
    service = await startTestService({}, Date.now, LOCAL);
    cli = startCli();
  });
  after(async () => {
    await cli.close();
    await service.close();
  });

  const run = (...args: string[]): Promise<Ended> => cli.run({ DATA_DIR: service.dataDir }, ...args);

  /** The JSON output of a command. */
  async function json(...args: string[]) {
    const { code, out, err } = await run(...args, '--json');
    expect(code, err).to.equal(0);
    return JSON.parse(out);
  }

  it('ends its process with the exit code, and separates results from errors', async () => {
    const env = { DATA_DIR: service.dataDir };
    const listed = await runCliProcess(env, 'integrators', 'list', '--json');
    expect([listed.code, listed.err]).to.deep.equal([0, '']);
    expect(JSON.parse(listed.out).data).to.have.length(1);
    const refused = await runCliProcess(env, 'keys', 'revoke', 'key_zzzzzzzz', '--reason', 'Lost.');
    expect([refused.code, refused.out]).to.deep.equal([1, '']);
    expect(refused.err).to.include('Unknown API key.');
    const wrong = await runCliProcess(env, 'integrators', 'list', '--nonsense');
    expect([wrong.code, wrong.out]).to.deep.equal([2, '']);
    expect(wrong.err).to.include('--nonsense');
  }).timeout(120_000);

  it('creates an integrator and API keys, and prints only secrets on standard output', async () => {
    const made = await run('integrators', 'create', 'Acme Games');
    expect([made.code, made.out]).to.satisfy(([, out]: [number, string]) => /^int_[0-9a-z]{26}\n$/.test(out));
    const integrator = made.out.trim();
    const options = ['--environment', 'sandbox', '--permissions', 'read_write', '--name', 'backend'];
    const issued = await run('keys', 'create', integrator, ...options);
    expect(issued.code, issued.err).to.equal(0);
    expect(issued.out).to.match(/^svc_test_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}\n$/);
    expect(issued.err).to.include('backend').and.not.to.include(issued.out.trim());
    expectBody(await createClient(service.url, issued.out.trim()).get('/v1/users'), 200);

    const [key] = (await json('keys', 'list', integrator)).data;
    expect(key).to.include({ name: 'backend', status: 'active' });
    const list = await run('keys', 'list', integrator);
    expect(list.out.split('\n')[0]).to.match(/^ID +ENVIRONMENT +PERMISSIONS +STATUS +NAME/);
    expect(list.out).to.include(key.id).and.not.to.include('svc_test_');
    expect((await run('integrators', 'list')).out).to.include('Acme Games');

    const next = await json('keys', 'rotate', key.id, '--overlap', '60');
    expect(next.secret).to.match(/^svc_test_/);
    const revoked = await run('keys', 'revoke', key.id, '--reason', 'It leaked.');
    expect([revoked.code, revoked.out]).to.satisfy(([, out]: [number, string]) =>
      /status +revoked/.test(out),
    );
    expectError(await createClient(service.url, issued.out.trim()).get('/v1/users'), 401, 'invalid_api_key');
  }).timeout(120_000);

  it('repeats a write under the same idempotency key', async () => {
    const args = ['integrators', 'create', 'Once', '--idempotency-key', 'cli-once'];
    const [first, again] = [await json(...args), await json(...args)];
    expect(again).to.deep.equal(first);
    const other = await run('integrators', 'create', 'Another', '--idempotency-key', 'cli-once');
    expect([other.code, other.err]).to.satisfy(
      ([code, err]: [number, string]) => code === 1 && err.includes('409'),
    );
  }).timeout(120_000);

  it('lists webhook endpoints and rotates their keys', async () => {
    const url = 'https://shop.example/hooks';
    const { id } = expectBody(await service.sandbox.post('/v1/webhook_endpoints', { url }), 201);
    expect((await run('webhooks', 'list', '--environment', 'production')).out).to.equal(
      'There are no webhook endpoints.\n',
    );
    const list = await run('webhooks', 'list', '--environment', 'sandbox');
    expect(list.out).to.include(id).and.to.include(url).and.to.include('disabled');
    const rotated = await json('webhooks', 'rotate-key', id, '--overlap', '60', '--reason', 'Routine.');
    expect(rotated).to.include({ id, version: 2 });
    const nobody = await run('webhooks', 'rotate-key', unknownId('we'), '--reason', 'Lost.');
    expect([nobody.code, nobody.err]).to.satisfy(
      ([code, err]: [number, string]) => code === 1 && err.includes('404'),
    );
  }).timeout(120_000);

  it('lists deliveries and requests redelivery', async () => {
    // The endpoint stays disabled because nothing listens there.
    const url = 'https://shop.example/hooks';
    const { id } = expectBody(await service.sandbox.post('/v1/webhook_endpoints', { url }), 201);
    expect((await run('webhooks', 'deliveries', id)).out).to.equal('There are no deliveries.\n');
    const filtered = await json(
      'webhooks',
      'deliveries',
      id,
      '--state',
      'failed',
      '--event',
      unknownId('evt'),
    );
    expect(filtered).to.deep.equal({ data: [], has_more: false });
    expect((await run('webhooks', 'deliveries', id, '--state', 'lost')).code).to.equal(2);
    const unknown = await run('webhooks', 'redeliver', unknownId('whd'));
    expect([unknown.code, unknown.err.includes('404')]).to.deep.equal([1, true]);
  }).timeout(120_000);

  it('shows a delivery with its attempts', async () => {
    const receiver = await startWebhookReceiver();
    try {
      const endpoint = await newEndpoint(service.sandbox, receiver.url, { event_types: ['user.created'] });
      await newUser(service.sandbox);
      const { id } = await waitFor('a delivery', async () => {
        const { data } = await json('webhooks', 'deliveries', endpoint.id);
        return data[0];
      });
      const shown = await json('webhooks', 'delivery', id);
      expect(shown.request_body).to.equal(receiver.received[0]?.body);
      expect(shown.attempts[0]).to.deep.include({ attempt: 1, error: null });
      const { out } = await run('webhooks', 'delivery', id);
      expect(JSON.parse(out)).to.deep.equal({ ...shown, request_body: JSON.parse(shown.request_body) });
    } finally {
      await receiver.close();
    }
    const unknown = await run('webhooks', 'delivery', unknownId('whd'));
    expect([unknown.code, unknown.err.includes('404')]).to.deep.equal([1, true]);
  }).timeout(120_000);

  it('approves and rejects transfers in review', async () => {
    const [one, two] = [await transferInReview(service.sandbox), await transferInReview(service.sandbox)];
    const list = await run('reviews', 'list', '--environment', 'sandbox');
    expect(list.out).to.include(one.id).and.to.include(two.id).and.to.include('review_requested');
    expect(await json('reviews', 'show', one.id)).to.include({ id: one.id, state: 'in_review' });
    expect(await json('reviews', 'approve', one.id, '--reason', 'We know them.')).to.include({
      state: 'completed',
    });
    expect(list.out).to.match(/WAITING SINCE[^]*5\.00 USD/);
    expect((await json('reviews', 'assign', two.id)).assignment).to.include.keys(
      'operator_id',
      'assigned_at',
    );
    expect((await run('reviews', 'list', '--mine')).out).to.include(two.id);
    for (const without of [
      ['reviews', 'reject', two.id, '--yes'],
      ['reviews', 'approve', two.id],
      ['keys', 'revoke', 'key_zzzzzzzz'],
      ['tokens', 'revoke', 'opt_zzzzzzzz'],
      ['rails', 'down', 'sandbox', 'bank_eft'],
      ['webhooks', 'rotate-key', unknownId('we')],
    ]) {
      const refused = await run(...without);
      expect([refused.code, refused.err.includes('--reason')], without.join(' ')).to.deep.equal([2, true]);
    }
    const unconfirmed = await run('reviews', 'reject', two.id, '--reason', 'We know them too.');
    expect([unconfirmed.code, unconfirmed.err.includes('Add --yes.')]).to.deep.equal([2, true]);
    expect(unconfirmed.err).to.include('5.00 USD');
    const rejected = await json(
      'reviews',
      'reject',
      two.id,
      '--yes',
      '--code',
      'fraud',
      '--reason',
      'We know them too.',
    );
    expect(rejected.state_reason).to.deep.equal({ code: 'fraud', message: 'We know them too.' });
    expect((await run('reviews', 'list')).out).to.equal('No transfers are waiting for a decision.\n');
    const late = await run('reviews', 'approve', one.id, '--reason', 'Late.');
    expect(late.code).to.equal(1);
    expect(late.err).to.include('409 transfer_state_conflict');
  }).timeout(120_000);

  it('approves and rejects users', async () => {
    const [one, two] = [await userUnderReview(service.sandbox), await userUnderReview(service.sandbox)];
    const listed = (await run('kyc', 'list')).out;
    expect(listed.indexOf(one.id)).to.be.greaterThan(0).and.lessThan(listed.indexOf(two.id));
    expect((await run('kyc', 'list', '--mine')).out).to.equal('No users are waiting for a decision.\n');
    expect(await json('kyc', 'assign', two.id)).to.nested.include({
      id: two.id,
      'assignment.name': 'first run',
    });
    expect((await run('kyc', 'list', '--mine')).out)
      .to.include(two.id)
      .and.to.not.include(one.id);
    expect(await json('kyc', 'assign', two.id, '--release')).to.include({ assignment: null });
    expect((await run('operators', 'list')).out).to.equal('Nobody has signed in at a provider yet.\n');
    expect(await json('kyc', 'approve', one.id)).to.include({ kyc_status: 'approved' });
    const reasons = ['--reason', 'blurred: The picture is blurred.', '--reason', 'old: It has expired.'];
    expect((await json('kyc', 'incomplete', two.id, ...reasons)).rejection_reasons).to.deep.equal([
      { code: 'blurred', message: 'The picture is blurred.' },
      { code: 'old', message: 'It has expired.' },
    ]);
    expect((await run('kyc', 'reject', two.id, '--yes', '--reason', 'no colon')).code).to.equal(2);
    expect((await run('kyc', 'identity', one.id)).err).to.include('404 not_found');
  }).timeout(120_000);

  it('shows metrics of the last 30 days', async () => {
    const shown = await run('metrics', '--environment', 'sandbox', '--by', 'integrator', '--step', '1d');
    expect(shown.out).to.match(/INTEGRATOR +TIME +CREATED +COMPLETED/);
    const { data } = await json('metrics', '--environment', 'sandbox');
    expect(data[0].totals.requests.count).to.be.greaterThan(0);
    expect((await run('metrics', '--rail', 'none')).out).to.equal('Nothing was counted in this time.\n');
    expect((await run('metrics', '--step', '2m')).code).to.equal(2);
  });

  it('freezes wallets and grants rewards', async () => {
    const { id } = await newWallet(service.sandbox);
    expect((await run('rewards', 'grant', id, '12.50', '--description', 'Welcome')).out).to.match(
      /amount +12\.50/,
    );
    expect(await json('holds', 'freeze', id, '--reason', 'A check.')).to.include({ status: 'frozen' });
    expect((await run('rewards', 'grant', id, '1.00')).code).to.equal(1);
    expect((await run('holds', 'show', id)).out).to.match(/balance\.available +12\.50/);
    expect(await json('holds', 'unfreeze', id, '--reason', 'Fine.')).to.include({ status: 'active' });
    expect((await run('holds', 'freeze', id)).code).to.equal(2);
  }).timeout(120_000);

  it('creates tokens and enforces their roles', async () => {
    const { out } = await run('tokens', 'create', 'Rita', '--role', 'viewer');
    expect(out).to.match(/^svc_op_[A-Za-z0-9_-]{43}\n$/);
    const env = { BASE_URL: service.url, OPERATOR_TOKEN: out.trim() };
    expect((await cli.run(env, 'integrators', 'list')).code).to.equal(0);
    const denied = await cli.run(env, 'integrators', 'create', 'No', '--json');
    expect(denied.code).to.equal(1);
    expect(JSON.parse(denied.err).error.code).to.equal('permission_denied');
    const [rita] = (await json('tokens', 'list')).data;
    expect(rita).to.include({ name: 'Rita', role: 'viewer', status: 'active' });
    expect(await json('tokens', 'revoke', rita.id, '--reason', 'She has left.')).to.include({
      status: 'revoked',
    });
    const refused = await cli.run(env, 'integrators', 'list');
    expect([refused.code, refused.err]).to.satisfy(
      ([code, err]: [number, string]) => code === 1 && err.includes('401'),
    );
    expect(refused.err + refused.out).not.to.include(out.trim());
  }).timeout(120_000);

  it('lists projections', async () => {
    const { out } = await run('projections', 'list');
    expect(out)
      .to.match(/^NAME +VERSION +GENERATION +STATE +POSITION +LAG +REBUILD +STALLED AT\n/)
      .and.to.match(/\nwallets +1 +1 +live /);
  }).timeout(120_000);

  it('rebuilds projections, compares them, and drops old generations', async () => {
    await newWallet(service.sandbox);
    const compared = await run('projections', 'rebuild', 'wallets', '--verify', '--reason', 'To be sure.');
    expect(compared.code, compared.err).to.equal(0);
    expect(compared.err).to.match(/wallets: done/);
    expect(compared.out).to.match(/\nwallets +done +[1-9]\d* +0 +0\n/);
    const all = await json('projections', 'rebuild', '--all');
    expect(all.data.map(({ name, generation }: Status) => [name, generation])).to.deep.include.members([
      ['wallets', 3],
      ['users', 2],
    ]);
    // One of two commands at the same time finds rebuilds that the other one has started.
    const both = await Promise.all([
      run('projections', 'rebuild', '--all'),
      run('projections', 'rebuild', '--all'),
    ]);
    for (const { code, err } of both) expect(code, err).to.equal(0);
    const verified = await json('projections', 'verify', 'users');
    expect(verified.data[0]).to.include({ name: 'users', state: 'done', differences: 0 });
    const dropped = await json('projections', 'drop-old');
    expect(dropped.data).to.deep.include({ name: 'wallets', version: 1, generation: 3 });
    await waitFor('they are gone', async () => {
      const { data } = await json('projections', 'list');
      return data.every(({ old }: Status) => old.length === 0) ? true : undefined;
    });
    const missing = await run('projections', 'rebuild', 'nothing');
    expect([missing.code, missing.err.includes('404')]).to.deep.equal([1, true]);
    const alone = await run('projections', 'verify', 'wallets');
    expect([alone.code, alone.err.includes('409 projection_state_conflict')]).to.deep.equal([1, true]);
    for (const wrong of [[], ['wallets', '--all'], ['wallets', '--verify', '--no-wait']])
      expect((await run('projections', 'rebuild', ...wrong)).code, wrong.join(' ')).to.equal(2);
  }).timeout(180_000);

  it('lists, drops, and rebuilds snapshots, and erases personal data', async () => {
    const wallet = await newWallet(service.sandbox);
    expect(await json('snapshots', 'rebuild', '--environment', 'sandbox')).to.deep.equal({ books: 1 });
    expect((await run('snapshots', 'list')).out).to.match(/\nint_\w+ +sandbox +\d+ +\d+ +\d+ s +2/);
    expect(await json('snapshots', 'drop')).to.deep.equal({ books: 1 });
    expect((await run('snapshots', 'list')).out).to.equal('There are no snapshots.\n');
    const refused = await run('users', 'forget', wallet.user_id, '--reason', 'Case 1.');
    expect([refused.code, refused.err.includes('409 user_state_conflict')]).to.deep.equal([1, true]);
    expectBody(await service.sandbox.post(`/v1/users/${wallet.user_id}/deactivate`), 200);
    const forgotten = await json('users', 'forget', wallet.user_id, '--reason', 'Case 1.');
    expect(forgotten).to.include({ id: wallet.user_id, email: null, first_name: null });
    expect((await run('users', 'forget', wallet.user_id)).code).to.equal(2);
  }).timeout(120_000);

  it('records trades and allocates coin', async () => {
    const price = ['--coin-amount', '100', '--price', '25000.00', '--counterparty', 'OTC desk'];
    const trade = await json('treasury', 'trade', 'sandbox', '--side', 'buy', ...price);
    expect(trade).to.include({ side: 'buy', coin_amount: '100.00000000', price: '25000.00' });
    expect((await run('treasury', 'trades', 'sandbox')).out).to.include(trade.id);
    const { integrator_id } = service.credentials;
    const allocate = ['treasury', 'allocate', 'sandbox', integrator_id, '--coin-stock'];
    expect(await json(...allocate, '10', '--points-backing', '500.00')).to.include({ integrator_id });
    const much = await run(...allocate, '99999999');
    expect([much.code, much.err.includes('insufficient_liquidity')]).to.deep.equal([1, true]);
  }).timeout(120_000);

  it('takes rails out of service and back', async () => {
    expect((await run('rails', 'list')).out).to.match(/sandbox +bank_eft +\S+ +true +true/);
    const down = await json('rails', 'down', 'sandbox', 'bank_eft', '--reason', 'Planned maintenance.');
    expect(down).to.include({ rail: 'bank_eft', available: false });
    expect((await run('attention')).out).to.match(/rails_unavailable +1 .*bank_eft \(sandbox\)/);
    expect(await json('rails', 'up', 'sandbox', 'bank_eft')).to.include({ available: true });
    expect((await run('rails', 'up', 'sandbox', 'pigeon')).code).to.equal(1);
  }).timeout(120_000);

  it('uses different exit codes for invalid usage, refusals, and help', async () => {
    for (const args of [
      [],
      ['keys'],
      ['keys', 'create', 'int_x'],
      ['keys', 'create', 'int_x', '--environment', 'moon', '--permissions', 'read'],
      ['integrators', 'list', '--nonsense'],
      ['treasury', 'allocate', 'sandbox', 'int_x'],
      ['integrators', 'list', '--url', 'ftp://x'],
    ]) {
      const { code, out, err } = await run(...args);
      expect([code, out], args.join(' ')).to.deep.equal([2, '']);
      expect(err).not.to.equal('');
    }
    for (const args of [['--help'], ['help', 'keys'], ['keys', 'create', '--help']]) {
      const { code, out } = await run(...args);
      expect([code, out.startsWith('Usage: svc-ledger')], args.join(' ')).to.deep.equal([0, true]);
    }
    expect((await run('keys', '--help')).out).to.include('Examples');
    const { code, err } = await run('keys', 'revoke', 'key_zzzzzzzz', '--reason', 'Lost.');
    expect([
      code,
      err.startsWith('The object or path does not exist. Unknown API key. (404 not_found, req_'),
    ]).to.deep.equal([1, true]);
    expect((await run('holds', 'show', unknownId('wal'))).code).to.equal(1);
  }).timeout(240_000);

  it('explains a missing URL, a missing token, and an unreachable service', async () => {
    const { path, remove } = await temporaryFolder();
    const nowhere = await cli.run({ DATA_DIR: path }, 'integrators', 'list');
    expect([nowhere.code, nowhere.err]).to.satisfy(
      ([c, e]: [number, string]) => c === 2 && e.includes('BASE_URL'),
    );
    const nobody = await cli.run({ DATA_DIR: path, BASE_URL: service.url }, 'integrators', 'list');
    expect([nobody.code, nobody.err]).to.satisfy(
      ([c, e]: [number, string]) => c === 2 && e.includes('OPERATOR_TOKEN'),
    );
    const away = await run('integrators', 'list', '--url', 'http://127.0.0.1:9');
    expect(away.code).to.equal(1);
    expect(away.err).to.include('Cannot reach the service');
    await remove();
  }).timeout(120_000);

  it('prints the idempotency key of a write with an unknown outcome', async () => {
    const keys = new Set<string>();
    // A proxy that times out.
    const proxy = createServer((req, res) => {
      keys.add(String(req.headers['idempotency-key']));
      req.resume();
      res.writeHead(504, { 'Content-Type': 'text/html' }).end('<h1>504 Gateway Time-out</h1>');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { code, err } = await run('rewards', 'grant', 'wal_1', '50.00', '--url', url);
    proxy.close();
    expect(code).to.equal(1);
    expect(keys.size).to.equal(1);
    for (const key of keys) expect(err).to.include(`--idempotency-key ${key}`);
  }).timeout(120_000);
});

describe('First operator token', () => {
  let cli: Cli;
  before(() => {
    cli = startCli();
  });
  after(() => cli.close());

  it('is created in the store only if no admin has an active token', async () => {
    const { path, remove } = await temporaryFolder();
    const env = { DATA_DIR: path };
    const first = await cli.run(env, 'tokens', 'first', 'Ada');
    expect(first.code, first.err).to.equal(0);
    expect(first.out).to.match(/^svc_op_[A-Za-z0-9_-]{43}\n$/);
    const again = await cli.run(env, 'tokens', 'first', 'Ada');
    expect([again.code, again.out]).to.deep.equal([1, '']);

    const service = await startTestService(env);
    const admin = createOperatorClient(service.url, first.out.trim());
    const { data } = expectBody(await admin.get('/operator/v1/tokens'), 200);
    expect(data.at(-1)).to.include({ name: 'Ada', role: 'admin' });
    // The service is running and all admin tokens are revoked.
    for (const { id } of data.slice(0, -1))
      expectBody(await admin.post(`/operator/v1/tokens/${id}/revoke`), 200);
    expectBody(await admin.post(`/operator/v1/tokens/${data.at(-1).id}/revoke`), 200);
    expectError(await admin.get('/operator/v1/tokens'), 401, 'invalid_api_key');
    // The service reads the new tokens a moment later.
    const activeNames = (secret: string): Promise<string[]> =>
      waitFor('the new token to be accepted', async () => {
        const listing = { BASE_URL: service.url, OPERATOR_TOKEN: secret };
        const { code, out } = await cli.run(listing, 'tokens', 'list', '--json');
        if (code !== 0) return undefined;
        const all: { name: string; status: string }[] = JSON.parse(out).data;
        return all.filter(({ status }) => status === 'active').map(({ name }) => name);
      });
    const rescued = await cli.run(env, 'tokens', 'first', 'Bo', '--json');
    expect(await activeNames(JSON.parse(rescued.out).secret)).to.deep.equal(['Bo']);
    const replaced = await cli.run(env, 'tokens', 'first', 'Cy', '--replace', '--json');
    expect(await activeNames(JSON.parse(replaced.out).secret)).to.deep.equal(['Cy']);
    await service.close();
    await remove();
  }).timeout(120_000);
});
