/** The tables of docs/security.md name tests that exist, and every collection that any code reads. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect } from 'chai';
import { SECURITY_PAGE, securitySection, testsNamedIn } from '../support/security-page.ts';
import { COLLECTIONS } from '../../projections/collections.ts';
import { RECORD_TABLES } from '../../src/read-models/port.ts';

const ROOT = new URL('../../', import.meta.url);

describe('The security page', () => {
  for (const [heading, rowsMin] of [
    ['Threat model', 30],
    ['What documents decide', 20],
  ] as const)
    it(`names a test in each row of "${heading}", and each of them exists`, () => {
      const rows = securitySection(heading)
        .split('\n')
        .filter((line) => line.startsWith('| '));
      expect(rows.length).to.be.above(rowsMin);
      for (const row of rows.slice(2)) {
        const files = testsNamedIn(row.split('|').at(-2) ?? '');
        expect(files, row).to.not.be.empty;
        for (const file of files) expect(existsSync(new URL(file, ROOT)), `${file} of ${row}`).to.equal(true);
      }
    });

  it('says what somebody gains who changes each collection and each table of records', () => {
    const section = securitySection('What a stolen store allows');
    const files = readdirSync(new URL('src', ROOT), { recursive: true, encoding: 'utf8' });
    const others = files
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(new URL(`src/${file}`, ROOT), 'utf8'))
      .flatMap((text) =>
        [...text.matchAll(/\bcollection<\w+>\('(\w+)_v\d+'\)/g)].map(([, name = '']) => name),
      );
    const collections = Object.values(COLLECTIONS).map((name) => String(name).replace(/_v\d+$/, ''));
    expect(others.length).to.be.above(5);
    for (const name of [...RECORD_TABLES, ...collections, ...others])
      expect(section, `${SECURITY_PAGE} on ${name}`).to.include(`\`${name}\``);
  });
});
