/** Metrics of an integrator who begins when nothing fails any more: they count exactly what it did, at every node. */
import { createIntegratorCalls } from '../clients/integrator-calls.ts';
import { expectRefusal, expectStatus } from '../clients/expectations.ts';
import { openFundedWallet } from '../clients/funded-wallet.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { itemsOf } from '../commands/command.ts';
import type { Random } from '../commands/random.ts';
import { isObject, textOf } from '../model/prediction.ts';
import type { Json } from '../model/prediction.ts';
import type { OperatorCalls } from '../operators/operator-calls.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { STARTS_AT } from '../scheduler/simulated-runtime.ts';
import { Difference } from './difference.ts';
import { expectOfEveryNode } from './every-node.ts';

export type MetricsOptions = {
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly calls: OperatorCalls;
};

/** How soon every node knows a new key. */
const KEY_KNOWN_WITHIN_MS = 5_000;
/** A node shows its own minute at once, and those of the others when they have ended. */
const SHOWN_WITHIN_MS = 75_000;
const HOUR_MS = 3_600_000;
const NAMES = { first_name: 'Ada', last_name: 'Moreau' };
const ERROR = 'insufficient_balance';

/** Two deposits, a transfer, and one that is refused, in twelve requests. */
const EXPECTED = {
  transfers: { created: 3, completed: 3, failed: 0, canceled: 0, success_rate: 1, reasons: [] },
  volume: [
    { unit: 'svc-points', amount: '0.01' },
    { unit: 'usd', amount: '8000.00' },
  ],
  payouts: { count: 0, median_seconds: null, p95_seconds: null },
  webhooks: { attempts: 0, accepted: 0, success_rate: null, errors: [] },
  requests: { count: 12, failed: 1, errors: [{ code: ERROR, count: 1 }] },
};

/** Returns the check, which is best called a minute later. */
export async function beginMetrics(options: MetricsOptions): Promise<() => Promise<void>> {
  const { cluster, scheduler, random, calls } = options;
  const made = await calls.write('integrators', 201, { name: 'Newcomer' });
  const integrator_id = textOf(made, 'id');
  if (JSON.stringify(await calls.read(`integrators/${integrator_id}`)) !== JSON.stringify(made))
    throw new Difference(`the integrator ${integrator_id} is not shown as it was created`);
  const body = { environment: 'sandbox', permissions: 'read_write', name: 'measured' };
  const key = await calls.write(`integrators/${integrator_id}/keys`, 201, body);
  await scheduler.pause(KEY_KNOWN_WITHIN_MS);
  const api = createIntegratorCalls({
    ...{ name: 'newcomer', cluster, scheduler, random, apiKey: textOf(key, 'secret') },
  });
  const [one, two] = [await openFundedWallet(api, 'one', NAMES), await openFundedWallet(api, 'two', NAMES)];
  const source = { type: 'wallet', wallet_id: one.wallet_id };
  const destination = { type: 'wallet', wallet_id: two.wallet_id };
  const move = (amount: string) => api.call('createTransfer', {}, { source, destination, amount });
  expectStatus(await move('0.01'), 'a transfer', 201);
  expectRefusal(await move('500000'), 'a transfer of too much', 422, ERROR);

  /** Alone, or as one of all, unless they are too many for one answer. */
  async function read(by = random.pick(['none', 'integrator'] as const)): Promise<Json> {
    const isoTime = (at: number): string => new Date(at).toISOString();
    const found = await calls.read('metrics', {
      ...{ environment: 'sandbox', step: '5m', by, from: isoTime(STARTS_AT - HOUR_MS) },
      to: isoTime(STARTS_AT + scheduler.now() + HOUR_MS),
      ...(by === 'none' && { integrator_id }),
    });
    const series = itemsOf(found).find((each) => textOf(each, 'integrator_id') === integrator_id);
    return series ?? (isObject(found) && found['has_more'] === true ? read('none') : null);
  }

  function isExpected(series: Json): boolean {
    const totals = isObject(series) ? series['totals'] : undefined;
    if (!isObject(totals) || !Array.isArray(totals['volume'])) return false;
    const volume = (totals['volume'] as readonly Json[]).toSorted((a, b) =>
      textOf(a, 'unit') < textOf(b, 'unit') ? -1 : 1,
    );
    return JSON.stringify({ ...totals, volume }) === JSON.stringify(EXPECTED);
  }

  const everyNode = { scheduler, nodeCount: cluster.nodes.length, withinMs: SHOWN_WITHIN_MS };
  return () =>
    expectOfEveryNode(everyNode, async () => {
      const series = await read();
      return isExpected(series) ? undefined : `the metrics of ${integrator_id} are ${JSON.stringify(series)}`;
    });
}
