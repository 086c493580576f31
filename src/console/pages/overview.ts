/** The overview: what needs attention, and metrics of the last hour. Each chart has a table with the same data. */

import { groupDigits } from '../../formats/text.ts';
import type {
  AttentionItem,
  AttentionList,
  HourlyFlows,
  MetricHistory,
  NodeSample,
} from '../../generated/api.ts';
import { isProblem } from '../../http/errors.ts';
import { formatAmount, parseStoredAmount } from '../../ledger/amount.ts';
import type { EnvironmentName } from '../../ledger/ids.ts';
import { ATTENTION_KINDS } from '../../operator/resources/attention-kinds.ts';
import { html, type Html } from '../../web/html.ts';
import { read, tryRead, type ConsoleRoute, type PageContext, type PageResult } from '../page-context.ts';
import { liveSection, show, table, type Column } from '../ui/tables.ts';
import { emptyState, panel } from '../ui/panels.ts';
import { badge, timestampHtml, unitName } from '../ui/text.ts';
import { PAYOUTS, SUCCESS, TRANSFERS, WEBHOOKS, metricChartsHtml } from './service/metrics.ts';

// What needs attention: how much of it, since when, and where to deal with it.

type Kind = AttentionItem['kind'];

/** Trouble of the service itself. The rest is work that waits for a decision. */
const TROUBLE: ReadonlySet<Kind> = new Set([
  'not_ready',
  'invalid_events',
  'projections_behind',
  'rails_unavailable',
  'payouts_delayed',
  'payouts_overdue',
  'webhook_endpoints_failing',
  'notifications_failing',
  'clearing_balances_high',
]);

/** Green only if nothing is wrong. */
function attentionBadge({ data, is_complete }: AttentionList): Html {
  const broken = data.find(({ kind }) => kind === 'not_ready');
  if (broken !== undefined) return badge('not ready', 'stop', `Not ready: ${broken.detail ?? ''}`);
  if (!is_complete) return badge('unknown', 'wait', 'Ready, but not everything could be checked');
  const trouble = data.filter(({ kind }) => TROUBLE.has(kind));
  if (trouble.length > 0) return badge('problems', 'wait', 'Ready, with problems');
  return badge('ready', 'ok', 'Service ready');
}

const attentionPanel = (context: PageContext, { data, is_complete }: AttentionList): Html =>
  panel(
    'Needs attention',
    data.length === 0
      ? emptyState(
          is_complete ? 'Nothing needs attention' : 'Not everything could be checked',
          is_complete
            ? 'Reviews, delayed payouts, and trouble of the service appear here.'
            : 'A store or a read model is unavailable. Reload the page in a moment.',
        )
      : liveSection(
          'Needs attention',
          table<AttentionItem>(
            context,
            'Needs attention',
            [
              show.html('What', subject, 'head'),
              show.html('Since', ({ since }, { now }) =>
                since === null ? html`—` : timestampHtml(since, now),
              ),
              show.html('Detail', ({ detail }) => html`${detail ?? ''}`),
            ],
            data,
          ),
        ),
  );

function subject({ kind, count, is_more }: AttentionItem): Html {
  const { one, many, href } = ATTENTION_KINDS[kind];
  const text = `${count}${is_more ? '+' : ''} ${count === 1 ? one : many}`;
  return html`<a href="${href}">${text}</a>`;
}

const METRICS_STEP = '1h';

/** Data of the charts and their tables. */
type Overview = {
  readonly now: number;
  readonly environment: EnvironmentName;
  readonly samples: readonly NodeSample[];
  /** One entry per hour, oldest first. */
  readonly hours: readonly HourlyFlows[];
};

/** The environment in the URL; by default production, or the sandbox while production has no points. */
function environmentOf({ query }: PageContext, newest: NodeSample | undefined): EnvironmentName {
  const requested = query.get('environment');
  if (requested === 'sandbox' || requested === 'production') return requested;
  return Number(newest?.supply.production.in_circulation ?? 0) === 0 ? 'sandbox' : 'production';
}

async function loadOverview(context: PageContext): Promise<Overview> {
  const { data: samples } = await read(context, 'listNodeSamples');
  const environment = environmentOf(context, samples.at(-1));
  const { data: hours } = await read(context, 'listHourlyFlows', { query: { environment } });
  return { now: context.now, environment, samples, hours };
}

async function overviewPage(context: PageContext): Promise<PageResult> {
  const overview = await loadOverview(context);
  const attention = await read(context, 'listAttention');
  const { environment } = overview;
  const history = await tryRead(context, 'listMetrics', { query: { environment, step: METRICS_STEP } });
  return {
    kind: 'page',
    title: 'Overview',
    section: 'overview',
    hasCharts: true,
    environment,
    actions: attentionBadge(attention),
    content: html`${attentionPanel(context, attention)} ${!isProblem(history) && dayHtml(context, history)}
      <h2 class="section">This node, last hour</h2>
      <div data-live="/console/overview.json?environment=${environment}" class="charts">
        ${chartsOf(overview).map((chart) => chartPanel(context, overview, chart))}
      </div>`,
  };
}

/** The metrics of a day, of all nodes. */
const dayHtml = (context: PageContext, history: MetricHistory): Html =>
  html`<h2 class="section">
      Last 24 hours
      <a href="/console/metrics${history.environment === 'sandbox' && '?environment=sandbox'}">All metrics</a>
    </h2>
    ${metricChartsHtml(context, history, history.data[0], [TRANSFERS, SUCCESS, PAYOUTS, WEBHOOKS])}`;

type Chart = {
  readonly name: string;
  readonly title: string;
  readonly note: string;
  /** Current value and unit. */
  readonly current: (overview: Overview) => readonly [string, string];
  readonly columns: readonly string[];
  /** Table rows, newest first. */
  readonly rows: (overview: Overview) => readonly (readonly [time: string, ...cells: string[]])[];
};

const lastSample = ({ samples }: Overview): NodeSample | undefined => samples.at(-1);
const formatNumber = (value: number | null | undefined, digits = 1): string =>
  value === null || value === undefined ? '—' : groupDigits(value.toFixed(digits));

/** Every 12th sample as a table row, newest first. */
function sampleRows({ samples }: Overview, cells: (sample: NodeSample) => string[]) {
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
    current: (overview) => [formatNumber(lastSample(overview)?.transfers), 'per second'],
    columns: ['Transfers/s', 'Requests/s', '5xx errors/s'],
    rows: (overview) =>
      sampleRows(overview, ({ transfers, requests, faults }) => [
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
    rows: (overview) => sampleRows(overview, ({ p50, p99 }) => [formatNumber(p50), formatNumber(p99)]),
  },
  {
    name: 'lag',
    title: 'Projection lag',
    note: 'Events that the slowest projection has not applied yet.',
    current: (overview) => [formatNumber(lastSample(overview)?.lag, 0), 'events'],
    columns: ['Events'],
    rows: (overview) => sampleRows(overview, ({ lag }) => [formatNumber(lag, 0)]),
  },
  {
    name: 'webhooks',
    title: 'Webhook queue',
    note: 'Pending webhook deliveries.',
    current: (overview) => [formatNumber(lastSample(overview)?.webhooks, 0), 'pending'],
    columns: ['Pending'],
    rows: (overview) => sampleRows(overview, ({ webhooks }) => [formatNumber(webhooks, 0)]),
  },
  {
    name: 'supply',
    title: 'Points in circulation vs. issued',
    note: 'Points owned by users and points issued. They must be equal.',
    current(overview) {
      const supply = lastSample(overview)?.supply[overview.environment];
      return [supply === undefined ? '—' : groupDigits(supply.in_circulation), 'points in circulation'];
    },
    columns: ['In circulation (points)', 'Issued (points)', 'Difference (points)'],
    rows: (overview) =>
      sampleRows(overview, ({ supply }) => {
        const { in_circulation: outside, issued } = supply[overview.environment];
        const difference = formatAmount(parseStoredAmount(outside) - parseStoredAmount(issued), 2);
        return [outside, issued, difference].map(groupDigits);
      }),
  },
  {
    name: 'flows',
    title: 'Money in and out',
    note: 'Fiat through the rails per hour.',
    current(overview) {
      const [first] = overview.hours.at(-1)?.flows ?? [];
      return first === undefined
        ? ['—', 'this hour']
        : [`+${groupDigits(first.in)}`, `${unitName(first.unit)} this hour`];
    },
    columns: ['In', 'Out'],
    rows: ({ hours }) =>
      [...hours].reverse().map(({ hour, flows }) => {
        const side = (name: 'in' | 'out'): string =>
          flows.map((each) => `${groupDigits(each[name])} ${unitName(each.unit)}`).join(', ');
        return [`${hour.slice(11, 16)} UTC`, side('in') || '—', side('out') || '—'];
      }),
  },
];

/** Hides the webhook chart if this process does not deliver webhooks. */
const chartsOf = (overview: Overview): readonly Chart[] =>
  CHARTS.filter(({ name }) => name !== 'webhooks' || typeof lastSample(overview)?.webhooks === 'number');

function chartPanel(
  context: PageContext,
  overview: Overview,
  { name, title, note, current, columns, rows }: Chart,
): Html {
  const [value, unit] = current(overview);
  const shown = rows(overview);
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
    { note: html`<p class="muted">${note}</p>` },
  );
}

export const overviewPages: readonly ConsoleRoute[] = [
  { path: '/console', get: overviewPage },
  {
    path: '/console/overview.json',
    async get(context) {
      return { kind: 'json', body: JSON.stringify(await loadOverview(context)) };
    },
  },
];
