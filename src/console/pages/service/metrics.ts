/** Metrics of the last 30 days: charts of everything, or a comparison of integrators or rails. */

import { groupDigits } from '../../../formats/text.ts';
import type { MetricCode, MetricHistory, MetricPoint, MetricSeries } from '../../../generated/api.ts';
import type { EnvironmentName } from '../../../ledger/ids.ts';
import { html, type Html } from '../../../web/html.ts';
import { hrefWith, read, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { integratorName } from '../../book-location.ts';
import { chartHtml, compact, type ChartData } from '../../ui/charts.ts';
import { filterLinks, show, table, type Column } from '../../ui/tables.ts';
import { emptyState, panel } from '../../ui/panels.ts';
import { toLabel, unitName } from '../../ui/text.ts';
import { loadNodeCharts, nodeCharts } from './node-charts.ts';

// Charts of the metrics of the last 30 days.

type Point = MetricPoint | undefined;
export type Chart = Omit<ChartData, 'times' | 'lines' | 'title'> & {
  readonly title: string;
  /** The value of the whole time. */
  readonly figure: (totals: MetricSeries['totals'] | undefined) => readonly [string, string];
  readonly lines: readonly { readonly name: string; readonly of: (point: Point) => number | null }[];
  readonly codes?: (totals: MetricSeries['totals'] | undefined) => readonly MetricCode[];
};

export const percentText = (share: number | null | undefined): string =>
  typeof share === 'number' ? `${Math.round(share * 1_000) / 10}%` : '—';
export const countText = (value: number | undefined): string => groupDigits(String(value ?? 0));

export function durationText(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '—';
  if (seconds < 60) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}

const volumeText = (volume: MetricPoint['volume']): string =>
  volume.length === 0
    ? '—'
    : volume.map(({ unit, amount }) => `${groupDigits(amount)} ${unitName(unit)}`).join(', ');

export const TRANSFERS: Chart = {
  title: 'Transfers',
  kind: 'bars',
  format: compact,
  figure: (totals) => [countText(totals?.transfers.completed), 'completed'],
  lines: [
    { name: 'Completed', of: (point) => point?.transfers.completed ?? 0 },
    { name: 'Failed', of: (point) => point?.transfers.failed ?? 0 },
  ],
};

export const SUCCESS: Chart = {
  title: 'Success rate of transfers',
  kind: 'lines',
  format: percentText,
  top: 1,
  figure: (totals) => [percentText(totals?.transfers.success_rate), 'of those that ended'],
  lines: [{ name: 'Success rate', of: (point) => point?.transfers.success_rate ?? null }],
  codes: (totals) => totals?.transfers.reasons ?? [],
};

export const PAYOUTS: Chart = {
  title: 'Time to payout',
  kind: 'lines',
  format: durationText,
  figure: (totals) => [durationText(totals?.payouts.median_seconds), 'at most, for half of the payouts'],
  lines: [
    { name: 'Median', of: (point) => point?.payouts.median_seconds ?? null },
    { name: '95th percentile', of: (point) => point?.payouts.p95_seconds ?? null },
  ],
};

export const WEBHOOKS: Chart = {
  title: 'Webhooks accepted',
  kind: 'lines',
  format: percentText,
  top: 1,
  figure: (totals) => [percentText(totals?.webhooks.success_rate), 'of all attempts'],
  lines: [{ name: 'Accepted', of: (point) => point?.webhooks.success_rate ?? null }],
  codes: (totals) => totals?.webhooks.errors ?? [],
};

const ERRORS: Chart = {
  title: 'API errors',
  kind: 'bars',
  format: compact,
  figure: (totals) => [
    countText(totals?.requests.failed),
    `of ${countText(totals?.requests.count)} requests`,
  ],
  lines: [{ name: 'Errors', of: (point) => point?.requests.failed ?? 0 }],
  codes: (totals) => totals?.requests.errors ?? [],
};

/** A chart for each unit that moved. */
const volumeCharts = (totals: MetricSeries['totals'] | undefined): readonly Chart[] =>
  (totals?.volume ?? []).map(({ unit, amount }) => ({
    title: `Volume, ${unitName(unit)}`,
    kind: 'bars',
    format: compact,
    figure: () => [groupDigits(amount), unitName(unit)],
    lines: [
      {
        name: unitName(unit),
        // A floating-point number is precise enough for the height of a bar.
        of: (point) => Number(point?.volume.find((each) => each.unit === unit)?.amount ?? 0),
      },
    ],
  }));

/** Where the chart is on its page. */
export const chartAnchor = ({ title }: Pick<Chart, 'title'>): string =>
  title.toLowerCase().replace(/[^a-z]+/g, '-');

/** The charts of a series, with a value for each step of the time. */
function metricChartsHtml(
  context: PageContext,
  history: MetricHistory,
  series: MetricSeries | undefined,
  charts: readonly Chart[],
): Html {
  const step = history.step_seconds * 1_000;
  const from = Date.parse(history.from);
  const count = Math.round((Date.parse(history.to) - from) / step);
  const times = Array.from({ length: count }, (_, at) => from + at * step);
  const points = new Map((series?.points ?? []).map((point) => [Date.parse(point.time), point]));
  return html`<div class="charts">
    ${charts.map(({ title, lines, figure, codes, ...more }) => {
      const [value, unit] = figure(series?.totals);
      const drawn = lines.map(({ name, of }) => ({
        name,
        values: times.map((time) => of(points.get(time))),
      }));
      return panel(
        title,
        html`<p class="chart-figure"><span>${value}</span> <small>${unit}</small></p>
          ${codes && codesHtml(codes(series?.totals))}
          ${chartHtml(context, { ...more, title, times, lines: drawn })}`,
        { id: chartAnchor({ title }) },
      );
    })}
  </div>`;
}

const codesHtml = (codes: readonly MetricCode[]): Html | undefined =>
  codes.length === 0
    ? undefined
    : html`<ul class="codes" aria-label="Most frequent causes">
        ${codes.map(({ code, count }) => html`<li>${code === 'status' ? 'Error status' : toLabel(code)} <strong>${countText(count)}</strong></li>`)}
      </ul>`;

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
  const chosen = ['integrator_id', 'rail'].map((name) => [name, query.get(name) ?? ''] as const);
  // No integrator or rail limits it.
  const hasMoney = by === undefined && chosen.every(([, value]) => value === '');
  const history = await read(context, 'listMetrics', {
    query: {
      environment,
      step: range.step,
      from: new Date(now - range.ms).toISOString(),
      ...(by === undefined ? {} : { by }),
      ...Object.fromEntries(chosen.filter(([, value]) => value !== '')),
    },
  });
  return {
    kind: 'page',
    title: 'Metrics',
    section: 'metrics',
    environment,
    lead: html`${filterLinks(
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
    hasCharts: hasMoney,
    content:
      by === undefined
        ? html`${chartsHtml(context, history)} ${hasMoney && (await moneyHtml(context, environment))}`
        : comparisonHtml(context, history, by),
  };
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

function chartsHtml(context: PageContext, history: MetricHistory): Html {
  const [series] = history.data;
  return metricChartsHtml(context, history, series, [
    ...[TRANSFERS, SUCCESS],
    ...volumeCharts(series?.totals),
    ...[PAYOUTS, WEBHOOKS, ERRORS],
  ]);
}

/** The money of all books. */
const moneyHtml = async (context: PageContext, environment: EnvironmentName): Promise<Html> =>
  html`<h2 class="section">Points and fiat</h2>
    ${nodeCharts(context, await loadNodeCharts(context, environment), ['supply', 'flows'])}`;

function comparisonHtml(context: PageContext, { data }: MetricHistory, by: 'integrator' | 'rail'): Html {
  if (data.length === 0)
    return html`<section class="panel">
      ${emptyState('Nothing was counted', 'Transfers, webhooks, and requests of this time will appear here.')}
    </section>`;
  const name = (series: MetricSeries): Html => {
    const value = by === 'integrator' ? series.integrator_id : series.rail;
    if (value === null) return html`No rail <small>between wallets, webhooks, requests</small>`;
    const href = hrefWith(context, { by: '', [by === 'integrator' ? 'integrator_id' : 'rail']: value });
    const label = by === 'integrator' ? integratorName(context, value) : toLabel(value);
    return html`<a href="${href}">${label}</a>`;
  };
  const columns = [show.html(by === 'integrator' ? 'Integrator' : 'Rail', name, 'head'), ...FIGURES];
  return html`<section class="panel">${table(context, `Metrics by ${by}`, columns, data)}</section>`;
}

const FIGURES: readonly Column<MetricSeries>[] = [
  show.count('Completed', ({ totals }) => totals.transfers.completed),
  show.count('Failed', ({ totals }) => totals.transfers.failed),
  show.number('Success', ({ totals }) => html`${percentText(totals.transfers.success_rate)}`),
  show.number('Volume', ({ totals }) => html`${volumeText(totals.volume)}`),
  show.number('Payouts, median', ({ totals }) => html`${durationText(totals.payouts.median_seconds)}`),
  show.number('Webhooks accepted', ({ totals }) => html`${percentText(totals.webhooks.success_rate)}`),
  show.count('Requests', ({ totals }) => totals.requests.count),
  show.count('Errors', ({ totals }) => totals.requests.failed),
];

export const metricsPages: readonly ConsoleRoute[] = [{ path: '/console/metrics', get: metricsPage }];
