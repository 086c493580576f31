/** Whether the history is being witnessed: the last signed checkpoint of each stream. */
import { operatorRoute } from './route.ts';
import type { OperatorRoute } from './route.ts';

export const auditRoutes: readonly OperatorRoute[] = [
  operatorRoute({
    method: 'GET',
    path: '/operator/v1/audit',
    role: 'viewer',
    handle: ({ services }) => ({ status: 200, body: JSON.stringify(services.audit()) }),
  }),
];
