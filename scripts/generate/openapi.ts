import type { Prose } from './openapi-prose.ts';
import { errorExample, responsesOf } from './openapi-responses.ts';
import { componentRef, componentSchemas, inlineSchema, contentWithExample } from './openapi-schemas.ts';
import type { Context } from './openapi-schemas.ts';
import { errorCodes, isStream, readsDocuments, requestBodyOf } from './operations.ts';
import type { Operation, Operations } from './operations.ts';
import { apiDefinition, isObject } from './schemas.ts';
import type { JsonObject, Schemas } from './schemas.ts';

const queryParameters = (context: Context, operation: Operation): JsonObject[] => {
  const { schema, file } = apiDefinition(context.schemas, operation.query);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).map(([name, property]) => {
    const copy = inlineSchema(context, property, file);
    const description = isObject(copy) ? copy['description'] : undefined;
    return {
      name,
      in: 'query',
      ...(required.includes(name) ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      schema: copy,
    };
  });
};

/** Descriptions of path parameters that are not IDs. */
const NAMES: Readonly<Record<string, string>> = {
  environment: '`sandbox` or `production`.',
  day: 'Day in UTC, such as `2026-11-20`.',
  item_id: 'ID of a line or a movement.',
  month: 'The month in UTC, such as `2026-11`.',
  projection: 'Name of the projection.',
  rail: 'Code of the rail.',
};

const pathParameters = (path: string): JsonObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: NAMES[name] ?? `ID of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}.`,
    schema: { type: 'string' },
  }));

const keyParameter = ({ idempotencyKey }: Operation): JsonObject[] => {
  if (idempotencyKey === 'none') return [];
  const name = idempotencyKey === 'required' ? 'IdempotencyKey' : 'IdempotencyKeyUnlessDryRun';
  return [componentRef('parameters', name)];
};

const consistencyParameter = (operation: Operation): JsonObject[] =>
  readsDocuments(operation) ? [componentRef('parameters', 'Consistency')] : [];

const bodyOf = (context: Context, operation: Operation): JsonObject => {
  if (operation.body === undefined) return {};
  const required = requestBodyOf(context.schemas, operation) === 'required';
  return {
    requestBody: {
      required,
      content: contentWithExample(context, operation.body),
    },
  };
};

const permissionNote = ({ role, permission }: Operation): string | undefined => {
  if (role === undefined)
    return permission === 'read_write' ? 'Requires a key with the permission `read_write`.' : undefined;
  if (role === 'viewer') return 'Allowed for every role.';
  return role === 'admin' ? 'Requires the role `admin`.' : `Requires the role \`${role}\` or \`admin\`.`;
};

const operationObject = (context: Context, operation: Operation): JsonObject => {
  const parameters = [
    ...pathParameters(operation.path),
    ...queryParameters(context, operation),
    ...keyParameter(operation),
    ...consistencyParameter(operation),
    ...(isStream(operation) ? [componentRef('parameters', 'LastEventId')] : []),
  ];
  const notes = [
    operation.description,
    operation.environment === 'sandbox' ? 'Requires a sandbox key.' : undefined,
    permissionNote(operation),
  ].filter((note) => note !== undefined);
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.addition === undefined ? {} : { 'x-addition': true }),
    ...(notes.length > 0 ? { description: notes.join(' ') } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(context, operation),
    responses: responsesOf(context, operation),
  };
};

/** The text of an OpenAPI document. */
export const openapi = (
  schemas: Schemas,
  operations: Operations,
  { tags, webhooks, ...prose }: Prose,
  version: string,
): string => {
  const context: Context = { schemas, operations, used: new Map() };
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const operation of operations.operations) {
    const item = (paths[operation.path] ??= {});
    item[operation.method.toLowerCase()] = operationObject(context, operation);
  }
  const codes = new Set(operations.operations.flatMap(errorCodes));
  const examples = Object.entries(operations.errors)
    .filter(([code]) => codes.has(code))
    .map(([code, entry]) => [code, errorExample(code, entry)]);
  const document = {
    openapi: '3.1.0',
    info: { ...prose.info, version },
    servers: prose.servers,
    security: Object.keys(prose.securitySchemes).map((name) => ({
      [name]: [],
    })),
    tags: tags.filter(({ name }) => operations.operations.some(({ tag }) => tag === name)),
    paths,
    ...(webhooks === undefined ? {} : { webhooks: webhooks(context) }),
    components: {
      securitySchemes: prose.securitySchemes,
      parameters: prose.parameters,
      headers: prose.headers,
      examples: Object.fromEntries(examples) as JsonObject,
      schemas: componentSchemas(context),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
};
