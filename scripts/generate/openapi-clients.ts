/**
 * The OpenAPI document for generators of clients, derived from the exact one. Generators support less than OpenAPI 3.1 and JSON Schema
 * offer, and the code they make rejects what a document does not mention. This document is therefore simple and open: OpenAPI 3.0, no
 * conditions, one success per operation, and plain strings where new values may appear. It accepts everything that the exact document
 * accepts.
 */
import { isObject, type Json, type JsonObject } from './schemas.ts';

const DESCRIPTION = `
A simplified copy of \`/openapi.json\` for generators of clients. It leaves out examples, headers of responses, conditions between fields,
lists of values that may grow, the event stream, and statements as files. Every request and response that is valid here has the same form
in \`/openapi.json\`, which is exact and has the documentation.
`.trim();

/** Definitions whose lists of values may grow. Generated clients reject values that a list does not contain. */
const OPEN = new Set(['ErrorCode', 'ErrorType', 'PublicEventType']);

const KEPT = new Set([
  'type',
  'description',
  'enum',
  'format',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]);

type Schemas = Readonly<Record<string, JsonObject>>;

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** What a schema refers to. */
const refOf = ({ $ref: ref }: JsonObject): string => (typeof ref === 'string' ? ref : '');

const definitionOf = (schemas: Schemas, ref: string): JsonObject => {
  const definition = schemas[nameOf(ref)];
  if (definition === undefined) throw new Error(`The document has no ${ref}`);
  return definition;
};

const children = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
const texts = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
const membersOf = (schema: JsonObject): Readonly<Record<string, JsonObject>> =>
  // The document declares no member with a boolean schema outside of conditions.
  (isObject(schema['properties']) ? schema['properties'] : {}) as Readonly<Record<string, JsonObject>>;

/** A name is worth a class or an enumeration. Others are the strings and integers that they are. */
const hasOwnType = (name: string, { type, enum: values, anyOf }: JsonObject): boolean =>
  type === 'object' || anyOf !== undefined || (values !== undefined && !OPEN.has(name));

const acceptsNull = (schema: JsonObject | undefined): boolean =>
  children(schema?.['oneOf']).some(({ type }) => type === 'null') || Array.isArray(schema?.['type']);

/** A schema as OpenAPI 3.0 has it. */
function simplified(schemas: Schemas, schema: JsonObject): JsonObject {
  const { $ref: ref, oneOf, const: constant, description, additionalProperties } = schema;
  if (typeof ref === 'string') {
    const definition = definitionOf(schemas, ref);
    return hasOwnType(nameOf(ref), definition)
      ? { $ref: ref }
      : simplified(schemas, {
          ...definition,
          ...(OPEN.has(nameOf(ref)) ? { enum: null } : {}),
          ...(description === undefined ? {} : { description }),
        });
  }
  const value = children(oneOf).find(({ type }) => type !== 'null');
  if (value !== undefined) return nullable(schemas, value, description);
  const kept: Record<string, Json> = Object.fromEntries(
    Object.entries(schema).filter(([key, item]) => KEPT.has(key) && item !== null),
  );
  if (Array.isArray(kept['type'])) {
    kept['type'] = 'string';
    kept['nullable'] = true;
  }
  if (kept['format'] !== 'date-time') delete kept['format'];
  if (Array.isArray(kept['enum'])) kept['enum'] = texts(kept['enum']);
  if (typeof constant === 'string') {
    const always = `Always \`${constant}\`.`;
    kept['description'] = typeof description === 'string' ? `${description} ${always}` : always;
  }
  if (additionalProperties === false) delete kept['additionalProperties'];
  else if (isObject(additionalProperties))
    kept['additionalProperties'] = simplified(schemas, additionalProperties);
  if (isObject(schema['items'])) kept['items'] = simplified(schemas, schema['items']);
  const properties = Object.entries(membersOf(schema));
  if (properties.length > 0)
    kept['properties'] = Object.fromEntries(
      properties.map(([name, member]) => [name, simplified(schemas, member)]),
    );
  else delete kept['properties'];
  const required = texts(kept['required']).filter((name) => !acceptsNull(membersOf(schema)[name]));
  if (required.length > 0) kept['required'] = required;
  else delete kept['required'];
  return kept;
}

/**
 * OpenAPI 3.0 ignores what stands next to a reference, so a definition says that it may be null. For generators it is then nullable
 * wherever it occurs.
 */
function nullable(schemas: Schemas, value: JsonObject, description: Json | undefined): JsonObject {
  const simple = simplified(schemas, value);
  if (simple['$ref'] !== undefined) return simple;
  return { ...simple, ...(description === undefined ? {} : { description }), nullable: true };
}

const nullableNames = (schemas: Schemas): Set<string> => {
  const choices = JSON.stringify(schemas).matchAll(
    /"oneOf":\[\{"\$ref":"#\/components\/schemas\/(\w+)"\},\{"type":"null"\}\]/g,
  );
  return new Set([...choices].map(([, name = '']) => name));
};

const withoutProse = ({ description: _description, ...schema }: JsonObject): string => JSON.stringify(schema);

/** The only value that each variant has for a member, if every variant has another. */
const tagsOf = (variants: readonly JsonObject[], member: string): string[] | undefined => {
  const tags = variants.map((variant) => membersOf(variant)[member]?.['const']);
  const all = tags.filter((tag) => typeof tag === 'string');
  return all.length === variants.length && new Set(all).size === all.length ? all : undefined;
};

/** The values of a member of several objects as one schema, or undefined if no simple schema accepts them all. */
function mergedMember(schemas: Schemas, members: readonly JsonObject[]): JsonObject | undefined {
  const [first = {}, ...others] = members.map((member) => simplified(schemas, member));
  const description = members[0]?.['description'] ?? '';
  const values = members.flatMap((member) => [...texts(member['enum']), ...texts([member['const'] ?? null])]);
  if (values.length >= members.length) return { type: 'string', enum: [...new Set(values)], description };
  return others.every((other) => withoutProse(other) === withoutProse(first)) ? first : undefined;
}

/** One object with the members of all the objects. It requires what each of them requires. */
function merged(schemas: Schemas, objects: readonly JsonObject[], description: Json): JsonObject {
  const names = [...new Set(objects.flatMap((each) => Object.keys(membersOf(each))))];
  const properties = names.flatMap((name): [string, JsonObject][] => {
    const members = objects.map((each) => membersOf(each)[name]).filter((each) => each !== undefined);
    const member = mergedMember(schemas, members);
    return member === undefined ? [] : [[name, member]];
  });
  const required = names.filter(
    (name) =>
      properties.some(([each]) => each === name) &&
      objects.every(
        (object) => texts(object['required']).includes(name) && !acceptsNull(membersOf(object)[name]),
      ),
  );
  return {
    type: 'object',
    description,
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(properties),
  };
}

/**
 * A union. Variants that agree about the members they share are one object with optional members. Others extend a base, which a
 * member selects that has one value per variant.
 */
function unionOf(schemas: Schemas, name: string, schema: JsonObject): Record<string, JsonObject> {
  const refs = children(schema['anyOf']).map((each) => nameOf(refOf(each)));
  const variants = refs.map((ref) => definitionOf(schemas, ref));
  const base = merged(schemas, variants, schema['description'] ?? '');
  const shared = Object.keys(membersOf(base));
  const tag = Object.keys(membersOf(base)).find((member) => tagsOf(variants, member) !== undefined);
  const all = new Set(variants.flatMap((variant) => Object.keys(membersOf(variant))));
  if (all.size === shared.length || tag === undefined) return { [name]: base };
  const tags = tagsOf(variants, tag) ?? [];
  const mapping = Object.fromEntries(
    refs.map((ref, index) => [tags[index] ?? '', `#/components/schemas/${ref}`]),
  );
  const open = Object.fromEntries(
    Object.entries(membersOf(base)).map(([member, { enum: _enum, ...rest }]) => [member, rest]),
  );
  return {
    [name]: { ...base, properties: open, discriminator: { propertyName: tag, mapping } },
    ...Object.fromEntries(
      refs.map((ref, index) => [ref, extension(schemas, name, variants[index] ?? {}, shared)]),
    ),
  };
}

/** A variant as its base and the members that the base lacks. */
const extension = (
  schemas: Schemas,
  base: string,
  variant: JsonObject,
  shared: readonly string[],
): JsonObject => {
  const isOwn = (name: string): boolean => !shared.includes(name);
  const own = Object.entries(membersOf(variant)).filter(([name]) => isOwn(name));
  return {
    description: variant['description'] ?? '',
    allOf: [
      { $ref: `#/components/schemas/${base}` },
      simplified(schemas, {
        type: 'object',
        properties: Object.fromEntries(own),
        required: texts(variant['required']).filter(isOwn),
      }),
    ],
  };
};

const JSON_TYPE = 'application/json';

const schemaOf = (body: Json | undefined): JsonObject | undefined => {
  const content = isObject(body) ? body['content'] : undefined;
  const media = isObject(content) ? content[JSON_TYPE] : undefined;
  const schema = isObject(media) ? media['schema'] : undefined;
  return isObject(schema) ? schema : undefined;
};

const jsonContent = (schema: JsonObject): JsonObject => ({ [JSON_TYPE]: { schema } });

/** Collects the objects that exist only in this document: an operation with two kinds of answers has one class for both. */
type Added = Map<string, JsonObject>;

function responsesOf(schemas: Schemas, added: Added, responses: JsonObject): JsonObject {
  const successes = Object.entries(responses).filter(([status]) => status < '300');
  const bodies = successes.map(([, response]) => schemaOf(response)).filter((each) => each !== undefined);
  const names = [...new Set(bodies.map((each) => nameOf(refOf(each))))];
  let body = bodies[0] && simplified(schemas, bodies[0]);
  if (names.length > 1) {
    const name = names.toReversed().join('Or');
    const objects = names.map((each) => definitionOf(schemas, each));
    added.set(name, merged(schemas, objects, `One of: ${names.map((each) => `\`${each}\``).join(', ')}.`));
    body = { $ref: `#/components/schemas/${name}` };
  }
  const content = body === undefined ? {} : { content: jsonContent(body) };
  return {
    ...Object.fromEntries(
      successes.map(([status, response]) => [
        status,
        { description: isObject(response) ? (response['description'] ?? '') : '', ...content },
      ]),
    ),
    default: {
      description: 'The request failed.',
      content: jsonContent({ $ref: '#/components/schemas/ErrorEnvelope' }),
    },
  };
}

/** A time in a query is a string: generators format times without their zone, or with more digits than the API accepts. */
const parameterOf = (schemas: Schemas, parameter: JsonObject): JsonObject => {
  if (!isObject(parameter['schema'])) return parameter;
  const { example: _example, ...rest } = parameter;
  const { description: _description, format: _format, ...schema } = simplified(schemas, parameter['schema']);
  return { ...rest, schema };
};

function operationOf(schemas: Schemas, added: Added, operation: JsonObject): JsonObject {
  const { parameters, requestBody, responses, ...rest } = operation;
  const given = schemaOf(requestBody);
  // An operation without members takes no body.
  const isEmpty =
    given === undefined || Object.keys(membersOf(definitionOf(schemas, refOf(given)))).length === 0;
  return {
    ...rest,
    ...(parameters === undefined
      ? {}
      : { parameters: children(parameters).map((each) => parameterOf(schemas, each)) }),
    ...(isEmpty
      ? {}
      : {
          requestBody: {
            required: isObject(requestBody) && requestBody['required'] === true,
            content: jsonContent(simplified(schemas, given)),
          },
        }),
    responses: responsesOf(schemas, added, isObject(responses) ? responses : {}),
  };
}

const isEventStream = (operation: JsonObject): boolean =>
  JSON.stringify(operation['responses']).includes('text/event-stream');

const pascal = (text: string): string =>
  text
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/**
 * Gives every object and enumeration inside another object a name, such as `PayoutAccountCreateBank`. Generators would number those
 * without one, and the numbers would change with the document.
 */
function named(simple: Schemas): Record<string, JsonObject> {
  const all: Record<string, JsonObject> = {};
  const nameMember = (name: string, member: JsonObject): JsonObject => {
    if (member['properties'] !== undefined || member['enum'] !== undefined) {
      if (name in simple || name in all) throw new Error(`Two schemas would be called ${name}`);
      all[name] = nameMembers(name, member);
      return { $ref: `#/components/schemas/${name}` };
    }
    return nameMembers(name, member);
  };
  const nameMembers = (name: string, schema: JsonObject): JsonObject => ({
    ...schema,
    ...(schema['properties'] === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(membersOf(schema)).map(([key, member]) => [
              key,
              nameMember(name + pascal(key), member),
            ]),
          ),
        }),
    ...(isObject(schema['items']) ? { items: nameMember(`${name}Item`, schema['items']) } : {}),
    ...(schema['allOf'] === undefined
      ? {}
      : { allOf: children(schema['allOf']).map((part) => nameMembers(name, part)) }),
  });
  for (const [name, schema] of Object.entries(simple)) all[name] = nameMembers(name, schema);
  return all;
}

/** The names of all schemas that a value refers to, directly or through others. */
function referenced(schemas: Schemas, value: Json, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    referenced(schemas, definitionOf(schemas, name), found);
  }
  return found;
}

/** The text of the document for generators of clients, from the text of the exact document. */
export function clientsOpenapi(exact: string): string {
  // The generator of the exact document wrote these members.
  const document = JSON.parse(exact) as {
    readonly info: {
      readonly title: string;
      readonly version: string;
      readonly license: { readonly name: string };
    };
    readonly servers: Json;
    readonly security: Json;
    readonly tags: Json;
    readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
    readonly components: {
      readonly securitySchemes: JsonObject;
      readonly parameters: Readonly<Record<string, JsonObject>>;
      readonly schemas: Schemas;
    };
  };
  const { info, servers, security, tags, components } = document;
  const { schemas, parameters } = components;
  const added: Added = new Map();
  const paths: Record<string, JsonObject> = {};
  for (const [path, item] of Object.entries(document.paths)) {
    const operations = Object.entries(item).filter(([, operation]) => !isEventStream(operation));
    if (operations.length > 0)
      paths[path] = Object.fromEntries(
        operations.map(([method, operation]) => [method, operationOf(schemas, added, operation)]),
      );
  }
  const nullables = nullableNames(schemas);
  const simple: Record<string, JsonObject> = Object.fromEntries(added);
  for (const [name, schema] of Object.entries(schemas))
    if (schema['anyOf'] !== undefined) Object.assign(simple, unionOf(schemas, name, schema));
  for (const [name, schema] of Object.entries(schemas))
    if (hasOwnType(name, schema))
      simple[name] ??= { ...simplified(schemas, schema), ...(nullables.has(name) ? { nullable: true } : {}) };
  const all = named(simple);
  const used = referenced(all, paths);
  const { LastEventId: _lastEventId, ...usedParameters } = parameters;
  return `${JSON.stringify(
    {
      openapi: '3.0.3',
      info: {
        title: info.title,
        description: DESCRIPTION,
        license: { name: info.license.name, url: 'https://www.apache.org/licenses/LICENSE-2.0' },
        version: info.version,
      },
      ...{ servers, security, tags, paths },
      components: {
        securitySchemes: components.securitySchemes,
        parameters: Object.fromEntries(
          Object.entries(usedParameters).map(([name, parameter]) => [name, parameterOf(schemas, parameter)]),
        ),
        schemas: Object.fromEntries([...used].sort().map((name) => [name, all[name] ?? {}])),
      },
    },
    null,
    2,
  )}\n`;
}
