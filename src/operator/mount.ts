/** Puts the operator API beside the interface. */
import type { Mount } from '../http/app.ts';
import { targetOf } from '../http/exchange.ts';
import { operatorRoutes } from './routes.ts';
import { createOperatorServe } from './serve.ts';
import type { OperatorServices } from './services.ts';

const ROOT = '/operator/v1';

/** Everything under /operator/v1 goes to the operator API. */
export const mountOperator =
  (services: OperatorServices): Mount =>
  (app, metrics) => {
    const serve = createOperatorServe(services, operatorRoutes, metrics);
    app.use((req, res, next) => {
      const target = targetOf(req);
      if (target.path === ROOT || target.path.startsWith(`${ROOT}/`)) serve(req, res, target).catch(next);
      else next();
    });
  };
