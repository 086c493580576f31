/** Metrics of the last 30 days: charts of everything, or a comparison of integrators or rails. */
import { groupDigits } from '../../../formats/group-digits.ts';
import type { MetricHistory, MetricSeries } from '../../../generated/api.ts';
import { isProblem } from '../../../api/server/errors.ts';
import type { EnvironmentName } from '../../../ledger/environment.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { getFromApi } from '../../page-context.ts';
import type { ConsoleRoute, PageContext, PageResult } from '../../page-context.ts';
import { emptyState } from '../../ui/panels.ts';
import { filterLinks, table } from '../../ui/tables.ts';
import { environmentTabs } from '../../ui/tabs.ts';
import { toLabel } from '../../ui/text.ts';
import {
  ERRORS,
  PAYOUTS,
  SUCCESS,
  TRANSFERS,
  WEBHOOKS,
  durationText,
  metricChartsHtml,
  percentText,
  volumeCharts,
  volumeText,
} from './metric-charts.ts';

const HOUR_MS = 60 * 60 * 1_000;
const RANGES = {
  '24h': { label: '24 hours', ms: 24 * HOUR_MS, step: '15m' },
  '7d': { label: '7 days', ms: 7 * 24 * HOUR_MS, step: '6h' },
  '30d': { label: '30 days', ms: 30 * 24 * HOUR_MS, step: '6h' },
} as const;
const GROUPS = ['integrator', 'rail'] as const;

async function metricsPage(context: PageContext): Promise<PageResult> {
  const { query, now } = context;
  const range = Object.entries(RANGES).find(([name]) => name === query.get('range'))?.[1] ?? RANGES['24h'];
  const by = GROUPS.find((each) => each === query.get('by'));
  const environment = query.get('environment') === 'sandbox' ? 'sandbox' : 'production';
  const search = new URLSearchParams({
    ...{ environment, step: range.step, from: new Date(now - range.ms).toISOString() },
    ...(by === undefined ? {} : { by }),
  });
  for (const name of ['integrator_id', 'rail']) {
    const value = query.get(name);
    if (value !== null && value !== '') search.set(name, value);
  }
  const history = await getFromApi<MetricHistory>(context, '/operator/v1/metrics', search.toString());
  if (isProblem(history)) return history;
  return {
    kind: 'page',
    title: 'Metrics',
    section: 'metrics',
    lead: html`${environmentTabs(environment, (each) => hrefIn(context, each))}
    ${filterLinks(
      context,
      'range',
      'Time',
      Object.entries(RANGES).map(([name, { label }]) => [name === '24h' ? '' : name, label] as const),
    )}
    ${filterLinks(context, 'by', 'Compare', [
      ['', 'Everything'],
      ['integrator', 'By integrator'],
      ['rail', 'By rail'],
    ])}
    ${selectionHtml(context)}`,
    content: by === undefined ? chartsHtml(history) : comparisonHtml(context, history, by),
  };
}

/** The same page for another environment, which has other rails. */
function hrefIn({ path, query }: PageContext, environment: EnvironmentName): string {
  const next = new URLSearchParams(query);
  next.set('environment', environment);
  next.delete('rail');
  return `${path}?${next.toString()}`;
}

/** What the figures are limited to. */
function selectionHtml(context: PageContext): Html | undefined {
  const integrator = context.query.get('integrator_id');
  const rail = context.query.get('rail');
  const chosen = [integrator && integratorName(context, integrator), rail && toLabel(rail)].filter(
    (each) => each !== null && each !== '',
  );
  if (chosen.length === 0) return undefined;
  return html`<p>Only ${chosen.join(', ')}. <a href="/console/metrics">Show everything</a></p>`;
}

function chartsHtml(history: MetricHistory): Html {
  const [series] = history.data;
  return metricChartsHtml(history, series, [
    ...[TRANSFERS, SUCCESS],
    ...volumeCharts(series?.totals),
    ...[PAYOUTS, WEBHOOKS, ERRORS],
  ]);
}

function comparisonHtml(context: PageContext, { data }: MetricHistory, by: 'integrator' | 'rail'): Html {
  const name = (series: MetricSeries): Html => {
    const value = by === 'integrator' ? series.integrator_id : series.rail;
    if (value === null) return html`No rail <small>between wallets, webhooks, requests</small>`;
    const next = new URLSearchParams(context.query);
    next.delete('by');
    next.set(by === 'integrator' ? 'integrator_id' : 'rail', value);
    const label = by === 'integrator' ? integratorName(context, value) : toLabel(value);
    return html`<a href="/console/metrics?${next.toString()}">${label}</a>`;
  };
  const label = by === 'integrator' ? 'Integrator' : 'Rail';
  const shown =
    data.length === 0
      ? emptyState('Nothing was counted', 'Transfers, webhooks, and requests of this time will appear here.')
      : table<MetricSeries>(
          `Metrics by ${by}`,
          [
            { label, isRowHeader: true, cell: name },
            { label: 'Completed', isNumeric: true, cell: count(({ transfers }) => transfers.completed) },
            { label: 'Failed', isNumeric: true, cell: count(({ transfers }) => transfers.failed) },
            {
              label: 'Success',
              isNumeric: true,
              cell: ({ totals }) => html`${percentText(totals.transfers.success_rate)}`,
            },
            { label: 'Volume', isNumeric: true, cell: ({ totals }) => html`${volumeText(totals.volume)}` },
            {
              label: 'Payouts, median',
              isNumeric: true,
              cell: ({ totals }) => html`${durationText(totals.payouts.median_seconds)}`,
            },
            {
              label: 'Webhooks accepted',
              isNumeric: true,
              cell: ({ totals }) => html`${percentText(totals.webhooks.success_rate)}`,
            },
            { label: 'Requests', isNumeric: true, cell: count(({ requests }) => requests.count) },
            { label: 'Errors', isNumeric: true, cell: count(({ requests }) => requests.failed) },
          ],
          data,
        );
  return html`<section class="panel">${shown}</section>`;
}

const count =
  (of: (totals: MetricSeries['totals']) => number) =>
  ({ totals }: MetricSeries): Html =>
    html`${groupDigits(String(of(totals)))}`;

const integratorName = ({ services }: PageContext, id: string): string =>
  services.platform().integrators.get(id)?.name ?? id;

export const metricsPages: readonly ConsoleRoute[] = [{ path: '/console/metrics', get: metricsPage }];
