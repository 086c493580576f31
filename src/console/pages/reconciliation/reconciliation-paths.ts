/** Paths of the pages of reconciliation, and of the operator API behind them. */
import { notFoundProblem } from '../../../api/server/errors.ts';
import type { Problem } from '../../../api/server/errors.ts';
import type { EnvironmentName } from '../../../ledger/environment.ts';
import type { PageContext } from '../../page-context.ts';

export const apiPathOf = (environment: string): string => `/operator/v1/reconciliation/${environment}`;
export const pagePathOf = (environment: string): string => `/console/reconciliation/${environment}`;

export function environmentInPath({ params }: PageContext): EnvironmentName | Problem {
  const { environment } = params;
  return environment === 'sandbox' || environment === 'production'
    ? environment
    : notFoundProblem('environment');
}
