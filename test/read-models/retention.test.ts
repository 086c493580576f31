import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'chai';
import pino from 'pino';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { deriveId } from '../../src/ledger/ids.ts';
import { compareGenerations, type Difference } from '../../src/read-models/generations/verifications.ts';
import { runRetention } from '../../src/read-models/retention.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { listAll, newUser } from '../support/api-steps.ts';
import { documentOf, putWrite } from '../support/document-store.ts';
import { startTestService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const NOW = Date.parse('2026-06-01T00:00:00.000Z');
const log = pino({ level: 'silent' });

describe('Retention', () => {
  it('deletes all expired documents in batches and leaves the rest', async () => {
    const documents = createMemoryDocumentStore();
    await documents.ensure([{ name: 'events', kind: 'log' }]);
    const idAt = (time: number, revision: number) => deriveId('evt', time, 'book-a', revision);
    const old = Array.from({ length: 450 }, (_, i) => idAt(NOW - 31 * DAY_MS, i));
    const young = [idAt(NOW - 29 * DAY_MS, 1_000), idAt(NOW, 1_001)];
    await documents.write(
      [...old, ...young].map((id) => putWrite('events', documentOf(id), 1n)),
      new Map(),
    );
    const pieces: number[] = [];
    const stopping = new AbortController();
    await runRetention({
      documents: {
        async expire(...args) {
          const dropped = await documents.expire(...args);
          pieces.push(dropped);
          if (dropped < 200) stopping.abort();
          return dropped;
        },
      },
      collections: [{ collection: 'events', prefix: 'evt' }],
      seconds: (30 * DAY_MS) / 1_000,
      clock: () => NOW,
      log,
      signal: stopping.signal,
    });
    expect(pieces).to.deep.equal([200, 200, 50]);
    const left = await documents.list('events', {
      scope: 'book-a',
      terms: [],
      order: 'oldest',
      limit: 1_000,
    });
    expect(left.map(({ id }) => id)).to.deep.equal(young);
  });

  it('continues with other collections and after a store was unavailable', async () => {
    const asked: string[] = [];
    const stopping = new AbortController();
    await runRetention({
      documents: {
        expire(collection) {
          asked.push(collection);
          if (asked.length === 4) stopping.abort();
          return collection === 'away' ? Promise.reject(new Error('away')) : Promise.resolve(0);
        },
      },
      collections: [
        { collection: 'away', prefix: 'evt' },
        { collection: 'there', prefix: 'rdl' },
      ],
      seconds: 60,
      clock: () => NOW,
      log,
      signal: stopping.signal,
      intervalMs: 1,
    });
    expect(asked).to.deep.equal(['away', 'there', 'away', 'there']);
  });

  it('causes no difference between two generations of the events unless a younger event is missing', async () => {
    const documents = createMemoryDocumentStore();
    await documents.ensure(
      ['events_v2', 'events_v2_g2', 'users_v1', 'users_v1_g2'].map((name) => ({ name, kind: 'log' })),
    );
    const idAt = (days: number, revision: number) =>
      deriveId('evt', Date.now() - days * DAY_MS, 'book-a', revision);
    const ids = [idAt(40, 1), idAt(35, 2), idAt(20, 3), idAt(10, 4), idAt(0, 5)];
    const putAll = (name: string, some: readonly string[]) =>
      documents.write(
        some.map((id) => putWrite(name, documentOf(id), 1n)),
        new Map(),
      );
    const differences = async (name: string, first: readonly string[], second: readonly string[]) => {
      await putAll(name, first);
      await putAll(`${name}_g2`, second);
      const found: Difference[] = [];
      await compareGenerations({
        documents,
        first: name,
        second: `${name}_g2`,
        completeTo: 10n,
        signal: new AbortController().signal,
        onDifference: (difference) => found.push(difference),
        onProgress: () => undefined,
      });
      return found;
    };
    const left = [...ids.slice(2, 3), ...ids.slice(4)];
    // The two oldest may have expired; the one in between may not.
    expect(await differences('events_v2', ids, left)).to.deep.equal([{ id: ids[3], kind: 'missing' }]);
    expect(await differences('users_v1', ids, left)).to.have.length(3);
  });

  it('deletes expired documents of a running service, except for pending redeliveries', async () => {
    const folder = await temporaryFolder();
    const env = { DATA_DIR: folder.path };
    const count = (): number => {
      const database = new DatabaseSync(join(folder.path, DATABASE_FILE_NAME), { readOnly: true });
      try {
        const { n } = database.prepare('SELECT count(*) AS n FROM "documents events_v4"').get() as {
          n: number;
        };
        return n;
      } finally {
        database.close();
      }
    };
    try {
      for (const days of [33, 31]) {
        const old = await startTestService(env, () => Date.now() - days * DAY_MS);
        await newUser(old.sandbox);
        expect(await listAll(old.sandbox, '/v1/events')).to.not.have.length(0);
        await old.close();
      }
      expect(count()).to.equal(2);
      const service = await startTestService(env);
      try {
        await waitFor('the oldest event to be dropped', () => (count() === 1 ? true : undefined));
        const { id } = await newUser(service.sandbox);
        const [event, ...more] = await listAll(service.sandbox, '/v1/events');
        expect([event.data.id, more]).to.deep.equal([id, []]);
      } finally {
        await service.close();
      }
    } finally {
      await folder.remove();
    }
  });
});
