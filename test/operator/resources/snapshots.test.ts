import { expect } from 'chai';
import type { Answer } from '../../support/client.ts';
import { createOperatorClient } from '../../support/client.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestService } from '../../support/service.ts';
import { expectBody, expectError, fundedWallet, newWallet, transferBody } from '../../support/api-steps.ts';

type Body = Answer['body'];
const ROOT = '/operator/v1/snapshots';

describe('Snapshot operations', () => {
  it('list, delete, and rebuild snapshots without changing books', async () => {
    const folder = await temporaryFolder();
    const env = { DATA_DIR: folder.path };
    const start = async () => {
      const service = await startTestService(env);
      return { ...service, admin: createOperatorClient(service.url, service.credentials.operator_token) };
    };
    let service = await start();
    const [from, to] = [
      await fundedWallet(service.sandbox, { earned: '50.00' }),
      await newWallet(service.sandbox),
    ];
    const path = `/v1/users/${from.user_id}/wallets/${from.id}`;
    const pay = async (amount: string) =>
      expectBody(await service.sandbox.post('/v1/transfers', transferBody(from.id, to.id, amount)), 201);
    await pay('1.00');
    const list = async (query = ''): Promise<Body[]> =>
      expectBody(await service.admin.get(`${ROOT}${query}`), 200).data;

    // The first run saved a snapshot of each book with events when it stopped.
    await service.close();
    service = await start();
    const integrator = service.credentials.integrator_id;
    const [saved, ...others] = await list(`?integrator_id=${integrator}&environment=sandbox`);
    expect(others).to.deep.equal([]);
    expect(saved).to.include({ integrator_id: integrator, environment: 'sandbox', usable: true });
    expect(saved?.['bytes']).to.be.greaterThan(100);
    expect(Date.parse(String(saved?.['saved_at']))).to.be.closeTo(Date.now(), 60_000);
    expect(await list('?integrator_id=int_none')).to.deep.equal([]);

    const before = expectBody(await service.sandbox.get(path), 200);
    const choice = { integrator_id: integrator, reason: 'To see that nothing changes.' };
    expect(expectBody(await service.admin.post(`${ROOT}/drop`, choice), 200).books).to.be.greaterThan(0);
    expect(await list()).to.deep.equal([]);
    await pay('2.00');
    await service.close();
    service = await start();
    await pay('3.00');
    const after = expectBody(await service.sandbox.get(path), 200);
    expect(Number(before.balance.available) - Number(after.balance.available)).to.equal(5);

    const made = expectBody(await service.admin.post(`${ROOT}/rebuild`, { environment: 'sandbox' }), 200);
    expect(made).to.deep.equal({ books: 1 });
    const [fresh] = await list();
    expect(Number(fresh?.['revision'])).to.be.greaterThan(Number(saved?.['revision']));
    await pay('4.00');
    expectError(await service.admin.post(`${ROOT}/drop`, { integrator_id: 'int_none' }), 404, 'not_found');
    expectError(await service.admin.post(`${ROOT}/rebuild`, { integrator_id: 'int_none' }), 404, 'not_found');
    await service.close();
    await folder.remove();
  });
});
