/** The pages in a real browser, without scripts: with the keyboard, on small screens, and in dark mode. */
import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { LANGUAGES } from '../../src/hosted/languages/language.ts';
import type { Brand } from '../../src/platform/books.ts';
import { expectNoViolations } from '../support/axe.ts';
import { describeInBrowser, startBrowser } from '../support/browser.ts';
import { pngOf } from '../support/images.ts';
import { startMemoryApp, type MemoryApp } from '../support/memory-app.ts';
import { expectAccessible } from './accessibility.ts';
import { PERSON, newLinks, newPayment, transferNow, userNow } from './hosted-support.ts';

/** Harmless console messages: 4xx responses, and autofocus after a key was pressed. */
const NOTES = /^(?:Failed to load resource|Autofocus processing was blocked)/;

const BRAND: Brand = {
  display_name: 'Acme Games',
  color: '#ffd400',
  logo: { media_type: 'image/png', data: pngOf(64).toString('base64') },
  support_contact: 'help@acme.example',
  privacy_url: 'https://acme.example/privacy',
};

type Display = { readonly width: number; readonly colorScheme: 'light' | 'dark' };
const DISPLAYS: readonly Display[] = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
];

describeInBrowser('The pages in a browser', () => {
  let app: MemoryApp;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** Console errors, such as blocked styles, scripts, or forms. */
  let complaints: string[];

  before(async () => {
    app = await startMemoryApp();
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await app.close();
  });

  async function openDisplay(
    { width, colorScheme }: Display,
    javaScriptEnabled = false,
    bypassCSP = false,
  ): Promise<void> {
    context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      javaScriptEnabled,
      bypassCSP,
    });
    page = await context.newPage();
    complaints = [];
    page.on('console', (message) => {
      if (!NOTES.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
  }
  beforeEach(() => openDisplay({ width: 1440, colorScheme: 'light' }));
  afterEach(async () => {
    await context.close();
    expect(complaints).to.deep.equal([]);
  });

  const heading = () => page.locator('h1').innerText();
  const keys = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await page.keyboard.press(name);
  };
  /** Goes on with Tab until the element has the focus. */
  async function tabTo(selector: string): Promise<void> {
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab');
      if ((await page.locator(`${selector}:focus`).count()) === 1) return;
    }
    throw new Error(`the keyboard never comes to ${selector}`);
  }

  describe('with the keyboard', () => {
    it('complete the sandbox check and redirect back', async () => {
      const back = `${app.url}/healthz`;
      const { user_id, kyc } = await newLinks(app, { redirect_url: back });
      await page.goto(kyc);
      await tabTo('button');
      await keys('Enter');
      await page.waitForSelector('.problems:focus');
      expect(await page.locator('title').textContent()).to.equal('Error: Confirm your identity');
      await tabTo('.problems a');
      await keys('Enter');
      await page.waitForSelector('#outcome:focus');
      await keys('Space', 'ArrowDown', 'ArrowDown', 'ArrowDown');
      expect(await page.locator('input:checked').getAttribute('value')).to.equal('rejected');
      await tabTo('#reason_code');
      await page.keyboard.type('The doc');
      await tabTo('#reason_message');
      await page.keyboard.type('Blurred');
      await tabTo('button');
      await keys('Enter');
      await page.waitForURL(back);
      const { kyc_status, rejection_reasons } = await userNow(app, user_id);
      expect(kyc_status).to.equal('rejected');
      expect(rejection_reasons).to.deep.equal([{ code: 'document_expired', message: 'Blurred' }]);
    });

    it('submit identity data after correcting errors', async () => {
      const { user_id, kyc } = await newLinks(app, { production: true });
      await page.goto(kyc);
      for (const [name, value] of Object.entries({ ...PERSON, birth_month: '13' })) {
        await tabTo(`#${name}`).catch(() => page.locator(`#${name}`).focus());
        await page.keyboard.type(name === 'country' ? 'Canada' : value);
      }
      await keys('Enter');
      await page.waitForSelector('.problems');
      expect(await page.locator('.problems li').allInnerTexts()).to.deep.equal([
        'Enter a valid date of birth',
      ]);
      expect(await page.locator('#first_name').inputValue()).to.equal('Ada');
      expect(await page.locator('#country').inputValue()).to.equal('CA');
      expect(await page.locator('#birth_month').getAttribute('aria-invalid')).to.equal('true');
      await tabTo('#birth_month');
      await page.keyboard.type('3');
      await keys('Enter');
      await page.waitForURL(`${kyc}/done`);
      expect(await heading()).to.equal('We’re checking your details');
      expect((await userNow(app, user_id, true)).kyc_status).to.equal('under_review');
    });

    it('accept the terms', async () => {
      const { user_id, terms } = await newLinks(app);
      await page.goto(terms);
      await tabTo('button');
      await keys('Enter');
      await page.waitForSelector('.problems');
      await tabTo('#accept');
      await keys('Space');
      await tabTo('button');
      await keys('Enter');
      await page.waitForURL(`${terms}/done`);
      expect(await heading()).to.equal('You’ve accepted the terms');
      expect((await userNow(app, user_id)).terms_status).to.equal('approved');
    });

    it('approve a payment', async () => {
      const { url, transfer_id } = await newPayment(app);
      await page.goto(url);
      await tabTo('button[value="pay"]');
      await keys('Enter');
      await page.waitForSelector('.seal');
      expect(await heading()).to.equal('The payment is approved');
      expect((await transferNow(app, transfer_id)).state).to.equal('completed');
    });

    it('skip to the content', async () => {
      await page.goto((await newLinks(app)).kyc);
      await keys('Tab', 'Enter', 'Tab');
      expect(await page.locator('input[type="radio"]:focus').count()).to.equal(1);
    });
  });

  describe('submitted twice', () => {
    it('show the first result, also after the back button', async () => {
      const { user_id, kyc } = await newLinks(app);
      await page.goto(kyc);
      await page.locator('label', { hasText: 'Approved' }).click();
      await page.locator('button').dblclick();
      await page.waitForURL(`${kyc}/done`);
      expect(await heading()).to.equal('Your identity is confirmed');
      await page.goBack();
      expect(await heading()).to.equal('This link was already used');
      expect((await userNow(app, user_id)).version).to.equal(3);
    });
  });

  it('show deadlines in the time zone of the reader', async () => {
    await context.close();
    await openDisplay({ width: 320, colorScheme: 'light' }, true);
    const { url } = await newPayment(app);
    await page.goto(url);
    const shown = await page.locator('time').innerText();
    const zone = new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts(new Date());
    expect(shown).to.contain(zone.find(({ type }) => type === 'timeZoneName')?.value);
  });

  it('mirror for languages that are written from right to left', async () => {
    const { kyc } = await newLinks(app, { production: true });
    const { url } = await newPayment(app);
    for (const display of DISPLAYS.filter(({ colorScheme }) => colorScheme === 'light')) {
      await context.close();
      await openDisplay(display, true);
      for (const target of [kyc, url]) {
        await page.goto(target);
        const edges = () =>
          page.evaluate<[number, number]>(`(() => {
            const range = document.createRange();
            range.selectNodeContents(document.querySelector('h1'));
            const [text, card] = [range, document.querySelector('.card')].map((each) => each.getBoundingClientRect());
            return [text.left - card.left, card.right - text.right].map(Math.round);
          })()`);
        const [start] = await edges();
        await page.evaluate('document.documentElement.dir = "rtl"');
        const [, end] = await edges();
        expect(end, target).to.equal(start);
        await expectAccessible(page);
      }
    }
  });

  it('are accessible with a brand, in every language and the dark', async () => {
    const branded = await startMemoryApp({ brand: BRAND });
    try {
      const { kyc } = await newLinks(branded, { production: true });
      const { terms } = await newLinks(branded);
      const { url } = await newPayment(branded);
      for (const display of DISPLAYS) {
        await context.close();
        await openDisplay(display, true);
        for (const { locale } of LANGUAGES) {
          for (const each of [url, terms, kyc]) {
            await page.goto(`${each}?locale=${locale}`);
            await expectAccessible(page, locale);
          }
          expect(await page.evaluate('document.querySelector(".logo").naturalWidth')).to.equal(64);
        }
      }
      await context.close();
      await openDisplay({ width: 390, colorScheme: 'light' }, true, true);
      for (const { locale } of LANGUAGES)
        for (const each of [url, terms, kyc]) {
          await page.goto(`${each}?locale=${locale}`);
          await expectNoViolations(page);
        }
    } finally {
      await branded.close();
    }
  }).timeout(180_000);

  for (const { width, colorScheme } of DISPLAYS) {
    it(`are accessible and fit at ${width} pixels, ${colorScheme}`, async () => {
      await context.close();
      // Scripts are on so that the test can measure.
      await openDisplay({ width, colorScheme }, true);
      const sandbox = await newLinks(app, { redirect_url: 'https://shop.example/' });
      const live = await newLinks(app, { production: true });
      const business = await newLinks(app, {
        production: true,
        user: { type: 'business', business_name: 'B' },
      });
      const payment = await newPayment(app, { first_name: 'W'.repeat(100), last_name: 'X' });
      for (const url of [sandbox.kyc, sandbox.terms, live.kyc, business.kyc, payment.url, `${live.kyc}x`]) {
        await page.goto(url);
        await expectAccessible(page);
      }
      await page.goto(live.kyc);
      await page.locator('button').click();
      await expectAccessible(page);
      await page.goto(sandbox.kyc);
      await page.locator('label', { hasText: 'Incomplete' }).click();
      await expectAccessible(page);
      await page.locator('#reason_code').selectOption('other');
      await page.locator('#reason_message').fill('M'.repeat(400));
      await page.goto(payment.url);
      await page.locator('button', { hasText: 'Decline' }).click();
      await expectAccessible(page);
    });
  }
});
