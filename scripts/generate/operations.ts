import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorEntry } from '../../src/docs-site/reference/openapi-document.ts';
import { apiDefinition, readObject, type Json, type Schemas } from './schemas.ts';

/**
 * One operation of an API, as `schemas/operations.json` or `schemas/operator-operations.json` declares it. The members are
 * described in `schemas/operation-declarations.json`, which both files are checked against.
 */
export type Operation = {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{name}` for path parameters. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The operation is an addition to the API contract. */
  readonly addition?: true;
  /** API: the permission that the key needs. */
  readonly permission?: 'read' | 'read_write';
  /** Operator API: the lowest role that may call it. `viewer` means every role; an `admin` may call everything. */
  readonly role?: 'viewer' | 'reviewer' | 'treasury' | 'admin';
  /** Operator API: the worst that one operator alone can do with a write, and the settings that limit it. */
  readonly alone?: { readonly worst: string; readonly limits?: readonly string[] };
  /** The only environment whose keys may call it. */
  readonly environment?: 'sandbox';
  /** The setting that turns the operation on. While the setting is off, the operation answers 501. */
  readonly feature?: string;
  /** Whether requests must carry an `Idempotency-Key`. */
  readonly idempotencyKey: 'required' | 'required_unless_dry_run' | 'none';
  /** Name of the query's schema. */
  readonly query: string;
  /** Name of the body's schema. */
  readonly body?: string;
  /** The limit of the body in bytes, if it is not the common one. */
  readonly bodyBytesMax?: number;
  /** Name of the response schema for each success status. */
  readonly responses: Readonly<Record<string, string>>;
  /** Media type of the success responses; JSON unless given. */
  readonly mediaType?: 'text/event-stream';
  /** Media types of files that a request can ask for with `Accept`, instead of JSON. */
  readonly files?: readonly ('text/csv' | 'text/html')[];
  /** Examples by status, where the example of the schema does not fit. */
  readonly examples?: Readonly<Record<string, Json>>;
  /** Error codes specific to this operation. `errorCodes` adds the common ones. */
  readonly errors: readonly string[];
};

export type Operations = {
  readonly operations: readonly Operation[];
  readonly errors: Readonly<Record<string, ErrorEntry>>;
};

/** Reads the operations of one API and the error table from the folder `root`. Throws if a declaration has the wrong format. */
export const loadOperations = (root: string, file = 'operations.json'): Operations => {
  const declared = readObject(`${root}/${file}`);
  const ajv = new Ajv2020({ allErrors: true });
  if (!ajv.validate(readObject(`${root}/operation-declarations.json`), declared))
    throw new Error(ajv.errorsText(ajv.errors, { dataVar: file, separator: '\n' }));
  return {
    // Checked above.
    operations: declared['operations'] as unknown as readonly Operation[],
    errors: readObject(`${root}/errors.json`)['codes'] as unknown as Readonly<Record<string, ErrorEntry>>,
  };
};

/** Whether the operation takes a request body, and whether that may be omitted because no field is required. */
export function requestBodyOf(
  schemas: Schemas,
  { method, body }: Operation,
): 'none' | 'optional' | 'required' {
  if (body === undefined) return 'none';
  const { required } = apiDefinition(schemas, body).schema;
  return method === 'PATCH' || (Array.isArray(required) && required.length > 0) ? 'required' : 'optional';
}

/** Every error code the operation can answer with: its own codes, and those implied by its declaration. */
export const errorCodes = (operation: Operation): string[] => {
  const { role, permission } = operation;
  const rateLimit = role === undefined ? ['rate_limited'] : [];
  const codes = [
    'malformed_request',
    'invalid_api_key',
    ...rateLimit,
    'internal_error',
    'service_unavailable',
  ];
  if (role === undefined ? permission === 'read_write' : role !== 'viewer') codes.push('permission_denied');
  if (operation.environment === 'sandbox') codes.push('sandbox_only');
  if (operation.feature !== undefined) codes.push('not_implemented');
  if (operation.path.includes('{')) codes.push('not_found');
  if (operation.body !== undefined)
    codes.push('payload_too_large', 'unsupported_media_type', 'validation_failed');
  if (role === undefined && ['POST', 'PATCH'].includes(operation.method)) codes.push('storage_limit_reached');
  if (operation.idempotencyKey !== 'none') codes.push('idempotency_key_reused');
  return [...new Set([...codes, ...operation.errors])];
};

/** Routes and rates come from the configuration and from prices. */
const WITHOUT_DOCUMENTS: ReadonlySet<string> = new Set(['listRoutes', 'getRate']);

/** Whether the response stays open and sends events as they happen. */
export const isStream = ({ mediaType }: Operation): boolean => mediaType === 'text/event-stream';

/** Whether an operation of the API for integrators reads documents, which may be behind. */
export const readsDocuments = (operation: Operation): boolean =>
  operation.role === undefined &&
  operation.method === 'GET' &&
  !WITHOUT_DOCUMENTS.has(operation.operationId) &&
  !isStream(operation);
