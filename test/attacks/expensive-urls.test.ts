/** No URL, header, or form blocks the event loop for long. URLs and headers together have at most 16 KiB. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { expect } from 'chai';
import { createConsoleClient } from '../console/console-client.ts';
import { expectBody } from '../support/api-steps.ts';
import { CPU_MAX, leastCpu } from '../support/cpu-time.ts';
import { isTried } from '../support/effort.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';

/** What is left of 16 KiB after the method and the other headers. */
const URL_BYTES = 15_000;
const FORM_BYTES = 16 * 1024;

const filled = (unit: string, bytes = URL_BYTES): string =>
  unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));

/** Ends of a path or a query on which parsing or a regular expression could take quadratic time. */
const ENDS: readonly string[] = [
  `${filled('/')}x`,
  filled('/a'),
  filled('/..'),
  filled('.'),
  filled('%20'),
  filled('%f0%9f%98%80'),
  filled('a'),
  `?${filled('&')}`,
  `?${filled('=')}`,
  `?${filled('a=1&')}`,
  `?${Array.from({ length: 2_500 }, (_, index) => `a${index}=`).join('&')}`,
  `?limit=${filled('9')}`,
  `?starting_after=usr_${filled('0')}`,
  `?created_after=2026-01-01T00:00:00.${filled('0')}Z`,
  `?external_reference=${filled('a%cc%81%cc%a3')}`,
  `?q=${filled('a+')}`,
  `?q=${filled('%cc%81')}`,
  // Words that are the beginning of many others, and words that resemble many others.
  `?q=${filled('st+co+re+tr+in+pa+de+wa+')}`,
  `?q=${filled('transferrrr+balanceeee+walletssss+integrators+')}`,
  `?return=/console${filled('/a-')}!`,
  `?state=${filled(',')}`,
];

const PLACES: readonly string[] = [
  '/v1',
  '/v1/users',
  '/v1/transfers',
  '/v1/events',
  '/v1/users/usr_',
  '/operator/v1',
  '/operator/v1/transfers',
  '/operator/v1/webhook_deliveries',
  '/rails/sandbox/bank_eft/callbacks',
  '/rails',
  '/onboarding',
  '/onboarding/usr_00000000000000000000000000/kyc',
  '/pay',
  '/pay/trf_00000000000000000000000000',
  '/console',
  '/console/sign-in',
  '/console/assets',
  '/console/transfers',
  '/docs',
  '/docs/search',
  '/docs/search.json',
  '/docs/files',
  '/docs/guides',
  '/healthz',
  '/metrics',
  '',
];

describe('The most expensive', () => {
  let service: RunningService;
  before(async () => {
    service = await startTestService();
    // The first requests load pages and compile code.
    for (const path of ['/docs', '/docs/search?q=a', '/console/sign-in'])
      await (await fetch(service.url + path)).text();
  });
  after(() => service.close());

  type Case = { readonly name: string; readonly send: () => Promise<number> };

  /** Sends the requests that this run tries, and collects those that cost too much. */
  async function expectCheap(cases: readonly Case[]): Promise<void> {
    const tooExpensive: string[] = [];
    for (const { name, send } of cases.filter((_, index) => isTried(index))) {
      let status = 0;
      const work = async () => (status = await send());
      const cpu = await leastCpu(work);
      expect(status, name).to.be.within(200, 499);
      if (cpu > CPU_MAX) tooExpensive.push(`${name}: ${cpu.toFixed(0)} times`);
    }
    expect(tooExpensive).to.deep.equal([]);
  }

  /** Sends a path unchanged, which `fetch` would normalize. */
  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(service.url);
      const sent = request({ hostname, port, path, headers, agent: false }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', reject);
      sent.end();
    });

  for (const place of PLACES) {
    it(`URL at ${place === '' ? 'the root' : place} costs little`, async () => {
      const { sandbox_api_key, operator_token } = service.credentials;
      const headers = { 'Api-Key': sandbox_api_key, Authorization: `Bearer ${operator_token}` };
      await expectCheap(
        ENDS.map((end, index) => ({
          name: `${index} ${end.slice(0, 20)}`,
          send: () => get(`${place === '' && !end.startsWith('/') ? '/' : place}${end}`, headers),
        })),
      );
    });
  }

  it('header costs little', async () => {
    const values = [filled('a'), filled(';'), filled('a=b;'), filled(', '), filled(' '), filled('"')];
    const names = [
      'Api-Key',
      'Authorization',
      'Cookie',
      'Idempotency-Key',
      'Content-Type',
      'Accept-Encoding',
    ];
    const more = ['If-None-Match', 'Origin', 'Referer', 'Traceparent', 'X-Forwarded-For'];
    const paths = ['/v1/users', '/operator/v1/keys', '/console', '/docs', '/pay/x/y'];
    await expectCheap(
      [...names, ...more].flatMap((name) =>
        values.flatMap((value) =>
          paths.map((path) => ({
            name: `${name}: ${value.slice(0, 5)} to ${path}`,
            send: () => get(path, { [name]: value }),
          })),
        ),
      ),
    );
  });

  const FORMS: readonly string[] = [
    filled('&', FORM_BYTES),
    filled('a=&', FORM_BYTES),
    filled('%', FORM_BYTES),
    ...['first_name', 'postal_code', 'token', 'form_token'].flatMap((field) =>
      [
        'a',
        ' ',
        'a\u0301\u0323',
        '\u0301\u0323',
        '\u0323\u0301',
        '0',
        '1-',
        '\uac00',
        '%f0%9f%98%80',
        '\ufdfa',
      ].map((unit) => `${field}=${filled(unit, FORM_BYTES - 20)}`),
    ),
  ];

  it('onboarding form costs little', async () => {
    const body = { type: 'individual', external_reference: randomUUID() };
    const { id } = expectBody(await service.sandbox.post('/v1/users', body), 201);
    const links = expectBody(await service.sandbox.post(`/v1/users/${id}/onboarding_links`, {}), 201);
    const page = await (await fetch(links.kyc.url)).text();
    const token = /name="form_token"\s+value="([^"]*)"/.exec(page)?.[1] ?? '';
    expect(token).to.not.equal('');
    await expectForms((form) => submit(links.kyc.url, form, token));
  });

  it('sign-in form costs little', async () => {
    await expectForms((form) => submit(`${service.url}/console/sign-in`, form));
  });

  it('console search costs little', async () => {
    const client = createConsoleClient(service.url);
    await client.signIn(service.credentials.operator_token);
    await expectCheap(
      ENDS.filter((each) => each.startsWith('?q=')).map((end) => ({
        name: end.slice(0, 20),
        send: async () => (await client.get(`/console/search${end}`)).status,
      })),
    );
  });

  const expectForms = (send: (form: string) => Promise<number>): Promise<void> =>
    expectCheap(FORMS.map((form) => ({ name: form.slice(0, 30), send: () => send(form) })));

  async function submit(url: string, form: string, token = ''): Promise<number> {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: token === '' ? form : `form_token=${token}&${form}`.slice(0, FORM_BYTES),
    });
    await response.arrayBuffer();
    return response.status;
  }
});
