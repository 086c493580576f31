/** Read models that are rebuilt in a real service process, under load, and through a kill. */
import { join } from 'node:path';
import { expect } from 'chai';
import { PROJECTIONS } from '../../projections/all.ts';
import { walletHistoryProjection } from '../../projections/wallets.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { collectionsOf, versionedName } from '../../src/read-models/projection.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { expectBody, fundedWallet, newWallet, transferBody } from '../support/api-steps.ts';
import { createOperatorClient, type Answer, type Client } from '../support/client.ts';
import { spawnService, type ServiceProcess } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { inAHurry } from './load.ts';

type Body = Answer['body'];
const ROOT = '/operator/v1/projections';
const TRANSFERS = 1_200;
/** The third generation of the projection with the most documents. */
const SLOWEST = versionedName('wallet_history', walletHistoryProjection.version, 3);

describe('A service that rebuilds its read models', function () {
  this.timeout(240_000);
  let folder: Folder;
  let env: Record<string, string>;
  let service: ServiceProcess;
  const pairs: { from: Body; to: Body; paid: number }[] = [];

  before(async () => {
    folder = await temporaryFolder();
    env = { ...inAHurry(folder.path), LOG_LEVEL: 'warn' };
    service = await spawnService(folder.path, env);
    for (let i = 0; i < 4; i++) {
      const [from, to] = [
        await fundedWallet(service.sandbox, { earned: '90000.00' }),
        await newWallet(service.sandbox),
      ];
      pairs.push({ from, to, paid: 0 });
    }
    await pay(service.sandbox, TRANSFERS / 4);
  });
  after(async () => {
    await service.kill();
    await folder.remove();
  });

  const admin = (): Client => createOperatorClient(service.url, service.credentials.operator_token);
  const statuses = async (): Promise<Body[]> => expectBody(await admin().get(ROOT), 200).data;
  const allAre = async (generation: number): Promise<true | undefined> =>
    (await statuses()).every((each) => each['generation'] === generation) ? true : undefined;

  /** Each pair pays independently, and each payment is read after its answer. */
  async function pay(sandbox: Client, times: number, isOver: () => boolean = () => false): Promise<void> {
    await Promise.all(
      pairs.map(async (pair) => {
        const path = `/v1/users/${pair.to.user_id}/wallets/${pair.to.id}`;
        for (let i = 0; i < times && !isOver(); i++) {
          const body = transferBody(pair.from.id, pair.to.id, '1.00');
          expectBody(await sandbox.post('/v1/transfers', body), 201);
          pair.paid += 1;
          if (i % 10 !== 0) continue;
          expect(expectBody(await sandbox.get(path), 200).balance.available).to.equal(`${pair.paid}.00`);
          expectBody(await sandbox.get(`${path}/history?limit=2`), 200);
          expectBody(await sandbox.get(`/v1/transfers?wallet_id=${pair.to.id}&limit=2`), 200);
          expectBody(await sandbox.get('/v1/events?limit=2'), 200);
        }
      }),
    );
  }

  const rebuildAll = async (): Promise<void> => {
    for (const { name } of PROJECTIONS)
      expectBody(await admin().post(`${ROOT}/${name}/rebuild`, { verify: true }), 202);
  };

  it('fails no read or write during the rebuild, and creates byte-identical documents', async () => {
    let isOver = false;
    const load = pay(service.sandbox, Infinity, () => isOver);
    await rebuildAll();
    await waitFor('all are read', () => allAre(2), 120_000);
    for (const { name } of PROJECTIONS) {
      expectBody(await admin().post(`${ROOT}/${name}/verify`), 202);
      const found = await waitFor(`${name} is compared`, async () => {
        const { verification } = (await statuses()).find((each) => each['name'] === name) ?? {};
        return verification?.state === 'done' ? verification : undefined;
      });
      expect({ name, ...found.examples }).to.deep.equal({ name });
      expect(found).to.include({ differences: 0, skipped: 0 });
    }
    isOver = true;
    await load;
    await service.stop();
    service = await spawnService(folder.path, env);
  });

  it('resumes after a kill, and serves the previous read models until then', async () => {
    const marks = (): Map<string, bigint> => {
      const database = openDatabase(join(folder.path, DATABASE_FILE_NAME), { readOnly: true });
      const rows = database.prepare('SELECT projection, position FROM checkpoints').all();
      database.close();
      // The columns are those of the statement.
      return new Map(
        (rows as { projection: string; position: number }[]).map((row) => [
          row.projection,
          BigInt(row.position),
        ]),
      );
    };
    await rebuildAll();
    const cut = await waitFor('it is on its way', () => {
      const found = marks().get(SLOWEST) ?? -1n;
      return found > -1n ? found : undefined;
    });
    await service.kill();
    const kept = marks();
    expect(kept.get(SLOWEST)).to.satisfy((position: bigint) => position >= cut);
    service = await spawnService(folder.path, env);
    const [pair] = pairs;
    const path = `/v1/users/${pair?.to.user_id}/wallets/${pair?.to.id}`;
    expect(expectBody(await service.sandbox.get(path), 200).balance.available).to.equal(`${pair?.paid}.00`);
    await pay(service.sandbox, 5);
    await waitFor('all are read', () => allAre(3), 120_000);
    await pay(service.sandbox, 1);
    await service.stop();
    await expectSame(join(folder.path, DATABASE_FILE_NAME), 2, 3);
  });
});

/** Up to the position where the newer generation stopped, both generations are equal. */
async function expectSame(file: string, older: number, newer: number): Promise<void> {
  const database = openDatabase(file, { readOnly: true });
  const documents = createSqliteDocuments(database);
  for (const projection of PROJECTIONS) {
    const [olds, news] = [collectionsOf(projection, older), collectionsOf(projection, newer)];
    for (const [at, { name }] of olds.entries()) {
      const [before, after] = [
        await documents.scan(name, { limit: 1_000_000 }),
        await documents.scan(news[at]?.name ?? '', { limit: 1_000_000 }),
      ];
      // All generations were kept up to date for a comparison, so they end at the same event.
      expect(after, name).to.deep.equal(before);
    }
  }
  await documents.close();
}
