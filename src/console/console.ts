/**
 * The operator console: server-rendered pages under /console that call the operator API in process. Operators see
 * only the actions that their role permits.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { consoleOrigin } from '../activity/activity-log.ts';
import { rejectUncheckedWrite } from '../api/operations/authenticate.ts';
import type { EventStore } from '../event-store/port.ts';
import { isProblem, problemForFault, statusOf, type Problem } from '../http/errors.ts';
import type { Metrics } from '../http/metrics.ts';
import { newRequestId, parseTarget } from '../http/request-handler.ts';
import { fileHeaders } from '../http/respond.ts';
import type { MountRoutes } from '../http/server.ts';
import { operatorOperations } from '../operator/handlers.ts';
import { createOperationRunner } from '../operator/operations/operation-runner.ts';
import type { OperatorServices } from '../operator/operations/services.ts';
import { monotonicTime, randomBytes } from '../system/runtime.ts';
import {
  FORM_BYTES_MAX,
  formToken,
  isCrossOrigin,
  isValidFormToken,
  readForm,
  readUpload,
} from '../web/forms.ts';
import { loadAssets, renderPage, sendAsset, type Assets } from './layout.ts';
import { startMetricSamples } from './metric-samples.ts';
import type { ConsoleRoute, ConsoleServices, PageContext, PageResult } from './page-context.ts';
import { errorPage, sendDownload, sendRedirect, sendText } from './response.ts';
import { consoleRoutes } from './routes.ts';
import { createIdentityProvider } from './session/identity-provider.ts';
import { createProviderSignIn } from './session/provider-sign-in.ts';
import { createCookie, createSessions, type Session } from './session/sessions.ts';
import {
  SIGN_IN_PATHS,
  createSignIn,
  createSignInAttempts,
  type ConsoleRequest,
  type SignIn,
  type SignInDependencies,
} from './session/sign-in.ts';

type ConsoleOptions = {
  readonly readStream: EventStore['read'];
  /** Contains the webhook delivery metrics. */
  readonly registry: Registry;
  /** Stops sampling metrics for the charts. */
  readonly signal: AbortSignal;
};

/** Serves all paths under /console. */
export function createConsole(
  services: OperatorServices,
  { readStream, registry, signal }: ConsoleOptions,
): MountRoutes {
  const assets = loadAssets();
  return (app, metrics) => {
    const { documents, platform, clock, projections, health } = services;
    const sessions = createSessions({
      ...{ platform, clock, directory: services.sessions, signIn: services.signIn },
      records: services.records,
    });
    const samples = startMetricSamples({
      documents,
      metrics,
      projections,
      health,
      webhooks: () => queueDepth(registry),
      clock,
      signal,
    });
    const shared: ConsoleServices = {
      services,
      calls: createOperationRunner(services, operatorOperations),
      sessions,
      samples,
      readStream,
    };
    const isHttps = (): boolean => services.publicUrl().startsWith('https:');
    const signIn = createSignIn({
      services,
      sessions,
      cookie: createCookie('svc_console', isHttps),
      formCookie: createCookie('svc_console_form', isHttps),
      assets,
      attempts: createSignInAttempts(clock),
      provider: providerOf(services, isHttps),
    });
    const serve = createServe({ shared, signIn, assets, metrics });
    app.use((req, res, next) => {
      const { path, search } = parseTarget(req);
      if (path !== ROOT && !path.startsWith(`${ROOT}/`)) next();
      else serve(req, res, path, search).catch(next);
    });
  };
}

function providerOf(services: OperatorServices, isHttps: () => boolean): SignInDependencies['provider'] {
  const { signIn, clock } = services;
  if (signIn.provider === null) return undefined;
  const client = createIdentityProvider(signIn.provider, { clock });
  // The provider redirects here from another site.
  const cookie = createCookie('svc_console_provider', isHttps, { sameSite: 'Lax' });
  return { client, flow: createProviderSignIn(services, client, cookie) };
}

const ROOT = '/console';

/** Pending webhook deliveries of this node; null if it does not deliver. */
async function queueDepth(registry: Registry): Promise<number | null> {
  const found = await registry.getSingleMetric('webhook_queue_depth')?.get();
  return found?.values[0]?.value ?? null;
}

type ServeDependencies = {
  readonly shared: ConsoleServices;
  readonly signIn: SignIn;
  readonly assets: Assets;
  readonly metrics: Pick<Metrics, 'observe'>;
};

type Serve = (req: IncomingMessage, res: ServerResponse, path: string, search: string) => Promise<void>;

/** What is logged and measured about a request. */
type RequestOutcome = { readonly route: string; readonly status: number; readonly operator?: string };

function createServe({ shared, signIn, assets, metrics }: ServeDependencies): Serve {
  const { services, sessions } = shared;

  async function servePage(
    request: ConsoleRequest,
    session: Session,
    areKeysCurrent: boolean,
  ): Promise<RequestOutcome> {
    const { req, res, path, search, out } = request;
    const match = findPage(path);
    const context: PageContext = {
      ...shared,
      session,
      params: match?.params ?? {},
      query: new URLSearchParams(search),
      path,
      requestId: out.requestId,
      now: services.clock(),
      formToken: formToken(session.secret, 'console'),
      origin: consoleOrigin(req),
      personalData: { isShown: false },
    };
    const found = await answerAndRecord(context, match?.route, req, areKeysCurrent).catch(
      (fault: unknown) => {
        const foreseen = problemForFault(fault);
        if (foreseen === undefined)
          services.log.error({ request_id: out.requestId, err: fault }, 'console page failed');
        return (
          foreseen ??
          pageProblem(
            'internal_error',
            'The page failed because of an internal error. You can safely go back and try again.',
          )
        );
      },
    );
    const status = await send(context, found, { res, out });
    return { route: match?.route.path ?? 'none', status, operator: session.token.id };
  }

  async function send(
    context: PageContext,
    found: PageResult,
    { res, out }: Pick<ConsoleRequest, 'res' | 'out'>,
  ): Promise<number> {
    if (isProblem(found)) return sendPage(context, errorPage(found), { res, out }, errorHeaders(found));
    switch (found.kind) {
      case 'download':
        return sendDownload(res, out, found);
      case 'json':
        sendText(res, { ...out, status: 200 }, 'application/json', found.body);
        return 200;
      case 'file':
        sendText(
          res,
          { ...out, status: 200, headers: fileHeaders(found.file) },
          found.file.mediaType,
          found.body,
        );
        return 200;
      case 'redirect':
        if (found.flash !== undefined) await sessions.setFlash(context.session, found.flash);
        sendRedirect(res, out, found.to);
        return 303;
      case 'page':
        return sendPage(context, found, { res, out });
    }
  }

  async function sendPage(
    context: PageContext,
    page: Extract<PageResult, { kind: 'page' }>,
    { res, out }: Pick<ConsoleRequest, 'res' | 'out'>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<number> {
    const { status = 200 } = page;
    const body = renderPage(context, page, { assets, nonce: out.nonce });
    if (context.session.flash !== undefined) await sessions.clearFlash(context.session);
    sendText(res, { ...out, status, headers }, 'text/html', body);
    return status;
  }

  async function answer(request: ConsoleRequest): Promise<RequestOutcome> {
    const { req, res, path, search, out } = request;
    const asset = assets.find(path);
    if (asset !== undefined) {
      return { route: '/console/assets/{file}', status: await sendAsset(req, res, asset) };
    }
    if (SIGN_IN_PATHS.includes(path)) {
      return { route: path, status: await signIn.serve(request) };
    }
    const areKeysCurrent = await services.keys.areCurrent();
    const session = await signIn.sessionOf(req);
    if (session !== undefined) return servePage(request, session, areKeysCurrent);
    sendRedirect(res, out, signIn.signInUrl(req, path, search));
    return { route: 'none', status: 303 };
  }

  return async (req, res, path, search) => {
    const startedAt = monotonicTime();
    const requestId = newRequestId();
    const out = { requestId, nonce: randomBytes(18).toString('base64') };
    const { method = '' } = req;
    const ended: RequestOutcome = await answer({ req, res, path, search, out }).catch((fault: unknown) =>
      signIn.sendUnavailable(res, out, fault),
    );
    const { route, status, operator } = ended;
    const durationMs = monotonicTime() - startedAt;
    metrics.observe(method, route, status, durationMs / 1000);
    const duration_ms = Math.round(durationMs * 100) / 100;
    services.log.info({ request_id: requestId, operator, method, route, status, duration_ms });
  };
}

type PageMatch = { readonly route: ConsoleRoute; readonly params: Readonly<Record<string, string>> };

const PATTERNS = consoleRoutes.map((route) => ({
  route,
  pattern: new RegExp(
    `^${route.path.replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>[\\w.-]{1,80})`)}$`,
  ),
}));

function findPage(path: string): PageMatch | undefined {
  for (const { route, pattern } of PATTERNS) {
    const match = pattern.exec(path);
    if (match !== null) return { route, params: { ...match.groups } };
  }
  return undefined;
}

/** The message of a page speaks of the page, so it does not begin with that of the API. */
const pageProblem = (
  code: Problem['problem'],
  message: string,
  more: Pick<Problem, 'allowedMethods' | 'closeConnection'> = {},
): Problem => ({ problem: code, message, ...more });

const NO_PAGE = pageProblem('not_found', 'This page does not exist. Check the address.');

/** A page with personal data is shown once that is recorded. */
async function answerAndRecord(
  context: PageContext,
  route: ConsoleRoute | undefined,
  req: IncomingMessage,
  areKeysCurrent: boolean,
): Promise<PageResult> {
  const found = await answerPage(context, route, req, areKeysCurrent);
  if (!context.personalData.isShown) return found;
  const { services, session, origin, requestId, params, path } = context;
  await services.activity.recordRead({
    operation: 'viewPersonalData',
    operator: session.token,
    ...{ origin, requestId, result: 'done' },
    target: Object.values(params).join('/') || path,
  });
  return found;
}

async function answerPage(
  context: PageContext,
  route: ConsoleRoute | undefined,
  req: IncomingMessage,
  areKeysCurrent: boolean,
): Promise<PageResult> {
  if (route === undefined) return NO_PAGE;
  const { method = '' } = req;
  if (method === 'GET' || method === 'HEAD') return route.get(context);
  if (method !== 'POST' || route.post === undefined) {
    const allowedMethods = route.post === undefined ? 'GET, HEAD' : 'GET, HEAD, POST';
    return pageProblem('method_not_allowed', 'This page does not support the request method.', {
      allowedMethods,
    });
  }
  if (isCrossOrigin(req, context.services.publicUrl())) return CROSS_ORIGIN;
  const refusal = rejectUncheckedWrite(areKeysCurrent, method);
  if (refusal !== undefined) return refusal;
  const { uploadBytesMax } = route;
  const form = await (uploadBytesMax === undefined ? readForm(req) : readUpload(req, uploadBytesMax));
  if (form === 'too_large')
    return pageProblem(
      'payload_too_large',
      `The form is too large. The limit is ${(uploadBytesMax ?? FORM_BYTES_MAX) / 1_024} KiB.`,
      {
        closeConnection: true,
      },
    );
  if (typeof form === 'string')
    return pageProblem('malformed_request', 'The form was incomplete. Go back and submit it again.');
  if (!isValidFormToken(form.get('csrf'), context.session.secret, 'console')) return CROSS_ORIGIN;
  return route.post(context, form);
}

const CROSS_ORIGIN = pageProblem(
  'permission_denied',
  'The form was not submitted from your session. Reload the page and submit it again.',
);

const errorHeaders = (found: Problem): Readonly<Record<string, string>> => ({
  ...(found.allowedMethods === undefined ? {} : { Allow: found.allowedMethods }),
  ...(found.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(found.retryAfterSeconds) }),
  ...(found.closeConnection === true ? { Connection: 'close' } : {}),
  ...(statusOf(found) === 413 ? { Connection: 'close' } : {}),
});
