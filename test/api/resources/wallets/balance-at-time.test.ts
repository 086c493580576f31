import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { walletHistoryProjection } from '../../../../projections/wallets.ts';
import type { ProjectionProgress } from '../../../../src/read-models/projection-progress.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newWallet,
  transferBody,
  unknownId,
} from '../../../support/api-steps.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { startMemoryApp } from '../../../support/memory-app.ts';
import { startTestService, type RunningService } from '../../../support/service.ts';
import { waitFor } from '../../../support/wait-for.ts';

describe("A wallet's historical balance", () => {
  let service: RunningService;
  let sandbox: Client;
  /** The service's clock advances by one second per step. */
  let now = Date.parse('2026-05-01T10:00:00.000Z');
  before(async () => {
    service = await startTestService({}, () => now, {
      reviews: { amount_at_least: { user_to_user: '50.00' } },
    });
    ({ sandbox } = service);
  });
  after(() => service.close());

  const step = (): void => void (now += 1_000);
  const path = ({ user_id, id }: Answer['body']): string => `/v1/users/${user_id}/wallets/${id}/balance`;
  const at = async (wallet: Answer['body'], time: number | string): Promise<Answer['body']> => {
    const text = typeof time === 'string' ? time : new Date(time).toISOString();
    return expectBody(await sandbox.get(`${path(wallet)}?at=${encodeURIComponent(text)}`), 200);
  };

  it('is the balance after each step', async () => {
    const [from, to] = [
      await fundedWallet(sandbox, { cashable: '100.00', earned: '30.00' }),
      await newWallet(sandbox),
    ];
    const moments: { time: number; from: Answer['body']; to: Answer['body'] }[] = [];
    const remember = async (): Promise<void> => {
      const [a, b] = [
        expectBody(await sandbox.get(path(from)), 200),
        expectBody(await sandbox.get(path(to)), 200),
      ];
      moments.push({ time: now, from: a, to: b });
      step();
    };
    step();
    await remember();
    expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '10.00')), 201);
    await remember();
    const held = expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '60.00')), 201);
    expect(held.state).to.equal('in_review');
    await remember();
    const outcome = { outcome: 'approved' };
    expectBody(await sandbox.post(`/v1/sandbox/transfers/${held.id}/review_outcome`, outcome), 200);
    await remember();
    // Many more entries, so that the newest entries of rare buckets are far behind.
    for (let i = 0; i < 30; i++)
      expectBody(await sandbox.post('/v1/transfers', transferBody(to.id, from.id, '0.01')), 201);
    await remember();
    for (const moment of moments) {
      for (const [wallet, then] of [
        [from, moment.from],
        [to, moment.to],
      ] as const) {
        const as_of = new Date(moment.time).toISOString();
        expect(await at(wallet, moment.time)).to.deep.equal({ ...then, as_of });
        // Nothing changes until just before the next step. Digits below a millisecond are ignored.
        expect(await at(wallet, moment.time + 999)).to.include({
          available: then.available,
          pending: then.pending,
        });
        expect(await at(wallet, as_of.replace('Z', '9999Z'))).to.deep.equal({ ...then, as_of });
      }
    }
    const sum = (await listAll(sandbox, path(to).replace('balance', 'history')))
      .filter(
        ({ bucket, created_at }) => bucket === 'available' && Date.parse(created_at) <= moments[1]!.time,
      )
      .reduce((total: number, { amount }) => total + Number(amount), 0);
    expect(sum.toFixed(2)).to.equal((await at(to, moments[1]!.time)).available);
  });

  it('accepts times with an offset, and is zero from the millisecond of creation', async () => {
    const wallet = await newWallet(sandbox, 'svc-coin');
    step();
    const zero = '0.00000000';
    expect(await at(wallet, wallet.created_at)).to.include({
      available: zero,
      pending: zero,
      cashable: zero,
    });
    const local = new Date(Date.parse(wallet.created_at) + 7_200_000).toISOString().replace('Z', '+02:00');
    expect((await at(wallet, local)).as_of).to.equal(wallet.created_at);
  });

  it('is refused for a time before creation, in the future, or in an invalid format', async () => {
    const wallet = await newWallet(sandbox);
    const ask = (time: string) => sandbox.get(`${path(wallet)}?at=${encodeURIComponent(time)}`);
    const before = new Date(Date.parse(wallet.created_at) - 1).toISOString();
    expectError(await ask(before), 404, 'not_found');
    expectError(await ask(new Date(now).toISOString()), 400, 'malformed_request');
    expectError(await ask(new Date(now + 60_000).toISOString()), 400, 'malformed_request');
    for (const time of ['', 'yesterday', '2026-05-01', '2026-13-01T00:00:00Z', '2026-05-01T10:00:00'])
      expectError(await ask(time), 400, 'malformed_request');
    const strange = { user_id: wallet.user_id, id: unknownId('wal') };
    step();
    expectError(await sandbox.get(`${path(strange)}?at=${wallet.created_at}`), 404, 'not_found');
  });
});

describe("A wallet's historical balance with an incomplete history", () => {
  /** Runs with one funded wallet in an app whose reported projection progress is overridden. */
  async function balanceWith(
    histories: (so: ProjectionProgress) => Partial<ProjectionProgress>,
  ): Promise<Answer> {
    const app = await startMemoryApp({
      overrideProgress: (progress) =>
        progress.name === walletHistoryProjection.name ? { ...progress, ...histories(progress) } : progress,
    });
    const post = async (path: string, body: object): Promise<Answer['body']> =>
      (await app.call('POST', path, { body, idempotencyKey: randomUUID() })).body;
    try {
      const user = await post('/v1/users', { type: 'individual', external_reference: 'ada' });
      await post(`/v1/sandbox/users/${user.id}/kyc`, { kyc_status: 'approved' });
      const wallet = await post(`/v1/users/${user.id}/wallets`, { asset: 'svc-points' });
      await post('/v1/sandbox/rewards', { wallet_id: wallet.id, amount: '5.00' });
      const path = `/v1/users/${user.id}/wallets/${wallet.id}/balance`;
      const time = Date.now();
      await waitFor('that is over', () => Promise.resolve(Date.now() > time ? true : undefined));
      return await app.call('GET', `${path}?at=${new Date(time).toISOString()}`);
    } finally {
      await app.close();
    }
  }

  it('is returned only if the history is complete and current', async () => {
    expect(expectBody(await balanceWith(() => ({})), 200)).to.include({ available: '5.00' });
    for (const state of ['catching_up', 'stalled'] as const)
      expectError(
        await balanceWith(({ position }) => ({ state, position: position - 1n })),
        503,
        'service_unavailable',
      );
    expectError(await balanceWith(() => ({ state: 'stale', version: 1 })), 503, 'service_unavailable');
  });
});
