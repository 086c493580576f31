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
 * An object's ID. An ID of another kind of object names nothing, so it gives 404.
 */
export type IdInput = string;

/**
 * ISO 8601 time in UTC.
 */
export type Timestamp = string;

/**
 * ISO 8601 time with its offset.
 */
export type QueryTime = string;

/**
 * Decimal string that carries exactly the decimals of its unit.
 */
export type Amount = string;

/**
 * Decimal string that carries exactly the decimals of its unit; negative where money left.
 */
export type SignedAmount = string;

/**
 * Decimal string: up to 15 digits before the point and at most the decimals of its unit after it. No sign, exponent or blanks, and never a JSON number.
 */
export type AmountInput = string;

/**
 * Decimal string: units of the destination for one unit of the source.
 */
export type RateValue = string;

/**
 * Asset code, such as `svc-points` or `svc-coin`. `GET /v1/routes` publishes the set; more may be added.
 */
export type Asset = string;

/**
 * Asset code. `GET /v1/routes` publishes the set.
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
 * Rail code as published by `GET /v1/routes`; new codes may appear at any time.
 */
export type Rail = string;

/**
 * E-mail address.
 */
export type Email = string;

/**
 * Phone number in E.164 form.
 */
export type Phone = string;

/**
 * Text without control characters.
 */
export type Text = string;

/**
 * Your own keys and values, given back unchanged: up to 50 keys of up to 40 characters, values are strings of up to 500 characters.
 */
export interface Metadata {
  [k: string]: string;
}

/**
 * Starts at 1 and grows with each change of the object.
 */
export type Version = number;

/**
 * Why something is as it is: a stable code and a sentence.
 */
export interface Reason {
  /**
   * Stable code; the service's own are in snake_case.
   */
  code: string;
  /**
   * One sentence for people.
   */
  message: string;
}

/**
 * A fee that the service kept.
 */
export interface Fee {
  /**
   * `svc` is the service's spread.
   */
  type: string;
  amount: Amount;
  /**
   * The asset or currency that `amount` is in.
   */
  unit: string;
}

/**
 * The call needs no body: send none, or an empty object.
 */
export interface EmptyBody {}

/**
 * The call takes no query parameters.
 */
export interface NoQuery {}

/**
 * Payments to a deactivated account go back to the sender.
 */
export type DepositAccountStatus = 'active' | 'deactivated';

/**
 * Standing bank details: every payment to them credits the wallet.
 */
export interface DepositAccount {
  id: DepositAccountId;
  /**
   * Names the kind of object.
   */
  object: 'deposit_account';
  user_id: UserId;
  status: DepositAccountStatus;
  /**
   * What is paid in.
   */
  source: {
    currency: Currency;
    rail: Rail;
  };
  /**
   * What is credited.
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
 * How to pay. `type` decides which fields are there; one that has no meaning is absent. `bank` has `bank_name`, `account_name` and `account_number`; `mobile_money` has `provider`; `emailpay` has `amount`, `expires_at` and `approval_url`.
 */
export interface DepositInstructions {
  /**
   * Chooses the variant.
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
   * Number of the account, or its IBAN.
   */
  account_number?: string;
  /**
   * Branch, sort or routing code.
   */
  routing_code?: string;
  /**
   * SWIFT/BIC of the bank.
   */
  swift_bic?: string;
  /**
   * The sender must quote it, so that the payment is matched.
   */
  reference: string;
  /**
   * Amount to send, in `currency`; with bank details only for one-off on-ramps.
   */
  amount?: Amount;
  /**
   * Afterwards the transfer is canceled and late money goes back; with bank details only for one-off on-ramps.
   */
  expires_at?: Timestamp;
  /**
   * The mobile-money provider.
   */
  provider?: string;
  /**
   * Merchant, till or paybill number.
   */
  merchant_code?: string;
  /**
   * Number to pay where no merchant code is used.
   */
  phone_number?: string;
  /**
   * Hosted approval page; send the payer here.
   */
  approval_url?: string;
}

/**
 * State of the deposit: those states of its transfer that can follow an arrival.
 */
export type DepositState = 'funds_received' | 'in_review' | 'completed' | 'returned' | 'failed';

/**
 * One payment that arrived at a deposit account.
 */
export interface Deposit {
  id: DepositId;
  /**
   * Names the kind of object.
   */
  object: 'deposit';
  deposit_account_id: DepositAccountId;
  /**
   * The on-ramp transfer that the payment became.
   */
  transfer_id: TransferId;
  state: DepositState;
  /**
   * What arrived, in `currency`.
   */
  amount_received: Amount;
  currency: Currency;
  /**
   * Fees kept from the deposit.
   */
  fees: readonly Fee[];
  /**
   * Points for one unit of `currency`.
   */
  rate: RateValue;
  /**
   * What the wallet was credited, in its asset; zero until it is credited, and when the money went back.
   */
  amount_credited: Amount;
  /**
   * The rail's own reference of the payment.
   */
  rail_reference: string;
  /**
   * Why the money went back to the sender; `null` when it did not.
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
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * One page of deposits, newest first.
 */
export interface DepositPage {
  data: readonly Deposit[];
  /**
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * Standing bank details to issue for one currency and rail. Only bank rails have them.
 */
export interface DepositAccountCreate {
  /**
   * What will be paid in.
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
 * Query of the list of deposit accounts. The two cursors can't be combined.
 */
export interface DepositAccountListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
}

/**
 * Query of the list of deposits. The two cursors can't be combined.
 */
export interface DepositListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
  /**
   * Only objects created after this time (exclusive).
   */
  created_after?: QueryTime;
  /**
   * Only objects created before this time (exclusive).
   */
  created_before?: QueryTime;
}

/**
 * The family of the error; follows from the status.
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
 * Stable code to act on.
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
  | 'internal_error'
  | 'not_implemented'
  | 'provider_unavailable'
  | 'service_unavailable';

/**
 * What is wrong with one field.
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
   * One sentence for people; never repeats the value.
   */
  message: string;
}

/**
 * The body of every answer with a status of 400 or more.
 */
export interface ErrorEnvelope {
  /**
   * The error.
   */
  error: {
    type: ErrorType;
    code: ErrorCode;
    /**
     * One plain sentence that says what to do.
     */
    message: string;
    /**
     * Quote it when you ask for help.
     */
    request_id: RequestId;
    /**
     * One entry per field that is wrong, all of them at once.
     *
     * @minItems 1
     */
    details?: readonly ErrorDetail[];
    /**
     * With `external_reference_exists` the user who has the reference, with `wallet_exists` the wallet.
     */
    existing_id?: string;
  };
}

/**
 * Kinds of events. More may be added: acknowledge and ignore those you do not know.
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
  | 'webhook_endpoint.test';

/**
 * A change of an object, with a snapshot of the object after it. The same event may be delivered more than once and out of order; `object_version` tells which snapshot is newer.
 */
export interface PublicEvent {
  id: EventId;
  /**
   * Names the kind of object.
   */
  object: 'event';
  type: PublicEventType;
  /**
   * Version of the interface that shapes `data`.
   */
  api_version: 'v1';
  created_at: Timestamp;
  /**
   * What `data` is a snapshot of.
   */
  object_type: 'user' | 'transfer' | 'deposit_account' | 'webhook_endpoint';
  /**
   * Version of the object in `data`.
   */
  object_version: Version;
  /**
   * Earlier values of the fields that changed; empty for creations.
   */
  previous_attributes: {
    [k: string]: unknown;
  };
  /**
   * The object after the change.
   */
  data: User | Transfer | DepositAccount | WebhookEndpoint;
}

/**
 * One page of events, newest first.
 */
export interface PublicEventPage {
  data: readonly PublicEvent[];
  /**
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * Query of the list of events. The two cursors can't be combined.
 */
export interface EventListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
  /**
   * Only objects created after this time (exclusive).
   */
  created_after?: QueryTime;
  /**
   * Only objects created before this time (exclusive).
   */
  created_before?: QueryTime;
  /**
   * Only events of this type; an unknown type gives an empty list.
   */
  type?: string;
  /**
   * Only events whose snapshot is this object.
   */
  object_id?: string;
}

/**
 * Where to deliver the event again.
 */
export interface EventRedeliver {
  /**
   * One endpoint, whatever types it subscribes to; left out: every enabled endpoint subscribed to the type.
   */
  webhook_endpoint_id?: IdInput;
}

/**
 * Chooses which details the account has.
 */
export type PayoutAccountType = 'bank' | 'mobile_money' | 'emailpay';

/**
 * A destination of off-ramps. Numbers and addresses are masked; the details of other types are absent.
 */
export interface PayoutAccount {
  id: PayoutAccountId;
  /**
   * Names the kind of object.
   */
  object: 'payout_account';
  user_id: UserId;
  type: PayoutAccountType;
  currency: Currency;
  country: Country;
  rail: Rail;
  /**
   * Name of the account's owner; `null` once the person is forgotten.
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
     * Last four characters of the account number; fewer of a number so short that they would show it whole.
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
     * Last four digits of the number; fewer of a number so short that they would show it whole.
     */
    phone_number_last4: string;
  };
  /**
   * An emailpay recipient.
   */
  emailpay?: {
    /**
     * Address with its local part mostly hidden.
     */
    email_masked: string | null;
    /**
     * Last four digits of the number; fewer of a number so short that they would show it whole.
     */
    phone_number_last4: string | null;
  };
  /**
   * A deleted account takes no new off-ramps.
   */
  status: 'active' | 'deleted';
  /**
   * What the rail says about `account_owner_name`; `not_supported` until there is a result.
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
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * A payout account to register. Exactly the details that `type` names are given, and they are checked for their rail.
 */
export interface PayoutAccountCreate {
  type: PayoutAccountType;
  currency: Currency;
  country: Country;
  rail: Rail;
  /**
   * Name of the account's owner, up to 200 characters; screened, and checked with the rail where it can.
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
     * Account number, or the IBAN; up to 64 characters.
     */
    account_number: string;
    /**
     * Routing code of the rail's country.
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
   * An emailpay recipient: an e-mail address, a phone number, or both.
   */
  emailpay?: {
    email?: Email;
    phone?: Phone;
  };
  metadata?: Metadata;
}

/**
 * Query of the list of payout accounts. The two cursors can't be combined.
 */
export interface PayoutAccountListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
}

/**
 * A price that is locked for a short time and can be used once. It reserves nothing.
 */
export interface Quote {
  id: QuoteId;
  /**
   * Names the kind of object.
   */
  object: 'quote';
  source_wallet_id: WalletId;
  destination_wallet_id: WalletId;
  from: Asset;
  to: Asset;
  /**
   * What the source wallet pays, in `from`.
   */
  amount: Amount;
  /**
   * Units of `to` for one unit of `from`, after the spread.
   */
  rate: RateValue;
  /**
   * What the destination wallet receives, in `to`: `amount` × `rate`, rounded down.
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
   * The wallet that pays.
   */
  source_wallet_id: IdInput;
  /**
   * The same user's wallet in the other asset.
   */
  destination_wallet_id: IdInput;
  /**
   * What the source wallet pays, in its asset.
   */
  amount: AmountInput;
}

/**
 * What one unit of `from` is worth in `to`, before any spread.
 */
export interface Rate {
  /**
   * Names the kind of object.
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
   * When the price gets too old to use; `null` when it does not.
   */
  expires_at: Timestamp | null;
}

/**
 * Which price to show. An unknown pair is 422 `unsupported_route`.
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
 * One side of a route; fields that have no meaning for it are absent.
 */
export interface RouteEndpoint {
  /**
   * What stands on this side.
   */
  type: 'wallet' | 'fiat' | 'payout_account';
  asset?: Asset;
  currency?: Currency;
  rail?: Rail;
  /**
   * Country of the accounts on this side; `null` where a currency belongs to no single one.
   */
  country?: Country | null;
  /**
   * Decimal places that amounts in this unit may carry.
   */
  decimals: number;
}

/**
 * A pair that transfers can take, with its limits.
 */
export interface Route {
  kind: TransferKind;
  source: RouteEndpoint;
  destination: RouteEndpoint;
  /**
   * Smallest amount of a transfer, in the source's unit.
   */
  min_amount: Amount;
  /**
   * Largest amount of a transfer, in the source's unit.
   */
  max_amount: Amount;
  /**
   * Typical time from submission to completion, in seconds.
   */
  settlement_time_seconds: number;
  /**
   * `false` while the route's provider is down.
   */
  available: boolean;
}

/**
 * All routes that match; the list has no pages.
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
   * Only routes of this country and those of no country.
   */
  country?: Country;
}

/**
 * The outcome of the hosted flow to pretend.
 */
export interface SandboxKycUpdate {
  kyc_status: KycStatus;
  /**
   * Left out: `approved` when `kyc_status` is `approved`, otherwise unchanged.
   */
  terms_status?: TermsStatus;
  /**
   * Up to 20; kept only for `rejected` and `incomplete`.
   *
   * @maxItems 20
   */
  rejection_reasons?: readonly Reason[];
}

/**
 * A payment to pretend. Name exactly one of `deposit_account_id` and `transfer_id`.
 */
export interface SandboxDeposit {
  /**
   * The deposit account that is paid into.
   */
  deposit_account_id?: IdInput;
  /**
   * The one-off on-ramp that is paid.
   */
  transfer_id?: IdInput;
  /**
   * What arrives, in fiat; may differ from what was expected.
   */
  amount: AmountInput;
  /**
   * What becomes of it.
   */
  outcome?: 'credited' | 'in_review' | 'returned';
}

/**
 * Earned points to grant.
 */
export interface SandboxReward {
  wallet_id: IdInput;
  /**
   * How much to grant, in the wallet's asset.
   */
  amount: AmountInput;
  /**
   * Shown in the wallet's history; up to 200 characters.
   */
  description?: string;
}

/**
 * What the rail says about a submitted payout. `returned` and `undeliverable` give the money back and end in `refunded`.
 */
export interface SandboxPayoutOutcome {
  /**
   * The rail's answer.
   */
  outcome: 'completed' | 'returned' | 'undeliverable';
  reason?: Reason;
}

/**
 * The decision about a transfer in review.
 */
export interface SandboxReviewOutcome {
  /**
   * The decision.
   */
  outcome: 'approved' | 'rejected';
  reason?: Reason;
}

/**
 * What the pair of source and destination makes the transfer.
 */
export type TransferKind = 'user_to_user' | 'conversion' | 'onramp' | 'offramp';

/**
 * Where the transfer stands. Final: `completed`, `failed`, `canceled`, `returned` (on-ramps) and `refunded`.
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
 * One side of a transfer, resolved to its owner and its unit. `type` decides which fields are there: a wallet has `wallet_id`, `user_id` and `asset`; fiat has `currency` and `rail`; a payout account has `payout_account_id`, `user_id`, `currency` and `rail`.
 */
export interface Endpoint {
  /**
   * What stands on this side.
   */
  type: 'wallet' | 'fiat' | 'payout_account';
  wallet_id?: WalletId;
  payout_account_id?: PayoutAccountId;
  /**
   * Owner of the wallet or of the payout account.
   */
  user_id?: UserId;
  asset?: Asset;
  currency?: Currency;
  rail?: Rail;
}

/**
 * What moved. Fields of other kinds are absent; a field whose value is not known yet is `null`.
 */
export interface Receipt {
  /**
   * On-ramps: the amount of the create request, in fiat; `null` when a deposit account created the transfer.
   */
  amount_expected?: Amount | null;
  /**
   * On-ramps: the fiat that arrived.
   */
  amount_received?: Amount;
  /**
   * Debited from the source wallet, in its asset.
   */
  amount_debited?: Amount;
  /**
   * Credited to the destination wallet, in its asset; `null` while it is held.
   */
  amount_credited?: Amount | null;
  /**
   * Transfers of points between users: the part that left and arrived as earned points; the rest was cashable.
   */
  earned_amount?: Amount;
  /**
   * Off-ramps: sent to the payout account, in its currency.
   */
  amount_paid_out?: Amount | null;
  /**
   * Destination units for one source unit; `null` where nothing is converted.
   */
  rate: RateValue | null;
  /**
   * Fees kept.
   */
  fees: readonly Fee[];
  /**
   * The rail's own reference; `null` where no rail took part or none is known yet.
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
   * Names the kind of object.
   */
  object: 'transfer';
  kind: TransferKind;
  state: TransferState;
  /**
   * Why the transfer is in an exception state (`in_review`, `failed`, `returned`, `undeliverable`, `refunded`, `canceled`); `null` otherwise.
   */
  state_reason: Reason | null;
  source: Endpoint;
  destination: Endpoint;
  /**
   * As asked for, in the source's unit.
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
   * There from the first posting on.
   */
  receipt: Receipt | null;
  /**
   * Your own reference, as given.
   */
  integrator_reference: string | null;
  metadata: Metadata;
  version: Version;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/**
 * One page of transfers, newest first.
 */
export interface TransferPage {
  data: readonly Transfer[];
  /**
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * What a transfer would do: the result of a dry run that passed. Nothing was created and nothing moved.
 */
export interface TransferPreview {
  /**
   * Names the kind of object.
   */
  object: 'transfer_preview';
  kind: TransferKind;
  source: Endpoint;
  destination: Endpoint;
  /**
   * As asked for, in the source's unit.
   */
  amount: Amount;
  /**
   * Indicative figures, not a quote. Fields of other kinds are absent.
   */
  estimated: {
    /**
     * Destination units for one source unit; `null` where nothing is converted.
     */
    rate: RateValue | null;
    /**
     * Fees to expect.
     */
    fees: readonly Fee[];
    /**
     * What the destination wallet would receive, in its asset.
     */
    amount_credited?: Amount;
    /**
     * What the payout account would receive, in its currency.
     */
    amount_paid_out?: Amount;
    /**
     * Typical time to completion, in seconds.
     */
    settlement_time_seconds: number;
  };
}

/**
 * Where the money comes from.
 */
export type TransferSource = WalletInput | FiatInput;

/**
 * Where the money goes.
 */
export type TransferDestination = WalletInput | PayoutAccountInput;

/**
 * A wallet.
 */
export interface WalletInput {
  /**
   * Chooses the variant.
   */
  type: 'wallet';
  wallet_id: IdInput;
}

/**
 * Fiat that will arrive by a rail.
 */
export interface FiatInput {
  /**
   * Chooses the variant.
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
   * Chooses the variant.
   */
  type: 'payout_account';
  payout_account_id: IdInput;
}

/**
 * A transfer to make. The pair of source and destination decides its kind; a pair that is no kind is 422 `unsupported_route`.
 */
export interface TransferCreate {
  source: TransferSource;
  destination: TransferDestination;
  /**
   * In the source's unit: the wallet's asset, or the fiat currency. For an on-ramp it is what you expect; what arrives is credited.
   */
  amount: AmountInput;
  /**
   * The quote to use: required for a conversion, refused on any other kind.
   */
  quote_id?: IdInput;
  /**
   * Your own reference, 1 to 255 characters; need not be unique.
   */
  integrator_reference?: string;
  metadata?: Metadata;
  /**
   * Check everything, create nothing, move nothing. Needs no idempotency key.
   */
  dry_run?: boolean;
}

/**
 * Query of the list of transfers. The two cursors can't be combined.
 */
export interface TransferListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
  /**
   * Only objects created after this time (exclusive).
   */
  created_after?: QueryTime;
  /**
   * Only objects created before this time (exclusive).
   */
  created_before?: QueryTime;
  /**
   * Only transfers in which this user owns the source or the destination.
   */
  user_id?: string;
  /**
   * Only transfers from or to this wallet.
   */
  wallet_id?: string;
  state?: TransferState;
  kind?: TransferKind;
  /**
   * Only transfers with this reference.
   */
  integrator_reference?: string;
}

/**
 * Whether the user is a person or a business.
 */
export type UserType = 'individual' | 'business';

/**
 * A deactivated user is closed for good.
 */
export type UserStatus = 'active' | 'deactivated';

/**
 * Where the identity checks stand. What a user sends is `under_review`, and comes out of it `approved`, `rejected` or `incomplete`; after the last two, fresh links let the user try again.
 */
export type KycStatus = 'not_started' | 'under_review' | 'incomplete' | 'approved' | 'rejected';

/**
 * Whether the terms were accepted.
 */
export type TermsStatus = 'pending' | 'approved';

/**
 * A person or a business. Only an active user with `kyc_status` and `terms_status` both `approved` can hold wallets and move money. The name fields of the other type are absent.
 */
export interface User {
  id: UserId;
  /**
   * Names the kind of object.
   */
  object: 'user';
  type: UserType;
  /**
   * Your own ID of the user; unique among your users, and taken for ever.
   */
  external_reference: string;
  /**
   * E-mail address.
   */
  email: string | null;
  /**
   * Phone number in E.164 form.
   */
  phone: string | null;
  /**
   * Given name; individuals only.
   */
  first_name?: string | null;
  /**
   * Family name; individuals only.
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
   * Why the checks failed or need more; empty unless `kyc_status` is `rejected` or `incomplete`.
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
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * A new user. Identity data is collected by the hosted link, not here. A business gives `business_name` and no personal names; an individual gives no `business_name`.
 */
export interface UserCreate {
  type: UserType;
  /**
   * Your own ID of the user: 1 to 255 characters, unique among your users.
   */
  external_reference: string;
  email?: Email;
  phone?: Phone;
  /**
   * Given name, up to 100 characters.
   */
  first_name?: string;
  /**
   * Family name, up to 100 characters.
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
 * What to change; a field that is left out keeps its value. `null` clears. `metadata` is replaced as a whole. An empty body changes nothing.
 */
export interface UserUpdate {
  /**
   * E-mail address; `null` clears it.
   */
  email?: Email | null;
  /**
   * Phone number in E.164 form; `null` clears it.
   */
  phone?: Phone | null;
  metadata?: Metadata;
}

/**
 * Query of the list of users. The two cursors can't be combined.
 */
export interface UserListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
  /**
   * Only the user with this `external_reference`.
   */
  external_reference?: string;
  kyc_status?: KycStatus;
  status?: UserStatus;
}

/**
 * A hosted page for the user to go through.
 */
export interface HostedLink {
  /**
   * Send the user here.
   */
  url: string;
  /**
   * Whether the link can still be used.
   */
  status: 'open' | 'completed' | 'expired';
  expires_at: Timestamp;
}

/**
 * Links to the hosted identity check and to the terms. They live 24 hours; asking again expires the earlier ones.
 */
export interface OnboardingLinks {
  /**
   * Names the kind of object.
   */
  object: 'onboarding_links';
  user_id: UserId;
  kyc: HostedLink;
  terms: HostedLink;
}

/**
 * Where the hosted pages send the user afterwards.
 */
export interface OnboardingLinksCreate {
  /**
   * https address, up to 2048 characters; http only for loopback in the sandbox.
   */
  redirect_url?: string;
}

/**
 * `frozen` while the owner is deactivated or a compliance hold lies on the wallet.
 */
export type WalletStatus = 'active' | 'frozen';

/**
 * Holds one asset for one user; a user has at most one wallet per asset. `version` grows with `status` and `metadata`, not with the balance.
 */
export interface Wallet {
  id: WalletId;
  /**
   * Names the kind of object.
   */
  object: 'wallet';
  user_id: UserId;
  asset: Asset;
  /**
   * How many decimal places amounts of this asset carry.
   */
  decimals: number;
  status: WalletStatus;
  balance: WalletBalance;
  /**
   * When the price risk of `svc-coin` was acknowledged; `null` for other assets.
   */
  price_risk_acknowledged_at: Timestamp | null;
  metadata: Metadata;
  version: Version;
  created_at: Timestamp;
}

/**
 * The figures of a wallet, in its asset. Each is the sum of its bucket's history entries.
 */
export interface WalletBalance {
  /**
   * Names the kind of object.
   */
  object: 'wallet_balance';
  wallet_id: WalletId;
  asset: Asset;
  /**
   * All that can be spent.
   */
  available: Amount;
  /**
   * Held for the wallet and not spendable.
   */
  pending: Amount;
  /**
   * The part of `available` that can be paid out or buy coin; always zero for coin.
   */
  cashable: Amount;
  /**
   * When these figures held.
   */
  as_of: Timestamp;
}

/**
 * Which of the balance's figures an entry belongs to.
 */
export type WalletBucket = 'available' | 'pending' | 'cashable';

/**
 * What one posting did to one figure of the wallet. Money of which a part is cashable leaves two entries.
 */
export interface WalletHistoryEntry {
  id: WalletHistoryEntryId;
  /**
   * Names the kind of object.
   */
  object: 'wallet_history_entry';
  wallet_id: WalletId;
  /**
   * The transfer behind the posting; `null` for rewards.
   */
  transfer_id: TransferId | null;
  bucket: WalletBucket;
  /**
   * Positive for credits, negative for debits, in the wallet's asset.
   */
  amount: SignedAmount;
  /**
   * The bucket's figure after this entry.
   */
  balance_after: Amount;
  /**
   * What happened, in a few words.
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
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * One page of history entries, newest first.
 */
export interface WalletHistoryEntryPage {
  data: readonly WalletHistoryEntry[];
  /**
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * A wallet to open.
 */
export interface WalletCreate {
  asset: AssetInput;
  /**
   * Must be `true` for `svc-coin`, whose price moves; without it the answer is 422 `price_risk_not_acknowledged`.
   */
  acknowledge_price_risk?: boolean;
  metadata?: Metadata;
}

/**
 * Query of the list of wallets. The two cursors can't be combined.
 */
export interface WalletListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
  asset?: AssetInput;
}

/**
 * Query of a balance.
 */
export interface WalletBalanceQuery {
  /**
   * The time that the figures are asked for; now when it is left out.
   */
  at?: QueryTime;
}

/**
 * Query of the list of history entries. The two cursors can't be combined.
 */
export interface WalletHistoryQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
  /**
   * Only objects created after this time (exclusive).
   */
  created_after?: QueryTime;
  /**
   * Only objects created before this time (exclusive).
   */
  created_before?: QueryTime;
}

/**
 * A disabled endpoint receives nothing.
 */
export type WebhookEndpointStatus = 'enabled' | 'disabled';

/**
 * An address that events are delivered to, signed with a key of its own.
 */
export interface WebhookEndpoint {
  id: WebhookEndpointId;
  /**
   * Names the kind of object.
   */
  object: 'webhook_endpoint';
  /**
   * Where events are delivered to.
   */
  url: string;
  status: WebhookEndpointStatus;
  /**
   * Types that are delivered; empty for all of them.
   */
  event_types: readonly string[];
  /**
   * Your own note.
   */
  description: string | null;
  /**
   * PEM of the Ed25519 public key that verifies the signatures.
   */
  public_key_pem: string;
  version: Version;
  created_at: Timestamp;
}

/**
 * One page of webhook endpoints, newest first.
 */
export interface WebhookEndpointPage {
  data: readonly WebhookEndpoint[];
  /**
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * An endpoint to register. It starts `disabled`.
 */
export interface WebhookEndpointCreate {
  /**
   * https address, up to 2048 characters; http only for loopback where the configuration allows it.
   */
  url: string;
  /**
   * Types to deliver; empty for all of them.
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
 * What to change; a field that is left out keeps its value.
 */
export interface WebhookEndpointUpdate {
  /**
   * https address, up to 2048 characters; http only for loopback where the configuration allows it.
   */
  url?: string;
  /**
   * Types to deliver; empty for all of them.
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
 * Query of the list of webhook endpoints. The two cursors can't be combined.
 */
export interface WebhookEndpointListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
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
   * Which attempt it was, from 1.
   */
  attempt: number;
  /**
   * Whether the endpoint answered 2xx in time.
   */
  succeeded: boolean;
  /**
   * HTTP status of the answer; `null` without one.
   */
  response_status: number | null;
  /**
   * What went wrong; `null` when nothing did.
   */
  error: string | null;
  attempted_at: Timestamp;
}

/**
 * What a test delivery came to.
 */
export interface WebhookEndpointTest {
  delivery: Delivery;
  endpoint: WebhookEndpoint;
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
   * How many events it had; `0` where nothing is signed yet.
   */
  size: number;
  /**
   * Of the last of them; `null` where nothing is signed yet.
   */
  hash: string | null;
  /**
   * When it was signed.
   */
  time: Timestamp | null;
  /**
   * Why this node could not sign the stream in its last round; `null` when it could, or signs none.
   */
  problem: string | null;
}

/**
 * The first wrong event of a stream.
 */
export interface AuditFinding {
  /**
   * Name of the stream.
   */
  stream: string;
  /**
   * Of the first event that is wrong; of the first one that is missing, where the end was cut off.
   */
  revision: number;
  /**
   * Its ID; `null` where no event stands there.
   */
  event_id: string | null;
  /**
   * Its type; `null` where no event stands there.
   */
  type: string | null;
  /**
   * The rule it breaks, by its short name.
   */
  rule: string;
  /**
   * What is wrong.
   */
  reason: string;
}

/**
 * What `audit verify` found when it last left a record that this service's key signed.
 */
export interface LastVerification {
  /**
   * Whether nothing was wrong.
   */
  ok: boolean;
  /**
   * When it began.
   */
  started_at: Timestamp;
  /**
   * When it was done, and the record signed.
   */
  finished_at: Timestamp;
  /**
   * Of the newest event that was read, over all streams; `-1` when there was none. What came later was not looked at.
   */
  position: string;
  /**
   * The time of the newest event that was read and right.
   */
  newest_event_at: Timestamp | null;
  /**
   * How many were read.
   */
  events: number;
  /**
   * How many streams were unbroken to their end.
   */
  streams: number;
  /**
   * How many signed checkpoints they were held against; `0`: none were asked for.
   */
  checkpoints: number;
  /**
   * By the names of streams, 10 at most.
   */
  findings: readonly AuditFinding[];
  /**
   * How many streams were wrong.
   */
  findings_in_all: number;
  /**
   * The machine it ran on.
   */
  host: string;
  /**
   * The system's user that ran it; `null` where it has no name.
   */
  user: string | null;
  /**
   * What it read.
   */
  store: 'sqlite' | 'eventstoredb';
  /**
   * Where that is: the path of the file, or the hosts of the server.
   */
  place: string;
}

/**
 * Whether checkpoints are written, the last one of each stream, and what the last verification found.
 */
export interface AuditStatus {
  /**
   * Names the kind of object.
   */
  object: 'audit_status';
  /**
   * The key that checkpoints and exports are signed with, in the one line that `audit verify --public-key` takes.
   */
  public_key: string;
  /**
   * Whether this node knows of a folder for checkpoints.
   */
  enabled: boolean;
  /**
   * Whether it writes to it; nodes with the role `worker` do.
   */
  writing: boolean;
  /**
   * The schedule; `null` where there is none.
   */
  every_seconds: number | null;
  /**
   * When this node last went through all streams.
   */
  written_at: Timestamp | null;
  /**
   * `null` where there is no record of one: none was made yet, none by whoever has the key, or there is no folder for records.
   */
  last_verification: LastVerification | null;
  /**
   * By the names of streams, 1,000 at most.
   */
  data: readonly StreamCheckpoint[];
  /**
   * Whether there are more streams than are shown.
   */
  has_more: boolean;
}

/**
 * Why a person is forgotten.
 */
export interface UserForget {
  /**
   * Why; kept with the event for good, so it should not name the person.
   */
  reason: string;
}

/**
 * ID of an integrator.
 */
export type IntegratorId = string;

/**
 * Which of the integrator's two books.
 */
export type EnvironmentName = 'sandbox' | 'production';

/**
 * An integrator.
 */
export interface Integrator {
  id: IntegratorId;
  object: 'integrator';
  /**
   * As the operator calls them.
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
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * Query of the list of integrators. The two cursors can't be combined.
 */
export interface IntegratorListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
}

/**
 * An integrator to make.
 */
export interface IntegratorCreate {
  /**
   * What to call them.
   */
  name: string;
}

/**
 * ID of an API key; its eight characters also stand in the key.
 */
export type KeyId = string;

/**
 * `read`: nothing but GET.
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
   * What the key is for.
   */
  name: string | null;
  /**
   * Only an `active` key is let in.
   */
  status: 'active' | 'expired' | 'revoked';
  /**
   * From then on it is refused; `null`: never.
   */
  expires_at: Timestamp | null;
  /**
   * When it was revoked.
   */
  revoked_at: Timestamp | null;
  created_at: Timestamp;
}

/**
 * A new API key with its text.
 */
export interface IssuedKey {
  id: KeyId;
  object: 'key';
  integrator_id: IntegratorId;
  environment: EnvironmentName;
  permissions: KeyPermissions;
  /**
   * What the key is for.
   */
  name: string | null;
  /**
   * Only an `active` key is let in.
   */
  status: 'active' | 'expired' | 'revoked';
  /**
   * From then on it is refused; `null`: never.
   */
  expires_at: Timestamp | null;
  /**
   * When it was revoked.
   */
  revoked_at: Timestamp | null;
  created_at: Timestamp;
  /**
   * The whole key, for the `Api-Key` header. Shown this once; `null` in an answer that is repeated more than 24 hours later.
   */
  secret: string | null;
}

/**
 * One page of keys, newest first.
 */
export interface KeyPage {
  data: readonly Key[];
  /**
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * Query of the list of keys. The two cursors can't be combined.
 */
export interface KeyListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
}

/**
 * A key to issue.
 */
export interface KeyCreate {
  environment: EnvironmentName;
  permissions: KeyPermissions;
  /**
   * What the key is for.
   */
  name?: string;
  /**
   * When it stops working; must be in the future. Left out: never.
   */
  expires_at?: QueryTime;
}

/**
 * How to put another key in a key's place.
 */
export interface KeyRotate {
  /**
   * How long the old key still works beside the new one: up to 30 days, a day when left out.
   */
  overlap_seconds?: number;
  /**
   * Why; kept with the event, for later.
   */
  reason?: string;
}

/**
 * Why a key is revoked.
 */
export interface KeyRevoke {
  /**
   * Why; kept with the event, for later.
   */
  reason?: string;
}

/**
 * A payout that waits for its rail, and whose it is.
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
   * `unavailable`: its provider does not answer, or an operator took it out of use. `missing`: the configuration has no such rail any more.
   */
  rail_state: 'available' | 'unavailable' | 'missing';
  transfer: Transfer;
}

/**
 * One page of payouts that wait, newest first.
 */
export interface PayoutPage {
  data: readonly Payout[];
  /**
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * Query of the list of payouts that wait for their rail. The two cursors can't be combined.
 */
export interface PayoutListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
  /**
   * Only this integrator's.
   */
  integrator_id?: string;
  environment?: EnvironmentName;
  /**
   * `pending`: the rail has yet to take it. `in_review`: the same once it is approved; its review may also have yet to be decided. `payout_submitted`: the rail has yet to settle it.
   */
  state?: 'pending' | 'in_review' | 'payout_submitted';
  /**
   * Only those of this rail.
   */
  rail?: string;
}

/**
 * How a payout ended, as an operator found out.
 */
export interface PayoutSettlement {
  /**
   * `completed`: the bank has paid it. The others refund it: it came back, or was never paid.
   */
  outcome: 'completed' | 'returned' | 'undeliverable';
  /**
   * What the bank knows the payment by; of a payout that the rail has yet to take.
   */
  rail_reference?: string;
  /**
   * How that is known. Of what is refunded it is shown with the transfer.
   */
  reason: Reason;
}

/**
 * A projection as it is read, how far it is, and what is to take its place.
 */
export interface ProjectionStatus {
  /**
   * The projection.
   */
  name: string;
  /**
   * Of its rules.
   */
  version: number;
  /**
   * How often these rules were begun anew.
   */
  generation: number;
  /**
   * `live` keeps up; `catching_up` is on its way; `stalled` is held up by an event; `waiting` waits for a store; `stale` was made by older rules and is read as it is until the newer ones have caught up.
   */
  state: 'live' | 'catching_up' | 'stalled' | 'waiting' | 'stale';
  /**
   * Position of the last event that it has applied; `-1` before the first.
   */
  position: string;
  /**
   * How far that is behind the newest event.
   */
  lag: number;
  fault: ProjectionFault | null;
  building: ProjectionBuilding | null;
  /**
   * Builds that nobody reads; `drop_old` removes them.
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
 * What holds a projection up: an event and its rule, or a store.
 */
export interface ProjectionFault {
  /**
   * What went wrong, in the words of the program.
   */
  reason: string;
  /**
   * Stream of the event; `null` when it is a store.
   */
  stream: string | null;
  /**
   * Revision of the event in it.
   */
  revision: number | null;
  /**
   * Position of the event among all.
   */
  position: string | null;
}

/**
 * What is to take the place of what is read.
 */
export interface ProjectionBuilding {
  /**
   * Of its rules.
   */
  version: number;
  /**
   * How often these rules were begun anew.
   */
  generation: number;
  /**
   * `live` keeps up; `catching_up` is on its way; `stalled` is held up by an event; `waiting` waits for a store; `stale` was made by older rules and is read as it is until the newer ones have caught up.
   */
  state: 'live' | 'catching_up' | 'stalled' | 'waiting' | 'stale';
  /**
   * Position of the last event that it has applied.
   */
  position: string;
  /**
   * The part of the way that it has gone, by positions.
   */
  progress: number;
  /**
   * How many events it has gone through.
   */
  events: number;
  /**
   * How fast it is; `null` until that is known.
   */
  events_per_second: number | null;
  /**
   * About how long it takes to catch up; `null` until that is known.
   */
  seconds_left: number | null;
  fault: ProjectionFault | null;
}

/**
 * A build of a projection that is not read.
 */
export interface ProjectionBuild {
  /**
   * Of its rules.
   */
  version: number;
  /**
   * How often these rules were begun anew.
   */
  generation: number;
  /**
   * Whether it is being removed.
   */
  dropping: boolean;
}

/**
 * A document that two builds disagree about.
 */
export interface ProjectionDifference {
  /**
   * The collection, without its version.
   */
  collection: string;
  /**
   * The document.
   */
  id: string;
  /**
   * `missing` from what is read, `added` to it, or what differs first.
   */
  kind: 'missing' | 'added' | 'body' | 'terms' | 'scope' | 'position';
}

/**
 * The newest comparison of what is read with the build before it.
 */
export interface ProjectionVerification {
  /**
   * `failed` could not go on, see `reason`; `interrupted` ended with its process.
   */
  state: 'running' | 'done' | 'failed' | 'interrupted';
  against: ProjectionBuild;
  /**
   * Documents that were compared.
   */
  compared: number;
  /**
   * Documents that changed after the other build was last kept up to date, and so can't be compared.
   */
  skipped: number;
  /**
   * Documents that differ.
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
 * How a projection is to be built again.
 */
export interface ProjectionRebuild {
  /**
   * Keep what is read now up to date for a comparison, until it was made or the build is dropped.
   */
  verify?: boolean;
  /**
   * Why; kept with the event.
   */
  reason?: string;
}

/**
 * Why something is done.
 */
export interface ProjectionAction {
  /**
   * Why; kept with the event.
   */
  reason?: string;
}

/**
 * The builds that are being removed.
 */
export interface DroppedBuilds {
  data: readonly DroppedBuild[];
}

/**
 * A build that is being removed.
 */
export interface DroppedBuild {
  /**
   * The projection.
   */
  name: string;
  /**
   * Of its rules.
   */
  version: number;
  /**
   * How often these rules were begun anew.
   */
  generation: number;
}

/**
 * A rail in one environment, and whether it is in use.
 */
export interface RailStatus {
  object: 'rail';
  /**
   * The environment.
   */
  environment: 'sandbox' | 'production';
  rail: Rail;
  /**
   * Who serves it.
   */
  provider: 'simulator' | 'http';
  /**
   * The operator's switch.
   */
  enabled: boolean;
  /**
   * Whether its routes are: it is enabled, and its provider answers.
   */
  available: boolean;
}

/**
 * All rails of both environments that have a provider.
 */
export interface RailStatusList {
  data: readonly RailStatus[];
}

/**
 * Puts a rail to use, or takes it out.
 */
export interface RailAvailabilityChange {
  /**
   * `false`: what needs the rail is answered with 503 `provider_unavailable`, and payouts wait.
   */
  available: boolean;
  /**
   * Why; kept with the event.
   */
  reason?: string;
}

/**
 * A transfer that waits for a decision, and whose it is.
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
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * Query of the list of transfers in review. The two cursors can't be combined.
 */
export interface TransferReviewListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
  /**
   * Only this integrator's.
   */
  integrator_id?: string;
  environment?: EnvironmentName;
}

/**
 * The decision about a transfer in review.
 */
export interface TransferReviewDecision {
  /**
   * The decision.
   */
  outcome: 'approved' | 'rejected';
  /**
   * Why. Of a rejection it is shown with the transfer.
   */
  reason?: Reason;
}

/**
 * A user whose identity check waits for a decision, and whose user it is.
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
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * Query of the list of users under review. The two cursors can't be combined.
 */
export interface KycReviewListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
  /**
   * Only this integrator's.
   */
  integrator_id?: string;
  environment?: EnvironmentName;
}

/**
 * The decision about a user's identity check.
 */
export interface KycReviewDecision {
  /**
   * The `kyc_status` that comes of it.
   */
  outcome: 'approved' | 'rejected' | 'incomplete';
  /**
   * Up to 20; kept only for `rejected` and `incomplete`.
   *
   * @maxItems 20
   */
  rejection_reasons?: readonly Reason[];
}

/**
 * Identity data as a user sent it. A person has names and a date of birth, a business its name and registration number.
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
   * YYYY-MM-DD.
   */
  date_of_birth?: string;
  /**
   * Registered name.
   */
  business_name?: string;
  /**
   * Number in the register of the business's country.
   */
  registration_number?: string;
  /**
   * Home address, or registered address. What was left out is empty.
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
   * The last event that is in it.
   */
  revision: number;
  /**
   * Time of that event.
   */
  taken_at: Timestamp;
  /**
   * When it was saved; `null` where an older version of the service saved it.
   */
  saved_at: Timestamp | null;
  /**
   * How large it is, without what it shares with earlier ones; `null` where an older version of the service saved it.
   */
  bytes: number | null;
  /**
   * How many records it is.
   */
  pieces: number;
  /**
   * Whether this version of the service can load it; if not, the book is read from its first event.
   */
  usable: boolean;
}

/**
 * The snapshots of all books that have one.
 */
export interface BookSnapshotList {
  data: readonly BookSnapshot[];
}

/**
 * The books it is about; all where nothing is said.
 */
export interface SnapshotChoice {
  /**
   * Only this integrator's.
   */
  integrator_id?: string;
  /**
   * Only of this environment.
   */
  environment?: 'sandbox' | 'production';
  /**
   * Why; kept with the event.
   */
  reason?: string;
}

/**
 * The books it is about; all where nothing is said.
 */
export interface SnapshotQuery {
  /**
   * Only this integrator's.
   */
  integrator_id?: string;
  /**
   * Only of this environment.
   */
  environment?: 'sandbox' | 'production';
}

/**
 * How many books it was done for.
 */
export interface SnapshotOutcome {
  /**
   * How many.
   */
  books: number;
}

/**
 * ID of an operator token.
 */
export type TokenId = string;

/**
 * What its bearer may do: `viewer` reads; `reviewer` also decides reviews and holds; `treasury` also moves the service's own money and grants rewards; `admin` does everything.
 */
export type OperatorRole = 'admin' | 'reviewer' | 'treasury' | 'viewer';

/**
 * An operator's token.
 */
export interface OperatorToken {
  id: TokenId;
  object: 'operator_token';
  /**
   * Whose it is.
   */
  name: string;
  role: OperatorRole;
  /**
   * A revoked token is refused.
   */
  status: 'active' | 'revoked';
  /**
   * When it was revoked.
   */
  revoked_at: Timestamp | null;
  created_at: Timestamp;
}

/**
 * A new operator token with its text.
 */
export interface IssuedToken {
  id: TokenId;
  object: 'operator_token';
  /**
   * Whose it is.
   */
  name: string;
  role: OperatorRole;
  /**
   * A revoked token is refused.
   */
  status: 'active' | 'revoked';
  /**
   * When it was revoked.
   */
  revoked_at: Timestamp | null;
  created_at: Timestamp;
  /**
   * The whole token, for the `Authorization` header. Shown this once; `null` in an answer that is repeated more than 24 hours later.
   */
  secret: string | null;
}

/**
 * One page of operator tokens, newest first.
 */
export interface OperatorTokenPage {
  data: readonly OperatorToken[];
  /**
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * Query of the list of operator tokens. The two cursors can't be combined.
 */
export interface OperatorTokenListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
}

/**
 * A token to issue.
 */
export interface OperatorTokenCreate {
  /**
   * Whose it is, or what for.
   */
  name: string;
  role: OperatorRole;
}

/**
 * Why a token is revoked.
 */
export interface OperatorTokenRevoke {
  /**
   * Why; kept with the event, for later.
   */
  reason?: string;
}

/**
 * Coin that was bought or sold over the counter. The trade with the newest `traded_at` sets the price of coin.
 */
export interface Trade {
  /**
   * ID of a trade.
   */
  id: string;
  object: 'trade';
  environment: EnvironmentName;
  /**
   * As the treasury sees it.
   */
  side: 'buy' | 'sell';
  coin_amount: Amount;
  /**
   * Points for one coin.
   */
  price: string;
  /**
   * A note of whom it was traded with.
   */
  counterparty: string | null;
  traded_at: Timestamp;
  /**
   * Who recorded it: `operator:` and a token's ID.
   */
  recorded_by: string;
  created_at: Timestamp;
}

/**
 * One page of trades, the newest recorded first.
 */
export interface TradePage {
  data: readonly Trade[];
  /**
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * Query of the list of trades. The two cursors can't be combined.
 */
export interface TradeListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
}

/**
 * A trade to record.
 */
export interface TradeCreate {
  /**
   * As the treasury sees it.
   */
  side: 'buy' | 'sell';
  /**
   * How much coin; more than zero.
   */
  coin_amount: AmountInput;
  /**
   * Points for one coin, more than zero, with up to 18 decimal places.
   */
  price: string;
  /**
   * A note of whom it was traded with.
   */
  counterparty?: string;
  /**
   * When it was traded; not in the future. Left out: now.
   */
  traded_at?: QueryTime;
}

/**
 * What the book of an integrator was given to convert with.
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
   * The one before it for the same integrator.
   */
  previous_allocation_id: string | null;
  /**
   * Coin that was added to what users can buy.
   */
  coin_stock: Amount | null;
  /**
   * Points that may be issued more, for coin that users sell.
   */
  points_backing: Amount | null;
  /**
   * Who recorded it: `operator:` and a token's ID.
   */
  recorded_by: string;
  created_at: Timestamp;
}

/**
 * What to add to an integrator's book; at least one of the two amounts.
 */
export interface AllocationCreate {
  integrator_id: IdInput;
  /**
   * Coin that users can buy. At most what the treasury bought and neither sold nor allocated.
   */
  coin_stock?: AmountInput;
  /**
   * Points that may be issued for coin that users sell; the fiat behind them is set apart by this.
   */
  points_backing?: AmountInput;
}

/**
 * Why a compliance hold is put on a wallet or lifted.
 */
export interface HoldChange {
  /**
   * Why; kept with the event.
   */
  reason: string;
}

/**
 * Earned points to grant.
 */
export interface RewardGrant {
  /**
   * How much to grant, in the wallet's asset.
   */
  amount: AmountInput;
  /**
   * Shown in the wallet's history; up to 200 characters.
   */
  description?: string;
}

/**
 * ID of a delivery.
 */
export type WebhookDeliveryId = string;

/**
 * `pending`: the last attempt failed, and it is tried again. `failed`: nothing is tried any more. `dropped`: the endpoint was disabled or deleted before the event could be delivered.
 */
export type WebhookDeliveryState = 'pending' | 'succeeded' | 'failed' | 'dropped';

/**
 * One event on its way to one endpoint, over all its attempts.
 */
export interface WebhookDelivery {
  id: WebhookDeliveryId;
  object: 'webhook_delivery';
  webhook_endpoint_id: WebhookEndpointId;
  event_id: EventId;
  /**
   * Type of the event.
   */
  event_type: string;
  /**
   * The request to deliver the event again that this delivery comes of; `null` for the delivery that comes of the event itself.
   */
  redelivery_id: string | null;
  state: WebhookDeliveryState;
  /**
   * How many attempts were made.
   */
  attempt: number;
  /**
   * Status of the answer to the last attempt; `null` where none came.
   */
  response_status: number | null;
  /**
   * Why the last attempt failed; `null` when it succeeded.
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
   * How long the last attempt took, in milliseconds.
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
   * When it is tried again; `null` when it is not.
   */
  next_attempt_at: Timestamp | null;
  /**
   * The request that caused the event; it is in the log too. `null` where it can't be told.
   */
  request_id: string | null;
}

/**
 * One page of deliveries, newest first.
 */
export interface WebhookDeliveryPage {
  data: readonly WebhookDelivery[];
  /**
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * Query of the list of an endpoint's deliveries. The two cursors can't be combined.
 */
export interface WebhookDeliveryListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
  state?: WebhookDeliveryState;
  /**
   * Only deliveries of this event.
   */
  event_id?: string;
}

/**
 * A webhook endpoint, and whose it is.
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
   * Whether more objects follow in the direction asked for.
   */
  has_more: boolean;
}

/**
 * Query of the list of webhook endpoints of all integrators. The two cursors can't be combined.
 */
export interface OperatedWebhookEndpointListQuery {
  /**
   * How many objects a page holds at most.
   */
  limit?: number;
  /**
   * ID of an object of this list: the page holds what comes after it (older objects).
   */
  starting_after?: string;
  /**
   * ID of an object of this list: the page holds what comes just before it (newer objects), in the same order.
   */
  ending_before?: string;
  /**
   * Only this integrator's.
   */
  integrator_id?: string;
  environment?: EnvironmentName;
}

/**
 * How to put another key pair in the place of an endpoint's.
 */
export interface SigningKeyRotate {
  /**
   * How long deliveries carry a signature of the old key beside the new one's: up to 30 days, a day when left out.
   */
  overlap_seconds?: number;
  /**
   * Why; kept with the event.
   */
  reason?: string;
}
