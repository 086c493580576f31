/** An operator's morning, in a real browser, with sign-in at a real provider. */
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, startBrowser } from '../support/browser.ts';
import {
  expectBody,
  fundedWallet,
  newPayoutAccount,
  newWallet,
  submittedOfframp,
  transferBody,
  waitForTransferState,
} from '../support/api-steps.ts';
import { startOpenidProvider } from '../support/openid-provider.ts';
import type { OpenidProvider } from '../support/openid-provider.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import { statementOf } from '../support/statements.ts';
import { expectNoViolations } from '../support/axe.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

describeInBrowser('An operator’s morning', function () {
  this.timeout(180_000);
  let provider: OpenidProvider;
  let service: RunningService;
  let browser: Browser;
  /** What happened yesterday is reconciled today. */
  let now = Date.now() - DAY_MS;
  const yesterday = new Date(now).toISOString().slice(0, 10);
  let ana: Page;
  let ben: Page;
  let held: string;
  let payout: { readonly id: string; readonly reference: string };

  before(async () => {
    provider = await startOpenidProvider();
    const settings = {
      ...provider.settings,
      reviews: { amount_at_least: { user_to_user: '200.00' }, four_eyes_at_least: '200.00' },
    };
    service = await startTestService({}, () => now, settings);
    provider.register(service.url);
    provider.accounts.set('ana', { name: 'Ana Silva', groups: ['ledger-admins'] });
    provider.accounts.set('ben', { name: 'Ben Okafor', groups: ['ledger-admins'] });
    await happenYesterday();
    now = Date.now();
    browser = await startBrowser();
    ana = await signIn('ana');
    ben = await signIn('ben');
  });
  after(async () => {
    await browser.close();
    await service.close();
    await provider.close();
  });

  /** A deposit, a transfer in review, and a payout that the bank sent back. */
  async function happenYesterday(): Promise<void> {
    const { sandbox } = service;
    const wallet = await fundedWallet(sandbox, { cashable: '2000.00' });
    const to = await newWallet(sandbox);
    held = expectBody(await sandbox.post('/v1/transfers', transferBody(wallet.id, to.id, '250.00')), 201).id;
    const account = await newPayoutAccount(sandbox, wallet.user_id);
    const { id } = await submittedOfframp(sandbox, wallet.id, account.id, '1000.00');
    const reason = { code: 'account_closed', message: 'The account is closed.' };
    const outcome = { outcome: 'returned', reason };
    expectBody(await sandbox.post(`/v1/sandbox/transfers/${String(id)}/payout_outcome`, outcome), 200);
    const { receipt } = await waitForTransferState(sandbox, id, 'refunded');
    payout = { id, reference: String(receipt.rail_reference) };
  }

  async function signIn(login: string): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(`${service.url}/console`);
    await page.getByRole('link', { name: 'Sign in with Example sign-on' }).click();
    await page.fill('input[name=login]', login);
    await page.fill('input[name=password]', 'x');
    await page.click('button[type=submit]');
    await page.click('button[type=submit]');
    await page.waitForURL(`${service.url}/console`);
    return page;
  }

  async function open(page: Page, path: string): Promise<void> {
    await page.goto(`${service.url}${path}`);
    await expectNoViolations(page);
  }

  const flash = (page: Page) => page.locator('.flash').innerText();
  const submit = (page: Page) =>
    page.locator('main form button.main, main form button.danger').first().click();

  it('begins with who is signed in, and with what needs attention', async () => {
    expect(await ana.locator('.who').innerText()).to.contain('Ana Silva');
    await open(ana, '/console?environment=sandbox');
    expect(await ana.locator('main').innerText()).to.contain('1 transfer in review');
  });

  it('clears the queue, with a second operator for a large amount', async () => {
    await open(ana, '/console/reviews');
    await ana.keyboard.press('j');
    await ana.keyboard.press('a');
    await ana.waitForURL(`**/console/transfers/${held}/approve`);
    await ana.fill('#message', 'The invoice fits.');
    await submit(ana);
    await ana.waitForSelector('.flash');
    expect(await flash(ana)).to.contain('takes effect when another operator approves it');
    await open(ben, '/console/proposals');
    await ben.getByRole('link', { name: 'Approve' }).first().click();
    await ben.check('#confirm');
    await submit(ben);
    await ben.waitForSelector('.flash');
    expect(await flash(ben)).to.equal('The proposal was approved and has taken effect.');
    expect(expectBody(await service.sandbox.get(`/v1/transfers/${held}`), 200).state).to.equal('completed');
    await open(ana, '/console/reviews');
    expect(await ana.locator('tbody tr').count()).to.equal(0);
  });

  it('finds a customer by the reference of the bank, and explains the missing payout', async () => {
    await open(ana, '/console');
    await ana.keyboard.press('/');
    await ana.keyboard.type(payout.reference);
    await ana.keyboard.press('Enter');
    await ana.waitForURL('**/console/**');
    if (!ana.url().includes(payout.id)) await ana.locator(`main a[href*="${payout.id}"]`).first().click();
    await ana.waitForURL(`**/console/transfers/${payout.id}`);
    await expectNoViolations(ana);
    const shown = await ana.locator('main').innerText();
    expect(shown).to.contain('refunded');
    expect(shown).to.contain('account is closed');
    expect(shown).to.contain(payout.reference);
  });

  it('reconciles a statement with two breaks, and closes the day', async () => {
    const page = '/console/reconciliation/sandbox';
    const lines = [
      { day: yesterday, amount: '20.00', reference: 'B-1' },
      { day: yesterday, amount: '-0.35', reference: 'B-FEE' },
      { day: yesterday, amount: '7.00', reference: 'B-UNKNOWN' },
    ];
    const { statement } = statementOf(lines, { opened_on: yesterday, closed_on: yesterday });
    await open(ana, `${page}/import`);
    await ana.selectOption('#rail', 'bank_eft');
    await ana.selectOption('#format', 'json');
    await ana.setInputFiles('#file', {
      name: 'statement.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(statement)),
    });
    await submit(ana);
    await ana.waitForSelector('.flash');
    expect(await flash(ana)).to.equal('The statement was imported.');
    // An equal amount is only a suggestion.
    await open(ana, `${page}/breaks?amount=20.00`);
    for (const box of await ana.locator('tbody input[name=id]').all()) await box.check();
    await ana.getByRole('button', { name: 'Link the suggestions of the selected' }).click();
    await ana.waitForURL('**/decide?**');
    await expectNoViolations(ana);
    await ana.fill('#reason', 'The payer confirmed it.');
    await ana.check('#confirm');
    await submit(ana);
    await ana.waitForSelector('h1:text("All decisions were recorded")');
    await open(ana, `${page}/days/${yesterday}`);
    expect(await ana.locator('main').innerText()).to.contain('2 open');
    await open(ana, `${page}/breaks`);
    expect(await ana.locator('tbody tr').count()).to.equal(2);

    await decide(ana, 'B-FEE', 'write_off', 'Fee of the month');
    expect(await flash(ana)).to.equal('The write-off waits for a second operator.');
    await open(ben, '/console/proposals');
    await ben.getByRole('link', { name: 'Approve' }).first().click();
    await ben.check('#confirm');
    await submit(ben);
    await ben.waitForSelector('.flash');
    await decide(ana, 'B-UNKNOWN', 'accept', 'The payer’s bank is asked who sent it.');
    expect(await flash(ana)).to.equal('The decision is recorded.');

    await open(ana, `${page}/days/${yesterday}`);
    await ana.getByRole('link', { name: 'Close the day' }).click();
    await expectNoViolations(ana);
    await ana.check('#confirm');
    await submit(ana);
    await ana.waitForSelector('.flash');
    expect(await flash(ana)).to.equal(`The day ${yesterday} is closed.`);
    await expectNoViolations(ana);
    const day = await ana.locator('main').innerText();
    expect(day).to.contain('Signed closing').and.to.contain('by Ana Silva');
    await open(ana, `${page}/days/${yesterday}/files/page`);
    await open(ana, page);

    /** Decides about the break of the line with this reference. */
    async function decide(
      operator: Page,
      reference: string,
      resolution: string,
      reason: string,
    ): Promise<void> {
      await open(operator, page);
      await operator.locator('tr', { hasText: reference }).getByRole('link', { name: 'Decide' }).click();
      await operator.check(`input[value="${resolution}"]`, { force: true });
      await operator.fill('#reason', reason);
      await submit(operator);
      await operator.waitForSelector('.flash');
    }
  });
});
