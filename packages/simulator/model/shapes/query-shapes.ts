/** Which query parameters are valid. Anything else is 400. */

type Accepts = (value: string) => boolean;

const short: Accepts = (value) => value.length > 0 && value.length <= 64;
const text: Accepts = (value) => value.length <= 255;
const limit: Accepts = (value) => /^[1-9][0-9]{0,2}$/.test(value) && Number(value) <= 100;
const time: Accepts = (value) => !Number.isNaN(Date.parse(value));
const anyOf =
  (...values: readonly string[]): Accepts =>
  (value) =>
    values.includes(value);

const PAGE = { limit, starting_after: short, ending_before: short };
const PERIOD = { created_after: time, created_before: time };
const KINDS = anyOf('user_to_user', 'conversion', 'onramp', 'offramp');
const STATES = anyOf(
  ...['pending', 'awaiting_funds', 'funds_received', 'in_review', 'payout_submitted', 'completed', 'failed'],
  ...['canceled', 'returned', 'undeliverable', 'refunded'],
);

const QUERIES: Readonly<Record<string, Readonly<Record<string, Accepts>>>> = {
  listUsers: {
    ...PAGE,
    external_reference: text,
    kyc_status: anyOf('not_started', 'under_review', 'incomplete', 'approved', 'rejected'),
    status: anyOf('active', 'deactivated'),
  },
  listWallets: { ...PAGE, asset: anyOf('svc-points', 'svc-coin') },
  listWalletHistory: { ...PAGE, ...PERIOD },
  listDepositAccounts: PAGE,
  listDepositAccountActivity: { ...PAGE, ...PERIOD },
  listPayoutAccounts: PAGE,
  listTransfers: {
    ...{ ...PAGE, ...PERIOD, kind: KINDS, state: STATES },
    ...{ user_id: text, wallet_id: text, integrator_reference: text },
  },
  listEvents: { ...PAGE, ...PERIOD, type: text, object_id: text },
  listUserNotes: PAGE,
  listTransferNotes: PAGE,
  listWebhookEndpoints: PAGE,
  getWalletStatement: { limit, starting_after: short },
  listRequests: {
    ...{ ...PAGE, ...PERIOD, method: text, path: text, operation: text, error: text, idempotency_key: text },
    status: (value) => /^[1-5](\d\d|xx)$/.test(value),
  },
  listWebhookEndpointDeliveries: {
    ...{ ...PAGE, ...PERIOD, event_type: short, event_id: short },
    state: anyOf('pending', 'succeeded', 'failed', 'dropped'),
  },
  listRoutes: { kind: KINDS, country: (value) => /^[A-Z]{2}$/.test(value) },
  getRate: { from: short, to: short },
};
const REQUIRED: Readonly<Record<string, readonly string[]>> = { getRate: ['from', 'to'] };

export function isQueryValid(operation: string, query: Readonly<Record<string, string>>): boolean {
  const accepted = QUERIES[operation] ?? {};
  const isKnown = Object.entries(query).every(
    ([name, value]) => Object.hasOwn(accepted, name) && accepted[name]?.(value) === true,
  );
  const isComplete = (REQUIRED[operation] ?? []).every((name) => name in query);
  return isKnown && isComplete && !('starting_after' in query && 'ending_before' in query);
}
