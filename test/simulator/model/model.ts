/**
 * The model of the API, written from the contract. It predicts the outcome of each request and its effects, in the order of
 * checks that the contract promises. It imports nothing of the service.
 */
import { accountRules } from './account-rules.ts';
import { bodyShapeOf } from './body-shapes.ts';
import { differenceOf, isObject, refuse, textOf } from './prediction.ts';
import type { Answer, Json, JsonObject, Outcome } from './prediction.ts';
import { runJobs } from './job-rules.ts';
import type { Rule } from './request.ts';
import { invalidFields } from './shapes.ts';
import { transferRules } from './transfer-rules.ts';
import { userRules } from './user-rules.ts';
import { walletRules } from './wallet-rules.ts';
import { createBook } from './world.ts';
import type { Book } from './world.ts';

const RULES: Readonly<Record<string, Rule>> = {
  ...userRules,
  ...walletRules,
  ...transferRules,
  ...accountRules,
};

/** The operations that the model predicts. */
export const MODELED_OPERATIONS: readonly string[] = Object.keys(RULES).sort();

/** What a key may do. An unknown integrator means that the key is not valid. */
export type Caller = {
  readonly book: string | undefined;
  readonly mayWrite: boolean;
  readonly isSandbox: boolean;
};

/** A request with the values that were sent. */
export type SentRequest = {
  readonly operation: string;
  readonly method: string;
  /** The path with its IDs. */
  readonly path: string;
  readonly caller: Caller;
  readonly isSandboxOnly: boolean;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Json;
  readonly idempotencyKey: string | undefined;
};

/** What makes more than one outcome possible. */
export type Circumstances = {
  /** Times at which the request may have been decided, besides the usual one. */
  readonly otherTimes?: readonly number[];
  /** The same request was sent before and got no answer, so it may have been applied. */
  readonly isRepeated?: boolean;
  /** Stored refusals may be lost. */
  readonly mayForgetRefusals?: boolean;
  /** Payouts are submitted, and on-ramps expire, without a request. */
  readonly hasJobs?: boolean;
};

export type Model = {
  /** Applies the outcome that the answer is. Returns a description of the difference if it is none of those allowed. */
  check(request: SentRequest, answer: Answer, at: number, circumstances?: Circumstances): string | undefined;
  readonly books: ReadonlyMap<string, Book>;
};

const REFUSALS_KEPT_MS = 86_400_000;
const INVALID_KEY = refuse(401, 'invalid_api_key');

export function createModel(): Model {
  const books = new Map<string, Book>();
  const bookOf = (name: string): Book => {
    const book = books.get(name) ?? createBook();
    books.set(name, book);
    return book;
  };

  function outcomesOf(request: SentRequest, at: number, forgetsRefusals: boolean): readonly Outcome[] {
    const refusal = refuseAccess(request);
    if (refusal !== undefined) return [refusal];
    const book = bookOf(request.caller.book ?? '');
    const body = isObject(request.body) ? request.body : {};
    const before = keyOf(request) === undefined ? undefined : book.answers.get(keyOf(request) ?? '');
    const isKept =
      before !== undefined &&
      (before.status < 400 || (!forgetsRefusals && at < before.at + REFUSALS_KEPT_MS));
    if (isKept)
      return [
        before.request === fingerprint(request)
          ? { status: before.status, text: before.text, ...codeOf(before.text) }
          : refuse(409, 'idempotency_key_reused'),
      ];
    const outcomes = RULES[request.operation]?.({
      book,
      params: request.params,
      query: request.query,
      body,
      at,
    });
    if (outcomes === undefined) throw new Error(`The model does not know ${request.operation}.`);
    return (Array.isArray(outcomes) ? (outcomes as readonly Outcome[]) : [outcomes as Outcome]).map(
      (each) => ({
        ...each,
        isStored: true,
      }),
    );
  }

  return {
    books,
    check(request, answer, at, circumstances = {}) {
      const { otherTimes = [], isRepeated, mayForgetRefusals, hasJobs } = circumstances;
      const isOutcome = (each: Outcome): boolean => differenceOf(each, answer) === undefined;
      const find = (forgetsRefusals: boolean): Outcome | undefined => {
        for (const time of [at, ...otherTimes]) {
          const found = outcomesOf(request, time, forgetsRefusals).find(isOutcome);
          if (found !== undefined) return found;
        }
        return undefined;
      };
      const expected = outcomesOf(request, at, false);
      const tries: (() => Outcome | undefined)[] = [() => find(false)];
      if (mayForgetRefusals === true) tries.push(() => find(true));
      if (hasJobs === true)
        tries.push(() => {
          runJobs(bookOf(request.caller.book ?? ''), request, Math.max(at, ...otherTimes));
          return find(false) ?? (mayForgetRefusals === true ? find(true) : undefined);
        });
      if (isRepeated === true && request.method !== 'POST')
        tries.push(() => {
          expected.find(({ status }) => status < 300)?.commit?.(answer.body as JsonObject);
          return find(false);
        });
      let found: Outcome | undefined;
      for (const attempt of tries) found ??= attempt();
      if (found === undefined)
        return outcomesOf(request, at, false)
          .map((each) => differenceOf(each, answer))
          .join('; or ');
      found.commit?.(answer.body as JsonObject);
      const key = keyOf(request);
      if (found.isStored === true && key !== undefined && answer.status < 500)
        bookOf(request.caller.book ?? '').answers.set(key, {
          ...{ request: fingerprint(request), status: answer.status, text: answer.text, at },
        });
      return undefined;
    },
  };
}

/** The refusals that precede the replay. They are not stored. */
function refuseAccess(request: SentRequest): Outcome | undefined {
  const { operation, method, caller, isSandboxOnly, body, idempotencyKey } = request;
  if (caller.book === undefined) return INVALID_KEY;
  if (method !== 'GET' && !caller.mayWrite) return refuse(403, 'permission_denied');
  if (isSandboxOnly && !caller.isSandbox) return refuse(403, 'sandbox_only');
  if (operation === 'cancelTransfer') return refuse(501, 'not_implemented');
  const length = idempotencyKey?.length ?? 0;
  if (method === 'POST' && !isDryRun(request) && (length < 1 || length > 255))
    return refuse(400, 'malformed_request');
  if (method === 'GET' || method === 'DELETE') return undefined;
  const fields = invalidFields(bodyShapeOf(operation), body);
  return fields.length === 0 ? undefined : refuse(422, 'validation_failed', { fields });
}

const isDryRun = ({ operation, body }: SentRequest): boolean =>
  operation === 'createTransfer' && isObject(body) && body['dry_run'] === true;

/** The key under which the answer is kept. */
const keyOf = (request: SentRequest): string | undefined =>
  request.method === 'POST' && !isDryRun(request) ? request.idempotencyKey : undefined;

const fingerprint = ({ method, path, body }: SentRequest): string =>
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

function codeOf(text: string): { readonly code?: string } {
  const body = JSON.parse(text) as Json;
  const error = isObject(body) ? body['error'] : undefined;
  return isObject(error) ? { code: textOf(error, 'code') } : {};
}
