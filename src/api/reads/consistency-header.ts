/** The request header `Ledger-Consistency`, with which a client does not wait for its own writes. */
import type { IncomingMessage } from 'node:http';
import { malformedRequest } from '../server/errors.ts';
import type { Problem } from '../server/errors.ts';
import type { Consistency } from './wait.ts';

/** Only reads have a choice, so other methods ignore the header. A value that is not known is 400: it may be a typing error. */
export function readConsistency({ method, headers }: IncomingMessage): Consistency | undefined | Problem {
  const value = headers['ledger-consistency'];
  if (value === undefined || method !== 'GET') return undefined;
  return value === 'eventual'
    ? value
    : malformedRequest('The header Ledger-Consistency must be "eventual" or absent.');
}
