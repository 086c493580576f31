/** Metrics that each node counts by minute, and their merged series. */
import { expect } from 'chai';
import { COLLECTIONS } from '../../projections/collections.ts';
import type { MetricSeries } from '../../src/generated/api.ts';
import type { BookEvent } from '../../src/ledger/event.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { MinuteMetrics } from '../../src/minute-metrics/minute-metrics.ts';
import { METRICS_COLLECTIONS } from '../../src/minute-metrics/minute-record.ts';
import { RollUp, type RollUpQuery } from '../../src/minute-metrics/roll-up.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';

const BOOK = bookStreamOf('int_01kakz3v00000000000000000a', 'production');
const OTHER = bookStreamOf('int_01kakz3v00000000000000000b', 'production');
const SANDBOX = bookStreamOf('int_01kakz3v00000000000000000a', 'sandbox');
const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const MINUTE_MS = 60_000;

const created = (
  id: string,
  amount: string,
  kind: 'user_to_user' | 'offramp' = 'user_to_user',
): BookEvent => ({
  type: 'transfer.created',
  data: {
    ...{ transfer_id: id, kind, state: 'pending', amount },
    source: { type: 'wallet', asset: 'svc-points' },
    destination:
      kind === 'offramp'
        ? { type: 'payout_account', rail: 'bank_eft', currency: 'usd' }
        : { type: 'wallet', asset: 'svc-points' },
  },
});
const changed = (
  id: string,
  state: 'completed' | 'failed' | 'returned' | 'refunded',
  code?: string,
): BookEvent => ({
  type: 'transfer.state_changed',
  data: {
    ...{ transfer_id: id, state },
    ...(code === undefined ? {} : { state_reason: { code, message: 'A reason.' } }),
  },
});

describe('Metrics of minutes', () => {
  const store = () => createMemoryDocumentStore();
  type Store = ReturnType<typeof store>;
  const start = async (documents: Store, clock: () => number): Promise<MinuteMetrics> => {
    await documents.ensure([...METRICS_COLLECTIONS, { name: COLLECTIONS.transfers, kind: 'state' }]);
    return new MinuteMetrics({ documents, clock, transfers: COLLECTIONS.transfers });
  };
  const seriesOf = async (
    metrics: Pick<MinuteMetrics, 'read'>,
    more: Partial<RollUpQuery> = {},
  ): Promise<readonly MetricSeries[]> => {
    const range = { from: NOON, to: NOON + 60 * MINUTE_MS };
    const query = { ...range, stepMs: MINUTE_MS, by: 'none', environment: 'production', ...more } as const;
    const rollUp = new RollUp(query);
    for await (const record of metrics.read(range)) rollUp.add(record);
    return rollUp.series();
  };
  /** The document of an off-ramp that ended. */
  const writePayout = (documents: Store, id: string, state: string, seconds: number): Promise<void> => {
    const transfer = {
      ...{ id, kind: 'offramp', state, state_reason: { code: 'account_closed', message: 'Closed.' } },
      ...{ amount: '100.00', source: { asset: 'svc-points' } },
      destination: { rail: 'bank_eft', currency: 'usd' },
      receipt: {
        amount_paid_out: '1.00',
        initiated_at: new Date(NOON).toISOString(),
        completed_at: state === 'completed' ? new Date(NOON + seconds * 1_000).toISOString() : null,
      },
    };
    const document = { id, scope: BOOK, terms: [], body: JSON.stringify(transfer) };
    return documents.write([{ collection: COLLECTIONS.transfers, id, document, position: 1n }], new Map());
  };

  it('survive a restart, and are merged with those of other nodes', async () => {
    const documents = store();
    let now = NOON + 1_000;
    const first = await start(documents, () => now);
    const second = await start(documents, () => now);
    first.countEvents(BOOK, [created('trf_1', '10.50'), changed('trf_1', 'completed')]);
    second.countEvents(BOOK, [created('trf_2', '4.50'), changed('trf_2', 'completed')]);
    await Promise.all([first.stop(), second.stop()]);
    now += 10 * MINUTE_MS;
    const third = await start(documents, () => now);
    third.countEvents(BOOK, [created('trf_3', '1.00'), changed('trf_3', 'failed', 'insufficient_liquidity')]);
    const [series] = await seriesOf(third);
    expect(series?.points.map(({ time, transfers: { completed } }) => [time, completed])).to.deep.equal([
      ['2026-11-21T12:00:00.000Z', 2],
      ['2026-11-21T12:10:00.000Z', 0],
    ]);
    expect(series?.totals).to.deep.include({ volume: [{ unit: 'svc-points', amount: '15.00' }] });
    expect(series?.totals.transfers).to.deep.equal({
      ...{ created: 3, completed: 2, failed: 1, canceled: 0, success_rate: 0.6667 },
      reasons: [{ code: 'insufficient_liquidity', count: 1 }],
    });
    await third.stop();
  });

  it('look up the rail, the amount, and the duration of payouts', async () => {
    const documents = store();
    const metrics = await start(documents, () => NOON);
    for (const [id, state, seconds] of [
      ['trf_1', 'completed', 3],
      ['trf_2', 'completed', 200],
      ['trf_3', 'refunded', 0],
    ] as const) {
      metrics.countEvents(BOOK, [created(id, '100.00', 'offramp')]);
      await writePayout(documents, id, state, seconds);
      metrics.countEvents(
        BOOK,
        state === 'refunded' ? [changed(id, 'returned'), changed(id, state)] : [changed(id, state)],
      );
    }
    await metrics.stop();
    const [bank, ...others] = await seriesOf(metrics, { by: 'rail' });
    expect(others).to.deep.equal([]);
    expect(bank).to.deep.include({ rail: 'bank_eft', integrator_id: null });
    expect(bank?.totals.transfers).to.deep.equal({
      ...{ created: 3, completed: 2, failed: 1, canceled: 0, success_rate: 0.6667 },
      reasons: [{ code: 'account_closed', count: 1 }],
    });
    expect(bank?.totals.volume).to.deep.equal([{ unit: 'usd', amount: '2.00' }]);
    expect(bank?.totals.payouts).to.deep.equal({ count: 2, median_seconds: 5, p95_seconds: 300 });
    expect(await seriesOf(metrics, { rail: 'emailpay' })).to.deep.equal([]);
  });

  it('count a transfer without its rail if its document never says that it ended', async () => {
    const documents = store();
    const metrics = await start(documents, () => NOON);
    metrics.countEvents(BOOK, [changed('trf_9', 'completed')]);
    await metrics.stop();
    const [series] = await seriesOf(metrics);
    expect(series?.totals.transfers).to.include({ completed: 1, created: 0 });
    expect(series?.totals.volume).to.deep.equal([]);
  });

  it('separate integrators and environments, and count requests and webhooks', async () => {
    const documents = store();
    const metrics = await start(documents, () => NOON);
    for (const book of [BOOK, BOOK, BOOK, OTHER, SANDBOX]) metrics.countRequest(book, undefined);
    metrics.countRequest(BOOK, 'insufficient_funds');
    metrics.countAttempt(OTHER, undefined);
    metrics.countAttempt(OTHER, 'timeout');
    await metrics.stop();
    const found = await seriesOf(metrics, { by: 'integrator' });
    expect(found.map(({ integrator_id, totals: { requests } }) => [integrator_id, requests])).to.deep.equal([
      [
        'int_01kakz3v00000000000000000a',
        { count: 4, failed: 1, errors: [{ code: 'insufficient_funds', count: 1 }] },
      ],
      ['int_01kakz3v00000000000000000b', { count: 1, failed: 0, errors: [] }],
    ]);
    expect(found[1]?.totals.webhooks).to.deep.equal({
      ...{ attempts: 2, accepted: 1, success_rate: 0.5 },
      errors: [{ code: 'timeout', count: 1 }],
    });
    const [sandbox] = await seriesOf(metrics, { environment: 'sandbox' });
    expect(sandbox?.totals.requests.count).to.equal(1);
  });

  it('are kept while the documents store is unavailable, and written once', async () => {
    const documents = store();
    const failing = { isDown: true };
    const metrics = new MinuteMetrics({
      documents: {
        ...documents,
        write: (...args) => (failing.isDown ? Promise.reject(new Error('down')) : documents.write(...args)),
      },
      clock: () => NOON,
      transfers: COLLECTIONS.transfers,
    });
    await documents.ensure(METRICS_COLLECTIONS);
    metrics.countRequest(BOOK, undefined);
    await metrics.stop();
    expect((await seriesOf(metrics))[0]?.totals.requests.count).to.equal(1);
    failing.isDown = false;
    await metrics.stop();
    await metrics.stop();
    expect((await seriesOf(metrics))[0]?.totals.requests.count).to.equal(1);
    const other = await start(documents, () => NOON);
    expect((await seriesOf(other))[0]?.totals.requests.count).to.equal(1);
    await other.stop();
  });

  it('have no more codes and books than fit', async () => {
    const metrics = await start(store(), () => NOON);
    for (let i = 0; i < 200; i++) metrics.countAttempt(BOOK, `code_${i}`);
    await metrics.stop();
    const records = [];
    for await (const record of metrics.read({ from: NOON, to: NOON + MINUTE_MS })) records.push(record);
    const errors = records[0]?.webhooks[0]?.errors ?? {};
    expect(Object.keys(errors)).to.have.length(51);
    expect(errors['other']).to.equal(150);
  });
});
