/** Draws the points of benchmark rows as SVG files in docs/charts. */
import { mkdir, writeFile } from 'node:fs/promises';
import { init } from 'echarts';
import type { Row } from './result-table.ts';

/** A point of a curve in a chart. */
export type ChartPoint = {
  readonly chart: keyof typeof CHARTS;
  /** The name of the curve. */
  readonly curve: string;
  readonly x: number;
  readonly y: number;
};

const CHARTS = {
  throughput: { title: 'Transfers per second', x: 'connections', y: 'transfers/s' },
  latency: { title: '99th percentile of the response time of a transfer', x: 'connections', y: 'ms' },
  history: { title: 'CPU time of a transfer, without HTTP', x: 'past transfers', y: 'µs' },
} as const;

const FOLDER = new URL('../../docs/charts/', import.meta.url);

/** Replaces the charts that the rows have points of. Returns the names of their files. */
export async function saveCharts(rows: readonly Row[]): Promise<readonly string[]> {
  const points = rows.flatMap((row) => row.points ?? []);
  // The keys of the object are its own.
  const names = (Object.keys(CHARTS) as ChartPoint['chart'][]).filter((name) =>
    points.some(({ chart }) => chart === name),
  );
  await mkdir(FOLDER, { recursive: true });
  for (const name of names) {
    const svg = drawChart(
      name,
      points.filter(({ chart }) => chart === name),
    );
    await writeFile(new URL(`${name}.svg`, FOLDER), svg);
  }
  return names.map((name) => `${name}.svg`);
}

function drawChart(name: ChartPoint['chart'], points: readonly ChartPoint[]): string {
  const { title, x, y } = CHARTS[name];
  const curves = [...new Set(points.map(({ curve }) => curve))];
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 720, height: 420 });
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    title: { text: title, left: 'center' },
    legend: { bottom: 0, data: curves },
    grid: { left: 80, right: 40, bottom: 80 },
    xAxis: { type: 'log', name: x, nameLocation: 'middle', nameGap: 30 },
    yAxis: { type: 'value', name: y, min: 0 },
    series: curves.map((curve) => ({
      type: 'line',
      name: curve,
      data: points
        .filter((point) => point.curve === curve)
        .sort((a, b) => a.x - b.x)
        .map((point) => [point.x, point.y]),
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${svg}\n`;
}
