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
        file: 'src/ledger/quote.ts',
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
        file: 'src/ledger/quote.ts',
        find: `(amount * rate * powerOfTen(ASSET_DECIMALS[to])) /
  (powerOfTen(ASSET_DECIMALS[from]) * powerOfTen(RATE_DECIMALS));`,
        replace: `divideRoundingUp(amount * rate * powerOfTen(ASSET_DECIMALS[to]),
  powerOfTen(ASSET_DECIMALS[from]) * powerOfTen(RATE_DECIMALS));`,
      },
    ],
  },
  {
    name: 'limit not enforced',
    effect: 'A user sends more than the limit of 24 hours.',
    edits: [
      {
        file: 'src/ledger/limits.ts',
        find: `if (spent.per24h + points > per24h[kind])`,
        replace: `if (spent.per24h > per24h[kind])`,
      },
    ],
  },
  {
    name: 'posting does not sum to zero',
    effect: 'A reward has no line for the account that it comes from, and nothing checks the sum.',
    edits: [
      {
        file: 'src/ledger/posting.ts',
        find: `assertBalanced(posting.lines);`,
        replace: `if (posting.lines.length === 0) assertBalanced(posting.lines);`,
      },
      {
        file: 'src/ledger/wallet.ts',
        find: `{ ...walletLeg(wallet, 'available', -amount, 0n), account: REWARDS_GRANTED },`,
        replace: `...[{ ...walletLeg(wallet, 'available', -amount, 0n), account: REWARDS_GRANTED }].slice(1),`,
      },
    ],
  },
  {
    name: 'payout given back twice',
    effect: 'A returned payout is credited twice.',
    edits: [
      {
        file: 'src/ledger/payout.ts',
        find: `      inFlight,
      walletLeg(wallet, 'available', amount, amount),`,
        replace: `      { ...inFlight, amount: -2n * amount, cashable: -2n * amount },
      walletLeg(wallet, 'available', 2n * amount, 2n * amount),`,
      },
    ],
  },
  {
    name: 'payout completed twice',
    effect: 'A completed payout leaves circulation twice.',
    edits: [
      {
        file: 'src/ledger/payout.ts',
        find: `    inFlight,
    { ...inFlight, account: POINTS_ISSUED, amount, cashable: amount },`,
        replace: `    { ...inFlight, amount: -2n * amount, cashable: -2n * amount },
    { ...inFlight, account: POINTS_ISSUED, amount: 2n * amount, cashable: 2n * amount },`,
      },
    ],
  },
  {
    name: 'fee lost',
    effect: 'The spread of a conversion is not booked as income.',
    edits: [
      {
        file: 'src/ledger/create-transfer.ts',
        find: `...pointsLeg(SPREAD_INCOME, parseStoredAmount(quote.spread_points)),`,
        replace: `...pointsLeg(SPREAD_INCOME, parseStoredAmount(quote.spread_points)).slice(1),`,
      },
    ],
  },
  {
    name: 'review loses the split',
    effect: 'Points that a review releases are all cashable.',
    edits: [
      {
        file: 'src/ledger/review.ts',
        find: `[walletLeg(from, 'pending', -amount, -cashable), walletLeg(target, 'available', amount, cashable)],`,
        replace: `[walletLeg(from, 'pending', -amount, -cashable), walletLeg(target, 'available', amount, cashable > 0n ? cashable : 0n)].map((leg) => ({ ...leg, cashable: leg.amount })),`,
      },
    ],
  },
  {
    name: 'quote used twice',
    effect: 'A second conversion uses the quote of the first one.',
    edits: [
      {
        file: 'src/ledger/evolve.ts',
        find: `quote === undefined || quote.transfer_id !== null || isQuoteExpired(quote, time)`,
        replace: `quote === undefined || isQuoteExpired(quote, time)`,
      },
      {
        file: 'src/ledger/create-transfer.ts',
        find: `if (named !== undefined && named.transfer_id !== null) return refuse('quote_used');`,
        replace: ``,
      },
    ],
  },
  {
    name: 'deposit account stays active',
    effect: 'Money for a deactivated deposit account is credited.',
    edits: [
      {
        file: 'src/ledger/onramp.ts',
        find: `if (incoming.isAccountDeactivated)`,
        replace: `if (incoming.isAccountDeactivated && amount < 0n)`,
      },
    ],
  },
  {
    name: 'frozen wallet debited',
    effect: 'A transfer leaves a wallet with a compliance hold.',
    edits: [
      {
        file: 'src/ledger/user.ts',
        find: `return from.status === 'frozen' || to.status === 'frozen' ? refuseWalletFrozen() : undefined;`,
        replace: `return to.status === 'frozen' ? refuseWalletFrozen() : undefined;`,
      },
    ],
  },
];
