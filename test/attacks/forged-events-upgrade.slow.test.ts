/** Data of a release without MACs: it keeps working, and nobody can use it to forge events. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { lastCheckpoint, listCheckpointedStreams } from '../../src/audit/checkpoints/checkpoint-files.ts';
import { createDocumentsCheck } from '../../src/audit/documents-check.ts';
import { sqliteSource } from '../../src/audit/event-source.ts';
import { verify, type Verification } from '../../src/audit/verification/verification.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { decodeMetadata } from '../../src/event-store/codec.ts';
import type { StoredEvent } from '../../src/event-store/port.ts';
import type { PlatformEventData } from '../../src/generated/events.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { newOperatorToken } from '../../src/platform/credentials.ts';
import { PLATFORM_STREAM } from '../../src/platform/platform.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { deriveAuditSigningKey } from '../../src/vault/audit-signing-key.ts';
import { readOrCreateMasterKey } from '../../src/vault/master-key.ts';
import { expectError, newUser } from '../support/api-steps.ts';
import { EARLIER_DATA_DIRECTORY, copyEarlierDataDirectory } from '../support/earlier-data-directory.ts';
import { macsOf, withFile } from '../support/extra-keys.ts';
import { forge } from '../support/forge-event.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// The file is part of the fixture.
const { integrator_id } = JSON.parse(
  readFileSync(join(EARLIER_DATA_DIRECTORY, 'credentials.json'), 'utf8'),
) as { integrator_id: string };
const BOOK = bookStreamOf(integrator_id, 'sandbox');

describe('Data of a release without MACs', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: RunningService | undefined;
  beforeEach(async () => {
    folder = await temporaryFolder();
    copyEarlierDataDirectory(folder.path);
  });
  afterEach(async () => {
    await stop();
    await folder.remove();
  });

  async function start(env: Record<string, string> = {}): Promise<RunningService> {
    service = await startTestService({ DATA_DIR: folder.path, ...env });
    return service;
  }

  async function stop(): Promise<void> {
    await service?.close();
    service = undefined;
  }

  const startError = (env?: Record<string, string>): Promise<string> =>
    start(env).then(
      () => 'it started',
      (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
    );

  const eventsOf = (stream: string): Promise<StoredEvent[]> =>
    withFile(folder.path, ({ eventStore }) => eventStore.read(stream, 0, 10_000));

  async function audit(documents?: DocumentStore): Promise<Verification> {
    const source = sqliteSource(join(folder.path, DATABASE_FILE_NAME));
    try {
      const check = documents && createDocumentsCheck(documents, readOrCreateMasterKey(folder.path));
      return await verify(source, { macs: macsOf(folder.path), ...(check && { documents: check }) });
    } finally {
      await source.close();
    }
  }

  /** The file as it would be without the event that accepted the history, and all later ones. */
  function removeFrom(stream: string, revision: number): void {
    const database = openDatabase(join(folder.path, DATABASE_FILE_NAME));
    database.exec('DROP TRIGGER events_never_change; DROP TRIGGER events_never_go');
    database
      .prepare('DELETE FROM events WHERE revision >= ? AND stream = (SELECT key FROM streams WHERE name = ?)')
      .run(revision, stream);
    // Otherwise the documents would be ahead of the events.
    database.exec('DELETE FROM checkpoints');
    database.close();
  }

  it('is accepted by one event with a MAC at the first start, and has MACs from then on', async () => {
    const before = new Map<string, StoredEvent | undefined>();
    for (const stream of [PLATFORM_STREAM, 'treasury-sandbox', BOOK])
      before.set(stream, (await eventsOf(stream)).at(-1));
    expect(await audit()).to.deep.include({ ok: true, macs: { begun: false, valid: 0 } });
    const { sandbox } = await start();
    await newUser(sandbox);
    await stop();
    await start();
    await stop();
    const added = (await eventsOf(PLATFORM_STREAM)).filter(({ type }) => type === 'history.accepted');
    expect(added).to.have.length(1);
    const { streams } = JSON.parse(added[0]?.data ?? '') as PlatformEventData<'history.accepted'>;
    for (const [stream, last] of before) {
      const { hash } = last === undefined ? { hash: '' } : decodeMetadata(last);
      expect(streams).to.deep.include({ stream, revision: last?.revision ?? -1, hash });
    }
    for (const stream of [PLATFORM_STREAM, BOOK]) {
      const last = (await eventsOf(stream)).at(-1);
      expect(last && decodeMetadata(last).mac, stream).to.match(/^[0-9a-f]{8}\./);
    }
    const { ok, macs } = await audit();
    expect([ok, macs?.begun]).to.deep.equal([true, true]);
  });

  it('refuses a forged event in a stream that nobody has written to since', async () => {
    await start();
    await stop();
    const forged = await withFile(folder.path, ({ eventStore }) =>
      forge(eventStore, BOOK, { type: 'request.recorded', data: {} }),
    );
    const { sandbox } = await start();
    const user = { type: 'individual', external_reference: 'after', first_name: 'Ada' };
    expectError(await sandbox.post('/v1/users', user), 503, 'service_unavailable');
    await stop();
    const { findings } = await audit();
    expect(findings).to.have.length(1);
    expect(findings[0]).to.include({ stream: BOOK, revision: forged.revision, rule: 'mac' });
  });

  it('is not accepted again when the event is removed and an operator token forged', async () => {
    await start();
    await stop();
    const accepted = (await eventsOf(PLATFORM_STREAM)).at(-1);
    removeFrom(PLATFORM_STREAM, accepted?.revision ?? 0);
    const token = newOperatorToken('stranger', 'admin');
    await withFile(folder.path, ({ eventStore }) => forge(eventStore, PLATFORM_STREAM, token.event));
    expect(await startError())
      .to.include('ConfigError')
      .and.include('it was truncated or replaced')
      .and.include('the documents store says so');
    const { findings } = await withFile(folder.path, ({ documents }) => audit(documents));
    expect(findings.map(({ rule }) => rule)).to.deep.equal(['mac', 'mac', 'mac']);
  });

  it('is not accepted again when the documents are removed too, because checkpoints or other streams show MACs', async () => {
    const checkpoints = { CHECKPOINT_DIR: join(folder.path, 'checkpoints') };
    const { sandbox } = await start(checkpoints);
    await newUser(sandbox);
    await stop();
    const key = deriveAuditSigningKey(readOrCreateMasterKey(folder.path)).publicKey;
    expect(listCheckpointedStreams(checkpoints.CHECKPOINT_DIR)).to.include(BOOK);
    const [accepted] = (await eventsOf(PLATFORM_STREAM)).filter(({ type }) => type === 'history.accepted');
    const last = lastCheckpoint(checkpoints.CHECKPOINT_DIR, PLATFORM_STREAM, key);
    expect(last?.macsFrom).to.equal(accepted?.revision);
    removeFrom(PLATFORM_STREAM, accepted?.revision ?? 0);
    await withFile(folder.path, async ({ documents }) => documents.deleteRecord('event_macs', 'begun'));
    expect(await startError(checkpoints)).to.include('its checkpoints say so');
    expect(await startError()).to.include(`${BOOK} has them`);
    const findings = (await audit()).findings.map(({ stream, revision, rule }) => ({
      stream,
      revision,
      rule,
    }));
    expect(findings).to.deep.include({ stream: PLATFORM_STREAM, revision: 0, rule: 'mac' });
  });
});
