/** The HTTP application: the interface under /v1, and what operators watch the service by. */
import express from 'express';
import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import { parseTarget } from './request-handler.ts';
import { createMetrics } from './metrics.ts';
import type { Metrics } from './metrics.ts';
import { internalError, malformedRequest, notFoundProblem, problem } from '../operations/errors.ts';
import { newRequestId } from './request-id.ts';
import { sendReply } from './respond.ts';
import { routes } from '../operations/handlers.ts';
import { createServe } from '../operations/pipeline.ts';
import type { Services } from '../operations/services.ts';

/** More routes to serve beside the interface, such as an operator API; they come before the final 404. */
export type MountRoutes = (app: Express, metrics: Metrics) => void;

/**
 * An Express application. Everything under /v1 goes straight to `serve`, which knows the route list: the way of a
 * request from here to its endpoint is one function, and every endpoint gets the same treatment.
 */
export function createApp(services: Services, ...mounts: readonly MountRoutes[]): Express {
  const metrics = createMetrics(services.gauges);
  const serve = createServe(services, routes, metrics);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((req, res, next) => {
    const target = parseTarget(req);
    if (target.path === '/v1' || target.path.startsWith('/v1/')) serve(req, res, target).catch(next);
    else next();
  });
  watch(app, '/healthz', (_req, res) => void res.json({ status: 'ok' }));
  watch(app, '/readyz', readiness(services));
  watch(app, '/metrics', scrape(metrics));
  for (const mount of mounts) mount(app, metrics);
  app.use(replyNotFound);
  app.use(failed(services));
  return app;
}

/** Answers GET and HEAD. Like every answer of the service these have a Request-Id, though nothing is logged of them. */
function watch(app: Express, path: string, handler: RequestHandler): void {
  const named: RequestHandler = (_req, res, next) => {
    res.setHeader('Request-Id', newRequestId());
    next();
  };
  app.get(path, named, handler);
  app.all(path, (_req, res) => {
    const refusal = problem('method_not_allowed', 'This path takes only GET, HEAD.', {
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

/** The end of the line for paths that nobody serves. */
export const replyNotFound: RequestHandler = (_req, res) =>
  void sendReply(res, newRequestId(), notFoundProblem('path'));

/** What Express itself can't digest ends in the same envelope as everything else. */
const failed =
  ({ log }: Services): ErrorRequestHandler =>
  (error: unknown, _req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    // Express marks what the client did wrong, such as broken percent-encoding, with a status of 4xx.
    const status =
      typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500;
    const requestId = newRequestId();
    if (status < 500) {
      sendReply(res, requestId, malformedRequest('The request is malformed.'));
      return;
    }
    log.error({ request_id: requestId, err: error }, 'a request failed');
    sendReply(res, requestId, internalError());
  };
