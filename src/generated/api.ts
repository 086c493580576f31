// Generated from schemas/ by `npm run generate`. Do not edit.
/**
 * ID of a user.
 */
export type UserId = string;

/**
 * ID of a wallet.
 */
export type WalletId = string;

/**
 * ID of a wallet history entry.
 */
export type WalletHistoryEntryId = string;

/**
 * ID of a deposit account.
 */
export type DepositAccountId = string;

/**
 * ID of a deposit.
 */
export type DepositId = string;

/**
 * ID of a transfer.
 */
export type TransferId = string;

/**
 * ID of a batch of transfers.
 */
export type TransferBatchId = string;

/**
 * ID of a payout account.
 */
export type PayoutAccountId = string;

/**
 * ID of a quote.
 */
export type QuoteId = string;

/**
 * ID of a webhook endpoint.
 */
export type WebhookEndpointId = string;

/**
 * ID of an event.
 */
export type EventId = string;

/**
 * ID of a request, as in the `Request-Id` header.
 */
export type RequestId = string;

/**
 * ID of an object. An ID with the prefix of another kind of object is 404.
 */
export type IdInput = string;

/**
 * ISO 8601 time in UTC.
 */
export type Timestamp = string;

/**
 * ISO 8601 time with a UTC offset.
 */
export type QueryTime = string;

/**
 * Decimal string with exactly the decimals of its unit.
 */
export type Amount = string;

/**
 * Decimal string with exactly the decimals of its unit; negative for debits.
 */
export type SignedAmount = string;

/**
 * Decimal string with up to 15 digits before the point and at most the decimals of its unit after it. No sign, exponent, or spaces; JSON numbers are rejected.
 */
export type AmountInput = string;

/**
 * Decimal string: destination units per source unit.
 */
export type RateValue = string;

/**
 * Asset code, such as `svc-points` or `svc-coin`. `GET /v1/routes` lists all codes; more may be added.
 */
export type Asset = string;

/**
 * Asset code. `GET /v1/routes` lists all codes.
 */
export type AssetInput = 'svc-points' | 'svc-coin';

/**
 * ISO 4217 currency code in lower case.
 */
export type Currency = string;

/**
 * ISO 3166-1 alpha-2 country code.
 */
export type Country = string;

/**
 * Rail code. `GET /v1/routes` lists all codes; more may be added.
 */
export type Rail = string;

/**
 * Email address. Letters outside ASCII are allowed on both sides of the `@`.
 */
export type Email = string;

/**
 * Phone number in E.164 format.
 */
export type Phone = string;

/**
 * Text without control characters.
 */
export type Text = string;

/**
 * Your own key-value pairs, returned unchanged: up to 50 keys of up to 40 characters; values are strings of up to 500 characters.
 */
export interface Metadata {
  [k: string]: string;
}

/**
 * Starts at 1 and increases with each change of the object.
 */
export type Version = number;

/**
 * A reason: a stable code and a message.
 */
export interface Reason {
  /**
   * Stable code in snake_case; codes from rails may have another format.
   */
  code: string;
  /**
   * Human-readable sentence.
   */
  message: string;
}

/**
 * A fee kept by the service.
 */
export interface Fee {
  /**
   * `svc` is the service's spread.
   */
  type: string;
  amount: Amount;
  /**
   * The asset or currency of `amount`.
   */
  unit: string;
}

/**
 * The operation takes no body. Send none, or an empty object.
 */
export interface EmptyBody {}

/**
 * The operation takes no query parameters.
 */
export interface NoQuery {}

/**
 * Payments to a deactivated account are returned to the sender.
 */
export type DepositAccountStatus = 'active' | 'deactivated';

/**
 * Reusable bank details: each payment to them credits the wallet.
 */
export interface DepositAccount {
  id: DepositAccountId;
  /**
   * The object's type.
   */
  object: 'deposit_account';
  user_id: UserId;
  status: DepositAccountStatus;
  /**
   * The currency and rail of incoming payments.
   */
  source: {
    currency: Currency;
    rail: Rail;
  };
  /**
   * The wallet to credit.
   */
  destination: {
    wallet_id: WalletId;
    asset: Asset;
  };
  deposit_instructions: DepositInstructions;
  metadata: Metadata;
  version: Version;
  created_at: Timestamp;
}

/**
 * Payment instructions. `type` determines the fields: `bank` has `bank_name`, `account_name`, and `account_number`; `mobile_money` has `provider`; `emailpay` has `amount`, `expires_at`, and `approval_url`. Fields of other types are absent.
 */
export interface DepositInstructions {
  /**
   * Determines the variant.
   */
  type: 'bank' | 'mobile_money' | 'emailpay';
  currency: Currency;
  rail: Rail;
  /**
   * Name of the bank.
   */
  bank_name?: string;
  /**
   * Address of the bank.
   */
  bank_address?: string;
  /**
   * Name of the account.
   */
  account_name?: string;
  /**
   * Account number or IBAN.
   */
  account_number?: string;
  /**
   * Branch, sort, or routing code.
   */
  routing_code?: string;
  /**
   * SWIFT/BIC of the bank.
   */
  swift_bic?: string;
  /**
   * The sender must include this reference so that the payment can be matched.
   */
  reference: string;
  /**
   * Amount to send, in `currency`. Bank details have it only for one-off on-ramps.
   */
  amount?: Amount;
  /**
   * After this time the transfer is canceled and late payments are returned. Bank details have it only for one-off on-ramps.
   */
  expires_at?: Timestamp;
  /**
   * The mobile-money provider.
   */
  provider?: string;
  /**
   * Merchant, till, or paybill number.
   */
  merchant_code?: string;
  /**
   * Phone number to pay if there is no merchant code.
   */
  phone_number?: string;
  /**
   * Hosted approval page for the payer.
   */
  approval_url?: string;
}

/**
 * State of the deposit's transfer after the payment arrived.
 */
export type DepositState = 'funds_received' | 'in_review' | 'completed' | 'returned' | 'failed';

/**
 * A payment received by a deposit account.
 */
export interface Deposit {
  id: DepositId;
  /**
   * The object's type.
   */
  object: 'deposit';
  deposit_account_id: DepositAccountId;
  /**
   * The on-ramp created for the payment.
   */
  transfer_id: TransferId;
  state: DepositState;
  /**
   * Amount received, in `currency`.
   */
  amount_received: Amount;
  currency: Currency;
  /**
   * Fees charged on the deposit.
   */
  fees: readonly Fee[];
  /**
   * Points per unit of `currency`.
   */
  rate: RateValue;
  /**
   * Amount credited to the wallet, in its asset; zero until it is credited or if the payment was returned.
   */
  amount_credited: Amount;
  /**
   * The rail's reference for the payment.
   */
  rail_reference: string;
  /**
   * Why the payment was returned to the sender; `null` otherwise.
   */
  return_reason: string | null;
  created_at: Timestamp;
}

/**
 * One page of deposit accounts, newest first.
 */
export interface DepositAccountPage {
  data: readonly DepositAccount[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * One page of deposits, newest first.
 */
export interface DepositPage {
  data: readonly Deposit[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * A deposit account to create for one currency and rail. Only bank rails are supported.
 */
export interface DepositAccountCreate {
  /**
   * The currency and rail of incoming payments.
   */
  source: {
    currency: Currency;
    rail: Rail;
  };
  /**
   * The wallet to credit.
   */
  destination: {
    wallet_id: IdInput;
  };
  metadata?: Metadata;
}

/**
 * Query parameters of the list of deposit accounts. Send at most one of the two cursors.
 */
export interface DepositAccountListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
}

/**
 * Query parameters of the list of deposits. Send at most one of the two cursors.
 */
export interface DepositListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
  /**
   * Returns only objects created after this time (exclusive).
   */
  created_after?: QueryTime;
  /**
   * Returns only objects created before this time (exclusive).
   */
  created_before?: QueryTime;
}

/**
 * The category of the error, determined by the status.
 */
export type ErrorType =
  | 'invalid_request'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'not_implemented'
  | 'provider_unavailable'
  | 'api_error';

/**
 * Stable error code for programs.
 */
export type ErrorCode =
  | 'malformed_request'
  | 'invalid_api_key'
  | 'permission_denied'
  | 'sandbox_only'
  | 'user_not_approved'
  | 'not_found'
  | 'method_not_allowed'
  | 'idempotency_key_reused'
  | 'external_reference_exists'
  | 'wallet_exists'
  | 'wallet_frozen'
  | 'user_deactivated'
  | 'user_state_conflict'
  | 'user_has_balance'
  | 'user_has_open_transfers'
  | 'deposit_account_state_conflict'
  | 'transfer_state_conflict'
  | 'transfer_not_cancelable'
  | 'quote_used'
  | 'payout_account_in_use'
  | 'payout_account_deleted'
  | 'webhook_endpoint_disabled'
  | 'webhook_endpoint_limit_reached'
  | 'projection_state_conflict'
  | 'key_state_conflict'
  | 'proposal_state_conflict'
  | 'statement_exists'
  | 'break_state_conflict'
  | 'breaks_open'
  | 'day_state_conflict'
  | 'second_operator_required'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'unsupported_route'
  | 'price_risk_not_acknowledged'
  | 'amount_below_minimum'
  | 'amount_above_maximum'
  | 'insufficient_balance'
  | 'amount_exceeds_cashable'
  | 'user_limit_exceeded'
  | 'quote_mismatch'
  | 'quote_expired'
  | 'insufficient_liquidity'
  | 'rate_limited'
  | 'storage_limit_reached'
  | 'internal_error'
  | 'not_implemented'
  | 'provider_unavailable'
  | 'service_unavailable';

/**
 * An error in one field.
 */
export interface ErrorDetail {
  /**
   * Dotted path of the field, such as `source.wallet_id`.
   */
  field: string;
  /**
   * Stable code, such as `required`, `unknown_field`, `not_allowed`, `wrong_type`, `invalid_format`, `invalid_value`, `too_long`, `too_short`, `too_many`, `out_of_range`.
   */
  code: string;
  /**
   * Human-readable sentence; never contains the value.
   */
  message: string;
}

/**
 * The body of every response with a status of 400 or higher.
 */
export interface ErrorEnvelope {
  /**
   * The error.
   */
  error: {
    type: ErrorType;
    code: ErrorCode;
    /**
     * Human-readable sentence that explains what to do.
     */
    message: string;
    /**
     * Include it in support requests.
     */
    request_id: RequestId;
    /**
     * The page of the error code in the documentation. An addition to the API contract; absent from replays of errors that an older release stored.
     */
    doc_url?: string;
    /**
     * One entry for each invalid field.
     *
     * @minItems 1
     */
    details?: readonly ErrorDetail[];
    /**
     * For `external_reference_exists`, the ID of the user with that reference; for `wallet_exists`, the ID of the wallet.
     */
    existing_id?: string;
  };
}

/**
 * Event types. More may be added: acknowledge and ignore unknown types.
 */
export type PublicEventType =
  | 'user.created'
  | 'user.kyc_status_changed'
  | 'user.terms_status_changed'
  | 'user.deactivated'
  | 'transfer.created'
  | 'transfer.state_changed'
  | 'deposit.received'
  | 'deposit.returned'
  | 'payout.returned'
  | 'deposit_account.deactivated'
  | 'webhook_endpoint.test'
  | 'webhook_endpoint.disabled'
  | 'payout.returned_late'
  | 'deposit.reversed'
  | 'wallet.created'
  | 'wallet.frozen'
  | 'wallet.unfrozen'
  | 'reward.granted'
  | 'receivable.repaid';

/**
 * A change of an object, with a snapshot of the object after the change. Events may be delivered more than once and out of order; compare `object_version` to find the newer snapshot.
 */
export type PublicEvent =
  | UserEvent
  | TransferEvent
  | DepositAccountEvent
  | WebhookEndpointEvent
  | LateMovementEvent
  | WalletEvent
  | WalletEntryEvent;

/**
 * A change of a user.
 */
export interface UserEvent {
  id: EventId;
  /**
   * The object's type.
   */
  object: 'event';
  /**
   * What happened.
   */
  type: 'user.created' | 'user.kyc_status_changed' | 'user.terms_status_changed' | 'user.deactivated';
  /**
   * API version that defines the format of `data`.
   */
  api_version: 'v1';
  created_at: Timestamp;
  /**
   * Type of the object in `data`.
   */
  object_type: 'user';
  /**
   * Version of the object in `data`.
   */
  object_version: Version;
  /**
   * Previous values of the changed fields; empty if the object was created.
   */
  previous_attributes: {
    [k: string]: unknown;
  };
  /**
   * The object after the change.
   */
  data: User;
}

/**
 * A change of a transfer, including its deposits and payouts.
 */
export interface TransferEvent {
  id: EventId;
  /**
   * The object's type.
   */
  object: 'event';
  /**
   * What happened.
   */
  type:
    | 'transfer.created'
    | 'transfer.state_changed'
    | 'deposit.received'
    | 'deposit.returned'
    | 'payout.returned';
  /**
   * API version that defines the format of `data`.
   */
  api_version: 'v1';
  created_at: Timestamp;
  /**
   * Type of the object in `data`.
   */
  object_type: 'transfer';
  /**
   * Version of the object in `data`.
   */
  object_version: Version;
  /**
   * Previous values of the changed fields; empty if the object was created.
   */
  previous_attributes: {
    [k: string]: unknown;
  };
  /**
   * The object after the change.
   */
  data: Transfer;
}

/**
 * Money of a completed transfer came back late. An addition to the API contract.
 */
export interface LateMovementEvent {
  id: EventId;
  /**
   * The object's type.
   */
  object: 'event';
  /**
   * What happened.
   */
  type: 'payout.returned_late' | 'deposit.reversed';
  /**
   * API version that defines the format of `data`.
   */
  api_version: 'v1';
  created_at: Timestamp;
  /**
   * Type of the object in `data`.
   */
  object_type: 'late_movement';
  /**
   * Version of the object in `data`.
   */
  object_version: Version;
  /**
   * Always empty: the object never changes.
   */
  previous_attributes: {
    [k: string]: unknown;
  };
  /**
   * The object.
   */
  data: LateMovement;
}

/**
 * A change of a deposit account.
 */
export interface DepositAccountEvent {
  id: EventId;
  /**
   * The object's type.
   */
  object: 'event';
  /**
   * What happened.
   */
  type: 'deposit_account.deactivated';
  /**
   * API version that defines the format of `data`.
   */
  api_version: 'v1';
  created_at: Timestamp;
  /**
   * Type of the object in `data`.
   */
  object_type: 'deposit_account';
  /**
   * Version of the object in `data`.
   */
  object_version: Version;
  /**
   * Previous values of the changed fields; empty if the object was created.
   */
  previous_attributes: {
    [k: string]: unknown;
  };
  /**
   * The object after the change.
   */
  data: DepositAccount;
}

/**
 * A test of a webhook endpoint, which only that endpoint receives, or the service disabled an endpoint, which the others are told.
 */
export interface WebhookEndpointEvent {
  id: EventId;
  /**
   * The object's type.
   */
  object: 'event';
  /**
   * What happened.
   */
  type: 'webhook_endpoint.test' | 'webhook_endpoint.disabled';
  /**
   * API version that defines the format of `data`.
   */
  api_version: 'v1';
  created_at: Timestamp;
  /**
   * Type of the object in `data`.
   */
  object_type: 'webhook_endpoint';
  /**
   * Version of the object in `data`.
   */
  object_version: Version;
  /**
   * Previous values of the changed fields; empty if the object was created.
   */
  previous_attributes: {
    [k: string]: unknown;
  };
  /**
   * The object after the change.
   */
  data: WebhookEndpoint;
}

/**
 * A change of a wallet, except of its balance, which transfers and rewards change.
 */
export interface WalletEvent {
  id: EventId;
  /**
   * The object's type.
   */
  object: 'event';
  /**
   * What happened.
   */
  type: 'wallet.created' | 'wallet.frozen' | 'wallet.unfrozen';
  /**
   * API version that defines the format of `data`.
   */
  api_version: 'v1';
  created_at: Timestamp;
  /**
   * Type of the object in `data`.
   */
  object_type: 'wallet';
  /**
   * Version of the object in `data`.
   */
  object_version: Version;
  /**
   * Previous values of the changed fields; empty if the object was created.
   */
  previous_attributes: {
    [k: string]: unknown;
  };
  /**
   * The object after the change.
   */
  data: WalletSnapshot;
}

/**
 * A reward was granted, or a part of what the user owes was repaid from a credit. `data` is an entry of the history of the wallet; a repayment has one event for each of its entries.
 */
export interface WalletEntryEvent {
  id: EventId;
  /**
   * The object's type.
   */
  object: 'event';
  /**
   * What happened.
   */
  type: 'reward.granted' | 'receivable.repaid';
  /**
   * API version that defines the format of `data`.
   */
  api_version: 'v1';
  created_at: Timestamp;
  /**
   * Type of the object in `data`.
   */
  object_type: 'wallet_history_entry';
  /**
   * Version of the object in `data`.
   */
  object_version: Version;
  /**
   * Previous values of the changed fields; empty if the object was created.
   */
  previous_attributes: {
    [k: string]: unknown;
  };
  /**
   * The object after the change.
   */
  data: WalletHistoryEntry;
}

/**
 * One page of events, newest first.
 */
export interface PublicEventPage {
  data: readonly PublicEvent[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * Query parameters of the list of events. Send at most one of the two cursors.
 */
export interface EventListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
  /**
   * Returns only objects created after this time (exclusive).
   */
  created_after?: QueryTime;
  /**
   * Returns only objects created before this time (exclusive).
   */
  created_before?: QueryTime;
  /**
   * Returns only events of this type; an unknown type returns an empty list.
   */
  type?: string;
  /**
   * Returns only events about this object.
   */
  object_id?: string;
}

/**
 * Query parameters of the stream of events.
 */
export interface EventStreamQuery {
  /**
   * ID of an event. The stream continues after it. The header `Last-Event-ID` takes precedence.
   */
  after?: string;
  /**
   * Sends only events of these types: up to 20, separated by commas. Unknown types match nothing.
   */
  types?: string;
  /**
   * Sends only events about this object.
   */
  object_id?: string;
}

/**
 * Server-sent events (the format that `EventSource` reads), in UTF-8. The `data` of each is a `PublicEvent`.
 */
export type EventStream = string;

/**
 * The target of a redelivery.
 */
export interface EventRedeliver {
  /**
   * Delivers to this endpoint only, even if it does not subscribe to the type. Default: every enabled endpoint that subscribes to the type.
   */
  webhook_endpoint_id?: IdInput;
}

/**
 * Determines which details the account has.
 */
export type PayoutAccountType = 'bank' | 'mobile_money' | 'emailpay';

/**
 * A destination for off-ramps. Numbers and addresses are masked; details of other types are absent.
 */
export interface PayoutAccount {
  id: PayoutAccountId;
  /**
   * The object's type.
   */
  object: 'payout_account';
  user_id: UserId;
  type: PayoutAccountType;
  currency: Currency;
  country: Country;
  rail: Rail;
  /**
   * Name of the account's owner; `null` after the user's personal data was erased.
   */
  account_owner_name: string | null;
  /**
   * A bank account.
   */
  bank?: {
    /**
     * Name of the bank.
     */
    bank_name: string;
    /**
     * Last four characters of the account number; fewer if the number is very short.
     */
    account_number_last4: string;
    /**
     * Routing code.
     */
    routing_code: string | null;
    /**
     * SWIFT/BIC.
     */
    swift_bic: string | null;
    /**
     * Kind of bank account.
     */
    account_type: ('checking' | 'savings' | 'other') | null;
  };
  /**
   * A mobile-money account.
   */
  mobile_money?: {
    /**
     * The provider.
     */
    provider: string;
    /**
     * Last four digits of the number; fewer if the number is very short.
     */
    phone_number_last4: string;
  };
  /**
   * An emailpay recipient.
   */
  emailpay?: {
    /**
     * Email address with most of its local part hidden.
     */
    email_masked: string | null;
    /**
     * Last four digits of the number; fewer if the number is very short.
     */
    phone_number_last4: string | null;
  };
  /**
   * A deleted account accepts no new off-ramps.
   */
  status: 'active' | 'deleted';
  /**
   * The rail's verification of `account_owner_name`; `not_supported` until a check starts.
   */
  name_check: 'not_supported' | 'pending' | 'match' | 'partial_match' | 'no_match';
  metadata: Metadata;
  version: Version;
  created_at: Timestamp;
}

/**
 * One page of payout accounts, newest first.
 */
export interface PayoutAccountPage {
  data: readonly PayoutAccount[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * A payout account to register. Send only the details that belong to `type`; they are validated for the rail.
 */
export interface PayoutAccountCreate {
  type: PayoutAccountType;
  currency: Currency;
  country: Country;
  rail: Rail;
  /**
   * Name of the account's owner, up to 200 characters. It is screened against sanctions lists and verified with the rail if the rail supports it.
   */
  account_owner_name: string;
  /**
   * A bank account.
   */
  bank?: {
    /**
     * Name of the bank, up to 200 characters.
     */
    bank_name: string;
    /**
     * Account number or IBAN, up to 64 characters.
     */
    account_number: string;
    /**
     * Routing code in the format of the account's country.
     */
    routing_code?: string;
    /**
     * SWIFT/BIC of the bank.
     */
    swift_bic?: string;
    /**
     * Kind of bank account.
     */
    account_type?: 'checking' | 'savings' | 'other';
  };
  /**
   * A mobile-money account.
   */
  mobile_money?: {
    /**
     * The provider, up to 64 characters.
     */
    provider: string;
    phone_number: Phone;
  };
  /**
   * An emailpay recipient: an email address, a phone number, or both.
   */
  emailpay?: {
    email?: Email;
    phone?: Phone;
  };
  metadata?: Metadata;
}

/**
 * Query parameters of the list of payout accounts. Send at most one of the two cursors.
 */
export interface PayoutAccountListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
}

/**
 * A price for one conversion, locked for a short time. It can be used once and reserves nothing.
 */
export interface Quote {
  id: QuoteId;
  /**
   * The object's type.
   */
  object: 'quote';
  source_wallet_id: WalletId;
  destination_wallet_id: WalletId;
  from: Asset;
  to: Asset;
  /**
   * Amount debited from the source wallet, in `from`.
   */
  amount: Amount;
  /**
   * Units of `to` per unit of `from`, after the spread.
   */
  rate: RateValue;
  /**
   * Amount credited to the destination wallet, in `to`: `amount` × `rate`, rounded down.
   */
  amount_out: Amount;
  /**
   * The service's spread, in `from`.
   */
  fees: readonly Fee[];
  /**
   * Whether the quote can still be used.
   */
  status: 'open' | 'used' | 'expired';
  /**
   * The conversion that used the quote.
   */
  transfer_id: TransferId | null;
  expires_at: Timestamp;
  created_at: Timestamp;
}

/**
 * The conversion to price.
 */
export interface QuoteCreate {
  /**
   * The wallet to debit.
   */
  source_wallet_id: IdInput;
  /**
   * The user's wallet in the other asset.
   */
  destination_wallet_id: IdInput;
  /**
   * Amount to debit from the source wallet, in its asset.
   */
  amount: AmountInput;
}

/**
 * The price of one unit of `from` in `to`, before the spread.
 */
export interface Rate {
  /**
   * The object's type.
   */
  object: 'rate';
  /**
   * Asset code or currency.
   */
  from: string;
  /**
   * Asset code or currency.
   */
  to: string;
  rate: RateValue;
  /**
   * `fixed` for points, `floating` for coin.
   */
  type: 'fixed' | 'floating';
  /**
   * When the price was set.
   */
  as_of: Timestamp;
  /**
   * When the price expires; `null` if it never expires.
   */
  expires_at: Timestamp | null;
}

/**
 * The pair to price. An unknown pair is 422 `unsupported_route`.
 */
export interface RateQuery {
  /**
   * Asset code or currency.
   */
  from: string;
  /**
   * Asset code or currency.
   */
  to: string;
}

/**
 * A request to the API, without its bodies. Texts that could be personal, and all secrets, are stored as `[masked]`.
 */
export interface RequestSummary {
  id: RequestId;
  /**
   * Type of the object.
   */
  object: 'request';
  /**
   * HTTP method.
   */
  method: string;
  /**
   * Path of the request. Parts that are neither part of a path of the API nor an ID are masked.
   */
  path: string;
  /**
   * Query string, masked; `null` if there was none.
   */
  query: string | null;
  /**
   * ID of the operation, such as `createTransfer`; `null` for an unknown path or method.
   */
  operation: string | null;
  /**
   * HTTP status of the response.
   */
  status: number;
  /**
   * The error; `null` for a success.
   */
  error: RequestError | null;
  /**
   * ID of the API key. The key itself is not stored.
   */
  api_key_id: string;
  /**
   * The `Idempotency-Key` header; `null` if there was none.
   */
  idempotency_key: string | null;
  /**
   * Whether the response was stored by an earlier request with the same idempotency key.
   */
  replayed: boolean;
  /**
   * Time until the response, in milliseconds.
   */
  duration_ms: number;
  created_at: Timestamp;
  /**
   * How many requests were not logged since the previous entry of the same process. 0 unless the service was busy, or received more requests than it logs.
   */
  omitted_before: number;
}

/**
 * The error of a logged request.
 */
export interface RequestError {
  /**
   * The error code.
   */
  code: string;
  /**
   * The message. Names that the API does not know are masked.
   */
  message: string;
}

/**
 * A request to the API with its bodies and the events that it caused. Texts that could be personal, and all secrets, are stored as `[masked]`.
 */
export interface Request {
  id: RequestId;
  /**
   * Type of the object.
   */
  object: 'request';
  /**
   * HTTP method.
   */
  method: string;
  /**
   * Path of the request. Parts that are neither part of a path of the API nor an ID are masked.
   */
  path: string;
  /**
   * Query string, masked; `null` if there was none.
   */
  query: string | null;
  /**
   * ID of the operation, such as `createTransfer`; `null` for an unknown path or method.
   */
  operation: string | null;
  /**
   * HTTP status of the response.
   */
  status: number;
  /**
   * The error; `null` for a success.
   */
  error: RequestError | null;
  /**
   * ID of the API key. The key itself is not stored.
   */
  api_key_id: string;
  /**
   * The `Idempotency-Key` header; `null` if there was none.
   */
  idempotency_key: string | null;
  /**
   * Whether the response was stored by an earlier request with the same idempotency key.
   */
  replayed: boolean;
  /**
   * Time until the response, in milliseconds.
   */
  duration_ms: number;
  created_at: Timestamp;
  /**
   * How many requests were not logged since the previous entry of the same process. 0 unless the service was busy, or received more requests than it logs.
   */
  omitted_before: number;
  /**
   * The first 4,096 characters of the body as masked JSON, with an ellipsis if there is more. `null` if there was none, or if it was not valid JSON.
   */
  request_body: string | null;
  /**
   * The same of the response. `null` if it had more than 65,536 characters, or was a stream.
   */
  response_body: string | null;
  /**
   * IDs of the events that the request caused at once. Later consequences, such as the outcome of a payout, have no request. `null` while the events are not readable yet.
   */
  events: EventId[] | null;
}

/**
 * One page of requests, newest first. A page with filters reads a bounded number of objects, so it may have fewer than `limit`, or none, and still continue at `next_cursor`.
 */
export interface RequestPage {
  data: readonly RequestSummary[];
  /**
   * Whether the list may have more objects in the requested direction.
   */
  has_more: boolean;
  /**
   * Where the list continues in this direction: send it as `starting_after`, or as `ending_before` if the request had one. `null` at the end.
   */
  next_cursor: string | null;
}

/**
 * Query parameters of the list of requests. Send at most one of the two cursors.
 */
export interface RequestListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
  /**
   * Returns only objects created after this time (exclusive).
   */
  created_after?: QueryTime;
  /**
   * Returns only objects created before this time (exclusive).
   */
  created_before?: QueryTime;
  /**
   * Returns only requests with this method.
   */
  method?: string;
  /**
   * Returns only requests with this path, such as `/v1/transfers`.
   */
  path?: string;
  /**
   * Returns only requests of this operation, such as `createTransfer`.
   */
  operation?: string;
  /**
   * Returns only requests with this status, such as `422`, or of this class, such as `4xx`.
   */
  status?: string;
  /**
   * Returns only requests with this error code.
   */
  error?: string;
  /**
   * Returns only requests with this idempotency key.
   */
  idempotency_key?: string;
  /**
   * Returns only requests with this API key.
   */
  api_key_id?: string;
}

/**
 * One side of a route.
 */
export type RouteEndpoint = RouteWallet | RouteFiat;

/**
 * A wallet.
 */
export interface RouteWallet {
  /**
   * Determines the variant.
   */
  type: 'wallet';
  asset: Asset;
  /**
   * Maximum number of decimals of amounts in this unit.
   */
  decimals: number;
}

/**
 * Fiat on a rail.
 */
export interface RouteFiat {
  /**
   * Determines the variant: `fiat` is a source, `payout_account` a destination.
   */
  type: 'fiat' | 'payout_account';
  currency: Currency;
  rail: Rail;
  /**
   * Country of the accounts; `null` if the currency is used in several countries.
   */
  country: Country | null;
  /**
   * Maximum number of decimals of amounts in this unit.
   */
  decimals: number;
}

/**
 * A supported pair of source and destination, with its limits.
 */
export interface Route {
  kind: TransferKind;
  source: RouteEndpoint;
  destination: RouteEndpoint;
  /**
   * Minimum amount of a transfer, in the source's unit.
   */
  min_amount: Amount;
  /**
   * Maximum amount of a transfer, in the source's unit.
   */
  max_amount: Amount;
  /**
   * Typical time from submission to completion, in seconds.
   */
  settlement_time_seconds: number;
  /**
   * `false` while the route's provider is unavailable.
   */
  available: boolean;
}

/**
 * All matching routes; the list is not paginated.
 */
export interface RouteList {
  data: readonly Route[];
}

/**
 * Query of the list of routes.
 */
export interface RouteQuery {
  kind?: TransferKind;
  /**
   * Returns only routes of this country and routes without a country.
   */
  country?: Country;
}

/**
 * The simulated result of an identity check.
 */
export interface SandboxKycUpdate {
  kyc_status: KycStatus;
  /**
   * Default: `approved` if `kyc_status` is `approved`, otherwise unchanged.
   */
  terms_status?: TermsStatus;
  /**
   * Up to 20 reasons; stored only for `rejected` and `incomplete`.
   *
   * @maxItems 20
   */
  rejection_reasons?: readonly Reason[];
}

/**
 * A simulated incoming payment. Send either `deposit_account_id` or `transfer_id`.
 */
export interface SandboxDeposit {
  /**
   * The deposit account that receives the payment.
   */
  deposit_account_id?: IdInput;
  /**
   * The one-off on-ramp that the payment is for.
   */
  transfer_id?: IdInput;
  /**
   * Amount received, in fiat; may differ from the expected amount.
   */
  amount: AmountInput;
  /**
   * The outcome of the deposit.
   */
  outcome?: 'credited' | 'in_review' | 'returned';
}

/**
 * Earned points to grant.
 */
export interface SandboxReward {
  wallet_id: IdInput;
  /**
   * Amount to grant, in the wallet's asset.
   */
  amount: AmountInput;
  /**
   * Shown in the wallet's history; up to 200 characters.
   */
  description?: string;
}

/**
 * The simulated outcome of a submitted payout. `returned` and `undeliverable` refund the wallet and end in `refunded`.
 */
export interface SandboxPayoutOutcome {
  /**
   * The outcome that the rail reports.
   */
  outcome: 'completed' | 'returned' | 'undeliverable';
  reason?: Reason;
}

/**
 * Money of a completed transfer that comes back.
 */
export interface SandboxLateMovement {
  /**
   * What the bank says. It has a default.
   */
  reason?: Reason;
}

/**
 * The decision on a transfer in review.
 */
export interface SandboxReviewOutcome {
  /**
   * The decision.
   */
  outcome: 'approved' | 'rejected';
  reason?: Reason;
}

/**
 * How far to move the time of the sandbox.
 */
export interface SandboxClockAdvance {
  /**
   * By how many seconds; at most 31 days.
   */
  seconds: number;
}

/**
 * The time of a sandbox.
 */
export interface SandboxClock {
  object: 'sandbox_clock';
  /**
   * The time of the sandbox.
   */
  time: Timestamp;
  /**
   * How far it is ahead of the service's clock: the sum of all advances.
   */
  ahead_seconds: number;
}

/**
 * The sandbox after a reset.
 */
export interface SandboxReset {
  object: 'sandbox_reset';
  /**
   * The number of the sandbox: the first one is 1, and each reset starts the next.
   */
  generation: number;
  reset_at: Timestamp;
}

/**
 * Kind of the transfer, determined by its source and destination.
 */
export type TransferKind = 'user_to_user' | 'conversion' | 'onramp' | 'offramp';

/**
 * State of the transfer. Final states: `completed`, `failed`, `canceled`, `returned` (on-ramps), and `refunded`.
 */
export type TransferState =
  | 'pending'
  | 'awaiting_funds'
  | 'funds_received'
  | 'in_review'
  | 'payout_submitted'
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'returned'
  | 'undeliverable'
  | 'refunded';

/**
 * One side of a transfer with its owner and unit. `type` determines the fields: a wallet has `wallet_id`, `user_id`, and `asset`; fiat has `currency` and `rail`; a payout account has `payout_account_id`, `user_id`, `currency`, and `rail`.
 */
export interface Endpoint {
  /**
   * The kind of source or destination.
   */
  type: 'wallet' | 'fiat' | 'payout_account';
  wallet_id?: WalletId;
  payout_account_id?: PayoutAccountId;
  /**
   * Owner of the wallet or payout account.
   */
  user_id?: UserId;
  asset?: Asset;
  currency?: Currency;
  rail?: Rail;
}

/**
 * Amounts moved by the transfer. Fields of other kinds are absent; a value that is not known yet is `null`.
 */
export interface Receipt {
  /**
   * On-ramps: amount of the create request, in fiat; `null` if a deposit account created the transfer.
   */
  amount_expected?: Amount | null;
  /**
   * On-ramps: amount received, in fiat.
   */
  amount_received?: Amount;
  /**
   * Amount debited from the source wallet, in its asset.
   */
  amount_debited?: Amount;
  /**
   * Amount credited to the destination wallet, in its asset; `null` while it is held.
   */
  amount_credited?: Amount | null;
  /**
   * Transfers of points between users: the part that is earned points; the rest is cashable.
   */
  earned_amount?: Amount;
  /**
   * Off-ramps: amount sent to the payout account, in its currency.
   */
  amount_paid_out?: Amount | null;
  /**
   * Destination units per source unit; `null` if nothing is converted.
   */
  rate: RateValue | null;
  /**
   * Fees charged.
   */
  fees: readonly Fee[];
  /**
   * The rail's reference; `null` if no rail is involved or the reference is not known yet.
   */
  rail_reference: string | null;
  initiated_at: Timestamp;
  /**
   * When the transfer completed.
   */
  completed_at: Timestamp | null;
}

/**
 * A movement of money from a source to a destination.
 */
export interface Transfer {
  id: TransferId;
  /**
   * The object's type.
   */
  object: 'transfer';
  kind: TransferKind;
  state: TransferState;
  /**
   * Why the transfer is `in_review`, `failed`, `returned`, `undeliverable`, `refunded`, or `canceled`; `null` in other states.
   */
  state_reason: Reason | null;
  source: Endpoint;
  destination: Endpoint;
  /**
   * The requested amount, in the source's unit.
   */
  amount: Amount;
  /**
   * The deposit account whose payment created this on-ramp; `null` otherwise.
   */
  deposit_account_id: DepositAccountId | null;
  /**
   * How to pay a one-off on-ramp; `null` otherwise.
   */
  deposit_instructions: DepositInstructions | null;
  /**
   * Present after the first posting.
   */
  receipt: Receipt | null;
  /**
   * Your own reference.
   */
  integrator_reference: string | null;
  metadata: Metadata;
  late_movement?: LateMovement;
  version: Version;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/**
 * Money that came back after the transfer was completed: the bank returned the payout, or took the deposit back. The transfer stays `completed`; this happens at most once. An addition to the API contract.
 */
export interface LateMovement {
  /**
   * The ID of the transfer, which has at most one late movement.
   */
  id: TransferId;
  /**
   * The object's type.
   */
  object: 'late_movement';
  /**
   * `return`: a completed payout came back, and the wallet is credited. `reversal`: the bank took a credited deposit back, and the wallet is debited.
   */
  type: 'return' | 'reversal';
  wallet_id: WalletId;
  /**
   * Points credited to the wallet (`return`), or taken back (`reversal`).
   */
  points: Amount;
  /**
   * The part of `points` that the wallet did not have, and that the user owes now; zero for a `return`.
   */
  receivable: Amount;
  /**
   * Fiat that the bank moved.
   */
  amount: Amount;
  currency: Currency;
  rail: Rail;
  /**
   * The rail's reference of the original payment.
   */
  rail_reference: string | null;
  /**
   * The bank's reference of the payment that went the other way.
   */
  return_reference: string | null;
  reason: Reason;
  version: Version;
  created_at: Timestamp;
}

/**
 * One page of transfers, newest first.
 */
export interface TransferPage {
  data: readonly Transfer[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * The result of a successful dry run. No transfer was created and no money moved.
 */
export interface TransferPreview {
  /**
   * The object's type.
   */
  object: 'transfer_preview';
  kind: TransferKind;
  source: Endpoint;
  destination: Endpoint;
  /**
   * The requested amount, in the source's unit.
   */
  amount: Amount;
  /**
   * Estimated amounts, not a quote. Fields of other kinds are absent.
   */
  estimated: {
    /**
     * Destination units per source unit; `null` if nothing is converted.
     */
    rate: RateValue | null;
    /**
     * Estimated fees.
     */
    fees: readonly Fee[];
    /**
     * Estimated amount credited to the destination wallet, in its asset.
     */
    amount_credited?: Amount;
    /**
     * Estimated amount sent to the payout account, in its currency.
     */
    amount_paid_out?: Amount;
    /**
     * Typical time to completion, in seconds.
     */
    settlement_time_seconds: number;
  };
}

/**
 * `atomic`: all transfers are made, or none. `independent`: each transfer is made or refused on its own.
 */
export type TransferBatchMode = 'atomic' | 'independent';

/**
 * A transfer between the wallets of two users.
 */
export interface BatchTransferCreate {
  source: WalletInput;
  destination: WalletInput;
  /**
   * Amount in the asset of the wallets.
   */
  amount: AmountInput;
  /**
   * Your own reference, 1 to 255 characters. It need not be unique.
   */
  integrator_reference?: string;
  metadata?: Metadata;
}

/**
 * Transfers between users to make together.
 */
export interface TransferBatchCreate {
  mode: TransferBatchMode;
  /**
   * 1 to 500 transfers, decided in this order: each sees the balances that the ones before it left.
   *
   * @minItems 1
   * @maxItems 500
   */
  transfers: readonly BatchTransferCreate[];
  /**
   * Runs all checks without creating transfers or moving money. Needs no idempotency key.
   */
  dry_run?: boolean;
}

/**
 * Why a transfer of a batch was refused. It has the members that the error of a single transfer would have.
 */
export interface BatchTransferError {
  type: ErrorType;
  code: ErrorCode;
  /**
   * Human-readable sentence.
   */
  message: string;
  /**
   * Invalid fields of the transfer.
   */
  details?: {
    /**
     * Dotted path of the field in the transfer, such as `amount`.
     */
    field: string;
    /**
     * Stable code, as in the details of an error.
     */
    code: string;
    /**
     * Human-readable sentence; never contains the value.
     */
    message: string;
  }[];
}

/**
 * What a transfer of the batch led to. One of the two members is `null`.
 */
export interface TransferBatchResult {
  /**
   * The transfer that was made.
   */
  transfer: Transfer | null;
  /**
   * Why there is no transfer.
   */
  error: BatchTransferError | null;
}

/**
 * Transfers that one request made.
 */
export interface TransferBatch {
  id: TransferBatchId;
  /**
   * The object's type.
   */
  object: 'transfer_batch';
  mode: TransferBatchMode;
  /**
   * How many transfers were made.
   */
  created_count: number;
  /**
   * How many were refused; always 0 for an atomic batch.
   */
  refused_count: number;
  /**
   * One result for each transfer of the request, in its order.
   */
  results: readonly TransferBatchResult[];
  created_at: Timestamp;
}

/**
 * What a transfer of the batch would lead to. One of the two members is `null`.
 */
export interface TransferBatchPreviewResult {
  /**
   * The transfer that would be made.
   */
  preview: TransferPreview | null;
  /**
   * Why there would be no transfer.
   */
  error: BatchTransferError | null;
}

/**
 * The result of a successful dry run of a batch. No transfer was created and no money moved.
 */
export interface TransferBatchPreview {
  /**
   * The object's type.
   */
  object: 'transfer_batch_preview';
  mode: TransferBatchMode;
  /**
   * One result for each transfer of the request, in its order.
   */
  results: readonly TransferBatchPreviewResult[];
}

/**
 * The source of the money: a wallet, or fiat for an on-ramp. No route begins at a payout account, so that is 422 `unsupported_route`.
 */
export type TransferSource = WalletInput | FiatInput | PayoutAccountInput;

/**
 * The destination of the money: a wallet, or a payout account for an off-ramp. No route ends at fiat, so that is 422 `unsupported_route`.
 */
export type TransferDestination = WalletInput | PayoutAccountInput | FiatInput;

/**
 * A wallet.
 */
export interface WalletInput {
  /**
   * Determines the variant.
   */
  type: 'wallet';
  wallet_id: IdInput;
}

/**
 * Fiat on a rail.
 */
export interface FiatInput {
  /**
   * Determines the variant.
   */
  type: 'fiat';
  currency: Currency;
  rail: Rail;
}

/**
 * A payout account.
 */
export interface PayoutAccountInput {
  /**
   * Determines the variant.
   */
  type: 'payout_account';
  payout_account_id: IdInput;
}

/**
 * A transfer to create. Its source and destination determine its kind; an unsupported pair is 422 `unsupported_route`.
 */
export interface TransferCreate {
  source: TransferSource;
  destination: TransferDestination;
  /**
   * Amount in the source's unit: the wallet's asset or the fiat currency. For an on-ramp this is the expected amount; the received amount is credited.
   */
  amount: AmountInput;
  /**
   * The quote to use. Required for conversions and not allowed for other kinds.
   */
  quote_id?: IdInput;
  /**
   * Your own reference, 1 to 255 characters. It need not be unique.
   */
  integrator_reference?: string;
  metadata?: Metadata;
  /**
   * Runs all checks without creating a transfer or moving money. Needs no idempotency key.
   */
  dry_run?: boolean;
}

/**
 * Query parameters of the list of transfers. Send at most one of the two cursors.
 */
export interface TransferListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
  /**
   * Returns only objects created after this time (exclusive).
   */
  created_after?: QueryTime;
  /**
   * Returns only objects created before this time (exclusive).
   */
  created_before?: QueryTime;
  /**
   * Returns only transfers whose source or destination belongs to this user.
   */
  user_id?: string;
  /**
   * Returns only transfers from or to this wallet.
   */
  wallet_id?: string;
  state?: TransferState;
  kind?: TransferKind;
  /**
   * Returns only transfers with this reference.
   */
  integrator_reference?: string;
}

/**
 * Whether the user is a person or a business.
 */
export type UserType = 'individual' | 'business';

/**
 * A deactivated user cannot be reactivated.
 */
export type UserStatus = 'active' | 'deactivated';

/**
 * Status of the identity check. Submitted data is `under_review` and becomes `approved`, `rejected`, or `incomplete`. After the last two, create new links so that the user can try again.
 */
export type KycStatus = 'not_started' | 'under_review' | 'incomplete' | 'approved' | 'rejected';

/**
 * Whether the user accepted the terms.
 */
export type TermsStatus = 'pending' | 'approved';

/**
 * A person or a business. Only active users with `kyc_status` and `terms_status` both `approved` can have wallets and move money. The name fields of the other type are absent.
 */
export interface User {
  id: UserId;
  /**
   * The object's type.
   */
  object: 'user';
  type: UserType;
  /**
   * Your own ID for the user. Unique among your users; it cannot be reused.
   */
  external_reference: string;
  /**
   * Email address.
   */
  email: string | null;
  /**
   * Phone number in E.164 format.
   */
  phone: string | null;
  /**
   * First name; individuals only.
   */
  first_name?: string | null;
  /**
   * Last name; individuals only.
   */
  last_name?: string | null;
  /**
   * Registered name; businesses only.
   */
  business_name?: string | null;
  /**
   * Country of residence or registration.
   */
  country: Country | null;
  status: UserStatus;
  kyc_status: KycStatus;
  terms_status: TermsStatus;
  /**
   * Why the check failed or needs more data; empty unless `kyc_status` is `rejected` or `incomplete`.
   */
  rejection_reasons: readonly Reason[];
  metadata: Metadata;
  version: Version;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/**
 * One page of users, newest first.
 */
export interface UserPage {
  data: readonly User[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * A user to create. The hosted onboarding page collects identity data. A business needs `business_name` and has no personal names; an individual has no `business_name`.
 */
export interface UserCreate {
  type: UserType;
  /**
   * Your own ID for the user: 1 to 255 characters, unique among your users.
   */
  external_reference: string;
  email?: Email;
  phone?: Phone;
  /**
   * First name, up to 100 characters.
   */
  first_name?: string;
  /**
   * Last name, up to 100 characters.
   */
  last_name?: string;
  /**
   * Registered name, up to 200 characters; required for a business.
   */
  business_name?: string;
  country?: Country;
  metadata?: Metadata;
}

/**
 * The fields to change; omitted fields keep their value. `null` clears a field. `metadata` is replaced as a whole. An empty body changes nothing.
 */
export interface UserUpdate {
  /**
   * Email address; `null` clears it.
   */
  email?: Email | null;
  /**
   * Phone number in E.164 format; `null` clears it.
   */
  phone?: Phone | null;
  metadata?: Metadata;
}

/**
 * Query parameters of the list of users. Send at most one of the two cursors.
 */
export interface UserListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
  /**
   * Returns only the user with this `external_reference`.
   */
  external_reference?: string;
  kyc_status?: KycStatus;
  status?: UserStatus;
}

/**
 * A hosted page for the user.
 */
export interface HostedLink {
  /**
   * URL to send the user to.
   */
  url: string;
  /**
   * Whether the link can still be used.
   */
  status: 'open' | 'completed' | 'expired';
  expires_at: Timestamp;
}

/**
 * Links to the hosted identity check and terms. They expire after 24 hours, or when new links are created.
 */
export interface OnboardingLinks {
  /**
   * The object's type.
   */
  object: 'onboarding_links';
  user_id: UserId;
  kyc: HostedLink;
  terms: HostedLink;
}

/**
 * Where the hosted pages redirect the user when finished.
 */
export interface OnboardingLinksCreate {
  /**
   * HTTPS URL of up to 2048 characters. HTTP is allowed for loopback addresses in the sandbox.
   */
  redirect_url?: string;
}

/**
 * `frozen` while the wallet has a compliance hold or its owner is deactivated.
 */
export type WalletStatus = 'active' | 'frozen';

/**
 * Holds one asset for one user; a user has at most one wallet per asset. `version` increases when `status` or `metadata` changes, not when the balance changes.
 */
export interface Wallet {
  id: WalletId;
  /**
   * The object's type.
   */
  object: 'wallet';
  user_id: UserId;
  asset: Asset;
  /**
   * Number of decimals of amounts in this asset.
   */
  decimals: number;
  status: WalletStatus;
  balance: WalletBalance;
  /**
   * When the user acknowledged the price risk of `svc-coin`; `null` for other assets.
   */
  price_risk_acknowledged_at: Timestamp | null;
  metadata: Metadata;
  version: Version;
  created_at: Timestamp;
}

/**
 * A wallet without its balance, as events show it.
 */
export interface WalletSnapshot {
  id: WalletId;
  /**
   * The object's type.
   */
  object: 'wallet';
  user_id: UserId;
  asset: Asset;
  /**
   * Number of decimals of amounts in this asset.
   */
  decimals: number;
  status: WalletStatus;
  /**
   * When the user acknowledged the price risk of `svc-coin`; `null` for other assets.
   */
  price_risk_acknowledged_at: Timestamp | null;
  metadata: Metadata;
  version: Version;
  created_at: Timestamp;
}

/**
 * The balance of a wallet, in its asset. Each amount is the sum of its bucket's history entries.
 */
export interface WalletBalance {
  /**
   * The object's type.
   */
  object: 'wallet_balance';
  wallet_id: WalletId;
  asset: Asset;
  /**
   * The amount that can be spent.
   */
  available: Amount;
  /**
   * The amount that is held and cannot be spent yet.
   */
  pending: Amount;
  /**
   * The part of `available` that can be paid out or used to buy coin; always zero for coin.
   */
  cashable: Amount;
  /**
   * What the user owes since a deposit was reversed, as a negative amount; absent if it is nothing. Whatever is credited to the wallet repays it first. An addition to the API contract.
   */
  receivable?: SignedAmount;
  /**
   * The time of this balance.
   */
  as_of: Timestamp;
}

/**
 * Proves what an account contained when the state of its book was last signed. `docs/auditors.md` has a program of 24 lines that verifies it, without the service and without any event. An addition to the API contract.
 */
export interface BalanceProof {
  /**
   * The object's type.
   */
  object: 'balance_proof';
  /**
   * The stream of the book.
   */
  stream: string;
  /**
   * The wallet.
   */
  account: string;
  /**
   * The key that signed the checkpoint, as in its public key `svc-ledger+<key_id>+…`. Get that key in another way than this answer.
   */
  key_id: string;
  /**
   * The signed note: the stream, its number of events, the hash of the last one, the time, and the root `state`; then an empty line and the Ed25519 signature.
   */
  checkpoint: string;
  /**
   * The number of lines in the signed state, which says how a path turns.
   */
  leaves: number;
  /**
   * The line of the available balance, and one of the pending balance if it ever changed.
   */
  balances: readonly BalanceProofLine[];
}

/**
 * A line of the signed state, and the hashes that lead from it to the signed root (RFC 6962).
 */
export interface BalanceProofLine {
  /**
   * `balance`, the account (with `:pending` for the pending balance), the unit, the amount, and for points the cashable part.
   */
  line: string;
  /**
   * The position of the line among all lines.
   */
  index: number;
  /**
   * Hashes in base64, from the bottom up.
   */
  path: readonly string[];
}

/**
 * The part of the balance that an entry changes.
 */
export type WalletBucket = 'available' | 'pending' | 'cashable' | 'receivable';

/**
 * The change that one posting made to one bucket of the wallet. A partly cashable amount has two entries.
 */
export interface WalletHistoryEntry {
  id: WalletHistoryEntryId;
  /**
   * The object's type.
   */
  object: 'wallet_history_entry';
  wallet_id: WalletId;
  /**
   * The transfer of the posting; `null` for rewards and repayments.
   */
  transfer_id: TransferId | null;
  bucket: WalletBucket;
  /**
   * Amount in the wallet's asset; positive for credits, negative for debits.
   */
  amount: SignedAmount;
  /**
   * The bucket's balance after this entry; only that of `receivable` is negative.
   */
  balance_after: SignedAmount;
  /**
   * Short description of the entry.
   */
  description: string;
  created_at: Timestamp;
}

/**
 * One page of wallets, newest first.
 */
export interface WalletPage {
  data: readonly Wallet[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * One page of history entries, newest first.
 */
export interface WalletHistoryEntryPage {
  data: readonly WalletHistoryEntry[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * A wallet to create.
 */
export interface WalletCreate {
  asset: AssetInput;
  /**
   * Must be `true` for `svc-coin` because its price changes; otherwise the answer is 422 `price_risk_not_acknowledged`.
   */
  acknowledge_price_risk?: boolean;
  metadata?: Metadata;
}

/**
 * Query parameters of the list of wallets. Send at most one of the two cursors.
 */
export interface WalletListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
  asset?: AssetInput;
}

/**
 * Query parameters of a balance.
 */
export interface WalletBalanceQuery {
  /**
   * The time of the balance. Default: now.
   */
  at?: QueryTime;
}

/**
 * Query parameters of the list of history entries. Send at most one of the two cursors.
 */
export interface WalletHistoryQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
  /**
   * Returns only objects created after this time (exclusive).
   */
  created_after?: QueryTime;
  /**
   * Returns only objects created before this time (exclusive).
   */
  created_before?: QueryTime;
}

/**
 * What happened in a wallet in one month. For each bucket, `opening` plus the amounts of the entries on all pages is `closing`.
 */
export interface WalletStatement {
  /**
   * The object's type.
   */
  object: 'wallet_statement';
  wallet_id: WalletId;
  asset: Asset;
  /**
   * The month, such as `2026-11`, in the time zone of the environment: UTC unless the operator has set another one.
   */
  month: string;
  /**
   * `in_progress` until the month is over; until then, entries can follow.
   */
  status: 'in_progress' | 'final';
  /**
   * The balance just before the month; zero if the wallet was opened later.
   */
  opening: WalletBalance;
  /**
   * The balance at the end of the month. In a month in progress: after everything up to `as_of`, like the entries.
   */
  closing: WalletBalance;
  /**
   * The month's entries of all buckets, oldest first.
   */
  entries: readonly WalletHistoryEntry[];
  /**
   * Send it as `starting_after` for the next page; `null` on the last one.
   */
  next: WalletHistoryEntryId | null;
}

/**
 * Query parameters of a statement.
 */
export interface WalletStatementQuery {
  /**
   * Maximum number of entries per page.
   */
  limit?: number;
  /**
   * ID of an entry of this wallet. The page starts after it, with newer entries.
   */
  starting_after?: string;
}

/**
 * ID of a delivery.
 */
export type WebhookDeliveryId = string;

/**
 * `pending`: the last attempt failed and will be retried. `failed`: no more retries. `dropped`: the endpoint was disabled or deleted before the event was delivered, or a redelivery of the event took its place.
 */
export type WebhookDeliveryState = 'pending' | 'succeeded' | 'failed' | 'dropped';

/**
 * The delivery of one event to one endpoint, over all its attempts.
 */
export interface WebhookDelivery {
  id: WebhookDeliveryId;
  /**
   * The object's type.
   */
  object: 'webhook_delivery';
  webhook_endpoint_id: WebhookEndpointId;
  event_id: EventId;
  /**
   * Type of the event.
   */
  event_type: string;
  /**
   * The redelivery request that caused this delivery; `null` for the delivery that the event itself caused.
   */
  redelivery_id: string | null;
  state: WebhookDeliveryState;
  /**
   * Number of attempts so far.
   */
  attempt: number;
  /**
   * HTTP status of the last response; `null` if there was none.
   */
  response_status: number | null;
  /**
   * Why the last attempt failed; `null` if it succeeded. `status`: the response was not 2xx. `address_not_allowed`: the name leads to an address that is not on the public internet.
   */
  error:
    | 'status'
    | 'timeout'
    | 'address_not_allowed'
    | 'name_not_found'
    | 'connection_refused'
    | 'connection_lost'
    | 'not_reachable'
    | 'tls'
    | 'invalid_answer'
    | 'stopped'
    | null;
  /**
   * Duration of the last attempt in milliseconds.
   */
  took_ms: number;
  /**
   * When the last attempt was made.
   */
  attempted_at: Timestamp;
  /**
   * When the first attempt was made.
   */
  first_attempted_at: Timestamp;
  /**
   * When the next attempt is due; `null` if there is none.
   */
  next_attempt_at: Timestamp | null;
  /**
   * When the event happened, or its redelivery was requested.
   */
  created_at: Timestamp;
}

/**
 * One attempt to deliver an event, with the request and the response.
 */
export interface WebhookAttempt {
  /**
   * Number of the attempt, starting at 1.
   */
  attempt: number;
  /**
   * When the attempt began.
   */
  attempted_at: Timestamp;
  /**
   * Duration in milliseconds.
   */
  took_ms: number;
  /**
   * Why the attempt failed; `null` if it succeeded.
   */
  error:
    | 'status'
    | 'timeout'
    | 'address_not_allowed'
    | 'name_not_found'
    | 'connection_refused'
    | 'connection_lost'
    | 'not_reachable'
    | 'tls'
    | 'invalid_answer'
    | 'stopped'
    | null;
  /**
   * When the next attempt was due after this one; `null` if there is none.
   */
  next_attempt_at: Timestamp | null;
  /**
   * What was sent. `null` for attempts of releases that did not record it.
   */
  request: WebhookAttemptRequest | null;
  /**
   * What the endpoint responded; `null` if no complete response arrived in time.
   */
  response: WebhookAttemptResponse | null;
}

/**
 * The request of an attempt. Its body is the delivery's `request_body`.
 */
export interface WebhookAttemptRequest {
  /**
   * URL of the endpoint at that time.
   */
  url: string;
  /**
   * The headers, except those of HTTP itself.
   */
  headers: {
    [k: string]: string;
  };
}

/**
 * The response to an attempt.
 */
export interface WebhookAttemptResponse {
  /**
   * HTTP status.
   */
  status: number;
  /**
   * `content-type`, `date`, `location`, `retry-after`, `server`, and `x-request-id`, as far as the response had them.
   */
  headers: {
    [k: string]: string;
  };
  /**
   * The first 4 KiB of the body as text. `null` if it was not recorded, or if the event was about a person who has been forgotten since.
   */
  body: string | null;
  /**
   * Whether the body was longer.
   */
  is_truncated: boolean;
}

/**
 * A delivery with every attempt.
 */
export interface WebhookDeliveryWithAttempts {
  id: WebhookDeliveryId;
  /**
   * The object's type.
   */
  object: 'webhook_delivery';
  webhook_endpoint_id: WebhookEndpointId;
  event_id: EventId;
  /**
   * Type of the event.
   */
  event_type: string;
  /**
   * The redelivery request that caused this delivery; `null` for the delivery that the event itself caused.
   */
  redelivery_id: string | null;
  state: WebhookDeliveryState;
  /**
   * Number of attempts so far.
   */
  attempt: number;
  /**
   * HTTP status of the last response; `null` if there was none.
   */
  response_status: number | null;
  /**
   * Why the last attempt failed; `null` if it succeeded. `status`: the response was not 2xx. `address_not_allowed`: the name leads to an address that is not on the public internet.
   */
  error:
    | 'status'
    | 'timeout'
    | 'address_not_allowed'
    | 'name_not_found'
    | 'connection_refused'
    | 'connection_lost'
    | 'not_reachable'
    | 'tls'
    | 'invalid_answer'
    | 'stopped'
    | null;
  /**
   * Duration of the last attempt in milliseconds.
   */
  took_ms: number;
  /**
   * When the last attempt was made.
   */
  attempted_at: Timestamp;
  /**
   * When the first attempt was made.
   */
  first_attempted_at: Timestamp;
  /**
   * When the next attempt is due; `null` if there is none.
   */
  next_attempt_at: Timestamp | null;
  /**
   * When the event happened, or its redelivery was requested.
   */
  created_at: Timestamp;
  /**
   * The event, exactly as `GET /v1/events/{id}` returns it: the body of each attempt. `null` if the event has expired.
   */
  request_body: string | null;
  /**
   * The newest 25 attempts, oldest first.
   */
  attempts: readonly WebhookAttempt[];
}

/**
 * One page of deliveries, newest first. A page with filters reads a bounded number of objects, so it may have fewer than `limit`, or none, and still continue at `next_cursor`.
 */
export interface WebhookDeliveryPage {
  data: readonly WebhookDelivery[];
  /**
   * Whether the list may have more objects in the requested direction.
   */
  has_more: boolean;
  /**
   * Where the list continues in this direction: send it as `starting_after`, or as `ending_before` if the request had one. `null` at the end.
   */
  next_cursor: string | null;
}

/**
 * Query parameters of the list of an endpoint's deliveries. Send at most one of the two cursors.
 */
export interface WebhookDeliveryListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
  /**
   * Returns only deliveries whose `created_at` is after this time (exclusive).
   */
  created_after?: QueryTime;
  /**
   * Returns only deliveries whose `created_at` is before this time (exclusive).
   */
  created_before?: QueryTime;
  state?: WebhookDeliveryState;
  /**
   * Returns only deliveries of events of this type; an unknown type returns an empty list.
   */
  event_type?: string;
  /**
   * Returns only deliveries of this event.
   */
  event_id?: string;
}

/**
 * The events to redeliver to an endpoint.
 */
export interface WebhookRedeliver {
  /**
   * `failed`: events whose deliveries failed or were dropped, unless they have been delivered since or are being retried. `all`: events of the types that the endpoint subscribes to, delivered or not; requires `created_after`.
   */
  select: 'failed' | 'all';
  /**
   * Only events of these types; an empty list means all types.
   *
   * @maxItems 50
   */
  event_types?: readonly PublicEventType[];
  /**
   * Only after this time (exclusive): of the event, or for `failed` of the delivery.
   */
  created_after?: QueryTime;
  /**
   * Only before this time (exclusive).
   */
  created_before?: QueryTime;
  /**
   * `next` of the previous answer, to continue.
   */
  starting_after?: IdInput;
}

/**
 * What was queued, and whether there is more.
 */
export interface WebhookBulkRedelivery {
  /**
   * The object's type.
   */
  object: 'webhook_bulk_redelivery';
  webhook_endpoint_id: WebhookEndpointId;
  /**
   * Number of events that were queued.
   */
  redelivered: number;
  /**
   * The `starting_after` of the request that continues; `null` if there is no more.
   */
  next: string | null;
}

/**
 * A disabled endpoint receives no events.
 */
export type WebhookEndpointStatus = 'enabled' | 'disabled';

/**
 * A URL that receives events. Each endpoint has its own signing key.
 */
export interface WebhookEndpoint {
  id: WebhookEndpointId;
  /**
   * The object's type.
   */
  object: 'webhook_endpoint';
  /**
   * URL that receives the events.
   */
  url: string;
  status: WebhookEndpointStatus;
  /**
   * Event types to deliver; an empty list means all types.
   */
  event_types: readonly string[];
  /**
   * Your own note.
   */
  description: string | null;
  /**
   * Ed25519 public key in PEM format that verifies the signatures.
   */
  public_key_pem: string;
  version: Version;
  created_at: Timestamp;
  /**
   * How well the endpoint accepts deliveries. Only `GET` shows it, from the first attempt on. An addition to the API contract.
   */
  health?: WebhookEndpointHealth;
}

/**
 * How well an endpoint accepts deliveries, over all attempts.
 */
export interface WebhookEndpointHealth {
  /**
   * Share of the attempts within the last 24 hours that succeeded, by whole hours; `null` if there were none.
   */
  success_rate_24h: number | null;
  /**
   * The last failed attempt; `null` if none failed.
   */
  last_error: WebhookEndpointError | null;
  /**
   * When the first attempt since the last success failed; `null` if the last attempt succeeded. After five days, the endpoint is disabled.
   */
  failing_since: Timestamp | null;
}

/**
 * A failed attempt.
 */
export interface WebhookEndpointError {
  /**
   * Why the attempt failed.
   */
  error:
    | 'status'
    | 'timeout'
    | 'address_not_allowed'
    | 'name_not_found'
    | 'connection_refused'
    | 'connection_lost'
    | 'not_reachable'
    | 'tls'
    | 'invalid_answer'
    | 'stopped';
  /**
   * HTTP status of the response; `null` if there was none.
   */
  response_status: number | null;
  /**
   * When the attempt was made.
   */
  attempted_at: Timestamp;
  /**
   * The delivery that the attempt belongs to.
   */
  webhook_delivery_id: WebhookDeliveryId;
}

/**
 * One page of webhook endpoints, newest first.
 */
export interface WebhookEndpointPage {
  data: readonly WebhookEndpoint[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * An endpoint to register. A new endpoint is `disabled`.
 */
export interface WebhookEndpointCreate {
  /**
   * HTTPS URL of up to 2048 characters. HTTP is allowed for loopback addresses if the configuration permits it.
   */
  url: string;
  /**
   * Event types to deliver; an empty list means all types.
   *
   * @maxItems 50
   */
  event_types?: readonly PublicEventType[];
  /**
   * Your own note, up to 500 characters.
   */
  description?: string;
}

/**
 * The fields to change; omitted fields keep their value.
 */
export interface WebhookEndpointUpdate {
  /**
   * HTTPS URL of up to 2048 characters. HTTP is allowed for loopback addresses if the configuration permits it.
   */
  url?: string;
  /**
   * Event types to deliver; an empty list means all types.
   *
   * @maxItems 50
   */
  event_types?: readonly PublicEventType[];
  status?: WebhookEndpointStatus;
  /**
   * Your own note, up to 500 characters; `null` clears it.
   */
  description?: string | null;
}

/**
 * Query parameters of the list of webhook endpoints. Send at most one of the two cursors.
 */
export interface WebhookEndpointListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
}

/**
 * One attempt to deliver an event.
 */
export interface Delivery {
  event_id: EventId;
  webhook_endpoint_id: WebhookEndpointId;
  /**
   * Number of the attempt, starting at 1.
   */
  attempt: number;
  /**
   * Whether the endpoint responded with 2xx in time.
   */
  succeeded: boolean;
  /**
   * HTTP status of the response; `null` if there was none.
   */
  response_status: number | null;
  /**
   * The error; `null` if the delivery succeeded.
   */
  error: string | null;
  attempted_at: Timestamp;
}

/**
 * The result of a test delivery.
 */
export interface WebhookEndpointTest {
  delivery: Delivery;
  endpoint: WebhookEndpoint;
}

/**
 * The operator of an entry.
 */
export interface ActivityOperator {
  /**
   * ID of the operator or of the operator token.
   */
  id: string;
  /**
   * Name of the operator; `null` if it is not known any more.
   */
  name: string | null;
  /**
   * Role at that time.
   */
  role: 'admin' | 'reviewer' | 'treasury' | 'viewer';
  /**
   * Who the OpenID Connect provider says it was; `null` for a token.
   */
  identity: ProviderIdentity | null;
}

/**
 * A person at an OpenID Connect provider. It never changes, unlike the name.
 */
export interface ProviderIdentity {
  /**
   * URL of the provider.
   */
  issuer: string;
  /**
   * ID of the person at the provider.
   */
  subject: string;
}

/**
 * What an operator did, or was not allowed to do.
 */
export interface ActivityEntry {
  /**
   * ID of the entry.
   */
  id: string;
  object: 'activity';
  /**
   * ID of the operation, such as `reviewTransfer`; or `signIn`, `signOut`, `authenticate` for an invalid token, `viewPersonalData` for a page of the console, or `exportActivity`.
   */
  operation: string;
  /**
   * Who it was; `null` if nobody was identified.
   */
  operator: ActivityOperator | null;
  /**
   * How it was done. A client says itself that it is the command line.
   */
  channel: 'api' | 'cli' | 'console';
  /**
   * IP address that it came from; `null` for roles other than `admin`, and after 400 days.
   */
  address: string | null;
  /**
   * ID or name of the object; several are separated by slashes.
   */
  target: string | null;
  /**
   * The integrator whose book the object belongs to.
   */
  integrator_id: string | null;
  /**
   * The environment of that book.
   */
  environment: ('sandbox' | 'production') | null;
  /**
   * `refused`: a rule was not met. `denied`: the role or the token did not permit it. `failed`: the service could not say whether it was done.
   */
  result: 'done' | 'refused' | 'denied' | 'failed';
  /**
   * The error code; `null` if it was done.
   */
  code: string | null;
  /**
   * Whether the answer was that of an earlier request with the same idempotency key.
   */
  replayed: boolean;
  /**
   * The reason that the operator gave.
   */
  reason: string | null;
  request_id: RequestId;
  /**
   * How many denied actions were not recorded before this one, because there were too many.
   */
  omitted_before: number;
  created_at: Timestamp;
}

/**
 * One page of the activity log. A page reads a bounded number of objects, so it may have fewer than `limit`, or none, and still continue at `next_cursor`.
 */
export interface ActivityPage {
  data: readonly ActivityEntry[];
  /**
   * Whether the list may have more objects in this direction.
   */
  has_more: boolean;
  /**
   * Where the list continues in this direction: send it as `starting_after`, or as `ending_before` if the request had one. `null` at the end.
   */
  next_cursor: string | null;
}

/**
 * Query parameters of the activity log. Send at most one of the two cursors.
 */
export interface ActivityListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * `next_cursor` of a page, or the ID of an object. The page starts after it, in the order of the list.
   */
  starting_after?: string;
  /**
   * ID of an object. The page ends just before it, in the order of the list.
   */
  ending_before?: string;
  /**
   * Returns only objects created after this time (exclusive).
   */
  created_after?: QueryTime;
  /**
   * Returns only objects created before this time (exclusive).
   */
  created_before?: QueryTime;
  /**
   * Which objects come first, by the time of their creation.
   */
  order?: 'newest' | 'oldest';
  /**
   * Returns only what this operator did.
   */
  operator_id?: string;
  /**
   * Returns only this operation, such as `reviewTransfer`.
   */
  operation?: string;
  /**
   * Returns only what concerns the object with this ID.
   */
  target?: string;
  /**
   * Returns only entries with this result.
   */
  result?: 'done' | 'refused' | 'denied' | 'failed';
  /**
   * Returns only what was done this way.
   */
  channel?: 'api' | 'cli' | 'console';
  /**
   * Returns only what concerns objects of this integrator.
   */
  integrator_id?: IntegratorId;
  /**
   * Returns only what concerns objects of this environment.
   */
  environment?: 'sandbox' | 'production';
}

/**
 * One kind of work or trouble, with how much of it there is.
 */
export interface AttentionItem {
  object: 'attention_item';
  /**
   * `not_ready`: a part of the service keeps this node from being ready. `invalid_events`: the last verification found streams with invalid events. `payouts_delayed`: payouts that were not submitted to their rail for 15 minutes. `payouts_overdue`: payouts that their rail accepted and did not confirm within its settlement time. `webhook_endpoints_failing`: enabled endpoints that accepted nothing for a minute. `clearing_balances_high`: clearing accounts above `attention.clearing_balances`. `proposals_waiting`: proposals that wait for a second operator. `reconciliation_breaks`: differences between banks and books that nobody has accepted. `keys_expiring`: API keys that expire within 14 days. `tokens_expiring`: operator tokens that expire within 14 days. `notifications_failing`: rules of notifications whose messages have not been accepted for a minute. `certificates_expiring`: certificates in files of the configuration that expire within 14 days or have expired. `checkpoints_overdue`: streams without a new signed checkpoint. `warning`: a part of the service works, and reports a problem.
   */
  kind:
    | 'not_ready'
    | 'invalid_events'
    | 'projections_behind'
    | 'rails_unavailable'
    | 'payouts_delayed'
    | 'payouts_overdue'
    | 'webhook_endpoints_failing'
    | 'clearing_balances_high'
    | 'transfer_reviews'
    | 'identity_reviews'
    | 'proposals_waiting'
    | 'reconciliation_breaks'
    | 'keys_expiring'
    | 'tokens_expiring'
    | 'notifications_failing'
    | 'certificates_expiring'
    | 'checkpoints_overdue'
    | 'warning';
  /**
   * How many there are.
   */
  count: number;
  /**
   * Whether there are more than `count`.
   */
  is_more: boolean;
  /**
   * When the oldest one began: for parts, projections, rails, clearing balances, and checkpoints without a valid signature, when this node first observed it; for keys and certificates, when the notice of 14 days began; for breaks, the day that the first one belongs to. `null` if it was not observed yet.
   */
  since: Timestamp | null;
  /**
   * What exactly, for people.
   */
  detail: string | null;
}

/**
 * Everything that needs attention now, most urgent first.
 */
export interface AttentionList {
  data: readonly AttentionItem[];
  /**
   * Whether everything could be checked. `false` while a store or a read model is unavailable.
   */
  is_complete: boolean;
}

/**
 * The last signed checkpoint of a stream.
 */
export interface StreamCheckpoint {
  /**
   * Name of the stream.
   */
  stream: string;
  /**
   * Number of signed events; `0` if nothing is signed yet.
   */
  size: number;
  /**
   * Hash of the last signed event; `null` if nothing is signed yet.
   */
  hash: string | null;
  /**
   * When it was signed.
   */
  time: Timestamp | null;
  /**
   * Why this node could not sign the stream in its last run; `null` if it could, or if it signs no checkpoints.
   */
  problem: string | null;
}

/**
 * The first invalid event of a stream.
 */
export interface AuditFinding {
  /**
   * Name of the stream.
   */
  stream: string;
  /**
   * Revision of the first invalid event, or of the first missing event if the stream is truncated.
   */
  revision: number;
  /**
   * ID of the event; `null` if the event is missing.
   */
  event_id: string | null;
  /**
   * Type of the event; `null` if the event is missing.
   */
  type: string | null;
  /**
   * Code of the violated rule.
   */
  rule: string;
  /**
   * Description of the violation.
   */
  reason: string;
}

/**
 * Result of the last `audit verify` run whose record is signed with this service's key.
 */
export interface LastVerification {
  /**
   * Whether there were no findings.
   */
  ok: boolean;
  /**
   * When the verification started.
   */
  started_at: Timestamp;
  /**
   * When the verification finished and its record was signed.
   */
  finished_at: Timestamp;
  /**
   * Global position of the newest verified event; `-1` if there was none.
   */
  position: string;
  /**
   * Time of the newest valid event.
   */
  newest_event_at: Timestamp | null;
  /**
   * Number of events read.
   */
  events: number;
  /**
   * Number of books whose earlier events were not read, because the verification continued from their signed states. Absent if all events were read.
   */
  continued_books?: number;
  /**
   * Number of streams without findings.
   */
  streams: number;
  /**
   * Number of signed checkpoints the streams were compared with; `0` if none were requested.
   */
  checkpoints: number;
  /**
   * Up to 10 findings, sorted by stream name.
   */
  findings: readonly AuditFinding[];
  /**
   * Number of streams with findings.
   */
  findings_in_all: number;
  /**
   * Host that ran the verification.
   */
  host: string;
  /**
   * Operating-system user that ran the verification; `null` if unknown.
   */
  user: string | null;
  /**
   * Kind of event store that was read.
   */
  store: 'sqlite' | 'eventstoredb';
  /**
   * Path of the database file, or hosts of the server.
   */
  place: string;
}

/**
 * Whether checkpoints are written, the last checkpoint of each stream, and the result of the last verification.
 */
export interface AuditStatus {
  /**
   * The object's type.
   */
  object: 'audit_status';
  /**
   * Public key that verifies checkpoints and exports, in the format of `audit verify --public-key`.
   */
  public_key: string;
  /**
   * Whether a checkpoint folder is configured on this node.
   */
  enabled: boolean;
  /**
   * Whether this node writes checkpoints; nodes with the role `worker` do.
   */
  writing: boolean;
  /**
   * Interval in seconds; `null` if checkpoints are not scheduled.
   */
  every_seconds: number | null;
  /**
   * When this node last finished a run over all streams.
   */
  written_at: Timestamp | null;
  /**
   * `null` if there is no record signed with this service's key, or no folder for records is configured.
   */
  last_verification: LastVerification | null;
  /**
   * Up to 1,000 checkpoints, sorted by stream name.
   */
  data: readonly StreamCheckpoint[];
  /**
   * Whether there are more streams than listed.
   */
  has_more: boolean;
}

/**
 * An integrator, with the generations of its sandbox.
 */
export interface DirectoryIntegrator {
  id: IntegratorId;
  /**
   * Name of the integrator.
   */
  name: string;
  /**
   * Generation of the current sandbox. Each reset adds one.
   */
  sandbox_generation: number;
  /**
   * Times of the newest 100 resets, oldest first.
   */
  sandbox_resets: readonly Timestamp[];
}

/**
 * An operator token, or a person whom the OpenID Connect provider identified.
 */
export interface DirectoryOperator {
  /**
   * ID of the token or of the person.
   */
  id: string;
  /**
   * Name of the operator.
   */
  name: string;
  /**
   * Whether it is a token or a person.
   */
  type: 'token' | 'person';
  /**
   * Whether the token was revoked.
   */
  revoked: boolean;
}

/**
 * An API key.
 */
export interface DirectoryKey {
  id: KeyId;
  /**
   * Name of the key.
   */
  name: string | null;
}

/**
 * The names that events and objects only have IDs for.
 */
export interface Directory {
  object: 'directory';
  /**
   * All integrators, oldest first.
   */
  integrators: readonly DirectoryIntegrator[];
  /**
   * All tokens, oldest first, and then all people.
   */
  operators: readonly DirectoryOperator[];
  /**
   * All API keys, oldest first, also revoked ones.
   */
  keys: readonly DirectoryKey[];
  /**
   * Codes of the configured rails.
   */
  rails: readonly string[];
}

/**
 * An object of any book, as the API shows it to its integrator. Personal data is masked for roles that may not see it.
 */
export interface FoundObject {
  object: 'found_object';
  /**
   * ID of the object.
   */
  id: string;
  integrator_id: IntegratorId;
  environment: EnvironmentName;
  /**
   * Generation of the sandbox; 1 in production.
   */
  generation: number;
  /**
   * The present time of the book. A sandbox can be ahead of the clock.
   */
  book_time: Timestamp;
  /**
   * The object.
   */
  value:
    | User
    | Wallet
    | Transfer
    | DepositAccount
    | Deposit
    | PayoutAccount
    | Quote
    | WalletHistoryEntry
    | PublicEvent
    | WebhookEndpoint;
}

/**
 * A user, wallet, or payout account, with the name of its person.
 */
export interface Party {
  object: 'party';
  /**
   * ID of the user, wallet, or payout account.
   */
  id: string;
  user_id: UserId;
  /**
   * Name; masked for roles that may not see personal data. `null` if it is not known or the person was forgotten.
   */
  name: string | null;
  /**
   * `null` if the user is not known yet.
   */
  user_type: UserType | null;
  /**
   * The integrator's reference of the user.
   */
  external_reference: string | null;
  /**
   * Asset of a wallet.
   */
  asset: Asset | null;
  /**
   * Last digits of a payout account at a bank.
   */
  account_number_last4: string | null;
}

/**
 * The objects that exist, in no particular order.
 */
export interface PartyList {
  data: readonly Party[];
}

/**
 * Whose names to get.
 */
export interface PartyQuery {
  /**
   * IDs of users, wallets, and payout accounts, separated by commas.
   */
  ids: string;
}

/**
 * Why the personal data is erased.
 */
export interface UserForget {
  /**
   * Reason, stored permanently with the event. Do not include personal data.
   */
  reason: string;
}

/**
 * ID of an integrator.
 */
export type IntegratorId = string;

/**
 * Environment of the book.
 */
export type EnvironmentName = 'sandbox' | 'production';

/**
 * An integrator.
 */
export interface Integrator {
  id: IntegratorId;
  object: 'integrator';
  /**
   * Name of the integrator.
   */
  name: string;
  created_at: Timestamp;
}

/**
 * One page of integrators, newest first.
 */
export interface IntegratorPage {
  data: readonly Integrator[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * Query parameters of the list of integrators. Send at most one of the two cursors.
 */
export interface IntegratorListQuery {
  /**
   * Sorts the list by this value, instead of the newest first; `_desc` begins with the largest.
   */
  sort?: 'name' | 'name_desc' | 'created_at' | 'created_at_desc';
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
}

/**
 * An integrator to create.
 */
export interface IntegratorCreate {
  /**
   * Name of the integrator.
   */
  name: string;
}

/**
 * How hosted pages show an integrator.
 */
export interface Brand {
  object: 'brand';
  integrator_id: IntegratorId;
  /**
   * Name that users and payers know.
   */
  display_name: string | null;
  /**
   * Color of buttons and links, as `#rrggbb` in lower case. Pages use a darker or lighter shade where the text would be hard to read.
   */
  color: string | null;
  /**
   * Image beside the name, between 16 and 1024 pixels wide and high.
   */
  logo: {
    /**
     * Format of the image.
     */
    media_type: 'image/png' | 'image/jpeg' | 'image/webp';
    /**
     * The image in Base64, at most 48 KiB.
     */
    data: string;
  } | null;
  /**
   * Where users get help: an email address or an https URL.
   */
  support_contact: string | null;
  /**
   * The integrator's privacy notice.
   */
  privacy_url: string | null;
}

/**
 * Members of the brand to change. Null removes one; those that are missing stay as they are.
 */
export interface BrandChange {
  /**
   * Name that users and payers know.
   */
  display_name?: string | null;
  /**
   * Color of buttons and links, as `#rrggbb` in lower case. Pages use a darker or lighter shade where the text would be hard to read.
   */
  color?: string | null;
  /**
   * Image beside the name, between 16 and 1024 pixels wide and high.
   */
  logo?: {
    /**
     * Format of the image.
     */
    media_type: 'image/png' | 'image/jpeg' | 'image/webp';
    /**
     * The image in Base64, at most 48 KiB.
     */
    data: string;
  } | null;
  /**
   * Where users get help: an email address or an https URL.
   */
  support_contact?: string | null;
  /**
   * The integrator's privacy notice.
   */
  privacy_url?: string | null;
}

/**
 * ID of an API key. Its eight characters are also part of the secret.
 */
export type KeyId = string;

/**
 * `read` allows only GET requests.
 */
export type KeyPermissions = 'read' | 'read_write';

/**
 * An API key.
 */
export interface Key {
  id: KeyId;
  object: 'key';
  integrator_id: IntegratorId;
  environment: EnvironmentName;
  permissions: KeyPermissions;
  /**
   * Purpose of the key.
   */
  name: string | null;
  /**
   * Only `active` keys are accepted.
   */
  status: 'active' | 'expired' | 'revoked';
  /**
   * When the key expires; `null` means never.
   */
  expires_at: Timestamp | null;
  /**
   * When it was revoked; `null` if it is not revoked.
   */
  revoked_at: Timestamp | null;
  created_at: Timestamp;
}

/**
 * A new API key with its secret.
 */
export interface IssuedKey {
  id: KeyId;
  object: 'key';
  integrator_id: IntegratorId;
  environment: EnvironmentName;
  permissions: KeyPermissions;
  /**
   * Purpose of the key.
   */
  name: string | null;
  /**
   * Only `active` keys are accepted.
   */
  status: 'active' | 'expired' | 'revoked';
  /**
   * When the key expires; `null` means never.
   */
  expires_at: Timestamp | null;
  /**
   * When it was revoked; `null` if it is not revoked.
   */
  revoked_at: Timestamp | null;
  created_at: Timestamp;
  /**
   * The complete key for the `Api-Key` header. It is shown only once; a repeated request within 24 hours returns it again, a later one returns `null`.
   */
  secret: string | null;
}

/**
 * One page of keys, newest first.
 */
export interface KeyPage {
  data: readonly Key[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * Query parameters of the list of keys. Send at most one of the two cursors.
 */
export interface KeyListQuery {
  /**
   * Sorts the list by this value, instead of the newest first; `_desc` begins with the largest.
   */
  sort?: 'name' | 'name_desc' | 'created_at' | 'created_at_desc';
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
}

/**
 * An API key to create.
 */
export interface KeyCreate {
  environment: EnvironmentName;
  permissions: KeyPermissions;
  /**
   * Purpose of the key.
   */
  name?: string;
  /**
   * When the key expires; must be in the future. Default: never.
   */
  expires_at?: QueryTime;
}

/**
 * Options of a key rotation.
 */
export interface KeyRotate {
  /**
   * How long the old key remains valid: up to 30 days. Default: one day.
   */
  overlap_seconds?: number;
  /**
   * Reason, stored with the event.
   */
  reason?: string;
}

/**
 * Options of a revocation.
 */
export interface KeyRevoke {
  /**
   * Reason, stored with the event.
   */
  reason?: string;
}

/**
 * A change of a bucket of an account.
 */
export interface PostingLine {
  /**
   * Wallet, or account of the book.
   */
  account: string;
  /**
   * Bucket of the account.
   */
  bucket: 'available' | 'pending';
  /**
   * Asset or currency.
   */
  unit: string;
  /**
   * Change of the balance; negative for a debit.
   */
  amount: SignedAmount;
  /**
   * Part of the amount that is cashable; only for points.
   */
  cashable?: SignedAmount;
  /**
   * Balance after the change.
   */
  balance_after: SignedAmount;
  /**
   * Part of the balance that is cashable after the change; only for points.
   */
  cashable_after?: SignedAmount;
}

/**
 * An event as it is in the stream of its book, without personal data.
 */
export interface LedgerEvent {
  object: 'ledger_event';
  /**
   * Revision in the stream of the book.
   */
  revision: number;
  /**
   * Type of the event, such as `posting.recorded`.
   */
  type: string;
  /**
   * When it happened.
   */
  time: Timestamp;
  /**
   * Who caused it, such as `key:…` or `operator:…`.
   */
  actor: string;
  /**
   * ID of the request that caused it.
   */
  request_id: string;
  /**
   * Reason that an operator gave.
   */
  reason: string | null;
  /**
   * ID of the object that it changed or created.
   */
  object_id: string | null;
  /**
   * State or status that it led to.
   */
  state: string | null;
  /**
   * Amount of a transfer that it created.
   */
  amount: Amount | null;
  /**
   * Unit of the amount.
   */
  unit: string | null;
  /**
   * Description of a posting.
   */
  description: string | null;
  /**
   * Lines of a posting; otherwise empty.
   */
  lines: readonly PostingLine[];
}

/**
 * Events that created or changed a user or its objects, newest first, at most 50.
 */
export interface LedgerEventList {
  data: readonly LedgerEvent[];
}

/**
 * A request of an integrator, without its contents.
 */
export interface LoggedRequest {
  id: RequestId;
  /**
   * HTTP method.
   */
  method: string;
  /**
   * Path without the query.
   */
  path: string;
  /**
   * HTTP status of the response.
   */
  status: number;
  /**
   * Code of the error; `null` for a success.
   */
  error_code: string | null;
  /**
   * ID of the API key.
   */
  api_key_id: string;
  /**
   * Time until the response.
   */
  duration_ms: number;
  /**
   * When it arrived.
   */
  created_at: Timestamp;
}

/**
 * How the submission of a payout has failed so far.
 */
export interface PayoutAttempts {
  /**
   * Number of attempts.
   */
  attempts: number;
  /**
   * Of the last one. `unavailable`: nothing was sent. `no_answer`: the bank may have it. `failed`: the service could not send it.
   */
  result: 'unavailable' | 'no_answer' | 'failed';
  /**
   * HTTP status of the connector; `null` without a response.
   */
  status: number | null;
  attempted_at: Timestamp;
  next_attempt_at: Timestamp;
}

/**
 * What happened to a transfer and around it.
 */
export interface TransferTimeline {
  object: 'transfer_timeline';
  transfer_id: TransferId;
  /**
   * Its events with their postings, oldest first.
   */
  events: readonly LedgerEvent[];
  /**
   * Requests that caused an event, and the newest ones about the transfer, as long as they are kept.
   */
  requests: readonly LoggedRequest[];
  /**
   * Deliveries of its events to webhook endpoints, as long as they are kept.
   */
  deliveries: readonly WebhookDelivery[];
  /**
   * Attempts to submit a payout that failed; `null` without any, and 30 days after the last one.
   */
  payout_attempts: PayoutAttempts | null;
}

/**
 * A transfer of any integrator, with the people who take part.
 */
export interface OperatedTransfer {
  id: TransferId;
  object: 'operated_transfer';
  integrator_id: IntegratorId;
  environment: EnvironmentName;
  /**
   * The sender and the recipient, as far as they are users.
   */
  people: readonly SearchPerson[];
  transfer: Transfer;
}

/**
 * One page of transfers. A page reads a bounded number of objects, so it may have fewer than `limit`, or none, and still continue at `next_cursor`.
 */
export interface OperatedTransferPage {
  totals?: TransferTotals;
  data: readonly OperatedTransfer[];
  /**
   * Whether the list may have more objects in this direction.
   */
  has_more: boolean;
  /**
   * Where the list continues in this direction: send it as `starting_after`, or as `ending_before` if the request had one. `null` at the end.
   */
  next_cursor: string | null;
}

/**
 * If the query asks for them: number and sum of the transfers that the filters select, on all pages.
 */
export interface TransferTotals {
  /**
   * One entry for each unit.
   */
  by_unit: {
    /**
     * Asset or currency of their sources.
     */
    unit: string;
    /**
     * Number of transfers.
     */
    count: number;
    /**
     * Sum of their amounts.
     */
    amount: string;
  }[];
  /**
   * Whether every transfer was read. If not, the totals cover the newest ones.
   */
  is_complete: boolean;
  /**
   * How many transfers are read for the totals, newest first.
   */
  read_max: number;
}

/**
 * Filters of the list of transfers, which combine. Send at most one of the two cursors.
 */
export interface OperatedTransferListQuery {
  /**
   * Adds `totals` to the page. Not for a file.
   */
  totals?: 'by_unit';
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * `next_cursor` of a page, or the ID of an object. The page starts after it, in the order of the list.
   */
  starting_after?: string;
  /**
   * ID of an object. The page ends just before it, in the order of the list.
   */
  ending_before?: string;
  /**
   * Returns only objects created after this time (exclusive).
   */
  created_after?: QueryTime;
  /**
   * Returns only objects created before this time (exclusive).
   */
  created_before?: QueryTime;
  /**
   * Which objects come first, by the time of their creation.
   */
  order?: 'newest' | 'oldest';
  /**
   * Returns only transfers in this state.
   */
  state?: TransferState;
  /**
   * Returns only transfers of this kind; deposits are `onramp`, and payouts are `offramp`.
   */
  kind?: TransferKind;
  /**
   * Returns only transfers from or to this user.
   */
  user_id?: UserId;
  /**
   * Returns only deposits and payouts over this rail.
   */
  rail?: string;
  /**
   * Returns only transfers with this reference of the integrator, of the rail, or of the rail's provider, without regard to case, spaces, and punctuation.
   */
  reference?: string;
  /**
   * Returns only transfers of at least this amount, in the unit of their source.
   */
  amount_min?: AmountInput;
  /**
   * Returns only transfers of at most this amount, in the unit of their source.
   */
  amount_max?: AmountInput;
  /**
   * Returns only objects of this integrator.
   */
  integrator_id?: IntegratorId;
  /**
   * Returns only objects of this environment.
   */
  environment?: 'sandbox' | 'production';
  /**
   * Returns only objects of this generation of the integrator's sandbox, such as a former one. Requires `integrator_id`. By default, lists contain objects of current books only.
   */
  generation?: number;
}

/**
 * A user of any integrator. Personal data is masked for roles that may not see it.
 */
export interface OperatedUser {
  id: UserId;
  object: 'operated_user';
  integrator_id: IntegratorId;
  environment: EnvironmentName;
  user: User;
}

/**
 * One page of users. A page reads a bounded number of objects, so it may have fewer than `limit`, or none, and still continue at `next_cursor`.
 */
export interface OperatedUserPage {
  data: readonly OperatedUser[];
  /**
   * Whether the list may have more objects in this direction.
   */
  has_more: boolean;
  /**
   * Where the list continues in this direction: send it as `starting_after`, or as `ending_before` if the request had one. `null` at the end.
   */
  next_cursor: string | null;
}

/**
 * Filters of the list of users, which combine. Send at most one of the two cursors.
 */
export interface OperatedUserListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * `next_cursor` of a page, or the ID of an object. The page starts after it, in the order of the list.
   */
  starting_after?: string;
  /**
   * ID of an object. The page ends just before it, in the order of the list.
   */
  ending_before?: string;
  /**
   * Returns only objects created after this time (exclusive).
   */
  created_after?: QueryTime;
  /**
   * Returns only objects created before this time (exclusive).
   */
  created_before?: QueryTime;
  /**
   * Which objects come first, by the time of their creation.
   */
  order?: 'newest' | 'oldest';
  /**
   * Returns only users with this status.
   */
  status?: 'active' | 'deactivated';
  /**
   * Returns only users with this result of the identity check.
   */
  kyc_status?: KycStatus;
  /**
   * Returns only users with this external reference, without regard to case, spaces, and punctuation.
   */
  reference?: string;
  /**
   * Returns only objects of this integrator.
   */
  integrator_id?: IntegratorId;
  /**
   * Returns only objects of this environment.
   */
  environment?: 'sandbox' | 'production';
  /**
   * Returns only objects of this generation of the integrator's sandbox, such as a former one. Requires `integrator_id`. By default, lists contain objects of current books only.
   */
  generation?: number;
}

/**
 * A webhook delivery of any integrator.
 */
export interface ListedWebhookDelivery {
  id: WebhookDeliveryId;
  object: 'operated_webhook_delivery';
  integrator_id: IntegratorId;
  environment: EnvironmentName;
  webhook_delivery: OperatedWebhookDelivery;
}

/**
 * One page of webhook deliveries. A page reads a bounded number of objects, so it may have fewer than `limit`, or none, and still continue at `next_cursor`.
 */
export interface ListedWebhookDeliveryPage {
  data: readonly ListedWebhookDelivery[];
  /**
   * Whether the list may have more objects in this direction.
   */
  has_more: boolean;
  /**
   * Where the list continues in this direction: send it as `starting_after`, or as `ending_before` if the request had one. `null` at the end.
   */
  next_cursor: string | null;
}

/**
 * Filters of the list of webhook deliveries, which combine. Send at most one of the two cursors.
 */
export interface WebhookDeliveriesQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * `next_cursor` of a page, or the ID of an object. The page starts after it, in the order of the list.
   */
  starting_after?: string;
  /**
   * ID of an object. The page ends just before it, in the order of the list.
   */
  ending_before?: string;
  /**
   * Returns only objects created after this time (exclusive).
   */
  created_after?: QueryTime;
  /**
   * Returns only objects created before this time (exclusive).
   */
  created_before?: QueryTime;
  /**
   * Which objects come first, by the time of their creation.
   */
  order?: 'newest' | 'oldest';
  /**
   * Returns only deliveries in this state.
   */
  state?: WebhookDeliveryState;
  /**
   * Returns only deliveries to this endpoint.
   */
  webhook_endpoint_id?: WebhookEndpointId;
  /**
   * Returns only deliveries of events of this type.
   */
  event_type?: string;
  /**
   * Returns only deliveries of this event.
   */
  event_id?: EventId;
  /**
   * Returns only deliveries to endpoints of this integrator.
   */
  integrator_id?: IntegratorId;
  /**
   * Returns only deliveries in this environment.
   */
  environment?: 'sandbox' | 'production';
}

/**
 * How often a code occurred.
 */
export interface MetricCode {
  /**
   * The code; `other` for codes that are not counted one by one.
   */
  code: string;
  /**
   * How often.
   */
  count: number;
}

/**
 * Share from 0 to 1; `null` of nothing.
 */
export type MetricRate = number | null;

/**
 * Transfers.
 */
export interface TransferMetrics {
  /**
   * Transfers that were created.
   */
  created: number;
  /**
   * Transfers that completed.
   */
  completed: number;
  /**
   * Transfers that ended as `failed`, `returned`, or `refunded`.
   */
  failed: number;
  /**
   * Transfers that were canceled or expired.
   */
  canceled: number;
  /**
   * `completed` divided by `completed` and `failed`; `null` if none ended.
   */
  success_rate: MetricRate;
  /**
   * Most frequent codes of `state_reason` of the failed ones, up to ten.
   */
  reasons: readonly MetricCode[];
}

/**
 * Amount of the completed transfers in a unit.
 */
export interface MetricVolume {
  /**
   * Currency of a payment through a rail; otherwise the asset of the source.
   */
  unit: string;
  /**
   * Sum of the amounts.
   */
  amount: string;
}

/**
 * Time of payouts from their creation until the rail confirmed them. Times are counted in classes and rounded up to the limit of their class: 1, 5, 15 seconds, 1, 5, 15 minutes, 1, 4, 12 hours, 1, 2, 5 days.
 */
export interface PayoutMetrics {
  /**
   * Payouts that were confirmed.
   */
  count: number;
  /**
   * Half of them took at most this long; `null` without payouts.
   */
  median_seconds: number | null;
  /**
   * 95 of 100 took at most this long; `null` without payouts.
   */
  p95_seconds: number | null;
}

/**
 * Attempts to deliver events to webhook endpoints.
 */
export interface WebhookMetrics {
  /**
   * Attempts that were made.
   */
  attempts: number;
  /**
   * Attempts that the endpoint accepted.
   */
  accepted: number;
  /**
   * `accepted` divided by `attempts`; `null` without attempts.
   */
  success_rate: MetricRate;
  /**
   * Most frequent causes of failures, up to ten.
   */
  errors: readonly MetricCode[];
}

/**
 * Requests of integrators to the API.
 */
export interface RequestMetrics {
  /**
   * Requests with a valid key.
   */
  count: number;
  /**
   * Those that were answered with an error.
   */
  failed: number;
  /**
   * Most frequent error codes, up to ten.
   */
  errors: readonly MetricCode[];
}

/**
 * What happened in the whole time.
 */
export interface MetricTotals {
  transfers: TransferMetrics;
  volume: readonly MetricVolume[];
  payouts: PayoutMetrics;
  webhooks: WebhookMetrics;
  requests: RequestMetrics;
}

/**
 * What happened in one step of time.
 */
export interface MetricPoint {
  /**
   * Start of the step.
   */
  time: Timestamp;
  transfers: TransferMetrics;
  volume: readonly MetricVolume[];
  payouts: PayoutMetrics;
  webhooks: WebhookMetrics;
  requests: RequestMetrics;
}

/**
 * The metrics of everything, of one integrator, or of one rail.
 */
export interface MetricSeries {
  object: 'metric_series';
  /**
   * The integrator; `null` for all.
   */
  integrator_id: string | null;
  /**
   * The rail. If `by` is `rail`, `null` has what belongs to no rail: transfers between wallets, webhooks, and requests.
   */
  rail: string | null;
  totals: MetricTotals;
  /**
   * Oldest first. Steps in which nothing happened are left out.
   */
  points: readonly MetricPoint[];
}

/**
 * Metrics of a time, in steps.
 */
export interface MetricHistory {
  object: 'metric_history';
  /**
   * Start of the first step.
   */
  from: Timestamp;
  /**
   * End of the last step.
   */
  to: Timestamp;
  /**
   * Length of a step.
   */
  step_seconds: number;
  /**
   * What each series is about.
   */
  by: 'none' | 'integrator' | 'rail';
  environment: 'sandbox' | 'production';
  /**
   * Busiest series first, at most 50. Series without anything are left out.
   */
  data: readonly MetricSeries[];
  /**
   * Whether there are more series.
   */
  has_more: boolean;
}

/**
 * Query parameters of the metrics.
 */
export interface MetricListQuery {
  /**
   * Start of the time; by default a day before `to`. Metrics are kept for 30 days.
   */
  from?: QueryTime;
  /**
   * End of the time (exclusive); by default now.
   */
  to?: QueryTime;
  /**
   * Length of a step; by default one that gives at most 120 points.
   */
  step?: '1m' | '5m' | '15m' | '1h' | '6h' | '1d';
  /**
   * Returns a series for each integrator or rail.
   */
  by?: 'none' | 'integrator' | 'rail';
  /**
   * Only what happened in this environment.
   */
  environment?: 'sandbox' | 'production';
  /**
   * Only what concerns this integrator.
   */
  integrator_id?: string;
  /**
   * Only transfers through this rail.
   */
  rail?: string;
}

/**
 * A part of the node.
 */
export interface NodePart {
  /**
   * Name of the part, as in `/readyz`.
   */
  id: string;
  /**
   * Whether it works.
   */
  ok: boolean;
  /**
   * What is wrong, or a warning.
   */
  detail: string | null;
  /**
   * Since when; `null` if nothing is wrong, or if the node has not observed it yet.
   */
  since: Timestamp | null;
}

/**
 * How writes of integrators are limited while projections are behind.
 */
export interface WriteAdmission {
  /**
   * How far projections are behind.
   */
  lag_seconds: number;
  /**
   * Above it, writes wait.
   */
  limit_seconds: number;
  /**
   * Whether writes waited or were refused a moment ago.
   */
  limiting: boolean;
  /**
   * Writes that wait now.
   */
  waiting: number;
}

/**
 * A file of names that may not receive money.
 */
export interface SanctionsListFile {
  /**
   * Its name, without its folder.
   */
  file: string;
  /**
   * Who publishes lists of this form; `names`: one name per line.
   */
  format: 'names' | 'csv' | 'ofac' | 'eu' | 'un';
  /**
   * The day that the publisher states, as it is written.
   */
  published: string | null;
  /**
   * Names and aliases.
   */
  names: number;
}

/**
 * The node that answers the request.
 */
export interface Node {
  object: 'node';
  /**
   * Whether it takes requests.
   */
  ready: boolean;
  /**
   * All parts.
   */
  parts: readonly NodePart[];
  admission: WriteAdmission;
  /**
   * What names are screened against.
   */
  sanctions_lists: readonly SanctionsListFile[];
}

/**
 * Points of all books.
 */
export interface SupplyByEnvironment {
  sandbox: PointsSupply;
  production: PointsSupply;
}

/**
 * What the node counted in about five seconds.
 */
export interface NodeSample {
  /**
   * End, in seconds since 1970.
   */
  time: number;
  /**
   * Transfers created per second.
   */
  transfers: number;
  /**
   * Requests of integrators per second.
   */
  requests: number;
  /**
   * 5xx responses per second.
   */
  faults: number;
  /**
   * Half of the requests took at most so many milliseconds; `null` without requests.
   */
  p50: number | null;
  /**
   * The same for 99 of 100 requests.
   */
  p99: number | null;
  /**
   * Events that the slowest projection is behind; `null` until one has reported.
   */
  lag: number | null;
  /**
   * Pending webhook deliveries; `null` if the node delivers none.
   */
  webhooks: number | null;
  supply: SupplyByEnvironment;
}

/**
 * The samples of the last hour, oldest first.
 */
export interface NodeSampleList {
  data: readonly NodeSample[];
}

/**
 * A note to add.
 */
export interface NoteDraft {
  /**
   * The text. It may contain line feeds and personal data, and is encrypted.
   */
  text: string;
}

/**
 * A note of an operator. Integrators do not see notes, and nobody can change one.
 */
export interface Note {
  /**
   * ID of the note.
   */
  id: string;
  object: 'note';
  /**
   * ID of the user or the transfer that it is about.
   */
  object_id: string;
  /**
   * The users that it may concern: the user, or both sides of the transfer.
   */
  user_ids: readonly UserId[];
  author: NoteAuthor;
  /**
   * The text; `null` unless `text_status` is `readable`.
   */
  text: string | null;
  /**
   * `masked`: your role may not see personal data. `erased`: a person whom it concerned was forgotten.
   */
  text_status: 'readable' | 'masked' | 'erased';
  created_at: Timestamp;
}

/**
 * The operator who wrote it.
 */
export interface NoteAuthor {
  /**
   * ID of the operator.
   */
  operator_id: string;
  /**
   * Name of the operator at that time.
   */
  name: string;
}

/**
 * One page of notes, newest first.
 */
export interface NotePage {
  data: readonly Note[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * Query parameters of a list of notes. Send at most one of the two cursors.
 */
export interface NoteListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
}

/**
 * A person who signed in to the console at the OpenID Connect provider.
 */
export interface SignedInOperator {
  /**
   * ID of the operator. It derives from `issuer` and `subject`.
   */
  id: string;
  object: 'operator';
  /**
   * Name at the newest sign-in.
   */
  name: string;
  /**
   * URL of the provider.
   */
  issuer: string;
  /**
   * ID of the person at the provider.
   */
  subject: string;
  /**
   * When the person signed in for the first time.
   */
  created_at: Timestamp;
}

/**
 * One page of operators, newest first.
 */
export interface SignedInOperatorPage {
  data: readonly SignedInOperator[];
  /**
   * Whether there are further objects in this direction.
   */
  has_more: boolean;
}

/**
 * Query parameters of the list of operators. Send at most one of the two cursors.
 */
export interface SignedInOperatorListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
}

/**
 * A payout that waits for its rail, with its integrator and environment.
 */
export interface Payout {
  id: TransferId;
  object: 'payout';
  integrator_id: IntegratorId;
  environment: EnvironmentName;
  /**
   * Code of the rail.
   */
  rail: string;
  /**
   * `unavailable`: the provider does not respond, or an operator disabled the rail. `missing`: the rail was removed from the configuration.
   */
  rail_state: 'available' | 'unavailable' | 'missing';
  transfer: Transfer;
}

/**
 * One page of payouts, newest first.
 */
export interface PayoutPage {
  data: readonly Payout[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * Query parameters of the list of payouts that wait for their rail. Send at most one of the two cursors.
 */
export interface PayoutListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
  /**
   * Returns only objects of this integrator.
   */
  integrator_id?: string;
  environment?: EnvironmentName;
  /**
   * `pending`: not submitted to the rail yet. `in_review`: needs a decision, or is approved and not submitted yet. `payout_submitted`: submitted and not settled yet.
   */
  state?: 'pending' | 'in_review' | 'payout_submitted';
  /**
   * Returns only payouts of this rail.
   */
  rail?: string;
}

/**
 * Why the money of a completed transfer came back, as the bank says.
 */
export interface LateMovementBooking {
  /**
   * Shown to the integrator.
   */
  reason: Reason;
  /**
   * The bank's reference of the payment that went the other way. Statements are matched with it.
   */
  return_reference?: string;
}

/**
 * The outcome of a payout that an operator settles manually.
 */
export interface PayoutSettlement {
  /**
   * `completed`: the bank paid it. Other outcomes refund the wallet because the payment was returned or never made.
   */
  outcome: 'completed' | 'returned' | 'undeliverable';
  /**
   * The bank's reference of the payment; for payouts that were not submitted to the rail.
   */
  rail_reference?: string;
  /**
   * Evidence for the outcome. For refunds the reason is shown on the transfer.
   */
  reason: Reason;
}

/**
 * A projection: the generation that reads use, its progress, and the generation that will replace it.
 */
export interface ProjectionStatus {
  /**
   * Name of the projection.
   */
  name: string;
  /**
   * Version of the projection rules.
   */
  version: number;
  /**
   * Number of rebuilds with these rules.
   */
  generation: number;
  /**
   * `live`: up to date. `catching_up`: processing older events. `stalled`: cannot process an event. `waiting`: a store is unavailable. `stale`: built by an older version of the rules; reads use it unchanged until the newer version has caught up. `damaged`: its documents went back in time; it is not read until it has been rebuilt.
   */
  state: 'live' | 'catching_up' | 'stalled' | 'waiting' | 'stale' | 'damaged';
  /**
   * Position of the last processed event; `-1` before the first.
   */
  position: string;
  /**
   * Distance to the newest event, in positions.
   */
  lag: number;
  fault: ProjectionFault | null;
  building: ProjectionBuilding | null;
  /**
   * Unused generations; `drop_old` removes them.
   */
  old: readonly ProjectionBuild[];
  verification: ProjectionVerification | null;
}

/**
 * All projections.
 */
export interface ProjectionList {
  data: readonly ProjectionStatus[];
}

/**
 * Why a projection does not progress: an event that it cannot process, or a store.
 */
export interface ProjectionFault {
  /**
   * Error message.
   */
  reason: string;
  /**
   * Stream of the event; `null` if a store is the cause.
   */
  stream: string | null;
  /**
   * Revision of the event in its stream.
   */
  revision: number | null;
  /**
   * Global position of the event.
   */
  position: string | null;
}

/**
 * The generation that will replace the current one.
 */
export interface ProjectionBuilding {
  /**
   * Version of the projection rules.
   */
  version: number;
  /**
   * Number of rebuilds with these rules.
   */
  generation: number;
  /**
   * `live`: up to date. `catching_up`: processing older events. `stalled`: cannot process an event. `waiting`: a store is unavailable. `stale`: built by an older version of the rules; reads use it unchanged until the newer version has caught up. `damaged`: its documents went back in time; it is not read until it has been rebuilt.
   */
  state: 'live' | 'catching_up' | 'stalled' | 'waiting' | 'stale' | 'damaged';
  /**
   * Position of the last processed event.
   */
  position: string;
  /**
   * Progress as a fraction of all positions.
   */
  progress: number;
  /**
   * Number of processed events.
   */
  events: number;
  /**
   * Processing speed; `null` until known.
   */
  events_per_second: number | null;
  /**
   * Estimated time until it has caught up; `null` until known.
   */
  seconds_left: number | null;
  fault: ProjectionFault | null;
}

/**
 * A generation of a projection that reads do not use.
 */
export interface ProjectionBuild {
  /**
   * Version of the projection rules.
   */
  version: number;
  /**
   * Number of rebuilds with these rules.
   */
  generation: number;
  /**
   * Whether it is being removed now.
   */
  dropping: boolean;
}

/**
 * A document that differs between two generations.
 */
export interface ProjectionDifference {
  /**
   * Name of the collection without its version.
   */
  collection: string;
  /**
   * ID of the document.
   */
  id: string;
  /**
   * `missing`: not in the current generation. `added`: only in the current generation. Otherwise the first part that differs.
   */
  kind: 'missing' | 'added' | 'body' | 'terms' | 'scope' | 'position';
}

/**
 * The latest comparison of the current generation with the previous one.
 */
export interface ProjectionVerification {
  /**
   * `failed`: stopped with an error, see `reason`. `interrupted`: the process ended.
   */
  state: 'running' | 'done' | 'failed' | 'interrupted';
  against: ProjectionBuild;
  /**
   * Number of compared documents.
   */
  compared: number;
  /**
   * Number of skipped documents: they changed after the other generation stopped receiving updates.
   */
  skipped: number;
  /**
   * Number of documents that differ.
   */
  differences: number;
  started_at: Timestamp;
  ended_at: Timestamp | null;
  /**
   * Why it failed.
   */
  reason: string | null;
}

/**
 * Options of a rebuild.
 */
export interface ProjectionRebuild {
  /**
   * Keeps the current generation up to date for a comparison until the comparison is finished or the generation is removed.
   */
  verify?: boolean;
  /**
   * Reason, stored with the event.
   */
  reason?: string;
}

/**
 * Reason of an action.
 */
export interface ProjectionAction {
  /**
   * Reason, stored with the event.
   */
  reason?: string;
}

/**
 * The generations that are being removed.
 */
export interface DroppedBuilds {
  data: readonly DroppedBuild[];
}

/**
 * A generation that is being removed.
 */
export interface DroppedBuild {
  /**
   * Name of the projection.
   */
  name: string;
  /**
   * Version of the projection rules.
   */
  version: number;
  /**
   * Number of rebuilds with these rules.
   */
  generation: number;
}

/**
 * ID of a proposal.
 */
export type ProposalId = string;

/**
 * Approves the review of a transfer.
 */
export interface TransferApprovalProposal {
  type: 'transfer_approval';
  transfer_id: TransferId;
  /**
   * Version of the transfer when the action was proposed. The proposal cannot be executed for another version.
   */
  transfer_version: number;
  reason?: Reason;
}

/**
 * Records the outcome of a payout.
 */
export interface PayoutSettlementProposal {
  type: 'payout_settlement';
  transfer_id: TransferId;
  /**
   * Version of the transfer when the action was proposed. The proposal cannot be executed for another version.
   */
  transfer_version: number;
  /**
   * The outcome.
   */
  outcome: 'completed' | 'returned' | 'undeliverable';
  /**
   * The bank's reference.
   */
  rail_reference?: string;
  reason: Reason;
}

/**
 * Credits a completed payout that the bank returned.
 */
export interface PayoutReturnProposal {
  type: 'payout_return';
  transfer_id: TransferId;
  /**
   * The bank's reference of the payment that went the other way.
   */
  return_reference?: string;
  reason: Reason;
}

/**
 * Takes a credited deposit back that the bank took back.
 */
export interface DepositReversalProposal {
  type: 'deposit_reversal';
  transfer_id: TransferId;
  /**
   * The bank's reference of the payment that went the other way.
   */
  return_reference?: string;
  reason: Reason;
}

/**
 * Grants earned points.
 */
export interface RewardProposal {
  type: 'reward';
  wallet_id: WalletId;
  /**
   * In points.
   */
  amount: string;
  /**
   * Shown in the wallet's history.
   */
  description: string;
}

/**
 * Records a trade of the treasury.
 */
export interface TradeProposal {
  type: 'trade';
  /**
   * From the treasury's point of view.
   */
  side: 'buy' | 'sell';
  /**
   * In coin.
   */
  coin_amount: string;
  /**
   * Points per coin.
   */
  price: string;
  /**
   * The other party.
   */
  counterparty: string | null;
  traded_at: Timestamp;
}

/**
 * Allocates coin, points backing, or both to an integrator's book.
 */
export interface AllocationProposal {
  type: 'allocation';
  integrator_id: IntegratorId;
  /**
   * In coin.
   */
  coin_stock?: string;
  /**
   * In points.
   */
  points_backing?: string;
}

/**
 * Posts a break of reconciliation to the difference account.
 */
export interface WriteOffProposal {
  type: 'write_off';
  /**
   * ID of the line; of the movement if there is no line.
   */
  item_id: string;
  /**
   * The line of the bank; `null` if there is none.
   */
  line_id: string | null;
  /**
   * The movement of a book; `null` if there is none.
   */
  movement_id: string | null;
  /**
   * Code of the rail.
   */
  rail: string;
  /**
   * Currency code in lower case.
   */
  currency: string;
  /**
   * What the difference account receives.
   */
  amount: string;
  /**
   * Why.
   */
  reason: string;
}

/**
 * Voids the import of a bank statement.
 */
export interface StatementVoidProposal {
  type: 'statement_void';
  /**
   * The statement.
   */
  statement_id: string;
  /**
   * Code of the rail.
   */
  rail: string;
  /**
   * Currency code in lower case.
   */
  currency: string;
  /**
   * How many lines no longer count.
   */
  lines: number;
  /**
   * Why.
   */
  reason: string;
}

/**
 * Takes a line and a movement apart that match each other.
 */
export interface SeparationProposal {
  type: 'separation';
  /**
   * ID of the line.
   */
  item_id: string;
  /**
   * The line of the bank.
   */
  line_id: string;
  /**
   * The movement of a book.
   */
  movement_id: string;
  /**
   * Code of the rail.
   */
  rail: string;
  /**
   * Currency code in lower case.
   */
  currency: string;
  /**
   * Why.
   */
  reason: string;
}

/**
 * Exactly what takes effect when another operator approves the proposal. It never changes.
 */
export type ProposedAction =
  | TransferApprovalProposal
  | PayoutSettlementProposal
  | RewardProposal
  | TradeProposal
  | AllocationProposal
  | WriteOffProposal
  | StatementVoidProposal
  | SeparationProposal
  | PayoutReturnProposal
  | DepositReversalProposal;

/**
 * An action that is too large for one operator. It takes effect when another operator approves it.
 */
export interface Proposal {
  id: ProposalId;
  object: 'proposal';
  /**
   * `null` for the treasury and for reconciliation.
   */
  integrator_id: IntegratorId | null;
  environment: EnvironmentName;
  /**
   * `superseded`: the transfer was decided otherwise.
   */
  state: 'open' | 'executed' | 'withdrawn' | 'expired' | 'superseded';
  action: ProposedAction;
  /**
   * What the action is worth in points, which reached the limit for one operator.
   */
  points: string;
  /**
   * Name of the operator. All tokens with one name belong to one operator.
   */
  proposed_by: string;
  proposed_at: Timestamp;
  expires_at: Timestamp;
  /**
   * Name of the operator who approved or withdrew it; `null` if nobody did.
   */
  ended_by: string | null;
  /**
   * When it was approved, withdrawn, or superseded.
   */
  ended_at: Timestamp | null;
}

/**
 * Query parameters of the list of open proposals.
 */
export interface ProposalListQuery {
  /**
   * Sorts the proposals of the list by this value, instead of the oldest first; `_desc` begins with the largest. If there are more, it is the oldest 100 that are sorted.
   */
  sort?: 'points' | 'points_desc' | 'proposed_at' | 'proposed_at_desc' | 'expires_at' | 'expires_at_desc';
}

/**
 * Open proposals, oldest first, at most 100.
 */
export interface ProposalList {
  data: readonly Proposal[];
  /**
   * Whether there are more.
   */
  has_more: boolean;
}

/**
 * The entry of a reward in the wallet's history, the trade, the allocation, the item of reconciliation, or the voided statement.
 */
export type ExecutedAction = WalletHistoryEntry | Trade | Allocation | ReconciliationItem | BankStatement;

/**
 * The decision of the second operator.
 */
export interface ProposalDecision {
  /**
   * Reason, stored with the events. By default the reason of the proposal.
   */
  reason?: string;
}

/**
 * A rail in one environment and its availability.
 */
export interface RailStatus {
  object: 'rail';
  /**
   * The environment.
   */
  environment: 'sandbox' | 'production';
  rail: Rail;
  /**
   * Provider of the rail.
   */
  provider: 'simulator' | 'http';
  /**
   * Whether an operator has enabled the rail.
   */
  enabled: boolean;
  /**
   * Whether its routes are available: it is enabled and its provider responds.
   */
  available: boolean;
  /**
   * How long the bank may take to confirm a payout that it accepted. Later, the payout is overdue.
   */
  payout_settlement_seconds?: number;
}

/**
 * All rails of both environments that have a provider.
 */
export interface RailStatusList {
  data: readonly RailStatus[];
}

/**
 * Enables or disables a rail.
 */
export interface RailAvailabilityChange {
  /**
   * `false` disables the rail: requests that need it are 503 `provider_unavailable`, and payouts wait.
   */
  available: boolean;
  /**
   * Reason, stored with the event.
   */
  reason?: string;
}

/**
 * An imported statement of the bank account behind a rail.
 */
export interface BankStatement {
  /**
   * ID of a bank statement.
   */
  id: string;
  object: 'bank_statement';
  environment: EnvironmentName;
  /**
   * Code of the rail.
   */
  rail: string;
  /**
   * Currency code in lower case.
   */
  currency: string;
  /**
   * Format of the file.
   */
  format: 'camt053' | 'csv' | 'json' | 'camt052' | 'camt054' | 'mt940' | 'bai2' | 'ofx';
  /**
   * First day of the statement.
   */
  opened_on: string;
  /**
   * Last day of the statement.
   */
  closed_on: string;
  /**
   * Balance before the first line.
   */
  opening_balance: string;
  /**
   * Balance after the last line.
   */
  closing_balance: string;
  /**
   * Number of lines in the file.
   */
  lines: number;
  /**
   * Number of these lines that an earlier statement contained.
   */
  known_lines: number;
  /**
   * The difference to the statement before; `null` if there is none.
   */
  gap: StatementGap | null;
  /**
   * Who imported it: `operator:` and the ID of the operator or the token.
   */
  imported_by: string;
  created_at: Timestamp;
  /**
   * Beginning and end of the account number, such as `DE89…3000`; `null` if the file has none.
   */
  account: string | null;
  /**
   * When it was voided: none of its lines counts since; `null` unless it was.
   */
  voided_at: Timestamp | null;
  /**
   * Who voided it.
   */
  voided_by: string | null;
  /**
   * Why it was voided.
   */
  void_reason: string | null;
}

/**
 * The opening balance of a statement differs from the closing balance of the one before: lines between them are missing.
 */
export interface StatementGap {
  /**
   * The statement before.
   */
  after_statement_id: string;
  /**
   * Last day of the statement before.
   */
  after_day: string;
  /**
   * Opening balance minus closing balance of the statement before.
   */
  amount: string;
}

/**
 * One page of bank statements, most recently imported first.
 */
export interface BankStatementPage {
  data: readonly BankStatement[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * Query parameters of the list of bank statements. Send at most one of the two cursors.
 */
export interface BankStatementListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
}

/**
 * A bank statement to import.
 */
export interface StatementImport {
  /**
   * Code of a rail.
   */
  rail: string;
  /**
   * Format of the statement. `mt940` also reads MT942, and `ofx` QFX; a camt file of any kind says itself what it is.
   */
  format: 'camt053' | 'csv' | 'json' | 'camt052' | 'camt054' | 'mt940' | 'bai2' | 'ofx';
  /**
   * Currency of a CSV file. Other formats contain it; there it selects one of several accounts.
   */
  currency?: string;
  /**
   * Text of the file, of any format but `json`.
   */
  content?: string;
  mapping?: CsvMapping;
  statement?: StatementDocument;
  /**
   * The account number, if the file has statements of several accounts.
   */
  account?: string;
  /**
   * The file has another account number than earlier statements of this rail and currency, and that is right: the account changed, or the bank writes its number in another way.
   */
  account_changed?: boolean;
  /**
   * Only for a file that may repeat recorded lines or follow them, and whose balances fit both: `new` records all of its lines, `known` those that are not recorded.
   */
  overlap?: 'new' | 'known';
}

/**
 * How to read a CSV file. What is left out follows from the file, unless it can be read in two ways.
 */
export interface CsvMapping {
  columns: CsvColumns;
  /**
   * Between values. Default: as the file has it.
   */
  delimiter?: ',' | ';' | '\t' | '|';
  /**
   * In amounts. Default: the one with which all amounts of the file can be read.
   */
  decimal_mark?: '.' | ',';
  /**
   * Format of dates. `MMM` is the name of a month in any of several languages, and a year of two digits is in this century. Default: the one in which all dates of the file are valid.
   */
  date_format?:
    | 'YYYY-MM-DD'
    | 'DD.MM.YYYY'
    | 'DD/MM/YYYY'
    | 'MM/DD/YYYY'
    | 'YYYYMMDD'
    | 'DD.MM.YY'
    | 'D.M.YYYY'
    | 'D.M.YY'
    | 'DD/MM/YY'
    | 'MM/DD/YY'
    | 'D/M/YYYY'
    | 'M/D/YYYY'
    | 'D/M/YY'
    | 'M/D/YY'
    | 'DD-MM-YYYY'
    | 'MM-DD-YYYY'
    | 'DD-MM-YY'
    | 'MM-DD-YY'
    | 'D-M-YYYY'
    | 'M-D-YYYY'
    | 'D-M-YY'
    | 'M-D-YY'
    | 'YYYY-M-D'
    | 'YYYY/MM/DD'
    | 'YYYY/M/D'
    | 'YYYY.MM.DD'
    | 'YYYY.M.D'
    | 'DD MMM YYYY'
    | 'DD-MMM-YYYY'
    | 'DD. MMM YYYY'
    | 'MMM DD, YYYY'
    | 'MMM DD YYYY'
    | 'D MMM YYYY'
    | 'D-MMM-YYYY'
    | 'D. MMM YYYY'
    | 'MMM D, YYYY'
    | 'MMM D YYYY'
    | 'DD MMM YY'
    | 'DD-MMM-YY'
    | 'DD. MMM YY'
    | 'MMM DD, YY'
    | 'MMM DD YY'
    | 'D MMM YY'
    | 'D-MMM-YY'
    | 'D. MMM YY'
    | 'MMM D, YY'
    | 'MMM D YY';
  /**
   * First day. Default: the day of the first line.
   */
  opened_on?: string;
  /**
   * Last day. Default: the day of the last line.
   */
  closed_on?: string;
  /**
   * Balance before the first line, if there is no column `balance`. Without it, the closing balance and the lines must continue the last statement.
   */
  opening_balance?: string;
  /**
   * Balance after the last line, if there is no column `balance`.
   */
  closing_balance?: string;
  /**
   * Order of the rows. Default: as the balances and the dates say.
   */
  order?: 'oldest_first' | 'newest_first';
  /**
   * With the column `direction`: what it says of a credit. Default: the usual words and letters.
   *
   * @minItems 1
   * @maxItems 20
   */
  credit_values?: readonly string[];
  /**
   * With the column `direction`: what it says of a debit. Default: the usual words and letters.
   *
   * @minItems 1
   * @maxItems 20
   */
  debit_values?: readonly string[];
}

/**
 * Names of columns, or their numbers (`1`, `2`, …) if the file has no header. `amount`, or both `credit` and `debit`, are required.
 */
export interface CsvColumns {
  /**
   * Booking date.
   */
  booked_on: string;
  /**
   * The bank's own reference of the entry, if the file has one.
   */
  bank_reference?: string;
  /**
   * Amount with a sign: positive if the account was credited.
   */
  amount?: string;
  /**
   * Amounts credited.
   */
  credit?: string;
  /**
   * Amounts debited.
   */
  debit?: string;
  /**
   * Balance after the line.
   */
  balance?: string;
  /**
   * Remittance information.
   *
   * @maxItems 10
   */
  text?: readonly string[];
  /**
   * References of the payer or of the service.
   *
   * @maxItems 10
   */
  references?: readonly string[];
  /**
   * Name of the other party.
   */
  counterparty_name?: string;
  /**
   * Account of the other party.
   */
  counterparty_account?: string;
  /**
   * Whether the amount is a credit or a debit, for amounts without a sign.
   */
  direction?: string;
  /**
   * State of the row. Rows that are pending, or were never booked, are left out.
   */
  status?: string;
}

/**
 * A statement as a JSON document, such as from a connector.
 */
export interface StatementDocument {
  /**
   * Currency code in lower case.
   */
  currency: string;
  /**
   * First day.
   */
  opened_on: string;
  /**
   * Last day.
   */
  closed_on: string;
  /**
   * Balance before the first line.
   */
  opening_balance: string;
  /**
   * Balance after the last line.
   */
  closing_balance: string;
  /**
   * The lines in the order booked.
   *
   * @maxItems 20000
   */
  lines: readonly StatementDocumentLine[];
  /**
   * The account number, by which a file of another account is recognized.
   */
  account?: string | null;
}

/**
 * A line of a statement.
 */
export interface StatementDocumentLine {
  /**
   * Booking date.
   */
  booked_on: string;
  /**
   * Positive if the account was credited.
   */
  amount: string;
  /**
   * The bank's own reference; `null` if there is none.
   */
  bank_reference: string | null;
  /**
   * Remittance information. Stored sealed.
   */
  text?: string | null;
  /**
   * References of the payer or of the service. Stored sealed.
   *
   * @maxItems 10
   */
  references?: readonly string[];
  /**
   * Name of the other party. Stored sealed.
   */
  counterparty_name?: string | null;
  /**
   * Account of the other party. Stored sealed.
   */
  counterparty_account?: string | null;
}

/**
 * A line of a statement that was not imported yet.
 */
export interface StatementPreviewLine {
  /**
   * Booking date at the bank.
   */
  booked_on: string;
  /**
   * Positive if the account was credited.
   */
  amount: string;
  /**
   * The bank's own reference; `null` if there is none.
   */
  bank_reference: string | null;
  /**
   * Remittance information.
   */
  text: string | null;
  /**
   * Name of the other party.
   */
  counterparty_name: string | null;
  /**
   * Whether an earlier statement contains it, so that it is not recorded again.
   */
  is_known: boolean;
}

/**
 * What an import of a file would record. Nothing is recorded.
 */
export interface StatementPreview {
  object: 'statement_preview';
  environment: EnvironmentName;
  /**
   * Code of the rail.
   */
  rail: string;
  /**
   * Currency code in lower case.
   */
  currency: string;
  /**
   * Format of the file.
   */
  format: 'camt053' | 'csv' | 'json' | 'camt052' | 'camt054' | 'mt940' | 'bai2' | 'ofx';
  /**
   * First day of the statement.
   */
  opened_on: string;
  /**
   * Last day of the statement.
   */
  closed_on: string;
  /**
   * Balance before the first line.
   */
  opening_balance: string;
  /**
   * Balance after the last line.
   */
  closing_balance: string;
  /**
   * Beginning and end of the account number, such as `DE89…3000`; `null` if the file has none.
   */
  account: string | null;
  /**
   * Number of lines in the file.
   */
  line_count: number;
  /**
   * Number of these lines that an earlier statement contained.
   */
  known_lines: number;
  /**
   * The difference to the statement before; `null` if there is none.
   */
  gap: StatementGap | null;
  /**
   * The lines, oldest first; the first 1,000 of a long file.
   */
  lines: readonly StatementPreviewLine[];
  /**
   * What was left out or assumed.
   */
  warnings: readonly string[];
  /**
   * How a CSV file was read; `null` for other formats.
   */
  mapping: CsvMapping | null;
}

/**
 * Why an import was a mistake.
 */
export interface StatementVoid {
  /**
   * Why. Stored with the event, so it must not contain personal data.
   */
  reason: string;
}

/**
 * Number and sum of lines or movements.
 */
export interface ReconciliationTotal {
  /**
   * Number.
   */
  count: number;
  /**
   * Sum; positive if money arrived.
   */
  amount: string;
}

/**
 * A line of a bank statement.
 */
export interface ReconciliationLine {
  /**
   * ID of the line.
   */
  id: string;
  /**
   * Booking date at the bank.
   */
  booked_on: string;
  /**
   * The day it belongs to: the booking date, or the first open day when it was imported.
   */
  day: string;
  /**
   * Positive if the account was credited.
   */
  amount: string;
  /**
   * The bank's own reference; `null` if there is none.
   */
  bank_reference: string | null;
}

/**
 * A movement of a clearing account: money that a book received or paid out through the rail.
 */
export interface ReconciliationMovement {
  /**
   * ID of the movement.
   */
  id: string;
  integrator_id: IntegratorId;
  /**
   * The transfer that moved the money.
   */
  transfer_id: TransferId | null;
  posted_at: Timestamp;
  /**
   * The day it belongs to: the day of `posted_at` in the time zone of the environment, or the first open day when it was collected.
   */
  day: string;
  /**
   * Positive if money arrived at the bank.
   */
  amount: string;
  /**
   * References by which the bank may know it.
   */
  references: readonly string[];
}

/**
 * An operator accepted the break.
 */
export interface BreakAcceptance {
  /**
   * Why.
   */
  reason: string;
  /**
   * Who accepted it.
   */
  accepted_by: string;
  accepted_at: Timestamp;
}

/**
 * Lines and movements that have the same sum, and are settled together.
 */
export interface ItemGroup {
  /**
   * ID of the group.
   */
  id: string;
  /**
   * Its lines.
   */
  lines: ReconciliationTotal;
  /**
   * Its movements.
   */
  movements: ReconciliationTotal;
}

/**
 * An operator who works on a break.
 */
export interface BreakOwner {
  /**
   * Name of the operator. All tokens with one name belong to one operator.
   */
  name: string;
  /**
   * Who assigned it.
   */
  assigned_by: string;
  assigned_at: Timestamp;
}

/**
 * A line and a movement of the same amount within five days, or a line and the movements that it names and whose sum it has.
 */
export interface ItemSuggestion {
  /**
   * The line.
   */
  line_ids: readonly string[];
  /**
   * The movement, or the movements of a group.
   */
  movement_ids: readonly string[];
}

/**
 * A line of the bank with the movement it matches, or what is left on one side. Of a group, each line and each movement is an item.
 */
export interface ReconciliationItem {
  /**
   * ID of the line; of the movement if there is no line.
   */
  id: string;
  object: 'reconciliation_item';
  environment: EnvironmentName;
  /**
   * Code of the rail.
   */
  rail: string;
  /**
   * Currency code in lower case.
   */
  currency: string;
  /**
   * `different_amount`: one reference, two amounts. `missing_at_bank`: a movement without a line. `missing_in_ledger`: a line without a movement. `duplicate`: another line or movement with the same reference has the match. `awaiting_statement`: a movement after the last day of the newest statement. `before_first_statement`: a movement that the opening balance of the first statement contains, or of an account without statements.
   */
  result:
    | 'matched'
    | 'different_amount'
    | 'missing_at_bank'
    | 'missing_in_ledger'
    | 'duplicate'
    | 'written_off'
    | 'awaiting_statement'
    | 'before_first_statement';
  /**
   * Whether an operator has to decide about it. An accepted break is still a break.
   */
  is_break: boolean;
  /**
   * `amount`: the same amount within five days, as releases matched that suggest it now.
   */
  matched_by: ('reference' | 'amount' | 'operator') | null;
  /**
   * `null` if no statement has it.
   */
  line: ReconciliationLine | null;
  /**
   * `null` if no book has it.
   */
  movement: ReconciliationMovement | null;
  /**
   * The group it is settled with; `null` if it is in none.
   */
  group: ItemGroup | null;
  /**
   * The line less the movement; zero in a group.
   */
  difference: string;
  /**
   * Days since the day it belongs to.
   */
  age_days: number;
  /**
   * `null` unless it is an accepted break.
   */
  accepted: BreakAcceptance | null;
  /**
   * Why it was written off, or settled with a group.
   */
  reason: string | null;
  /**
   * Who works on the break; `null` if nobody does.
   */
  owner: BreakOwner | null;
  /**
   * An open proposal to write it off; another operator approves it.
   */
  proposal_id: string | null;
  /**
   * What it may be, which an operator confirms by a link or a group; `null` if there is none.
   */
  suggestion: ItemSuggestion | null;
}

/**
 * One page of items, newest day first.
 */
export interface ReconciliationItemPage {
  /**
   * If the query asks for them: number of all items that the filters select, the sum of their differences, and the first day, by currency.
   */
  totals?: {
    /**
     * Currency code in lower case.
     */
    currency: string;
    /**
     * Number of items.
     */
    count: number;
    /**
     * Sum of their differences.
     */
    difference: string;
    /**
     * Day of the oldest one.
     */
    since: string;
  }[];
  data: readonly ReconciliationItem[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * A bank account of a rail on a day. The closing balance is the sum of the closing balance of the ledger, `opening_difference`, `written_off`, and the open lines, less the open movements.
 */
export interface ReconciliationAccount {
  /**
   * Code of the rail.
   */
  rail: string;
  /**
   * Currency code in lower case.
   */
  currency: string;
  /**
   * First day of the first statement; `null` without a statement until this day.
   */
  reconciled_since: string | null;
  /**
   * Balance at the bank before the day.
   */
  opening_balance: string | null;
  /**
   * Balance at the bank after all lines of the day.
   */
  closing_balance: string | null;
  /**
   * Last day of the newest statement that ends on the day or before.
   */
  statement_until: string | null;
  /**
   * What that statement's closing balance has more than all lines until then: lines are missing. `null` if they agree.
   */
  gap: string | null;
  /**
   * Sum of the movements of all books before the day.
   */
  ledger_opening_balance: string;
  /**
   * The same after the day: the clearing accounts of all books with the opposite sign.
   */
  ledger_closing_balance: string;
  /**
   * Lines of the day.
   */
  lines: ReconciliationTotal;
  /**
   * Movements of the day.
   */
  movements: ReconciliationTotal;
  /**
   * Opening balance of the first statement less the movements before it.
   */
  opening_difference: string | null;
  /**
   * Balance of the difference account.
   */
  written_off: string | null;
  /**
   * Lines until the day that no movement of these days matches.
   */
  open_lines: ReconciliationTotal | null;
  /**
   * Movements until the day that no line of these days matches.
   */
  open_movements: ReconciliationTotal | null;
  /**
   * Breaks until the day that nobody has accepted.
   */
  open_breaks: number;
  /**
   * Accepted breaks until the day.
   */
  accepted_breaks: number;
}

/**
 * An account in the trial balance of a closing.
 */
export interface TrialBalanceRow {
  /**
   * An account of the books or of reconciliation. `wallets` and `wallets:pending` are all wallets.
   */
  account: string;
  /**
   * Asset or currency.
   */
  unit: string;
  /**
   * Balance before these days. Negative for a debit balance.
   */
  opening_balance: string;
  /**
   * Debits of these days.
   */
  debit: string;
  /**
   * Credits of these days.
   */
  credit: string;
  /**
   * Opening balance less debits plus credits.
   */
  closing_balance: string;
}

/**
 * What moved on a day, by kind and unit.
 */
export interface KindTotal {
  /**
   * `onramp_returned` is a payment that was returned after a review; `reward` and `allocation` are no transfers.
   */
  kind: 'user_to_user' | 'conversion' | 'onramp' | 'onramp_returned' | 'offramp' | 'reward' | 'allocation';
  /**
   * Asset or currency.
   */
  unit: string;
  /**
   * Number of postings that moved this unit.
   */
  count: number;
  /**
   * What they moved.
   */
  amount: string;
}

/**
 * A break that was accepted, and was open at the end of a closed day.
 */
export interface ClosedBreak {
  /**
   * Code of the rail.
   */
  rail: string;
  /**
   * Currency code in lower case.
   */
  currency: string;
  /**
   * Line of the bank.
   */
  line_id: string | null;
  /**
   * Movement of a book.
   */
  movement_id: string | null;
  /**
   * Day of the line; of the movement if there is no line.
   */
  day: string;
  /**
   * The line less the movement.
   */
  difference: string;
}

/**
 * The books that a closing covers, and until which events.
 */
export interface BooksCovered {
  /**
   * Number of books with events.
   */
  count: number;
  /**
   * SHA-256 of a line for each book, in lower-case hex. docs/auditors.md has the format.
   */
  sha256: string;
}

/**
 * The totals of a closing over all books of the environment.
 */
export interface ClosingTotals {
  /**
   * By unit and account.
   */
  trial_balance: readonly TrialBalanceRow[];
  /**
   * By kind and unit.
   */
  kinds: readonly KindTotal[];
  /**
   * Oldest first; at most 500. `accepted_breaks` counts all of them.
   */
  breaks: readonly ClosedBreak[];
  books: BooksCovered;
}

/**
 * A day of reconciliation, or the days that were closed together.
 */
export interface ReconciliationDay {
  /**
   * The day; of a closing, its last day.
   */
  id: string;
  object: 'reconciliation_day';
  environment: EnvironmentName;
  /**
   * The same as `id`.
   */
  day: string;
  /**
   * Of a closing: the day that was closed before.
   */
  previous_day: string | null;
  /**
   * A closed day never changes.
   */
  state: 'open' | 'closed';
  /**
   * Why the day cannot be closed now; `null` if it can be, or is closed.
   */
  blocked_by: string | null;
  /**
   * If nothing but missing statements prevents the closing: the bank accounts whose statements are missing, as `without_statements` of the closing names them.
   */
  awaited_statements?: readonly string[];
  /**
   * By rail and currency.
   */
  accounts: readonly ReconciliationAccount[];
  /**
   * Trial balance, totals by kind, and open breaks. `null` while the day is open, and in closings of releases without totals.
   */
  totals: ClosingTotals | null;
  /**
   * Who closed it.
   */
  closed_by: string | null;
  /**
   * When it was closed.
   */
  closed_at: Timestamp | null;
  /**
   * The signed text of the closing, in the format of checkpoints.
   */
  note: string | null;
}

/**
 * The closing of a day.
 */
export interface ReconciliationClosing {
  /**
   * Bank accounts, such as `bank_eft:usd`, that need no statement for this closing. Their movements stay open.
   *
   * @maxItems 100
   */
  without_statements?: readonly string[];
}

/**
 * One page of days, newest first.
 */
export interface ReconciliationDayPage {
  data: readonly ReconciliationDay[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * Query parameters of the list of days. Send at most one of the two cursors.
 */
export interface ReconciliationDayListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
}

/**
 * Query parameters of the list of items. Send at most one of the two cursors.
 */
export interface ReconciliationItemListQuery {
  /**
   * Sorts the list by this value, instead of the newest day first; `_desc` begins with the largest. Differences are compared without their signs, and as numbers whatever their currency.
   */
  sort?: 'day' | 'day_desc' | 'difference' | 'difference_desc';
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
  /**
   * Only items of this day, or of the days that were closed with it.
   */
  day?: string;
  /**
   * Only items of this day and of earlier ones. Not together with `day`.
   */
  until?: string;
  /**
   * Code of a rail.
   */
  rail?: string;
  /**
   * Currency code in lower case.
   */
  currency?: string;
  /**
   * Only breaks; `open` are those that nobody has accepted.
   */
  breaks?: 'open' | 'accepted';
  /**
   * Only breaks that are assigned to you, or to nobody.
   */
  assigned?: 'me' | 'nobody';
  /**
   * Only the lines and movements of this group.
   */
  group_id?: string;
  /**
   * Only items with this result.
   */
  result?:
    | 'matched'
    | 'different_amount'
    | 'missing_at_bank'
    | 'missing_in_ledger'
    | 'duplicate'
    | 'written_off'
    | 'awaiting_statement'
    | 'before_first_statement';
  /**
   * Only items whose line or movement has this amount, whatever its sign.
   */
  amount?: string;
  /**
   * Adds `totals` to the page.
   */
  totals?: 'by_currency';
  /**
   * Only items whose line or movement has a reference with this part, without regard to case, spaces, and punctuation.
   */
  reference?: string;
}

/**
 * What to do about a break.
 */
export interface BreakResolution {
  /**
   * `link`: the line is this movement. `accept`: it does not prevent the closing of a day, and remains a break. `write_off`: the difference is posted to the difference account. `separate`: the line is not the movement that it matches, or not the given one; they never match again unless they are linked.
   */
  resolution: 'link' | 'accept' | 'write_off' | 'separate';
  /**
   * With `link`: the movement. With `separate`: the movement that the line is not, unless it is the one that matches.
   */
  movement_id?: string;
  /**
   * Why. Stored with the event, so it must not contain personal data.
   */
  reason: string;
}

/**
 * Who works on a break.
 */
export interface BreakUpdate {
  /**
   * `me`: the operator of the token. The ID of a token or of an operator who signed in at the provider: that operator. `null`: nobody.
   */
  assigned_to: 'me' | string | null;
}

/**
 * Lines and movements of one bank account, at least two in total, that have the same sum.
 */
export interface GroupCreate {
  /**
   * The lines; none if the movements sum to zero.
   *
   * @maxItems 200
   */
  line_ids: readonly string[];
  /**
   * The movements; none if the lines sum to zero.
   *
   * @maxItems 200
   */
  movement_ids: readonly string[];
  /**
   * Why. Stored with the event, so it must not contain personal data.
   */
  reason: string;
}

/**
 * Lines and movements that were settled together.
 */
export interface ReconciliationGroup {
  /**
   * ID of the group.
   */
  id: string;
  object: 'reconciliation_group';
  environment: EnvironmentName;
  /**
   * Code of the rail.
   */
  rail: string;
  /**
   * Currency code in lower case.
   */
  currency: string;
  /**
   * Sum of the lines, and of the movements.
   */
  amount: string;
  /**
   * Its lines.
   */
  line_ids: readonly string[];
  /**
   * Its movements.
   */
  movement_ids: readonly string[];
  /**
   * The day from which on none of them is open.
   */
  day: string;
  /**
   * Why.
   */
  reason: string;
  /**
   * Who settled them together.
   */
  grouped_by: string;
  created_at: Timestamp;
}

/**
 * Movements that were collected.
 */
export interface MovementCollection {
  object: 'movement_collection';
  environment: EnvironmentName;
  /**
   * Number of books that were read.
   */
  books: number;
  /**
   * Number of new movements.
   */
  movements: number;
  collected_at: Timestamp;
}

/**
 * Query parameters of a day.
 */
export interface ReconciliationDayQuery {
  /**
   * The rows of a CSV file: bank accounts, or one of the totals of a closing. Other formats have all of them.
   */
  table?: 'accounts' | 'trial_balance' | 'kinds' | 'breaks';
}

/**
 * Query parameters of the journal.
 */
export interface JournalQuery {
  /**
   * A month (`2026-11`) or a day (`2026-11-20`) in the time zone of the environment.
   */
  period: string;
}

/**
 * The sums of a unit, which are equal.
 */
export interface JournalUnit {
  /**
   * Currency code in lower case, `svc-points`, or `svc-coin`.
   */
  unit: string;
  /**
   * Sum of all debits.
   */
  debit: string;
  /**
   * Sum of all credits.
   */
  credit: string;
}

/**
 * The totals of a journal. The journal itself is the CSV file.
 */
export interface Journal {
  object: 'journal';
  environment: EnvironmentName;
  /**
   * The month or the day.
   */
  period: string;
  /**
   * Number of debits and credits.
   */
  lines: number;
  /**
   * Sums by unit.
   */
  units: readonly JournalUnit[];
}

/**
 * A transfer in review, with its integrator and environment.
 */
export interface TransferReview {
  id: TransferId;
  object: 'transfer_review';
  integrator_id: IntegratorId;
  environment: EnvironmentName;
  transfer: Transfer;
}

/**
 * One page of transfers in review, newest first.
 */
export interface TransferReviewPage {
  data: readonly TransferReview[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * Query parameters of the list of transfers in review. Send at most one of the two cursors.
 */
export interface TransferReviewListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
  /**
   * Returns only objects of this integrator.
   */
  integrator_id?: string;
  environment?: EnvironmentName;
}

/**
 * The decision on a transfer in review.
 */
export interface TransferReviewDecision {
  /**
   * The decision.
   */
  outcome: 'approved' | 'rejected';
  /**
   * Reason of the decision. For rejections it is shown on the transfer.
   */
  reason?: Reason;
}

/**
 * A user whose identity check needs a decision, with its integrator and environment.
 */
export interface KycReview {
  id: UserId;
  object: 'kyc_review';
  integrator_id: IntegratorId;
  environment: EnvironmentName;
  user: User;
}

/**
 * One page of users under review, newest first.
 */
export interface KycReviewPage {
  data: readonly KycReview[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * Query parameters of the list of users under review. Send at most one of the two cursors.
 */
export interface KycReviewListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
  /**
   * Returns only objects of this integrator.
   */
  integrator_id?: string;
  environment?: EnvironmentName;
}

/**
 * The decision on a user's identity check.
 */
export interface KycReviewDecision {
  /**
   * The resulting `kyc_status`.
   */
  outcome: 'approved' | 'rejected' | 'incomplete';
  /**
   * Up to 20 reasons; stored only for `rejected` and `incomplete`.
   *
   * @maxItems 20
   */
  rejection_reasons?: readonly Reason[];
  /**
   * Why, for the record. It is stored with the event, and the integrator does not see it.
   */
  reason?: string;
}

/**
 * Identity data as submitted by a user. A person has names and a date of birth; a business has a name, a registration number, and a representative.
 */
export interface UserIdentity {
  object: 'identity';
  user_id: UserId;
  submitted_at: Timestamp;
  type: UserType;
  /**
   * Legal first name.
   */
  first_name?: string;
  /**
   * Legal last name.
   */
  last_name?: string;
  /**
   * Date of birth in the format YYYY-MM-DD.
   */
  date_of_birth?: string;
  /**
   * Registered name.
   */
  business_name?: string;
  /**
   * Number in the business register of the country.
   */
  registration_number?: string;
  /**
   * Who acts for the business. Businesses that submitted their data before 0.2.0 have none.
   */
  representative?: {
    /**
     * Legal first name.
     */
    first_name: string;
    /**
     * Legal last name.
     */
    last_name: string;
    /**
     * Position in the business, such as "Director".
     */
    position: string;
    /**
     * Date of birth in the format YYYY-MM-DD.
     */
    date_of_birth: string;
  };
  /**
   * Home address or registered address. Omitted fields are empty.
   */
  address: {
    /**
     * Street and number.
     */
    line1: string;
    /**
     * Apartment, floor, or building.
     */
    line2: string;
    /**
     * Town or city.
     */
    city: string;
    /**
     * State, province, or region.
     */
    region: string;
    /**
     * Postal code.
     */
    postal_code: string;
  };
  country: Country;
}

/**
 * The matches of one name on the sanctions list.
 */
export interface Screening {
  /**
   * Whose name it is: the user's, that of the person who represents a business, or that of the owner of a payout account.
   */
  type: 'user' | 'representative' | 'payout_account';
  /**
   * ID of the user or the payout account.
   */
  id: string;
  /**
   * `match` if the name is on the list, `possible_match` if it is close to a listed name.
   */
  result: 'clear' | 'possible_match' | 'match';
  /**
   * At most 10 listed names per name of the user, exact matches first.
   *
   * @maxItems 20
   */
  matches: {
    /**
     * The listed name.
     */
    name: string;
    /**
     * Its line in the list file, or the number of its entry in XML; null for the test names.
     */
    line: number | null;
    /**
     * How the names agree.
     */
    kind: 'exact' | 'similar_spelling' | 'initials' | 'extra_words' | 'missing_word';
  }[];
}

/**
 * The screening of a user's names against the current sanctions list: the user's own name, the representative of a business, and the owners of the user's active payout accounts.
 */
export interface UserScreening {
  object: 'user_screening';
  user_id: UserId;
  /**
   * Identifies the list: SHA-256 of its names.
   */
  list_sha256: string;
  /**
   * One entry per name; the user's own is first.
   */
  names: readonly Screening[];
}

/**
 * A person that a review concerns. Names are masked for roles that may not see them.
 */
export interface ReviewPerson {
  user_id: UserId;
  /**
   * `source` and `destination`: of the transfer. `subject`: whose identity is reviewed.
   */
  part: 'source' | 'destination' | 'subject';
  /**
   * Full name of the person or business; `null` if none was given, or if the person was forgotten.
   */
  name: string | null;
  type: UserType;
  /**
   * Country of the user.
   */
  country: string | null;
  status: UserStatus;
  kyc_status: KycStatus;
  created_at: Timestamp;
}

/**
 * Something to look at. Hints decide nothing.
 */
export interface RiskHint {
  /**
   * `new_user`: a user was created in the last seven days. `first_transfer`: the person has no completed transfer. `round_trip`: the other side sent money back in the last 30 days. `repeated_payouts`: at least three payouts to one payout account within a day. `funds_just_received`: most of the amount arrived within the hour before. `below_review_amount`: at least three transfers within a day, each slightly below the amount that requires a review. `unusual_amount`: at least five times as much as any earlier transfer. `earlier_rejection`: an earlier review of the person was rejected.
   */
  code:
    | 'new_user'
    | 'first_transfer'
    | 'round_trip'
    | 'repeated_payouts'
    | 'funds_just_received'
    | 'below_review_amount'
    | 'unusual_amount'
    | 'earlier_rejection';
  /**
   * What exactly, for people.
   */
  message: string;
}

/**
 * An earlier transfer of the person.
 */
export interface PastTransfer {
  id: TransferId;
  kind: TransferKind;
  state: TransferState;
  /**
   * Amount in the unit of the source.
   */
  amount: string;
  /**
   * Asset or currency of the amount.
   */
  unit: string;
  /**
   * Whether the person sent or received it.
   */
  direction: 'sent' | 'received';
  created_at: Timestamp;
}

/**
 * An earlier review of the person.
 */
export interface PastDecision {
  /**
   * ID of the transfer or user that was reviewed.
   */
  id: string;
  /**
   * What was reviewed.
   */
  kind: 'transfer' | 'identity';
  /**
   * `ended`: the review became unnecessary.
   */
  outcome: 'approved' | 'rejected' | 'incomplete' | 'ended';
  opened_at: Timestamp;
  decided_at: Timestamp;
  /**
   * The name of the operator; otherwise the API key or the part of the service.
   */
  decided_by: string;
  /**
   * The reason that was given.
   */
  reason: string | null;
}

/**
 * What is known about the person: the sender, or the receiver of an on-ramp.
 */
export interface ReviewHistory {
  /**
   * The newest ten.
   */
  transfers: readonly PastTransfer[];
  /**
   * Completed transfers among the newest 50.
   */
  completed: number;
  /**
   * Failed, returned, and refunded transfers among the newest 50.
   */
  failed: number;
  /**
   * Whether there are more than 50 transfers.
   */
  is_more: boolean;
  /**
   * Earlier reviews of the person's identity and of these transfers, newest first.
   */
  decisions: readonly PastDecision[];
}

/**
 * Whether one operator is enough.
 */
export interface SecondOperator {
  /**
   * Whether an approval needs a second operator, by `reviews.four_eyes_at_least`.
   */
  is_needed: boolean;
  /**
   * The proposal that waits for a second operator; `null` if there is none.
   */
  proposal_id: ProposalId | null;
  /**
   * Name of the operator who proposed the approval.
   */
  proposed_by: string | null;
  /**
   * When it was proposed.
   */
  proposed_at: Timestamp | null;
  /**
   * When the proposal expires.
   */
  expires_at: Timestamp | null;
}

/**
 * Who works on a review. It decides nothing: every reviewer can decide every review.
 */
export interface ReviewAssignment {
  /**
   * ID of the operator.
   */
  operator_id: string;
  /**
   * Name of the operator.
   */
  name: string;
  assigned_at: Timestamp;
}

/**
 * A transfer or an identity that waits for a decision, with what a reviewer needs to decide.
 */
export interface ReviewCase {
  /**
   * ID of the transfer or of the user.
   */
  id: string;
  object: 'review_case';
  /**
   * What is reviewed.
   */
  kind: 'transfer' | 'identity';
  integrator_id: IntegratorId;
  environment: EnvironmentName;
  /**
   * Since when it waits.
   */
  opened_at: Timestamp;
  /**
   * When it is overdue, by `reviews.target_hours`.
   */
  due_at: Timestamp;
  /**
   * Whether it waits longer than that.
   */
  is_overdue: boolean;
  /**
   * Why the transfer is in review; `null` for identities.
   */
  reason: Reason | null;
  /**
   * The people that it concerns.
   */
  people: readonly ReviewPerson[];
  /**
   * Amount of the transfer; `null` for identities.
   */
  amount: string | null;
  /**
   * Asset or currency of the amount.
   */
  unit: string | null;
  /**
   * The transfer; `null` for identities.
   */
  transfer: Transfer | null;
  /**
   * What to look at, from the newest 50 transfers of the person.
   */
  hints: readonly RiskHint[];
  second_operator: SecondOperator;
  /**
   * Who works on it; `null` if nobody does.
   */
  assignment: ReviewAssignment | null;
  /**
   * In a single review only; `null` in lists.
   */
  history: ReviewHistory | null;
}

/**
 * How many open reviews have a reason.
 */
export interface ReviewReasonCount {
  /**
   * Code of the reason; `null` for none.
   */
  code: string | null;
  /**
   * How many.
   */
  count: number;
}

/**
 * One page of the review queue, oldest first unless the query sorts it.
 */
export interface ReviewCasePage {
  data: readonly ReviewCase[];
  /**
   * Whether the list has more objects after this page.
   */
  has_more: boolean;
  /**
   * Number of reviews that match the query, at most 1,000.
   */
  total: number;
  /**
   * Number of them that are overdue.
   */
  overdue: number;
  /**
   * The reasons of all of them, most frequent first.
   */
  reasons: readonly ReviewReasonCount[];
  /**
   * Whether every open review is considered. If not, the list, its order, and its numbers cover the 1,000 oldest.
   */
  is_complete: boolean;
}

/**
 * Query parameters of the review queue.
 */
export interface ReviewQueueQuery {
  /**
   * Sorts the reviews that are considered by this value, instead of the oldest first; `_desc` begins with the largest. Amounts are compared as numbers whatever their unit; identities have none.
   */
  sort?: 'opened_at' | 'opened_at_desc' | 'amount' | 'amount_desc';
  /**
   * What is reviewed.
   */
  kind?: 'transfer' | 'identity';
  /**
   * Returns only reviews with this code of a reason.
   */
  reason?: string;
  /**
   * `me`: only those that are assigned to the caller. `nobody`: only those without an assignment.
   */
  assigned?: 'me' | 'nobody';
  /**
   * Returns only objects of this integrator.
   */
  integrator_id?: string;
  environment?: EnvironmentName;
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object. The page starts after its place in the queue, even if it was decided since.
   */
  starting_after?: string;
}

/**
 * Body of the request that assigns a review.
 */
export interface ReviewUpdate {
  /**
   * `me`: the caller works on it. `null`: nobody does.
   */
  assigned_to: 'me' | null;
}

/**
 * The operator who saved it.
 */
export interface SavedViewOwner {
  /**
   * ID of the operator or of the operator token.
   */
  operator_id: string;
  /**
   * Name of the operator at that time.
   */
  name: string;
}

/**
 * The filters, the order, and the columns of a list of the console, under a name.
 */
export interface SavedView {
  /**
   * ID of the view.
   */
  id: string;
  object: 'saved_view';
  /**
   * Path of the console page with the list.
   */
  page: string;
  /**
   * Name of the view, without spaces at its ends.
   */
  name: string;
  /**
   * Query string of the page: its filters, its order, and its columns.
   */
  query: string;
  /**
   * `true`: all operators see the view. `false`: only its owner does.
   */
  shared: boolean;
  owner: SavedViewOwner;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/**
 * A view to save.
 */
export interface SavedViewCreate {
  /**
   * Path of the console page with the list.
   */
  page: string;
  /**
   * Name of the view, without spaces at its ends.
   */
  name: string;
  /**
   * Query string of the page: its filters, its order, and its columns.
   */
  query: string;
  /**
   * `true`: all operators see the view. `false`: only its owner does.
   */
  shared?: boolean;
}

/**
 * What to change of a view. Members that are left out stay as they are.
 */
export interface SavedViewUpdate {
  /**
   * Name of the view, without spaces at its ends.
   */
  name?: string;
  /**
   * Query string of the page: its filters, its order, and its columns.
   */
  query?: string;
  /**
   * `true`: all operators see the view. `false`: only its owner does.
   */
  shared?: boolean;
}

/**
 * One page of saved views, newest first.
 */
export interface SavedViewPage {
  data: readonly SavedView[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * Query parameters of the list of saved views. Send at most one of the two cursors.
 */
export interface SavedViewListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
  /**
   * Returns only the views of this page.
   */
  page?: string;
}

/**
 * A person who takes part.
 */
export interface SearchPerson {
  user_id: UserId;
  /**
   * Name; masked for roles that may not see personal data. `null` if it is not known or the person was forgotten.
   */
  name: string | null;
}

/**
 * An object that a search has found.
 */
export interface SearchHit {
  object: 'search_hit';
  /**
   * ID of the object.
   */
  id: string;
  /**
   * What was found.
   */
  type: 'user' | 'transfer' | 'wallet' | 'deposit_account' | 'payout_account' | 'integrator';
  /**
   * What the text was found in. `name` includes email addresses; `similar_name` is a name that is spelled otherwise; `account_number` is the end of one.
   */
  matched_by: 'id' | 'reference' | 'name' | 'phone' | 'amount' | 'similar_name' | 'account_number';
  integrator_id: IntegratorId;
  /**
   * `null` for an integrator.
   */
  environment: ('sandbox' | 'production') | null;
  /**
   * State of a transfer; status of another object.
   */
  state: string | null;
  /**
   * Kind of a transfer, type of a user or payout account, or rail of a deposit account.
   */
  kind: string | null;
  /**
   * Amount of a transfer; available balance of a wallet.
   */
  amount: string | null;
  /**
   * Unit of the amount.
   */
  unit: string | null;
  /**
   * Reference of the integrator, otherwise of the rail; name of an integrator.
   */
  reference: string | null;
  /**
   * Owner of the object, or sender and recipient of a transfer.
   */
  people: readonly SearchPerson[];
  created_at: Timestamp;
}

/**
 * What a search has found, the best first.
 */
export interface SearchResults {
  data: readonly SearchHit[];
}

/**
 * Query parameters of a search.
 */
export interface SearchQuery {
  /**
   * Text to search for: an ID or its beginning, a reference, an amount, a name, an email address, or a phone number.
   */
  q: string;
  /**
   * Maximum number of results.
   */
  limit?: number;
}

/**
 * The operator of a session.
 */
export interface SessionOperator {
  /**
   * ID of the operator or of the operator token.
   */
  id: string;
  /**
   * Name of the operator.
   */
  name: string;
  /**
   * Role in this session.
   */
  role: 'admin' | 'reviewer' | 'treasury' | 'viewer';
}

/**
 * A session of the console.
 */
export interface ConsoleSession {
  /**
   * ID of the session.
   */
  id: string;
  object: 'console_session';
  operator: SessionOperator;
  /**
   * How the operator signed in: with an operator token, or with the OpenID Connect provider.
   */
  method: 'token' | 'oidc';
  /**
   * Lists contain active sessions only.
   */
  status: 'active' | 'revoked';
  /**
   * IP address that the session was started from.
   */
  address: string | null;
  created_at: Timestamp;
  /**
   * When it was used last, to the minute.
   */
  last_used_at: Timestamp;
  /**
   * When it ends without further use.
   */
  expires_at: Timestamp;
}

/**
 * One page of console sessions, newest first.
 */
export interface ConsoleSessionPage {
  data: readonly ConsoleSession[];
  /**
   * Whether there are further objects in this direction.
   */
  has_more: boolean;
}

/**
 * Query parameters of the list of console sessions. Send at most one of the two cursors.
 */
export interface SessionListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
  /**
   * Returns only the sessions of this operator.
   */
  operator_id?: string;
}

/**
 * Body of the request that revokes a session.
 */
export interface SessionRevoke {
  /**
   * Reason, stored with the event.
   */
  reason?: string;
}

/**
 * The newest snapshot of a book.
 */
export interface BookSnapshot {
  object: 'snapshot';
  /**
   * The integrator.
   */
  integrator_id: string;
  /**
   * The environment.
   */
  environment: 'sandbox' | 'production';
  /**
   * Revision of the last event in the snapshot.
   */
  revision: number;
  /**
   * Time of the last event in the snapshot.
   */
  taken_at: Timestamp;
  /**
   * When the snapshot was saved; `null` if an older version of the service saved it.
   */
  saved_at: Timestamp | null;
  /**
   * Size in bytes, without parts shared with earlier snapshots; `null` if an older version of the service saved it.
   */
  bytes: number | null;
  /**
   * Number of records.
   */
  pieces: number;
  /**
   * Whether this version of the service can load it. If not, the book is loaded from its first event.
   */
  usable: boolean;
}

/**
 * The snapshots of all books.
 */
export interface BookSnapshotList {
  data: readonly BookSnapshot[];
}

/**
 * Selects books. Default: all books.
 */
export interface SnapshotChoice {
  /**
   * Returns only objects of this integrator.
   */
  integrator_id?: string;
  /**
   * Selects only books of this environment.
   */
  environment?: 'sandbox' | 'production';
  /**
   * Reason, stored with the event.
   */
  reason?: string;
}

/**
 * Selects books. Default: all books.
 */
export interface SnapshotQuery {
  /**
   * Returns only objects of this integrator.
   */
  integrator_id?: string;
  /**
   * Selects only books of this environment.
   */
  environment?: 'sandbox' | 'production';
}

/**
 * Result of an action on snapshots.
 */
export interface SnapshotOutcome {
  /**
   * Number of books.
   */
  books: number;
}

/**
 * ID of an operator token.
 */
export type TokenId = string;

/**
 * Role of the operator. `viewer` reads; `reviewer` also decides reviews and holds; `treasury` also moves the service's own money and grants rewards; `admin` may do everything.
 */
export type OperatorRole = 'admin' | 'reviewer' | 'treasury' | 'viewer';

/**
 * An operator token.
 */
export interface OperatorToken {
  id: TokenId;
  object: 'operator_token';
  /**
   * Name of the operator.
   */
  name: string;
  role: OperatorRole;
  /**
   * Expired and revoked tokens are rejected.
   */
  status: 'active' | 'expired' | 'revoked';
  /**
   * When it expires; `null` if it does not.
   */
  expires_at: Timestamp | null;
  /**
   * When it was revoked; `null` if it is not revoked.
   */
  revoked_at: Timestamp | null;
  created_at: Timestamp;
}

/**
 * A new operator token with its secret.
 */
export interface IssuedToken {
  id: TokenId;
  object: 'operator_token';
  /**
   * Name of the operator.
   */
  name: string;
  role: OperatorRole;
  /**
   * Expired and revoked tokens are rejected.
   */
  status: 'active' | 'expired' | 'revoked';
  /**
   * When it expires; `null` if it does not.
   */
  expires_at: Timestamp | null;
  /**
   * When it was revoked; `null` if it is not revoked.
   */
  revoked_at: Timestamp | null;
  created_at: Timestamp;
  /**
   * The complete token for the `Authorization` header. It is shown only once; a repeated request within 24 hours returns it again, a later one returns `null`.
   */
  secret: string | null;
}

/**
 * One page of operator tokens, newest first.
 */
export interface OperatorTokenPage {
  data: readonly OperatorToken[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * Query parameters of the list of operator tokens. Send at most one of the two cursors.
 */
export interface OperatorTokenListQuery {
  /**
   * Sorts the list by this value, instead of the newest first; `_desc` begins with the largest.
   */
  sort?: 'name' | 'name_desc' | 'created_at' | 'created_at_desc';
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
}

/**
 * An operator token to create.
 */
export interface OperatorTokenCreate {
  /**
   * Name of the operator, or purpose of the token.
   */
  name: string;
  role: OperatorRole;
  /**
   * When the token expires; must be in the future. Default: never.
   */
  expires_at?: QueryTime;
}

/**
 * When a token expires.
 */
export interface OperatorTokenExpirySet {
  /**
   * Must be in the future, and not later than the token's expiry so far.
   */
  expires_at: QueryTime;
  /**
   * Reason, stored with the event.
   */
  reason?: string;
}

/**
 * Options of a revocation.
 */
export interface OperatorTokenRevoke {
  /**
   * Reason, stored with the event.
   */
  reason?: string;
}

/**
 * The balance of an account in a unit. The balances of a unit sum to zero.
 */
export interface AccountBalance {
  /**
   * Account of the book. `wallets` and `wallets:pending` are the sums over all wallets.
   */
  account: string;
  /**
   * Asset or currency.
   */
  unit: string;
  /**
   * Negative for a debit balance.
   */
  balance: SignedAmount;
}

/**
 * The number of wallets of an asset.
 */
export interface WalletCount {
  asset: Asset;
  /**
   * Wallets that were opened.
   */
  count: number;
}

/**
 * Points of users and points issued.
 */
export interface PointsSupply {
  /**
   * Points that users own, with pending amounts and payouts in progress.
   */
  in_circulation: SignedAmount;
  /**
   * Points that were bought, granted, or issued against backing, less the income of the service. It equals the points in circulation.
   */
  issued: SignedAmount;
}

/**
 * The trial balance of a book.
 */
export interface BookTotals {
  object: 'book_totals';
  integrator_id: IntegratorId;
  environment: EnvironmentName;
  /**
   * Generation of the sandbox; 1 in production.
   */
  generation: number;
  /**
   * Wallets by asset.
   */
  wallets: readonly WalletCount[];
  /**
   * Balances of all accounts.
   */
  balances: readonly AccountBalance[];
  points: PointsSupply;
  /**
   * Revision of the event that changed the totals last.
   */
  revision: number;
  /**
   * Time of that event.
   */
  as_of: Timestamp;
}

/**
 * The trial balances of books.
 */
export interface BookTotalsList {
  data: readonly BookTotals[];
}

/**
 * Which books.
 */
export interface BookTotalsQuery {
  /**
   * Only books of this integrator.
   */
  integrator_id?: IntegratorId;
  /**
   * Only books of this environment.
   */
  environment?: EnvironmentName;
  /**
   * Only the sandbox of this generation; together with `integrator_id`.
   */
  generation?: number;
}

/**
 * Money of a unit that came in and went out.
 */
export interface UnitFlow {
  /**
   * Asset or currency.
   */
  unit: string;
  /**
   * Came in.
   */
  in: Amount;
  /**
   * Went out.
   */
  out: Amount;
}

/**
 * Fiat that passed through the rails in an hour.
 */
export interface HourlyFlows {
  /**
   * Beginning of the hour.
   */
  hour: Timestamp;
  /**
   * Empty if there were none.
   */
  flows: readonly UnitFlow[];
}

/**
 * The last 24 hours, oldest first. The last one has not ended.
 */
export interface HourlyFlowsList {
  data: readonly HourlyFlows[];
}

/**
 * Selects the environment.
 */
export interface HourlyFlowsQuery {
  /**
   * Default: `production`.
   */
  environment?: EnvironmentName;
}

/**
 * Coin bought or sold over the counter. The trade with the latest `traded_at` determines the price of coin.
 */
export interface Trade {
  /**
   * ID of a trade.
   */
  id: string;
  object: 'trade';
  environment: EnvironmentName;
  /**
   * Side of the trade from the treasury's perspective.
   */
  side: 'buy' | 'sell';
  coin_amount: Amount;
  /**
   * Points per coin.
   */
  price: string;
  /**
   * Note that identifies the counterparty.
   */
  counterparty: string | null;
  traded_at: Timestamp;
  /**
   * Who recorded it: `operator:` and the token's ID.
   */
  recorded_by: string;
  created_at: Timestamp;
}

/**
 * One page of trades, most recently recorded first.
 */
export interface TradePage {
  data: readonly Trade[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * Query parameters of the list of trades. Send at most one of the two cursors.
 */
export interface TradeListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
}

/**
 * A trade to record.
 */
export interface TradeCreate {
  /**
   * Side of the trade from the treasury's perspective.
   */
  side: 'buy' | 'sell';
  /**
   * Amount of coin, greater than zero.
   */
  coin_amount: AmountInput;
  /**
   * Points per coin, greater than zero, with up to 18 decimals.
   */
  price: string;
  /**
   * Note that identifies the counterparty.
   */
  counterparty?: string;
  /**
   * Time of the trade, not in the future. Default: now.
   */
  traded_at?: QueryTime;
}

/**
 * Coin and points backing given to an integrator's book for conversions.
 */
export interface Allocation {
  /**
   * ID of an allocation.
   */
  id: string;
  object: 'allocation';
  environment: EnvironmentName;
  integrator_id: IntegratorId;
  /**
   * The previous allocation of the integrator.
   */
  previous_allocation_id: string | null;
  /**
   * Coin added to the stock that users can buy.
   */
  coin_stock: Amount | null;
  /**
   * Points added to the amount that may be issued when users sell coin.
   */
  points_backing: Amount | null;
  /**
   * Who recorded it: `operator:` and the token's ID.
   */
  recorded_by: string;
  created_at: Timestamp;
}

/**
 * Amounts to add to an integrator's book; at least one is required.
 */
export interface AllocationCreate {
  integrator_id: IdInput;
  /**
   * Coin that users can buy. At most the amount that the treasury bought and has neither sold nor allocated.
   */
  coin_stock?: AmountInput;
  /**
   * Points that may be issued when users sell coin. The fiat that backs them is reserved.
   */
  points_backing?: AmountInput;
}

/**
 * Coin or backing that the treasury gave a book, and whether the book has it.
 */
export interface ListedAllocation {
  /**
   * ID of an allocation.
   */
  id: string;
  object: 'allocation';
  environment: EnvironmentName;
  integrator_id: IntegratorId;
  /**
   * The previous allocation of the integrator.
   */
  previous_allocation_id: string | null;
  /**
   * Coin added to the stock that users can buy.
   */
  coin_stock: Amount | null;
  /**
   * Points added to the amount that may be issued when users sell coin.
   */
  points_backing: Amount | null;
  /**
   * Who recorded it: `operator:` and the token's ID.
   */
  recorded_by: string;
  created_at: Timestamp;
  /**
   * Whether the book has received it.
   */
  delivered: boolean;
}

/**
 * One page of allocations, newest first.
 */
export interface AllocationPage {
  data: readonly ListedAllocation[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * Query parameters of the list of allocations. Send at most one of the two cursors.
 */
export interface AllocationListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
}

/**
 * The price of coin, as the trade with the latest time set it.
 */
export interface CoinPrice {
  /**
   * Points per coin.
   */
  price: string;
  /**
   * Time of the trade.
   */
  as_of: Timestamp;
  /**
   * Whether conversions use it. A price that is too old is not used.
   */
  current: boolean;
}

/**
 * The treasury of an environment.
 */
export interface Treasury {
  object: 'treasury';
  environment: EnvironmentName;
  /**
   * `null` before the first trade.
   */
  price: CoinPrice | null;
  /**
   * Coin that was bought, less what was sold or allocated to books.
   */
  unallocated_coin: SignedAmount;
}

/**
 * The points that a user sent in a window of time, and the limit.
 */
export interface LimitUse {
  /**
   * Kind of the transfers that count.
   */
  kind: 'user_to_user' | 'offramp';
  /**
   * Length of the window that ends now.
   */
  window: '24h' | '30d';
  /**
   * Points sent.
   */
  used: Amount;
  /**
   * Points that may be sent.
   */
  limit: Amount;
}

/**
 * How much of each limit a user has used, after every earlier write.
 */
export interface UserLimits {
  data: readonly LimitUse[];
}

/**
 * Reason to place or lift a compliance hold.
 */
export interface HoldChange {
  /**
   * Reason, stored with the event.
   */
  reason: string;
}

/**
 * Earned points to grant.
 */
export interface RewardGrant {
  /**
   * Amount to grant, in the wallet's asset.
   */
  amount: AmountInput;
  /**
   * Shown in the wallet's history; up to 200 characters.
   */
  description?: string;
}

/**
 * What one posting changed in a wallet: all of its history entries together.
 */
export interface WalletMovement {
  /**
   * ID of its first entry.
   */
  id: WalletHistoryEntryId;
  object: 'wallet_movement';
  wallet_id: WalletId;
  /**
   * The transfer of the posting; `null` for rewards and repayments.
   */
  transfer_id: TransferId | null;
  /**
   * Kind and sides of the transfer; `null` without one.
   */
  transfer: MovedTransfer | null;
  /**
   * Short description of the entries.
   */
  description: string;
  /**
   * The changes of the buckets, in the order of the posting.
   *
   * @minItems 1
   */
  entries: readonly WalletHistoryEntry[];
  created_at: Timestamp;
}

/**
 * Kind, state, and sides of a transfer.
 */
export interface MovedTransfer {
  kind: TransferKind;
  state: TransferState;
  source: Endpoint;
  destination: Endpoint;
}

/**
 * One page of movements, newest first.
 */
export interface WalletMovementPage {
  data: readonly WalletMovement[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * The delivery of one event to one endpoint, with all its attempts.
 */
export interface OperatedWebhookDelivery {
  id: WebhookDeliveryId;
  /**
   * The object's type.
   */
  object: 'webhook_delivery';
  webhook_endpoint_id: WebhookEndpointId;
  event_id: EventId;
  /**
   * Type of the event.
   */
  event_type: string;
  /**
   * The redelivery request that caused this delivery; `null` for the delivery that the event itself caused.
   */
  redelivery_id: string | null;
  state: WebhookDeliveryState;
  /**
   * Number of attempts so far.
   */
  attempt: number;
  /**
   * HTTP status of the last response; `null` if there was none.
   */
  response_status: number | null;
  /**
   * Why the last attempt failed; `null` if it succeeded. `status`: the response was not 2xx. `address_not_allowed`: the name leads to an address that is not on the public internet.
   */
  error:
    | 'status'
    | 'timeout'
    | 'address_not_allowed'
    | 'name_not_found'
    | 'connection_refused'
    | 'connection_lost'
    | 'not_reachable'
    | 'tls'
    | 'invalid_answer'
    | 'stopped'
    | null;
  /**
   * Duration of the last attempt in milliseconds.
   */
  took_ms: number;
  /**
   * When the last attempt was made.
   */
  attempted_at: Timestamp;
  /**
   * When the first attempt was made.
   */
  first_attempted_at: Timestamp;
  /**
   * When the next attempt is due; `null` if there is none.
   */
  next_attempt_at: Timestamp | null;
  /**
   * When the event happened, or its redelivery was requested.
   */
  created_at: Timestamp;
  /**
   * ID of the request that caused the event, as logged; `null` if unknown.
   */
  request_id: string | null;
}

/**
 * A delivery with every attempt. Roles that may not see personal data get `request_body` with personal data and approval links masked, requests without `Svc-Signature`, and responses whose `body` is `null`.
 */
export interface OperatedWebhookDeliveryWithAttempts {
  id: WebhookDeliveryId;
  /**
   * The object's type.
   */
  object: 'webhook_delivery';
  webhook_endpoint_id: WebhookEndpointId;
  event_id: EventId;
  /**
   * Type of the event.
   */
  event_type: string;
  /**
   * The redelivery request that caused this delivery; `null` for the delivery that the event itself caused.
   */
  redelivery_id: string | null;
  state: WebhookDeliveryState;
  /**
   * Number of attempts so far.
   */
  attempt: number;
  /**
   * HTTP status of the last response; `null` if there was none.
   */
  response_status: number | null;
  /**
   * Why the last attempt failed; `null` if it succeeded. `status`: the response was not 2xx. `address_not_allowed`: the name leads to an address that is not on the public internet.
   */
  error:
    | 'status'
    | 'timeout'
    | 'address_not_allowed'
    | 'name_not_found'
    | 'connection_refused'
    | 'connection_lost'
    | 'not_reachable'
    | 'tls'
    | 'invalid_answer'
    | 'stopped'
    | null;
  /**
   * Duration of the last attempt in milliseconds.
   */
  took_ms: number;
  /**
   * When the last attempt was made.
   */
  attempted_at: Timestamp;
  /**
   * When the first attempt was made.
   */
  first_attempted_at: Timestamp;
  /**
   * When the next attempt is due; `null` if there is none.
   */
  next_attempt_at: Timestamp | null;
  /**
   * When the event happened, or its redelivery was requested.
   */
  created_at: Timestamp;
  /**
   * ID of the request that caused the event, as logged; `null` if unknown.
   */
  request_id: string | null;
  /**
   * The event, which is the body of each attempt. `null` if the event has expired.
   */
  request_body: string | null;
  /**
   * The newest 25 attempts, oldest first.
   */
  attempts: readonly WebhookAttempt[];
}

/**
 * One page of deliveries, newest first. A page with filters reads a bounded number of objects, so it may have fewer than `limit`, or none, and still continue at `next_cursor`.
 */
export interface OperatedWebhookDeliveryPage {
  data: readonly OperatedWebhookDelivery[];
  /**
   * Whether the list may have more objects in the requested direction.
   */
  has_more: boolean;
  /**
   * Where the list continues in this direction: send it as `starting_after`, or as `ending_before` if the request had one. `null` at the end.
   */
  next_cursor: string | null;
}

/**
 * A webhook endpoint with its integrator and environment.
 */
export interface OperatedWebhookEndpoint {
  id: WebhookEndpointId;
  object: 'operated_webhook_endpoint';
  integrator_id: IntegratorId;
  environment: EnvironmentName;
  webhook_endpoint: WebhookEndpoint;
}

/**
 * One page of webhook endpoints, newest first.
 */
export interface OperatedWebhookEndpointPage {
  data: readonly OperatedWebhookEndpoint[];
  /**
   * Whether the list has more objects in the requested direction.
   */
  has_more: boolean;
}

/**
 * Query parameters of the list of webhook endpoints of all integrators. Send at most one of the two cursors.
 */
export interface OperatedWebhookEndpointListQuery {
  /**
   * Maximum number of objects per page.
   */
  limit?: number;
  /**
   * ID of an object in this list. The page starts after it, with older objects.
   */
  starting_after?: string;
  /**
   * ID of an object in this list. The page ends just before it and has newer objects, in the same order.
   */
  ending_before?: string;
  /**
   * Returns only objects of this integrator.
   */
  integrator_id?: string;
  environment?: EnvironmentName;
}

/**
 * Options of a signing-key rotation.
 */
export interface SigningKeyRotate {
  /**
   * How long deliveries are also signed with the old key: up to 30 days. Default: one day.
   */
  overlap_seconds?: number;
  /**
   * Reason, stored with the event.
   */
  reason?: string;
}
