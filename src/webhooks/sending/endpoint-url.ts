/** Which addresses may be registered as webhook endpoints. Where they lead is checked again with every connection. */
import { isAddressAllowed } from './address-policy.ts';

/** What is wrong with an address whatever the configuration; undefined when nothing is. */
export function endpointUrlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'Must be a full URL that starts with https.';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'Must have no user name or password in it.';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return undefined;
  return 'Must be a full URL that starts with https.';
}

/** Whether an address that is in order goes without TLS: such a one leads to this machine itself. */
export const isUnencrypted = (text: string): boolean => new URL(text).protocol === 'http:';

function isLoopback({ hostname }: URL): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  // IPv6 addresses stand in brackets.
  const address = hostname.replace(/^\[|\]$/g, '');
  return isAddressAllowed(address, { isEncrypted: false, allowLoopback: true });
}
