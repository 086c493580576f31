import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { readOrCreateMasterKey } from '../../src/vault/master-key.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';

const SOURCE = new URL('../../src/vault/master-key.ts', import.meta.url).href;
const WORKER = `
  const { parentPort, workerData } = require('node:worker_threads');
  import('tsx/esm/api').then(async ({ tsImport }) => {
    const { readOrCreateMasterKey } = await tsImport(workerData.source, workerData.source);
    const gates = new Int32Array(workerData.gates);
    const keys = workerData.folders.map((folder, i) => {
      Atomics.add(gates, i, 1);
      while (Atomics.load(gates, i) < 2);
      return Buffer.from(readOrCreateMasterKey(folder)).toString('base64');
    });
    parentPort.postMessage(keys);
  });
`;

const answerOf = (worker: Worker): Promise<unknown> =>
  new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));

describe('The master key file', () => {
  let folder: Folder;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  it('is created once, is complete, and is readable only by its owner', () => {
    const dataDir = join(folder.path, 'data');
    const key = readOrCreateMasterKey(dataDir);
    expect(key.length).to.equal(32);
    expect(readOrCreateMasterKey(dataDir)).to.deep.equal(key);
    expect(readdirSync(dataDir)).to.deep.equal(['master.key']);
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).to.equal(0o600);
  });

  it('is never replaced when it is invalid', () => {
    const file = join(folder.path, 'master.key');
    writeFileSync(file, 'AAAA');
    expect(() => readOrCreateMasterKey(folder.path)).to.throw('32 bytes');
    expect(readFileSync(file, 'utf8')).to.equal('AAAA');
  });

  it('is the same for services that start at the same time', async () => {
    const folders = Array.from({ length: 100 }, (_, i) => join(folder.path, String(i)));
    for (const each of folders) mkdirSync(each);
    // The workers wait for each other before each folder.
    const workerData = { source: SOURCE, gates: new SharedArrayBuffer(4 * folders.length), folders };
    const workers = [0, 1].map(() => new Worker(WORKER, { eval: true, workerData }));
    try {
      const [left, right] = await Promise.all(workers.map(answerOf));
      expect(left).to.have.length(folders.length);
      expect(left).to.deep.equal(right);
      for (const each of folders) expect(readdirSync(each)).to.deep.equal(['master.key']);
    } finally {
      await Promise.all(workers.map((worker) => worker.terminate()));
    }
  });
});
