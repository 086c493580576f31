import { readObject } from './schemas.ts';
import type { Json } from './schemas.ts';

/** One call of the interface, as `schemas/operations.json` lists it. */
export type Operation = {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{name}` for path parameters. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly permission: 'read' | 'read_write';
  /** Of the operator API: the role that may call it; `viewer` stands for any, and an `admin` may call everything. */
  readonly role?: 'viewer' | 'reviewer' | 'treasury' | 'admin';
  /** `true`: needs an `Idempotency-Key`. `unless_dry_run`: may go without for a dry run. */
  readonly idempotent: boolean | 'unless_dry_run';
  readonly sandboxOnly?: boolean;
  /** Specified, but not built yet: left out of the OpenAPI document. */
  readonly planned?: boolean;
  /** Name of the query's schema. */
  readonly query: string;
  /** Name of the body's schema. */
  readonly body?: string;
  /** Name of the schema of each successful status. */
  readonly responses: Readonly<Record<string, string>>;
  /** Examples by status, where the schema's own one does not fit. */
  readonly examples?: Readonly<Record<string, Json>>;
  /** Codes that only this operation has; see `errorCodes` for the ones that all have. */
  readonly errors: readonly string[];
};

export type ErrorEntry = { readonly status: number; readonly type: string; readonly description: string };

export type Operations = {
  readonly operations: readonly Operation[];
  readonly errors: Readonly<Record<string, ErrorEntry>>;
};

/** Reads a list of operations (the interface's, or another API's) and the table of errors below `root`. */
export const loadOperations = (root: string, file = 'operations.json'): Operations => ({
  // Both files are checked against these shapes by test/generate/schemas.test.ts.
  operations: readObject(`${root}/${file}`)['operations'] as unknown as readonly Operation[],
  errors: readObject(`${root}/errors.json`)['codes'] as unknown as Readonly<Record<string, ErrorEntry>>,
});

/** Every code the operation can answer with: its own, and those that follow from how it is called. */
export const errorCodes = (operation: Operation): string[] => {
  const { role, permission } = operation;
  const limited = role === undefined ? ['rate_limited'] : [];
  const codes = ['malformed_request', 'invalid_api_key', ...limited, 'internal_error', 'service_unavailable'];
  if (role === undefined ? permission === 'read_write' : role !== 'viewer') codes.push('permission_denied');
  if (operation.sandboxOnly === true) codes.push('sandbox_only');
  if (operation.path.includes('{')) codes.push('not_found');
  if (operation.body !== undefined)
    codes.push('payload_too_large', 'unsupported_media_type', 'validation_failed');
  if (operation.idempotent !== false) codes.push('idempotency_key_reused');
  return [...new Set([...codes, ...operation.errors])];
};
