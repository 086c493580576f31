/**
 * Reads a file with a sanctions list: one name per line, or as it is published: by OFAC (SDN.XML, SDN.CSV, ALT.CSV, and the
 * consolidated files of the same formats), the European Union (XML, CSV), and the United Nations (XML), or a CSV file with a header.
 */
import { parse } from 'csv-parse/sync';
import { InvalidXml, isXml, parseXml, xmlList, xmlText, type Xml } from '../formats/xml.ts';

/** What an operator needs to know about a list: where it is from, how old it is, and how long. */
export type ListSource = {
  readonly file: string;
  readonly format: 'names' | 'csv' | 'ofac' | 'eu' | 'un';
  /** The day that the publisher states, as it is written; null if the file does not say. */
  readonly published: string | null;
  readonly names: number;
};

export type ListedName = {
  readonly name: string;
  /** The line in the file, or the number of the entry in XML, from 1; null for the test names. */
  readonly line: number | null;
};

export type ListFile = { readonly names: readonly ListedName[]; readonly source: ListSource };

type Contents = Pick<ListSource, 'format' | 'published'> & { readonly names: readonly ListedName[] };

/** A name with letters of another encoding would match nobody, so the file is refused. */
class InvalidList extends Error {
  override readonly name = 'InvalidList';
}

/** Throws InvalidList for a file that is not UTF-8, that has another format, or that contains no name. */
export function readListFile(file: string, bytes: Uint8Array): ListFile {
  const text = decode(file, bytes);
  const { names, ...about } = contentsOf(file, text);
  const written = names
    .map(({ name, line }) => ({ name: name.trim(), line }))
    .filter(({ name }) => name !== '');
  // A list of comments can be meant; an empty file is a download that failed.
  if (written.length === 0 && (about.format !== 'names' || text.trim() === ''))
    throw new InvalidList(`${file} contains no name.`);
  return { names: written, source: { file, ...about, names: written.length } };
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    // A byte order mark is removed.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const line = firstInvalidLine(bytes);
    throw new InvalidList(
      `${file} is not UTF-8 (line ${line}). Save it as UTF-8, because its names would match nobody.`,
    );
  }
}

function firstInvalidLine(bytes: Uint8Array): number {
  const lines = Buffer.from(bytes).toString('utf8').split('\n');
  return lines.findIndex((line) => line.includes('\ufffd')) + 1;
}

function contentsOf(file: string, text: string): Contents {
  if (/^\s*</.test(text)) return xmlContents(file, text);
  const table = csvContents(text);
  if (table !== undefined) return table;
  const lines = text.split(/\r\n|\n|\r/).map((name, index) => ({ name, line: index + 1 }));
  return {
    format: 'names',
    published: null,
    names: lines.filter(({ name }) => !name.trim().startsWith('#')),
  };
}

// CSV.

type Row = { readonly record: readonly string[]; readonly line: number };

/** OFAC writes this where there is nothing. */
const NOTHING = '-0-';
/** The columns of OFAC's files, which have no header: SDN.CSV and ALT.CSV. */
const OFAC_NAME_COLUMNS: ReadonlyMap<number, number> = new Map([
  [12, 1],
  [5, 3],
]);

const NAME_HEADER = /^(names?|(whole|full|entity|primary|listed)[ _]?names?|namealias_wholename)$/i;
const ALIAS_HEADER = /^(alias(es)?|alt(ernate|ernative)?[ _]?names?|also known as|a\.?k\.?a\.?)$/i;
/** The names of one person in columns, as in the list of the United Kingdom: `Name 6` is the family name. */
const PART_HEADER = /^name[ _]?[1-6]$/i;

/** Undefined for a text that is no table: most lists of names have commas in some lines. */
function csvContents(text: string): Contents | undefined {
  const start = text.slice(0, 20_000);
  if (/^\s*\d+\s*,/.test(start) && start.includes(NOTHING)) return ofacRows(rowsOf(text, ','));
  const delimiter = [';', ',', '\t'].find((each) => headerIn(start.split(/\r?\n/), each) !== undefined);
  if (delimiter === undefined) return undefined;
  const rows = rowsOf(text, delimiter);
  const at = rows.findIndex(({ record }) => isHeader(record));
  const header = rows[at]?.record.map((each) => each.trim()) ?? [];
  const isEu = header.some((each) => /^namealias_/i.test(each));
  return {
    format: isEu ? 'eu' : 'csv',
    published: publishedIn(rows.slice(0, at + 2), header),
    names: rows
      .slice(at + 1)
      .flatMap(({ record, line }) => namesOf(header, record).map((name) => ({ name, line }))),
  };
}

type ParsedRow = { readonly record: string[]; readonly info: { readonly lines: number } };

function rowsOf(text: string, delimiter: string): Row[] {
  const options = { delimiter, relaxColumnCount: true, relaxQuotes: true, skipEmptyLines: true, info: true };
  // With `info`, the parser returns objects of this shape, which its types do not say.
  const parsed = parse(text, options) as unknown as readonly ParsedRow[];
  return parsed.map(({ record, info }) => ({ record, line: info.lines }));
}

/** A header has a column of names, and at least one more. */
const isHeader = (record: readonly string[]): boolean =>
  record.length > 1 && record.some((each) => NAME_HEADER.test(each.trim()) || PART_HEADER.test(each.trim()));

/** A banner above the header is a few lines. */
const BANNER_LINES_MAX = 5;

const headerIn = (lines: readonly string[], delimiter: string): string | undefined =>
  lines
    .slice(0, BANNER_LINES_MAX)
    .find((line) => isHeader(line.split(delimiter).map((each) => each.replace(/^"|"$/g, ''))));

function namesOf(header: readonly string[], record: readonly string[]): readonly string[] {
  const whole = record.filter((_, at) => NAME_HEADER.test(header[at] ?? ''));
  const aliases = record
    .filter((_, at) => ALIAS_HEADER.test(header[at] ?? ''))
    .flatMap((each) => each.split(/[;|]/));
  const parts = record.filter((_, at) => PART_HEADER.test(header[at] ?? '')).join(' ');
  return [...whole, ...aliases, parts];
}

const DAY = /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}\/\d{1,2}\/\d{4}\b/;

/** The publisher's day: in a column of that name, or in the banner. */
function publishedIn(rows: readonly Row[], header: readonly string[]): string | null {
  const column = header.findIndex((each) => /^file_?generation_?date$/i.test(each));
  if (column !== -1) return rows.at(-1)?.record[column] ?? null;
  const banner = rows.slice(0, -2).flatMap(({ record }) => record);
  return banner.map((each) => DAY.exec(each)?.[0]).find((day) => day !== undefined) ?? null;
}

function ofacRows(rows: readonly Row[]): Contents {
  const names = rows.flatMap(({ record, line }) => {
    const column = OFAC_NAME_COLUMNS.get(record.length);
    // The files end with a control character.
    if (column === undefined && record.join('').trim().length <= 1) return [];
    if (column === undefined)
      throw new InvalidList(
        `Line ${line} has ${record.length} columns. Only SDN.CSV and ALT.CSV, or files like them, have names.`,
      );
    const name = record[column] ?? '';
    return name.trim() === NOTHING ? [] : [{ name, line }];
  });
  return { format: 'ofac', published: null, names };
}

// XML.

function xmlContents(file: string, text: string): Contents {
  const [name, list] = Object.entries(rootOf(file, text)).find(([each]) => !each.startsWith('?')) ?? ['', {}];
  const top = isXml(list) ? list : {};
  if (name === 'sdnList') return ofacXml(top);
  if (name === 'CONSOLIDATED_LIST') return unXml(top);
  if (name === 'export') return euXml(top);
  throw new InvalidList(
    `${file} is XML of the unknown kind <${name}>. Use the file of OFAC (sdnList), the EU (export), or the UN.`,
  );
}

function rootOf(file: string, text: string): Xml {
  try {
    return parseXml(text);
  } catch (error) {
    if (!(error instanceof InvalidXml)) throw error;
    const { at } = error;
    throw new InvalidList(
      `${file} is not valid XML${at === undefined ? '' : `: ${at.what} (line ${at.line})`}.`,
    );
  }
}

const elementsOf = (node: Xml, ...path: readonly string[]): readonly Xml[] =>
  path.reduce((found: readonly Xml[], name) => found.flatMap((each) => xmlList(each[name])), [node]);

const textOf = (node: Xml, name: string): string => xmlText(node[name]) ?? '';

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

function ofacXml(list: Xml): Contents {
  const fullName = (each: Xml): string => joined(textOf(each, 'firstName'), textOf(each, 'lastName'));
  /** A nickname of one word is weak evidence: OFAC does not expect anybody to screen for it. */
  const isNickname = (each: Xml): boolean =>
    textOf(each, 'category') === 'weak' && !/\s/.test(fullName(each));
  const published = elementsOf(list, 'publshInformation').map((each) => textOf(each, 'Publish_Date'));
  return {
    format: 'ofac',
    published: published[0] ?? null,
    names: elementsOf(list, 'sdnEntry').flatMap((entry, index) =>
      [entry, ...elementsOf(entry, 'akaList', 'aka').filter((each) => !isNickname(each))].map((each) => ({
        name: fullName(each),
        line: index + 1,
      })),
    ),
  };
}

const UN_PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

function unXml(list: Xml): Contents {
  const entries = [
    ...[...elementsOf(list, 'INDIVIDUALS', 'INDIVIDUAL'), ...elementsOf(list, 'INDIVIDUAL')],
    ...[...elementsOf(list, 'ENTITIES', 'ENTITY'), ...elementsOf(list, 'ENTITY')],
  ];
  const published = textOf(list, '@dateGenerated');
  return {
    format: 'un',
    published: published === '' ? null : published,
    names: entries.flatMap((entry, index) => {
      const aliases = ['INDIVIDUAL_ALIAS', 'ENTITY_ALIAS'].flatMap((name) => elementsOf(entry, name));
      const names = [
        joined(...UN_PARTS.map((part) => textOf(entry, part))),
        textOf(entry, 'NAME_ORIGINAL_SCRIPT'),
        ...aliases.map((alias) => textOf(alias, 'ALIAS_NAME')),
      ];
      return names.map((name) => ({ name, line: index + 1 }));
    }),
  };
}

function euXml(list: Xml): Contents {
  const published = textOf(list, '@generationDate');
  return {
    format: 'eu',
    published: published === '' ? null : published,
    names: elementsOf(list, 'sanctionEntity').flatMap((entity, index) =>
      elementsOf(entity, 'nameAlias').map((alias) => {
        const whole = textOf(alias, '@wholeName');
        const parts = ['@firstName', '@middleName', '@lastName'].map((part) => textOf(alias, part));
        return { name: whole === '' ? joined(...parts) : whole, line: index + 1 };
      }),
    ),
  };
}
