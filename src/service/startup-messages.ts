/** What `npm start` prints: how to reach the service, or why it could not start. */
import { join } from 'node:path';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { hasErrorCode, isSystemError } from '../system/errors.ts';
import { CREDENTIALS_FILE_NAME } from './first-run.ts';
import type { Service } from './start-service.ts';

/**
 * Shows the keys only on the start that created them, and only in a terminal: other outputs are collected and stored, so
 * they get the path of the file.
 */
export function banner({ url, credentials }: Service, { dataDir }: Config, isTerminal: boolean): string {
  if (credentials === undefined) return `\n  Listening on ${url}\n\n`;
  const file = join(dataDir, CREDENTIALS_FILE_NAME);
  if (!credentials.isNew) return `\n  Listening on ${url}, data in ${dataDir}, keys in ${file}\n\n`;
  if (!isTerminal)
    return `\n  Listening on ${url}, data in ${dataDir}\n  The keys of the demo integrator and an operator token are in ${file}.\n\n`;
  const { sandbox_api_key, production_api_key, operator_token } = credentials;
  return `
  Listening on ${url}, data in ${dataDir}
  These keys are shown only once. They are also saved in ${file}.

  sandbox key      ${sandbox_api_key}
  production key   ${production_api_key}
  operator token   ${operator_token}

  documentation    ${url}/docs
  console          ${url}/console  (sign in with the operator token)

  Try:  curl ${url}/v1/routes -H 'Api-Key: ${sandbox_api_key}'

`;
}

/** One line for an error that the operator can fix; the stack for any other error. */
export function startErrorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(startErrorMessage).join('\n');
  if (hasErrorCode(error, 'EADDRINUSE')) {
    const reason = error.message.replace(/^listen EADDRINUSE: /, '');
    return `Cannot start: ${reason}. Set PORT to another port, or to 0 for any free port.`;
  }
  if (isSystemError(error, 'listen') || isSystemError(error, 'getaddrinfo'))
    return `Cannot start: ${error.message}. Check HOST and PORT.`;
  if (hasErrorCode(error, 'ENOSPC')) return 'Cannot start: the disk is full';
  if (isSystemError(error) || error instanceof StoreUnavailable) return `Cannot start: ${error.message}`;
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
