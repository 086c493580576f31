/** Static files of the console: stylesheet, script, and chart library. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { sourceFile } from '../system/project-root.ts';
import { createAsset, readStylesheet, sendStatic, type Asset } from '../web/static-content.ts';

const require = createRequire(import.meta.url);
const ASSETS_FOLDER = sourceFile('src/console/assets/');
/** Parts of the stylesheet in order; later files may override earlier ones. */
const STYLES = [
  'theme',
  'frame',
  'panels',
  'states',
  'values',
  'tables',
  'forms',
  'lists',
  'transfer-timeline',
  'charts',
  'sign-in',
  'responsive',
];
const SCRIPTS = ['console.js', 'updates.js', 'list-keys.js', 'search.js', 'sums.js'];
const readOwn = (name: string): Buffer => readFileSync(new URL(name, ASSETS_FOLDER));
const readPackage = (name: string): Buffer => readFileSync(require.resolve(name));

const PATH = '/console/assets';

export type Assets = {
  readonly style: Asset;
  readonly script: Asset;
  readonly chartStyle: Asset;
  readonly chartScript: Asset;
  find(path: string): Asset | undefined;
};

let loaded: Assets | undefined;

/** Reads all files from disk, once in a process. */
export const loadAssets = (): Assets => (loaded ??= readAssets());

function readAssets(): Assets {
  const style = createAsset(PATH, ['console', 'css'], readStylesheet(ASSETS_FOLDER, STYLES));
  const script = createAsset(PATH, ['console', 'js'], Buffer.concat(SCRIPTS.map(readOwn)));
  const chartStyle = createAsset(PATH, ['uplot', 'css'], readPackage('uplot/dist/uPlot.min.css'));
  const chartScript = createAsset(PATH, ['uplot', 'js'], readPackage('uplot/dist/uPlot.iife.min.js'));
  const all = new Map([style, script, chartStyle, chartScript].map((each) => [each.path, each]));
  return { style, script, chartStyle, chartScript, find: (path) => all.get(path) };
}

/** Resolves with the status. */
export const sendAsset = (req: IncomingMessage, res: ServerResponse, asset: Asset): Promise<number> =>
  sendStatic(req, res, asset, {
    status: 200,
    headers: {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  });
