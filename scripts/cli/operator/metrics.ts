/** `metrics`: what happened in the last 30 days. */
import { Option } from 'commander';
import type { Command } from 'commander';
import { isJsonObject, listData } from '../outcome.ts';
import type { JsonObject } from '../outcome.ts';
import { environmentOption } from './keys.ts';
import { apiAction, withExamples } from '../program.ts';

const EXAMPLES = [
  'metrics --environment production',
  'metrics --by rail --from 2026-11-01T00:00:00Z --step 1d',
  'metrics --integrator int_01… --step 1h --json',
];

const COLUMNS = [
  ...['time', 'created', 'completed', 'failed', 'success', 'volume'],
  ...['payout median s', 'webhooks', 'accepted', 'requests', 'errors'],
];

export function fillMetrics(metrics: Command): void {
  withExamples(metrics, EXAMPLES);
  metrics
    .addOption(environmentOption())
    .addOption(new Option('--by <group>', 'a series for each').choices(['integrator', 'rail']))
    .addOption(new Option('--step <step>', 'length of a step').choices(['1m', '5m', '15m', '1h', '6h', '1d']))
    .option('--from <time>', 'ISO 8601 time; by default a day before the end')
    .option('--to <time>', 'ISO 8601 time; by default now')
    .option('--integrator <id>', 'only of this integrator')
    .option('--rail <rail>', 'only transfers through this rail')
    .action(
      apiAction(async (api, _args, options) => {
        const { by, step, from, to, environment, integrator: integrator_id, rail } = options;
        const query = Object.entries({ by, step, from, to, environment, integrator_id, rail });
        const given = query.flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value] as [string, string]] : [],
        );
        const found = await api.get(`/metrics?${new URLSearchParams(given).toString()}`);
        const groups = by === 'integrator' ? ['integrator_id'] : by === 'rail' ? ['rail'] : [];
        const view = {
          rows: listData(found).flatMap(rowsOf),
          columns: [...groups, ...COLUMNS],
          emptyText: 'Nothing was counted in this time.',
        };
        return { json: found, view };
      }),
    );
}

/** A row for each point of a series. */
function rowsOf(series: JsonObject): JsonObject[] {
  const { integrator_id = null, rail = null, points } = series;
  const each = Array.isArray(points) ? points.filter(isJsonObject) : [];
  return each.map((point) => {
    const part = (name: string): JsonObject => (isJsonObject(point[name]) ? point[name] : {});
    const [transfers, payouts, webhooks, requests] = ['transfers', 'payouts', 'webhooks', 'requests'].map(
      part,
    );
    const volume = Array.isArray(point['volume']) ? point['volume'].filter(isJsonObject) : [];
    return {
      ...{ integrator_id, rail, time: point['time'] ?? null },
      created: transfers?.['created'] ?? null,
      completed: transfers?.['completed'] ?? null,
      failed: transfers?.['failed'] ?? null,
      success: percent(transfers?.['success_rate']),
      volume: volume.map(({ amount, unit }) => `${String(amount)} ${String(unit)}`).join(', ') || null,
      'payout median s': payouts?.['median_seconds'] ?? null,
      webhooks: webhooks?.['attempts'] ?? null,
      accepted: percent(webhooks?.['success_rate']),
      requests: requests?.['count'] ?? null,
      errors: requests?.['failed'] ?? null,
    };
  });
}

const percent = (share: unknown): string | null =>
  typeof share === 'number' ? `${(share * 100).toFixed(1)}%` : null;
