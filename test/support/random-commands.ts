/** Random valid and invalid commands to a book. */
import fc from 'fast-check';
import type { ArrivedDeposit } from '../../src/ledger/onramp.ts';
import type { NameCheck } from '../../src/ledger/payout-account.ts';
import type { LateMovementKind } from '../../src/ledger/late-movement.ts';
import type { PayoutOutcome } from '../../src/ledger/payout.ts';
import type { KycStatus, TermsStatus } from '../../src/ledger/user.ts';
import { CAD, USD, type Fiat } from './ledger-commands.ts';
import { randomWebhookCommand, type WebhookCommand } from './webhook-commands.ts';

/** An index into the objects of the book. An index past the end names an unknown object. */
export type ListIndex = number;
export type RandomCommand =
  | WebhookCommand
  | { readonly do: 'create_user'; readonly reference: number }
  | {
      readonly do: 'update_user';
      readonly user: ListIndex;
      readonly sealed: string | null;
      readonly note: string;
    }
  | { readonly do: 'set_kyc'; readonly user: ListIndex; readonly kyc: KycStatus; readonly terms: TermsStatus }
  | { readonly do: 'deactivate_user'; readonly user: ListIndex }
  | { readonly do: 'issue_links'; readonly user: ListIndex }
  | { readonly do: 'accept_terms'; readonly user: ListIndex; readonly isTokenValid: boolean }
  | { readonly do: 'open_wallet'; readonly user: ListIndex; readonly asset: string; readonly risk: boolean }
  | { readonly do: 'hold'; readonly wallet: ListIndex; readonly hold: boolean }
  | { readonly do: 'reward'; readonly wallet: ListIndex; readonly amount: string }
  | { readonly do: 'open_account'; readonly wallet: ListIndex; readonly fiat: Fiat }
  | { readonly do: 'switch_account'; readonly account: ListIndex; readonly on: boolean }
  | { readonly do: 'transfer'; readonly from: ListIndex; readonly to: ListIndex; readonly amount: string }
  | { readonly do: 'onramp'; readonly to: ListIndex; readonly amount: string; readonly fiat: Fiat }
  | { readonly do: 'cancel_onramp'; readonly transfer: ListIndex }
  | {
      readonly do: 'arrive';
      readonly to: ListIndex;
      readonly standing: boolean;
      readonly amount: string;
      readonly outcome: ArrivedDeposit['outcome'];
    }
  | { readonly do: 'open_payout_account'; readonly wallet: ListIndex; readonly fiat: Fiat }
  | { readonly do: 'delete_payout_account'; readonly account: ListIndex }
  | { readonly do: 'check_name'; readonly account: ListIndex; readonly result: NameCheck }
  | {
      readonly do: 'offramp';
      readonly account: ListIndex;
      /** A wallet of the account's owner, or any wallet. */
      readonly from: ListIndex | 'own';
      readonly amount: string;
    }
  | { readonly do: 'submit'; readonly transfer: ListIndex; readonly accepted: boolean }
  | { readonly do: 'settle'; readonly transfer: ListIndex; readonly outcome: PayoutOutcome['outcome'] }
  | { readonly do: 'come_back'; readonly transfer: ListIndex; readonly kind: LateMovementKind }
  | { readonly do: 'allocate'; readonly coin: number; readonly points: number }
  | {
      readonly do: 'quote';
      readonly user: ListIndex;
      readonly buys: boolean;
      readonly amount: string;
      readonly price: number;
    }
  | { readonly do: 'convert'; readonly quote: ListIndex; readonly late: boolean; readonly other: boolean }
  | { readonly do: 'propose_approval'; readonly transfer: ListIndex }
  | { readonly do: 'propose_reward'; readonly wallet: ListIndex; readonly amount: string }
  | { readonly do: 'execute' | 'withdraw'; readonly proposal: ListIndex; readonly operator: 'Ana' | 'Ben' }
  | { readonly do: 'note'; readonly user: ListIndex }
  | { readonly do: 'review'; readonly transfer: ListIndex; readonly outcome: 'approved' | 'rejected' };

const listIndex = fc.nat({ max: 7 });
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
const outcome = fc.constantFrom<ArrivedDeposit['outcome']>('credited', 'credited', 'in_review', 'returned');
const asset = fc.constantFrom('svc-points', 'svc-points', 'svc-coin', 'toString');

const is = <Name extends RandomCommand['do']>(name: Name): fc.Arbitrary<Name> => fc.constant(name);

export const randomCommand: fc.Arbitrary<RandomCommand> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: is('create_user'), reference: fc.nat({ max: 9 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: is('update_user'),
      user: listIndex,
      sealed: fc.constantFrom(null, 's1', 's2'),
      note: fc.constantFrom('a', 'b'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('set_kyc'), user: listIndex, kyc, terms }) },
  { weight: 1, arbitrary: fc.record({ do: is('deactivate_user'), user: listIndex }) },
  { weight: 2, arbitrary: fc.record({ do: is('issue_links'), user: listIndex }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: is('accept_terms'), user: listIndex, isTokenValid: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: is('open_wallet'), user: listIndex, asset, risk: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('hold'), wallet: listIndex, hold: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: is('reward'), wallet: listIndex, amount }) },
  { weight: 1, arbitrary: fc.record({ do: is('open_account'), wallet: listIndex, fiat }) },
  { weight: 1, arbitrary: fc.record({ do: is('switch_account'), account: listIndex, on: fc.boolean() }) },
  { weight: 8, arbitrary: fc.record({ do: is('transfer'), from: listIndex, to: listIndex, amount }) },
  { weight: 3, arbitrary: fc.record({ do: is('onramp'), to: listIndex, amount: fiatAmount, fiat }) },
  { weight: 1, arbitrary: fc.record({ do: is('cancel_onramp'), transfer: listIndex }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: is('arrive'),
      to: listIndex,
      standing: fc.boolean(),
      amount: fiatAmount,
      outcome,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('open_payout_account'), wallet: listIndex, fiat }) },
  { weight: 1, arbitrary: fc.record({ do: is('delete_payout_account'), account: listIndex }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: is('check_name'),
      account: listIndex,
      result: fc.constantFrom<NameCheck>('pending', 'pending', 'match', 'no_match'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: is('offramp'),
      account: fc.nat({ max: 3 }),
      from: fc.oneof(
        { weight: 4, arbitrary: fc.constant<'own'>('own') },
        { weight: 1, arbitrary: listIndex },
      ),
      amount: payoutAmount,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: is('submit'),
      transfer: fc.nat({ max: 3 }),
      accepted: fc.constantFrom(true, true, false),
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
    weight: 3,
    arbitrary: fc.record({
      do: is('come_back'),
      transfer: fc.nat({ max: 4 }),
      kind: fc.constantFrom<LateMovementKind>('return', 'reversal'),
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
  { weight: 1, arbitrary: fc.record({ do: is('propose_approval'), transfer: listIndex }) },
  { weight: 1, arbitrary: fc.record({ do: is('propose_reward'), wallet: listIndex, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('execute', 'execute', 'withdraw'),
      proposal: fc.nat({ max: 2 }),
      operator: fc.constantFrom('Ana', 'Ben', 'Ben'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('note'), user: listIndex }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: is('review'),
      transfer: listIndex,
      outcome: fc.constantFrom('approved', 'rejected'),
    }),
  },
);

export const randomCommands = (maxLength = 60): fc.Arbitrary<RandomCommand[]> =>
  fc.array(randomCommand, { minLength: 5, maxLength, size: 'max' });
