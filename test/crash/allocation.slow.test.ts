import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { COIN_STOCK, POINTS_HEADROOM } from '../../src/ledger/posting.ts';
import { EVENT_MASTER_KEY } from '../support/event-macs.ts';
import { spawnService, type ServiceProcess } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { auditFile } from './assert-stream.ts';

const PROCESS = new URL('../support/allocation-process.ts', import.meta.url).pathname;

// The process writes the same streams as the service.
const SETTINGS = { LOG_LEVEL: 'warn', MASTER_KEY: EVENT_MASTER_KEY };

/** The allocation that the first start records for the demo integrator. */
const FIRST = { stock: 5_000_00000000n, headroom: 25_000_000_00n };
const ONE = { stock: 1_00000000n, headroom: 10_00n };

describe('An allocation whose process is killed', function () {
  this.timeout(120_000);
  let folder: Folder;
  let integratorId: string;
  let given = 0n;
  let running: ServiceProcess | undefined;
  before(async () => {
    folder = await temporaryFolder();
    const service = await spawnService(folder.path, SETTINGS);
    integratorId = service.credentials.integrator_id;
    await service.stop();
  });
  after(async () => {
    await running?.kill();
    await folder.remove();
  });

  async function allocateUntil(end: string): Promise<NodeJS.Signals | number | null> {
    const args = ['--import', 'tsx', PROCESS, join(folder.path, DATABASE_FILE_NAME), integratorId, end];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    await once(child, 'exit');
    return child.signalCode ?? child.exitCode;
  }

  async function expectGiven(): Promise<void> {
    const { book } = await auditFile(folder.path, integratorId);
    expect(book.accounts.get(COIN_STOCK)?.amount).to.equal(FIRST.stock + given * ONE.stock);
    expect(book.accounts.get(POINTS_HEADROOM)?.amount).to.equal(FIRST.headroom + given * ONE.headroom);
  }

  async function restart(): Promise<void> {
    const service = await spawnService(folder.path, SETTINGS);
    await service.stop();
  }

  it('before it is recorded has no effect', async () => {
    expect(await allocateUntil('before')).to.equal('SIGKILL');
    await restart();
    await expectGiven();
  });

  it('between the treasury and the book is delivered once, by the next start', async () => {
    expect(await allocateUntil('between')).to.equal('SIGKILL');
    await expectGiven();
    for (let starts = 0; starts < 2; starts += 1) {
      given = 1n;
      await restart();
      await expectGiven();
    }
  });

  it('after both is not delivered again', async () => {
    expect(await allocateUntil('after')).to.equal('SIGKILL');
    given = 2n;
    await expectGiven();
    await restart();
    await expectGiven();
  });

  it('repeatedly is completed by the next process, in order', async () => {
    expect(await allocateUntil('between')).to.equal('SIGKILL');
    expect(await allocateUntil('between')).to.equal('SIGKILL');
    expect(await allocateUntil('never')).to.equal(0);
    given = 5n;
    await expectGiven();
    await restart();
    await expectGiven();
  });

  it('next to a running service is completed by that service', async () => {
    running = await spawnService(folder.path, SETTINGS);
    expect(await allocateUntil('between')).to.equal('SIGKILL');
    given = 6n;
    await waitFor('the book has it', async () => {
      try {
        await expectGiven();
        return true;
      } catch {
        return undefined;
      }
    });
    expect(await running.stop()).to.equal(0);
    await expectGiven();
  });
});
