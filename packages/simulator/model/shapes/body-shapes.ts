/** The shapes of the bodies that the model knows. */
import { amount, anyOf, bool, country, currency, email, id, integer, list, metadata } from './shapes.ts';
import { object, orNull, pattern, phone, rail, text, time } from './shapes.ts';
import type { Shape } from './shapes.ts';
import { isObject } from '../prediction.ts';

const reason = object({ code: text(1, 64), message: text(1, 500) }, 'code', 'message');
const KYC = ['not_started', 'under_review', 'incomplete', 'approved', 'rejected'];

const user = object(
  {
    ...{
      type: anyOf('individual', 'business'),
      external_reference: text(1, 255),
      email,
      phone,
      country,
      metadata,
    },
    ...{ first_name: text(1, 100), last_name: text(1, 100), business_name: text(1, 200) },
  },
  'type',
  'external_reference',
);

/** Names of the other type are not allowed, and a business has a name. */
const userCreate: Shape = (value, path, invalid) => {
  user(value, path, invalid);
  if (!isObject(value)) return;
  const others = { individual: ['business_name'], business: ['first_name', 'last_name'] };
  const type = value['type'];
  for (const name of type === 'individual' || type === 'business' ? others[type] : [])
    if (name in value) invalid.add(name);
  if (type === 'business' && !('business_name' in value)) invalid.add('business_name');
};

const endpoints = {
  wallet: object({ type: anyOf('wallet'), wallet_id: id }, 'wallet_id'),
  fiat: object({ type: anyOf('fiat'), currency, rail }, 'currency', 'rail'),
  payout_account: object({ type: anyOf('payout_account'), payout_account_id: id }, 'payout_account_id'),
};
const endpoint: Shape = (value, path, invalid) => {
  const type = isObject(value) ? value['type'] : undefined;
  if (type === 'wallet' || type === 'fiat' || type === 'payout_account')
    endpoints[type](value, path, invalid);
  else invalid.add(isObject(value) ? `${path}.type` : path);
};

const walletEnd = object({ type: anyOf('wallet'), wallet_id: id }, 'type', 'wallet_id');

const batchTransfer = object(
  {
    ...{ source: walletEnd, destination: walletEnd, amount, metadata },
    integrator_reference: text(1, 255),
  },
  ...['source', 'destination', 'amount'],
);

/** Details that are right for the rail. The model does not know their checksums. */
const bank = object(
  { bank_name: text(1, 200), account_number: text(1, 64), routing_code: text(1, 64), swift_bic: text(1, 11) },
  'bank_name',
  'account_number',
);

const why = object({ reason: text(1, 500) }, 'reason');

/** The model knows some of the event types. */
const eventType = anyOf('transfer.created', 'transfer.state_changed', 'user.created');
const webhookEndpoint = {
  url: pattern(/^https:\/\/[a-z.]+(\/\w*)?$/, 2048),
  event_types: list(eventType, 50),
  description: text(1, 500),
};

const selection = object(
  {
    ...{ select: anyOf('failed', 'all'), event_types: list(eventType, 50), starting_after: id },
    ...{ created_after: time, created_before: time },
  },
  'select',
);

/** All events from a time on. */
const redeliver: Shape = (value, path, invalid) => {
  selection(value, path, invalid);
  if (isObject(value) && value['select'] === 'all' && !('created_after' in value))
    invalid.add('created_after');
};

const note = object({ text: text(1, 2000) }, 'text');

const assignment = object({ assigned_to: anyOf('me', null) }, 'assigned_to');

const BODY_SHAPES: Readonly<Record<string, Shape>> = {
  addUserNote: note,
  addTransferNote: note,
  reviewTransfer: object({ outcome: anyOf('approved', 'rejected'), reason }, 'outcome'),
  reviewKyc: object(
    {
      outcome: anyOf('approved', 'rejected', 'incomplete'),
      ...{ rejection_reasons: list(reason, 20), reason: text(1, 500) },
    },
    'outcome',
  ),
  assignTransferReview: assignment,
  assignKycReview: assignment,
  settlePayout: object(
    { outcome: anyOf('completed', 'returned', 'undeliverable'), rail_reference: text(1, 255), reason },
    ...['outcome', 'reason'],
  ),
  approveProposal: object({ reason: text(1, 500) }),
  withdrawProposal: object({ reason: text(1, 500) }),
  grantReward: object({ amount, description: text(1, 200) }, 'amount'),
  freezeWallet: why,
  unfreezeWallet: why,
  forgetUser: why,
  createQuote: object(
    { source_wallet_id: id, destination_wallet_id: id, amount },
    ...['source_wallet_id', 'destination_wallet_id', 'amount'],
  ),
  createOnboardingLinks: object({ redirect_url: text(1, 2048) }),
  createPayoutAccount: object(
    { type: anyOf('bank'), currency, country, rail, account_owner_name: text(1, 200), bank, metadata },
    ...['type', 'currency', 'country', 'rail', 'account_owner_name', 'bank'],
  ),
  createUser: userCreate,
  updateUser: object({ email: orNull(email), phone: orNull(phone), metadata }),
  createWallet: object(
    { asset: anyOf('svc-points', 'svc-coin'), acknowledge_price_risk: bool, metadata },
    'asset',
  ),
  setSandboxKyc: object(
    {
      kyc_status: anyOf(...KYC),
      terms_status: anyOf('pending', 'approved'),
      rejection_reasons: list(reason, 20),
    },
    'kyc_status',
  ),
  createSandboxReward: object({ wallet_id: id, amount, description: text(1, 200) }, 'wallet_id', 'amount'),
  createDepositAccount: object(
    {
      source: object({ currency, rail }, 'currency', 'rail'),
      destination: object({ wallet_id: id }, 'wallet_id'),
      metadata,
    },
    'source',
    'destination',
  ),
  createSandboxDeposit: object(
    {
      ...{ deposit_account_id: id, transfer_id: id, amount },
      outcome: anyOf('credited', 'in_review', 'returned'),
    },
    'amount',
  ),
  createTransfer: object(
    {
      ...{ source: endpoint, destination: endpoint, amount, quote_id: id, metadata, dry_run: bool },
      integrator_reference: text(1, 255),
    },
    'source',
    'destination',
    'amount',
  ),
  createTransferBatch: object(
    { mode: anyOf('atomic', 'independent'), transfers: list(batchTransfer, 500, 1), dry_run: bool },
    ...['mode', 'transfers'],
  ),
  setSandboxReviewOutcome: object({ outcome: anyOf('approved', 'rejected'), reason }, 'outcome'),
  setSandboxPayoutOutcome: object(
    { outcome: anyOf('completed', 'returned', 'undeliverable'), reason },
    'outcome',
  ),
  createSandboxPayoutReturn: object({ reason }),
  createSandboxDepositReversal: object({ reason }),
  createWebhookEndpoint: object(webhookEndpoint, 'url'),
  updateWebhookEndpoint: object({ ...webhookEndpoint, status: anyOf('enabled', 'disabled') }),
  redeliverEvent: object({ webhook_endpoint_id: id }),
  redeliverToWebhookEndpoint: redeliver,
  advanceSandboxClock: object({ seconds: integer(1, 2_678_400) }, 'seconds'),
};

const EMPTY = object({});

/** An operation without a shape of its own takes an empty object. */
export const bodyShapeOf = (operation: string): Shape => BODY_SHAPES[operation] ?? EMPTY;
