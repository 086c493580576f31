import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../../src/config/config.ts';
import { decodeData, decodeMetadata } from '../../../src/event-store/codec.ts';
import { createMemoryEventStore } from '../../../src/event-store/memory.ts';
import { PLATFORM_STREAM, loadPlatform } from '../../../src/platform/platform.ts';
import { createRails } from '../../../src/rails/rails.ts';
import { openDatabase } from '../../../src/sqlite/database.ts';
import { createSqliteEventStore } from '../../../src/sqlite/event-store.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newWallet,
  onrampBody,
  transferBody,
} from '../../support/api-steps.ts';
import { createOperatorClient, type Answer } from '../../support/client.ts';
import { EVENT_MACS } from '../../support/event-macs.ts';
import {
  startServiceWithOperators,
  type ServiceWithOperators,
} from '../../support/service-with-operators.ts';
import { startTestService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

type Body = Answer['body'];

const EMAILPAY = { source: { type: 'fiat', currency: 'cad', rail: 'emailpay' } };
const path = (rail: string, environment = 'sandbox') =>
  `/operator/v1/rails/${environment}/${rail}/availability`;

describe('Rail operations', () => {
  let service: ServiceWithOperators;
  before(async () => {
    service = await startServiceWithOperators();
  });
  after(() => service.close());

  const turn = (rail: string, available: boolean, more: object = {}) =>
    service.admin.post(path(rail), { available, ...more });
  const available = async (): Promise<Record<string, boolean>> =>
    Object.fromEntries(
      expectBody(await service.sandbox.get('/v1/routes?kind=onramp'), 200).data.map(
        ({ source, available: is }: Body) => [`${source.rail} ${source.currency}`, is],
      ),
    );

  it('list the rails and their states', async () => {
    const { data } = expectBody(await service.operators.viewer.get('/operator/v1/rails'), 200);
    const up = {
      object: 'rail',
      environment: 'sandbox',
      provider: 'simulator',
      enabled: true,
      available: true,
    };
    expect(data).to.deep.equal([
      { ...up, rail: 'bank_eft', payout_settlement_seconds: 86_400 },
      { ...up, rail: 'emailpay', payout_settlement_seconds: 1_800 },
    ]);
  });

  it('disable and enable one rail without affecting other rails and transfers between users', async () => {
    const { sandbox } = service;
    const [from, wallet] = [await fundedWallet(sandbox, { earned: '5.00' }), await newWallet(sandbox)];
    const down = expectBody(await turn('bank_eft', false, { reason: 'The bank is being moved.' }), 200);
    expect(down).to.include({ rail: 'bank_eft', enabled: false, available: false });
    try {
      expect(await available()).to.deep.equal({
        'bank_eft usd': false,
        'bank_eft cad': false,
        'bank_eft eur': false,
        'emailpay cad': true,
      });
      const { data } = expectBody(await service.admin.get('/operator/v1/rails'), 200);
      expect(data[0]).to.deep.equal(down);
      const onramp = onrampBody(wallet.id, '5.00');
      expectError(await sandbox.post('/v1/transfers', onramp), 503, 'provider_unavailable');
      const accounts = `/v1/users/${wallet.user_id}/deposit_accounts`;
      const source = { currency: 'usd', rail: 'bank_eft' };
      const account = { source, destination: { wallet_id: wallet.id } };
      expectError(await sandbox.post(accounts, account), 503, 'provider_unavailable');
      expectBody(await sandbox.post('/v1/transfers', onrampBody(wallet.id, '5.00', EMAILPAY)), 201);
      expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, wallet.id, '1.00')), 201);
    } finally {
      expect(expectBody(await turn('bank_eft', true), 200)).to.include({ enabled: true, available: true });
    }
    expect(Object.values(await available())).to.deep.equal([true, true, true, true]);
    expectBody(await sandbox.post('/v1/transfers', onrampBody(wallet.id, '5.00')), 201);
  });

  it('append no event for a repeated request or an unchanged state', async () => {
    const idempotencyKey = randomUUID();
    const body = { available: false };
    const first = await service.admin.post(path('emailpay'), body, { idempotencyKey });
    expectBody(first, 200);
    expectBody(await turn('emailpay', true), 200);
    const again = await service.admin.post(path('emailpay'), body, { idempotencyKey });
    expect([again.status, again.text]).to.deep.equal([200, first.text]);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect((await available())['emailpay cad']).to.equal(true);
    expectBody(await turn('emailpay', true), 200);
  });

  it('refuse unknown rails, missing permissions, and invalid bodies', async () => {
    const { admin, operators } = service;
    for (const [rail, environment] of [
      ['pigeon', 'sandbox'],
      ['bank_eft', 'production'],
      ['bank_eft', 'moon'],
      ['toString', 'sandbox'],
    ] as const) {
      expectError(await admin.post(path(rail, environment), { available: true }), 404, 'not_found');
    }
    for (const role of ['viewer', 'reviewer', 'treasury'] as const) {
      const answer = await operators[role].post(path('bank_eft'), { available: false });
      expectError(answer, 403, 'permission_denied');
    }
    for (const bad of [{}, { available: 'no' }, { available: true, reason: '' }, { available: true, x: 1 }]) {
      expectError(await admin.post(path('bank_eft'), bad), 422, 'validation_failed');
    }
    expectError(
      await admin.post(path('bank_eft'), { available: true }, { idempotencyKey: null }),
      400,
      'malformed_request',
    );
  });
});

describe('The availability of a rail', () => {
  it('is recorded with actor and reason and survives a restart', async () => {
    const folder = await temporaryFolder();
    try {
      const DATA_DIR = folder.path;
      const first = await startTestService({ DATA_DIR });
      const token = first.credentials.operator_token;
      const reason = 'The bank is being moved.';
      const body = { available: false, reason };
      expectBody(await createOperatorClient(first.url, token).post(path('bank_eft'), body), 200);
      await first.close();
      const database = openDatabase(join(DATA_DIR, DATABASE_FILE_NAME));
      const events = await createSqliteEventStore(database).read(PLATFORM_STREAM, 0, 100);
      database.close();
      const [switched, ...more] = events.filter(({ type }) => type === 'rail.availability_changed');
      expect(more).to.deep.equal([]);
      if (switched === undefined) throw new Error('there is no event');
      const metadata = decodeMetadata(switched);
      expect(decodeData(switched)).to.deep.equal({
        environment: 'sandbox',
        rail: 'bank_eft',
        available: false,
      });
      expect(metadata).to.include({ reason });
      expect(metadata.actor).to.match(/^operator:opt_/);
      const second = await startTestService({ DATA_DIR });
      const wallet = await newWallet(second.sandbox);
      const onramp = () => second.sandbox.post('/v1/transfers', onrampBody(wallet.id, '5.00'));
      expectError(await onramp(), 503, 'provider_unavailable');
      const operator = createOperatorClient(second.url, token);
      expectBody(await operator.post(path('bank_eft'), { available: true }), 200);
      expectBody(await onramp(), 201);
      await second.close();
    } finally {
      await folder.remove();
    }
  });

  it('is visible to other processes after a refresh', async () => {
    const eventStore = createMemoryEventStore();
    const [here, there] = [
      await loadPlatform(eventStore, EVENT_MACS),
      await loadPlatform(eventStore, EVENT_MACS),
    ];
    const rails = createRails({ isEnabled: (environment, rail) => there.isRailEnabled(environment, rail) });
    const data = { environment: 'sandbox', rail: 'emailpay', available: false } as const;
    await here.record(() => [{ type: 'rail.availability_changed', data }], 'operator:test');
    expect(rails.isAvailable('sandbox', 'emailpay')).to.equal(true);
    await there.refresh();
    expect(rails.isAvailable('sandbox', 'emailpay')).to.equal(false);
    expect(rails.isAvailable('sandbox', 'bank_eft')).to.equal(true);
  });
});
