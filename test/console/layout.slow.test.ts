/** What pages look like, measured in a real browser: lines, heights, and what is aligned with what. */
import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describeInBrowser, startBrowser } from '../support/browser.ts';
import { addBreaks, startConsole } from './console-world.ts';
import type { ConsoleWorld } from './console-world.ts';

const BREAKS = '/console/reconciliation/sandbox';
const LISTS = [
  '/console/transfers',
  '/console/users',
  '/console/deliveries',
  '/console/activity',
  '/console/reviews',
  BREAKS,
];

/** Times in tables that are broken over two lines, and tables that are wider than their panel. */
const BROKEN_TIMES = `[...document.querySelectorAll('td time, th time')]
  .filter((each) => each.getClientRects().length > 0)
  .filter((each) => new Set([...each.getClientRects()].map(({ top }) => Math.round(top / 6))).size > 1).length`;
const WIDE_TABLES = `[...document.querySelectorAll('.sheet')].map((each) => each.scrollWidth - each.clientWidth).filter((each) => each > 1)`;

/** What cannot be seen without scrolling sideways, and IDs that two elements have. */
const FAULTS = `(() => {
  const wide = [...document.querySelectorAll('.sheet')].filter((each) => each.scrollWidth > each.clientWidth + 1);
  const isPageWide = document.documentElement.scrollWidth > innerWidth + 1;
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  return [
    ...wide.map((each) => 'wide: ' + each.innerText.slice(0, 40)),
    ...(isPageWide ? ['wide page'] : []),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => 'twice: ' + id),
  ];
})()`;

/** Pages with each kind of table, panel, and form. */
const pagesOf = (world: ConsoleWorld, breakId: string): readonly string[] => {
  const book = `/console/books/${world.integrator_id}/sandbox`;
  const integrator = `/console/integrators/${world.integrator_id}`;
  return [
    ...LISTS,
    ...['', '/health', '/projections', '/audit', '/rails', '/webhooks', '/proposals', '/tokens'].map(
      (path) => `/console${path}`,
    ),
    ...['/console/search?q=robin', '/console/metrics?environment=sandbox', '/console/treasury/sandbox'],
    ...[integrator, `${integrator}/keys/new`, `/console/keys/${world.key_id}/revoke`],
    ...[book, `${book}/users`, `${book}/transfers`, `${book}/deposits`],
    ...['?tab=accounts', '?tab=history'].map((tab) => `/console/users/${world.user_id}${tab}`),
    ...[`/console/users/${world.user_id}`, `/console/users/${world.under_review_id}/identity`],
    ...[`/console/wallets/${world.wallet_id}`, `/console/wallets/${world.wallet_id}/reward`],
    ...[world.transfer_id, world.held_id, world.offramp_id].map((id) => `/console/transfers/${id}`),
    ...[`/console/reviews/transfers/${world.held_id}`, `/console/reviews/people/${world.under_review_id}`],
    ...[`/console/transfers/${world.held_id}/reject`, `/console/proposals/${world.proposal_id}/approve`],
    ...[world.deposit_account_id, world.payout_account_id, world.quote_id].map(
      (id) => `/console/records/${id}`,
    ),
    ...[`/console/webhooks/${world.webhook_endpoint_id}`, `/console/deliveries/${world.webhook_delivery_id}`],
    ...[`${BREAKS}/accounts/bank_eft/usd`, `${BREAKS}/accounts/bank_eft/usd/match`],
    ...[`${BREAKS}/items/${breakId}`, `${BREAKS}/items/${breakId}/group`, `${BREAKS}/import`],
  ];
};

/** How far the text of a badge is from the text at the beginning of its row, in pixels. */
const BADGE_OFFSETS = `(() => {
  const baseline = (element) => {
    const probe = document.createElement('span');
    probe.style.cssText = 'display:inline-block;width:0;height:0';
    element.prepend(probe);
    const { bottom } = probe.getBoundingClientRect();
    probe.remove();
    return bottom;
  };
  return [...document.querySelectorAll('tbody tr')].flatMap((row) => {
    const text = row.querySelector('th a');
    const badge = row.querySelector('td > div > .badge:first-child');
    return text === null || badge === null ? [] : [Math.abs(baseline(text) - baseline(badge))];
  });
})()`;

const ROW_HEIGHTS = `[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height)`;

describeInBrowser('The layout of the console', function () {
  this.timeout(180_000);
  let world: ConsoleWorld;
  let breakId: string;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  before(async () => {
    world = await startConsole();
    breakId = await addBreaks(world);
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await world.close();
  });
  afterEach(() => context.close());

  async function open(width: number, path: string): Promise<void> {
    context = await browser.newContext({ viewport: { width, height: 860 } });
    page = await context.newPage();
    await page.goto(`${world.service.url}/console`);
    await page.fill('#token', world.tokens.admin);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.side');
    await go(path);
  }
  const go = (path: string) => page.goto(`${world.service.url}${path}`);
  const styleOf = (selector: string, property: string): Promise<string> =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`,
    );

  for (const width of [1440, 1280, 390])
    it(`keeps times on one line and tables in their panels at ${width} pixels`, async () => {
      await open(width, LISTS[0] ?? '');
      for (const path of LISTS) {
        await go(path);
        expect(await page.locator('tbody tr').count(), path).to.be.greaterThan(0);
        expect(await page.evaluate<number>(BROKEN_TIMES), `${path}: times`).to.equal(0);
        expect(await page.evaluate<number[]>(WIDE_TABLES), `${path}: tables`).to.deep.equal([]);
      }
    });

  for (const width of [1440, 1280, 1024, 768, 390, 320])
    it(`shows every page without scrolling sideways, and no ID twice, at ${width} pixels`, async () => {
      await open(width, '/console');
      for (const path of pagesOf(world, breakId)) {
        const status = (await go(path))?.status();
        expect(status, path).to.equal(200);
        expect(await page.evaluate<string[]>(FAULTS), path).to.deep.equal([]);
      }
    });

  it('puts badges on the line of the text beside them', async () => {
    await open(1440, '/console/transfers');
    for (const path of ['/console/transfers', '/console/users', '/console/health']) {
      await go(path);
      const offsets = await page.evaluate<number[]>(BADGE_OFFSETS);
      expect(offsets.length, path).to.be.greaterThan(0);
      expect(Math.max(...offsets), path).to.be.lessThan(1.5);
    }
  });

  it('shows tabs and filters in different shapes', async () => {
    await open(1440, '/console/reviews');
    expect(await styleOf('.tabs a[aria-current]', 'border-top-left-radius')).to.equal('0px');
    expect(await styleOf('.tabs a[aria-current]', 'border-bottom-width')).to.equal('2px');
    expect(parseFloat(await styleOf('.filters a[aria-current]', 'border-top-left-radius'))).to.be.greaterThan(
      16,
    );
    await go('/console/metrics?environment=sandbox');
    expect(await page.locator('.environments a[aria-current]').innerText()).to.equal('Sandbox');
    expect(await page.locator('.filters a[aria-current]').count()).to.equal(2);
  });

  it('has short rows on a phone', async () => {
    await open(390, LISTS[0] ?? '');
    for (const [path, most] of [
      ['/console/transfers', 104],
      ['/console/users', 84],
      ['/console/deliveries', 84],
      // The target is named in words.
      ['/console/activity', 104],
      [BREAKS, 140],
    ] as const) {
      await go(path);
      const heights = await page.evaluate<number[]>(ROW_HEIGHTS);
      expect(heights.length, path).to.be.greaterThan(0);
      expect(Math.max(...heights), path).to.be.at.most(most);
    }
  });

  it('adds up the lines and movements that are selected to settle them together', async () => {
    await open(1440, `${BREAKS}/items/${breakId}/group`);
    const sums = page.locator('output.sums');
    expect(await sums.innerText()).to.equal('Lines −75.00 USD, movements 0.00 USD, difference −75.00 USD');
    await page.getByText('Line: 75.00 USD').click();
    expect(await sums.innerText()).to.equal('Lines 0.00 USD, movements 0.00 USD, difference 0.00 USD');
    expect(await sums.getAttribute('data-tone')).to.equal('ok');
    await page.getByText('Movement: ').first().click();
    expect(await sums.getAttribute('data-tone')).to.equal('wait');
  });

  it('asks for the movement of a link, and offers a break to the operator first', async () => {
    await open(1440, `${BREAKS}/items/${breakId}`);
    await page.check('input[value="link"]', { force: true });
    expect(await page.locator('#movement_id').inputValue()).to.equal('');
    await page.fill('#reason', 'They belong together.');
    await page.locator('form button.main').click();
    await page.waitForSelector('.problems');
    expect(await page.locator('.problems li').innerText()).to.contain('Select the movement');
    await go(`${BREAKS}/items/${breakId}/owner`);
    expect(await page.locator('#assigned_to option:checked').innerText()).to.equal('Me');
  });

  it('folds the columns of a CSV file until they are in use', async () => {
    await open(1440, `${BREAKS}/import`);
    expect(await page.locator('#booked_on').isVisible()).to.equal(false);
    await page.getByText('Columns of a CSV file').click();
    expect(await page.locator('#booked_on').isVisible()).to.equal(true);
    await page.selectOption('#format', 'csv');
    await page.fill('#booked_on', 'Date');
    await page.setInputFiles('#file', {
      name: 'statement.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Date,Amount\n2026-03-02,1.00\n'),
    });
    await page.locator('form button.main').click();
    await page.waitForSelector('.problems');
    expect(await page.locator('#booked_on').inputValue()).to.equal('Date');
    expect(await page.locator('#booked_on').isVisible()).to.equal(true);
  });

  it('moves through every list with keys, and lists the keys on request', async () => {
    await open(1440, '/console/transfers');
    await page.keyboard.press('?');
    await page.waitForSelector('#shortcuts[open]');
    expect(await page.locator('#shortcuts').innerText()).to.match(/j\s+next row/);
    await page.keyboard.press('j');
    expect(await page.locator('tbody tr:focus').count()).to.equal(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const second = page.locator('tbody tr').nth(1);
    expect(await second.evaluate((row) => row.matches(':focus'))).to.equal(true);
    const href = await second.locator('th a').getAttribute('href');
    await page.keyboard.press('o');
    await page.waitForURL(`**${String(href)}`);
    await go(BREAKS);
    await page.keyboard.press('j');
    await page.keyboard.press('m');
    await page.waitForSelector('.flash');
    expect(await page.locator('.flash').innerText()).to.contain('The break is assigned to');
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    await page.waitForURL('**/items/*');
    expect(await page.locator('h1').innerText()).to.equal('Decide about a break');
    await page.locator('[data-keys]').click();
    await page.waitForSelector('#shortcuts[open]');
  });
});
