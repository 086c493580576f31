/**
 * Names of hosts to addresses, asked of the name servers directly. The system's own look-up would occupy one of the few
 * threads that files and cryptography wait for too, and a name server that hangs would hold up everything.
 */
import { Resolver } from 'node:dns/promises';

/** The addresses of a host, at least one. Throws a NameUnknown. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/** The name has no address, or nobody could be asked. */
export class HostNotFound extends Error {
  override readonly name = 'NameUnknown';
  readonly code = 'ENOTFOUND';
}

const LOOPBACK = ['127.0.0.1', '::1'];
const LOCALHOST = /^(.+\.)?localhost\.?$/i;

/** One kind of address may take this part of the time: a name server that is silent about one must not keep the other. */
const KIND_SHARE = 3;

/** What is answered in time; nothing otherwise. */
async function within(ms: number, answer: Promise<readonly string[]>): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(resolve, ms, []);
  });
  try {
    return await Promise.race([answer.catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}

export function createHostResolver(timeoutMs: number): ResolveHost {
  const resolver = new Resolver({ timeout: Math.max(1, Math.floor(timeoutMs / 3)), tries: 2 });
  return async (hostname) => {
    // RFC 6761: nobody is asked about this name.
    if (LOCALHOST.test(hostname)) return LOOPBACK;
    const asked = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    const answers = await Promise.all(asked.map((answer) => within(timeoutMs / KIND_SHARE, answer)));
    const addresses = answers.flat();
    if (addresses.length === 0) throw new HostNotFound(`${hostname} has no address`);
    return addresses;
  };
}
