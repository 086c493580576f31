/**
 * The model of the API, written from the contract. It predicts the outcome of each request and its effects, in the order of
 * checks that the contract promises. It imports nothing of the service.
 */
import { batchRules } from './rules/batch-rules.ts';
import { accountRules } from './rules/deposit-account-rules.ts';
import { bodyShapeOf } from './shapes/body-shapes.ts';
import { isQueryValid } from './shapes/query-shapes.ts';
import { differenceOf, isObject, refuse, textOf } from './prediction.ts';
import type { Answer, Json, JsonObject, Outcome } from './prediction.ts';
import { conversionRules } from './rules/conversion-rules.ts';
import { runJobs, runJobsShown } from './rules/job-rules.ts';
import { deliveryRules } from './rules/records/delivery-rules.ts';
import { addReceiver, endpointRules } from './rules/records/endpoint-rules.ts';
import { eventRules } from './rules/records/event-rules.ts';
import { listRules } from './rules/list-rules.ts';
import { proposalRules } from './rules/proposal-rules.ts';
import { reviewRules } from './rules/review-rules.ts';
import { operatorRules } from './rules/operator-rules.ts';
import type { Rule, SentRequest } from './request.ts';
import { invalidFields } from './shapes/shapes.ts';
import { COIN, POINTS, parseAmount } from './state/money.ts';
import { createMarket } from './state/market.ts';
import type { Market, Period } from './state/market.ts';
import { statementRules } from './rules/records/statement-rules.ts';
import { transferRules } from './rules/transfer-rules.ts';
import { requestRules } from './rules/records/request-rules.ts';
import { resetRules } from './rules/reset-rules.ts';
import { userRules } from './rules/user-rules.ts';
import { walletRules } from './rules/wallet-rules.ts';
import { Journal } from './state/tables.ts';
import { createBook, emitRepayments, generationsOf } from './state/world.ts';
import type { Book, Settings, StoredAnswer } from './state/world.ts';
import {
  answerBefore,
  answersOf,
  codeOf,
  fingerprint,
  isDryRun,
  keyOf,
  mayBeUsedElsewhere,
  showsForgotten,
} from './stored-answers.ts';

const RULES: Readonly<Record<string, Rule>> = {
  ...userRules,
  ...walletRules,
  ...transferRules,
  ...batchRules,
  ...accountRules,
  ...conversionRules,
  ...listRules,
  ...operatorRules,
  ...proposalRules,
  ...reviewRules,
  ...endpointRules,
  ...deliveryRules,
  ...eventRules,
  ...requestRules,
  ...resetRules,
  ...statementRules,
};

/** The operations that the model predicts. */
export const MODELED_OPERATIONS: readonly string[] = Object.keys(RULES).sort();

/** What makes more than one outcome possible. */
export type Circumstances = {
  /** From when the request was sent until it was answered, on the clock of the market; `at` unless given. */
  readonly during?: Period;
  /** Times at which the request may have been decided, besides the usual one. */
  readonly otherTimes?: readonly number[];
  /** The same request was sent before and got no answer, so it may have been applied. */
  readonly isRepeated?: boolean;
  /** Refusals of requests that were sent until this time may be lost. */
  readonly forgetsRefusalsUntil?: number;
  /** Payouts are submitted, and on-ramps expire, without a request. */
  readonly hasJobs?: boolean;
};

export type Model = {
  /** Applies the outcome that the answer is. Returns a description of the difference if it is none of those allowed. */
  check(request: SentRequest, answer: Answer, at: number, circumstances?: Circumstances): string | undefined;
  /**
   * Checks requests that were sent at the same time: some order of them must explain all answers. The orders are tried
   * beginning with the given one. What was created is in the order of its IDs, which lists show later.
   */
  checkConcurrent(exchanges: readonly Exchange[]): string | undefined;
  /** The treasury gave the book coin and backing, which it can certainly use from this time on the clock of the market. */
  allocate(
    book: string,
    amounts: { readonly coin: string; readonly points: string },
    certainFrom: number,
  ): void;
  /** The book has a webhook endpoint that receives all events. */
  addReceiver(book: string, endpoint: Json): void;
  /** The current books by name. */
  readonly books: ReadonlyMap<string, Book>;
};

export type Exchange = {
  readonly request: SentRequest;
  readonly answer: Answer;
  readonly at: number;
  readonly circumstances: Circumstances;
};

export type ModelOptions = { readonly market: Market; readonly settings: Settings };

const REFUSALS_KEPT_MS = 86_400_000;
const INVALID_KEY = refuse(401, 'invalid_api_key');

export function createModel({ market, settings }: ModelOptions): Model {
  const journal = new Journal();
  /** Nobody trades in production. */
  const untraded = createMarket();
  const books = new Map<string, Book>();
  const bookOf = (name: string): Book => {
    const book = books.get(name) ?? createBook(journal, settings);
    books.set(name, book);
    return book;
  };

  function replaceBook(name: string): void {
    const former = bookOf(name);
    books.set(name, createBook(journal, settings, former));
    journal.record(() => books.set(name, former));
  }

  function outcomesOf(
    request: SentRequest,
    at: number,
    during: Period,
    forgetsUntil: number,
  ): readonly Outcome[] {
    const refusal = refuseAccess(request);
    if (refusal !== undefined) return [refusal];
    const book = bookOf(request.caller.book ?? '');
    const body = isObject(request.body) ? request.body : {};
    const before = answerBefore(book, request);
    const isRecent = (stored: StoredAnswer): boolean => at < stored.at + REFUSALS_KEPT_MS;
    const mayBeLost = (stored: StoredAnswer): boolean => stored.sentAt <= forgetsUntil;
    const isKept = (stored: StoredAnswer): boolean =>
      stored.status < 400
        ? !(mayBeLost(stored) && mayBeUsedElsewhere(book, request, stored))
        : !mayBeLost(stored) && isRecent(stored);
    if (before !== undefined && isKept(before)) return replay(book, request, before);
    // An older backup of the documents contains older refusals.
    const restored = forgetsUntil > -Infinity ? refusalsSince(before).filter(isRecent) : [];
    const { params, query, accept } = request;
    const outcomes = RULES[request.operation]?.({
      ...{ book, params, query, accept, body, at, during, forgets: forgetsUntil > -Infinity },
      market: request.caller.isSandbox ? market : untraded,
      operator: request.caller.operator,
      replaceBook: () => replaceBook(request.caller.book ?? ''),
    });
    if (outcomes === undefined) throw new Error(`The model does not know ${request.operation}.`);
    const decided = Array.isArray(outcomes) ? (outcomes as readonly Outcome[]) : [outcomes as Outcome];
    return [
      ...decided.map((each) => ({ ...each, isStored: true })),
      ...restored.flatMap((each) => replay(book, request, each)),
    ];
  }

  function check(
    request: SentRequest,
    answer: Answer,
    at: number,
    { otherTimes = [], during = { from: at, to: at }, ...circumstances }: Circumstances,
  ): string | undefined {
    const { isRepeated, forgetsRefusalsUntil = -Infinity, hasJobs } = circumstances;
    const findForgetful = (): Outcome | undefined =>
      forgetsRefusalsUntil > -Infinity ? find(forgetsRefusalsUntil) : undefined;
    const book = bookOf(request.caller.book ?? '');
    let difference = '';
    function find(forgetsUntil = -Infinity): Outcome | undefined {
      for (const time of [at, ...otherTimes])
        for (const outcome of outcomesOf(request, time, during, forgetsUntil)) {
          const found = differenceOf(outcome, answer);
          if (found === undefined) return outcome;
          if (time === at && forgetsUntil === -Infinity)
            difference += `${difference === '' ? '' : '; or '}${found}`;
        }
      return undefined;
    }
    const latest = Math.max(at, ...otherTimes);
    const generations = request.caller.operator !== undefined ? generationsOf(book) : [book];
    if (hasJobs === true) for (const each of generations) runJobsShown(each, answer.body, latest);
    let found = find() ?? findForgetful();
    if (found === undefined && hasJobs === true) {
      for (const each of generations) runJobs(each, request, latest);
      found = find() ?? findForgetful();
    }
    // Without an idempotency key, an earlier attempt may have taken effect.
    if (found === undefined && isRepeated === true && request.method !== 'POST') {
      const expected = outcomesOf(request, at, during, -Infinity);
      expected.find(({ status }) => status < 300)?.commit?.(answer.body as JsonObject);
      found = find();
    }
    if (found === undefined) return difference;
    found.commit?.(answer.body as JsonObject);
    for (const each of generations) emitRepayments(each);
    const key = keyOf(request);
    if (found.isStored === true && key !== undefined && answer.status < 500 && answer.status !== 429) {
      const answers = answersOf(bookOf(request.caller.book ?? ''), request);
      const { status, text } = answer;
      const stored = { request: fingerprint(request), status, text, sentAt: during.from, at };
      answers.set(key, { ...stored, replaced: answers.get(key) });
    }
    return undefined;
  }

  /** Tries every order of the exchanges, depth first. Leaves the state of the first one that explains all answers. */
  function explain(exchanges: readonly Exchange[]): string | undefined {
    let reason: string | undefined;
    for (const exchange of exchanges) {
      if (exchanges.some((other) => isCreatedBefore(other.answer, exchange.answer))) continue;
      const mark = journal.mark();
      const { request, answer, at, circumstances } = exchange;
      const rest = exchanges.filter((each) => each !== exchange);
      const found =
        check(request, answer, at, circumstances) ?? (rest.length > 0 ? explain(rest) : undefined);
      if (found === undefined) return undefined;
      journal.undoTo(mark);
      reason ??= `${request.operation}: ${found}`;
    }
    return reason;
  }

  return {
    books,
    allocate(book, { coin, points }, certainFrom) {
      bookOf(book).allocations.add({
        ...{ coin: parseAmount(coin, COIN) ?? 0n, points: parseAmount(points, POINTS) ?? 0n, certainFrom },
      });
    },
    addReceiver: (book, endpoint) => addReceiver(bookOf(book), endpoint),
    check(request, answer, at, circumstances = {}) {
      journal.clear();
      return check(request, answer, at, circumstances);
    },
    checkConcurrent(exchanges) {
      journal.clear();
      const reason = explain(exchanges);
      return reason === undefined ? undefined : `no order explains the answers. The first one: ${reason}`;
    },
  };
}

/** Whether one answer shows an object that was created before that of another. IDs of one book are in order. */
function isCreatedBefore(one: Answer, other: Answer): boolean {
  const [first, second] = [one, other].map(({ status, body }) =>
    status < 300 ? textOf(body, 'id').replace(/^\w+_/, '') : '',
  );
  return first !== undefined && second !== undefined && first !== '' && first < second;
}

function replay(
  book: Book,
  request: SentRequest,
  { request: first, status, text }: StoredAnswer,
): readonly Outcome[] {
  if (first !== fingerprint(request)) return [refuse(409, 'idempotency_key_reused')];
  const same = { status, text, ...codeOf(text) };
  // An answer that showed a person is gone with the person. Without personal fields, it did not.
  return showsForgotten(book, text) ? [refuse(404, 'not_found'), same] : [same];
}

/** The refusal that is kept, and those that it has replaced. */
const refusalsSince = (stored: StoredAnswer | undefined): readonly StoredAnswer[] =>
  stored === undefined ? [] : [stored, ...refusalsSince(stored.replaced)];

/** The refusals that precede the replay. They are not stored. */
function refuseAccess(request: SentRequest): Outcome | undefined {
  const { operation, method, caller, isSandboxOnly, params, query, body, idempotencyKey } = request;
  if (caller.book === undefined) return INVALID_KEY;
  if (method !== 'GET' && !caller.mayWrite) return refuse(403, 'permission_denied');
  if (isSandboxOnly && !caller.isSandbox) return refuse(403, 'sandbox_only');
  if (operation === 'cancelTransfer') return refuse(501, 'not_implemented');
  const length = idempotencyKey?.length ?? 0;
  if (method === 'POST' && !isDryRun(request) && (length < 1 || length > 255))
    return refuse(400, 'malformed_request');
  if (!isMonth(params['month'])) return refuse(404, 'not_found');
  if (!isQueryValid(operation, query)) return refuse(400, 'malformed_request');
  if (method === 'GET' || method === 'DELETE') return undefined;
  const fields = invalidFields(bodyShapeOf(operation), body);
  return fields.length === 0 ? undefined : refuse(422, 'validation_failed', { fields });
}

const isMonth = (text = '2030-01'): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
