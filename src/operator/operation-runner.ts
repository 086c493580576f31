/**
 * Calls of the operator API, whichever way they come: over HTTP, or from a page of the console in this process. Role,
 * idempotency and the object's book are the same for both, so that neither can do what the other may not.
 */
import { isProblem, notFoundProblem, problem } from '../api/operations/errors.ts';
import type { Problem } from '../api/operations/errors.ts';
import { createIdempotency, idempotencyKeyReused } from '../api/operations/idempotency.ts';
import { checkInput } from '../api/operations/input.ts';
import type { Input } from '../api/operations/input.ts';
import type { Method, Reply } from '../api/operations/operation.ts';
import { createRouter } from '../api/server/router.ts';
import type { Match } from '../api/server/router.ts';
import { ENVIRONMENTS, PLATFORM_STREAM } from '../platform/platform.ts';
import type { OperatorToken } from '../platform/platform.ts';
import { rejectRole } from './authenticate.ts';
import { findBookStream } from './cross-book-list.ts';
import type { OperatorRoute } from './operation.ts';
import type { OperatorServices } from './services.ts';

/** Where a call goes, and the ID that its log lines and events carry. */
export type CallTarget = { readonly method: string; readonly path: string; readonly requestId: string };

/** A call made in this process. */
export type InProcessCall = CallTarget & {
  readonly method: Method;
  /** The query string without its `?`. */
  readonly search?: string;
  readonly body?: unknown;
  /** Of every POST. */
  readonly idempotencyKey?: string;
};

export type OperationRunner = {
  /** The endpoint with this method and path. Refuses what there is not, is not yet available, or not for this role. */
  admit(token: OperatorToken, method: string, path: string): Match<OperatorRoute> | Problem;
  /** The endpoint with this method and path, whoever asks. */
  match(method: string, path: string): Match<OperatorRoute> | Problem;
  /** Answers an admitted call with input that was checked. Throws StoreUnavailable and other faults. */
  run(token: OperatorToken, match: Match<OperatorRoute>, input: Input, place: CallTarget): Promise<Reply>;
  /** The whole way of a call that was not sent over HTTP. */
  call(token: OperatorToken, call: InProcessCall): Promise<Reply>;
};

export function createOperationRunner(
  services: OperatorServices,
  routes: readonly OperatorRoute[],
): OperationRunner {
  const { documents, keepers, platform, treasuries, log, clock } = services;
  const router = createRouter(routes);
  const idempotency = createIdempotency({
    documents,
    log,
    clock,
    hasUsed: async (stream, key) =>
      stream === PLATFORM_STREAM ? hasUsedOutsideBooks(key) : keepers.isKeyUsed(stream, key),
  });

  /** Writes that are about no book's object go to the platform, or to a treasury. */
  const hasUsedOutsideBooks = (key: string): boolean =>
    platform().isKeyUsed(key) || ENVIRONMENTS.some((each) => treasuries.get(each).isKeyUsed(key));

  /**
   * A key belongs to its first request, whichever stream that writes to. Which one, only the object in the path tells;
   * so a key is taken down before, and a later request with it has to be the same.
   */
  async function claim({ key, fingerprint }: { key: string; fingerprint: string }): Promise<boolean> {
    const kept = await documents.putRecord('refusals', `operator|${key}`, fingerprint, { ifAbsent: true });
    return kept === fingerprint;
  }

  const calls: OperationRunner = {
    match: (method, path) => router.match(method, path),
    admit(token, method, path) {
      const match = router.match(method, path);
      return isProblem(match)
        ? match
        : (rejectRole(token, match.route.role) ?? rejectUnavailable(match) ?? match);
    },
    async run(token, { route, params }, { query, body, idempotencyKey }, { method, path, requestId }) {
      const keyed =
        idempotencyKey === undefined
          ? undefined
          : { key: keyOf(token, idempotencyKey), fingerprint: services.fingerprint(method, path, body) };
      if (keyed !== undefined && !(await claim(keyed))) return idempotencyKeyReused();
      const { about } = route;
      const book = about === undefined ? PLATFORM_STREAM : await findBookStream(services, about, params);
      const actor = `operator:${token.id}`;
      const stream = book ?? PLATFORM_STREAM;
      const call = { services, token, actor, stream, requestId, idempotency: keyed, params, query, body };
      return idempotency.run(call, () =>
        book === undefined ? notFoundProblem(about?.noun ?? 'object') : route.handle(call),
      );
    },
    async call(token, { search = '', body, idempotencyKey, ...place }) {
      const match = calls.admit(token, place.method, place.path);
      if (isProblem(match)) return match;
      const input = checkInput(match, search, body, idempotencyKey);
      return isProblem(input) ? input : calls.run(token, match, input, place);
    },
  };
  return calls;
}

/** Refuses endpoints that have a name and no work behind it yet. */
export const rejectUnavailable = ({ route }: Match<OperatorRoute>): Problem | undefined =>
  route.unavailable === true ? problem('not_implemented', 'This operation is not yet available.') : undefined;

/** An operator's key, as streams keep it. No header can hold a line feed, so no key of an integrator's is the same. */
const keyOf = ({ id }: OperatorToken, key: string): string => `operator\n${id}\n${key}`;
