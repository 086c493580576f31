/** A service that is killed between any two steps of a payout: nothing is paid twice, and nothing gets stuck. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Answer } from '../support/client.ts';
import { runs } from '../support/effort.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';
import { spawnService, writeConfigFile } from '../support/service.ts';
import type { ServiceProcess } from '../support/service.ts';
import {
  expectBody,
  fundedWallet,
  listAll,
  newPayoutAccount,
  offrampBody,
  waitForTransferState,
} from '../support/api-steps.ts';
import { waitFor } from '../support/wait-for.ts';
import { startRail } from './rail.ts';
import type { TestRail } from './rail.ts';
import { auditFile } from './assert-stream.ts';

const MAIN = new URL('./payout-service.ts', import.meta.url).pathname;
const RANDOM_KILLS = runs(8);

describe('A service that is killed during a payout', function () {
  this.timeout(120_000);
  let folder: Folder;
  let rail: TestRail;
  let service: ServiceProcess;
  let wallet: Answer['body'];
  let account: Answer['body'];
  let CONFIG_FILE: string;

  before(async () => {
    folder = await temporaryFolder();
    CONFIG_FILE = writeConfigFile(folder.path, {
      reviews: { amount_at_least: { offramp: '5000.00' } },
    });
    rail = await startRail();
    await start();
    wallet = await fundedWallet(service.sandbox, { cashable: '900000.00', earned: '5.00' });
    account = await newPayoutAccount(service.sandbox, wallet.user_id);
  });
  after(async () => {
    await service.kill();
    await rail.close();
    await folder.remove();
  });
  afterEach(() => {
    rail.onOrder = () => undefined;
    rail.isUp = true;
  });

  async function start(KILL_AT = ''): Promise<void> {
    const env = { CONFIG_FILE, RAIL_URL: rail.url, KILL_AT, LOG_LEVEL: 'silent' };
    service = await spawnService(folder.path, env, { main: MAIN });
  }

  async function restart(KILL_AT = ''): Promise<void> {
    await service.kill();
    await start(KILL_AT);
  }

  const create = async (amount: string, idempotencyKey: string = randomUUID()): Promise<string> => {
    const body = offrampBody(wallet.id, account.id, amount);
    return expectBody(await service.sandbox.post('/v1/transfers', body, { idempotencyKey }), 201).id;
  };

  /** Creates a payout that kills the service, restarts it, and returns the transfer ID, which the client may not have received. */
  async function createAndRestart(): Promise<string> {
    const key = randomUUID();
    const answered = create('100.00', key).catch(() => undefined);
    await service.ended();
    rail.onOrder = () => undefined;
    const id = await answered;
    await restart();
    return id ?? create('100.00', key);
  }
  const approve = (id: string, idempotencyKey: string = randomUUID()): Promise<Answer> =>
    service.sandbox.post(
      `/v1/sandbox/transfers/${id}/review_outcome`,
      { outcome: 'approved' },
      { idempotencyKey },
    );
  const settle = async (id: string, outcome: string): Promise<void> => {
    const path = `/v1/sandbox/transfers/${id}/payout_outcome`;
    expectBody(await service.sandbox.post(path, { outcome }), 200);
  };
  const available = async (): Promise<number> => {
    const path = `/v1/users/${wallet.user_id}/wallets/${wallet.id}/balance`;
    return Number(expectBody(await service.sandbox.get(path), 200).available);
  };

  /** The payout continued: the book and the rail each have it once. */
  async function expectSubmitted(id: string, timesOrdered: number): Promise<void> {
    const transfer = await waitForTransferState(service.sandbox, id, 'payout_submitted');
    expect(transfer.receipt.rail_reference).to.equal(`RAIL-${id}`);
    expect(rail.orders.get(id)).to.have.length(timesOrdered);
    rail.paidOut();
    const events = await listAll(service.sandbox, `/v1/events?object_id=${id}`);
    expect(events.filter(({ data }) => data.state === 'payout_submitted')).to.have.length(1);
  }

  it('before the order reaches the rail sends it once, after the restart', async () => {
    await restart('before');
    await expectSubmitted(await createAndRestart(), 1);
  });

  it('while the rail has the order sends it again as the same payout', async () => {
    rail.onOrder = () => service.kill();
    await expectSubmitted(await createAndRestart(), 2);
  });

  it('after the rail has accepted it and before that is recorded sends it again as the same payout', async () => {
    await restart('after');
    const id = await createAndRestart();
    await expectSubmitted(id, 2);
    await settle(id, 'completed');
  });

  for (const [step, orders] of [
    ['before', 1],
    ['after', 2],
  ] as const) {
    it(`${step} an approved payout reaches the rail keeps the approval and its key`, async () => {
      const id = await create('5000.00');
      await restart(step);
      const key = randomUUID();
      const cut = await approve(id, key).catch((error: unknown) => error);
      expect(cut).to.be.an('error');
      await service.ended();
      await restart();
      await expectSubmitted(id, orders);
      const again = expectBody(await approve(id, key), 200);
      expect(again.state).to.equal('payout_submitted');
      await expectSubmitted(id, orders);
    });
  }

  it('continues with other orders while one fails, and retries it when the rail is back', async () => {
    rail.isUp = false;
    const id = await create('100.00');
    await delay(50);
    rail.isUp = true;
    const other = await create('100.00');
    await expectSubmitted(other, 1);
    await expectSubmitted(id, 1);
  });

  it('at any moment, repeatedly, pays out once', async () => {
    const before = await available();
    const paidBefore = rail.paidOut();
    const ids = new Set<string>();
    for (let kill = 0; kill < RANDOM_KILLS; kill++) {
      rail.onOrder = () => delay(randomInt(20));
      const creating = Promise.all(
        Array.from({ length: 20 }, async () => {
          // A payout without an answer may exist anyway; the list shows it.
          await create('100.00').catch(() => undefined);
        }),
      );
      await delay(randomInt(250));
      await service.kill();
      await creating;
      await start();
    }
    const open = await waitFor('all of them submitted', async () => {
      const all = await listAll(service.sandbox, `/v1/transfers?kind=offramp&wallet_id=${wallet.id}`);
      const waiting = all.filter(({ state, amount }) => state === 'pending' && amount === '100.00');
      return waiting.length === 0 ? all.filter(({ state }) => state === 'payout_submitted') : undefined;
    });
    for (const { id, receipt } of open) {
      expect(receipt.rail_reference).to.equal(`RAIL-${id}`);
      ids.add(id);
    }
    expect([...ids].every((id) => rail.orders.has(id))).to.equal(true);
    const made = (before - (await available())) / 100;
    expect(Number(rail.paidOut() - paidBefore)).to.equal(made * 100);
    // Every second one is returned.
    let back = 0;
    for (const [i, { id, amount }] of open.entries()) {
      await settle(id, i % 2 === 0 ? 'completed' : 'returned');
      back += i % 2 === 0 ? 0 : Number(amount);
    }
    expect(await available()).to.equal(before - made * 100 + back);
    expect(await service.stop()).to.equal(0);
    const { book } = await auditFile(folder.path, service.credentials.integrator_id);
    expect(book.accounts.get('payouts_in_flight')?.amount).to.equal(0n);
    expect(book.transfers.size).to.equal(0);
  });
});
