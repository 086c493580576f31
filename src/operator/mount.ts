/** Puts the operator API beside the interface. */
import type { MountRoutes } from '../api/server/app.ts';
import { parseTarget } from '../api/server/request-handler.ts';
import { operatorRoutes } from './handlers.ts';
import { createOperatorServe } from './pipeline.ts';
import type { OperatorServices } from './services.ts';

const ROOT = '/operator/v1';

/** Everything under /operator/v1 goes to the operator API. */
export const mountOperator =
  (services: OperatorServices): MountRoutes =>
  (app, metrics) => {
    const serve = createOperatorServe(services, operatorRoutes, metrics);
    app.use((req, res, next) => {
      const target = parseTarget(req);
      if (target.path === ROOT || target.path.startsWith(`${ROOT}/`)) serve(req, res, target).catch(next);
      else next();
    });
  };
