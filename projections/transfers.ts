import { presentQuote } from '../src/ledger/present.ts';
import { quoteFromEvent } from '../src/ledger/quote.ts';
import { isFinalState, type TransferEvent } from '../src/ledger/transfer.ts';
import { LedgerViolation } from '../src/ledger/violations.ts';
import { defineBookProjection, ignoreTopics } from './book-projection.ts';
import { nextTransferView, type Recorded, type TransferView } from './views.ts';

// Quotes as the API returns them, except for expiry: a projection has no clock, so readers compute it.

export type QuoteView = ReturnType<typeof presentQuote>;
type QuoteBefore = { readonly value: QuoteView; readonly terms: readonly string[] } | undefined;

function used(before: QuoteBefore, { data }: Recorded<'transfer.created'>) {
  if (before === undefined)
    throw new LedgerViolation('object_missing', 'The conversion names a quote that does not exist.');
  const { terms, value } = before;
  return { terms, value: { ...value, status: 'used' as const, transfer_id: data.transfer_id } };
}

export const quotesProjection = defineBookProjection<QuoteView>({
  name: 'quotes',
  version: 1,
  state: 'quotes',
  rules: {
    ...ignoreTopics(
      'users',
      'onboarding',
      'wallets',
      'deposit_accounts',
      'payout_accounts',
      'offramps',
      'deposits',
      'postings',
      'treasury',
      'webhook_endpoints',
      'redeliveries',
      'requests',
      'clock',
      'generations',
      'screening',
      'dual_control',
      'notes',
    ),
    'quote.created': {
      touches: ({ data }) => [data.quote_id],
      fold: (_before, event) => ({ value: presentQuote(quoteFromEvent(event)), terms: [] }),
    },
    'transfer.created': {
      touches: ({ data }) => (data.quote_id === undefined ? [] : [data.quote_id]),
      fold: used,
    },
    'transfer.state_changed': 'ignore',
  },
});

// Transfers as the API returns them, with a term for each filter of the list.

/** Lists of a user's transfers combine the lists of the user's wallets, so users need no term. */
function termsOf({ source, destination, kind, state, integrator_reference }: TransferView): string[] {
  const wallets = [source, destination].map(({ wallet_id }) => wallet_id).filter((id) => id !== undefined);
  return [
    'every',
    ...wallets.map((id) => `wallet:${id}`),
    ...(integrator_reference === null ? [] : [`reference:${integrator_reference}`]),
    `kind:${kind}`,
    `state:${state}`,
  ];
}

/** A permanent term of an off-ramp that its rail returned. The final state `refunded` does not show the reason. */
export const payoutReturnTerm = (step: 'returned' | 'undeliverable'): string => `payout:${step}`;

/** A term of an unfinished off-ramp: its rail. */
export const pendingRailTerm = (rail: string): string => `waits_for:${rail}`;

const pendingRailTerms = ({ kind, state, destination: { rail } }: TransferView): readonly string[] =>
  kind === 'offramp' && rail !== undefined && !isFinalState(kind, state) ? [pendingRailTerm(rail)] : [];

function payoutReturnTerms({ kind, state }: TransferView, before: readonly string[]): readonly string[] {
  if (kind !== 'offramp') return [];
  return state === 'returned' || state === 'undeliverable'
    ? [payoutReturnTerm(state)]
    : before.filter((term) => term.startsWith('payout:'));
}

type Before = { readonly value: TransferView; readonly terms: readonly string[] } | undefined;

const changed = {
  touches: ({ data }: Recorded<TransferEvent['type']>) => [data.transfer_id],
  fold(before: Before, event: Recorded<TransferEvent['type']>) {
    const value = nextTransferView(before?.value, event);
    return {
      value,
      terms: [
        ...termsOf(value),
        ...pendingRailTerms(value),
        ...payoutReturnTerms(value, before?.terms ?? []),
      ],
    };
  },
};

export const transfersProjection = defineBookProjection<TransferView>({
  name: 'transfers',
  version: 2,
  state: 'transfers',
  rules: {
    ...ignoreTopics(
      'users',
      'onboarding',
      'wallets',
      'deposit_accounts',
      'payout_accounts',
      'offramps',
      'deposits',
      'postings',
      'quotes',
      'treasury',
      'webhook_endpoints',
      'redeliveries',
      'requests',
      'clock',
      'generations',
      'screening',
      'dual_control',
      'notes',
    ),
    'transfer.created': changed,
    'transfer.state_changed': changed,
  },
});
