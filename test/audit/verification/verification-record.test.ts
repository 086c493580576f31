/** Verification records and the audit status that shows them. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { listCheckpointedStreams, parseCheckpoint } from '../../../src/audit/checkpoints/checkpoint-files.ts';
import { parseNotes, signNote } from '../../../src/audit/checkpoints/signed-note.ts';
import type { Finding } from '../../../src/audit/finding.ts';
import {
  appendVerificationRecord,
  auditStatus,
  createVerificationRecord,
  lastVerificationRecord,
  verificationFile,
} from '../../../src/audit/verification/audit-status.ts';
import type { Verification } from '../../../src/audit/verification/verification.ts';
import type { LastVerification } from '../../../src/generated/api.ts';
import { deriveAuditSigningKey } from '../../../src/vault/audit-signing-key.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';

const KEY = deriveAuditSigningKey(new Uint8Array(32).fill(1));
const OTHER = deriveAuditSigningKey(new Uint8Array(32).fill(2));
const START = Date.parse('2026-05-01T10:00:00.000Z');
const LOCAL = { dataDir: '/srv/ledger', eventStoreUrl: undefined };

const FOUND: Verification = {
  ok: true,
  position: '41',
  newest_event_at: '2026-05-01T09:59:00.000Z',
  events: 42,
  findings: [],
  streams: [{ stream: 'platform', events: 42, hash: 'ab'.repeat(32), checkpointed: 40 }],
  checkpoints: 3,
  states: 1,
  continued: null,
  documents: null,
  macs: null,
  seconds: 0.5,
  supply: [],
  treasuries: [],
  undelivered_allocations: 0,
};

const findingIn = (stream: string, reason = 'its hash does not follow'): Finding => ({
  stream,
  revision: 4,
  event_id: 'an-id',
  type: 'key.issued',
  rule: 'hash_chain',
  reason,
});

/** A record of a verification that ended `minutes` after START. */
const made = (minutes: number, found: Partial<Verification> = {}): LastVerification =>
  createVerificationRecord(
    { ...FOUND, ...found },
    { startedAt: START, finishedAt: START + minutes * 60_000, config: LOCAL },
  );

describe('Verification record', () => {
  let folder: Folder;
  beforeEach(async () => (folder = await temporaryFolder()));
  afterEach(() => folder.remove());

  const last = (): LastVerification | undefined => lastVerificationRecord(folder.path, KEY.publicKey);

  it('states times, position, store, and result', () => {
    appendVerificationRecord(folder.path, made(1), KEY);
    expect(last()).to.include({
      ok: true,
      started_at: '2026-05-01T10:00:00.000Z',
      finished_at: '2026-05-01T10:01:00.000Z',
      position: '41',
      newest_event_at: '2026-05-01T09:59:00.000Z',
      events: 42,
      streams: 1,
      checkpoints: 3,
      findings_in_all: 0,
      store: 'sqlite',
      place: '/srv/ledger/ledger.sqlite',
    });
  });

  it('states that the verification continued from signed states, and of how many books', () => {
    expect(made(1)).not.to.have.property('continued_books');
    const unverified = { late_movements: 0, collected_parts: 0 };
    expect(made(2, { continued: { books: 3, unverified } }).continued_books).to.equal(3);
  });

  it('names the hosts of a server without credentials', () => {
    for (const url of [
      'esdb://admin:pa%40ss@one:2113,two:2113?tls=false',
      'esdb+discover://one:2113,two:2113/',
    ]) {
      const config = { dataDir: '/srv/ledger', eventStoreUrl: url };
      const record = createVerificationRecord(FOUND, { startedAt: START, finishedAt: START, config });
      expect([record.store, record.place]).to.deep.equal(['eventstoredb', 'one:2113,two:2113']);
    }
  });

  it('contains the first findings, shortened, and their total', () => {
    const findings = Array.from({ length: 12 }, (_, i) => findingIn(`stream-${i}`, 'x'.repeat(100_000)));
    appendVerificationRecord(folder.path, made(1, { ok: false, findings }), KEY);
    const record = last();
    expect([record?.ok, record?.findings_in_all, record?.findings.length]).to.deep.equal([false, 12, 10]);
    expect(record?.findings[0]).to.deep.equal(findingIn('stream-0', 'x'.repeat(300)));
  });

  it('is appended, and the latest by time is shown regardless of order', () => {
    appendVerificationRecord(folder.path, made(1), KEY);
    const before = readFileSync(verificationFile(folder.path), 'utf8');
    appendVerificationRecord(folder.path, made(5, { ok: false, findings: [findingIn('platform')] }), KEY);
    expect(readFileSync(verificationFile(folder.path), 'utf8').startsWith(before)).to.equal(true);
    // Append the older, successful record again.
    appendFileSync(verificationFile(folder.path), before);
    expect(last()).to.include({ ok: false, finished_at: '2026-05-01T10:05:00.000Z' });
  });

  it('is undefined without a folder or a signed record', () => {
    expect(lastVerificationRecord(join(folder.path, 'nowhere'), KEY.publicKey)).to.equal(undefined);
    expect(last()).to.equal(undefined);
    appendVerificationRecord(folder.path, made(1), OTHER);
    expect(last()).to.equal(undefined);
    for (const text of [
      '',
      'garbage\n\n— svc-ledger AAAA\n',
      '\0'.repeat(1_000),
      '\n\n\n\n',
      '{"ok":true}',
    ]) {
      writeFileSync(verificationFile(folder.path), text);
      expect(last(), JSON.stringify(text)).to.equal(undefined);
    }
  });

  it('is ignored after any character changes', () => {
    appendVerificationRecord(folder.path, made(1), KEY);
    const before = readFileSync(verificationFile(folder.path), 'utf8');
    appendVerificationRecord(folder.path, made(2), KEY);
    const newest = readFileSync(verificationFile(folder.path), 'utf8').slice(before.length);
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: newest.length - 2 }),
        fc.constantFrom('x', '1', '"', '\n'),
        (at, by) => {
          const changed = newest.slice(0, at) + by + newest.slice(at + 1);
          fc.pre(changed !== newest);
          writeFileSync(verificationFile(folder.path), before + changed);
          expect(last()?.finished_at).to.equal('2026-05-01T10:01:00.000Z');
        },
      ),
    );
  });

  it('is ignored if it was written only in part', () => {
    appendVerificationRecord(folder.path, made(1), KEY);
    const whole = readFileSync(verificationFile(folder.path));
    for (let length = 0; length < whole.length; length += 11) {
      writeFileSync(verificationFile(folder.path), whole);
      appendFileSync(verificationFile(folder.path), whole.subarray(0, length));
      appendVerificationRecord(folder.path, made(3), KEY);
      expect(last()?.finished_at, `cut at ${length}`).to.equal('2026-05-01T10:03:00.000Z');
    }
  });

  it('is ignored if it has another origin or version', () => {
    appendVerificationRecord(folder.path, made(1), KEY);
    const line = JSON.stringify({ version: 2, ...made(9), finished_at: '2027-01-01T00:00:00.000Z' });
    for (const text of [`svc-ledger/verification\n${line}\n`, `svc-ledger/platform\n${line}\n`, 'no JSON\n'])
      appendFileSync(verificationFile(folder.path), `\n\n${signNote(text, KEY)}`);
    appendFileSync(
      verificationFile(folder.path),
      `\n\n${signNote('svc-ledger/verification\n{"ok":\n', KEY)}`,
    );
    expect(last()?.finished_at).to.equal('2026-05-01T10:01:00.000Z');
  });

  it('is not mistaken for a checkpoint', () => {
    appendVerificationRecord(folder.path, made(1), KEY);
    const [note] = parseNotes(readFileSync(verificationFile(folder.path), 'utf8'));
    expect(parseCheckpoint(note!.text)).to.equal(undefined);
    expect(listCheckpointedStreams(folder.path)).to.deep.equal([]);
  });

  it('appears in the audit status, as null if there is none', () => {
    const lastVerification = (path: string | undefined): LastVerification | null =>
      auditStatus({
        key: KEY.publicKey,
        checkpoints: path === undefined ? undefined : { folder: path, everySeconds: 60 },
        writer: undefined,
      }).last_verification;
    expect([
      lastVerification(undefined),
      lastVerification(join(folder.path, 'nowhere')),
      lastVerification(folder.path),
    ]).to.deep.equal([null, null, null]);
    appendVerificationRecord(folder.path, made(1), KEY);
    expect(lastVerification(folder.path)).to.deep.equal(made(1));
  });

  it('is written to a new folder', () => {
    const inner = join(folder.path, 'a', 'b');
    appendVerificationRecord(inner, made(1), KEY);
    expect(existsSync(verificationFile(inner))).to.equal(true);
  });
});
