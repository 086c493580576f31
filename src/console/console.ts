/**
 * The operators' console: pages under /console, made on the server, over the same calls that the operator API serves.
 * Whoever signs in with an operator's token may do there what the token's role may do, and is offered nothing else.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { EventStore } from '../event-store/port.ts';
import type { MountRoutes } from '../api/server/mount.ts';
import { problemForFault, isProblem, problem, statusOf } from '../api/server/errors.ts';
import type { Problem } from '../api/server/errors.ts';
import { parseTarget } from '../api/server/request-handler.ts';
import type { Metrics } from '../api/server/metrics.ts';
import { newRequestId } from '../api/server/request-id.ts';
import { readForm } from '../web/form-body.ts';
import { formToken, isValidFormToken } from '../web/form-token.ts';
import { createOperationRunner } from '../operator/operation-runner.ts';
import { operatorOperations } from '../operator/handlers.ts';
import type { OperatorServices } from '../operator/services.ts';
import { loadAssets, sendAsset } from './assets.ts';
import type { Assets } from './assets.ts';
import { createSignInAttempts } from './session/sign-in-attempts.ts';
import { createCookie } from './session/cookie.ts';
import { isCrossOrigin } from '../web/cross-origin.ts';
import { renderPage } from './layout.ts';
import { errorPage } from './error-page.ts';
import { consoleRoutes } from './routes.ts';
import { sendRedirect, sendText } from './response.ts';
import { startMetricSamples } from './metric-samples.ts';
import { createSessions } from './session/sessions.ts';
import type { Session } from './session/sessions.ts';
import { createSignIn } from './session/sign-in.ts';
import type { ConsoleRequest, SignIn } from './session/sign-in.ts';
import type { ConsoleRoute, ConsoleServices, PageResult, PageContext } from './page-context.ts';

export type ConsoleOptions = {
  readonly readStream: EventStore['read'];
  /** Has the figures of deliveries. */
  readonly registry: Registry;
  /** Ends the sampling for the charts. */
  readonly signal: AbortSignal;
};

/** Serves everything under /console. */
export function createConsole(
  services: OperatorServices,
  { readStream, registry, signal }: ConsoleOptions,
): MountRoutes {
  const assets = loadAssets();
  return (app, metrics) => {
    const { documents, platform, clock, projections, health } = services;
    const sessions = createSessions({ documents, platform, clock });
    const samples = startMetricSamples({
      documents,
      metrics,
      projections,
      health,
      webhooks: () => queueDepth(registry),
      clock,
      signal,
    });
    const parts: ConsoleServices = {
      services,
      calls: createOperationRunner(services, operatorOperations),
      sessions,
      samples,
      readStream,
    };
    const isHttps = (): boolean => services.publicUrl().startsWith('https:');
    const gate = createSignIn({
      services,
      sessions,
      cookie: createCookie('svc_console', isHttps),
      formCookie: createCookie('svc_console_form', isHttps),
      assets,
      attempts: createSignInAttempts(clock),
    });
    const serve = createServe({ parts, gate, assets, metrics });
    app.use((req, res, next) => {
      const { path, search } = parseTarget(req);
      if (path !== ROOT && !path.startsWith(`${ROOT}/`)) next();
      else serve(req, res, path, search).catch(next);
    });
  };
}

const ROOT = '/console';

/** Deliveries of this node that wait; null where none are counted. */
async function queueDepth(registry: Registry): Promise<number | null> {
  const found = await registry.getSingleMetric('webhook_queue_depth')?.get();
  return found?.values[0]?.value ?? null;
}

type ServeParts = {
  readonly parts: ConsoleServices;
  readonly gate: SignIn;
  readonly assets: Assets;
  readonly metrics: Pick<Metrics, 'observe'>;
};

type Serve = (req: IncomingMessage, res: ServerResponse, path: string, search: string) => Promise<void>;

/** For the log and the figures: which page it was, who asked, and how it ended. */
type Ended = { readonly route: string; readonly status: number; readonly operator?: string };

function createServe({ parts, gate, assets, metrics }: ServeParts): Serve {
  const { services, sessions } = parts;

  async function visited(asked: ConsoleRequest, session: Session): Promise<Ended> {
    const { req, res, path, search, out } = asked;
    const match = findPage(path);
    const visit: PageContext = {
      ...parts,
      session,
      params: match?.params ?? {},
      query: new URLSearchParams(search),
      path,
      requestId: out.requestId,
      now: services.clock(),
      formToken: formToken(session.secret, 'console'),
    };
    const found = await answerPage(visit, match?.route, req).catch((fault: unknown) => {
      const foreseen = problemForFault(fault);
      if (foreseen === undefined)
        services.log.error({ request_id: out.requestId, err: fault }, 'a page failed');
      return (
        foreseen ??
        problem('internal_error', 'Something broke on our side. Going back and trying again is safe.')
      );
    });
    const status = await send(visit, found, { res, out });
    return { route: match?.route.path ?? 'none', status, operator: session.token.id };
  }

  async function send(
    visit: PageContext,
    found: PageResult,
    { res, out }: Pick<ConsoleRequest, 'res' | 'out'>,
  ): Promise<number> {
    if (isProblem(found)) return sendPage(visit, errorPage(found), { res, out }, headersFor(found));
    switch (found.kind) {
      case 'json':
        sendText(res, { ...out, status: 200 }, 'application/json', found.body);
        return 200;
      case 'redirect':
        if (found.flash !== undefined) await sessions.setFlash(visit.session, found.flash);
        sendRedirect(res, out, found.to);
        return 303;
      case 'page':
        return sendPage(visit, found, { res, out });
    }
  }

  async function sendPage(
    visit: PageContext,
    page: Extract<PageResult, { kind: 'page' }>,
    { res, out }: Pick<ConsoleRequest, 'res' | 'out'>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<number> {
    const { status = 200 } = page;
    const body = renderPage(visit, page, { assets, nonce: out.nonce });
    if (visit.session.flash !== undefined) await sessions.clearFlash(visit.session);
    sendText(res, { ...out, status, headers }, 'text/html', body);
    return status;
  }

  async function answer(asked: ConsoleRequest): Promise<Ended> {
    const { req, res, path, search, out } = asked;
    const asset = assets.find(path);
    if (asset !== undefined) {
      sendAsset(res, asset);
      return { route: '/console/assets/{file}', status: 200 };
    }
    if (path === '/console/sign-in' || path === '/console/sign-out') {
      return { route: path, status: await gate.serve(asked) };
    }
    const session = await gate.sessionOf(req);
    if (session !== undefined) return visited(asked, session);
    sendRedirect(res, out, gate.signInUrl(req, path, search));
    return { route: 'none', status: 303 };
  }

  return async (req, res, path, search) => {
    const startedAt = performance.now();
    const requestId = newRequestId();
    const out = { requestId, nonce: randomBytes(18).toString('base64') };
    const { method = '' } = req;
    const ended: Ended = await answer({ req, res, path, search, out }).catch((fault: unknown) =>
      gate.sendUnavailable(res, out, fault),
    );
    const { route, status, operator } = ended;
    const durationMs = performance.now() - startedAt;
    metrics.observe(method, route, status, durationMs / 1000);
    const duration_ms = Math.round(durationMs * 100) / 100;
    services.log.info({ request_id: requestId, operator, method, route, status, duration_ms });
  };
}

type PageMatch = { readonly route: ConsoleRoute; readonly params: Readonly<Record<string, string>> };

const PATTERNS = consoleRoutes.map((route) => ({
  route,
  pattern: new RegExp(
    `^${route.path.replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>[\\w.-]{1,80})`)}/?$`,
  ),
}));

function findPage(path: string): PageMatch | undefined {
  for (const { route, pattern } of PATTERNS) {
    const match = pattern.exec(path);
    if (match !== null) return { route, params: { ...match.groups } };
  }
  return undefined;
}

const NO_PAGE = problem(
  'not_found',
  'There is no such page. It may have moved, or the address has a slip in it.',
);

async function answerPage(
  visit: PageContext,
  route: ConsoleRoute | undefined,
  req: IncomingMessage,
): Promise<PageResult> {
  if (route === undefined) return NO_PAGE;
  const { method } = req;
  if (method === 'GET' || method === 'HEAD') return route.get(visit);
  if (method !== 'POST' || route.post === undefined) {
    const allowedMethods = route.post === undefined ? 'GET, HEAD' : 'GET, HEAD, POST';
    return problem('method_not_allowed', 'This page can’t be used that way.', { allowedMethods });
  }
  if (isCrossOrigin(req, visit.services.publicUrl())) return FOREIGN;
  const form = await readForm(req);
  if (form === 'too_large')
    return problem('payload_too_large', 'That was too long to be read.', { closeConnection: true });
  if (typeof form === 'string')
    return problem('malformed_request', 'The form did not arrive as a whole. Go back and send it again.');
  if (!isValidFormToken(form.get('csrf'), visit.session.secret, 'console')) return FOREIGN;
  return route.post(visit, form);
}

const FOREIGN = problem(
  'permission_denied',
  'This was not sent by a page of your session. Open the page again and send it from there.',
);

const headersFor = (found: Problem): Readonly<Record<string, string>> => ({
  ...(found.allowedMethods === undefined ? {} : { Allow: found.allowedMethods }),
  ...(found.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(found.retryAfterSeconds) }),
  ...(found.closeConnection === true ? { Connection: 'close' } : {}),
  ...(statusOf(found) === 413 ? { Connection: 'close' } : {}),
});
