import { compile } from 'json-schema-to-typescript';
import { format } from 'prettier';
import { isObject, refKey } from './schemas.ts';
import type { Definition, Json, JsonObject, Module, Schemas, StoredEvent } from './schemas.ts';

const banner = '// Generated from schemas/ by `npm run generate`. Do not edit.\n';

/** Validation keywords without an equivalent in TypeScript types. */
const rulesOnly = new Set([
  'if',
  'then',
  'else',
  'allOf',
  'dependentSchemas',
  'discriminator',
  'propertyNames',
  'examples',
  '$defs',
  '$schema',
]);

/**
 * A copy of a definition whose references are type names, so that each definition is compiled on its own and declared
 * once. `used` collects the referenced definitions.
 */
const withNames = (value: Json, file: string, schemas: Schemas, used: Set<Definition>): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => withNames(item, file, schemas, used));
  if (!isObject(value)) return value;
  const ref = value['$ref'];
  if (typeof ref === 'string') {
    const target = schemas.definitions.get(refKey(file, ref));
    if (target === undefined) throw new Error(`${file}: nothing is at ${ref}`);
    used.add(target);
    const { description } = value;
    return { tsType: target.name, ...(description === undefined ? {} : { description }) };
  }
  const isUnion = value['oneOf'] !== undefined;
  const kept = Object.entries(value).filter(
    ([key]) => !rulesOnly.has(key) && !(isUnion && (key === 'type' || key === 'required')),
  );
  return Object.fromEntries(kept.map(([key, item]) => [key, withNames(item, file, schemas, used)]));
};

const declaration = async (
  definition: Definition,
  schemas: Schemas,
  used: Set<Definition>,
): Promise<string> => {
  const copy = withNames(definition.schema, definition.file, schemas, used);
  // The copy of an object is an object. The library's type covers only keywords of an older draft.
  const schema = { ...(copy as JsonObject), title: definition.name } as Parameters<typeof compile>[0];
  const text = await compile(schema, definition.name, {
    bannerComment: '',
    format: false,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    strictIndexSignatures: false,
  });
  // Parsed values are never modified, so arrays are readonly. The library has no option for it.
  return text.replaceAll(/: (\w+|\([^()]*\))\[\]/g, ': readonly $1[]');
};

const declarations = async (
  module: Module,
  schemas: Schemas,
): Promise<{ text: string; used: Set<Definition> }> => {
  const used = new Set<Definition>();
  const texts: string[] = [];
  for (const definition of schemas.definitions.values())
    if (definition.module === module) texts.push(await declaration(definition, schemas, used));
  return { text: texts.join('\n'), used };
};

const pretty = (text: string): Promise<string> =>
  format(text, { parser: 'typescript', printWidth: 110, singleQuote: true });

const unionOf = (union: string, events: readonly StoredEvent[]): string => {
  const name = `${union.charAt(0).toUpperCase()}${union.slice(1)}Event`;
  const members = events.map(
    ({ type, definition }) => `| { readonly type: '${type}'; readonly data: ${definition.name} }`,
  );
  const isBook = union === 'book';
  const types = isBook ? 'EventType' : `${name}Type`;
  const data = isBook ? 'EventData' : `${name}Data`;
  return `
/** Every event of a ${isBook ? "book's" : union} stream: its name and its data. */
export type ${name} = ${members.join('\n')};
export type ${types} = ${name}['type'];
/** The data of the event with this name. */
export type ${data}<T extends ${types}> = Extract<${name}, { type: T }>['data'];
/** Version of the data that this code writes, by event. */
export const ${isBook ? 'eventVersions' : `${union}EventVersions`} = {
${events.map(({ type, version }) => `'${type}': ${String(version)},`).join('\n')}
} as const satisfies Record<${types}, number>;
`;
};

/** The text of `src/generated/api.ts`: a type for each definition of `common.json`, `api/`, and `operator/`. */
export const apiTypes = async (schemas: Schemas): Promise<string> =>
  pretty(banner + (await declarations('api', schemas)).text);

/**
 * The text of `src/generated/events.ts`: a type for each event and its parts, and the union of each stream's events.
 */
export const eventTypes = async (schemas: Schemas): Promise<string> => {
  const { text, used } = await declarations('events', schemas);
  const imported = [...used].filter(({ module }) => module === 'api').map(({ name }) => name);
  const imports =
    imported.length === 0 ? '' : `import type { ${imported.sort().join(', ')} } from './api.ts';\n`;
  const unions = [...new Set(schemas.events.map(({ union }) => union))].sort();
  const tail = unions.map((union) =>
    unionOf(
      union,
      schemas.events.filter((event) => event.union === union),
    ),
  );
  return pretty(`${banner}${imports}${text}\n${tail.join('\n')}`);
};
