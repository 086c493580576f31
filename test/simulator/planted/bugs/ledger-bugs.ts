/** Bugs of the rules of the ledger. */
import type { PlantedBug } from '../planted-bug.ts';

export const LEDGER_BUGS: readonly PlantedBug[] = [
  {
    name: 'wrong split of points',
    effect: 'Cashable points are spent before earned points.',
    edits: [
      {
        file: 'src/ledger/posting.ts',
        find: `minAmount(amount, balance.amount - balance.cashable)`,
        replace: `amount - minAmount(amount, balance.cashable)`,
      },
    ],
  },
  {
    name: 'quote does not expire',
    effect: 'A conversion uses a quote after its time.',
    edits: [
      {
        file: 'src/ledger/quotes/quote.ts',
        find: `Date.parse(expires_at) <= now;`,
        replace: `Date.parse(expires_at) <= now - 60_000;`,
      },
    ],
  },
  {
    name: 'amount rounded up',
    effect: 'A conversion pays out up to one unit more than its rate says.',
    edits: [
      {
        file: 'src/ledger/quotes/conversion-terms.ts',
        find: `(amount * rate * powerOfTen(ASSET_DECIMALS[to])) /
  (powerOfTen(ASSET_DECIMALS[from]) * powerOfTen(RATE_DECIMALS));`,
        replace: `divideRoundingUp(amount * rate * powerOfTen(ASSET_DECIMALS[to]),
  powerOfTen(ASSET_DECIMALS[from]) * powerOfTen(RATE_DECIMALS));`,
      },
    ],
  },
  {
    name: 'limit not enforced',
    effect: 'A user sends more than the limit of 30 days.',
    edits: [
      {
        file: 'src/ledger/transfers/user-limits.ts',
        find: `if (spent.per30d + points > per30d[kind])`,
        replace: `if (spent.per30d > per30d[kind])`,
      },
    ],
  },
];
