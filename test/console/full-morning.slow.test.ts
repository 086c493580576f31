/** A full morning of an operator in a real browser: many reviews, a late payout, many breaks, two days, and a customer. */
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import {
  expectBody,
  fundedWallet,
  newPayoutAccount,
  newUser,
  newWallet,
  submittedOfframp,
  transferBody,
} from '../support/api-steps.ts';
import { expectNoViolations } from '../support/axe.ts';
import { describeInBrowser, startBrowser } from '../support/browser.ts';
import { createOperatorClient, type Client } from '../support/client.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { statementOf, type TestLine } from '../support/statements.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const REVIEWS = 21;
/** Each pair of a line and a movement without a common reference is two breaks. */
const PAIRS_PER_DAY = 40;
const FEES_PER_DAY = 9;
const BREAKS = 2 * (2 * PAIRS_PER_DAY + FEES_PER_DAY);
const HERE = '/console/reconciliation/sandbox';

describeInBrowser('A full morning of an operator', function () {
  this.timeout(300_000);
  let service: RunningService;
  let admin: Client;
  let browser: Browser;
  let page: Page;
  /** The clock of the service behind the real one. */
  let behindMs = 2 * DAY_MS;
  const days = [2, 1].map((ago) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10));
  let payout: string;
  const seconds: string[] = [];
  let checkingMs = 0;

  before(async () => {
    const reviews = { amount_at_least: { user_to_user: '200.00' } };
    service = await startTestService({}, () => Date.now() - behindMs, { reviews });
    admin = createOperatorClient(service.url, service.credentials.operator_token);
    await firstDay();
    behindMs = DAY_MS;
    await deposits(0);
    behindMs = 0;
    browser = await startBrowser();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
    page = await context.newPage();
    await page.goto(`${service.url}/console`);
    await page.fill('#token', service.credentials.operator_token);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.side');
  });
  after(async () => {
    console.log(`      ${seconds.join(', ')}`);
    await browser.close();
    await service.close();
  });

  /** Deposits of one day: 10.00, 10.01, and so on. Each funds a wallet of its own. */
  async function deposits(from: number): Promise<void> {
    for (let at = from; at < PAIRS_PER_DAY; at++)
      await fundedWallet(service.sandbox, { cashable: String(1_000 + at) });
  }

  /** Transfers in review, a payout that its bank does not confirm, and a customer. */
  async function firstDay(): Promise<void> {
    const { sandbox } = service;
    const wallet = await fundedWallet(sandbox, { cashable: '1000.00', earned: '9000.00' });
    const to = await newWallet(sandbox);
    for (let at = 0; at < REVIEWS; at++)
      expectBody(await sandbox.post('/v1/transfers', transferBody(wallet.id, to.id, `${200 + at}.00`)), 201);
    const payer = await fundedWallet(sandbox, { cashable: '1001.00' });
    const account = await newPayoutAccount(sandbox, payer.user_id);
    payout = (await submittedOfframp(sandbox, payer.id, account.id, '500.00')).id as string;
    await newUser(sandbox, { first_name: 'Ines', last_name: 'Lindqvist' });
    await deposits(2);
  }

  /** The lines of a day: the amounts of its deposits, and fees, without a reference that the books know. */
  const linesOf = (day: string): readonly TestLine[] => [
    ...Array.from({ length: PAIRS_PER_DAY }, (_, at) => ({
      ...{ day, reference: `B-${day}-${at}` },
      amount: (10 + at / 100).toFixed(2),
    })),
    ...Array.from({ length: FEES_PER_DAY }, (_, at) => ({
      ...{ day, reference: `FEE-${day}-${at}`, amount: (-0.1 - at / 100).toFixed(2) },
    })),
  ];

  async function open(path: string): Promise<void> {
    await page.goto(`${service.url}${path}`);
    await expectAccessible();
  }
  async function expectAccessible(): Promise<void> {
    const startedAt = performance.now();
    await expectNoViolations(page);
    checkingMs += performance.now() - startedAt;
  }
  /** Without the time that checks of accessibility take. */
  async function timed(what: string, run: () => Promise<void>): Promise<void> {
    const startedAt = performance.now() - checkingMs;
    await run();
    seconds.push(`${what}: ${((performance.now() - checkingMs - startedAt) / 1_000).toFixed(1)} s`);
  }
  const shown = () => page.locator('main').innerText();
  const submit = () => page.locator('main form button.main').first().click();

  it(`decides ${REVIEWS} reviews in as many decisions`, () =>
    timed(`${REVIEWS} reviews`, async () => {
      await open('/console');
      await page.getByRole('link', { name: `${REVIEWS} transfers in review` }).click();
      await expectAccessible();
      await page.getByRole('link', { name: 'Decide one by one' }).click();
      await expectAccessible();
      for (let decision = 1; decision <= REVIEWS; decision++) {
        await page.fill('#message', 'The invoice fits.');
        const before = page.url();
        if (decision % 7 === 0) {
          await page.selectOption('#code', 'other');
          await page.getByRole('button', { name: 'Reject', exact: true }).click();
        } else await page.getByRole('button', { name: 'Approve', exact: true }).click();
        await page.waitForURL((url) => url.href !== before);
      }
      expect(new URL(page.url()).pathname).to.equal('/console/reviews');
      await expectAccessible();
      const { data } = expectBody(await admin.get('/operator/v1/reviews'), 200);
      expect(data).to.deep.equal([]);
    }));

  it('explains a missing payout, from the overview to one sentence', () =>
    timed('a missing payout', async () => {
      await open('/console');
      await page.getByRole('link', { name: '1 payout is overdue at its bank' }).click();
      await expectAccessible();
      await page.locator(`main a[href="/console/transfers/${payout}"]`).first().click();
      await page.waitForURL(`**/console/transfers/${payout}`);
      await expectAccessible();
      expect(await shown()).to.match(/Waiting for the bank since .+, expected .+, .+ late/);
    }));

  it(`works down ${BREAKS} breaks`, () =>
    timed(`${BREAKS} breaks`, async () => {
      let closing = '0.00';
      for (const day of days) {
        const more = { opened_on: day, closed_on: day, opening_balance: closing };
        const { statement } = statementOf(linesOf(day), more);
        closing = statement?.closing_balance ?? closing;
        await open(`${HERE}/import`);
        await page.selectOption('#rail', 'bank_eft');
        await page.selectOption('#format', 'json');
        const buffer = Buffer.from(JSON.stringify(statement));
        await page.setInputFiles('#file', { name: `${day}.json`, mimeType: 'application/json', buffer });
        await submit();
        await page.waitForSelector('.flash');
      }
      await open(`${HERE}/breaks`);
      expect(await shown()).to.contain(`${BREAKS} breaks`);
      await decideAll('Link the suggestions of the selected', 'perhaps', 'The payers confirmed them.');
      await decideAll('Accept the selected', 'FEE-', 'Fees of the month.');
      await open(`${HERE}/breaks`);
      expect(await page.locator('tbody tr').count()).to.equal(0);
    }));

  /** Decides about the rows with this text, page by page, until there are none. */
  async function decideAll(button: string, text: string, reason: string): Promise<void> {
    for (let round = 0; ; round++) {
      await page.goto(`${service.url}${HERE}/breaks`);
      const boxes = await page.locator('tbody tr', { hasText: text }).locator('input[name=id]').all();
      if (boxes.length === 0) return;
      for (const box of boxes) await box.check();
      await page.getByRole('button', { name: button }).click();
      await page.waitForURL('**/decide?**');
      if (round === 0) await expectAccessible();
      await page.fill('#reason', reason);
      await page.check('#confirm');
      await submit();
      await page.waitForSelector('h1:text("All decisions were recorded")');
      if (round === 0) await expectAccessible();
    }
  }

  it('closes two days', () =>
    timed('two days', async () => {
      for (const day of days) {
        await page.goto(`${service.url}${HERE}/days/${day}`);
        if (day === days[0]) await expectAccessible();
        await page.getByRole('link', { name: 'Close the day' }).click();
        if (day === days[0]) await expectAccessible();
        await page.check('#confirm');
        await page.getByRole('button', { name: 'Close the day' }).click();
        await page.waitForSelector('.flash');
        expect(await page.locator('.flash').innerText()).to.equal(`The day ${day} is closed.`);
        if (day === days[0]) await expectAccessible();
      }
    }));

  it('finds a customer by a misspelled name', () =>
    timed('a customer', async () => {
      await open('/console');
      await page.keyboard.press('/');
      await page.keyboard.type('Lindquist');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/console/**');
      if (!page.url().includes('/console/users/')) {
        await page.waitForURL('**/console/search?**');
        await expectAccessible();
        await page
          .getByRole('link', { name: /Lindqvist/ })
          .first()
          .click();
        await page.waitForURL('**/console/users/**');
      }
      await expectAccessible();
      expect(await page.locator('h1').innerText()).to.contain('Ines Lindqvist');
    }));
});
