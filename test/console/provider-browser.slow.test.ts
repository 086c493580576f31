/** Signing in at a real OpenID Connect provider in a real browser. */
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { describeInBrowser, startBrowser } from '../support/browser.ts';
import { startOpenidProvider } from '../support/openid-provider.ts';
import { startServiceWithOperators } from '../support/service-with-operators.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describeInBrowser('Signing in at a provider in a browser', function () {
  this.timeout(120_000);

  for (const javaScriptEnabled of [true, false])
    it(`works across sites and signs out again, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const provider = await startOpenidProvider();
      const service = await startServiceWithOperators(provider.settings);
      const browser = await startBrowser();
      try {
        provider.register(service.url);
        provider.accounts.set('ana', { name: 'Ana Silva', groups: ['ledger-admins'] });
        const context = await browser.newContext({ javaScriptEnabled, bypassCSP: false });
        const page = await context.newPage();
        await page.goto(`${service.url}/console/rails`);
        if (javaScriptEnabled) {
          // Playwright evaluates outside of the policy of the page.
          await page.evaluate((await import('node:fs')).readFileSync(AXE, 'utf8'));
          const { violations } = await page.evaluate<{ violations: { id: string }[] }>('axe.run()');
          expect(violations.map(({ id }) => id)).to.deep.equal([]);
        }
        await page.getByRole('link', { name: 'Sign in with Example sign-on' }).click();
        await page.fill('input[name=login]', 'ana');
        await page.fill('input[name=password]', 'x');
        await page.click('button[type=submit]');
        await page.click('button[type=submit]');
        await page.waitForURL(`${service.url}/console/rails`);
        expect(await page.textContent('.who')).to.include('Ana Silva');
        if (!javaScriptEnabled || (await page.isVisible('.who button'))) await page.click('.who button');
        await page.waitForURL(/session\/end/);
        await page.click('button[value=yes]');
        await page.waitForURL(`${service.url}/console/sign-in`);
        await page.goto(`${service.url}/console`);
        expect(new URL(page.url()).pathname).to.equal('/console/sign-in');
      } finally {
        await browser.close();
        await service.close();
        await provider.close();
      }
    });
});
