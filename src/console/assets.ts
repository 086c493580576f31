/** What pages of the console load: a stylesheet, a small script, and the chart library, from files of the service's own. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ServerResponse } from 'node:http';

export type Asset = {
  /** Has the content's hash in it, so that browsers may keep it for good. */
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
};

const require = createRequire(import.meta.url);
const own = (name: string): Buffer => readFileSync(new URL(`assets/${name}`, import.meta.url));
const packaged = (name: string): Buffer => readFileSync(require.resolve(name));

function asset(name: string, extension: 'css' | 'js', body: Buffer): Asset {
  const digest = hash('sha256', body, 'hex').slice(0, 16);
  const type = extension === 'css' ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
  return { path: `/console/assets/${name}.${digest}.${extension}`, type, body };
}

export type Assets = {
  readonly style: Asset;
  readonly script: Asset;
  readonly chartStyle: Asset;
  readonly chartScript: Asset;
  at(path: string): Asset | undefined;
};

/** Reads the files. */
export function loadAssets(): Assets {
  const style = asset('console', 'css', own('console.css'));
  const script = asset('console', 'js', own('console.js'));
  const chartStyle = asset('uplot', 'css', packaged('uplot/dist/uPlot.min.css'));
  const chartScript = asset('uplot', 'js', packaged('uplot/dist/uPlot.iife.min.js'));
  const all = new Map([style, script, chartStyle, chartScript].map((each) => [each.path, each]));
  return { style, script, chartStyle, chartScript, at: (path) => all.get(path) };
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
