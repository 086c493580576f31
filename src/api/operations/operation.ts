/**
 * What an endpoint is.
 *
 * An endpoint says where it is, what it takes, and how it answers; everything else (keys, limits, idempotency, errors)
 * happens to it because it is in the route list. `route` checks the three against each other: the handler sees its path
 * parameters by name, and query and body as the types that their validators let through.
 */
import type { EmptyBody, ErrorDetail, NoQuery } from '../../generated/api.ts';
import { validateEmptyBody, validateNoQuery } from '../../generated/validators.js';
import type { Validator } from '../../generated/validators.js';
import type { Answer } from '../../writer/command.ts';
import type { ApiKey } from '../../platform/platform.ts';
import type { Problem } from './errors.ts';
import type { Services } from './services.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What a handler comes to: an answer with its exact body, or a no. `replayed` says that an earlier request decided it. */
export type Reply = (Answer & { readonly replayed?: boolean }) | Problem;

/** Who works on a book, by whichever way they came, and what they may use. */
export type BookCaller = {
  readonly services: Services;
  /** `key:<id>` or `operator:<id>`, as the book's events name them. */
  readonly actor: string;
  /** The stream of the book; also the scope of its documents. */
  readonly stream: string;
  readonly requestId: string;
  /** Of requests that carry a key to be kept: not of reads, PATCH, DELETE and dry runs. */
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | undefined;
};

/** Who calls the interface, and what any handler may use. */
export type Caller = BookCaller & { readonly key: ApiKey };

export type Call<Params, Query, Body> = Caller & {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
};

type ParamNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
/** `{ user_id: string }` for `/v1/users/{user_id}`. */
export type Params<Path> = { readonly [Name in ParamNames<Path>]: string };

export type Endpoint<Path, Query, Body> = {
  readonly method: Method;
  readonly path: Path;
  /** Left out: the endpoint takes no query parameters. */
  readonly query?: Validator<Query>;
  /** Left out: the endpoint takes no body, or an empty object. */
  readonly body?: Validator<Body>;
  /** Everything in the body may be left out, and so may the body. */
  readonly mayBeEmpty?: boolean;
  /** What a schema can't tell about a body that may or may not have passed it; its entries join the schema's. */
  readonly alsoCheck?: (body: unknown) => readonly ErrorDetail[];
  /** Production keys get 403. */
  readonly sandboxOnly?: boolean;
  /** The interface names it, but it answers 501 while this says so. */
  readonly unavailable?: (services: Services) => boolean;
  /** `unless_dry_run`: a body with `dry_run: true` goes without an idempotency key. Every other POST needs one. */
  readonly idempotency?: 'unless_dry_run';
  readonly handle: (call: Call<Params<Path>, Query, Body>) => Reply | Promise<Reply>;
};

/** An endpoint as the route list holds it, whatever its own types are. */
export type Route = Required<Pick<AnyEndpoint, 'query' | 'body'>> &
  AnyEndpoint & { readonly takesBody: 'never' | 'maybe' | 'always' };
type AnyEndpoint = Endpoint<string, unknown, unknown>;

/** What there is to know about an endpoint before its handler: where it is, and what it takes. */
export type Shape = Omit<Route, 'handle' | 'sandboxOnly' | 'unavailable'>;

/** Whether an endpoint takes a body, by its method and whether it has a validator for one. */
export const takesBody = (method: Method, hasBody: boolean): Route['takesBody'] => {
  const writes = method === 'POST' || method === 'PATCH';
  return !writes ? 'never' : hasBody ? 'always' : 'maybe';
};

export function route<const Path extends string, Query = NoQuery, Body = EmptyBody>(
  endpoint: Endpoint<Path, Query, Body>,
): Route {
  const { method, query = validateNoQuery, body = validateEmptyBody } = endpoint;
  const takes = takesBody(method, endpoint.body !== undefined && endpoint.mayBeEmpty !== true);
  // The handler is called only with parameters of its own path, and a query and a body its own validators let through.
  return { ...endpoint, query, body, takesBody: takes } as unknown as Route;
}
