/** The service log: JSON lines, or readable text in a terminal. Never log secrets or personal data. */
import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import pretty from 'pino-pretty';
import { redactFields } from './redact.ts';

/** `destination` replaces the standard output. Fields that hold secrets or personal data are redacted at any depth. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // The redaction of pino itself reaches only the levels that it is given.
    formatters: { log: redactFields },
    serializers: { err: (logged: unknown) => logged },
  };
  if (destination !== undefined) return pino(options, destination);
  if (process.stdout.isTTY)
    return pino(options, pretty({ colorize: true, ignore: 'hostname,pid', translateTime: 'HH:MM:ss.l' }));
  // Lines are buffered briefly, so that a busy service does not make a system call for each.
  return pino(options, pino.destination({ sync: false, minLength: 4096, periodicFlush: 200 }));
}
