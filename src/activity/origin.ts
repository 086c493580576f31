/** Where an HTTP request came from. */
import type { IncomingMessage } from 'node:http';
import type { Origin } from './activity-log.ts';

/** The command line starts its User-Agent header with this. */
const CLI_AGENT = 'svc-ledger-cli/';
const MAPPED_IPV4 = '::ffff:';

export const apiOrigin = (req: Pick<IncomingMessage, 'headers' | 'socket'>): Origin => ({
  channel: req.headers['user-agent']?.startsWith(CLI_AGENT) === true ? 'cli' : 'api',
  address: addressOf(req),
});

export const consoleOrigin = (req: Pick<IncomingMessage, 'socket'>): Origin => ({
  channel: 'console',
  address: addressOf(req),
});

/** Null if the client has already disconnected. */
function addressOf({ socket }: Pick<IncomingMessage, 'socket'>): string | null {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) return null;
  return remoteAddress.startsWith(MAPPED_IPV4) ? remoteAddress.slice(MAPPED_IPV4.length) : remoteAddress;
}
