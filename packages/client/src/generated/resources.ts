// Generated from schemas/ by `npm run generate`. Do not edit.

import type { StreamOptions } from '../event-stream.ts';
import type { PageList } from '../pages.ts';
import { segment } from '../request.ts';
import type { CallOptions, ReadOptions, WriteOptions } from '../request.ts';
import type { Transport } from '../transport.ts';
import type {
  BalanceProof,
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

/** The operations of `ledger.users`. */
export interface UsersResource {
  /**
   * List users.
   *
   * `GET /v1/users`
   */
  readonly list: (query?: UserListQuery, options?: ReadOptions) => PageList<User>;
  /**
   * Create a user.
   *
   * The hosted onboarding page collects identity data. If another user has the same `external_reference`, the answer is 409 `external_reference_exists` with that user's ID in `existing_id`; deactivating a user does not free the reference. If the user's personal data was erased, repeating the request is 404 because the stored answer was erased too.
   *
   * `POST /v1/users`
   *
   * @throws {LedgerError} with the `code` `external_reference_exists`, `not_found`
   */
  readonly create: (body: UserCreate, options?: WriteOptions) => Promise<User>;
  /**
   * Get a user.
   *
   * `GET /v1/users/{user_id}`
   */
  readonly get: (user_id: string, options?: ReadOptions) => Promise<User>;
  /**
   * Change a user's contact details or metadata.
   *
   * To change identity data, send the user a new onboarding link. An empty body changes nothing and does not increase `version`.
   *
   * `PATCH /v1/users/{user_id}`
   *
   * @throws {LedgerError} with the `code` `user_deactivated`
   */
  readonly update: (user_id: string, body: UserUpdate, options?: CallOptions) => Promise<User>;
  /**
   * Deactivate a user permanently.
   *
   * All wallets of the user must be empty, and no transfer may be open. Deactivation freezes the user's wallets and cannot be undone. Later writes for the user are 409 `user_deactivated`.
   *
   * `POST /v1/users/{user_id}/deactivate`
   *
   * @throws {LedgerError} with the `code` `user_has_balance`, `user_has_open_transfers`, `user_deactivated`
   */
  readonly deactivate: (user_id: string, options?: WriteOptions) => Promise<User>;
  /**
   * Create links to the hosted identity check and terms.
   *
   * Links expire after 24 hours and can be used once. New links replace earlier ones. A link is `completed` from the start if its page needs no input: identity checks are in progress, or the terms are already accepted. For an approved user the identity link is `open`, so that the user can change identity data; changed data is checked again.
   *
   * `POST /v1/users/{user_id}/onboarding_links`
   *
   * @throws {LedgerError} with the `code` `user_deactivated`
   */
  readonly createOnboardingLinks: (
    user_id: string,
    body?: OnboardingLinksCreate,
    options?: WriteOptions,
  ) => Promise<OnboardingLinks>;
}

/** The operations of `ledger.wallets`. */
export interface WalletsResource {
  /**
   * List a user's wallets.
   *
   * `GET /v1/users/{user_id}/wallets`
   */
  readonly list: (user_id: string, query?: WalletListQuery, options?: ReadOptions) => PageList<Wallet>;
  /**
   * Create a wallet.
   *
   * The user must be approved and can have one wallet per asset.
   *
   * `POST /v1/users/{user_id}/wallets`
   *
   * @throws {LedgerError} with the `code` `user_not_approved`, `user_deactivated`, `wallet_exists`, `price_risk_not_acknowledged`
   */
  readonly create: (user_id: string, body: WalletCreate, options?: WriteOptions) => Promise<Wallet>;
  /**
   * Get a wallet with its balance.
   *
   * `GET /v1/users/{user_id}/wallets/{wallet_id}`
   */
  readonly get: (user_id: string, wallet_id: string, options?: ReadOptions) => Promise<Wallet>;
  /**
   * Get a wallet's current or historical balance.
   *
   * With `at`, returns the balance after all postings up to and including that millisecond, and `as_of` repeats the time. A time in the present or future is 400 because the balance can still change. A time before the wallet was opened is 404.
   *
   * `GET /v1/users/{user_id}/wallets/{wallet_id}/balance`
   */
  readonly getBalance: (
    user_id: string,
    wallet_id: string,
    query?: WalletBalanceQuery,
    options?: ReadOptions,
  ) => Promise<WalletBalance>;
  /**
   * Prove a wallet's balance.
   *
   * Returns the path from the wallet's balance to the root that the service signed last, and the signed checkpoint. A service with checkpoints signs the state of a book at the latest a day after the last time, so the proof is of a balance in the past. Without a signed state, and for a wallet without any movement before it, the answer is 404.
   *
   * `GET /v1/users/{user_id}/wallets/{wallet_id}/balance/proof`
   */
  readonly getBalanceProof: (
    user_id: string,
    wallet_id: string,
    options?: ReadOptions,
  ) => Promise<BalanceProof>;
  /**
   * List a wallet's history.
   *
   * The amounts of a bucket's entries add up exactly to its balance.
   *
   * `GET /v1/users/{user_id}/wallets/{wallet_id}/history`
   */
  readonly listHistory: (
    user_id: string,
    wallet_id: string,
    query?: WalletHistoryQuery,
    options?: ReadOptions,
  ) => PageList<WalletHistoryEntry>;
  /**
   * Get a wallet's statement for a month.
   *
   * For each bucket, the opening balance plus the amounts of all entries is the closing balance. Months begin and end in UTC, unless the operator has set another time zone. Entries are listed oldest first, in pages: repeat the request with `next` as `starting_after` until `next` is null. A statement always includes completed writes, also with `Ledger-Consistency: eventual`. A month before the wallet was opened, or one that has not begun, is 404. With `Accept: text/csv` or `Accept: text/html`, the response is the complete statement as a CSV file or as a page to print, without pages; a month with more than 10,000 entries is 400 then, and so are `limit` and `starting_after`.
   *
   * `GET /v1/users/{user_id}/wallets/{wallet_id}/statements/{month}`
   */
  readonly getStatement: (
    user_id: string,
    wallet_id: string,
    month: string,
    query?: WalletStatementQuery,
    options?: ReadOptions,
  ) => Promise<WalletStatement>;
}

/** The operations of `ledger.depositAccounts`. */
export interface DepositAccountsResource {
  /**
   * List a user's deposit accounts.
   *
   * `GET /v1/users/{user_id}/deposit_accounts`
   */
  readonly list: (
    user_id: string,
    query?: DepositAccountListQuery,
    options?: ReadOptions,
  ) => PageList<DepositAccount>;
  /**
   * Create a deposit account with reusable bank details.
   *
   * Only bank rails have reusable details; `emailpay` is 422 `unsupported_route`. The wallet must belong to the user; otherwise the answer is 404.
   *
   * `POST /v1/users/{user_id}/deposit_accounts`
   *
   * @throws {LedgerError} with the `code` `user_not_approved`, `user_deactivated`, `wallet_frozen`, `unsupported_route`, `provider_unavailable`
   */
  readonly create: (
    user_id: string,
    body: DepositAccountCreate,
    options?: WriteOptions,
  ) => Promise<DepositAccount>;
  /**
   * Get a deposit account.
   *
   * `GET /v1/users/{user_id}/deposit_accounts/{deposit_account_id}`
   */
  readonly get: (
    user_id: string,
    deposit_account_id: string,
    options?: ReadOptions,
  ) => Promise<DepositAccount>;
  /**
   * Deactivate a deposit account.
   *
   * Later payments are returned to the sender.
   *
   * `POST /v1/users/{user_id}/deposit_accounts/{deposit_account_id}/deactivate`
   *
   * @throws {LedgerError} with the `code` `deposit_account_state_conflict`, `user_deactivated`
   */
  readonly deactivate: (
    user_id: string,
    deposit_account_id: string,
    options?: WriteOptions,
  ) => Promise<DepositAccount>;
  /**
   * Reactivate a deposit account.
   *
   * `POST /v1/users/{user_id}/deposit_accounts/{deposit_account_id}/reactivate`
   *
   * @throws {LedgerError} with the `code` `deposit_account_state_conflict`, `user_deactivated`, `user_not_approved`
   */
  readonly reactivate: (
    user_id: string,
    deposit_account_id: string,
    options?: WriteOptions,
  ) => Promise<DepositAccount>;
  /**
   * List payments received.
   *
   * `GET /v1/users/{user_id}/deposit_accounts/{deposit_account_id}/activity`
   */
  readonly listActivity: (
    user_id: string,
    deposit_account_id: string,
    query?: DepositListQuery,
    options?: ReadOptions,
  ) => PageList<Deposit>;
}

/** The operations of `ledger.transfers`. */
export interface TransfersResource {
  /**
   * List transfers.
   *
   * Filtering by an unknown ID returns an empty list.
   *
   * `GET /v1/transfers`
   */
  readonly list: (query?: TransferListQuery, options?: ReadOptions) => PageList<Transfer>;
  /**
   * Create a transfer, or preview one.
   *
   * Transfers between users are `completed` or `in_review` immediately. On-ramps are `awaiting_funds` with `deposit_instructions`, or `failed` if the rail refuses to issue instructions. Off-ramps debit the wallet and are `pending`; if the rail rejects the payout immediately, nothing is debited and the transfer is `failed`. Conversions use a quote and are final in the answer; if coin stock or points backing became too low after the quote, the transfer is `failed`. A dry run (`dry_run: true`) runs the same checks and returns 200 with a preview; it needs no idempotency key and ignores one. An amount with more decimals than its unit is 422 `validation_failed`; zero is `amount_below_minimum`. Transfers between users and off-ramps count toward the sender's 24-hour and 30-day limits; exceeding a limit is `user_limit_exceeded`.
   *
   * `POST /v1/transfers`
   *
   * @throws {LedgerError} with the `code` `not_found`, `user_not_approved`, `user_deactivated`, `wallet_frozen`, `payout_account_deleted`, `quote_used`, `unsupported_route`, `amount_below_minimum`, `amount_above_maximum`, `insufficient_balance`, `amount_exceeds_cashable`, `user_limit_exceeded`, `quote_mismatch`, `quote_expired`, `insufficient_liquidity`, `provider_unavailable`
   */
  readonly create: {
    (body: TransferCreate & { readonly dry_run: true }, options?: CallOptions): Promise<TransferPreview>;
    (body: TransferCreate & { readonly dry_run?: false }, options?: WriteOptions): Promise<Transfer>;
  };
  /**
   * Get a transfer.
   *
   * `GET /v1/transfers/{transfer_id}`
   */
  readonly get: (transfer_id: string, options?: ReadOptions) => Promise<Transfer>;
  /**
   * Cancel a transfer.
   *
   * Disabled by default: unless the configuration enables it, the answer is 501 `not_implemented` for any ID. Works for on-ramps in `awaiting_funds` and for `pending` transfers without postings.
   *
   * `POST /v1/transfers/{transfer_id}/cancel`
   *
   * @throws {LedgerError} with the `code` `transfer_not_cancelable`
   */
  readonly cancel: (transfer_id: string, options?: WriteOptions) => Promise<Transfer>;
}

/** The operations of `ledger.transferBatches`. */
export interface TransferBatchesResource {
  /**
   * Create a batch of transfers between users, or preview one.
   *
   * Makes up to 500 transfers between users in the order of the request, in one step: either all of them are durable, or none is. In the mode `independent`, a transfer that is refused has its error in its place, and the others are made. In the mode `atomic`, the first refusal refuses the whole batch with the status and the code that a single transfer would get, and names its index. Each transfer is like any other: it has its own ID and events, and counts toward the limits of its sender; the rate limit of the key is charged for each. A repeat with the same `Idempotency-Key` is answered with the first answer. The body may have 512 KiB. The events of a batch may have 900 KiB, which is enough for 500 transfers unless they have much metadata; a larger batch is 422 `validation_failed`. A dry run (`dry_run: true`) runs the same checks and returns 200 with previews; it needs no idempotency key and ignores one.
   *
   * `POST /v1/transfer_batches`
   *
   * @throws {LedgerError} with the `code` `not_found`, `user_not_approved`, `user_deactivated`, `wallet_frozen`, `unsupported_route`, `amount_below_minimum`, `amount_above_maximum`, `insufficient_balance`, `user_limit_exceeded`
   */
  readonly create: {
    (
      body: TransferBatchCreate & { readonly dry_run: true },
      options?: CallOptions,
    ): Promise<TransferBatchPreview>;
    (
      body: TransferBatchCreate & { readonly dry_run?: false },
      options?: WriteOptions,
    ): Promise<TransferBatch>;
  };
  /**
   * Get a batch of transfers.
   *
   * The results of the batch in the order of its request, with the transfers as they are now.
   *
   * `GET /v1/transfer_batches/{transfer_batch_id}`
   */
  readonly get: (transfer_batch_id: string, options?: ReadOptions) => Promise<TransferBatch>;
}

/** The operations of `ledger.payoutAccounts`. */
export interface PayoutAccountsResource {
  /**
   * List a user's payout accounts.
   *
   * `GET /v1/users/{user_id}/payout_accounts`
   */
  readonly list: (
    user_id: string,
    query?: PayoutAccountListQuery,
    options?: ReadOptions,
  ) => PageList<PayoutAccount>;
  /**
   * Register a payout account.
   *
   * The details are validated for their rail, and the owner's name is screened against sanctions lists. Invalid input is 422 `validation_failed` with one entry per field. `usd` needs an ABA routing number, `cad` a nine-digit routing code (0, institution, transit), and `eur` an IBAN in `account_number`. If the rail verifies names, `name_check` changes automatically from `not_supported` to `pending` and then to the result; each change increases `version`.
   *
   * `POST /v1/users/{user_id}/payout_accounts`
   *
   * @throws {LedgerError} with the `code` `user_not_approved`, `user_deactivated`, `unsupported_route`
   */
  readonly create: (
    user_id: string,
    body: PayoutAccountCreate,
    options?: WriteOptions,
  ) => Promise<PayoutAccount>;
  /**
   * Get a payout account.
   *
   * `GET /v1/users/{user_id}/payout_accounts/{payout_account_id}`
   */
  readonly get: (user_id: string, payout_account_id: string, options?: ReadOptions) => Promise<PayoutAccount>;
  /**
   * Delete a payout account.
   *
   * Off-ramps that were already submitted complete normally.
   *
   * `DELETE /v1/users/{user_id}/payout_accounts/{payout_account_id}`
   *
   * @throws {LedgerError} with the `code` `payout_account_in_use`, `payout_account_deleted`, `user_deactivated`
   */
  readonly delete: (
    user_id: string,
    payout_account_id: string,
    options?: CallOptions,
  ) => Promise<PayoutAccount>;
}

/** The operations of `ledger.routes`. */
export interface RoutesResource {
  /**
   * List routes.
   *
   * Returns the supported pairs of source and destination with their limits and decimals. Read rails, limits, and precision from this list instead of hard-coding them.
   *
   * `GET /v1/routes`
   */
  readonly list: (query?: RouteQuery, options?: ReadOptions) => Promise<RouteList>;
}

/** The operations of `ledger.rates`. */
export interface RatesResource {
  /**
   * Get a price.
   *
   * Returns the price before the service's spread. Points have a fixed price in each currency. The price of coin is that of the treasury's latest trade; if there is no recent trade, the answer is 503 `provider_unavailable`. A pair without a price is 422 `unsupported_route`.
   *
   * `GET /v1/rates`
   *
   * @throws {LedgerError} with the `code` `unsupported_route`, `provider_unavailable`
   */
  readonly get: (query: RateQuery, options?: ReadOptions) => Promise<Rate>;
}

/** The operations of `ledger.quotes`. */
export interface QuotesResource {
  /**
   * Create a quote.
   *
   * Locks a price for 30 seconds unless the operator configured another duration. A quote reserves nothing: approval, freezes, limits, balance, coin stock, and points backing are checked now and again when the quote is used. The fee is the spread on `amount`, rounded up in the source's unit. `rate` has at most 18 decimals, and `amount_out` is `amount` × `rate`, rounded down. Without a current price of coin the answer is 503 `provider_unavailable`.
   *
   * `POST /v1/quotes`
   *
   * @throws {LedgerError} with the `code` `not_found`, `user_not_approved`, `user_deactivated`, `wallet_frozen`, `unsupported_route`, `amount_below_minimum`, `amount_above_maximum`, `insufficient_balance`, `amount_exceeds_cashable`, `insufficient_liquidity`, `provider_unavailable`
   */
  readonly create: (body: QuoteCreate, options?: WriteOptions) => Promise<Quote>;
  /**
   * Get a quote.
   *
   * `GET /v1/quotes/{quote_id}`
   */
  readonly get: (quote_id: string, options?: ReadOptions) => Promise<Quote>;
}

/** The operations of `ledger.webhookEndpoints`. */
export interface WebhookEndpointsResource {
  /**
   * List webhook endpoints.
   *
   * `GET /v1/webhook_endpoints`
   */
  readonly list: (query?: WebhookEndpointListQuery, options?: ReadOptions) => PageList<WebhookEndpoint>;
  /**
   * Register a webhook endpoint.
   *
   * A new endpoint is `disabled`. It receives events that occur after it is enabled. An integrator can have 50 endpoints per environment.
   *
   * `POST /v1/webhook_endpoints`
   *
   * @throws {LedgerError} with the `code` `webhook_endpoint_limit_reached`
   */
  readonly create: (body: WebhookEndpointCreate, options?: WriteOptions) => Promise<WebhookEndpoint>;
  /**
   * Get a webhook endpoint.
   *
   * `GET /v1/webhook_endpoints/{webhook_endpoint_id}`
   */
  readonly get: (webhook_endpoint_id: string, options?: ReadOptions) => Promise<WebhookEndpoint>;
  /**
   * Change a webhook endpoint.
   *
   * Disabling discards pending deliveries. After enabling, the endpoint receives new events only.
   *
   * `PATCH /v1/webhook_endpoints/{webhook_endpoint_id}`
   */
  readonly update: (
    webhook_endpoint_id: string,
    body: WebhookEndpointUpdate,
    options?: CallOptions,
  ) => Promise<WebhookEndpoint>;
  /**
   * Delete a webhook endpoint.
   *
   * Returns the endpoint with `status` set to `disabled`. Later requests for it are 404.
   *
   * `DELETE /v1/webhook_endpoints/{webhook_endpoint_id}`
   */
  readonly delete: (webhook_endpoint_id: string, options?: CallOptions) => Promise<WebhookEndpoint>;
  /**
   * Deliver a test event.
   *
   * Disabled by default: unless the configuration enables it, the answer is 501 `not_implemented` for any ID.
   *
   * `POST /v1/webhook_endpoints/{webhook_endpoint_id}/test`
   */
  readonly test: (webhook_endpoint_id: string, options?: WriteOptions) => Promise<WebhookEndpointTest>;
  /**
   * List the deliveries to a webhook endpoint.
   *
   * Each event that was sent to the endpoint, with its last attempt and the time of the next one. Deliveries are kept as long as events.
   *
   * `GET /v1/webhook_endpoints/{webhook_endpoint_id}/deliveries`
   */
  readonly listDeliveries: (
    webhook_endpoint_id: string,
    query?: WebhookDeliveryListQuery,
    options?: ReadOptions,
  ) => PageList<WebhookDelivery>;
  /**
   * Redeliver many events to a webhook endpoint.
   *
   * Looks at 100 events or deliveries, oldest first, and queues those that are selected. Repeat the request with `next` as `starting_after` until `next` is null. Each redelivery beyond the first counts as a further request of the key (`rate_limited`), and deliveries are limited per host. If the endpoint is disabled, the answer is 409 `webhook_endpoint_disabled`.
   *
   * `POST /v1/webhook_endpoints/{webhook_endpoint_id}/redeliver`
   *
   * @throws {LedgerError} with the `code` `webhook_endpoint_disabled`
   */
  readonly redeliverTo: (
    webhook_endpoint_id: string,
    body: WebhookRedeliver,
    options?: WriteOptions,
  ) => Promise<WebhookBulkRedelivery>;
}

/** The operations of `ledger.webhookDeliveries`. */
export interface WebhookDeliveriesResource {
  /**
   * Get a delivery with its attempts.
   *
   * `GET /v1/webhook_deliveries/{webhook_delivery_id}`
   */
  readonly get: (webhook_delivery_id: string, options?: ReadOptions) => Promise<WebhookDeliveryWithAttempts>;
  /**
   * Send the event of a delivery again now.
   *
   * Works in every state of the delivery. Returns the delivery as it is; the new attempt is a delivery of its own, which the filter `event_id` of the list finds and whose `redelivery_id` is set. If the delivery is still being retried, the new one replaces it. If the endpoint is disabled, the answer is 409 `webhook_endpoint_disabled`.
   *
   * `POST /v1/webhook_deliveries/{webhook_delivery_id}/retry`
   *
   * @throws {LedgerError} with the `code` `webhook_endpoint_disabled`
   */
  readonly retry: (webhook_delivery_id: string, options?: WriteOptions) => Promise<WebhookDelivery>;
}

/** The operations of `ledger.events`. */
export interface EventsResource {
  /**
   * List events.
   *
   * Events are kept for 30 days.
   *
   * `GET /v1/events`
   */
  readonly list: (query?: EventListQuery, options?: ReadOptions) => PageList<PublicEvent>;
  /**
   * Receive events as they happen.
   *
   * Stays open and sends each event as a server-sent event: `id` is its ID, `event` its type, and `data` exactly the text that `GET /v1/events/{event_id}` returns. Events are sent in the order of the list of events, without gaps or duplicates, also after a reconnect: send the last `id` as `Last-Event-ID` or `after`. Without it, the stream starts with the next event. The first message has an `id` and no data, so that you can resume before the first event. A comment line is sent every 15 seconds. The stream ends when the key is revoked or expires, when the service stops, and when you read too slowly. A key can have 5 streams at a time; more are 429 `rate_limited`. An ID that is older than the retention of events is 400.
   *
   * `GET /v1/events/stream`
   */
  readonly stream: (query?: EventStreamQuery, options?: StreamOptions) => AsyncIterable<PublicEvent>;
  /**
   * Get an event.
   *
   * `GET /v1/events/{event_id}`
   */
  readonly get: (event_id: string, options?: ReadOptions) => Promise<PublicEvent>;
  /**
   * Redeliver an event.
   *
   * With `webhook_endpoint_id`, delivers to that endpoint even if it does not subscribe to the event type. Without it, delivers to every enabled endpoint that subscribes to the type, if any. Attempts are counted from 1 again. If the named endpoint is disabled, the answer is 409 `webhook_endpoint_disabled`. An event older than 30 days is 404. Each delivery beyond the first counts as a further request of the key (`rate_limited`). Requests that come before the next attempt to deliver the event to an endpoint lead to one delivery, which replaces other deliveries of the event that wait for a retry.
   *
   * `POST /v1/events/{event_id}/redeliver`
   *
   * @throws {LedgerError} with the `code` `webhook_endpoint_disabled`
   */
  readonly redeliver: (
    event_id: string,
    body?: EventRedeliver,
    options?: WriteOptions,
  ) => Promise<PublicEvent>;
}

/** The operations of `ledger.requests`. */
export interface RequestsResource {
  /**
   * List requests.
   *
   * The requests of this environment in the last 7 days, or as many days as the deployment keeps, with all of your keys. Requests without a valid key, and requests to the log itself, are not logged. Above about 50 requests per second only some are; `omitted_before` says how many are missing.
   *
   * `GET /v1/requests`
   */
  readonly list: (query?: RequestListQuery, options?: ReadOptions) => PageList<RequestSummary>;
  /**
   * Get a request.
   *
   * `request_id` is the `Request-Id` header of a response, which errors contain too.
   *
   * `GET /v1/requests/{request_id}`
   */
  readonly get: (request_id: string, options?: ReadOptions) => Promise<Request>;
}

/** The operations of `ledger.sandbox`. */
export interface SandboxResource {
  /**
   * Simulate the result of an identity check.
   *
   * `POST /v1/sandbox/users/{user_id}/kyc`
   *
   * @throws {LedgerError} with the `code` `user_deactivated`
   */
  readonly setKyc: (user_id: string, body: SandboxKycUpdate, options?: WriteOptions) => Promise<User>;
  /**
   * Simulate an incoming payment.
   *
   * Returns the on-ramp after the deposit. A payment for a canceled transfer, or one whose instructions have expired, is returned to the sender. For a transfer in any other state than `awaiting_funds`, the answer is 409 `transfer_state_conflict`.
   *
   * `POST /v1/sandbox/deposits`
   *
   * @throws {LedgerError} with the `code` `not_found`, `transfer_state_conflict`, `amount_below_minimum`
   */
  readonly createDeposit: (body: SandboxDeposit, options?: WriteOptions) => Promise<Transfer>;
  /**
   * Grant earned points.
   *
   * Returns the new history entry; its `transfer_id` is `null`.
   *
   * `POST /v1/sandbox/rewards`
   *
   * @throws {LedgerError} with the `code` `not_found`, `wallet_frozen`, `user_deactivated`, `user_not_approved`, `unsupported_route`, `amount_below_minimum`, `amount_above_maximum`
   */
  readonly createReward: (body: SandboxReward, options?: WriteOptions) => Promise<WalletHistoryEntry>;
  /**
   * Simulate the outcome of a payout.
   *
   * `POST /v1/sandbox/transfers/{transfer_id}/payout_outcome`
   *
   * @throws {LedgerError} with the `code` `transfer_state_conflict`
   */
  readonly setPayoutOutcome: (
    transfer_id: string,
    body: SandboxPayoutOutcome,
    options?: WriteOptions,
  ) => Promise<Transfer>;
  /**
   * Simulate the late return of a payout.
   *
   * The bank returns a payout that is `completed`. The transfer stays `completed` and has a `late_movement`, and the wallet is credited with all points that the payout took. A payout can return once.
   *
   * `POST /v1/sandbox/transfers/{transfer_id}/payout_return`
   *
   * @throws {LedgerError} with the `code` `transfer_state_conflict`
   */
  readonly createPayoutReturn: (
    transfer_id: string,
    body?: SandboxLateMovement,
    options?: WriteOptions,
  ) => Promise<Transfer>;
  /**
   * Simulate the reversal of a deposit.
   *
   * The bank takes back the deposit of an on-ramp that is `completed`. The transfer stays `completed` and has a `late_movement`. The wallet is debited; what it does not have becomes a `receivable`, which later credits repay first. A deposit can be reversed once.
   *
   * `POST /v1/sandbox/transfers/{transfer_id}/deposit_reversal`
   *
   * @throws {LedgerError} with the `code` `transfer_state_conflict`
   */
  readonly createDepositReversal: (
    transfer_id: string,
    body?: SandboxLateMovement,
    options?: WriteOptions,
  ) => Promise<Transfer>;
  /**
   * Approve or reject a transfer in review.
   *
   * `POST /v1/sandbox/transfers/{transfer_id}/review_outcome`
   *
   * @throws {LedgerError} with the `code` `transfer_state_conflict`, `user_not_approved`, `wallet_frozen`, `provider_unavailable`
   */
  readonly setReviewOutcome: (
    transfer_id: string,
    body: SandboxReviewOutcome,
    options?: WriteOptions,
  ) => Promise<Transfer>;
  /**
   * Get the time of the sandbox.
   *
   * `GET /v1/sandbox/clock`
   */
  readonly getClock: (options?: ReadOptions) => Promise<SandboxClock>;
  /**
   * Advance the time of the sandbox.
   *
   * Moves the time of your sandbox forward, for all its objects and API keys at once, so that what happens later can be tested now: quotes, links, and payment instructions expire, limits recover, events pass their retention, and webhooks are retried. One call advances it by at most 31 days, all calls together by at most 3,650 days. It never goes back. See the guide to the sandbox for what stays in real time.
   *
   * `POST /v1/sandbox/clock/advance`
   */
  readonly advanceClock: (body: SandboxClockAdvance, options?: WriteOptions) => Promise<SandboxClock>;
  /**
   * Reset the sandbox.
   *
   * Empties your sandbox: all users, wallets, accounts, transfers, quotes, events, and webhook endpoints are gone at once, for all API keys, and their IDs are unknown. The API keys remain. The sandbox has the coin and the backing that the treasury gave it, and its time is the real time again. This cannot be undone. At most 100 resets within 24 hours.
   *
   * `POST /v1/sandbox/reset`
   */
  readonly reset: (options?: WriteOptions) => Promise<SandboxReset>;
}

/** The operations of the API by resource. */
export interface Resources {
  readonly users: UsersResource;
  readonly wallets: WalletsResource;
  readonly depositAccounts: DepositAccountsResource;
  readonly transfers: TransfersResource;
  readonly transferBatches: TransferBatchesResource;
  readonly payoutAccounts: PayoutAccountsResource;
  readonly routes: RoutesResource;
  readonly rates: RatesResource;
  readonly quotes: QuotesResource;
  readonly webhookEndpoints: WebhookEndpointsResource;
  readonly webhookDeliveries: WebhookDeliveriesResource;
  readonly events: EventsResource;
  readonly requests: RequestsResource;
  readonly sandbox: SandboxResource;
}

/** A method for each operation of the API. */
export const createResources = ({ call, list, stream }: Transport): Resources => ({
  users: {
    list: (query, options) => list('/v1/users', query, options),
    create: (body, options) => call({ ...options, method: 'POST', path: '/v1/users', body }),
    get: (user_id, options) => call({ ...options, method: 'GET', path: `/v1/users/${segment(user_id)}` }),
    update: (user_id, body, options) =>
      call({ ...options, method: 'PATCH', path: `/v1/users/${segment(user_id)}`, body }),
    deactivate: (user_id, options) =>
      call({ ...options, method: 'POST', path: `/v1/users/${segment(user_id)}/deactivate` }),
    createOnboardingLinks: (user_id, body, options) =>
      call({ ...options, method: 'POST', path: `/v1/users/${segment(user_id)}/onboarding_links`, body }),
  },
  wallets: {
    list: (user_id, query, options) => list(`/v1/users/${segment(user_id)}/wallets`, query, options),
    create: (user_id, body, options) =>
      call({ ...options, method: 'POST', path: `/v1/users/${segment(user_id)}/wallets`, body }),
    get: (user_id, wallet_id, options) =>
      call({
        ...options,
        method: 'GET',
        path: `/v1/users/${segment(user_id)}/wallets/${segment(wallet_id)}`,
      }),
    getBalance: (user_id, wallet_id, query, options) =>
      call({
        ...options,
        method: 'GET',
        path: `/v1/users/${segment(user_id)}/wallets/${segment(wallet_id)}/balance`,
        query,
      }),
    getBalanceProof: (user_id, wallet_id, options) =>
      call({
        ...options,
        method: 'GET',
        path: `/v1/users/${segment(user_id)}/wallets/${segment(wallet_id)}/balance/proof`,
      }),
    listHistory: (user_id, wallet_id, query, options) =>
      list(`/v1/users/${segment(user_id)}/wallets/${segment(wallet_id)}/history`, query, options),
    getStatement: (user_id, wallet_id, month, query, options) =>
      call({
        ...options,
        method: 'GET',
        path: `/v1/users/${segment(user_id)}/wallets/${segment(wallet_id)}/statements/${segment(month)}`,
        query,
      }),
  },
  depositAccounts: {
    list: (user_id, query, options) => list(`/v1/users/${segment(user_id)}/deposit_accounts`, query, options),
    create: (user_id, body, options) =>
      call({ ...options, method: 'POST', path: `/v1/users/${segment(user_id)}/deposit_accounts`, body }),
    get: (user_id, deposit_account_id, options) =>
      call({
        ...options,
        method: 'GET',
        path: `/v1/users/${segment(user_id)}/deposit_accounts/${segment(deposit_account_id)}`,
      }),
    deactivate: (user_id, deposit_account_id, options) =>
      call({
        ...options,
        method: 'POST',
        path: `/v1/users/${segment(user_id)}/deposit_accounts/${segment(deposit_account_id)}/deactivate`,
      }),
    reactivate: (user_id, deposit_account_id, options) =>
      call({
        ...options,
        method: 'POST',
        path: `/v1/users/${segment(user_id)}/deposit_accounts/${segment(deposit_account_id)}/reactivate`,
      }),
    listActivity: (user_id, deposit_account_id, query, options) =>
      list(
        `/v1/users/${segment(user_id)}/deposit_accounts/${segment(deposit_account_id)}/activity`,
        query,
        options,
      ),
  },
  transfers: {
    list: (query, options) => list('/v1/transfers', query, options),
    create: ((body, options) =>
      call({ ...options, method: 'POST', path: '/v1/transfers', body })) as TransfersResource['create'],
    get: (transfer_id, options) =>
      call({ ...options, method: 'GET', path: `/v1/transfers/${segment(transfer_id)}` }),
    cancel: (transfer_id, options) =>
      call({ ...options, method: 'POST', path: `/v1/transfers/${segment(transfer_id)}/cancel` }),
  },
  transferBatches: {
    create: ((body, options) =>
      call({
        ...options,
        method: 'POST',
        path: '/v1/transfer_batches',
        body,
      })) as TransferBatchesResource['create'],
    get: (transfer_batch_id, options) =>
      call({ ...options, method: 'GET', path: `/v1/transfer_batches/${segment(transfer_batch_id)}` }),
  },
  payoutAccounts: {
    list: (user_id, query, options) => list(`/v1/users/${segment(user_id)}/payout_accounts`, query, options),
    create: (user_id, body, options) =>
      call({ ...options, method: 'POST', path: `/v1/users/${segment(user_id)}/payout_accounts`, body }),
    get: (user_id, payout_account_id, options) =>
      call({
        ...options,
        method: 'GET',
        path: `/v1/users/${segment(user_id)}/payout_accounts/${segment(payout_account_id)}`,
      }),
    delete: (user_id, payout_account_id, options) =>
      call({
        ...options,
        method: 'DELETE',
        path: `/v1/users/${segment(user_id)}/payout_accounts/${segment(payout_account_id)}`,
      }),
  },
  routes: {
    list: (query, options) => call({ ...options, method: 'GET', path: '/v1/routes', query }),
  },
  rates: {
    get: (query, options) => call({ ...options, method: 'GET', path: '/v1/rates', query }),
  },
  quotes: {
    create: (body, options) => call({ ...options, method: 'POST', path: '/v1/quotes', body }),
    get: (quote_id, options) => call({ ...options, method: 'GET', path: `/v1/quotes/${segment(quote_id)}` }),
  },
  webhookEndpoints: {
    list: (query, options) => list('/v1/webhook_endpoints', query, options),
    create: (body, options) => call({ ...options, method: 'POST', path: '/v1/webhook_endpoints', body }),
    get: (webhook_endpoint_id, options) =>
      call({ ...options, method: 'GET', path: `/v1/webhook_endpoints/${segment(webhook_endpoint_id)}` }),
    update: (webhook_endpoint_id, body, options) =>
      call({
        ...options,
        method: 'PATCH',
        path: `/v1/webhook_endpoints/${segment(webhook_endpoint_id)}`,
        body,
      }),
    delete: (webhook_endpoint_id, options) =>
      call({ ...options, method: 'DELETE', path: `/v1/webhook_endpoints/${segment(webhook_endpoint_id)}` }),
    test: (webhook_endpoint_id, options) =>
      call({
        ...options,
        method: 'POST',
        path: `/v1/webhook_endpoints/${segment(webhook_endpoint_id)}/test`,
      }),
    listDeliveries: (webhook_endpoint_id, query, options) =>
      list(`/v1/webhook_endpoints/${segment(webhook_endpoint_id)}/deliveries`, query, options),
    redeliverTo: (webhook_endpoint_id, body, options) =>
      call({
        ...options,
        method: 'POST',
        path: `/v1/webhook_endpoints/${segment(webhook_endpoint_id)}/redeliver`,
        body,
      }),
  },
  webhookDeliveries: {
    get: (webhook_delivery_id, options) =>
      call({ ...options, method: 'GET', path: `/v1/webhook_deliveries/${segment(webhook_delivery_id)}` }),
    retry: (webhook_delivery_id, options) =>
      call({
        ...options,
        method: 'POST',
        path: `/v1/webhook_deliveries/${segment(webhook_delivery_id)}/retry`,
      }),
  },
  events: {
    list: (query, options) => list('/v1/events', query, options),
    stream: (query, options) => stream('/v1/events/stream', query, options),
    get: (event_id, options) => call({ ...options, method: 'GET', path: `/v1/events/${segment(event_id)}` }),
    redeliver: (event_id, body, options) =>
      call({ ...options, method: 'POST', path: `/v1/events/${segment(event_id)}/redeliver`, body }),
  },
  requests: {
    list: (query, options) => list('/v1/requests', query, options),
    get: (request_id, options) =>
      call({ ...options, method: 'GET', path: `/v1/requests/${segment(request_id)}` }),
  },
  sandbox: {
    setKyc: (user_id, body, options) =>
      call({ ...options, method: 'POST', path: `/v1/sandbox/users/${segment(user_id)}/kyc`, body }),
    createDeposit: (body, options) =>
      call({ ...options, method: 'POST', path: '/v1/sandbox/deposits', body }),
    createReward: (body, options) => call({ ...options, method: 'POST', path: '/v1/sandbox/rewards', body }),
    setPayoutOutcome: (transfer_id, body, options) =>
      call({
        ...options,
        method: 'POST',
        path: `/v1/sandbox/transfers/${segment(transfer_id)}/payout_outcome`,
        body,
      }),
    createPayoutReturn: (transfer_id, body, options) =>
      call({
        ...options,
        method: 'POST',
        path: `/v1/sandbox/transfers/${segment(transfer_id)}/payout_return`,
        body,
      }),
    createDepositReversal: (transfer_id, body, options) =>
      call({
        ...options,
        method: 'POST',
        path: `/v1/sandbox/transfers/${segment(transfer_id)}/deposit_reversal`,
        body,
      }),
    setReviewOutcome: (transfer_id, body, options) =>
      call({
        ...options,
        method: 'POST',
        path: `/v1/sandbox/transfers/${segment(transfer_id)}/review_outcome`,
        body,
      }),
    getClock: (options) => call({ ...options, method: 'GET', path: '/v1/sandbox/clock' }),
    advanceClock: (body, options) =>
      call({ ...options, method: 'POST', path: '/v1/sandbox/clock/advance', body }),
    reset: (options) => call({ ...options, method: 'POST', path: '/v1/sandbox/reset' }),
  },
});
