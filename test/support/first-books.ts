/** Books of integrators whose sandboxes were never reset. */
import { bookStreamOf } from '../../src/ledger/ids.ts';
import type { BookLocator } from '../../src/treasury/treasuries.ts';

export const FIRST_BOOKS: BookLocator = {
  current: (integratorId, environment) => bookStreamOf(integratorId, environment),
  completeReset: () => Promise.resolve(),
};
