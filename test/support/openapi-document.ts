import { readFileSync } from 'node:fs';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AnySchemaObject, ValidateFunction } from 'ajv/dist/2020.js';

/** The part of a documented operation that answers are validated against. */
export type DocumentedResponse = {
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  /** By media type, of which there is one. */
  readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, unknown>> }>>;
};
type DocumentedOperation = {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly headers: Readonly<Record<string, { readonly required?: boolean }>> };
};

/** The OpenAPI documents, by their file in schemas/. */
export type DocumentFile = 'openapi.json' | 'openapi-operator.json';

/** The parsed OpenAPI document. */
export const openapiDocument = (file: DocumentFile = 'openapi.json'): AnySchemaObject =>
  // The file is generated, and test/generate/schemas.test.ts checks its structure.
  JSON.parse(readFileSync(new URL(`../../schemas/${file}`, import.meta.url), 'utf8')) as AnySchemaObject;

const escape = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

type Checks = {
  /** Compiles the schema at a JSON pointer, given as a list of names. */
  readonly at: (...names: readonly string[]) => ValidateFunction;
  readonly operation: (operationId: string) => {
    readonly pointer: readonly string[];
    readonly operation: DocumentedOperation;
  };
  /** The names of required headers. */
  readonly requiredHeaders: (response: DocumentedResponse) => string[];
};

const load = (file: DocumentFile): Checks => {
  const document = openapiDocument(file);
  // As above.
  const { paths, components } = document as unknown as Document;
  // An OpenAPI document is not a schema, so ajv cannot be strict here. The schemas are compiled strictly elsewhere.
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // The document is added only so that references resolve.
  ajv.addSchema(document, 'openapi', false, false);
  const compiled = new Map<string, ValidateFunction>();
  const at = (...names: readonly string[]): ValidateFunction => {
    const pointer = `openapi#/${names.map(escape).join('/')}`;
    const check = compiled.get(pointer) ?? ajv.compile({ $ref: pointer });
    compiled.set(pointer, check);
    return check;
  };
  const operation = (operationId: string) => {
    for (const [path, item] of Object.entries(paths))
      for (const [method, found] of Object.entries(item))
        if (found.operationId === operationId) return { pointer: ['paths', path, method], operation: found };
    throw new Error(`${file} has no operation ${operationId}`);
  };
  const requiredHeaders = ({ headers = {} }: DocumentedResponse): string[] =>
    Object.entries(headers)
      .filter(([, { $ref }]) => components.headers[$ref.split('/').at(-1) ?? '']?.required === true)
      .map(([name]) => name);
  return { at, operation, requiredHeaders };
};

const loaded = new Map<DocumentFile, Checks>();

/** The validators of a document, created on first use. */
export const documented = (file: DocumentFile = 'openapi.json'): Checks => {
  const checks = loaded.get(file) ?? load(file);
  loaded.set(file, checks);
  return checks;
};

const headerValue = (headers: Headers | Readonly<Record<string, unknown>>, name: string): unknown =>
  headers instanceof Headers ? (headers.get(name) ?? undefined) : headers[name.toLowerCase()];

const expectHeaders = (
  what: string,
  response: DocumentedResponse,
  headers: Headers | Readonly<Record<string, unknown>>,
  file: DocumentFile,
) => {
  for (const name of documented(file).requiredHeaders(response)) {
    if (headerValue(headers, name) === undefined) throw new Error(`${what} lacks the header ${name}`);
  }
};

/** The codes that a response can have. The examples of an error response are named after them. */
export function errorCodesOf(status: string, { content }: DocumentedResponse): string[] {
  if (Number(status) < 400) return [];
  const codes = Object.keys(content?.['application/json']?.examples ?? {});
  if (codes.length === 0) throw new Error(`A response with the status ${status} documents no error code.`);
  return codes;
}

/**
 * Throws unless the OpenAPI document declares the answer: its status, body, and error code. With `headers` (a
 * `Headers`, or a record with lowercase names) it also requires every mandatory header.
 */
export const expectMatchesSchema = (
  operationId: string,
  status: number,
  body: unknown,
  headers?: Headers | Readonly<Record<string, unknown>>,
  file: DocumentFile = 'openapi.json',
): void => {
  const { at, operation } = documented(file);
  const { pointer, operation: found } = operation(operationId);
  const what = `${operationId} ${status}`;
  const response = found.responses[String(status)];
  if (response === undefined) throw new Error(`${what} is not documented: ${JSON.stringify(body)}`);
  const mediaTypes = Object.keys(response.content ?? {});
  const sent = headers instanceof Headers ? headers.get('content-type')?.split(';')[0] : undefined;
  const mediaType = mediaTypes.find((type) => type === sent) ?? mediaTypes[0] ?? '';
  const check = at(...pointer, 'responses', String(status), 'content', mediaType, 'schema');
  if (!check(body))
    throw new Error(
      `${what} does not match its schema: ${JSON.stringify(check.errors, null, 2)}\n${JSON.stringify(body)}`,
    );
  const codes = errorCodesOf(String(status), response);
  // The body of an error has matched the schema of errors.
  const code = status < 400 ? undefined : (body as { error: { code: string } }).error.code;
  if (code !== undefined && !codes.includes(code))
    throw new Error(`${what} does not document the code ${code}`);
  if (headers !== undefined) expectHeaders(what, response, headers, file);
};
