/** The answers that are kept under idempotency keys. */
import { isObject, textOf } from './prediction.ts';
import type { Json } from './prediction.ts';
import type { SentRequest } from './request.ts';
import { generationsOf } from './state/world.ts';
import type { Book, StoredAnswer } from './state/world.ts';

export const isDryRun = ({ operation, body }: SentRequest): boolean =>
  (operation === 'createTransfer' || operation === 'createTransferBatch') &&
  isObject(body) &&
  body['dry_run'] === true;

/** Where the answers to requests like this one are kept. */
export const answersOf = ({ answers, resets }: Book, { operation }: SentRequest): Book['answers'] =>
  operation === 'resetSandbox' ? resets : answers;

export function answerBefore(book: Book, request: SentRequest): StoredAnswer | undefined {
  const key = keyOf(request) ?? '';
  const books = request.caller.operator !== undefined ? generationsOf(book) : [book];
  // A reset does not use the key of another request of its book either.
  return books
    .map((each) => answersOf(each, request).get(key) ?? each.answers.get(key))
    .find((each) => each !== undefined);
}

/**
 * The documents say which keys operators have used, and each book which of them succeeded there. If the documents are lost, another
 * request about another book, or about no object at all, does not find that its key has been used.
 */
export function mayBeUsedElsewhere(
  book: Book,
  request: SentRequest,
  { request: used }: StoredAnswer,
): boolean {
  const { users, wallets, transfers, proposals, answers } = book;
  const isHere = Object.values(request.params).some((id) =>
    [users, wallets, transfers, proposals].some((table) => table.get(id) !== undefined),
  );
  const isUsedHere = answers.get(keyOf(request) ?? '') !== undefined;
  return request.caller.operator !== undefined && used !== fingerprint(request) && !(isHere && isUsedHere);
}

/** The key under which the answer is kept. */
export const keyOf = (request: SentRequest): string | undefined =>
  request.method === 'POST' && !isDryRun(request) ? request.idempotencyKey : undefined;

export const fingerprint = ({ method, path, body }: SentRequest): string =>
  JSON.stringify([method, path, sorted(body)]);

/** The same JSON value with its members in one order. */
const sorted = (value: Json): Json =>
  Array.isArray(value)
    ? (value as readonly Json[]).map(sorted)
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, each]) => [name, sorted(each)]),
        )
      : value;

/** Whether a success showed a user who is forgotten now, or an object of the user. */
export function showsForgotten({ users }: Book, text: string): boolean {
  const body = JSON.parse(text) as Json;
  const data = isObject(body) ? body['data'] : undefined;
  return [textOf(body, 'id'), textOf(body, 'user_id'), textOf(data, 'id')].some(
    (id) => users.get(id)?.isForgotten === true,
  );
}

export function codeOf(text: string): { readonly code?: string } {
  const body = JSON.parse(text) as Json;
  const error = isObject(body) ? body['error'] : undefined;
  return isObject(error) ? { code: textOf(error, 'code') } : {};
}
