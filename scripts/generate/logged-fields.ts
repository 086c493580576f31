/** What the request log may show of each field of the API. Fields that no rule covers are masked. */
import { format } from 'prettier';
import { isObject, refKey } from './schemas.ts';
import type { Json, Schemas } from './schemas.ts';

const banner = '// Generated from schemas/ by `npm run generate`. Do not edit.\n';

const pretty = (text: string): Promise<string> =>
  format(text, { parser: 'typescript', printWidth: 110, singleQuote: true });

/** Formats whose values say nothing about a person, by the name of the definition in `schemas/common.json`. */
const FORMATS: Readonly<Record<string, string>> = {
  Timestamp: 'time',
  QueryTime: 'time',
  Amount: 'decimal',
  SignedAmount: 'decimal',
  AmountInput: 'decimal',
  RateValue: 'decimal',
  Asset: 'asset',
  Currency: 'currency',
  Country: 'country',
  Rail: 'rail',
  Metadata: 'opaque',
};

type Field = { readonly words: Set<string>; readonly formats: Set<string> };

/** The text of `src/generated/logged-fields.ts`. */
export function loggedFields(schemas: Schemas): Promise<string> {
  const fields = new Map<string, Field>();

  const collectFields = (value: Json | undefined, file: string): void => {
    if (Array.isArray(value)) value.forEach((each: Json) => collectFields(each, file));
    if (!isObject(value)) return;
    for (const [keyword, part] of Object.entries(value)) {
      if (keyword === 'examples' || keyword === 'example') continue;
      if (keyword === 'properties' && isObject(part))
        for (const [name, schema] of Object.entries(part)) collectValues(fieldOf(name), schema, file);
      collectFields(part, file);
    }
  };

  const fieldOf = (name: string): Field => {
    const field = fields.get(name) ?? { words: new Set(), formats: new Set() };
    fields.set(name, field);
    return field;
  };

  /** Adds the words and formats of a value. The fields of an object have rules of their own. */
  const collectValues = (field: Field, schema: Json | undefined, file: string): void => {
    if (!isObject(schema)) return;
    const { $ref: ref, enum: words, const: word, type, items } = schema;
    if (typeof ref === 'string') {
      const target = schemas.definitions.get(refKey(file, ref));
      const known = FORMATS[target?.name ?? ''];
      if (known !== undefined) field.formats.add(known);
      else collectValues(field, target?.schema, target?.file ?? file);
    }
    const allowed: readonly Json[] = Array.isArray(words) ? words : [word ?? null];
    for (const each of allowed) if (typeof each === 'string') field.words.add(each);
    const types: readonly Json[] = Array.isArray(type) ? type : [type ?? null];
    if (types.includes('integer') || types.includes('number')) field.formats.add('number');
    collectValues(field, items, file);
    for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
      const parts = schema[keyword];
      if (Array.isArray(parts)) parts.forEach((part: Json) => collectValues(field, part, file));
    }
  };

  for (const { file, schema } of schemas.definitions.values())
    if (file.startsWith('api/') || file === 'common.json') collectFields(schema, file);
  const rows = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  return pretty(`${banner}
export type LoggedFormat = 'time' | 'decimal' | 'asset' | 'currency' | 'country' | 'rail' | 'number' | 'opaque';

/** What the request log shows of a field: these words, and texts in these formats. \`opaque\` hides all of it. */
export type LoggedField = { readonly words: readonly string[]; readonly formats: readonly LoggedFormat[] };

/** Every field of the API by name. */
export const LOGGED_FIELDS: Readonly<Record<string, LoggedField>> = {
${rows
  .map(
    ([name, { words, formats }]) =>
      `${name}: { words: ${JSON.stringify([...words].sort())}, formats: ${JSON.stringify([...formats].sort())} },`,
  )
  .join('\n')}
};
`);
}
