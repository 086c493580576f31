/** One request of somebody who is signed in, what a page may use to answer it, and what it comes to. */
import type { StoredEvent } from '../eventstore/port.ts';
import { isProblem, malformed, noSuch } from '../http/errors.ts';
import type { Problem } from '../http/errors.ts';
import { page as pageOf } from '../http/read.ts';
import type { Listing } from '../http/read.ts';
import type { BookCaller, Method, Reply } from '../http/route.ts';
import type { Form } from '../hosted/form.ts';
import type { Html } from '../hosted/html.ts';
import { mayKnowPersons } from '../operator/persons.ts';
import type { OperatorCalls } from '../operator/calls.ts';
import type { OperatorServices } from '../operator/services.ts';
import type { Samples } from './samples.ts';
import type { Flash, Session, Sessions } from './sessions.ts';

/** What the pages are built on. */
export type ConsoleServices = {
  readonly services: OperatorServices;
  readonly calls: OperatorCalls;
  readonly sessions: Sessions;
  readonly samples: Samples;
  /** Events of a stream, oldest first, from a revision on. Throws StoreUnavailable. */
  readonly readStream: (stream: string, from: number, count: number) => Promise<readonly StoredEvent[]>;
};

export type Visit = ConsoleServices & {
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

export type Crumb = { readonly label: string; readonly href: string };

export type ConsolePage = {
  readonly kind: 'page';
  readonly status?: number;
  readonly title: string;
  readonly section: Section;
  /** The pages above this one. */
  readonly crumbs?: readonly Crumb[];
  /** Under the heading. */
  readonly lead?: Html;
  /** Beside the heading: links to what can be done here. */
  readonly actions?: Html | undefined;
  readonly content: Html;
  readonly charts?: boolean;
  readonly retryAfter?: number;
};

export type Found =
  | ConsolePage
  | { readonly kind: 'redirect'; readonly to: string; readonly flash?: Flash }
  | { readonly kind: 'json'; readonly body: string }
  | Problem;

export type ConsoleRoute = {
  /** With parameters in braces. */
  readonly path: string;
  readonly get: (visit: Visit) => Found | Promise<Found>;
  readonly post?: (visit: Visit, form: Form) => Found | Promise<Found>;
};

/** What a reading call of the operator API answers. */
export async function ask<Body>(visit: Visit, path: string, search = ''): Promise<Body | Problem> {
  const { calls, session, requestId } = visit;
  const reply = await calls.call(session.token, { method: 'GET', path, search, requestId });
  // The operator API's own schemas say what each of its answers looks like.
  return isProblem(reply) ? reply : (JSON.parse(reply.body) as Body);
}

/** Whether this operator's role may make a call. */
export const may = ({ calls, session }: Visit, method: Method, path: string): boolean =>
  !isProblem(calls.admit(session.token, method, path));

/** Whether somebody decides about people, and so has to see who they are. */
export const seesPersons = ({ session: { token } }: Visit): boolean => mayKnowPersons(token);

/** As a reader of a book. */
export const readerOf = ({ services, requestId, session }: Visit, stream: string): BookCaller => ({
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
    return malformed('A page comes after an object or before one, not both.');
  return {
    ...(after === null ? {} : { starting_after: after }),
    ...(before === null ? {} : { ending_before: before }),
  };
}

/** A page of what a book holds, newest first, as the address says which. */
export async function listing<Item>(
  visit: Visit,
  stream: string,
  of: Listing,
  limit = PAGE_LIMIT,
): Promise<ListPage<Item> | Problem> {
  const cursors = cursorsOf(visit.query);
  if (isProblem(cursors)) return cursors;
  return parsed<ListPage<Item>>(await pageOf(readerOf(visit, stream), of, { ...cursors, limit }));
}

/** The search of a call for the page that an address names. */
export function pageSearch(
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
  return reply.status >= 400 ? noSuch('object') : (JSON.parse(reply.body) as Body);
}
