/** Requested redeliveries: one document for each event and endpoint, in the order of the requests. */
import { deriveId } from '../../src/ledger/ids.ts';
import { defineBookProjection, ignoreTopics } from '../book-projection.ts';
import { deliveryTerm } from './subscribers.ts';
import type { Recorded } from '../views.ts';

export type Redelivery = {
  /** `rdl_…`, derived from the stream and revision of the request. */
  readonly id: string;
  readonly event_id: string;
  readonly webhook_endpoint_id: string;
  /** ISO 8601. */
  readonly requested_at: string;
};

function requested({ data, time, stream, revision }: Recorded<'event.redelivery_requested'>) {
  const { event_id, webhook_endpoint_ids } = data;
  return webhook_endpoint_ids.map((webhook_endpoint_id, index) => {
    const id = deriveId('rdl', Date.parse(time), stream, revision, index);
    const value: Redelivery = { id, event_id, webhook_endpoint_id, requested_at: time };
    return { id, value, terms: [deliveryTerm(webhook_endpoint_id)] };
  });
}

export const redeliveriesProjection = defineBookProjection<never>({
  name: 'redeliveries',
  version: 1,
  log: 'redeliveries',
  rules: {
    ...ignoreTopics(
      'users',
      'onboarding',
      'wallets',
      'deposit_accounts',
      'payout_accounts',
      'transfers',
      'offramps',
      'deposits',
      'postings',
      'quotes',
      'treasury',
      'webhook_endpoints',
      'requests',
      'clock',
      'generations',
      'screening',
      'dual_control',
      'notes',
    ),
    'event.redelivery_requested': { emit: requested },
  },
});
