/** The audit commands on the stores of a running service. */
import { execFile } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { COLLECTIONS } from '../../../projections/collections.ts';
import {
  compareReadModels,
  compareServedReadModels,
  openReadModels,
} from '../../../src/audit/compare/comparison.ts';
import { AuditUnavailable, sqliteSource } from '../../../src/audit/event-source.ts';
import { exportStreams } from '../../../src/audit/export.ts';
import {
  appendVerificationRecord,
  createVerificationRecord,
} from '../../../src/audit/verification/audit-status.ts';
import { DATABASE_FILE_NAME } from '../../../src/config/config.ts';
import { openDatabase } from '../../../src/sqlite/database.ts';
import { deriveAuditSigningKey } from '../../../src/vault/audit-signing-key.ts';
import {
  expectBody,
  fundedWallet,
  newPayoutAccount,
  newWallet,
  onrampBody,
  submittedOfframp,
  transferBody,
} from '../../support/api-steps.ts';
import { runNode, startCli, type Cli, type Ended } from '../../support/cli.ts';
import { startTestService, type RunningService } from '../../support/service.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';
import { convert, holderOfBoth, operatorOf } from '../../support/treasury.ts';
import { waitFor } from '../../support/wait-for.ts';

const VERIFY_EXPORT = fileURLToPath(new URL('../../../scripts/verify-export.mjs', import.meta.url));

const runFile = promisify(execFile);

describe('Audit of a running service', function () {
  this.timeout(180_000);
  let service: RunningService;
  let cli: Cli;
  let folder: Folder;
  let checkpointDir: string;
  before(async () => {
    cli = startCli();
    folder = await temporaryFolder();
    checkpointDir = join(folder.path, 'checkpoints');
    service = await startTestService(
      { CHECKPOINT_DIR: checkpointDir, CHECKPOINT_EVERY_SECONDS: '1' },
      Date.now,
      {
        reviews: { amount_at_least: { user_to_user: '50.00' } },
      },
    );
    const { sandbox } = service;
    const { points, coin } = await holderOfBoth(sandbox, {
      cashable: '5000.00',
      earned: '100.00',
      coinFor: '100.00',
    });
    const other = await newWallet(sandbox);
    expectBody(await sandbox.post('/v1/transfers', transferBody(points.id, other.id, '10.00')), 201);
    expectBody(await sandbox.post('/v1/transfers', transferBody(points.id, other.id, '60.00')), 201);
    expectBody(await convert(sandbox, coin, points, '0.001'), 201);
    expectBody(await sandbox.post('/v1/transfers', onrampBody(other.id, '5.00')), 201);
    const payout = await newPayoutAccount(sandbox, points.user_id);
    await submittedOfframp(sandbox, points.id, payout.id);
    await fundedWallet(sandbox, { cashable: '700.00', earned: '3.00' });
  });
  after(async () => {
    await cli.close();
    await service.close();
    await folder.remove();
  });

  const audit = (...args: string[]): Promise<Ended> =>
    cli.run({ DATA_DIR: service.dataDir }, 'audit', ...args);
  const json = async (code: number, ...args: string[]) => {
    const ended = await audit(...args, '--json');
    expect(ended.code, ended.err + ended.out).to.equal(code);
    return JSON.parse(ended.out);
  };

  it('verifies the history while the service runs', async () => {
    const found = await json(0, 'verify');
    expect(found).to.include({ object: 'audit', ok: true });
    expect(found.streams.map(({ stream }: { stream: string }) => stream)).to.include.members([
      'platform',
      'treasury-sandbox',
    ]);
    expect((await audit('verify')).out).to.match(/^All \d+ streams are valid\. \d+ events/);
  });

  it('reports the latest checkpoints and verifies streams against them', async () => {
    const status = await waitFor('a checkpoint of each stream', async () => {
      const found = expectBody(await operatorOf(service).get('/operator/v1/audit'), 200);
      return found.data.length >= 3 ? found : undefined;
    });
    expect(status).to.include({
      object: 'audit_status',
      enabled: true,
      writing: true,
      every_seconds: 1,
      has_more: false,
    });
    const key = (await audit('key')).out.trim();
    expect(status.public_key).to.equal(key);
    expect(status.data.every(({ problem }: { problem: unknown }) => problem === null)).to.equal(true);
    const found = await json(0, 'verify', '--checkpoints', checkpointDir, '--public-key', key);
    expect(found.checkpoints).to.be.greaterThan(2);
    expect((await audit('status')).out).to.include('platform');
    const pem = join(folder.path, 'key.pem');
    writeFileSync(pem, (await json(0, 'key')).pem);
    await json(0, 'verify', '--checkpoints', checkpointDir, '--public-key', pem);
    const stranger = await cli.run({ DATA_DIR: folder.path }, 'audit', 'key');
    expect(stranger.code).to.equal(2);
  });

  describe('verification record', () => {
    const verified = (dataDir: string, env: Readonly<Record<string, string>>, ...args: string[]) =>
      cli.run({ DATA_DIR: dataDir, ...env }, 'audit', 'verify', ...args);
    const lastVerification = async () =>
      expectBody(await operatorOf(service).get('/operator/v1/audit'), 200).last_verification;
    const figures = async (): Promise<string[]> =>
      (await (await fetch(`${service.url}/metrics`)).text())
        .split('\n')
        .filter((line) => line.startsWith('audit_last_verification'));

    it('is not written without the checkpoint folder or key, or with --unrecorded', async () => {
      expect(await lastVerification()).to.equal(null);
      expect((await audit('status')).out).to.match(/^No verification has been recorded yet\./);
      const copy = join(folder.path, 'copy');
      mkdirSync(copy);
      // Copy in another process: closing the files in this process would release the service's POSIX locks, and the next
      // audit would then discard its WAL.
      for (const suffix of ['', '-wal', '-shm'])
        await runFile('cp', [join(service.dataDir, DATABASE_FILE_NAME + suffix), copy]);
      const away = await verified(copy, { CHECKPOINT_DIR: checkpointDir });
      expect(away.code, away.err).to.equal(0);
      expect(away.out).not.to.include('Recorded');
      expect(
        (await verified(service.dataDir, { CHECKPOINT_DIR: checkpointDir }, '--unrecorded')).code,
      ).to.equal(0);
      expect([await lastVerification(), await figures()]).to.deep.equal([null, []]);
    });

    it('describes a successful verification', async () => {
      const { code, out } = await verified(
        service.dataDir,
        { CHECKPOINT_DIR: checkpointDir },
        ...['--checkpoints', checkpointDir],
      );
      expect(code).to.equal(0);
      expect(out).to.include(`Recorded in ${join(checkpointDir, 'verifications')}.`);
      const last = await lastVerification();
      expect(last).to.include({ ok: true, findings_in_all: 0, store: 'sqlite' });
      expect(last.place).to.equal(join(service.dataDir, DATABASE_FILE_NAME));
      expect(last.checkpoints).to.be.greaterThan(2);
      expect(last.events).to.equal(Number(last.position) + 1);
      expect((await audit('status')).out).to.match(
        /^Last verification: valid, \S+Z \(less than an hour ago\)\./,
      );
      expect(await figures()).to.deep.equal([
        `audit_last_verification_timestamp_seconds ${Date.parse(last.finished_at) / 1000}`,
        'audit_last_verification_ok 1',
      ]);
    });

    it('describes a failed verification with its findings', async () => {
      const copy = join(folder.path, 'tampered');
      mkdirSync(copy);
      const from = openDatabase(join(service.dataDir, DATABASE_FILE_NAME), { readOnly: true });
      from.prepare('VACUUM INTO ?').run(join(copy, DATABASE_FILE_NAME));
      from.close();
      copyFileSync(join(service.dataDir, 'master.key'), join(copy, 'master.key'));
      const database = openDatabase(join(copy, DATABASE_FILE_NAME));
      database.exec(`DROP TRIGGER events_never_change;
        UPDATE events SET data = replace(data, '"', ' "') WHERE position = 1`);
      database.close();
      const { code, err } = await verified(copy, { CHECKPOINT_DIR: checkpointDir });
      expect(code).to.equal(1);
      expect(err).to.include('Recorded in');
      const last = await lastVerification();
      expect(last).to.include({ ok: false, findings_in_all: 1, checkpoints: 0 });
      expect(last.findings[0]).to.include({ stream: 'platform', revision: 1, rule: 'hash_chain' });
      expect((await audit('status')).out).to.match(/INVALID[^]*platform at revision 1: hash_chain/);
      expect(await figures()).to.include('audit_last_verification_ok 0');
    });

    it('does not change the result if it cannot be written', async () => {
      const file = join(folder.path, 'no-folder');
      writeFileSync(file, '');
      const { code, out, err } = await verified(service.dataDir, { CHECKPOINT_DIR: file });
      expect(code).to.equal(0);
      expect(out).to.match(/^All \d+ streams are valid/);
      expect(err).to.match(/^Warning: cannot write a record of this verification: /);
    });

    it('cannot be forged without the key', async () => {
      const before = await lastVerification();
      const forged = createVerificationRecord(
        { ...(await json(0, 'verify')), ok: true },
        {
          startedAt: Date.now(),
          finishedAt: Date.now() + 60_000,
          config: { dataDir: '', eventStoreUrl: undefined },
        },
      );
      appendVerificationRecord(checkpointDir, forged, deriveAuditSigningKey(new Uint8Array(32).fill(9)));
      appendFileSync(
        join(checkpointDir, 'verifications'),
        `\n\nsvc-ledger/verification\n${JSON.stringify(forged)}\n`,
      );
      expect(await lastVerification()).to.deep.equal(before);
    });
  });

  it('finds no differences between read models and streams', async () => {
    const found = await json(0, 'compare');
    expect(found.differences).to.deep.equal([]);
    expect(found.compared.wallets).to.equal(4);
    expect(found.compared.transfers).to.be.greaterThan(5);
    expect(found.compared.events).to.be.greaterThan(10);
  });

  it('prints all balances with a trial balance of zero', async () => {
    const { sandbox } = service;
    const now = await json(0, 'balances');
    for (const { sum, cashable_sum } of now.trial)
      expect([Number(sum), Number(cashable_sum)]).to.deep.equal([0, 0]);
    for (const { account, bucket, user_id, amount } of now.accounts) {
      if (user_id === null || bucket !== 'available') continue;
      const shown = expectBody(await sandbox.get(`/v1/users/${user_id}/wallets/${account}/balance`), 200);
      expect(shown.available, account).to.equal(amount);
    }
    const { accounts } = await json(0, 'balances', '--stream', now.trial[0].stream, '--revision', '0');
    expect(accounts).to.deep.equal([]);
    const csv = await audit(
      'balances',
      '--csv',
      '--integrator',
      service.credentials.integrator_id,
      '--environment',
      'sandbox',
    );
    expect(csv.out.split('\n')[0]).to.equal('stream,account,bucket,user_id,unit,amount,cashable');
    expect(csv.out).to.include(',points_issued,available,,svc-points,-');
    expect((await json(0, 'balances', '--at', '2020-01-01T00:00:00Z')).accounts).to.deep.equal([]);
    expect((await audit('balances')).out).to.include('Trial balance');
    for (const wrong of [
      ['--at', '2999-01-01T00:00:00Z'],
      ['--revision', '3'],
    ])
      expect((await audit('balances', ...wrong)).code, wrong.join(' ')).to.equal(2);
  });

  it('continues from signed states that an earlier verification saved', async () => {
    const { sandbox } = service;
    const states = join(folder.path, 'states');
    const about = ['verify', '--checkpoints', checkpointDir, '--unrecorded'];
    const all = await waitFor('a signed state', async () => {
      const found = await json(0, ...about, '--save-states', states);
      return found.states > 0 ? found : undefined;
    });
    expect(all.continued).to.equal(null);
    await newWallet(sandbox);
    const found = await json(0, ...about, '--since', states);
    expect(found.continued).to.include({ books: 1 });
    expect(found.events).to.be.lessThan(all.events);
    expect(found.streams).to.have.length(all.streams.length);
    expect((await audit(...about, '--since', states)).out).to.include('Continued from the signed states of');
    const proof = await json(0, 'prove', 'points_issued', '--states', states);
    expect(proof.balances[0].line).to.match(/^balance points_issued svc-points -\d/);
    const none = await audit('prove', `wal_${'0'.repeat(26)}`, '--states', states);
    expect(none.err).to.include('No signed state has a balance of wal_');
    writeFileSync(join(states, 'book-x.state'), 'svc-ledger/book-x\n');
    expect((await audit(...about, '--since', states)).code).to.equal(2);
    expect((await audit('verify', '--since', states)).err).to.include('require --checkpoints');
  });

  it('exits with 2 if it cannot read the stores, keys, or checkpoints', async () => {
    for (const command of ['verify', 'compare'])
      expect((await cli.run({ DATA_DIR: folder.path }, 'audit', command)).code, command).to.equal(2);
    expect((await audit('verify', '--checkpoints', checkpointDir, '--public-key', 'nonsense')).code).to.equal(
      2,
    );
    // Neither of these must look like a successful comparison.
    expect((await audit('verify', '--public-key', (await audit('key')).out)).code).to.equal(2);
    const emptied = join(folder.path, 'emptied');
    mkdirSync(emptied);
    writeFileSync(join(emptied, 'platform.checkpoints'), '');
    const { code, err } = await audit('verify', '--checkpoints', emptied);
    expect(code).to.equal(2);
    expect(err).to.include('There are no checkpoints in');
    copyFileSync(join(checkpointDir, 'platform.checkpoints'), join(emptied, 'platform.checkpoints'));
    expect((await audit('verify', '--checkpoints', emptied)).out).to.match(
      /\d+ signed checkpoints match\. \d+ events are newer than their checkpoints\. No checkpoint covers book-/,
    );
    expect((await audit('verify', '--checkpoints', join(folder.path, 'nowhere'))).code).to.equal(2);
  });

  describe('exported archive', () => {
    let archive: string;
    let key: string;
    before(async () => {
      archive = join(folder.path, 'export.tar.gz');
      key = (await audit('key')).out.trim();
      const { code, out } = await audit('export', '--out', archive);
      expect(code, out).to.equal(0);
    });

    const check = (file: string, ...more: string[]): Promise<Ended> =>
      runNode({}, VERIFY_EXPORT, file, ...more);
    /** The archive with a text replaced by another one of the same length. */
    const changed = (from: string | RegExp, to: (text: string) => string): string => {
      const text = gunzipSync(readFileSync(archive)).toString('latin1');
      const found = text.replace(from, to);
      expect(found).not.to.equal(text);
      const file = join(folder.path, 'changed.tar.gz');
      writeFileSync(file, gzipSync(Buffer.from(found, 'latin1')));
      return file;
    };
    const otherDigit = (text: string): string => text.slice(0, -1) + (text.endsWith('1') ? '2' : '1');

    it('can be verified without the code of the service', async () => {
      const { code, out, err } = await check(archive, '--public-key', key);
      expect(code, err).to.equal(0);
      expect(out).to.match(/^All \d+ events of \d+ streams are valid/);
      expect((await check(archive)).out).to.include(
        `Compare the signing key with a copy from another channel: ${key}`,
      );
      expect(existsSync(`${archive}.part`)).to.equal(false);
    });

    it('contains only the books of one integrator with --integrator', async () => {
      const file = join(folder.path, 'one.tar.gz');
      const found = await json(0, 'export', '--out', file, '--integrator', service.credentials.integrator_id);
      expect(found.streams).to.equal(1);
      expect((await check(file, '--public-key', key)).code).to.equal(0);
    });

    it('is invalid after a change to an event, the README, the manifest, or the signature', async () => {
      const changes: (readonly [RegExp, (text: string) => string])[] = [
        [/\\"amount\\":\\"\d/, otherDigit],
        [/\\"time\\":\\"2/, otherDigit],
        [/"revision":1/, otherDigit],
        [/# An export of event streams/, (text) => text.replace('An', 'Th')],
        [/"head_hash": "\w/, otherDigit],
        [/"sha256": "\w/, otherDigit],
        [/time 2/, otherDigit],
      ];
      for (const [from, to] of changes) {
        const ended = await check(changed(from, to), '--public-key', key);
        expect(ended.code, `${String(from)} ${ended.out}`).to.equal(1);
        expect(ended.err).to.match(/^Invalid: /);
      }
      const signature = Buffer.from('— svc-ledger ').toString('latin1');
      const forged = changed(new RegExp(`${signature}.{40}`), otherDigit);
      expect((await check(forged, '--public-key', key)).code).to.equal(1);
    });

    it('is invalid if the manifest names another key than the signing key', async () => {
      const stranger = deriveAuditSigningKey(new Uint8Array(32));
      let asked = 0;
      // public-key.txt is written before the manifest.
      const lying = {
        ...stranger.publicKey,
        get text(): string {
          asked += 1;
          return asked === 1 ? stranger.publicKey.text : key;
        },
      };
      const source = sqliteSource(join(service.dataDir, DATABASE_FILE_NAME));
      const file = join(folder.path, 'forged.tar.gz');
      await exportStreams(source, { file, key: { ...stranger, publicKey: lying }, nowMs: Date.now() });
      await source.close();
      const { code, out, err } = await check(file);
      expect([code, out], err).to.deep.equal([1, '']);
    });

    it('is invalid with another key, if truncated, or if it is not an archive', async () => {
      const stranger = deriveAuditSigningKey(new Uint8Array(32).fill(7)).publicKey.text;
      expect((await check(archive, '--public-key', stranger)).code).to.equal(1);
      const cut = join(folder.path, 'cut.tar.gz');
      writeFileSync(cut, gzipSync(gunzipSync(readFileSync(archive)).subarray(0, -4096)));
      expect((await check(cut)).code).to.equal(1);
      writeFileSync(cut, 'nothing');
      expect((await check(cut)).code).to.equal(1);
      expect((await check(join(folder.path, 'nowhere'))).code).to.equal(2);
      expect((await check(archive, '--key', 'x')).code).to.equal(2);
    });

    it('reports a mistyped key as invalid usage', async () => {
      const mistyped = [
        key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        key.slice(0, -4),
        'nonsense',
      ];
      for (const given of mistyped) {
        const { code, err } = await check(archive, '--public-key', given);
        expect(code, given).to.equal(2);
        expect(err).to.match(/^--public-key: the public key /);
      }
    });
  });

  describe('comparison of changed documents', () => {
    const sql = (text: string, ...values: string[]): void => {
      const database = openDatabase(join(service.dataDir, DATABASE_FILE_NAME));
      database.prepare(text).run(...values);
      database.close();
    };
    const first = (collection: string, like = '%'): { id: string; body: string } => {
      const database = openDatabase(join(service.dataDir, DATABASE_FILE_NAME), { readOnly: true });
      const row = database
        .prepare(`SELECT id, body FROM "documents ${collection}" WHERE body LIKE ? LIMIT 1`)
        .get(like);
      database.close();
      return row as { id: string; body: string };
    };
    async function comparedNow() {
      const source = sqliteSource(join(service.dataDir, DATABASE_FILE_NAME));
      const documents = await openReadModels({ dataDir: service.dataDir, mongoUrl: undefined });
      try {
        return await compareReadModels(source, documents);
      } finally {
        await source.close();
        await documents.close();
      }
    }
    it('fails if a generation is dropped during the comparison', async () => {
      const source = sqliteSource(join(service.dataDir, DATABASE_FILE_NAME));
      const documents = await openReadModels({ dataDir: service.dataDir, mongoUrl: undefined });
      const empty = { ...documents, getMany: () => Promise.resolve([]) };
      expect((await compareServedReadModels(source, empty)).ok).to.equal(false);
      const dropping = async () =>
        (await documents.store.checkpoints()).set(`${COLLECTIONS.wallets} dropping`, -1n);
      const dropped = { ...empty, store: { ...documents.store, checkpoints: dropping } };
      const failure: unknown = await compareServedReadModels(source, dropped).catch(
        (error: unknown) => error,
      );
      expect(failure).to.be.instanceOf(AuditUnavailable);
      await source.close();
      await documents.close();
    });

    /** Changes a body, compares, and restores it. */
    async function compared(collection: string, change: (body: string) => string, like?: string) {
      const { id, body } = first(collection, like);
      const after = change(body);
      expect(after).not.to.equal(body);
      sql(`UPDATE "documents ${collection}" SET body = ? WHERE id = ?`, after, id);
      try {
        return { id, found: await comparedNow() };
      } finally {
        sql(`UPDATE "documents ${collection}" SET body = ? WHERE id = ?`, body, id);
      }
    }

    it('lists differences with both values', async () => {
      const wallet = await compared('wallets_v1', (body) =>
        body.replace(/"available":"\d/, '"available":"9'),
      );
      expect(wallet.found.differences).to.have.length(1);
      expect(wallet.found.differences[0]).to.include({ collection: 'wallets', id: wallet.id });
      expect(wallet.found.differences[0]?.stored).to.include('"available":"9');
      const transfer = await compared('transfers_v3', (body) => body.replace(/"version":\d/, '"version":9'));
      expect(transfer.found.differences[0]).to.include({ collection: 'transfers', id: transfer.id });
      const event = await compared('events_v4', (body) =>
        body.replace(/"object_version":\d/, '"object_version":9'),
      );
      expect(event.found.differences[0]).to.include({ collection: 'events', id: event.id });
      const entry = await compared(
        'wallet_history_v3',
        (body) => body.replace(/"amount":"/, '"amount":"1'),
        '%"amount":"1%',
      );
      expect(entry.found.differences.map(({ what }) => what)).to.deep.equal(['document', 'sums of entries']);
    });

    it('compares as of a position that all read models have reached', async () => {
      const source = sqliteSource(join(service.dataDir, DATABASE_FILE_NAME));
      const documents = await openReadModels({ dataDir: service.dataDir, mongoUrl: undefined });
      // Simulates projections with different progress.
      const head = await source.head();
      for (const behind of [1n, 5n, 20n, 60n, head]) {
        const checkpoints = async () =>
          new Map((await documents.checkpoints()).set('wallets_v1', head - behind));
        const found = await compareReadModels(source, { ...documents, checkpoints });
        expect(found.differences, `${behind} behind`).to.deep.equal([]);
        expect(found).to.include({ ok: true, position: (head - behind).toString(), head: head.toString() });
      }
      await source.close();
      await documents.close();
    });

    it('reports wallets that no event created', async () => {
      const { id } = first('wallets_v1');
      const made = id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
      const columns = 'scope, position, terms, body';
      sql(
        `INSERT INTO "documents wallets_v1" (id, ${columns}) SELECT ?, ${columns} FROM "documents wallets_v1" WHERE id = ?`,
        made,
        id,
      );
      const found = await comparedNow();
      sql('DELETE FROM "documents wallets_v1" WHERE id = ?', made);
      expect(found.differences).to.have.length(1);
      expect(found.differences[0]).to.include({ collection: 'wallets', id: made, what: 'not in the events' });
    });

    it('reports missing documents', async () => {
      const { id, body } = first('transfers_v3');
      sql('UPDATE "documents transfers_v3" SET body = NULL WHERE id = ?', id);
      const found = await comparedNow();
      sql('UPDATE "documents transfers_v3" SET body = ? WHERE id = ?', body, id);
      expect(found.differences[0]).to.include({ collection: 'transfers', id, what: 'missing', stored: null });
      expect((await comparedNow()).ok).to.equal(true);
    });
  });
});
