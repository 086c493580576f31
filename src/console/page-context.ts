/** One request of somebody who is signed in, what a page may use to answer it, and what it comes to. */
import type { StoredEvent } from '../event-store/port.ts';
import { isProblem, malformedRequest, notFoundProblem } from '../api/server/errors.ts';
import type { Problem } from '../api/server/errors.ts';
import { replyWithPage as pageOf } from '../api/operations/read.ts';
import type { Listing } from '../api/operations/read.ts';
import type { BookCaller } from '../api/operations/operation.ts';
import type { Reply } from '../api/server/reply.ts';
import type { Method } from '../api/server/router.ts';
import type { Form } from '../web/form-body.ts';
import type { Html } from '../web/html.ts';
import { roleSeesPersonalData } from '../operator/personal-data.ts';
import type { OperationRunner } from '../operator/operation-runner.ts';
import type { OperatorServices } from '../operator/services.ts';
import type { MetricSamples } from './metric-samples.ts';
import type { Flash, Session, Sessions } from './session/sessions.ts';

/** What the pages are built on. */
export type ConsoleServices = {
  readonly services: OperatorServices;
  readonly calls: OperationRunner;
  readonly sessions: Sessions;
  readonly samples: MetricSamples;
  /** Events of a stream, oldest first, from a revision on. Throws StoreUnavailable. */
  readonly readStream: (stream: string, from: number, count: number) => Promise<readonly StoredEvent[]>;
};

export type PageContext = ConsoleServices & {
  readonly session: Session;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly path: string;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What the page's forms carry, so that no other site can send them. */
  readonly formToken: string;
};

/** Where a page is in the console's navigation. */
export type Section =
  | 'overview'
  | 'ledger'
  | 'reviews'
  | 'treasury'
  | 'rails'
  | 'webhooks'
  | 'projections'
  | 'audit'
  | 'tokens'
  | 'none';

export type Breadcrumb = { readonly label: string; readonly href: string };

export type ConsolePage = {
  readonly kind: 'page';
  readonly status?: number;
  readonly title: string;
  readonly section: Section;
  /** The pages above this one. */
  readonly crumbs?: readonly Breadcrumb[];
  /** Under the heading. */
  readonly lead?: Html;
  /** Beside the heading: links to what can be done here. */
  readonly actions?: Html | undefined;
  readonly content: Html;
  readonly hasCharts?: boolean;
  readonly retryAfterSeconds?: number;
};

export type PageResult =
  | ConsolePage
  | { readonly kind: 'redirect'; readonly to: string; readonly flash?: Flash }
  | { readonly kind: 'json'; readonly body: string }
  | Problem;

export type ConsoleRoute = {
  /** With parameters in braces. */
  readonly path: string;
  readonly get: (visit: PageContext) => PageResult | Promise<PageResult>;
  readonly post?: (visit: PageContext, form: Form) => PageResult | Promise<PageResult>;
};

/** What a reading call of the operator API answers. */
export async function getFromApi<Body>(
  visit: PageContext,
  path: string,
  search = '',
): Promise<Body | Problem> {
  const { calls, session, requestId } = visit;
  const reply = await calls.call(session.token, { method: 'GET', path, search, requestId });
  // The operator API's own schemas say what each of its answers looks like.
  return isProblem(reply) ? reply : (JSON.parse(reply.body) as Body);
}

/** Whether this operator's role may make a call. */
export const isAllowed = ({ calls, session }: PageContext, method: Method, path: string): boolean =>
  !isProblem(calls.admit(session.token, method, path));

/** Whether somebody decides about people, and so has to see who they are. */
export const canSeePersonalData = ({ session: { token } }: PageContext): boolean =>
  roleSeesPersonalData(token);

/** As a reader of a book. */
export const bookReader = ({ services, requestId, session }: PageContext, stream: string): BookCaller => ({
  services,
  stream,
  requestId,
  actor: `operator:${session.token.id}`,
  idempotency: undefined,
});

export type ListPage<Item> = { readonly data: readonly Item[]; readonly has_more: boolean };

const PAGE_LIMIT = 25;

/** The cursors of a page's address. Refuses both at a time. */
function cursorsOf(query: URLSearchParams): { starting_after?: string; ending_before?: string } | Problem {
  const after = query.get('after');
  const before = query.get('before');
  if (after !== null && before !== null)
    return malformedRequest('A page comes after an object or before one, not both.');
  return {
    ...(after === null ? {} : { starting_after: after }),
    ...(before === null ? {} : { ending_before: before }),
  };
}

/** A page of what a book holds, newest first, as the address says which. */
export async function listFromBook<Item>(
  visit: PageContext,
  stream: string,
  listing: Listing,
  limit = PAGE_LIMIT,
): Promise<ListPage<Item> | Problem> {
  const cursors = cursorsOf(visit.query);
  if (isProblem(cursors)) return cursors;
  return parsed<ListPage<Item>>(await pageOf(bookReader(visit, stream), listing, { ...cursors, limit }));
}

/** The search of a call for the page that an address names. */
export function pageQuery(
  query: URLSearchParams,
  more: Readonly<Record<string, string>> = {},
): string | Problem {
  const cursors = cursorsOf(query);
  if (isProblem(cursors)) return cursors;
  return new URLSearchParams({ ...more, ...cursors, limit: String(PAGE_LIMIT) }).toString();
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows what it reads
function parsed<Body>(reply: Reply): Body | Problem {
  if (isProblem(reply)) return reply;
  // The documents hold the interface's objects.
  return reply.status >= 400 ? notFoundProblem('object') : (JSON.parse(reply.body) as Body);
}
