/** What the service does at its edges: hosted pages, logs, and stores that fail. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import pino from 'pino';
import { withStoreErrors } from '../../src/event-store/eventstoredb/calls.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { StoreUnavailable } from '../../src/event-store/port.ts';
import { readTerms } from '../../src/hosted/page-request.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { HealthMonitor } from '../../src/service/health.ts';
import { createProjectionLog } from '../../src/service/instrumented-stores.ts';
import { openDatabase, prepare, transaction } from '../../src/sqlite/database.ts';
import { errorMessage } from '../../src/system/errors.ts';
import { createLogger } from '../../src/telemetry/log.ts';
import { newLinks, userNow } from '../hosted/hosted-support.ts';
import { openPage, submitForm } from '../support/hosted-page.ts';
import { makeHolder, startMemoryApp, type MemoryApp } from '../support/memory-app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('Sample terms', () => {
  let app: MemoryApp;
  before(async () => {
    app = await startMemoryApp();
  });
  after(() => app.close());

  it('are not shown to users in production, who are told to contact the company', async () => {
    const { user_id, terms } = await newLinks(app, { production: true });
    const page = await fetch(terms);
    const text = await page.text();
    expect(page.status).to.equal(503);
    expect(text).to.contain('Contact the company').and.not.contain('<form').and.not.contain('sample');
    const sent = await fetch(terms, { method: 'POST', body: new URLSearchParams({ accept: 'yes' }) });
    expect(sent.status).to.equal(503);
    expect((await userNow(app, user_id, true)).terms_status).to.not.equal('approved');
  });

  it('can be accepted in the sandbox', async () => {
    const { user_id, terms } = await newLinks(app);
    await submitForm(await openPage(terms), { accept: 'yes' });
    expect((await userNow(app, user_id)).terms_status).to.equal('approved');
  });

  it('are replaced by configured terms, which users in production can accept', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'terms.txt');
    writeFileSync(file, 'The terms of Acme.\n');
    const configured = await startMemoryApp({ terms: readTerms(file) });
    try {
      const { user_id, terms } = await newLinks(configured, { production: true });
      await submitForm(await openPage(terms), { accept: 'yes' });
      expect((await userNow(configured, user_id, true)).terms_status).to.equal('approved');
    } finally {
      await configured.close();
      await folder.remove();
    }
  });

  it('are reported by the readiness check, which names the setting', () => {
    const options = { pausedEndpoints: () => 0, lacksTerms: true };
    const { parts } = new HealthMonitor(pino({ level: 'silent' }), options).health();
    expect(parts['terms']?.ok).to.equal(true);
    expect(parts['terms']?.detail).to.contain('hosted.terms_file');
  });
});

/** A logger, and the lines at level warn or above that it has written. */
function capturedLog() {
  const lines: string[] = [];
  return { lines, log: createLogger('warn', { write: (line: string) => void lines.push(line) }) };
}

describe('An outage', () => {
  it('logs no warning for each request that is rejected', async () => {
    const { lines, log } = capturedLog();
    const app = await startMemoryApp({
      log,
      findKey() {
        throw new StoreUnavailable('the keys are not loaded yet');
      },
    });
    try {
      for (let i = 0; i < 20; i++) expect((await app.call('GET', '/v1/users')).status).to.equal(503);
      expect(lines).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('is logged once when a store is away from the start, and once when it is away later', async () => {
    const { lines, log } = capturedLog();
    const monitor = new HealthMonitor(log, { pausedEndpoints: () => 0 });
    const stopping = new AbortController();
    let polls = 0;
    const ping = (): Promise<void> => {
      polls += 1;
      if (polls === 5) stopping.abort();
      return polls === 3 ? Promise.resolve() : Promise.reject(new StoreUnavailable('away'));
    };
    const eventStore = { ...createMemoryEventStore(), ping: () => Promise.resolve() };
    await monitor.pollStores({ eventStore, documents: { ping } as never }, stopping.signal);
    expect(lines).to.have.length(2);
    for (const line of lines) expect(line).to.contain('store disconnected').and.contain('away');
  });

  it('is logged once for all projections that wait, and each stall once', () => {
    const { lines, log } = capturedLog();
    let now = 0;
    const projections = createProjectionLog(log, () => now);
    const event = { stream: 'book-1', revision: 7, position: 9n };
    for (let i = 0; i < 10; i++) {
      projections.fault({ projections: [`users@${i}`], reason: 'away', retryInMs: 100 });
      projections.fault({ projections: ['wallets@1'], reason: 'invalid', retryInMs: 100, event });
    }
    expect(lines).to.have.length(2);
    // Progress between two faults is no recovery.
    projections.progress([]);
    now += 5_000;
    projections.fault({ projections: ['users@1'], reason: 'away', retryInMs: 100 });
    expect(lines).to.have.length(2);
    now += 20_000;
    projections.fault({ projections: ['users@1'], reason: 'away', retryInMs: 100 });
    expect(lines).to.have.length(3);
  });
});

describe('An unavailable EventStoreDB', () => {
  it('is described without an empty label', async () => {
    const message = '14 UNAVAILABLE: No connection established. Last error: ECONNREFUSED. Resolution note: ';
    const failed = await withStoreErrors(Promise.reject(new Error(message)), 1_000).catch(errorMessage);
    expect(failed).to.match(/ECONNREFUSED$/);
  });
});

describe('A full disk', () => {
  it('is named in the error of the store', async () => {
    const folder = await temporaryFolder();
    const database = openDatabase(join(folder.path, 'full.sqlite'));
    try {
      database.exec('CREATE TABLE t (text); PRAGMA max_page_count=4');
      const insert = prepare(database, 'INSERT INTO t VALUES (hex(zeroblob(100000)))');
      const fill = () => transaction(database, 'full', () => insert.run());
      expect(fill).to.throw(StoreUnavailable, 'the disk is full');
    } finally {
      database.close();
      await folder.remove();
    }
  });
});

describe('A documents store that fails', () => {
  const documents = createMemoryDocumentStore();
  let state: 'available' | 'away' | 'frozen' = 'available';
  let thaw: () => void = () => undefined;
  let app: MemoryApp;
  let body: object;
  before(async () => {
    const guarded =
      <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        if (state === 'away') throw new StoreUnavailable('away');
        if (state === 'frozen') await new Promise<void>((resolve) => (thaw = resolve));
        return call(...args);
      };
    app = await startMemoryApp({
      documents: {
        ...documents,
        getRecord: guarded((...args) => documents.getRecord(...args)),
        putRecord: guarded((...args) => documents.putRecord(...args)),
      },
    });
    const [from, to] = [await makeHolder(app, '5.00'), await makeHolder(app)];
    body = {
      source: { type: 'wallet', wallet_id: from.wallet_id },
      destination: { type: 'wallet', wallet_id: to.wallet_id },
    };
  });
  after(() => app.close());
  afterEach(() => {
    state = 'available';
    thaw();
  });

  const pay = (amount: string, idempotencyKey: string) =>
    app.call('POST', '/v1/transfers', { body: { ...body, amount }, idempotencyKey, as: 'createTransfer' });

  it('lets no refusal be answered that is not stored, so a refused key stays refused for 24 hours', async () => {
    state = 'away';
    const unstored = await pay('9.00', 'refused-away');
    expect([unstored.status, unstored.body.error.code]).to.deep.equal([503, 'service_unavailable']);
    expect(unstored.headers.get('retry-after')).to.equal('1');
    expect((await pay('0.01', 'accepted-away')).status).to.equal(201);
    state = 'available';
    const refused = await pay('9.00', 'refused-away');
    expect(refused.body.error.code).to.equal('insufficient_balance');
    const again = await pay('9.00', 'refused-away');
    expect([again.text, again.headers.get('idempotent-replayed')]).to.deep.equal([refused.text, 'true']);
  });

  it('delays one write by at most two seconds and others not at all while it is frozen', async () => {
    state = 'frozen';
    // Without a limit, this would not be answered.
    expect((await pay('0.01', 'frozen-first')).status).to.equal(201);
    const next = performance.now();
    for (let i = 0; i < 40; i++) expect((await pay('0.01', `frozen-${i}`)).status).to.equal(201);
    // If each waited, this would take 80 seconds.
    expect(performance.now() - next).to.be.below(40_000);
  });
});
