import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import pino from 'pino';
import { readConfig } from '../../src/config/config.ts';
import { decodeData } from '../../src/event-store/codec.ts';
import { CREDENTIALS_FILE_NAME } from '../../src/service/first-run.ts';
import { startService } from '../../src/service/start-service.ts';
import { withFile } from '../support/extra-keys.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { until } from '../support/writer.ts';

const log = pino({ level: 'silent' });

/** The storage threads and servers of this process: `MessagePort` is the port of a thread. */
const openResources = (): string[] =>
  process.getActiveResourcesInfo().filter((type) => type === 'MessagePort' || type === 'TCPServerWrap');

async function listenOnFreePort(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a host and port has an address of this kind.
  return { server, port: (server.address() as AddressInfo).port };
}

const stop = (server: Server): Promise<unknown> => new Promise((resolve) => server.close(resolve));

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail('it did not throw'),
    (error: unknown) => error,
  );

describe('startService', () => {
  let folder: Folder;
  beforeEach(async () => {
    folder = await temporaryFolder();
    expect(openResources()).to.deep.equal([]);
  });
  afterEach(() => folder.remove());

  const config = (env: Readonly<Record<string, string>> = {}) =>
    readConfig({ PORT: '0', DATA_DIR: folder.path, ...env });

  it('opens a storage thread and a server, and closes both', async () => {
    const service = await startService(config(), log);
    expect(openResources().sort()).to.deep.equal(['MessagePort', 'TCPServerWrap']);
    await service.close();
    expect(openResources()).to.deep.equal([]);
  });

  it('closes the stores when the port is in use', async () => {
    const { server, port } = await listenOnFreePort();
    const error = await failure(startService(config({ PORT: String(port) }), log));
    await stop(server);
    expect(error).to.have.property('code', 'EADDRINUSE');
    // Node closes the handle of a server that could not listen a moment later.
    await until(() => openResources().length === 0);
  });

  it('closes the stores when the master key is wrong', async () => {
    await (await startService(config(), log)).close();
    const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
    const error = await failure(startService(config({ MASTER_KEY }), log));
    expect(error).to.have.property('name', 'ConfigError');
    expect(openResources()).to.deep.equal([]);
  });

  it('stops listening and closes the stores when the bootstrap fails', async () => {
    await (await startService(config(), log)).close();
    writeFileSync(join(folder.path, CREDENTIALS_FILE_NAME), '{');
    const error = await failure(startService(config(), log));
    expect(String(error)).to.contain('is not valid JSON');
    expect(openResources()).to.deep.equal([]);
  });

  it('lets another time zone count from a later month, and records it once', async () => {
    const CONFIG_FILE = join(folder.path, 'config.yaml');
    const zonesAfter = async (production: string, now: string): Promise<readonly string[]> => {
      writeFileSync(CONFIG_FILE, `time_zone: { production: ${production} }`);
      const service = await startService(config({ CONFIG_FILE }), log, { clock: () => Date.parse(now) });
      await service.close();
      return withFile(folder.path, async ({ eventStore }) => {
        const events = await eventStore.read('platform', 0, 100);
        return events
          .filter(({ type }) => type === 'time_zone.changed')
          .map((each) => Object.values(decodeData(each) as object).join(' '));
      });
    };
    expect(await zonesAfter('Europe/Berlin', '2026-05-10T10:00:00.000Z')).to.deep.equal([
      'production Europe/Berlin ',
    ]);
    expect(await zonesAfter('Europe/Berlin', '2026-05-11T10:00:00.000Z')).to.have.length(1);
    expect(await zonesAfter('Asia/Tokyo', '2026-05-12T10:00:00.000Z')).to.deep.equal([
      'production Europe/Berlin ',
      'production Asia/Tokyo 2026-06-01',
    ]);
    const error = await failure(zonesAfter('Mars/Base', '2026-05-12T10:00:00.000Z'));
    expect(String(error)).to.contain('time_zone.production must be a name of the IANA database');
  });

  it('closes the rest when one part fails to close', async () => {
    let isClosing = false;
    const clock = (): number => {
      if (isClosing) throw new Error('The clock is broken.');
      return Date.now();
    };
    const CHECKPOINT_DIR = join(folder.path, 'checkpoints');
    const service = await startService(config({ CHECKPOINT_DIR }), log, { clock });
    isClosing = true;
    const error = await failure(service.close());
    expect(error).to.be.instanceOf(AggregateError);
    expect(openResources()).to.deep.equal([]);
  });
});
