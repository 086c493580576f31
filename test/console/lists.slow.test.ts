/** Lists in a real browser: filters by keyboard, rows that appear while the page is open, and small screens. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, startBrowser } from '../support/browser.ts';
import {
  expectBody,
  fundedWallet,
  newUser,
  newWallet,
  offrampBody,
  newPayoutAccount,
  transferBody,
} from '../support/api-steps.ts';
import { startServiceWithOperators } from '../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../support/service-with-operators.ts';
import { expectNoViolations } from '../support/axe.ts';

describeInBrowser('A list in a browser', function () {
  this.timeout(120_000);
  let service: ServiceWithOperators;
  let browser: Browser;
  let page: Page;
  let send: (amount: string) => Promise<string>;
  let sendHeld: () => Promise<string>;
  const errors: string[] = [];

  before(async () => {
    service = await startServiceWithOperators({ reviews: { amount_at_least: { offramp: '100.00' } } });
    const { sandbox } = service;
    const from = await fundedWallet(sandbox, { cashable: '9000.00' });
    const to = await newWallet(sandbox);
    const account = await newPayoutAccount(sandbox, from.user_id);
    const post = async (body: object): Promise<string> =>
      expectBody(await sandbox.post('/v1/transfers', body), 201).id;
    send = (amount) => post(transferBody(from.id, to.id, amount));
    sendHeld = () => post(offrampBody(from.id, account.id, '100.00'));
    for (const amount of ['10.00', '20.00', '30.00']) await send(amount);
    browser = await startBrowser();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
    page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(`${service.url}/console`);
    await page.fill('#token', service.admin.apiKey);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.side');
  });
  after(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => expect(errors).to.deep.equal([]));

  const integrator = (): string => `integrator_id=${service.credentials.integrator_id}`;
  const rows = (): Promise<readonly (string | null)[]> =>
    page.locator('tr[data-row]').evaluateAll((found) => found.map((row) => row.getAttribute('data-row')));
  it('is filtered with its form, and each filter is removed by its link', async () => {
    await page.goto(`${service.url}/console/transfers?${integrator()}`);
    await page.locator('summary', { hasText: 'Filter' }).press('Enter');
    await page.selectOption('#f-kind', 'user_to_user');
    await page.fill('#f-amount_min', '15');
    await page.fill('#f-created_after', new Date().toISOString().slice(0, 10));
    await expectNoViolations(page);
    await page.locator('#f-amount_min').press('Enter');
    await page.waitForURL('**kind=user_to_user**');
    expect(await rows()).to.have.length(2);
    await page.locator('.chip', { hasText: 'Amount from: 15' }).click();
    await page.waitForURL((url) => !url.search.includes('amount_min'));
    expect(await rows()).to.have.length(3);
    await expectNoViolations(page);
  });

  it('announces new rows, shows them on request, and updates those it has', async () => {
    await page.goto(`${service.url}/console/transfers?${integrator()}`);
    expect(await page.locator('.new-rows button').isVisible()).to.equal(false);
    const held = await sendHeld();
    await page.locator('.new-rows [role=status]', { hasText: '1 new' }).waitFor();
    const newest = await send('40.00');
    await page.locator('.new-rows [role=status]', { hasText: '2 new' }).waitFor();
    const before = await rows();
    expect(before).to.not.include(held).and.to.not.include(newest);
    await expectNoViolations(page);
    await page.locator('.new-rows button').click();
    expect(await rows()).to.deep.equal([newest, held, ...before]);
    expect(await page.locator('.new-rows [role=status]').innerText()).to.equal('');
    expect(await page.evaluate('document.activeElement.closest("tr").dataset.row')).to.equal(newest);
    await page.locator(`tr[data-row="${held}"] .badge`, { hasText: 'in review' }).waitFor();
    const review = { outcome: 'rejected', reason: { code: 'test', message: 'A test.' } };
    expectBody(await service.admin.post(`/operator/v1/transfers/${held}/review`, review), 200);
    await page.locator(`tr[data-row="${held}"] .badge`, { hasText: 'refunded' }).waitFor();
    // Copy buttons of rows that were replaced work too.
    expect(await page.locator(`tr[data-row="${held}"] .copy`).isVisible()).to.equal(true);
  });

  it('needs a few lines for each row on a phone, and says everything that identifies it', async () => {
    for (let i = 0; i < 25; i++) await send(`${String(i + 1)}.00`);
    for (let i = 0; i < 25; i++) {
      const reference = { external_reference: `customer-${String(i)}-${randomUUID()}` };
      await newUser(service.sandbox, { last_name: `Montenegro-Whitfield ${String(i)}`, ...reference });
    }
    const book = `/console/books/${service.credentials.integrator_id}/sandbox`;
    const desktop = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['/console/transfers', '/console/users', '/console/activity', `${book}/transfers`]) {
      await page.goto(`${service.url}${path}`);
      const shown = (await rows()).length;
      if (path !== '/console/activity') expect(shown, path).to.equal(25);
      expect(await page.evaluate('document.documentElement.scrollHeight'), path).to.be.at.most(2_600);
      await expectNoViolations(page);
    }
    await page.goto(`${service.url}/console/transfers`);
    const text = await page.locator('tr[data-row]').first().innerText();
    expect(text).to.match(/Ada.*→.*Ada/s);
    expect(text).to.include('points').and.to.include('completed').and.to.include('UTC');
    if (desktop !== null) await page.setViewportSize(desktop);
  });
});
