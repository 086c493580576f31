/** Where things are: the book of an object, its integrator, and the crumbs that lead there. */
import { noSuch } from '../http/errors.ts';
import type { Problem } from '../http/errors.ts';
import { findAnywhere } from '../http/read.ts';
import { html } from '../hosted/html.ts';
import type { Html } from '../hosted/html.ts';
import { bookOf, environmentOf } from '../platform/platform.ts';
import type { EnvironmentName } from '../platform/platform.ts';
import { badge } from './ui.ts';
import type { Crumb, Visit } from './visit.ts';

export type BookPlace = {
  readonly stream: string;
  readonly integrator_id: string;
  /** The integrator's, as the operator calls them. */
  readonly name: string;
  readonly environment: EnvironmentName;
};

const BOOK = /^book-(int_[0-9a-z]+)-(sandbox|production)$/;

/** The book with this stream; undefined for what is no book's. */
export function placeOfStream({ services }: Visit, stream: string): BookPlace | undefined {
  const integrator_id = BOOK.exec(stream)?.[1];
  if (integrator_id === undefined) return undefined;
  const name = services.platform().integrators.get(integrator_id)?.name ?? integrator_id;
  return { stream, integrator_id, name, environment: environmentOf(stream) };
}

/** The book that a page's address names. */
export function placeInPath(visit: Visit): BookPlace | Problem {
  const { integrator_id = '', environment = '' } = visit.params;
  const known = visit.services.platform().integrators.has(integrator_id);
  const place = known ? placeOfStream(visit, `book-${integrator_id}-${environment}`) : undefined;
  return place ?? noSuch('book');
}

export type FoundDocument = { readonly body: string; readonly place: BookPlace };

/** An object of any book, and the book it is in. */
export async function findObject(
  visit: Visit,
  collection: string,
  id: string,
  noun: string,
): Promise<FoundDocument | Problem> {
  const { services } = visit;
  const found = await findAnywhere(services, services.head, collection, id);
  const place = found === undefined ? undefined : placeOfStream(visit, found.scope);
  return found === undefined || place === undefined ? noSuch(noun) : { body: found.body, place };
}

/** The books of an integrator. */
export const booksOf = (integratorId: string): readonly string[] => [
  bookOf(integratorId, 'sandbox'),
  bookOf(integratorId, 'production'),
];

export const bookHref = ({ integrator_id, environment }: BookPlace): string =>
  `/console/books/${integrator_id}/${environment}`;

export const integratorCrumbs = (id: string, name: string): readonly Crumb[] => [
  { label: 'Integrators', href: '/console/integrators' },
  { label: name, href: `/console/integrators/${id}` },
];

export const bookCrumbs = (place: BookPlace): readonly Crumb[] => [
  ...integratorCrumbs(place.integrator_id, place.name),
  { label: place.environment, href: bookHref(place) },
];

export const environmentBadge = (environment: EnvironmentName): Html =>
  environment === 'production' ? badge('production', 'accent') : badge('sandbox', 'plain');

/** Whose a thing is. */
export const whose = (place: BookPlace): Html =>
  html`<a href="${bookHref(place)}">${place.name}</a> ${environmentBadge(place.environment)}`;
