/**
 * The references that rail providers use for deposit details and payment instructions. They lead from an incoming payment to its
 * book and object. The reference is the document ID.
 */
import { defineBookProjection, ignoreTopics } from '../book-projection.ts';
import type { Recorded } from '../views.ts';

export type RailReference = {
  readonly rail: string;
  readonly currency: string;
  /** The object that the reference was issued for. */
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
      'clock',
      'generations',
      'screening',
      'dual_control',
      'notes',
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
