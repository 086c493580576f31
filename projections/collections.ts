/** The collections that the API and the workers read, by the version of the projection that fills them. */
export const COLLECTIONS = {
  users: 'users_v1',
  identities: 'identities_v1',
  wallets: 'wallets_v1',
  history: 'wallet_history_v2',
  depositAccounts: 'deposit_accounts_v1',
  deposits: 'deposits_v1',
  payoutAccounts: 'payout_accounts_v1',
  railReferences: 'rail_references_v1',
  transfers: 'transfers_v1',
  quotes: 'quotes_v1',
  events: 'events_v1',
  idempotency: 'idempotency_v1',
  tasks: 'tasks_v1',
  webhookEndpoints: 'webhook_endpoints_v1',
  deliveryTargets: 'delivery_targets_v1',
  redeliveries: 'redeliveries_v1',
} as const;
