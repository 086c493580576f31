/** Checks a page of the console with axe. */
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The page has no serious or critical violation. Its context must bypass the content security policy. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.addScriptTag({ path: AXE });
  const found = await page.evaluate<{ violations: { id: string; impact: string }[] }>('axe.run()');
  const grave = found.violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
  expect(
    grave.map(({ id }) => id),
    page.url(),
  ).to.deep.equal([]);
}
