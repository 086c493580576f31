/** Starts the service and stops it on SIGTERM or SIGINT. */
import { withDeadline } from './async/wait.ts';
import { readConfig } from './config/config.ts';
import { LAST_EXPORT_MS_MAX, banner, runService, startErrorMessage } from './service/start-service.ts';
import { setTimeout } from './system/runtime.ts';
import { LinesAfterBanner, createLogger } from './telemetry/log.ts';
import type { LogExport } from './telemetry/log-export.ts';
import { startTracing } from './telemetry/tracing.ts';

/** How long the service may take to stop before the process exits anyway. */
const STOP_TIMEOUT_MS = 15_000;

/** A start that takes longer shows what it does. */
const LINES_HELD_MS_MAX = 3_000;

const lines = new LinesAfterBanner();

async function startLogExport(): Promise<LogExport> {
  const { startLogExport: start } = await import('./telemetry/log-export.ts');
  const started = start();
  lines.copyTo(started.send);
  return started;
}

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLogger(config.logLevel, lines);
  setTimeout(() => lines.release(), LINES_HELD_MS_MAX).unref();
  const stopTracing = config.tracing ? await startTracing() : undefined;
  const logExport = config.exports.logs ? await startLogExport() : undefined;
  const exit = (code: number): void => {
    const end = (): void => log.flush(() => process.exit(code));
    const exported = Promise.allSettled([stopTracing?.(), logExport?.stop()]);
    withDeadline(exported, LAST_EXPORT_MS_MAX).then(end, end);
  };
  const service = await runService(config, log, (err) => {
    log.fatal({ err }, 'service not started again');
    exit(1);
  });
  log.info({ url: service.url, roles: config.roles }, 'listening');

  const stop = (signal: string): void => {
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    service.close().then(
      () => {
        log.info('stopped');
        exit(0);
      },
      (err: unknown) => {
        log.fatal({ err }, 'shutdown failed');
        exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // Printed last, because a script may send a signal as soon as it reads this.
  process.stdout.write(banner(service, config, process.stdout.isTTY));
  lines.release();
}

main().catch((error: unknown) => {
  lines.release();
  process.stderr.write(`${startErrorMessage(error)}\n`);
  process.exitCode = 1;
  // Exits even if a handle is still open.
  setTimeout(() => process.exit(1), 100).unref();
});
