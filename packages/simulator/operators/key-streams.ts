/** Streams of events of one API key: as many at a node as it may have, and none after its end. */
import { Difference } from '../checks/difference.ts';
import { codeOf } from '../clients/answers.ts';
import type { Cluster, SimulatedNode } from '../cluster/cluster.ts';
import { openEventStream } from '../cluster/event-stream.ts';
import type { StreamConnection } from '../cluster/event-stream.ts';
import type { Random } from '../commands/random.ts';
import { requestOf } from '../commands/request.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Faults } from '../stores/faults.ts';

export type KeyStreamsOptions = {
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly faults: Faults;
};

export type KeyStreams = {
  /** At any node. Undefined if it does not know the key, or if the connection is lost. */
  open(secret: string): Promise<StreamConnection | undefined>;
  /** The key was revoked. */
  expectEnd(stream: StreamConnection, keyId: string): Promise<void>;
  /**
   * At one node, which knows the key: opens as many as allowed, one more, and another one when they have ended. Unless everything has
   * settled, the node may be unable to open streams.
   */
  expectLimit(keyId: string, secret: string, isSettled: boolean): Promise<void>;
};

/** A stream checks its key every second. A node whose store fails may learn late that a key was revoked. */
const ENDS_WITHIN_MS = 60_000;
export const CALM_STREAM_ENDS_WITHIN_MS = 5_000;
const STREAMS_PER_KEY_MAX = 5;

export function createKeyStreams({ cluster, scheduler, random, faults }: KeyStreamsOptions): KeyStreams {
  const anyNode = (): SimulatedNode | undefined =>
    random.pickAny(cluster.nodes.filter(({ state }) => state === 'up'));

  /** Undefined if the connection is lost. */
  function request(node: SimulatedNode, secret: string): Promise<StreamConnection | undefined> {
    const command = { serial: -1, operation: 'streamEvents', key: 'sandbox' } as const;
    return openEventStream({ scheduler, faults }, node, secret, requestOf(command, new Map()));
  }

  async function openAt(node: SimulatedNode, secret: string): Promise<StreamConnection | undefined> {
    const stream = await request(node, secret);
    return stream?.refusal === undefined ? stream : undefined;
  }

  return {
    async open(secret) {
      const node = anyNode();
      return node && openAt(node, secret);
    },
    async expectEnd(stream, keyId) {
      const withinMs = faults.isActive ? ENDS_WITHIN_MS : CALM_STREAM_ENDS_WITHIN_MS;
      const startedAt = scheduler.now();
      while (!stream.hasEnded()) {
        if (scheduler.now() > startedAt + withinMs)
          throw new Difference(`a stream goes on ${withinMs} ms after its key ${keyId} was revoked`);
        await stream.next(500);
      }
    },
    async expectLimit(keyId, secret, isSettled) {
      const node = anyNode();
      if (node === undefined) return;
      const opened: StreamConnection[] = [];
      for (let left = STREAMS_PER_KEY_MAX; left > 0; left -= 1) {
        const stream = await openAt(node, secret);
        if (stream !== undefined) opened.push(stream);
      }
      const surplus = await request(node, secret);
      const code = surplus?.refusal && codeOf(surplus.refusal);
      // A node that stops ends its streams, and one that crashes answers nothing.
      const isFull = opened.length === STREAMS_PER_KEY_MAX && opened.every((each) => !each.hasEnded());
      const isDecided = isFull && surplus !== undefined && surplus.refusal?.status !== 503;
      if ((isSettled || isDecided) && !(isFull && code === '429 rate_limited'))
        throw new Difference(
          `the key ${keyId} has ${opened.length} streams at ${node.name}, and one more is ${code ?? 'opened'}`,
        );
      for (const each of opened) each.close();
      if (!isSettled) return;
      await scheduler.pause(CALM_STREAM_ENDS_WITHIN_MS);
      const next = await openAt(node, secret);
      if (next === undefined)
        throw new Difference(`streams of the key ${keyId} have ended, and no other can begin`);
      next.close();
    },
  };
}
