/**
 * Serves the hosted pages: onboarding, and the approval of a payment. They are HTML in the reader's language that works without
 * scripts. The link grants access. Every response is a page, errors too.
 */
import type { Services } from '../api/operations/services.ts';
import { isProblem, type Problem } from '../http/errors.ts';
import { createRouter, type PathParams } from '../http/router.ts';
import type { Exchange, Mount } from '../http/serve.ts';
import type { OnboardingPage } from '../ledger/onboarding.ts';
import { chooseLanguage, type Language } from './languages/language.ts';
import { internalError, methodNotAllowed, temporarilyUnavailable, unknownLink } from './notice-pages.ts';
import { serveOnboarding } from './onboarding/onboarding-page.ts';
import type { HostedOptions, PageRequest } from './page-request.ts';
import { pageReply, redirectReply, type Page, type Redirect } from './page.ts';
import { servePayment } from './payment-page.ts';

type HostedPage = {
  readonly method: 'GET';
  readonly path: string;
  readonly serve: (request: PageRequest, params: PathParams) => Promise<Page | Redirect>;
};

const onboarding = (page: OnboardingPage, isDonePage: boolean): HostedPage => ({
  method: 'GET',
  path: `/onboarding/{user_id}/${page}/{token}${isDonePage ? '/done' : ''}`,
  serve: (request, { user_id = '', token = '' }) =>
    serveOnboarding(request, { user_id, page, token, isDonePage }),
});

/** POST is for the form of a page. */
export const HOSTED_METHODS: readonly string[] = ['GET', 'HEAD', 'POST'];

export const hostedRoutes: readonly HostedPage[] = [
  onboarding('kyc', false),
  onboarding('kyc', true),
  onboarding('terms', false),
  onboarding('terms', true),
  {
    method: 'GET',
    path: '/pay/{transfer_id}/{token}',
    serve: (request, { transfer_id = '', token = '' }) => servePayment(request, { transfer_id, token }),
  },
];

/** Serves everything under /onboarding and /pay. */
export function createHostedPages(services: Services, options: HostedOptions): Mount {
  const router = createRouter(hostedRoutes);

  async function pageFor(exchange: Exchange, request: PageRequest): Promise<Page | Redirect> {
    const match = router.match('GET', exchange.path);
    if (!isProblem(match)) exchange.route = match.operation;
    if (!HOSTED_METHODS.includes(exchange.method)) return methodNotAllowed(request.language);
    return isProblem(match) ? unknownLink(request.language) : match.operation.serve(request, match.params);
  }

  return {
    paths: ['/onboarding', '/pay'],
    async answer(exchange) {
      const { req, requestId } = exchange;
      const chosen = chooseLanguage(req);
      const page = await pageFor(exchange, { services, ...options, req, requestId, ...chosen });
      return 'location' in page ? redirectReply(page) : pageReply(chosen.language, page);
    },
    failed({ req }, problem) {
      const { language } = chooseLanguage(req);
      return pageReply(language, failurePage(language, problem));
    },
  };
}

function failurePage(language: Language, { problem }: Problem): Page {
  // The sandbox of the link was reset.
  if (problem === 'not_found') return unknownLink(language);
  return problem === 'internal_error' ? internalError(language) : temporarilyUnavailable(language);
}
