/** When each type of event is sent, and which object it contains. A missing type does not compile. */
import type { PublicEventType } from '../../generated/api.ts';

export const EVENT_TYPES: Readonly<
  Record<PublicEventType, { readonly object: string; readonly when: string }>
> = {
  'user.created': { object: 'User', when: 'A user is created.' },
  'user.kyc_status_changed': {
    object: 'User',
    when: '`kyc_status` changes: by the hosted page, a review, or the sandbox.',
  },
  'user.terms_status_changed': {
    object: 'User',
    when: '`terms_status` changes: by the hosted page or the sandbox.',
  },
  'user.deactivated': { object: 'User', when: 'A user is permanently deactivated.' },
  'transfer.created': {
    object: 'Transfer',
    when: 'You create a transfer, or a payment to a deposit account creates one.',
  },
  'transfer.state_changed': {
    object: 'Transfer',
    when: 'A transfer changes its state. `previous_attributes` contains the previous state.',
  },
  'deposit.received': {
    object: 'Transfer',
    when: 'Fiat was received for an on-ramp. The transfer is in the state `funds_received`.',
  },
  'deposit.returned': {
    object: 'Transfer',
    when: 'Fiat is returned to its sender because it was too little, too late, or not accepted.',
  },
  'payout.returned': {
    object: 'Transfer',
    when: 'A payout could not be delivered or was returned. `state_reason` contains the reason.',
  },
  'deposit_account.deactivated': { object: 'DepositAccount', when: 'A deposit account is deactivated.' },
  'webhook_endpoint.disabled': {
    object: 'WebhookEndpoint',
    when: 'The service disables an endpoint, because it answered 410 or accepted nothing for five days. The other endpoints receive it.',
  },
  'webhook_endpoint.test': { object: 'WebhookEndpoint', when: 'You send a test to an endpoint.' },
};
