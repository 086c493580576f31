/**
 * The log of requests. Which requests it contains, the contract leaves open. Entries never change. They may be lost, because
 * nothing waits until they are durable.
 */
import { isObject, textOf } from '../../prediction.ts';
import type { Json, JsonObject } from '../../prediction.ts';
import { MALFORMED, NOT_FOUND } from '../../request.ts';
import type { Rule } from '../../request.ts';
import { hasTexts, pageFault } from './page-check.ts';

const errorOf = (each: Json): string => textOf(isObject(each) ? each['error'] : undefined, 'code');

const hasStatus = (each: Json, status = 'xxx'): boolean => {
  const found = isObject(each) ? String(Number(each['status'])) : '';
  return [found, `${found.slice(0, 1)}xx`, 'xxx'].includes(status);
};

const listRequests: Rule = ({ book, query }) => {
  const cursor = query['starting_after'] ?? query['ending_before'];
  if (cursor !== undefined && book.requests.get(cursor) === undefined) return MALFORMED;
  const page = {
    status: 200,
    refuses: (body) =>
      pageFault(
        query,
        body,
        (each) =>
          hasTexts(each, query, 'operation', 'method', 'idempotency_key') &&
          (query['error'] ?? errorOf(each)) === errorOf(each) &&
          hasStatus(each, query['status']),
      ),
    commit({ data }) {
      for (const each of data as readonly JsonObject[]) book.requests.set(textOf(each, 'id'), each);
    },
  } satisfies ReturnType<Rule>;
  return cursor !== undefined ? [page, MALFORMED] : page;
};

const getRequest: Rule = ({ book, params }) => {
  const entry = book.requests.get(params['request_id'] ?? '');
  if (entry === undefined) return NOT_FOUND;
  return [{ status: 200, body: entry }, NOT_FOUND];
};

export const requestRules = { listRequests, getRequest } satisfies Readonly<Record<string, Rule>>;
