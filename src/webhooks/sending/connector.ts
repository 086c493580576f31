/**
 * Connections for webhooks. The resolved addresses are checked at connect time, so that a DNS answer cannot
 * change between the check and its use. The remote address of the socket is checked again.
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
  /** PEM certificates of authorities to trust in addition to those built into Node. */
  readonly ca: readonly string[] | undefined;
};

/** The host resolves to no address that is allowed. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'ADDRESS_REFUSED';
}

/**
 * How long to try one of several addresses before the next one. Node's default of 250 ms is too short for a
 * distant host.
 */
const ATTEMPT_TIMEOUT_MS = 2_500;

type Connector = ReturnType<typeof buildConnector>;

export function createConnector({ allowLoopback, timeoutMs, resolve, ca }: ConnectOptions): Connector {
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
