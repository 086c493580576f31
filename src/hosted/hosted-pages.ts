/**
 * The pages for people: onboarding, and approving a payment. They are plain HTML that works without scripts, and whoever
 * has the link has the right to use it. Whatever goes wrong, the answer is a page too, never JSON.
 */
import type { ServerResponse } from 'node:http';
import type { MountRoutes } from '../api/server/mount.ts';
import { problemForFault } from '../api/server/errors.ts';
import type { Metrics } from '../api/server/metrics.ts';
import { newRequestId } from '../api/server/request-id.ts';
import type { Services } from '../api/operations/services.ts';
import type { OnboardingPage } from '../ledger/users/onboarding-link.ts';
import { internalError, temporarilyUnavailable, unknownLink, methodNotAllowed } from './notice-pages.ts';
import { serveOnboarding } from './onboarding/onboarding-page.ts';
import { sendPage, sendRedirect } from './page.ts';
import type { Page, Redirect } from './page.ts';
import { servePayment } from './payment/payment-page.ts';
import type { HostedOptions, PageRequest } from './page-request.ts';

type Served = {
  /** For the log: the path itself has a token in it. */
  readonly route: string;
  readonly serve: (visit: PageRequest) => Promise<Page | Redirect>;
};

/** Serves everything under /onboarding and /pay. */
export function createHostedPages(services: Services, options: HostedOptions): MountRoutes {
  return (app, metrics) => {
    app.use((req, res, next) => {
      const served = pageAt(req.path);
      if (served === undefined) next();
      else
        void answer({ services, ...options, req, requestId: newRequestId() }, served, res, {
          log: services.log,
          metrics,
        });
    });
  };
}

const NO_PAGE: Served = { route: 'none', serve: () => Promise.resolve(unknownLink()) };

function pageAt(path: string): Served | undefined {
  const [, area, ...rest] = path.split('/');
  if (area === 'onboarding') return onboardingAt(rest);
  if (area === 'pay') return paymentAt(rest);
  return undefined;
}

const LINK_PAGES: readonly OnboardingPage[] = ['kyc', 'terms'];

function onboardingAt([userId = '', name, token = '', done, ...more]: readonly string[]): Served {
  const page = LINK_PAGES.find((each) => each === name);
  if (page === undefined || more.length > 0) return NO_PAGE;
  if (done !== undefined && done !== 'done') return NO_PAGE;
  const link = { user_id: userId, page, token, isDonePage: done !== undefined };
  const tail = link.isDonePage ? '/done' : '';
  return {
    route: `/onboarding/{user_id}/${page}/{token}${tail}`,
    serve: (visit) => serveOnboarding(visit, link),
  };
}

function paymentAt([transferId = '', token = '', ...more]: readonly string[]): Served {
  if (more.length > 0) return NO_PAGE;
  return {
    route: '/pay/{transfer_id}/{token}',
    serve: (visit) => servePayment(visit, { transfer_id: transferId, token }),
  };
}

const METHODS = new Set(['GET', 'HEAD', 'POST']);

async function answer(
  visit: PageRequest,
  { route, serve }: Served,
  res: ServerResponse,
  { log, metrics }: Pick<Services, 'log'> & { readonly metrics: Pick<Metrics, 'observe'> },
): Promise<void> {
  const startedAt = performance.now();
  const { req, requestId } = visit;
  const { method = '' } = req;
  const found: Page | Redirect = METHODS.has(method)
    ? await serve(visit).catch((fault: unknown) => {
        const foreseen = problemForFault(fault) !== undefined;
        if (!foreseen) log.error({ request_id: requestId, err: fault }, 'a page failed');
        return foreseen ? temporarilyUnavailable() : internalError();
      })
    : methodNotAllowed();
  if ('location' in found) sendRedirect(res, requestId, found);
  else sendPage(res, requestId, found);
  const status = 'location' in found ? 303 : found.status;
  const durationMs = performance.now() - startedAt;
  metrics.observe(method, route, status, durationMs / 1000);
  log.info({
    request_id: requestId,
    method,
    route,
    status,
    duration_ms: Math.round(durationMs * 100) / 100,
  });
}
