import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { format } from 'prettier';
import type { Operations } from './operations.ts';
import { apiDefinition, baseUri, isObject } from './schemas.ts';
import type { Definition, Json, JsonObject, Schemas } from './schemas.ts';

const banner = '// Generated from schemas/ by `npm run generate`. Do not edit.\n';

/** Removes descriptions and examples, which the generated code does not need. */
const withoutProse = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (!isObject(value)) return value;
  // `description` can also be the name of a property, whose value is a schema.
  const kept = Object.entries(value).filter(
    ([key, item]) => key !== 'examples' && !(key === 'description' && !isObject(item)),
  );
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutProse(item)]));
};

/** Which keywords look at the members of a value, by the keyword that limits their number. */
const MEMBER_KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  maxItems: ['items', 'uniqueItems'],
  maxProperties: ['properties', 'propertyNames', 'additionalProperties'],
};

/**
 * Makes validators check the number of members before the members themselves. Validators collect all errors, so a small
 * body with thousands of invalid members would otherwise produce thousands of errors.
 */
const withBoundsFirst = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withBoundsFirst);
  if (!isObject(value)) return value;
  const schema = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withBoundsFirst(item)]));
  for (const [limit, keywords] of Object.entries(MEMBER_KEYWORDS)) {
    // A property can have the name of a keyword, but its value is a schema and no number.
    if (typeof schema[limit] !== 'number') continue;
    if ('if' in schema) throw new Error(`a schema with ${limit} must not have a condition of its own`);
    const inside = Object.entries(schema).filter(([key]) => keywords.includes(key));
    for (const [key] of inside) Reflect.deleteProperty(schema, key);
    Object.assign(schema, { if: { [limit]: schema[limit] }, then: Object.fromEntries(inside) });
  }
  return schema;
};

/** An ajv instance with all schemas, which it compiles when they are asked for. In strict mode it rejects misspelled keywords. */
export const compiler = (schemas: Schemas): Ajv2020 => {
  const ajv = new Ajv2020({
    strict: true,
    // Conditions and unions may require properties that another part of the schema defines.
    strictRequired: false,
    allErrors: true,
    discriminator: true,
    messages: false,
    code: { source: true, esm: true, lines: true },
    // Generators of clients know these names; patterns check the texts.
    formats: { 'idn-email': true, iri: true },
  });
  addFormats.default(ajv);
  for (const [file, schema] of schemas.files)
    ajv.addSchema(withBoundsFirst(withoutProse(schema)) as JsonObject, baseUri + file);
  return ajv;
};

/** The definitions that get a validator: what operations receive. Tests compile the schemas of responses when they need them. */
const validated = (schemas: Schemas, operations: Operations): Map<string, Definition> => {
  const names = new Set(operations.operations.flatMap(({ query, body = 'EmptyBody' }) => [query, body]));
  return new Map([...names].sort().map((name) => [name, apiDefinition(schemas, name)]));
};

const eventExport = (union: string, type: string): string => `${union}$${type.replaceAll('.', '$')}`;

/**
 * ajv's standalone code loads helpers with `require`, which ES modules do not have, so each becomes an import. The
 * helpers are CommonJS modules, so the import is `module.exports`.
 */
const withImports = (code: string): string => {
  const imports = new Map<string, string>();
  const body = code.replace(/require\("([^"]+)"\)/g, (_match, path: string) => {
    const name = imports.get(path) ?? `helper${String(imports.size)}`;
    imports.set(path, name);
    return name;
  });
  const lines = [...imports].map(([path, name]) => `import ${name} from '${path}.js';\n`);
  return lines.join('') + body.replace('"use strict";', '');
};

const eventTable = (union: string, schemas: Schemas): string => {
  const entries = schemas.events
    .filter((event) => event.union === union)
    .map(({ type }) => `'${type}': ${eventExport(union, type)},`);
  return `export const ${tableName(union)} = {\n${entries.join('\n')}\n};\n`;
};

const tableName = (union: string): string =>
  union === 'book'
    ? 'validateEventData'
    : `validate${union.charAt(0).toUpperCase()}${union.slice(1)}EventData`;

const unionsOf = (schemas: Schemas): string[] =>
  [...new Set(schemas.events.map(({ union }) => union))].sort();

const metadataKey = 'events/metadata.v3.json#';

/** The text of `src/generated/validators.js`. */
export const validatorsCode = (schemas: Schemas, operations: Operations): string => {
  const refs: Record<string, string> = {};
  const uri = ({ file, pointer }: Definition): string => baseUri + file + (pointer === '#' ? '' : pointer);
  for (const [name, definition] of validated(schemas, operations)) refs[`validate${name}`] = uri(definition);
  const metadata = schemas.definitions.get(metadataKey);
  if (metadata !== undefined) refs['validateEventMetadata'] = uri(metadata);
  for (const { union, type, definition } of schemas.events) refs[eventExport(union, type)] = uri(definition);
  const code = withImports(standalone.default(compiler(schemas), refs));
  const tables = unionsOf(schemas).map((union) => eventTable(union, schemas));
  return `${banner}${code}\n${tables.join('\n')}`;
};

/** The text of `src/generated/validators.d.ts`. */
export const validatorsTypes = async (schemas: Schemas, operations: Operations): Promise<string> => {
  const names = [...validated(schemas, operations).keys()];
  const tables = unionsOf(schemas).map((union) => {
    const base = union === 'book' ? 'Event' : `${union.charAt(0).toUpperCase()}${union.slice(1)}Event`;
    return `export const ${tableName(union)}: { readonly [T in events.${base}Type]: Validator<events.${base}Data<T>> };`;
  });
  const text = `${banner}
import type { ErrorObject } from 'ajv';
import type * as api from './api.ts';
import type * as events from './events.ts';

/** Tells whether \`data\` has the shape of T. After \`false\`, \`errors\` says why; it is valid until the next call. */
export interface Validator<T> {
  (data: unknown): data is T;
  errors?: ErrorObject[] | null;
}
${names.map((name) => `export const validate${name}: Validator<api.${name}>;`).join('\n')}
export const validateEventMetadata: Validator<events.EventMetadata>;
${tables.join('\n')}
`;
  return format(text, { parser: 'typescript', printWidth: 110, singleQuote: true });
};
