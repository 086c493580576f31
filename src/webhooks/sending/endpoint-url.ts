/**
 * The URLs that may be registered as webhook endpoints. The resolved address is checked again for every
 * connection.
 */
import { isAddressAllowed } from './address-policy.ts';

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
