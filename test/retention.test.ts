import { DatabaseSync } from '@photostructure/sqlite';
import { join } from 'node:path';
import { expect } from 'chai';
import pino from 'pino';
import { createMemoryDocuments } from '../src/documents/memory.ts';
import { derivedId } from '../src/ledger/identifier.ts';
import { keepToRetention } from '../src/retention.ts';
import { FILE_NAME } from '../src/stores.ts';
import { documentOf, put } from './support/documents.ts';
import { startTestService } from './support/service.ts';
import { temporaryFolder } from './support/folder.ts';
import { listAll, newUser } from './support/story.ts';
import { until } from './support/until.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const NOW = Date.parse('2026-06-01T00:00:00.000Z');
const log = pino({ level: 'silent' });

describe('Retention', () => {
  it('drops all that is over, in pieces, and leaves the rest', async () => {
    const documents = createMemoryDocuments();
    await documents.ensure([{ name: 'events', kind: 'log' }]);
    const idAt = (time: number, revision: number) => derivedId('evt', time, 'book-a', revision);
    const old = Array.from({ length: 450 }, (_, i) => idAt(NOW - 31 * DAY_MS, i));
    const young = [idAt(NOW - 29 * DAY_MS, 1_000), idAt(NOW, 1_001)];
    await documents.write(
      [...old, ...young].map((id) => put('events', documentOf(id), 1n)),
      new Map(),
    );
    const pieces: number[] = [];
    const stopping = new AbortController();
    await keepToRetention({
      documents: {
        async expire(...args) {
          const dropped = await documents.expire(...args);
          pieces.push(dropped);
          if (dropped < 200) stopping.abort();
          return dropped;
        },
      },
      kept: [{ collection: 'events', prefix: 'evt' }],
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

  it('goes on after a store was away, and with what else there is', async () => {
    const asked: string[] = [];
    const stopping = new AbortController();
    await keepToRetention({
      documents: {
        expire(collection) {
          asked.push(collection);
          if (asked.length === 4) stopping.abort();
          return collection === 'away' ? Promise.reject(new Error('away')) : Promise.resolve(0);
        },
      },
      kept: [
        { collection: 'away', prefix: 'evt' },
        { collection: 'there', prefix: 'rdl' },
      ],
      seconds: 60,
      clock: () => NOW,
      log,
      signal: stopping.signal,
      everyMs: 1,
    });
    expect(asked).to.deep.equal(['away', 'there', 'away', 'there']);
  });

  it('empties the file of a service from its start on', async () => {
    const folder = await temporaryFolder();
    const env = { DATA_DIR: folder.path };
    const count = (): number => {
      const database = new DatabaseSync(join(folder.path, FILE_NAME), { readOnly: true });
      try {
        const { n } = database.prepare('SELECT count(*) AS n FROM "documents events_v1"').get() as {
          n: number;
        };
        return n;
      } finally {
        database.close();
      }
    };
    try {
      const old = await startTestService(env, () => Date.now() - 31 * DAY_MS);
      await newUser(old.sandbox);
      expect(await listAll(old.sandbox, '/v1/events')).to.have.length(1);
      await old.close();
      expect(count()).to.equal(1);
      const service = await startTestService(env);
      try {
        await until('the old event to be dropped', () => (count() === 0 ? true : undefined));
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
