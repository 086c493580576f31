/** The HTTP application: Express around one handler for every request, and the paths with which the service is monitored. */
import { createHash, timingSafeEqual } from 'node:crypto';
import express, { type Express } from 'express';
import type { Health } from '../telemetry/health.ts';
import { internalError, problem } from './errors.ts';
import type { Metrics } from './metrics.ts';
import { sendReply, type AnyReply } from './reply.ts';
import { newRequestId, serve, type Edge, type Mount } from './serve.ts';

/** Who may read metrics, and the reasons in the health report. The status of the health report is for everybody. */
export type MonitoringAccess = {
  readonly isPublic: boolean;
  /** The bearer token of those who may; undefined: nobody has one. */
  readonly token: string | undefined;
};

type AppOptions = Edge & { readonly health: () => Health; readonly monitoring: MonitoringAccess };

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
function createMonitoring({ health, metrics, monitoring }: AppOptions): Mount {
  const mayRead = createReaderCheck(monitoring);
  type Answer = (authorization: string | undefined) => AnyReply | Promise<AnyReply>;
  const answers: Readonly<Record<string, Answer>> = {
    '/healthz': () => ({ status: 200, body: JSON.stringify({ status: 'ok' }) }),
    '/readyz': (authorization) => {
      const found = health();
      const shown = mayRead(authorization) ? found : withoutReasons(found);
      return { status: found.ready ? 200 : 503, body: JSON.stringify(shown) };
    },
    '/metrics': (authorization) =>
      mayRead(authorization) ? scrape(metrics) : problem('invalid_api_key', SEND_TOKEN),
  };
  return {
    paths: Object.keys(answers),
    records: 'nothing',
    async answer({ path, method, req }) {
      const answer = answers[path];
      if (answer === undefined || method === 'GET' || method === 'HEAD')
        return answer?.(req.headers.authorization);
      return problem('method_not_allowed', 'It supports only GET and HEAD.', { allowedMethods: 'GET, HEAD' });
    },
  };
}

const SEND_TOKEN = 'Send `Authorization: Bearer` with the value of MONITORING_TOKEN.';

/** Compares hashes, so that neither the time nor the length of the token tells anything. */
function createReaderCheck({ isPublic, token }: MonitoringAccess): (authorization?: string) => boolean {
  if (isPublic || token === undefined) return () => isPublic;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const expected = hash(`Bearer ${token}`);
  return (authorization = '') => timingSafeEqual(hash(authorization), expected);
}

/** Reasons name streams, events, and hosts. Without them, the report says only which parts are not ready. */
const withoutReasons = ({ ready, parts }: Health): Health => ({
  ready,
  parts: Object.fromEntries(Object.entries(parts).map(([name, { ok }]) => [name, { ok }])),
});

async function scrape(metrics: Metrics): Promise<AnyReply> {
  const { contentType, text } = await metrics.render();
  const headers = {
    'Content-Type': contentType,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  return { status: 200, headers, content: text };
}
