/**
 * Runs operator operations, both for HTTP requests and for console pages in this process. Role checks, idempotency, and
 * the lookup of the object's book are the same for both.
 */

import type { IncomingMessage } from 'node:http';
import { COLLECTIONS } from '../../../projections/collections.ts';
import type { Origin } from '../../activity/activity-log.ts';
import { rejectUncheckedWrite } from '../../api/operations/authenticate.ts';
import {
  createIdempotency,
  idempotencyKeyReused,
  type Idempotency,
} from '../../api/operations/idempotency.ts';
import { checkInput, nounOf, readInput, type Input } from '../../api/operations/input.ts';
import type { OperationInput } from '../../api/operations/operation.ts';
import { runOperation, type OperationRequest, type OperationSteps } from '../../api/operations/pipeline.ts';
import { findInAnyBook } from '../../api/operations/read.ts';
import {
  isProblem,
  notFoundProblem,
  problemForFault,
  resetProblem,
  type Problem,
} from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { createRouter, type Match, type Method, type PathParams, type Router } from '../../http/router.ts';
import { ENVIRONMENTS } from '../../ledger/ids.ts';
import { PLATFORM_STREAM, type OperatorToken } from '../../platform/platform.ts';
import { DELIVERIES_COLLECTION } from '../../webhooks/delivery.ts';
import { BookNotOpen } from '../../writer/command.ts';
import { isSameRequest, type IdempotencyKey } from '../../writer/idempotency.ts';
import {
  authenticateOperator,
  rejectRole,
  type OperatorCaller,
  type OperatorDeclaration,
  type OperatorOperation,
} from './operation.ts';
import { maskLinks, maskReasons, roleSeesPersonalData, roleSeesReasons } from './personal-data.ts';
import {
  IN_PROCESS,
  answeredAction,
  deniedAction,
  failedAction,
  isExport,
  isRead,
} from './recorded-actions.ts';
import { sealReasons } from './sealed-reasons.ts';
import type { OperatorServices } from './services.ts';
import { findStreamProposal } from './stream-proposal.ts';

// Finds the book of the object that a path names, such as the wallet in `/operator/v1/wallets/{wallet_id}`.

/** The collections of objects that belong to a book, by the path parameter with their ID. */
const COLLECTION_OF = {
  user_id: COLLECTIONS.users,
  wallet_id: COLLECTIONS.wallets,
  transfer_id: COLLECTIONS.transfers,
  deposit_account_id: COLLECTIONS.depositAccounts,
  webhook_endpoint_id: COLLECTIONS.webhookEndpoints,
  webhook_delivery_id: DELIVERIES_COLLECTION,
  proposal_id: COLLECTIONS.proposals,
} as const;

/**
 * The stream of the object's book; undefined if no path parameter names an object of a book. 404 if no book has the
 * object. Throws ReadModelBehind and StoreUnavailable.
 */
async function findBookOfObject(
  services: OperatorServices,
  params: PathParams,
): Promise<string | Problem | undefined> {
  for (const [name, collection] of Object.entries(COLLECTION_OF)) {
    const id = params[name];
    if (id === undefined) continue;
    const found = await findInAnyBook(services, services.head, collection, id);
    if (found === undefined && name === 'proposal_id' && (await findStreamProposal(services, id)))
      return undefined;
    // The keys of the table are what its type says.
    return found?.scope ?? notFoundProblem(nounOf(name as keyof typeof COLLECTION_OF));
  }
  return undefined;
}

/** Operations whose reasons are messages of the service. */
const REASONS_OF_THE_SERVICE: ReadonlySet<string> = new Set([
  'listProjections',
  'getProjection',
  'getAuditStatus',
]);

/** Its reason says later why data is missing, so the key that it destroys must not seal it. */
const KEEPS_ITS_REASON = 'forgetUser';

/** A request to the operator API, over HTTP or from within this process. Members are set as processing advances. */
type OperatorRequest = OperationRequest & {
  /** Present over HTTP. */
  readonly req?: IncomingMessage;
  readonly origin?: Origin | undefined;
  readonly accept?: string | undefined;
  /** The input from within this process. */
  readonly given?: { readonly body: unknown; readonly idempotencyKey: string | undefined };
  token?: OperatorToken;
  /** Whether this node knows which tokens were revoked. */
  areKeysCurrent?: boolean;
  match?: Match<OperatorOperation>;
  isPermitted?: boolean;
  input?: Input;
  /** The book of the object that the path names, or why there is none. */
  book?: string | Problem | undefined;
};

/** A call from within this process. */
type InProcessCall = {
  readonly method: Method;
  readonly path: string;
  /** The query string without its `?`. */
  readonly search?: string;
  readonly body?: unknown;
  /** Required for every POST. */
  readonly idempotencyKey?: string;
  /** For logs and events. */
  readonly requestId: string;
  /** The `Accept` header. */
  readonly accept?: string | undefined;
  /** For the activity log; of this process when absent. */
  readonly origin?: Origin | undefined;
};

/** Runs operations and records them in the activity log. */
export class OperationRunner {
  readonly #services: OperatorServices;
  readonly #steps: OperatorSteps;

  constructor(services: OperatorServices, operations: readonly OperatorOperation[]) {
    this.#services = services;
    this.#steps = new OperatorSteps(services, operations);
  }

  /** The operation with this method and path. Refuses unknown paths and methods, and roles that may not call it. */
  admit(token: OperatorToken, method: string, path: string): Match<OperatorOperation> | Problem {
    const match = this.#steps.router.match(method, path);
    return isProblem(match) ? match : (rejectRole(token, match.operation.role) ?? match);
  }

  /** Records a call that the operator's role does not permit. Throws StoreUnavailable. */
  async recordDenied(
    token: OperatorToken,
    { method, path, requestId, origin }: Pick<InProcessCall, 'method' | 'path' | 'requestId' | 'origin'>,
  ): Promise<void> {
    const match = this.#steps.router.match(method, path);
    if (!isProblem(match))
      await this.#services.activity.record(deniedAction({ token, match, requestId, origin }));
  }

  /** A call from within this process. Throws StoreUnavailable and other faults. */
  call(token: OperatorToken, { search = '', body, idempotencyKey, ...call }: InProcessCall): Promise<Reply> {
    return this.run({ ...call, token, search, given: { body, idempotencyKey } });
  }

  /** Throws StoreUnavailable and other faults. */
  async run(request: OperatorRequest): Promise<Reply> {
    const reply = await runOperation(this.#steps, request).catch((fault: unknown) => {
      this.#recordFailure(request, problemForFault(fault)?.problem);
      throw fault;
    });
    await this.#recordReply(request, reply);
    return reply;
  }

  async #recordReply(request: OperatorRequest, reply: Reply): Promise<void> {
    const { activity } = this.#services;
    const { token, match, requestId, origin } = request;
    if (token === undefined) await this.#recordUnknownToken(request, reply);
    if (token === undefined || match === undefined) return;
    const attempt = { token, match, requestId, origin };
    const action =
      request.isPermitted === true ? answeredAction(attempt, reply, request) : deniedAction(attempt);
    if (action === undefined) return;
    const isPersonal = isRead(attempt) && action.result === 'done' && !isExport(reply);
    await (isPersonal ? activity.recordRead(action) : activity.record(action));
  }

  /** Requests without any token are not recorded, because they are no attempt to sign in. */
  async #recordUnknownToken(
    { req, requestId, origin = IN_PROCESS }: OperatorRequest,
    reply: Reply,
  ): Promise<void> {
    if (!isProblem(reply) || req?.headers.authorization === undefined) return;
    await this.#services.activity.record({
      operation: 'authenticate',
      result: 'denied',
      operator: undefined,
      origin,
      requestId,
      code: reply.problem,
    });
  }

  /** Does not wait, because a store may be unavailable. */
  #recordFailure({ token, match, input, requestId, origin }: OperatorRequest, code = 'internal_error'): void {
    if (token === undefined || match === undefined || input === undefined) return;
    const attempt = { token, match, requestId, origin };
    if (isRead(attempt)) return;
    const { activity, log } = this.#services;
    activity.record(failedAction(attempt, code)).catch((err: unknown) => {
      log.debug({ request_id: requestId, err }, 'action not recorded');
    });
  }
}

/** Its order of checks: token, role, idempotency header, format of path, query, and body, replay. The handler runs last. */
class OperatorSteps implements OperationSteps<
  OperatorRequest,
  OperatorDeclaration,
  OperatorToken,
  OperatorCaller,
  Reply
> {
  readonly router: Router<OperatorOperation>;
  readonly idempotency: Idempotency;
  readonly #services: OperatorServices;

  constructor(services: OperatorServices, operations: readonly OperatorOperation[]) {
    const { records, log, clock } = services;
    this.router = createRouter(operations);
    this.#services = services;
    this.idempotency = createIdempotency({
      records,
      log,
      clock,
      hasUsed: (stream, key) => this.#isKeyUsed(stream, key),
      onUnavailable: services.reportSilentDocuments,
    });
  }

  async authenticate(request: OperatorRequest): Promise<OperatorToken | Problem> {
    const { platform, keys } = this.#services;
    if (request.token !== undefined) return request.token;
    request.areKeysCurrent = await keys.areCurrent();
    const token = authenticateOperator(platform(), request.req?.headers.authorization);
    if (!isProblem(token)) request.token = token;
    return token;
  }

  limit({ method, areKeysCurrent = true }: OperatorRequest): Problem | undefined {
    return rejectUncheckedWrite(areKeysCurrent, method);
  }

  permit(
    request: OperatorRequest,
    token: OperatorToken,
    match: Match<OperatorOperation>,
  ): Problem | undefined {
    request.match = match;
    const refusal = rejectRole(token, match.operation.role);
    request.isPermitted = refusal === undefined;
    return refusal;
  }

  async validate(request: OperatorRequest, match: Match<OperatorOperation>): Promise<Input | Problem> {
    const { req, search, given } = request;
    const input =
      req === undefined
        ? checkInput(match, search, given?.body, given?.idempotencyKey)
        : await readInput(req, match, search);
    if (!isProblem(input)) request.input = input;
    return input;
  }

  async callOn(
    request: OperatorRequest,
    token: OperatorToken,
    { params, query, body, idempotencyKey }: Input & { readonly params: PathParams },
  ): Promise<(OperatorCaller & OperationInput) | Problem> {
    const services = this.#services;
    const { method, path, requestId, req, accept } = request;
    const idempotency =
      idempotencyKey === undefined
        ? undefined
        : services.fingerprint.request(keyOf(token, idempotencyKey), method, path, body);
    const isReserved = idempotency === undefined || (await this.#reserveKey(idempotency));
    const book = await findBookOfObject(services, params);
    request.book = book;
    const stream = typeof book === 'string' ? book : PLATFORM_STREAM;
    // An older backup of the documents frees keys, so another request may have reserved the key of a success. The stream decides.
    if (!isReserved && !(await this.#isKeyUsed(stream, idempotency.key, idempotency)))
      return idempotencyKeyReused();
    const call = {
      services,
      token,
      actor: `operator:${token.id}`,
      stream,
      requestId,
      accept: req === undefined ? accept : req.headers.accept,
      idempotency,
      params,
      query,
      body,
    };
    if (typeof book !== 'string' || request.match?.operation.id === KEEPS_ITS_REASON) return call;
    const sealed = await sealReasons(call, params);
    if (request.input !== undefined) request.input = { ...request.input, body: sealed };
    return { ...call, body: sealed };
  }

  /** That there is no such object, or that its book is closed, is stored like any other refusal. */
  async admit(
    { book }: OperatorRequest,
    _call: OperatorCaller,
    handle: () => Reply | Promise<Reply>,
  ): Promise<Reply> {
    if (isProblem(book)) return book;
    try {
      return await handle();
    } catch (fault) {
      if (fault instanceof BookNotOpen) return resetProblem();
      throw fault;
    }
  }

  /** The object that the path names is in no other book. */
  renewBook(_token: OperatorToken, fault: BookNotOpen): Promise<void> {
    return Promise.reject(fault);
  }

  async answer({ match }: OperatorRequest, token: OperatorToken, reply: Reply): Promise<Reply> {
    if (isProblem(reply)) return reply;
    const { approvalLinks, reasons } = this.#services;
    const linked = approvalLinks.complete(reply.body);
    const complete = reply.file ? linked : await reasons.openJson(linked);
    if (roleSeesPersonalData(token)) return { ...reply, body: complete };
    const body = maskLinks(complete);
    const hasReasonsOfOperators = match !== undefined && !REASONS_OF_THE_SERVICE.has(match.operation.id);
    return { ...reply, body: roleSeesReasons(token) || !hasReasonsOfOperators ? body : maskReasons(body) };
  }

  /** Writes without an object of a book go to the platform stream, a treasury stream, or a reconciliation stream. */
  async #isKeyUsed(
    stream: string,
    ...use: readonly [key: string, request?: IdempotencyKey]
  ): Promise<boolean> {
    const { writers, platform, treasuries, reconciliations } = this.#services;
    if (stream !== PLATFORM_STREAM) return writers.isKeyUsed(stream, ...use);
    return (
      platform().isKeyUsed(...use) ||
      ENVIRONMENTS.some((each) => treasuries.get(each).isKeyUsed(...use)) ||
      reconciliations.isKeyUsed(...use)
    );
  }

  /**
   * Reserves an idempotency key for this request. A key is unique across all streams, so it is recorded before the stream
   * is known. False if another request has used the key.
   */
  async #reserveKey(request: IdempotencyKey): Promise<boolean> {
    const { documents } = this.#services;
    const { key, fingerprint } = request;
    const kept = await documents.putRecord('refusals', `operator|${key}`, fingerprint, { ifAbsent: true });
    return isSameRequest({ fingerprint: kept }, request);
  }
}

/** The key as stored in streams. Headers cannot contain line feeds, so it never equals a key of an integrator. */
const keyOf = ({ id }: OperatorToken, key: string): string => `operator\n${id}\n${key}`;
