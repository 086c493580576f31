/** Books and their objects: finds, reads, and links to them. */
import type { BookTotals, DirectoryIntegrator, FoundObject } from '../generated/api.ts';
import { isProblem, notFoundProblem } from '../http/errors.ts';
import { ENVIRONMENTS, parseBookStream, type EnvironmentName } from '../ledger/ids.ts';
import { html, type Html } from '../web/html.ts';
import { Refused, read, tryRead, type Breadcrumb, type PageContext } from './page-context.ts';
import { badge, textHtml, toWords } from './ui/text.ts';

export type BookLocation = {
  readonly integrator_id: string;
  /** Name of the integrator. */
  readonly name: string;
  readonly environment: EnvironmentName;
  readonly generation: number;
  /** Whether a reset of the sandbox has replaced the book. */
  readonly isFormer: boolean;
};

/** What the directory says about an integrator. */
export const integratorIn = ({ directory }: PageContext, id: string): DirectoryIntegrator | undefined =>
  directory.integrators.find((each) => each.id === id);

export const integratorName = (context: PageContext, id: string): string =>
  integratorIn(context, id)?.name ?? id;

/** All integrators as options of a form. */
export const integratorOptions = ({
  directory,
}: PageContext): readonly (readonly [id: string, name: string])[] =>
  directory.integrators.map(({ id, name }) => [id, name]);

/** The book with this name. */
export function bookAt(
  context: PageContext,
  { integrator_id, environment, generation }: Omit<BookLocation, 'name' | 'isFormer'>,
): BookLocation {
  const { name = integrator_id, sandbox_generation = 1 } = integratorIn(context, integrator_id) ?? {};
  const isFormer = environment === 'sandbox' && generation < sandbox_generation;
  return { integrator_id, environment, generation, name, isFormer };
}

/** The current book of an integrator. */
export function currentBookAt(
  context: PageContext,
  integrator_id: string,
  environment: EnvironmentName,
): BookLocation {
  const { sandbox_generation = 1 } = integratorIn(context, integrator_id) ?? {};
  const generation = environment === 'sandbox' ? sandbox_generation : 1;
  return bookAt(context, { integrator_id, environment, generation });
}

/** The book with this stream; undefined when the stream is not a book. */
export function locateStream(context: PageContext, stream: string): BookLocation | undefined {
  const parsed = parseBookStream(stream);
  return parsed === undefined ? undefined : bookAt(context, parsed);
}

/** Pages name the current books `sandbox` and `production`, and a former one `sandbox.<generation>`. */
const FORMER = /^sandbox\.([1-9][0-9]{0,8})$/;

/** The book with this owner; undefined when there is no such environment, or no such generation yet. */
function locateBook(
  context: PageContext,
  { integrator_id, environment }: { readonly integrator_id: string; readonly environment: string },
): BookLocation | undefined {
  const former = FORMER.exec(environment)?.[1];
  if (former !== undefined) {
    const book = bookAt(context, { integrator_id, environment: 'sandbox', generation: Number(former) });
    return book.isFormer ? book : undefined;
  }
  const found = ENVIRONMENTS.find((each) => each === environment);
  return found === undefined ? undefined : currentBookAt(context, integrator_id, found);
}

/** The totals of the current books, by integrator and environment. Throws Refused. */
export async function currentTotals(
  context: PageContext,
): Promise<(id: string, environment: EnvironmentName) => BookTotals | undefined> {
  const { data } = await read(context, 'listBookTotals');
  const found = new Map(data.map((each) => [`${each.integrator_id} ${each.environment}`, each]));
  return (id, environment) => found.get(`${id} ${environment}`);
}

/** The book named in the path. Throws Refused. */
export function locateFromPath(context: PageContext): BookLocation {
  const { integrator_id = '', environment = '' } = context.params;
  const isKnown = integratorIn(context, integrator_id) !== undefined;
  const book = isKnown ? locateBook(context, { integrator_id, environment }) : undefined;
  if (book === undefined) throw new Refused(notFoundProblem('book'));
  return book;
}

type AnyObject = FoundObject['value'];

type FoundIn<Value> = {
  readonly value: Value;
  readonly book: BookLocation;
  /** The present time of the book, in milliseconds since 1970. */
  readonly bookTime: number;
};

/** Finds an object in any book. Throws Refused. */
export async function findObject<Type extends AnyObject['object']>(
  context: PageContext,
  type: Type,
  id: string | undefined,
): Promise<FoundIn<Extract<AnyObject, { object: Type }>>> {
  const found = await tryRead(context, 'getObject', { params: { object_id: id ?? '' } });
  if (isProblem(found) && found.problem !== 'not_found') throw new Refused(found);
  if (isProblem(found) || !isOfType(found, type)) throw new Refused(notFoundProblem(toWords(type)));
  const { value, book_time } = found;
  return { value, book: bookAt(context, found), bookTime: Date.parse(book_time) };
}

const isOfType = <Type extends AnyObject['object']>(
  found: FoundObject,
  type: Type,
): found is FoundObject & { readonly value: Extract<AnyObject, { object: Type }> } =>
  found.value.object === type;

/** The filters that select the book in lists of the operator API. */
export const filtersOf = ({
  integrator_id,
  environment,
  generation,
  isFormer,
}: BookLocation): Readonly<Record<string, string>> => ({
  integrator_id,
  environment,
  ...(isFormer ? { generation: String(generation) } : {}),
});

export const bookHref = ({
  integrator_id,
  environment,
  generation,
  isFormer,
}: Omit<BookLocation, 'name'>): string =>
  `/console/books/${integrator_id}/${environment}${isFormer ? `.${generation}` : ''}`;

export const integratorBreadcrumbs = (id: string, name: string): readonly Breadcrumb[] => [
  { label: 'Integrators', href: '/console/integrators' },
  { label: name, href: `/console/integrators/${id}` },
];

export const bookBreadcrumbs = (book: BookLocation): readonly Breadcrumb[] => [
  ...integratorBreadcrumbs(book.integrator_id, book.name),
  {
    label: book.isFormer ? `${book.environment} ${book.generation}` : book.environment,
    href: bookHref(book),
  },
];

export const environmentBadge = (environment: EnvironmentName): Html =>
  environment === 'production' ? badge('production', 'accent') : badge('sandbox', 'plain');

/** A list of the book as a breadcrumb. */
export const bookListBreadcrumbs = (
  book: BookLocation,
  list: 'users' | 'transfers',
): readonly Breadcrumb[] => [...bookBreadcrumbs(book), { label: list, href: `${bookHref(book)}/${list}` }];

/** The environment of a book, and whether the book is a former one. */
export const bookBadge = ({ environment, generation, isFormer }: BookLocation): Html =>
  isFormer ? badge(`former ${environment} ${generation}`, 'stop') : environmentBadge(environment);

/** That a book is a former one. The header shows the environment of a page. */
export const formerBadge = (book: BookLocation): Html | undefined =>
  book.isFormer ? bookBadge(book) : undefined;

/** Integrator and environment, linked to the book. */
export const bookLink = (book: BookLocation): Html =>
  html`<a href="${bookHref(book)}">${book.name}</a> ${bookBadge(book)}`;

/** The book with this owner and environment, linked; only the integrator's ID if the book is unknown. */
export function bookOwnerHtml(
  context: PageContext,
  owner: { readonly integrator_id: string; readonly environment: string },
): Html {
  const book = locateBook(context, owner);
  if (book === undefined) return textHtml(owner.integrator_id);
  // The header shows the environment of a list that is limited to one.
  return context.query.get('environment') === book.environment && !book.isFormer
    ? html`<a href="${bookHref(book)}">${book.name}</a>`
    : bookLink(book);
}
