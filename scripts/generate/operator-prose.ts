/** The text of the operator API's document. */
import { allHeaders, parameters, servers } from './openapi-prose.ts';
import type { Prose } from './openapi-prose.ts';

const description = `
What the people who run the service do: integrators and their keys, reviews, compliance holds, rewards, the treasury,
rails, and the state of the read models. Each action is an event that names who did it.

## Authentication
Send your token as \`Authorization: Bearer svc_op_…\`. One that is missing, unknown or revoked is 401 \`invalid_api_key\`.
A token has a role; what it does not cover is 403 \`permission_denied\`. There is no rate limit.

## As in the interface
Errors, request IDs, lists and amounts are those of the interface. So is idempotency: every POST needs an
\`Idempotency-Key\`, and the same key gives the same answer, byte for byte. A key belongs to the token that sent it. Where
an answer holds a secret, the secret is \`null\` in what is repeated more than 24 hours later.

## Order of checks
Token, role, whether the operation is available, idempotency header, shape of path, query and body, replay of a stored
result, existence (404), approval (403), conflicts (409), business rules (422).
`;

const { 'Request-Id': requestId, 'Idempotent-Replayed': replayed, 'Retry-After': retryAfter } = allHeaders;

export const operatorProse: Prose = {
  info: {
    title: 'Operator API of the wallet and money-movement ledger',
    summary: 'Integrators, keys, reviews, holds, rewards, the treasury, rails, and the read models.',
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
  headers: { 'Request-Id': requestId, 'Idempotent-Replayed': replayed, 'Retry-After': retryAfter },
  tags: [
    { name: 'Integrators and keys', description: 'Who may use the service, and with which keys.' },
    { name: 'Operator tokens', description: 'Who may use this API.' },
    { name: 'Reviews', description: 'What waits for a decision.' },
    { name: 'Wallets', description: 'Compliance holds and rewards.' },
    { name: 'Treasury', description: "The service's own coin, and what books are given of it." },
    { name: 'Rails', description: 'Providers up and down.' },
    { name: 'Webhooks', description: 'What was delivered, and what was not.' },
    { name: 'Projections', description: 'The read models.' },
    { name: 'Audit', description: 'Signed checkpoints of the streams.' },
    { name: 'Snapshots', description: 'What makes the next load of a book short.' },
    { name: 'Users', description: 'Forgetting a person.' },
  ],
};
