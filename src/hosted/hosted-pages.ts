/**
 * Serves the hosted pages: onboarding, and the approval of a payment. They are HTML in the reader's language that works without
 * scripts. The link grants access. Every response is a page, errors too.
 */
import type { ServerResponse } from 'node:http';
import type { Services } from '../api/operations/services.ts';
import { problemForFault } from '../http/errors.ts';
import type { Metrics } from '../http/metrics.ts';
import { newRequestId } from '../http/request-handler.ts';
import type { MountRoutes } from '../http/server.ts';
import type { OnboardingPage } from '../ledger/onboarding.ts';
import { monotonicTime } from '../system/runtime.ts';
import { BookNotOpen } from '../writer/command.ts';
import { chooseLanguage } from './languages/language.ts';
import { internalError, methodNotAllowed, temporarilyUnavailable, unknownLink } from './notice-pages.ts';
import { serveOnboarding } from './onboarding/onboarding-page.ts';
import type { HostedOptions, PageRequest } from './page-request.ts';
import { sendPage, sendRedirect, type Page, type Redirect } from './page.ts';
import { servePayment } from './payment-page.ts';

type PageRoute = {
  /** Logged instead of the path, which contains a token. */
  readonly route: string;
  readonly serve: (request: PageRequest) => Promise<Page | Redirect>;
};

/** Serves everything under /onboarding and /pay. */
export function createHostedPages(services: Services, options: HostedOptions): MountRoutes {
  return (app, metrics) => {
    app.use((req, res, next) => {
      const route = routeOf(req.path);
      if (route === undefined) next();
      else
        void respond(
          { services, ...options, req, requestId: newRequestId(), ...chooseLanguage(req) },
          route,
          res,
          { log: services.log, metrics },
        );
    });
  };
}

const UNKNOWN_PAGE: PageRoute = {
  route: 'none',
  serve: ({ language }) => Promise.resolve(unknownLink(language)),
};

function routeOf(path: string): PageRoute | undefined {
  const [, area, ...rest] = path.split('/');
  if (area === 'onboarding') return onboardingRoute(rest);
  if (area === 'pay') return paymentRoute(rest);
  return undefined;
}

const LINK_PAGES: readonly OnboardingPage[] = ['kyc', 'terms'];

function onboardingRoute([userId = '', name, token = '', done, ...more]: readonly string[]): PageRoute {
  const page = LINK_PAGES.find((each) => each === name);
  if (page === undefined || more.length > 0) return UNKNOWN_PAGE;
  if (done !== undefined && done !== 'done') return UNKNOWN_PAGE;
  const link = { user_id: userId, page, token, isDonePage: done !== undefined };
  const tail = link.isDonePage ? '/done' : '';
  return {
    route: `/onboarding/{user_id}/${page}/{token}${tail}`,
    serve: (request) => serveOnboarding(request, link),
  };
}

function paymentRoute([transferId = '', token = '', ...more]: readonly string[]): PageRoute {
  if (more.length > 0) return UNKNOWN_PAGE;
  return {
    route: '/pay/{transfer_id}/{token}',
    serve: (request) => servePayment(request, { transfer_id: transferId, token }),
  };
}

const METHODS = new Set(['GET', 'HEAD', 'POST']);

async function respond(
  request: PageRequest,
  { route, serve }: PageRoute,
  res: ServerResponse,
  { log, metrics }: Pick<Services, 'log'> & { readonly metrics: Pick<Metrics, 'observe'> },
): Promise<void> {
  const startedAt = monotonicTime();
  const { req, requestId, language } = request;
  const { method = '' } = req;
  const reply: Page | Redirect = METHODS.has(method)
    ? await serve(request).catch((error: unknown) => {
        if (error instanceof BookNotOpen) return unknownLink(language);
        const isExpected = problemForFault(error) !== undefined;
        if (!isExpected) log.error({ request_id: requestId, err: error }, 'page failed');
        return isExpected ? temporarilyUnavailable(language) : internalError(language);
      })
    : methodNotAllowed(language);
  if ('location' in reply) sendRedirect(res, requestId, reply);
  else sendPage(res, requestId, language, reply);
  const status = 'location' in reply ? 303 : reply.status;
  const durationMs = monotonicTime() - startedAt;
  metrics.observe(method, route, status, durationMs / 1000);
  log.info({
    request_id: requestId,
    method,
    route,
    status,
    duration_ms: Math.round(durationMs * 100) / 100,
  });
}
