/** The service log: JSON lines, or readable text in a terminal. Never log secrets or personal data. */

import pino, { type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';

/** Removes secrets and personal data from the fields of a log line. A safeguard: no code should pass them. */

const CENSOR = '[redacted]';

/** Values below this level are not logged. */
const LEVELS_MAX = 8;

/** Names, in snake case, of fields with secret or personal values. */
const SECRET_NAME =
  /(^|_)(token|secret|password|authorization|cookie|api_key|private_key|master_key|email|phone|name|account_number|iban|date_of_birth|address|identity|approval_url)s?$/;

/** Within text: the service's keys and tokens, user names and passwords of URLs, and the tokens of hosted pages. */
const SECRET_TEXT =
  /\bsvc_(?:op|test|live)_[\w-]+|(?<=:\/\/)[^\s/@]+(?=@)|(?<=\/pay\/\w+\/)[\w-]+|(?<=\/onboarding\/\w+\/\w+\/)[\w-]+/g;

/** Error members that are logged. Others may contain requests, documents, or credentials. */
type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string;
};

/** A copy without secrets, at any depth; the same object when nothing needs to be removed. */
function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  const isSafe = Object.keys(fields).every((name) => typeof fields[name] !== 'object' && !isSecretName(name));
  return isSafe ? fields : (redactObject(fields, LEVELS_MAX) as Record<string, unknown>);
}

function toLoggedError(error: Error): LoggedError {
  const code = 'code' in error ? error.code : undefined;
  const stack = stackWithCauses(error);
  return {
    type: error.constructor.name,
    message: redactText(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(stack !== '' && { stack: redactText(stack) }),
  };
}

function redactValue(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return toLoggedError(value);
  if (levels === 0) return '[too deep]';
  if (ArrayBuffer.isView(value)) return '[binary]';
  return Array.isArray(value)
    ? value.map((each) => redactValue(each, levels - 1))
    : redactObject(value, levels);
}

const redactObject = (value: object, levels: number): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      isSecretName(name) && member !== undefined && member !== null
        ? CENSOR
        : redactValue(member, levels - 1),
    ]),
  );

/** The names seen so far. Log fields have few names; an attacker who invents some must not fill the memory. */
const known = new Map<string, boolean>();
const KNOWN_MAX = 1_000;

function isSecretName(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const snake = name
    .replace(/(?<=[a-z\d])(?=[A-Z])|-/g, '_')
    .replaceAll(/__+/g, '_')
    .toLowerCase();
  const isSecret = SECRET_NAME.test(snake);
  if (known.size < KNOWN_MAX) known.set(name, isSecret);
  return isSecret;
}

const redactText = (text: string): string => text.replace(SECRET_TEXT, CENSOR);

const CAUSES_MAX = 5;

function stackWithCauses(error: Error): string {
  const stacks: string[] = [];
  for (let each: unknown = error; each instanceof Error && stacks.length < CAUSES_MAX; each = each.cause)
    stacks.push(each.stack ?? '');
  return stacks.join('\ncaused by: ');
}

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
  return pino(options, destination ?? createDestination());
}

/** What pino uses of the streams below. */
type Destination = DestinationStream & {
  flush?(done?: (error?: Error) => void): void;
  flushSync?(): void;
};

const createDestination = (): Destination =>
  process.stdout.isTTY
    ? pretty({ colorize: true, ignore: 'hostname,pid', translateTime: 'HH:MM:ss.l' })
    : // Lines are buffered briefly, so that a busy service does not make a system call for each.
      pino.destination({ sync: false, minLength: 4096, periodicFlush: 200 });

/** Holds back the lines of a start, so that its banner comes first. */
export class LinesAfterBanner implements Destination {
  readonly #destination = createDestination();
  #held: string[] | undefined = [];
  #copyTo: ((line: string) => void) | undefined;

  /** Also passes each line on, at once. */
  copyTo(receive: (line: string) => void): void {
    this.#copyTo = receive;
  }

  write(line: string): void {
    this.#copyTo?.(line);
    if (this.#held === undefined) this.#destination.write(line);
    else this.#held.push(line);
  }

  release(): void {
    const lines = this.#held ?? [];
    this.#held = undefined;
    for (const line of lines) this.#destination.write(line);
  }

  flush(done?: (error?: Error) => void): void {
    this.release();
    if (this.#destination.flush === undefined) done?.();
    else this.#destination.flush(done);
  }

  flushSync(): void {
    this.release();
    this.#destination.flushSync?.();
  }
}
