/**
 * The operator console: server-rendered pages under /console that call the operator API in process. Operators see
 * only the actions that their role permits.
 */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { consoleOrigin } from '../activity/activity-log.ts';
import { rejectUncheckedWrite } from '../api/operations/authenticate.ts';
import { isProblem, statusOf, type Problem } from '../http/errors.ts';
import { fileHeaders, type PageReply } from '../http/reply.ts';
import { createRouter, type Match, type PathParams } from '../http/router.ts';
import type { Exchange, Mount } from '../http/serve.ts';
import type { OperationRunner } from '../operator/operations/operation-runner.ts';
import type { OperatorServices } from '../operator/operations/services.ts';
import { randomBytes } from '../system/runtime.ts';
import {
  FORM_BYTES_MAX,
  formToken,
  isCrossOrigin,
  isValidFormToken,
  readForm,
  readUpload,
} from '../web/forms.ts';
import { assetReply, loadAssets, renderPage, type Assets } from './layout.ts';
import {
  read,
  type ConsolePage,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from './page-context.ts';
import { downloadReply, errorPage, redirectReply, textReply } from './response.ts';
import { consoleRoutes } from './routes.ts';
import { createIdentityProvider } from './session/identity-provider.ts';
import { createProviderSignIn } from './session/provider-sign-in.ts';
import { Sessions, createCookie, type Session } from './session/sessions.ts';
import {
  SIGN_IN_PATHS,
  SignIn,
  createSignInAttempts,
  isRefresh,
  unavailableReply,
  type SignInDependencies,
} from './session/sign-in.ts';

/** A request to the console. A page with a session has a context. */
type ConsoleExchange = Exchange & { nonce?: string; context?: PageContext };

/** Only signing in and answering requests uses `services`; pages have `calls`. */
type ConsoleParts = {
  readonly services: OperatorServices;
  readonly calls: OperationRunner;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly assets: Assets;
};

const ASSET_ROUTE = { path: '/console/assets/{file}' };

/** Serves all paths under /console. */
export function createConsole(services: OperatorServices, calls: OperationRunner): Mount<ConsoleExchange> {
  const { platform, clock, records, signIn, sessions: directory } = services;
  const assets = loadAssets();
  const sessions = new Sessions({ platform, clock, records, directory, signIn });
  const parts: ConsoleParts = {
    services,
    calls,
    sessions,
    signIn: signInOf(services, sessions, assets),
    assets,
  };
  return {
    paths: ['/console'],
    answer: (exchange) => answer(parts, exchange),
    failed({ context, nonce = '' }, problem) {
      if (context === undefined) return unavailableReply(problem, { assets, nonce });
      // The message of the last action is kept for the next page.
      const session = { ...context.session, flash: undefined };
      return errorReply({ ...context, session }, problem.problem === 'internal_error' ? FAILED : problem, {
        assets,
        nonce,
      });
    },
    callerFields: ({ context }) => ({ operator: context?.session.token.id }),
  };
}

function signInOf(services: OperatorServices, sessions: Sessions, assets: Assets): SignIn {
  const isHttps = (): boolean => services.publicUrl().startsWith('https:');
  return new SignIn({
    services,
    sessions,
    cookie: createCookie('svc_console', isHttps),
    formCookie: createCookie('svc_console_form', isHttps),
    assets,
    attempts: createSignInAttempts(services.clock),
    provider: providerOf(services, isHttps),
  });
}

function providerOf(services: OperatorServices, isHttps: () => boolean): SignInDependencies['provider'] {
  const { signIn, clock } = services;
  if (signIn.provider === null) return undefined;
  const client = createIdentityProvider(signIn.provider, { clock });
  // The provider redirects here from another site.
  const cookie = createCookie('svc_console_provider', isHttps, { sameSite: 'Lax' });
  return { client, flow: createProviderSignIn(services, client, cookie) };
}

async function answer(parts: ConsoleParts, exchange: ConsoleExchange): Promise<PageReply> {
  const { services, signIn, assets } = parts;
  const { req, path, search, requestId } = exchange;
  const nonce = (exchange.nonce = randomBytes(18).toString('base64'));
  const asset = assets.find(path);
  if (asset !== undefined) {
    exchange.route = ASSET_ROUTE;
    return assetReply(req, asset);
  }
  if (SIGN_IN_PATHS.includes(path)) {
    exchange.route = { path };
    return signIn.serve({ req, path, search, requestId, nonce });
  }
  const areKeysCurrent = await services.keys.areCurrent();
  const session = await signIn.sessionOf(req);
  if (session === undefined) return redirectReply({ nonce }, signIn.signInUrl(req, path, search));
  const match = findPage(path);
  if (match !== undefined) exchange.route = match.operation;
  const context = (exchange.context = await contextOf(parts, exchange, session, match?.params));
  const found = await answerAndRecord(services, context, match?.operation, { req, areKeysCurrent });
  return replyOf(parts, context, found, { assets, nonce });
}

/** Throws StoreUnavailable before the service has loaded the names. */
async function contextOf(
  { services, calls }: ConsoleParts,
  { req, path, search, requestId }: Exchange,
  session: Session,
  params: PathParams = {},
): Promise<PageContext> {
  const caller = { calls, session, params, requestId, origin: consoleOrigin(req) };
  return {
    ...caller,
    query: new URLSearchParams(search),
    path,
    now: services.clock(),
    isRefresh: isRefresh(req),
    formToken: formToken(session.secret, 'console'),
    personalData: { isShown: false },
    directory: await read(caller, 'getDirectory'),
  };
}

type Frame = { readonly assets: Assets; readonly nonce: string };

async function replyOf(
  { sessions }: ConsoleParts,
  context: PageContext,
  found: PageResult,
  frame: Frame,
): Promise<PageReply> {
  const { session } = context;
  const { nonce } = frame;
  if (!isProblem(found)) {
    switch (found.kind) {
      case 'download':
        return downloadReply({ nonce }, found);
      case 'json':
        return textReply({ nonce }, 'application/json', found.body);
      case 'file':
        return textReply({ nonce, headers: fileHeaders(found.file) }, found.file.mediaType, found.body);
      case 'redirect':
        if (found.flash !== undefined) await sessions.setFlash(session, found.flash);
        return redirectReply({ nonce }, found.to);
      case 'page':
        break;
    }
  }
  const reply = isProblem(found) ? errorReply(context, found, frame) : pageReply(context, found, frame);
  if (session.flash !== undefined) await sessions.clearFlash(session);
  return reply;
}

const pageReply = (
  context: PageContext,
  page: ConsolePage,
  frame: Frame,
  headers: OutgoingHttpHeaders = {},
): PageReply =>
  textReply(
    { status: page.status ?? 200, nonce: frame.nonce, headers },
    'text/html',
    renderPage(context, page, frame),
  );

const errorReply = (context: PageContext, found: Problem, frame: Frame): PageReply =>
  pageReply(context, errorPage(found), frame, errorHeaders(found));

const router = createRouter(consoleRoutes.map((route) => ({ ...route, method: 'GET' })));
const PARAM = /^[\w.-]{1,80}$/;

/** The page at a path, for any method. */
function findPage(path: string): Match<ConsoleRoute> | undefined {
  const match = router.match('GET', path);
  return isProblem(match) || !Object.values(match.params).every((each) => PARAM.test(each))
    ? undefined
    : match;
}

/** The message of a page speaks of the page, so it does not begin with that of the API. */
const pageProblem = (
  code: Problem['problem'],
  message: string,
  more: Pick<Problem, 'allowedMethods' | 'closeConnection'> = {},
): Problem => ({ problem: code, message, ...more });

const FAILED = pageProblem(
  'internal_error',
  'The page failed because of an internal error. You can safely go back and try again.',
);
const NO_PAGE = pageProblem('not_found', 'This page does not exist. Check the address.');

type PageRequest = {
  readonly req: IncomingMessage;
  /** Whether this node knows which tokens were revoked. */
  readonly areKeysCurrent: boolean;
};

/** A page with personal data is shown once that is recorded. */
async function answerAndRecord(
  services: OperatorServices,
  context: PageContext,
  route: ConsoleRoute | undefined,
  request: PageRequest,
): Promise<PageResult> {
  const found = await answerPage(services, context, route, request);
  if (!context.personalData.isShown) return found;
  const { session, origin, requestId, params, path } = context;
  await services.activity.recordRead({
    operation: 'viewPersonalData',
    operator: session.token,
    origin,
    requestId,
    result: 'done',
    target: Object.values(params).join('/') || path,
  });
  return found;
}

async function answerPage(
  { publicUrl }: OperatorServices,
  context: PageContext,
  route: ConsoleRoute | undefined,
  { req, areKeysCurrent }: PageRequest,
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
  if (isCrossOrigin(req, publicUrl())) return CROSS_ORIGIN;
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
