/** Writes the generated part of the client in packages/client: the types of the OpenAPI document, and a method for each operation. */
import openapiTS, { astToString } from 'openapi-typescript';
import { format } from 'prettier';
import { isStream, requestBodyOf } from './operations.ts';
import type { Operation } from './operations.ts';
import { apiDefinition, isObject } from './schemas.ts';
import type { Json, JsonObject, Schemas } from './schemas.ts';

const banner = '// Generated from schemas/ by `npm run generate`. Do not edit.\n';

const NO_QUERY = 'NoQuery';

/** Types of every object, request body, and query. `document` is the text of the OpenAPI document. */
export async function clientTypes(
  document: string,
  operations: readonly Operation[],
  schemas: Schemas,
): Promise<string> {
  // The generator of the document wrote these members.
  const { openapi, info, paths, components } = JSON.parse(document) as {
    readonly openapi: string;
    readonly info: { readonly title: string; readonly version: string };
    readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
    readonly components: { readonly schemas: JsonObject };
  };
  const queries = operations
    .filter(({ query }) => query !== NO_QUERY)
    .map(({ query, path, method }): [string, JsonObject] => [
      query,
      querySchema(schemas, query, paths[path]?.[method.toLowerCase()]?.['parameters']),
    ]);
  const bodies = new Set(operations.map(({ body }) => body));
  const types = await openapiTS(
    JSON.stringify({
      ...{ openapi, info },
      paths: {},
      components: {
        schemas: {
          ...withVariants(components.schemas, (name) => !bodies.has(name)),
          ...Object.fromEntries(queries),
        },
      },
    }),
    { immutable: true, defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true },
  );
  return pretty(`${banner}\n${astToString(types)}`);
}

type Variant = {
  readonly tag: string;
  readonly value: string;
  readonly required: readonly Json[];
  readonly properties: JsonObject;
};

/** What a schema says about an object with this value of a member: its condition in the form that the schemas use. */
function variantIn(condition: Json): Variant | undefined {
  if (!isObject(condition) || !isObject(condition['if']) || !isObject(condition['then'])) return undefined;
  const tested = condition['if']['properties'];
  const [[tag, schema] = ['', undefined]] = isObject(tested) ? Object.entries(tested) : [];
  const value = isObject(schema) ? schema['const'] : undefined;
  const { required, properties } = condition['then'];
  if (typeof value !== 'string') return undefined;
  return {
    ...{ tag, value },
    required: listIn(required),
    properties: isObject(properties) ? properties : {},
  };
}

const listIn = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

/**
 * Writes answers with conditions as unions, which TypeScript narrows: `source.type === 'wallet'` means that there is a `wallet_id`. What
 * an object does not have stays readable, as undefined. Requests keep one type, so that a body can be put together step by step.
 */
function withVariants(schemas: JsonObject, isAnswer: (name: string) => boolean): JsonObject {
  const added: Record<string, Json> = {};
  const merged = (base: JsonObject, { required, properties }: Pick<Variant, 'required' | 'properties'>) => ({
    ...base,
    required: [...new Set([...listIn(base['required']), ...required])],
    properties: { ...(isObject(base['properties']) ? base['properties'] : {}), ...properties },
  });
  /** A member whose schema depends on the variant gets a type of its own, such as `OnrampReceipt`. */
  const memberOf = (base: Json | undefined, value: string, narrower: Json): Json => {
    if (!isObject(narrower)) return narrower;
    const choices: Json | undefined = isObject(base) ? base['oneOf'] : undefined;
    const [choice] = listIn(choices);
    const ref = isObject(choice) ? choice['$ref'] : undefined;
    const target = typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : '';
    const name = value.split('_').map(capitalize).join('') + target;
    const { required, properties } = narrower;
    added[name] = merged((schemas[target] ?? {}) as JsonObject, {
      required: listIn(required),
      properties: isObject(properties) ? properties : {},
    });
    return { ...(base as JsonObject), oneOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }] };
  };
  const unionOf = (name: string, schema: JsonObject): Json => {
    const { allOf, ...rest } = schema;
    const variants = Array.isArray(allOf) ? allOf.map(variantIn).filter((each) => each !== undefined) : [];
    if (variants.length === 0 || !isAnswer(name)) return schema;
    const members = isObject(rest['properties']) ? rest['properties'] : {};
    const { description, ...object } = rest;
    return {
      ...(description === undefined ? {} : { description }),
      oneOf: variants.map(({ tag, value, required, properties }) =>
        merged(object, {
          required,
          properties: {
            ...Object.fromEntries(
              Object.entries(properties).map(([key, narrower]) => [
                key,
                memberOf(members[key], value, narrower),
              ]),
            ),
            ...{ [tag]: { type: 'string', const: value } },
          },
        }),
      ),
    };
  };
  const written = Object.entries(schemas).map(([name, schema]) => [
    name,
    isObject(schema) ? unionOf(name, schema) : schema,
  ]);
  // The types of members may depend on schemas that are written above.
  return { ...(Object.fromEntries(written) as JsonObject), ...added };
}

/** The query parameters of an operation as one object. */
function querySchema(schemas: Schemas, name: string, parameters: Json | undefined): JsonObject {
  // Parameters of queries are never references.
  const given = (parameters ?? []) as readonly { readonly in?: string; name: string; schema: JsonObject }[];
  const properties = given
    .filter((parameter) => parameter.in === 'query')
    .map(({ name: key, schema }): [string, JsonObject] => [key, schema]);
  const { required } = apiDefinition(schemas, name).schema;
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required === undefined ? {} : { required }),
  };
}

/** A method for each operation, in an object for each kind of resource: its documented type, and its code. */
export function clientResources(operations: readonly Operation[], schemas: Schemas): Promise<string> {
  const resources = new Map<string, Map<string, Method>>();
  const types = new Set<string>();
  for (const operation of operations) {
    const resource = resourceName(operation);
    const methods = resources.get(resource) ?? new Map<string, Method>();
    const name = methodName(operation, resource);
    if (methods.has(name)) throw new Error(`Two operations would be ${resource}.${name}.`);
    const typeName = `${interfaceName(resource)}['${name}']`;
    resources.set(
      resource,
      methods.set(
        name,
        methodOf(operation, schemas, typeName, (type) => (types.add(type), type)),
      ),
    );
  }
  const all = [...resources];
  const interfaces = all.map(
    ([resource, methods]) =>
      `/** The operations of \`ledger.${resource}\`. */
export interface ${interfaceName(resource)} {
${[...methods].map(([name, { comment, type }]) => `${comment}\nreadonly ${name}: ${type};`).join('\n')}
}`,
  );
  const texts = all.map(
    ([resource, methods]) =>
      `${resource}: {\n${[...methods].map(([name, { code }]) => `${name}: ${code},`).join('\n')}\n},`,
  );
  return pretty(`${banner}
import type { StreamOptions } from '../event-stream.ts';
import type { PageList } from '../pages.ts';
import { segment } from '../request.ts';
import type { CallOptions, ReadOptions, WriteOptions } from '../request.ts';
import type { Transport } from '../transport.ts';
import type { ${[...types].sort().join(', ')} } from './types.ts';

${interfaces.join('\n\n')}

/** The operations of the API by resource. */
export interface Resources {
${all.map(([resource]) => `readonly ${resource}: ${interfaceName(resource)};`).join('\n')}
}

/** A method for each operation of the API. */
export const createResources = ({ call, list, stream }: Transport): Resources => ({
${texts.join('\n')}
});
`);
}

/** The type of a resource, such as `WebhookEndpointsResource`. */
const interfaceName = (resource: string): string => `${capitalize(resource)}Resource`;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const camelCase = (text: string): string =>
  text
    .split(/[\s_]+/)
    .map((word, index) => (index === 0 ? word.toLowerCase() : capitalize(word)))
    .join('');

/** The first segment of the path, such as `webhookEndpoints`. The tag for what belongs to a user: `Wallets` is `wallets`. */
export function resourceName({ tag, path }: Pick<Operation, 'tag' | 'path'>): string {
  const [, , collection = ''] = path.split('/');
  return camelCase(collection === 'users' ? tag : collection);
}

/** The operation's ID without the name of the resource: `createUser` is `users.create`. */
export function methodName({ operationId }: Pick<Operation, 'operationId'>, resource: string): string {
  const plural = capitalize(resource);
  const singular = plural.replace(/ies$/, 'y').replace(/(?<=ch)es$|s$/, '');
  return operationId.replace(new RegExp(`${plural}|${singular}`), '');
}

/** The method of each operation, such as `users.create`, for the examples in the documentation. */
export function clientCalls(operations: readonly Operation[]): Promise<string> {
  const calls = operations.map((operation) => {
    const resource = resourceName(operation);
    return [operation.operationId, `${resource}.${methodName(operation, resource)}`];
  });
  return pretty(`${banner}
/** The method of the client for each operation of the API. */
export const clientCalls: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(calls))};
`);
}

type UseType = (name: string) => string;

/** A method: its documentation, its type, and its code. */
type Method = { readonly comment: string; readonly type: string; readonly code: string };

/** What an editor shows: what the operation does, its path, and the error codes of its own. */
function commentOf({ summary, description, method, path, errors }: Operation): string {
  const lines = [
    `${summary}.`,
    ...(description === undefined ? [] : ['', description.replaceAll('*/', '*\\/')]),
    '',
    `\`${method} ${path}\``,
    ...(errors.length === 0
      ? []
      : ['', `@throws {LedgerError} with the \`code\` ${errors.map((code) => `\`${code}\``).join(', ')}`]),
  ];
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */`;
}

function methodOf(operation: Operation, schemas: Schemas, typeName: string, use: UseType): Method {
  const { method, path, query } = operation;
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const parameters = ids.map((name) => `${name}: string`);
  const names = [...ids];
  const requestPath = path.includes('{')
    ? `\`${path.replaceAll(/\{(\w+)\}/g, '${segment($1)}')}\``
    : `'${path}'`;
  const members = [`method: '${method}'`, `path: ${requestPath}`];
  if (query !== NO_QUERY) {
    const isRequired = apiDefinition(schemas, query).schema['required'] !== undefined;
    parameters.push(`query${isRequired ? '' : '?'}: ${use(query)}`);
    names.push('query');
    members.push('query');
  }
  const bodyOf = requestBodyOf(schemas, operation);
  if (bodyOf !== 'none' && operation.body !== 'EmptyBody') {
    parameters.push(`body${bodyOf === 'optional' ? '?' : ''}: ${use(operation.body ?? '')}`);
    names.push('body');
    members.push('body');
  }
  parameters.push(`options?: ${isStream(operation) ? 'StreamOptions' : optionsOf(operation)}`);
  names.push('options');
  const comment = commentOf(operation);
  const given = `(${names.join(', ')})`;
  if (isStream(operation))
    return {
      comment,
      type: `(${parameters.join(', ')}) => AsyncIterable<${use('PublicEvent')}>`,
      code: `${given} => stream(${requestPath}, query, options)`,
    };
  const item = pageItem(operation, schemas);
  if (item !== undefined)
    return {
      comment,
      type: `(${parameters.join(', ')}) => PageList<${use(item)}>`,
      code: `${given} => list(${requestPath}, query, options)`,
    };
  const request = `${given} => call({ ...options, ${members.join(', ')} })`;
  if (operation.idempotencyKey === 'required_unless_dry_run')
    // The answer to a body with `dry_run` is a preview.
    return { comment, type: dryRunType(operation, use), code: `(${request}) as ${typeName}` };
  return {
    comment,
    type: `(${parameters.join(', ')}) => Promise<${answerOf(operation, use)}>`,
    code: request,
  };
}

/** A write that answers with a preview when `dry_run` is true. */
function dryRunType({ body = '', responses }: Operation, use: UseType): string {
  const { '200': preview = '', '201': created = '' } = responses;
  const given = `body: ${use(body)}`;
  return `{
    (${given} & { readonly dry_run: true }, options?: CallOptions): Promise<${use(preview)}>;
    (${given} & { readonly dry_run?: false }, options?: WriteOptions): Promise<${use(created)}>;
  }`;
}

const optionsOf = ({ method }: Operation): string =>
  method === 'GET' ? 'ReadOptions' : method === 'POST' ? 'WriteOptions' : 'CallOptions';

const answerOf = ({ responses }: Operation, use: UseType): string =>
  [...new Set(Object.values(responses))].map(use).join(' | ');

/** The type of a page's objects, or undefined if the answer is no page. */
function pageItem({ responses }: Operation, schemas: Schemas): string | undefined {
  const { properties } = apiDefinition(
    schemas,
    responses['200'] ?? responses['201'] ?? responses['202'] ?? '',
  ).schema;
  if (!isObject(properties) || properties['has_more'] === undefined) return undefined;
  const { data } = properties;
  const items = isObject(data) ? data['items'] : undefined;
  const ref = isObject(items) ? items['$ref'] : undefined;
  if (typeof ref !== 'string') throw new Error('The objects of a page have no name.');
  return ref.split('/').at(-1);
}

const pretty = (text: string): Promise<string> =>
  format(text, { parser: 'typescript', printWidth: 110, singleQuote: true });
