/** Which network addresses a webhook may be sent to: those of the open internet, and this machine's own only where that is allowed. */
import ipaddr from 'ipaddr.js';

export type AddressPolicy = {
  /** The scheme of the URL. Without TLS only this machine itself is reached. */
  readonly isEncrypted: boolean;
  readonly allowLoopback: boolean;
};

/** Only from here are IPv6 addresses of the open internet given out; ::a.b.c.d and its like lie outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Addresses of the open internet by their range, at which a cloud's own machines find its services: at this one Azure's
 * give out settings and certificates.
 */
const OF_CLOUDS: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether a connection to the address (IPv4 or IPv6 in text) may be made. Whatever is set aside for a purpose is refused,
 * and so is IPv6 that holds an IPv4 address (mapped, NAT64, 6to4, Teredo): where that leads is up to the network.
 */
export function isAddressAllowed(text: string, { isEncrypted, allowLoopback }: AddressPolicy): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  const range = address.range();
  if (range === 'loopback') return allowLoopback;
  if (!isEncrypted || range !== 'unicast' || OF_CLOUDS.has(address.toString())) return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
}
