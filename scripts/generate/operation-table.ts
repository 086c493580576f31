/** Writes the operation tables, which routing, input checks, and handler types derive from. */
import { format } from 'prettier';
import type { ErrorEntry } from '../../src/docs-site/reference/openapi-document.ts';
import { fieldNames } from './field-names.ts';
import { errorCodes, requestBodyOf, type Operation, type Operations } from './operations.ts';
import type { Schemas } from './schemas.ts';

const banner = '// Generated from schemas/ by `npm run generate`. Do not edit.\n';

/** The names that a generated table and its types get. */
type Names = {
  readonly table: string;
  readonly id: string;
  readonly types: string;
  readonly noun: string;
};

export const API_NAMES: Names = {
  table: 'operations',
  id: 'OperationId',
  types: 'OperationTypes',
  noun: 'the API',
};
export const OPERATOR_NAMES: Names = {
  table: 'operatorOperations',
  id: 'OperatorOperationId',
  types: 'OperatorOperationTypes',
  noun: 'the operator API',
};

const pretty = (text: string): Promise<string> =>
  format(text, { parser: 'typescript', printWidth: 110, singleQuote: true });

const quoted = (text: string): string => `'${text}'`;

const entryOf = (schemas: Schemas, operation: Operation): string => {
  const { operationId, method, path, permission, role, environment, feature, idempotencyKey } = operation;
  const body = operation.body ?? 'EmptyBody';
  const members = {
    id: quoted(operationId),
    method: quoted(method),
    path: quoted(path),
    ...(role === undefined ? { permission: quoted(permission ?? 'read') } : { role: quoted(role) }),
    ...(environment === undefined ? {} : { environment: quoted(environment) }),
    ...(feature === undefined ? {} : { feature: quoted(feature) }),
    ...(operation.mediaType === undefined ? {} : { mediaType: quoted(operation.mediaType) }),
    idempotencyKey: quoted(idempotencyKey),
    requestBody: quoted(requestBodyOf(schemas, operation)),
    ...(operation.bodyBytesMax === undefined ? {} : { bodyBytesMax: String(operation.bodyBytesMax) }),
    query: `validate${operation.query}`,
    queryFields: JSON.stringify(fieldNames(schemas, operation.query)[''] ?? []),
    body: `validate${body}`,
    bodyFields: JSON.stringify(fieldNames(schemas, body)),
  };
  const text = Object.entries(members).map(([name, value]) => `${name}: ${value},`);
  return `${operationId}: {\n${text.join('\n')}\n},`;
};

const typesOf = (operation: Operation): string => {
  const params = [...operation.path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']) => `readonly ${name}: string;`,
  );
  const responses = [...new Set(Object.values(operation.responses))].map((name) => `api.${name}`);
  return `readonly ${operation.operationId}: {
    readonly params: { ${params.join(' ')} };
    readonly query: api.${operation.query};
    readonly body: api.${operation.body ?? 'EmptyBody'};
    readonly response: ${responses.join(' | ')};
    readonly errorCode: ${errorCodes(operation).map(quoted).join(' | ')};
  };`;
};

/** The text of a module with the operations of one API. */
export const operationTable = (
  schemas: Schemas,
  { operations }: Operations,
  { table, id, types, noun }: Names,
): Promise<string> => {
  const validators = new Set(
    operations.flatMap(({ query, body = 'EmptyBody' }) => [`validate${query}`, `validate${body}`]),
  );
  return pretty(`${banner}
import type * as api from './api.ts';
import { ${[...validators].sort().join(', ')} } from './validators.js';

/** Every operation of ${noun}: where it is, who may call it, and what it takes. */
export const ${table} = {
${operations.map((operation) => entryOf(schemas, operation)).join('\n')}
} as const;

export type ${id} = keyof typeof ${table};

/** What each operation takes and answers with. */
export type ${types} = {
${operations.map(typesOf).join('\n')}
};
`);
};

/** The text of `src/generated/errors.ts`: the status, the type, and the message of every error code. */
export const errorTable = (errors: Readonly<Record<string, ErrorEntry>>): Promise<string> =>
  pretty(`${banner}
import type { ErrorCode, ErrorType } from './api.ts';

/** The HTTP status, the error type, and the message of every error code. */
export const ERRORS = {
${Object.entries(errors)
  .map(
    ([code, { status, type, message }]) =>
      `${code}: { status: ${String(status)}, type: ${quoted(type)}, message: ${JSON.stringify(message)} },`,
  )
  .join('\n')}
} as const satisfies Record<ErrorCode, { readonly status: number; readonly type: ErrorType; readonly message: string }>;
`);
