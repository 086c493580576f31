/** The overview: how the service is doing now and did in the last hour. Charts draw themselves; tables say the same. */
import { listValues } from '../../read-models/collection.ts';
import { FLOW_TOTALS } from '../../../projections/collections.ts';
import { TOTALS_SCOPE } from '../../../projections/wallets/totals.ts';
import type { FlowTotals } from '../../../projections/wallets/totals.ts';
import { isProblem } from '../../api/server/errors.ts';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import type { EnvironmentName } from '../../platform/platform.ts';
import { formatPoints } from './ledger/integrators.ts';
import type { MetricSample } from '../metric-samples.ts';
import { badge, groupDigits, panel, table, unitName } from '../ui/components.ts';
import { getFromApi } from '../page-context.ts';
import type { ConsoleRoute, PageResult, ListPage, PageContext } from '../page-context.ts';

const HOURS = 24;

/** What the charts are drawn from; the same for those who look without a script. */
type Overview = {
  readonly now: number;
  readonly environment: EnvironmentName;
  readonly samples: readonly MetricSample[];
  /** Oldest first, an entry for each of the last hours. */
  readonly hours: readonly FlowTotals[];
};

/** As the address says; otherwise production, once anybody holds anything there. */
function environmentOf({ query, samples }: PageContext): EnvironmentName {
  const asked = query.get('environment');
  if (asked === 'sandbox' || asked === 'production') return asked;
  return (samples.recent().at(-1)?.supply.production.outside ?? '0') === '0' ? 'sandbox' : 'production';
}

async function overviewOf(visit: PageContext): Promise<Overview> {
  const environment = environmentOf(visit);
  const { services, samples, now } = visit;
  const query = {
    scope: TOTALS_SCOPE,
    terms: [`flows:${environment}`],
    order: 'newest',
    limit: HOURS,
  } as const;
  const found = await listValues(services.documents, FLOW_TOTALS, query);
  const byHour = new Map(found.map((each) => [each.hour, each]));
  const hours = Array.from({ length: HOURS }, (_, i) => {
    const hour = `${new Date(now - (HOURS - 1 - i) * 3_600_000).toISOString().slice(0, 13)}:00:00.000Z`;
    return byHour.get(hour) ?? { hour, flows: {} };
  });
  return { now, environment, samples: samples.recent(), hours };
}

async function overviewPage(visit: PageContext): Promise<PageResult> {
  const overview = await overviewOf(visit);
  const { environment } = overview;
  return {
    kind: 'page',
    title: 'Overview',
    section: 'overview',
    hasCharts: true,
    lead: html`<nav class="tabs" aria-label="Environment">
      ${(['production', 'sandbox'] as const).map(
        (each) =>
          html`<a
            href="/console?environment=${each}"
            ${each === environment ? html`aria-current="page"` : undefined}
            >${each}</a
          >`,
      )}
    </nav>`,
    actions: healthBadge(visit),
    content: html`${await waiting(visit)}
      <div data-live="/console/overview.json?environment=${environment}" class="charts">
        ${chartsOf(overview).map((chart) => chartPanel(overview, chart))}
      </div>`,
  };
}

/** What waits for somebody, with the way there. */
async function waiting(visit: PageContext): Promise<Html> {
  const count = async (path: string): Promise<string> => {
    const found = await getFromApi<ListPage<unknown>>(visit, path, `limit=${COUNTED_MAX}`);
    return isProblem(found) ? '—' : `${found.data.length}${found.has_more ? '+' : ''}`;
  };
  const projections = visit.services.projections();
  const held = projections.filter(({ state }) => state !== 'live');
  return html`<div class="tiles">
    ${tile('/console/reviews', 'Transfers in review', await count('/operator/v1/reviews'))}
    ${tile('/console/reviews/identities', 'People under review', await count('/operator/v1/kyc_reviews'))}
    ${tile('/console/projections', 'Projections that keep up', `${projections.length - held.length} of ${projections.length}`)}
  </div>`;
}

const COUNTED_MAX = 50;

const tile = (href: string, name: string, figure: string): Html =>
  html`<a class="tile" href="${href}">
    <span class="tile-name">${name}</span>
    <span class="tile-figure">${figure}</span>
  </a>`;

const healthBadge = ({ services }: PageContext): Html => {
  const { ready, parts } = services.health();
  if (ready) return badge('ready', 'ok', 'Service ready');
  const broken = Object.entries(parts).find(([, part]) => !part.ok);
  return badge('not ready', 'stop', `Not ready: ${(broken?.[0] ?? '').replaceAll('_', ' ')}`);
};

type Chart = {
  readonly name: string;
  readonly title: string;
  readonly note: string;
  /** The figure of now, and its unit. */
  readonly figure: (overview: Overview) => readonly [string, string];
  readonly columns: readonly string[];
  /** The newest rows, newest first: what the chart shows, in figures. */
  readonly rows: (overview: Overview) => readonly (readonly [time: string, ...cells: string[]])[];
};

const last = ({ samples }: Overview): MetricSample | undefined => samples.at(-1);
const fixed = (value: number | null | undefined, digits = 1): string =>
  value === null || value === undefined ? '—' : groupDigits(value.toFixed(digits));

/** Every so many samples, newest first, so that the table says in a few rows what the chart shows in many points. */
function sampled({ samples }: Overview, cells: (sample: MetricSample) => string[]) {
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
    note: 'Taken per second by this node.',
    figure: (overview) => [fixed(last(overview)?.transfers), 'per second'],
    columns: ['Transfers/s', 'Requests/s', 'Faults/s'],
    rows: (overview) =>
      sampled(overview, ({ transfers, requests, faults }) => [
        fixed(transfers),
        fixed(requests),
        fixed(faults),
      ]),
  },
  {
    name: 'latency',
    title: 'Latency',
    note: 'Of requests to the interface on this node.',
    // Where nothing was asked lately, what was measured last.
    figure: ({ samples }) => [fixed(samples.filter(({ p99 }) => p99 !== null).at(-1)?.p99), 'ms, p99'],
    columns: ['p50, ms', 'p99, ms'],
    rows: (overview) => sampled(overview, ({ p50, p99 }) => [fixed(p50), fixed(p99)]),
  },
  {
    name: 'lag',
    title: 'Projection lag',
    note: 'Events that the furthest one has still to apply.',
    figure: (overview) => [fixed(last(overview)?.lag, 0), 'events'],
    columns: ['Events'],
    rows: (overview) => sampled(overview, ({ lag }) => [fixed(lag, 0)]),
  },
  {
    name: 'webhooks',
    title: 'Webhook queue',
    note: 'Deliveries that wait to be sent.',
    figure: (overview) => [fixed(last(overview)?.webhooks, 0), 'waiting'],
    columns: ['Waiting'],
    rows: (overview) => sampled(overview, ({ webhooks }) => [fixed(webhooks, 0)]),
  },
  {
    name: 'supply',
    title: 'Points outside and issued',
    note: 'What users hold, and what was issued for it. Always the same.',
    figure(overview) {
      const supply = last(overview)?.supply[overview.environment];
      return [supply === undefined ? '—' : groupDigits(formatPoints(supply.outside)), 'points outside'];
    },
    columns: ['Outside', 'Issued', 'Difference'],
    rows: (overview) =>
      sampled(overview, ({ supply }) => {
        const { outside, issued } = supply[overview.environment];
        const difference = (BigInt(outside) - BigInt(issued)).toString();
        return [outside, issued, difference].map((each) => groupDigits(formatPoints(each)));
      }),
  },
  {
    name: 'flows',
    title: 'Money in and out',
    note: 'Fiat through the rails, by the hour.',
    figure(overview) {
      const flows = Object.entries(overview.hours.at(-1)?.flows ?? {});
      const [first] = flows;
      return first === undefined
        ? ['—', 'this hour']
        : [`+${groupDigits(first[1].in)}`, `${unitName(first[0])} this hour`];
    },
    columns: ['In', 'Out'],
    rows: ({ hours }) =>
      [...hours].reverse().map(({ hour, flows }) => {
        const side = (name: 'in' | 'out'): string =>
          Object.entries(flows)
            .map(([unit, amounts]) => `${groupDigits(amounts[name])} ${unitName(unit)}`)
            .join(', ');
        return [`${hour.slice(11, 16)} UTC`, side('in') || '—', side('out') || '—'];
      }),
  },
];

/** Deliveries are counted only where there are any. */
const chartsOf = (overview: Overview): readonly Chart[] =>
  CHARTS.filter(({ name }) => name !== 'webhooks' || typeof last(overview)?.webhooks === 'number');

function chartPanel(overview: Overview, { name, title, note, figure, columns, rows }: Chart): Html {
  const [value, unit] = figure(overview);
  const shown = rows(overview);
  return panel(
    title,
    html`<p class="chart-figure">
        <span data-figure="${name}">${value}</span> <small data-unit="${name}">${unit}</small>
      </p>
      <div class="chart" data-chart="${name}" aria-hidden="true"></div>
      <details>
        <summary>As a table<span class="unseen">: ${title}</span></summary>
        ${
          shown.length === 0
            ? html`<p class="muted">The first sample is being taken.</p>`
            : table(
                title,
                ['Time', ...columns].map((label, i) => ({
                  label,
                  heads: i === 0,
                  numeric: i > 0,
                  cell: (row: readonly string[]) => html`${row[i] ?? ''}`,
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
    async get(visit) {
      return { kind: 'json', body: JSON.stringify(await overviewOf(visit)) };
    },
  },
];
