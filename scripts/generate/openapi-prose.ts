/** The parts of the OpenAPI document that are text: how all calls work alike. */
import type { Context } from './openapi-schemas.ts';
import { webhooks } from './openapi-webhooks.ts';
import type { JsonObject } from './schemas.ts';

const description = `
Holds customers' money for an integrator and moves it: users, wallets, deposits, transfers, conversions, payouts, and the
events that tell about them.

## Authentication
Send your API key in the \`Api-Key\` header. A sandbox key sees the sandbox only, a production key production only. A key that
is missing, unknown, revoked or expired is 401 \`invalid_api_key\`; a key that may only read is 403 \`permission_denied\` on
anything but GET.

## Order of checks
Key, rate limit, what the key may do, whether the operation is available, idempotency header, shape of path, query and body,
replay of a stored result, existence (404), approval (403), conflicts (409), business rules (422), provider (503). Among the
business rules: route, minimum and maximum, balance, cashable, the user's limits, liquidity.

## Errors
Every answer with a status of 400 or more has the body \`{"error": {"type", "code", "message", "request_id"}}\`. A query that is
wrong, or a body that is no JSON object, is 400 \`malformed_request\`. A field that is missing, unknown, or of a wrong type, format
or size is 422 \`validation_failed\`, and \`details\` lists all such fields at once. An unknown path, an object of another
integrator and an ID with a wrong prefix are all 404 \`not_found\`. A known path with another method is 405
\`method_not_allowed\` with an \`Allow\` header. Bodies over 64 KiB are 413, and bodies that are not sent as
\`application/json\` 415.

## Idempotency
Every POST needs an \`Idempotency-Key\` of up to 255 characters, except a dry run. The same key again gives the first answer,
byte for byte, with \`Idempotent-Replayed: true\`, and never writes twice. Refusals (403, 404, 409, 422) are kept for 24 hours;
400, 401, 429 and 5xx are not kept. Keys of successful writes never expire. The same key with another method, path or body is
409 \`idempotency_key_reused\`; spacing and the order of members don't make a body another one.

## Lists
Newest first. \`limit\` is 1 to 100, 10 when left out. \`starting_after\` gives the page after an object (older),
\`ending_before\` the page just before it (newer), in the same order; sending both is 400. \`has_more\` is about the direction
asked for. \`created_after\` and \`created_before\` are exclusive. A parameter that is unknown or given twice is 400.

## Amounts
Decimal strings, never numbers. Answers carry exactly the decimals of their unit: 2 for \`svc-points\`, 8 for \`svc-coin\`,
ISO 4217 minor units for currencies. Requests may carry fewer decimals, but not more.

## Transfers
The pair of source and destination decides the kind: two users' wallets of one asset \`user_to_user\`, one user's wallets of two
assets \`conversion\`, fiat to a wallet \`onramp\`, a wallet to a payout account \`offramp\`; any other pair is 422
\`unsupported_route\`. Creating a transfer is version 1, and each change of state the next version; one that completes at once
is at version 2 in the answer. Large transfers, and money that arrives for a frozen wallet, for a user who is not approved or
above the maximum, wait \`in_review\`. A review that is passed goes on; one that is not gives the money back: \`failed\` between
users, \`returned\` for on-ramps, \`refunded\` for off-ramps. What arrives for an on-ramp is credited, even when it is not the
expected amount; below the minimum it goes back. One-off bank details live 7 days and approval links 1 hour; afterwards the
transfer is \`canceled\`, and late money goes back with \`deposit.returned\`. Earned points are spent first between users, and
arrive as earned; only cashable points can be paid out or buy coin. A frozen wallet answers reads, and a transfer that touches
it is 409 \`wallet_frozen\`.

## Rate limit
A token bucket per key, reads and writes alike. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` tell where it
stands; an empty bucket is 429 \`rate_limited\` with \`Retry-After\`. Answers to a request without a valid key don't have them:
401, and 503 from a service that has just started and can't tell keys apart yet.

## Objects
Fields without a value are \`null\`; fields of another variant are absent. New optional fields, event types, rails and assets may
appear at any time. A read that follows a write with a key of the same integrator shows that write.
`.trim();

/** What an OpenAPI document says beside its operations. */
export type Prose = {
  readonly info: JsonObject;
  readonly servers: readonly JsonObject[];
  readonly securitySchemes: JsonObject;
  readonly parameters: JsonObject;
  readonly headers: JsonObject;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Requests that the service sends. */
  readonly webhooks?: (context: Context) => JsonObject;
};

const integer = { type: 'integer', minimum: 0 };
const absent = 'Absent as long as a service that has just started can not tell whether the key is valid.';
const key = (required: boolean, text: string) => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  description: text,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: 'a6f7c2d0-4c1e-4b52-9a57-1f0e2d3c4b5a',
});

const rateLimits = {
  'RateLimit-Limit': 'Requests that a full bucket holds.',
  'RateLimit-Remaining': 'Requests left in the bucket.',
  'RateLimit-Reset': 'Seconds until the bucket is full again.',
};

/** Where the key may not have been looked at, another header component says so: `RateLimit-Limit.of-valid-key`. */
export const OF_VALID_KEY = '.of-valid-key';

const rateLimitHeaders = Object.fromEntries(
  Object.entries(rateLimits).flatMap(([name, text]) => [
    [name, { description: text, required: true, schema: integer }],
    [name + OF_VALID_KEY, { description: `${text} ${absent}`, required: false, schema: integer }],
  ]),
);

const prose = {
  info: {
    title: 'Wallet and money-movement ledger',
    summary: 'Wallets, deposits, transfers, conversions and payouts over an event-sourced ledger.',
    description,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: 'http://127.0.0.1:3000', description: 'A service started on this machine.' }],
  securitySchemes: {
    ApiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'Api-Key',
      description: '`svc_test_…` for the sandbox, `svc_live_…` for production.',
    },
  },
  parameters: {
    IdempotencyKey: key(
      true,
      'Your own name for this write, up to 255 characters. Sending it again gives the first answer.',
    ),
    IdempotencyKeyUnlessDryRun: key(
      false,
      'Your own name for this write, up to 255 characters. Needed unless `dry_run` is `true`, which ignores it.',
    ),
  },
  headers: {
    'Request-Id': {
      description: 'ID of this request; also in the error.',
      required: true,
      schema: { type: 'string', pattern: '^req_' },
    },
    ...rateLimitHeaders,
    'Idempotent-Replayed': {
      description: '`true` when the answer was given before.',
      schema: { const: 'true' },
    },
    'Retry-After': {
      description: 'Seconds to wait before trying again.',
      required: true,
      schema: { type: 'integer', minimum: 1 },
    },
  },
} as const;

const tags = [
  { name: 'Users', description: 'The people and businesses that hold wallets.' },
  { name: 'Wallets', description: 'What users hold, and what moved.' },
  { name: 'Deposit accounts', description: 'Standing bank details that credit a wallet.' },
  { name: 'Transfers', description: 'Every movement of money.' },
  { name: 'Payout accounts', description: 'Where money is paid out to.' },
  { name: 'Routes, rates, quotes', description: 'What can move where, and at which price.' },
  { name: 'Webhook endpoints', description: 'Where events are delivered to.' },
  { name: 'Events', description: 'What changed.' },
  { name: 'Sandbox', description: 'Calls that simulate the outside world.' },
] as const;

/** The interface of integrators. */
export const interfaceProse: Prose = { ...prose, tags, webhooks };

/** What the operator API shares with it: servers, idempotency keys, and the headers that are not about limits. */
export const { servers, parameters, headers: allHeaders } = prose;
