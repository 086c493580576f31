import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { data } from 'currency-codes';
import { ConfigError } from '../../src/config/config-file.ts';
import { readConfig } from '../../src/config/config.ts';
import { currencyDecimals, policyOf } from '../../src/config/policy.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';

describe('The configuration', () => {
  let folder: Folder;
  before(async () => (folder = await temporaryFolder()));
  after(() => folder.remove());

  const withFile = (text: string, env: Record<string, string> = {}) => {
    const file = join(folder.path, 'config.yaml');
    writeFileSync(file, text);
    return readConfig({ ...env, CONFIG_FILE: file });
  };

  it('has a default for everything', () => {
    const config = readConfig({});
    expect(config).to.include({ host: '127.0.0.1', port: 3000, logLevel: 'info' });
    expect(config.roles).to.deep.equal(['api', 'projector', 'worker']);
    expect(config.file.rate_limit).to.deep.equal({ requests_per_second: 200, burst: 400, nodes: 1 });
    expect(policyOf(config.file).routes.map(({ kind }) => kind)).to.include.members([
      'user_to_user',
      'conversion',
      'onramp',
      'offramp',
    ]);
  });

  it('turns on receivers on this machine in the sandbox of a service that only this machine reaches', () => {
    const settings = (env: Record<string, string>) => {
      const { webhooks, features } = readConfig(env).file;
      return [webhooks.allow_loopback, features.webhook_endpoint_test];
    };
    const local = [{}, { HOST: '::1' }, { HOST: 'localhost' }, { PUBLIC_URL: 'http://127.0.0.1:8080/' }];
    for (const env of local) expect(settings(env), JSON.stringify(env)).to.deep.equal([true, 'sandbox']);
    for (const env of [
      { HOST: '0.0.0.0' },
      { HOST: '192.168.1.5' },
      { PUBLIC_URL: 'https://ledger.example' },
      { EVENTSTORE_URL: 'esdb://127.0.0.1:2113' },
      { MONGODB_URL: 'mongodb://127.0.0.1/ledger' },
    ])
      expect(settings(env), JSON.stringify(env)).to.deep.equal([false, false]);
    for (const value of [true, false]) {
      const file = join(folder.path, 'local.yaml');
      const webhooks = { allow_loopback: value };
      writeFileSync(file, JSON.stringify({ webhooks, features: { webhook_endpoint_test: value } }));
      for (const env of [{}, { HOST: '0.0.0.0' }])
        expect(settings({ ...env, CONFIG_FILE: file })).to.deep.equal([value, value]);
    }
  });

  it('wants no administrator of EventStoreDB once others reach the service, unless that is allowed', () => {
    const isUnwanted = (url: string, env: Record<string, string> = {}) =>
      readConfig({ HOST: '0.0.0.0', EVENTSTORE_URL: url, ...env }).isUnwantedAdministrator;
    for (const url of ['esdb://admin:changeit@a:1', 'esdb+discover://admin:x@a', 'kurrentdb://admin@a:1,b:1'])
      expect(isUnwanted(url), url).to.equal(true);
    for (const url of ['esdb://admin:1', 'esdb://ledger:admin@a:1', 'esdb://administrator:x@a:1'])
      expect(isUnwanted(url), url).to.equal(false);
    expect(isUnwanted('esdb://admin:x@a:1', { EVENTSTORE_ALLOW_ADMIN: 'true' })).to.equal(false);
    expect(isUnwanted('esdb://admin:x@a:1', { HOST: '127.0.0.1' })).to.equal(false);
    expect(isUnwanted('esdb://admin:x@a:1', { HOST: '::1', PUBLIC_URL: 'https://a.example' })).to.equal(true);
  });

  it('shows metrics to everybody only if nobody else reaches the service, or the file says so', () => {
    const isPublic = (env: Record<string, string>): boolean => readConfig(env).monitoring.isPublic;
    const local = { EVENTSTORE_URL: 'esdb://a:1', PUBLIC_URL: 'http://localhost:3000' };
    for (const env of [{}, local]) expect(isPublic(env)).to.equal(true);
    for (const env of [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://ledger.example' }])
      expect(isPublic(env)).to.equal(false);
    expect(withFile('monitoring: { public: false }\n').monitoring.isPublic).to.equal(false);
    expect(withFile('monitoring: { public: true }\n', { HOST: '0.0.0.0' }).monitoring.isPublic).to.equal(
      true,
    );
  });

  it('treats an empty variable as unset', () => {
    const names = [
      'HOST',
      'PORT',
      'DATA_DIR',
      'LOG_LEVEL',
      'CONFIG_FILE',
      'EVENTSTORE_URL',
      'MONGODB_URL',
      'ROLES',
    ];
    names.push('PUBLIC_URL', 'MASTER_KEY', 'MONITORING_TOKEN', 'CHECKPOINT_DIR', 'CHECKPOINT_EVERY_SECONDS');
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(readConfig(empty)).to.deep.equal(readConfig({}));
  });

  it('keeps the defaults of keys that the file leaves out', () => {
    const { file } = withFile('onramps: { bank_expiry_seconds: 60 }\n');
    expect(file.onramps).to.deep.equal({ bank_expiry_seconds: 60, emailpay_expiry_seconds: 3600 });
  });

  for (const [what, text] of [
    ['an unknown key', 'quotes: { livetime_seconds: 30 }'],
    ['a value of another type', 'rate_limit: { burst: many }'],
    ['an amount that is not a string', 'routes: { min: { points: 0.01 } }'],
    ['a time too long to be added to a date', 'onramps: { bank_expiry_seconds: 9000000000000 }'],
    ['a maximum price age out of range', 'quotes: { price_max_age_hours: { sandbox: 1e12 } }'],
    ['invalid YAML', 'quotes: {'],
    ['a file that is not an object', '- 1'],
  ] as const) {
    it(`rejects ${what}`, () => {
      expect(() => withFile(`${text}\n`)).to.throw(ConfigError);
    });
  }

  it('reads the provider at which operators sign in, with its secret from the environment', () => {
    const text = `console: { oidc: { issuer: 'https://login.example', client_id: x, client_secret: 'env:SECRET',
      role_claim: [realm, roles], roles: { admin: [boss] } } }`;
    expect(() => withFile(text)).to.throw(
      'CONFIG_FILE: console.oidc.client_secret: the environment variable',
    );
    const plain = text.replace('env:SECRET', 'a-secret');
    expect(withFile(plain).file.console).to.deep.include({ token_sign_in: false });
    expect(withFile(plain).file.console.oidc).to.deep.include({
      ...{ client_secret: 'a-secret', name_claim: ['name'], role_claim: ['realm', 'roles'] },
      ...{ scopes: ['openid', 'profile'], session_minutes: 480, acr_values: [] },
      roles: { admin: ['boss'], treasury: [], reviewer: [], viewer: [] },
    });
    expect(() => withFile(plain.replace('https:', 'http:'))).to.throw('must start with https://');
    expect(() => withFile(plain.replace('admin: [boss]', ''))).to.throw('at least one role');
    expect(() => withFile('console: { token_sign_in: false }\n')).to.throw('nobody could sign in');
    expect(withFile('{}').file.console).to.deep.equal({ token_sign_in: true, oidc: null });
  });

  it('names an unknown key with its path', () => {
    expect(() => withFile('quotes: { livetime_seconds: 30 }\n')).to.throw(
      'CONFIG_FILE: unknown key quotes.livetime_seconds.',
    );
  });

  it('rejects a route whose minimum exceeds its maximum', () => {
    const { file } = withFile('routes: { min: { points: "2.00" }, max: { points: "1.00" } }\n');
    expect(() => policyOf(file)).to.throw(
      ConfigError,
      'the minimum of user_to_user routes exceeds its maximum',
    );
  });

  it('knows the decimals of every currency of ISO 4217', () => {
    for (const { code, digits } of data) expect(currencyDecimals(code.toLowerCase()), code).to.equal(digits);
    const kept = ['huf', 'pkr', 'cop', 'idr', 'iqd', 'jpy', 'kwd', 'clf', 'usd', 'xcg'].map(currencyDecimals);
    expect(kept).to.deep.equal([2, 2, 2, 2, 3, 0, 3, 4, 2, 2]);
  });

  it('names the rail and currency whose limits are invalid', () => {
    const wire = (currency: string): string =>
      `rails: { wire: { type: bank, currencies: { ${currency} } } }\npoints: { prices: { jpy: "1.50" } }\n`;
    expect(() => policyOf(withFile(wire('jpy: {}')).file)).to.throw(
      ConfigError,
      'rails.wire.currencies.jpy.min must have at most 0 decimals; got "1.00".',
    );
    expect(() => policyOf(withFile(wire('jpy: { min: "9", max: "8" }')).file)).to.throw(
      ConfigError,
      'the minimum of onramp routes for wire, jpy exceeds its maximum.',
    );
  });

  it('accepts a public URL with a path and removes its trailing slash', () => {
    const { publicUrl } = readConfig({ PUBLIC_URL: 'https://ledger.example:8443/api/' });
    expect(publicUrl).to.equal('https://ledger.example:8443/api');
  });

  it('rejects invalid variables', () => {
    for (const env of [
      { PORT: 'http' },
      { PORT: '70000' },
      { ROLES: 'api,king' },
      { LOG_LEVEL: 'loud' },
      { MONITORING_TOKEN: 'short' },
      { MONITORING_TOKEN: 'a token that has spaces' },
      { EVENTSTORE_URL: 'http://localhost' },
      { MONGODB_URL: 'localhost' },
      { MASTER_KEY: 'short' },
      { MASTER_KEY: `!!${Buffer.alloc(32, 7).toString('base64')}` },
      { PUBLIC_URL: 'ledger.example' },
      { PUBLIC_URL: 'https://' },
      { PUBLIC_URL: 'https:// ledger.example' },
      { PUBLIC_URL: 'https://user:password@ledger.example' },
      { PUBLIC_URL: 'https://ledger.example/?a=b' },
      { CONFIG_FILE: join(folder.path, 'nowhere.yaml') },
    ]) {
      expect(() => readConfig(env), JSON.stringify(env)).to.throw(ConfigError);
    }
  });
});
