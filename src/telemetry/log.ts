/** The service's log: JSON lines, or readable ones in a terminal. Secrets and personal data are not for it. */
import pino from 'pino';
import type { Logger } from 'pino';
import pretty from 'pino-pretty';

const SECRET = [
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
    // Nothing of the kind is ever passed to the log; this is for the day somebody forgets.
    redact: { paths: SECRET, censor: '[redacted]' },
  };
  if (process.stdout.isTTY)
    return pino(options, pretty({ colorize: true, ignore: 'hostname,pid', translateTime: 'HH:MM:ss.l' }));
  // Lines are gathered for a moment, so that a busy service spends no system call on each.
  return pino(options, pino.destination({ sync: false, minLength: 4096, periodicFlush: 200 }));
}
