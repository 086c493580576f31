/** A rail in this process for a service in another one. It executes each payout once, even if it is ordered repeatedly. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect } from 'chai';

type Order = { readonly transfer_id: string; readonly amount: string };

export type TestRail = {
  readonly url: string;
  /** The orders that it received, by transfer ID: the text of each one. */
  readonly orders: ReadonlyMap<string, readonly string[]>;
  /** Called with each order before it is answered. The answer waits for it. */
  onOrder: (order: Order) => void | Promise<void>;
  /** Whether it executes orders, or answers 500. */
  isUp: boolean;
  /** The total that it has paid out, in cents. Counts each transfer once. */
  paidOut(): bigint;
  close(): Promise<void>;
};

export async function startRail(): Promise<TestRail> {
  const orders = new Map<string, string[]>();

  async function take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    // The service of the test sends nothing else.
    const order = (await json(req)) as Order;
    if (!rail.isUp) {
      res.writeHead(500).end();
      return;
    }
    const known = orders.get(order.transfer_id) ?? [];
    orders.set(order.transfer_id, [...known, JSON.stringify(order)]);
    await rail.onOrder(order);
    res.end(JSON.stringify({ accepted: true, rail_reference: `RAIL-${order.transfer_id}` }));
  }

  const server = createServer((req, res) => {
    take(req, res).catch(() => res.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const rail: TestRail = {
    url: `http://127.0.0.1:${port}`,
    orders,
    onOrder: () => undefined,
    isUp: true,
    paidOut() {
      let sum = 0n;
      for (const [first, ...again] of orders.values()) {
        for (const each of again) expect(each, 'the same order, when it comes again').to.equal(first);
        sum += BigInt((JSON.parse(first ?? '{}') as Order).amount.replace('.', ''));
      }
      return sum;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return rail;
}
