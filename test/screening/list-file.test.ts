import { expect } from 'chai';
import { readListFile } from '../../src/screening/list-file.ts';

const read = (text: string, encoding: BufferEncoding = 'utf8') =>
  readListFile('list', Buffer.from(text, encoding));
const namesIn = (text: string): readonly string[] => read(text).names.map(({ name }) => name);

describe('A file with a sanctions list', () => {
  it('has one name per line, with comments, blank lines, and commas', () => {
    const { names, source } = read('\ufeff# of today\r\nEvil Empire, Ltd.\r\n\r\n  Søren Østergård \n');
    expect(names).to.deep.equal([
      { name: 'Evil Empire, Ltd.', line: 2 },
      { name: 'Søren Østergård', line: 4 },
    ]);
    expect(source).to.deep.equal({ file: 'list', format: 'names', published: null, names: 2 });
  });

  it('is refused unless it is UTF-8, with the first line that is not', () => {
    for (const encoding of ['latin1', 'utf16le'] as const)
      expect(() =>
        read('\ufeffPlain Badman\nSøren Østergård\n'.slice(encoding === 'latin1' ? 1 : 0), encoding),
      ).to.throw(encoding === 'latin1' ? 'is not UTF-8 (line 2)' : 'is not UTF-8 (line 1)');
  });

  it('is a CSV file of OFAC, with names or with aliases', () => {
    const nothing = Array.from({ length: 7 }, () => '-0- ').join(',');
    expect(
      namesIn(
        `36,"DARK FREIGHT, S.A.",-0- ,"CUBA",${nothing},-0- \n587,"MALO, Juan","individual","CUBA",${nothing},"a.k.a. 'X'."\n\x1a\n`,
      ),
    ).to.deep.equal(['DARK FREIGHT, S.A.', 'MALO, Juan']);
    expect(namesIn('36,12,"aka","DARK-FREIGHT",-0- \n587,13,"fka",-0- ,-0- \n')).to.deep.equal([
      'DARK-FREIGHT',
    ]);
    expect(() => read('25,129,"Street 3","Town","Country",-0- \n')).to.throw('Line 1 has 6 columns');
  });

  it('is the XML of OFAC, whose nicknames of one word are left out', () => {
    const { names, source } = read(`<?xml version="1.0" standalone="yes"?>
      <sdnList xmlns="https://example.test/sdn"><publshInformation><Publish_Date>09/16/2026</Publish_Date></publshInformation>
        <sdnEntry><uid>1</uid><firstName>Juan</firstName><lastName>MALO &amp; MALO</lastName><akaList>
          <aka><uid>2</uid><category>weak</category><lastName>EL MALO</lastName></aka>
          <aka><uid>3</uid><category>weak</category><lastName>LUCAS</lastName></aka></akaList></sdnEntry>
        <sdnEntry><uid>4</uid><lastName>007</lastName></sdnEntry></sdnList>`);
    expect(names).to.deep.equal([
      { name: 'Juan MALO & MALO', line: 1 },
      { name: 'EL MALO', line: 1 },
      { name: '007', line: 2 },
    ]);
    expect(source).to.include({ format: 'ofac', published: '09/16/2026', names: 3 });
  });

  it('is the XML of the United Nations, with aliases and the original script', () => {
    const { names, source } =
      read(`<CONSOLIDATED_LIST dateGenerated="2026-10-08T23:00:06Z"><INDIVIDUALS><INDIVIDUAL>
        <FIRST_NAME>ERIK</FIRST_NAME><SECOND_NAME>MALOV</SECOND_NAME><THIRD_NAME/>
        <NAME_ORIGINAL_SCRIPT>Эрик Малов</NAME_ORIGINAL_SCRIPT>
        <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Rik Malov</ALIAS_NAME></INDIVIDUAL_ALIAS>
        <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS></INDIVIDUAL></INDIVIDUALS>
      <ENTITIES><ENTITY><FIRST_NAME>MALOV WORKS</FIRST_NAME></ENTITY></ENTITIES></CONSOLIDATED_LIST>`);
    expect(names.map(({ name }) => name)).to.deep.equal([
      'ERIK MALOV',
      'Эрик Малов',
      'Rik Malov',
      'MALOV WORKS',
    ]);
    expect(source).to.include({ format: 'un', published: '2026-10-08T23:00:06Z' });
  });

  it('is the XML or the CSV of the European Union', () => {
    const xml =
      read(`<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-11-20T09:00:00.000+01:00">
      <sanctionEntity><nameAlias firstName="Ivo" middleName="" lastName="Zlý" wholeName="Ivo Zlý"/>
        <nameAlias firstName="Ivo" middleName="K." lastName="Zly" wholeName=""/></sanctionEntity></export>`);
    expect(xml.names.map(({ name }) => name)).to.deep.equal(['Ivo Zlý', 'Ivo K. Zly']);
    expect(xml.source).to.include({ format: 'eu', published: '2026-11-20T09:00:00.000+01:00' });
    const csv = read(
      '\ufefffileGenerationDate;Entity_LogicalId;NameAlias_LastName;NameAlias_WholeName\r\n20/11/2026;1;Zlý;Ivo Zlý\r\n20/11/2026;1;;\r\n',
    );
    expect(csv.names).to.deep.equal([{ name: 'Ivo Zlý', line: 2 }]);
    expect(csv.source).to.include({ format: 'eu', published: '20/11/2026' });
  });

  it('is any CSV file with a header, below a banner, with aliases or a name in parts', () => {
    expect(namesIn('Id,Full Name,Aliases\n1,"Malo, Juan","J. Malo; El Malo"\n')).to.deep.equal([
      'Malo, Juan',
      'J. Malo',
      'El Malo',
    ]);
    expect(namesIn('id\tname\n1\tJuan Malo\n')).to.deep.equal(['Juan Malo']);
    const parts = 'Last Updated,01/11/2026\nName 6,Name 1,Name 2,Title\nMALO,Juan,,Dr\n';
    expect(namesIn(parts)).to.deep.equal(['MALO Juan']);
    expect(read(parts).source).to.include({ format: 'csv', published: '01/11/2026' });
  });

  it('is refused if nothing can be read from it', () => {
    expect(() => read('<sdnList><sdnEntry>')).to.throw('is not valid XML');
    expect(() => read('<html></html>')).to.throw('unknown kind <html>');
    expect(() => read('<sdnList></sdnList>')).to.throw('contains no name');
    for (const empty of ['', ' \n', 'Id,Full Name\n']) expect(() => read(empty)).to.throw('contains no name');
    expect(namesIn('# nobody yet\n')).to.deep.equal([]);
  });
});
