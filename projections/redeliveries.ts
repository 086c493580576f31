/** What integrators asked to be delivered again: a document for each event and endpoint, in the order of the requests. */
import { derivedId } from '../src/ledger/identifier.ts';
import { definition, ignoring } from './definition.ts';
import { deliveredTo } from './receivers.ts';
import type { Recorded } from './views.ts';

export type Redelivery = {
  /** `rdl_…`, of the request's own place in the book. */
  readonly id: string;
  readonly event_id: string;
  readonly webhook_endpoint_id: string;
  /** ISO 8601. */
  readonly requested_at: string;
};

function requested({ data, time, stream, revision }: Recorded<'event.redelivery_requested'>) {
  const { event_id, webhook_endpoint_ids } = data;
  return webhook_endpoint_ids.map((webhook_endpoint_id, index) => {
    const id = derivedId('rdl', Date.parse(time), stream, revision, index);
    const value: Redelivery = { id, event_id, webhook_endpoint_id, requested_at: time };
    return { id, value, terms: [deliveredTo(webhook_endpoint_id)] };
  });
}

export const redeliveriesProjection = definition<never>({
  name: 'redeliveries',
  version: 1,
  log: 'redeliveries',
  rules: {
    ...ignoring(
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
    ),
    'event.redelivery_requested': { emit: requested },
  },
});
