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

/** A copy of a schema with references into the document. */
export const inlineSchema = (context: Context, value: Json, file: string): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => inlineSchema(context, item, file));
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, inlineSchema(context, item, file)]),
  );
  const ref = value['$ref'];
  if (typeof ref !== 'string') return copy;
  const target = context.schemas.definitions.get(refKey(file, ref));
  if (target === undefined) throw new Error(`${file}: nothing is at ${ref}`);
  return { ...copy, ...schemaRef(context, target) };
};

/** The first example of a definition. A list without its own example contains one example of its items. */
const exampleOf = (context: Context, { name, file, schema }: Definition): Json => {
  const examples = schema['examples'];
  if (Array.isArray(examples) && examples[0] !== undefined) return examples[0] as Json;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const data = properties['data'];
  const items = isObject(data) ? data['items'] : undefined;
  const ref = isObject(items) ? items['$ref'] : undefined;
  const item = typeof ref === 'string' ? context.schemas.definitions.get(refKey(file, ref)) : undefined;
  if (item === undefined) throw new Error(`${name} has no example`);
  const page = { data: [exampleOf(context, item)] };
  return 'has_more' in properties ? { ...page, has_more: false } : page;
};

/** A JSON body, with its example or examples. */
export const jsonContent = (schema: JsonObject, example: JsonObject): JsonObject => ({
  'application/json': { schema, ...example },
});

/** A JSON body with the example of its definition, unless another example is given. */
export const contentWithExample = (context: Context, name: string, example?: Json): JsonObject => {
  const definition = apiDefinition(context.schemas, name);
  return jsonContent(schemaRef(context, definition), { example: example ?? exampleOf(context, definition) });
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
