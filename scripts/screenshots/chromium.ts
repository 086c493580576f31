/** Finds an installed Chromium. Nothing is downloaded. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

const CANDIDATES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const chromiumPath = CANDIDATES.find((path) => path !== undefined && path !== '' && existsSync(path));

/** Starts the browser. As root, Chromium does not run inside its sandbox. */
export function startChromium(): Promise<Browser> {
  if (chromiumPath === undefined)
    throw new Error('No Chromium was found. Install it or set CHROMIUM_PATH to its program.');
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: chromiumPath, args });
}
