/** The books of integrators: who owns them, and where their events are. */
import type { StreamName } from '../event-store/port.ts';
import { bookStreamOf, environmentOf, integratorOf } from '../ledger/book-name.ts';
import { ENVIRONMENTS } from '../ledger/environment.ts';
import type { EnvironmentName } from '../ledger/environment.ts';

/** Identifies a book by its owner. */
export type BookIdentity = { readonly integrator_id: string; readonly environment: EnvironmentName };

/** The books of these integrators by stream, in the order of the integrators. A book without events is included. */
export function booksOf(
  integratorIds: Iterable<string>,
  environments: readonly EnvironmentName[] = ENVIRONMENTS,
): Map<StreamName, BookIdentity> {
  const books = new Map<StreamName, BookIdentity>();
  for (const integrator_id of integratorIds)
    for (const environment of environments)
      books.set(bookStreamOf(integrator_id, environment), { integrator_id, environment });
  return books;
}

/** The book with this stream. */
export const identifyBook = (stream: StreamName): BookIdentity => ({
  integrator_id: integratorOf(stream) ?? '',
  environment: environmentOf(stream),
});
