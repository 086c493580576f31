/**
 * Runs operator operations, both for HTTP requests and for console pages in this process. Role checks, idempotency, and
 * the lookup of the object's book are the same for both.
 */
import { isProblem } from '../../api/server/errors.ts';
import type { Problem } from '../../api/server/errors.ts';
import { createIdempotency, idempotencyKeyReused } from '../../api/operations/idempotency.ts';
import { checkInput } from '../../api/operations/input.ts';
import type { Input } from '../../api/operations/input.ts';
import type { Reply } from '../../api/server/reply.ts';
import type { Method } from '../../api/server/router.ts';
import { createRouter } from '../../api/server/router.ts';
import type { Match } from '../../api/server/router.ts';
import { ENVIRONMENTS, PLATFORM_STREAM } from '../../platform/platform.ts';
import type { OperatorToken } from '../../platform/platform.ts';
import { rejectRole } from './authenticate.ts';
import { findBookOfObject } from './book-of-object.ts';
import type { OperatorOperation } from './operation.ts';
import { maskLinks, roleSeesPersonalData } from './personal-data.ts';
import type { OperatorServices } from './services.ts';

/** The target of a call, and the request ID for logs and events. */
export type CallTarget = {
  readonly method: string;
  readonly path: string;
  readonly requestId: string;
  /** The `Host` header; absent for calls from within this process. */
  readonly host?: string | undefined;
  /** The `Accept` header. */
  readonly accept?: string | undefined;
};

/** A call from within this process. */
export type InProcessCall = CallTarget & {
  readonly method: Method;
  /** The query string without its `?`. */
  readonly search?: string;
  readonly body?: unknown;
  /** Required for every POST. */
  readonly idempotencyKey?: string;
};

export type OperationRunner = {
  /** The operation with this method and path. Refuses unknown paths and methods, and roles that may not call it. */
  admit(token: OperatorToken, method: string, path: string): Match<OperatorOperation> | Problem;
  /** The operation with this method and path, for any role. */
  match(method: string, path: string): Match<OperatorOperation> | Problem;
  /** Runs an admitted operation with validated input. Throws StoreUnavailable and other faults. */
  run(
    token: OperatorToken,
    match: Match<OperatorOperation>,
    input: Input,
    target: CallTarget,
  ): Promise<Reply>;
  /** Admits, validates, and runs a call from within this process. */
  call(token: OperatorToken, call: InProcessCall): Promise<Reply>;
};

export function createOperationRunner(
  services: OperatorServices,
  operations: readonly OperatorOperation[],
): OperationRunner {
  const { documents, records, writers, platform, treasuries, log, clock } = services;
  const router = createRouter(operations);
  const idempotency = createIdempotency({
    records,
    log,
    clock,
    hasUsed: async (stream, key) =>
      stream === PLATFORM_STREAM ? hasUsedOutsideBooks(key) : writers.isKeyUsed(stream, key),
  });

  /** Writes without an object of a book go to the platform stream or a treasury stream. */
  const hasUsedOutsideBooks = (key: string): boolean =>
    platform().isKeyUsed(key) || ENVIRONMENTS.some((each) => treasuries.get(each).isKeyUsed(key));

  /**
   * Reserves an idempotency key for this request. A key is unique across all streams, so it is recorded before the stream
   * is known. False if another request has used the key.
   */
  async function reserveKey({ key, fingerprint }: { key: string; fingerprint: string }): Promise<boolean> {
    const kept = await documents.putRecord('refusals', `operator|${key}`, fingerprint, { ifAbsent: true });
    return kept === fingerprint;
  }

  const calls: OperationRunner = {
    match: (method, path) => router.match(method, path),
    admit(token, method, path) {
      const match = router.match(method, path);
      return isProblem(match) ? match : (rejectRole(token, match.operation.role) ?? match);
    },
    async run(token, { operation, params }, { query, body, idempotencyKey }, target) {
      const { method, path, requestId, host, accept } = target;
      const keyed =
        idempotencyKey === undefined
          ? undefined
          : { key: keyOf(token, idempotencyKey), fingerprint: services.fingerprint(method, path, body) };
      if (keyed !== undefined && !(await reserveKey(keyed))) return idempotencyKeyReused();
      const book = (await findBookOfObject(services, params)) ?? PLATFORM_STREAM;
      const actor = `operator:${token.id}`;
      const stream = isProblem(book) ? PLATFORM_STREAM : book;
      const caller = { services, token, actor, stream, requestId, host, accept };
      const call = { ...caller, idempotency: keyed, params, query, body };
      const reply = await idempotency.run(call, () => (isProblem(book) ? book : operation.handle(call)));
      if (isProblem(reply)) return reply;
      const complete = services.approvalLinks.complete(reply.body);
      return { ...reply, body: roleSeesPersonalData(token) ? complete : maskLinks(complete) };
    },
    async call(token, { search = '', body, idempotencyKey, ...target }) {
      const match = calls.admit(token, target.method, target.path);
      if (isProblem(match)) return match;
      const input = checkInput(match, search, body, idempotencyKey);
      return isProblem(input) ? input : calls.run(token, match, input, target);
    },
  };
  return calls;
}

/** The key as stored in streams. Headers cannot contain line feeds, so it never equals a key of an integrator. */
const keyOf = ({ id }: OperatorToken, key: string): string => `operator\n${id}\n${key}`;
