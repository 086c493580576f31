// Generated from schemas/ by `npm run generate`. Do not edit.

import type * as api from './api.ts';
import {
  validateActivityListQuery,
  validateAllocationCreate,
  validateAllocationListQuery,
  validateBankStatementListQuery,
  validateBookTotalsQuery,
  validateBrandChange,
  validateBreakResolution,
  validateBreakUpdate,
  validateDepositAccountListQuery,
  validateDepositListQuery,
  validateEmptyBody,
  validateGroupCreate,
  validateHoldChange,
  validateHourlyFlowsQuery,
  validateIntegratorCreate,
  validateIntegratorListQuery,
  validateJournalQuery,
  validateKeyCreate,
  validateKeyListQuery,
  validateKeyRevoke,
  validateKeyRotate,
  validateKycReviewDecision,
  validateKycReviewListQuery,
  validateLateMovementBooking,
  validateMetricListQuery,
  validateNoQuery,
  validateNoteDraft,
  validateNoteListQuery,
  validateOperatedTransferListQuery,
  validateOperatedUserListQuery,
  validateOperatedWebhookEndpointListQuery,
  validateOperatorTokenCreate,
  validateOperatorTokenExpirySet,
  validateOperatorTokenListQuery,
  validateOperatorTokenRevoke,
  validatePartyQuery,
  validatePayoutAccountListQuery,
  validatePayoutListQuery,
  validatePayoutSettlement,
  validateProjectionAction,
  validateProjectionRebuild,
  validateProposalDecision,
  validateProposalListQuery,
  validateRailAvailabilityChange,
  validateReconciliationClosing,
  validateReconciliationDayListQuery,
  validateReconciliationDayQuery,
  validateReconciliationItemListQuery,
  validateReviewQueueQuery,
  validateReviewUpdate,
  validateRewardGrant,
  validateSavedViewCreate,
  validateSavedViewListQuery,
  validateSavedViewUpdate,
  validateSearchQuery,
  validateSessionListQuery,
  validateSessionRevoke,
  validateSignedInOperatorListQuery,
  validateSigningKeyRotate,
  validateSnapshotChoice,
  validateSnapshotQuery,
  validateStatementImport,
  validateStatementVoid,
  validateTradeCreate,
  validateTradeListQuery,
  validateTransferReviewDecision,
  validateTransferReviewListQuery,
  validateUserForget,
  validateWalletHistoryQuery,
  validateWalletListQuery,
  validateWalletStatementQuery,
  validateWebhookDeliveriesQuery,
  validateWebhookDeliveryListQuery,
} from './validators.js';

/** Every operation of the operator API: where it is, who may call it, and what it takes. */
export const operatorOperations = {
  listAttention: {
    id: 'listAttention',
    method: 'GET',
    path: '/operator/v1/attention',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listMetrics: {
    id: 'listMetrics',
    method: 'GET',
    path: '/operator/v1/metrics',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateMetricListQuery,
    queryFields: ['from', 'to', 'step', 'by', 'environment', 'integrator_id', 'rail'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listBookTotals: {
    id: 'listBookTotals',
    method: 'GET',
    path: '/operator/v1/book_totals',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateBookTotalsQuery,
    queryFields: ['integrator_id', 'environment', 'generation'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listHourlyFlows: {
    id: 'listHourlyFlows',
    method: 'GET',
    path: '/operator/v1/hourly_flows',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateHourlyFlowsQuery,
    queryFields: ['environment'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getNode: {
    id: 'getNode',
    method: 'GET',
    path: '/operator/v1/node',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listNodeSamples: {
    id: 'listNodeSamples',
    method: 'GET',
    path: '/operator/v1/node/samples',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getDirectory: {
    id: 'getDirectory',
    method: 'GET',
    path: '/operator/v1/directory',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listIntegrators: {
    id: 'listIntegrators',
    method: 'GET',
    path: '/operator/v1/integrators',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateIntegratorListQuery,
    queryFields: ['sort', 'limit', 'starting_after', 'ending_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  createIntegrator: {
    id: 'createIntegrator',
    method: 'POST',
    path: '/operator/v1/integrators',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateIntegratorCreate,
    bodyFields: { '': ['name'] },
  },
  getIntegrator: {
    id: 'getIntegrator',
    method: 'GET',
    path: '/operator/v1/integrators/{integrator_id}',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getIntegratorBrand: {
    id: 'getIntegratorBrand',
    method: 'GET',
    path: '/operator/v1/integrators/{integrator_id}/brand',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  changeIntegratorBrand: {
    id: 'changeIntegratorBrand',
    method: 'POST',
    path: '/operator/v1/integrators/{integrator_id}/brand',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'optional',
    bodyBytesMax: 131072,
    query: validateNoQuery,
    queryFields: [],
    body: validateBrandChange,
    bodyFields: {
      '': ['display_name', 'color', 'logo', 'support_contact', 'privacy_url'],
      logo: ['media_type', 'data'],
    },
  },
  listKeys: {
    id: 'listKeys',
    method: 'GET',
    path: '/operator/v1/integrators/{integrator_id}/keys',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateKeyListQuery,
    queryFields: ['sort', 'limit', 'starting_after', 'ending_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  createKey: {
    id: 'createKey',
    method: 'POST',
    path: '/operator/v1/integrators/{integrator_id}/keys',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateKeyCreate,
    bodyFields: { '': ['environment', 'permissions', 'name', 'expires_at'] },
  },
  getKey: {
    id: 'getKey',
    method: 'GET',
    path: '/operator/v1/keys/{key_id}',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  rotateKey: {
    id: 'rotateKey',
    method: 'POST',
    path: '/operator/v1/keys/{key_id}/rotate',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateKeyRotate,
    bodyFields: { '': ['overlap_seconds', 'reason'] },
  },
  revokeKey: {
    id: 'revokeKey',
    method: 'POST',
    path: '/operator/v1/keys/{key_id}/revoke',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateKeyRevoke,
    bodyFields: { '': ['reason'] },
  },
  listOperatorTokens: {
    id: 'listOperatorTokens',
    method: 'GET',
    path: '/operator/v1/tokens',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateOperatorTokenListQuery,
    queryFields: ['sort', 'limit', 'starting_after', 'ending_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  createOperatorToken: {
    id: 'createOperatorToken',
    method: 'POST',
    path: '/operator/v1/tokens',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateOperatorTokenCreate,
    bodyFields: { '': ['name', 'role', 'expires_at'] },
  },
  setOperatorTokenExpiry: {
    id: 'setOperatorTokenExpiry',
    method: 'POST',
    path: '/operator/v1/tokens/{token_id}/expiry',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateOperatorTokenExpirySet,
    bodyFields: { '': ['expires_at', 'reason'] },
  },
  revokeOperatorToken: {
    id: 'revokeOperatorToken',
    method: 'POST',
    path: '/operator/v1/tokens/{token_id}/revoke',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateOperatorTokenRevoke,
    bodyFields: { '': ['reason'] },
  },
  listOperators: {
    id: 'listOperators',
    method: 'GET',
    path: '/operator/v1/operators',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateSignedInOperatorListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listReviewQueue: {
    id: 'listReviewQueue',
    method: 'GET',
    path: '/operator/v1/review_queue',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateReviewQueueQuery,
    queryFields: [
      'sort',
      'kind',
      'reason',
      'assigned',
      'integrator_id',
      'environment',
      'limit',
      'starting_after',
    ],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getTransferReview: {
    id: 'getTransferReview',
    method: 'GET',
    path: '/operator/v1/transfers/{transfer_id}/review',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getKycReview: {
    id: 'getKycReview',
    method: 'GET',
    path: '/operator/v1/users/{user_id}/kyc_review',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  assignTransferReview: {
    id: 'assignTransferReview',
    method: 'PATCH',
    path: '/operator/v1/transfers/{transfer_id}/review',
    role: 'reviewer',
    idempotencyKey: 'none',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateReviewUpdate,
    bodyFields: { '': ['assigned_to'] },
  },
  assignKycReview: {
    id: 'assignKycReview',
    method: 'PATCH',
    path: '/operator/v1/users/{user_id}/kyc_review',
    role: 'reviewer',
    idempotencyKey: 'none',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateReviewUpdate,
    bodyFields: { '': ['assigned_to'] },
  },
  listTransferReviews: {
    id: 'listTransferReviews',
    method: 'GET',
    path: '/operator/v1/reviews',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateTransferReviewListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before', 'integrator_id', 'environment'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  reviewTransfer: {
    id: 'reviewTransfer',
    method: 'POST',
    path: '/operator/v1/transfers/{transfer_id}/review',
    role: 'reviewer',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateTransferReviewDecision,
    bodyFields: { '': ['outcome', 'reason'], reason: ['code', 'message'] },
  },
  listPayouts: {
    id: 'listPayouts',
    method: 'GET',
    path: '/operator/v1/payouts',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validatePayoutListQuery,
    queryFields: [
      'limit',
      'starting_after',
      'ending_before',
      'integrator_id',
      'environment',
      'state',
      'rail',
    ],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  settlePayout: {
    id: 'settlePayout',
    method: 'POST',
    path: '/operator/v1/transfers/{transfer_id}/payout_outcome',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validatePayoutSettlement,
    bodyFields: { '': ['outcome', 'rail_reference', 'reason'], reason: ['code', 'message'] },
  },
  returnPayout: {
    id: 'returnPayout',
    method: 'POST',
    path: '/operator/v1/transfers/{transfer_id}/return',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateLateMovementBooking,
    bodyFields: { '': ['reason', 'return_reference'], reason: ['code', 'message'] },
  },
  reverseDeposit: {
    id: 'reverseDeposit',
    method: 'POST',
    path: '/operator/v1/transfers/{transfer_id}/reversal',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateLateMovementBooking,
    bodyFields: { '': ['reason', 'return_reference'], reason: ['code', 'message'] },
  },
  listKycReviews: {
    id: 'listKycReviews',
    method: 'GET',
    path: '/operator/v1/kyc_reviews',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateKycReviewListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before', 'integrator_id', 'environment'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  reviewKyc: {
    id: 'reviewKyc',
    method: 'POST',
    path: '/operator/v1/users/{user_id}/kyc_review',
    role: 'reviewer',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateKycReviewDecision,
    bodyFields: { '': ['outcome', 'rejection_reasons', 'reason'] },
  },
  getOperatorUser: {
    id: 'getOperatorUser',
    method: 'GET',
    path: '/operator/v1/users/{user_id}',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listUserWallets: {
    id: 'listUserWallets',
    method: 'GET',
    path: '/operator/v1/users/{user_id}/wallets',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateWalletListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before', 'asset'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listUserDepositAccounts: {
    id: 'listUserDepositAccounts',
    method: 'GET',
    path: '/operator/v1/users/{user_id}/deposit_accounts',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateDepositAccountListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listUserPayoutAccounts: {
    id: 'listUserPayoutAccounts',
    method: 'GET',
    path: '/operator/v1/users/{user_id}/payout_accounts',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validatePayoutAccountListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getUserLimits: {
    id: 'getUserLimits',
    method: 'GET',
    path: '/operator/v1/users/{user_id}/limits',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listUserEvents: {
    id: 'listUserEvents',
    method: 'GET',
    path: '/operator/v1/users/{user_id}/events',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listDepositsToAccount: {
    id: 'listDepositsToAccount',
    method: 'GET',
    path: '/operator/v1/deposit_accounts/{deposit_account_id}/deposits',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateDepositListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before', 'created_after', 'created_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getUserIdentity: {
    id: 'getUserIdentity',
    method: 'GET',
    path: '/operator/v1/users/{user_id}/identity',
    role: 'reviewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getUserScreening: {
    id: 'getUserScreening',
    method: 'GET',
    path: '/operator/v1/users/{user_id}/screening',
    role: 'reviewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getOperatorTransfer: {
    id: 'getOperatorTransfer',
    method: 'GET',
    path: '/operator/v1/transfers/{transfer_id}',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getTransferTimeline: {
    id: 'getTransferTimeline',
    method: 'GET',
    path: '/operator/v1/transfers/{transfer_id}/timeline',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getOperatorWallet: {
    id: 'getOperatorWallet',
    method: 'GET',
    path: '/operator/v1/wallets/{wallet_id}',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getOperatorWalletBalanceProof: {
    id: 'getOperatorWalletBalanceProof',
    method: 'GET',
    path: '/operator/v1/wallets/{wallet_id}/balance/proof',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listOperatorWalletHistory: {
    id: 'listOperatorWalletHistory',
    method: 'GET',
    path: '/operator/v1/wallets/{wallet_id}/history',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateWalletHistoryQuery,
    queryFields: ['limit', 'starting_after', 'ending_before', 'created_after', 'created_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listWalletMovements: {
    id: 'listWalletMovements',
    method: 'GET',
    path: '/operator/v1/wallets/{wallet_id}/movements',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateWalletHistoryQuery,
    queryFields: ['limit', 'starting_after', 'ending_before', 'created_after', 'created_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getOperatorWalletStatement: {
    id: 'getOperatorWalletStatement',
    method: 'GET',
    path: '/operator/v1/wallets/{wallet_id}/statements/{month}',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateWalletStatementQuery,
    queryFields: ['limit', 'starting_after'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  freezeWallet: {
    id: 'freezeWallet',
    method: 'POST',
    path: '/operator/v1/wallets/{wallet_id}/freeze',
    role: 'reviewer',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateHoldChange,
    bodyFields: { '': ['reason'] },
  },
  unfreezeWallet: {
    id: 'unfreezeWallet',
    method: 'POST',
    path: '/operator/v1/wallets/{wallet_id}/unfreeze',
    role: 'reviewer',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateHoldChange,
    bodyFields: { '': ['reason'] },
  },
  grantReward: {
    id: 'grantReward',
    method: 'POST',
    path: '/operator/v1/wallets/{wallet_id}/rewards',
    role: 'treasury',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateRewardGrant,
    bodyFields: { '': ['amount', 'description'] },
  },
  listProposals: {
    id: 'listProposals',
    method: 'GET',
    path: '/operator/v1/proposals',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateProposalListQuery,
    queryFields: ['sort'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getProposal: {
    id: 'getProposal',
    method: 'GET',
    path: '/operator/v1/proposals/{proposal_id}',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  approveProposal: {
    id: 'approveProposal',
    method: 'POST',
    path: '/operator/v1/proposals/{proposal_id}/approve',
    role: 'viewer',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateProposalDecision,
    bodyFields: { '': ['reason'] },
  },
  withdrawProposal: {
    id: 'withdrawProposal',
    method: 'POST',
    path: '/operator/v1/proposals/{proposal_id}/withdraw',
    role: 'viewer',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateProposalDecision,
    bodyFields: { '': ['reason'] },
  },
  listTrades: {
    id: 'listTrades',
    method: 'GET',
    path: '/operator/v1/treasury/{environment}/trades',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateTradeListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getTreasury: {
    id: 'getTreasury',
    method: 'GET',
    path: '/operator/v1/treasury/{environment}',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  recordTrade: {
    id: 'recordTrade',
    method: 'POST',
    path: '/operator/v1/treasury/{environment}/trades',
    role: 'treasury',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateTradeCreate,
    bodyFields: { '': ['side', 'coin_amount', 'price', 'counterparty', 'traded_at'] },
  },
  createAllocation: {
    id: 'createAllocation',
    method: 'POST',
    path: '/operator/v1/treasury/{environment}/allocations',
    role: 'treasury',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateAllocationCreate,
    bodyFields: { '': ['integrator_id', 'coin_stock', 'points_backing'] },
  },
  listAllocations: {
    id: 'listAllocations',
    method: 'GET',
    path: '/operator/v1/treasury/{environment}/allocations',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateAllocationListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listBankStatements: {
    id: 'listBankStatements',
    method: 'GET',
    path: '/operator/v1/reconciliation/{environment}/statements',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateBankStatementListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  importBankStatement: {
    id: 'importBankStatement',
    method: 'POST',
    path: '/operator/v1/reconciliation/{environment}/statements',
    role: 'treasury',
    idempotencyKey: 'required',
    requestBody: 'required',
    bodyBytesMax: 12582912,
    query: validateNoQuery,
    queryFields: [],
    body: validateStatementImport,
    bodyFields: {
      '': [
        'rail',
        'format',
        'currency',
        'content',
        'mapping',
        'statement',
        'account',
        'account_changed',
        'overlap',
      ],
      mapping: [
        'columns',
        'delimiter',
        'decimal_mark',
        'date_format',
        'opened_on',
        'closed_on',
        'opening_balance',
        'closing_balance',
        'order',
        'credit_values',
        'debit_values',
      ],
      'mapping.columns': [
        'booked_on',
        'bank_reference',
        'amount',
        'credit',
        'debit',
        'balance',
        'text',
        'references',
        'counterparty_name',
        'counterparty_account',
        'direction',
        'status',
      ],
      statement: [
        'currency',
        'opened_on',
        'closed_on',
        'opening_balance',
        'closing_balance',
        'lines',
        'account',
      ],
    },
  },
  previewStatement: {
    id: 'previewStatement',
    method: 'POST',
    path: '/operator/v1/reconciliation/{environment}/statements/preview',
    role: 'treasury',
    idempotencyKey: 'none',
    requestBody: 'required',
    bodyBytesMax: 12582912,
    query: validateNoQuery,
    queryFields: [],
    body: validateStatementImport,
    bodyFields: {
      '': [
        'rail',
        'format',
        'currency',
        'content',
        'mapping',
        'statement',
        'account',
        'account_changed',
        'overlap',
      ],
      mapping: [
        'columns',
        'delimiter',
        'decimal_mark',
        'date_format',
        'opened_on',
        'closed_on',
        'opening_balance',
        'closing_balance',
        'order',
        'credit_values',
        'debit_values',
      ],
      'mapping.columns': [
        'booked_on',
        'bank_reference',
        'amount',
        'credit',
        'debit',
        'balance',
        'text',
        'references',
        'counterparty_name',
        'counterparty_account',
        'direction',
        'status',
      ],
      statement: [
        'currency',
        'opened_on',
        'closed_on',
        'opening_balance',
        'closing_balance',
        'lines',
        'account',
      ],
    },
  },
  voidStatement: {
    id: 'voidStatement',
    method: 'POST',
    path: '/operator/v1/reconciliation/{environment}/statements/{statement_id}/void',
    role: 'treasury',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateStatementVoid,
    bodyFields: { '': ['reason'] },
  },
  collectMovements: {
    id: 'collectMovements',
    method: 'POST',
    path: '/operator/v1/reconciliation/{environment}/movements',
    role: 'treasury',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listReconciliationItems: {
    id: 'listReconciliationItems',
    method: 'GET',
    path: '/operator/v1/reconciliation/{environment}/items',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateReconciliationItemListQuery,
    queryFields: [
      'sort',
      'limit',
      'starting_after',
      'ending_before',
      'day',
      'until',
      'rail',
      'currency',
      'breaks',
      'assigned',
      'group_id',
      'result',
      'amount',
      'totals',
      'reference',
    ],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getReconciliationItem: {
    id: 'getReconciliationItem',
    method: 'GET',
    path: '/operator/v1/reconciliation/{environment}/items/{item_id}',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  resolveBreak: {
    id: 'resolveBreak',
    method: 'POST',
    path: '/operator/v1/reconciliation/{environment}/items/{item_id}/resolution',
    role: 'treasury',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateBreakResolution,
    bodyFields: { '': ['resolution', 'movement_id', 'reason'] },
  },
  assignBreak: {
    id: 'assignBreak',
    method: 'PATCH',
    path: '/operator/v1/reconciliation/{environment}/items/{item_id}',
    role: 'treasury',
    idempotencyKey: 'none',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateBreakUpdate,
    bodyFields: { '': ['assigned_to'] },
  },
  groupItems: {
    id: 'groupItems',
    method: 'POST',
    path: '/operator/v1/reconciliation/{environment}/groups',
    role: 'treasury',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateGroupCreate,
    bodyFields: { '': ['line_ids', 'movement_ids', 'reason'] },
  },
  listReconciliationDays: {
    id: 'listReconciliationDays',
    method: 'GET',
    path: '/operator/v1/reconciliation/{environment}/days',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateReconciliationDayListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getReconciliationDay: {
    id: 'getReconciliationDay',
    method: 'GET',
    path: '/operator/v1/reconciliation/{environment}/days/{day}',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateReconciliationDayQuery,
    queryFields: ['table'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  closeReconciliationDay: {
    id: 'closeReconciliationDay',
    method: 'POST',
    path: '/operator/v1/reconciliation/{environment}/days/{day}/closing',
    role: 'treasury',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateReconciliationClosing,
    bodyFields: { '': ['without_statements'] },
  },
  exportJournal: {
    id: 'exportJournal',
    method: 'GET',
    path: '/operator/v1/reconciliation/{environment}/journal',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateJournalQuery,
    queryFields: ['period'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listRails: {
    id: 'listRails',
    method: 'GET',
    path: '/operator/v1/rails',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  setRailAvailability: {
    id: 'setRailAvailability',
    method: 'POST',
    path: '/operator/v1/rails/{environment}/{rail}/availability',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateRailAvailabilityChange,
    bodyFields: { '': ['available', 'reason'] },
  },
  listOperatedWebhookEndpoints: {
    id: 'listOperatedWebhookEndpoints',
    method: 'GET',
    path: '/operator/v1/webhook_endpoints',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateOperatedWebhookEndpointListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before', 'integrator_id', 'environment'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  rotateSigningKey: {
    id: 'rotateSigningKey',
    method: 'POST',
    path: '/operator/v1/webhook_endpoints/{webhook_endpoint_id}/rotate_key',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateSigningKeyRotate,
    bodyFields: { '': ['overlap_seconds', 'reason'] },
  },
  listProjections: {
    id: 'listProjections',
    method: 'GET',
    path: '/operator/v1/projections',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  rebuildProjection: {
    id: 'rebuildProjection',
    method: 'POST',
    path: '/operator/v1/projections/{projection}/rebuild',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateProjectionRebuild,
    bodyFields: { '': ['verify', 'reason'] },
  },
  listWebhookDeliveries: {
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/operator/v1/webhook_endpoints/{webhook_endpoint_id}/deliveries',
    role: 'viewer',
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
  getOperatedWebhookDelivery: {
    id: 'getOperatedWebhookDelivery',
    method: 'GET',
    path: '/operator/v1/webhook_deliveries/{webhook_delivery_id}',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  redeliverWebhook: {
    id: 'redeliverWebhook',
    method: 'POST',
    path: '/operator/v1/webhook_deliveries/{webhook_delivery_id}/redeliver',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getAuditStatus: {
    id: 'getAuditStatus',
    method: 'GET',
    path: '/operator/v1/audit',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  verifyProjection: {
    id: 'verifyProjection',
    method: 'POST',
    path: '/operator/v1/projections/{projection}/verify',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateProjectionAction,
    bodyFields: { '': ['reason'] },
  },
  dropOldProjections: {
    id: 'dropOldProjections',
    method: 'POST',
    path: '/operator/v1/projections/drop_old',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateProjectionAction,
    bodyFields: { '': ['reason'] },
  },
  listSnapshots: {
    id: 'listSnapshots',
    method: 'GET',
    path: '/operator/v1/snapshots',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateSnapshotQuery,
    queryFields: ['integrator_id', 'environment'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  dropSnapshots: {
    id: 'dropSnapshots',
    method: 'POST',
    path: '/operator/v1/snapshots/drop',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateSnapshotChoice,
    bodyFields: { '': ['integrator_id', 'environment', 'reason'] },
  },
  rebuildSnapshots: {
    id: 'rebuildSnapshots',
    method: 'POST',
    path: '/operator/v1/snapshots/rebuild',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateSnapshotChoice,
    bodyFields: { '': ['integrator_id', 'environment', 'reason'] },
  },
  forgetUser: {
    id: 'forgetUser',
    method: 'POST',
    path: '/operator/v1/users/{user_id}/forget',
    role: 'admin',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateUserForget,
    bodyFields: { '': ['reason'] },
  },
  listActivity: {
    id: 'listActivity',
    method: 'GET',
    path: '/operator/v1/activity',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateActivityListQuery,
    queryFields: [
      'limit',
      'starting_after',
      'ending_before',
      'created_after',
      'created_before',
      'order',
      'operator_id',
      'operation',
      'target',
      'result',
      'channel',
      'integrator_id',
      'environment',
    ],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listSessions: {
    id: 'listSessions',
    method: 'GET',
    path: '/operator/v1/sessions',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateSessionListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before', 'operator_id'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getSession: {
    id: 'getSession',
    method: 'GET',
    path: '/operator/v1/sessions/{session_id}',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  revokeSession: {
    id: 'revokeSession',
    method: 'POST',
    path: '/operator/v1/sessions/{session_id}/revoke',
    role: 'viewer',
    idempotencyKey: 'required',
    requestBody: 'optional',
    query: validateNoQuery,
    queryFields: [],
    body: validateSessionRevoke,
    bodyFields: { '': ['reason'] },
  },
  listSavedViews: {
    id: 'listSavedViews',
    method: 'GET',
    path: '/operator/v1/saved_views',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateSavedViewListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before', 'page'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getSavedView: {
    id: 'getSavedView',
    method: 'GET',
    path: '/operator/v1/saved_views/{saved_view_id}',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  createSavedView: {
    id: 'createSavedView',
    method: 'POST',
    path: '/operator/v1/saved_views',
    role: 'viewer',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateSavedViewCreate,
    bodyFields: { '': ['page', 'name', 'query', 'shared'] },
  },
  updateSavedView: {
    id: 'updateSavedView',
    method: 'PATCH',
    path: '/operator/v1/saved_views/{saved_view_id}',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateSavedViewUpdate,
    bodyFields: { '': ['name', 'query', 'shared'] },
  },
  deleteSavedView: {
    id: 'deleteSavedView',
    method: 'DELETE',
    path: '/operator/v1/saved_views/{saved_view_id}',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listUserNotes: {
    id: 'listUserNotes',
    method: 'GET',
    path: '/operator/v1/users/{user_id}/notes',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoteListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  addUserNote: {
    id: 'addUserNote',
    method: 'POST',
    path: '/operator/v1/users/{user_id}/notes',
    role: 'reviewer',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateNoteDraft,
    bodyFields: { '': ['text'] },
  },
  listTransferNotes: {
    id: 'listTransferNotes',
    method: 'GET',
    path: '/operator/v1/transfers/{transfer_id}/notes',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoteListQuery,
    queryFields: ['limit', 'starting_after', 'ending_before'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  addTransferNote: {
    id: 'addTransferNote',
    method: 'POST',
    path: '/operator/v1/transfers/{transfer_id}/notes',
    role: 'reviewer',
    idempotencyKey: 'required',
    requestBody: 'required',
    query: validateNoQuery,
    queryFields: [],
    body: validateNoteDraft,
    bodyFields: { '': ['text'] },
  },
  search: {
    id: 'search',
    method: 'GET',
    path: '/operator/v1/search',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateSearchQuery,
    queryFields: ['q', 'limit'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  getObject: {
    id: 'getObject',
    method: 'GET',
    path: '/operator/v1/objects/{object_id}',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateNoQuery,
    queryFields: [],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listParties: {
    id: 'listParties',
    method: 'GET',
    path: '/operator/v1/parties',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validatePartyQuery,
    queryFields: ['ids'],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listOperatorTransfers: {
    id: 'listOperatorTransfers',
    method: 'GET',
    path: '/operator/v1/transfers',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateOperatedTransferListQuery,
    queryFields: [
      'totals',
      'limit',
      'starting_after',
      'ending_before',
      'created_after',
      'created_before',
      'order',
      'state',
      'kind',
      'user_id',
      'rail',
      'reference',
      'amount_min',
      'amount_max',
      'integrator_id',
      'environment',
      'generation',
    ],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listOperatorUsers: {
    id: 'listOperatorUsers',
    method: 'GET',
    path: '/operator/v1/users',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateOperatedUserListQuery,
    queryFields: [
      'limit',
      'starting_after',
      'ending_before',
      'created_after',
      'created_before',
      'order',
      'status',
      'kyc_status',
      'reference',
      'integrator_id',
      'environment',
      'generation',
    ],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
  listAllWebhookDeliveries: {
    id: 'listAllWebhookDeliveries',
    method: 'GET',
    path: '/operator/v1/webhook_deliveries',
    role: 'viewer',
    idempotencyKey: 'none',
    requestBody: 'none',
    query: validateWebhookDeliveriesQuery,
    queryFields: [
      'limit',
      'starting_after',
      'ending_before',
      'created_after',
      'created_before',
      'order',
      'state',
      'webhook_endpoint_id',
      'event_type',
      'event_id',
      'integrator_id',
      'environment',
    ],
    body: validateEmptyBody,
    bodyFields: { '': [] },
  },
} as const;

export type OperatorOperationId = keyof typeof operatorOperations;

/** What each operation takes and answers with. */
export type OperatorOperationTypes = {
  readonly listAttention: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.AttentionList;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly listMetrics: {
    readonly params: {};
    readonly query: api.MetricListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.MetricHistory;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly listBookTotals: {
    readonly params: {};
    readonly query: api.BookTotalsQuery;
    readonly body: api.EmptyBody;
    readonly response: api.BookTotalsList;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly listHourlyFlows: {
    readonly params: {};
    readonly query: api.HourlyFlowsQuery;
    readonly body: api.EmptyBody;
    readonly response: api.HourlyFlowsList;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly getNode: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.Node;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly listNodeSamples: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.NodeSampleList;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly getDirectory: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.Directory;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly listIntegrators: {
    readonly params: {};
    readonly query: api.IntegratorListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.IntegratorPage;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly createIntegrator: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.IntegratorCreate;
    readonly response: api.Integrator;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused';
  };
  readonly getIntegrator: {
    readonly params: { readonly integrator_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.Integrator;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly getIntegratorBrand: {
    readonly params: { readonly integrator_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.Brand;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly changeIntegratorBrand: {
    readonly params: { readonly integrator_id: string };
    readonly query: api.NoQuery;
    readonly body: api.BrandChange;
    readonly response: api.Brand;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused';
  };
  readonly listKeys: {
    readonly params: { readonly integrator_id: string };
    readonly query: api.KeyListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.KeyPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly createKey: {
    readonly params: { readonly integrator_id: string };
    readonly query: api.NoQuery;
    readonly body: api.KeyCreate;
    readonly response: api.IssuedKey;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused';
  };
  readonly getKey: {
    readonly params: { readonly key_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.Key;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly rotateKey: {
    readonly params: { readonly key_id: string };
    readonly query: api.NoQuery;
    readonly body: api.KeyRotate;
    readonly response: api.IssuedKey;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'key_state_conflict';
  };
  readonly revokeKey: {
    readonly params: { readonly key_id: string };
    readonly query: api.NoQuery;
    readonly body: api.KeyRevoke;
    readonly response: api.Key;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused';
  };
  readonly listOperatorTokens: {
    readonly params: {};
    readonly query: api.OperatorTokenListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.OperatorTokenPage;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly createOperatorToken: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.OperatorTokenCreate;
    readonly response: api.IssuedToken;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused';
  };
  readonly setOperatorTokenExpiry: {
    readonly params: { readonly token_id: string };
    readonly query: api.NoQuery;
    readonly body: api.OperatorTokenExpirySet;
    readonly response: api.OperatorToken;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused';
  };
  readonly revokeOperatorToken: {
    readonly params: { readonly token_id: string };
    readonly query: api.NoQuery;
    readonly body: api.OperatorTokenRevoke;
    readonly response: api.OperatorToken;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused';
  };
  readonly listOperators: {
    readonly params: {};
    readonly query: api.SignedInOperatorListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.SignedInOperatorPage;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly listReviewQueue: {
    readonly params: {};
    readonly query: api.ReviewQueueQuery;
    readonly body: api.EmptyBody;
    readonly response: api.ReviewCasePage;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly getTransferReview: {
    readonly params: { readonly transfer_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.ReviewCase;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found'
      | 'transfer_state_conflict';
  };
  readonly getKycReview: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.ReviewCase;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found'
      | 'user_state_conflict';
  };
  readonly assignTransferReview: {
    readonly params: { readonly transfer_id: string };
    readonly query: api.NoQuery;
    readonly body: api.ReviewUpdate;
    readonly response: api.ReviewCase;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'transfer_state_conflict';
  };
  readonly assignKycReview: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.ReviewUpdate;
    readonly response: api.ReviewCase;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'user_state_conflict';
  };
  readonly listTransferReviews: {
    readonly params: {};
    readonly query: api.TransferReviewListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.TransferReviewPage;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly reviewTransfer: {
    readonly params: { readonly transfer_id: string };
    readonly query: api.NoQuery;
    readonly body: api.TransferReviewDecision;
    readonly response: api.Transfer | api.Proposal;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'transfer_state_conflict'
      | 'user_not_approved'
      | 'wallet_frozen'
      | 'provider_unavailable'
      | 'proposal_state_conflict'
      | 'second_operator_required';
  };
  readonly listPayouts: {
    readonly params: {};
    readonly query: api.PayoutListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.PayoutPage;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly settlePayout: {
    readonly params: { readonly transfer_id: string };
    readonly query: api.NoQuery;
    readonly body: api.PayoutSettlement;
    readonly response: api.Transfer | api.Proposal;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'transfer_state_conflict'
      | 'proposal_state_conflict'
      | 'second_operator_required';
  };
  readonly returnPayout: {
    readonly params: { readonly transfer_id: string };
    readonly query: api.NoQuery;
    readonly body: api.LateMovementBooking;
    readonly response: api.Transfer | api.Proposal;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'transfer_state_conflict'
      | 'proposal_state_conflict'
      | 'second_operator_required';
  };
  readonly reverseDeposit: {
    readonly params: { readonly transfer_id: string };
    readonly query: api.NoQuery;
    readonly body: api.LateMovementBooking;
    readonly response: api.Transfer | api.Proposal;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'transfer_state_conflict'
      | 'proposal_state_conflict'
      | 'second_operator_required';
  };
  readonly listKycReviews: {
    readonly params: {};
    readonly query: api.KycReviewListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.KycReviewPage;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly reviewKyc: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.KycReviewDecision;
    readonly response: api.User;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'user_state_conflict'
      | 'user_deactivated';
  };
  readonly getOperatorUser: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.User;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly listUserWallets: {
    readonly params: { readonly user_id: string };
    readonly query: api.WalletListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.WalletPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly listUserDepositAccounts: {
    readonly params: { readonly user_id: string };
    readonly query: api.DepositAccountListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.DepositAccountPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly listUserPayoutAccounts: {
    readonly params: { readonly user_id: string };
    readonly query: api.PayoutAccountListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.PayoutAccountPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly getUserLimits: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.UserLimits;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly listUserEvents: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.LedgerEventList;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly listDepositsToAccount: {
    readonly params: { readonly deposit_account_id: string };
    readonly query: api.DepositListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.DepositPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly getUserIdentity: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.UserIdentity;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found';
  };
  readonly getUserScreening: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.UserScreening;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found';
  };
  readonly getOperatorTransfer: {
    readonly params: { readonly transfer_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.Transfer;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly getTransferTimeline: {
    readonly params: { readonly transfer_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.TransferTimeline;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly getOperatorWallet: {
    readonly params: { readonly wallet_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.Wallet;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly getOperatorWalletBalanceProof: {
    readonly params: { readonly wallet_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.BalanceProof;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly listOperatorWalletHistory: {
    readonly params: { readonly wallet_id: string };
    readonly query: api.WalletHistoryQuery;
    readonly body: api.EmptyBody;
    readonly response: api.WalletHistoryEntryPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly listWalletMovements: {
    readonly params: { readonly wallet_id: string };
    readonly query: api.WalletHistoryQuery;
    readonly body: api.EmptyBody;
    readonly response: api.WalletMovementPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly getOperatorWalletStatement: {
    readonly params: { readonly wallet_id: string; readonly month: string };
    readonly query: api.WalletStatementQuery;
    readonly body: api.EmptyBody;
    readonly response: api.WalletStatement;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly freezeWallet: {
    readonly params: { readonly wallet_id: string };
    readonly query: api.NoQuery;
    readonly body: api.HoldChange;
    readonly response: api.Wallet;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'user_deactivated';
  };
  readonly unfreezeWallet: {
    readonly params: { readonly wallet_id: string };
    readonly query: api.NoQuery;
    readonly body: api.HoldChange;
    readonly response: api.Wallet;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'user_deactivated';
  };
  readonly grantReward: {
    readonly params: { readonly wallet_id: string };
    readonly query: api.NoQuery;
    readonly body: api.RewardGrant;
    readonly response: api.WalletHistoryEntry | api.Proposal;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'user_not_approved'
      | 'user_deactivated'
      | 'wallet_frozen'
      | 'unsupported_route'
      | 'amount_below_minimum'
      | 'amount_above_maximum'
      | 'second_operator_required';
  };
  readonly listProposals: {
    readonly params: {};
    readonly query: api.ProposalListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.ProposalList;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly getProposal: {
    readonly params: { readonly proposal_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.Proposal;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly approveProposal: {
    readonly params: { readonly proposal_id: string };
    readonly query: api.NoQuery;
    readonly body: api.ProposalDecision;
    readonly response: api.Transfer | api.ExecutedAction;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'permission_denied'
      | 'proposal_state_conflict'
      | 'second_operator_required'
      | 'transfer_state_conflict'
      | 'user_not_approved'
      | 'user_deactivated'
      | 'wallet_frozen'
      | 'unsupported_route'
      | 'amount_above_maximum'
      | 'insufficient_liquidity'
      | 'provider_unavailable';
  };
  readonly withdrawProposal: {
    readonly params: { readonly proposal_id: string };
    readonly query: api.NoQuery;
    readonly body: api.ProposalDecision;
    readonly response: api.Proposal;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'permission_denied'
      | 'proposal_state_conflict';
  };
  readonly listTrades: {
    readonly params: { readonly environment: string };
    readonly query: api.TradeListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.TradePage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly getTreasury: {
    readonly params: { readonly environment: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.Treasury;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly recordTrade: {
    readonly params: { readonly environment: string };
    readonly query: api.NoQuery;
    readonly body: api.TradeCreate;
    readonly response: api.Trade | api.Proposal;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'second_operator_required';
  };
  readonly createAllocation: {
    readonly params: { readonly environment: string };
    readonly query: api.NoQuery;
    readonly body: api.AllocationCreate;
    readonly response: api.Allocation | api.Proposal;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'insufficient_liquidity'
      | 'second_operator_required';
  };
  readonly listAllocations: {
    readonly params: { readonly environment: string };
    readonly query: api.AllocationListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.AllocationPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly listBankStatements: {
    readonly params: { readonly environment: string };
    readonly query: api.BankStatementListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.BankStatementPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly importBankStatement: {
    readonly params: { readonly environment: string };
    readonly query: api.NoQuery;
    readonly body: api.StatementImport;
    readonly response: api.BankStatement;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'statement_exists';
  };
  readonly previewStatement: {
    readonly params: { readonly environment: string };
    readonly query: api.NoQuery;
    readonly body: api.StatementImport;
    readonly response: api.StatementPreview;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'statement_exists';
  };
  readonly voidStatement: {
    readonly params: { readonly environment: string; readonly statement_id: string };
    readonly query: api.NoQuery;
    readonly body: api.StatementVoid;
    readonly response: api.BankStatement | api.Proposal;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'day_state_conflict'
      | 'break_state_conflict'
      | 'proposal_state_conflict'
      | 'second_operator_required';
  };
  readonly collectMovements: {
    readonly params: { readonly environment: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.MovementCollection;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused';
  };
  readonly listReconciliationItems: {
    readonly params: { readonly environment: string };
    readonly query: api.ReconciliationItemListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.ReconciliationItemPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly getReconciliationItem: {
    readonly params: { readonly environment: string; readonly item_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.ReconciliationItem;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly resolveBreak: {
    readonly params: { readonly environment: string; readonly item_id: string };
    readonly query: api.NoQuery;
    readonly body: api.BreakResolution;
    readonly response: api.ReconciliationItem | api.Proposal;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'break_state_conflict'
      | 'proposal_state_conflict'
      | 'second_operator_required';
  };
  readonly assignBreak: {
    readonly params: { readonly environment: string; readonly item_id: string };
    readonly query: api.NoQuery;
    readonly body: api.BreakUpdate;
    readonly response: api.ReconciliationItem;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'break_state_conflict';
  };
  readonly groupItems: {
    readonly params: { readonly environment: string };
    readonly query: api.NoQuery;
    readonly body: api.GroupCreate;
    readonly response: api.ReconciliationGroup;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'break_state_conflict';
  };
  readonly listReconciliationDays: {
    readonly params: { readonly environment: string };
    readonly query: api.ReconciliationDayListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.ReconciliationDayPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly getReconciliationDay: {
    readonly params: { readonly environment: string; readonly day: string };
    readonly query: api.ReconciliationDayQuery;
    readonly body: api.EmptyBody;
    readonly response: api.ReconciliationDay;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly closeReconciliationDay: {
    readonly params: { readonly environment: string; readonly day: string };
    readonly query: api.NoQuery;
    readonly body: api.ReconciliationClosing;
    readonly response: api.ReconciliationDay;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'breaks_open'
      | 'day_state_conflict';
  };
  readonly exportJournal: {
    readonly params: { readonly environment: string };
    readonly query: api.JournalQuery;
    readonly body: api.EmptyBody;
    readonly response: api.Journal;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly listRails: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.RailStatusList;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly setRailAvailability: {
    readonly params: { readonly environment: string; readonly rail: string };
    readonly query: api.NoQuery;
    readonly body: api.RailAvailabilityChange;
    readonly response: api.RailStatus;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused';
  };
  readonly listOperatedWebhookEndpoints: {
    readonly params: {};
    readonly query: api.OperatedWebhookEndpointListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.OperatedWebhookEndpointPage;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly rotateSigningKey: {
    readonly params: { readonly webhook_endpoint_id: string };
    readonly query: api.NoQuery;
    readonly body: api.SigningKeyRotate;
    readonly response: api.WebhookEndpoint;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused';
  };
  readonly listProjections: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.ProjectionList;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly rebuildProjection: {
    readonly params: { readonly projection: string };
    readonly query: api.NoQuery;
    readonly body: api.ProjectionRebuild;
    readonly response: api.ProjectionStatus;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'projection_state_conflict';
  };
  readonly listWebhookDeliveries: {
    readonly params: { readonly webhook_endpoint_id: string };
    readonly query: api.WebhookDeliveryListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.OperatedWebhookDeliveryPage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly getOperatedWebhookDelivery: {
    readonly params: { readonly webhook_delivery_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.OperatedWebhookDeliveryWithAttempts;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly redeliverWebhook: {
    readonly params: { readonly webhook_delivery_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.OperatedWebhookDelivery;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'webhook_endpoint_disabled';
  };
  readonly getAuditStatus: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.AuditStatus;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly verifyProjection: {
    readonly params: { readonly projection: string };
    readonly query: api.NoQuery;
    readonly body: api.ProjectionAction;
    readonly response: api.ProjectionStatus;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'projection_state_conflict';
  };
  readonly dropOldProjections: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.ProjectionAction;
    readonly response: api.DroppedBuilds;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused';
  };
  readonly listSnapshots: {
    readonly params: {};
    readonly query: api.SnapshotQuery;
    readonly body: api.EmptyBody;
    readonly response: api.BookSnapshotList;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly dropSnapshots: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.SnapshotChoice;
    readonly response: api.SnapshotOutcome;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'not_found';
  };
  readonly rebuildSnapshots: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.SnapshotChoice;
    readonly response: api.SnapshotOutcome;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'not_found';
  };
  readonly forgetUser: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.UserForget;
    readonly response: api.User;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'user_state_conflict'
      | 'user_has_open_transfers';
  };
  readonly listActivity: {
    readonly params: {};
    readonly query: api.ActivityListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.ActivityPage;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly listSessions: {
    readonly params: {};
    readonly query: api.SessionListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.ConsoleSessionPage;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly getSession: {
    readonly params: { readonly session_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.ConsoleSession;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly revokeSession: {
    readonly params: { readonly session_id: string };
    readonly query: api.NoQuery;
    readonly body: api.SessionRevoke;
    readonly response: api.ConsoleSession;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused';
  };
  readonly listSavedViews: {
    readonly params: {};
    readonly query: api.SavedViewListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.SavedViewPage;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly getSavedView: {
    readonly params: { readonly saved_view_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.SavedView;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly createSavedView: {
    readonly params: {};
    readonly query: api.NoQuery;
    readonly body: api.SavedViewCreate;
    readonly response: api.SavedView;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused';
  };
  readonly updateSavedView: {
    readonly params: { readonly saved_view_id: string };
    readonly query: api.NoQuery;
    readonly body: api.SavedViewUpdate;
    readonly response: api.SavedView;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'permission_denied';
  };
  readonly deleteSavedView: {
    readonly params: { readonly saved_view_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.SavedView;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'not_found'
      | 'permission_denied';
  };
  readonly listUserNotes: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoteListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.NotePage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly addUserNote: {
    readonly params: { readonly user_id: string };
    readonly query: api.NoQuery;
    readonly body: api.NoteDraft;
    readonly response: api.Note;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'user_state_conflict';
  };
  readonly listTransferNotes: {
    readonly params: { readonly transfer_id: string };
    readonly query: api.NoteListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.NotePage;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly addTransferNote: {
    readonly params: { readonly transfer_id: string };
    readonly query: api.NoQuery;
    readonly body: api.NoteDraft;
    readonly response: api.Note;
    readonly errorCode:
      | 'malformed_request'
      | 'invalid_api_key'
      | 'internal_error'
      | 'service_unavailable'
      | 'permission_denied'
      | 'not_found'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'validation_failed'
      | 'idempotency_key_reused'
      | 'user_state_conflict';
  };
  readonly search: {
    readonly params: {};
    readonly query: api.SearchQuery;
    readonly body: api.EmptyBody;
    readonly response: api.SearchResults;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly getObject: {
    readonly params: { readonly object_id: string };
    readonly query: api.NoQuery;
    readonly body: api.EmptyBody;
    readonly response: api.FoundObject;
    readonly errorCode:
      'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable' | 'not_found';
  };
  readonly listParties: {
    readonly params: {};
    readonly query: api.PartyQuery;
    readonly body: api.EmptyBody;
    readonly response: api.PartyList;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly listOperatorTransfers: {
    readonly params: {};
    readonly query: api.OperatedTransferListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.OperatedTransferPage;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly listOperatorUsers: {
    readonly params: {};
    readonly query: api.OperatedUserListQuery;
    readonly body: api.EmptyBody;
    readonly response: api.OperatedUserPage;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
  readonly listAllWebhookDeliveries: {
    readonly params: {};
    readonly query: api.WebhookDeliveriesQuery;
    readonly body: api.EmptyBody;
    readonly response: api.ListedWebhookDeliveryPage;
    readonly errorCode: 'malformed_request' | 'invalid_api_key' | 'internal_error' | 'service_unavailable';
  };
};
