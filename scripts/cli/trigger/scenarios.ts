/** How each event type happens in the sandbox: calls as an integrator, a user, and a bank would make them. */
import type { Client } from '../../../packages/client/src/client.ts';
import type { PublicEventType, TransferState } from '../../../packages/client/src/generated/types.ts';
import type { JsonObject } from '../outcome.ts';
import {
  REFUSED_AMOUNT,
  approvedUser,
  canceledOnramp,
  deposit,
  newDepositAccount,
  newUser,
  newWallet,
  offramp,
  onramp,
  paidOut,
  transfer,
} from './sandbox-objects.ts';
import { disabledEndpoint, testEndpoint } from './webhook-tests.ts';

/** Returns the object that the event is about, or the event itself if it is not in the event log. */
export type Scenario = (
  ledger: Client,
) => Promise<{ readonly id: string; readonly event?: never } | { readonly event: JsonObject }>;

/** A missing type does not compile. */
export const EVENT_SCENARIOS: Readonly<Record<PublicEventType, Scenario>> = {
  'user.created': newUser,
  'user.kyc_status_changed': approvedUser,
  'user.terms_status_changed': approvedUser,
  async 'user.deactivated'(ledger) {
    const { id } = await newUser(ledger);
    return ledger.users.deactivate(id);
  },
  'transfer.created': (ledger) => onramp(ledger),
  'transfer.state_changed': transfer,
  'deposit.received': (ledger) => deposit(ledger, 'credited'),
  'deposit.returned': (ledger) => deposit(ledger, 'returned'),
  'payout.returned': (ledger) => paidOut(ledger, 'returned'),
  async 'deposit_account.deactivated'(ledger) {
    const { user_id, id } = await newDepositAccount(ledger, await newWallet(ledger));
    return ledger.depositAccounts.deactivate(user_id, id);
  },
  'webhook_endpoint.disabled': disabledEndpoint,
  'webhook_endpoint.test': async (ledger) => ({ event: await testEndpoint(ledger) }),
};

/** The states in which transfers are created. `transfer.state_changed` never reports them. */
type FirstState = 'pending' | 'awaiting_funds';

/** Transfers that reach a state, which `transfer.state_changed` reports: `transfer.completed`, for example. */
export const STATE_SCENARIOS: Readonly<Record<Exclude<TransferState, FirstState>, Scenario>> = {
  funds_received: (ledger) => deposit(ledger, 'credited'),
  in_review: (ledger) => deposit(ledger, 'in_review'),
  payout_submitted: offramp,
  completed: transfer,
  failed: (ledger) => onramp(ledger, REFUSED_AMOUNT),
  canceled: canceledOnramp,
  returned: (ledger) => deposit(ledger, 'returned'),
  undeliverable: (ledger) => paidOut(ledger, 'undeliverable'),
  refunded: (ledger) => paidOut(ledger, 'returned'),
};
