import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { ConfigError } from '../../src/config/config-file.ts';
import { readConfigFile } from '../../src/config/config.ts';
import { policyOf } from '../../src/config/policy.ts';
import { createRails } from '../../src/rails/rails.ts';
import { writeConfigFile } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';

const secret = randomBytes(32).toString('base64');
const signing = { scheme: 'hmac-sha256', secrets: [secret] };
const http = { type: 'http', url: 'https://bank.example/api/', signing };

describe('Rail settings', () => {
  let folder: Folder;
  before(async () => {
    folder = await temporaryFolder();
  });
  after(() => folder.remove());

  const read = (settings: object, env: Readonly<Record<string, string>> = {}) =>
    readConfigFile(writeConfigFile(folder.path, settings), env);
  const routesOf = (settings: object, kind = 'onramp') =>
    policyOf(read(settings))
      .routes.filter((route) => route.kind === kind)
      .flatMap(({ source, destination }) =>
        [source, destination].flatMap((end) =>
          end.type === 'wallet' ? [] : [`${end.rail} ${end.currency} ${String(end.country)} ${end.decimals}`],
        ),
      );

  it('default to bank_eft and emailpay, simulated in the sandbox', () => {
    const wanted = ['bank_eft usd US 2', 'bank_eft cad CA 2', 'bank_eft eur null 2', 'emailpay cad CA 2'];
    expect(routesOf({})).to.deep.equal(wanted);
    expect(routesOf({}, 'offramp')).to.deep.equal(wanted);
    expect([...policyOf(read({})).standingRails]).to.deep.equal(['bank_eft']);
    const { rails } = read({});
    for (const { providers } of Object.values(rails)) {
      expect(providers).to.deep.equal({ sandbox: { type: 'simulator' }, production: null });
    }
  });

  it('can be changed in part, added, and removed', () => {
    const currencies = { jpy: { country: 'JP', min: '100', max: '9000' }, kwd: {} };
    const settings = {
      rails: {
        bank_eft: { currencies: { usd: { country: 'US' } } },
        emailpay: null,
        wire: { type: 'bank', currencies, standing_details: false, settlement_seconds: { onramp: 60 } },
      },
      points: { prices: { usd: '0.01', jpy: '1', kwd: '0.003' } },
    };
    expect(routesOf(settings)).to.deep.equal(['bank_eft usd US 2', 'wire jpy JP 0', 'wire kwd null 3']);
    const { routes, standingRails } = policyOf(read(settings));
    expect([...standingRails]).to.deep.equal(['bank_eft']);
    const wire = routes.find(({ source }) => source.type === 'fiat' && source.currency === 'jpy');
    expect(wire).to.include({ min: 100n, max: 9000n, settlementTimeSeconds: 60 });
    const { bank_eft, wire: added } = read(settings).rails;
    expect(bank_eft).to.include({ type: 'bank', standing_details: true, checks_names: true });
    expect(added?.providers).to.deep.equal({ sandbox: null, production: null });
  });

  it('offer no route in a currency without a price', () => {
    expect(routesOf({ points: { prices: { cad: '0.01' } } })).to.deep.equal([
      'bank_eft cad CA 2',
      'emailpay cad CA 2',
    ]);
  });

  it('name connectors and the variables with their secrets', () => {
    const signed = { scheme: 'hmac-sha256', secrets: ['env:BANK_SECRET', secret] };
    const settings = { rails: { bank_eft: { providers: { production: { ...http, signing: signed } } } } };
    const { sandbox, production } =
      read(settings, { BANK_SECRET: secret }).rails['bank_eft']?.providers ?? {};
    expect(sandbox).to.deep.equal({ type: 'simulator' });
    const bytes = Buffer.from(secret, 'base64');
    expect(production).to.deep.equal({
      type: 'http',
      url: 'https://bank.example/api',
      signing: { scheme: 'hmac-sha256', secrets: [bytes, bytes] },
      timeout_seconds: 10,
      ping_seconds: 5,
    });
    const rails = createRails({ settings: read(settings, { BANK_SECRET: secret }).rails });
    expect(
      rails.configured.map(({ environment, rail, provider }) => `${environment} ${rail} ${provider}`),
    ).to.deep.equal(['sandbox bank_eft simulator', 'production bank_eft http', 'sandbox emailpay simulator']);
    // It has not been checked yet.
    expect(rails.isAvailable('production', 'bank_eft')).to.equal(false);
    expect(rails.isAvailable('sandbox', 'bank_eft')).to.equal(true);
  });

  const provider = (more: object, environment = 'sandbox') => ({
    rails: { bank_eft: { providers: { [environment]: more } } },
  });
  for (const [what, settings, message] of [
    ['a rail of no type', { rails: { wire: { currencies: { usd: {} } } } }, /rails\.wire\.type/],
    ['a rail of no currency', { rails: { wire: { type: 'bank' } } }, /rails\.wire\.currencies/],
    ['a name that is none', { rails: { 'No Rail': {} } }, /rails/],
    ['an unknown key', { rails: { bank_eft: { colour: 'red' } } }, /unknown key rails\.bank_eft\.colour/],
    [
      'a country that is none',
      { rails: { bank_eft: { currencies: { usd: { country: 'us' } } } } },
      /country/,
    ],
    [
      'a limit that is too fine',
      { rails: { bank_eft: { currencies: { usd: { min: '0.001' } } } } },
      /0\.001/,
    ],
    ['a simulator in production', provider({ type: 'simulator' }, 'production'), /move no money/],
    [
      'a simulator of mobile money',
      {
        rails: {
          m: { type: 'mobile_money', currencies: { usd: {} }, providers: { sandbox: { type: 'simulator' } } },
        },
      },
      /must not be a simulator/,
    ],
    [
      'standing details by emailpay',
      { rails: { emailpay: { standing_details: true } } },
      /must be false for emailpay/,
    ],
    ['a connector of no address', provider({ type: 'http', signing }), /url must start with https/],
    [
      'a connector in the clear',
      provider({ ...http, url: 'http://bank.example' }),
      /url must start with https/,
    ],
    ['a password in the address', provider({ ...http, url: 'https://a:b@bank.example' }), /url must start/],
    ['a connector without signatures', provider({ type: 'http', url: http.url }), /signing is missing/],
    [
      'a secret that is too short',
      provider({ ...http, signing: { scheme: 'hmac-sha256', secrets: ['c2hvcnQ='] } }),
      /secrets must be at least 32 bytes in base64/,
    ],
    [
      'a secret that is not there',
      provider({ ...http, signing: { scheme: 'hmac-sha256', secrets: ['env:NOWHERE'] } }),
      /secrets must be at least 32 bytes/,
    ],
    [
      'half a pair of keys',
      provider({ ...http, signing: { scheme: 'ed25519', private_key: secret } }),
      /needs private_key and connector_keys/,
    ],
  ] as const) {
    it(`stop the start with ${what}, without revealing a secret`, () => {
      const caught = (() => {
        try {
          return policyOf(read(settings));
        } catch (error) {
          return error;
        }
      })();
      expect(caught).to.be.instanceOf(ConfigError);
      const text = String(caught);
      expect(text).to.match(message).and.not.include(secret).and.not.include('c2hvcnQ=');
    });
  }
});
