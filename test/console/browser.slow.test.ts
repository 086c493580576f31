/** The console in a real browser: small and large screens, dark mode, keyboard only, and without scripts. */
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describeInBrowser, startBrowser } from '../support/browser.ts';
import { waitFor } from '../support/wait-for.ts';
import { addBreaks, startConsole } from './console-world.ts';
import type { ConsoleWorld } from './console-world.ts';

/** Expected browser messages: 4xx responses, and autofocus blocked by earlier keyboard input. */
const NOTES =
  /^(?:Failed to load resource: the server responded with a status of 4|Autofocus processing was blocked)/;
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Reports violations only, and does not preload stylesheets. */
const axeRun = (only: string | undefined): string =>
  `axe.run(${JSON.stringify({
    resultTypes: ['violations'],
    preload: false,
    ...(only === undefined ? {} : { runOnly: [only] }),
  })})`;

type Display = { readonly width: number; readonly colorScheme: 'light' | 'dark' };
const DISPLAYS: readonly Display[] = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
];

type Violation = {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
};

describeInBrowser('The console in a browser', function () {
  this.timeout(360_000);
  let world: ConsoleWorld;
  let breakId: string;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** Browser errors: blocked styles or scripts, exceptions, and rejected promises. */
  let complaints: string[];

  before(async () => {
    world = await startConsole();
    breakId = await addBreaks(world);
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await world.close();
  });
  afterEach(async () => {
    await context.close();
    expect(complaints).to.deep.equal([]);
  });

  const at = (target: string): string => `${world.service.url}${target}`;

  async function openPage(
    { width, colorScheme }: Display,
    {
      javaScriptEnabled = true,
      bypassCSP = false,
      timezoneId = 'UTC',
    }: { javaScriptEnabled?: boolean; bypassCSP?: boolean; timezoneId?: string } = {},
  ): Promise<void> {
    const viewport = { width, height: 860 };
    const options = { viewport, colorScheme, javaScriptEnabled, bypassCSP, timezoneId };
    context = await browser.newContext(options);
    page = await context.newPage();
    complaints = [];
    page.on('console', (message) => {
      if (!NOTES.test(message.text())) complaints.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  }

  async function signIn(): Promise<void> {
    await page.goto(at('/console'));
    await page.fill('#token', world.tokens.admin);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.side');
  }

  /** Paths of all pages. */
  const paths = (): readonly string[] => {
    const { integrator_id, user_id, wallet_id, coin_wallet_id, transfer_id, held_id, key_id, token_id } =
      world;
    const book = `/console/books/${integrator_id}/sandbox`;
    return [
      '/console?environment=sandbox',
      '/console/search?q=nothing+like+it',
      '/console/search?q=1840.00',
      '/console/nothing',
      '/console/transfers',
      '/console/transfers?state=completed&kind=user_to_user&from=2026-01-01&amount_min=1.00&order=oldest',
      '/console/transfers?state=undeliverable&rail=bank_eft',
      '/console/users',
      '/console/views/new?page=/console/transfers&query=kind%3Dofframp',
      '/console/integrators',
      '/console/integrators/new',
      `/console/integrators/${integrator_id}`,
      `/console/integrators/${integrator_id}/keys/new`,
      `/console/keys/${key_id}`,
      `/console/keys/${key_id}/rotate`,
      `/console/keys/${key_id}/revoke`,
      book,
      `/console/books/${integrator_id}/production`,
      `${book}/users`,
      `${book}/transfers`,
      `${book}/deposits`,
      `/console/users/${user_id}`,
      `/console/users/${user_id}/notes/new`,
      `/console/users/${world.under_review_id}/identity`,
      `/console/wallets/${wallet_id}`,
      `/console/wallets/${coin_wallet_id}`,
      `/console/wallets/${wallet_id}/statements/${new Date().toISOString().slice(0, 7)}/page`,
      `/console/wallets/${wallet_id}/freeze`,
      `/console/wallets/${wallet_id}/reward`,
      `/console/transfers/${transfer_id}`,
      `/console/transfers/${world.offramp_id}`,
      `/console/transfers/${held_id}/reject`,
      `/console/records/${world.payout_account_id}`,
      `/console/records/${world.deposit_account_id}`,
      `/console/records/${world.quote_id}`,
      '/console/reviews',
      '/console/reviews/identities',
      `/console/reviews/transfers/${held_id}`,
      `/console/reviews/people/${world.under_review_id}`,
      '/console/proposals',
      `/console/proposals/${world.proposal_id}/approve`,
      '/console/treasury/sandbox',
      '/console/treasury/production',
      '/console/treasury/sandbox/trade',
      '/console/treasury/sandbox/allocate',
      '/console/rails',
      '/console/rails/sandbox/bank_eft',
      '/console/metrics?environment=sandbox',
      '/console/metrics?environment=sandbox&by=integrator',
      '/console/webhooks',
      `/console/webhooks/${world.webhook_endpoint_id}`,
      `/console/webhooks/${world.webhook_endpoint_id}/rotate`,
      '/console/deliveries',
      `/console/deliveries/${world.webhook_delivery_id}`,
      '/console/projections',
      '/console/health',
      '/console/projections/wallets/rebuild',
      '/console/audit',
      '/console/activity',
      '/console/sessions',
      '/console/reconciliation/sandbox',
      '/console/reconciliation/sandbox?assigned=me',
      '/console/reconciliation/sandbox/breaks',
      '/console/reconciliation/sandbox/accounts/bank_eft/usd',
      '/console/reconciliation/sandbox/accounts/bank_eft/usd/match',
      `/console/reconciliation/sandbox/items/${breakId}`,
      `/console/reconciliation/sandbox/items/${breakId}/group`,
      `/console/reconciliation/sandbox/items/${breakId}/owner`,
      '/console/reconciliation/sandbox/import',
      '/console/reconciliation/sandbox/collect',
      '/console/reconciliation/sandbox/days',
      `/console/reconciliation/sandbox/days/${new Date().toISOString().slice(0, 10)}`,
      '/console/tokens',
      '/console/permissions',
      '/console/tokens/new',
      `/console/tokens/${token_id}/expiry`,
      `/console/tokens/${token_id}/revoke`,
    ];
  };

  const overflow = (): Promise<number> =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  /** Expects no accessibility violations that axe rates serious or critical. */
  async function expectAccessible(only?: string): Promise<void> {
    await page.addScriptTag({ path: AXE });
    const found = await page.evaluate<{ violations: readonly Violation[] }>(axeRun(only));
    const grave = found.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    expect(grave, page.url()).to.deep.equal([]);
    expect(await overflow(), `${page.url()}: sideways scrolling`).to.equal(0);
    expect(await page.locator('h1').count(), page.url()).to.equal(1);
  }

  for (const each of DISPLAYS) {
    it(`is accessible and fits the screen at ${each.width} pixels, ${each.colorScheme}`, async () => {
      await openPage(each, { bypassCSP: true });
      // Dark mode only changes colors.
      const rules = each.colorScheme === 'dark' ? 'color-contrast' : undefined;
      await page.goto(at('/console'));
      await expectAccessible(rules);
      await signIn();
      for (const path of paths()) {
        await page.goto(at(path));
        await expectAccessible(rules);
      }
      await page.goto(at(`/console/wallets/${world.wallet_id}/freeze`));
      await page.locator('form button.danger').click();
      await page.waitForSelector('.problems');
      await expectAccessible();
    });
  }

  it('obeys its content security policy on every page and draws the charts', async () => {
    await openPage({ width: 1440, colorScheme: 'light' });
    await signIn();
    for (const path of paths()) await page.goto(at(path));
    await page.goto(at('/console/health'));
    await page.waitForSelector('.uplot canvas');
    expect(await page.locator('.uplot canvas').count()).to.be.at.least(4);
    await page.goto(at('/console/metrics?environment=sandbox'));
    await page.waitForSelector('.uplot canvas');
    expect(await page.locator('.uplot canvas').count()).to.equal(2);
    await waitFor('the value is updated', async () => {
      const points = await page.locator('[data-figure="supply"]').innerText();
      return points.startsWith('17,750.00') ? true : undefined;
    });
  });

  it('works with the keyboard only', async () => {
    await openPage({ width: 1440, colorScheme: 'light' });
    await signIn();
    const tabTo = async (selector: string): Promise<void> => {
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press('Tab');
        if ((await page.locator(`${selector}:focus`).count()) === 1) return;
      }
      throw new Error(`no Tab key press reaches ${selector}`);
    };
    await page.keyboard.press('Tab');
    expect(await page.locator('.skip:focus').isVisible()).to.equal(true);
    await page.keyboard.press('Enter');
    expect(await page.locator('main:focus').count()).to.equal(1);
    await page.goto(at('/console'));
    await tabTo('.navigation a[href="/console/rails"]');
    await page.keyboard.press('Enter');
    await page.waitForURL(at('/console/rails'));
    await page.goto(at(`/console/wallets/${world.coin_wallet_id}`));
    await tabTo('a.danger');
    await page.keyboard.press('Enter');
    await tabTo('#reason');
    await page.keyboard.type('By keyboard.');
    await tabTo('form button.danger');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.problems:focus');
    await tabTo('.problems a');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#confirm:focus');
    await page.keyboard.press('Space');
    await tabTo('form button.danger');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.flash');
    expect(await page.locator('.flash').innerText()).to.equal('The wallet is frozen.');
  });

  it('opens and closes its menu on a small screen', async () => {
    await openPage({ width: 360, colorScheme: 'light' });
    await signIn();
    expect(await page.locator('.navigation a').first().isVisible()).to.equal(false);
    await page.locator('.menu').focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('.navigation a[href="/console/reviews"]').isVisible()).to.equal(true);
    await page.keyboard.press('Escape');
    expect(await page.locator('.navigation a').first().isVisible()).to.equal(false);
    await page.locator('.menu').click();
    await page.locator('.navigation a[href="/console/reviews"]').click();
    await page.waitForURL(at('/console/reviews'));
  });

  it('searches with the keyboard, and suggests pages, people, and amounts', async () => {
    await openPage({ width: 1440, colorScheme: 'light' }, { bypassCSP: true });
    await signIn();
    await page.keyboard.press('/');
    await page.waitForSelector('#q:focus');
    await page.waitForSelector('#suggestions li:has-text("Treasury")');
    await page.keyboard.type('1,840.00');
    const option = page.locator('#suggestions li:has-text("1840.00")').first();
    await option.waitFor();
    expect(await option.innerText()).to.include('Ada → Ada');
    await page.addScriptTag({ path: AXE });
    // The script evaluates to a promise of the results of axe.
    const { violations } = await page.evaluate<{ violations: Violation[] }>(axeRun(undefined));
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).to.deep.equal([]);
    if (process.env['SCREENSHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['SCREENSHOTS']}/search.png` });
    await page.keyboard.press('Escape');
    expect(await page.locator('#suggestions').isVisible()).to.equal(false);
    await page.locator('h1').click();
    await page.keyboard.press('Control+k');
    await page.waitForSelector('#q:focus');
    await page.keyboard.type('webh');
    await page.waitForSelector('#suggestions li:has-text("Webhooks")');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(at('/console/webhooks'));
  });

  it('shows times of the time zone of the browser, with UTC on hover', async () => {
    for (const [timezoneId, zone] of [
      ['Asia/Kolkata', 'GMT+5:30'],
      ['UTC', 'UTC'],
    ] as const) {
      await openPage({ width: 1440, colorScheme: 'light' }, { timezoneId });
      await signIn();
      await page.goto(at(`/console/transfers/${world.transfer_id}`));
      const time = page.locator('time:has(.moment)').first();
      const iso = (await time.getAttribute('datetime')) ?? '';
      const local = new Date(Date.parse(iso) + (zone === 'UTC' ? 0 : 330 * 60_000)).toISOString();
      const text = (utc: string): string => utc.slice(0, 19).replace('T', ' ');
      expect(await time.innerText()).to.equal(`${text(local)} ${zone}`);
      expect(await time.getAttribute('title')).to.equal(zone === 'UTC' ? null : `${text(iso)} UTC`);
      await context.close();
    }
  });

  it('copies IDs', async () => {
    await openPage({ width: 1440, colorScheme: 'light' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.service.url });
    await signIn();
    await page.goto(at(`/console/wallets/${world.wallet_id}`));
    await page.locator('.lead .copy').click();
    await page.waitForSelector('.lead .copy[data-copied]');
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(world.wallet_id);
  });

  it('submits a form once on double click', async () => {
    await openPage({ width: 1440, colorScheme: 'light' });
    await signIn();
    await page.goto(at(`/console/wallets/${world.wallet_id}/reward`));
    await page.fill('#amount', '3.00');
    await page.fill('#description', 'Doubled');
    await page.locator('form button.main').dblclick();
    await page.waitForSelector('.flash');
    await page.goto(at(`/console/wallets/${world.wallet_id}`));
    expect(await page.locator('tr', { hasText: 'Doubled' }).count()).to.equal(1);
  });

  it('works without scripts', async () => {
    await openPage({ width: 1440, colorScheme: 'light' }, { javaScriptEnabled: false });
    await signIn();
    await page.goto(at('/console/health'));
    await page.locator('details summary').first().click();
    expect(await page.locator('details table').first().isVisible()).to.equal(true);
    expect(
      await page
        .locator('.copy')
        .first()
        .isVisible()
        .catch(() => false),
    ).to.equal(false);
    await page.goto(at('/console/integrators/new'));
    await page.fill('#name', 'Scriptless');
    await page.locator('form button.main').dblclick();
    await page.waitForSelector('.flash');
    expect(await page.locator('h1').innerText()).to.equal('Scriptless');
    await page.goto(at('/console/integrators'));
    expect(await page.locator('th', { hasText: 'Scriptless' }).count()).to.equal(1);
  });
});
