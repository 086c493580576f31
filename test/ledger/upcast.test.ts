/** Events as written by every released version of the service. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { changedReleasedSchemas, lockFileText } from '../../scripts/generate/lock.ts';
import { baseUri, loadSchemas } from '../../scripts/generate/schemas.ts';
import { decodeBookEvent, decodeRecorded } from '../../src/event-store/book-event.ts';
import { FIRST_HASH, decodeData, decodeMetadata, verifyHash } from '../../src/event-store/codec.ts';
import { EVENT_SCHEMAS, type StreamKind } from '../../src/event-store/event-schemas.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import type { StoredEvent } from '../../src/event-store/port.ts';
import { eventVersions } from '../../src/generated/events.ts';
import { FOLD_VERSION, TABLES, createBook } from '../../src/ledger/book.ts';
import { UnknownEventVersion, isKnownVersion, latestVersion, upcast } from '../../src/ledger/event.ts';
import { evolve } from '../../src/ledger/evolve.ts';
import { PLATFORM_STREAM, loadPlatform } from '../../src/platform/platform.ts';
import { loadTreasury } from '../../src/treasury/treasury.ts';
import { BookNotOpen } from '../../src/writer/command.ts';
import { captureBook } from '../../src/writer/snapshot.ts';
import { encodeEvent } from '../support/encode-event.ts';
import { EVENT_MACS, historyOf } from '../support/event-macs.ts';
import { reward } from '../support/ledger-commands.ts';
import { expectRule } from '../support/ledger.ts';
import { STREAM, TREASURY_LIMITS } from '../support/policy.ts';
import { project } from '../support/project-book.ts';
import { command, keepersOn } from '../support/writer.ts';

const root = new URL('../../schemas', import.meta.url).pathname;
const folder = new URL('../fixtures/events/', import.meta.url);
const schemas = loadSchemas(root);

const fixtures: ReadonlyMap<string, readonly StoredEvent[]> = new Map(
  readdirSync(folder).map((name) => [name, eventsIn(name)]),
);

function eventsIn(name: string): StoredEvent[] {
  const lines = readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n');
  // The fixtures contain stored events without positions.
  return lines.map((line, at) => ({ ...(JSON.parse(line) as StoredEvent), position: BigInt(at) }));
}

/** Undefined for a book. */
const unionOf = ({ stream }: Pick<StoredEvent, 'stream'>): Exclude<StreamKind, 'book'> | undefined =>
  // The pattern has exactly these kinds.
  /^(?:platform-)?(activity|platform|reconciliation|treasury)/.exec(stream)?.[1] as
    Exclude<StreamKind, 'book'> | undefined;

const of = (kind: string): (readonly [string, readonly StoredEvent[]])[] =>
  [...fixtures].filter(([name]) => name.startsWith(`${kind}-`));

const CLOCK_ADVANCED = { type: 'clock.advanced', data: { seconds: 1, ahead_seconds: 1 } } as const;

describe('Events of every released schema', () => {
  it('have a fixture for each type and version', () => {
    const there = new Set(
      [...fixtures.values()].flat().map((event) => {
        const union = unionOf(event);
        const place = union === undefined ? '' : `${union}/`;
        return `events/${place}${event.type}.v${decodeMetadata(event).schema_version}.json`;
      }),
    );
    const parts = ['metadata.v1', 'metadata.v2', 'metadata.v3', 'parts.v1'].map(
      (each) => `events/${each}.json`,
    );
    const locked = Object.keys(JSON.parse(readFileSync(`${root}/events/lock.json`, 'utf8')) as object);
    expect([...there].sort()).to.deep.equal(locked.filter((file) => !parts.includes(file)).sort());
  });

  it('match their own schema, and the latest schema after upcasting', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    for (const [file, schema] of schemas.files) ajv.addSchema({ ...schema, $id: `${baseUri}${file}` });
    for (const event of [...fixtures.values()].flat()) {
      const { schema_version } = decodeMetadata(event);
      const union = unionOf(event);
      const file = `events/${union === undefined ? '' : `${union}/`}${event.type}.v${schema_version}.json`;
      const validate = ajv.getSchema(`${baseUri}${file}`);
      expect(validate?.(decodeData(event)), `${file}: ${JSON.stringify(validate?.errors)}`).to.equal(true);
      const data = union === undefined ? decodeBookEvent(event).data : decodeData(event);
      const newest = EVENT_SCHEMAS[union ?? 'book'].get(event.type)?.validate;
      expect(newest?.(data), `${file}: ${JSON.stringify(newest?.errors)}`).to.equal(true);
    }
  });

  it('produce a book state that changes only with the fold version', () => {
    // If the shape of a book changes, raise FOLD_VERSION and update this line. Otherwise snapshots of the old shape
    // would still be loaded.
    const digest = createHash('sha256');
    const written = (_key: string, value: unknown): unknown =>
      typeof value === 'bigint' ? String(value) : value;
    const filled = new Set<string>();
    for (const [, events] of of('book')) {
      const book = createBook(events[0]?.stream ?? '');
      for (const event of events) {
        evolve(book, decodeRecorded(event));
        const { tables } = captureBook(book, '', []);
        for (const [table, entries] of tables) if (entries.length > 0) filled.add(table);
        digest.update(JSON.stringify([...tables], written));
      }
    }
    // What operators decide alone is counted by the writer, which knows who they are.
    expect([...filled, 'decidedAlone'].sort()).to.deep.equal([...TABLES].sort());
    expect(`${FOLD_VERSION}: ${digest.digest('hex')}`).to.equal(
      '9: c357a2832b4f294e6e01877b7aefbf4cb9a7acfa2e129e514b2fb932c900cc6d',
    );
  });

  it('form unbroken hash chains that a book can load and continue', async () => {
    for (const [name, events] of of('book')) {
      // The hash chain includes the stream name.
      const stream = events[0]?.stream ?? '';
      const book = createBook(stream);
      let hash = FIRST_HASH;
      for (const stored of events) {
        hash = verifyHash(hash, stored);
        evolve(book, decodeRecorded(stored));
      }
      expect(book.revision, name).to.equal(events.length - 1);
      for (const wallet of book.wallets.values())
        expect(wallet.decimals).to.equal(wallet.asset === 'svc-coin' ? 8 : 2);
      const eventStore = createMemoryEventStore();
      await eventStore.append(stream, events, -1);
      const open = [...book.wallets.values()].find(
        ({ status, user_id }) =>
          status === 'active' && book.users.get(user_id)?.user.kyc_status === 'approved',
      );
      const authentication = { macs: EVENT_MACS, acceptedHistory: () => historyOf(events) };
      const writers = keepersOn({ eventStore, authentication });
      const outcome = await writers.submit(stream, command(reward(open?.id ?? '', '1.00')));
      expect(outcome.kind, name).to.equal('done');
    }
  });

  it('close a book, and open the next one, which can be continued', async () => {
    const [former, next] = of('generation').map(([, events]) => events);
    for (const events of [former, next]) {
      const stream = events?.[0]?.stream ?? '';
      const eventStore = createMemoryEventStore();
      await eventStore.append(stream, events ?? [], -1);
      const authentication = { macs: EVENT_MACS, acceptedHistory: () => historyOf(events ?? []) };
      const writers = keepersOn({ eventStore, authentication });
      const outcome = writers.submit(
        stream,
        command(() => ({ events: [CLOCK_ADVANCED] })),
      );
      if (events === next) expect((await outcome).kind).to.equal('done');
      else expect(await outcome.catch((error: unknown) => error)).to.be.instanceOf(BookNotOpen);
    }
  });

  it('are projected', async () => {
    for (const [, events] of of('book')) {
      const documents = await project(events);
      const [wallet] = await documents.scan('wallets_v1', { limit: 1 });
      expect(wallet?.body).to.match(/"decimals":(2|8)/);
    }
  });

  it('can be read by the platform and the treasuries', async () => {
    for (const [, events] of of('platform')) {
      const eventStore = createMemoryEventStore();
      await eventStore.append(PLATFORM_STREAM, events, -1);
      const { integrators, keys, tokens } = await loadPlatform(eventStore, EVENT_MACS, {
        accepted: historyOf(events),
      });
      expect(integrators.size + keys.size + tokens.size).to.be.greaterThan(0);
    }
    for (const [, events] of of('treasury')) {
      const eventStore = createMemoryEventStore();
      await eventStore.append('treasury-sandbox', events, -1);
      const authentication = { macs: EVENT_MACS, acceptedHistory: () => historyOf(events) };
      const treasury = await loadTreasury(eventStore, authentication, 'sandbox', Date.now, TREASURY_LIMITS);
      expect(treasury.trades()).not.to.have.length(0);
    }
  });
});

describe('An older event version', () => {
  it('gains the fields of the latest version', () => {
    const v1 = { wallet_id: 'wal_1', asset: 'svc-coin' };
    expect(upcast('wallet.opened', 1, v1)).to.deep.equal({ ...v1, decimals: 8 });
    expect(upcast('wallet.opened', 1, { ...v1, asset: 'svc-points' })).to.include({ decimals: 2 });
    expectRule(() => upcast('wallet.opened', 1, { ...v1, asset: 'svc-gold' }), 'unknown_asset');
    const v2 = { ...v1, decimals: 3 };
    expect(upcast('wallet.opened', 2, v2)).to.equal(v2);
  });

  it('is supported up to the version that is written, for every type', () => {
    for (const [type, version] of Object.entries(eventVersions))
      expect(latestVersion(type), type).to.equal(version);
  });

  it('throws if the version is unknown', () => {
    for (const version of [0, 3, 1.5, NaN, '2' as unknown as number])
      expect(() => upcast('wallet.opened', version, {}), String(version)).to.throw(UnknownEventVersion);
    expect(() => upcast('user.created', 2, {})).to.throw(UnknownEventVersion);
  });

  it('stops the book and its projections if a newer service wrote it', async () => {
    for (const [type, version] of [
      ['user.created', 2],
      ['wallet.closed', 1],
    ] as const) {
      const about = {
        schema_version: version,
        time: '2026-03-01T09:00:00.000Z',
        actor: 'a',
        request_id: 'r',
      };
      const { event } = encodeEvent(FIRST_HASH, STREAM, 0, { type, data: {} }, about, EVENT_MACS);
      const eventStore = createMemoryEventStore();
      await eventStore.append(STREAM, [event], -1);
      const fault = await keepersOn({ eventStore })
        .read(STREAM, (book) => book.revision)
        .catch((error: unknown) => error);
      expect(String(fault)).to.match(
        new RegExp(`'${type}' of version ${version} was written by a newer release`),
      );
      const stored = { ...event, stream: STREAM, revision: 0, position: 0n };
      expect(() => decodeBookEvent(stored)).to.throw(UnknownEventVersion);
    }
  });

  it('is read outside of books as it is, up to the version that is written', () => {
    expect([0, 1, 2, 3, 1.5, NaN].filter((version) => isKnownVersion(version, 2))).to.deep.equal([1, 2]);
  });

  it('stops the platform if it knows the type', async () => {
    const about = { schema_version: 7, time: '2026-03-01T09:00:00.000Z', actor: 'a', request_id: 'r' };
    const revoked = { type: 'key.revoked', data: { key_id: 'key_1' } };
    const { event } = encodeEvent(FIRST_HASH, PLATFORM_STREAM, 0, revoked, about, EVENT_MACS);
    const eventStore = createMemoryEventStore();
    await eventStore.append(PLATFORM_STREAM, [event], -1);
    const fault = await loadPlatform(eventStore, EVENT_MACS).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(UnknownEventVersion);
  });
});

describe('The lock file of released schemas', () => {
  const changed = (file: string, change: (schema: object) => object) => {
    const files = new Map(schemas.files);
    files.set(file, { ...change(files.get(file) ?? {}) });
    return { ...schemas, files };
  };

  it('matches the schemas on disk', () => {
    expect(changedReleasedSchemas(root, schemas)).to.deep.equal([]);
  });

  it('reports edited, missing and new schemas, and says what to do', () => {
    const edited = changed('events/user.created.v1.json', (schema) => ({ ...schema, required: [] }));
    expect(changedReleasedSchemas(root, edited)).to.have.length(1);
    expect(changedReleasedSchemas(root, edited)[0]).to.match(
      /user\.created\.v1\.json was released and has changed/,
    );
    expect(() => lockFileText(root, edited)).to.throw(/has changed/);
    const files = new Map(schemas.files);
    files.delete('events/quote.created.v1.json');
    expect(changedReleasedSchemas(root, { ...schemas, files })[0]).to.match(/is missing/);
    const grown = changed('events/user.created.v2.json', () => ({ type: 'object' }));
    expect(changedReleasedSchemas(root, grown)).to.deep.equal([
      'schemas/events/user.created.v2.json is not released: run npm run release-events',
    ]);
    expect(lockFileText(root, grown)).to.include('user.created.v2.json');
  });

  it('allows changed descriptions', () => {
    const better = changed('events/user.created.v1.json', (schema) => ({
      ...schema,
      description: 'Other words.',
    }));
    expect(changedReleasedSchemas(root, better)).to.deep.equal([]);
  });
});
