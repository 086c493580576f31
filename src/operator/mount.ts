/** Mounts the operator API. */
import type { MountRoutes } from '../api/server/mount.ts';
import { parseTarget } from '../api/server/request-handler.ts';
import { operatorOperations } from './handlers.ts';
import { createOperatorHandler } from './operations/pipeline.ts';
import type { OperatorServices } from './operations/services.ts';

const ROOT = '/operator/v1';

/** Routes every path under /operator/v1 to the operator API. */
export const mountOperator =
  (services: OperatorServices): MountRoutes =>
  (app, metrics) => {
    const handle = createOperatorHandler(services, operatorOperations, metrics);
    app.use((req, res, next) => {
      const target = parseTarget(req);
      if (target.path === ROOT || target.path.startsWith(`${ROOT}/`)) handle(req, res, target).catch(next);
      else next();
    });
  };
