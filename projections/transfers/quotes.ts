/** Quotes as the API returns them, except for expiry: a projection has no clock, so readers compute it. */
import { presentQuote } from '../../src/ledger/present.ts';
import { quoteFromEvent } from '../../src/ledger/quotes/quote.ts';
import { defineBookProjection, ignoreTopics } from '../book-projection.ts';
import type { Recorded } from '../views.ts';
import { LedgerViolation } from '../../src/ledger/violations.ts';

export type QuoteView = ReturnType<typeof presentQuote>;
type Before = { readonly value: QuoteView; readonly terms: readonly string[] } | undefined;

function used(before: Before, { data }: Recorded<'transfer.created'>) {
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
