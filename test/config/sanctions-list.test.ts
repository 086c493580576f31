import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { ConfigError } from '../../src/config/config-error.ts';
import { createSanctionsList, readSanctionsList } from '../../src/config/sanctions-list.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startTestService } from '../support/service.ts';

describe('The sanctions list', () => {
  it('matches the words of a name and ignores case, accents, punctuation, and order', () => {
    const { isListed } = createSanctionsList(['  José-María  Núñez ', '', '# Ada Lovelace', 'O’Brien']);
    for (const name of ['jose maria nunez', 'NÚÑEZ, José María', 'Maria Nunez Jose', "O'Brien", 'brien o'])
      expect(isListed(name), name).to.equal(true);
    for (const name of ['José Núñez', 'Jose Maria Nunez Perez', 'Ada Lovelace', '', ' ', '#', 'obrien'])
      expect(isListed(name), name).to.equal(false);
  });

  it('ignores invisible characters in a name', () => {
    const { isListed } = createSanctionsList(['José Núñez', 'Un\u00adseen Person']);
    for (const sign of ['\u00ad', '\u200b', '\u200d', '\u2060', '\ufeff', '\u{e0061}'])
      for (const name of [
        `Jo${sign}sé Núñe${sign}z`,
        `${sign}NU${sign}\u0301Ñez${sign} jose`,
        'person unseen',
      ])
        expect(isListed(name), JSON.stringify(name)).to.equal(true);
  });

  it('lists test names and matches their words in any order', () => {
    const words = ['viktor', 'Sanctioned'];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(words, { minLength: 2 }),
        fc.string({ maxLength: 5 }),
        (order, text) => {
          const between = text.replace(/[\p{L}\p{N}\p{M}]/gu, '');
          expect(createSanctionsList().isListed(order.join(` ${between} `))).to.equal(true);
        },
      ),
    );
    expect(createSanctionsList().isListed('viktor')).to.equal(false);
  });

  it('is read from a file with any line endings', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'names.txt');
    writeFileSync(file, 'One Person\r\nTwo Person\n');
    const { isListed } = readSanctionsList(file);
    expect(['person one', 'Two Person', 'Three Person'].map(isListed)).to.deep.equal([true, true, false]);
    await folder.remove();
  });

  it('prevents the start when its file cannot be read', async () => {
    let fault: unknown;
    await startTestService({}, Date.now, { sanctions: { list_file: '/nowhere/names.txt' } }).catch(
      (error: unknown) => (fault = error),
    );
    expect(fault).to.be.instanceOf(ConfigError);
    expect(fault).to.have.property('message').that.contains('sanctions.list_file');
  });
});
