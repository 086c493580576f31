/** Random commands to a book, good and bad ones, for laws. */
import fc from 'fast-check';
import type { Decision } from '../../src/ledger/book.ts';
import type { Arrival } from '../../src/ledger/deposits.ts';
import { deactivateDepositAccount, reactivateDepositAccount } from '../../src/ledger/deposit-accounts.ts';
import type { Recorded } from '../../src/ledger/event.ts';
import { CANCELED, cancelOnramp } from '../../src/ledger/onramps.ts';
import { setHold } from '../../src/ledger/reviews.ts';
import type { KycStatus, TermsStatus } from '../../src/ledger/user.ts';
import { createUser, deactivateUser, setKyc, updateUser } from '../../src/ledger/users.ts';
import { openWallet } from '../../src/ledger/wallets.ts';
import { formatAmount } from '../../src/ledger/amount.ts';
import type { PayoutOutcome } from '../../src/ledger/offramps.ts';
import type { NameCheck } from '../../src/ledger/payout-account.ts';
import { deletePayoutAccount, recordNameCheck } from '../../src/ledger/payout-accounts.ts';
import {
  CAD,
  USD,
  allocation,
  arrival,
  depositAccount,
  offramp,
  onramp,
  payoutAccount,
  quote,
  review,
  reward,
  settlement,
  submission,
  transfer,
} from './commands.ts';
import type { Decide, Fiat } from './commands.ts';
import type { Ledger } from './ledger.ts';
import { enable, endpoint, randomWebhookCommand, webhookDecision } from './webhook-commands.ts';
import type { WebhookCommand } from './webhook-commands.ts';

/** A command by places in the lists of what the book has; places past the end name things that do not exist. */
type Place = number;
export type RandomCommand =
  | WebhookCommand
  | { readonly do: 'create_user'; readonly reference: number }
  | {
      readonly do: 'update_user';
      readonly user: Place;
      readonly sealed: string | null;
      readonly note: string;
    }
  | { readonly do: 'set_kyc'; readonly user: Place; readonly kyc: KycStatus; readonly terms: TermsStatus }
  | { readonly do: 'deactivate_user'; readonly user: Place }
  | { readonly do: 'open_wallet'; readonly user: Place; readonly asset: string; readonly risk: boolean }
  | { readonly do: 'hold'; readonly wallet: Place; readonly hold: boolean }
  | { readonly do: 'reward'; readonly wallet: Place; readonly amount: string }
  | { readonly do: 'open_account'; readonly wallet: Place; readonly fiat: Fiat }
  | { readonly do: 'switch_account'; readonly account: Place; readonly on: boolean }
  | { readonly do: 'transfer'; readonly from: Place; readonly to: Place; readonly amount: string }
  | { readonly do: 'onramp'; readonly to: Place; readonly amount: string; readonly fiat: Fiat }
  | { readonly do: 'cancel_onramp'; readonly transfer: Place }
  | {
      readonly do: 'arrive';
      readonly to: Place;
      readonly standing: boolean;
      readonly amount: string;
      readonly outcome: Arrival['outcome'];
    }
  | { readonly do: 'open_payout_account'; readonly wallet: Place; readonly fiat: Fiat }
  | { readonly do: 'delete_payout_account'; readonly account: Place }
  | { readonly do: 'check_name'; readonly account: Place; readonly result: NameCheck }
  | {
      readonly do: 'offramp';
      readonly account: Place;
      /** Out of a wallet of the account's own user, or out of any. */
      readonly from: Place | 'own';
      readonly amount: string;
    }
  | { readonly do: 'submit'; readonly transfer: Place; readonly taken: boolean }
  | { readonly do: 'settle'; readonly transfer: Place; readonly outcome: PayoutOutcome['outcome'] }
  | { readonly do: 'allocate'; readonly coin: number; readonly points: number }
  | {
      readonly do: 'quote';
      readonly user: Place;
      readonly buys: boolean;
      readonly amount: string;
      readonly price: number;
    }
  | { readonly do: 'convert'; readonly quote: Place; readonly late: boolean; readonly other: boolean }
  | { readonly do: 'review'; readonly transfer: Place; readonly outcome: 'approved' | 'rejected' };

const place = fc.nat({ max: 7 });
const amount = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 50_000 }).map((cents) => (cents / 100).toFixed(2)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('0', '0.01', '0.001', '7', '999999.99', '1000000.00', '2500000.01'),
  },
);
const payoutAmount = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 10_000, max: 90_000 }).map((cents) => (cents / 100).toFixed(2)) },
  { weight: 1, arbitrary: fc.constantFrom('99.99', '100.001', '1000000.00') },
);
const conversionAmount = fc.oneof(
  { weight: 3, arbitrary: amount },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 100, max: 200_000_000 }).map((units) => (units / 1e8).toFixed(8)),
  },
);

const fiatAmount = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 500_000 }).map((cents) => (cents / 100).toFixed(2)) },
  { weight: 1, arbitrary: fc.constantFrom('0', '0.99', '1.00', '0.005', '25000.00', '25000.01') },
);
const fiat = fc.constantFrom<Fiat>(USD, USD, CAD, { currency: 'gbp', rail: 'bank_eft' });
const kyc = fc.constantFrom<KycStatus>('approved', 'approved', 'approved', 'rejected', 'under_review');
const terms = fc.constantFrom<TermsStatus>('approved', 'approved', 'approved', 'pending');
const outcome = fc.constantFrom<Arrival['outcome']>('credited', 'credited', 'in_review', 'returned');
const asset = fc.constantFrom('svc-points', 'svc-points', 'svc-coin', 'toString');

const is = <Name extends RandomCommand['do']>(name: Name): fc.Arbitrary<Name> => fc.constant(name);

export const randomCommand: fc.Arbitrary<RandomCommand> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: is('create_user'), reference: fc.nat({ max: 9 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: is('update_user'),
      user: place,
      sealed: fc.constantFrom(null, 's1', 's2'),
      note: fc.constantFrom('a', 'b'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('set_kyc'), user: place, kyc, terms }) },
  { weight: 1, arbitrary: fc.record({ do: is('deactivate_user'), user: place }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: is('open_wallet'), user: place, asset, risk: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('hold'), wallet: place, hold: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: is('reward'), wallet: place, amount }) },
  { weight: 1, arbitrary: fc.record({ do: is('open_account'), wallet: place, fiat }) },
  { weight: 1, arbitrary: fc.record({ do: is('switch_account'), account: place, on: fc.boolean() }) },
  { weight: 8, arbitrary: fc.record({ do: is('transfer'), from: place, to: place, amount }) },
  { weight: 3, arbitrary: fc.record({ do: is('onramp'), to: place, amount: fiatAmount, fiat }) },
  { weight: 1, arbitrary: fc.record({ do: is('cancel_onramp'), transfer: place }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: is('arrive'),
      to: place,
      standing: fc.boolean(),
      amount: fiatAmount,
      outcome,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('open_payout_account'), wallet: place, fiat }) },
  { weight: 1, arbitrary: fc.record({ do: is('delete_payout_account'), account: place }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: is('check_name'),
      account: place,
      result: fc.constantFrom<NameCheck>('pending', 'pending', 'match', 'no_match'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: is('offramp'),
      account: fc.nat({ max: 3 }),
      from: fc.oneof({ weight: 4, arbitrary: fc.constant<'own'>('own') }, { weight: 1, arbitrary: place }),
      amount: payoutAmount,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: is('submit'),
      transfer: fc.nat({ max: 3 }),
      taken: fc.constantFrom(true, true, false),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: is('settle'),
      transfer: fc.nat({ max: 3 }),
      outcome: fc.constantFrom<PayoutOutcome['outcome']>('completed', 'returned', 'undeliverable'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: is('allocate'),
      coin: fc.integer({ min: 1, max: 300_000_000 }),
      points: fc.integer({ min: 1, max: 500_000 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: is('quote'),
      user: fc.nat({ max: 3 }),
      buys: fc.boolean(),
      amount: conversionAmount,
      price: fc.integer({ min: 1, max: 50_000_000 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: is('convert'),
      quote: fc.constantFrom(0, 0, 0, 1, 5),
      late: fc.constantFrom(false, false, false, true),
      other: fc.constantFrom(false, false, false, true),
    }),
  },
  { weight: 4, arbitrary: randomWebhookCommand },
  {
    weight: 3,
    arbitrary: fc.record({
      do: is('review'),
      transfer: place,
      outcome: fc.constantFrom('approved', 'rejected'),
    }),
  },
);

export const randomCommands = (maxLength = 60): fc.Arbitrary<RandomCommand[]> =>
  fc.array(randomCommand, { minLength: 5, maxLength, size: 'max' });

/** Users with wallets and money, so that most of what follows has something to work on. */
export function populate(ledger: Ledger): void {
  const [anna] = [ledger.fundedWallet('1500000.00', '300.00'), ledger.fundedWallet('20.00', '80.00')];
  ledger.coinWallet('2.50000000');
  ledger.run(allocation({ coin_stock: '3.00000000', points_backing: '5000.00' }));
  ledger.coinWallet();
  ledger.depositAccount(anna);
  ledger.depositAccount(ledger.wallet(), CAD);
  ledger.payoutAccount(anna);
  ledger.payoutAccount(anna, { currency: 'cad', country: 'CA' });
  ledger.user();
  ledger.wallet(ledger.ownerOf(anna), 'svc-coin');
  ledger.run(endpoint());
  for (const id of [...ledger.book.webhookEndpoints.entries()].map(([key]) => key)) ledger.run(enable(id));
}

const NO_QUOTE = { id: 'qt_none', source_wallet_id: 'wal_none', destination_wallet_id: 'wal_none' };

/** What a command is on this ledger, as a decision. */
export function decisionOf(ledger: Pick<Ledger, 'book'>, command: RandomCommand): Decide {
  const { book } = ledger;
  const nth = (keys: Iterable<[string, unknown]>, at: Place, prefix: string): string =>
    [...keys][at]?.[0] ?? `${prefix}_${'0'.repeat(26)}`;
  const user = (at: Place): string => nth(book.users.entries(), at, 'usr');
  const wallet = (at: Place): string => nth(book.wallets.entries(), at, 'wal');
  const account = (at: Place): string => nth(book.depositAccounts.entries(), at, 'da');
  const openTransfer = (at: Place): string => nth(book.transfers.entries(), at, 'trf');
  const ownerOf = (id: string): string => book.wallets.get(id)?.user_id ?? user(99);
  const payoutAccountAt = (at: Place): string => nth(book.payoutAccounts.entries(), at, 'pa');
  const openOfframp = (at: Place): string =>
    nth(
      [...book.transfers.entries()].filter(([, { kind }]) => kind === 'offramp'),
      at,
      'trf',
    );
  switch (command.do) {
    case 'create_user':
      return (on, context) =>
        createUser(
          on,
          {
            type: command.reference % 2 === 0 ? 'individual' : 'business',
            external_reference: `random-${command.reference}`,
            country: 'CA',
            sealed: () => (command.reference % 3 === 0 ? null : 'sealed'),
            metadata: { n: String(command.reference) },
          },
          context,
        );
    case 'update_user':
      return (on) =>
        updateUser(on, {
          user_id: user(command.user),
          metadata: { note: command.note },
          reseal: () => command.sealed,
        });
    case 'set_kyc': {
      const { kyc: kyc_status, terms: terms_status } = command;
      const rejection_reasons = [{ code: 'document_unreadable', message: 'Send it again.' }];
      return (on) => setKyc(on, { user_id: user(command.user), kyc_status, terms_status, rejection_reasons });
    }
    case 'deactivate_user':
      return (on) => deactivateUser(on, { user_id: user(command.user) });
    case 'open_wallet':
      return (on, context) =>
        openWallet(
          on,
          {
            user_id: user(command.user),
            asset: command.asset,
            acknowledge_price_risk: command.risk,
            metadata: {},
          },
          context,
        );
    case 'hold':
      return (on) =>
        setHold(on, { wallet_id: wallet(command.wallet), hold: command.hold, reason: 'A check.' });
    case 'reward':
      return reward(wallet(command.wallet), command.amount);
    case 'open_account':
      return depositAccount(
        book.wallets.get(wallet(command.wallet))?.user_id ?? user(99),
        wallet(command.wallet),
        command.fiat,
      );
    case 'switch_account': {
      const deposit_account_id = account(command.account);
      const user_id = book.depositAccounts.get(deposit_account_id)?.user_id ?? user(99);
      const decide = command.on ? reactivateDepositAccount : deactivateDepositAccount;
      return (on) => decide(on, { user_id, deposit_account_id });
    }
    case 'transfer':
      return transfer(wallet(command.from), wallet(command.to), command.amount);
    case 'onramp':
      return onramp(wallet(command.to), command.amount, command.fiat);
    case 'cancel_onramp': {
      const transfer_id = openTransfer(command.transfer);
      return (on) => cancelOnramp(on, { transfer_id, reason: CANCELED });
    }
    case 'arrive':
      return arrival(
        command.standing ? account(command.to) : openTransfer(command.to),
        command.amount,
        command.outcome,
      );
    case 'open_payout_account':
      return payoutAccount(ownerOf(wallet(command.wallet)), {
        ...command.fiat,
        country: command.fiat.currency === 'usd' ? 'US' : 'CA',
      });
    case 'delete_payout_account': {
      const payout_account_id = payoutAccountAt(command.account);
      const user_id = book.payoutAccounts.get(payout_account_id)?.account.user_id ?? user(99);
      return (on) => deletePayoutAccount(on, { user_id, payout_account_id });
    }
    case 'check_name': {
      const payout_account_id = payoutAccountAt(command.account);
      const { result: name_check } = command;
      return (on) => recordNameCheck(on, { payout_account_id, name_check });
    }
    case 'offramp': {
      const to = payoutAccountAt(command.account);
      const owner = book.users.get(book.payoutAccounts.get(to)?.account.user_id ?? '');
      const own = owner?.wallets['svc-points'] ?? wallet(99);
      return offramp(command.from === 'own' ? own : wallet(command.from), to, command.amount);
    }
    case 'submit':
      return submission(openOfframp(command.transfer), command.taken);
    case 'settle':
      return settlement(openOfframp(command.transfer), command.outcome);
    case 'allocate': {
      const coin_stock = formatAmount(BigInt(command.coin), 8);
      const points_backing = formatAmount(BigInt(command.points), 2);
      return allocation(command.points % 3 === 0 ? { coin_stock } : { coin_stock, points_backing });
    }
    case 'quote': {
      const { wallets = {} } = book.users.get(user(command.user)) ?? {};
      const [points, coin] = [wallets['svc-points'] ?? 'wal_none', wallets['svc-coin'] ?? 'wal_none'];
      const price = { numerator: BigInt(command.price), denominator: 1_000n };
      return command.buys
        ? quote(points, coin, command.amount, price)
        : quote(coin, points, command.amount, price);
    }
    case 'convert': {
      // The newest first, as the others are mostly used.
      const found = [...book.quotes.values()].reverse()[command.quote];
      const { id, source_wallet_id, destination_wallet_id } = found ?? NO_QUOTE;
      const asked = command.other ? '1.00' : (found?.amount ?? '1.00');
      return transfer(source_wallet_id, destination_wallet_id, asked, { quote_id: id });
    }
    case 'webhook':
      return webhookDecision(book, command);
    case 'review':
      return review(openTransfer(command.transfer), command.outcome);
  }
}

/** Runs one command; a refusal gives undefined. */
export function attempt(ledger: Ledger, command: RandomCommand): Recorded[] | undefined {
  if (command.do === 'convert' && command.late) ledger.pass(31_000);
  const seen: Decision[] = [];
  const decide = decisionOf(ledger, command);
  const events = ledger.run((book, context) => {
    const decision = decide(book, context);
    seen.push(decision);
    return 'events' in decision ? decision : { events: [] };
  });
  ledger.pass(3);
  return seen.some((decision) => 'refusal' in decision) ? undefined : events;
}

/** A populated ledger after these commands, refused ones left out. */
export function runAll(ledger: Ledger, commands: readonly RandomCommand[]): Ledger {
  populate(ledger);
  for (const command of commands) attempt(ledger, command);
  return ledger;
}
