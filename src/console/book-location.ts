/** Where things are: the book of an object, its integrator, and the crumbs that lead there. */
import { notFoundProblem } from '../api/server/errors.ts';
import type { Problem } from '../api/server/errors.ts';
import { findInAnyBook } from '../api/operations/read.ts';
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';
import { bookStreamOf, environmentOf } from '../platform/platform.ts';
import type { EnvironmentName } from '../platform/platform.ts';
import { badge } from './ui/components.ts';
import type { Breadcrumb, PageContext } from './page-context.ts';

export type BookLocation = {
  readonly stream: string;
  readonly integrator_id: string;
  /** The integrator's, as the operator calls them. */
  readonly name: string;
  readonly environment: EnvironmentName;
};

const BOOK = /^book-(int_[0-9a-z]+)-(sandbox|production)$/;

/** The book with this stream; undefined for what is no book's. */
export function locateStream({ services }: PageContext, stream: string): BookLocation | undefined {
  const integrator_id = BOOK.exec(stream)?.[1];
  if (integrator_id === undefined) return undefined;
  const name = services.platform().integrators.get(integrator_id)?.name ?? integrator_id;
  return { stream, integrator_id, name, environment: environmentOf(stream) };
}

/** The book that a page's address names. */
export function locateFromPath(visit: PageContext): BookLocation | Problem {
  const { integrator_id = '', environment = '' } = visit.params;
  const known = visit.services.platform().integrators.has(integrator_id);
  const place = known ? locateStream(visit, `book-${integrator_id}-${environment}`) : undefined;
  return place ?? notFoundProblem('book');
}

export type FoundDocument = { readonly body: string; readonly book: BookLocation };

/** An object of any book, and the book it is in. */
export async function findObject(
  visit: PageContext,
  collection: string,
  id: string,
  noun: string,
): Promise<FoundDocument | Problem> {
  const { services } = visit;
  const found = await findInAnyBook(services, services.head, collection, id);
  const book = found === undefined ? undefined : locateStream(visit, found.scope);
  return found === undefined || book === undefined ? notFoundProblem(noun) : { body: found.body, book };
}

/** The books of an integrator. */
export const bookStreamsOf = (integratorId: string): readonly string[] => [
  bookStreamOf(integratorId, 'sandbox'),
  bookStreamOf(integratorId, 'production'),
];

export const bookHref = ({ integrator_id, environment }: BookLocation): string =>
  `/console/books/${integrator_id}/${environment}`;

export const integratorBreadcrumbs = (id: string, name: string): readonly Breadcrumb[] => [
  { label: 'Integrators', href: '/console/integrators' },
  { label: name, href: `/console/integrators/${id}` },
];

export const bookBreadcrumbs = (place: BookLocation): readonly Breadcrumb[] => [
  ...integratorBreadcrumbs(place.integrator_id, place.name),
  { label: place.environment, href: bookHref(place) },
];

export const environmentBadge = (environment: EnvironmentName): Html =>
  environment === 'production' ? badge('production', 'accent') : badge('sandbox', 'plain');

/** Whose a thing is. */
export const bookLink = (place: BookLocation): Html =>
  html`<a href="${bookHref(place)}">${place.name}</a> ${environmentBadge(place.environment)}`;
