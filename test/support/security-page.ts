/** What docs/security.md says about its tests. */
import { readFileSync } from 'node:fs';

export const SECURITY_PAGE = 'docs/security.md';

const page = (): string => readFileSync(new URL(`../../${SECURITY_PAGE}`, import.meta.url), 'utf8');

/** The text below a heading of the second level. */
export const securitySection = (heading: string): string =>
  page().split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

/** The paths of the tests in a text. A name without a folder is a file of `test/attacks`. */
export const testsNamedIn = (text: string): string[] =>
  [...text.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, file = '']) =>
    file.includes('/') ? file : `test/attacks/${file}`,
  );

/** Every test that proves a promise of the page. */
export const securityTests = (): ReadonlySet<string> => new Set(testsNamedIn(page()));
