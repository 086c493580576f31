/** The overview: what needs attention, and a few figures of the last day. */

import { groupDigits } from '../../formats/text.ts';
import type { AttentionItem, AttentionList, MetricPoint } from '../../generated/api.ts';
import { isProblem } from '../../http/errors.ts';
import { sumByUnit } from '../../ledger/amount.ts';
import type { EnvironmentName } from '../../ledger/ids.ts';
import { ATTENTION_KINDS } from '../../operator/resources/attention-kinds.ts';
import { html, type Html } from '../../web/html.ts';
import { read, tryRead, type ConsoleRoute, type PageContext, type PageResult } from '../page-context.ts';
import { sparkline } from '../ui/charts.ts';
import { emptyState, panel, tile } from '../ui/panels.ts';
import { liveSection, show, table } from '../ui/tables.ts';
import { amountText, badge, timestampHtml, unitName } from '../ui/text.ts';
import {
  PAYOUTS,
  SUCCESS,
  TRANSFERS,
  WEBHOOKS,
  chartAnchor,
  countText,
  durationText,
  percentText,
  type Chart,
} from './service/metrics.ts';
import { lastSample, loadNodeCharts, type NodeChartsData } from './service/node-charts.ts';

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

// What happened in a day: figures, their change, and where they are explained.

const HOUR_MS = 60 * 60 * 1_000;

/** The metrics of two days, by the hour. */
async function loadDays(context: PageContext, environment: EnvironmentName) {
  const end = Math.ceil(context.now / HOUR_MS) * HOUR_MS;
  const dayUntil = (hours: number) => {
    const [from, to] = [hours + 24, hours].map((each) => new Date(end - each * HOUR_MS).toISOString());
    return tryRead(context, 'listMetrics', {
      query: { environment, step: '1h', from: from ?? '', to: to ?? '' },
    });
  };
  const [today, before] = [await dayUntil(0), await dayUntil(24)];
  if (isProblem(today) || isProblem(before)) return undefined;
  return { from: end - 24 * HOUR_MS, today: today.data[0], before: before.data[0] };
}

type Days = NonNullable<Awaited<ReturnType<typeof loadDays>>>;

type DayFigure = {
  readonly name: string;
  readonly unit: string;
  readonly of: (metrics: Omit<MetricPoint, 'time'>) => number | null;
  readonly format: (value: number | null) => string;
  /** The chart of the metrics that explains it. */
  readonly chart: Chart;
};

const FIGURES: readonly DayFigure[] = [
  {
    name: 'Transfers completed',
    unit: '',
    of: ({ transfers }) => transfers.completed,
    format: (value) => countText(value ?? 0),
    chart: TRANSFERS,
  },
  {
    name: 'Transfers that succeeded',
    unit: '',
    of: ({ transfers }) => transfers.success_rate,
    format: percentText,
    chart: SUCCESS,
  },
  {
    name: 'Time to payout',
    unit: 'median',
    of: ({ payouts }) => payouts.median_seconds,
    format: durationText,
    chart: PAYOUTS,
  },
  {
    name: 'Webhooks accepted',
    unit: '',
    of: ({ webhooks }) => webhooks.success_rate,
    format: percentText,
    chart: WEBHOOKS,
  },
];

function dayTile({ from, today, before }: Days, environment: EnvironmentName, figure: DayFigure): Html {
  const { name, unit, of, format, chart } = figure;
  const value = today === undefined ? null : of(today.totals);
  const former = before === undefined ? null : of(before.totals);
  const hours = new Map((today?.points ?? []).map((point) => [Date.parse(point.time), of(point)]));
  const values = Array.from({ length: 24 }, (_, hour) => hours.get(from + hour * HOUR_MS) ?? null);
  return tile(
    name,
    html`${format(value)} <small>${value !== null && unit}</small>`,
    html`${changeText(value, former, format)} ${sparkline(values)}`,
    `${metricsHref(environment)}#${chartAnchor(chart)}`,
  );
}

function changeText(value: number | null, former: number | null, format: DayFigure['format']): string {
  if (former === null) return 'nothing the day before';
  if (value === null || format(value) === format(former)) return `${format(former)} the day before`;
  return `${value > former ? 'up' : 'down'} from ${format(former)} the day before`;
}

const metricsHref = (environment: EnvironmentName): string =>
  `/console/metrics${environment === 'sandbox' ? '?environment=sandbox' : ''}`;

/** Fiat through the rails in the last 24 hours, by currency. */
function flowsTile({ environment, hours }: NodeChartsData): Html {
  const flows = hours.flatMap((each) => each.flows);
  const sums = (side: 'in' | 'out') =>
    sumByUnit(flows.map((flow) => ({ unit: flow.unit, amount: flow[side] })));
  const [paidIn, paidOut] = [sums('in'), sums('out')];
  const [first, ...others] = paidIn;
  const text = ({ unit, amount }: (typeof paidIn)[number]): string => amountText(amount, unit);
  return tile(
    'Money in',
    first === undefined ? html`—` : html`${groupDigits(first.amount)} <small>${unitName(first.unit)}</small>`,
    html`${others.length > 0 && `and ${others.map(text).join(', ')}; `}${paidOut.length === 0 ? 'nothing' : paidOut.map(text).join(', ')}
    out`,
    `${metricsHref(environment)}#chart-flows`,
  );
}

function supplyTile(overview: NodeChartsData): Html {
  const { environment } = overview;
  const supply = lastSample(overview)?.supply[environment];
  const isEqual = supply === undefined || supply.in_circulation === supply.issued;
  return tile(
    'In circulation',
    supply === undefined ? html`—` : html`${groupDigits(supply.in_circulation)} <small>points</small>`,
    supply === undefined
      ? html`not sampled yet`
      : isEqual
        ? html`as many as were issued`
        : html`${badge('differs', 'stop')} ${groupDigits(supply.issued)} points were issued`,
    `${metricsHref(environment)}#chart-supply`,
  );
}

/** Whether nothing ever moved, as far as this node knows. */
const isUnused = (days: Days | undefined, overview: NodeChartsData): boolean =>
  days !== undefined &&
  [days.today, days.before].every((day) => (day?.totals.transfers.created ?? 0) === 0) &&
  Number(lastSample(overview)?.supply[overview.environment].in_circulation ?? 1) === 0 &&
  overview.hours.every(({ flows }) => flows.length === 0);

const NOTHING_MOVED = emptyState(
  'Nothing has moved yet',
  html`Create a key for an <a href="/console/integrators">integrator</a>, and make the
    <a href="/docs/guides/integrate">first payment</a>. Figures of the day appear here.`,
);

async function dayHtml(context: PageContext, overview: NodeChartsData): Promise<Html> {
  const { environment } = overview;
  const days = await loadDays(context, environment);
  const tiles = isUnused(days, overview)
    ? html`<section class="panel">${NOTHING_MOVED}</section>`
    : html`<div class="tiles">
        ${days !== undefined && FIGURES.map((figure) => dayTile(days, environment, figure))}
        ${flowsTile(overview)} ${supplyTile(overview)}
      </div>`;
  return html`<h2 class="section">Last 24 hours <a href="${metricsHref(environment)}">All metrics</a></h2>
    ${tiles}`;
}

async function overviewPage(context: PageContext): Promise<PageResult> {
  const attention = await read(context, 'listAttention');
  // A refresh would read the metrics of two days every few seconds.
  const overview = context.isRefresh ? undefined : await loadNodeCharts(context);
  return {
    kind: 'page',
    title: 'Overview',
    section: 'overview',
    ...(overview && { environment: overview.environment }),
    actions: attentionBadge(attention),
    content: html`${attentionPanel(context, attention)} ${overview && (await dayHtml(context, overview))}`,
  };
}

export const overviewPages: readonly ConsoleRoute[] = [{ path: '/console', get: overviewPage }];
