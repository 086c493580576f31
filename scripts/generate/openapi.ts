import { prose, tags } from './openapi-prose.ts';
import { errorExample, responsesOf } from './openapi-responses.ts';
import { component, componentSchemas, embedded, exampledContent } from './openapi-schemas.ts';
import type { Context } from './openapi-schemas.ts';
import { errorCodes } from './operations.ts';
import type { Operation, Operations } from './operations.ts';
import { apiDefinition, isObject } from './schemas.ts';
import type { JsonObject, Schemas } from './schemas.ts';

const queryParameters = (context: Context, operation: Operation): JsonObject[] => {
  const { schema, file } = apiDefinition(context.schemas, operation.query);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).map(([name, property]) => {
    const copy = embedded(context, property, file);
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

const pathParameters = (path: string): JsonObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: `ID of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}.`,
    schema: { type: 'string' },
  }));

const keyParameter = (operation: Operation): JsonObject[] => {
  if (operation.idempotent === true) return [component('parameters', 'IdempotencyKey')];
  return operation.idempotent === false ? [] : [component('parameters', 'IdempotencyKeyUnlessDryRun')];
};

const bodyOf = (context: Context, operation: Operation): JsonObject => {
  if (operation.body === undefined) return {};
  const definition = apiDefinition(context.schemas, operation.body);
  // A body in which nothing is required may be left out.
  const required = Array.isArray(definition.schema['required']) && definition.schema['required'].length > 0;
  return { requestBody: { required, content: exampledContent(context, operation.body) } };
};

const operationObject = (context: Context, operation: Operation): JsonObject => {
  const parameters = [
    ...pathParameters(operation.path),
    ...queryParameters(context, operation),
    ...keyParameter(operation),
  ];
  const notes = [
    operation.description,
    operation.sandboxOnly === true ? 'Sandbox keys only.' : undefined,
    operation.permission === 'read_write' ? 'Needs a key that may write.' : undefined,
  ].filter((note) => note !== undefined);
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    ...(notes.length > 0 ? { description: notes.join(' ') } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(context, operation),
    responses: responsesOf(context, operation),
  };
};

/** The text of `schemas/openapi.json`: every operation that is built. */
export const openapi = (schemas: Schemas, operations: Operations, version: string): string => {
  const context: Context = { schemas, operations, used: new Map() };
  const paths: Record<string, Record<string, JsonObject>> = {};
  const built = operations.operations.filter(({ planned }) => planned !== true);
  for (const operation of built) {
    const item = (paths[operation.path] ??= {});
    item[operation.method.toLowerCase()] = operationObject(context, operation);
  }
  const codes = new Set(built.flatMap(errorCodes));
  const examples = Object.entries(operations.errors)
    .filter(([code]) => codes.has(code))
    .map(([code, entry]) => [code, errorExample(code, entry)]);
  const document = {
    openapi: '3.1.0',
    info: { ...prose.info, version },
    servers: prose.servers,
    security: [{ ApiKey: [] }],
    tags: tags.filter(({ name }) => built.some(({ tag }) => tag === name)),
    paths,
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
