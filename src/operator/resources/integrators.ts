/** Integrators: each has a book in both environments from its first event on. */
import { validateIntegratorCreate, validateIntegratorListQuery } from '../../generated/validators.js';
import { notFoundProblem } from '../../api/operations/errors.ts';
import { newIntegrator } from '../../platform/credentials.ts';
import type { Integrator } from '../../platform/platform.ts';
import { pageInMemory } from '../memory-page.ts';
import { operatorRoute } from '../operation.ts';
import type { OperatorRoute } from '../operation.ts';
import { freshPlatform } from '../services.ts';
import { submitToPlatform } from '../platform-write.ts';

const shown = ({ id, name, created_at }: Integrator) => ({
  id,
  object: 'integrator' as const,
  name,
  created_at,
});

export const integratorsRoutes: readonly OperatorRoute[] = [
  operatorRoute({
    method: 'GET',
    path: '/operator/v1/integrators',
    role: 'viewer',
    query: validateIntegratorListQuery,
    handle: async ({ services, query }) =>
      pageInMemory([...(await freshPlatform(services)).integrators.values()].map(shown), query),
  }),
  operatorRoute({
    method: 'POST',
    path: '/operator/v1/integrators',
    role: 'admin',
    body: validateIntegratorCreate,
    handle(call) {
      const { name } = call.body;
      return submitToPlatform(call, {
        decide({ time }) {
          const { id, event } = newIntegrator(name);
          const body = JSON.stringify(shown({ id, name, created_at: time }));
          return { events: [event], answer: { status: 201, body } };
        },
      });
    },
  }),
  operatorRoute({
    method: 'GET',
    path: '/operator/v1/integrators/{integrator_id}',
    role: 'viewer',
    async handle({ services, params }) {
      const found = (await freshPlatform(services)).integrators.get(params.integrator_id);
      return found === undefined
        ? notFoundProblem('integrator')
        : { status: 200, body: JSON.stringify(shown(found)) };
    },
  }),
];
