/** Finds the endpoint for a path: a tree of path segments, built once from the route list. */
import { isId } from '../ledger/identifier.ts';
import type { Prefix } from '../ledger/identifier.ts';
import { noSuch, problem } from './errors.ts';
import type { Problem } from './errors.ts';
import type { Route } from './route.ts';

export type Match = { readonly route: Route; readonly params: Readonly<Record<string, string>> };

export type Router = {
  /** The endpoint with this method and path. Refuses unknown paths (404) and methods that a path does not have (405). */
  match(method: string, path: string): Match | Problem;
};

type Node = {
  readonly literals: Map<string, Node>;
  param: { readonly name: string; readonly node: Node } | undefined;
  readonly routes: Map<string, Route>;
};

const createNode = (): Node => ({ literals: new Map(), param: undefined, routes: new Map() });

export function createRouter(routes: readonly Route[]): Router {
  const root = createNode();
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
          return noSuch('path');
        }
      }
      if (node.routes.size === 0) return noSuch('path');
      const route = node.routes.get(method);
      return route === undefined ? methodNotAllowed(node) : { route, params };
    },
  };
}

function addRoute(root: Node, route: Route): void {
  let node = root;
  for (const segment of route.path.split('/').slice(1)) node = childFor(node, segment);
  if (node.routes.has(route.method))
    throw new Error(`${route.method} ${route.path} is in the route list twice`);
  node.routes.set(route.method, route);
}

function childFor(node: Node, segment: string): Node {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (name !== undefined) {
    if (!(name in ID_PARAMS)) throw new Error(`no kind of ID is known for the path parameter ${name}`);
    node.param ??= { name, node: createNode() };
    if (node.param.name !== name)
      throw new Error(`{${name}} and {${node.param.name}} stand at the same place`);
    return node.param.node;
  }
  let child = node.literals.get(segment);
  if (child === undefined) node.literals.set(segment, (child = createNode()));
  return child;
}

function methodNotAllowed(node: Node): Problem {
  const allow = [...node.routes.keys()].join(', ');
  return problem('method_not_allowed', `This path takes only ${allow}.`, { allow });
}

/** What the ID in each path parameter names. */
const ID_PARAMS: Readonly<Record<string, { prefix: Prefix; noun: string }>> = {
  user_id: { prefix: 'usr', noun: 'user' },
  wallet_id: { prefix: 'wal', noun: 'wallet' },
  deposit_account_id: { prefix: 'da', noun: 'deposit account' },
  transfer_id: { prefix: 'trf', noun: 'transfer' },
  quote_id: { prefix: 'qt', noun: 'quote' },
  event_id: { prefix: 'evt', noun: 'event' },
};

/** A path parameter that can't be an ID of its kind names nothing: 404. */
export function refuseParams(params: Match['params']): Problem | undefined {
  for (const name in params) {
    const kind = ID_PARAMS[name];
    if (kind !== undefined && !isId(kind.prefix, params[name] ?? '')) return noSuch(kind.noun);
  }
  return undefined;
}
