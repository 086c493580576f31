/** Quotes as GET shows them, but for their expiry: a projection has no clock, so whoever reads one tells. */
import { presentQuote } from '../src/ledger/present.ts';
import { quoteOf } from '../src/ledger/quote.ts';
import { definition, ignoring } from './definition.ts';
import type { Recorded } from './views.ts';

export type QuoteView = ReturnType<typeof presentQuote>;
type Before = { readonly value: QuoteView; readonly terms: readonly string[] } | undefined;

function used(before: Before, { data }: Recorded<'transfer.created'>) {
  if (before === undefined) throw new Error('a conversion by a quote that does not exist');
  const { terms, value } = before;
  return { terms, value: { ...value, status: 'used' as const, transfer_id: data.transfer_id } };
}

export const quotesProjection = definition<QuoteView>({
  name: 'quotes',
  version: 1,
  state: 'quotes',
  rules: {
    ...ignoring(
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
    ),
    'quote.created': {
      touches: ({ data }) => [data.quote_id],
      fold: (_before, event) => ({ value: presentQuote(quoteOf(event)), terms: [] }),
    },
    'transfer.created': {
      touches: ({ data }) => (data.quote_id === undefined ? [] : [data.quote_id]),
      fold: used,
    },
    'transfer.state_changed': 'ignore',
  },
});
