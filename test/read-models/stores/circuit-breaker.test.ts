import { expect } from 'chai';
import { StoreUnavailable } from '../../../src/event-store/port.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { withCircuitBreaker } from '../../../src/read-models/stores/circuit-breaker.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { documentsContract } from '../../contracts/document-store.ts';
import { describeContract } from '../../support/contract.ts';

const PAUSE_MS = 500;
const PROBE_MS = 1_000;

/** A store that can fail reads or writes or hang, and that counts its calls. */
function setUp() {
  const inner = createMemoryDocumentStore();
  const away = { reads: false, writes: false };
  const hanging: (() => void)[] = [];
  let isHanging = false;
  let calls = 0;
  let ms = 0;
  async function pass(kind: keyof typeof away): Promise<void> {
    calls += 1;
    if (isHanging) await new Promise<void>((resolve) => hanging.push(resolve));
    if (away[kind]) throw new StoreUnavailable(`no ${kind}`);
  }
  const store: DocumentStore = {
    ...inner,
    async getRecord(...args) {
      await pass('reads');
      return inner.getRecord(...args);
    },
    async get(...args) {
      await pass('reads');
      return inner.get(...args);
    },
    async putRecord(...args) {
      await pass('writes');
      return inner.putRecord(...args);
    },
  };
  const documents = withCircuitBreaker(store, { pauseMs: PAUSE_MS, probeMs: PROBE_MS, now: () => ms });
  return {
    documents,
    away,
    calls: () => calls,
    wait: (byMs: number) => void (ms += byMs),
    hang: () => void (isHanging = true),
    letGo: () => {
      isHanging = false;
      for (const resolve of hanging.splice(0)) resolve();
    },
    read: () => outcomeOf(documents.getRecord('vault', 'k')),
    write: () => outcomeOf(documents.putRecord('vault', 'k', 'v')),
  };
}

async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'served';
  } catch (error) {
    if (error instanceof StoreUnavailable) return error.message;
    throw error;
  }
}

describeContract('Documents that fail fast', documentsContract, () => {
  const documents = withCircuitBreaker(createMemoryDocumentStore());
  return Promise.resolve({ documents, close: () => documents.close() });
});

describe('The circuit breaker of a document store', () => {
  it('fails further calls without reaching the store', async () => {
    const { away, read, calls } = setUp();
    away.reads = true;
    for (let i = 0; i < 5; i++) expect(await read()).to.equal('no reads');
    expect(calls()).to.equal(1);
  });

  it('sends one probe after the pause, and closes once it succeeds', async () => {
    const { away, read, calls, wait, hang, letGo } = setUp();
    away.reads = true;
    await read();
    away.reads = false;
    wait(PAUSE_MS - 1);
    expect(await read()).to.equal('no reads');
    wait(1);
    hang();
    const probe = read();
    expect(await read()).to.equal('no reads');
    expect(calls()).to.equal(2);
    letGo();
    expect(await probe).to.equal('served');
    expect(await read()).to.equal('served');
    expect(calls()).to.equal(3);
  });

  it('pauses again if the probe fails', async () => {
    const { away, read, calls, wait } = setUp();
    away.reads = true;
    for (let pauses = 1; pauses <= 3; pauses++) {
      await read();
      await read();
      expect(calls()).to.equal(pauses);
      wait(PAUSE_MS);
    }
  });

  it('sends another probe if one hangs', async () => {
    const { away, read, calls, wait, hang, letGo } = setUp();
    away.reads = true;
    await read();
    wait(PAUSE_MS);
    hang();
    const probes = [read()];
    wait(PROBE_MS);
    probes.push(read());
    expect(calls()).to.equal(3);
    away.reads = false;
    letGo();
    expect(await Promise.all(probes)).to.deep.equal(['served', 'served']);
  });

  it('lets reads through while writes fail', async () => {
    const { away, read, write } = setUp();
    away.writes = true;
    expect(await write()).to.equal('no writes');
    expect(await read()).to.equal('served');
    away.writes = false;
    expect(await write()).to.equal('no writes');
  });

  it('ignores the failure of a call that started before the recovery', async () => {
    const { documents, away, read, hang, letGo } = setUp();
    hang();
    const old = read();
    await documents.ping();
    away.reads = true;
    letGo();
    expect(await old).to.equal('no reads');
    away.reads = false;
    expect(await read()).to.equal('served');
  });

  it('treats any other error as a sign of an available store', async () => {
    const { documents, away, read, wait } = setUp();
    away.reads = true;
    await read();
    away.reads = false;
    wait(PAUSE_MS);
    const fault = await documents.get('nowhere', 'id').catch(String);
    expect(fault).to.include('no collection');
    expect(await read()).to.equal('served');
  });
});
