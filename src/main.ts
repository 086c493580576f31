/** Starts the service, tells how to reach it, and stops it in good order on a signal. */
import { join } from 'node:path';
import { ConfigError, readConfig } from './config/config.ts';
import type { Config } from './config/config.ts';
import { StoreUnavailable } from './event-store/port.ts';
import { hasErrorCode, isSystemError } from './system/errors.ts';
import { createLogger } from './telemetry/log.ts';
import { startService } from './service/start-service.ts';
import type { Service } from './service/start-service.ts';
import { startTracing } from './telemetry/tracing.ts';

/** After a signal; what is not done by then is cut off. */
const STOP_DEADLINE_MS = 15_000;

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLogger(config.logLevel);
  const stopTracing = config.tracing ? await startTracing() : undefined;
  const service = await startService(config, log);
  log.info({ url: service.url, roles: config.roles }, 'listening');

  const stop = (signal: string): void => {
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    const closed = service.close().then(() => stopTracing?.());
    closed.then(
      () => {
        log.info('stopped');
        log.flush(() => process.exit(0));
      },
      (err: unknown) => {
        log.fatal({ err }, 'could not stop in good order');
        log.flush(() => process.exit(1));
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // Whoever reads that it listens may stop it at once.
  process.stdout.write(banner(service, config));
}

/** The keys are shown by the start that made them, and by no other. */
function banner({ url, credentials }: Service, { dataDir }: Config): string {
  if (credentials === undefined) return `\n  Listening on ${url}\n\n`;
  const file = join(dataDir, 'credentials.json');
  if (!credentials.isNew)
    return `\n  Listening on ${url}, with the data in ${dataDir}. Keys are in ${file}.\n\n`;
  const { sandbox_api_key, production_api_key, operator_token } = credentials;
  return `
  Listening on ${url}, with the data in ${dataDir}.
  These keys are shown this once; they are also in ${file}.

  sandbox key      ${sandbox_api_key}
  production key   ${production_api_key}
  operator token   ${operator_token}

  documentation    ${url}/docs
  console          ${url}/console  (sign in with the operator token)

  Try:  curl ${url}/v1/routes -H 'Api-Key: ${sandbox_api_key}'

`;
}

/** What a start fails with that whoever starts it can mend deserves words; a stack is for what nobody thought of. */
function wordsFor(error: unknown): string {
  if (hasErrorCode(error, 'EADDRINUSE'))
    return `${error.message.replace(/^listen EADDRINUSE: /, '')}: set PORT to another one, or to 0 for any that is free.`;
  if (isSystemError(error, 'listen') || isSystemError(error, 'getaddrinfo'))
    return `The service can't listen there: ${error.message}. Check HOST and PORT.`;
  if (isSystemError(error)) return `The service can't start: ${error.message}.`;
  if (error instanceof StoreUnavailable) return `The service can't start on this data: ${error.message}`;
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${wordsFor(error)}\n`);
  process.exitCode = 1;
  // A half-started service may hold the process open.
  setTimeout(() => process.exit(1), 100).unref();
});
