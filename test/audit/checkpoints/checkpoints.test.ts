import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  appendCheckpoint,
  formatCheckpoint,
  lastCheckpoint,
  lastSignedState,
  listCheckpointedStreams,
  parseCheckpoint,
  readCheckpoints,
  type Checkpoint,
} from '../../../src/audit/checkpoints/checkpoint-files.ts';
import {
  startCheckpointWriter,
  type CheckpointWriter,
} from '../../../src/audit/checkpoints/checkpoint-writer.ts';
import { isSignedBy, parseNotes, signNote } from '../../../src/audit/checkpoints/signed-note.ts';
import { createCompactSet } from '../../../src/audit/compare/comparison-report.ts';
import { storedHash } from '../../../src/audit/chain/chain-check.ts';
import { eventStoreSource } from '../../../src/audit/event-source.ts';
import { captureTables } from '../../../src/ledger/book.ts';
import { auditStatus } from '../../../src/audit/verification/audit-status.ts';
import { verify } from '../../../src/audit/verification/verification.ts';
import { ConfigError } from '../../../src/config/config-file.ts';
import { readConfig } from '../../../src/config/config.ts';
import { createMemoryEventStore } from '../../../src/event-store/memory.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import { createBook } from '../../../src/ledger/book.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { deriveAuditSigningKey, parsePublicKey } from '../../../src/vault/audit-signing-key.ts';
import { createBookWriters } from '../../../src/writer/book-writers.ts';
import { HISTORY_AUDIT_KEY, writeAuditHistory, type AuditHistory } from '../../support/audit-history.ts';
import { AUTHENTICATION, EVENT_MASTER_KEY } from '../../support/event-macs.ts';
import { POLICY, SNAPSHOT_KEY } from '../../support/policy.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const KEY = HISTORY_AUDIT_KEY;
const OTHER = deriveAuditSigningKey(new Uint8Array(32).fill(2));
/** Sizes of the valid checkpoints of a stream, and the number of invalid notes. */
function signedIn(folder: string, stream: string): { sizes: number[]; wrong: number } {
  const found = [...readCheckpoints(folder, stream, KEY.publicKey)];
  const sizes = found.flatMap((each) => ('checkpoint' in each ? [each.checkpoint.size] : []));
  return { sizes, wrong: found.length - sizes.length };
}

const POINT = { stream: 'platform', size: 12, hash: 'ab'.repeat(32), time: '2026-05-01T10:00:00.000Z' };

describe('Signed checkpoint', () => {
  it('has the C2SP format: origin, size, hash, time, empty line, signature', () => {
    const lines = signNote(formatCheckpoint(POINT), KEY).split('\n');
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

  it('can be verified with a one-line key, a PEM key, or plain node:crypto', () => {
    const note = signNote(formatCheckpoint(POINT), KEY);
    const [read] = parseNotes(note);
    expect(parseCheckpoint(read!.text)).to.deep.equal(POINT);
    const { text, pem, keyHash } = KEY.publicKey;
    for (const form of [text, `${text}\n`, pem])
      expect(isSignedBy(read!, parsePublicKey(form)!), form).to.equal(true);
    expect(isSignedBy(read!, OTHER.publicKey)).to.equal(false);
    const bytes = Buffer.from(note.trimEnd().split(' ').at(-1)!, 'base64');
    expect(bytes.subarray(0, 4).equals(keyHash)).to.equal(true);
    const body = note.slice(0, note.indexOf('\n\n') + 1);
    expect(verifySignature(null, Buffer.from(body), createPublicKey(pem), bytes.subarray(4))).to.equal(true);
  });

  it('is invalid after any character changes', () => {
    const note = signNote(formatCheckpoint(POINT), KEY);
    fc.assert(
      fc.property(fc.nat(note.length - 2), fc.constantFrom('x', '1', 'A', '='), (at, character) => {
        const changed = note.slice(0, at) + character + note.slice(at + 1);
        fc.pre(changed !== note);
        const [read] = parseNotes(changed);
        expect(read !== undefined && isSignedBy(read, KEY.publicKey)).to.equal(false);
      }),
    );
  });

  it('uses a key derived only from the master key', () => {
    const master = Buffer.from(EVENT_MASTER_KEY, 'base64');
    expect(deriveAuditSigningKey(master).publicKey.text).to.equal(KEY.publicKey.text);
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

describe('Checkpoint folder', () => {
  let folder: Folder;
  beforeEach(async () => (folder = await temporaryFolder()));
  afterEach(() => folder.remove());

  const fileOf = (stream: string): string => join(folder.path, `${stream}.checkpoints`);

  it('appends each checkpoint to the file of its stream', () => {
    appendCheckpoint(folder.path, POINT, KEY);
    const before = readFileSync(fileOf('platform'), 'utf8');
    const next = { ...POINT, size: 20, time: '2026-05-01T11:00:00.000Z' };
    appendCheckpoint(folder.path, next, KEY);
    expect(readFileSync(fileOf('platform'), 'utf8').startsWith(before)).to.equal(true);
    expect(lastCheckpoint(folder.path, 'platform', KEY.publicKey)).to.deep.equal(next);
    expect(listCheckpointedStreams(folder.path)).to.deep.equal(['platform']);
    expect(signedIn(folder.path, 'platform')).to.deep.equal({ sizes: [12, 20], wrong: 0 });
  });

  it('skips a partially written checkpoint of any length', () => {
    appendCheckpoint(folder.path, POINT, KEY);
    const whole = readFileSync(fileOf('platform'));
    const next = { ...POINT, size: 30 };
    for (let length = 0; length < whole.length; length += 7) {
      writeFileSync(fileOf('platform'), whole);
      appendFileSync(fileOf('platform'), whole.subarray(0, length));
      appendCheckpoint(folder.path, next, KEY);
      const { sizes, wrong } = signedIn(folder.path, 'platform');
      expect(wrong, `cut at ${length}`).to.equal(0);
      expect(sizes.at(-1)).to.equal(30);
      expect(lastCheckpoint(folder.path, 'platform', KEY.publicKey)).to.deep.equal(next);
    }
  });

  it('rejects checkpoints of another key or another stream', () => {
    appendCheckpoint(folder.path, POINT, OTHER);
    writeFileSync(fileOf('treasury-sandbox'), signNote(formatCheckpoint(POINT), KEY));
    for (const stream of ['platform', 'treasury-sandbox']) {
      const [only, ...more] = readCheckpoints(folder.path, stream, KEY.publicKey);
      expect(more).to.deep.equal([]);
      expect(only).to.have.nested.include({ 'finding.stream': stream, 'finding.rule': 'checkpoint' });
    }
    expect(lastCheckpoint(folder.path, 'platform', KEY.publicKey)).to.equal(undefined);
    expect(listCheckpointedStreams(join(folder.path, 'nowhere'))).to.deep.equal([]);
  });
});

describe('Checkpoint writer', () => {
  let folder: Folder;
  let store: EventStore;
  let history: AuditHistory;
  let writer: CheckpointWriter | undefined;
  const errors: unknown[] = [];
  beforeEach(async () => {
    errors.length = 0;
    folder = await temporaryFolder();
    store = createMemoryEventStore();
    history = await writeAuditHistory(store);
  });
  afterEach(async () => {
    await writer?.stop();
    writer = undefined;
    await folder.remove();
  });

  const start = (
    eventStore: Pick<EventStore, 'read' | 'readLast'> = store,
    more: Partial<Parameters<typeof startCheckpointWriter>[0]> = {},
  ): CheckpointWriter =>
    (writer = startCheckpointWriter({
      eventStore,
      folder: folder.path,
      everySeconds: 3_600,
      key: KEY,
      streams: () => ['platform', history.book],
      macsFrom: () => 0,
      clock: () => Date.parse('2026-06-01T00:00:00.000Z'),
      log: { error: (...args: unknown[]) => void errors.push(args), info: () => undefined },
      ...more,
    }));
  const signed = (stream: string): number[] => signedIn(folder.path, stream).sizes;

  it('signs checkpoints that an audit accepts, and signs again only streams that grew', async () => {
    await start().write();
    const found = await verify(eventStoreSource(store), {
      checkpoints: { folder: folder.path, key: KEY.publicKey },
    });
    expect(found.findings).to.deep.equal([]);
    expect(found.checkpoints).to.equal(2);
    const file = join(folder.path, `${history.book}.checkpoints`);
    const before = readFileSync(file, 'utf8');
    await writer?.write();
    expect(readFileSync(file, 'utf8')).to.equal(before);
    expect(writer?.state().writtenAt).to.equal('2026-06-01T00:00:00.000Z');
  });

  it('signs the state of a book in memory, loaded from its events or from a snapshot', async () => {
    const documents = createMemoryDocumentStore();
    const now = Date.parse('2026-06-01T00:00:00.000Z');
    for (const from of ['events', 'a snapshot']) {
      const writers = createBookWriters({
        eventStore: store,
        documents,
        policy: POLICY,
        snapshotKey: SNAPSHOT_KEY,
        authentication: AUTHENTICATION,
        clock: () => now,
        findKey: () => Promise.resolve(undefined),
        hasOtherWriters: false,
      });
      await writers.read(history.book, () => undefined);
      const own = await temporaryFolder();
      await start(store, { capture: (stream) => writers.capture(stream), folder: own.path }).write();
      const found = await verify(eventStoreSource(store), {
        checkpoints: { folder: own.path, key: KEY.publicKey },
      });
      expect(found.findings, from).to.deep.equal([]);
      expect(found.states, from).to.equal(1);
      await writer?.stop();
      await writers.close();
      await own.remove();
    }
  });

  it('signs the state again after several times as many events as it has parts, or after a day', async () => {
    let [events, now] = [0, Date.parse('2026-06-01T00:00:00.000Z')];
    const last = await store.read(history.book, 0, 1_000);
    const readSome: EventStore['read'] = (stream, revision, count) =>
      stream === history.book
        ? Promise.resolve(last.slice(revision, Math.min(revision + count, events)))
        : store.read(stream, revision, count);
    const readLastOfSome: EventStore['readLast'] = (stream) =>
      stream === history.book ? Promise.resolve(last[events - 1]) : store.readLast(stream);
    const book = createBook(history.book);
    const capture = () =>
      Promise.resolve({
        revision: events - 1,
        hash: storedHash(last[events - 1]?.metadata ?? '') ?? '',
        ...captureTables(book),
      });
    const signing = start({ read: readSome, readLast: readLastOfSome }, { capture, clock: () => now });
    const states = async (upTo: number): Promise<number[]> => {
      events = upTo;
      await signing.write();
      return [...readCheckpoints(folder.path, history.book, KEY.publicKey)].flatMap((each) =>
        'checkpoint' in each && each.checkpoint.state !== undefined ? [each.checkpoint.size] : [],
      );
    };
    // The empty fold has one part: the time.
    expect(await states(10)).to.deep.equal([10]);
    expect(await states(13)).to.deep.equal([10]);
    expect(await states(14)).to.deep.equal([10, 14]);
    now += 24 * 60 * 60 * 1_000;
    expect(await states(15)).to.deep.equal([10, 14, 15]);
    await signing.stop();
    // A process that starts does not know how many parts the last state had, so only the day counts.
    const lastSize = (): number | undefined =>
      lastSignedState(folder.path, history.book, KEY.publicKey)?.checkpoint.size;
    const restarted = start({ read: readSome, readLast: readLastOfSome }, { capture, clock: () => now });
    events = 16;
    await restarted.write();
    expect(lastSize()).to.equal(15);
    now += 24 * 60 * 60 * 1_000;
    events = 17;
    await restarted.write();
    expect(lastSize()).to.equal(17);
  });

  it('continues from the last checkpoint after a restart', async () => {
    const [first] = await store.read('platform', 0, 1);
    await start({
      read: (stream, revision, count) => store.read(stream, revision, Math.min(count, 10)),
      readLast: (stream) => (stream === 'platform' ? Promise.resolve(first) : store.readLast(stream)),
    }).write();
    await writer?.stop();
    expect(signed('platform')).to.deep.equal([10]);
    let from = -1;
    const read: EventStore['read'] = (stream, revision, count) => {
      if (stream === 'platform' && count > 1) from = revision;
      return store.read(stream, revision, count);
    };
    await start({ ...store, read }).write();
    expect(from).to.equal(10);
    expect(signed('platform')).to.have.length(2);
    await writer?.stop();
    await start().write();
    expect(signed('platform')).to.have.length(2);
  });

  it('refuses to sign a rewritten or truncated stream, reports it, and signs the others', async () => {
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
      const second = start({ ...store, read });
      await second.write();
      expect(second.state().problems.get('platform')).to.match(/rewritten or truncated/);
      expect(second.state().problems.has(history.book)).to.equal(false);
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

  it('logs a failure once when it starts and once when it ends', async () => {
    const messages: unknown[] = [];
    const note = (...args: unknown[]): void => void messages.push(args[1]);
    let isDown = true;
    writer = startCheckpointWriter({
      eventStore: {
        ...store,
        read: (...args) => (isDown ? Promise.reject(new Error('down')) : store.read(...args)),
      },
      folder: folder.path,
      everySeconds: 3_600,
      key: KEY,
      streams: () => ['platform'],
      macsFrom: () => 0,
      clock: Date.now,
      log: { error: note, info: note },
    });
    await writer.write();
    await writer.write();
    isDown = false;
    await writer.write();
    await writer.write();
    expect(messages).to.deep.equal(['checkpoint failed', 'checkpoint recovered']);
  });

  it('signs nothing for a stream with a broken hash chain', async () => {
    const read: EventStore['read'] = async (stream, revision, count) =>
      (await store.read(stream, revision, count)).map((event) => ({ ...event, data: `${event.data} ` }));
    await start({ ...store, read }).write();
    expect(signed(history.book)).to.deep.equal([]);
    expect(writer?.state().problems.size).to.equal(2);
  });

  it('signs the events that are there when it begins to read, however fast the stream grows', async () => {
    const all = await store.read(history.book, 0, 10_000);
    expect(all.length).to.be.greaterThan(200);
    const pages: number[] = [];
    const read: EventStore['read'] = (stream, revision, count) => {
      if (stream === history.book && count > 1) pages.push(revision);
      return store.read(stream, revision, Math.min(count, 50));
    };
    const readLast: EventStore['readLast'] = (stream) =>
      stream === history.book ? Promise.resolve(all[60]) : store.readLast(stream);
    await start({ read, readLast }).write();
    expect(pages).to.deep.equal([0, 50]);
    expect(signed(history.book)).to.deep.equal([100]);
    await writer?.stop();
    await start().write();
    expect(signed(history.book)).to.deep.equal([100, all.length]);
    expect(errors).to.deep.equal([]);
  });

  it('waits until streams are known, and writes once more when it stops', async () => {
    let streams: string[] = [];
    writer = startCheckpointWriter({
      eventStore: store,
      folder: folder.path,
      everySeconds: 3_600,
      key: KEY,
      streams: () => streams,
      macsFrom: () => 0,
      clock: Date.now,
      log: { error: () => undefined, info: () => undefined },
    });
    await writer.write();
    expect(existsSync(join(folder.path, 'platform.checkpoints'))).to.equal(false);
    streams = ['platform'];
    await waitFor('a first checkpoint', () => (signed('platform').length > 0 ? true : undefined));
  });
});

describe('Large checkpoint files', () => {
  let folder: Folder;
  let store: EventStore;
  let history: AuditHistory;
  before(async () => {
    folder = await temporaryFolder();
    store = createMemoryEventStore();
    history = await writeAuditHistory(store);
  });
  after(() => folder.remove());

  /** Writes three checkpoints per event of the book, in the order that `arrange` returns. */
  async function write(arrange: (each: Checkpoint[]) => Checkpoint[]): Promise<number> {
    const events = await store.read(history.book, 0, 10_000);
    const each = events.flatMap(({ stream, revision, metadata }): Checkpoint[] => {
      const point = { stream, size: revision + 1, hash: metadata.slice(-66, -2), time: POINT.time };
      return [point, point, point];
    });
    const notes = arrange(each).map((point) => `\n\n${signNote(formatCheckpoint(point), KEY)}`);
    writeFileSync(join(folder.path, `${history.book}.checkpoints`), notes.join(''));
    return notes.length;
  }
  const verified = () =>
    verify(eventStoreSource(store), { checkpoints: { folder: folder.path, key: KEY.publicKey } });

  it('are checked completely, in any order', async () => {
    for (const arrange of [
      (each: Checkpoint[]) => each,
      (each: Checkpoint[]) => each.toReversed(),
      (each: Checkpoint[]) => each.toSorted((a, b) => (a.size % 7) - (b.size % 7)),
    ]) {
      const count = await write(arrange);
      const { findings, checkpoints } = await verified();
      expect(findings).to.deep.equal([]);
      expect(checkpoints).to.equal(count);
      expect(count).to.be.greaterThan(300);
    }
  });

  it('report a mismatch even when a checkpoint comes after its event', async () => {
    for (const size of [1, 5, 100]) {
      const forge = (each: Checkpoint[]): Checkpoint[] =>
        each.map((point) => (point.size === size ? { ...point, hash: 'ab'.repeat(32) } : point)).toReversed();
      await write(forge);
      const { findings } = await verified();
      expect(findings, `at ${size}`).to.have.length(1);
      expect(findings[0]).to.include({ stream: history.book, revision: size - 1, rule: 'checkpoint' });
    }
  });

  it('report checkpoints past the end of the stream', async () => {
    await write((each) => [...each, { ...each[0]!, size: 5_000 }, { ...each[0]!, size: 4_000 }]);
    const [finding] = (await verified()).findings;
    expect(finding?.reason).to.include('signed for 5000 events').and.to.include('truncated');
  });

  it('can contain other bytes of any length', async () => {
    const count = await write((each) => each);
    const file = join(folder.path, `${history.book}.checkpoints`);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `${'x'.repeat(200_000)}${text}\n\n${'—y'.repeat(100_000)}`);
    const { findings, checkpoints } = await verified();
    expect([findings, checkpoints]).to.deep.equal([[], count]);
  });
});

describe('Compact set', () => {
  it('has no false negatives and almost no false positives', () => {
    const set = createCompactSet();
    const count = 200_000;
    let wrong = 0;
    for (let i = 0; i < count; i++) if (set.add(`text-${i}`)) wrong += 1;
    expect(wrong).to.be.lessThan(3);
    for (let i = 0; i < count; i += 7) expect(set.add(`text-${i}`)).to.equal(true);
    let strangers = 0;
    for (let i = 0; i < count; i++) if (set.mayContain(`other-${i}`)) strangers += 1;
    expect(strangers).to.be.lessThan(3);
  });
});

describe('Checkpoint configuration', () => {
  it('defaults to every five minutes, beside the data of a file, and to off with servers', () => {
    const beside = { folder: '/srv/data/checkpoints', everySeconds: 300 };
    expect(readConfig({ DATA_DIR: '/srv/data' }).checkpoints).to.deep.equal(beside);
    expect(readConfig({ DATA_DIR: '/srv/data', CHECKPOINT_DIR: 'off' }).checkpoints).to.equal(undefined);
    const servers = { EVENTSTORE_URL: 'esdb://events', MONGODB_URL: 'mongodb://documents' };
    expect(readConfig(servers).checkpoints).to.equal(undefined);
    expect(readConfig({ CHECKPOINT_DIR: '/mnt/checkpoints' }).checkpoints).to.deep.equal({
      folder: '/mnt/checkpoints',
      everySeconds: 300,
    });
    for (const CHECKPOINT_EVERY_SECONDS of ['0', '-1', 'often', '86401', '1.5'])
      expect(() => readConfig({ CHECKPOINT_DIR: '/mnt/checkpoints', CHECKPOINT_EVERY_SECONDS })).to.throw(
        ConfigError,
      );
  });
});
