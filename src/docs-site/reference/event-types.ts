/** When each type of event is fired, and which object it shows. One that is missing does not compile. */
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
  'user.deactivated': { object: 'User', when: 'A user is deactivated, for good.' },
  'transfer.created': {
    object: 'Transfer',
    when: 'A transfer is created, by you or by a payment into a deposit account.',
  },
  'transfer.state_changed': {
    object: 'Transfer',
    when: 'A transfer takes a step. `previous_attributes` has the state it was in.',
  },
  'deposit.received': {
    object: 'Transfer',
    when: 'Fiat has arrived for an on-ramp. Shows the step `funds_received`.',
  },
  'deposit.returned': {
    object: 'Transfer',
    when: 'Fiat goes back to its sender: too little, too late, or not wanted.',
  },
  'payout.returned': {
    object: 'Transfer',
    when: 'The rail could not deliver a payout, or it came back. `state_reason` says why.',
  },
  'deposit_account.deactivated': { object: 'DepositAccount', when: 'A deposit account is deactivated.' },
  'webhook_endpoint.test': { object: 'WebhookEndpoint', when: 'A test call to an endpoint.' },
};
