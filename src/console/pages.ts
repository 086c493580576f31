/** Every page of the console; the first whose path fits is served. */
import { auditPages } from './audit.ts';
import { booksPages } from './books.ts';
import { integratorsPages } from './integrators.ts';
import { keysPages } from './keys.ts';
import { overviewPages } from './overview.ts';
import { projectionsPages } from './projections.ts';
import { payoutsPages } from './payouts.ts';
import { railsPages } from './rails.ts';
import { recordsPages } from './records.ts';
import { reviewsPages } from './reviews.ts';
import { searchPages } from './search.ts';
import { tokensPages } from './tokens.ts';
import { transfersPages } from './transfers.ts';
import { treasuryPages } from './treasury.ts';
import { usersPages } from './users.ts';
import type { ConsoleRoute } from './visit.ts';
import { walletsPages } from './wallets.ts';
import { webhooksPages } from './webhooks.ts';

export const pages: readonly ConsoleRoute[] = [
  ...overviewPages,
  ...searchPages,
  ...integratorsPages,
  ...keysPages,
  ...booksPages,
  ...usersPages,
  ...walletsPages,
  ...transfersPages,
  ...recordsPages,
  ...reviewsPages,
  ...treasuryPages,
  ...railsPages,
  ...payoutsPages,
  ...webhooksPages,
  ...projectionsPages,
  ...auditPages,
  ...tokensPages,
];
