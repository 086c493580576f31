/** The documentation in a real browser: accessibility, layout, keyboard, and search. */
import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { readGuides } from '../../src/docs-site/guides.ts';
import { describeInBrowser } from '../support/browser.ts';
import { useDocsBrowser } from './docs-browser.ts';

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

describeInBrowser('The documentation in a browser', () => {
  const docs = useDocsBrowser();

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
      await docs.openDisplay({ width, colorScheme });
      for (const at of pages) {
        await docs.open(at);
        for (const each of (await docs.page.locator('[data-try] > summary').all()).slice(0, 2))
          await each.click();
        expect(await docs.findings(), at).to.deep.equal([]);
      }
    }).timeout(120_000);

  for (const width of [320, 360, 768, 1440])
    it(`never scrolls sideways at ${width} pixels`, async () => {
      await docs.openDisplay({ width });
      for (const at of PAGES) {
        await docs.open(at);
        expect(await docs.overflow(), at).to.equal(0);
      }
    });

  it('never breaks an identifier, on narrow and wide screens', async () => {
    for (const width of [320, 768]) {
      await docs.openDisplay({ width });
      const guides = readGuides().all.map(({ name }) => `/docs/guides/${name}`);
      for (const at of [...PAGES, ...guides, '/docs/errors/webhook_endpoint_limit_reached']) {
        await docs.open(at);
        const broken = await docs.page.evaluate<string[]>(
          `[...document.querySelectorAll('code:not(pre code, .long, .path, .pattern), .word, .path .param')]
            .filter((each) => new Set([...each.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            .map((each) => each.textContent)`,
        );
        expect(broken, at).to.deep.equal([]);
        expect(await docs.overflow(), at).to.equal(0);
      }
    }
  }).timeout(240_000);

  it('has one button to copy each example', async () => {
    await docs.openDisplay({ width: 1440 });
    for (const path of ['/docs/errors/wallet_frozen', '/docs/guides/webhooks', '/docs/api/errors']) {
      await docs.open(path);
      const examples = await docs.page.locator('[data-code], pre:not([data-code] pre)').count();
      expect(examples, path).to.be.greaterThan(0);
      expect(await docs.page.locator('button.copy').count(), path).to.equal(examples);
    }
  });

  it('is complete without scripts', async () => {
    await docs.openDisplay({ width: 360, javaScriptEnabled: false });
    await docs.open('/docs/api/transfers');
    expect(await docs.page.locator('[data-try]').first().isVisible()).to.equal(false);
    expect(await docs.page.locator('.copy').count()).to.equal(0);
    await docs.page.locator('.menu summary').click();
    await docs.page.locator('.menu a[href="/docs/api/errors"]').click();
    await docs.page.waitForURL('**/docs/api/errors');
    await docs.page.locator('#q').fill('wallet frozen');
    await docs.page.locator('#q').press('Enter');
    await docs.page.waitForURL('**/docs/search?q=wallet+frozen');
    expect(await docs.page.locator('.results a').first().innerText()).to.equal('wallet_frozen');
  });

  it('offers the content and the search to the keyboard', async () => {
    await docs.openDisplay({ width: 1440 });
    await docs.open('/docs/api/users');
    await docs.page.keyboard.press('Tab');
    expect(await docs.page.locator('.skip:focus').count()).to.equal(1);
    await docs.page.keyboard.press('Enter');
    expect(await docs.page.evaluate('document.activeElement.id')).to.equal('content');
  });

  describe('the search box', () => {
    const panel = (): Locator => docs.page.locator('#found');
    const selected = (): Promise<string> => docs.page.locator('#found [aria-selected="true"]').innerText();
    const type = async (text: string): Promise<void> => {
      await docs.page.keyboard.press('/');
      await docs.page.keyboard.type(text);
      await panel().locator('[role="option"]').first().waitFor();
    };

    it('gets the focus with a slash, and opens the selected result', async () => {
      await docs.openDisplay({ width: 1440 });
      await docs.open('/docs/api/users');
      await type('create a transfer');
      expect(await docs.page.evaluate('document.activeElement.id')).to.equal('q');
      await docs.page.keyboard.press('ArrowDown');
      expect(await selected()).to.contain('Create a transfer');
      expect(await docs.page.locator('#q').getAttribute('aria-activedescendant')).to.equal('found-0');
      await docs.page.keyboard.press('Enter');
      await docs.page.waitForURL('**/docs/api/transfers#createTransfer');
    });

    it('highlights matches and selects with the arrow keys in both directions', async () => {
      await docs.openDisplay({ width: 1440 });
      await docs.open('/docs/api/users');
      await type('quote expired');
      expect(await panel().locator('mark').first().innerText()).to.equal('quote');
      const options = await panel().locator('[role="option"]').allInnerTexts();
      await docs.page.keyboard.press('ArrowUp');
      expect(await selected()).to.equal(options.at(-1));
      await docs.page.keyboard.press('ArrowDown');
      expect(await panel().locator('[aria-selected="true"]').count()).to.equal(0);
      await docs.page.keyboard.press('ArrowDown');
      expect(await selected()).to.equal(options[0]);
    });

    it('closes with Escape, and when the focus leaves it', async () => {
      await docs.openDisplay({ width: 1440 });
      await docs.open('/docs/api/users');
      await type('wallet');
      await docs.page.keyboard.press('Escape');
      expect(await panel().isVisible()).to.equal(false);
      expect(await docs.page.locator('#q').inputValue()).to.equal('wallet');
      await docs.page.keyboard.type(' frozen');
      await panel().waitFor();
      await docs.page.keyboard.press('Tab');
      expect(await panel().isVisible()).to.equal(false);
    });

    it('opens results with the mouse, also on the same page', async () => {
      await docs.openDisplay({ width: 1440 });
      await docs.open('/docs/api/event-types');
      await type('transfer.created');
      await panel().locator('[role="option"]').first().click();
      await docs.page.waitForURL('**/docs/api/event-types#transfer.created');
      expect(await panel().isVisible()).to.equal(false);
    });

    it('shows all results after Enter', async () => {
      await docs.openDisplay({ width: 1440 });
      await docs.open('/docs/api/users');
      await type('wallet');
      await docs.page.keyboard.press('Enter');
      await docs.page.waitForURL('**/docs/search?q=wallet');
      expect(await docs.page.locator('.results li').count()).to.be.above(12);
    });

    it('is accessible with results and without, in both color schemes', async () => {
      for (const [width, colorScheme] of [
        [360, 'light'],
        [1440, 'dark'],
      ] as const) {
        await docs.openDisplay({ width, colorScheme });
        await docs.open('/docs/api/users');
        await type('wallet');
        await docs.page.keyboard.press('ArrowDown');
        expect(await docs.findings()).to.deep.equal([]);
        expect(await docs.overflow()).to.equal(0);
        await docs.page.locator('#q').fill('zzzz');
        await docs.page.getByText('No results').waitFor();
        expect(await docs.findings()).to.deep.equal([]);
        if (width === 360) await docs.context.close();
      }
    });
  });
});
