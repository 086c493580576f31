// Generated from schemas/ by `npm run generate`. Do not edit.
/**
 * An operator did something, tried to, or read personal data. The metadata says when, in which request, and why.
 */
export interface ActionRecorded {
  /**
   * ID of the operation of the operator API, or what the console did, such as `signIn`.
   */
  operation: string;
  /**
   * Who it was, with the role at that time; `null` if nobody was identified.
   */
  operator: RecordedOperator | null;
  /**
   * A client of the API says itself that it is the command line.
   */
  channel: 'api' | 'cli' | 'console';
  /**
   * ID or name of the object that the action concerns.
   */
  target: string | null;
  /**
   * The stream of the object's book.
   */
  book: string | null;
  /**
   * `denied`: the operator was not allowed to. `failed`: the service could not say whether it was done.
   */
  result: 'done' | 'refused' | 'denied' | 'failed';
  /**
   * The error code of a result other than `done`.
   */
  code: string | null;
  /**
   * The answer is that of an earlier request with the same idempotency key.
   */
  replayed: boolean;
  /**
   * How many denied actions this process did not record since its previous event, because there were too many.
   */
  omitted_before: number;
  /**
   * The address it came from, sealed with a key that is destroyed after the retention.
   */
  sealed: string | null;
}
export interface RecordedOperator {
  id: string;
  role: 'admin' | 'reviewer' | 'treasury' | 'viewer';
}

/**
 * The treasury gave this book coin to sell, backing to issue points against, or both. The posting beside it moves the amounts.
 */
export interface AllocationReceived {
  allocation_id: string;
  /**
   * The stream that the allocation was recorded in.
   */
  treasury: string;
  /**
   * The allocation to this book before this one; none is left out and none is taken twice.
   */
  previous_allocation_id: string | null;
  coin_stock?: string;
  points_backing?: string;
}

/**
 * The integrator reset its sandbox, and the next book replaces this one. Only the erasure of people and the dropping of open tasks may follow.
 */
export interface BookClosed {
  /**
   * The stream of the book that replaces this one.
   */
  next_book: string;
}

/**
 * The first event of a book that replaces a closed one. The first book of an integrator has no such event.
 */
export interface BookOpened {
  /**
   * The stream of the book that was closed.
   */
  previous_book: string;
}

/**
 * The time of a sandbox book was moved forward. The event has the time before; every later event has at least the time after.
 */
export interface ClockAdvanced {
  /**
   * By how much the time was moved.
   */
  seconds: number;
  /**
   * How far the book is ahead of the clock now: the sum of all such events of the book.
   */
  ahead_seconds: number;
}

/**
 * Fiat arrived for an on-ramp. What became of it is in the transfer's next state.
 */
export interface DepositArrived {
  deposit_id: string;
  transfer_id: string;
  deposit_account_id?: string;
  amount_received: string;
  currency: string;
  rail: string;
  rate: string;
  rail_reference: string;
}

/**
 * The rail heard what a review decided about money that was held: whether to keep it or to send it back.
 */
export interface DepositDecisionTold {
  transfer_id: string;
}

/**
 * The bank took a credited deposit back. The posting after it debits the wallet; what is not there becomes a receivable.
 */
export interface DepositReversed {
  /**
   * The completed transfer, which stays as it is.
   */
  transfer_id: string;
  wallet_id: string;
  /**
   * Points that the deposit credited.
   */
  points: string;
  /**
   * The part of `points` that the wallet did not have. The user owes it.
   */
  receivable: string;
  /**
   * Fiat that arrived with the deposit, and that the bank took back.
   */
  amount: string;
  currency: string;
  rail: string;
  /**
   * The rail's reference of the original payment, if it is known.
   */
  rail_reference?: string;
  /**
   * The bank's own reference of the payment that went the other way, if it is known.
   */
  return_reference?: string;
  reason: Reason;
}

/**
 * Late money for a transfer that is over went back to its sender; the transfer stays as it is.
 */
export interface DepositSentBack {
  deposit_id: string;
  transfer_id: string;
  reason: Reason;
}

/**
 * Later payments to these details go back to the sender.
 */
export interface DepositAccountDeactivated {
  deposit_account_id: string;
}

/**
 * Standing bank details credit a wallet from here on.
 */
export interface DepositAccountOpened {
  deposit_account_id: string;
  user_id: string;
  source: {
    currency: string;
    rail: string;
  };
  destination: {
    wallet_id: string;
    asset: string;
  };
  deposit_instructions: Instructions;
  /**
   * What the rail's provider knows the details by; a lookup leads from it back to the account.
   */
  provider_reference?: string;
  metadata: Metadata;
}

/**
 * Payments to these details are credited again.
 */
export interface DepositAccountReactivated {
  deposit_account_id: string;
}

/**
 * A public event is to be delivered again, to these endpoints.
 */
export interface EventRedeliveryRequested {
  event_id: string;
  webhook_endpoint_ids: readonly string[];
}

/**
 * A user sent identity data to be checked. The data is only in `sealed`.
 */
export interface IdentitySubmitted {
  user_id: string;
  /**
   * The identity data as one authenticated ciphertext under the user's own key.
   */
  sealed: string;
}

/**
 * What stands beside every event's data. `hash` is always the last member.
 */
export interface EventMetadataV1 {
  schema_version: number;
  /**
   * ISO 8601 UTC with milliseconds; never earlier than the event before.
   */
  time: string;
  /**
   * Who did it: `key:<id>`, `operator:<id>`, `system:<part>` or `hosted:<page>`.
   */
  actor: string;
  /**
   * The request that caused it.
   */
  request_id: string;
  /**
   * Why it was done, in the words of the operator who did it.
   */
  reason?: string;
  idempotency?: IdempotencyRecord;
  /**
   * SHA-256 chain over the stream, hex.
   */
  hash: string;
}
/**
 * On the first event of a command that came with an idempotency key.
 */
export interface IdempotencyRecord {
  key: string;
  /**
   * SHA-256 over method, path and canonical body, base64url.
   */
  fingerprint: string;
  status: number;
  /**
   * How many events the command gave, this one included.
   */
  events: number;
  /**
   * The answer's body. Absent when the command's own events show it.
   */
  answer?: string;
  /**
   * The answer's body, sealed, where it shows personal fields or a secret.
   */
  sealed_answer?: string;
}

/**
 * What stands beside every event's data, in all releases. `hash` is always the last member, and `mac` is directly before it.
 */
export interface EventMetadataV2 {
  schema_version: number;
  /**
   * ISO 8601 UTC with milliseconds; never earlier than the event before.
   */
  time: string;
  /**
   * Who did it: `key:<id>`, `operator:<id>`, `system:<part>` or `hosted:<page>`.
   */
  actor: string;
  /**
   * The request that caused it.
   */
  request_id: string;
  /**
   * Why it was done, in the words of the operator who did it.
   */
  reason?: string;
  idempotency?: IdempotencyRecord;
  /**
   * On the last event of each append: the ID of the key, a dot, and HMAC-SHA256 in base64url. Absent in events of releases without these codes.
   */
  mac?: string;
  /**
   * SHA-256 chain over the stream, hex.
   */
  hash: string;
}
/**
 * On the first event of a command that came with an idempotency key.
 */
export interface IdempotencyRecord {
  key: string;
  /**
   * SHA-256 over method, path and canonical body, base64url.
   */
  fingerprint: string;
  status: number;
  /**
   * How many events the command gave, this one included.
   */
  events: number;
  /**
   * The answer's body. Absent when the command's own events show it.
   */
  answer?: string;
  /**
   * The answer's body, sealed, where it shows personal fields or a secret.
   */
  sealed_answer?: string;
}

/**
 * What stands beside every event's data, in all releases. `hash` is always the last member, and `mac` is directly before it.
 */
export interface EventMetadata {
  schema_version: number;
  /**
   * ISO 8601 UTC with milliseconds; never earlier than the event before.
   */
  time: string;
  /**
   * Who did it: `key:<id>`, `operator:<id>`, `system:<part>` or `hosted:<page>`.
   */
  actor: string;
  /**
   * The request that caused it.
   */
  request_id: string;
  /**
   * Integrators see it as an event of theirs. Events of these types did not have the member before integrators saw them, and stay without.
   */
  announced?: true;
  /**
   * Why it was done, in the words of the operator who did it.
   */
  reason?: string;
  idempotency?: IdempotencyRecord;
  /**
   * On the last event of each append: the ID of the key, a dot, and HMAC-SHA256 in base64url. Absent in events of releases without these codes.
   */
  mac?: string;
  /**
   * SHA-256 chain over the stream, hex.
   */
  hash: string;
}
/**
 * On the first event of a command that came with an idempotency key.
 */
export interface IdempotencyRecord {
  key: string;
  /**
   * SHA-256 over method, path and canonical body, base64url.
   */
  fingerprint: string;
  status: number;
  /**
   * How many events the command gave, this one included.
   */
  events: number;
  /**
   * The answer's body. Absent when the command's own events show it.
   */
  answer?: string;
  /**
   * The answer's body, sealed, where it shows personal fields or a secret.
   */
  sealed_answer?: string;
}

/**
 * An operator wrote a note about a user or a transfer. It changes nothing else. The text is only in `sealed`.
 */
export interface NoteAdded {
  note_id: string;
  /**
   * The user or the transfer that it is about.
   */
  object_id: string;
  /**
   * The users whose personal data the text may contain. It is sealed with the first key, the result with the second one, and so on, so nobody can read it once one of them is forgotten.
   *
   * @minItems 1
   * @maxItems 2
   */
  people: {
    user_id: string;
    key_id: string;
  }[];
  author: {
    operator_id: string;
    name: string;
  };
  /**
   * The text as authenticated ciphertext under the keys of `people`.
   */
  sealed: string;
}

/**
 * A review let an off-ramp go. It stays in review until its rail has taken the payout; from here on it can't be rejected any more.
 */
export interface OfframpApproved {
  transfer_id: string;
  /**
   * Names the request that approved it, so that a repeat of it is told from another one.
   */
  request?: string;
}

/**
 * A hosted link did its work and can't be used again.
 */
export interface OnboardingLinkCompleted {
  user_id: string;
  link: 'kyc' | 'terms';
  /**
   * Which text was accepted: SHA-256 of the terms as shown, in lower-case hex.
   */
  terms_sha256?: string;
}

/**
 * A user got a fresh pair of hosted links; earlier ones are void from here on.
 */
export interface OnboardingLinksIssued {
  user_id: string;
  /**
   * SHA-256 of the link's token, in lower-case hex.
   */
  kyc_token_hash: string;
  /**
   * SHA-256 of the link's token, in lower-case hex.
   */
  terms_token_hash: string;
  /**
   * ISO 8601 UTC.
   */
  expires_at: string;
  /**
   * Where the pages send the user afterwards.
   */
  redirect_url: string | null;
}

/**
 * One side of a transfer, resolved to its owner and unit.
 */
export interface Endpoint {
  type: 'wallet' | 'fiat' | 'payout_account';
  wallet_id?: string;
  payout_account_id?: string;
  user_id?: string;
  asset?: string;
  currency?: string;
  rail?: string;
}

/**
 * Where and how to pay, as the provider issued it.
 */
export interface Instructions {
  type: 'bank' | 'mobile_money' | 'emailpay';
  currency: string;
  rail: string;
  bank_name?: string;
  bank_address?: string;
  account_name?: string;
  account_number?: string;
  routing_code?: string;
  swift_bic?: string;
  reference: string;
  amount?: string;
  expires_at?: string;
  provider?: string;
  merchant_code?: string;
  phone_number?: string;
  approval_url?: string;
}

/**
 * The integrator's key-value object, as given.
 */
export interface Metadata {
  [k: string]: string;
}

/**
 * Why the transfer is in an exception state.
 */
export interface Reason {
  code: string;
  message: string;
}

/**
 * The receipt fields this step settles; times come from the events themselves.
 */
export interface ReceiptPart {
  amount_expected?: string;
  amount_received?: string;
  amount_debited?: string;
  amount_credited?: string;
  earned_amount?: string;
  amount_paid_out?: string;
  rate?: string;
  rail_reference?: string;
  fees?: readonly Fee[];
}

/**
 * One leg of a posting. Positive amounts are credits to the account.
 */
export interface Line {
  /**
   * A wallet's ID, or the name of one of the book's own accounts.
   */
  account: string;
  bucket: 'available' | 'pending';
  /**
   * Asset code or currency.
   */
  unit: string;
  /**
   * Signed decimal string with exactly the unit's decimals.
   */
  amount: string;
  /**
   * The cashable part of `amount`; only for units that distinguish it, zero when absent.
   */
  cashable?: string;
  /**
   * The account's balance in this bucket after the posting.
   */
  balance_after: string;
  /**
   * The cashable part of `balance_after`; present together with `cashable`.
   */
  cashable_after?: string;
}

export interface Fee {
  type: string;
  amount: string;
  unit: string;
}

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
 * The bank sent a completed payout back. The posting after it credits the wallet in full.
 */
export interface PayoutReturnedLate {
  /**
   * The completed transfer, which stays as it is.
   */
  transfer_id: string;
  wallet_id: string;
  /**
   * Cashable points that the payout took from the wallet, and that it gets back.
   */
  points: string;
  /**
   * Fiat that the payout paid out, and that came back.
   */
  amount: string;
  currency: string;
  rail: string;
  /**
   * The rail's reference of the original payment, if it is known.
   */
  rail_reference?: string;
  /**
   * The bank's own reference of the payment that went the other way, if it is known.
   */
  return_reference?: string;
  reason: Reason;
}

/**
 * The account takes no new off-ramps.
 */
export interface PayoutAccountDeleted {
  payout_account_id: string;
}

/**
 * The check of the owner's name moved on: the rail was asked (pending), or it answered.
 */
export interface PayoutAccountNameChecked {
  payout_account_id: string;
  name_check: 'not_supported' | 'pending' | 'match' | 'partial_match' | 'no_match';
}

/**
 * Money can be paid out to this account from here on. Names, numbers and addresses are only in the sealed members; what stands beside them in clear is masked.
 */
export interface PayoutAccountOpened {
  payout_account_id: string;
  user_id: string;
  type: 'bank' | 'mobile_money' | 'emailpay';
  currency: string;
  country: string;
  rail: string;
  /**
   * What answers show of a person (account_owner_name), as one authenticated ciphertext under the user's own key, base64.
   */
  sealed: string;
  /**
   * What only the rail is told (numbers and addresses), sealed in the same way.
   */
  sealed_details: string;
  bank?: {
    bank_name: string;
    account_number_last4: string;
    routing_code: string | null;
    swift_bic: string | null;
    account_type: 'checking' | 'savings' | 'other' | null;
  };
  emailpay?: {
    email_masked: string | null;
    phone_number_last4: string | null;
  };
  /**
   * Whether the rail is to be asked if the name belongs to the account.
   */
  check_name: boolean;
  metadata: Metadata;
}

/**
 * The name of the account's owner has new matches on the sanctions list. Payouts to it are held for review until one of them is approved. The event contains no name and no entry of the list.
 */
export interface PayoutAccountScreened {
  payout_account_id: string;
  /**
   * SHA-256 of the names on the list, hex.
   */
  list_sha256: string;
  /**
   * A code for each match, known ones included.
   */
  matches: readonly string[];
}

/**
 * Streams were accepted up to these events although they have no message authentication codes there: when the codes began, or by an operator.
 */
export interface HistoryAccepted {
  /**
   * When the codes begin, all streams that have events. The stream of the platform is in the last event.
   */
  streams: readonly AcceptedStream[];
}
export interface AcceptedStream {
  stream: string;
  /**
   * The newest accepted event.
   */
  revision: number;
  /**
   * The hash of that event, hex.
   */
  hash: string;
}

/**
 * How hosted pages show the integrator from here on. Null members are not shown.
 */
export interface IntegratorBrandChanged {
  integrator_id: string;
  display_name: string | null;
  /**
   * `#rrggbb` in lower case.
   */
  color: string | null;
  logo: null | {
    media_type: 'image/png' | 'image/jpeg' | 'image/webp';
    /**
     * The image in Base64.
     */
    data: string;
  };
  /**
   * An email address or an https URL.
   */
  support_contact: string | null;
  /**
   * An https URL.
   */
  privacy_url: string | null;
}

/**
 * An integrator has a book in each environment from here on.
 */
export interface IntegratorCreated {
  integrator_id: string;
  name: string;
}

/**
 * The key stops working at a time, because another one takes its place.
 */
export interface KeyExpirySet {
  key_id: string;
  /**
   * ISO 8601 UTC; never later than it was.
   */
  expires_at: string;
}

/**
 * An API key was issued. Only a hash of its secret is kept.
 */
export interface KeyIssued {
  key_id: string;
  integrator_id: string;
  environment: 'sandbox' | 'production';
  permissions: 'read' | 'read_write';
  name: string | null;
  /**
   * SHA-256 of the whole key, hex.
   */
  secret_hash: string;
  expires_at: string | null;
  /**
   * The key whose place it takes.
   */
  rotated_from?: string;
}

/**
 * The key answers 401 from here on.
 */
export interface KeyRevoked {
  key_id: string;
}

/**
 * The master key is being replaced: from now on, processes authenticate events with the new key, and this event is the first one.
 */
export interface MasterKeyIntroduced {
  /**
   * The ID of the former key in MACs of events.
   */
  former_key_id: string;
  /**
   * The ID of the new key in MACs of events.
   */
  key_id: string;
}

/**
 * The master key was replaced. The last event that the former key authenticated is named for each stream that has one; it authenticates no later event. Both audit keys sign this.
 */
export interface MasterKeyReplaced {
  /**
   * The ID of the former key in MACs of events.
   */
  former_key_id: string;
  /**
   * The ID of the new key in MACs of events.
   */
  key_id: string;
  /**
   * The public key of checkpoints that derived from the former master key, as one line.
   */
  former_signing_key: string;
  /**
   * The public key of checkpoints that derives from the new master key, as one line.
   */
  signing_key: string;
  /**
   * All streams with such an event, except the one of the platform: this event follows its last one.
   */
  streams: readonly HandedOverStream[];
  /**
   * The Ed25519 signature of the former key in base64.
   */
  former_signature: string;
  /**
   * The Ed25519 signature of the new key in base64.
   */
  signature: string;
}
export interface HandedOverStream {
  stream: string;
  /**
   * The last event that the former key authenticated.
   */
  revision: number;
  /**
   * The hash of that event, hex.
   */
  hash: string;
}

/**
 * All names were screened against a new sanctions list.
 */
export interface NamesScreened {
  /**
   * SHA-256 of the names on the list, hex.
   */
  list_sha256: string;
  /**
   * Users and payout accounts that were screened.
   */
  screened: number;
  /**
   * Those with matches, known ones included.
   */
  matched: number;
  /**
   * Those whose name could not be read.
   */
  failed: number;
}

/**
 * An operator signed in through the OpenID Connect provider for the first time, or with another name than before.
 */
export interface OperatorIdentified {
  /**
   * Derived from the issuer and the subject, which never change.
   */
  operator_id: string;
  /**
   * The provider that identified the operator.
   */
  issuer: string;
  /**
   * The provider's ID of the operator.
   */
  subject: string;
  /**
   * The name that the provider gives. It may change, and decides nothing.
   */
  name: string;
}

/**
 * The token stops working at a time.
 */
export interface OperatorTokenExpirySet {
  token_id: string;
  /**
   * ISO 8601 UTC; never later than it was.
   */
  expires_at: string;
}

/**
 * An operator may use the operator API. Only a hash of the token is kept.
 */
export interface OperatorTokenIssued {
  token_id: string;
  name: string;
  role: 'admin' | 'reviewer' | 'treasury' | 'viewer';
  secret_hash: string;
}

/**
 * The token answers 401 from here on.
 */
export interface OperatorTokenRevoked {
  token_id: string;
}

/**
 * An operator wants builds that nobody reads to be removed.
 */
export interface ProjectionDropRequested {
  /**
   * As `wallets_v1_g2`.
   */
  builds: readonly string[];
}

/**
 * An operator wants a read model to be built again.
 */
export interface ProjectionRebuildRequested {
  projection: string;
  version: number;
  generation: number;
}

/**
 * An operator wants two builds of a read model to be compared.
 */
export interface ProjectionVerifyRequested {
  projection: string;
  version: number;
  generation: number;
  /**
   * The other build, as `wallets_v1_g2`.
   */
  against: string;
}

/**
 * The operator took a rail out of use, or put it back.
 */
export interface RailAvailabilityChanged {
  environment: 'sandbox' | 'production';
  rail: string;
  available: boolean;
}

/**
 * A request with an idempotency key that changed nothing; its answer is in the metadata.
 */
export interface PlatformRequestRecorded {}

/**
 * The integrator reset its sandbox: from here on, its sandbox keys use the book of this generation.
 */
export interface SandboxReset {
  integrator_id: string;
  /**
   * The generation of the new book; the first book of an integrator has generation 1.
   */
  generation: number;
}

/**
 * An operator dropped or rebuilt snapshots of books.
 */
export interface SnapshotsChanged {
  action: 'dropped' | 'rebuilt';
  /**
   * Their streams.
   */
  books: readonly string[];
}

/**
 * The days and months of an environment have another time zone from a day on.
 */
export interface TimeZoneChanged {
  environment: 'sandbox' | 'production';
  /**
   * Its name in the IANA database, such as `Europe/Berlin`.
   */
  time_zone: string;
  /**
   * The first day on which it counts, which begins in the future. Null, before the first integrator: all days.
   */
  from: string | null;
}

/**
 * One balanced set of ledger lines: amounts sum to zero per unit, and so do the cashable parts.
 */
export interface PostingRecorded {
  transfer_id: string | null;
  description: string;
  /**
   * @minItems 2
   */
  lines: readonly Line[];
}

/**
 * An operator proposed an action that is too large for one operator. It takes effect when another operator approves it.
 */
export interface ProposalCreatedV1 {
  proposal_id: string;
  /**
   * The name of the operator. Another operator has another name.
   */
  proposed_by: string;
  /**
   * What the action is worth, which reached the limit for one operator.
   */
  points: string;
  /**
   * From this time on, the proposal cannot be executed.
   */
  expires_at: string;
  /**
   * Exactly what takes effect once another operator approves it.
   */
  action: TransferApproval | ManualPayoutSettlement | Reward;
}
/**
 * The transfer's review is approved.
 */
export interface TransferApproval {
  type: 'transfer_approval';
  transfer_id: string;
  /**
   * The version of the transfer when the action was proposed. Another version ends the proposal's use.
   */
  transfer_version: number;
  reason?: {
    code: string;
    message: string;
  };
}
/**
 * The outcome of the payout is recorded.
 */
export interface ManualPayoutSettlement {
  type: 'payout_settlement';
  transfer_id: string;
  /**
   * The version of the transfer when the action was proposed. Another version ends the proposal's use.
   */
  transfer_version: number;
  outcome: 'completed' | 'returned' | 'undeliverable';
  rail_reference?: string;
  reason: {
    code: string;
    message: string;
  };
}
/**
 * Earned points are granted to the wallet.
 */
export interface Reward {
  type: 'reward';
  wallet_id: string;
  amount: string;
  description: string;
}

/**
 * An operator proposed an action that is too large for one operator. It takes effect when another operator approves it.
 */
export interface ProposalCreated {
  proposal_id: string;
  /**
   * The name of the operator. Another operator has another name.
   */
  proposed_by: string;
  /**
   * What the action is worth, which reached the limit for one operator.
   */
  points: string;
  /**
   * From this time on, the proposal cannot be executed.
   */
  expires_at: string;
  /**
   * Exactly what takes effect once another operator approves it.
   */
  action: TransferApproval | ManualPayoutSettlement | Reward | LatePayoutReturn | DepositReversal;
}
/**
 * The transfer's review is approved.
 */
export interface TransferApproval {
  type: 'transfer_approval';
  transfer_id: string;
  /**
   * The version of the transfer when the action was proposed. Another version ends the proposal's use.
   */
  transfer_version: number;
  reason?: {
    code: string;
    message: string;
  };
}
/**
 * The outcome of the payout is recorded.
 */
export interface ManualPayoutSettlement {
  type: 'payout_settlement';
  transfer_id: string;
  /**
   * The version of the transfer when the action was proposed. Another version ends the proposal's use.
   */
  transfer_version: number;
  outcome: 'completed' | 'returned' | 'undeliverable';
  rail_reference?: string;
  reason: {
    code: string;
    message: string;
  };
}
/**
 * Earned points are granted to the wallet.
 */
export interface Reward {
  type: 'reward';
  wallet_id: string;
  amount: string;
  description: string;
}
/**
 * A completed payout that came back is credited again.
 */
export interface LatePayoutReturn {
  type: 'payout_return';
  transfer_id: string;
  return_reference?: string;
  reason: {
    code: string;
    message: string;
  };
}
/**
 * A credited deposit that the bank took back is debited.
 */
export interface DepositReversal {
  type: 'deposit_reversal';
  transfer_id: string;
  return_reference?: string;
  reason: {
    code: string;
    message: string;
  };
}

/**
 * A proposal ended without effect.
 */
export interface ProposalEnded {
  proposal_id: string;
  /**
   * `superseded`: what it was about was decided otherwise.
   */
  outcome: 'withdrawn' | 'expired' | 'superseded';
  /**
   * The name of the operator who withdrew it.
   */
  ended_by: string | null;
}

/**
 * Another operator approved a proposal. The events before it, of the same append, are what it was for.
 */
export interface ProposalExecuted {
  proposal_id: string;
  /**
   * The name of the operator who proposed it.
   */
  proposed_by: string;
  /**
   * The name of the operator who approved it.
   */
  executed_by: string;
}

/**
 * A price was locked for one conversion. Nothing is reserved by it.
 */
export interface QuoteCreated {
  quote_id: string;
  source_wallet_id: string;
  destination_wallet_id: string;
  /**
   * Asset that the source wallet pays.
   */
  from: string;
  /**
   * Asset that the destination wallet receives.
   */
  to: string;
  /**
   * What the source wallet pays, in `from`.
   */
  amount: string;
  /**
   * Units of `to` for one unit of `from`, after the spread.
   */
  rate: string;
  /**
   * What the destination wallet receives, in `to`.
   */
  amount_out: string;
  /**
   * The spread, in `from`.
   */
  fee: string;
  /**
   * What the service earns by the spread, in points.
   */
  spread_points: string;
  /**
   * What rounding leaves with the service, in points.
   */
  rounding_points: string;
  expires_at: string;
}

/**
 * An operator accepted a break: it does not prevent the closing of a day.
 */
export interface BreakAccepted {
  /**
   * ID of the line; of the movement if there is no line.
   */
  item_id: string;
  reason: string;
}

/**
 * An operator said who works on a break. It decides nothing.
 */
export interface BreakAssigned {
  /**
   * ID of the line; of the movement if there is no line.
   */
  item_id: string;
  /**
   * The name of the operator, as proposals have it; null for nobody.
   */
  owner: string | null;
}

/**
 * A break was posted to the difference account of its bank account, and is settled.
 */
export interface BreakWrittenOff {
  /**
   * Null for a movement that is missing at the bank.
   */
  line_id: string | null;
  /**
   * Null for a line that is missing in the books.
   */
  movement_id: string | null;
  /**
   * The day that it belongs to.
   */
  day: string;
  reason: string;
  /**
   * They sum to zero.
   */
  lines: {
    /**
     * `bank:` or `difference:`, and the rail and the currency.
     */
    account: string;
    unit: string;
    amount: string;
    balance_after: string;
  }[];
}

/**
 * The books and the bank were compared until the end of a day. Nothing can be added to the day after it.
 */
export interface DayClosedV1 {
  /**
   * The last day that is closed.
   */
  day: string;
  /**
   * The day that was closed before. All days after it are closed.
   */
  previous_day: string | null;
  /**
   * By rail and currency.
   */
  accounts: {
    rail: string;
    currency: string;
    /**
     * Null without a statement.
     */
    bank: {
      /**
       * The first day of the first statement.
       */
      reconciled_since: string;
      first_opening_balance: string;
      opening_balance: string;
      closing_balance: string;
      /**
       * First opening balance less the movements before it.
       */
      opening_difference: string;
      /**
       * Balance of the difference account.
       */
      written_off: string;
      /**
       * Lines that are in no book.
       */
      open_lines: {
        count: number;
        amount: string;
      };
      /**
       * Movements that are in no statement.
       */
      open_movements: {
        count: number;
        amount: string;
      };
      /**
       * Breaks that were accepted.
       */
      accepted_breaks: number;
    } | null;
    /**
     * Sum of all earlier movements.
     */
    ledger_opening_balance: string;
    ledger_closing_balance: string;
    /**
     * Lines of these days.
     */
    lines: {
      count: number;
      amount: string;
    };
    /**
     * Movements of these days.
     */
    movements: {
      count: number;
      amount: string;
    };
    /**
     * Movements before the first statement whose lines belong to later days. Only in the first closing with a statement.
     */
    carried_movement_ids: readonly string[];
  }[];
  /**
   * Signature line over the text of the closing, as in checkpoints.
   */
  signature: string;
}

/**
 * The books and the bank were compared until the end of a day. Nothing can be added to the day after it.
 */
export interface DayClosed {
  /**
   * The last day that is closed.
   */
  day: string;
  /**
   * The day that was closed before. All days after it are closed.
   */
  previous_day: string | null;
  /**
   * By rail and currency.
   */
  accounts: {
    rail: string;
    currency: string;
    /**
     * Null without a statement.
     */
    bank: {
      /**
       * The first day of the first statement.
       */
      reconciled_since: string;
      first_opening_balance: string;
      opening_balance: string;
      closing_balance: string;
      /**
       * First opening balance less the movements before it.
       */
      opening_difference: string;
      /**
       * Balance of the difference account.
       */
      written_off: string;
      /**
       * Lines that are in no book.
       */
      open_lines: {
        count: number;
        amount: string;
      };
      /**
       * Movements that are in no statement.
       */
      open_movements: {
        count: number;
        amount: string;
      };
      /**
       * Breaks that were accepted.
       */
      accepted_breaks: number;
    } | null;
    /**
     * Sum of all earlier movements.
     */
    ledger_opening_balance: string;
    ledger_closing_balance: string;
    /**
     * Lines of these days.
     */
    lines: {
      count: number;
      amount: string;
    };
    /**
     * Movements of these days.
     */
    movements: {
      count: number;
      amount: string;
    };
    /**
     * Movements before the first statement whose lines belong to later days. Only in the first closing with a statement.
     */
    carried_movement_ids: readonly string[];
  }[];
  /**
   * Absent in version 1.
   */
  totals?: {
    /**
     * The accounts of all books and of reconciliation, by unit and account. Each column sums to zero in each unit, with debits as negative amounts.
     */
    trial_balance: {
      /**
       * `wallets` and `wallets:pending` are those of all wallets.
       */
      account: string;
      unit: string;
      /**
       * Negative for a debit balance.
       */
      opening_balance: string;
      /**
       * Sum of the negative lines of these days, without the sign.
       */
      debit: string;
      /**
       * Sum of the positive lines of these days.
       */
      credit: string;
      closing_balance: string;
    }[];
    /**
     * What moved in these days, by kind and unit.
     */
    kinds: {
      kind:
        'user_to_user' | 'conversion' | 'onramp' | 'onramp_returned' | 'offramp' | 'reward' | 'allocation';
      unit: string;
      /**
       * Postings of this kind with lines in this unit.
       */
      count: number;
      /**
       * Sum of their positive lines.
       */
      amount: string;
    }[];
    /**
     * Breaks that were accepted and are still open, oldest first; at most 500.
     */
    breaks: {
      rail: string;
      currency: string;
      line_id: string | null;
      movement_id: string | null;
      /**
       * Of the line; of the movement if there is no line.
       */
      day: string;
      /**
       * The line less the movement.
       */
      difference: string;
    }[];
    /**
     * What the totals were computed from.
     */
    books: {
      /**
       * Books with events.
       */
      count: number;
      /**
       * Hash of a line for each book: stream, revision, and hash of the last event that the totals contain.
       */
      sha256: string;
    };
  };
  /**
   * Signature line over the text of the closing, as in checkpoints.
   */
  signature: string;
}

/**
 * An operator decided that lines of the bank are together what movements of books are together. Both have the same sum, and all are settled.
 */
export interface ItemsGrouped {
  group_id: string;
  line_ids: readonly string[];
  movement_ids: readonly string[];
  /**
   * The day from which on none of them is open.
   */
  day: string;
  reason: string;
}

/**
 * An operator decided that a line of the bank is a movement of a book.
 */
export interface ItemsLinked {
  line_id: string;
  movement_id: string;
  reason: string;
}

/**
 * An operator decided that a line of the bank is not a movement of a book. They never match each other again, unless an operator links them.
 */
export interface ItemsSeparated {
  line_id: string;
  movement_id: string;
  reason: string;
}

/**
 * Lines and movements of one bank account that are settled.
 */
export interface MatchesRecorded {
  rail: string;
  currency: string;
  pairs: {
    line_id: string;
    movement_id: string;
    by: 'reference' | 'amount' | 'operator';
  }[];
}

/**
 * The movements of the clearing accounts in a part of a book, in the order of the book. All earlier parts were collected before.
 */
export interface MovementsCollectedV1 {
  /**
   * Stream of the book.
   */
  book: string;
  from_revision: number;
  /**
   * The last event of the part.
   */
  to_revision: number;
  /**
   * Hash of the last event.
   */
  to_hash: string;
  movements: {
    /**
     * Of the posting.
     */
    revision: number;
    posted_at: string;
    transfer_id: string | null;
    rail: string;
    currency: string;
    /**
     * Positive if money arrived at the bank: the line of the clearing account with the opposite sign.
     */
    amount: string;
    /**
     * References by which a bank may know it.
     */
    references: readonly string[];
  }[];
  /**
   * References of transfers that may still move money after this part. None: the transfer has ended.
   */
  pending: {
    transfer_id: string;
    references: readonly string[];
  }[];
}

/**
 * The movements of the clearing accounts in a part of a book, in the order of the book. All earlier parts were collected before.
 */
export interface MovementsCollected {
  /**
   * Stream of the book.
   */
  book: string;
  from_revision: number;
  /**
   * The last event of the part.
   */
  to_revision: number;
  /**
   * Hash of the last event.
   */
  to_hash: string;
  movements: {
    /**
     * Of the posting.
     */
    revision: number;
    posted_at: string;
    transfer_id: string | null;
    rail: string;
    currency: string;
    /**
     * Positive if money arrived at the bank: the line of the clearing account with the opposite sign.
     */
    amount: string;
    /**
     * References by which a bank may know it.
     */
    references: readonly string[];
    /**
     * References that the payer was told to quote. Several movements may have the same.
     */
    quoted?: readonly string[];
  }[];
  /**
   * References of transfers that may still move money after this part, and of deposit accounts. None: the transfer has ended.
   */
  pending: {
    transfer_id: string;
    references: readonly string[];
    /**
     * References that the payer was told to quote. Several movements may have the same.
     */
    quoted?: readonly string[];
  }[];
}

/**
 * An operator proposed an action that is too large for one operator. It takes effect when another operator approves it.
 */
export interface ReconciliationProposalCreatedV1 {
  proposal_id: string;
  /**
   * The name of the operator. Another operator has another name.
   */
  proposed_by: string;
  /**
   * What the amount is worth, which reached the limit for one operator.
   */
  points: string;
  /**
   * From this time on, the proposal cannot be executed.
   */
  expires_at: string;
  /**
   * The break is written off.
   */
  action: {
    type: 'write_off';
    /**
     * ID of the line; of the movement if there is no line.
     */
    item_id: string;
    line_id: string | null;
    movement_id: string | null;
    rail: string;
    currency: string;
    /**
     * What the difference account receives.
     */
    amount: string;
    reason: string;
  };
}

/**
 * An operator proposed an action that is too large for one operator. It takes effect when another operator approves it.
 */
export interface ReconciliationProposalCreated {
  proposal_id: string;
  /**
   * The name of the operator. Another operator has another name.
   */
  proposed_by: string;
  /**
   * What the amount is worth, which reached the limit for one operator.
   */
  points: string;
  /**
   * From this time on, the proposal cannot be executed.
   */
  expires_at: string;
  /**
   * What takes effect when another operator approves it.
   */
  action:
    | {
        type: 'write_off';
        /**
         * ID of the line; of the movement if there is no line.
         */
        item_id: string;
        line_id: string | null;
        movement_id: string | null;
        rail: string;
        currency: string;
        /**
         * What the difference account receives.
         */
        amount: string;
        reason: string;
      }
    | {
        type: 'statement_void';
        statement_id: string;
        rail: string;
        currency: string;
        /**
         * How many lines no longer count.
         */
        lines: number;
        reason: string;
      }
    | {
        type: 'separation';
        /**
         * ID of the line.
         */
        item_id: string;
        line_id: string;
        movement_id: string;
        rail: string;
        currency: string;
        reason: string;
      };
}

/**
 * A proposal ended without effect.
 */
export interface ReconciliationProposalEnded {
  proposal_id: string;
  /**
   * `superseded`: what it was about was decided otherwise.
   */
  outcome: 'withdrawn' | 'expired' | 'superseded';
  /**
   * The name of the operator who withdrew it.
   */
  ended_by: string | null;
}

/**
 * Another operator approved a proposal. The events before it, of the same append, are what it was for.
 */
export interface ReconciliationProposalExecuted {
  proposal_id: string;
  /**
   * The name of the operator who proposed it.
   */
  proposed_by: string;
  /**
   * The name of the operator who approved it.
   */
  executed_by: string;
}

/**
 * A request was answered without changing anything; its metadata records the answer.
 */
export interface ReconciliationRequestRecorded {}

/**
 * All lines of a statement are recorded, and take effect.
 */
export interface StatementImportedV1 {
  statement_id: string;
  recorded_lines: number;
  /**
   * Number of lines that an earlier statement contained.
   */
  known_lines: number;
  /**
   * The sum of these lines.
   */
  known_amount: string;
}

/**
 * All lines of a statement are recorded, and take effect.
 */
export interface StatementImported {
  statement_id: string;
  recorded_lines: number;
  /**
   * Number of lines that an earlier statement contained.
   */
  known_lines: number;
  /**
   * The sum of these lines.
   */
  known_amount: string;
  /**
   * Whether its balances continue those of statements that were imported before.
   */
  continues?: boolean;
}

/**
 * A line of the statement whose import runs.
 */
export interface StatementLineRecordedV1 {
  statement_id: string;
  line_id: string;
  booked_on: string;
  /**
   * Positive if the account was credited.
   */
  amount: string;
  /**
   * The bank's own reference of the entry.
   */
  bank_reference: string;
  /**
   * Sealed text of the payment: remittance information, references, and the other party.
   */
  sealed: string | null;
}

/**
 * A line of the statement whose import runs.
 */
export interface StatementLineRecorded {
  statement_id: string;
  line_id: string;
  booked_on: string;
  /**
   * Positive if the account was credited.
   */
  amount: string;
  /**
   * The bank's own reference of the entry.
   */
  bank_reference: string;
  /**
   * Sealed text of the payment: remittance information, references, and the other party.
   */
  sealed: string | null;
  /**
   * Balance of the account after the line, by which the line is told from others that are alike.
   */
  balance_after?: string;
  /**
   * The bank booked it on a day that is not within the period of its statement.
   */
  is_outside_period?: true;
}

/**
 * The import of a bank statement began. It replaces an import for the same rail and currency that did not end.
 */
export interface StatementStartedV1 {
  statement_id: string;
  rail: string;
  currency: string;
  format: 'camt053' | 'csv' | 'json';
  /**
   * Of the file, by which the same file is recognized.
   */
  sha256: string;
  /**
   * The first day.
   */
  opened_on: string;
  /**
   * The last day.
   */
  closed_on: string;
  opening_balance: string;
  closing_balance: string;
  /**
   * Number of lines in the file, including those that are known already.
   */
  lines: number;
}

/**
 * The import of a bank statement began. It replaces an import for the same rail and currency that did not end.
 */
export interface StatementStarted {
  statement_id: string;
  rail: string;
  currency: string;
  format: 'camt053' | 'csv' | 'json' | 'camt052' | 'camt054' | 'mt940' | 'bai2' | 'ofx';
  /**
   * Of the file, by which the same file is recognized.
   */
  sha256: string;
  /**
   * The first day.
   */
  opened_on: string;
  /**
   * The last day.
   */
  closed_on: string;
  opening_balance: string;
  closing_balance: string;
  /**
   * Number of lines in the file, including those that are known already.
   */
  lines: number;
  /**
   * The account, if the file names it.
   */
  account?: {
    /**
     * Recognizes the account number.
     */
    hash: string;
    /**
     * Its beginning and its end.
     */
    masked: string;
  };
  /**
   * How a CSV file was read, as JSON. The same file with another mapping is another import.
   */
  mapping?: string;
}

/**
 * An import was a mistake: none of the lines that it recorded counts from now on.
 */
export interface StatementVoided {
  statement_id: string;
  reason: string;
}

/**
 * The totals of the postings in a part of a book, by the day (UTC) on which they were recorded. All earlier parts were collected before.
 */
export interface TotalsCollected {
  /**
   * Stream of the book.
   */
  book: string;
  from_revision: number;
  /**
   * The last event of the part.
   */
  to_revision: number;
  /**
   * Hash of the last event.
   */
  to_hash: string;
  /**
   * Days with postings, oldest first.
   */
  days: {
    day: string;
    /**
     * By account and unit.
     */
    accounts: {
      /**
       * `wallets` and `wallets:pending` are those of all wallets.
       */
      account: string;
      unit: string;
      /**
       * Sum of the negative lines, without the sign.
       */
      debit: string;
      /**
       * Sum of the positive lines.
       */
      credit: string;
    }[];
    /**
     * By kind and unit. Postings that only hold or release money have none.
     */
    kinds: {
      kind:
        'user_to_user' | 'conversion' | 'onramp' | 'onramp_returned' | 'offramp' | 'reward' | 'allocation';
      unit: string;
      /**
       * Postings of this kind with lines in this unit.
       */
      count: number;
      /**
       * Sum of their positive lines.
       */
      amount: string;
    }[];
  }[];
}

/**
 * A write was accepted that changed nothing; the event is here to carry its idempotency record.
 */
export interface RequestRecorded {}

/**
 * A task was still open when the book was closed, and nobody will do it.
 */
export interface TaskDropped {
  task_id: string;
}

/**
 * A transfer was accepted. What moves at once stands in the same append.
 */
export interface TransferCreated {
  transfer_id: string;
  kind: 'user_to_user' | 'conversion' | 'onramp' | 'offramp';
  state: 'pending' | 'awaiting_funds';
  source: Endpoint;
  destination: Endpoint;
  /**
   * As requested, in the source's unit.
   */
  amount: string;
  /**
   * What an off-ramp pays out. It is fixed here, as an order must stay the same however often the rail is given it.
   */
  payout?: {
    /**
     * In the currency of the payout account.
     */
    amount: string;
    /**
     * Units of the currency per point.
     */
    rate: string;
  };
  receipt?: ReceiptPart;
  deposit_account_id?: string;
  deposit_instructions?: Instructions;
  /**
   * What the rail's provider knows the instructions by; a lookup leads from it back to the transfer.
   */
  provider_reference?: string;
  integrator_reference?: string;
  metadata?: Metadata;
  /**
   * Conversions: the quote that is used up by it.
   */
  quote_id?: string;
  /**
   * What it counts for against its sender's limits, in points, where that is not its amount.
   */
  counted_points?: string;
}

/**
 * A transfer moved on to another state. Receipt fields add to those of earlier steps.
 */
export interface TransferStateChanged {
  transfer_id: string;
  state: TransferState;
  state_reason?: Reason;
  receipt?: ReceiptPart;
  /**
   * When a one-off on-ramp that stops waiting for its money here would have expired.
   */
  expires_at?: string;
  /**
   * The deposit that this step belongs to.
   */
  deposit_id?: string;
}

/**
 * One request made several transfers between users. The events before it, of the same append, are those of the transfers.
 */
export interface TransferBatchCreated {
  transfer_batch_id: string;
  mode: 'atomic' | 'independent';
  /**
   * What each transfer of the request led to, in its order: a transfer, or the reason why there is none.
   *
   * @minItems 1
   */
  results: {
    transfer_id?: string;
    refusal?: {
      code: string;
      message: string;
      details?: {
        field: string;
        code: string;
        message: string;
      }[];
    };
  }[];
}

/**
 * Coin, backing for points, or both were set apart for the book of an integrator. The book takes them in under the same ID.
 */
export interface AllocationRecorded {
  allocation_id: string;
  integrator_id: string;
  /**
   * The one before it for the same integrator.
   */
  previous_allocation_id: string | null;
  coin_stock?: string;
  points_backing?: string;
}

/**
 * An operator proposed an action that is too large for one operator. It takes effect when another operator approves it.
 */
export interface TreasuryProposalCreatedV1 {
  proposal_id: string;
  /**
   * The name of the operator. Another operator has another name.
   */
  proposed_by: string;
  /**
   * What the action is worth, which reached the limit for one operator.
   */
  points: string;
  /**
   * From this time on, the proposal cannot be executed.
   */
  expires_at: string;
  /**
   * The trade is recorded.
   */
  action: {
    type: 'trade';
    side: 'buy' | 'sell';
    coin_amount: string;
    price: string;
    counterparty: string | null;
    traded_at: string;
  };
}

/**
 * An operator proposed an action that is too large for one operator. It takes effect when another operator approves it.
 */
export interface TreasuryProposalCreated {
  proposal_id: string;
  /**
   * The name of the operator. Another operator has another name.
   */
  proposed_by: string;
  /**
   * What the action is worth, which reached the limit for one operator.
   */
  points: string;
  /**
   * From this time on, the proposal cannot be executed.
   */
  expires_at: string;
  /**
   * Exactly what takes effect once another operator approves it.
   */
  action: ProposedTrade | ProposedAllocation;
}
/**
 * The trade is recorded.
 */
export interface ProposedTrade {
  type: 'trade';
  side: 'buy' | 'sell';
  coin_amount: string;
  price: string;
  counterparty: string | null;
  traded_at: string;
}
/**
 * The allocation is recorded.
 */
export interface ProposedAllocation {
  type: 'allocation';
  integrator_id: string;
  coin_stock?: string;
  points_backing?: string;
}

/**
 * A proposal ended without effect.
 */
export interface TreasuryProposalEnded {
  proposal_id: string;
  /**
   * `superseded`: what it was about was decided otherwise.
   */
  outcome: 'withdrawn' | 'expired' | 'superseded';
  /**
   * The name of the operator who withdrew it.
   */
  ended_by: string | null;
}

/**
 * Another operator approved a proposal. The events before it, of the same append, are what it was for.
 */
export interface TreasuryProposalExecuted {
  proposal_id: string;
  /**
   * The name of the operator who proposed it.
   */
  proposed_by: string;
  /**
   * The name of the operator who approved it.
   */
  executed_by: string;
}

/**
 * A request with an idempotency key that changed nothing; its answer is in the metadata.
 */
export interface TreasuryRequestRecorded {}

/**
 * Coin was bought or sold over the counter. The trade with the newest `traded_at` sets the price of coin.
 */
export interface TradeRecorded {
  trade_id: string;
  /**
   * As the treasury sees it.
   */
  side: 'buy' | 'sell';
  coin_amount: string;
  /**
   * Points for one coin.
   */
  price: string;
  counterparty: string | null;
  traded_at: string;
}

/**
 * A user exists from here on. Personal fields are only in `sealed`.
 */
export interface UserCreated {
  user_id: string;
  type: 'individual' | 'business';
  external_reference: string;
  country: string | null;
  sealed: string | null;
  metadata: Metadata;
}

/**
 * The user is closed for good. `frozen_wallet_ids` are the wallets whose status became frozen by it.
 */
export interface UserDeactivated {
  user_id: string;
  frozen_wallet_ids: readonly string[];
}

/**
 * A person is forgotten: the keys of their personal data are destroyed. Everything personal about them reads as null from here on.
 */
export interface UserForgotten {
  user_id: string;
  /**
   * The keys that were destroyed; none where nothing was sealed.
   */
  key_ids: readonly string[];
  /**
   * Their payout accounts, whose owner's name is forgotten too.
   */
  payout_account_ids: readonly string[];
}

/**
 * Identity checks moved to another status.
 */
export interface UserKycStatusChanged {
  user_id: string;
  kyc_status: 'not_started' | 'under_review' | 'incomplete' | 'approved' | 'rejected';
  rejection_reasons: readonly Reason[];
}

/**
 * The name of the user has new matches on the sanctions list. The event contains no name and no entry of the list.
 */
export interface UserScreened {
  user_id: string;
  /**
   * SHA-256 of the names on the list, hex.
   */
  list_sha256: string;
  /**
   * A code for each match, known ones included.
   */
  matches: readonly string[];
}

/**
 * The terms were accepted, or fell back to pending.
 */
export interface UserTermsStatusChanged {
  user_id: string;
  terms_status: 'pending' | 'approved';
}

/**
 * Contact details or metadata changed. A field that is absent kept its value; `sealed` replaces all personal fields.
 */
export interface UserUpdated {
  user_id: string;
  sealed?: string | null;
  metadata?: Metadata;
  /**
   * Country of residence or registration, when it changes.
   */
  country?: string;
}

/**
 * A compliance hold was put on the wallet.
 */
export interface WalletFrozen {
  wallet_id: string;
  reason: string;
}

/**
 * A user holds a wallet for one asset.
 */
export interface WalletOpenedV1 {
  wallet_id: string;
  user_id: string;
  asset: string;
  price_risk_acknowledged: boolean;
  metadata: Metadata;
}

/**
 * A user holds a wallet for one asset.
 */
export interface WalletOpened {
  wallet_id: string;
  user_id: string;
  asset: string;
  /**
   * In how many decimals the wallet counts. Version 1 left that to the code.
   */
  decimals: number;
  price_risk_acknowledged: boolean;
  metadata: Metadata;
}

/**
 * The compliance hold on the wallet was lifted.
 */
export interface WalletUnfrozen {
  wallet_id: string;
  reason: string;
}

/**
 * An address for events was registered, with a key pair of its own. It starts disabled.
 */
export interface WebhookEndpointCreated {
  webhook_endpoint_id: string;
  url: string;
  /**
   * Types to deliver; empty for all of them.
   */
  event_types: readonly string[];
  /**
   * The integrator's own note.
   */
  description: string | null;
  /**
   * PEM of the Ed25519 public key.
   */
  public_key_pem: string;
  /**
   * The private key, sealed under a key that follows from the master key, base64url.
   */
  sealed_private_key: string;
}

/**
 * An endpoint was deleted; nothing is delivered to it any more.
 */
export interface WebhookEndpointDeleted {
  webhook_endpoint_id: string;
}

/**
 * The service disabled an endpoint. An integrator who does so records webhook_endpoint.updated.
 */
export interface WebhookEndpointDisabled {
  webhook_endpoint_id: string;
  /**
   * gone: the endpoint answered 410. failing: no attempt has succeeded for five days.
   */
  cause: 'gone' | 'failing';
  /**
   * If the cause is failing: when the first attempt since the last success failed. ISO 8601.
   */
  failing_since?: string;
}

/**
 * An endpoint got a new key pair. Deliveries are signed with the old one too until it expires.
 */
export interface WebhookEndpointKeyRotated {
  webhook_endpoint_id: string;
  /**
   * PEM of the Ed25519 public key.
   */
  public_key_pem: string;
  /**
   * The private key, sealed under a key that follows from the master key, base64url.
   */
  sealed_private_key: string;
  /**
   * ISO 8601 UTC with milliseconds; a time that is over where the old key is not to be used any more.
   */
  previous_key_expires_at: string;
}

/**
 * A test event for an endpoint was asked for.
 */
export interface WebhookEndpointTested {
  webhook_endpoint_id: string;
}

/**
 * Something about an endpoint changed; a field that is absent kept its value. What is delivered follows from the newest state: an endpoint that is enabled gets the events after this one.
 */
export interface WebhookEndpointUpdated {
  webhook_endpoint_id: string;
  url?: string;
  /**
   * Types to deliver; empty for all of them.
   */
  event_types?: readonly string[];
  status?: 'enabled' | 'disabled';
  /**
   * The integrator's own note.
   */
  description?: string | null;
}

/** Every event of a activity stream: its name and its data. */
export type ActivityEvent = { readonly type: 'action.recorded'; readonly data: ActionRecorded };
export type ActivityEventType = ActivityEvent['type'];
/** The data of the event with this name. */
export type ActivityEventData<T extends ActivityEventType> = Extract<ActivityEvent, { type: T }>['data'];
/** Version of the data that this code writes, by event. */
export const activityEventVersions = {
  'action.recorded': 1,
} as const satisfies Record<ActivityEventType, number>;

/** Every event of a book's stream: its name and its data. */
export type BookEvent =
  | { readonly type: 'allocation.received'; readonly data: AllocationReceived }
  | { readonly type: 'book.closed'; readonly data: BookClosed }
  | { readonly type: 'book.opened'; readonly data: BookOpened }
  | { readonly type: 'clock.advanced'; readonly data: ClockAdvanced }
  | { readonly type: 'deposit.arrived'; readonly data: DepositArrived }
  | { readonly type: 'deposit.decision_told'; readonly data: DepositDecisionTold }
  | { readonly type: 'deposit.reversed'; readonly data: DepositReversed }
  | { readonly type: 'deposit.sent_back'; readonly data: DepositSentBack }
  | { readonly type: 'deposit_account.deactivated'; readonly data: DepositAccountDeactivated }
  | { readonly type: 'deposit_account.opened'; readonly data: DepositAccountOpened }
  | { readonly type: 'deposit_account.reactivated'; readonly data: DepositAccountReactivated }
  | { readonly type: 'event.redelivery_requested'; readonly data: EventRedeliveryRequested }
  | { readonly type: 'identity.submitted'; readonly data: IdentitySubmitted }
  | { readonly type: 'note.added'; readonly data: NoteAdded }
  | { readonly type: 'offramp.approved'; readonly data: OfframpApproved }
  | { readonly type: 'onboarding_link.completed'; readonly data: OnboardingLinkCompleted }
  | { readonly type: 'onboarding_links.issued'; readonly data: OnboardingLinksIssued }
  | { readonly type: 'payout.returned_late'; readonly data: PayoutReturnedLate }
  | { readonly type: 'payout_account.deleted'; readonly data: PayoutAccountDeleted }
  | { readonly type: 'payout_account.name_checked'; readonly data: PayoutAccountNameChecked }
  | { readonly type: 'payout_account.opened'; readonly data: PayoutAccountOpened }
  | { readonly type: 'payout_account.screened'; readonly data: PayoutAccountScreened }
  | { readonly type: 'posting.recorded'; readonly data: PostingRecorded }
  | { readonly type: 'proposal.created'; readonly data: ProposalCreated }
  | { readonly type: 'proposal.ended'; readonly data: ProposalEnded }
  | { readonly type: 'proposal.executed'; readonly data: ProposalExecuted }
  | { readonly type: 'quote.created'; readonly data: QuoteCreated }
  | { readonly type: 'request.recorded'; readonly data: RequestRecorded }
  | { readonly type: 'task.dropped'; readonly data: TaskDropped }
  | { readonly type: 'transfer.created'; readonly data: TransferCreated }
  | { readonly type: 'transfer.state_changed'; readonly data: TransferStateChanged }
  | { readonly type: 'transfer_batch.created'; readonly data: TransferBatchCreated }
  | { readonly type: 'user.created'; readonly data: UserCreated }
  | { readonly type: 'user.deactivated'; readonly data: UserDeactivated }
  | { readonly type: 'user.forgotten'; readonly data: UserForgotten }
  | { readonly type: 'user.kyc_status_changed'; readonly data: UserKycStatusChanged }
  | { readonly type: 'user.screened'; readonly data: UserScreened }
  | { readonly type: 'user.terms_status_changed'; readonly data: UserTermsStatusChanged }
  | { readonly type: 'user.updated'; readonly data: UserUpdated }
  | { readonly type: 'wallet.frozen'; readonly data: WalletFrozen }
  | { readonly type: 'wallet.opened'; readonly data: WalletOpened }
  | { readonly type: 'wallet.unfrozen'; readonly data: WalletUnfrozen }
  | { readonly type: 'webhook_endpoint.created'; readonly data: WebhookEndpointCreated }
  | { readonly type: 'webhook_endpoint.deleted'; readonly data: WebhookEndpointDeleted }
  | { readonly type: 'webhook_endpoint.disabled'; readonly data: WebhookEndpointDisabled }
  | { readonly type: 'webhook_endpoint.key_rotated'; readonly data: WebhookEndpointKeyRotated }
  | { readonly type: 'webhook_endpoint.tested'; readonly data: WebhookEndpointTested }
  | { readonly type: 'webhook_endpoint.updated'; readonly data: WebhookEndpointUpdated };
export type EventType = BookEvent['type'];
/** The data of the event with this name. */
export type EventData<T extends EventType> = Extract<BookEvent, { type: T }>['data'];
/** Version of the data that this code writes, by event. */
export const eventVersions = {
  'allocation.received': 1,
  'book.closed': 1,
  'book.opened': 1,
  'clock.advanced': 1,
  'deposit.arrived': 1,
  'deposit.decision_told': 1,
  'deposit.reversed': 1,
  'deposit.sent_back': 1,
  'deposit_account.deactivated': 1,
  'deposit_account.opened': 1,
  'deposit_account.reactivated': 1,
  'event.redelivery_requested': 1,
  'identity.submitted': 1,
  'note.added': 1,
  'offramp.approved': 1,
  'onboarding_link.completed': 1,
  'onboarding_links.issued': 1,
  'payout.returned_late': 1,
  'payout_account.deleted': 1,
  'payout_account.name_checked': 1,
  'payout_account.opened': 1,
  'payout_account.screened': 1,
  'posting.recorded': 1,
  'proposal.created': 2,
  'proposal.ended': 1,
  'proposal.executed': 1,
  'quote.created': 1,
  'request.recorded': 1,
  'task.dropped': 1,
  'transfer.created': 1,
  'transfer.state_changed': 1,
  'transfer_batch.created': 1,
  'user.created': 1,
  'user.deactivated': 1,
  'user.forgotten': 1,
  'user.kyc_status_changed': 1,
  'user.screened': 1,
  'user.terms_status_changed': 1,
  'user.updated': 1,
  'wallet.frozen': 1,
  'wallet.opened': 2,
  'wallet.unfrozen': 1,
  'webhook_endpoint.created': 1,
  'webhook_endpoint.deleted': 1,
  'webhook_endpoint.disabled': 1,
  'webhook_endpoint.key_rotated': 1,
  'webhook_endpoint.tested': 1,
  'webhook_endpoint.updated': 1,
} as const satisfies Record<EventType, number>;

/** Every event of a platform stream: its name and its data. */
export type PlatformEvent =
  | { readonly type: 'history.accepted'; readonly data: HistoryAccepted }
  | { readonly type: 'integrator.brand_changed'; readonly data: IntegratorBrandChanged }
  | { readonly type: 'integrator.created'; readonly data: IntegratorCreated }
  | { readonly type: 'key.expiry_set'; readonly data: KeyExpirySet }
  | { readonly type: 'key.issued'; readonly data: KeyIssued }
  | { readonly type: 'key.revoked'; readonly data: KeyRevoked }
  | { readonly type: 'master_key.introduced'; readonly data: MasterKeyIntroduced }
  | { readonly type: 'master_key.replaced'; readonly data: MasterKeyReplaced }
  | { readonly type: 'names.screened'; readonly data: NamesScreened }
  | { readonly type: 'operator.identified'; readonly data: OperatorIdentified }
  | { readonly type: 'operator_token.expiry_set'; readonly data: OperatorTokenExpirySet }
  | { readonly type: 'operator_token.issued'; readonly data: OperatorTokenIssued }
  | { readonly type: 'operator_token.revoked'; readonly data: OperatorTokenRevoked }
  | { readonly type: 'projection.drop_requested'; readonly data: ProjectionDropRequested }
  | { readonly type: 'projection.rebuild_requested'; readonly data: ProjectionRebuildRequested }
  | { readonly type: 'projection.verify_requested'; readonly data: ProjectionVerifyRequested }
  | { readonly type: 'rail.availability_changed'; readonly data: RailAvailabilityChanged }
  | { readonly type: 'request.recorded'; readonly data: PlatformRequestRecorded }
  | { readonly type: 'sandbox.reset'; readonly data: SandboxReset }
  | { readonly type: 'snapshots.changed'; readonly data: SnapshotsChanged }
  | { readonly type: 'time_zone.changed'; readonly data: TimeZoneChanged };
export type PlatformEventType = PlatformEvent['type'];
/** The data of the event with this name. */
export type PlatformEventData<T extends PlatformEventType> = Extract<PlatformEvent, { type: T }>['data'];
/** Version of the data that this code writes, by event. */
export const platformEventVersions = {
  'history.accepted': 1,
  'integrator.brand_changed': 1,
  'integrator.created': 1,
  'key.expiry_set': 1,
  'key.issued': 1,
  'key.revoked': 1,
  'master_key.introduced': 1,
  'master_key.replaced': 1,
  'names.screened': 1,
  'operator.identified': 1,
  'operator_token.expiry_set': 1,
  'operator_token.issued': 1,
  'operator_token.revoked': 1,
  'projection.drop_requested': 1,
  'projection.rebuild_requested': 1,
  'projection.verify_requested': 1,
  'rail.availability_changed': 1,
  'request.recorded': 1,
  'sandbox.reset': 1,
  'snapshots.changed': 1,
  'time_zone.changed': 1,
} as const satisfies Record<PlatformEventType, number>;

/** Every event of a reconciliation stream: its name and its data. */
export type ReconciliationEvent =
  | { readonly type: 'break.accepted'; readonly data: BreakAccepted }
  | { readonly type: 'break.assigned'; readonly data: BreakAssigned }
  | { readonly type: 'break.written_off'; readonly data: BreakWrittenOff }
  | { readonly type: 'day.closed'; readonly data: DayClosed }
  | { readonly type: 'items.grouped'; readonly data: ItemsGrouped }
  | { readonly type: 'items.linked'; readonly data: ItemsLinked }
  | { readonly type: 'items.separated'; readonly data: ItemsSeparated }
  | { readonly type: 'matches.recorded'; readonly data: MatchesRecorded }
  | { readonly type: 'movements.collected'; readonly data: MovementsCollected }
  | { readonly type: 'proposal.created'; readonly data: ReconciliationProposalCreated }
  | { readonly type: 'proposal.ended'; readonly data: ReconciliationProposalEnded }
  | { readonly type: 'proposal.executed'; readonly data: ReconciliationProposalExecuted }
  | { readonly type: 'request.recorded'; readonly data: ReconciliationRequestRecorded }
  | { readonly type: 'statement.imported'; readonly data: StatementImported }
  | { readonly type: 'statement.line_recorded'; readonly data: StatementLineRecorded }
  | { readonly type: 'statement.started'; readonly data: StatementStarted }
  | { readonly type: 'statement.voided'; readonly data: StatementVoided }
  | { readonly type: 'totals.collected'; readonly data: TotalsCollected };
export type ReconciliationEventType = ReconciliationEvent['type'];
/** The data of the event with this name. */
export type ReconciliationEventData<T extends ReconciliationEventType> = Extract<
  ReconciliationEvent,
  { type: T }
>['data'];
/** Version of the data that this code writes, by event. */
export const reconciliationEventVersions = {
  'break.accepted': 1,
  'break.assigned': 1,
  'break.written_off': 1,
  'day.closed': 2,
  'items.grouped': 1,
  'items.linked': 1,
  'items.separated': 1,
  'matches.recorded': 1,
  'movements.collected': 2,
  'proposal.created': 2,
  'proposal.ended': 1,
  'proposal.executed': 1,
  'request.recorded': 1,
  'statement.imported': 2,
  'statement.line_recorded': 2,
  'statement.started': 2,
  'statement.voided': 1,
  'totals.collected': 1,
} as const satisfies Record<ReconciliationEventType, number>;

/** Every event of a treasury stream: its name and its data. */
export type TreasuryEvent =
  | { readonly type: 'allocation.recorded'; readonly data: AllocationRecorded }
  | { readonly type: 'proposal.created'; readonly data: TreasuryProposalCreated }
  | { readonly type: 'proposal.ended'; readonly data: TreasuryProposalEnded }
  | { readonly type: 'proposal.executed'; readonly data: TreasuryProposalExecuted }
  | { readonly type: 'request.recorded'; readonly data: TreasuryRequestRecorded }
  | { readonly type: 'trade.recorded'; readonly data: TradeRecorded };
export type TreasuryEventType = TreasuryEvent['type'];
/** The data of the event with this name. */
export type TreasuryEventData<T extends TreasuryEventType> = Extract<TreasuryEvent, { type: T }>['data'];
/** Version of the data that this code writes, by event. */
export const treasuryEventVersions = {
  'allocation.recorded': 1,
  'proposal.created': 2,
  'proposal.ended': 1,
  'proposal.executed': 1,
  'request.recorded': 1,
  'trade.recorded': 1,
} as const satisfies Record<TreasuryEventType, number>;
