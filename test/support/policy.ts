/** The book, policy and bank details shared by ledger tests. */
import { createSecretKey } from 'node:crypto';
import { asPoints } from '../../src/ledger/amount.ts';
import type { DepositInstructions } from '../../src/ledger/deposit-account.ts';
import type { Policy, Route, RouteEnd } from '../../src/ledger/policy.ts';

/** The key of the MACs of snapshots. */
export const SNAPSHOT_KEY = createSecretKey(new Uint8Array(32).fill(3));

export const STREAM = 'book-int_test-sandbox';
export const START_TIME = Date.parse('2026-03-01T09:00:00.000Z');

const POINTS: RouteEnd = { type: 'wallet', asset: 'svc-points', decimals: 2 };
const COIN: RouteEnd = { type: 'wallet', asset: 'svc-coin', decimals: 8 };

const between = (end: RouteEnd, min: bigint, max: bigint): Route => ({
  kind: 'user_to_user',
  source: end,
  destination: end,
  min,
  max,
  settlementTimeSeconds: 0,
});

const onrampRouteOf = (currency: string, rail: string): Route => ({
  kind: 'onramp',
  source: { type: 'fiat', currency, rail, country: null, decimals: 2 },
  destination: POINTS,
  min: 1_00n,
  max: 25_000_00n,
  settlementTimeSeconds: 86_400,
});

const offrampRouteOf = (currency: string, rail: string, accountType: 'bank' | 'emailpay'): Route => ({
  kind: 'offramp',
  source: POINTS,
  destination: {
    type: 'payout_account',
    currency,
    rail,
    country: currency === 'usd' ? 'US' : null,
    decimals: 2,
    accountType,
  },
  min: 100_00n,
  max: 2_500_000_00n,
  settlementTimeSeconds: 86_400,
});

/** One point costs 0.01 usd or 0.03 cad. Transfers of at least 1,000,000.00 points are held for review. */
export const POLICY: Policy = {
  routes: [
    between(POINTS, 1n, 2_500_000_00n),
    between(COIN, 100n, 100_00000000n),
    { ...between(POINTS, 1n, 2_500_000_00n), kind: 'conversion', destination: COIN },
    { ...between(COIN, 100n, 100_00000000n), kind: 'conversion', destination: POINTS },
    onrampRouteOf('usd', 'bank_eft'),
    onrampRouteOf('cad', 'bank_eft'),
    onrampRouteOf('cad', 'emailpay'),
    offrampRouteOf('usd', 'bank_eft', 'bank'),
    offrampRouteOf('cad', 'bank_eft', 'bank'),
    offrampRouteOf('cad', 'emailpay', 'emailpay'),
  ],
  decimals: new Map([
    ['usd', 2],
    ['cad', 2],
  ]),
  standingRails: new Set(['bank_eft']),
  pointPrices: new Map([
    ['usd', { numerator: 1n, denominator: 100n }],
    ['cad', { numerator: 3n, denominator: 100n }],
  ]),
  reviewThreshold: {
    user_to_user: asPoints(1_000_000_00n),
    onramp: asPoints(1_000_000_00n),
    offramp: asPoints(1_000_000_00n),
  },
  quotes: { lifetimeMs: 30_000, spreadBps: 100 },
  dualControl: {
    dailySums: { sandbox: false, production: true },
    transferApproval: null,
    payoutSettlement: null,
    lateMovement: null,
    reward: null,
    proposalLifetimeMs: 72 * 60 * 60 * 1_000,
  },
  userLimits: {
    per24h: { user_to_user: asPoints(1_000_000_000_00n), offramp: asPoints(1_000_000_000_00n) },
    per30d: { user_to_user: asPoints(2_000_000_000_00n), offramp: asPoints(2_000_000_000_00n) },
  },
};

export const INSTRUCTIONS: DepositInstructions = {
  type: 'bank',
  currency: 'usd',
  rail: 'bank_eft',
  bank_name: 'First Test Bank',
  account_name: 'Client money',
  account_number: '000123456789',
  reference: 'REF-1',
};

/** A single operator may record any trade and any allocation. */
/** Every trade sets the price, however far it moves. */
export const NO_PRICE_RULES = { tradeAtLeast: 0n, moveBpsMax: null, windowMs: 0 };

export const TREASURY_LIMITS = {
  tradesAtLeast: null,
  allocationsAtLeast: null,
  proposalLifetimeMs: 60_000,
  dailySums: { sandbox: false, production: true },
  prices: { sandbox: NO_PRICE_RULES, production: NO_PRICE_RULES },
};
