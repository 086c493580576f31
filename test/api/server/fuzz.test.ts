/** Random requests never cause a 5xx, and every answer is documented. The client checks the latter. */
import fc from 'fast-check';
import { expect } from 'chai';
import { documentedOperations } from '../../support/client.ts';
import type { Answer, Client, Operation } from '../../support/client.ts';
import { startTestService } from '../../support/service.ts';
import type { RunningService } from '../../support/service.ts';
import { expectBody } from '../../support/api-steps.ts';
import { bodyFor, createSampleObjects, pathOf } from '../../support/sample-objects.ts';
import type { SampleObjects } from '../../support/sample-objects.ts';

const RUNS = 25;

const EMPTY: SampleObjects = {
  user_id: '',
  wallet_id: '',
  month: '',
  deposit_account_id: '',
  payout_account_id: '',
  transfer_id: '',
  transfer_batch_id: '',
  quote_id: '',
  points_wallet_id: '',
  coin_wallet_id: '',
  event_id: '',
  request_id: '',
  webhook_endpoint_id: '',
  webhook_delivery_id: '',
  other_wallet_id: '',
};

describe('Any request', () => {
  let service: RunningService;
  let sandbox: Client;
  let world: SampleObjects;
  before(async () => {
    service = await startTestService();
    ({ sandbox } = service);
    world = await createSampleObjects(sandbox);
  });
  after(() => service.close());

  const expectNoFault = ({ status, text }: Answer): void => {
    expect(status, text).to.be.lessThan(500);
  };
  const available = documentedOperations().filter(({ codes }) => !codes.includes('not_implemented'));
  const withBody = available.filter(({ id }) => bodyFor(id, EMPTY) !== undefined);

  const run = <T>(arbitrary: fc.Arbitrary<T>, send: (value: T) => Promise<Answer>): Promise<void> =>
    fc.assert(
      fc.asyncProperty(arbitrary, async (value) => {
        expectNoFault(await send(value));
      }),
      { numRuns: RUNS },
    );

  const sending = (operation: Operation) => (body: unknown) =>
    sandbox.request(operation.method, pathOf(operation, world), { raw: JSON.stringify(body) });

  const value = (): fc.Arbitrary<unknown> =>
    fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom(
        ...Object.values(world),
        'wallet',
        'fiat',
        'usd',
        'bank_eft',
        '1.00',
        '0',
        '\ud800',
        'x\udc00',
        true,
        null,
        {},
        [],
      ),
      fc.bigInt().map(String),
      fc.double().map(String),
    );

  for (const operation of withBody) {
    it(`to ${operation.method} ${operation.path} is answered for any body`, async () => {
      await run(fc.jsonValue({ maxDepth: 4 }), sending(operation));
    });

    it(`to ${operation.method} ${operation.path} is answered for a valid body with one invalid part`, async () => {
      const good = bodyFor(operation.id, world) ?? {};
      const names = fc.constantFrom(
        ...Object.keys(good),
        'metadata',
        '__proto__',
        'constructor',
        'dry_run',
        'quote_id',
      );
      const broken = fc
        .tuple(names, value(), fc.boolean())
        .map(([name, wrong, isMissing]) =>
          Object.fromEntries([
            ...Object.entries({ ...bodyFor(operation.id, world) }).filter(([key]) => key !== name),
            ...(isMissing ? [] : [[name, wrong] as const]),
          ]),
        );
      await run(broken, sending(operation));
    });
  }

  it('to POST /v1/transfers is answered for any source and destination', async () => {
    const [operation] = withBody.filter(({ id }) => id === 'createTransfer');
    if (operation === undefined) throw new Error('operation createTransfer not found');
    const end = fc.record(
      {
        type: fc.constantFrom('wallet', 'fiat', 'payout_account', 'bank', 7),
        wallet_id: fc.constantFrom(world.wallet_id, world.other_wallet_id, world.user_id, '', 'x'),
        currency: fc.constantFrom('usd', 'eur', 'xxx', 'USD'),
        rail: fc.constantFrom('bank_eft', 'emailpay', ''),
        payout_account_id: fc.constantFrom('pa_x', world.wallet_id, world.payout_account_id),
      },
      { requiredKeys: ['type'] },
    );
    const amount = fc.constantFrom('1.00', '0', '0.001', '999999999999999.99', '1000000.00', '5', '-1');
    const body = fc.record({ source: end, destination: end, amount, dry_run: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(body, async (each) => {
        expectNoFault(await sending(operation)(each));
      }),
      { numRuns: RUNS * 4 },
    );
  });

  for (const operation of available.filter(({ method }) => method === 'GET')) {
    it(`to GET ${operation.path} is answered for any query`, async () => {
      const name = fc.constantFrom(
        ...[
          'limit',
          'starting_after',
          'ending_before',
          'created_after',
          'created_before',
          'user_id',
          'wallet_id',
        ],
        ...[
          'state',
          'kind',
          'type',
          'object_id',
          'status',
          'kyc_status',
          'asset',
          'external_reference',
          'country',
          'x',
        ],
      );
      const text = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 80 }).map((each) => encodeURIComponent(each)),
        fc.string({ maxLength: 40 }).map((each) => each.replaceAll('#', '').replaceAll('?', '')),
        fc.constantFrom(...Object.values(world), '1', '100', 'completed', 'active', 'svc-points', 'onramp'),
        fc.date({ noInvalidDate: true }).map((each) => each.toISOString()),
      );
      const query = fc
        .array(fc.tuple(name, text), { maxLength: 4 })
        .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
      await run(query, (each) => sandbox.get(`${pathOf(operation, world)}?${each}`));
    });
  }

  it('to any path and method is answered', async () => {
    const segment = fc.oneof(
      fc.constantFrom(
        'v1',
        'users',
        'wallets',
        'transfers',
        'events',
        'sandbox',
        'kyc',
        '..',
        '.',
        '%2e',
        '',
      ),
      fc.constantFrom(...Object.values(world)),
      fc.string({ unit: 'binary', maxLength: 40 }).map((each) => encodeURIComponent(each)),
    );
    const target = fc.tuple(
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      fc.array(segment, { maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(target, async ([method, segments]) => {
        expectNoFault(await sandbox.request(method, `/v1/${segments.join('/')}`, {}));
      }),
      { numRuns: RUNS * 4 },
    );
  });

  it('with any idempotency key is answered', async () => {
    // All characters that a header allows: no control characters, including 127.
    const code = fc.integer({ min: 32, max: 255 }).filter((each) => each !== 127);
    const key = fc.string({ unit: code.map((each) => String.fromCharCode(each)) });
    await run(key, (idempotencyKey) =>
      sandbox.post('/v1/users', bodyFor('createUser', world), { idempotencyKey }),
    );
  });

  it('leaves the books consistent', async () => {
    const wallets = [world.wallet_id, world.other_wallet_id];
    const { data } = expectBody(await sandbox.get('/v1/users?limit=100'), 200);
    let seen = 0;
    for (const { id } of data) {
      for (const wallet of expectBody(await sandbox.get(`/v1/users/${id}/wallets`), 200).data) {
        if (wallets.includes(wallet.id)) seen += 1;
        for (const figure of ['available', 'pending', 'cashable']) {
          expect(wallet.balance[figure]).to.match(/^\d+\.\d+$/);
        }
      }
    }
    const ready = await fetch(`${service.url}/readyz`);
    expect([ready.status, seen > 0]).to.deep.equal([200, true]);
    await ready.text();
  });
});
