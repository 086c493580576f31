/** The text of the OpenAPI document that applies to all operations. */
import type { Context } from './openapi-schemas.ts';
import { webhooks } from './openapi-webhooks.ts';
import type { JsonObject } from './schemas.ts';

const description = `
Holds your customers' money and moves it: users, wallets, deposits, transfers, conversions, payouts, and events about each
change.

## Authentication
Send your API key in the \`Api-Key\` header. A sandbox key accesses the sandbox only, a production key production only. A
missing, unknown, revoked, or expired key is 401 \`invalid_api_key\`. A read-only key may only send GET requests; other
methods are 403 \`permission_denied\`.

## Order of checks
Key, rate limit, permission, availability of the operation, idempotency header, format of path, query, and body, replay of a
stored response, existence (404), approval (403), conflicts (409), business rules (422), provider (503). Business rules are
checked in this order: route, minimum and maximum, balance, cashable balance, user limits, liquidity.

## Errors
Every response with a status of 400 or higher has the body \`{"error": {"type", "code", "message", "request_id"}}\`. An invalid
query, a body that is not a JSON object, or an object with two members of the same name is 400 \`malformed_request\`. A missing or unknown field, or one with an invalid type,
format, or size, is 422 \`validation_failed\`; \`details\` lists all such fields. An unknown path, an object of another
integrator, and an ID with the wrong prefix are 404 \`not_found\`. An unsupported method is 405 \`method_not_allowed\` with an
\`Allow\` header. Bodies over 128 KiB are 413, and bodies with a content type other than \`application/json\` are 415.

## Idempotency
Every POST requires an \`Idempotency-Key\` of up to 255 characters, except a dry run. A repeated key returns the first response,
byte for byte, with \`Idempotent-Replayed: true\`, and never writes twice. Refusals (403, 404, 409, 422) are stored for 24 hours;
a refused key that is repeated during an outage on our side may be decided again;
400, 401, 429, and 5xx responses are not stored. Keys of successful writes never expire. The same key with another method,
path, or body is 409 \`idempotency_key_reused\`; whitespace and the order of members do not matter.

## Lists
Lists are sorted newest first. \`limit\` is 1 to 100; the default is 10. \`starting_after\` returns the page after an object
(older objects); \`ending_before\` returns the page just before it (newer objects), in the same order. Sending both is 400.
\`has_more\` refers to the requested direction. A page of long objects, such as objects with much metadata, can have fewer than
\`limit\` objects, so only \`has_more\` tells whether there are more. \`created_after\` and \`created_before\` are exclusive. An unknown or repeated
parameter is 400.

## Amounts
Amounts are decimal strings, never numbers. Responses have exactly the decimals of the unit: 2 for \`svc-points\`, 8 for
\`svc-coin\`, and the ISO 4217 minor units for currencies. Requests may have fewer decimals, but not more.

## Transfers
Source and destination determine the kind: wallets of two users with the same asset \`user_to_user\`, wallets of one user with
different assets \`conversion\`, fiat to a wallet \`onramp\`, and a wallet to a payout account \`offramp\`. Other pairs are 422
\`unsupported_route\`. A new transfer has version 1, and each change of state increases the version; a transfer that completes
immediately has version 2 in the response. A transfer is \`in_review\` if it is large, or if money arrives for a frozen wallet,
for a user who is not approved, or above the maximum. An approved transfer continues. A rejected one returns the money: the
state is \`failed\` between users, \`returned\` for on-ramps, and \`refunded\` for off-ramps. An on-ramp credits the amount
received even if it differs from the expected amount; an amount below the minimum is returned. One-off bank details expire
after 7 days and approval links after 1 hour; the transfer is then \`canceled\`, and late money is returned with the event
\`deposit.returned\`. Transfers between users spend earned points first, and they arrive as earned points. Only cashable points
can be paid out or used to buy coin. A frozen wallet can be read, but transfers to or from it are 409 \`wallet_frozen\`.

## Rate limit
Each key has a token bucket for reads and writes. \`RateLimit-Limit\`, \`RateLimit-Remaining\`, and \`RateLimit-Reset\` show its
state. When the bucket is empty, the response is 429 \`rate_limited\` with \`Retry-After\`. Writes beyond the bytes that an
integrator may store within a day are 429 \`storage_limit_reached\`. Responses to requests without a valid
key have no such headers: 401, and 503 from a service that is still starting and cannot check keys yet.

## Objects
Fields without a value are \`null\`; fields of another variant are absent. New optional fields, event types, rails, and assets
may be added at any time. A read that follows a write by a key of the same integrator includes that write, unless it has the header
\`Ledger-Consistency: eventual\`. \`Ledger-As-Of\` and \`Ledger-Lag\` then say how old the response is.
`.trim();

/** The parts of an OpenAPI document that do not come from the operations. */
export type Prose = {
  readonly info: JsonObject;
  readonly servers: readonly JsonObject[];
  readonly securitySchemes: JsonObject;
  readonly parameters: JsonObject;
  readonly headers: JsonObject;
  readonly tags: readonly {
    readonly name: string;
    readonly description: string;
  }[];
  /** Requests that the service sends. */
  readonly webhooks?: (context: Context) => JsonObject;
};

const integer = { type: 'integer', minimum: 0 };
const absent = 'Absent while the service is starting and cannot check keys yet.';
const key = (required: boolean, text: string) => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  description: text,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: 'a6f7c2d0-4c1e-4b52-9a57-1f0e2d3c4b5a',
});

const rateLimits = {
  'RateLimit-Limit': 'Capacity of the bucket, in requests.',
  'RateLimit-Remaining': 'Requests left in the bucket.',
  'RateLimit-Reset': 'Seconds until the bucket is full again.',
};

/** Suffix of the header components for responses that may be sent before the key was checked. */
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
  servers: [
    {
      url: 'http://127.0.0.1:3000',
      description: 'The service.',
    },
  ],
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
      'Unique key of this write, up to 255 characters. Repeating it returns the first response.',
    ),
    IdempotencyKeyUnlessDryRun: key(
      false,
      'Unique key of this write, up to 255 characters. Required unless `dry_run` is `true`; dry runs ignore it.',
    ),
    LastEventId: {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      description: 'The last `id` that you received. The stream continues after it.',
      schema: { type: 'string', maxLength: 64 },
      example: 'evt_01kakz3v00000000000000000g',
    },
    Consistency: {
      name: 'Ledger-Consistency',
      in: 'header',
      required: false,
      description:
        'Addition to the contract. `eventual`: do not wait for earlier writes, and return what is available at once. Without this header, a read includes every earlier write. Any other value is 400 `malformed_request`.',
      schema: { type: 'string', enum: ['eventual'] },
      example: 'eventual',
    },
  },
  headers: {
    'Ledger-As-Of': {
      description:
        'Addition to the contract. The documents that were read contain every write that was answered before this time. In lists, and with `Ledger-Consistency`. Absent while it is not known.',
      required: false,
      schema: { type: 'string', format: 'date-time' },
    },
    'Ledger-Lag': {
      description:
        'Addition to the contract. The age of `Ledger-As-Of` in seconds. Without `Ledger-Consistency`, a list includes every earlier write to it in spite of a lag.',
      required: false,
      schema: { type: 'string', pattern: '^[0-9]+[.][0-9]{3}$' },
    },
    'Request-Id': {
      description: 'ID of the request; errors contain it too.',
      required: true,
      schema: { type: 'string', pattern: '^req_' },
    },
    ...rateLimitHeaders,
    'Idempotent-Replayed': {
      description: '`true` if the response was stored by an earlier request with the same key.',
      schema: { type: 'string', const: 'true' },
    },
    'Retry-After': {
      description: 'Seconds to wait before retrying.',
      required: true,
      schema: { type: 'integer', minimum: 1 },
    },
  },
} as const;

const tags = [
  { name: 'Users', description: 'People and businesses that own wallets.' },
  { name: 'Wallets', description: 'Balances and history of wallets.' },
  {
    name: 'Deposit accounts',
    description: 'Reusable bank details that credit a wallet.',
  },
  { name: 'Transfers', description: 'Movements of money.' },
  { name: 'Payout accounts', description: 'Destinations of off-ramps.' },
  {
    name: 'Routes, rates, quotes',
    description: 'Supported transfers and their prices.',
  },
  { name: 'Webhook endpoints', description: 'URLs that receive events.' },
  { name: 'Events', description: 'Changes of objects.' },
  { name: 'Requests', description: 'What you sent and were answered, for debugging.' },
  {
    name: 'Sandbox',
    description: 'Operations that simulate external systems.',
  },
] as const;

/** The document of the API for integrators. */
export const apiProse: Prose = { ...prose, tags, webhooks };

/** The parts that the operator API shares. */
export const { servers, parameters, headers: allHeaders } = prose;
