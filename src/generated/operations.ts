// Generated from schemas/ by `npm run generate`. Do not edit.

import type * as api from './api.ts';
import {
  validateDepositAccountCreate,
  validateDepositAccountListQuery,
  validateDepositListQuery,
  validateEmptyBody,
  validateEventListQuery,
  validateEventRedeliver,
  validateEventStreamQuery,
  validateNoQuery,
  validateOnboardingLinksCreate,
  validatePayoutAccountCreate,
  validatePayoutAccountListQuery,
  validateQuoteCreate,
  validateRateQuery,
  validateRequestListQuery,
  validateRouteQuery,
  validateSandboxClockAdvance,
  validateSandboxDeposit,
  validateSandboxKycUpdate,
  validateSandboxLateMovement,
  validateSandboxPayoutOutcome,
  validateSandboxReviewOutcome,
  validateSandboxReward,
  validateTransferBatchCreate,
  validateTransferCreate,
  validateTransferListQuery,
  validateUserCreate,
  validateUserListQuery,
  validateUserUpdate,
  validateWalletBalanceQuery,
  validateWalletCreate,
  validateWalletHistoryQuery,
  validateWalletListQuery,
  validateWalletStatementQuery,
  validateWebhookDeliveryListQuery,
  validateWebhookEndpointCreate,
  validateWebhookEndpointListQuery,
  validateWebhookEndpointUpdate,
  validateWebhookRedeliver,
} from './validators.js';

/** Every operation of the API: where it is, who may call it, and what it takes. */
export const operations = {
  listUsers: {
    id: 'listUsers',
    method: 'GET',
    path: '/v1/users',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateUserListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before', 'external_reference', 'kyc_status', 'status'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  createUser: {
    id: 'createUser',
    method: 'POST',
    path: '/v1/users',
    permission: 'read_write',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateUserCreate,
    bodyFields: {
      '': [
        'type',
        'external_reference',
        'email',
        'phone',
        'first_name',
        'last_name',
        'business_name',
        'country',
        'metadata',
      ],
    },
  },
  getUser: {
    id: 'getUser',
    method: 'GET',
    path: '/v1/users/{user_id}',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  updateUser: {
    id: 'updateUser',
    method: 'PATCH',
    path: '/v1/users/{user_id}',
    permission: 'read_write',
    idempotencyKey: 'none',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateUserUpdate,
    bodyFields: { '': ['email', 'phone', 'metadata'] },
  },
  deactivateUser: {
    id: 'deactivateUser',
    method: 'POST',
    path: '/v1/users/{user_id}/deactivate',
    permission: 'read_write',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  createOnboardingLinks: {
    id: 'createOnboardingLinks',
    method: 'POST',
    path: '/v1/users/{user_id}/onboarding_links',
    permission: 'read_write',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateOnboardingLinksCreate,
    bodyFields: { '': ['redirect_url'] },
  },
  listWallets: {
    id: 'listWallets',
    method: 'GET',
    path: '/v1/users/{user_id}/wallets',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateWalletListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before', 'asset'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  createWallet: {
    id: 'createWallet',
    method: 'POST',
    path: '/v1/users/{user_id}/wallets',
    permission: 'read_write',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateWalletCreate,
    bodyFields: { '': ['asset', 'acknowledge_price_risk', 'metadata'] },
  },
  getWallet: {
    id: 'getWallet',
    method: 'GET',
    path: '/v1/users/{user_id}/wallets/{wallet_id}',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getWalletBalance: {
    id: 'getWalletBalance',
    method: 'GET',
    path: '/v1/users/{user_id}/wallets/{wallet_id}/balance',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateWalletBalanceQuery,
    queryFields: ['at'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getWalletBalanceProof: {
    id: 'getWalletBalanceProof',
    method: 'GET',
    path: '/v1/users/{user_id}/wallets/{wallet_id}/balance/proof',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listWalletHistory: {
    id: 'listWalletHistory',
    method: 'GET',
    path: '/v1/users/{user_id}/wallets/{wallet_id}/history',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateWalletHistoryQuery,
    queryFields: ['limit', 'starting_after', 'ending_before', 'created_after', 'created_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getWalletStatement: {
    id: 'getWalletStatement',
    method: 'GET',
    path: '/v1/users/{user_id}/wallets/{wallet_id}/statements/{month}',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateWalletStatementQuery,
    queryFields: ['limit', 'starting_after'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listDepositAccounts: {
    id: 'listDepositAccounts',
    method: 'GET',
    path: '/v1/users/{user_id}/deposit_accounts',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateDepositAccountListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  createDepositAccount: {
    id: 'createDepositAccount',
    method: 'POST',
    path: '/v1/users/{user_id}/deposit_accounts',
    permission: 'read_write',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateDepositAccountCreate,
    bodyFields: {
      '': ['source', 'destination', 'metadata'],
      source: ['currency', 'rail'],
      destination: ['wallet_id'],
    },
  },
  getDepositAccount: {
    id: 'getDepositAccount',
    method: 'GET',
    path: '/v1/users/{user_id}/deposit_accounts/{deposit_account_id}',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  deactivateDepositAccount: {
    id: 'deactivateDepositAccount',
    method: 'POST',
    path: '/v1/users/{user_id}/deposit_accounts/{deposit_account_id}/deactivate',
    permission: 'read_write',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  reactivateDepositAccount: {
    id: 'reactivateDepositAccount',
    method: 'POST',
    path: '/v1/users/{user_id}/deposit_accounts/{deposit_account_id}/reactivate',
    permission: 'read_write',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listDepositAccountActivity: {
    id: 'listDepositAccountActivity',
    method: 'GET',
    path: '/v1/users/{user_id}/deposit_accounts/{deposit_account_id}/activity',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateDepositListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before', 'created_after', 'created_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listTransfers: {
    id: 'listTransfers',
    method: 'GET',
    path: '/v1/transfers',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateTransferListQuery,
    queryFields: [
      'limit',
      'starting_after',
      'ending_before',
      'created_after',
      'created_before',
      'user_id',
      'wallet_id',
      'state',
      'kind',
      'integrator_reference',
    ],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  createTransfer: {
    id: 'createTransfer',
    method: 'POST',
    path: '/v1/transfers',
    permission: 'read_write',
    idempotencyKey: 'required_unless_dry_run',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateTransferCreate,
    bodyFields: {
      '': ['source', 'destination', 'amount', 'quote_id', 'integrator_reference', 'metadata', 'dry_run'],
      source: ['type', 'wallet_id', 'currency', 'rail', 'payout_account_id'],
      destination: ['type', 'wallet_id', 'payout_account_id', 'currency', 'rail'],
    },
  },
  getTransfer: {
    id: 'getTransfer',
    method: 'GET',
    path: '/v1/transfers/{transfer_id}',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  createTransferBatch: {
    id: 'createTransferBatch',
    method: 'POST',
    path: '/v1/transfer_batches',
    permission: 'read_write',
    idempotencyKey: 'required_unless_dry_run',
    requestBody: 'required',
    bodyBytesMax: 524288,
    query: validateNoQuery,
    queryFields: [],
    body: validateTransferBatchCreate,
    bodyFields: { '': ['mode', 'transfers', 'dry_run'] },
  },
  getTransferBatch: {
    id: 'getTransferBatch',
    method: 'GET',
    path: '/v1/transfer_batches/{transfer_batch_id}',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  cancelTransfer: {
    id: 'cancelTransfer',
    method: 'POST',
    path: '/v1/transfers/{transfer_id}/cancel',
    permission: 'read_write',
    feature: 'transferCancel',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listPayoutAccounts: {
    id: 'listPayoutAccounts',
    method: 'GET',
    path: '/v1/users/{user_id}/payout_accounts',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validatePayoutAccountListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  createPayoutAccount: {
    id: 'createPayoutAccount',
    method: 'POST',
    path: '/v1/users/{user_id}/payout_accounts',
    permission: 'read_write',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validatePayoutAccountCreate,
    bodyFields: {
      '': [
        'type',
        'currency',
        'country',
        'rail',
        'account_owner_name',
        'bank',
        'mobile_money',
        'emailpay',
        'metadata',
      ],
      bank: ['bank_name', 'account_number', 'routing_code', 'swift_bic', 'account_type'],
      mobile_money: ['provider', 'phone_number'],
      emailpay: ['email', 'phone'],
    },
  },
  getPayoutAccount: {
    id: 'getPayoutAccount',
    method: 'GET',
    path: '/v1/users/{user_id}/payout_accounts/{payout_account_id}',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  deletePayoutAccount: {
    id: 'deletePayoutAccount',
    method: 'DELETE',
    path: '/v1/users/{user_id}/payout_accounts/{payout_account_id}',
    permission: 'read_write',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listRoutes: {
    id: 'listRoutes',
    method: 'GET',
    path: '/v1/routes',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateRouteQuery,
    queryFields: ['kind', 'country'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getRate: {
    id: 'getRate',
    method: 'GET',
    path: '/v1/rates',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateRateQuery,
    queryFields: ['from', 'to'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  createQuote: {
    id: 'createQuote',
    method: 'POST',
    path: '/v1/quotes',
    permission: 'read_write',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateQuoteCreate,
    bodyFields: { '': ['source_wallet_id', 'destination_wallet_id', 'amount'] },
  },
  getQuote: {
    id: 'getQuote',
    method: 'GET',
    path: '/v1/quotes/{quote_id}',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listWebhookEndpoints: {
    id: 'listWebhookEndpoints',
    method: 'GET',
    path: '/v1/webhook_endpoints',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateWebhookEndpointListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  createWebhookEndpoint: {
    id: 'createWebhookEndpoint',
    method: 'POST',
    path: '/v1/webhook_endpoints',
    permission: 'read_write',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateWebhookEndpointCreate,
    bodyFields: { '': ['url', 'event_types', 'description'] },
  },
  getWebhookEndpoint: {
    id: 'getWebhookEndpoint',
    method: 'GET',
    path: '/v1/webhook_endpoints/{webhook_endpoint_id}',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  updateWebhookEndpoint: {
    id: 'updateWebhookEndpoint',
    method: 'PATCH',
    path: '/v1/webhook_endpoints/{webhook_endpoint_id}',
    permission: 'read_write',
    idempotencyKey: 'none',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateWebhookEndpointUpdate,
    bodyFields: { '': ['url', 'event_types', 'status', 'description'] },
  },
  deleteWebhookEndpoint: {
    id: 'deleteWebhookEndpoint',
    method: 'DELETE',
    path: '/v1/webhook_endpoints/{webhook_endpoint_id}',
    permission: 'read_write',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  testWebhookEndpoint: {
    id: 'testWebhookEndpoint',
    method: 'POST',
    path: '/v1/webhook_endpoints/{webhook_endpoint_id}/test',
    permission: 'read_write',
    feature: 'webhookEndpointTest',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listWebhookEndpointDeliveries: {
    id: 'listWebhookEndpointDeliveries',
    method: 'GET',
    path: '/v1/webhook_endpoints/{webhook_endpoint_id}/deliveries',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateWebhookDeliveryListQuery,
    queryFields: [
      'limit',
      'starting_after',
      'ending_before',
      'created_after',
      'created_before',
      'state',
      'event_type',
      'event_id',
    ],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getWebhookDelivery: {
    id: 'getWebhookDelivery',
    method: 'GET',
    path: '/v1/webhook_deliveries/{webhook_delivery_id}',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  retryWebhookDelivery: {
    id: 'retryWebhookDelivery',
    method: 'POST',
    path: '/v1/webhook_deliveries/{webhook_delivery_id}/retry',
    permission: 'read_write',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  redeliverToWebhookEndpoint: {
    id: 'redeliverToWebhookEndpoint',
    method: 'POST',
    path: '/v1/webhook_endpoints/{webhook_endpoint_id}/redeliver',
    permission: 'read_write',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateWebhookRedeliver,
    bodyFields: { '': ['select', 'event_types', 'created_after', 'created_before', 'starting_after'] },
  },
  listEvents: {
    id: 'listEvents',
    method: 'GET',
    path: '/v1/events',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateEventListQuery,
    queryFields: [
      'limit',
      'starting_after',
      'ending_before',
      'created_after',
      'created_before',
      'type',
      'object_id',
    ],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  streamEvents: {
    id: 'streamEvents',
    method: 'GET',
    path: '/v1/events/stream',
    permission: 'read',
    mediaType: 'text/event-stream',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateEventStreamQuery,
    queryFields: ['after', 'types', 'object_id'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getEvent: {
    id: 'getEvent',
    method: 'GET',
    path: '/v1/events/{event_id}',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  redeliverEvent: {
    id: 'redeliverEvent',
    method: 'POST',
    path: '/v1/events/{event_id}/redeliver',
    permission: 'read_write',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateEventRedeliver,
    bodyFields: { '': ['webhook_endpoint_id'] },
  },
  listRequests: {
    id: 'listRequests',
    method: 'GET',
    path: '/v1/requests',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateRequestListQuery,
    queryFields: [
      'limit',
      'starting_after',
      'ending_before',
      'created_after',
      'created_before',
      'method',
      'path',
      'operation',
      'status',
      'error',
      'idempotency_key',
      'api_key_id',
    ],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getRequest: {
    id: 'getRequest',
    method: 'GET',
    path: '/v1/requests/{request_id}',
    permission: 'read',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  setSandboxKyc: {
    id: 'setSandboxKyc',
    method: 'POST',
    path: '/v1/sandbox/users/{user_id}/kyc',
    permission: 'read_write',
    environment: 'sandbox',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateSandboxKycUpdate,
    bodyFields: { '': ['kyc_status', 'terms_status', 'rejection_reasons'] },
  },
  createSandboxDeposit: {
    id: 'createSandboxDeposit',
    method: 'POST',
    path: '/v1/sandbox/deposits',
    permission: 'read_write',
    environment: 'sandbox',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateSandboxDeposit,
    bodyFields: { '': ['deposit_account_id', 'transfer_id', 'amount', 'outcome'] },
  },
  createSandboxReward: {
    id: 'createSandboxReward',
    method: 'POST',
    path: '/v1/sandbox/rewards',
    permission: 'read_write',
    environment: 'sandbox',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateSandboxReward,
    bodyFields: { '': ['wallet_id', 'amount', 'description'] },
  },
  setSandboxPayoutOutcome: {
    id: 'setSandboxPayoutOutcome',
    method: 'POST',
    path: '/v1/sandbox/transfers/{transfer_id}/payout_outcome',
    permission: 'read_write',
    environment: 'sandbox',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateSandboxPayoutOutcome,
    bodyFields: { '': ['outcome', 'reason'], reason: ['code', 'message'] },
  },
  createSandboxPayoutReturn: {
    id: 'createSandboxPayoutReturn',
    method: 'POST',
    path: '/v1/sandbox/transfers/{transfer_id}/payout_return',
    permission: 'read_write',
    environment: 'sandbox',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateSandboxLateMovement,
    bodyFields: { '': ['reason'], reason: ['code', 'message'] },
  },
  createSandboxDepositReversal: {
    id: 'createSandboxDepositReversal',
    method: 'POST',
    path: '/v1/sandbox/transfers/{transfer_id}/deposit_reversal',
    permission: 'read_write',
    environment: 'sandbox',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateSandboxLateMovement,
    bodyFields: { '': ['reason'], reason: ['code', 'message'] },
  },
  setSandboxReviewOutcome: {
    id: 'setSandboxReviewOutcome',
    method: 'POST',
    path: '/v1/sandbox/transfers/{transfer_id}/review_outcome',
    permission: 'read_write',
    environment: 'sandbox',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateSandboxReviewOutcome,
    bodyFields: { '': ['outcome', 'reason'], reason: ['code', 'message'] },
  },
  getSandboxClock: {
    id: 'getSandboxClock',
    method: 'GET',
    path: '/v1/sandbox/clock',
    permission: 'read',
    environment: 'sandbox',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  advanceSandboxClock: {
    id: 'advanceSandboxClock',
    method: 'POST',
    path: '/v1/sandbox/clock/advance',
    permission: 'read_write',
    environment: 'sandbox',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateSandboxClockAdvance,
    bodyFields: { '': ['seconds'] },
  },
  resetSandbox: {
    id: 'resetSandbox',
    method: 'POST',
    path: '/v1/sandbox/reset',
    permission: 'read_write',
    environment: 'sandbox',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
} as const;

export type OperationId = keyof typeof operations;

/** What each operation takes and answers with. */
export type OperationTypes = {
  readonly listUsers: {
    readonly params: {};
    readonly query: api.UserListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.UserPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'rate_limited' | 'internal_error' | 'service_unavailable';
  };
  readonly createUser: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.UserCreate;
    readonly response: api.User;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'external_reference_exists'
      | 'not_found';
  };
  readonly getUser: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.User;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly updateUser: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.UserUpdate;
    readonly response: api.User;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'user_deactivated';
  };
  readonly deactivateUser: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.User;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'user_has_balance'
      | 'user_has_open_transfers'
      | 'user_deactivated';
  };
  readonly createOnboardingLinks: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.OnboardingLinksCreate;
    readonly response: api.OnboardingLinks;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'user_deactivated';
  };
  readonly listWallets: {
    readonly params: { readonly user_id: string };
    readonly query: api.WalletListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.WalletPage;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly createWallet: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.WalletCreate;
    readonly response: api.Wallet;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'user_not_approved'
      | 'user_deactivated'
      | 'wallet_exists'
      | 'price_risk_not_acknowledged';
  };
  readonly getWallet: {
    readonly params: { readonly user_id: string; readonly wallet_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.Wallet;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly getWalletBalance: {
    readonly params: { readonly user_id: string; readonly wallet_id: string };
    readonly query: api.WalletBalanceQuery;
    readonly body: api.EmptyBody;
    readonly response: api.WalletBalance;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly getWalletBalanceProof: {
    readonly params: { readonly user_id: string; readonly wallet_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.BalanceProof;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly listWalletHistory: {
    readonly params: { readonly user_id: string; readonly wallet_id: string };
    readonly query: api.WalletHistoryQuery;
    readonly body: api.EmptyBody;
    readonly response: api.WalletHistoryEntryPage;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly getWalletStatement: {
    readonly params: { readonly user_id: string; readonly wallet_id: string; readonly month: string };
    readonly query: api.WalletStatementQuery;
    readonly body: api.EmptyBody;
    readonly response: api.WalletStatement;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly listDepositAccounts: {
    readonly params: { readonly user_id: string };
    readonly query: api.DepositAccountListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.DepositAccountPage;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly createDepositAccount: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.DepositAccountCreate;
    readonly response: api.DepositAccount;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'user_not_approved'
      | 'user_deactivated'
      | 'wallet_frozen'
      | 'unsupported_route'
      | 'provider_unavailable';
  };
  readonly getDepositAccount: {
    readonly params: { readonly user_id: string; readonly deposit_account_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.DepositAccount;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly deactivateDepositAccount: {
    readonly params: { readonly user_id: string; readonly deposit_account_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.DepositAccount;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'deposit_account_state_conflict'
      | 'user_deactivated';
  };
  readonly reactivateDepositAccount: {
    readonly params: { readonly user_id: string; readonly deposit_account_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.DepositAccount;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'deposit_account_state_conflict'
      | 'user_deactivated'
      | 'user_not_approved';
  };
  readonly listDepositAccountActivity: {
    readonly params: { readonly user_id: string; readonly deposit_account_id: string };
    readonly query: api.DepositListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.DepositPage;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly listTransfers: {
    readonly params: {};
    readonly query: api.TransferListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.TransferPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'rate_limited' | 'internal_error' | 'service_unavailable';
  };
  readonly createTransfer: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.TransferCreate;
    readonly response: api.TransferPreview | api.Transfer;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'not_found'
      | 'user_not_approved'
      | 'user_deactivated'
      | 'wallet_frozen'
      | 'payout_account_deleted'
      | 'quote_used'
      | 'unsupported_route'
      | 'amount_below_minimum'
      | 'amount_above_maximum'
      | 'insufficient_balance'
      | 'amount_exceeds_cashable'
      | 'user_limit_exceeded'
      | 'quote_mismatch'
      | 'quote_expired'
      | 'insufficient_liquidity'
      | 'provider_unavailable';
  };
  readonly getTransfer: {
    readonly params: { readonly transfer_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.Transfer;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly createTransferBatch: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.TransferBatchCreate;
    readonly response: api.TransferBatchPreview | api.TransferBatch;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'not_found'
      | 'user_not_approved'
      | 'user_deactivated'
      | 'wallet_frozen'
      | 'unsupported_route'
      | 'amount_below_minimum'
      | 'amount_above_maximum'
      | 'insufficient_balance'
      | 'user_limit_exceeded';
  };
  readonly getTransferBatch: {
    readonly params: { readonly transfer_batch_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.TransferBatch;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly cancelTransfer: {
    readonly params: { readonly transfer_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.Transfer;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_implemented'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'transfer_not_cancelable';
  };
  readonly listPayoutAccounts: {
    readonly params: { readonly user_id: string };
    readonly query: api.PayoutAccountListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.PayoutAccountPage;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly createPayoutAccount: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.PayoutAccountCreate;
    readonly response: api.PayoutAccount;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'user_not_approved'
      | 'user_deactivated'
      | 'unsupported_route';
  };
  readonly getPayoutAccount: {
    readonly params: { readonly user_id: string; readonly payout_account_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.PayoutAccount;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly deletePayoutAccount: {
    readonly params: { readonly user_id: string; readonly payout_account_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.PayoutAccount;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payout_account_in_use'
      | 'payout_account_deleted'
      | 'user_deactivated';
  };
  readonly listRoutes: {
    readonly params: {};
    readonly query: api.RouteQuery;
    readonly body: api.EmptyBody;
    readonly response: api.RouteList;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'rate_limited' | 'internal_error' | 'service_unavailable';
  };
  readonly getRate: {
    readonly params: {};
    readonly query: api.RateQuery;
    readonly body: api.EmptyBody;
    readonly response: api.Rate;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'unsupported_route'
      | 'provider_unavailable';
  };
  readonly createQuote: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.QuoteCreate;
    readonly response: api.Quote;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'not_found'
      | 'user_not_approved'
      | 'user_deactivated'
      | 'wallet_frozen'
      | 'unsupported_route'
      | 'amount_below_minimum'
      | 'amount_above_maximum'
      | 'insufficient_balance'
      | 'amount_exceeds_cashable'
      | 'insufficient_liquidity'
      | 'provider_unavailable';
  };
  readonly getQuote: {
    readonly params: { readonly quote_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.Quote;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly listWebhookEndpoints: {
    readonly params: {};
    readonly query: api.WebhookEndpointListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.WebhookEndpointPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'rate_limited' | 'internal_error' | 'service_unavailable';
  };
  readonly createWebhookEndpoint: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.WebhookEndpointCreate;
    readonly response: api.WebhookEndpoint;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'webhook_endpoint_limit_reached';
  };
  readonly getWebhookEndpoint: {
    readonly params: { readonly webhook_endpoint_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.WebhookEndpoint;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly updateWebhookEndpoint: {
    readonly params: { readonly webhook_endpoint_id: string };
    readonly query: api.NoQuery;
    readonly body: api.WebhookEndpointUpdate;
    readonly response: api.WebhookEndpoint;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached';
  };
  readonly deleteWebhookEndpoint: {
    readonly params: { readonly webhook_endpoint_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.WebhookEndpoint;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found';
  };
  readonly testWebhookEndpoint: {
    readonly params: { readonly webhook_endpoint_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.WebhookEndpointTest;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_implemented'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused';
  };
  readonly listWebhookEndpointDeliveries: {
    readonly params: { readonly webhook_endpoint_id: string };
    readonly query: api.WebhookDeliveryListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.WebhookDeliveryPage;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly getWebhookDelivery: {
    readonly params: { readonly webhook_delivery_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.WebhookDeliveryWithAttempts;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly retryWebhookDelivery: {
    readonly params: { readonly webhook_delivery_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.WebhookDelivery;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'webhook_endpoint_disabled';
  };
  readonly redeliverToWebhookEndpoint: {
    readonly params: { readonly webhook_endpoint_id: string };
    readonly query: api.NoQuery;
    readonly body: api.WebhookRedeliver;
    readonly response: api.WebhookBulkRedelivery;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'webhook_endpoint_disabled';
  };
  readonly listEvents: {
    readonly params: {};
    readonly query: api.EventListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.PublicEventPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'rate_limited' | 'internal_error' | 'service_unavailable';
  };
  readonly streamEvents: {
    readonly params: {};
    readonly query: api.EventStreamQuery;
    readonly body: api.EmptyBody;
    readonly response: api.EventStream;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'rate_limited' | 'internal_error' | 'service_unavailable';
  };
  readonly getEvent: {
    readonly params: { readonly event_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.PublicEvent;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly redeliverEvent: {
    readonly params: { readonly event_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EventRedeliver;
    readonly response: api.PublicEvent;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'webhook_endpoint_disabled';
  };
  readonly listRequests: {
    readonly params: {};
    readonly query: api.RequestListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.RequestPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'rate_limited' | 'internal_error' | 'service_unavailable';
  };
  readonly getRequest: {
    readonly params: { readonly request_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.Request;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found';
  };
  readonly setSandboxKyc: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.SandboxKycUpdate;
    readonly response: api.User;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'sandbox_only'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'user_deactivated';
  };
  readonly createSandboxDeposit: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.SandboxDeposit;
    readonly response: api.Transfer;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'sandbox_only'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'not_found'
      | 'transfer_state_conflict'
      | 'amount_below_minimum';
  };
  readonly createSandboxReward: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.SandboxReward;
    readonly response: api.WalletHistoryEntry;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'sandbox_only'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'not_found'
      | 'wallet_frozen'
      | 'user_deactivated'
      | 'user_not_approved'
      | 'unsupported_route'
      | 'amount_below_minimum'
      | 'amount_above_maximum';
  };
  readonly setSandboxPayoutOutcome: {
    readonly params: { readonly transfer_id: string };
    readonly query: api.NoQuery;
    readonly body: api.SandboxPayoutOutcome;
    readonly response: api.Transfer;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'sandbox_only'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'transfer_state_conflict';
  };
  readonly createSandboxPayoutReturn: {
    readonly params: { readonly transfer_id: string };
    readonly query: api.NoQuery;
    readonly body: api.SandboxLateMovement;
    readonly response: api.Transfer;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'sandbox_only'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'transfer_state_conflict';
  };
  readonly createSandboxDepositReversal: {
    readonly params: { readonly transfer_id: string };
    readonly query: api.NoQuery;
    readonly body: api.SandboxLateMovement;
    readonly response: api.Transfer;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'sandbox_only'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'transfer_state_conflict';
  };
  readonly setSandboxReviewOutcome: {
    readonly params: { readonly transfer_id: string };
    readonly query: api.NoQuery;
    readonly body: api.SandboxReviewOutcome;
    readonly response: api.Transfer;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'sandbox_only'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused'
      | 'transfer_state_conflict'
      | 'user_not_approved'
      | 'wallet_frozen'
      | 'provider_unavailable';
  };
  readonly getSandboxClock: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.SandboxClock;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'sandbox_only';
  };
  readonly advanceSandboxClock: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.SandboxClockAdvance;
    readonly response: api.SandboxClock;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'sandbox_only'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused';
  };
  readonly resetSandbox: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.SandboxReset;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'rate_limited'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'sandbox_only'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'storage_limit_reached'
      | 'idempotency_key_reused';
  };
};
