/** Which operation a request calls. */
import { OPERATIONS, OPERATOR_OPERATIONS } from './command.ts';
import type { BuiltRequest } from './request.ts';

export const ALL_OPERATIONS: readonly string[] = [...OPERATIONS.keys(), ...OPERATOR_OPERATIONS.keys()].sort();

/** Paths without parameters come first. */
const PATTERNS = [...OPERATIONS.values(), ...OPERATOR_OPERATIONS.values()]
  .map(({ operationId, method, path }) => ({
    ...{ operationId, method, parameters: path.split('{').length },
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .sort((a, b) => a.parameters - b.parameters);

/** Undefined for the console. */
export function operationAt({ operation, method, path }: BuiltRequest): string | undefined {
  if (OPERATIONS.has(operation) || OPERATOR_OPERATIONS.has(operation)) return operation;
  return PATTERNS.find((each) => each.method === method && each.pattern.test(path))?.operationId;
}
