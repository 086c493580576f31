import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { expectBody, expectError, newWallet, unknownId } from '../support/api-steps.ts';
import type { Client } from '../support/client.ts';
import { startServiceWithOperators, type ServiceWithOperators } from '../support/service-with-operators.ts';

type Sent = { readonly path: string; readonly body: object };

describe('Idempotency keys of operators after an older backup of the documents was restored', () => {
  let service: ServiceWithOperators;
  let admin: Client;
  let idempotencyKey: string;
  before(async () => {
    service = await startServiceWithOperators();
    admin = service.admin;
  });
  after(() => service.close());
  beforeEach(newKey);

  function newKey(): void {
    idempotencyKey = randomUUID();
  }

  const post = (path: string, body: object) => admin.post(path, body, { idempotencyKey });

  /** The backup is from before any operator used a key. */
  function restoreOlderKeys(): void {
    const file = openDatabase(join(service.dataDir, DATABASE_FILE_NAME));
    file.exec(`DELETE FROM records WHERE place = 'refusals'`);
    file.close();
  }

  const reward = async (wallet?: string): Promise<Sent> => {
    const id = wallet ?? (await newWallet(service.sandbox)).id;
    return { path: `/operator/v1/wallets/${id}/rewards`, body: { amount: '1.00' } };
  };
  const trade = (price: string): Sent => ({
    path: '/operator/v1/treasury/sandbox/trades',
    body: { side: 'buy', coin_amount: '1', price },
  });

  const token = (name: string): Sent => ({ path: '/operator/v1/tokens', body: { name, role: 'viewer' } });

  /** After a success, and the refusal of another request whose key was reserved again. */
  async function expectReplay(first: Sent, other: Sent, refusal = 'idempotency_key_reused') {
    const done = await post(first.path, first.body);
    expectBody(done, 201);
    restoreOlderKeys();
    expectError(await post(other.path, other.body), refusal === 'not_found' ? 404 : 409, refusal);
    const again = await post(first.path, first.body);
    expect([again.status, again.text]).to.deep.equal([201, done.text]);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
  }

  it('replay a success in a book that another request has reserved since then', async () => {
    await expectReplay(await reward(), await reward());
    newKey();
    await expectReplay(await reward(), await reward(unknownId('wal')), 'not_found');
  });

  it('replay a success outside of books that another request has reserved since then', async () => {
    await expectReplay(trade('2000'), trade('2001'));
    newKey();
    await expectReplay(token('One'), token('Two'));
  });

  it('still refuse other requests', async () => {
    const [first, other] = [await reward(), await reward()];
    expectBody(await post(first.path, first.body), 201);
    expectError(await post(other.path, other.body), 409, 'idempotency_key_reused');
    restoreOlderKeys();
    expectError(await post(other.path, other.body), 409, 'idempotency_key_reused');
    const { path, body } = trade('2001');
    expectError(await post(path, body), 409, 'idempotency_key_reused');
  });
});
