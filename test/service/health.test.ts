import { expect } from 'chai';
import pino from 'pino';
import { PROJECTIONS } from '../../projections/all.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { createReadModelRouter } from '../../src/read-models/generations/read-model-router.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { HealthMonitor } from '../../src/service/health.ts';
import { MetricRegistry } from '../../src/telemetry/metrics.ts';
import { createTreasuries } from '../../src/treasury/treasuries.ts';
import { treasuryStream } from '../../src/treasury/treasury.ts';
import { AUTHENTICATION } from '../support/event-macs.ts';
import { FIRST_BOOKS } from '../support/first-books.ts';
import { TREASURY_LIMITS } from '../support/policy.ts';
import { keepersOn, until } from '../support/writer.ts';

const newMonitor = () => new HealthMonitor(pino({ level: 'silent' }), { pausedEndpoints: () => 0 });

describe('The health monitor', () => {
  it('clears the fault of one component without clearing those of others', () => {
    const monitor = newMonitor();
    const keys = () => monitor.health().parts['keys'];
    expect(keys()).to.deep.equal({ ok: false, detail: 'not loaded yet' });
    monitor.reportMet('bootstrap');
    expect(keys()).to.deep.equal({ ok: true });
    monitor.reportUnmet('platform', 'unknown event');
    monitor.reportUnmet('treasury.sandbox', 'unknown trade');
    expect(keys()).to.deep.equal({ ok: false, detail: 'unknown event; unknown trade' });
    monitor.reportMet('platform');
    expect(keys()).to.deep.equal({ ok: false, detail: 'unknown trade' });
    monitor.reportMet('treasury.sandbox');
    expect(keys()).to.deep.equal({ ok: true });
  });

  it('reports unreadable books until they are read, and stays ready', async () => {
    const monitor = newMonitor();
    const books = () => monitor.health().parts['books'];
    const registry = new MetricRegistry();
    monitor.registerMetrics(registry);
    const count = () => registry.value('books_unreadable');
    expect(books()).to.deep.equal({ ok: true });
    for (let i = 0; i < 4; i++) monitor.reportUnreadableBook(`book-${i}`, 'no MAC');
    expect(await count()).to.equal(4);
    expect(books()).to.deep.equal({
      ok: true,
      detail: '4 books cannot be read and are refused. book-0: no MAC; book-1: no MAC; book-2: no MAC',
    });
    for (let i = 0; i < 4; i++) monitor.reportReadBook(`book-${i}`);
    expect(await count()).to.equal(0);
    expect(books()).to.deep.equal({ ok: true });
  });

  it('reports streams that may lose events until they keep all of them, and stays ready', async () => {
    const monitor = newMonitor();
    const streams = () => monitor.health().parts['streams'];
    const registry = new MetricRegistry();
    monitor.registerMetrics(registry);
    const count = () => registry.value('streams_not_kept');
    expect(streams()).to.deep.equal({ ok: true });
    monitor.reportNotKept('book-1', '$maxCount is 5');
    monitor.reportNotKept('book-1', '$maxCount is 6');
    expect(await count()).to.equal(1);
    expect(streams()).to.deep.equal({
      ok: true,
      detail:
        '1 stream may lose events and takes no writes. book-1: $maxCount is 6. ' +
        'Do not scavenge. See "Streams that may lose events" in docs/operations.md.',
    });
    for (let i = 2; i < 6; i++) monitor.reportNotKept(`book-${i}`, '$tb is 1');
    expect(await count()).to.equal(5);
    expect(streams()?.detail).to.include(
      'no writes. book-3: $tb is 1; book-4: $tb is 1; book-5: $tb is 1. Do',
    );
    for (let i = 1; i < 6; i++) monitor.reportNotKept(`book-${i}`, undefined);
    expect(await count()).to.equal(0);
    expect(streams()).to.deep.equal({ ok: true });
  });

  it('follows each treasury separately', async () => {
    const monitor = newMonitor();
    monitor.reportMet('bootstrap');
    const memory = createMemoryEventStore();
    const unreadable = new Set<string>();
    const eventStore: typeof memory = {
      ...memory,
      read: (stream, ...range) =>
        unreadable.has(stream)
          ? Promise.reject(new Error(`cannot decode ${stream}`))
          : memory.read(stream, ...range),
    };
    const treasuries = createTreasuries({
      eventStore,
      books: FIRST_BOOKS,
      limits: TREASURY_LIMITS,
      authentication: AUTHENTICATION,
      writers: keepersOn({ eventStore }),
      maxAgeHours: { sandbox: null, production: null },
      clock: Date.now,
      log: { info: () => undefined, warn: () => undefined },
      onUnreadable: (environment, reason) => monitor.reportUnmet(`treasury.${environment}`, reason),
      onReadable: (environment) => monitor.reportMet(`treasury.${environment}`),
    });
    await treasuries.load();
    const [sandbox, production] = [treasuryStream('sandbox'), treasuryStream('production')];
    const stopping = new AbortController();
    const following = treasuries.follow(stopping.signal, false);
    const detail = () => monitor.health().parts['keys']?.detail ?? '';
    unreadable.add(sandbox);
    unreadable.add(production);
    await until(() => detail().includes(sandbox) && detail().includes(production));
    unreadable.delete(sandbox);
    await until(() => !detail().includes(sandbox));
    expect(detail()).to.equal(`cannot decode ${production}`);
    unreadable.delete(production);
    await until(() => monitor.health().parts['keys']?.ok === true);
    stopping.abort();
    await following;
  });

  it('counts the documents store as away after a call without an answer, until it answers', async () => {
    const monitor = newMonitor();
    const documents = createReadModelRouter(createMemoryDocumentStore(), PROJECTIONS);
    const stopping = new AbortController();
    const polling = monitor.pollStores({ eventStore: createMemoryEventStore(), documents }, stopping.signal);
    await until(() => monitor.hasDocuments());
    monitor.reportSilentDocuments();
    expect(monitor.hasDocuments()).to.equal(false);
    await until(() => monitor.hasDocuments());
    stopping.abort();
    await polling;
  });

  it('reports a failed storage thread until the service restarts', () => {
    const monitor = newMonitor();
    monitor.reportMet('bootstrap');
    monitor.reportStorageFailure(new Error('The thread has ended.'));
    expect(monitor.health().parts['storage']).to.deep.equal({ ok: false, detail: 'The thread has ended.' });
  });
});
