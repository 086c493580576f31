/** Integrators. Each has one book per environment from its first event. */
import { notFoundProblem } from '../../api/server/errors.ts';
import { newIntegrator } from '../../platform/credentials.ts';
import type { Integrator } from '../../platform/platform.ts';
import { pageInMemory } from '../operations/memory-page.ts';
import { freshPlatform } from '../operations/services.ts';
import { submitToPlatform } from '../operations/platform-write.ts';
import type { OperatorHandlers } from '../operations/operation.ts';

const presentIntegrator = ({ id, name, created_at }: Integrator) => ({
  id,
  object: 'integrator' as const,
  name,
  created_at,
});

export const integratorHandlers = {
  listIntegrators: async ({ services, query }) =>
    pageInMemory([...(await freshPlatform(services)).integrators.values()].map(presentIntegrator), query),
  createIntegrator(call) {
    const { name } = call.body;
    return submitToPlatform(call, {
      decide({ time }) {
        const { id, event } = newIntegrator(name);
        const body = JSON.stringify(presentIntegrator({ id, name, created_at: time }));
        return { events: [event], answer: { status: 201, body } };
      },
    });
  },
  async getIntegrator({ services, params }) {
    const found = (await freshPlatform(services)).integrators.get(params.integrator_id);
    return found === undefined
      ? notFoundProblem('integrator')
      : { status: 200, body: JSON.stringify(presentIntegrator(found)) };
  },
} satisfies Partial<OperatorHandlers>;
