/** One operator splits an action that needs a second operator into many small ones. */
import { expect } from 'chai';
import { expectBody, fundedWallet, listAll, newWallet, transferBody } from '../support/api-steps.ts';
import { createOperatorClient, type Answer, type Client } from '../support/client.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { statementOf } from '../support/statements.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { operatorOf } from '../support/treasury.ts';

const HOUR_MS = 60 * 60 * 1_000;
const SETTINGS = {
  reviews: { amount_at_least: { user_to_user: '100.00' }, four_eyes_at_least: '1000.00' },
  dual_control: {
    rewards_at_least: '1000.00',
    trades_at_least: '1000000.00',
    allocations_at_least: '1000.00',
    write_offs_at_least: '1000.00',
    daily_sums: { sandbox: true },
  },
};

describe('An operator who splits a large action into small ones', () => {
  let folder: Folder;
  let service: RunningService;
  let now = Date.now();
  let wallet: Answer['body'];
  let ana: Client;
  let ben: Client;
  const tokens: string[] = [];

  const start = async (): Promise<void> => {
    service = await startTestService({ DATA_DIR: folder.path }, () => now, SETTINGS);
    [ana, ben] = tokens.map((token) => createOperatorClient(service.url, token)) as [Client, Client];
  };
  before(async () => {
    folder = await temporaryFolder();
    await start();
    for (const name of ['Ana', 'Ben']) {
      const issued = await operatorOf(service).post('/operator/v1/tokens', { name, role: 'admin' });
      tokens.push(expectBody(issued, 201).secret);
    }
    await service.close();
    await start();
    wallet = await fundedWallet(service.sandbox, { cashable: '9000.00' });
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });
  afterEach(() => {
    now += 25 * HOUR_MS;
  });

  const reward = async (by: Client, amount: string): Promise<number> =>
    (await by.post(`/operator/v1/wallets/${wallet.id}/rewards`, { amount })).status;
  const approve = (by: Client, answer: Answer) => by.post(`/operator/v1/proposals/${answer.body.id}/approve`);

  it('needs a second operator for the reward that reaches the limit, and for each one after it', async () => {
    expect(await reward(ana, '999.99')).to.equal(201);
    expect(await reward(ana, '0.01')).to.equal(202);
    expect(await reward(ana, '0.02')).to.equal(202);
    expect(await reward(ben, '999.99')).to.equal(201);
  });

  it('is free again after a day, also where the day began before a restart', async () => {
    expect(await reward(ana, '600.00')).to.equal(201);
    now += 23 * HOUR_MS;
    await service.close();
    await start();
    expect(await reward(ana, '400.00')).to.equal(202);
    now += HOUR_MS;
    expect(await reward(ana, '400.00')).to.equal(201);
  });

  it('is not held responsible for what two operators agreed on', async () => {
    const proposed = await ana.post(`/operator/v1/wallets/${wallet.id}/rewards`, { amount: '5000.00' });
    expectBody(await approve(ben, proposed), 201);
    expect(await reward(ben, '999.99')).to.equal(201);
    expect(await reward(ana, '999.99')).to.equal(201);
  });

  it('needs a second operator for approvals of transfers, and the review says so before', async () => {
    const other = await newWallet(service.sandbox);
    const statuses: number[] = [];
    const announced: boolean[] = [];
    for (const amount of ['500.00', '499.99', '100.00']) {
      const { id } = expectBody(
        await service.sandbox.post('/v1/transfers', transferBody(wallet.id, other.id, amount)),
        201,
      );
      const { data } = expectBody(await ana.get('/operator/v1/review_queue?kind=transfer'), 200);
      const shown = data.find((each: Answer['body']) => each.id === id);
      announced.push(shown.second_operator.is_needed);
      const review = { outcome: 'approved' };
      statuses.push((await ana.post(`/operator/v1/transfers/${id}/review`, review)).status);
    }
    expect(announced).to.deep.equal([false, false, true]);
    expect(statuses).to.deep.equal([200, 200, 202]);
  });

  it('needs a second operator for allocations and trades', async () => {
    const path = '/operator/v1/treasury/sandbox';
    const { integrator_id } = service.credentials;
    const allocate = async (points_backing: string): Promise<number> =>
      (await ana.post(`${path}/allocations`, { integrator_id, points_backing })).status;
    expect([await allocate('600.00'), await allocate('399.99'), await allocate('0.01')]).to.deep.equal([
      201, 201, 202,
    ]);
    const trade = async (coin_amount: string): Promise<number> =>
      (await ana.post(`${path}/trades`, { side: 'buy', coin_amount, price: '2500' })).status;
    expect([await trade('399'), await trade('1'), await trade('0.00001')]).to.deep.equal([201, 202, 201]);
  });

  it('needs a second operator for write-offs, and starts again after a day', async () => {
    const path = '/operator/v1/reconciliation/sandbox';
    const day = new Date(now).toISOString().slice(0, 10);
    const lines = ['-6.00', '-3.99', '-0.01', '-9.99', '-4.00', '-5.99'].map((amount, i) => ({
      ...{ day, amount, reference: `B-${i}` },
    }));
    const statement = statementOf(lines, { opened_on: day, closed_on: day, opening_balance: '100.00' });
    expectBody(await ana.post(`${path}/movements`), 200);
    expectBody(await ana.post(`${path}/statements`, statement), 201);
    const items = await listAll(ana, `${path}/items?breaks=open`);
    const writeOff = (by: Client, amount: string): Promise<Answer> => {
      const found = items.find(({ line }) => line?.amount === amount) as { id: string };
      const resolution = { resolution: 'write_off', reason: 'Fee of the bank.' };
      return by.post(`${path}/items/${found.id}/resolution`, resolution);
    };
    expect((await writeOff(ana, '-6.00')).status).to.equal(200);
    expect((await writeOff(ana, '-3.99')).status).to.equal(200);
    const proposed = await writeOff(ana, '-0.01');
    expect(proposed.status).to.equal(202);
    expect((await writeOff(ben, '-4.00')).status).to.equal(200);
    expectBody(await approve(ben, proposed), 201);
    // What two operators agreed on counts for neither of them.
    expect((await writeOff(ben, '-5.99')).status).to.equal(200);
    now += 23 * HOUR_MS;
    await service.close();
    await start();
    const again = expectBody(await writeOff(ana, '-9.99'), 202);
    now += HOUR_MS;
    expectBody(await ana.post(`/operator/v1/proposals/${again.id}/withdraw`), 200);
    expect((await writeOff(ana, '-9.99')).status).to.equal(200);
  });
});
