/** Charts of the metrics of the last 30 days. */
import { groupDigits } from '../../../formats/group-digits.ts';
import type { MetricCode, MetricHistory, MetricPoint, MetricSeries } from '../../../generated/api.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { chartHtml } from '../../ui/charts.ts';
import type { ChartData } from '../../ui/charts.ts';
import { panel } from '../../ui/panels.ts';
import { toLabel, unitName } from '../../ui/text.ts';

type Point = MetricPoint | undefined;
type Chart = Omit<ChartData, 'times' | 'lines' | 'title'> & {
  readonly title: string;
  /** The value of the whole time. */
  readonly figure: (totals: MetricSeries['totals'] | undefined) => readonly [string, string];
  readonly lines: readonly { readonly name: string; readonly of: (point: Point) => number | null }[];
  readonly codes?: (totals: MetricSeries['totals'] | undefined) => readonly MetricCode[];
};

export const percentText = (share: number | null | undefined): string =>
  typeof share === 'number' ? `${Math.round(share * 1_000) / 10}%` : '—';
const countText = (value: number | undefined): string => groupDigits(String(value ?? 0));

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const compact = (value: number): string => COMPACT.format(value);

export function durationText(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '—';
  if (seconds < 60) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}

export const volumeText = (volume: MetricPoint['volume']): string =>
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

export const ERRORS: Chart = {
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
export const volumeCharts = (totals: MetricSeries['totals'] | undefined): readonly Chart[] =>
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

/** The charts of a series, with a value for each step of the time. */
export function metricChartsHtml(
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
          ${codes && codesHtml(codes(series?.totals))} ${chartHtml({ ...more, title, times, lines: drawn })}`,
      );
    })}
  </div>`;
}

const codesHtml = (codes: readonly MetricCode[]): Html | undefined =>
  codes.length === 0
    ? undefined
    : html`<ul class="codes" aria-label="Most frequent causes">
        ${codes.map(({ code, count }) => html`<li>${toLabel(code)} <strong>${countText(count)}</strong></li>`)}
      </ul>`;
