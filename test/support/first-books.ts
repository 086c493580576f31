/** Books of integrators whose sandboxes were never reset. */
import { bookStreamOf } from '../../src/ledger/book-name.ts';
import type { BookLocator } from '../../src/treasury/allocation-delivery.ts';

export const FIRST_BOOKS: BookLocator = {
  current: (integratorId, environment) => bookStreamOf(integratorId, environment),
  completeReset: () => Promise.resolve(),
};
