/**
 * Somebody who can write to the events, but does not know the master key, removes the newest events of a book, so that money that was
 * paid out is there again. Other streams have later events.
 */
import { randomUUID } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { expect } from 'chai';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newPayoutAccount,
  newUser,
  offrampBody,
  submittedOfframp,
} from '../support/api-steps.ts';
import { startCli, type Cli } from '../support/cli.ts';
import type { Answer } from '../support/client.ts';
import { readiness } from '../support/readiness.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import {
  newestPosition,
  newestRevision,
  removeAfter,
  removeAllAfter,
  removeReadModels,
  removeSnapshots,
  renumberPositions,
  replaceStream,
} from '../support/tampered-events.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { operatorOf } from '../support/treasury.ts';
import { waitFor } from '../support/wait-for.ts';

/** A book that has paid out all that it had, on a service that can be stopped and started. */
class PaidOut {
  readonly folder: Folder;
  service: RunningService;
  book = '';
  /** The newest revision before the payout. */
  revision = 0;
  /** Of the newest event of all streams then. */
  position = 0;
  #payout: object = {};

  private constructor(folder: Folder, service: RunningService) {
    this.folder = folder;
    this.service = service;
  }

  static async create(): Promise<PaidOut> {
    const folder = await temporaryFolder();
    const world = new PaidOut(folder, await startTestService({ DATA_DIR: folder.path }));
    const { sandbox, credentials } = world.service;
    world.book = bookStreamOf(credentials.integrator_id, 'sandbox');
    const wallet = await fundedWallet(sandbox, { cashable: '40000.00' });
    const account = await newPayoutAccount(sandbox, wallet.user_id);
    world.#payout = offrampBody(wallet.id, account.id, '40000.00');
    world.revision = newestRevision(folder.path, world.book);
    world.position = newestPosition(folder.path);
    await submittedOfframp(sandbox, wallet.id, account.id, '40000.00');
    await world.addLaterEvents();
    return world;
  }

  /** In another stream. */
  async addLaterEvents(): Promise<void> {
    await operatorOf(this.service).post('/operator/v1/integrators', { name: 'Later events' });
  }

  identity(): object {
    return { integrator_id: this.service.credentials.integrator_id, environment: 'sandbox' };
  }

  async restart(tamper: (dataDir: string) => unknown = () => undefined): Promise<void> {
    await this.service.close();
    await tamper(this.folder.path);
    this.service = await startTestService({ DATA_DIR: this.folder.path });
  }

  pay(): Promise<Answer> {
    return this.service.sandbox.post('/v1/transfers', this.#payout, { idempotencyKey: randomUUID() });
  }

  /** Nothing is paid, and /readyz names the book and matches. */
  async expectRefused(cause: string): Promise<void> {
    const { message } = expectError(await this.pay(), 503, 'service_unavailable');
    expect(message).to.include('Stored events are missing or were changed.');
    const { health } = await readiness(this.service.url);
    expect(health.parts['books']?.detail).to.match(
      new RegExp(`${this.book}: revision [0-9]+ of ${this.book} .*${cause}`),
    );
  }

  async expectNoWrite(): Promise<void> {
    const user = { type: 'individual', external_reference: randomUUID() };
    const answer = await this.service.sandbox.post('/v1/users', user);
    const { message } = expectError(answer, 503, 'service_unavailable');
    expect(message).to.include('Stored events are missing or were changed.');
  }

  /** `audit accept` of the newest event. */
  async accept(cli: Cli): Promise<void> {
    const env = { DATA_DIR: this.folder.path };
    const where = ['audit', 'accept', this.book, String(newestRevision(this.folder.path, this.book))];
    const shown = await cli.run(env, ...where, '--json');
    const hash = (JSON.parse(shown.out) as { hash: string }).hash;
    const { code, err } = await cli.run(env, ...where, '--hash', hash, '--reason', 'The backup is older.');
    expect(code, err).to.equal(0);
  }

  async close(): Promise<void> {
    // Lost events are a finding of the audit, which `close` does for folders of its own only.
    await this.service.close();
    await this.folder.remove();
  }
}

const ENDS = 'but the stream ends before it';
const DIFFERS = 'but the stream has another event there';

describe('A book whose newest events were removed', function () {
  this.timeout(60_000);
  let world: PaidOut;
  let cli: Cli;
  before(() => (cli = startCli()));
  after(() => cli.close());
  beforeEach(async () => {
    world = await PaidOut.create();
  });
  afterEach(() => world.close());

  const truncate = (dataDir: string): void => removeAfter(dataDir, world.book, world.revision);
  const newUserOfProduction = () =>
    world.service.production.post('/v1/users', { type: 'individual', external_reference: randomUUID() });

  it('pays nothing out a second time, and says why; other books are not affected', async () => {
    await world.restart(truncate);
    await world.expectRefused(`a snapshot proves an event, ${ENDS}`);
    expectBody(await newUserOfProduction(), 201);
  });

  it('is refused after another start, too, and its snapshot cannot be replaced by one that proves nothing', async () => {
    await world.restart(truncate);
    const operator = operatorOf(world.service);
    const rebuilt = await operator.post('/operator/v1/snapshots/rebuild', world.identity());
    expect(rebuilt.status).to.equal(503);
    await world.restart();
    await world.expectRefused(`a snapshot proves an event, ${ENDS}`);
  });

  it('stays refused when what proved the loss is removed', async () => {
    await world.restart(truncate);
    await world.expectRefused(`a snapshot proves an event, ${ENDS}`);
    expectBody(await operatorOf(world.service).post('/operator/v1/snapshots/drop', world.identity()), 200);
    await world.restart(removeReadModels);
    await world.expectRefused(`a snapshot proves an event, ${ENDS}`);
  });

  it('is refused without a snapshot, because of its newest documents', async () => {
    await world.restart((dataDir) => {
      truncate(dataDir);
      removeSnapshots(dataDir);
    });
    await world.expectRefused(`the document evt_[0-9a-z]{26} proves an event, ${ENDS}`);
  });

  it('is refused if other events that the service wrote take their place', async () => {
    const copy = await temporaryFolder();
    await world.restart(async (dataDir) => {
      await cp(dataDir, copy.path, { recursive: true });
      // A service that has no evidence of the payout continues without it.
      truncate(copy.path);
      removeSnapshots(copy.path);
      removeReadModels(copy.path);
      const other = await startTestService({ DATA_DIR: copy.path });
      const missing = newestRevision(dataDir, world.book) - world.revision;
      for (let count = 0; count < missing; count++) await newUser(other.sandbox);
      await other.close();
      replaceStream(dataDir, world.book, copy.path);
    });
    await copy.remove();
    await world.expectRefused(`a snapshot proves an event, ${DIFFERS}`);
    expectBody(await operatorOf(world.service).post('/operator/v1/snapshots/drop', world.identity()), 200);
    await world.expectRefused(`a snapshot proves an event, ${DIFFERS}`);
  });

  for (const isLeft of [true, false])
    it(`is not served when all streams are rolled back and snapshots are ${isLeft ? 'left' : 'removed'}, until that is accepted`, async () => {
      const refused = await world
        .restart((dataDir) => {
          removeAllAfter(dataDir, world.position);
          if (!isLeft) removeSnapshots(dataDir);
        })
        .catch((error: unknown) => error);
      expect(String(refused)).to.match(
        new RegExp(`of platform .*the last orderly stop proves an event, ${ENDS}`),
      );
      const env = { DATA_DIR: world.folder.path };
      const { code, err } = await cli.run(env, 'audit', 'accept-restore', '--reason', 'A restored backup.');
      expect(code, err).to.equal(0);
      await world.restart();
      await newUser(world.service.sandbox);
      const { health } = await readiness(world.service.url);
      expect(health.parts['books']).to.deep.equal({ ok: true });
    });

  it('is refused when the positions of all events are numbered again', async () => {
    await world.restart((dataDir) => {
      truncate(dataDir);
      removeSnapshots(dataDir);
      renumberPositions(dataDir);
    });
    await world.expectRefused(`the document evt_[0-9a-z]{26} proves an event, ${ENDS}`);
    // The read models are built again, without the lost events.
    await world.restart();
    await world.expectRefused(`the document evt_[0-9a-z]{26} proves an event, ${ENDS}`);
    expectBody(await newUserOfProduction(), 201);
  });

  it('while it is loaded: it is refused soon, even if nobody uses it', async () => {
    truncate(world.folder.path);
    const cause = new RegExp(`${world.book}: .*a process that read it proves an event, ${ENDS}`);
    await waitFor('the report', async () => {
      const { health } = await readiness(world.service.url);
      return cause.test(health.parts['books']?.detail ?? '') ? true : undefined;
    });
    await world.expectNoWrite();
    expectBody(await newUserOfProduction(), 201);
    await world.restart();
    await world.expectRefused(ENDS);
  });

  it('while it is loaded: the next write notices it', async () => {
    truncate(world.folder.path);
    await world.expectNoWrite();
    await world.expectRefused(`a process that read it proves an event, ${ENDS}`);
    await world.restart();
    await world.expectRefused('');
  });

  it('is written again once an operator has accepted the loss, and refused after another one', async () => {
    await world.restart(truncate);
    await world.accept(cli);
    await world.restart();
    await newUser(world.service.sandbox);
    const { health } = await readiness(world.service.url);
    expect(health.parts['books']).to.deep.equal({ ok: true });
    const revision = newestRevision(world.folder.path, world.book);
    const { id } = await newUser(world.service.sandbox);
    // Waits for the documents.
    expectBody(await world.service.sandbox.get(`/v1/events?object_id=${id}`), 200);
    await world.addLaterEvents();
    await world.restart((dataDir) => {
      removeAfter(dataDir, world.book, revision);
      removeSnapshots(dataDir);
    });
    await world.expectRefused(`the document evt_[0-9a-z]{26} proves an event, ${ENDS}`);
  });

  it('is written again by a running service once an operator has accepted the loss', async () => {
    truncate(world.folder.path);
    await world.expectNoWrite();
    await world.expectRefused(`a process that read it proves an event, ${ENDS}`);
    await world.accept(cli);
    await waitFor('the acceptance', () => newUser(world.service.sandbox).catch(() => undefined));
  });
});
