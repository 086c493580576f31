/**
 * Connections for webhooks. Where one leads is checked on the addresses that a name stands for right when it is
 * connected, so that no answer of a name server between a check and its use can matter, and once more on the socket.
 */
import { isIP } from 'node:net';
import type { LookupFunction, Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isAddressAllowed } from './address-policy.ts';
import type { AddressPolicy } from './address-policy.ts';
import type { ResolveHost } from './host-resolver.ts';

export type ConnectOptions = {
  readonly allowLoopback: boolean;
  readonly timeoutMs: number;
  readonly resolve: ResolveHost;
  /** PEM of authorities that are trusted beside those of Node. */
  readonly ca: readonly string[] | undefined;
};

/** The host has no address that may be connected to. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'ADDRESS_REFUSED';
}

/** How long one of several addresses is tried before the next one is. Node's own 250 ms is too short for a far host. */
const ATTEMPT_TIMEOUT_MS = 2_500;

type Connector = ReturnType<typeof buildConnector>;

export function createConnector({ allowLoopback, timeoutMs, resolve, ca }: ConnectOptions): Connector {
  const reach = (isEncrypted: boolean): Connector => {
    const policy = { isEncrypted, allowLoopback };
    const connect = buildConnector({
      timeout: timeoutMs,
      lookup: lookupWith(resolve, policy),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
      ...(ca === undefined ? {} : { ca: [...ca] }),
    });
    return (options, callback) => {
      // Node looks up names alone.
      if (isIP(options.hostname) !== 0 && !isAddressAllowed(options.hostname, policy)) {
        callback(new AddressRefused('the address of the URL may not be connected to'), null);
        return;
      }
      connect(options, (error, socket) => {
        if (error !== null) callback(error, null);
        else if (leadsWhereAllowed(socket, policy)) callback(null, socket);
        else callback(new AddressRefused('the connection leads to an address that is not allowed'), null);
      });
    };
  };
  const [encrypted, plain] = [reach(true), reach(false)];
  return (options, callback) => (options.protocol === 'https:' ? encrypted : plain)(options, callback);
}

/** Ends the connection if it does not. Nothing was sent on it yet. */
function leadsWhereAllowed(socket: Socket, policy: AddressPolicy): boolean {
  const is = socket.remoteAddress !== undefined && isAddressAllowed(socket.remoteAddress, policy);
  if (!is) socket.destroy();
  return is;
}

/** Of the addresses of a name, those that may be connected to. */
const lookupWith =
  (resolve: ResolveHost, policy: AddressPolicy): LookupFunction =>
  (hostname, { all }, callback) => {
    const found = resolve(hostname).then((addresses) => {
      const allowed = addresses.filter((address) => isAddressAllowed(address, policy));
      if (allowed.length === 0) throw new AddressRefused(`${hostname} has no address that is allowed`);
      return allowed.map((address) => ({ address, family: isIP(address) }));
    });
    found.then(
      (allowed) => {
        const [first] = allowed;
        if (all === true) callback(null, allowed);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    );
  };
