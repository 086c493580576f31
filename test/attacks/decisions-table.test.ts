/** The table of decisions in docs/security.md names tests that exist. */
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const ROOT = new URL('../../', import.meta.url);

describe('The table of what documents decide', () => {
  it('names a test in each row, and each of them exists', () => {
    const text = readFileSync(new URL('docs/security.md', ROOT), 'utf8');
    const [, section = ''] = /\n## What documents decide\n([^]*?)\n## /.exec(text) ?? [];
    const rows = section.split('\n').filter((line) => line.startsWith('| '));
    expect(rows.length).to.be.above(20);
    for (const row of rows.slice(2)) {
      const cell = row.split('|').at(-2) ?? '';
      const files = [...cell.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, file = '']) =>
        file.includes('/') ? file : `test/attacks/${file}`,
      );
      expect(files, row).to.not.be.empty;
      for (const file of files) expect(existsSync(new URL(file, ROOT)), `${file} of ${row}`).to.equal(true);
    }
  });
});
