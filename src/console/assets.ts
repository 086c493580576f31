/** What pages of the console load: a stylesheet, a small script, and the chart library, from files of the service's own. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ServerResponse } from 'node:http';
import { createAsset, readStylesheet } from '../web/asset.ts';
import type { Asset } from '../web/asset.ts';

const require = createRequire(import.meta.url);
const OWN = new URL('assets/', import.meta.url);
/** The parts of the stylesheet. Later ones may refine earlier ones. */
const STYLES = [
  'theme',
  'frame',
  'panels',
  'states',
  'values',
  'tables',
  'forms',
  'transfer-events',
  'charts',
  'sign-in',
  'adapting',
];
const own = (name: string): Buffer => readFileSync(new URL(name, OWN));
const packaged = (name: string): Buffer => readFileSync(require.resolve(name));

const FOLDER = '/console/assets';

export type Assets = {
  readonly style: Asset;
  readonly script: Asset;
  readonly chartStyle: Asset;
  readonly chartScript: Asset;
  find(path: string): Asset | undefined;
};

/** Reads the files. */
export function loadAssets(): Assets {
  const style = createAsset(FOLDER, ['console', 'css'], readStylesheet(OWN, STYLES));
  const script = createAsset(FOLDER, ['console', 'js'], own('console.js'));
  const chartStyle = createAsset(FOLDER, ['uplot', 'css'], packaged('uplot/dist/uPlot.min.css'));
  const chartScript = createAsset(FOLDER, ['uplot', 'js'], packaged('uplot/dist/uPlot.iife.min.js'));
  const all = new Map([style, script, chartStyle, chartScript].map((each) => [each.path, each]));
  return { style, script, chartStyle, chartScript, find: (path) => all.get(path) };
}

export function sendAsset(res: ServerResponse, { type, body }: Asset): void {
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.length,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  res.end(body);
}
