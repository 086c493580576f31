/** A browser at the documentation of a service. Each test ends with a check that the page reported no problem. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Harmless console messages: a 404 response. */
const NOTES = /^Failed to load resource/;
const ABORTED = 'net::ERR_ABORTED';

type Display = {
  readonly width: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
};

/** Registers the hooks of a suite. Its tests start with `openDisplay`. */
export function useDocsBrowser() {
  let service: RunningService;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  before(async () => {
    service = await startTestService();
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(async () => {
    await context.close();
    expect(complaints.join('\n')).to.equal('');
  });

  async function openDisplay({ width, colorScheme = 'light', ...more }: Display): Promise<void> {
    context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme,
      ...more,
    });
    page = await context.newPage();
    complaints = [];
    page.on('console', (message) => {
      if (!NOTES.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('requestfailed', (request) => {
      // A newer query replaces the search for an older one.
      const isReplaced =
        request.url().includes('/docs/search.json') && request.failure()?.errorText === ABORTED;
      if (!isReplaced) complaints.push(`${request.url()} failed`);
    });
  }
  const open = async (at: string): Promise<void> => {
    await page.goto(service.url + at);
  };

  /** Axe findings that block users. */
  async function findings(): Promise<string[]> {
    await page.evaluate(AXE);
    return page.evaluate<string[]>(
      `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
          violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')))`,
    );
  }
  const overflow = (): Promise<number> =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  return {
    ...{ openDisplay, open, findings, overflow },
    get service() {
      return service;
    },
    get context() {
      return context;
    },
    get page() {
      return page;
    },
  };
}
