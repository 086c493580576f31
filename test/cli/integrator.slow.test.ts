import { readFileSync, statSync, chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runCliProcessWith, startCli } from '../support/cli.ts';
import type { Cli, Ended } from '../support/cli.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('Command line for integrators', () => {
  let service: RunningService;
  let cli: Cli;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => {
    service = await startTestService();
    cli = startCli();
    folder = await temporaryFolder();
  });
  after(async () => {
    await cli.close();
    await service.close();
    await folder.remove();
  });

  const key = (): string => service.credentials.sandbox_api_key;
  const run = (...args: string[]): Promise<Ended> =>
    cli.run({ BASE_URL: service.url, API_KEY: key() }, ...args);

  describe('Calls', () => {
    it('creates an object from fields, and shows the idempotency key', async () => {
      const fields = ['type=individual', 'external_reference=cli-1', 'first_name=Ana', 'metadata.team=red'];
      const { code, out, err } = await run('post', 'users', ...fields);
      expect(code, err).to.equal(0);
      expect(JSON.parse(out)).to.deep.include({ external_reference: 'cli-1', metadata: { team: 'red' } });
      expect(err).to.match(/^201 Created {2}Request-Id: req_\w+ {2}Idempotency-Key: \S+\n$/);
      const used = /Idempotency-Key: (\S+)/.exec(err)?.[1] ?? '';
      const again = await run('post', 'users', ...fields, '--idempotency-key', used, '--json');
      expect([again.code, JSON.parse(again.out), again.err]).to.deep.equal([0, JSON.parse(out), '']);
    }).timeout(120_000);

    it('sends a body as JSON, and reads, updates, and deletes', async () => {
      const data = JSON.stringify({ url: 'https://shop.example/hooks' });
      const made = JSON.parse((await run('post', '/v1/webhook_endpoints', '--data', data)).out);
      const file = join(folder.path, 'update.json');
      writeFileSync(file, '{"description":"Shop"}');
      const patched = await run('patch', `webhook_endpoints/${made.id}`, '--data', `@${file}`);
      expect(JSON.parse(patched.out)).to.include({ id: made.id, description: 'Shop' });
      const listed = await run('get', 'webhook_endpoints');
      expect(JSON.parse(listed.out).data).to.have.length(1);
      expect((await run('delete', `webhook_endpoints/${made.id}`)).code).to.equal(0);
      const missing = await run('get', `webhook_endpoints/${made.id}`, '--json');
      expect([missing.code, missing.out]).to.deep.equal([1, '']);
      expect(JSON.parse(missing.err).error.code).to.equal('not_found');
    }).timeout(120_000);

    it('passes query parameters', async () => {
      const { out } = await run('get', 'events', 'limit=1', 'type=user.created', '--json');
      expect(JSON.parse(out).data.map(({ type }: { type: string }) => type)).to.deep.equal(['user.created']);
    }).timeout(120_000);

    it('empties the sandbox after a confirmation', async () => {
      const user = ['post', 'users', 'type=individual', 'external_reference=cli-reset', 'first_name=Ana'];
      const { id } = JSON.parse((await run(...user)).out);
      const refused = await run('sandbox', 'reset');
      expect(refused.code).to.equal(2);
      expect(refused.err).to.include(service.url).and.to.include('Add --yes');
      expect((await run('get', `users/${id}`)).code).to.equal(0);
      const done = await run('sandbox', 'reset', '--yes', '--json');
      expect(done.code, done.err).to.equal(0);
      expect(JSON.parse(done.out)).to.deep.include({ object: 'sandbox_reset', generation: 2 });
      expect((await run('get', `users/${id}`)).code).to.equal(1);
      const production = { BASE_URL: service.url, API_KEY: service.credentials.production_api_key };
      const forbidden = await cli.run(production, 'sandbox', 'reset', '--yes');
      expect([forbidden.code, forbidden.err]).to.satisfy(
        ([code, err]: [number, string]) => code === 1 && err.includes('sandbox_only'),
      );
    }).timeout(120_000);

    it('explains a refusal with every wrong field, and a wrong command', async () => {
      const refused = await run('post', 'users');
      expect([refused.code, refused.out]).to.deep.equal([1, '']);
      expect(refused.err).to.include('422 validation_failed').and.to.include('external_reference: ');
      for (const args of [
        ['get'],
        ['get', 'users', 'limit'],
        ['post', 'users', 'a=1', '--data', '{}'],
        ['post', 'users', '--data', '[]'],
      ])
        expect((await run(...args)).code, args.join(' ')).to.equal(2);
    }).timeout(120_000);

    it('uses no color unless it writes to a terminal', async () => {
      const { out, err } = await run('get', 'routes');
      expect(out + err).not.to.include('\u001b');
    }).timeout(120_000);
  });

  describe('Profiles', () => {
    const environment = (): Record<string, string> => ({
      XDG_CONFIG_HOME: join(folder.path, 'config'),
      DATA_DIR: folder.path,
    });
    const file = (): string => join(folder.path, 'config/svc-ledger/profiles.json');
    const inProfile = (...args: string[]): Promise<Ended> => cli.run(environment(), ...args);

    it('are stored by login in a file that only its owner can read, and replace the environment', async () => {
      const login = ['login', '--url', service.url, '--json'];
      const stored = await runCliProcessWith(`${key()}\n`, environment(), ...login);
      expect(stored.code, stored.err).to.equal(0);
      expect(JSON.parse(stored.out)).to.deep.equal({
        profile: 'default',
        url: service.url,
        environment: 'sandbox',
        api_key: `key_${key().split('_')[2]}`,
        operator_token: null,
        file: file(),
      });
      expect(statSync(file()).mode & 0o777).to.equal(0o600);
      expect(stored.out + stored.err).not.to.include(key());
      expect((await inProfile('get', 'users')).code).to.equal(0);

      const token = await runCliProcessWith(service.credentials.operator_token, environment(), ...login);
      expect(token.code, token.err).to.equal(0);
      expect((await inProfile('integrators', 'list')).code).to.equal(0);
      expect((await inProfile('get', 'users')).code).to.equal(0);
    }).timeout(120_000);

    it('take the key from the environment, and keep several services apart', async () => {
      const live = {
        ...environment(),
        API_KEY: service.credentials.production_api_key,
        BASE_URL: service.url,
      };
      expect((await runCliProcessWith('', live, 'login', '--profile', 'live')).code).to.equal(0);
      const { out } = await inProfile('profiles', '--json');
      expect(JSON.parse(out).data).to.deep.include({
        profile: 'live',
        url: service.url,
        environment: 'production',
        api_key: `key_${service.credentials.production_api_key.split('_')[2]}`,
        operator_token: null,
      });
      expect(out).not.to.include(service.credentials.production_api_key);
      expect((await inProfile('profiles')).out).to.match(/\nlive +http\S+ +production +key_\w+ +–\n/);
      const refused = await inProfile('post', 'sandbox/rewards', '--profile', 'live');
      expect([refused.code, refused.err.includes('sandbox_only')]).to.deep.equal([1, true]);
      const unknown = await inProfile('get', 'users', '--profile', 'none');
      expect([unknown.code, unknown.err]).to.deep.equal([
        2,
        'There is no profile "none". Profiles: default, live.\n',
      ]);
    }).timeout(120_000);

    it('are never sent to another service', async () => {
      const other = await cli.run({ ...environment(), BASE_URL: 'http://127.0.0.1:9' }, 'get', 'users');
      expect([other.code, other.err]).to.satisfy(
        ([code, err]: [number, string]) => code === 2 && err.startsWith('No API key for http://127.0.0.1:9.'),
      );
    }).timeout(120_000);

    it('are not stored if the service refuses the secret or it is not one', async () => {
      const before = readFileSync(file(), 'utf8');
      for (const [secret, code] of [
        ['svc_test_YAJhgpgf_000000', 1],
        ['password', 2],
        ['', 2],
      ] as const) {
        const ended = await runCliProcessWith(secret, environment(), 'login', '--url', service.url);
        expect([ended.code, ended.out], secret).to.deep.equal([code, '']);
      }
      expect(readFileSync(file(), 'utf8')).to.equal(before);
    }).timeout(120_000);

    it('are not read from a file that others can read', async () => {
      chmodSync(file(), 0o644);
      const refused = await inProfile('get', 'users');
      expect([refused.code, refused.err.includes('chmod 600')]).to.deep.equal([1, true]);
      chmodSync(file(), 0o600);
    }).timeout(120_000);

    it('are removed by logout', async () => {
      expect((await inProfile('logout', '--profile', 'live')).out).to.equal('Removed the profile live.\n');
      expect((await inProfile('logout', '--profile', 'live')).code).to.equal(1);
      expect((await inProfile('logout')).code).to.equal(0);
      expect((await inProfile('profiles')).out).to.equal('There are no profiles yet.\n');
      expect((await inProfile('get', 'users')).code).to.equal(2);
    }).timeout(120_000);
  });
});
