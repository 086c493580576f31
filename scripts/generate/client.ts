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
  const types = await openapiTS(
    JSON.stringify({
      ...{ openapi, info },
      paths: {},
      components: { schemas: { ...components.schemas, ...Object.fromEntries(queries) } },
    }),
    { immutable: true, defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true },
  );
  return pretty(`${banner}\n${astToString(types)}`);
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

/** A method for each operation, in an object for each kind of resource. */
export function clientResources(operations: readonly Operation[], schemas: Schemas): Promise<string> {
  const resources = new Map<string, Map<string, string>>();
  const types = new Set<string>();
  for (const operation of operations) {
    const resource = resourceName(operation);
    const methods = resources.get(resource) ?? new Map<string, string>();
    const name = methodName(operation, resource);
    if (methods.has(name)) throw new Error(`Two operations would be ${resource}.${name}.`);
    resources.set(
      resource,
      methods.set(
        name,
        methodText(operation, schemas, (type) => (types.add(type), type)),
      ),
    );
  }
  const texts = [...resources].map(
    ([resource, methods]) =>
      `${resource}: {\n${[...methods].map(([name, text]) => text.replace('NAME', name)).join('\n')}\n},`,
  );
  return pretty(`${banner}
import type { StreamOptions } from '../event-stream.ts';
import { segment } from '../request.ts';
import type { CallOptions, ReadOptions, WriteOptions } from '../request.ts';
import type { Transport } from '../transport.ts';
import type { ${[...types].sort().join(', ')} } from './types.ts';

/** A method for each operation of the API. */
export const createResources = ({ call, list, stream }: Transport) => ({
${texts.join('\n')}
});
`);
}

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
  const singular = plural.replace(/ies$/, 'y').replace(/s$/, '');
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

function methodText(operation: Operation, schemas: Schemas, use: UseType): string {
  const { method, summary, path, query } = operation;
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => `${name}: string`);
  const requestPath = path.includes('{')
    ? `\`${path.replaceAll(/\{(\w+)\}/g, '${segment($1)}')}\``
    : `'${path}'`;
  const body = requestBodyOf(schemas, operation) === 'none' || operation.body === 'EmptyBody' ? [] : ['body'];
  const members = [`method: '${method}'`, `path: ${requestPath}`];
  if (query !== NO_QUERY) {
    const isRequired = apiDefinition(schemas, query).schema['required'] !== undefined;
    parameters.push(`query${isRequired ? '' : '?'}: ${use(query)}`);
    members.push('query');
  }
  if (body.length > 0) {
    const isOptional = requestBodyOf(schemas, operation) === 'optional';
    parameters.push(`body${isOptional ? '?' : ''}: ${use(operation.body ?? '')}`);
    members.push('body');
  }
  parameters.push(`options?: ${optionsOf(operation)}`);
  const comment = `/** ${summary}. */`;
  if (isStream(operation))
    return `${comment}\nNAME: (query?: ${use(query)}, options?: StreamOptions) => stream(${requestPath}, query, options),`;
  const item = pageItem(operation, schemas);
  if (item !== undefined)
    return `${comment}\nNAME: (${parameters.join(', ')}) => list<${use(item)}>(${requestPath}, query, options),`;
  const request = `call<${answerOf(operation, use)}>({ ...options, ${members.join(', ')} })`;
  if (operation.idempotencyKey === 'required_unless_dry_run') return dryRunText(operation, use, comment);
  return `${comment}\nNAME: (${parameters.join(', ')}) => ${request},`;
}

/** A write that answers with a preview when `dry_run` is true. */
function dryRunText(
  { method, path, body = '', responses }: Operation,
  use: UseType,
  comment: string,
): string {
  const { '200': preview = '', '201': created = '' } = responses;
  const given = `body: ${use(body)}`;
  return `${comment}
  NAME: ((body, options) => call({ ...options, method: '${method}', path: '${path}', body })) as {
    (${given} & { readonly dry_run: true }, options?: CallOptions): Promise<${use(preview)}>;
    (${given} & { readonly dry_run?: false }, options?: WriteOptions): Promise<${use(created)}>;
  },`;
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
