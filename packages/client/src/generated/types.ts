// Generated from schemas/ by `npm run generate`. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description Decimal string with exactly the decimals of its unit. */
    readonly Amount: string;
    /** @description Decimal string with up to 15 digits before the point and at most the decimals of its unit after it. No sign, exponent, or spaces; JSON numbers are rejected. */
    readonly AmountInput: string;
    /** @description Asset code, such as `svc-points` or `svc-coin`. `GET /v1/routes` lists all codes; more may be added. */
    readonly Asset: string;
    /**
     * @description Asset code. `GET /v1/routes` lists all codes.
     * @enum {string}
     */
    readonly AssetInput: 'svc-points' | 'svc-coin';
    /**
     * @description Proves what an account contained when the state of its book was last signed. `docs/auditors.md` has a program of 24 lines that verifies it, without the service and without any event. An addition to the API contract.
     * @example {
     *       "object": "balance_proof",
     *       "stream": "book-int_01kakz3v000000000000000000-sandbox",
     *       "account": "wal_01kakz3v000000000000000003",
     *       "key_id": "d1f0a3b2",
     *       "checkpoint": "svc-ledger/book-int_01kakz3v000000000000000000-sandbox\n1204\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\ntime 2026-11-21T09:30:00.000Z\nmacs 0\nstate 9dNBe0Fy1Pp3Gr9Xb2V2s0aZ1m3m0c4Zq1C1f0b0G2w=\nfold 9 qF0m9W7eQm2q0x5sH1S1lB0c9r0T0m7C3dYk4w8l3XE=\n\n— svc-ledger 0fCjsp3Z…\n",
     *       "leaves": 2,
     *       "balances": [
     *         {
     *           "line": "balance wal_01kakz3v000000000000000003 svc-points 1250.00 1000.00",
     *           "index": 1,
     *           "path": [
     *             "K3Qm0c4Zq1C1f0b0G2w9dNBe0Fy1Pp3Gr9Xb2V2s0aY="
     *           ]
     *         }
     *       ]
     *     }
     */
    readonly BalanceProof: {
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'balance_proof';
      /** @description The stream of the book. */
      readonly stream: string;
      /** @description The wallet. */
      readonly account: string;
      /** @description The key that signed the checkpoint, as in its public key `svc-ledger+<key_id>+…`. Get that key in another way than this answer. */
      readonly key_id: string;
      /** @description The signed note: the stream, its number of events, the hash of the last one, the time, and the root `state`; then an empty line and the Ed25519 signature. */
      readonly checkpoint: string;
      /** @description The number of lines in the signed state, which says how a path turns. */
      readonly leaves: number;
      /** @description The line of the available balance, and one of the pending balance if it ever changed. */
      readonly balances: readonly components['schemas']['BalanceProofLine'][];
    };
    /** @description A line of the signed state, and the hashes that lead from it to the signed root (RFC 6962). */
    readonly BalanceProofLine: {
      /** @description `balance`, the account (with `:pending` for the pending balance), the unit, the amount, and for points the cashable part. */
      readonly line: string;
      /** @description The position of the line among all lines. */
      readonly index: number;
      /** @description Hashes in base64, from the bottom up. */
      readonly path: readonly string[];
    };
    /** @description A transfer between the wallets of two users. */
    readonly BatchTransferCreate: {
      readonly source: components['schemas']['WalletInput'];
      readonly destination: components['schemas']['WalletInput'];
      /** @description Amount in the asset of the wallets. */
      readonly amount: components['schemas']['AmountInput'];
      /** @description Your own reference, 1 to 255 characters. It need not be unique. */
      readonly integrator_reference?: string;
      readonly metadata?: components['schemas']['Metadata'];
    };
    /** @description Why a transfer of a batch was refused. It has the members that the error of a single transfer would have. */
    readonly BatchTransferError: {
      readonly type: components['schemas']['ErrorType'];
      readonly code: components['schemas']['ErrorCode'];
      /** @description Human-readable sentence. */
      readonly message: string;
      /** @description Invalid fields of the transfer. */
      readonly details?: readonly {
        /** @description Dotted path of the field in the transfer, such as `amount`. */
        readonly field: string;
        /** @description Stable code, as in the details of an error. */
        readonly code: string;
        /** @description Human-readable sentence; never contains the value. */
        readonly message: string;
      }[];
    };
    /** @description ISO 3166-1 alpha-2 country code. */
    readonly Country: string;
    /** @description ISO 4217 currency code in lower case. */
    readonly Currency: string;
    /** @description One attempt to deliver an event. */
    readonly Delivery: {
      readonly event_id: components['schemas']['EventId'];
      readonly webhook_endpoint_id: components['schemas']['WebhookEndpointId'];
      /** @description Number of the attempt, starting at 1. */
      readonly attempt: number;
      /** @description Whether the endpoint responded with 2xx in time. */
      readonly succeeded: boolean;
      /** @description HTTP status of the response; `null` if there was none. */
      readonly response_status: number | null;
      /** @description The error; `null` if the delivery succeeded. */
      readonly error: string | null;
      readonly attempted_at: components['schemas']['Timestamp'];
    };
    /**
     * @description A payment received by a deposit account.
     * @example {
     *       "id": "dep_01kakz3v000000000000000007",
     *       "object": "deposit",
     *       "deposit_account_id": "da_01kakz3v000000000000000006",
     *       "transfer_id": "trf_01kakz3v000000000000000008",
     *       "state": "completed",
     *       "amount_received": "250.00",
     *       "currency": "usd",
     *       "fees": [],
     *       "rate": "100",
     *       "amount_credited": "25000.00",
     *       "rail_reference": "EFT-20261121-0001",
     *       "return_reason": null,
     *       "created_at": "2026-11-21T09:30:00.000Z"
     *     }
     */
    readonly Deposit: {
      readonly id: components['schemas']['DepositId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'deposit';
      readonly deposit_account_id: components['schemas']['DepositAccountId'];
      /** @description The on-ramp created for the payment. */
      readonly transfer_id: components['schemas']['TransferId'];
      readonly state: components['schemas']['DepositState'];
      /** @description Amount received, in `currency`. */
      readonly amount_received: components['schemas']['Amount'];
      readonly currency: components['schemas']['Currency'];
      /** @description Fees charged on the deposit. */
      readonly fees: readonly components['schemas']['Fee'][];
      /** @description Points per unit of `currency`. */
      readonly rate: components['schemas']['RateValue'];
      /** @description Amount credited to the wallet, in its asset; zero until it is credited or if the payment was returned. */
      readonly amount_credited: components['schemas']['Amount'];
      /** @description The rail's reference for the payment. */
      readonly rail_reference: string;
      /** @description Why the payment was returned to the sender; `null` otherwise. */
      readonly return_reason: string | null;
      readonly created_at: components['schemas']['Timestamp'];
    };
    /**
     * @description Reusable bank details: each payment to them credits the wallet.
     * @example {
     *       "id": "da_01kakz3v000000000000000006",
     *       "object": "deposit_account",
     *       "user_id": "usr_01kakz3v000000000000000001",
     *       "status": "active",
     *       "source": {
     *         "currency": "usd",
     *         "rail": "bank_eft"
     *       },
     *       "destination": {
     *         "wallet_id": "wal_01kakz3v000000000000000003",
     *         "asset": "svc-points"
     *       },
     *       "deposit_instructions": {
     *         "type": "bank",
     *         "currency": "usd",
     *         "rail": "bank_eft",
     *         "bank_name": "First Harbour Bank",
     *         "bank_address": "1 Quay Street, Boston",
     *         "account_name": "SVC Custody",
     *         "account_number": "9001234567",
     *         "routing_code": "021000021",
     *         "reference": "SVC-7F3K2M"
     *       },
     *       "metadata": {},
     *       "version": 1,
     *       "created_at": "2026-11-21T09:30:00.000Z"
     *     }
     */
    readonly DepositAccount: {
      readonly id: components['schemas']['DepositAccountId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'deposit_account';
      readonly user_id: components['schemas']['UserId'];
      readonly status: components['schemas']['DepositAccountStatus'];
      /** @description The currency and rail of incoming payments. */
      readonly source: {
        readonly currency: components['schemas']['Currency'];
        readonly rail: components['schemas']['Rail'];
      };
      /** @description The wallet to credit. */
      readonly destination: {
        readonly wallet_id: components['schemas']['WalletId'];
        readonly asset: components['schemas']['Asset'];
      };
      readonly deposit_instructions: components['schemas']['DepositInstructions'];
      readonly metadata: components['schemas']['Metadata'];
      readonly version: components['schemas']['Version'];
      readonly created_at: components['schemas']['Timestamp'];
    };
    /**
     * @description A deposit account to create for one currency and rail. Only bank rails are supported.
     * @example {
     *       "source": {
     *         "currency": "usd",
     *         "rail": "bank_eft"
     *       },
     *       "destination": {
     *         "wallet_id": "wal_01kakz3v000000000000000003"
     *       }
     *     }
     */
    readonly DepositAccountCreate: {
      /** @description The currency and rail of incoming payments. */
      readonly source: {
        readonly currency: components['schemas']['Currency'];
        readonly rail: components['schemas']['Rail'];
      };
      /** @description The wallet to credit. */
      readonly destination: {
        readonly wallet_id: components['schemas']['IdInput'];
      };
      readonly metadata?: components['schemas']['Metadata'];
    };
    /** @description A change of a deposit account. */
    readonly DepositAccountEvent: {
      readonly id: components['schemas']['EventId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'event';
      /**
       * @description What happened.
       * @enum {string}
       */
      readonly type: 'deposit_account.deactivated';
      /**
       * @description API version that defines the format of `data`.
       * @constant
       */
      readonly api_version: 'v1';
      readonly created_at: components['schemas']['Timestamp'];
      /**
       * @description Type of the object in `data`.
       * @constant
       */
      readonly object_type: 'deposit_account';
      /** @description Version of the object in `data`. */
      readonly object_version: components['schemas']['Version'];
      /** @description Previous values of the changed fields; empty if the object was created. */
      readonly previous_attributes: {
        readonly [key: string]: unknown;
      };
      /** @description The object after the change. */
      readonly data: components['schemas']['DepositAccount'];
    };
    /** @description ID of a deposit account. */
    readonly DepositAccountId: string;
    /** @description One page of deposit accounts, newest first. */
    readonly DepositAccountPage: {
      readonly data: readonly components['schemas']['DepositAccount'][];
      /** @description Whether the list has more objects in the requested direction. */
      readonly has_more: boolean;
    };
    /**
     * @description Payments to a deactivated account are returned to the sender.
     * @enum {string}
     */
    readonly DepositAccountStatus: 'active' | 'deactivated';
    /** @description ID of a deposit. */
    readonly DepositId: string;
    /** @description Payment instructions. `type` determines the fields: `bank` has `bank_name`, `account_name`, and `account_number`; `mobile_money` has `provider`; `emailpay` has `amount`, `expires_at`, and `approval_url`. Fields of other types are absent. */
    readonly DepositInstructions:
      | {
          /** @constant */
          readonly type: 'bank';
          readonly currency: components['schemas']['Currency'];
          readonly rail: components['schemas']['Rail'];
          /** @description Name of the bank. */
          readonly bank_name: string;
          /** @description Address of the bank. */
          readonly bank_address?: string;
          /** @description Name of the account. */
          readonly account_name: string;
          /** @description Account number or IBAN. */
          readonly account_number: string;
          /** @description Branch, sort, or routing code. */
          readonly routing_code?: string;
          /** @description SWIFT/BIC of the bank. */
          readonly swift_bic?: string;
          /** @description The sender must include this reference so that the payment can be matched. */
          readonly reference: string;
          /** @description Amount to send, in `currency`. Bank details have it only for one-off on-ramps. */
          readonly amount?: components['schemas']['Amount'];
          /** @description After this time the transfer is canceled and late payments are returned. Bank details have it only for one-off on-ramps. */
          readonly expires_at?: components['schemas']['Timestamp'];
          readonly provider?: never;
          readonly merchant_code?: never;
          readonly phone_number?: never;
          readonly approval_url?: never;
        }
      | {
          /** @constant */
          readonly type: 'mobile_money';
          readonly currency: components['schemas']['Currency'];
          readonly rail: components['schemas']['Rail'];
          readonly bank_name?: never;
          readonly bank_address?: never;
          readonly account_name?: never;
          readonly account_number?: never;
          readonly routing_code?: never;
          readonly swift_bic?: never;
          /** @description The sender must include this reference so that the payment can be matched. */
          readonly reference: string;
          /** @description Amount to send, in `currency`. Bank details have it only for one-off on-ramps. */
          readonly amount?: components['schemas']['Amount'];
          /** @description After this time the transfer is canceled and late payments are returned. Bank details have it only for one-off on-ramps. */
          readonly expires_at?: components['schemas']['Timestamp'];
          /** @description The mobile-money provider. */
          readonly provider: string;
          /** @description Merchant, till, or paybill number. */
          readonly merchant_code?: string;
          /** @description Phone number to pay if there is no merchant code. */
          readonly phone_number?: string;
          readonly approval_url?: never;
        }
      | {
          /** @constant */
          readonly type: 'emailpay';
          readonly currency: components['schemas']['Currency'];
          readonly rail: components['schemas']['Rail'];
          readonly bank_name?: never;
          readonly bank_address?: never;
          readonly account_name?: never;
          readonly account_number?: never;
          readonly routing_code?: never;
          readonly swift_bic?: never;
          /** @description The sender must include this reference so that the payment can be matched. */
          readonly reference: string;
          /** @description Amount to send, in `currency`. Bank details have it only for one-off on-ramps. */
          readonly amount: components['schemas']['Amount'];
          /** @description After this time the transfer is canceled and late payments are returned. Bank details have it only for one-off on-ramps. */
          readonly expires_at: components['schemas']['Timestamp'];
          readonly provider?: never;
          readonly merchant_code?: never;
          readonly phone_number?: never;
          /**
           * Format: uri
           * @description Hosted approval page for the payer.
           */
          readonly approval_url: string;
        };
    /** @description One page of deposits, newest first. */
    readonly DepositPage: {
      readonly data: readonly components['schemas']['Deposit'][];
      /** @description Whether the list has more objects in the requested direction. */
      readonly has_more: boolean;
    };
    /**
     * @description State of the deposit's transfer after the payment arrived.
     * @enum {string}
     */
    readonly DepositState: 'funds_received' | 'in_review' | 'completed' | 'returned' | 'failed';
    /**
     * Format: idn-email
     * @description Email address. Letters outside ASCII are allowed on both sides of the `@`.
     */
    readonly Email: string;
    /**
     * @description The operation takes no body. Send none, or an empty object.
     * @example {}
     */
    readonly EmptyBody: Record<string, never>;
    /** @description One side of a transfer with its owner and unit. `type` determines the fields: a wallet has `wallet_id`, `user_id`, and `asset`; fiat has `currency` and `rail`; a payout account has `payout_account_id`, `user_id`, `currency`, and `rail`. */
    readonly Endpoint:
      | {
          /** @constant */
          readonly type: 'wallet';
          readonly wallet_id: components['schemas']['WalletId'];
          readonly payout_account_id?: never;
          /** @description Owner of the wallet or payout account. */
          readonly user_id: components['schemas']['UserId'];
          readonly asset: components['schemas']['Asset'];
          readonly currency?: never;
          readonly rail?: never;
        }
      | {
          /** @constant */
          readonly type: 'fiat';
          readonly wallet_id?: never;
          readonly payout_account_id?: never;
          readonly user_id?: never;
          readonly asset?: never;
          readonly currency: components['schemas']['Currency'];
          readonly rail: components['schemas']['Rail'];
        }
      | {
          /** @constant */
          readonly type: 'payout_account';
          readonly wallet_id?: never;
          readonly payout_account_id: components['schemas']['PayoutAccountId'];
          /** @description Owner of the wallet or payout account. */
          readonly user_id: components['schemas']['UserId'];
          readonly asset?: never;
          readonly currency: components['schemas']['Currency'];
          readonly rail: components['schemas']['Rail'];
        };
    /**
     * @description Stable error code for programs.
     * @enum {string}
     */
    readonly ErrorCode:
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
    /** @description An error in one field. */
    readonly ErrorDetail: {
      /** @description Dotted path of the field, such as `source.wallet_id`. */
      readonly field: string;
      /** @description Stable code, such as `required`, `unknown_field`, `not_allowed`, `wrong_type`, `invalid_format`, `invalid_value`, `too_long`, `too_short`, `too_many`, `out_of_range`. */
      readonly code: string;
      /** @description Human-readable sentence; never contains the value. */
      readonly message: string;
    };
    /**
     * @description The body of every response with a status of 400 or higher.
     * @example {
     *       "error": {
     *         "type": "invalid_request",
     *         "code": "validation_failed",
     *         "message": "The request has invalid fields. See details.",
     *         "request_id": "req_01kakz3v00000000000000000d",
     *         "doc_url": "http://127.0.0.1:3000/docs/errors/validation_failed",
     *         "details": [
     *           {
     *             "field": "source.wallet_id",
     *             "code": "required",
     *             "message": "This field is required."
     *           }
     *         ]
     *       }
     *     }
     */
    readonly ErrorEnvelope: {
      /** @description The error. */
      readonly error: {
        readonly type: components['schemas']['ErrorType'];
        readonly code: components['schemas']['ErrorCode'];
        /** @description Human-readable sentence that explains what to do. */
        readonly message: string;
        /** @description Include it in support requests. */
        readonly request_id: components['schemas']['RequestId'];
        /**
         * Format: uri
         * @description The page of the error code in the documentation. An addition to the API contract; absent from replays of errors that an older release stored.
         */
        readonly doc_url?: string;
        /** @description One entry for each invalid field. */
        readonly details?: readonly components['schemas']['ErrorDetail'][];
        /** @description For `external_reference_exists`, the ID of the user with that reference; for `wallet_exists`, the ID of the wallet. */
        readonly existing_id?: string;
      };
    };
    /**
     * @description The category of the error, determined by the status.
     * @enum {string}
     */
    readonly ErrorType:
      | 'invalid_request'
      | 'authentication_error'
      | 'permission_error'
      | 'not_found'
      | 'conflict'
      | 'rate_limited'
      | 'not_implemented'
      | 'provider_unavailable'
      | 'api_error';
    /** @description ID of an event. */
    readonly EventId: string;
    /**
     * @description The target of a redelivery.
     * @example {
     *       "webhook_endpoint_id": "we_01kakz3v00000000000000000b"
     *     }
     */
    readonly EventRedeliver: {
      /** @description Delivers to this endpoint only, even if it does not subscribe to the type. Default: every enabled endpoint that subscribes to the type. */
      readonly webhook_endpoint_id?: components['schemas']['IdInput'];
    };
    /**
     * @description Server-sent events (the format that `EventSource` reads), in UTF-8. The `data` of each is a `PublicEvent`.
     * @example retry: 1000
     *     id: evt_01kakz3v00000000000000000f
     *
     *     id: evt_01kakz3v00000000000000000g
     *     event: user.created
     *     data: {"id":"evt_01kakz3v00000000000000000g","object":"event","type":"user.created","api_version":"v1"}
     *
     *     : heartbeat
     */
    readonly EventStream: string;
    /** @description A fee kept by the service. */
    readonly Fee: {
      /** @description `svc` is the service's spread. */
      readonly type: string;
      readonly amount: components['schemas']['Amount'];
      /** @description The asset or currency of `amount`. */
      readonly unit: string;
    };
    /** @description Fiat on a rail. */
    readonly FiatInput: {
      /**
       * @description Determines the variant.
       * @constant
       */
      readonly type: 'fiat';
      readonly currency: components['schemas']['Currency'];
      readonly rail: components['schemas']['Rail'];
    };
    /** @description A hosted page for the user. */
    readonly HostedLink: {
      /**
       * Format: uri
       * @description URL to send the user to.
       */
      readonly url: string;
      /**
       * @description Whether the link can still be used.
       * @enum {string}
       */
      readonly status: 'open' | 'completed' | 'expired';
      readonly expires_at: components['schemas']['Timestamp'];
    };
    /** @description ID of an object. An ID with the prefix of another kind of object is 404. */
    readonly IdInput: string;
    /**
     * @description Status of the identity check. Submitted data is `under_review` and becomes `approved`, `rejected`, or `incomplete`. After the last two, create new links so that the user can try again.
     * @enum {string}
     */
    readonly KycStatus: 'not_started' | 'under_review' | 'incomplete' | 'approved' | 'rejected';
    /**
     * @description Money that came back after the transfer was completed: the bank returned the payout, or took the deposit back. The transfer stays `completed`; this happens at most once. An addition to the API contract.
     * @example {
     *       "id": "trf_01kakz3v000000000000000008",
     *       "object": "late_movement",
     *       "type": "reversal",
     *       "wallet_id": "wal_01kakz3v000000000000000003",
     *       "points": "250.00",
     *       "receivable": "50.00",
     *       "amount": "250.00",
     *       "currency": "usd",
     *       "rail": "bank_eft",
     *       "rail_reference": "EFT-20261121-0042",
     *       "return_reference": null,
     *       "reason": {
     *         "code": "direct_debit_returned",
     *         "message": "The payer's bank took the payment back."
     *       },
     *       "version": 1,
     *       "created_at": "2026-11-25T09:30:00.000Z"
     *     }
     */
    readonly LateMovement: {
      /** @description The ID of the transfer, which has at most one late movement. */
      readonly id: components['schemas']['TransferId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'late_movement';
      /**
       * @description `return`: a completed payout came back, and the wallet is credited. `reversal`: the bank took a credited deposit back, and the wallet is debited.
       * @enum {string}
       */
      readonly type: 'return' | 'reversal';
      readonly wallet_id: components['schemas']['WalletId'];
      /** @description Points credited to the wallet (`return`), or taken back (`reversal`). */
      readonly points: components['schemas']['Amount'];
      /** @description The part of `points` that the wallet did not have, and that the user owes now; zero for a `return`. */
      readonly receivable: components['schemas']['Amount'];
      /** @description Fiat that the bank moved. */
      readonly amount: components['schemas']['Amount'];
      readonly currency: components['schemas']['Currency'];
      readonly rail: components['schemas']['Rail'];
      /** @description The rail's reference of the original payment. */
      readonly rail_reference: string | null;
      /** @description The bank's reference of the payment that went the other way. */
      readonly return_reference: string | null;
      readonly reason: components['schemas']['Reason'];
      readonly version: components['schemas']['Version'];
      readonly created_at: components['schemas']['Timestamp'];
    };
    /** @description Money of a completed transfer came back late. An addition to the API contract. */
    readonly LateMovementEvent: {
      readonly id: components['schemas']['EventId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'event';
      /**
       * @description What happened.
       * @enum {string}
       */
      readonly type: 'payout.returned_late' | 'deposit.reversed';
      /**
       * @description API version that defines the format of `data`.
       * @constant
       */
      readonly api_version: 'v1';
      readonly created_at: components['schemas']['Timestamp'];
      /**
       * @description Type of the object in `data`.
       * @constant
       */
      readonly object_type: 'late_movement';
      /** @description Version of the object in `data`. */
      readonly object_version: components['schemas']['Version'];
      /** @description Always empty: the object never changes. */
      readonly previous_attributes: {
        readonly [key: string]: unknown;
      };
      /** @description The object. */
      readonly data: components['schemas']['LateMovement'];
    };
    /** @description Your own key-value pairs, returned unchanged: up to 50 keys of up to 40 characters; values are strings of up to 500 characters. */
    readonly Metadata: {
      readonly [key: string]: string;
    };
    /**
     * @description Links to the hosted identity check and terms. They expire after 24 hours, or when new links are created.
     * @example {
     *       "object": "onboarding_links",
     *       "user_id": "usr_01kakz3v000000000000000001",
     *       "kyc": {
     *         "url": "https://svc.example/onboarding/usr_01kakz3v000000000000000001/kyc/4pYv0rX2c8mJ6tQwZbK1nHs7dLfAe9uGiRoPxVyT3Mk",
     *         "status": "open",
     *         "expires_at": "2026-11-21T09:30:00.000Z"
     *       },
     *       "terms": {
     *         "url": "https://svc.example/onboarding/usr_01kakz3v000000000000000001/terms/hT5kQeW9aVb2ZxNc7RmUy4PfJs6LdGi1oKw8XtHq0Es",
     *         "status": "open",
     *         "expires_at": "2026-11-21T09:30:00.000Z"
     *       }
     *     }
     */
    readonly OnboardingLinks: {
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'onboarding_links';
      readonly user_id: components['schemas']['UserId'];
      readonly kyc: components['schemas']['HostedLink'];
      readonly terms: components['schemas']['HostedLink'];
    };
    /**
     * @description Where the hosted pages redirect the user when finished.
     * @example {
     *       "redirect_url": "https://shop.example/welcome"
     *     }
     */
    readonly OnboardingLinksCreate: {
      /**
       * Format: iri
       * @description HTTPS URL of up to 2048 characters. HTTP is allowed for loopback addresses in the sandbox.
       */
      readonly redirect_url?: string;
    };
    /** @description A destination for off-ramps. Numbers and addresses are masked; details of other types are absent. */
    readonly PayoutAccount:
      | {
          readonly id: components['schemas']['PayoutAccountId'];
          /**
           * @description The object's type.
           * @constant
           */
          readonly object: 'payout_account';
          readonly user_id: components['schemas']['UserId'];
          /** @constant */
          readonly type: 'bank';
          readonly currency: components['schemas']['Currency'];
          readonly country: components['schemas']['Country'];
          readonly rail: components['schemas']['Rail'];
          /** @description Name of the account's owner; `null` after the user's personal data was erased. */
          readonly account_owner_name: string | null;
          /** @description A bank account. */
          readonly bank: {
            /** @description Name of the bank. */
            readonly bank_name: string;
            /** @description Last four characters of the account number; fewer if the number is very short. */
            readonly account_number_last4: string;
            /** @description Routing code. */
            readonly routing_code: string | null;
            /** @description SWIFT/BIC. */
            readonly swift_bic: string | null;
            /** @description Kind of bank account. */
            readonly account_type: ('checking' | 'savings' | 'other') | null;
          };
          readonly mobile_money?: never;
          readonly emailpay?: never;
          /**
           * @description A deleted account accepts no new off-ramps.
           * @enum {string}
           */
          readonly status: 'active' | 'deleted';
          /**
           * @description The rail's verification of `account_owner_name`; `not_supported` until a check starts.
           * @enum {string}
           */
          readonly name_check: 'not_supported' | 'pending' | 'match' | 'partial_match' | 'no_match';
          readonly metadata: components['schemas']['Metadata'];
          readonly version: components['schemas']['Version'];
          readonly created_at: components['schemas']['Timestamp'];
        }
      | {
          readonly id: components['schemas']['PayoutAccountId'];
          /**
           * @description The object's type.
           * @constant
           */
          readonly object: 'payout_account';
          readonly user_id: components['schemas']['UserId'];
          /** @constant */
          readonly type: 'mobile_money';
          readonly currency: components['schemas']['Currency'];
          readonly country: components['schemas']['Country'];
          readonly rail: components['schemas']['Rail'];
          /** @description Name of the account's owner; `null` after the user's personal data was erased. */
          readonly account_owner_name: string | null;
          readonly bank?: never;
          /** @description A mobile-money account. */
          readonly mobile_money: {
            /** @description The provider. */
            readonly provider: string;
            /** @description Last four digits of the number; fewer if the number is very short. */
            readonly phone_number_last4: string;
          };
          readonly emailpay?: never;
          /**
           * @description A deleted account accepts no new off-ramps.
           * @enum {string}
           */
          readonly status: 'active' | 'deleted';
          /**
           * @description The rail's verification of `account_owner_name`; `not_supported` until a check starts.
           * @enum {string}
           */
          readonly name_check: 'not_supported' | 'pending' | 'match' | 'partial_match' | 'no_match';
          readonly metadata: components['schemas']['Metadata'];
          readonly version: components['schemas']['Version'];
          readonly created_at: components['schemas']['Timestamp'];
        }
      | {
          readonly id: components['schemas']['PayoutAccountId'];
          /**
           * @description The object's type.
           * @constant
           */
          readonly object: 'payout_account';
          readonly user_id: components['schemas']['UserId'];
          /** @constant */
          readonly type: 'emailpay';
          readonly currency: components['schemas']['Currency'];
          readonly country: components['schemas']['Country'];
          readonly rail: components['schemas']['Rail'];
          /** @description Name of the account's owner; `null` after the user's personal data was erased. */
          readonly account_owner_name: string | null;
          readonly bank?: never;
          readonly mobile_money?: never;
          /** @description An emailpay recipient. */
          readonly emailpay: {
            /** @description Email address with most of its local part hidden. */
            readonly email_masked: string | null;
            /** @description Last four digits of the number; fewer if the number is very short. */
            readonly phone_number_last4: string | null;
          };
          /**
           * @description A deleted account accepts no new off-ramps.
           * @enum {string}
           */
          readonly status: 'active' | 'deleted';
          /**
           * @description The rail's verification of `account_owner_name`; `not_supported` until a check starts.
           * @enum {string}
           */
          readonly name_check: 'not_supported' | 'pending' | 'match' | 'partial_match' | 'no_match';
          readonly metadata: components['schemas']['Metadata'];
          readonly version: components['schemas']['Version'];
          readonly created_at: components['schemas']['Timestamp'];
        };
    /**
     * @description A payout account to register. Send only the details that belong to `type`; they are validated for the rail.
     * @example {
     *       "type": "bank",
     *       "currency": "usd",
     *       "country": "US",
     *       "rail": "bank_eft",
     *       "account_owner_name": "Ada Moreau",
     *       "bank": {
     *         "bank_name": "First Harbour Bank",
     *         "account_number": "000123456789",
     *         "routing_code": "021000021",
     *         "account_type": "checking"
     *       }
     *     }
     */
    readonly PayoutAccountCreate: {
      readonly type: components['schemas']['PayoutAccountType'];
      readonly currency: components['schemas']['Currency'];
      readonly country: components['schemas']['Country'];
      readonly rail: components['schemas']['Rail'];
      /** @description Name of the account's owner, up to 200 characters. It is screened against sanctions lists and verified with the rail if the rail supports it. */
      readonly account_owner_name: string;
      /** @description A bank account. */
      readonly bank?: {
        /** @description Name of the bank, up to 200 characters. */
        readonly bank_name: string;
        /** @description Account number or IBAN, up to 64 characters. */
        readonly account_number: string;
        /** @description Routing code in the format of the account's country. */
        readonly routing_code?: string;
        /** @description SWIFT/BIC of the bank. */
        readonly swift_bic?: string;
        /**
         * @description Kind of bank account.
         * @enum {string}
         */
        readonly account_type?: 'checking' | 'savings' | 'other';
      };
      /** @description A mobile-money account. */
      readonly mobile_money?: {
        /** @description The provider, up to 64 characters. */
        readonly provider: string;
        readonly phone_number: components['schemas']['Phone'];
      };
      /** @description An emailpay recipient: an email address, a phone number, or both. */
      readonly emailpay?: {
        readonly email?: components['schemas']['Email'];
        readonly phone?: components['schemas']['Phone'];
      };
      readonly metadata?: components['schemas']['Metadata'];
    } & (unknown & unknown & unknown);
    /** @description ID of a payout account. */
    readonly PayoutAccountId: string;
    /** @description A payout account. */
    readonly PayoutAccountInput: {
      /**
       * @description Determines the variant.
       * @constant
       */
      readonly type: 'payout_account';
      readonly payout_account_id: components['schemas']['IdInput'];
    };
    /** @description One page of payout accounts, newest first. */
    readonly PayoutAccountPage: {
      readonly data: readonly components['schemas']['PayoutAccount'][];
      /** @description Whether the list has more objects in the requested direction. */
      readonly has_more: boolean;
    };
    /**
     * @description Determines which details the account has.
     * @enum {string}
     */
    readonly PayoutAccountType: 'bank' | 'mobile_money' | 'emailpay';
    /** @description Phone number in E.164 format. */
    readonly Phone: string;
    /**
     * @description A change of an object, with a snapshot of the object after the change. Events may be delivered more than once and out of order; compare `object_version` to find the newer snapshot.
     * @example {
     *       "id": "evt_01kakz3v00000000000000000g",
     *       "object": "event",
     *       "type": "user.created",
     *       "api_version": "v1",
     *       "created_at": "2026-11-21T09:30:00.000Z",
     *       "object_type": "user",
     *       "object_version": 1,
     *       "previous_attributes": {},
     *       "data": {
     *         "id": "usr_01kakz3v00000000000000000h",
     *         "object": "user",
     *         "type": "individual",
     *         "external_reference": "customer-1042",
     *         "email": "ana@example.com",
     *         "phone": null,
     *         "first_name": "Ana",
     *         "last_name": "Silva",
     *         "country": null,
     *         "status": "active",
     *         "kyc_status": "not_started",
     *         "terms_status": "pending",
     *         "rejection_reasons": [],
     *         "metadata": {},
     *         "version": 1,
     *         "created_at": "2026-11-21T09:30:00.000Z",
     *         "updated_at": "2026-11-21T09:30:00.000Z"
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3v00000000000000000j",
     *       "object": "event",
     *       "type": "user.kyc_status_changed",
     *       "api_version": "v1",
     *       "created_at": "2026-11-21T09:30:02.000Z",
     *       "object_type": "user",
     *       "object_version": 2,
     *       "previous_attributes": {
     *         "kyc_status": "not_started",
     *         "version": 1,
     *         "updated_at": "2026-11-21T09:30:00.000Z"
     *       },
     *       "data": {
     *         "id": "usr_01kakz3v00000000000000000h",
     *         "object": "user",
     *         "type": "individual",
     *         "external_reference": "customer-1042",
     *         "email": "ana@example.com",
     *         "phone": null,
     *         "first_name": "Ana",
     *         "last_name": "Silva",
     *         "country": null,
     *         "status": "active",
     *         "kyc_status": "approved",
     *         "terms_status": "pending",
     *         "rejection_reasons": [],
     *         "metadata": {},
     *         "version": 2,
     *         "created_at": "2026-11-21T09:30:00.000Z",
     *         "updated_at": "2026-11-21T09:30:02.000Z"
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3v00000000000000000k",
     *       "object": "event",
     *       "type": "user.terms_status_changed",
     *       "api_version": "v1",
     *       "created_at": "2026-11-21T09:30:02.000Z",
     *       "object_type": "user",
     *       "object_version": 3,
     *       "previous_attributes": {
     *         "terms_status": "pending",
     *         "version": 2
     *       },
     *       "data": {
     *         "id": "usr_01kakz3v00000000000000000h",
     *         "object": "user",
     *         "type": "individual",
     *         "external_reference": "customer-1042",
     *         "email": "ana@example.com",
     *         "phone": null,
     *         "first_name": "Ana",
     *         "last_name": "Silva",
     *         "country": null,
     *         "status": "active",
     *         "kyc_status": "approved",
     *         "terms_status": "approved",
     *         "rejection_reasons": [],
     *         "metadata": {},
     *         "version": 3,
     *         "created_at": "2026-11-21T09:30:00.000Z",
     *         "updated_at": "2026-11-21T09:30:02.000Z"
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3v00000000000000000m",
     *       "object": "event",
     *       "type": "user.deactivated",
     *       "api_version": "v1",
     *       "created_at": "2026-11-21T09:30:04.000Z",
     *       "object_type": "user",
     *       "object_version": 4,
     *       "previous_attributes": {
     *         "status": "active",
     *         "version": 3,
     *         "updated_at": "2026-11-21T09:30:02.000Z"
     *       },
     *       "data": {
     *         "id": "usr_01kakz3v00000000000000000h",
     *         "object": "user",
     *         "type": "individual",
     *         "external_reference": "customer-1042",
     *         "email": "ana@example.com",
     *         "phone": null,
     *         "first_name": "Ana",
     *         "last_name": "Silva",
     *         "country": null,
     *         "status": "deactivated",
     *         "kyc_status": "approved",
     *         "terms_status": "approved",
     *         "rejection_reasons": [],
     *         "metadata": {},
     *         "version": 4,
     *         "created_at": "2026-11-21T09:30:00.000Z",
     *         "updated_at": "2026-11-21T09:30:04.000Z"
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3v00000000000000000p",
     *       "object": "event",
     *       "type": "transfer.created",
     *       "api_version": "v1",
     *       "created_at": "2026-11-21T09:30:00.000Z",
     *       "object_type": "transfer",
     *       "object_version": 1,
     *       "previous_attributes": {},
     *       "data": {
     *         "id": "trf_01kakz3v00000000000000000q",
     *         "object": "transfer",
     *         "kind": "offramp",
     *         "state": "pending",
     *         "state_reason": null,
     *         "source": {
     *           "type": "wallet",
     *           "wallet_id": "wal_01kakz3v00000000000000000r",
     *           "user_id": "usr_01kakz3v00000000000000000h",
     *           "asset": "svc-points"
     *         },
     *         "destination": {
     *           "type": "payout_account",
     *           "payout_account_id": "pa_01kakz3v00000000000000000s",
     *           "user_id": "usr_01kakz3v00000000000000000h",
     *           "currency": "usd",
     *           "rail": "bank_eft"
     *         },
     *         "amount": "200.00",
     *         "deposit_account_id": null,
     *         "deposit_instructions": null,
     *         "integrator_reference": null,
     *         "metadata": {},
     *         "version": 1,
     *         "created_at": "2026-11-21T09:30:00.000Z",
     *         "updated_at": "2026-11-21T09:30:00.000Z",
     *         "receipt": {
     *           "amount_debited": "200.00",
     *           "amount_paid_out": null,
     *           "rate": null,
     *           "fees": [],
     *           "rail_reference": null,
     *           "initiated_at": "2026-11-21T09:30:00.000Z",
     *           "completed_at": null
     *         }
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3v00000000000000000c",
     *       "object": "event",
     *       "type": "transfer.state_changed",
     *       "api_version": "v1",
     *       "created_at": "2026-11-21T09:30:00.000Z",
     *       "object_type": "transfer",
     *       "object_version": 2,
     *       "previous_attributes": {
     *         "state": "pending",
     *         "receipt": null,
     *         "updated_at": "2026-11-21T09:30:00.000Z"
     *       },
     *       "data": {
     *         "id": "trf_01kakz3v000000000000000008",
     *         "object": "transfer",
     *         "kind": "user_to_user",
     *         "state": "completed",
     *         "state_reason": null,
     *         "source": {
     *           "type": "wallet",
     *           "wallet_id": "wal_01kakz3v000000000000000003",
     *           "user_id": "usr_01kakz3v000000000000000001",
     *           "asset": "svc-points"
     *         },
     *         "destination": {
     *           "type": "wallet",
     *           "wallet_id": "wal_01kakz3v000000000000000004",
     *           "user_id": "usr_01kakz3v000000000000000002",
     *           "asset": "svc-points"
     *         },
     *         "amount": "25.00",
     *         "deposit_account_id": null,
     *         "deposit_instructions": null,
     *         "receipt": {
     *           "amount_debited": "25.00",
     *           "amount_credited": "25.00",
     *           "earned_amount": "5.00",
     *           "rate": null,
     *           "fees": [],
     *           "rail_reference": null,
     *           "initiated_at": "2026-11-21T09:30:00.000Z",
     *           "completed_at": "2026-11-21T09:30:00.000Z"
     *         },
     *         "integrator_reference": "order-5521",
     *         "metadata": {},
     *         "version": 2,
     *         "created_at": "2026-11-21T09:30:00.000Z",
     *         "updated_at": "2026-11-21T09:30:00.000Z"
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3v00000000000000000t",
     *       "object": "event",
     *       "type": "deposit.received",
     *       "api_version": "v1",
     *       "created_at": "2026-11-21T09:30:00.000Z",
     *       "object_type": "transfer",
     *       "object_version": 2,
     *       "previous_attributes": {
     *         "state": "awaiting_funds",
     *         "version": 1,
     *         "receipt": null
     *       },
     *       "data": {
     *         "id": "trf_01kakz3v00000000000000000v",
     *         "object": "transfer",
     *         "kind": "onramp",
     *         "state": "funds_received",
     *         "state_reason": null,
     *         "source": {
     *           "type": "fiat",
     *           "currency": "usd",
     *           "rail": "bank_eft"
     *         },
     *         "destination": {
     *           "type": "wallet",
     *           "wallet_id": "wal_01kakz3v00000000000000000r",
     *           "user_id": "usr_01kakz3v00000000000000000h",
     *           "asset": "svc-points"
     *         },
     *         "amount": "25.00",
     *         "deposit_account_id": "da_01kakz3v00000000000000000w",
     *         "deposit_instructions": null,
     *         "integrator_reference": null,
     *         "metadata": {},
     *         "version": 2,
     *         "created_at": "2026-11-21T09:30:00.000Z",
     *         "updated_at": "2026-11-21T09:30:00.000Z",
     *         "receipt": {
     *           "amount_expected": null,
     *           "amount_received": "25.00",
     *           "amount_credited": null,
     *           "rate": "100",
     *           "fees": [],
     *           "rail_reference": "EFT-1GFT64S48RND773X",
     *           "initiated_at": "2026-11-21T09:30:00.000Z",
     *           "completed_at": null
     *         }
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3v00000000000000000x",
     *       "object": "event",
     *       "type": "deposit.returned",
     *       "api_version": "v1",
     *       "created_at": "2026-11-21T09:30:00.000Z",
     *       "object_type": "transfer",
     *       "object_version": 2,
     *       "previous_attributes": {
     *         "state": "awaiting_funds",
     *         "state_reason": null,
     *         "version": 1
     *       },
     *       "data": {
     *         "id": "trf_01kakz3v00000000000000000y",
     *         "object": "transfer",
     *         "kind": "onramp",
     *         "state": "returned",
     *         "state_reason": {
     *           "code": "returned_by_rail",
     *           "message": "The rail returned the payment."
     *         },
     *         "source": {
     *           "type": "fiat",
     *           "currency": "usd",
     *           "rail": "bank_eft"
     *         },
     *         "destination": {
     *           "type": "wallet",
     *           "wallet_id": "wal_01kakz3v00000000000000000r",
     *           "user_id": "usr_01kakz3v00000000000000000h",
     *           "asset": "svc-points"
     *         },
     *         "amount": "25.00",
     *         "deposit_account_id": "da_01kakz3v00000000000000000w",
     *         "deposit_instructions": null,
     *         "integrator_reference": null,
     *         "metadata": {},
     *         "version": 2,
     *         "created_at": "2026-11-21T09:30:00.000Z",
     *         "updated_at": "2026-11-21T09:30:00.000Z",
     *         "receipt": null
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3v00000000000000000z",
     *       "object": "event",
     *       "type": "payout.returned",
     *       "api_version": "v1",
     *       "created_at": "2026-11-21T09:30:04.000Z",
     *       "object_type": "transfer",
     *       "object_version": 3,
     *       "previous_attributes": {
     *         "state": "payout_submitted",
     *         "state_reason": null,
     *         "version": 2,
     *         "updated_at": "2026-11-21T09:30:02.000Z"
     *       },
     *       "data": {
     *         "id": "trf_01kakz3v00000000000000000q",
     *         "object": "transfer",
     *         "kind": "offramp",
     *         "state": "returned",
     *         "state_reason": {
     *           "code": "returned_by_rail",
     *           "message": "The rail returned the payout."
     *         },
     *         "source": {
     *           "type": "wallet",
     *           "wallet_id": "wal_01kakz3v00000000000000000r",
     *           "user_id": "usr_01kakz3v00000000000000000h",
     *           "asset": "svc-points"
     *         },
     *         "destination": {
     *           "type": "payout_account",
     *           "payout_account_id": "pa_01kakz3v00000000000000000s",
     *           "user_id": "usr_01kakz3v00000000000000000h",
     *           "currency": "usd",
     *           "rail": "bank_eft"
     *         },
     *         "amount": "200.00",
     *         "deposit_account_id": null,
     *         "deposit_instructions": null,
     *         "integrator_reference": null,
     *         "metadata": {},
     *         "version": 3,
     *         "created_at": "2026-11-21T09:30:00.000Z",
     *         "updated_at": "2026-11-21T09:30:04.000Z",
     *         "receipt": {
     *           "amount_debited": "200.00",
     *           "amount_paid_out": "2.00",
     *           "rate": "0.01",
     *           "fees": [],
     *           "rail_reference": "EFT-3DRX4SFK86GPAS6B",
     *           "initiated_at": "2026-11-21T09:30:00.000Z",
     *           "completed_at": null
     *         }
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3v000000000000000010",
     *       "object": "event",
     *       "type": "deposit_account.deactivated",
     *       "api_version": "v1",
     *       "created_at": "2026-11-21T09:30:02.000Z",
     *       "object_type": "deposit_account",
     *       "object_version": 2,
     *       "previous_attributes": {
     *         "status": "active",
     *         "version": 1
     *       },
     *       "data": {
     *         "id": "da_01kakz3v00000000000000000w",
     *         "object": "deposit_account",
     *         "user_id": "usr_01kakz3v00000000000000000h",
     *         "source": {
     *           "currency": "usd",
     *           "rail": "bank_eft"
     *         },
     *         "destination": {
     *           "wallet_id": "wal_01kakz3v00000000000000000r",
     *           "asset": "svc-points"
     *         },
     *         "deposit_instructions": {
     *           "type": "bank",
     *           "currency": "usd",
     *           "rail": "bank_eft",
     *           "account_name": "SVC Client Money",
     *           "bank_name": "Sandbox Harbor Bank",
     *           "bank_address": "100 Test Street, Boston, MA 02110, United States",
     *           "account_number": "337142447659",
     *           "routing_code": "110000000",
     *           "reference": "SVC-5QPKK0Y4SKA9"
     *         },
     *         "metadata": {},
     *         "status": "deactivated",
     *         "version": 2,
     *         "created_at": "2026-11-21T09:30:00.000Z"
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3v000000000000000011",
     *       "object": "event",
     *       "type": "webhook_endpoint.test",
     *       "api_version": "v1",
     *       "created_at": "2026-11-21T09:30:02.000Z",
     *       "object_type": "webhook_endpoint",
     *       "object_version": 1,
     *       "previous_attributes": {},
     *       "data": {
     *         "id": "we_01kakz3v000000000000000012",
     *         "object": "webhook_endpoint",
     *         "url": "https://shop.example/hooks",
     *         "status": "disabled",
     *         "event_types": [],
     *         "description": "Shop",
     *         "public_key_pem": "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEATYLajxpBlumnTe99etUtBOVrWnbrJVNThng2N9s9XL8=\n-----END PUBLIC KEY-----\n",
     *         "version": 1,
     *         "created_at": "2026-11-21T09:30:00.000Z"
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3v00000000000000001t",
     *       "object": "event",
     *       "type": "webhook_endpoint.disabled",
     *       "api_version": "v1",
     *       "created_at": "2026-11-26T09:30:00.000Z",
     *       "object_type": "webhook_endpoint",
     *       "object_version": 2,
     *       "previous_attributes": {
     *         "status": "enabled",
     *         "version": 1
     *       },
     *       "data": {
     *         "id": "we_01kakz3v000000000000000012",
     *         "object": "webhook_endpoint",
     *         "url": "https://shop.example/hooks",
     *         "status": "disabled",
     *         "event_types": [],
     *         "description": "Shop",
     *         "public_key_pem": "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEATYLajxpBlumnTe99etUtBOVrWnbrJVNThng2N9s9XL8=\n-----END PUBLIC KEY-----\n",
     *         "version": 2,
     *         "created_at": "2026-11-21T09:30:00.000Z"
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3v00000000000000000z",
     *       "object": "event",
     *       "type": "deposit.reversed",
     *       "api_version": "v1",
     *       "created_at": "2026-11-25T09:30:00.000Z",
     *       "object_type": "late_movement",
     *       "object_version": 1,
     *       "previous_attributes": {},
     *       "data": {
     *         "id": "trf_01kakz3v000000000000000008",
     *         "object": "late_movement",
     *         "type": "reversal",
     *         "wallet_id": "wal_01kakz3v000000000000000003",
     *         "points": "250.00",
     *         "receivable": "50.00",
     *         "amount": "250.00",
     *         "currency": "usd",
     *         "rail": "bank_eft",
     *         "rail_reference": "EFT-20261121-0042",
     *         "return_reference": null,
     *         "reason": {
     *           "code": "direct_debit_returned",
     *           "message": "The payer's bank took the payment back."
     *         },
     *         "version": 1,
     *         "created_at": "2026-11-25T09:30:00.000Z"
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3v00000000000000000y",
     *       "object": "event",
     *       "type": "payout.returned_late",
     *       "api_version": "v1",
     *       "created_at": "2026-11-25T09:30:00.000Z",
     *       "object_type": "late_movement",
     *       "object_version": 1,
     *       "previous_attributes": {},
     *       "data": {
     *         "id": "trf_01kakz3v000000000000000008",
     *         "object": "late_movement",
     *         "type": "return",
     *         "wallet_id": "wal_01kakz3v000000000000000003",
     *         "points": "1000.00",
     *         "receivable": "0.00",
     *         "amount": "10.00",
     *         "currency": "usd",
     *         "rail": "bank_eft",
     *         "rail_reference": "EFT-20261121-0042",
     *         "return_reference": null,
     *         "reason": {
     *           "code": "account_closed",
     *           "message": "The account was closed."
     *         },
     *         "version": 1,
     *         "created_at": "2026-11-25T09:30:00.000Z"
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3zwg0000000000000002",
     *       "object": "event",
     *       "type": "wallet.created",
     *       "api_version": "v1",
     *       "created_at": "2026-11-21T09:30:05.000Z",
     *       "object_type": "wallet",
     *       "object_version": 1,
     *       "previous_attributes": {},
     *       "data": {
     *         "id": "wal_01kakz3v00000000000000000r",
     *         "object": "wallet",
     *         "user_id": "usr_01kakz3v00000000000000000h",
     *         "asset": "svc-points",
     *         "decimals": 2,
     *         "status": "active",
     *         "price_risk_acknowledged_at": null,
     *         "metadata": {},
     *         "version": 1,
     *         "created_at": "2026-11-21T09:30:05.000Z"
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3zwg0000000000000003",
     *       "object": "event",
     *       "type": "wallet.frozen",
     *       "api_version": "v1",
     *       "created_at": "2026-11-21T09:30:05.000Z",
     *       "object_type": "wallet",
     *       "object_version": 2,
     *       "previous_attributes": {
     *         "status": "active",
     *         "version": 1
     *       },
     *       "data": {
     *         "id": "wal_01kakz3v00000000000000000r",
     *         "object": "wallet",
     *         "user_id": "usr_01kakz3v00000000000000000h",
     *         "asset": "svc-points",
     *         "decimals": 2,
     *         "status": "frozen",
     *         "price_risk_acknowledged_at": null,
     *         "metadata": {},
     *         "version": 2,
     *         "created_at": "2026-11-21T09:30:05.000Z"
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3zwg0000000000000004",
     *       "object": "event",
     *       "type": "wallet.unfrozen",
     *       "api_version": "v1",
     *       "created_at": "2026-11-21T09:30:05.000Z",
     *       "object_type": "wallet",
     *       "object_version": 3,
     *       "previous_attributes": {
     *         "status": "frozen",
     *         "version": 2
     *       },
     *       "data": {
     *         "id": "wal_01kakz3v00000000000000000r",
     *         "object": "wallet",
     *         "user_id": "usr_01kakz3v00000000000000000h",
     *         "asset": "svc-points",
     *         "decimals": 2,
     *         "status": "active",
     *         "price_risk_acknowledged_at": null,
     *         "metadata": {},
     *         "version": 3,
     *         "created_at": "2026-11-21T09:30:05.000Z"
     *       }
     *     }
     * @example {
     *       "id": "evt_01kakz3zwg0000000000000005",
     *       "object": "event",
     *       "type": "reward.granted",
     *       "api_version": "v1",
     *       "created_at": "2026-11-21T09:30:05.000Z",
     *       "object_type": "wallet_history_entry",
     *       "object_version": 1,
     *       "previous_attributes": {},
     *       "data": {
     *         "id": "whe_01kakz3v000000000000000005",
     *         "object": "wallet_history_entry",
     *         "wallet_id": "wal_01kakz3v00000000000000000r",
     *         "transfer_id": null,
     *         "bucket": "available",
     *         "amount": "25.00",
     *         "balance_after": "25.00",
     *         "description": "Reward",
     *         "created_at": "2026-11-21T09:30:05.000Z"
     *       }
     *     }
     */
    readonly PublicEvent:
      | components['schemas']['UserEvent']
      | components['schemas']['TransferEvent']
      | components['schemas']['DepositAccountEvent']
      | components['schemas']['WebhookEndpointEvent']
      | components['schemas']['LateMovementEvent']
      | components['schemas']['WalletEvent']
      | components['schemas']['WalletEntryEvent'];
    /** @description One page of events, newest first. */
    readonly PublicEventPage: {
      readonly data: readonly components['schemas']['PublicEvent'][];
      /** @description Whether the list has more objects in the requested direction. */
      readonly has_more: boolean;
    };
    /**
     * @description Event types. More may be added: acknowledge and ignore unknown types.
     * @enum {string}
     */
    readonly PublicEventType:
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
     * Format: date-time
     * @description ISO 8601 time with a UTC offset.
     */
    readonly QueryTime: string;
    /**
     * @description A price for one conversion, locked for a short time. It can be used once and reserves nothing.
     * @example {
     *       "id": "qt_01kakz3v00000000000000000a",
     *       "object": "quote",
     *       "source_wallet_id": "wal_01kakz3v000000000000000003",
     *       "destination_wallet_id": "wal_01kakz3v00000000000000000e",
     *       "from": "svc-points",
     *       "to": "svc-coin",
     *       "amount": "100.00",
     *       "rate": "0.000396",
     *       "amount_out": "0.03960000",
     *       "fees": [
     *         {
     *           "type": "svc",
     *           "amount": "1.00",
     *           "unit": "svc-points"
     *         }
     *       ],
     *       "status": "open",
     *       "transfer_id": null,
     *       "expires_at": "2026-11-21T09:30:30.000Z",
     *       "created_at": "2026-11-21T09:30:00.000Z"
     *     }
     */
    readonly Quote: {
      readonly id: components['schemas']['QuoteId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'quote';
      readonly source_wallet_id: components['schemas']['WalletId'];
      readonly destination_wallet_id: components['schemas']['WalletId'];
      readonly from: components['schemas']['Asset'];
      readonly to: components['schemas']['Asset'];
      /** @description Amount debited from the source wallet, in `from`. */
      readonly amount: components['schemas']['Amount'];
      /** @description Units of `to` per unit of `from`, after the spread. */
      readonly rate: components['schemas']['RateValue'];
      /** @description Amount credited to the destination wallet, in `to`: `amount` × `rate`, rounded down. */
      readonly amount_out: components['schemas']['Amount'];
      /** @description The service's spread, in `from`. */
      readonly fees: readonly components['schemas']['Fee'][];
      /**
       * @description Whether the quote can still be used.
       * @enum {string}
       */
      readonly status: 'open' | 'used' | 'expired';
      /** @description The conversion that used the quote. */
      readonly transfer_id: components['schemas']['TransferId'] | null;
      readonly expires_at: components['schemas']['Timestamp'];
      readonly created_at: components['schemas']['Timestamp'];
    };
    /**
     * @description The conversion to price.
     * @example {
     *       "source_wallet_id": "wal_01kakz3v000000000000000003",
     *       "destination_wallet_id": "wal_01kakz3v00000000000000000e",
     *       "amount": "100.00"
     *     }
     */
    readonly QuoteCreate: {
      /** @description The wallet to debit. */
      readonly source_wallet_id: components['schemas']['IdInput'];
      /** @description The user's wallet in the other asset. */
      readonly destination_wallet_id: components['schemas']['IdInput'];
      /** @description Amount to debit from the source wallet, in its asset. */
      readonly amount: components['schemas']['AmountInput'];
    };
    /** @description ID of a quote. */
    readonly QuoteId: string;
    /** @description Rail code. `GET /v1/routes` lists all codes; more may be added. */
    readonly Rail: string;
    /**
     * @description The price of one unit of `from` in `to`, before the spread.
     * @example {
     *       "object": "rate",
     *       "from": "usd",
     *       "to": "svc-points",
     *       "rate": "100",
     *       "type": "fixed",
     *       "as_of": "2026-11-21T09:30:00.000Z",
     *       "expires_at": null
     *     }
     */
    readonly Rate: {
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'rate';
      /** @description Asset code or currency. */
      readonly from: string;
      /** @description Asset code or currency. */
      readonly to: string;
      readonly rate: components['schemas']['RateValue'];
      /**
       * @description `fixed` for points, `floating` for coin.
       * @enum {string}
       */
      readonly type: 'fixed' | 'floating';
      /** @description When the price was set. */
      readonly as_of: components['schemas']['Timestamp'];
      /** @description When the price expires; `null` if it never expires. */
      readonly expires_at: components['schemas']['Timestamp'] | null;
    };
    /** @description Decimal string: destination units per source unit. */
    readonly RateValue: string;
    /** @description A reason: a stable code and a message. */
    readonly Reason: {
      /** @description Stable code in snake_case; codes from rails may have another format. */
      readonly code: string;
      /** @description Human-readable sentence. */
      readonly message: string;
    };
    /** @description Amounts moved by the transfer. Fields of other kinds are absent; a value that is not known yet is `null`. */
    readonly Receipt: {
      /** @description On-ramps: amount of the create request, in fiat; `null` if a deposit account created the transfer. */
      readonly amount_expected?: components['schemas']['Amount'] | null;
      /** @description On-ramps: amount received, in fiat. */
      readonly amount_received?: components['schemas']['Amount'];
      /** @description Amount debited from the source wallet, in its asset. */
      readonly amount_debited?: components['schemas']['Amount'];
      /** @description Amount credited to the destination wallet, in its asset; `null` while it is held. */
      readonly amount_credited?: components['schemas']['Amount'] | null;
      /** @description Transfers of points between users: the part that is earned points; the rest is cashable. */
      readonly earned_amount?: components['schemas']['Amount'];
      /** @description Off-ramps: amount sent to the payout account, in its currency. */
      readonly amount_paid_out?: components['schemas']['Amount'] | null;
      /** @description Destination units per source unit; `null` if nothing is converted. */
      readonly rate: components['schemas']['RateValue'] | null;
      /** @description Fees charged. */
      readonly fees: readonly components['schemas']['Fee'][];
      /** @description The rail's reference; `null` if no rail is involved or the reference is not known yet. */
      readonly rail_reference: string | null;
      readonly initiated_at: components['schemas']['Timestamp'];
      /** @description When the transfer completed. */
      readonly completed_at: components['schemas']['Timestamp'] | null;
    };
    /**
     * @description A request to the API with its bodies and the events that it caused. Texts that could be personal, and all secrets, are stored as `[masked]`.
     * @example {
     *       "id": "req_01kakz3v00000000000000000d",
     *       "object": "request",
     *       "method": "POST",
     *       "path": "/v1/users",
     *       "query": null,
     *       "operation": "createUser",
     *       "status": 409,
     *       "error": {
     *         "code": "external_reference_exists",
     *         "message": "A user with this external_reference already exists."
     *       },
     *       "api_key_id": "key_4fK2pQ9x",
     *       "idempotency_key": "customer-1042-create",
     *       "replayed": false,
     *       "duration_ms": 3.42,
     *       "created_at": "2026-11-21T09:30:00.000Z",
     *       "omitted_before": 0,
     *       "request_body": "{\"type\":\"individual\",\"external_reference\":\"[masked]\",\"email\":\"[masked]\"}",
     *       "response_body": "{\"error\":{\"code\":\"external_reference_exists\",\"message\":\"A user with this external_reference already exists.\"}}",
     *       "events": []
     *     }
     */
    readonly Request: {
      readonly id: components['schemas']['RequestId'];
      /**
       * @description Type of the object.
       * @constant
       */
      readonly object: 'request';
      /** @description HTTP method. */
      readonly method: string;
      /** @description Path of the request. Parts that are neither part of a path of the API nor an ID are masked. */
      readonly path: string;
      /** @description Query string, masked; `null` if there was none. */
      readonly query: string | null;
      /** @description ID of the operation, such as `createTransfer`; `null` for an unknown path or method. */
      readonly operation: string | null;
      /** @description HTTP status of the response. */
      readonly status: number;
      /** @description The error; `null` for a success. */
      readonly error: components['schemas']['RequestError'] | null;
      /** @description ID of the API key. The key itself is not stored. */
      readonly api_key_id: string;
      /** @description The `Idempotency-Key` header; `null` if there was none. */
      readonly idempotency_key: string | null;
      /** @description Whether the response was stored by an earlier request with the same idempotency key. */
      readonly replayed: boolean;
      /** @description Time until the response, in milliseconds. */
      readonly duration_ms: number;
      readonly created_at: components['schemas']['Timestamp'];
      /** @description How many requests were not logged since the previous entry of the same process. 0 unless the service was busy, or received more requests than it logs. */
      readonly omitted_before: number;
      /** @description The first 4,096 characters of the body as masked JSON, with an ellipsis if there is more. `null` if there was none, or if it was not valid JSON. */
      readonly request_body: string | null;
      /** @description The same of the response. `null` if it had more than 65,536 characters, or was a stream. */
      readonly response_body: string | null;
      /** @description IDs of the events that the request caused at once. Later consequences, such as the outcome of a payout, have no request. `null` while the events are not readable yet. */
      readonly events: readonly components['schemas']['EventId'][] | null;
    };
    /** @description The error of a logged request. */
    readonly RequestError: {
      /** @description The error code. */
      readonly code: string;
      /** @description The message. Names that the API does not know are masked. */
      readonly message: string;
    };
    /** @description ID of a request, as in the `Request-Id` header. */
    readonly RequestId: string;
    /** @description One page of requests, newest first. A page with filters reads a bounded number of objects, so it may have fewer than `limit`, or none, and still continue at `next_cursor`. */
    readonly RequestPage: {
      readonly data: readonly components['schemas']['RequestSummary'][];
      /** @description Whether the list may have more objects in the requested direction. */
      readonly has_more: boolean;
      /** @description Where the list continues in this direction: send it as `starting_after`, or as `ending_before` if the request had one. `null` at the end. */
      readonly next_cursor: string | null;
    };
    /**
     * @description A request to the API, without its bodies. Texts that could be personal, and all secrets, are stored as `[masked]`.
     * @example {
     *       "id": "req_01kakz3v00000000000000000d",
     *       "object": "request",
     *       "method": "POST",
     *       "path": "/v1/users",
     *       "query": null,
     *       "operation": "createUser",
     *       "status": 409,
     *       "error": {
     *         "code": "external_reference_exists",
     *         "message": "A user with this external_reference already exists."
     *       },
     *       "api_key_id": "key_4fK2pQ9x",
     *       "idempotency_key": "customer-1042-create",
     *       "replayed": false,
     *       "duration_ms": 3.42,
     *       "created_at": "2026-11-21T09:30:00.000Z",
     *       "omitted_before": 0
     *     }
     */
    readonly RequestSummary: {
      readonly id: components['schemas']['RequestId'];
      /**
       * @description Type of the object.
       * @constant
       */
      readonly object: 'request';
      /** @description HTTP method. */
      readonly method: string;
      /** @description Path of the request. Parts that are neither part of a path of the API nor an ID are masked. */
      readonly path: string;
      /** @description Query string, masked; `null` if there was none. */
      readonly query: string | null;
      /** @description ID of the operation, such as `createTransfer`; `null` for an unknown path or method. */
      readonly operation: string | null;
      /** @description HTTP status of the response. */
      readonly status: number;
      /** @description The error; `null` for a success. */
      readonly error: components['schemas']['RequestError'] | null;
      /** @description ID of the API key. The key itself is not stored. */
      readonly api_key_id: string;
      /** @description The `Idempotency-Key` header; `null` if there was none. */
      readonly idempotency_key: string | null;
      /** @description Whether the response was stored by an earlier request with the same idempotency key. */
      readonly replayed: boolean;
      /** @description Time until the response, in milliseconds. */
      readonly duration_ms: number;
      readonly created_at: components['schemas']['Timestamp'];
      /** @description How many requests were not logged since the previous entry of the same process. 0 unless the service was busy, or received more requests than it logs. */
      readonly omitted_before: number;
    };
    /**
     * @description A supported pair of source and destination, with its limits.
     * @example {
     *       "kind": "onramp",
     *       "source": {
     *         "type": "fiat",
     *         "currency": "usd",
     *         "rail": "bank_eft",
     *         "country": "US",
     *         "decimals": 2
     *       },
     *       "destination": {
     *         "type": "wallet",
     *         "asset": "svc-points",
     *         "decimals": 2
     *       },
     *       "min_amount": "1.00",
     *       "max_amount": "25000.00",
     *       "settlement_time_seconds": 86400,
     *       "available": true
     *     }
     */
    readonly Route: {
      readonly kind: components['schemas']['TransferKind'];
      readonly source: components['schemas']['RouteEndpoint'];
      readonly destination: components['schemas']['RouteEndpoint'];
      /** @description Minimum amount of a transfer, in the source's unit. */
      readonly min_amount: components['schemas']['Amount'];
      /** @description Maximum amount of a transfer, in the source's unit. */
      readonly max_amount: components['schemas']['Amount'];
      /** @description Typical time from submission to completion, in seconds. */
      readonly settlement_time_seconds: number;
      /** @description `false` while the route's provider is unavailable. */
      readonly available: boolean;
    };
    /** @description One side of a route. */
    readonly RouteEndpoint: components['schemas']['RouteWallet'] | components['schemas']['RouteFiat'];
    /** @description Fiat on a rail. */
    readonly RouteFiat: {
      /**
       * @description Determines the variant: `fiat` is a source, `payout_account` a destination.
       * @enum {string}
       */
      readonly type: 'fiat' | 'payout_account';
      readonly currency: components['schemas']['Currency'];
      readonly rail: components['schemas']['Rail'];
      /** @description Country of the accounts; `null` if the currency is used in several countries. */
      readonly country: components['schemas']['Country'] | null;
      /** @description Maximum number of decimals of amounts in this unit. */
      readonly decimals: number;
    };
    /** @description All matching routes; the list is not paginated. */
    readonly RouteList: {
      readonly data: readonly components['schemas']['Route'][];
    };
    /** @description A wallet. */
    readonly RouteWallet: {
      /**
       * @description Determines the variant.
       * @constant
       */
      readonly type: 'wallet';
      readonly asset: components['schemas']['Asset'];
      /** @description Maximum number of decimals of amounts in this unit. */
      readonly decimals: number;
    };
    /**
     * @description The time of a sandbox.
     * @example {
     *       "object": "sandbox_clock",
     *       "time": "2026-11-22T09:30:00.000Z",
     *       "ahead_seconds": 86400
     *     }
     */
    readonly SandboxClock: {
      /** @constant */
      readonly object: 'sandbox_clock';
      /** @description The time of the sandbox. */
      readonly time: components['schemas']['Timestamp'];
      /** @description How far it is ahead of the service's clock: the sum of all advances. */
      readonly ahead_seconds: number;
    };
    /**
     * @description How far to move the time of the sandbox.
     * @example {
     *       "seconds": 86400
     *     }
     */
    readonly SandboxClockAdvance: {
      /** @description By how many seconds; at most 31 days. */
      readonly seconds: number;
    };
    /**
     * @description A simulated incoming payment. Send either `deposit_account_id` or `transfer_id`.
     * @example {
     *       "deposit_account_id": "da_01kakz3v000000000000000006",
     *       "amount": "250.00"
     *     }
     */
    readonly SandboxDeposit: {
      /** @description The deposit account that receives the payment. */
      readonly deposit_account_id?: components['schemas']['IdInput'];
      /** @description The one-off on-ramp that the payment is for. */
      readonly transfer_id?: components['schemas']['IdInput'];
      /** @description Amount received, in fiat; may differ from the expected amount. */
      readonly amount: components['schemas']['AmountInput'];
      /**
       * @description The outcome of the deposit. Default: `"credited"`.
       * @enum {string}
       */
      readonly outcome?: 'credited' | 'in_review' | 'returned';
    };
    /**
     * @description The simulated result of an identity check.
     * @example {
     *       "kyc_status": "approved"
     *     }
     */
    readonly SandboxKycUpdate: {
      readonly kyc_status: components['schemas']['KycStatus'];
      /** @description Default: `approved` if `kyc_status` is `approved`, otherwise unchanged. */
      readonly terms_status?: components['schemas']['TermsStatus'];
      /** @description Up to 20 reasons; stored only for `rejected` and `incomplete`. */
      readonly rejection_reasons?: readonly components['schemas']['Reason'][];
    };
    /**
     * @description Money of a completed transfer that comes back.
     * @example {
     *       "reason": {
     *         "code": "account_closed",
     *         "message": "The account was closed."
     *       }
     *     }
     */
    readonly SandboxLateMovement: {
      /** @description What the bank says. It has a default. */
      readonly reason?: components['schemas']['Reason'];
    };
    /**
     * @description The simulated outcome of a submitted payout. `returned` and `undeliverable` refund the wallet and end in `refunded`.
     * @example {
     *       "outcome": "returned",
     *       "reason": {
     *         "code": "account_closed",
     *         "message": "The account is closed."
     *       }
     *     }
     */
    readonly SandboxPayoutOutcome: {
      /**
       * @description The outcome that the rail reports.
       * @enum {string}
       */
      readonly outcome: 'completed' | 'returned' | 'undeliverable';
      readonly reason?: components['schemas']['Reason'];
    };
    /**
     * @description The sandbox after a reset.
     * @example {
     *       "object": "sandbox_reset",
     *       "generation": 2,
     *       "reset_at": "2026-11-22T09:30:00.000Z"
     *     }
     */
    readonly SandboxReset: {
      /** @constant */
      readonly object: 'sandbox_reset';
      /** @description The number of the sandbox: the first one is 1, and each reset starts the next. */
      readonly generation: number;
      readonly reset_at: components['schemas']['Timestamp'];
    };
    /**
     * @description The decision on a transfer in review.
     * @example {
     *       "outcome": "approved"
     *     }
     */
    readonly SandboxReviewOutcome: {
      /**
       * @description The decision.
       * @enum {string}
       */
      readonly outcome: 'approved' | 'rejected';
      readonly reason?: components['schemas']['Reason'];
    };
    /**
     * @description Earned points to grant.
     * @example {
     *       "wallet_id": "wal_01kakz3v000000000000000003",
     *       "amount": "50.00",
     *       "description": "Welcome reward"
     *     }
     */
    readonly SandboxReward: {
      readonly wallet_id: components['schemas']['IdInput'];
      /** @description Amount to grant, in the wallet's asset. */
      readonly amount: components['schemas']['AmountInput'];
      /** @description Shown in the wallet's history; up to 200 characters. */
      readonly description?: string;
    };
    /** @description Decimal string with exactly the decimals of its unit; negative for debits. */
    readonly SignedAmount: string;
    /**
     * @description Whether the user accepted the terms.
     * @enum {string}
     */
    readonly TermsStatus: 'pending' | 'approved';
    /**
     * Format: date-time
     * @description ISO 8601 time in UTC.
     */
    readonly Timestamp: string;
    /** @description A movement of money from a source to a destination. */
    readonly Transfer:
      | {
          readonly id: components['schemas']['TransferId'];
          /**
           * @description The object's type.
           * @constant
           */
          readonly object: 'transfer';
          /** @constant */
          readonly kind: 'onramp';
          readonly state: components['schemas']['TransferState'];
          /** @description Why the transfer is `in_review`, `failed`, `returned`, `undeliverable`, `refunded`, or `canceled`; `null` in other states. */
          readonly state_reason: components['schemas']['Reason'] | null;
          readonly source: components['schemas']['Endpoint'];
          readonly destination: components['schemas']['Endpoint'];
          /** @description The requested amount, in the source's unit. */
          readonly amount: components['schemas']['Amount'];
          /** @description The deposit account whose payment created this on-ramp; `null` otherwise. */
          readonly deposit_account_id: components['schemas']['DepositAccountId'] | null;
          /** @description How to pay a one-off on-ramp; `null` otherwise. */
          readonly deposit_instructions: components['schemas']['DepositInstructions'] | null;
          /** @description Present after the first posting. */
          readonly receipt: components['schemas']['OnrampReceipt'] | null;
          /** @description Your own reference. */
          readonly integrator_reference: string | null;
          readonly metadata: components['schemas']['Metadata'];
          readonly late_movement?: components['schemas']['LateMovement'];
          readonly version: components['schemas']['Version'];
          readonly created_at: components['schemas']['Timestamp'];
          readonly updated_at: components['schemas']['Timestamp'];
        }
      | {
          readonly id: components['schemas']['TransferId'];
          /**
           * @description The object's type.
           * @constant
           */
          readonly object: 'transfer';
          /** @constant */
          readonly kind: 'user_to_user';
          readonly state: components['schemas']['TransferState'];
          /** @description Why the transfer is `in_review`, `failed`, `returned`, `undeliverable`, `refunded`, or `canceled`; `null` in other states. */
          readonly state_reason: components['schemas']['Reason'] | null;
          readonly source: components['schemas']['Endpoint'];
          readonly destination: components['schemas']['Endpoint'];
          /** @description The requested amount, in the source's unit. */
          readonly amount: components['schemas']['Amount'];
          /** @description The deposit account whose payment created this on-ramp; `null` otherwise. */
          readonly deposit_account_id: components['schemas']['DepositAccountId'] | null;
          /** @description How to pay a one-off on-ramp; `null` otherwise. */
          readonly deposit_instructions: components['schemas']['DepositInstructions'] | null;
          /** @description Present after the first posting. */
          readonly receipt: components['schemas']['UserToUserReceipt'] | null;
          /** @description Your own reference. */
          readonly integrator_reference: string | null;
          readonly metadata: components['schemas']['Metadata'];
          readonly late_movement?: components['schemas']['LateMovement'];
          readonly version: components['schemas']['Version'];
          readonly created_at: components['schemas']['Timestamp'];
          readonly updated_at: components['schemas']['Timestamp'];
        }
      | {
          readonly id: components['schemas']['TransferId'];
          /**
           * @description The object's type.
           * @constant
           */
          readonly object: 'transfer';
          /** @constant */
          readonly kind: 'conversion';
          readonly state: components['schemas']['TransferState'];
          /** @description Why the transfer is `in_review`, `failed`, `returned`, `undeliverable`, `refunded`, or `canceled`; `null` in other states. */
          readonly state_reason: components['schemas']['Reason'] | null;
          readonly source: components['schemas']['Endpoint'];
          readonly destination: components['schemas']['Endpoint'];
          /** @description The requested amount, in the source's unit. */
          readonly amount: components['schemas']['Amount'];
          /** @description The deposit account whose payment created this on-ramp; `null` otherwise. */
          readonly deposit_account_id: components['schemas']['DepositAccountId'] | null;
          /** @description How to pay a one-off on-ramp; `null` otherwise. */
          readonly deposit_instructions: components['schemas']['DepositInstructions'] | null;
          /** @description Present after the first posting. */
          readonly receipt: components['schemas']['ConversionReceipt'] | null;
          /** @description Your own reference. */
          readonly integrator_reference: string | null;
          readonly metadata: components['schemas']['Metadata'];
          readonly late_movement?: components['schemas']['LateMovement'];
          readonly version: components['schemas']['Version'];
          readonly created_at: components['schemas']['Timestamp'];
          readonly updated_at: components['schemas']['Timestamp'];
        }
      | {
          readonly id: components['schemas']['TransferId'];
          /**
           * @description The object's type.
           * @constant
           */
          readonly object: 'transfer';
          /** @constant */
          readonly kind: 'offramp';
          readonly state: components['schemas']['TransferState'];
          /** @description Why the transfer is `in_review`, `failed`, `returned`, `undeliverable`, `refunded`, or `canceled`; `null` in other states. */
          readonly state_reason: components['schemas']['Reason'] | null;
          readonly source: components['schemas']['Endpoint'];
          readonly destination: components['schemas']['Endpoint'];
          /** @description The requested amount, in the source's unit. */
          readonly amount: components['schemas']['Amount'];
          /** @description The deposit account whose payment created this on-ramp; `null` otherwise. */
          readonly deposit_account_id: components['schemas']['DepositAccountId'] | null;
          /** @description How to pay a one-off on-ramp; `null` otherwise. */
          readonly deposit_instructions: components['schemas']['DepositInstructions'] | null;
          /** @description Present after the first posting. */
          readonly receipt: components['schemas']['OfframpReceipt'] | null;
          /** @description Your own reference. */
          readonly integrator_reference: string | null;
          readonly metadata: components['schemas']['Metadata'];
          readonly late_movement?: components['schemas']['LateMovement'];
          readonly version: components['schemas']['Version'];
          readonly created_at: components['schemas']['Timestamp'];
          readonly updated_at: components['schemas']['Timestamp'];
        };
    /**
     * @description Transfers that one request made.
     * @example {
     *       "id": "trb_01kakz3v00000000000000000a",
     *       "object": "transfer_batch",
     *       "mode": "independent",
     *       "created_count": 1,
     *       "refused_count": 1,
     *       "results": [
     *         {
     *           "transfer": {
     *             "id": "trf_01kakz3v000000000000000008",
     *             "object": "transfer",
     *             "kind": "user_to_user",
     *             "state": "completed",
     *             "state_reason": null,
     *             "source": {
     *               "type": "wallet",
     *               "wallet_id": "wal_01kakz3v000000000000000003",
     *               "user_id": "usr_01kakz3v000000000000000001",
     *               "asset": "svc-points"
     *             },
     *             "destination": {
     *               "type": "wallet",
     *               "wallet_id": "wal_01kakz3v000000000000000004",
     *               "user_id": "usr_01kakz3v000000000000000002",
     *               "asset": "svc-points"
     *             },
     *             "amount": "25.00",
     *             "deposit_account_id": null,
     *             "deposit_instructions": null,
     *             "receipt": {
     *               "amount_debited": "25.00",
     *               "amount_credited": "25.00",
     *               "earned_amount": "5.00",
     *               "rate": null,
     *               "fees": [],
     *               "rail_reference": null,
     *               "initiated_at": "2026-11-21T09:30:00.000Z",
     *               "completed_at": "2026-11-21T09:30:00.000Z"
     *             },
     *             "integrator_reference": "order-5521",
     *             "metadata": {},
     *             "version": 2,
     *             "created_at": "2026-11-21T09:30:00.000Z",
     *             "updated_at": "2026-11-21T09:30:00.000Z"
     *           },
     *           "error": null
     *         },
     *         {
     *           "transfer": null,
     *           "error": {
     *             "type": "invalid_request",
     *             "code": "insufficient_balance",
     *             "message": "The balance of the source wallet is too low."
     *           }
     *         }
     *       ],
     *       "created_at": "2026-11-21T09:30:00.000Z"
     *     }
     */
    readonly TransferBatch: {
      readonly id: components['schemas']['TransferBatchId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'transfer_batch';
      readonly mode: components['schemas']['TransferBatchMode'];
      /** @description How many transfers were made. */
      readonly created_count: number;
      /** @description How many were refused; always 0 for an atomic batch. */
      readonly refused_count: number;
      /** @description One result for each transfer of the request, in its order. */
      readonly results: readonly components['schemas']['TransferBatchResult'][];
      readonly created_at: components['schemas']['Timestamp'];
    };
    /**
     * @description Transfers between users to make together.
     * @example {
     *       "mode": "independent",
     *       "transfers": [
     *         {
     *           "source": {
     *             "type": "wallet",
     *             "wallet_id": "wal_01kakz3v000000000000000003"
     *           },
     *           "destination": {
     *             "type": "wallet",
     *             "wallet_id": "wal_01kakz3v000000000000000004"
     *           },
     *           "amount": "25.00",
     *           "integrator_reference": "order-5521"
     *         },
     *         {
     *           "source": {
     *             "type": "wallet",
     *             "wallet_id": "wal_01kakz3v000000000000000003"
     *           },
     *           "destination": {
     *             "type": "wallet",
     *             "wallet_id": "wal_01kakz3v000000000000000004"
     *           },
     *           "amount": "2000000.00",
     *           "integrator_reference": "order-5522"
     *         }
     *       ]
     *     }
     */
    readonly TransferBatchCreate: {
      readonly mode: components['schemas']['TransferBatchMode'];
      /** @description 1 to 500 transfers, decided in this order: each sees the balances that the ones before it left. */
      readonly transfers: readonly components['schemas']['BatchTransferCreate'][];
      /** @description Runs all checks without creating transfers or moving money. Needs no idempotency key. Default: `false`. */
      readonly dry_run?: boolean;
    };
    /** @description ID of a batch of transfers. */
    readonly TransferBatchId: string;
    /**
     * @description `atomic`: all transfers are made, or none. `independent`: each transfer is made or refused on its own.
     * @enum {string}
     */
    readonly TransferBatchMode: 'atomic' | 'independent';
    /**
     * @description The result of a successful dry run of a batch. No transfer was created and no money moved.
     * @example {
     *       "object": "transfer_batch_preview",
     *       "mode": "independent",
     *       "results": [
     *         {
     *           "preview": {
     *             "object": "transfer_preview",
     *             "kind": "user_to_user",
     *             "source": {
     *               "type": "wallet",
     *               "wallet_id": "wal_01kakz3v000000000000000003",
     *               "user_id": "usr_01kakz3v000000000000000001",
     *               "asset": "svc-points"
     *             },
     *             "destination": {
     *               "type": "wallet",
     *               "wallet_id": "wal_01kakz3v000000000000000004",
     *               "user_id": "usr_01kakz3v000000000000000002",
     *               "asset": "svc-points"
     *             },
     *             "amount": "25.00",
     *             "estimated": {
     *               "rate": null,
     *               "fees": [],
     *               "amount_credited": "25.00",
     *               "settlement_time_seconds": 0
     *             }
     *           },
     *           "error": null
     *         },
     *         {
     *           "preview": null,
     *           "error": {
     *             "type": "invalid_request",
     *             "code": "insufficient_balance",
     *             "message": "The balance of the source wallet is too low."
     *           }
     *         }
     *       ]
     *     }
     */
    readonly TransferBatchPreview: {
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'transfer_batch_preview';
      readonly mode: components['schemas']['TransferBatchMode'];
      /** @description One result for each transfer of the request, in its order. */
      readonly results: readonly components['schemas']['TransferBatchPreviewResult'][];
    };
    /** @description What a transfer of the batch would lead to. One of the two members is `null`. */
    readonly TransferBatchPreviewResult: {
      /** @description The transfer that would be made. */
      readonly preview: components['schemas']['TransferPreview'] | null;
      /** @description Why there would be no transfer. */
      readonly error: components['schemas']['BatchTransferError'] | null;
    };
    /** @description What a transfer of the batch led to. One of the two members is `null`. */
    readonly TransferBatchResult: {
      /** @description The transfer that was made. */
      readonly transfer: components['schemas']['Transfer'] | null;
      /** @description Why there is no transfer. */
      readonly error: components['schemas']['BatchTransferError'] | null;
    };
    /**
     * @description A transfer to create. Its source and destination determine its kind; an unsupported pair is 422 `unsupported_route`.
     * @example {
     *       "source": {
     *         "type": "wallet",
     *         "wallet_id": "wal_01kakz3v000000000000000003"
     *       },
     *       "destination": {
     *         "type": "wallet",
     *         "wallet_id": "wal_01kakz3v000000000000000004"
     *       },
     *       "amount": "25.00",
     *       "integrator_reference": "order-5521"
     *     }
     */
    readonly TransferCreate: {
      readonly source: components['schemas']['TransferSource'];
      readonly destination: components['schemas']['TransferDestination'];
      /** @description Amount in the source's unit: the wallet's asset or the fiat currency. For an on-ramp this is the expected amount; the received amount is credited. */
      readonly amount: components['schemas']['AmountInput'];
      /** @description The quote to use. Required for conversions and not allowed for other kinds. */
      readonly quote_id?: components['schemas']['IdInput'];
      /** @description Your own reference, 1 to 255 characters. It need not be unique. */
      readonly integrator_reference?: string;
      readonly metadata?: components['schemas']['Metadata'];
      /** @description Runs all checks without creating a transfer or moving money. Needs no idempotency key. Default: `false`. */
      readonly dry_run?: boolean;
    };
    /** @description The destination of the money: a wallet, or a payout account for an off-ramp. No route ends at fiat, so that is 422 `unsupported_route`. */
    readonly TransferDestination:
      | components['schemas']['WalletInput']
      | components['schemas']['PayoutAccountInput']
      | components['schemas']['FiatInput'];
    /** @description A change of a transfer, including its deposits and payouts. */
    readonly TransferEvent: {
      readonly id: components['schemas']['EventId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'event';
      /**
       * @description What happened.
       * @enum {string}
       */
      readonly type:
        | 'transfer.created'
        | 'transfer.state_changed'
        | 'deposit.received'
        | 'deposit.returned'
        | 'payout.returned';
      /**
       * @description API version that defines the format of `data`.
       * @constant
       */
      readonly api_version: 'v1';
      readonly created_at: components['schemas']['Timestamp'];
      /**
       * @description Type of the object in `data`.
       * @constant
       */
      readonly object_type: 'transfer';
      /** @description Version of the object in `data`. */
      readonly object_version: components['schemas']['Version'];
      /** @description Previous values of the changed fields; empty if the object was created. */
      readonly previous_attributes: {
        readonly [key: string]: unknown;
      };
      /** @description The object after the change. */
      readonly data: components['schemas']['Transfer'];
    };
    /** @description ID of a transfer. */
    readonly TransferId: string;
    /**
     * @description Kind of the transfer, determined by its source and destination.
     * @enum {string}
     */
    readonly TransferKind: 'user_to_user' | 'conversion' | 'onramp' | 'offramp';
    /** @description One page of transfers, newest first. */
    readonly TransferPage: {
      readonly data: readonly components['schemas']['Transfer'][];
      /** @description Whether the list has more objects in the requested direction. */
      readonly has_more: boolean;
    };
    /**
     * @description The result of a successful dry run. No transfer was created and no money moved.
     * @example {
     *       "object": "transfer_preview",
     *       "kind": "user_to_user",
     *       "source": {
     *         "type": "wallet",
     *         "wallet_id": "wal_01kakz3v000000000000000003",
     *         "user_id": "usr_01kakz3v000000000000000001",
     *         "asset": "svc-points"
     *       },
     *       "destination": {
     *         "type": "wallet",
     *         "wallet_id": "wal_01kakz3v000000000000000004",
     *         "user_id": "usr_01kakz3v000000000000000002",
     *         "asset": "svc-points"
     *       },
     *       "amount": "25.00",
     *       "estimated": {
     *         "rate": null,
     *         "fees": [],
     *         "amount_credited": "25.00",
     *         "settlement_time_seconds": 0
     *       }
     *     }
     */
    readonly TransferPreview: {
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'transfer_preview';
      readonly kind: components['schemas']['TransferKind'];
      readonly source: components['schemas']['Endpoint'];
      readonly destination: components['schemas']['Endpoint'];
      /** @description The requested amount, in the source's unit. */
      readonly amount: components['schemas']['Amount'];
      /** @description Estimated amounts, not a quote. Fields of other kinds are absent. */
      readonly estimated: {
        /** @description Destination units per source unit; `null` if nothing is converted. */
        readonly rate: components['schemas']['RateValue'] | null;
        /** @description Estimated fees. */
        readonly fees: readonly components['schemas']['Fee'][];
        /** @description Estimated amount credited to the destination wallet, in its asset. */
        readonly amount_credited?: components['schemas']['Amount'];
        /** @description Estimated amount sent to the payout account, in its currency. */
        readonly amount_paid_out?: components['schemas']['Amount'];
        /** @description Typical time to completion, in seconds. */
        readonly settlement_time_seconds: number;
      };
    };
    /** @description The source of the money: a wallet, or fiat for an on-ramp. No route begins at a payout account, so that is 422 `unsupported_route`. */
    readonly TransferSource:
      | components['schemas']['WalletInput']
      | components['schemas']['FiatInput']
      | components['schemas']['PayoutAccountInput'];
    /**
     * @description State of the transfer. Final states: `completed`, `failed`, `canceled`, `returned` (on-ramps), and `refunded`.
     * @enum {string}
     */
    readonly TransferState:
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
    /** @description A person or a business. Only active users with `kyc_status` and `terms_status` both `approved` can have wallets and move money. The name fields of the other type are absent. */
    readonly User:
      | {
          readonly id: components['schemas']['UserId'];
          /**
           * @description The object's type.
           * @constant
           */
          readonly object: 'user';
          /** @constant */
          readonly type: 'individual';
          /** @description Your own ID for the user. Unique among your users; it cannot be reused. */
          readonly external_reference: string;
          /** @description Email address. */
          readonly email: string | null;
          /** @description Phone number in E.164 format. */
          readonly phone: string | null;
          /** @description First name; individuals only. */
          readonly first_name: string | null;
          /** @description Last name; individuals only. */
          readonly last_name: string | null;
          readonly business_name?: never;
          /** @description Country of residence or registration. */
          readonly country: components['schemas']['Country'] | null;
          readonly status: components['schemas']['UserStatus'];
          readonly kyc_status: components['schemas']['KycStatus'];
          readonly terms_status: components['schemas']['TermsStatus'];
          /** @description Why the check failed or needs more data; empty unless `kyc_status` is `rejected` or `incomplete`. */
          readonly rejection_reasons: readonly components['schemas']['Reason'][];
          readonly metadata: components['schemas']['Metadata'];
          readonly version: components['schemas']['Version'];
          readonly created_at: components['schemas']['Timestamp'];
          readonly updated_at: components['schemas']['Timestamp'];
        }
      | {
          readonly id: components['schemas']['UserId'];
          /**
           * @description The object's type.
           * @constant
           */
          readonly object: 'user';
          /** @constant */
          readonly type: 'business';
          /** @description Your own ID for the user. Unique among your users; it cannot be reused. */
          readonly external_reference: string;
          /** @description Email address. */
          readonly email: string | null;
          /** @description Phone number in E.164 format. */
          readonly phone: string | null;
          readonly first_name?: never;
          readonly last_name?: never;
          /** @description Registered name; businesses only. */
          readonly business_name: string | null;
          /** @description Country of residence or registration. */
          readonly country: components['schemas']['Country'] | null;
          readonly status: components['schemas']['UserStatus'];
          readonly kyc_status: components['schemas']['KycStatus'];
          readonly terms_status: components['schemas']['TermsStatus'];
          /** @description Why the check failed or needs more data; empty unless `kyc_status` is `rejected` or `incomplete`. */
          readonly rejection_reasons: readonly components['schemas']['Reason'][];
          readonly metadata: components['schemas']['Metadata'];
          readonly version: components['schemas']['Version'];
          readonly created_at: components['schemas']['Timestamp'];
          readonly updated_at: components['schemas']['Timestamp'];
        };
    /**
     * @description A user to create. The hosted onboarding page collects identity data. A business needs `business_name` and has no personal names; an individual has no `business_name`.
     * @example {
     *       "type": "individual",
     *       "external_reference": "customer-1001",
     *       "email": "ada@example.com",
     *       "phone": "+14155550123",
     *       "first_name": "Ada",
     *       "last_name": "Moreau",
     *       "country": "US",
     *       "metadata": {
     *         "tier": "gold"
     *       }
     *     }
     */
    readonly UserCreate: {
      readonly type: components['schemas']['UserType'];
      /** @description Your own ID for the user: 1 to 255 characters, unique among your users. */
      readonly external_reference: string;
      readonly email?: components['schemas']['Email'];
      readonly phone?: components['schemas']['Phone'];
      /** @description First name, up to 100 characters. */
      readonly first_name?: string;
      /** @description Last name, up to 100 characters. */
      readonly last_name?: string;
      /** @description Registered name, up to 200 characters; required for a business. */
      readonly business_name?: string;
      readonly country?: components['schemas']['Country'];
      readonly metadata?: components['schemas']['Metadata'];
    } & (unknown & unknown);
    /** @description A change of a user. */
    readonly UserEvent: {
      readonly id: components['schemas']['EventId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'event';
      /**
       * @description What happened.
       * @enum {string}
       */
      readonly type:
        'user.created' | 'user.kyc_status_changed' | 'user.terms_status_changed' | 'user.deactivated';
      /**
       * @description API version that defines the format of `data`.
       * @constant
       */
      readonly api_version: 'v1';
      readonly created_at: components['schemas']['Timestamp'];
      /**
       * @description Type of the object in `data`.
       * @constant
       */
      readonly object_type: 'user';
      /** @description Version of the object in `data`. */
      readonly object_version: components['schemas']['Version'];
      /** @description Previous values of the changed fields; empty if the object was created. */
      readonly previous_attributes: {
        readonly [key: string]: unknown;
      };
      /** @description The object after the change. */
      readonly data: components['schemas']['User'];
    };
    /** @description ID of a user. */
    readonly UserId: string;
    /** @description One page of users, newest first. */
    readonly UserPage: {
      readonly data: readonly components['schemas']['User'][];
      /** @description Whether the list has more objects in the requested direction. */
      readonly has_more: boolean;
    };
    /**
     * @description A deactivated user cannot be reactivated.
     * @enum {string}
     */
    readonly UserStatus: 'active' | 'deactivated';
    /**
     * @description Whether the user is a person or a business.
     * @enum {string}
     */
    readonly UserType: 'individual' | 'business';
    /**
     * @description The fields to change; omitted fields keep their value. `null` clears a field. `metadata` is replaced as a whole. An empty body changes nothing.
     * @example {
     *       "email": "ada.moreau@example.com",
     *       "phone": null
     *     }
     */
    readonly UserUpdate: {
      /** @description Email address; `null` clears it. */
      readonly email?: components['schemas']['Email'] | null;
      /** @description Phone number in E.164 format; `null` clears it. */
      readonly phone?: components['schemas']['Phone'] | null;
      readonly metadata?: components['schemas']['Metadata'];
    };
    /** @description Starts at 1 and increases with each change of the object. */
    readonly Version: number;
    /**
     * @description Holds one asset for one user; a user has at most one wallet per asset. `version` increases when `status` or `metadata` changes, not when the balance changes.
     * @example {
     *       "id": "wal_01kakz3v000000000000000003",
     *       "object": "wallet",
     *       "user_id": "usr_01kakz3v000000000000000001",
     *       "asset": "svc-points",
     *       "decimals": 2,
     *       "status": "active",
     *       "balance": {
     *         "object": "wallet_balance",
     *         "wallet_id": "wal_01kakz3v000000000000000003",
     *         "asset": "svc-points",
     *         "available": "1250.00",
     *         "pending": "0.00",
     *         "cashable": "1000.00",
     *         "as_of": "2026-11-21T09:30:00.000Z"
     *       },
     *       "price_risk_acknowledged_at": null,
     *       "metadata": {},
     *       "version": 1,
     *       "created_at": "2026-11-21T09:30:00.000Z"
     *     }
     */
    readonly Wallet: {
      readonly id: components['schemas']['WalletId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'wallet';
      readonly user_id: components['schemas']['UserId'];
      readonly asset: components['schemas']['Asset'];
      /** @description Number of decimals of amounts in this asset. */
      readonly decimals: number;
      readonly status: components['schemas']['WalletStatus'];
      readonly balance: components['schemas']['WalletBalance'];
      /** @description When the user acknowledged the price risk of `svc-coin`; `null` for other assets. */
      readonly price_risk_acknowledged_at: components['schemas']['Timestamp'] | null;
      readonly metadata: components['schemas']['Metadata'];
      readonly version: components['schemas']['Version'];
      readonly created_at: components['schemas']['Timestamp'];
    };
    /**
     * @description The balance of a wallet, in its asset. Each amount is the sum of its bucket's history entries.
     * @example {
     *       "object": "wallet_balance",
     *       "wallet_id": "wal_01kakz3v000000000000000003",
     *       "asset": "svc-points",
     *       "available": "1250.00",
     *       "pending": "0.00",
     *       "cashable": "1000.00",
     *       "as_of": "2026-11-21T09:30:00.000Z"
     *     }
     */
    readonly WalletBalance: {
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'wallet_balance';
      readonly wallet_id: components['schemas']['WalletId'];
      readonly asset: components['schemas']['Asset'];
      /** @description The amount that can be spent. */
      readonly available: components['schemas']['Amount'];
      /** @description The amount that is held and cannot be spent yet. */
      readonly pending: components['schemas']['Amount'];
      /** @description The part of `available` that can be paid out or used to buy coin; always zero for coin. */
      readonly cashable: components['schemas']['Amount'];
      /** @description What the user owes since a deposit was reversed, as a negative amount; absent if it is nothing. Whatever is credited to the wallet repays it first. An addition to the API contract. */
      readonly receivable?: components['schemas']['SignedAmount'];
      /** @description The time of this balance. */
      readonly as_of: components['schemas']['Timestamp'];
    };
    /**
     * @description The part of the balance that an entry changes.
     * @enum {string}
     */
    readonly WalletBucket: 'available' | 'pending' | 'cashable' | 'receivable';
    /**
     * @description A wallet to create.
     * @example {
     *       "asset": "svc-points",
     *       "metadata": {}
     *     }
     */
    readonly WalletCreate: {
      readonly asset: components['schemas']['AssetInput'];
      /** @description Must be `true` for `svc-coin` because its price changes; otherwise the answer is 422 `price_risk_not_acknowledged`. */
      readonly acknowledge_price_risk?: boolean;
      readonly metadata?: components['schemas']['Metadata'];
    };
    /** @description A reward was granted, or a part of what the user owes was repaid from a credit. `data` is an entry of the history of the wallet; a repayment has one event for each of its entries. */
    readonly WalletEntryEvent: {
      readonly id: components['schemas']['EventId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'event';
      /**
       * @description What happened.
       * @enum {string}
       */
      readonly type: 'reward.granted' | 'receivable.repaid';
      /**
       * @description API version that defines the format of `data`.
       * @constant
       */
      readonly api_version: 'v1';
      readonly created_at: components['schemas']['Timestamp'];
      /**
       * @description Type of the object in `data`.
       * @constant
       */
      readonly object_type: 'wallet_history_entry';
      /** @description Version of the object in `data`. */
      readonly object_version: components['schemas']['Version'];
      /** @description Previous values of the changed fields; empty if the object was created. */
      readonly previous_attributes: {
        readonly [key: string]: unknown;
      };
      /** @description The object after the change. */
      readonly data: components['schemas']['WalletHistoryEntry'];
    };
    /** @description A change of a wallet, except of its balance, which transfers and rewards change. */
    readonly WalletEvent: {
      readonly id: components['schemas']['EventId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'event';
      /**
       * @description What happened.
       * @enum {string}
       */
      readonly type: 'wallet.created' | 'wallet.frozen' | 'wallet.unfrozen';
      /**
       * @description API version that defines the format of `data`.
       * @constant
       */
      readonly api_version: 'v1';
      readonly created_at: components['schemas']['Timestamp'];
      /**
       * @description Type of the object in `data`.
       * @constant
       */
      readonly object_type: 'wallet';
      /** @description Version of the object in `data`. */
      readonly object_version: components['schemas']['Version'];
      /** @description Previous values of the changed fields; empty if the object was created. */
      readonly previous_attributes: {
        readonly [key: string]: unknown;
      };
      /** @description The object after the change. */
      readonly data: components['schemas']['WalletSnapshot'];
    };
    /**
     * @description The change that one posting made to one bucket of the wallet. A partly cashable amount has two entries.
     * @example {
     *       "id": "whe_01kakz3v000000000000000005",
     *       "object": "wallet_history_entry",
     *       "wallet_id": "wal_01kakz3v000000000000000003",
     *       "transfer_id": "trf_01kakz3v000000000000000008",
     *       "bucket": "available",
     *       "amount": "-25.00",
     *       "balance_after": "1225.00",
     *       "description": "Transfer to another user",
     *       "created_at": "2026-11-21T09:30:00.000Z"
     *     }
     */
    readonly WalletHistoryEntry: {
      readonly id: components['schemas']['WalletHistoryEntryId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'wallet_history_entry';
      readonly wallet_id: components['schemas']['WalletId'];
      /** @description The transfer of the posting; `null` for rewards and repayments. */
      readonly transfer_id: components['schemas']['TransferId'] | null;
      readonly bucket: components['schemas']['WalletBucket'];
      /** @description Amount in the wallet's asset; positive for credits, negative for debits. */
      readonly amount: components['schemas']['SignedAmount'];
      /** @description The bucket's balance after this entry; only that of `receivable` is negative. */
      readonly balance_after: components['schemas']['SignedAmount'];
      /** @description Short description of the entry. */
      readonly description: string;
      readonly created_at: components['schemas']['Timestamp'];
    };
    /** @description ID of a wallet history entry. */
    readonly WalletHistoryEntryId: string;
    /** @description One page of history entries, newest first. */
    readonly WalletHistoryEntryPage: {
      readonly data: readonly components['schemas']['WalletHistoryEntry'][];
      /** @description Whether the list has more objects in the requested direction. */
      readonly has_more: boolean;
    };
    /** @description ID of a wallet. */
    readonly WalletId: string;
    /** @description A wallet. */
    readonly WalletInput: {
      /**
       * @description Determines the variant.
       * @constant
       */
      readonly type: 'wallet';
      readonly wallet_id: components['schemas']['IdInput'];
    };
    /** @description One page of wallets, newest first. */
    readonly WalletPage: {
      readonly data: readonly components['schemas']['Wallet'][];
      /** @description Whether the list has more objects in the requested direction. */
      readonly has_more: boolean;
    };
    /**
     * @description A wallet without its balance, as events show it.
     * @example {
     *       "id": "wal_01kakz3v00000000000000000r",
     *       "object": "wallet",
     *       "user_id": "usr_01kakz3v00000000000000000h",
     *       "asset": "svc-points",
     *       "decimals": 2,
     *       "status": "active",
     *       "price_risk_acknowledged_at": null,
     *       "metadata": {},
     *       "version": 1,
     *       "created_at": "2026-11-21T09:30:05.000Z"
     *     }
     */
    readonly WalletSnapshot: {
      readonly id: components['schemas']['WalletId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'wallet';
      readonly user_id: components['schemas']['UserId'];
      readonly asset: components['schemas']['Asset'];
      /** @description Number of decimals of amounts in this asset. */
      readonly decimals: number;
      readonly status: components['schemas']['WalletStatus'];
      /** @description When the user acknowledged the price risk of `svc-coin`; `null` for other assets. */
      readonly price_risk_acknowledged_at: components['schemas']['Timestamp'] | null;
      readonly metadata: components['schemas']['Metadata'];
      readonly version: components['schemas']['Version'];
      readonly created_at: components['schemas']['Timestamp'];
    };
    /**
     * @description What happened in a wallet in one month. For each bucket, `opening` plus the amounts of the entries on all pages is `closing`.
     * @example {
     *       "object": "wallet_statement",
     *       "wallet_id": "wal_01kakz3v000000000000000003",
     *       "asset": "svc-points",
     *       "month": "2026-11",
     *       "status": "final",
     *       "opening": {
     *         "object": "wallet_balance",
     *         "wallet_id": "wal_01kakz3v000000000000000003",
     *         "asset": "svc-points",
     *         "available": "1250.00",
     *         "pending": "0.00",
     *         "cashable": "1000.00",
     *         "as_of": "2026-10-31T23:59:59.999Z"
     *       },
     *       "closing": {
     *         "object": "wallet_balance",
     *         "wallet_id": "wal_01kakz3v000000000000000003",
     *         "asset": "svc-points",
     *         "available": "1225.00",
     *         "pending": "0.00",
     *         "cashable": "1000.00",
     *         "as_of": "2026-11-30T23:59:59.999Z"
     *       },
     *       "entries": [
     *         {
     *           "id": "whe_01kakz3v000000000000000005",
     *           "object": "wallet_history_entry",
     *           "wallet_id": "wal_01kakz3v000000000000000003",
     *           "transfer_id": "trf_01kakz3v000000000000000008",
     *           "bucket": "available",
     *           "amount": "-25.00",
     *           "balance_after": "1225.00",
     *           "description": "Transfer to another user",
     *           "created_at": "2026-11-21T09:30:00.000Z"
     *         }
     *       ],
     *       "next": null
     *     }
     */
    readonly WalletStatement: {
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'wallet_statement';
      readonly wallet_id: components['schemas']['WalletId'];
      readonly asset: components['schemas']['Asset'];
      /** @description The month, such as `2026-11`, in the time zone of the environment: UTC unless the operator has set another one. */
      readonly month: string;
      /**
       * @description `in_progress` until the month is over; until then, entries can follow.
       * @enum {string}
       */
      readonly status: 'in_progress' | 'final';
      /** @description The balance just before the month; zero if the wallet was opened later. */
      readonly opening: components['schemas']['WalletBalance'];
      /** @description The balance at the end of the month. In a month in progress: after everything up to `as_of`, like the entries. */
      readonly closing: components['schemas']['WalletBalance'];
      /** @description The month's entries of all buckets, oldest first. */
      readonly entries: readonly components['schemas']['WalletHistoryEntry'][];
      /** @description Send it as `starting_after` for the next page; `null` on the last one. */
      readonly next: components['schemas']['WalletHistoryEntryId'] | null;
    };
    /**
     * @description `frozen` while the wallet has a compliance hold or its owner is deactivated.
     * @enum {string}
     */
    readonly WalletStatus: 'active' | 'frozen';
    /** @description One attempt to deliver an event, with the request and the response. */
    readonly WebhookAttempt: {
      /** @description Number of the attempt, starting at 1. */
      readonly attempt: number;
      /** @description When the attempt began. */
      readonly attempted_at: components['schemas']['Timestamp'];
      /** @description Duration in milliseconds. */
      readonly took_ms: number;
      /**
       * @description Why the attempt failed; `null` if it succeeded.
       * @enum {string|null}
       */
      readonly error:
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
      /** @description When the next attempt was due after this one; `null` if there is none. */
      readonly next_attempt_at: components['schemas']['Timestamp'] | null;
      /** @description What was sent. `null` for attempts of releases that did not record it. */
      readonly request: components['schemas']['WebhookAttemptRequest'] | null;
      /** @description What the endpoint responded; `null` if no complete response arrived in time. */
      readonly response: components['schemas']['WebhookAttemptResponse'] | null;
    };
    /** @description The request of an attempt. Its body is the delivery's `request_body`. */
    readonly WebhookAttemptRequest: {
      /** @description URL of the endpoint at that time. */
      readonly url: string;
      /** @description The headers, except those of HTTP itself. */
      readonly headers: {
        readonly [key: string]: string;
      };
    };
    /** @description The response to an attempt. */
    readonly WebhookAttemptResponse: {
      /** @description HTTP status. */
      readonly status: number;
      /** @description `content-type`, `date`, `location`, `retry-after`, `server`, and `x-request-id`, as far as the response had them. */
      readonly headers: {
        readonly [key: string]: string;
      };
      /** @description The first 4 KiB of the body as text. `null` if it was not recorded, or if the event was about a person who has been forgotten since. */
      readonly body: string | null;
      /** @description Whether the body was longer. */
      readonly is_truncated: boolean;
    };
    /**
     * @description What was queued, and whether there is more.
     * @example {
     *       "object": "webhook_bulk_redelivery",
     *       "webhook_endpoint_id": "we_01kakz3v00000000000000000b",
     *       "redelivered": 100,
     *       "next": "whd_01kakz3v00000000000000000d"
     *     }
     */
    readonly WebhookBulkRedelivery: {
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'webhook_bulk_redelivery';
      readonly webhook_endpoint_id: components['schemas']['WebhookEndpointId'];
      /** @description Number of events that were queued. */
      readonly redelivered: number;
      /** @description The `starting_after` of the request that continues; `null` if there is no more. */
      readonly next: string | null;
    };
    /**
     * @description The delivery of one event to one endpoint, over all its attempts.
     * @example {
     *       "id": "whd_01kakz3v00000000000000000d",
     *       "object": "webhook_delivery",
     *       "webhook_endpoint_id": "we_01kakz3v00000000000000000b",
     *       "event_id": "evt_01kakz3v00000000000000000a",
     *       "event_type": "transfer.state_changed",
     *       "redelivery_id": null,
     *       "state": "pending",
     *       "attempt": 1,
     *       "response_status": 503,
     *       "error": "status",
     *       "took_ms": 41,
     *       "attempted_at": "2026-11-21T09:30:00.020Z",
     *       "first_attempted_at": "2026-11-21T09:30:00.020Z",
     *       "next_attempt_at": "2026-11-21T09:30:05.100Z",
     *       "created_at": "2026-11-21T09:30:00.000Z"
     *     }
     */
    readonly WebhookDelivery: {
      readonly id: components['schemas']['WebhookDeliveryId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'webhook_delivery';
      readonly webhook_endpoint_id: components['schemas']['WebhookEndpointId'];
      readonly event_id: components['schemas']['EventId'];
      /** @description Type of the event. */
      readonly event_type: string;
      /** @description The redelivery request that caused this delivery; `null` for the delivery that the event itself caused. */
      readonly redelivery_id: string | null;
      readonly state: components['schemas']['WebhookDeliveryState'];
      /** @description Number of attempts so far. */
      readonly attempt: number;
      /** @description HTTP status of the last response; `null` if there was none. */
      readonly response_status: number | null;
      /**
       * @description Why the last attempt failed; `null` if it succeeded. `status`: the response was not 2xx. `address_not_allowed`: the name leads to an address that is not on the public internet.
       * @enum {string|null}
       */
      readonly error:
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
      /** @description Duration of the last attempt in milliseconds. */
      readonly took_ms: number;
      /** @description When the last attempt was made. */
      readonly attempted_at: components['schemas']['Timestamp'];
      /** @description When the first attempt was made. */
      readonly first_attempted_at: components['schemas']['Timestamp'];
      /** @description When the next attempt is due; `null` if there is none. */
      readonly next_attempt_at: components['schemas']['Timestamp'] | null;
      /** @description When the event happened, or its redelivery was requested. */
      readonly created_at: components['schemas']['Timestamp'];
    };
    /** @description ID of a delivery. */
    readonly WebhookDeliveryId: string;
    /** @description One page of deliveries, newest first. A page with filters reads a bounded number of objects, so it may have fewer than `limit`, or none, and still continue at `next_cursor`. */
    readonly WebhookDeliveryPage: {
      readonly data: readonly components['schemas']['WebhookDelivery'][];
      /** @description Whether the list may have more objects in the requested direction. */
      readonly has_more: boolean;
      /** @description Where the list continues in this direction: send it as `starting_after`, or as `ending_before` if the request had one. `null` at the end. */
      readonly next_cursor: string | null;
    };
    /**
     * @description `pending`: the last attempt failed and will be retried. `failed`: no more retries. `dropped`: the endpoint was disabled or deleted before the event was delivered, or a redelivery of the event took its place.
     * @enum {string}
     */
    readonly WebhookDeliveryState: 'pending' | 'succeeded' | 'failed' | 'dropped';
    /**
     * @description A delivery with every attempt.
     * @example {
     *       "id": "whd_01kakz3v00000000000000000d",
     *       "object": "webhook_delivery",
     *       "webhook_endpoint_id": "we_01kakz3v00000000000000000b",
     *       "event_id": "evt_01kakz3v00000000000000000a",
     *       "event_type": "transfer.state_changed",
     *       "redelivery_id": null,
     *       "state": "pending",
     *       "attempt": 1,
     *       "response_status": 503,
     *       "error": "status",
     *       "took_ms": 41,
     *       "attempted_at": "2026-11-21T09:30:00.020Z",
     *       "first_attempted_at": "2026-11-21T09:30:00.020Z",
     *       "next_attempt_at": "2026-11-21T09:30:05.100Z",
     *       "created_at": "2026-11-21T09:30:00.000Z",
     *       "request_body": "{\"id\":\"evt_01kakz3v00000000000000000a\",\"object\":\"event\",\"type\":\"transfer.state_changed\"}",
     *       "attempts": [
     *         {
     *           "attempt": 1,
     *           "attempted_at": "2026-11-21T09:30:00.020Z",
     *           "took_ms": 41,
     *           "error": "status",
     *           "next_attempt_at": "2026-11-21T09:30:05.100Z",
     *           "request": {
     *             "url": "https://shop.example/hooks",
     *             "headers": {
     *               "Content-Type": "application/json",
     *               "Svc-Signature": "t=1795253400,v1=5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f",
     *               "Svc-Event-Id": "evt_01kakz3v00000000000000000a",
     *               "Svc-Delivery-Attempt": "1",
     *               "User-Agent": "svc-webhooks/1"
     *             }
     *           },
     *           "response": {
     *             "status": 503,
     *             "headers": {
     *               "content-type": "text/plain",
     *               "retry-after": "30"
     *             },
     *             "body": "The database is being upgraded.",
     *             "is_truncated": false
     *           }
     *         }
     *       ]
     *     }
     */
    readonly WebhookDeliveryWithAttempts: {
      readonly id: components['schemas']['WebhookDeliveryId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'webhook_delivery';
      readonly webhook_endpoint_id: components['schemas']['WebhookEndpointId'];
      readonly event_id: components['schemas']['EventId'];
      /** @description Type of the event. */
      readonly event_type: string;
      /** @description The redelivery request that caused this delivery; `null` for the delivery that the event itself caused. */
      readonly redelivery_id: string | null;
      readonly state: components['schemas']['WebhookDeliveryState'];
      /** @description Number of attempts so far. */
      readonly attempt: number;
      /** @description HTTP status of the last response; `null` if there was none. */
      readonly response_status: number | null;
      /**
       * @description Why the last attempt failed; `null` if it succeeded. `status`: the response was not 2xx. `address_not_allowed`: the name leads to an address that is not on the public internet.
       * @enum {string|null}
       */
      readonly error:
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
      /** @description Duration of the last attempt in milliseconds. */
      readonly took_ms: number;
      /** @description When the last attempt was made. */
      readonly attempted_at: components['schemas']['Timestamp'];
      /** @description When the first attempt was made. */
      readonly first_attempted_at: components['schemas']['Timestamp'];
      /** @description When the next attempt is due; `null` if there is none. */
      readonly next_attempt_at: components['schemas']['Timestamp'] | null;
      /** @description When the event happened, or its redelivery was requested. */
      readonly created_at: components['schemas']['Timestamp'];
      /** @description The event, exactly as `GET /v1/events/{id}` returns it: the body of each attempt. `null` if the event has expired. */
      readonly request_body: string | null;
      /** @description The newest 25 attempts, oldest first. */
      readonly attempts: readonly components['schemas']['WebhookAttempt'][];
    };
    /**
     * @description A URL that receives events. Each endpoint has its own signing key.
     * @example {
     *       "id": "we_01kakz3v00000000000000000b",
     *       "object": "webhook_endpoint",
     *       "url": "https://shop.example/hooks",
     *       "status": "disabled",
     *       "event_types": [
     *         "transfer.state_changed"
     *       ],
     *       "description": null,
     *       "public_key_pem": "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n",
     *       "version": 1,
     *       "created_at": "2026-11-21T09:30:00.000Z"
     *     }
     */
    readonly WebhookEndpoint: {
      readonly id: components['schemas']['WebhookEndpointId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'webhook_endpoint';
      /** @description URL that receives the events. */
      readonly url: string;
      readonly status: components['schemas']['WebhookEndpointStatus'];
      /** @description Event types to deliver; an empty list means all types. */
      readonly event_types: readonly string[];
      /** @description Your own note. */
      readonly description: string | null;
      /** @description Ed25519 public key in PEM format that verifies the signatures. */
      readonly public_key_pem: string;
      readonly version: components['schemas']['Version'];
      readonly created_at: components['schemas']['Timestamp'];
      /** @description How well the endpoint accepts deliveries. Only `GET` shows it, from the first attempt on. An addition to the API contract. */
      readonly health?: components['schemas']['WebhookEndpointHealth'];
    };
    /**
     * @description An endpoint to register. A new endpoint is `disabled`.
     * @example {
     *       "url": "https://shop.example/hooks",
     *       "event_types": [
     *         "transfer.state_changed"
     *       ]
     *     }
     */
    readonly WebhookEndpointCreate: {
      /**
       * Format: iri
       * @description HTTPS URL of up to 2048 characters. HTTP is allowed for loopback addresses if the configuration permits it.
       */
      readonly url: string;
      /** @description Event types to deliver; an empty list means all types. */
      readonly event_types?: readonly components['schemas']['PublicEventType'][];
      /** @description Your own note, up to 500 characters. */
      readonly description?: string;
    };
    /** @description A failed attempt. */
    readonly WebhookEndpointError: {
      /**
       * @description Why the attempt failed.
       * @enum {string}
       */
      readonly error:
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
      /** @description HTTP status of the response; `null` if there was none. */
      readonly response_status: number | null;
      /** @description When the attempt was made. */
      readonly attempted_at: components['schemas']['Timestamp'];
      /** @description The delivery that the attempt belongs to. */
      readonly webhook_delivery_id: components['schemas']['WebhookDeliveryId'];
    };
    /** @description A test of a webhook endpoint, which only that endpoint receives, or the service disabled an endpoint, which the others are told. */
    readonly WebhookEndpointEvent: {
      readonly id: components['schemas']['EventId'];
      /**
       * @description The object's type.
       * @constant
       */
      readonly object: 'event';
      /**
       * @description What happened.
       * @enum {string}
       */
      readonly type: 'webhook_endpoint.test' | 'webhook_endpoint.disabled';
      /**
       * @description API version that defines the format of `data`.
       * @constant
       */
      readonly api_version: 'v1';
      readonly created_at: components['schemas']['Timestamp'];
      /**
       * @description Type of the object in `data`.
       * @constant
       */
      readonly object_type: 'webhook_endpoint';
      /** @description Version of the object in `data`. */
      readonly object_version: components['schemas']['Version'];
      /** @description Previous values of the changed fields; empty if the object was created. */
      readonly previous_attributes: {
        readonly [key: string]: unknown;
      };
      /** @description The object after the change. */
      readonly data: components['schemas']['WebhookEndpoint'];
    };
    /**
     * @description How well an endpoint accepts deliveries, over all attempts.
     * @example {
     *       "success_rate_24h": 0.9876,
     *       "last_error": {
     *         "error": "status",
     *         "response_status": 503,
     *         "attempted_at": "2026-11-21T09:30:00.020Z",
     *         "webhook_delivery_id": "whd_01kakz3v00000000000000000d"
     *       },
     *       "failing_since": null
     *     }
     */
    readonly WebhookEndpointHealth: {
      /** @description Share of the attempts within the last 24 hours that succeeded, by whole hours; `null` if there were none. */
      readonly success_rate_24h: number | null;
      /** @description The last failed attempt; `null` if none failed. */
      readonly last_error: components['schemas']['WebhookEndpointError'] | null;
      /** @description When the first attempt since the last success failed; `null` if the last attempt succeeded. After five days, the endpoint is disabled. */
      readonly failing_since: components['schemas']['Timestamp'] | null;
    };
    /** @description ID of a webhook endpoint. */
    readonly WebhookEndpointId: string;
    /** @description One page of webhook endpoints, newest first. */
    readonly WebhookEndpointPage: {
      readonly data: readonly components['schemas']['WebhookEndpoint'][];
      /** @description Whether the list has more objects in the requested direction. */
      readonly has_more: boolean;
    };
    /**
     * @description A disabled endpoint receives no events.
     * @enum {string}
     */
    readonly WebhookEndpointStatus: 'enabled' | 'disabled';
    /**
     * @description The result of a test delivery.
     * @example {
     *       "delivery": {
     *         "event_id": "evt_01kakz3v00000000000000000c",
     *         "webhook_endpoint_id": "we_01kakz3v00000000000000000b",
     *         "attempt": 1,
     *         "succeeded": true,
     *         "response_status": 200,
     *         "error": null,
     *         "attempted_at": "2026-11-21T09:30:00.000Z"
     *       },
     *       "endpoint": {
     *         "id": "we_01kakz3v00000000000000000b",
     *         "object": "webhook_endpoint",
     *         "url": "https://shop.example/hooks",
     *         "status": "enabled",
     *         "event_types": [
     *           "transfer.state_changed"
     *         ],
     *         "description": null,
     *         "public_key_pem": "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n",
     *         "version": 2,
     *         "created_at": "2026-11-21T09:30:00.000Z"
     *       }
     *     }
     */
    readonly WebhookEndpointTest: {
      readonly delivery: components['schemas']['Delivery'];
      readonly endpoint: components['schemas']['WebhookEndpoint'];
    };
    /**
     * @description The fields to change; omitted fields keep their value.
     * @example {
     *       "status": "enabled"
     *     }
     */
    readonly WebhookEndpointUpdate: {
      /**
       * Format: iri
       * @description HTTPS URL of up to 2048 characters. HTTP is allowed for loopback addresses if the configuration permits it.
       */
      readonly url?: string;
      /** @description Event types to deliver; an empty list means all types. */
      readonly event_types?: readonly components['schemas']['PublicEventType'][];
      readonly status?: components['schemas']['WebhookEndpointStatus'];
      /** @description Your own note, up to 500 characters; `null` clears it. */
      readonly description?: string | null;
    };
    /**
     * @description The events to redeliver to an endpoint.
     * @example {
     *       "select": "failed"
     *     }
     */
    readonly WebhookRedeliver: {
      /**
       * @description `failed`: events whose deliveries failed or were dropped, unless they have been delivered since or are being retried. `all`: events of the types that the endpoint subscribes to, delivered or not; requires `created_after`.
       * @enum {string}
       */
      readonly select: 'failed' | 'all';
      /** @description Only events of these types; an empty list means all types. */
      readonly event_types?: readonly components['schemas']['PublicEventType'][];
      /** @description Only after this time (exclusive): of the event, or for `failed` of the delivery. */
      readonly created_after?: components['schemas']['QueryTime'];
      /** @description Only before this time (exclusive). */
      readonly created_before?: components['schemas']['QueryTime'];
      /** @description `next` of the previous answer, to continue. */
      readonly starting_after?: components['schemas']['IdInput'];
    };
    /** @description Amounts moved by the transfer. Fields of other kinds are absent; a value that is not known yet is `null`. */
    readonly OnrampReceipt: {
      /** @description On-ramps: amount of the create request, in fiat; `null` if a deposit account created the transfer. */
      readonly amount_expected: components['schemas']['Amount'] | null;
      /** @description On-ramps: amount received, in fiat. */
      readonly amount_received: components['schemas']['Amount'];
      readonly amount_debited?: never;
      /** @description Amount credited to the destination wallet, in its asset; `null` while it is held. */
      readonly amount_credited: components['schemas']['Amount'] | null;
      readonly earned_amount?: never;
      readonly amount_paid_out?: never;
      /** @description Destination units per source unit; `null` if nothing is converted. */
      readonly rate: components['schemas']['RateValue'] | null;
      /** @description Fees charged. */
      readonly fees: readonly components['schemas']['Fee'][];
      /** @description The rail's reference; `null` if no rail is involved or the reference is not known yet. */
      readonly rail_reference: string | null;
      readonly initiated_at: components['schemas']['Timestamp'];
      /** @description When the transfer completed. */
      readonly completed_at: components['schemas']['Timestamp'] | null;
    };
    /** @description Amounts moved by the transfer. Fields of other kinds are absent; a value that is not known yet is `null`. */
    readonly UserToUserReceipt: {
      readonly amount_expected?: never;
      readonly amount_received?: never;
      /** @description Amount debited from the source wallet, in its asset. */
      readonly amount_debited: components['schemas']['Amount'];
      /** @description Amount credited to the destination wallet, in its asset; `null` while it is held. */
      readonly amount_credited: components['schemas']['Amount'] | null;
      /** @description Transfers of points between users: the part that is earned points; the rest is cashable. */
      readonly earned_amount?: components['schemas']['Amount'];
      readonly amount_paid_out?: never;
      /** @description Destination units per source unit; `null` if nothing is converted. */
      readonly rate: components['schemas']['RateValue'] | null;
      /** @description Fees charged. */
      readonly fees: readonly components['schemas']['Fee'][];
      /** @description The rail's reference; `null` if no rail is involved or the reference is not known yet. */
      readonly rail_reference: string | null;
      readonly initiated_at: components['schemas']['Timestamp'];
      /** @description When the transfer completed. */
      readonly completed_at: components['schemas']['Timestamp'] | null;
    };
    /** @description Amounts moved by the transfer. Fields of other kinds are absent; a value that is not known yet is `null`. */
    readonly ConversionReceipt: {
      readonly amount_expected?: never;
      readonly amount_received?: never;
      /** @description Amount debited from the source wallet, in its asset. */
      readonly amount_debited: components['schemas']['Amount'];
      /** @description Amount credited to the destination wallet, in its asset; `null` while it is held. */
      readonly amount_credited: components['schemas']['Amount'] | null;
      readonly earned_amount?: never;
      readonly amount_paid_out?: never;
      /** @description Destination units per source unit; `null` if nothing is converted. */
      readonly rate: components['schemas']['RateValue'] | null;
      /** @description Fees charged. */
      readonly fees: readonly components['schemas']['Fee'][];
      /** @description The rail's reference; `null` if no rail is involved or the reference is not known yet. */
      readonly rail_reference: string | null;
      readonly initiated_at: components['schemas']['Timestamp'];
      /** @description When the transfer completed. */
      readonly completed_at: components['schemas']['Timestamp'] | null;
    };
    /** @description Amounts moved by the transfer. Fields of other kinds are absent; a value that is not known yet is `null`. */
    readonly OfframpReceipt: {
      readonly amount_expected?: never;
      readonly amount_received?: never;
      /** @description Amount debited from the source wallet, in its asset. */
      readonly amount_debited: components['schemas']['Amount'];
      readonly amount_credited?: never;
      readonly earned_amount?: never;
      /** @description Off-ramps: amount sent to the payout account, in its currency. */
      readonly amount_paid_out: components['schemas']['Amount'] | null;
      /** @description Destination units per source unit; `null` if nothing is converted. */
      readonly rate: components['schemas']['RateValue'] | null;
      /** @description Fees charged. */
      readonly fees: readonly components['schemas']['Fee'][];
      /** @description The rail's reference; `null` if no rail is involved or the reference is not known yet. */
      readonly rail_reference: string | null;
      readonly initiated_at: components['schemas']['Timestamp'];
      /** @description When the transfer completed. */
      readonly completed_at: components['schemas']['Timestamp'] | null;
    };
    readonly UserListQuery: {
      /**
       * @description Maximum number of objects per page.
       * @default 10
       */
      readonly limit?: number;
      /** @description ID of an object in this list. The page starts after it, with older objects. */
      readonly starting_after?: string;
      /** @description ID of an object in this list. The page ends just before it and has newer objects, in the same order. */
      readonly ending_before?: string;
      /** @description Returns only the user with this `external_reference`. */
      readonly external_reference?: string;
      readonly kyc_status?: components['schemas']['KycStatus'];
      readonly status?: components['schemas']['UserStatus'];
    };
    readonly WalletListQuery: {
      /**
       * @description Maximum number of objects per page.
       * @default 10
       */
      readonly limit?: number;
      /** @description ID of an object in this list. The page starts after it, with older objects. */
      readonly starting_after?: string;
      /** @description ID of an object in this list. The page ends just before it and has newer objects, in the same order. */
      readonly ending_before?: string;
      readonly asset?: components['schemas']['AssetInput'];
    };
    readonly WalletBalanceQuery: {
      /** @description The time of the balance. Default: now. */
      readonly at?: components['schemas']['QueryTime'];
    };
    readonly WalletHistoryQuery: {
      /**
       * @description Maximum number of objects per page.
       * @default 10
       */
      readonly limit?: number;
      /** @description ID of an object in this list. The page starts after it, with older objects. */
      readonly starting_after?: string;
      /** @description ID of an object in this list. The page ends just before it and has newer objects, in the same order. */
      readonly ending_before?: string;
      /** @description Returns only objects created after this time (exclusive). */
      readonly created_after?: components['schemas']['QueryTime'];
      /** @description Returns only objects created before this time (exclusive). */
      readonly created_before?: components['schemas']['QueryTime'];
    };
    readonly WalletStatementQuery: {
      /**
       * @description Maximum number of entries per page.
       * @default 100
       */
      readonly limit?: number;
      /** @description ID of an entry of this wallet. The page starts after it, with newer entries. */
      readonly starting_after?: string;
    };
    readonly DepositAccountListQuery: {
      /**
       * @description Maximum number of objects per page.
       * @default 10
       */
      readonly limit?: number;
      /** @description ID of an object in this list. The page starts after it, with older objects. */
      readonly starting_after?: string;
      /** @description ID of an object in this list. The page ends just before it and has newer objects, in the same order. */
      readonly ending_before?: string;
    };
    readonly DepositListQuery: {
      /**
       * @description Maximum number of objects per page.
       * @default 10
       */
      readonly limit?: number;
      /** @description ID of an object in this list. The page starts after it, with older objects. */
      readonly starting_after?: string;
      /** @description ID of an object in this list. The page ends just before it and has newer objects, in the same order. */
      readonly ending_before?: string;
      /** @description Returns only objects created after this time (exclusive). */
      readonly created_after?: components['schemas']['QueryTime'];
      /** @description Returns only objects created before this time (exclusive). */
      readonly created_before?: components['schemas']['QueryTime'];
    };
    readonly TransferListQuery: {
      /**
       * @description Maximum number of objects per page.
       * @default 10
       */
      readonly limit?: number;
      /** @description ID of an object in this list. The page starts after it, with older objects. */
      readonly starting_after?: string;
      /** @description ID of an object in this list. The page ends just before it and has newer objects, in the same order. */
      readonly ending_before?: string;
      /** @description Returns only objects created after this time (exclusive). */
      readonly created_after?: components['schemas']['QueryTime'];
      /** @description Returns only objects created before this time (exclusive). */
      readonly created_before?: components['schemas']['QueryTime'];
      /** @description Returns only transfers whose source or destination belongs to this user. */
      readonly user_id?: string;
      /** @description Returns only transfers from or to this wallet. */
      readonly wallet_id?: string;
      readonly state?: components['schemas']['TransferState'];
      readonly kind?: components['schemas']['TransferKind'];
      /** @description Returns only transfers with this reference. */
      readonly integrator_reference?: string;
    };
    readonly PayoutAccountListQuery: {
      /**
       * @description Maximum number of objects per page.
       * @default 10
       */
      readonly limit?: number;
      /** @description ID of an object in this list. The page starts after it, with older objects. */
      readonly starting_after?: string;
      /** @description ID of an object in this list. The page ends just before it and has newer objects, in the same order. */
      readonly ending_before?: string;
    };
    readonly RouteQuery: {
      readonly kind?: components['schemas']['TransferKind'];
      /** @description Returns only routes of this country and routes without a country. */
      readonly country?: components['schemas']['Country'];
    };
    readonly RateQuery: {
      /** @description Asset code or currency. */
      readonly from: string;
      /** @description Asset code or currency. */
      readonly to: string;
    };
    readonly WebhookEndpointListQuery: {
      /**
       * @description Maximum number of objects per page.
       * @default 10
       */
      readonly limit?: number;
      /** @description ID of an object in this list. The page starts after it, with older objects. */
      readonly starting_after?: string;
      /** @description ID of an object in this list. The page ends just before it and has newer objects, in the same order. */
      readonly ending_before?: string;
    };
    readonly WebhookDeliveryListQuery: {
      /**
       * @description Maximum number of objects per page.
       * @default 10
       */
      readonly limit?: number;
      /** @description ID of an object in this list. The page starts after it, with older objects. */
      readonly starting_after?: string;
      /** @description ID of an object in this list. The page ends just before it and has newer objects, in the same order. */
      readonly ending_before?: string;
      /** @description Returns only deliveries whose `created_at` is after this time (exclusive). */
      readonly created_after?: components['schemas']['QueryTime'];
      /** @description Returns only deliveries whose `created_at` is before this time (exclusive). */
      readonly created_before?: components['schemas']['QueryTime'];
      readonly state?: components['schemas']['WebhookDeliveryState'];
      /** @description Returns only deliveries of events of this type; an unknown type returns an empty list. */
      readonly event_type?: string;
      /** @description Returns only deliveries of this event. */
      readonly event_id?: string;
    };
    readonly EventListQuery: {
      /**
       * @description Maximum number of objects per page.
       * @default 10
       */
      readonly limit?: number;
      /** @description ID of an object in this list. The page starts after it, with older objects. */
      readonly starting_after?: string;
      /** @description ID of an object in this list. The page ends just before it and has newer objects, in the same order. */
      readonly ending_before?: string;
      /** @description Returns only objects created after this time (exclusive). */
      readonly created_after?: components['schemas']['QueryTime'];
      /** @description Returns only objects created before this time (exclusive). */
      readonly created_before?: components['schemas']['QueryTime'];
      /** @description Returns only events of this type; an unknown type returns an empty list. */
      readonly type?: string;
      /** @description Returns only events about this object. */
      readonly object_id?: string;
    };
    readonly EventStreamQuery: {
      /** @description ID of an event. The stream continues after it. The header `Last-Event-ID` takes precedence. */
      readonly after?: string;
      /** @description Sends only events of these types: up to 20, separated by commas. Unknown types match nothing. */
      readonly types?: string;
      /** @description Sends only events about this object. */
      readonly object_id?: string;
    };
    readonly RequestListQuery: {
      /**
       * @description Maximum number of objects per page.
       * @default 10
       */
      readonly limit?: number;
      /** @description ID of an object in this list. The page starts after it, with older objects. */
      readonly starting_after?: string;
      /** @description ID of an object in this list. The page ends just before it and has newer objects, in the same order. */
      readonly ending_before?: string;
      /** @description Returns only objects created after this time (exclusive). */
      readonly created_after?: components['schemas']['QueryTime'];
      /** @description Returns only objects created before this time (exclusive). */
      readonly created_before?: components['schemas']['QueryTime'];
      /** @description Returns only requests with this method. */
      readonly method?: string;
      /** @description Returns only requests with this path, such as `/v1/transfers`. */
      readonly path?: string;
      /** @description Returns only requests of this operation, such as `createTransfer`. */
      readonly operation?: string;
      /** @description Returns only requests with this status, such as `422`, or of this class, such as `4xx`. */
      readonly status?: string;
      /** @description Returns only requests with this error code. */
      readonly error?: string;
      /** @description Returns only requests with this idempotency key. */
      readonly idempotency_key?: string;
      /** @description Returns only requests with this API key. */
      readonly api_key_id?: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type Amount = components['schemas']['Amount'];
export type AmountInput = components['schemas']['AmountInput'];
export type Asset = components['schemas']['Asset'];
export type AssetInput = components['schemas']['AssetInput'];
export type BalanceProof = components['schemas']['BalanceProof'];
export type BalanceProofLine = components['schemas']['BalanceProofLine'];
export type BatchTransferCreate = components['schemas']['BatchTransferCreate'];
export type BatchTransferError = components['schemas']['BatchTransferError'];
export type Country = components['schemas']['Country'];
export type Currency = components['schemas']['Currency'];
export type Delivery = components['schemas']['Delivery'];
export type Deposit = components['schemas']['Deposit'];
export type DepositAccount = components['schemas']['DepositAccount'];
export type DepositAccountCreate = components['schemas']['DepositAccountCreate'];
export type DepositAccountEvent = components['schemas']['DepositAccountEvent'];
export type DepositAccountId = components['schemas']['DepositAccountId'];
export type DepositAccountPage = components['schemas']['DepositAccountPage'];
export type DepositAccountStatus = components['schemas']['DepositAccountStatus'];
export type DepositId = components['schemas']['DepositId'];
export type DepositInstructions = components['schemas']['DepositInstructions'];
export type DepositPage = components['schemas']['DepositPage'];
export type DepositState = components['schemas']['DepositState'];
export type Email = components['schemas']['Email'];
export type EmptyBody = components['schemas']['EmptyBody'];
export type Endpoint = components['schemas']['Endpoint'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type ErrorDetail = components['schemas']['ErrorDetail'];
export type ErrorEnvelope = components['schemas']['ErrorEnvelope'];
export type ErrorType = components['schemas']['ErrorType'];
export type EventId = components['schemas']['EventId'];
export type EventRedeliver = components['schemas']['EventRedeliver'];
export type EventStream = components['schemas']['EventStream'];
export type Fee = components['schemas']['Fee'];
export type FiatInput = components['schemas']['FiatInput'];
export type HostedLink = components['schemas']['HostedLink'];
export type IdInput = components['schemas']['IdInput'];
export type KycStatus = components['schemas']['KycStatus'];
export type LateMovement = components['schemas']['LateMovement'];
export type LateMovementEvent = components['schemas']['LateMovementEvent'];
export type Metadata = components['schemas']['Metadata'];
export type OnboardingLinks = components['schemas']['OnboardingLinks'];
export type OnboardingLinksCreate = components['schemas']['OnboardingLinksCreate'];
export type PayoutAccount = components['schemas']['PayoutAccount'];
export type PayoutAccountCreate = components['schemas']['PayoutAccountCreate'];
export type PayoutAccountId = components['schemas']['PayoutAccountId'];
export type PayoutAccountInput = components['schemas']['PayoutAccountInput'];
export type PayoutAccountPage = components['schemas']['PayoutAccountPage'];
export type PayoutAccountType = components['schemas']['PayoutAccountType'];
export type Phone = components['schemas']['Phone'];
export type PublicEvent = components['schemas']['PublicEvent'];
export type PublicEventPage = components['schemas']['PublicEventPage'];
export type PublicEventType = components['schemas']['PublicEventType'];
export type QueryTime = components['schemas']['QueryTime'];
export type Quote = components['schemas']['Quote'];
export type QuoteCreate = components['schemas']['QuoteCreate'];
export type QuoteId = components['schemas']['QuoteId'];
export type Rail = components['schemas']['Rail'];
export type Rate = components['schemas']['Rate'];
export type RateValue = components['schemas']['RateValue'];
export type Reason = components['schemas']['Reason'];
export type Receipt = components['schemas']['Receipt'];
export type Request = components['schemas']['Request'];
export type RequestError = components['schemas']['RequestError'];
export type RequestId = components['schemas']['RequestId'];
export type RequestPage = components['schemas']['RequestPage'];
export type RequestSummary = components['schemas']['RequestSummary'];
export type Route = components['schemas']['Route'];
export type RouteEndpoint = components['schemas']['RouteEndpoint'];
export type RouteFiat = components['schemas']['RouteFiat'];
export type RouteList = components['schemas']['RouteList'];
export type RouteWallet = components['schemas']['RouteWallet'];
export type SandboxClock = components['schemas']['SandboxClock'];
export type SandboxClockAdvance = components['schemas']['SandboxClockAdvance'];
export type SandboxDeposit = components['schemas']['SandboxDeposit'];
export type SandboxKycUpdate = components['schemas']['SandboxKycUpdate'];
export type SandboxLateMovement = components['schemas']['SandboxLateMovement'];
export type SandboxPayoutOutcome = components['schemas']['SandboxPayoutOutcome'];
export type SandboxReset = components['schemas']['SandboxReset'];
export type SandboxReviewOutcome = components['schemas']['SandboxReviewOutcome'];
export type SandboxReward = components['schemas']['SandboxReward'];
export type SignedAmount = components['schemas']['SignedAmount'];
export type TermsStatus = components['schemas']['TermsStatus'];
export type Timestamp = components['schemas']['Timestamp'];
export type Transfer = components['schemas']['Transfer'];
export type TransferBatch = components['schemas']['TransferBatch'];
export type TransferBatchCreate = components['schemas']['TransferBatchCreate'];
export type TransferBatchId = components['schemas']['TransferBatchId'];
export type TransferBatchMode = components['schemas']['TransferBatchMode'];
export type TransferBatchPreview = components['schemas']['TransferBatchPreview'];
export type TransferBatchPreviewResult = components['schemas']['TransferBatchPreviewResult'];
export type TransferBatchResult = components['schemas']['TransferBatchResult'];
export type TransferCreate = components['schemas']['TransferCreate'];
export type TransferDestination = components['schemas']['TransferDestination'];
export type TransferEvent = components['schemas']['TransferEvent'];
export type TransferId = components['schemas']['TransferId'];
export type TransferKind = components['schemas']['TransferKind'];
export type TransferPage = components['schemas']['TransferPage'];
export type TransferPreview = components['schemas']['TransferPreview'];
export type TransferSource = components['schemas']['TransferSource'];
export type TransferState = components['schemas']['TransferState'];
export type User = components['schemas']['User'];
export type UserCreate = components['schemas']['UserCreate'];
export type UserEvent = components['schemas']['UserEvent'];
export type UserId = components['schemas']['UserId'];
export type UserPage = components['schemas']['UserPage'];
export type UserStatus = components['schemas']['UserStatus'];
export type UserType = components['schemas']['UserType'];
export type UserUpdate = components['schemas']['UserUpdate'];
export type Version = components['schemas']['Version'];
export type Wallet = components['schemas']['Wallet'];
export type WalletBalance = components['schemas']['WalletBalance'];
export type WalletBucket = components['schemas']['WalletBucket'];
export type WalletCreate = components['schemas']['WalletCreate'];
export type WalletEntryEvent = components['schemas']['WalletEntryEvent'];
export type WalletEvent = components['schemas']['WalletEvent'];
export type WalletHistoryEntry = components['schemas']['WalletHistoryEntry'];
export type WalletHistoryEntryId = components['schemas']['WalletHistoryEntryId'];
export type WalletHistoryEntryPage = components['schemas']['WalletHistoryEntryPage'];
export type WalletId = components['schemas']['WalletId'];
export type WalletInput = components['schemas']['WalletInput'];
export type WalletPage = components['schemas']['WalletPage'];
export type WalletSnapshot = components['schemas']['WalletSnapshot'];
export type WalletStatement = components['schemas']['WalletStatement'];
export type WalletStatus = components['schemas']['WalletStatus'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookAttemptRequest = components['schemas']['WebhookAttemptRequest'];
export type WebhookAttemptResponse = components['schemas']['WebhookAttemptResponse'];
export type WebhookBulkRedelivery = components['schemas']['WebhookBulkRedelivery'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryId = components['schemas']['WebhookDeliveryId'];
export type WebhookDeliveryPage = components['schemas']['WebhookDeliveryPage'];
export type WebhookDeliveryState = components['schemas']['WebhookDeliveryState'];
export type WebhookDeliveryWithAttempts = components['schemas']['WebhookDeliveryWithAttempts'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointCreate = components['schemas']['WebhookEndpointCreate'];
export type WebhookEndpointError = components['schemas']['WebhookEndpointError'];
export type WebhookEndpointEvent = components['schemas']['WebhookEndpointEvent'];
export type WebhookEndpointHealth = components['schemas']['WebhookEndpointHealth'];
export type WebhookEndpointId = components['schemas']['WebhookEndpointId'];
export type WebhookEndpointPage = components['schemas']['WebhookEndpointPage'];
export type WebhookEndpointStatus = components['schemas']['WebhookEndpointStatus'];
export type WebhookEndpointTest = components['schemas']['WebhookEndpointTest'];
export type WebhookEndpointUpdate = components['schemas']['WebhookEndpointUpdate'];
export type WebhookRedeliver = components['schemas']['WebhookRedeliver'];
export type OnrampReceipt = components['schemas']['OnrampReceipt'];
export type UserToUserReceipt = components['schemas']['UserToUserReceipt'];
export type ConversionReceipt = components['schemas']['ConversionReceipt'];
export type OfframpReceipt = components['schemas']['OfframpReceipt'];
export type UserListQuery = components['schemas']['UserListQuery'];
export type WalletListQuery = components['schemas']['WalletListQuery'];
export type WalletBalanceQuery = components['schemas']['WalletBalanceQuery'];
export type WalletHistoryQuery = components['schemas']['WalletHistoryQuery'];
export type WalletStatementQuery = components['schemas']['WalletStatementQuery'];
export type DepositAccountListQuery = components['schemas']['DepositAccountListQuery'];
export type DepositListQuery = components['schemas']['DepositListQuery'];
export type TransferListQuery = components['schemas']['TransferListQuery'];
export type PayoutAccountListQuery = components['schemas']['PayoutAccountListQuery'];
export type RouteQuery = components['schemas']['RouteQuery'];
export type RateQuery = components['schemas']['RateQuery'];
export type WebhookEndpointListQuery = components['schemas']['WebhookEndpointListQuery'];
export type WebhookDeliveryListQuery = components['schemas']['WebhookDeliveryListQuery'];
export type EventListQuery = components['schemas']['EventListQuery'];
export type EventStreamQuery = components['schemas']['EventStreamQuery'];
export type RequestListQuery = components['schemas']['RequestListQuery'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
