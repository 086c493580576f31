/** An operator who issues API keys, revokes them, and changes a brand. A revoked key changes nothing at any node. */
import type { Random } from '../commands/random.ts';
import type { BuiltRequest } from '../commands/request.ts';
import { textOf } from '../model/prediction.ts';
import type { Answer, Json } from '../model/prediction.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { Difference } from '../checks/difference.ts';
import type { Cluster, SimulatedNode } from '../cluster/cluster.ts';
import type { OperatorCalls } from './operator-calls.ts';

export type KeyHolderOptions = {
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly calls: OperatorCalls;
  readonly integratorId: string;
};

export type KeyHolder = {
  /** Issues and revokes keys until the condition ends. */
  run(continues: () => boolean): Promise<void>;
  /** Creates a user with a new key. */
  createUser(): Promise<void>;
  /** Compares the lists of keys and of the activity, and the brand, with what was done. */
  check(): Promise<void>;
};

/** A node may learn of a new key late while its stores fail. */
const KNOWN_WITHIN_MS = 90_000;

export function createKeyHolder(options: KeyHolderOptions): KeyHolder {
  const { cluster, scheduler, random, calls, integratorId } = options;
  const statuses = new Map<string, 'active' | 'revoked'>();
  let color: string | undefined;
  let serial = 0;

  function useKey(node: SimulatedNode, secret: string): Promise<Answer | undefined> {
    serial += 1;
    const body = { type: 'individual', external_reference: `key ${serial}` };
    const request: BuiltRequest = {
      ...{
        operation: 'createUser',
        key: 'sandbox',
        method: 'POST',
        path: '/v1/users',
        params: {},
        query: {},
      },
      ...{ body, hasBody: true, idempotencyKey: `key ${serial}`, isSandboxOnly: false },
      caller: { book: undefined, mayWrite: true, isSandbox: true },
    };
    return cluster.request(node, secret, request);
  }

  async function expectAccepted(secret: string): Promise<void> {
    const startedAt = scheduler.now();
    for (;;) {
      const node = random.pickAny(cluster.nodes.filter(({ state }) => state === 'up'));
      const answer = node && (await useKey(node, secret));
      if (answer?.status === 201) return;
      if (answer !== undefined && ![401, 503].includes(answer.status))
        throw new Difference(`a new key was answered with ${answer.text}`);
      if (scheduler.now() > startedAt + KNOWN_WITHIN_MS)
        throw new Difference(`a new key is not accepted: ${answer?.text ?? 'no answer'}`);
      await scheduler.pause(50 + random.below(400));
    }
  }

  async function issue(): Promise<{ readonly id: string; readonly secret: string }> {
    const body = { environment: 'sandbox', permissions: 'read_write', name: 'simulated' };
    const issued = await calls.write(`integrators/${integratorId}/keys`, 201, body);
    const id = textOf(issued, 'id');
    statuses.set(id, 'active');
    return { id, secret: textOf(issued, 'secret') };
  }

  async function issueAndRevoke(): Promise<void> {
    const { id, secret } = await issue();
    if (random.oneIn(2)) await expectAccepted(secret);
    if (random.oneIn(3)) return;
    await calls.write(`keys/${id}/revoke`, 200, {});
    statuses.set(id, 'revoked');
    for (const node of cluster.nodes.filter(({ state }) => state === 'up')) {
      const answer = await useKey(node, secret);
      if (answer !== undefined && answer.status !== 401 && answer.status !== 503)
        throw new Difference(`${node.name} accepted the revoked key ${id}: ${answer.text}`);
    }
  }

  async function changeBrand(): Promise<void> {
    color = `#00000${random.below(10)}`;
    await calls.write(`integrators/${integratorId}/brand`, 200, { color });
  }

  return {
    async run(continues) {
      for (;;) {
        await scheduler.pause(2_000 + random.below(20_000));
        if (!continues()) return;
        await (random.oneIn(4) ? changeBrand() : issueAndRevoke());
      }
    },
    createUser: async () => expectAccepted((await issue()).secret),
    async check() {
      const shown = new Map(
        (await calls.list(`integrators/${integratorId}/keys`)).map((each): readonly [string, Json] => [
          textOf(each, 'id'),
          each,
        ]),
      );
      for (const [id, status] of statuses)
        if (textOf(shown.get(id), 'status') !== status)
          throw new Difference(`key ${id} is ${textOf(shown.get(id), 'status')} instead of ${status}`);
      const done = await calls.list('activity', { operation: 'createKey' });
      for (const id of statuses.keys())
        if (!done.some((each) => textOf(each, 'target').endsWith(id)))
          throw new Difference(`the activity log does not contain the creation of key ${id}`);
      const brand = await calls.read(`integrators/${integratorId}/brand`);
      if (color !== undefined && textOf(brand, 'color') !== color)
        throw new Difference(`the brand has the color ${textOf(brand, 'color')} instead of ${color}`);
    },
  };
}
