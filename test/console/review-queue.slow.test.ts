/** The review queue in a real browser, by keyboard. */
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, startBrowser } from '../support/browser.ts';
import { expectBody, fundedWallet, newWallet, transferBody } from '../support/api-steps.ts';
import { startServiceWithOperators } from '../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../support/service-with-operators.ts';
import { expectNoViolations } from '../support/axe.ts';

describeInBrowser('The review queue in a browser', function () {
  this.timeout(120_000);
  let service: ServiceWithOperators;
  let browser: Browser;
  let page: Page;
  let ids: string[];

  before(async () => {
    service = await startServiceWithOperators({
      reviews: { amount_at_least: { user_to_user: '100.00' }, four_eyes_at_least: '500.00' },
    });
    const from = await fundedWallet(service.sandbox, { cashable: '5000.00' });
    const to = await newWallet(service.sandbox);
    ids = [];
    for (const amount of ['100.00', '120.00', '140.00', '700.00']) {
      const body = transferBody(from.id, to.id, amount);
      ids.push(expectBody(await service.sandbox.post('/v1/transfers', body), 201).id);
    }
    browser = await startBrowser();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
    page = await context.newPage();
    await page.goto(`${service.url}/console`);
    await page.fill('#token', service.operators.reviewer.apiKey);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.side');
  });
  after(async () => {
    await browser.close();
    await service.close();
  });

  const open = (path: string) => page.goto(`${service.url}${path}`);
  const stateOf = async (id: string | undefined): Promise<string> =>
    expectBody(await service.sandbox.get(`/v1/transfers/${id ?? ''}`), 200).state;
  it('moves between rows, assigns, rejects, and selects with one key each', async () => {
    await open('/console/reviews');
    await expectNoViolations(page);
    expect(await page.locator('.keys').innerText()).to.match(/j next.*a approve/s);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('m');
    await page.waitForSelector('.flash');
    expect(await page.locator('tbody tr').first().innerText()).to.contain('Release');
    await page.keyboard.press('j');
    await page.keyboard.press('r');
    await page.waitForURL(`**/console/transfers/${ids[0] ?? ''}/reject`);
    await expectNoViolations(page);
    // The keys are letters in a field.
    await page.fill('#message', '');
    await page.locator('#message').focus();
    await page.keyboard.type('jam');
    expect(await page.inputValue('#message')).to.equal('jam');
    await page.check('#confirm');
    await page.locator('form button.danger').click();
    await page.waitForURL('**/console/reviews');
    expect(await stateOf(ids[0])).to.equal('failed');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.locator('button[value="approved"]').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/reviews/decide?*');
    await expectNoViolations(page);
    await page.fill('#message', 'The invoices fit.');
    await page.check('#confirm');
    await page.locator('form button.main').click();
    await page.waitForSelector('h1:has-text("All decisions were recorded")');
    await expectNoViolations(page);
    expect(await Promise.all(ids.map(stateOf))).to.deep.equal([
      'failed',
      'completed',
      'completed',
      'in_review',
    ]);
  });

  it('updates itself: new reviews are announced, decided ones are marked, and a selection stays', async () => {
    const { sandbox, operators } = service;
    const from = await fundedWallet(sandbox, { cashable: '5000.00' });
    const to = await newWallet(sandbox);
    const hold = async (amount: string): Promise<string> =>
      expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, amount)), 201).id;
    const [decided, selected] = [await hold('160.00'), await hold('180.00')];
    await open('/console/reviews');
    await page.locator(`tr[data-row="${selected}"] [data-key="x"]`).check();
    const added = await hold('200.00');
    const review = { outcome: 'rejected', reason: { code: 'other', message: 'A test.' } };
    expectBody(await operators.reviewer.post(`/operator/v1/transfers/${decided}/review`, review), 200);
    await page.locator('.new-rows [role=status]', { hasText: '1 new, 1 no longer here' }).waitFor();
    await page.locator('#queue-length', { hasText: '3 waiting' }).waitFor();
    expect(await page.locator('tr[data-ended]').getAttribute('data-row')).to.equal(decided);
    expect(await page.locator(`tr[data-row="${added}"]`).count()).to.equal(0);
    await expectNoViolations(page);
    await page.locator('.new-rows button').click();
    expect(await page.locator(`tr[data-row="${decided}"]`).count()).to.equal(0);
    expect(await page.locator(`tr[data-row="${selected}"] [data-key="x"]`).isChecked()).to.equal(true);
    // The keys work on the rows that were added.
    await page.locator(`tr[data-row="${selected}"] [data-key="x"]`).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('r');
    await page.waitForURL(`**/console/transfers/${added}/reject`);
  });

  it('says who proposed what, and fits a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('/console/reviews');
    expect(await page.locator('tbody').innerText()).to.contain('proposed by');
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).to.equal(0);
    await expectNoViolations(page);
  });
});
