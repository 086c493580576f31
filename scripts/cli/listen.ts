/** `listen`: shows events as they happen, and forwards them to a webhook receiver on this machine. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { streamMessages } from '../../packages/client/src/event-stream.ts';
import type { PublicEvent } from '../../packages/client/src/generated/types.ts';
import { retryDelayMs } from '../../packages/client/src/retries.ts';
import type { Message } from '../../packages/client/src/server-sent-events.ts';
import { findAccess, type Access, type GlobalOptions } from './access.ts';
import { failureOf } from './api-client.ts';
import { UsageError } from './outcome.ts';
import { commandFromArguments, withExamples } from './program.ts';
import { jsonText, linesWithoutControls, paint, withoutControls } from './terminal.ts';
import { untilInterrupted } from './until-interrupted.ts';

type Options = GlobalOptions & {
  readonly forwardTo?: string;
  readonly events?: string;
  readonly publicKeyFile?: string;
};

export function fillListen(listen: Command): void {
  listen
    .option('--forward-to <url>', 'send each event to this URL, such as localhost:4000/hooks')
    .option('--events <types>', 'only these event types, separated by commas')
    .option('--public-key-file <file>', 'write the public key that verifies the signatures to this file')
    .addHelpText(
      'after',
      `
Events are signed like real deliveries, with a key that is new for each session. Events that happen while the connection
is lost are shown once it is back. Each event is forwarded once, in order. Ctrl-C ends the command.`,
    );
  withExamples(listen, [
    'listen',
    'listen --forward-to localhost:4000/hooks --public-key-file public.pem',
    'listen --events transfer.created,transfer.state_changed --json',
  ]).action((...given: unknown[]) => untilInterrupted((signal) => run(commandFromArguments(given), signal)));
}

async function run(command: Command, signal: AbortSignal): Promise<void> {
  const options = command.optsWithGlobals<Options>();
  const access = findAccess(options, 'api_key');
  const url = options.forwardTo === undefined ? undefined : forwardUrl(options.forwardTo);
  const forwarder = url === undefined ? undefined : createForwarder(url);
  if (options.publicKeyFile !== undefined) writePublicKey(options.publicKeyFile, forwarder?.publicKeyPem);
  const print = options.json === true ? jsonPrinter : textPrinter;
  const session = {
    url: access.baseUrl,
    forward_to: url ?? null,
    public_key_pem: forwarder?.publicKeyPem ?? null,
  };
  let isFirst = true;
  const events = followEvents(access, {
    types: options.events,
    signal,
    onConnected() {
      print.connected(session, isFirst);
      isFirst = false;
    },
    onLost: print.lost,
  });
  for await (const event of events) print.event(event, await forwarder?.forward(event));
}

/** A host without a scheme is reached over http. */
function forwardUrl(text: string): string {
  const url = /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(url)) throw new UsageError('--forward-to must be a URL, such as localhost:4000/hooks.');
  return url;
}

function writePublicKey(file: string, pem: string | undefined): void {
  if (pem === undefined) throw new UsageError('--public-key-file requires --forward-to.');
  try {
    writeFileSync(file, pem);
  } catch {
    throw new UsageError(`${file} cannot be written.`);
  }
}

type Session = {
  readonly url: string;
  readonly forward_to: string | null;
  readonly public_key_pem: string | null;
};

type Printer = {
  readonly connected: (session: Session, isFirst: boolean) => void;
  readonly lost: (reason: string) => void;
  readonly event: (event: Message, forwarded: Forwarded | undefined) => void;
};

/** One object per line. */
const jsonPrinter: Printer = {
  connected: (session) => console.log(jsonText({ kind: 'connected', ...session }, 0)),
  lost: (reason) => console.log(jsonText({ kind: 'lost', reason }, 0)),
  event: ({ data }, forwarded) =>
    console.log(
      jsonText({ kind: 'event', event: JSON.parse(data) as unknown, forwarded: forwarded ?? null }, 0),
    ),
};

const textPrinter: Printer = {
  connected({ url, forward_to, public_key_pem }, isFirst) {
    if (!isFirst) {
      console.error('Connected again.');
      return;
    }
    const target = forward_to === null ? '' : `, forwarding them to ${forward_to}`;
    console.error(`Receiving events from ${url}${target}. Ctrl-C ends the command.`);
    if (public_key_pem !== null) console.error(`Verify their signatures with this key:\n${public_key_pem}`);
  },
  lost: (reason) =>
    console.error(paint('yellow', `Reconnecting. ${withoutControls(reason)}`, process.stderr)),
  event({ id, data }, forwarded) {
    // The service sent an event.
    const { type, created_at } = JSON.parse(data) as PublicEvent;
    const time = new Date(created_at).toLocaleTimeString('en-GB');
    console.log(`${time}  ${paint('bold', withoutControls(type))}  ${id}${resultText(forwarded)}`);
  },
};

function resultText(forwarded: Forwarded | undefined): string {
  if (forwarded === undefined) return '';
  const { status, error, response, duration_ms } = forwarded;
  const succeeded = status !== null && status >= 200 && status < 300;
  const text = `  → ${status ?? error ?? ''}  ${duration_ms} ms`;
  if (succeeded) return paint('green', text);
  const lines = response === '' ? '' : `\n${linesWithoutControls(response)}`;
  return paint('red', text) + lines;
}

type FollowOptions = {
  /** Event types, separated by commas; all of them if undefined. */
  readonly types: string | undefined;
  readonly signal: AbortSignal;
  readonly onConnected: () => void;
  readonly onLost: (reason: string) => void;
};

/**
 * Yields events until the signal aborts. Throws CommandFailed if the service refuses the stream, or if it cannot be reached at
 * first.
 */
async function* followEvents(
  { baseUrl, secret: apiKey }: Access,
  { types, signal, onConnected, onLost }: FollowOptions,
): AsyncGenerator<Message> {
  let hasConnected = false;
  const behavior = {
    signal,
    onConnected() {
      hasConnected = true;
      onConnected();
    },
    delayMs(error: unknown, failures: number) {
      const waitMs = hasConnected && !signal.aborted ? retryDelayMs(error, failures) : undefined;
      if (waitMs !== undefined && error instanceof Error) onLost(error.message);
      return waitMs;
    },
  };
  try {
    yield* streamMessages({ apiKey, baseUrl, fetch }, '/v1/events/stream', { types }, behavior);
  } catch (error) {
    if (!signal.aborted) throw failureOf(error, baseUrl);
  }
}

export type Forwarded = {
  /** `null` if no response arrived. */
  readonly status: number | null;
  /** Why no response arrived; `null` if one did. */
  readonly error: string | null;
  /** The first 1,000 characters of the response. */
  readonly response: string;
  readonly duration_ms: number;
};

type Forwarder = {
  readonly publicKeyPem: string;
  /** Makes one attempt. Never rejects. */
  forward(event: Message): Promise<Forwarded>;
};

/** As long as a real delivery waits. */
const TIMEOUT_MS = 10_000;
const RESPONSE_CHARACTERS_MAX = 1_000;

function createForwarder(url: string): Forwarder {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');

  async function post({ id, data }: Message): Promise<Omit<Forwarded, 'duration_ms'>> {
    const t = Math.floor(Date.now() / 1_000);
    const signature = sign(null, Buffer.from(`${t}.${data}`), privateKey).toString('hex');
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Svc-Signature': `t=${t},v1=${signature}`,
        'Svc-Event-Id': id,
        'Svc-Delivery-Attempt': '1',
        'User-Agent': 'svc-webhooks/1',
      },
      body: data,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.text()).slice(0, RESPONSE_CHARACTERS_MAX);
    return { status: response.status, error: null, response: answer };
  }

  return {
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    async forward(event) {
      const startedAt = performance.now();
      const result = await post(event).catch((error: unknown) => ({
        status: null,
        error: reasonOf(error),
        response: '',
      }));
      return { ...result, duration_ms: Math.round(performance.now() - startedAt) };
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return `no response within ${TIMEOUT_MS / 1_000} seconds`;
  // `fetch` puts the reason into the cause; of several addresses, that of the first one counts.
  const { cause } = error;
  const [first] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [cause];
  if (!(first instanceof Error)) return error.message;
  return 'code' in first && first.code === 'ECONNREFUSED' ? 'connection refused' : first.message;
}
