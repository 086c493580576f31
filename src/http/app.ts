/** The HTTP application: Express around one handler for every request, and the paths with which the service is monitored. */
import express, { type Express } from 'express';
import type { Health } from '../telemetry/health.ts';
import { internalError, problem } from './errors.ts';
import type { Metrics } from './metrics.ts';
import { sendReply, type AnyReply } from './reply.ts';
import { newRequestId, serve, type Edge, type Mount } from './serve.ts';

type AppOptions = Edge & { readonly health: () => Health };

export function createApp(options: AppOptions, ...mounts: readonly Mount[]): Express {
  const handle = serve(options, [...mounts, createMonitoring(options)]);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((req, res) => {
    handle(req, res).catch((err: unknown) => {
      const requestId = newRequestId();
      options.log.error({ request_id: requestId, err }, 'response failed');
      if (res.headersSent) res.destroy();
      else sendReply(res, requestId, internalError());
    });
  });
  return app;
}

/** Whether the process runs, whether it can serve requests, and its metrics. They are asked for too often to be logged. */
function createMonitoring({ health, metrics }: AppOptions): Mount {
  const answers: Readonly<Record<string, () => AnyReply | Promise<AnyReply>>> = {
    '/healthz': () => ({ status: 200, body: JSON.stringify({ status: 'ok' }) }),
    '/readyz': () => {
      const found = health();
      return { status: found.ready ? 200 : 503, body: JSON.stringify(found) };
    },
    '/metrics': () => scrape(metrics),
  };
  return {
    paths: Object.keys(answers),
    records: 'nothing',
    async answer({ path, method }) {
      const answer = answers[path];
      if (answer === undefined || method === 'GET' || method === 'HEAD') return answer?.();
      return problem('method_not_allowed', 'It supports only GET and HEAD.', { allowedMethods: 'GET, HEAD' });
    },
  };
}

async function scrape(metrics: Metrics): Promise<AnyReply> {
  const { contentType, text } = await metrics.render();
  const headers = {
    'Content-Type': contentType,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  return { status: 200, headers, content: text };
}
