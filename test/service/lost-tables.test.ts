import { join } from 'node:path';
import { expect } from 'chai';
import { COLLECTIONS } from '../../projections/collections.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { expectBody, fundedWallet, newWallet, transferBody } from '../support/api-steps.ts';
import { readiness } from '../support/readiness.ts';
import { startTestService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

/** The tables of each collection, of which either can be lost. */
const TABLES = ['documents', 'entries'] as const;

describe('Tables of documents that were lost while their checkpoints survived', () => {
  for (const table of TABLES)
    it(`are built again from the events: ${table}`, async () => {
      const folder = await temporaryFolder();
      let service = await startTestService({ DATA_DIR: folder.path });
      try {
        const wallet = await fundedWallet(service.sandbox, { cashable: '100.00', earned: '5.00' });
        const to = await newWallet(service.sandbox);
        const paid = await service.sandbox.post('/v1/transfers', transferBody(wallet.id, to.id, '2.00'));
        const paths = [
          `/v1/users/${wallet.user_id}/wallets`,
          `/v1/users/${wallet.user_id}/wallets/${wallet.id}/balance`,
          `/v1/users/${wallet.user_id}/wallets/${wallet.id}/history`,
          `/v1/transfers/${expectBody(paid, 201).id}`,
          `/v1/transfers?wallet_id=${to.id}`,
          '/v1/users',
          '/v1/events',
        ];
        const shown: string[] = [];
        for (const path of paths) shown.push((await service.sandbox.get(path)).text);
        await service.close();
        const database = openDatabase(join(folder.path, DATABASE_FILE_NAME));
        for (const name of [
          COLLECTIONS.wallets,
          COLLECTIONS.transfers,
          COLLECTIONS.events,
          COLLECTIONS.users,
        ])
          database.exec(`DROP TABLE "${table} ${name}"`);
        database.close();
        service = await startTestService({ DATA_DIR: folder.path });
        const { url, sandbox } = service;
        await waitFor('the documents', async () => (await readiness(url)).status === 200 || undefined);
        for (const [index, path] of paths.entries()) {
          const found = await waitFor(`GET ${path}`, async () => {
            const answer = await sandbox.get(path);
            // A read of documents that are being rebuilt is refused.
            return answer.status === 503 ? undefined : answer;
          });
          expect([found.status, found.text], path).to.deep.equal([200, shown[index]]);
        }
      } finally {
        await service.close();
        await folder.remove();
      }
    });
});
