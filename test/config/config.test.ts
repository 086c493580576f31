import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigError, policyOf, readConfig } from '../../src/config/config.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';

describe('The configuration', () => {
  let folder: Folder;
  before(async () => (folder = await temporaryFolder()));
  after(() => folder.remove());

  const withFile = (text: string) => {
    const file = join(folder.path, 'config.yaml');
    writeFileSync(file, text);
    return readConfig({ CONFIG_FILE: file });
  };

  it('has a default for everything', () => {
    const config = readConfig({});
    expect(config).to.include({ host: '127.0.0.1', port: 3000, logLevel: 'info' });
    expect(config.roles).to.deep.equal(['api', 'projector', 'worker']);
    expect(config.file.rate_limit).to.deep.equal({ requests_per_second: 200, burst: 400 });
    expect(policyOf(config.file).routes.map(({ kind }) => kind)).to.include.members([
      'user_to_user',
      'conversion',
      'onramp',
      'offramp',
    ]);
  });

  it('takes a variable that is empty as one that is not set', () => {
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
    names.push('PUBLIC_URL', 'MASTER_KEY', 'CHECKPOINT_DIR', 'CHECKPOINT_EVERY_SECONDS');
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(readConfig(empty)).to.deep.equal(readConfig({}));
  });

  it('keeps the defaults beside what a file says', () => {
    const { file } = withFile('onramps: { bank_expiry_seconds: 60 }\n');
    expect(file.onramps).to.deep.equal({ bank_expiry_seconds: 60, emailpay_expiry_seconds: 3600 });
  });

  for (const [what, text] of [
    ['a key that nobody knows', 'quotes: { livetime_seconds: 30 }'],
    ['a value of another type', 'rate_limit: { burst: many }'],
    ['an amount that is no decimal string', 'routes: { min: { points: 0.01 } }'],
    ['a time too long to be added to a date', 'onramps: { bank_expiry_seconds: 9000000000000 }'],
    ['a price that would never get too old', 'quotes: { price_max_age_hours: { sandbox: 1e12 } }'],
    ['what is no YAML', 'quotes: {'],
    ['what is no object', '- 1'],
  ] as const) {
    it(`stops the start with one sentence for ${what}`, () => {
      expect(() => withFile(`${text}\n`)).to.throw(ConfigError);
    });
  }

  it('stops the start where a route’s minimum is above its maximum', () => {
    const { file } = withFile('routes: { min: { points: "2.00" }, max: { points: "1.00" } }\n');
    expect(() => policyOf(file)).to.throw(ConfigError, 'minimum above its maximum');
  });

  it('names the currency whose limits are wrong, also where they are those of all', () => {
    const wire = (currency: string): string =>
      `rails: { wire: { type: bank, currencies: { ${currency} } } }\npoints: { prices: { jpy: "1.50" } }\n`;
    expect(() => policyOf(withFile(wire('jpy: {}')).file)).to.throw(
      ConfigError,
      'rails.wire.currencies.jpy.min: 1.00 has more than 0 decimals.',
    );
    expect(() => policyOf(withFile(wire('jpy: { min: "9", max: "8" }')).file)).to.throw(
      ConfigError,
      'a route of kind onramp (wire, jpy) has a minimum above its maximum.',
    );
  });

  it('takes an address for the public with a path, and leaves out its last slash', () => {
    const { publicUrl } = readConfig({ PUBLIC_URL: 'https://ledger.example:8443/api/' });
    expect(publicUrl).to.equal('https://ledger.example:8443/api');
  });

  it('stops the start for variables that are wrong', () => {
    for (const env of [
      { PORT: 'http' },
      { PORT: '70000' },
      { ROLES: 'api,king' },
      { LOG_LEVEL: 'loud' },
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
