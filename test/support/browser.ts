/** A real browser without a window, for the pages that people see. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { skip } from './skip.ts';

const CANDIDATES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const executablePath = CANDIDATES.find((path) => path !== undefined && path !== '' && existsSync(path));

/** A suite that needs a browser, and is skipped where none is installed. */
export function describeInBrowser(title: string, suite: (this: Mocha.Suite) => void): void {
  describe(title, function () {
    if (executablePath !== undefined) suite.call(this);
    else
      it('works', function () {
        skip(this, 'needs Chromium: install it or set CHROMIUM_PATH');
      });
  });
}

/** Starts the browser. As root, Chromium does not run inside its sandbox. */
export function startBrowser(): Promise<Browser> {
  if (executablePath === undefined) throw new Error('No Chromium was found.');
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args });
}
