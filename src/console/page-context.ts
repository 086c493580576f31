/** Everything a console page needs to answer one request, and the results a page can return. */
import type { Origin } from '../activity/activity-log.ts';
import { replyWithPage as pageOf, type Listing } from '../api/operations/list.ts';
import type { BookCaller } from '../api/operations/operation.ts';
import type { StoredEvent } from '../event-store/port.ts';
import { isProblem, malformedRequest, notFoundProblem, type Problem } from '../http/errors.ts';
import type { FileFormat, Reply } from '../http/reply.ts';
import type { Method } from '../http/router.ts';
import type { OperationRunner } from '../operator/operations/operation-runner.ts';
import { mask, roleSeesPersonalData } from '../operator/operations/personal-data.ts';
import type { OperatorServices } from '../operator/operations/services.ts';
import type { Form } from '../web/forms.ts';
import type { Html } from '../web/html.ts';
import type { MetricSamples } from './metric-samples.ts';
import type { Flash, Session, Sessions } from './session/sessions.ts';

/** Dependencies shared by all pages. */
export type ConsoleServices = {
  readonly services: OperatorServices;
  readonly calls: OperationRunner;
  readonly sessions: Sessions;
  readonly samples: MetricSamples;
  /** Events of a stream starting at a revision, oldest first. Throws StoreUnavailable. */
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
  /** CSRF token that every form of the page carries. */
  readonly formToken: string;
  /** Where the request came from, for the activity log. */
  readonly origin: Origin;
  /** Whether the page shows personal data, which the activity log then records. */
  readonly personalData: { isShown: boolean };
};

/** The entry of the navigation that a page belongs to. */
export type Section =
  | 'overview'
  | 'ledger'
  | 'transfers'
  | 'users'
  | 'reviews'
  | 'treasury'
  | 'reconciliation'
  | 'rails'
  | 'metrics'
  | 'webhooks'
  | 'projections'
  | 'health'
  | 'audit'
  | 'tokens'
  | 'activity'
  | 'none';

export type Breadcrumb = { readonly label: string; readonly href: string };

export type ConsolePage = {
  readonly kind: 'page';
  readonly status?: number;
  readonly title: string;
  readonly section: Section;
  /** Parent pages, outermost first. */
  readonly breadcrumbs?: readonly Breadcrumb[];
  /** Shown below the heading. */
  readonly lead?: Html;
  /** Links to actions, shown next to the heading. */
  readonly actions?: Html | undefined;
  readonly content: Html;
  readonly hasCharts?: boolean;
  readonly retryAfterSeconds?: number;
};

export type PageResult =
  | ConsolePage
  | { readonly kind: 'redirect'; readonly to: string; readonly flash?: Flash }
  | { readonly kind: 'json'; readonly body: string }
  | { readonly kind: 'file'; readonly file: FileFormat; readonly body: string }
  /** A file, sent in parts as the client receives it. */
  | { readonly kind: 'download'; readonly name: string; readonly parts: AsyncIterable<string> }
  | Problem;

export type ConsoleRoute = {
  /** Path parameters are in braces. */
  readonly path: string;
  readonly get: (context: PageContext) => PageResult | Promise<PageResult>;
  readonly post?: (context: PageContext, form: Form) => PageResult | Promise<PageResult>;
  /** The form has a file, and at most this many bytes. */
  readonly uploadBytesMax?: number;
};

/** Calls a GET endpoint of the operator API and parses its response. */
export async function getFromApi<Body>(
  context: PageContext,
  path: string,
  search = '',
): Promise<Body | Problem> {
  const { calls, session, requestId, origin } = context;
  const reply = await calls.call(session.token, { method: 'GET', path, search, requestId, origin });
  // The operator API's schemas define the shape of each response.
  return isProblem(reply) ? reply : (JSON.parse(reply.body) as Body);
}

/** Whether the operator's role permits a call. */
export const isAllowed = ({ calls, session }: PageContext, method: Method, path: string): boolean =>
  !isProblem(calls.admit(session.token, method, path));

/** Whether the operator's role may see personal data. */
export const canSeePersonalData = ({ session: { token } }: PageContext): boolean =>
  roleSeesPersonalData(token);

/** A personal value, masked unless the operator's role may see it. Every page shows personal values through it. */
export function personalText(
  context: PageContext,
  field: string,
  value: string | null | undefined,
): string | null {
  if (!canSeePersonalData(context)) return mask(field, value);
  if (value !== null && value !== undefined && value !== '') context.personalData.isShown = true;
  return value ?? null;
}

/** The caller used to read from a book. */
export const bookReader = ({ services, requestId, session }: PageContext, stream: string): BookCaller => ({
  services,
  stream,
  requestId,
  actor: `operator:${session.token.id}`,
  idempotency: undefined,
});

export type ListPage<Item> = {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  /** Where a list with filters continues; of other lists, the last object shows it. */
  readonly next_cursor?: string | null;
};

const PAGE_LIMIT = 25;

/** The cursors in the URL. Refuses a URL with both. */
function parseCursors(query: URLSearchParams): { starting_after?: string; ending_before?: string } | Problem {
  const after = query.get('after');
  const before = query.get('before');
  if (after !== null && before !== null) return malformedRequest('Use either `after` or `before`, not both.');
  return {
    ...(after === null ? {} : { starting_after: after }),
    ...(before === null ? {} : { ending_before: before }),
  };
}

/** The page of a book's collection that the URL selects, newest first. */
export async function listFromBook<Item>(
  context: PageContext,
  stream: string,
  listing: Listing,
  limit = PAGE_LIMIT,
): Promise<ListPage<Item> | Problem> {
  const cursors = parseCursors(context.query);
  if (isProblem(cursors)) return cursors;
  return parseReply<ListPage<Item>>(
    await pageOf(bookReader(context, stream), listing, { ...cursors, limit }),
  );
}

/** The query string of an API call for the page that the URL selects. */
export function pageQuery(
  query: URLSearchParams,
  more: Readonly<Record<string, string>> = {},
): string | Problem {
  const cursors = parseCursors(query);
  if (isProblem(cursors)) return cursors;
  return new URLSearchParams({ ...more, ...cursors, limit: String(PAGE_LIMIT) }).toString();
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type it expects
function parseReply<Body>(reply: Reply): Body | Problem {
  if (isProblem(reply)) return reply;
  // Documents contain objects of the public API.
  return reply.status >= 400 ? notFoundProblem('object') : (JSON.parse(reply.body) as Body);
}
