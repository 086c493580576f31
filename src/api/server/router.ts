/** Finds the endpoint for a path: a tree of path segments, built once from the route list. */
import { isId } from '../../ledger/ids.ts';
import type { IdPrefix } from '../../ledger/ids.ts';
import { notFoundProblem, problem } from '../operations/errors.ts';
import type { Problem } from '../operations/errors.ts';
import type { Route, Shape } from '../operations/operation.ts';

export type Match<R extends Shape = Route> = {
  readonly route: R;
  readonly params: Readonly<Record<string, string>>;
};

export type Router<R extends Shape> = {
  /** The endpoint with this method and path. Refuses unknown paths (404) and methods that a path does not have (405). */
  match(method: string, path: string): Match<R> | Problem;
};

type Node<R> = {
  readonly literals: Map<string, Node<R>>;
  param: { readonly name: string; readonly node: Node<R> } | undefined;
  readonly routes: Map<string, R>;
};

const createNode = <R>(): Node<R> => ({ literals: new Map(), param: undefined, routes: new Map() });

export function createRouter<R extends Shape>(routes: readonly R[]): Router<R> {
  const root = createNode<R>();
  for (const route of routes) addRoute(root, route);
  return {
    match(method, path) {
      const segments = path.split('/');
      const params: Record<string, string> = {};
      let node = root;
      for (let i = 1; i < segments.length; i++) {
        const segment = segments[i] ?? '';
        const literal = node.literals.get(segment);
        if (literal !== undefined) {
          node = literal;
        } else if (node.param !== undefined && segment !== '') {
          params[node.param.name] = segment;
          node = node.param.node;
        } else {
          return notFoundProblem('path');
        }
      }
      if (node.routes.size === 0) return notFoundProblem('path');
      const route = node.routes.get(method);
      return route === undefined ? methodNotAllowed(node) : { route, params };
    },
  };
}

function addRoute<R extends Shape>(root: Node<R>, route: R): void {
  let node = root;
  for (const segment of route.path.split('/').slice(1)) node = childFor(node, segment);
  if (node.routes.has(route.method))
    throw new Error(`${route.method} ${route.path} is in the route list twice`);
  node.routes.set(route.method, route);
}

function childFor<R>(node: Node<R>, segment: string): Node<R> {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (name !== undefined) {
    if (!(name in ID_PARAMS) && !(name in OTHER_PARAMS))
      throw new Error(`no kind of ID is known for the path parameter ${name}`);
    node.param ??= { name, node: createNode() };
    if (node.param.name !== name)
      throw new Error(`{${name}} and {${node.param.name}} stand at the same place`);
    return node.param.node;
  }
  let child = node.literals.get(segment);
  if (child === undefined) node.literals.set(segment, (child = createNode()));
  return child;
}

function methodNotAllowed(node: Node<unknown>): Problem {
  const allowedMethods = [...node.routes.keys()].join(', ');
  return problem('method_not_allowed', `This path takes only ${allowedMethods}.`, { allowedMethods });
}

/** What the ID in each path parameter names. */
const ID_PARAMS: Readonly<Record<string, { prefix: IdPrefix; noun: string }>> = {
  user_id: { prefix: 'usr', noun: 'user' },
  wallet_id: { prefix: 'wal', noun: 'wallet' },
  deposit_account_id: { prefix: 'da', noun: 'deposit account' },
  payout_account_id: { prefix: 'pa', noun: 'payout account' },
  transfer_id: { prefix: 'trf', noun: 'transfer' },
  quote_id: { prefix: 'qt', noun: 'quote' },
  event_id: { prefix: 'evt', noun: 'event' },
  webhook_endpoint_id: { prefix: 'we', noun: 'webhook endpoint' },
  webhook_delivery_id: { prefix: 'whd', noun: 'webhook delivery' },
};

/** Path parameters that name something else than what a book holds, and what they look like. */
const OTHER_PARAMS: Readonly<Record<string, { shape: RegExp; noun: string }>> = {
  integrator_id: { shape: /^int_[0-9a-hjkmnp-tv-z]{26}$/, noun: 'integrator' },
  key_id: { shape: /^key_[0-9A-Za-z]{8}$/, noun: 'key' },
  token_id: { shape: /^opt_[0-9a-hjkmnp-tv-z]{26}$/, noun: 'token' },
  environment: { shape: /^(sandbox|production)$/, noun: 'environment' },
  rail: { shape: /^[a-z][a-z0-9_]{0,63}$/, noun: 'rail' },
  projection: { shape: /^[a-z][a-z0-9_]{0,63}$/, noun: 'projection' },
};

/** A path parameter that can't be what its name says names nothing: 404. */
export function rejectInvalidParams(params: Match['params']): Problem | undefined {
  for (const name in params) {
    const text = params[name] ?? '';
    const kind = ID_PARAMS[name];
    if (kind !== undefined && !isId(kind.prefix, text)) return notFoundProblem(kind.noun);
    const other = kind === undefined ? OTHER_PARAMS[name] : undefined;
    if (other !== undefined && !other.shape.test(text)) return notFoundProblem(other.noun);
  }
  return undefined;
}
