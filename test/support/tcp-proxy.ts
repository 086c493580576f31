/** A TCP proxy to a server that a test can open and close, like a network. */
import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';

export type TcpProxy = {
  /** The server's URL through the proxy. */
  readonly url: string;
  /** Accepts connections, and continues after a freeze. The proxy is closed at first. */
  open(): void;
  /** Stops all traffic, also of new connections, without closing any: like a server process that is suspended. */
  freeze(): void;
  /** Closes all connections and rejects new ones. */
  shut(): void;
  close(): Promise<void>;
  /** Bytes that the server has sent. */
  received(): number;
};

/** Creates a proxy to the single server of a URL such as mongodb://host:port. */
export async function createTcpProxy(serverUrl: string): Promise<TcpProxy> {
  const target = new URL(serverUrl);
  /** Each socket with the one that it sends to. */
  const sockets = new Map<Socket, Socket>();
  let isOpen = false;
  let isFrozen = false;
  let received = 0;
  const server = createServer((near) => {
    if (!isOpen) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    far.on('data', ({ length }) => (received += length));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.set(one, other);
      if (!isFrozen) one.pipe(other);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gate has no port.');
  const url = new URL(serverUrl);
  url.host = `127.0.0.1:${address.port}`;
  // Otherwise the driver would connect to the addresses that the server announces.
  url.searchParams.set('directConnection', 'true');
  const shut = (): void => {
    isOpen = false;
    for (const socket of sockets.keys()) socket.destroy();
  };
  return {
    url: url.href,
    received: () => received,
    open: () => {
      isOpen = true;
      if (!isFrozen) return;
      isFrozen = false;
      for (const [one, other] of sockets) one.pipe(other);
    },
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets.keys()) socket.unpipe().pause();
    },
    shut,
    async close() {
      shut();
      server.close();
      await once(server, 'close');
    },
  };
}
