import type { Operations } from './operations.ts';
import { apiDefinition, isObject, refKey } from './schemas.ts';
import type { Definition, Json, JsonObject, Schemas } from './schemas.ts';

export type Context = {
  readonly schemas: Schemas;
  readonly operations: Operations;
  /** Definitions referenced by the document so far, by name. */
  readonly used: Map<string, Definition>;
};

/** A reference to a component of the document. */
export const componentRef = (kind: string, name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
});

/** A reference to a definition. The definition is added to the document. */
const schemaRef = (context: Context, definition: Definition): JsonObject => {
  context.used.set(definition.name, definition);
  return componentRef('schemas', definition.name);
};

/** A reference to the definition with this name. */
export const schemaReference = (context: Context, name: string): JsonObject =>
  schemaRef(context, apiDefinition(context.schemas, name));

const definitionAt = ({ schemas }: Context, file: string, ref: string): Definition => {
  const target = schemas.definitions.get(refKey(file, ref));
  if (target === undefined) throw new Error(`${file}: nothing is at ${ref}`);
  return target;
};

/** Which variant of a union each value of its discriminator selects. Without it, generators expect the name of the variant. */
const discriminatorMapping = (context: Context, property: string, variants: Json, file: string): JsonObject =>
  Object.fromEntries(
    (variants as readonly { $ref: string }[]).flatMap(({ $ref }) => {
      const definition = definitionAt(context, file, $ref);
      const { [property]: tag } = definition.schema['properties'] as Record<string, JsonObject>;
      const values = (tag?.['enum'] ?? [tag?.['const']]) as readonly string[];
      return values.map((value) => [value, componentRef('schemas', definition.name)['$ref'] ?? null]);
    }),
  );

/**
 * Patterns also have to work without the Unicode mode of JavaScript, where a pattern without surrogates excludes emoji. Lone
 * surrogates cannot occur in UTF-8, so the document does not mention surrogates.
 */
const portablePattern = (pattern: string): string | undefined => {
  const portable = pattern.replace('\\ud800-\\udfff', '');
  return portable === '^[^]*$' ? undefined : portable;
};

/** Generators treat a property with a default as always present, even in requests, so the description names the default. */
const describeDefault = (property: Json): Json => {
  if (!isObject(property) || property['default'] === undefined) return property;
  const { default: value, description, ...rest } = property;
  // Every property has a description.
  return { ...rest, description: `${description as string} Default: \`${JSON.stringify(value)}\`.` };
};

const isNullable = (variants: Json): boolean =>
  Array.isArray(variants) &&
  variants.some((variant: Json) => isObject(variant) && variant['type'] === 'null');

/**
 * The variants of a schema, under the keyword that generators for C# understand: `oneOf` for a value or null, and `anyOf` for a
 * union with a discriminator. No value has two variants, so both keywords mean the same.
 */
const portableVariants = ({ anyOf, oneOf, discriminator }: JsonObject): JsonObject => {
  if (anyOf !== undefined) return isNullable(anyOf) ? { oneOf: anyOf } : { anyOf };
  if (oneOf === undefined) return {};
  return discriminator === undefined ? { oneOf } : { anyOf: oneOf };
};

/** The type that a text, or a list of texts that may contain null, implies. Generators for C# and Java do not derive it. */
const impliedType = ({ const: constant, enum: values }: JsonObject): JsonObject => {
  const all: readonly (Json | undefined)[] = Array.isArray(values) ? values : [constant];
  const texts = all.filter((value) => typeof value === 'string');
  if (texts.length === 0 || !all.every((value) => typeof value === 'string' || value === null)) return {};
  return { type: texts.length === all.length ? 'string' : ['string', 'null'] };
};

/** A copy of a schema for the document: with references into it, and with keywords that generators of clients understand. */
export const inlineSchema = (context: Context, value: Json, file: string): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => inlineSchema(context, item, file));
  if (!isObject(value)) return value;
  const copied: JsonObject = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, inlineSchema(context, item, file)]),
  );
  const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = copied;
  const copy: Record<string, Json> = { ...impliedType(copied), ...rest, ...portableVariants(copied) };
  const { $ref: ref, pattern, properties, discriminator } = copied;
  if (typeof pattern === 'string') {
    const portable = portablePattern(pattern);
    if (portable === undefined) delete copy['pattern'];
    else copy['pattern'] = portable;
  }
  if (isObject(properties))
    copy['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, describeDefault(property)]),
    );
  if (isObject(discriminator) && typeof discriminator['propertyName'] === 'string')
    copy['discriminator'] = {
      ...discriminator,
      mapping: discriminatorMapping(context, discriminator['propertyName'], value['oneOf'] ?? [], file),
    };
  return typeof ref === 'string'
    ? { ...copy, ...schemaRef(context, definitionAt(context, file, ref)) }
    : copy;
};

/** The first example of a definition. A list without its own example contains one example of its items. */
const exampleOf = (context: Context, { name, file, schema }: Definition): Json => {
  const examples = schema['examples'];
  if (Array.isArray(examples) && examples[0] !== undefined) return examples[0] as Json;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const data = properties['data'];
  const items = isObject(data) ? data['items'] : undefined;
  const ref = isObject(items) ? items['$ref'] : undefined;
  if (typeof ref !== 'string') throw new Error(`${name} has no example`);
  const item = definitionAt(context, file, ref);
  return {
    data: [exampleOf(context, item)],
    ...('has_more' in properties ? { has_more: false } : {}),
    ...('next_cursor' in properties ? { next_cursor: null } : {}),
  };
};

/** A JSON body, with its example or examples. */
export const jsonContent = (schema: JsonObject, example: JsonObject): JsonObject => ({
  'application/json': { schema, ...example },
});

/** A body with the example of its definition, unless another example is given. */
export const contentWithExample = (
  context: Context,
  name: string,
  example?: Json,
  mediaType = 'application/json',
): JsonObject => {
  const definition = apiDefinition(context.schemas, name);
  return {
    [mediaType]: {
      schema: schemaRef(context, definition),
      example: example ?? exampleOf(context, definition),
    },
  };
};

/** All referenced definitions. Adding one can reference others, so this repeats until none is missing. */
export const componentSchemas = (context: Context): JsonObject => {
  const done = new Map<string, Json>();
  for (let grown = true; grown;) {
    grown = false;
    for (const [name, { schema, file }] of [...context.used]) {
      if (done.has(name)) continue;
      done.set(name, inlineSchema(context, schema, file));
      grown = true;
    }
  }
  return Object.fromEntries([...done].sort(([a], [b]) => (a < b ? -1 : 1)));
};
