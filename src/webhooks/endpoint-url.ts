import ipaddr from 'ipaddr.js';

// The network addresses that a webhook may be sent to: public internet addresses, and loopback where it is
// allowed.

export type AddressPolicy = {
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
  if (!URL.canParse(text)) return 'Must be an absolute https URL.';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'Must not contain a user name or password.';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return undefined;
  return 'Must be an absolute https URL.';
}

/** Whether a valid URL uses plain http, which only a loopback URL may. */
export const isUnencrypted = (text: string): boolean => new URL(text).protocol === 'http:';

function isLoopback({ hostname }: URL): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  // `hostname` has brackets around an IPv6 address.
  const address = hostname.replace(/^\[|\]$/g, '');
  return isAddressAllowed(address, { isEncrypted: false, allowLoopback: true });
}
