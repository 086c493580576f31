import { problem, type Problem } from './errors.ts';

// Finds the operation for a method and a path: a tree of path segments, built once.

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What a router needs to know of an operation. The path has parameters in braces: `/v1/users/{user_id}`. */
type Routable = { readonly method: string; readonly path: string };

export type PathParams = Readonly<Record<string, string>>;

export type Match<O> = { readonly operation: O; readonly params: PathParams };

export type Router<O> = {
  /** The operation with this method and path. Refuses unknown paths (404) and unsupported methods (405). */
  match(method: string, path: string): Match<O> | Problem;
};

type Node<O> = {
  readonly literals: Map<string, Node<O>>;
  param: { readonly name: string; readonly node: Node<O> } | undefined;
  readonly operations: Map<string, O>;
};

const createNode = <O>(): Node<O> => ({ literals: new Map(), param: undefined, operations: new Map() });

/** Throws if two operations have the same method and path, or if two parameters at the same position differ in name. */
export function createRouter<O extends Routable>(operations: readonly O[]): Router<O> {
  const root = createNode<O>();
  for (const operation of operations) addOperation(root, operation);
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
          return unknownPath(path);
        }
      }
      if (node.operations.size === 0) return unknownPath(path);
      const operation = node.operations.get(method);
      return operation === undefined ? methodNotAllowed([...node.operations.keys()]) : { operation, params };
    },
  };
}

/** Says what is most often wrong with a path. */
export const unknownPath = (path: string): Problem =>
  problem(
    'not_found',
    path.length > 1 && path.endsWith('/') ? 'Unknown path. Paths do not end with a slash.' : 'Unknown path.',
  );

function addOperation<O extends Routable>(root: Node<O>, operation: O): void {
  const { method, path } = operation;
  let node = root;
  for (const segment of path.split('/').slice(1)) node = childOf(node, segment);
  if (node.operations.has(method)) throw new Error(`duplicate operation: ${method} ${path}`);
  node.operations.set(method, operation);
}

function childOf<O>(node: Node<O>, segment: string): Node<O> {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (name !== undefined) {
    node.param ??= { name, node: createNode() };
    if (node.param.name !== name)
      throw new Error(`conflicting path parameters at the same position: {${name}} and {${node.param.name}}`);
    return node.param.node;
  }
  let child = node.literals.get(segment);
  if (child === undefined) node.literals.set(segment, (child = createNode()));
  return child;
}

export function methodNotAllowed(methods: readonly string[]): Problem {
  const allowedMethods = methods.join(', ');
  return problem('method_not_allowed', `It supports only ${allowedMethods}.`, { allowedMethods });
}
