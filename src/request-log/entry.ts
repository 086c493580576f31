/** An entry of the request log: what it stores of one request, and the terms by which lists select it. */
import type { ErrorDetail, RequestSummary } from '../generated/api.ts';
import { idTime } from '../ledger/ids.ts';
import { collection } from '../read-models/collection.ts';
import type { CollectionSpec, DocumentWrite } from '../read-models/port.ts';
import {
  maskedFieldPath,
  maskedJson,
  maskedMessage,
  maskedPath,
  maskedQuery,
  type KnownRails,
} from './mask.ts';

/** The events that a request caused: a range of a book. */
export type CausedEvents = {
  readonly revision: number;
  readonly count: number;
  /** Milliseconds since 1970. All events of a decision have the same time. */
  readonly time: number;
};

/** An error response that was not stored before. */
export type LoggedError = {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly ErrorDetail[] | undefined;
};

/** A request that was answered. */
export type AnsweredRequest = {
  readonly requestId: string;
  /** The stream of the book. */
  readonly stream: string;
  readonly keyId: string;
  readonly method: string;
  readonly path: string;
  /** The query string without its `?`. */
  readonly search: string;
  /** The ID of the operation; undefined for a path or a method that no operation has. */
  readonly operation: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly status: number;
  readonly error: LoggedError | undefined;
  readonly isReplayed: boolean;
  readonly durationMs: number;
  /** The parsed body; undefined if there was none, or if it was not read. */
  readonly requestBody: unknown;
  /** About how much memory the parsed body takes, as the length of its text. */
  readonly requestLength: number;
  /** The JSON text of a successful response; undefined for an error, and for a stream. */
  readonly responseBody: string | undefined;
  readonly caused: CausedEvents | undefined;
};

/** What is stored. The API shows all but the last member, and the caused events instead. */
export type RequestEntry = RequestSummary & {
  readonly request_body: string | null;
  readonly response_body: string | null;
  readonly caused: CausedEvents | null;
};

export const REQUESTS_COLLECTION = collection<RequestEntry>('requests_v1');
export const REQUEST_COLLECTIONS: readonly CollectionSpec[] = [{ name: REQUESTS_COLLECTION, kind: 'log' }];

/** The longest part of a body that is stored. */
const BODY_LENGTH_MAX = 4 * 1024;
/** Longer responses are not parsed, because that would delay other requests. */
const PARSED_LENGTH_MAX = 64 * 1024;

/** The term of every entry. */
const ALL_TERM = 'every';
export const methodTerm = (method: string): string => `method:${method}`;
export const pathTerm = (path: string): string => `path:${path}`;
export const operationTerm = (id: string): string => `operation:${id}`;
/** A status, or a class such as `4xx`. */
export const statusTerm = (status: string): string => `status:${status}`;
export const errorTerm = (code: string): string => `error:${code}`;
export const idempotencyKeyTerm = (key: string): string => `idempotency_key:${key}`;
export const apiKeyTerm = (id: string): string => `api_key:${id}`;

/** The masked entry of a request. `omittedBefore`: how many requests of the book were not logged since the previous entry. */
export function entryOf(request: AnsweredRequest, omittedBefore: number, rails: KnownRails): RequestEntry {
  const { requestId, method, path, search, operation, status, error, keyId, idempotencyKey } = request;
  return {
    id: requestId,
    object: 'request',
    method,
    path: maskedPath(path),
    query: maskedQuery(search, rails),
    operation: operation ?? null,
    status,
    error: error === undefined ? null : { code: error.code, message: maskedMessage(error.message) },
    api_key_id: keyId,
    idempotency_key: idempotencyKey ?? null,
    replayed: request.isReplayed,
    duration_ms: Math.round(request.durationMs * 100) / 100,
    created_at: new Date(idTime(requestId)).toISOString(),
    omitted_before: omittedBefore,
    request_body:
      request.requestBody === undefined ? null : maskedJson(request.requestBody, BODY_LENGTH_MAX, rails),
    response_body: error === undefined ? maskedResponse(request.responseBody, rails) : maskedError(error),
    caused: request.caused ?? null,
  };
}

function maskedResponse(text: string | undefined, rails: KnownRails): string | null {
  if (text === undefined || text === '' || text.length > PARSED_LENGTH_MAX) return null;
  return maskedJson(JSON.parse(text), BODY_LENGTH_MAX, rails);
}

/** Errors are the service's own texts, apart from the names of fields. */
function maskedError({ code, message, details }: LoggedError): string {
  const shown = details?.map((detail) => ({
    field: maskedFieldPath(detail.field),
    code: detail.code,
    message: maskedMessage(detail.message),
  }));
  const text = JSON.stringify({ error: { code, message: maskedMessage(message), details: shown } });
  return text.length > BODY_LENGTH_MAX ? `${text.slice(0, BODY_LENGTH_MAX)}…` : text;
}

/** The document of an entry. Entries never change, so writing one again has no effect. */
export function entryWrite(stream: string, entry: RequestEntry): DocumentWrite {
  const { id, method, path, operation, status, error, idempotency_key, api_key_id } = entry;
  const terms = [
    ALL_TERM,
    methodTerm(method),
    pathTerm(path),
    statusTerm(String(status)),
    statusTerm(`${Math.floor(status / 100)}xx`),
    apiKeyTerm(api_key_id),
    ...(operation === null ? [] : [operationTerm(operation)]),
    ...(error === null ? [] : [errorTerm(error.code)]),
    ...(idempotency_key === null ? [] : [idempotencyKeyTerm(idempotency_key)]),
  ];
  const document = { id, scope: stream, terms, body: JSON.stringify(entry) };
  return { collection: REQUESTS_COLLECTION, id, document, position: 1n };
}
