/** A database file that was damaged: requests are answered with 503 and a cause, never with 500. */
import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { expectError, fundedWallet } from '../support/api-steps.ts';
import type { Answer } from '../support/client.ts';
import { readiness } from '../support/readiness.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { removeSnapshots, tamper } from '../support/tampered-events.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

describe('A damaged database file', function () {
  this.timeout(60_000);
  let folder: Folder;
  let service: RunningService;
  let book: string;
  let wallet: Answer['body'];
  const start = async (): Promise<void> => {
    service = await startTestService({ DATA_DIR: folder.path });
  };
  beforeEach(async () => {
    folder = await temporaryFolder();
    await start();
    book = bookStreamOf(service.credentials.integrator_id, 'sandbox');
    wallet = await fundedWallet(service.sandbox, { earned: '10.00' });
  });
  afterEach(async () => {
    await service.close().catch(() => undefined);
    await folder.remove();
  });

  const write = (): Promise<Answer> =>
    service.sandbox.post('/v1/users', { type: 'individual', external_reference: randomUUID() });
  const partOf = async (part: string): Promise<{ ok: boolean; detail?: string }> =>
    (await readiness(service.url)).health.parts[part];

  for (const [what, change] of [
    ['data that is no JSON', `data = '{'`],
    ['metadata that is no JSON', `metadata = '{'`],
    ['metadata without a hash', `metadata = '{}'`],
    ['an unknown type', `type = 'user.unknown'`],
  ] as const)
    it(`with an event that has ${what}: the book is refused, and /readyz names the revision`, async () => {
      await service.close();
      tamper(folder.path, (database) => {
        database
          .prepare(
            `UPDATE events SET ${change} WHERE revision = 3 AND stream = (SELECT key FROM streams WHERE name = ?)`,
          )
          .run(book);
      });
      removeSnapshots(folder.path);
      await start();
      const { message } = expectError(await write(), 503, 'service_unavailable');
      expect(message).to.include('Stored events are missing or were changed.');
      const { detail } = await partOf('books');
      expect(detail)
        .to.include(book)
        .and.to.match(/revision [34]/);
    });

  it('without the table of events: writes are refused, and /readyz names the table', async () => {
    tamper(folder.path, (database) => database.exec('DROP TABLE events'));
    expectError(await write(), 503, 'service_unavailable');
    const part = await waitFor('the report', async () => {
      const found = await partOf('event_store');
      return found.ok ? undefined : found;
    });
    expect(part.detail).to.include('no such table: events');
  });

  it('without the table of a read model: reads are refused', async () => {
    tamper(folder.path, (database) => database.exec('DROP TABLE "documents wallets_v1"'));
    const path = `/v1/users/${wallet.user_id}/wallets`;
    expectError(await service.sandbox.get(path), 503, 'service_unavailable');
  });

  it('with damaged pages: the service does not start, or refuses requests, and says why', async () => {
    await service.close();
    tamper(folder.path, (database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    const file = openSync(join(folder.path, DATABASE_FILE_NAME), 'r+');
    const { size } = fstatSync(file);
    for (let at = 3 * 4096; at < size; at += 4096) writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, at);
    closeSync(file);
    const started = await start().then(
      () => undefined,
      (error: unknown) => String(error),
    );
    if (started === undefined) {
      expectError(await write(), 503, 'service_unavailable');
      expect((await readiness(service.url)).status).to.equal(503);
    } else expect(started).to.match(/malformed|corrupt|not a database/);
  });
});
