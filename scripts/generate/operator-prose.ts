/** The text of the operator API's OpenAPI document. */
import { allHeaders, parameters, servers } from './openapi-prose.ts';
import type { Prose } from './openapi-prose.ts';

const description = `
For the people who operate the service: integrators and their keys, reviews, compliance holds, rewards, the treasury,
rails, and projections. Each action is recorded as an event with the operator who performed it.

## Authentication
Send your token as \`Authorization: Bearer svc_op_…\`. A missing, unknown, or revoked token is 401 \`invalid_api_key\`. An
operation that the token's role does not allow is 403 \`permission_denied\`. There is no rate limit.

## Common rules
Errors, request IDs, lists, amounts, and idempotency work as in the API for integrators. An idempotency key belongs to the
token that sent it. If a response contains a secret, repeating the request after 24 hours returns \`null\` for the secret.

## Order of checks
Token, role, availability of the operation, idempotency header, format of path, query, and body, replay of a stored
response, existence (404), approval (403), conflicts (409), business rules (422).
`;

const { 'Request-Id': requestId, 'Idempotent-Replayed': replayed, 'Retry-After': retryAfter } = allHeaders;

export const operatorProse: Prose = {
  info: {
    title: 'Operator API of the wallet and money-movement ledger',
    summary: 'Integrators, keys, reviews, holds, rewards, the treasury, rails, and projections.',
    description,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers,
  securitySchemes: {
    OperatorToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'An operator token, `svc_op_…`.',
    },
  },
  parameters: { IdempotencyKey: parameters.IdempotencyKey },
  headers: {
    'Request-Id': requestId,
    'Idempotent-Replayed': replayed,
    'Retry-After': retryAfter,
  },
  tags: [
    { name: 'Attention', description: 'What needs an operator now, in all books and in the service.' },
    {
      name: 'Integrators and keys',
      description: 'Integrators and their API keys.',
    },
    { name: 'Operator tokens', description: 'Access to the operator API.' },
    { name: 'Search', description: 'People and objects of all books.' },
    { name: 'Lists', description: 'Transfers and users of all books, with filters.' },
    {
      name: 'Reviews',
      description: 'Transfers and identity checks that need a decision.',
    },
    {
      name: 'Proposals',
      description: 'Actions that are too large for one operator, and wait for another one.',
    },
    {
      name: 'Notes',
      description: 'What operators write about users and transfers. Integrators do not see it.',
    },
    { name: 'Wallets', description: 'Compliance holds and rewards.' },
    {
      name: 'Treasury',
      description: "The service's own coin and its allocation to books.",
    },
    { name: 'Rails', description: 'Availability of rails.' },
    { name: 'Webhooks', description: 'Webhook endpoints and deliveries.' },
    {
      name: 'Projections',
      description: 'Projections, their progress, and rebuilds.',
    },
    { name: 'Audit', description: 'Verifications and signed checkpoints.' },
    {
      name: 'Snapshots',
      description: 'Snapshots that speed up the loading of books.',
    },
    { name: 'Reconciliation', description: 'Statements of the bank accounts behind the rails.' },
    {
      name: 'Saved views',
      description: 'The filters, the order, and the columns of lists of the console, under names.',
    },
    { name: 'Activity', description: 'What operators did, and what they were not allowed to do.' },
    { name: 'Users', description: 'Erasure of personal data.' },
  ],
};
