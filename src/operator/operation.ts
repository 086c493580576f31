/**
 * What an endpoint of the operator API is. As in the interface, an endpoint says where it is, what it takes and who may
 * call it, and all else happens to it because it is in the route list.
 */
import type { EmptyBody, ErrorDetail, NoQuery } from '../generated/api.ts';
import { validateEmptyBody, validateNoQuery } from '../generated/validators.js';
import type { Validator } from '../generated/validators.js';
import { takesBody } from '../api/operations/operation.ts';
import type { BookCaller, Params, Reply, Shape } from '../api/operations/operation.ts';
import type { OperatorRole, OperatorToken } from '../platform/platform.ts';
import type { OperatorServices } from './services.ts';

/**
 * Who calls, and what any handler may use. It is a caller of the book that the endpoint's object is in, so everything
 * that reads and writes a book for the interface does so for operators too.
 */
export type OperatorCaller = Omit<BookCaller, 'services'> & {
  readonly services: OperatorServices;
  readonly token: OperatorToken;
};

export type OperatorCall<Params, Query, Body> = OperatorCaller & {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
};

/** The object that an endpoint is about, by the path parameter that names it. Its document says which book it is in. */
export type ObjectReference<Name> = {
  readonly collection: string;
  readonly param: Name;
  readonly noun: string;
};

export type OperatorEndpoint<Path, Query, Body> = {
  readonly method: 'GET' | 'POST';
  readonly path: Path;
  /** The role that may call it. An admin may call everything, and `viewer` stands for everyone. */
  readonly role: OperatorRole;
  /** An endpoint with an object answers 404 where there is none; the caller's `stream` is then the object's book. */
  readonly about?: ObjectReference<keyof Params<Path> & string>;
  /** Left out: the endpoint takes no query parameters. */
  readonly query?: Validator<Query>;
  /** Left out: the endpoint takes no body, or an empty object. */
  readonly body?: Validator<Body>;
  /** Everything in the body may be left out, and so may the body. */
  readonly mayBeEmpty?: boolean;
  /** What a schema can't tell about a body that may or may not have passed it; its entries join the schema's. */
  readonly alsoCheck?: (body: unknown) => readonly ErrorDetail[];
  /** It is named already, but answers 501 for now. */
  readonly unavailable?: boolean;
  readonly handle: (call: OperatorCall<Params<Path>, Query, Body>) => Reply | Promise<Reply>;
};

/** An endpoint as the route list holds it, whatever its own types are. */
export type OperatorRoute = Shape &
  Pick<OperatorEndpoint<string, unknown, unknown>, 'role' | 'unavailable'> & {
    readonly about?: ObjectReference<string>;
    readonly handle: (call: OperatorCall<unknown, unknown, unknown>) => Reply | Promise<Reply>;
  };

export function operatorRoute<const Path extends string, Query = NoQuery, Body = EmptyBody>(
  endpoint: OperatorEndpoint<Path, Query, Body>,
): OperatorRoute {
  const { method, query = validateNoQuery, body = validateEmptyBody, mayBeEmpty = false } = endpoint;
  const takes = takesBody(method, endpoint.body !== undefined && !mayBeEmpty);
  // The handler is called only with parameters of its own path, and a query and a body its own validators let through.
  return { ...endpoint, query, body, takesBody: takes } as unknown as OperatorRoute;
}
