/** Reads XML as plain objects: elements and `@attributes` by name, without the prefixes of namespaces, and every value as a text. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';

export type Xml = Readonly<Record<string, unknown>>;

/** The text is not well-formed, or nested too deeply. */
export class InvalidXml extends Error {
  override readonly name = 'InvalidXml';
  /** Undefined where the parser does not say. */
  readonly at: { readonly line: number; readonly what: string } | undefined;
  constructor(at?: InvalidXml['at'], cause?: unknown) {
    super('not valid XML', { cause });
    this.at = at;
  }
}

const NESTING_MAX = 40;

const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  maxNestedTags: NESTING_MAX,
  // Callers that read files of strangers refuse document types, so that there are only the five entities of every XML file.
  processEntities: true,
});

/** Throws InvalidXml. */
export function parseXml(text: string): Xml {
  // The parser accepts text that is not well-formed, such as a file that was cut off.
  // oxlint-disable-next-line typescript/no-deprecated -- its successor is not part of the library yet
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new InvalidXml({ line: valid.err.line, what: valid.err.msg });
  try {
    const parsed: unknown = PARSER.parse(text);
    return isXml(parsed) ? parsed : {};
  } catch (error) {
    throw new InvalidXml(undefined, error);
  }
}

export const isXml = (value: unknown): value is Xml =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Elements of one name. One that occurs once is no array, and an element without contents is a text. */
export const xmlList = (value: unknown): readonly Xml[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(isXml);

/** The text of an element with or without attributes, or of an attribute. Undefined if it is empty. */
export function xmlText(value: unknown): string | undefined {
  const text = isXml(value) ? value['#text'] : value;
  const trimmed = typeof text === 'string' ? text.trim() : '';
  return trimmed === '' ? undefined : trimmed;
}
