/** The HTTP application: the API under /v1, health, and metrics. */
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { internalError, malformedRequest, notFoundProblem, problem } from '../http/errors.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import { newRequestId, parseTarget } from '../http/request-handler.ts';
import { sendReply } from '../http/respond.ts';
import type { MountRoutes } from '../http/server.ts';
import { apiOperations } from './handlers.ts';
import { createApiHandler } from './operations/pipeline.ts';
import type { Services } from './operations/services.ts';

/** The Express application. Requests to /v1 bypass Express routing: one pipeline handles every operation. */
export function createApp(services: Services, ...mounts: readonly MountRoutes[]): Express {
  const metrics = createMetrics(services.gauges);
  const handle = createApiHandler(services, apiOperations, metrics);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.use((req, res, next) => {
    const target = parseTarget(req);
    if (target.path === '/v1' || target.path.startsWith('/v1/')) handle(req, res, target).catch(next);
    else next();
  });
  mountMonitoring(app, '/healthz', (_req, res) => void res.json({ status: 'ok' }));
  mountMonitoring(app, '/readyz', readiness(services));
  mountMonitoring(app, '/metrics', scrape(metrics));
  for (const mount of mounts) mount(app, metrics);
  app.use(replyNotFound);
  app.use(replyError(services));
  return app;
}

/** Answers GET and HEAD without a log line. */
function mountMonitoring(app: Express, path: string, handler: RequestHandler): void {
  const addHeaders: RequestHandler = (_req, res, next) => {
    res.setHeader('Request-Id', newRequestId());
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('X-Content-Type-Options', 'nosniff');
    next();
  };
  app.get(path, addHeaders, handler);
  app.all(path, (_req, res) => {
    const refusal = problem('method_not_allowed', 'It supports only GET and HEAD.', {
      allowedMethods: 'GET, HEAD',
    });
    sendReply(res, newRequestId(), refusal);
  });
}

const readiness =
  ({ health }: Services): RequestHandler =>
  (_req, res) => {
    const found = health();
    res.status(found.ready ? 200 : 503).json(found);
  };

const scrape =
  (metrics: Metrics): RequestHandler =>
  async (_req, res) => {
    const { contentType, text } = await metrics.render();
    res.setHeader('Content-Type', contentType);
    res.end(text);
  };

/** Answers requests to unknown paths. */
const replyNotFound: RequestHandler = (_req, res) =>
  void sendReply(res, newRequestId(), notFoundProblem('path'));

/** Answers errors thrown by Express in the format of the API. */
const replyError =
  ({ log }: Services): ErrorRequestHandler =>
  (error: unknown, _req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    // Express marks client errors, such as invalid percent-encoding, with a 4xx status.
    const status =
      typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500;
    const requestId = newRequestId();
    if (status < 500) {
      sendReply(res, requestId, malformedRequest());
      return;
    }
    log.error({ request_id: requestId, err: error }, 'request failed');
    sendReply(res, requestId, internalError());
  };
