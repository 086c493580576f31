/** Authenticates operators and checks their role. */
import { hash } from 'node:crypto';
import { problem } from '../../api/server/errors.ts';
import type { Problem } from '../../api/server/errors.ts';
import type { OperatorRole, OperatorToken, Platform } from '../../platform/platform.ts';

const BEARER = /^bearer +(svc_op_[A-Za-z0-9_-]{43}) *$/i;

/**
 * The token for the Authorization header. Missing, malformed, unknown, and revoked tokens all get the same 401. Tokens
 * are looked up by hash, which avoids timing attacks.
 */
export function authenticateOperator(
  { findToken }: Pick<Platform, 'findToken'>,
  header: string | undefined,
): OperatorToken | Problem {
  const text = BEARER.exec(header ?? '')?.[1];
  const token = text === undefined ? undefined : findToken(hash('sha256', text));
  return (
    token ??
    problem('invalid_api_key', 'Send a valid operator token in the Authorization header as a bearer token.')
  );
}

/** Rejects operations that the token's role does not allow. */
export function rejectRole({ role }: OperatorToken, needed: OperatorRole): Problem | undefined {
  return needed === 'viewer' || role === 'admin' || role === needed
    ? undefined
    : problem(
        'permission_denied',
        `Use a token with the role ${needed === 'admin' ? '' : `${needed} or `}admin.`,
      );
}
