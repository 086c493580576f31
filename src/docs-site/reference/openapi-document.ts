/** Reads a generated OpenAPI document into the shape that the pages use: operations by topic, objects by name. */

import { readFileSync } from 'node:fs';
import { PROJECT_ROOT } from '../../system/project-root.ts';

/** The subset of JSON Schema that the documents use. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  /** A value or null. */
  readonly oneOf?: readonly Schema[];
  /** A union with a discriminator. */
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
};

/** The variants of a schema; undefined if it has no choice. */
export const variantsOf = ({ oneOf, anyOf }: Schema): readonly Schema[] | undefined => oneOf ?? anyOf;

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
};

export type OperationResponse = {
  readonly status: string;
  readonly description: string;
  /** Names of the response headers. */
  readonly headers: readonly string[];
  readonly schema: Schema | undefined;
  /** A text, unless the response is JSON. */
  readonly example: unknown;
  /** The possible error codes of an error response. */
  readonly codes: readonly string[];
};

export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** It is an addition to the API contract. */
  readonly isAddition: boolean;
  readonly parameters: readonly Parameter[];
  readonly body:
    { readonly required: boolean; readonly schema: Schema; readonly example: unknown } | undefined;
  readonly responses: readonly OperationResponse[];
  /** Whether the response is a stream of events that does not end. */
  readonly isStream: boolean;
};

export type Topic = { readonly name: string; readonly slug: string; readonly description: string };

/** How a caller authenticates. */
type Authentication = 'api_key' | 'bearer';

export type ApiDocument = {
  readonly text: string;
  readonly title: string;
  readonly summary: string;
  readonly version: string;
  /** Markdown. */
  readonly description: string;
  readonly authentication: Authentication;
  readonly topics: readonly Topic[];
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Bodies of error responses, by code. */
  readonly errorExamples: Readonly<Record<string, unknown>>;
};

type MediaType = {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
};
type Content = {
  readonly 'application/json'?: MediaType;
  readonly 'text/event-stream'?: MediaType;
};
type RawOperation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly 'x-addition'?: true;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { description: string; headers?: Record<string, unknown>; content?: Content }>
  >;
};
type RawDocument = {
  readonly info: { title: string; summary: string; description: string; version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, { readonly type: string }>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
};

/** `Routes, rates, quotes` becomes `routes-rates-quotes` in paths. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-|-$/g, '');

/** The last name of a reference: `Transfer` of `#/components/schemas/Transfer`. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

export function readDocument(file: URL): ApiDocument {
  const text = readFileSync(file, 'utf8');
  // The file is generated, and tests check its structure.
  const { info, tags, paths, components } = JSON.parse(text) as RawDocument;
  const [scheme] = Object.values(components.securitySchemes);
  return {
    text,
    ...info,
    authentication: scheme?.type === 'http' ? 'bearer' : 'api_key',
    topics: tags.map(({ name, description }) => ({ name, slug: slugOf(name), description })),
    operations: Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, raw]) => operationOf(method, path, raw, components.parameters)),
    ),
    schemas: components.schemas,
    errorExamples: Object.fromEntries(
      Object.entries(components.examples).map(([code, { value }]) => [code, value]),
    ),
  };
}

function operationOf(
  method: string,
  path: string,
  raw: RawOperation,
  shared: RawDocument['components']['parameters'],
): Operation {
  const content = raw.requestBody?.content['application/json'];
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    tag: raw.tags[0] ?? '',
    summary: raw.summary,
    description: raw.description ?? '',
    isAddition: raw['x-addition'] === true,
    parameters: (raw.parameters ?? []).flatMap((each) =>
      '$ref' in each ? (shared[nameOf(each.$ref)] ?? []) : each,
    ),
    body:
      content === undefined || raw.requestBody === undefined
        ? undefined
        : {
            required: raw.requestBody.required,
            schema: content.schema,
            example: content.example ?? {},
          },
    isStream: Object.values(raw.responses).some(
      ({ content: each }) => each?.['text/event-stream'] !== undefined,
    ),
    responses: Object.entries(raw.responses).map(([status, response]) => {
      const body = response.content?.['application/json'] ?? response.content?.['text/event-stream'];
      return {
        status,
        description: response.description,
        headers: Object.keys(response.headers ?? {}),
        schema: body?.schema,
        example: body?.example,
        // The examples of an error response are named after its codes.
        codes: Object.keys(body?.examples ?? {}),
      };
    }),
  };
}

/** Every error code that an operation may return, ordered by status. */
export const errorCodesOf = ({ responses }: Operation): readonly string[] =>
  responses.flatMap(({ codes }) => codes);

/** The names of all objects that request bodies contain. */
export function requestObjects({ operations, schemas }: ApiDocument): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (schema: Schema | undefined): void => {
    for (const [, name = ''] of JSON.stringify(schema ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      collect(schemas[name]);
    }
  };
  for (const { body } of operations) collect(body?.schema);
  return found;
}

// The error codes of all APIs, from `schemas/errors.json`.

/** What `schemas/errors.json` says about a code. Texts are Markdown in one line. */
export type ErrorEntry = {
  readonly status: number;
  readonly type: string;
  /** What the code means. */
  readonly description: string;
  /** The beginning of every message with this code. */
  readonly message: string;
  readonly causes: readonly string[];
  /** What the caller can do. */
  readonly action: string;
};

const FOLDER = '/docs/errors';

/** The path of the code's page. */
export const errorHref = (code: string): string => `${FOLDER}/${code}`;

let entries: ReadonlyMap<string, ErrorEntry> | undefined;

/** Every error code. Read from disk at the first call. */
export function errorEntries(): ReadonlyMap<string, ErrorEntry> {
  const file = new URL('schemas/errors.json', PROJECT_ROOT);
  // `npm run generate` checks the content of the file.
  entries ??= new Map(
    Object.entries((JSON.parse(readFileSync(file, 'utf8')) as { codes: Record<string, ErrorEntry> }).codes),
  );
  return entries;
}
