// Generated from schemas/ by `npm run generate`. Do not edit.

import type { StreamOptions } from '../event-stream.ts';
import { segment } from '../request.ts';
import type { CallOptions, ReadOptions, WriteOptions } from '../request.ts';
import type { Transport } from '../transport.ts';
import type {
  Deposit,
  DepositAccount,
  DepositAccountCreate,
  DepositAccountListQuery,
  DepositListQuery,
  EventListQuery,
  EventRedeliver,
  EventStreamQuery,
  OnboardingLinks,
  OnboardingLinksCreate,
  PayoutAccount,
  PayoutAccountCreate,
  PayoutAccountListQuery,
  PublicEvent,
  Quote,
  QuoteCreate,
  Rate,
  RateQuery,
  Request,
  RequestListQuery,
  RequestSummary,
  RouteList,
  RouteQuery,
  SandboxClock,
  SandboxClockAdvance,
  SandboxDeposit,
  SandboxKycUpdate,
  SandboxLateMovement,
  SandboxPayoutOutcome,
  SandboxReset,
  SandboxReviewOutcome,
  SandboxReward,
  Transfer,
  TransferBatch,
  TransferBatchCreate,
  TransferBatchPreview,
  TransferCreate,
  TransferListQuery,
  TransferPreview,
  User,
  UserCreate,
  UserListQuery,
  UserUpdate,
  Wallet,
  WalletBalance,
  WalletBalanceQuery,
  WalletCreate,
  WalletHistoryEntry,
  WalletHistoryQuery,
  WalletListQuery,
  WalletStatement,
  WalletStatementQuery,
  WebhookBulkRedelivery,
  WebhookDelivery,
  WebhookDeliveryListQuery,
  WebhookDeliveryWithAttempts,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointListQuery,
  WebhookEndpointTest,
  WebhookEndpointUpdate,
  WebhookRedeliver,
} from './types.ts';

/** A method for each operation of the API. */
export const createResources = ({ call, list, stream }: Transport) => ({
  users: {
    /** List users. */
    list: (query?: UserListQuery, options?: ReadOptions) => list<User>('/v1/users', query, options),
    /** Create a user. */
    create: (body: UserCreate, options?: WriteOptions) =>
      call<User>({ ...options, method: 'POST', path: '/v1/users', body }),
    /** Get a user. */
    get: (user_id: string, options?: ReadOptions) =>
      call<User>({ ...options, method: 'GET', path: `/v1/users/${segment(user_id)}` }),
    /** Change a user's contact details or metadata. */
    update: (user_id: string, body: UserUpdate, options?: CallOptions) =>
      call<User>({ ...options, method: 'PATCH', path: `/v1/users/${segment(user_id)}`, body }),
    /** Deactivate a user permanently. */
    deactivate: (user_id: string, options?: WriteOptions) =>
      call<User>({ ...options, method: 'POST', path: `/v1/users/${segment(user_id)}/deactivate` }),
    /** Create links to the hosted identity check and terms. */
    createOnboardingLinks: (user_id: string, body?: OnboardingLinksCreate, options?: WriteOptions) =>
      call<OnboardingLinks>({
        ...options,
        method: 'POST',
        path: `/v1/users/${segment(user_id)}/onboarding_links`,
        body,
      }),
  },
  wallets: {
    /** List a user's wallets. */
    list: (user_id: string, query?: WalletListQuery, options?: ReadOptions) =>
      list<Wallet>(`/v1/users/${segment(user_id)}/wallets`, query, options),
    /** Create a wallet. */
    create: (user_id: string, body: WalletCreate, options?: WriteOptions) =>
      call<Wallet>({ ...options, method: 'POST', path: `/v1/users/${segment(user_id)}/wallets`, body }),
    /** Get a wallet with its balance. */
    get: (user_id: string, wallet_id: string, options?: ReadOptions) =>
      call<Wallet>({
        ...options,
        method: 'GET',
        path: `/v1/users/${segment(user_id)}/wallets/${segment(wallet_id)}`,
      }),
    /** Get a wallet's current or historical balance. */
    getBalance: (user_id: string, wallet_id: string, query?: WalletBalanceQuery, options?: ReadOptions) =>
      call<WalletBalance>({
        ...options,
        method: 'GET',
        path: `/v1/users/${segment(user_id)}/wallets/${segment(wallet_id)}/balance`,
        query,
      }),
    /** List a wallet's history. */
    listHistory: (user_id: string, wallet_id: string, query?: WalletHistoryQuery, options?: ReadOptions) =>
      list<WalletHistoryEntry>(
        `/v1/users/${segment(user_id)}/wallets/${segment(wallet_id)}/history`,
        query,
        options,
      ),
    /** Get a wallet's statement for a month. */
    getStatement: (
      user_id: string,
      wallet_id: string,
      month: string,
      query?: WalletStatementQuery,
      options?: ReadOptions,
    ) =>
      call<WalletStatement>({
        ...options,
        method: 'GET',
        path: `/v1/users/${segment(user_id)}/wallets/${segment(wallet_id)}/statements/${segment(month)}`,
        query,
      }),
  },
  depositAccounts: {
    /** List a user's deposit accounts. */
    list: (user_id: string, query?: DepositAccountListQuery, options?: ReadOptions) =>
      list<DepositAccount>(`/v1/users/${segment(user_id)}/deposit_accounts`, query, options),
    /** Create a deposit account with reusable bank details. */
    create: (user_id: string, body: DepositAccountCreate, options?: WriteOptions) =>
      call<DepositAccount>({
        ...options,
        method: 'POST',
        path: `/v1/users/${segment(user_id)}/deposit_accounts`,
        body,
      }),
    /** Get a deposit account. */
    get: (user_id: string, deposit_account_id: string, options?: ReadOptions) =>
      call<DepositAccount>({
        ...options,
        method: 'GET',
        path: `/v1/users/${segment(user_id)}/deposit_accounts/${segment(deposit_account_id)}`,
      }),
    /** Deactivate a deposit account. */
    deactivate: (user_id: string, deposit_account_id: string, options?: WriteOptions) =>
      call<DepositAccount>({
        ...options,
        method: 'POST',
        path: `/v1/users/${segment(user_id)}/deposit_accounts/${segment(deposit_account_id)}/deactivate`,
      }),
    /** Reactivate a deposit account. */
    reactivate: (user_id: string, deposit_account_id: string, options?: WriteOptions) =>
      call<DepositAccount>({
        ...options,
        method: 'POST',
        path: `/v1/users/${segment(user_id)}/deposit_accounts/${segment(deposit_account_id)}/reactivate`,
      }),
    /** List payments received. */
    listActivity: (
      user_id: string,
      deposit_account_id: string,
      query?: DepositListQuery,
      options?: ReadOptions,
    ) =>
      list<Deposit>(
        `/v1/users/${segment(user_id)}/deposit_accounts/${segment(deposit_account_id)}/activity`,
        query,
        options,
      ),
  },
  transfers: {
    /** List transfers. */
    list: (query?: TransferListQuery, options?: ReadOptions) =>
      list<Transfer>('/v1/transfers', query, options),
    /** Create a transfer, or preview one. */
    create: ((body, options) => call({ ...options, method: 'POST', path: '/v1/transfers', body })) as {
      (body: TransferCreate & { readonly dry_run: true }, options?: CallOptions): Promise<TransferPreview>;
      (body: TransferCreate & { readonly dry_run?: false }, options?: WriteOptions): Promise<Transfer>;
    },
    /** Get a transfer. */
    get: (transfer_id: string, options?: ReadOptions) =>
      call<Transfer>({ ...options, method: 'GET', path: `/v1/transfers/${segment(transfer_id)}` }),
    /** Cancel a transfer. */
    cancel: (transfer_id: string, options?: WriteOptions) =>
      call<Transfer>({ ...options, method: 'POST', path: `/v1/transfers/${segment(transfer_id)}/cancel` }),
  },
  transferBatches: {
    /** Create a batch of transfers between users, or preview one. */
    createTransferBatch: ((body, options) =>
      call({ ...options, method: 'POST', path: '/v1/transfer_batches', body })) as {
      (
        body: TransferBatchCreate & { readonly dry_run: true },
        options?: CallOptions,
      ): Promise<TransferBatchPreview>;
      (
        body: TransferBatchCreate & { readonly dry_run?: false },
        options?: WriteOptions,
      ): Promise<TransferBatch>;
    },
    /** Get a batch of transfers. */
    getTransferBatch: (transfer_batch_id: string, options?: ReadOptions) =>
      call<TransferBatch>({
        ...options,
        method: 'GET',
        path: `/v1/transfer_batches/${segment(transfer_batch_id)}`,
      }),
  },
  payoutAccounts: {
    /** List a user's payout accounts. */
    list: (user_id: string, query?: PayoutAccountListQuery, options?: ReadOptions) =>
      list<PayoutAccount>(`/v1/users/${segment(user_id)}/payout_accounts`, query, options),
    /** Register a payout account. */
    create: (user_id: string, body: PayoutAccountCreate, options?: WriteOptions) =>
      call<PayoutAccount>({
        ...options,
        method: 'POST',
        path: `/v1/users/${segment(user_id)}/payout_accounts`,
        body,
      }),
    /** Get a payout account. */
    get: (user_id: string, payout_account_id: string, options?: ReadOptions) =>
      call<PayoutAccount>({
        ...options,
        method: 'GET',
        path: `/v1/users/${segment(user_id)}/payout_accounts/${segment(payout_account_id)}`,
      }),
    /** Delete a payout account. */
    delete: (user_id: string, payout_account_id: string, options?: CallOptions) =>
      call<PayoutAccount>({
        ...options,
        method: 'DELETE',
        path: `/v1/users/${segment(user_id)}/payout_accounts/${segment(payout_account_id)}`,
      }),
  },
  routes: {
    /** List routes. */
    list: (query?: RouteQuery, options?: ReadOptions) =>
      call<RouteList>({ ...options, method: 'GET', path: '/v1/routes', query }),
  },
  rates: {
    /** Get a price. */
    get: (query: RateQuery, options?: ReadOptions) =>
      call<Rate>({ ...options, method: 'GET', path: '/v1/rates', query }),
  },
  quotes: {
    /** Create a quote. */
    create: (body: QuoteCreate, options?: WriteOptions) =>
      call<Quote>({ ...options, method: 'POST', path: '/v1/quotes', body }),
    /** Get a quote. */
    get: (quote_id: string, options?: ReadOptions) =>
      call<Quote>({ ...options, method: 'GET', path: `/v1/quotes/${segment(quote_id)}` }),
  },
  webhookEndpoints: {
    /** List webhook endpoints. */
    list: (query?: WebhookEndpointListQuery, options?: ReadOptions) =>
      list<WebhookEndpoint>('/v1/webhook_endpoints', query, options),
    /** Register a webhook endpoint. */
    create: (body: WebhookEndpointCreate, options?: WriteOptions) =>
      call<WebhookEndpoint>({ ...options, method: 'POST', path: '/v1/webhook_endpoints', body }),
    /** Get a webhook endpoint. */
    get: (webhook_endpoint_id: string, options?: ReadOptions) =>
      call<WebhookEndpoint>({
        ...options,
        method: 'GET',
        path: `/v1/webhook_endpoints/${segment(webhook_endpoint_id)}`,
      }),
    /** Change a webhook endpoint. */
    update: (webhook_endpoint_id: string, body: WebhookEndpointUpdate, options?: CallOptions) =>
      call<WebhookEndpoint>({
        ...options,
        method: 'PATCH',
        path: `/v1/webhook_endpoints/${segment(webhook_endpoint_id)}`,
        body,
      }),
    /** Delete a webhook endpoint. */
    delete: (webhook_endpoint_id: string, options?: CallOptions) =>
      call<WebhookEndpoint>({
        ...options,
        method: 'DELETE',
        path: `/v1/webhook_endpoints/${segment(webhook_endpoint_id)}`,
      }),
    /** Deliver a test event. */
    test: (webhook_endpoint_id: string, options?: WriteOptions) =>
      call<WebhookEndpointTest>({
        ...options,
        method: 'POST',
        path: `/v1/webhook_endpoints/${segment(webhook_endpoint_id)}/test`,
      }),
    /** List the deliveries to a webhook endpoint. */
    listDeliveries: (webhook_endpoint_id: string, query?: WebhookDeliveryListQuery, options?: ReadOptions) =>
      list<WebhookDelivery>(
        `/v1/webhook_endpoints/${segment(webhook_endpoint_id)}/deliveries`,
        query,
        options,
      ),
    /** Redeliver many events to a webhook endpoint. */
    redeliverTo: (webhook_endpoint_id: string, body: WebhookRedeliver, options?: WriteOptions) =>
      call<WebhookBulkRedelivery>({
        ...options,
        method: 'POST',
        path: `/v1/webhook_endpoints/${segment(webhook_endpoint_id)}/redeliver`,
        body,
      }),
  },
  webhookDeliveries: {
    /** Get a delivery with its attempts. */
    get: (webhook_delivery_id: string, options?: ReadOptions) =>
      call<WebhookDeliveryWithAttempts>({
        ...options,
        method: 'GET',
        path: `/v1/webhook_deliveries/${segment(webhook_delivery_id)}`,
      }),
    /** Send the event of a delivery again now. */
    retry: (webhook_delivery_id: string, options?: WriteOptions) =>
      call<WebhookDelivery>({
        ...options,
        method: 'POST',
        path: `/v1/webhook_deliveries/${segment(webhook_delivery_id)}/retry`,
      }),
  },
  events: {
    /** List events. */
    list: (query?: EventListQuery, options?: ReadOptions) => list<PublicEvent>('/v1/events', query, options),
    /** Receive events as they happen. */
    stream: (query?: EventStreamQuery, options?: StreamOptions) =>
      stream('/v1/events/stream', query, options),
    /** Get an event. */
    get: (event_id: string, options?: ReadOptions) =>
      call<PublicEvent>({ ...options, method: 'GET', path: `/v1/events/${segment(event_id)}` }),
    /** Redeliver an event. */
    redeliver: (event_id: string, body?: EventRedeliver, options?: WriteOptions) =>
      call<PublicEvent>({
        ...options,
        method: 'POST',
        path: `/v1/events/${segment(event_id)}/redeliver`,
        body,
      }),
  },
  requests: {
    /** List requests. */
    list: (query?: RequestListQuery, options?: ReadOptions) =>
      list<RequestSummary>('/v1/requests', query, options),
    /** Get a request. */
    get: (request_id: string, options?: ReadOptions) =>
      call<Request>({ ...options, method: 'GET', path: `/v1/requests/${segment(request_id)}` }),
  },
  sandbox: {
    /** Simulate the result of an identity check. */
    setKyc: (user_id: string, body: SandboxKycUpdate, options?: WriteOptions) =>
      call<User>({ ...options, method: 'POST', path: `/v1/sandbox/users/${segment(user_id)}/kyc`, body }),
    /** Simulate an incoming payment. */
    createDeposit: (body: SandboxDeposit, options?: WriteOptions) =>
      call<Transfer>({ ...options, method: 'POST', path: '/v1/sandbox/deposits', body }),
    /** Grant earned points. */
    createReward: (body: SandboxReward, options?: WriteOptions) =>
      call<WalletHistoryEntry>({ ...options, method: 'POST', path: '/v1/sandbox/rewards', body }),
    /** Simulate the outcome of a payout. */
    setPayoutOutcome: (transfer_id: string, body: SandboxPayoutOutcome, options?: WriteOptions) =>
      call<Transfer>({
        ...options,
        method: 'POST',
        path: `/v1/sandbox/transfers/${segment(transfer_id)}/payout_outcome`,
        body,
      }),
    /** Simulate the late return of a payout. */
    createPayoutReturn: (transfer_id: string, body?: SandboxLateMovement, options?: WriteOptions) =>
      call<Transfer>({
        ...options,
        method: 'POST',
        path: `/v1/sandbox/transfers/${segment(transfer_id)}/payout_return`,
        body,
      }),
    /** Simulate the reversal of a deposit. */
    createDepositReversal: (transfer_id: string, body?: SandboxLateMovement, options?: WriteOptions) =>
      call<Transfer>({
        ...options,
        method: 'POST',
        path: `/v1/sandbox/transfers/${segment(transfer_id)}/deposit_reversal`,
        body,
      }),
    /** Approve or reject a transfer in review. */
    setReviewOutcome: (transfer_id: string, body: SandboxReviewOutcome, options?: WriteOptions) =>
      call<Transfer>({
        ...options,
        method: 'POST',
        path: `/v1/sandbox/transfers/${segment(transfer_id)}/review_outcome`,
        body,
      }),
    /** Get the time of the sandbox. */
    getClock: (options?: ReadOptions) =>
      call<SandboxClock>({ ...options, method: 'GET', path: '/v1/sandbox/clock' }),
    /** Advance the time of the sandbox. */
    advanceClock: (body: SandboxClockAdvance, options?: WriteOptions) =>
      call<SandboxClock>({ ...options, method: 'POST', path: '/v1/sandbox/clock/advance', body }),
    /** Reset the sandbox. */
    reset: (options?: WriteOptions) =>
      call<SandboxReset>({ ...options, method: 'POST', path: '/v1/sandbox/reset' }),
  },
});
