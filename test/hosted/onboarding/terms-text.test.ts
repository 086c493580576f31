import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigError } from '../../../src/config/config-file.ts';
import { parseTerms, readTerms } from '../../../src/hosted/page-request.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('The terms', () => {
  it('consist of headings and paragraphs, separated by blank lines, with escaped text', () => {
    const { content } = parseTerms('# One & only\r\n\r\nFirst\nline <b>\n\n  \n\nSecond #\n');
    expect(content.html).to.equal('<h2>One &amp; only</h2><p>First\nline &lt;b&gt;</p><p>Second #</p>');
  });

  it('are identified by a hash of the whole text', () => {
    expect(parseTerms('a').sha256).to.match(/^[0-9a-f]{64}$/);
    expect(parseTerms('a').sha256).to.equal(parseTerms('a').sha256);
    expect(parseTerms('a').sha256).to.not.equal(parseTerms('a\n').sha256);
  });

  it('come from the configured file, or from the sample', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'terms.txt');
    writeFileSync(file, 'Our own terms.');
    expect(readTerms(file).content.html).to.equal('<p>Our own terms.</p>');
    await folder.remove();
    expect(readTerms(null).content.html).to.contain('sample terms');
  });

  it('prevent the start when their file cannot be read or is empty', async () => {
    expect(() => readTerms('/nowhere/terms.txt')).to.throw(ConfigError, 'hosted.terms_file');
    const folder = await temporaryFolder();
    const file = join(folder.path, 'terms.txt');
    writeFileSync(file, ' \n\n ');
    expect(() => readTerms(file)).to.throw(ConfigError, 'empty');
    await folder.remove();
  });
});
