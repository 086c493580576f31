/**
 * What a rail's provider knows details and instructions by, and what they were issued for: the way back from a payment
 * that a connector tells of to the book and the object it is for. The reference is the document's ID.
 */
import { defineBookProjection, ignoreTopics } from '../book-projection.ts';
import type { Recorded } from '../views.ts';

export type RailReference = {
  readonly rail: string;
  readonly currency: string;
  /** What it was issued for: one of the two. */
  readonly for: { readonly transfer_id: string } | { readonly deposit_account_id: string };
};

export const railReferencesProjection = defineBookProjection({
  name: 'rail_references',
  version: 1,
  log: 'rail_references',
  rules: {
    ...ignoreTopics(
      'users',
      'onboarding',
      'wallets',
      'payout_accounts',
      'offramps',
      'deposits',
      'postings',
      'quotes',
      'treasury',
      'webhook_endpoints',
      'redeliveries',
      'requests',
    ),
    'deposit_account.opened': {
      emit: ({ data }: Recorded<'deposit_account.opened'>) => {
        const { deposit_account_id, source, provider_reference } = data;
        return issued(provider_reference, { ...source, for: { deposit_account_id } });
      },
    },
    'deposit_account.deactivated': 'ignore',
    'deposit_account.reactivated': 'ignore',
    'transfer.created': {
      emit: ({ data }: Recorded<'transfer.created'>) => {
        const { transfer_id, provider_reference, source } = data;
        const { rail = '', currency = '' } = source;
        return issued(provider_reference, { rail, currency, for: { transfer_id } });
      },
    },
    'transfer.state_changed': 'ignore',
  },
});

const issued = (id: string | undefined, value: RailReference) =>
  id === undefined ? [] : [{ id, value, terms: [] }];
