import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigError } from '../../src/config/config-file.ts';
import { MATCHES_MAX, readSanctionsList } from '../../src/screening/screening.ts';
import { createConsoleClient, visibleText } from '../console/console-client.ts';
import { expectBody } from '../support/api-steps.ts';
import { sanctionsListOf } from '../support/sanctions.ts';
import { startTestService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { operatorOf } from '../support/treasury.ts';

const kindsOf = (lines: readonly string[], name: string): string[] =>
  sanctionsListOf(lines)
    .find(name)
    .map(({ kind }) => kind);

const hashOf = (...lines: readonly string[]): string => sanctionsListOf(lines).sha256;

describe('The sanctions list', () => {
  it('finds the words of a name and ignores case, accents, punctuation, and order', () => {
    const lines = ['  José-María  Núñez ', '', '# Ada Lovelace', 'O’Brien'];
    for (const name of ['jose maria nunez', 'NÚÑEZ, José María', 'Maria Nunez Jose', "O'Brien", 'brien o'])
      expect(kindsOf(lines, name), name).to.deep.equal(['exact']);
    for (const name of ['Ada Lovelace', 'Jose Perez', '', ' ', '#'])
      expect(kindsOf(lines, name), name).to.deep.equal([]);
  });

  it('ignores invisible characters in a name', () => {
    const lines = ['José Núñez', 'Un\u00adseen Person'];
    for (const sign of ['\u00ad', '\u200b', '\u200d', '\u2060', '\ufeff', '\u{e0061}'])
      for (const name of [
        `Jo${sign}sé Núñe${sign}z`,
        `${sign}NU${sign}\u0301Ñez${sign} jose`,
        'person unseen',
      ])
        expect(kindsOf(lines, name), JSON.stringify(name)).to.deep.equal(['exact']);
  });

  it('finds listed names in other scripts, in any case', () => {
    const lines = ['Виктор Иванов', 'Νίκος Παππάς', 'Straße Strauß', '李小龍'];
    for (const name of ['ВИКТОР ИВАНОВ', 'иванов виктор', 'ΠΑΠΠΆΣ ΝΊΚΟΣ', 'STRAUSS STRASSE', '李小龍'])
      expect(kindsOf(lines, name), name).to.deep.equal(['exact']);
  });

  it('says how a name is close to a listed one', () => {
    const lines = ['Omar Bakri Fostok', 'Wagner'];
    for (const [name, kind] of [
      ['Omar Bakri', 'missing_word'],
      ['Omar Bakri Fostock', 'similar_spelling'],
      ['Omra Bakir Fostok', 'similar_spelling'],
      ['0mar Bakrl Fostok', 'similar_spelling'],
      ['OmarBakri Fostok', 'similar_spelling'],
      ['O. B. Fostok', 'initials'],
      ['Omar Bakri Muhammad Fostok', 'extra_words'],
      ['Wagner S.A.', 'extra_words'],
      ['Wegner', 'similar_spelling'],
    ] as const)
      expect(kindsOf(lines, name), name).to.deep.equal([kind]);
  });

  it('leaves names alone that share only some words with listed ones', () => {
    const lines = ['Omar Bakri Fostok', 'Wagner', 'Ali Hassan', 'Li Wei'];
    for (const name of [
      'Omar Sharif',
      'Omar',
      'Richard Wagner',
      'Ali Hussein',
      'Ola Hassan',
      'Omar Bakri Ali',
      'Lu Wei',
    ])
      expect(kindsOf(lines, name), name).to.deep.equal([]);
  });

  it('drops titles, generations, and legal forms, unless the name has nothing else', () => {
    const lines = ['Evil Empire Ltd', 'Senior Limited'];
    for (const name of ['Evil Empire', 'Evil Empire GmbH', 'EVIL EMPIRE G.m.b.H.', 'Dr. Evil Empire III'])
      expect(kindsOf(lines, name), name).to.deep.equal(['exact']);
    expect(kindsOf(lines, 'limited senior')).to.deep.equal(['exact']);
    expect(kindsOf(lines, 'J.R. Ewing')).to.deep.equal([]);
  });

  it('reports the line of a match, exact matches first, and a limited number of them', () => {
    const similar = Array.from(
      { length: 30 },
      (_, index) => `Grigori Petrov ${'abcdefghij'[index % 10] ?? ''}${index}x`,
    );
    const found = sanctionsListOf([...similar, '# comment', 'Grigori Petrov']).find('Grigori Petrov');
    expect(found).to.have.lengthOf(MATCHES_MAX);
    expect(found[0]).to.deep.equal({ name: 'Grigori Petrov', line: 32, kind: 'exact' });
  });

  it('has a hash that only its names change', () => {
    const hash = hashOf('One Person', 'Two Person');
    expect(hashOf('# comment', ' Two Person', '', 'One Person', 'One Person')).to.equal(hash);
    expect(hashOf('One Person')).to.not.equal(hash);
  });

  it('is read from a file with any line endings', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'names.txt');
    writeFileSync(file, 'One Person\r\nTwo Person\n');
    const list = readSanctionsList([file]);
    expect(['person one', 'Two Person', 'Three Person'].map((name) => list.find(name).length)).to.deep.equal([
      1, 1, 0,
    ]);
    await folder.remove();
  });

  it('prevents the start when its file cannot be read, or is not UTF-8', async () => {
    const folder = await temporaryFolder();
    const latin = join(folder.path, 'latin.txt');
    writeFileSync(latin, 'Jürgen Großmann\n', 'latin1');
    for (const list_file of ['/nowhere/names.txt', latin, [latin]]) {
      let fault: unknown;
      await startTestService({}, Date.now, { sanctions: { list_file } }).catch(
        (error: unknown) => (fault = error),
      );
      expect(fault).to.be.instanceOf(ConfigError);
      expect(fault).to.have.property('message').that.contains('sanctions.list_file');
    }
    await folder.remove();
  });

  it('can be several files', async () => {
    const folder = await temporaryFolder();
    const [one, two] = [join(folder.path, 'one.txt'), join(folder.path, 'two.csv')];
    writeFileSync(one, 'One Person\n');
    writeFileSync(two, 'Id,Name\n1,Two Person\n');
    const list = readSanctionsList([one, two]);
    expect(['One Person', 'Two Person'].map((name) => list.find(name).length)).to.deep.equal([1, 1]);
    expect(list.sources.map(({ names }) => names)).to.deep.equal([1, 1]);
    await folder.remove();
  });
});

describe('The lists that names are screened against', () => {
  it('are shown to operators with source, day, and number of names', async () => {
    const folder = await temporaryFolder();
    const [names, un] = [join(folder.path, 'names.txt'), join(folder.path, 'un.xml')];
    writeFileSync(names, 'One Person\nTwo Person\n');
    writeFileSync(
      un,
      '<CONSOLIDATED_LIST dateGenerated="2026-11-20T00:00:00Z"><INDIVIDUALS><INDIVIDUAL><FIRST_NAME>Erik</FIRST_NAME></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>',
    );
    const service = await startTestService({}, Date.now, { sanctions: { list_file: [names, un] } });
    try {
      const node = expectBody(await operatorOf(service).get('/operator/v1/node'), 200);
      expect(node.sanctions_lists).to.deep.equal([
        { file: 'names.txt', format: 'names', published: null, names: 2 },
        { file: 'un.xml', format: 'un', published: '2026-11-20T00:00:00Z', names: 1 },
      ]);
      const visitor = createConsoleClient(service.url);
      await visitor.signIn(service.credentials.operator_token);
      const page = visibleText(await visitor.get('/console/health'));
      expect(page).to.include('un.xml').and.include('United Nations').and.include('2026-11-20');
    } finally {
      await service.close();
      await folder.remove();
    }
  });
});
