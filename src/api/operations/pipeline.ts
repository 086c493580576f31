/**
 * Processes a request for an operation. Both APIs promise this order of checks, and use this function; what differs between
 * them are its steps.
 */

import { isProblem, type Problem } from '../../http/errors.ts';
import type { Reply, StreamReply } from '../../http/reply.ts';
import type { Match, PathParams, Router } from '../../http/router.ts';
import type { Exchange } from '../../http/serve.ts';
import { BookNotOpen, Overloaded } from '../../writer/command.ts';
import type { Idempotency } from './idempotency.ts';
import type { Input } from './input.ts';
import type { BookCaller, Declaration, Operation, OperationInput } from './operation.ts';

/** Over HTTP or from within this process. */
export type OperationRequest = Pick<Exchange, 'method' | 'path' | 'search' | 'requestId' | 'route'>;

/** The steps of an API. A problem ends the request. `Who` is a key or an operator. */
export type OperationSteps<
  Request extends OperationRequest,
  Declared extends Declaration,
  Who,
  Caller extends BookCaller,
  Result extends Reply | StreamReply,
> = {
  readonly router: Router<Operation<Declared, Caller, Result>>;
  readonly idempotency: Idempotency;
  authenticate(request: Request): Promise<Who | Problem>;
  /** Limits the rate of the caller, and what may be called at the moment. */
  limit(request: Request, who: Who): Problem | undefined;
  /** Checks that the caller may call this operation. */
  permit(request: Request, who: Who, match: Match<Operation<Declared, Caller, Result>>): Problem | undefined;
  validate(
    request: Request,
    match: Match<Operation<Declared, Caller, Result>>,
  ): Input | Problem | Promise<Input | Problem>;
  /** The call on the current book. */
  callOn(
    request: Request,
    who: Who,
    input: Input & { readonly params: PathParams },
  ): Call<Caller> | Problem | Promise<Call<Caller> | Problem>;
  /** Runs the handler as soon as it may write. */
  admit(
    request: Request,
    call: Call<Caller>,
    handle: () => Result | Promise<Result>,
  ): Result | Promise<Result | Problem>;
  /** Learns which book has replaced the one that is closed. Throws if none has. */
  renewBook(who: Who, fault: BookNotOpen): Promise<void>;
  answer(request: Request, who: Who, reply: Result | Reply): Promise<Result | Reply>;
};

type Call<Caller> = Caller & OperationInput;

/** A request meets more books only if its sandbox is reset again and again while it runs. */
const BOOKS_PER_REQUEST_MAX = 5;

/** Throws StoreUnavailable and other faults. */
export async function runOperation<
  Request extends OperationRequest,
  Declared extends Declaration,
  Who,
  Caller extends BookCaller,
  Result extends Reply | StreamReply,
>(steps: OperationSteps<Request, Declared, Who, Caller, Result>, request: Request): Promise<Result | Reply> {
  const who = await steps.authenticate(request);
  if (isProblem(who)) return who;
  const limited = steps.limit(request, who);
  if (limited !== undefined) return limited;
  const match = steps.router.match(request.method, request.path);
  if (isProblem(match)) return match;
  const { operation, params } = match;
  request.route = operation;
  const forbidden = steps.permit(request, who, match);
  if (forbidden !== undefined) return forbidden;
  const input = await steps.validate(request, match);
  if (isProblem(input)) return input;
  for (let books = 1; ; books += 1) {
    try {
      const call = await steps.callOn(request, who, { ...input, params });
      if (isProblem(call)) return call;
      const reply = await steps.idempotency.run(call, () =>
        steps.admit(request, call, () => operation.handle(call)),
      );
      return await steps.answer(request, who, reply);
    } catch (fault) {
      if (!(fault instanceof BookNotOpen)) throw fault;
      if (books === BOOKS_PER_REQUEST_MAX) throw new Overloaded('the sandbox is reset too often');
      await steps.renewBook(who, fault);
    }
  }
}
