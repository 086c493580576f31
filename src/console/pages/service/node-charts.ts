/** Charts of the samples that this node keeps in memory, and of the money of each hour. Each chart has a table with the same data. */

import { groupDigits } from '../../../formats/text.ts';
import type { HourlyFlows, NodeSample } from '../../../generated/api.ts';
import { formatAmount, parseStoredAmount } from '../../../ledger/amount.ts';
import { ENVIRONMENTS, type EnvironmentName } from '../../../ledger/ids.ts';
import { html, type Html } from '../../../web/html.ts';
import { read, type ConsoleRoute, type PageContext } from '../../page-context.ts';
import { panel } from '../../ui/panels.ts';
import { table, type Column } from '../../ui/tables.ts';
import { amountText, unitName } from '../../ui/text.ts';

/** Data of the charts and their tables. */
export type NodeChartsData = {
  readonly environment: EnvironmentName;
  readonly samples: readonly NodeSample[];
  /** One entry per hour, oldest first. */
  readonly hours: readonly HourlyFlows[];
};

/** The data of an environment; by default production, or the sandbox while production has no points. Throws Refused. */
export async function loadNodeCharts(
  context: PageContext,
  wanted: EnvironmentName | undefined = environmentInUrl(context),
): Promise<NodeChartsData> {
  const { data: samples } = await read(context, 'listNodeSamples');
  const { in_circulation = '0' } = samples.at(-1)?.supply.production ?? {};
  const environment = wanted ?? (Number(in_circulation) === 0 ? 'sandbox' : 'production');
  const { data: hours } = await read(context, 'listHourlyFlows', { query: { environment } });
  return { environment, samples, hours };
}

const environmentInUrl = ({ query }: PageContext): EnvironmentName | undefined =>
  ENVIRONMENTS.find((each) => each === query.get('environment'));

type ChartName = 'transfers' | 'latency' | 'lag' | 'webhooks' | 'supply' | 'flows';

type Chart = {
  readonly name: ChartName;
  readonly title: string;
  readonly note: string;
  /** Current value and unit. */
  readonly current: (data: NodeChartsData) => readonly [string, string];
  readonly columns: readonly string[];
  /** Table rows, newest first. */
  readonly rows: (data: NodeChartsData) => readonly (readonly [time: string, ...cells: string[]])[];
};

export const lastSample = ({ samples }: NodeChartsData): NodeSample | undefined => samples.at(-1);
const formatNumber = (value: number | null | undefined, digits = 1): string =>
  value === null || value === undefined ? '—' : groupDigits(value.toFixed(digits));

/** Every 12th sample as a table row, newest first. */
function sampleRows({ samples }: NodeChartsData, cells: (sample: NodeSample) => string[]) {
  const every = 12;
  const rows: (readonly [string, ...string[]])[] = [];
  for (let i = samples.length - 1; i >= 0 && rows.length < 12; i -= every) {
    const sample = samples[i];
    if (sample !== undefined) rows.push([clockTime(sample.time * 1000), ...cells(sample)]);
  }
  return rows;
}

const clockTime = (ms: number): string => `${new Date(ms).toISOString().slice(11, 19)} UTC`;

const CHARTS: readonly Chart[] = [
  {
    name: 'transfers',
    title: 'Transfers',
    note: 'Transfers created per second on this node.',
    current: (data) => [formatNumber(lastSample(data)?.transfers), 'per second'],
    columns: ['Transfers/s', 'Requests/s', '5xx errors/s'],
    rows: (data) =>
      sampleRows(data, ({ transfers, requests, faults }) => [
        formatNumber(transfers),
        formatNumber(requests),
        formatNumber(faults),
      ]),
  },
  {
    name: 'latency',
    title: 'Latency',
    note: 'API response time on this node.',
    // Without recent requests, show the last measured value.
    current: ({ samples }) => [
      formatNumber(samples.filter(({ p99 }) => p99 !== null).at(-1)?.p99),
      'ms, p99',
    ],
    columns: ['p50, ms', 'p99, ms'],
    rows: (data) => sampleRows(data, ({ p50, p99 }) => [formatNumber(p50), formatNumber(p99)]),
  },
  {
    name: 'lag',
    title: 'Projection lag',
    note: 'Events that the slowest projection has not applied yet.',
    current: (data) => [formatNumber(lastSample(data)?.lag, 0), 'events'],
    columns: ['Events'],
    rows: (data) => sampleRows(data, ({ lag }) => [formatNumber(lag, 0)]),
  },
  {
    name: 'webhooks',
    title: 'Webhook queue',
    note: 'Pending webhook deliveries.',
    current: (data) => [formatNumber(lastSample(data)?.webhooks, 0), 'pending'],
    columns: ['Pending'],
    rows: (data) => sampleRows(data, ({ webhooks }) => [formatNumber(webhooks, 0)]),
  },
  {
    name: 'supply',
    title: 'Points in circulation vs. issued',
    note: 'Points owned by users and points issued. They must be equal.',
    current(data) {
      const supply = lastSample(data)?.supply[data.environment];
      return [supply === undefined ? '—' : groupDigits(supply.in_circulation), 'points in circulation'];
    },
    columns: ['In circulation (points)', 'Issued (points)', 'Difference (points)'],
    rows: (data) =>
      sampleRows(data, ({ supply }) => {
        const { in_circulation: outside, issued } = supply[data.environment];
        const difference = formatAmount(parseStoredAmount(outside) - parseStoredAmount(issued), 2);
        return [outside, issued, difference].map(groupDigits);
      }),
  },
  {
    name: 'flows',
    title: 'Money in and out',
    note: 'Fiat through the rails per hour.',
    current(data) {
      const [first] = data.hours.at(-1)?.flows ?? [];
      return first === undefined
        ? ['—', 'this hour']
        : [`+${groupDigits(first.in)}`, `${unitName(first.unit)} this hour`];
    },
    columns: ['In', 'Out'],
    rows: ({ hours }) =>
      [...hours].reverse().map(({ hour, flows }) => {
        const side = (name: 'in' | 'out'): string =>
          flows.map((each) => amountText(each[name], each.unit)).join(', ');
        return [`${hour.slice(11, 16)} UTC`, side('in') || '—', side('out') || '—'];
      }),
  },
];

function chartPanel(
  context: PageContext,
  data: NodeChartsData,
  { name, title, note, current, columns, rows }: Chart,
): Html {
  const [value, unit] = current(data);
  const shown = rows(data);
  return panel(
    title,
    html`<p class="chart-figure">
        <span data-figure="${name}">${value}</span> <small data-unit="${name}">${unit}</small>
      </p>
      <div class="chart" data-chart="${name}" aria-hidden="true"></div>
      <details>
        <summary>Show table<span class="unseen">: ${title}</span></summary>
        ${
          shown.length === 0
            ? html`<p class="muted">No samples yet.</p>`
            : table(
                context,
                title,
                ['Time', ...columns].map((label, i): Column<readonly string[]> => ({
                  label,
                  isRowHeader: i === 0,
                  isNumeric: i > 0,
                  cell: (row) => html`${row[i] ?? ''}`,
                })),
                shown,
              )
        }
      </details>`,
    { id: `chart-${name}`, note: html`<p class="muted">${note}</p>` },
  );
}

/** Charts of the node that answers. The script of the console draws them, and keeps them current. */
export const nodeCharts = (context: PageContext, data: NodeChartsData, names: readonly ChartName[]): Html =>
  html`<div data-live="/console/overview.json?environment=${data.environment}" class="charts">
    ${CHARTS.filter(({ name }) => names.includes(name))
      // A process that delivers no webhooks has no queue.
      .filter(({ name }) => name !== 'webhooks' || typeof lastSample(data)?.webhooks === 'number')
      .map((chart) => chartPanel(context, data, chart))}
  </div>`;

export const nodeChartsPages: readonly ConsoleRoute[] = [
  {
    path: '/console/overview.json',
    async get(context) {
      return { kind: 'json', body: JSON.stringify(await loadNodeCharts(context)) };
    },
  },
];
