/** The read models: how far each is. */
import { operatorRoute } from './route.ts';
import type { OperatorRoute } from './route.ts';

export const projectionsRoutes: readonly OperatorRoute[] = [
  operatorRoute({
    method: 'GET',
    path: '/operator/v1/projections',
    role: 'viewer',
    handle({ services }) {
      const data = services.projections().map(({ name, version, state, position, lag }) => ({
        name,
        version,
        state,
        position: position.toString(),
        lag,
      }));
      return { status: 200, body: JSON.stringify({ data }) };
    },
  }),
  operatorRoute({
    method: 'POST',
    path: '/operator/v1/projections/{projection}/rebuild',
    role: 'admin',
    unavailable: true,
    handle: () => {
      throw new Error('an operation that is not available was called');
    },
  }),
];
