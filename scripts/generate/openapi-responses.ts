import type { ErrorEntry } from '../../src/docs-site/reference/openapi-document.ts';
import { OF_VALID_KEY } from './openapi-prose.ts';
import {
  componentRef,
  contentWithExample,
  jsonContent,
  schemaReference,
  type Context,
} from './openapi-schemas.ts';
import { errorCodes, readsDocuments, type Operation } from './operations.ts';
import type { JsonObject } from './schemas.ts';

const headers = (...names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name.replace(OF_VALID_KEY, ''), componentRef('headers', name)]));

const rateLimits = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

const headersOf = (operation: Operation, status: number): JsonObject => {
  const names = ['Request-Id'];
  const limits = operation.role === undefined ? rateLimits : [];
  // A starting service answers 503 before it can check the key, so the rate limit headers are optional there.
  if (status === 503) names.push(...limits.map((name) => name + OF_VALID_KEY));
  else if (status !== 401) names.push(...limits);
  if (operation.idempotencyKey !== 'none' && (status < 400 || [403, 404, 409, 422].includes(status)))
    names.push('Idempotent-Replayed');
  if (status === 200 && readsDocuments(operation)) names.push('Ledger-As-Of', 'Ledger-Lag');
  if (status === 429 || status === 503) names.push('Retry-After');
  return headers(...names);
};

const errorResponse = (context: Context, operation: Operation, status: number, codes: readonly string[]) => ({
  description: codes
    .map((code) => `\`${code}\`: ${context.operations.errors[code]?.description ?? ''}`)
    .join('\n\n'),
  headers: headersOf(operation, status),
  // The names of the examples are the codes that the operation returns.
  content: jsonContent(schemaReference(context, 'ErrorEnvelope'), {
    examples: Object.fromEntries(codes.map((code) => [code, componentRef('examples', code)])),
  }),
});

const FILES: Readonly<Record<'text/csv' | 'text/html', JsonObject>> = {
  'text/csv': { schema: { type: 'string', description: 'A CSV file with a header (RFC 4180).' } },
  'text/html': { schema: { type: 'string', description: 'A page to print or to save as PDF.' } },
};

const statusTexts: Readonly<Record<string, string>> = {
  200: 'OK.',
  201: 'Created.',
  202: 'Accepted; processing continues in the background.',
};

/** The responses of an operation by status: its successes, and its error codes grouped by status. */
export const responsesOf = (context: Context, operation: Operation): JsonObject => {
  const responses: Record<string, JsonObject> = {};
  for (const [status, name] of Object.entries(operation.responses))
    responses[status] = {
      description: name === 'TransferPreview' ? 'The dry run succeeded.' : (statusTexts[status] ?? 'OK.'),
      headers: headersOf(operation, Number(status)),
      content: {
        ...contentWithExample(context, name, operation.examples?.[status], operation.mediaType),
        ...Object.fromEntries((operation.files ?? []).map((mediaType) => [mediaType, FILES[mediaType]])),
      },
    };
  const byStatus = new Map<number, string[]>();
  for (const code of errorCodes(operation)) {
    const entry = context.operations.errors[code];
    if (entry === undefined)
      throw new Error(`${operation.operationId} declares the unknown error code ${code}`);
    byStatus.set(entry.status, [...(byStatus.get(entry.status) ?? []), code]);
  }
  for (const [status, codes] of byStatus)
    responses[status] = errorResponse(context, operation, status, codes);
  return responses;
};

/** An example of an error with this code. */
export const errorExample = (code: string, { type, message }: ErrorEntry): JsonObject => {
  const details = [{ field: 'amount', code: 'required', message: 'This field is required.' }];
  const error = {
    type,
    code,
    message,
    request_id: 'req_01kakz3v00000000000000000d',
    doc_url: `http://127.0.0.1:3000/docs/errors/${code}`,
    ...(code === 'validation_failed' ? { details } : {}),
    ...(code === 'external_reference_exists' ? { existing_id: 'usr_01kakz3v000000000000000001' } : {}),
  };
  return { summary: code, value: { error } };
};
