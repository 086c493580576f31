/** Random transfers of all kinds, mostly between sides that fit. */
import type { Data, Reference } from './command.ts';
import { fitting, isOf, isPoints, toReference } from './draft-context.ts';
import type { Context, Draft, Made } from './draft-context.ts';
import { conversionBody } from './read-drafts.ts';
import type { Random } from './random.ts';

const POINT_AMOUNTS = [
  ...['0', '0.01', '0.001', '1', '12.5', '250.00', '909.09', '100', '99.99', '40404', '-1', '1e2'],
] as const;
/** The sandbox reviews it. */
export const REVIEWED = '909.09';
const LARGE_AMOUNTS = [
  '60000',
  '250000',
  '600000.00',
  '999999.99',
  '1000000.00',
  '2500000',
  '2500000.01',
] as const;
const COIN_AMOUNTS = ['0.00000099', '0.000001', '0.00000101', '0.001', '0.05', '1.23456789', '100'] as const;
const FIAT_AMOUNTS = [
  ...[
    '0',
    '0.99',
    '1.00',
    '12.34',
    '909.09',
    '404.04',
    '503.03',
    '9999.99',
    '10000',
    '25000',
    '25000.01',
    '1.001',
  ],
] as const;

type Body = { readonly [name: string]: Data };

export const pointAmount = ({ random }: Context): string =>
  random.oneIn(8)
    ? REVIEWED
    : random.oneIn(4)
      ? random.pick(LARGE_AMOUNTS)
      : random.oneIn(2)
        ? random.pick(POINT_AMOUNTS)
        : cents(random, 90_000);

export const fiatAmount = ({ random }: Context): string =>
  random.oneIn(2) ? random.pick(FIAT_AMOUNTS) : cents(random, 800_000);

const cents = (random: Random, max: number): string => (random.below(max) / 100).toFixed(2);

const wallet = (wallet_id: Reference): Data => ({ type: 'wallet', wallet_id });

function betweenUsers(context: Context): Body {
  const { random, created } = context;
  const source = random.pickAny(created.get('wal') ?? []);
  const fits = (made: Made): boolean => made.asset === source?.asset && !isOf(made, source);
  return {
    source: wallet(toReference(source, 'wal')),
    destination: wallet(fitting(context, 'wal', fits)),
    amount: source?.asset === 'svc-coin' ? random.pick(COIN_AMOUNTS) : pointAmount(context),
  };
}

function offramp(context: Context): Body {
  const account = context.random.pickAny(context.created.get('pa') ?? []);
  return {
    source: wallet(fitting(context, 'wal', (made) => isPoints(made) && isOf(made, account))),
    destination: { type: 'payout_account', payout_account_id: toReference(account, 'pa') },
    amount: pointAmount(context),
  };
}

function onramp(context: Context): Body {
  const { random } = context;
  const rail = random.oneIn(3) ? 'emailpay' : 'bank_eft';
  const currency =
    rail === 'emailpay' && !random.oneIn(4) ? 'cad' : random.pick(['usd', 'cad', 'eur', 'gbp']);
  return {
    source: { type: 'fiat', currency, rail },
    destination: wallet(fitting(context, 'wal', isPoints)),
    amount: fiatAmount(context),
  };
}

/** A few transfers, so that one often fails because of those before it. */
export function createTransferBatchDraft(context: Context): Omit<Draft, 'operation'> {
  const { random } = context;
  const transfers = Array.from({ length: 1 + random.below(4) }, () => betweenUsers(context));
  const more = random.oneIn(10) ? { dry_run: true } : {};
  return { body: { mode: random.pick(['atomic', 'independent']), transfers, ...more } };
}

export function createTransferDraft(context: Context): Omit<Draft, 'operation'> {
  const { random } = context;
  const more = { ...(random.oneIn(15) && { dry_run: true }) };
  const kind = random.below(14);
  const body =
    kind < 5
      ? betweenUsers(context)
      : kind < 8
        ? offramp(context)
        : kind < 10
          ? onramp(context)
          : conversionBody(context);
  return { body: { ...body, ...more } };
}
