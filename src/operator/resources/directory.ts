/** Names for the IDs in events and objects, and the objects of all books. */
import type { Directory } from '../../generated/api.ts';
import type { OperatorHandlers } from '../operations/operation.ts';
import type { OperatorServices } from '../operations/services.ts';

export const directoryHandlers = {
  getDirectory: ({ services }) => ({ status: 200, body: JSON.stringify(directoryOf(services)) }),
} satisfies Partial<OperatorHandlers>;

/** As this node knows it: names are needed most when another part of the service is unavailable. */
function directoryOf({ platform, runningRails }: OperatorServices): Directory {
  const { integrators, sandboxes, tokens, operators, keys } = platform();
  return {
    object: 'directory',
    integrators: [...integrators.values()].map(({ id, name }) => {
      const { generation = 1, resetTimes = [] } = sandboxes.get(id) ?? {};
      return {
        id,
        name,
        sandbox_generation: generation,
        sandbox_resets: resetTimes.map((time) => new Date(time).toISOString()),
      };
    }),
    operators: [
      ...[...tokens.values()].map(({ id, name, revoked_at }) => ({
        id,
        name,
        type: 'token' as const,
        revoked: revoked_at !== null,
      })),
      ...[...operators.values()].map(({ id, name }) => ({
        id,
        name,
        type: 'person' as const,
        revoked: false,
      })),
    ],
    keys: [...keys.values()].map(({ id, name }) => ({ id, name })),
    rails: [...new Set(runningRails.configured.map(({ rail }) => rail))],
  };
}
