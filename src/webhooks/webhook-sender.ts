import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, request } from 'undici';
import type { WebhookEndpointId } from '../ledger/ids.ts';
import { signingKeyContext } from '../ledger/sealing-context.ts';
import type { SigningKey } from '../ledger/webhook-endpoint.ts';
import { clearTimeout, monotonicTime, nextTurn, setTimeout } from '../system/runtime.ts';
import type { WebhookSigningKeys } from '../vault/webhook-signing-keys.ts';
import {
  captureResponse,
  failureCodeOf,
  type CapturedResponse,
  type FailureCode,
} from './captured-response.ts';

// The network addresses that a webhook may be sent to: public internet addresses, and loopback where it is
// allowed.

type AddressPolicy = {
  /** True for https. Plain http may only reach a loopback address. */
  readonly isEncrypted: boolean;
  readonly allowLoopback: boolean;
};

/**
 * Public IPv6 addresses are assigned from this range only. IPv4-compatible forms such as `::a.b.c.d` are
 * outside it.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Public unicast addresses that cloud providers route to internal services. Azure serves settings and
 * certificates at this one.
 */
const CLOUD_SERVICE_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Returns whether a connection to the address (IPv4 or IPv6 as text) is allowed. Special-purpose ranges are
 * refused, and so is IPv6 that embeds an IPv4 address (mapped, NAT64, 6to4, Teredo), because the network
 * decides where that leads.
 */
export function isAddressAllowed(text: string, { isEncrypted, allowLoopback }: AddressPolicy): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  const range = address.range();
  if (range === 'loopback') return allowLoopback;
  if (!isEncrypted || range !== 'unicast' || CLOUD_SERVICE_ADDRESSES.has(address.toString())) return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
}

// The URLs that may be registered as webhook endpoints. The resolved address is checked again for every
// connection.

/** Returns why a URL can never be an endpoint, whatever the configuration; undefined for a valid URL. */
export function endpointUrlProblem(text: string): string | undefined {
  // A parser removes or encodes characters that a reader does not see.
  if (!URL.canParse(text) || /[\p{C}\p{Z}"<>\\^`{|}]/u.test(text)) return 'Must be an absolute https URL.';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'Must not contain a user name or password.';
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || !isLoopback(url)))
    return 'Must be an absolute https URL.';
  const address = addressIn(url);
  return isIP(address) === 0 || isAddressAllowed(address, { isEncrypted: true, allowLoopback: true })
    ? undefined
    : 'Must not be a private or reserved address.';
}

/** Whether a valid URL leads to this machine, which the configuration allows in the sandbox only. */
export const isLoopbackUrl = (text: string): boolean => isLoopback(new URL(text));

/** The host of a URL, without the brackets around an IPv6 address. URLs write IPv4 addresses in one way only. */
const addressIn = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const isLoopback = (url: URL): boolean =>
  LOCALHOST.test(url.hostname) ||
  isAddressAllowed(addressIn(url), { isEncrypted: false, allowLoopback: true });

// Resolves host names by querying name servers directly. The system resolver runs on the thread pool that
// file and crypto operations share, so one name server that hangs could block all of them.

/** Resolves to at least one address. Throws HostNotFound. */
type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/** The name has no address, or no name server answered. */
export class HostNotFound extends Error {
  override readonly name = 'HostNotFound';
  readonly code = 'ENOTFOUND';
}

const LOOPBACK = ['127.0.0.1', '::1'];
const LOCALHOST = /^(.+\.)?localhost\.?$/i;
const INVALID = /^(.+\.)?invalid\.?$/i;

/**
 * IPv4 and IPv6 lookups each get this fraction of the time, so that a missing answer for one does not lose
 * the other.
 */
const LOOKUP_TIMEOUT_DIVISOR = 3;

/** Resolves to the answer, or to an empty list after `ms` or on an error. */
async function answerWithin(ms: number, answer: Promise<readonly string[]>): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(resolve, ms, []);
  });
  try {
    return await Promise.race([answer.catch(() => []), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

export function createHostResolver(timeoutMs: number): ResolveHost {
  const resolver = new Resolver({ timeout: Math.max(1, Math.floor(timeoutMs / 3)), tries: 2 });
  return async (hostname) => {
    // RFC 6761: these names are never looked up.
    if (LOCALHOST.test(hostname)) return LOOPBACK;
    if (INVALID.test(hostname)) throw new HostNotFound(`${hostname} has no address`);
    const lookups = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    const results = await Promise.all(
      lookups.map((answer) => answerWithin(timeoutMs / LOOKUP_TIMEOUT_DIVISOR, answer)),
    );
    const addresses = results.flat();
    if (addresses.length === 0) throw new HostNotFound(`${hostname} has no address`);
    return addresses;
  };
}

// Connections for webhooks. The resolved addresses are checked at connect time, so that a DNS answer cannot
// change between the check and its use. The remote address of the socket is checked again.

type ConnectOptions = {
  readonly allowLoopback: boolean;
  readonly timeoutMs: number;
  readonly resolve: ResolveHost;
  /** PEM certificates of authorities to trust in addition to those built into Node. */
  readonly ca: readonly string[] | undefined;
};

/** The host resolves to no address that is allowed. */
class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'ADDRESS_REFUSED';
}

/**
 * How long to try one of several addresses before the next one. Node's default of 250 ms is too short for a
 * distant host.
 */
const ATTEMPT_TIMEOUT_MS = 2_500;

type Connector = ReturnType<typeof buildConnector>;

function createConnector({ allowLoopback, timeoutMs, resolve, ca }: ConnectOptions): Connector {
  const connectorFor = (isEncrypted: boolean): Connector => {
    const policy = { isEncrypted, allowLoopback };
    const connect = buildConnector({
      timeout: timeoutMs,
      lookup: lookupWith(resolve, policy),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
      ...(ca === undefined ? {} : { ca: [...ca] }),
    });
    return (options, callback) => {
      // Node calls `lookup` for host names only, not for IP addresses.
      if (isIP(options.hostname) !== 0 && !isAddressAllowed(options.hostname, policy)) {
        callback(new AddressRefused('the IP address in the URL is not allowed'), null);
        return;
      }
      connect(options, (error, socket) => {
        if (error !== null) callback(error, null);
        else if (isConnectedToAllowedAddress(socket, policy)) callback(null, socket);
        else callback(new AddressRefused('the socket is connected to an address that is not allowed'), null);
      });
    };
  };
  const [encrypted, plain] = [connectorFor(true), connectorFor(false)];
  return (options, callback) => (options.protocol === 'https:' ? encrypted : plain)(options, callback);
}

/** Destroys a socket that is connected to a disallowed address. Nothing has been sent on it yet. */
function isConnectedToAllowedAddress(socket: Socket, policy: AddressPolicy): boolean {
  const isAllowed = socket.remoteAddress !== undefined && isAddressAllowed(socket.remoteAddress, policy);
  if (!isAllowed) socket.destroy();
  return isAllowed;
}

/** Resolves a host name to those of its addresses that are allowed. */
const lookupWith =
  (resolve: ResolveHost, policy: AddressPolicy): LookupFunction =>
  (hostname, { all }, callback) => {
    const lookup = resolve(hostname).then((addresses) => {
      const allowed = addresses.filter((address) => isAddressAllowed(address, policy));
      if (allowed.length === 0) throw new AddressRefused(`${hostname} has no allowed address`);
      return allowed.map((address) => ({ address, family: isIP(address) }));
    });
    lookup.then(
      (allowed) => {
        const [first] = allowed;
        if (all === true) callback(null, allowed);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    );
  };

// One attempt to deliver one event: a signed POST, with a limit on how long it may take as a whole, to an
// address that was checked. Neither proxies of the environment nor redirects are followed.

export type Attempt = {
  /** An https URL, or an http loopback URL where that is allowed. */
  readonly url: string;
  /** The event exactly as sent. */
  readonly body: string;
  readonly event_id: string;
  /** Starts at 1. */
  readonly attempt: number;
  /** When the attempt is sent, in milliseconds since 1970. The signature contains it in seconds. */
  readonly sentAt: number;
  /**
   * Returns the signatures of these bytes in lower-case hex, one for each valid key. Throws when a key cannot
   * be opened.
   */
  readonly sign: (bytes: Uint8Array) => readonly string[];
  /** Whether loopback addresses are allowed. Always false for a production book. */
  readonly allowLoopback: boolean;
};

export type AttemptResult = {
  readonly succeeded: boolean;
  /** `null` when no response arrived. */
  readonly response_status: number | null;
  /** `null` for a success. */
  readonly error: FailureCode | null;
  readonly took_ms: number;
  /** The header as sent. */
  readonly svc_signature: string;
  /** `null` when no complete response arrived. */
  readonly response: CapturedResponse | null;
};

export type WebhookSenderOptions = {
  /** Limit for a whole attempt: DNS lookup, connecting, sending, and reading the response with its body. */
  readonly timeoutMs: number;
  /** PEM certificates of additional trusted authorities. */
  readonly ca?: readonly string[];
  readonly resolve?: ResolveHost;
};

export type WebhookSender = {
  /**
   * Resolves to a failed result for every network problem. Rejects only with an error thrown by `sign`: then
   * nothing was sent and the receiver is not at fault.
   */
  send(attempt: Attempt): Promise<AttemptResult>;
  /** Aborts every attempt in flight with the code `stopped` and closes all connections. */
  close(): Promise<void>;
};

const USER_AGENT = 'svc-webhooks/1';
const HEADERS_MAX = 16 * 1024;
/** How long an idle connection is kept, unless the receiver asks for less. */
const IDLE_MS = 4_000;

export function createWebhookSender({
  timeoutMs,
  ca,
  resolve = createHostResolver(timeoutMs),
}: WebhookSenderOptions): WebhookSender {
  const agentFor = (allowLoopback: boolean): Agent =>
    new Agent({
      connect: createConnector({ allowLoopback, timeoutMs, resolve, ca }),
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      maxHeaderSize: HEADERS_MAX,
      // `timeoutMs` limits the whole attempt instead.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  // Separate pools, so that a loopback connection opened for a sandbox book never serves a production book.
  const agents = { publicOnly: agentFor(false), withLoopback: agentFor(true) };
  const inFlight = new Set<AbortController>();
  let isClosed = false;

  async function post(attempt: Attempt, headers: string[], signal: AbortSignal) {
    const response = await request(attempt.url, {
      dispatcher: attempt.allowLoopback ? agents.withLoopback : agents.publicOnly,
      method: 'POST',
      headers,
      body: attempt.body,
      signal,
    });
    const captured = await captureResponse(response);
    // undici returns the connection to the pool one event-loop turn after the response ends.
    await nextTurn();
    return { status: response.statusCode, captured };
  }

  return {
    async send(attempt) {
      const svc_signature = signatureOf(attempt);
      const headers = Object.entries({
        ...attemptHeaders({ ...attempt, svc_signature }),
        ...standardHeaders(attempt),
      }).flat();
      const startedAt = monotonicTime();
      const resultOf = (
        error: FailureCode | null,
        response_status: number | null = null,
        response: CapturedResponse | null = null,
      ): AttemptResult => {
        const took_ms = Math.round(monotonicTime() - startedAt);
        return { succeeded: error === null, response_status, error, took_ms, svc_signature, response };
      };
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort('timeout'), timeoutMs);
      inFlight.add(controller);
      try {
        if (isClosed) return resultOf('stopped');
        const { status, captured } = await post(attempt, headers, controller.signal);
        return resultOf(status < 200 || status > 299 ? 'status' : null, status, captured);
      } catch (error) {
        return resultOf(abortCode(controller.signal) ?? failureCodeOf(error));
      } finally {
        clearTimeout(timer);
        inFlight.delete(controller);
      }
    },
    async close() {
      isClosed = true;
      for (const controller of inFlight) controller.abort('stopped');
      await Promise.all([agents.publicOnly.destroy(), agents.withLoopback.destroy()]);
    },
  };
}

/** Why this sender aborted an attempt; undefined for an attempt that was not aborted. */
const abortCode = ({ aborted, reason }: AbortSignal): FailureCode | undefined =>
  aborted ? (reason === 'timeout' ? 'timeout' : 'stopped') : undefined;

const secondsOf = ({ sentAt }: Attempt): number => Math.floor(sentAt / 1_000);

function signatureOf(attempt: Attempt): string {
  const { body, sign } = attempt;
  const t = secondsOf(attempt);
  const signatures = sign(Buffer.from(`${t}.${body}`)).map((hex) => `,v1=${hex}`);
  return `t=${t}${signatures.join('')}`;
}

/**
 * The headers of Standard Webhooks with its asymmetric scheme, in addition to those of the contract. They sign the ID, too, and so need a
 * signature of their own, which takes about as long as the first one.
 */
function standardHeaders(attempt: Attempt): Readonly<Record<string, string>> {
  const { event_id, body, sign } = attempt;
  const t = secondsOf(attempt);
  const signatures = sign(Buffer.from(`${event_id}.${t}.${body}`)).map(
    (hex) => `v1a,${Buffer.from(hex, 'hex').toString('base64')}`,
  );
  return {
    'webhook-id': event_id,
    'webhook-timestamp': String(t),
    'webhook-signature': signatures.join(' '),
  };
}

/** The headers of an attempt in the order they are sent, after those of HTTP itself. */
export const attemptHeaders = ({
  event_id,
  attempt,
  svc_signature,
}: Pick<Attempt, 'event_id' | 'attempt'> & Pick<AttemptResult, 'svc_signature'>) => ({
  'Content-Type': 'application/json',
  'Svc-Signature': svc_signature,
  'Svc-Event-Id': event_id,
  'Svc-Delivery-Attempt': String(attempt),
  'User-Agent': USER_AGENT,
});

// Selects the keys of an endpoint that sign an attempt.

/**
 * Signs with every valid key: the current one and, during a rotation, the previous one. `at` is in
 * milliseconds since 1970. Throws SigningKeyUnreadable if any of them cannot be opened, since a receiver may
 * know only one of them.
 */
export const signerFor =
  (
    signingKeys: Pick<WebhookSigningKeys, 'sign'>,
    endpoint: {
      readonly stream: string;
      readonly id: WebhookEndpointId;
      readonly keys: readonly SigningKey[];
    },
    at: number,
  ) =>
  (bytes: Uint8Array): readonly string[] =>
    endpoint.keys
      .filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > at)
      .map(({ sealed }) => signingKeys.sign(sealed, signingKeyContext(endpoint.stream, endpoint.id), bytes));
