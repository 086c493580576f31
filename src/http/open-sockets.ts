import type { Socket } from 'node:net';

/** The part of all connections that only addresses with few of them can use. */
const RESERVED_PART = 16;

/**
 * The open connections of a server, so that those of one address do not lock out all others. When few places are left, each new
 * connection closes an idle one of the address with the most; if that address has none, it gets no more.
 */
export class OpenSockets implements Iterable<Socket> {
  readonly #isIdle: (socket: Socket) => boolean;
  /** How many connections may be open before places are taken from anybody. */
  readonly #free: number;
  /** By socket, in the order in which they were used last. */
  readonly #addresses = new Map<Socket, string>();
  readonly #counts = new Map<string, number>();

  constructor(connectionsMax: number, isIdle: (socket: Socket) => boolean) {
    this.#free = connectionsMax - Math.floor(connectionsMax / RESERVED_PART);
    this.#isIdle = isIdle;
  }

  [Symbol.iterator](): Iterator<Socket> {
    return this.#addresses.keys();
  }

  add(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    this.#addresses.set(socket, address);
    this.#counts.set(address, (this.#counts.get(address) ?? 0) + 1);
    socket.once('close', () => this.#remove(socket));
    if (this.#addresses.size > this.#free) this.#makeRoom(socket, address);
  }

  /** A request arrived on the socket. */
  used(socket: Socket): void {
    const address = this.#addresses.get(socket);
    if (address === undefined) return;
    this.#addresses.delete(socket);
    this.#addresses.set(socket, address);
  }

  #remove(socket: Socket): void {
    const address = this.#addresses.get(socket);
    if (address === undefined) return;
    this.#addresses.delete(socket);
    const left = (this.#counts.get(address) ?? 0) - 1;
    if (left > 0) this.#counts.set(address, left);
    else this.#counts.delete(address);
  }

  #makeRoom(newest: Socket, address: string): void {
    const most = Math.max(...this.#counts.values());
    for (const [socket, from] of this.#addresses)
      if (socket !== newest && this.#counts.get(from) === most && this.#isIdle(socket)) {
        this.#remove(socket);
        socket.destroy();
        return;
      }
    if (this.#counts.get(address) === most) {
      this.#remove(newest);
      newest.destroy();
    }
  }
}
