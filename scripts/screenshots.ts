/**
 * Takes a picture of each page of the console in several variants: three widths, light and dark. It starts a service of its
 * own and fills it with data of invented people.
 *
 * Usage: npm run screenshots -- <folder> [<part of a page's name> …]
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startServiceProcess } from './bench/service.ts';
import { startChromium } from './screenshots/chromium.ts';
import { pagesOf } from './screenshots/pages.ts';
import { SETTINGS, caller, fillWorld } from './screenshots/world.ts';

const VARIANTS = [1440, 768, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);
const HEIGHT = 900;

/** Answers webhooks: one path accepts them, and all others fail. */
async function startReceiver(): Promise<{ url: string; close: () => void }> {
  const server = createServer((req, res) => {
    req.resume();
    req.on('end', () => res.writeHead(req.url === '/hooks' ? 200 : 500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port, so its address is no path.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}`, close: () => server.close() };
}

type Shot = { readonly folder: string; readonly url: string; readonly token: string };

async function takePictures(
  browser: Browser,
  { folder, url, token }: Shot,
  pages: readonly (readonly [string, string])[],
): Promise<void> {
  for (const { width, colorScheme } of VARIANTS) {
    const context = await browser.newContext({ viewport: { width, height: HEIGHT }, colorScheme });
    const page = await context.newPage();
    const path = (name: string): string => join(folder, `${name}-${String(width)}-${colorScheme}.png`);
    await page.goto(`${url}/console/sign-in`);
    await page.screenshot({ path: path('sign-in') });
    await page.fill('#token', token);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.side');
    for (const [name, target] of pages) {
      await page.goto(url + target, { waitUntil: 'load' });
      await page.screenshot({ path: path(name), fullPage: true });
    }
    await context.close();
  }
}

async function main([folder, ...parts]: readonly string[]): Promise<void> {
  if (folder === undefined)
    throw new Error('Name a folder: npm run screenshots -- <folder> [<part of a name> …]');
  mkdirSync(folder, { recursive: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-ledger-screenshots-'));
  const receiver = await startReceiver();
  const browser = await startChromium();
  const service = await startServiceProcess(dataDir, undefined, SETTINGS);
  try {
    const url = `http://127.0.0.1:${String(service.port)}`;
    const token = service.operatorToken ?? '';
    const sandbox = caller(url, { 'Api-Key': service.apiKey });
    const operator = caller(url, { Authorization: `Bearer ${token}` });
    const world = await fillWorld({ sandbox, operator }, receiver.url);
    const pages = Object.entries(pagesOf(world)).filter(
      ([name]) => parts.length === 0 || parts.some((part) => name.includes(part)),
    );
    await takePictures(browser, { folder, url, token }, pages);
    console.log(`${String((pages.length + 1) * VARIANTS.length)} pictures are in ${folder}.`);
  } finally {
    await browser.close();
    await service.stop();
    receiver.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
