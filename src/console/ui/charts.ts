/** Charts as SVG, rendered on the server. Each has a text that says the same, and a table with all values. */
import { html, type Html } from '../../web/html.ts';
import type { PageContext } from '../page-context.ts';
import { show, table } from './tables.ts';

type ChartLine = {
  readonly name: string;
  /** One value for each step; null where there is none. */
  readonly values: readonly (number | null)[];
};

export type ChartData = {
  readonly title: string;
  /** Stacked bars, or lines. */
  readonly kind: 'bars' | 'lines';
  /** Start of each step, in milliseconds since 1970, at equal distances. */
  readonly times: readonly number[];
  /** One or two. */
  readonly lines: readonly ChartLine[];
  readonly format: (value: number) => string;
  /** The upper end of the axis; by default it follows from the values. */
  readonly top?: number;
};

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
/** A number of at most a few characters, such as 1.3M. */
export const compact = (value: number): string => COMPACT.format(value);

const WIDTH = 480;
const HEIGHT = 150;
const PLOT = { left: 46, right: 474, top: 8, bottom: 128 } as const;
const DAY_MS = 24 * 60 * 60 * 1_000;
const TIME_LABELS = 4;

/** The chart, its legend, and its values as a table that can be opened. */
export function chartHtml(context: PageContext, data: ChartData): Html {
  const { title, kind, lines } = data;
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${summaryOf(data)}">
      ${axesHtml(data)}
      ${kind === 'bars' ? barsHtml(data) : lines.map((line, at) => lineHtml(data, line, at))}
    </svg>
    ${lines.length > 1 && legendHtml(data)}
    <details>
      <summary>Show table<span class="unseen">: ${title}</span></summary>
      ${valuesHtml(context, data)}
    </details>`;
}

const legendHtml = ({ lines, kind }: ChartData): Html =>
  html`<p class="legend" aria-hidden="true" ${kind === 'bars' && html`data-bars`}>
    ${lines.map(({ name }, at) => html`<span data-line="${at + 1}">${name}</span> `)}
  </p>`;

const known = (values: readonly (number | null)[]): readonly number[] =>
  values.filter((value) => value !== null);

function summaryOf({ title, lines, format }: ChartData): string {
  const parts = lines.map(({ name, values }) => {
    const found = known(values);
    const last = found.at(-1);
    if (last === undefined) return `${name}: no values`;
    return `${name}: lowest ${format(Math.min(...found))}, highest ${format(Math.max(...found))}, last ${format(last)}`;
  });
  return `${title}. ${parts.join('. ')}.`;
}

/** The upper end of the axis: 1, 2, or 5 times a power of ten. */
function topOf({ top, kind, lines, times }: ChartData): number {
  if (top !== undefined) return top;
  const sums =
    kind === 'bars'
      ? times.map((_, at) => lines.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
      : lines.flatMap(({ values }) => known(values));
  const highest = Math.max(...sums, 0);
  if (highest === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  return ([1, 2, 5, 10].find((factor) => factor * power >= highest) ?? 10) * power;
}

const yOf = (value: number, top: number): number =>
  round(PLOT.bottom - (Math.min(value, top) / top) * (PLOT.bottom - PLOT.top));
const stepWidth = ({ times }: ChartData): number => (PLOT.right - PLOT.left) / Math.max(times.length, 1);
const round = (value: number): number => Math.round(value * 10) / 10;

function axesHtml(data: ChartData): Html {
  const { times, format } = data;
  const top = topOf(data);
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const every = Math.max(1, Math.ceil(times.length / TIME_LABELS));
  const labels = times.flatMap((time, at) => (at % every === 0 ? [{ time, at }] : []));
  return html`<g class="axes" aria-hidden="true">
    ${[0, top / 2, top].map(
      (value) =>
        html`<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${yOf(value, top)}" y2="${yOf(value, top)}" />
          <text x="${PLOT.left - 6}" y="${yOf(value, top) + 3.5}" text-anchor="end">${format(value)}</text>`,
    )}
    ${labels.map(
      ({ time, at }) =>
        html`<text x="${round(PLOT.left + at * stepWidth(data))}" y="${HEIGHT - 6}">
          ${timeText(time, span)}
        </text>`,
    )}
  </g>`;
}

/** A clock time within two days, otherwise a date. */
const timeText = (time: number, span: number): string => {
  const iso = new Date(time).toISOString();
  return span <= 2 * DAY_MS ? iso.slice(11, 16) : iso.slice(5, 10);
};

/** A smaller bar looks like part of the axis. */
const BAR_HEIGHT_MIN = 3;

function barsHtml(data: ChartData): Html {
  const { times, lines } = data;
  const top = topOf(data);
  const step = stepWidth(data);
  const width = round(Math.max(step * 0.8, 1));
  return html`${times.flatMap((_, at) => {
    let below = 0;
    return lines.map(({ values }, line) => {
      const value = values[at] ?? 0;
      if (value === 0) return html``;
      const [from, to] = [yOf(below, top), yOf(below + value, top)];
      below += value;
      return html`<rect
        data-line="${line + 1}"
        x="${round(PLOT.left + at * step + step * 0.1)}"
        y="${round(Math.min(to, from - BAR_HEIGHT_MIN))}"
        width="${width}"
        height="${round(Math.max(from - to, BAR_HEIGHT_MIN))}"
      />`;
    });
  })}`;
}

/** A chart with this few values says them next to their dots. */
const SPARSE_VALUES = 2;

function lineHtml(data: ChartData, { values }: ChartLine, line: number): Html {
  const { format } = data;
  const isSparse = known(values).length <= SPARSE_VALUES;
  const top = topOf(data);
  const step = stepWidth(data);
  const at = (index: number, value: number): readonly [number, number] => [
    round(PLOT.left + (index + 0.5) * step),
    yOf(value, top),
  ];
  let path = '';
  const dots: Html[] = [];
  values.forEach((value, index) => {
    if (value === null) return;
    const before = index === 0 ? null : (values[index - 1] ?? null);
    const [x, y] = at(index, value);
    path += `${before === null ? 'M' : 'L'}${x} ${y}`;
    // A value between two gaps is no line.
    if (before === null && (values[index + 1] ?? null) === null)
      dots.push(
        html`<line class="stem" data-line="${line + 1}" x1="${x}" x2="${x}" y1="${PLOT.bottom}" y2="${y}" />
          <circle data-line="${line + 1}" cx="${x}" cy="${y}" r="3" />
          ${isSparse && html`<text x="${x - 8}" y="${Math.max(y + 4, PLOT.top + 10)}" text-anchor="end">${format(value)}</text>`}`,
      );
  });
  return html`<path data-line="${line + 1}" d="${path}" />${dots}`;
}

/** Rows of the table, newest first. */
function valuesHtml(context: PageContext, { title, times, lines, format }: ChartData): Html {
  const rows = times
    .map((time, at) => ({ time, at }))
    .filter(({ at }) => lines.some((line) => hasValue(line, at)));
  if (rows.length === 0) return html`<p class="muted">Nothing was counted.</p>`;
  const columns = [
    show.text<(typeof rows)[number]>(
      'Time',
      ({ time }) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      'head',
    ),
    ...lines.map(({ name, values }) =>
      show.number<(typeof rows)[number]>(name, ({ at }) => {
        const value = values[at] ?? null;
        return html`${value === null ? '—' : format(value)}`;
      }),
    ),
  ];
  return table(context, title, columns, rows.reverse());
}

const hasValue = ({ values }: ChartLine, at: number): boolean => (values[at] ?? 0) !== 0;

const SPARK = { width: 120, height: 24 } as const;
/** Fewer say nothing about how the values change. */
const SPARK_VALUES_MIN = 6;

/** The values as a line without axes, next to a figure that says what they are; nothing if there are few. */
export function sparkline(values: readonly (number | null)[]): Html | undefined {
  const highest = Math.max(...known(values), 0);
  if (known(values).filter((value) => value > 0).length < SPARK_VALUES_MIN) return undefined;
  const points = values.flatMap((value, at) => {
    if (value === null) return [];
    const x = round((at / (values.length - 1)) * SPARK.width);
    return [`${x},${round(SPARK.height - 1 - (value / highest) * (SPARK.height - 2))}`];
  });
  return html`<svg
    class="spark"
    viewBox="0 0 ${SPARK.width} ${SPARK.height}"
    preserveAspectRatio="none"
    aria-hidden="true"
    focusable="false"
  >
    <polyline points="${points.join(' ')}" />
  </svg>`;
}
