import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { NO_STREAM, StoreUnavailable } from '../../src/event-store/port.ts';
import { openEmbeddedStores } from '../../src/sqlite/embedded-stores.ts';
import { startStorageThread } from '../../src/sqlite/thread/start-storage-thread.ts';
import { appendOrThrow, newEvents, uniqueStream } from '../support/event-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { typescriptThread } from '../support/typescript-thread.ts';

const FAILING = typescriptThread(new URL('../support/failing-thread.ts', import.meta.url));

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    return error;
  }
}

describe('The storage thread', () => {
  it('rejects pending and later calls when it crashes, and notifies its owner once', async () => {
    const faults: StoreUnavailable[] = [];
    const thread = await startStorageThread({ file: '' }, { onExit: (fault) => faults.push(fault) }, FAILING);
    await thread.call('ping');
    const underWay = [1, 2, 3].map(() =>
      failureOf(thread.call('append', 'book-a-sandbox', newEvents(1), NO_STREAM)),
    );
    for (const failure of await Promise.all(underWay)) expect(failure).to.be.instanceOf(StoreUnavailable);
    expect(await failureOf(thread.call('ping'))).to.be.instanceOf(StoreUnavailable);
    expect(faults.map(({ message }) => message)).to.deep.equal([
      'the storage thread has exited: The disk came off.',
    ]);
    await thread.close();
    expect(faults).to.have.lengthOf(1);
  });

  it('does not start with a file that cannot be opened', async () => {
    const folder = await temporaryFolder();
    const failure = await failureOf(openEmbeddedStores({ file: join(folder.path, 'nowhere', 'ledger.db') }));
    expect(failure).to.be.instanceOf(StoreUnavailable);
    await folder.remove();
  });

  it('finishes pending calls before it exits, and reports no error', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'ledger.db');
    const stream = uniqueStream();
    const faults: unknown[] = [];
    const first = await openEmbeddedStores({ file, onExit: (fault) => faults.push(fault) });
    const asked = Promise.all([0, 1, 2].map((n) => first.eventStore.append(stream, newEvents(1), n - 1)));
    await Promise.all([first.close(), first.close()]);
    expect((await asked).map(({ ok }) => ok)).to.deep.equal([true, true, true]);
    expect(faults).to.deep.equal([]);

    const second = await openEmbeddedStores({ file });
    expect(await second.eventStore.read(stream, 0, 10)).to.have.lengthOf(3);
    await second.close();
    await folder.remove();
  });

  it('shows a write to later reads', async () => {
    const folder = await temporaryFolder();
    const { eventStore, close } = await openEmbeddedStores({ file: join(folder.path, 'ledger.db') });
    const stream = uniqueStream();
    for (let revision = 0; revision < 50; revision += 1) {
      const { position } = await appendOrThrow(eventStore, stream, newEvents(1), revision - 1);
      expect((await eventStore.readLast(stream))?.position).to.equal(position);
      expect(await eventStore.head()).to.equal(position);
    }
    await close();
    await folder.remove();
  });

  for (const suffix of ['', '-wal', '-shm']) {
    it(`accepts nothing while ledger.db${suffix} is moved, and resumes once it is restored`, async () => {
      const folder = await temporaryFolder();
      const file = join(folder.path, 'ledger.db');
      const { eventStore, documents, close } = await openEmbeddedStores({ file });
      const stream = uniqueStream();
      await appendOrThrow(eventStore, stream, newEvents(1), NO_STREAM);
      renameSync(file + suffix, join(folder.path, 'elsewhere'));
      const refused = [
        await failureOf(eventStore.append(stream, newEvents(1), 0)),
        await failureOf(documents.putRecord('vault', 'key', 'value')),
        await failureOf(eventStore.ping()),
      ];
      for (const failure of refused)
        expect(failure)
          .to.be.instanceOf(StoreUnavailable)
          .with.property('message')
          .that.includes(`ledger.db${suffix} was removed, moved, or replaced`);
      expect((await eventStore.readLast(stream))?.revision).to.equal(0);
      renameSync(join(folder.path, 'elsewhere'), file + suffix);
      await eventStore.ping();
      await appendOrThrow(eventStore, stream, newEvents(1), 0);
      await close();
      await folder.remove();
    });
  }
});
