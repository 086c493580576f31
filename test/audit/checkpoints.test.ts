import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { checkpointText, parseCheckpoint } from '../../src/audit/checkpoint.ts';
import {
  addCheckpoint,
  checkpointedStreams,
  lastCheckpoint,
  loadCheckpoints,
} from '../../src/audit/checkpoint-files.ts';
import { startCheckpoints } from '../../src/audit/checkpoint-writer.ts';
import type { CheckpointWriter } from '../../src/audit/checkpoint-writer.ts';
import { createCompactSet } from '../../src/audit/compact-set.ts';
import { isSigned, parseNotes, signNote } from '../../src/audit/note.ts';
import { parsePublicKey, signingKeyOf } from '../../src/audit/signing-key.ts';
import { storeSource } from '../../src/audit/source.ts';
import { auditStatus } from '../../src/audit/status.ts';
import { verify } from '../../src/audit/verify.ts';
import { ConfigError, readConfig } from '../../src/config.ts';
import { createMemoryEventStore } from '../../src/eventstore/memory.ts';
import type { EventStore } from '../../src/eventstore/port.ts';
import { writeAuditStory } from '../support/audit-story.ts';
import type { AuditStory } from '../support/audit-story.ts';
import { temporaryFolder } from '../support/folder.ts';
import type { Folder } from '../support/folder.ts';
import { until } from '../support/until.ts';

const KEY = signingKeyOf(new Uint8Array(32).fill(1));
const OTHER = signingKeyOf(new Uint8Array(32).fill(2));
const POINT = { stream: 'platform', size: 12, hash: 'ab'.repeat(32), time: '2026-05-01T10:00:00.000Z' };

describe('A signed checkpoint', () => {
  it('has the form of C2SP: origin, size, hash, time, an empty line, a signature', () => {
    const lines = signNote(checkpointText(POINT), KEY).split('\n');
    expect(lines.slice(0, 5)).to.deep.equal([
      'svc-ledger/platform',
      '12',
      Buffer.from(POINT.hash, 'hex').toString('base64'),
      'time 2026-05-01T10:00:00.000Z',
      '',
    ]);
    expect(lines[5]).to.match(/^— svc-ledger [A-Za-z0-9+/]{91}=$/);
    expect(lines.slice(6)).to.deep.equal(['']);
  });

  it('is read back by whoever has the key, in one line or as PEM, and verified by nothing but node:crypto', () => {
    const note = signNote(checkpointText(POINT), KEY);
    const [read] = parseNotes(note);
    expect(parseCheckpoint(read!.text)).to.deep.equal(POINT);
    const { text, pem, keyHash } = KEY.publicKey;
    for (const form of [text, `${text}\n`, pem])
      expect(isSigned(read!, parsePublicKey(form)!), form).to.equal(true);
    expect(isSigned(read!, OTHER.publicKey)).to.equal(false);
    const bytes = Buffer.from(note.trimEnd().split(' ').at(-1)!, 'base64');
    expect(bytes.subarray(0, 4).equals(keyHash)).to.equal(true);
    const body = note.slice(0, note.indexOf('\n\n') + 1);
    expect(verifySignature(null, Buffer.from(body), createPublicKey(pem), bytes.subarray(4))).to.equal(true);
  });

  it('is void when any character of it is another one', () => {
    const note = signNote(checkpointText(POINT), KEY);
    fc.assert(
      fc.property(fc.nat(note.length - 2), fc.constantFrom('x', '1', 'A', '='), (at, character) => {
        const changed = note.slice(0, at) + character + note.slice(at + 1);
        fc.pre(changed !== note);
        const [read] = parseNotes(changed);
        expect(read !== undefined && isSigned(read, KEY.publicKey)).to.equal(false);
      }),
    );
  });

  it('follows from the master key alone', () => {
    expect(signingKeyOf(new Uint8Array(32).fill(1)).publicKey.text).to.equal(KEY.publicKey.text);
    expect(OTHER.publicKey.text).not.to.equal(KEY.publicKey.text);
    for (const text of [
      '',
      'svc-ledger',
      'svc-ledger+00000000+AAAA',
      KEY.publicKey.text.replace('svc', 'abc'),
    ])
      expect(parsePublicKey(text), text).to.equal(undefined);
  });
});

describe('A folder of checkpoints', () => {
  let folder: Folder;
  beforeEach(async () => (folder = await temporaryFolder()));
  afterEach(() => folder.remove());

  const fileOf = (stream: string): string => join(folder.path, `${stream}.checkpoints`);

  it('gets each new one at the end of its stream’s file, and never changes what is there', () => {
    addCheckpoint(folder.path, POINT, KEY);
    const before = readFileSync(fileOf('platform'), 'utf8');
    const next = { ...POINT, size: 20, time: '2026-05-01T11:00:00.000Z' };
    addCheckpoint(folder.path, next, KEY);
    expect(readFileSync(fileOf('platform'), 'utf8').startsWith(before)).to.equal(true);
    expect(lastCheckpoint(folder.path, 'platform', KEY.publicKey)).to.deep.equal(next);
    expect(checkpointedStreams(folder.path)).to.deep.equal(['platform']);
    const { anchors, findings } = loadCheckpoints(folder.path, KEY.publicKey);
    expect(findings).to.deep.equal([]);
    expect(anchors.get('platform')?.map(({ size }) => size)).to.deep.equal([12, 20]);
  });

  it('passes over one whose writing was cut off, wherever', () => {
    addCheckpoint(folder.path, POINT, KEY);
    const whole = readFileSync(fileOf('platform'));
    const next = { ...POINT, size: 30 };
    for (let length = 0; length < whole.length; length += 7) {
      writeFileSync(fileOf('platform'), whole);
      appendFileSync(fileOf('platform'), whole.subarray(0, length));
      addCheckpoint(folder.path, next, KEY);
      const { anchors, findings } = loadCheckpoints(folder.path, KEY.publicKey);
      expect(findings, `cut at ${length}`).to.deep.equal([]);
      expect(anchors.get('platform')?.at(-1)?.size).to.equal(30);
      expect(lastCheckpoint(folder.path, 'platform', KEY.publicKey)).to.deep.equal(next);
    }
  });

  it('is held against nothing that somebody else signed, or that belongs to another stream', () => {
    addCheckpoint(folder.path, POINT, OTHER);
    writeFileSync(fileOf('treasury-sandbox'), signNote(checkpointText(POINT), KEY));
    const { anchors, findings } = loadCheckpoints(folder.path, KEY.publicKey);
    expect(findings.map(({ stream, rule }) => [stream, rule])).to.deep.equal([
      ['platform', 'checkpoint'],
      ['treasury-sandbox', 'checkpoint'],
    ]);
    expect([...anchors.values()].flat()).to.deep.equal([]);
    expect(lastCheckpoint(folder.path, 'platform', KEY.publicKey)).to.equal(undefined);
    expect(checkpointedStreams(join(folder.path, 'nowhere'))).to.deep.equal([]);
  });
});

describe('The writer of checkpoints', () => {
  let folder: Folder;
  let store: EventStore;
  let story: AuditStory;
  let writer: CheckpointWriter | undefined;
  const errors: unknown[] = [];
  beforeEach(async () => {
    errors.length = 0;
    folder = await temporaryFolder();
    store = createMemoryEventStore();
    story = await writeAuditStory(store);
  });
  afterEach(async () => {
    await writer?.stop();
    writer = undefined;
    await folder.remove();
  });

  const start = (eventStore: Pick<EventStore, 'read'> = store): CheckpointWriter =>
    (writer = startCheckpoints({
      eventStore,
      folder: folder.path,
      everySeconds: 3_600,
      key: KEY,
      streams: () => ['platform', story.book],
      clock: () => Date.parse('2026-06-01T00:00:00.000Z'),
      log: { error: (...args: unknown[]) => void errors.push(args), warn: () => undefined },
    }));
  const signed = (stream: string) => loadCheckpoints(folder.path, KEY.publicKey).anchors.get(stream) ?? [];

  it('signs what an audit of the same store then agrees with, and again only what has grown', async () => {
    await start().write();
    const { anchors, findings } = loadCheckpoints(folder.path, KEY.publicKey);
    const found = await verify(storeSource(store), { anchors, checkpointFindings: findings });
    expect(found.findings).to.deep.equal([]);
    expect(found.checkpoints).to.equal(2);
    const file = join(folder.path, `${story.book}.checkpoints`);
    const before = readFileSync(file, 'utf8');
    await writer?.write();
    expect(readFileSync(file, 'utf8')).to.equal(before);
    expect(writer?.state().written_at).to.equal('2026-06-01T00:00:00.000Z');
  });

  it('goes on from the folder after a restart', async () => {
    await start().stop();
    const size = signed('platform').at(-1)?.size;
    let from = -1;
    const read: EventStore['read'] = (stream, revision, count) => {
      if (stream === 'platform' && count > 1) from = revision;
      return store.read(stream, revision, count);
    };
    await start({ read }).write();
    expect(from).to.equal(size);
    expect(signed('platform')).to.have.length(1);
  });

  it('signs no history that was rewritten behind it or cut off, says so, and goes on with the others', async () => {
    await start().stop();
    const rewritten: EventStore['read'] = async (stream, revision, count) => {
      const events = await store.read(stream, revision, count);
      return stream === 'platform'
        ? events.map((event) => ({ ...event, metadata: event.metadata.replace(/"hash":"../, '"hash":"00') }))
        : events;
    };
    const cut: EventStore['read'] = async (stream, revision, count) =>
      stream === 'platform' ? [] : store.read(stream, revision, count);
    for (const read of [rewritten, cut]) {
      const second = start({ read });
      await second.write();
      expect(second.state().problems.get('platform')).to.match(/rewritten or cut off/);
      expect(second.state().problems.has(story.book)).to.equal(false);
      const status = auditStatus({
        key: KEY.publicKey,
        checkpoints: { folder: folder.path, everySeconds: 60 },
        writer: second,
      });
      expect(status.data.find(({ stream }) => stream === 'platform')?.problem).to.match(/rewritten/);
      await second.stop();
    }
    expect(signed('platform')).to.have.length(1);
    expect(errors).not.to.deep.equal([]);
  });

  it('signs nothing of a stream that breaks before its first checkpoint', async () => {
    const read: EventStore['read'] = async (stream, revision, count) =>
      (await store.read(stream, revision, count)).map((event) => ({ ...event, data: `${event.data} ` }));
    await start({ read }).write();
    expect(signed(story.book)).to.deep.equal([]);
    expect(writer?.state().problems.size).to.equal(2);
  });

  it('waits for the streams to be known, and writes at the end', async () => {
    let streams: string[] = [];
    writer = startCheckpoints({
      eventStore: store,
      folder: folder.path,
      everySeconds: 3_600,
      key: KEY,
      streams: () => streams,
      clock: Date.now,
      log: { error: () => undefined, warn: () => undefined },
    });
    await writer.write();
    expect(existsSync(join(folder.path, 'platform.checkpoints'))).to.equal(false);
    streams = ['platform'];
    await until('a first checkpoint', () => (signed('platform').length > 0 ? true : undefined));
  });
});

describe('What an audit remembers of texts', () => {
  it('is never wrong about one that it has seen, and hardly ever about another', () => {
    const set = createCompactSet();
    const count = 200_000;
    let wrong = 0;
    for (let i = 0; i < count; i++) if (set.add(`text-${i}`)) wrong += 1;
    expect(wrong).to.be.lessThan(3);
    for (let i = 0; i < count; i += 7) expect(set.add(`text-${i}`)).to.equal(true);
    let strangers = 0;
    for (let i = 0; i < count; i++) if (set.mayHave(`other-${i}`)) strangers += 1;
    expect(strangers).to.be.lessThan(3);
  });
});

describe('The configuration of checkpoints', () => {
  it('is off without a folder, and every five minutes with one', () => {
    expect(readConfig({}).checkpoints).to.equal(undefined);
    expect(readConfig({ CHECKPOINT_DIR: '/mnt/witness' }).checkpoints).to.deep.equal({
      folder: '/mnt/witness',
      everySeconds: 300,
    });
    for (const CHECKPOINT_EVERY_SECONDS of ['0', '-1', 'often', '86401', '1.5'])
      expect(() => readConfig({ CHECKPOINT_DIR: '/mnt/witness', CHECKPOINT_EVERY_SECONDS })).to.throw(
        ConfigError,
      );
  });
});
