/** The service log: JSON lines, or readable text in a terminal. Never log secrets or personal data. */
import pino from 'pino';
import type { Logger } from 'pino';
import pretty from 'pino-pretty';

const REDACTED_FIELDS = [
  'api_key',
  'secret',
  'authorization',
  'email',
  'phone',
  'first_name',
  'last_name',
  'business_name',
  'account_number',
];

export function createLogger(level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // A safeguard: no code should pass these fields.
    redact: { paths: REDACTED_FIELDS, censor: '[redacted]' },
  };
  if (process.stdout.isTTY)
    return pino(options, pretty({ colorize: true, ignore: 'hostname,pid', translateTime: 'HH:MM:ss.l' }));
  // Lines are buffered briefly, so that a busy service does not make a system call for each.
  return pino(options, pino.destination({ sync: false, minLength: 4096, periodicFlush: 200 }));
}
