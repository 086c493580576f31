/** Which operator is calling, and what their role covers. */
import { hash } from 'node:crypto';
import { problem } from '../../api/server/errors.ts';
import type { Problem } from '../../api/server/errors.ts';
import type { OperatorRole, OperatorToken, Platform } from '../../platform/platform.ts';

const BEARER = /^bearer +(svc_op_[A-Za-z0-9_-]{43}) *$/i;

/**
 * The token behind the Authorization header. Missing, mistyped, unknown and revoked ones all get the same 401. Tokens
 * are found by their hash, so no comparison of secrets can leak by its timing.
 */
export function authenticateOperator(
  { findToken }: Pick<Platform, 'findToken'>,
  header: string | undefined,
): OperatorToken | Problem {
  const text = BEARER.exec(header ?? '')?.[1];
  const token = text === undefined ? undefined : findToken(hash('sha256', text));
  return (
    token ??
    problem(
      'invalid_api_key',
      'Invalid operator token. Send a valid token in the Authorization header as a bearer token.',
    )
  );
}

/** Refuses what the token's role does not cover. */
export function rejectRole({ role }: OperatorToken, needed: OperatorRole): Problem | undefined {
  return needed === 'viewer' || role === 'admin' || role === needed
    ? undefined
    : problem(
        'permission_denied',
        `This needs a token with the role ${needed === 'admin' ? '' : `${needed} or `}admin.`,
      );
}
