import { hash } from 'node:crypto';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { loadPlatform } from '../../src/platform/platform.ts';
import {
  createDemoIntegrator,
  readCredentials,
  writeCredentials,
  type Credentials,
} from '../../src/service/first-run.ts';
import { EVENT_MACS } from '../support/event-macs.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { faulty } from '../support/writer.ts';

const URL_HERE = 'http://127.0.0.1:3000';

describe('A first start', () => {
  let folder: Folder;
  let eventStore: EventStore;
  beforeEach(async () => {
    folder = await temporaryFolder();
    eventStore = createMemoryEventStore();
  });
  afterEach(() => folder.remove());

  const start = async (store = eventStore) =>
    createDemoIntegrator(await loadPlatform(store, EVENT_MACS), folder.path, URL_HERE);

  async function expectValid(credentials: Credentials | undefined): Promise<void> {
    const platform = await loadPlatform(eventStore, EVENT_MACS);
    expect([...platform.integrators.keys()]).to.deep.equal([credentials?.integrator_id]);
    const hashes = [
      credentials?.sandbox_api_key ?? '',
      credentials?.production_api_key ?? '',
      credentials?.operator_token ?? '',
    ].map((text) => hash('sha256', text));
    expect(platform.findKey(hashes[0] ?? '')?.environment).to.equal('sandbox');
    expect(platform.findKey(hashes[1] ?? '')?.environment).to.equal('production');
    expect(platform.findToken(hashes[2] ?? '')?.role).to.equal('admin');
  }

  it('writes valid credentials that only their owner can read', async () => {
    const made = await start();
    expect(readCredentials(folder.path)).to.deep.equal(made);
    await expectValid(made);
    expect(readdirSync(folder.path)).to.deep.equal(['credentials.json']);
    expect(statSync(join(folder.path, 'credentials.json')).mode & 0o777).to.equal(0o600);
    expect(await start()).to.equal(undefined);
    expect(readCredentials(folder.path)).to.deep.equal(made);
  });

  it('keeps the credentials of the first of several concurrent starts', async () => {
    const made = await Promise.all([start(), start(), start()]);
    const [winner, ...more] = made.filter((each) => each !== undefined);
    expect(more).to.deep.equal([]);
    expect(readCredentials(folder.path)).to.deep.equal(winner);
    await expectValid(readCredentials(folder.path));
    expect(readdirSync(folder.path)).to.deep.equal(['credentials.json']);
  });

  it('replaces credentials of data that was removed', async () => {
    await start();
    eventStore = createMemoryEventStore();
    const made = await start();
    expect(readCredentials(folder.path)).to.deep.equal(made);
    await expectValid(made);
  });

  it('keeps its secrets when the result of its append is lost', async () => {
    const { store } = faulty(eventStore, ['lost']);
    expect(await start(store).catch(() => 'failed')).to.equal('failed');
    expect(await start()).to.equal(undefined);
    await expectValid(readCredentials(folder.path));
    expect(readdirSync(folder.path)).to.deep.equal(['credentials.json']);
  });

  it('leaves no valid credentials when it ends before its append', async () => {
    const { store } = faulty(eventStore, ['refused']);
    expect(await start(store).catch(() => 'failed')).to.equal('failed');
    expect(readCredentials(folder.path)).to.equal(undefined);
    writeFileSync(join(folder.path, 'credentials.json.pending-torn'), '{"base_url": "http://');
    const made = await start();
    expect(readCredentials(folder.path)).to.deep.equal(made);
    await expectValid(made);
    expect(readdirSync(folder.path)).to.deep.equal(['credentials.json']);
  });

  it('replaces the credentials file atomically', async () => {
    const made = await start();
    if (made === undefined) throw new Error('it made none');
    const file = join(folder.path, 'credentials.json');
    const { ino } = statSync(file);
    writeCredentials(folder.path, { ...made, base_url: 'http://127.0.0.1:4000' });
    // A file that is written over keeps its number, and is there in part meanwhile.
    expect(statSync(file).ino).to.not.equal(ino);
    expect(readCredentials(folder.path)?.base_url).to.equal('http://127.0.0.1:4000');
    expect(readdirSync(folder.path)).to.deep.equal(['credentials.json']);
  });
});
