/** A real browser without a window, for the pages that people see. Suites that need one skip themselves where there is none. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

const PLACES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where a Chromium is; undefined where none was found. */
export const chromiumPath = (): string | undefined =>
  PLACES.find((path) => path !== undefined && path !== '' && existsSync(path));

/** Starts it. As root, Chromium runs without its sandbox or not at all. */
export function startBrowser(executablePath: string): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args });
}
