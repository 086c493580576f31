/** Checks a page with axe. */
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The page has no serious or critical violation, light or dark. Its context must bypass the content security policy. */
export async function expectNoViolations(page: Page): Promise<void> {
  await page.addScriptTag({ path: AXE });
  for (const [colorScheme, run] of [
    ['light', 'axe.run()'],
    ['dark', 'axe.run({ runOnly: ["color-contrast"] })'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await page.evaluate<{ violations: { id: string; impact: string }[] }>(run);
    const grave = found.violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
    expect(
      grave.map(({ id }) => id),
      `${page.url()}, ${colorScheme}`,
    ).to.deep.equal([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
