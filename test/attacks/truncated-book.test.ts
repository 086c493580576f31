/**
 * Somebody who can write to the events, but does not know the master key, removes the newest events of one book while the service
 * is stopped, so that money that was paid out is there again. Other streams have later events, and the documents are untouched.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newPayoutAccount,
  newUser,
  offrampBody,
  submittedOfframp,
} from '../support/api-steps.ts';
import { readiness } from '../support/readiness.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { operatorOf } from '../support/treasury.ts';

describe('A book whose newest events were removed', () => {
  let folder: Folder;
  let service: RunningService;
  let book: string;
  let payout: object;
  const start = async (): Promise<void> => {
    service = await startTestService({ DATA_DIR: folder.path });
  };

  before(async () => {
    folder = await temporaryFolder();
    await start();
    book = bookStreamOf(service.credentials.integrator_id, 'sandbox');
    const wallet = await fundedWallet(service.sandbox, { cashable: '40000.00' });
    const account = await newPayoutAccount(service.sandbox, wallet.user_id);
    payout = offrampBody(wallet.id, account.id, '40000.00');
    const revision = revisionOf();
    await submittedOfframp(service.sandbox, wallet.id, account.id, '40000.00');
    await operatorOf(service).post('/operator/v1/integrators', { name: 'Later events' });
    // Saves a snapshot.
    await service.close();
    removeAfter(revision);
    await start();
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  const STREAM = '(SELECT key FROM streams WHERE name = ?)';
  function revisionOf(): number {
    const database = openDatabase(join(folder.path, DATABASE_FILE_NAME));
    const newest = database.prepare(`SELECT max(revision) AS newest FROM events WHERE stream = ${STREAM}`);
    const { newest: revision } = newest.get(book) as { newest: number };
    database.close();
    return revision;
  }
  function removeAfter(revision: number): void {
    const database = openDatabase(join(folder.path, DATABASE_FILE_NAME));
    database.exec('DROP TRIGGER events_never_change; DROP TRIGGER events_never_go');
    database.prepare(`DELETE FROM events WHERE revision > ? AND stream = ${STREAM}`).run(revision, book);
    database.close();
  }
  const pay = () => service.sandbox.post('/v1/transfers', payout, { idempotencyKey: randomUUID() });

  it('pays nothing out a second time, and says why', async () => {
    expectError(await pay(), 503, 'service_unavailable');
    const { health } = await readiness(service.url);
    expect(health.parts['books']?.detail).to.match(
      new RegExp(
        `${book}: revision [0-9]+ of ${book} .*a snapshot proves an event, but the stream ends before it`,
      ),
    );
    expectBody(await newUserOfProduction(), 201);
  });

  it('is refused after another start, too, and its snapshot cannot be replaced by one that proves nothing', async () => {
    const operator = operatorOf(service);
    const one = { integrator_id: service.credentials.integrator_id, environment: 'sandbox' };
    const rebuilt = await operator.post('/operator/v1/snapshots/rebuild', one);
    expect(rebuilt.status).to.equal(503);
    await service.close();
    await start();
    expectError(await pay(), 503, 'service_unavailable');
  });

  it('is written again once an operator accepts the loss by deleting the snapshot, which the activity shows', async () => {
    const operator = operatorOf(service);
    const one = { integrator_id: service.credentials.integrator_id, environment: 'sandbox' };
    expectBody(await operator.post('/operator/v1/snapshots/drop', one), 200);
    await newUser(service.sandbox);
    const { data } = expectBody(await operator.get('/operator/v1/activity?operation=dropSnapshots'), 200);
    expect(data[0]).to.include({ operation: 'dropSnapshots', result: 'done' });
  });

  const newUserOfProduction = () =>
    service.production.post('/v1/users', { type: 'individual', external_reference: randomUUID() });
});
