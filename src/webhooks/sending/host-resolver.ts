/**
 * Resolves host names by querying name servers directly. The system resolver runs on the thread pool that
 * file and crypto operations share, so one name server that hangs could block all of them.
 */
import { Resolver } from 'node:dns/promises';
import { clearTimeout, setTimeout } from '../../system/runtime.ts';

/** Resolves to at least one address. Throws HostNotFound. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/** The name has no address, or no name server answered. */
export class HostNotFound extends Error {
  override readonly name = 'NameUnknown';
  readonly code = 'ENOTFOUND';
}

const LOOPBACK = ['127.0.0.1', '::1'];
const LOCALHOST = /^(.+\.)?localhost\.?$/i;

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
    // RFC 6761: localhost is never looked up.
    if (LOCALHOST.test(hostname)) return LOOPBACK;
    const lookups = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    const results = await Promise.all(
      lookups.map((answer) => answerWithin(timeoutMs / LOOKUP_TIMEOUT_DIVISOR, answer)),
    );
    const addresses = results.flat();
    if (addresses.length === 0) throw new HostNotFound(`${hostname} has no address`);
    return addresses;
  };
}
