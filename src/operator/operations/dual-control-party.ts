/**
 * The operators of dual control. While operators sign in at a provider, tokens belong to machines, and nobody knows which
 * person uses one, so only people whom the provider identified propose and approve.
 */
import { operatorNameOf } from '../../ledger/dual-control/operator-name.ts';
import { problem } from '../../api/server/errors.ts';
import type { Problem } from '../../api/server/errors.ts';
import type { OperatorCaller } from './operation.ts';

type Caller = Pick<OperatorCaller, 'services' | 'token'>;

/** The name by which events name the operator; undefined if this operator can neither propose nor approve. */
export const dualControlNameOf = ({ services, token }: Caller): string | undefined =>
  services.signIn.provider !== null && token.identity === undefined ? undefined : operatorNameOf(token);

/** Refuses operators who can neither propose nor approve. */
export const rejectParty = (caller: Caller): Problem | undefined =>
  dualControlNameOf(caller) === undefined ? problem('second_operator_required', NOT_IDENTIFIED) : undefined;

const NOT_IDENTIFIED = 'Sign in to the console at the provider to approve it; tokens cannot.';
