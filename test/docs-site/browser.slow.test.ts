/** The documentation in a real browser: accessibility, layout, keyboard, and scripts. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { describeInBrowser, startBrowser } from '../support/browser.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const PAGES = [
  '/docs',
  '/docs/api',
  '/docs/api/users',
  '/docs/api/transfers',
  '/docs/api/objects',
  '/docs/api/errors',
  '/docs/api/event-types',
  '/docs/api/states',
  '/docs/operator/reviews',
  '/docs/guides/integrate',
  '/docs/guides/operations',
  '/docs/guides/money',
  '/docs/search?q=quote',
  '/docs/nothing',
];

/** Harmless console messages: a 404 response. */
const NOTES = /^Failed to load resource/;
const ABORTED = 'net::ERR_ABORTED';

type Display = {
  readonly width: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
};

describeInBrowser('The documentation in a browser', () => {
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

  const DISPLAYS = [
    { width: 360, colorScheme: 'light', pages: PAGES },
    { width: 1440, colorScheme: 'light', pages: ['/docs', '/docs/api/transfers'] },
    {
      width: 1440,
      colorScheme: 'dark',
      pages: ['/docs', '/docs/api/sandbox', '/docs/api/errors', '/docs/guides/money'],
    },
  ] as const;
  for (const { width, colorScheme, pages } of DISPLAYS)
    it(`has no serious accessibility findings at ${width} pixels, ${colorScheme}`, async () => {
      await openDisplay({ width, colorScheme });
      for (const at of pages) {
        await open(at);
        for (const each of (await page.locator('[data-try] > summary').all()).slice(0, 2)) await each.click();
        expect(await findings(), at).to.deep.equal([]);
      }
    }).timeout(120_000);

  for (const width of [320, 360, 768, 1440])
    it(`never scrolls sideways at ${width} pixels`, async () => {
      await openDisplay({ width });
      for (const at of PAGES) {
        await open(at);
        expect(await overflow(), at).to.equal(0);
      }
    });

  it('is complete without scripts', async () => {
    await openDisplay({ width: 360, javaScriptEnabled: false });
    await open('/docs/api/transfers');
    expect(await page.locator('[data-try]').first().isVisible()).to.equal(false);
    expect(await page.locator('.copy').count()).to.equal(0);
    await page.locator('.menu summary').click();
    await page.locator('.menu a[href="/docs/api/errors"]').click();
    await page.waitForURL('**/docs/api/errors');
    await page.locator('#q').fill('wallet frozen');
    await page.locator('#q').press('Enter');
    await page.waitForURL('**/docs/search?q=wallet+frozen');
    expect(await page.locator('.results a').first().innerText()).to.equal('wallet_frozen');
  });

  it('offers the content and the search to the keyboard', async () => {
    await openDisplay({ width: 1440 });
    await open('/docs/api/users');
    await page.keyboard.press('Tab');
    expect(await page.locator('.skip:focus').count()).to.equal(1);
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).to.equal('content');
  });

  describe('the search box', () => {
    const panel = (): Locator => page.locator('#found');
    const selected = (): Promise<string> => page.locator('#found [aria-selected="true"]').innerText();
    const type = async (text: string): Promise<void> => {
      await page.keyboard.press('/');
      await page.keyboard.type(text);
      await panel().locator('[role="option"]').first().waitFor();
    };

    it('gets the focus with a slash, and opens the selected result', async () => {
      await openDisplay({ width: 1440 });
      await open('/docs/api/users');
      await type('create a transfer');
      expect(await page.evaluate('document.activeElement.id')).to.equal('q');
      await page.keyboard.press('ArrowDown');
      expect(await selected()).to.contain('Create a transfer');
      expect(await page.locator('#q').getAttribute('aria-activedescendant')).to.equal('found-0');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/api/transfers#createTransfer');
    });

    it('highlights matches and selects with the arrow keys in both directions', async () => {
      await openDisplay({ width: 1440 });
      await open('/docs/api/users');
      await type('quote expired');
      expect(await panel().locator('mark').first().innerText()).to.equal('quote');
      const options = await panel().locator('[role="option"]').allInnerTexts();
      await page.keyboard.press('ArrowUp');
      expect(await selected()).to.equal(options.at(-1));
      await page.keyboard.press('ArrowDown');
      expect(await panel().locator('[aria-selected="true"]').count()).to.equal(0);
      await page.keyboard.press('ArrowDown');
      expect(await selected()).to.equal(options[0]);
    });

    it('closes with Escape, and when the focus leaves it', async () => {
      await openDisplay({ width: 1440 });
      await open('/docs/api/users');
      await type('wallet');
      await page.keyboard.press('Escape');
      expect(await panel().isVisible()).to.equal(false);
      expect(await page.locator('#q').inputValue()).to.equal('wallet');
      await page.keyboard.type(' frozen');
      await panel().waitFor();
      await page.keyboard.press('Tab');
      expect(await panel().isVisible()).to.equal(false);
    });

    it('opens results with the mouse, also on the same page', async () => {
      await openDisplay({ width: 1440 });
      await open('/docs/api/errors');
      await type('wallet frozen');
      await panel().locator('[role="option"]').first().click();
      await page.waitForURL('**/docs/api/errors#wallet_frozen');
      expect(await panel().isVisible()).to.equal(false);
    });

    it('shows all results after Enter', async () => {
      await openDisplay({ width: 1440 });
      await open('/docs/api/users');
      await type('wallet');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/search?q=wallet');
      expect(await page.locator('.results li').count()).to.be.above(12);
    });

    it('is accessible with results and without, in both color schemes', async () => {
      for (const [width, colorScheme] of [
        [360, 'light'],
        [1440, 'dark'],
      ] as const) {
        await openDisplay({ width, colorScheme });
        await open('/docs/api/users');
        await type('wallet');
        await page.keyboard.press('ArrowDown');
        expect(await findings()).to.deep.equal([]);
        expect(await overflow()).to.equal(0);
        await page.locator('#q').fill('zzzz');
        await page.getByText('No results').waitFor();
        expect(await findings()).to.deep.equal([]);
        if (width === 360) await context.close();
      }
    });
  });

  it('copies commands', async () => {
    await openDisplay({ width: 1440 });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.url });
    await open('/docs/api/users');
    const block = page.locator('#createUser [data-code]').first();
    await block.locator('.copy').click();
    await block.getByText('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).to.equal(await block.locator('pre').innerText());
    expect(copied).to.contain('curl -s "$BASE_URL/v1/users"');
  });

  describe('the request form', () => {
    const sent = async (id: string): Promise<{ status: string; text: string }> => {
      const form = page.locator(`#${id} form`);
      await form.locator('button').click();
      await form.locator('output .status').waitFor();
      const status = await form.locator('output .status').innerText();
      return { status, text: await form.locator('output pre').innerText() };
    };
    const unfold = (id: string): Promise<void> => page.locator(`#${id} [data-try] > summary`).click();

    it('sends the values of the form with the entered key', async () => {
      await openDisplay({ width: 1440 });
      await open('/docs/api/users');
      await unfold('createUser');
      await page.locator('#createUser-key').fill(service.credentials.sandbox_api_key);
      const made = await sent('createUser');
      expect(made.status, made.text).to.equal('201');
      const { id } = JSON.parse(made.text);
      // The next form knows the key, and the user that was just made.
      await unfold('getUser');
      expect(await page.locator('#getUser-user_id').inputValue()).to.equal(id);
      const read = await sent('getUser');
      expect([read.status, JSON.parse(read.text).id]).to.deep.equal(['200', id]);
      expect(await page.locator('#createUser .warning').count()).to.equal(0);
    });

    it('shows an error response', async () => {
      await openDisplay({ width: 360 });
      await open('/docs/api/users');
      await unfold('listUsers');
      const { status, text } = await sent('listUsers');
      expect([status, JSON.parse(text).error.code]).to.deep.equal(['401', 'invalid_api_key']);
    });

    it('warns about a production key and stores no key', async () => {
      await openDisplay({ width: 1440 });
      const key = service.credentials.production_api_key;
      await open('/docs/api/users');
      await unfold('listUsers');
      await page.locator('#listUsers-key').fill(key);
      await page.locator('#listUsers .warning').waitFor();
      expect((await sent('listUsers')).status).to.equal('200');
      const kept = await page.evaluate<string>(
        `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])`,
      );
      expect(kept).to.not.contain(key);
      expect(await context.cookies()).to.deep.equal([]);
      await page.reload();
      expect(await page.locator('#listUsers-key').inputValue()).to.equal('');
    });
  });
});
