/**
 * The books of integrators: who owns them, and where their events are. An integrator has one book in each environment. A reset of
 * its sandbox replaces that book; the former ones remain for auditors.
 */

import type { StreamName } from '../event-store/port.ts';
import type { PlatformEventData } from '../generated/events.ts';
import {
  ENVIRONMENTS,
  bookStreamOf,
  environmentOf,
  integratorOf,
  parseBookStream,
  type EnvironmentName,
} from '../ledger/ids.ts';
import type { Platform } from './platform.ts';

/** Identifies a book by its owner. */
export type BookIdentity = { readonly integrator_id: string; readonly environment: EnvironmentName };

type Sandboxes = Pick<Platform, 'sandboxes'>;

/** The generation of the integrator's sandbox book. */
export const sandboxGeneration = ({ sandboxes }: Sandboxes, integratorId: string): number =>
  sandboxes.get(integratorId)?.generation ?? 1;

/** The stream of the integrator's current book. */
export const currentBook = (
  platform: Sandboxes,
  integratorId: string,
  environment: EnvironmentName,
): StreamName =>
  bookStreamOf(
    integratorId,
    environment,
    environment === 'sandbox' ? sandboxGeneration(platform, integratorId) : 1,
  );

/** Whether a reset has replaced the book. False for a stream that is no book. */
export function isFormerBook(platform: Sandboxes, stream: StreamName): boolean {
  const { integrator_id = '', environment, generation = 1 } = parseBookStream(stream) ?? {};
  return environment === 'sandbox' && generation < sandboxGeneration(platform, integrator_id);
}

/** The current books of these integrators by stream, in the order of the integrators. A book without events is included. */
export function currentBooks(
  platform: Sandboxes,
  integratorIds: Iterable<string>,
  environments: readonly EnvironmentName[] = ENVIRONMENTS,
): Map<StreamName, BookIdentity> {
  const books = new Map<StreamName, BookIdentity>();
  for (const integrator_id of integratorIds)
    for (const environment of environments)
      books.set(currentBook(platform, integrator_id, environment), { integrator_id, environment });
  return books;
}

/** The sandbox books of the integrator that a reset has replaced, oldest first. */
export const formerBooks = (platform: Sandboxes, integratorId: string): StreamName[] =>
  Array.from({ length: sandboxGeneration(platform, integratorId) - 1 }, (_, index) =>
    bookStreamOf(integratorId, 'sandbox', index + 1),
  );

const FORMER_DOCUMENTS_KEPT_MS = 24 * 60 * 60 * 1_000;

/** Whether a reset has replaced the book so long ago that its documents are deleted. `now` is in milliseconds since 1970. */
export function isWithoutDocuments(platform: Sandboxes, stream: StreamName, now: number): boolean {
  if (!isFormerBook(platform, stream)) return false;
  const { integrator_id = '', generation = 1 } = parseBookStream(stream) ?? {};
  const current = platform.sandboxes.get(integrator_id);
  // The times of earlier resets are not kept, because they are older than a day.
  const resetAt = current?.resetTimes.at(generation - current.generation) ?? 0;
  return resetAt + FORMER_DOCUMENTS_KEPT_MS <= now;
}

/** The books whose documents are deleted. */
export const booksWithoutDocuments = (platform: Sandboxes, now: number): StreamName[] =>
  [...platform.sandboxes.keys()]
    .flatMap((id) => formerBooks(platform, id))
    .filter((stream) => isWithoutDocuments(platform, stream, now));

/** The streams of all books of all integrators, including former ones. */
export const allBooks = (platform: Pick<Platform, 'sandboxes' | 'integrators'>): StreamName[] => [
  ...currentBooks(platform, platform.integrators.keys()).keys(),
  ...[...platform.sandboxes.keys()].flatMap((id) => formerBooks(platform, id)),
];

/** The book with this stream. */
export const identifyBook = (stream: StreamName): BookIdentity => ({
  integrator_id: integratorOf(stream) ?? '',
  environment: environmentOf(stream),
});

// How hosted pages show an integrator.

/** Null members are not shown. */
export type Brand = Omit<PlatformEventData<'integrator.brand_changed'>, 'integrator_id'>;

export const NO_BRAND: Brand = {
  display_name: null,
  color: null,
  logo: null,
  support_contact: null,
  privacy_url: null,
};

type LogoType = NonNullable<Brand['logo']>['media_type'];

const LOGO_TYPES: ReadonlyMap<string, LogoType> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
]);

/** The type that the extension of a file name says; undefined for one that is no logo. */
export const logoTypeOf = (fileName: string): LogoType | undefined =>
  LOGO_TYPES.get(/\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '');
