/** An operation of the operator API: its generated declaration and its handler. */

import { hash } from 'node:crypto';
import type { BookCaller, InputOf, Operation } from '../../api/operations/operation.ts';
import type {
  OperatorOperationId,
  OperatorOperationTypes,
  operatorOperations,
} from '../../generated/operator-operations.ts';
import { problem, type Problem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { operatorNameOf } from '../../ledger/dual-control.ts';
import type { Asking } from '../../ledger/limited-actions.ts';
import type { OperatorRole, OperatorToken, Platform } from '../../platform/platform.ts';
import type { OperatorServices } from './services.ts';

/**
 * The caller of an operator operation. It is also a caller of the book that the operation concerns, so operators read and
 * write books with the same code as integrators.
 */
export type OperatorCaller = Omit<BookCaller, 'services'> & {
  readonly services: OperatorServices;
  readonly token: OperatorToken;
};

export type OperatorCall<Id extends OperatorOperationId> = OperatorCaller &
  InputOf<OperatorOperationTypes[Id]>;

/** A handler for each operation. A missing or unknown handler does not compile. */
export type OperatorHandlers = {
  readonly [Id in OperatorOperationId]: (call: OperatorCall<Id>) => Reply | Promise<Reply>;
};

export type OperatorDeclaration = (typeof operatorOperations)[OperatorOperationId];
export type OperatorOperation = Operation<OperatorDeclaration, OperatorCaller>;

// Authenticates operators and checks their role.

const BEARER = /^bearer +(svc_op_[A-Za-z0-9_-]{43}) *$/i;

const API_KEY = /^bearer +svc_(?:test|live)_/i;
const IS_API_KEY = 'This is an API key of an integrator. Send an operator token as the bearer token.';
const SEND_TOKEN =
  'Send an operator token that is neither revoked nor expired in the Authorization header as a bearer token.';

/**
 * The token for the Authorization header. Missing, malformed, unknown, revoked, and expired tokens all get the same 401. Tokens
 * are looked up by hash, which avoids timing attacks.
 */
export function authenticateOperator(
  { findToken }: Pick<Platform, 'findToken'>,
  header: string | undefined,
): OperatorToken | Problem {
  const text = BEARER.exec(header ?? '')?.[1];
  const token = text === undefined ? undefined : findToken(hash('sha256', text));
  return token ?? problem('invalid_api_key', API_KEY.test(header ?? '') ? IS_API_KEY : SEND_TOKEN);
}

/** Rejects operations that the token's role does not allow. */
export function rejectRole({ role }: Pick<OperatorToken, 'role'>, needed: OperatorRole): Problem | undefined {
  return needed === 'viewer' || role === 'admin' || role === needed
    ? undefined
    : problem(
        'permission_denied',
        `Use a token with the role ${needed === 'admin' ? '' : `${needed} or `}admin.`,
      );
}

// The operators of dual control. While operators sign in at a provider, tokens belong to machines, and nobody knows which
// person uses one, so only people whom the provider identified propose and approve.

type Caller = Pick<OperatorCaller, 'services' | 'token'>;

/** The name by which events name the operator; undefined if this operator can neither propose nor approve. */
export const dualControlNameOf = ({ services, token }: Caller): string | undefined =>
  services.signIn.provider !== null && token.identity === undefined ? undefined : operatorNameOf(token);

/** The operator who asks for an action that dual control limits. */
export const askingOf = (caller: Caller & Pick<OperatorCaller, 'actor'>): Asking => ({
  actor: caller.actor,
  operator: dualControlNameOf(caller),
});

/** Refuses operators who can neither propose nor approve. */
export const rejectParty = (caller: Caller): Problem | undefined =>
  dualControlNameOf(caller) === undefined ? problem('second_operator_required', NOT_IDENTIFIED) : undefined;

const NOT_IDENTIFIED = 'Sign in to the console at the provider to approve it; tokens cannot.';
