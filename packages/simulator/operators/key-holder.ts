/**
 * An operator who issues API keys, rotates and revokes them, and changes a brand. A key that was revoked or has expired changes
 * nothing at any node; of a rotated key, the old one works until the overlap ends.
 */
import type { Random } from '../commands/random.ts';
import { requestOf } from '../commands/request.ts';
import { isObject, textOf } from '../model/prediction.ts';
import type { Answer, Json } from '../model/prediction.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { STARTS_AT } from '../scheduler/simulated-runtime.ts';
import { Difference } from '../checks/difference.ts';
import type { Cluster, SimulatedNode } from '../cluster/cluster.ts';
import type { Faults } from '../stores/faults.ts';
import { CALM_STREAM_ENDS_WITHIN_MS, createKeyStreams } from './key-streams.ts';
import type { OperatorCalls } from './operator-calls.ts';

export type KeyHolderOptions = {
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly faults: Faults;
  readonly calls: OperatorCalls;
  readonly integratorId: string;
  /** The most that a clock is wrong, in milliseconds. */
  readonly clockErrorMs: number;
};

export type KeyHolder = {
  /** Issues, rotates, and revokes keys until the condition ends. */
  run(continues: () => boolean): Promise<void>;
  /** Creates a user with a new key. */
  createUser(): Promise<void>;
  /** How many keys have an end in the future. All of them end within a day. */
  readonly expiringKeys: () => number;
  /** Compares the lists of keys and of the activity, and the brand, with what was done. */
  check(): Promise<void>;
};

/** A key, and when it ends on the clock of the scheduler. */
type Issued = { readonly id: string; readonly secret: string; readonly endsAt: number };

/** A node may learn of a new key late while its stores fail. */
const KNOWN_WITHIN_MS = 90_000;

export function createKeyHolder(options: KeyHolderOptions): KeyHolder {
  const { cluster, scheduler, random, calls, integratorId, clockErrorMs } = options;
  const streams = createKeyStreams(options);
  /** When keys have ended; Infinity for those that are active. Undefined: revoked. */
  const endOf = new Map<string, number | undefined>();
  const created = new Set<string>();
  let color: string | undefined;
  let serial = 0;

  const nodesUp = (): readonly SimulatedNode[] => cluster.nodes.filter(({ state }) => state === 'up');

  function useKey(node: SimulatedNode, secret: string): Promise<Answer | undefined> {
    serial += 1;
    const body = { type: 'individual', external_reference: `key ${serial}` };
    const command = { serial: -1, operation: 'createUser', key: 'sandbox', body } as const;
    return cluster.request(
      node,
      secret,
      requestOf({ ...command, idempotencyKey: `key ${serial}` }, new Map()),
    );
  }

  async function expectAccepted(secret: string): Promise<void> {
    const startedAt = scheduler.now();
    for (;;) {
      const node = random.pickAny(nodesUp());
      const answer = node && (await useKey(node, secret));
      if (answer?.status === 201) return;
      if (answer !== undefined && ![401, 503].includes(answer.status))
        throw new Difference(`a new key was answered with ${answer.text}`);
      if (scheduler.now() > startedAt + KNOWN_WITHIN_MS)
        throw new Difference(`a new key is not accepted: ${answer?.text ?? 'no answer'}`);
      await scheduler.pause(50 + random.below(400));
    }
  }

  /** No node accepts the key. One that cannot read the keys answers with 503. */
  async function expectRefused(secret: string, about: string, status = 401): Promise<void> {
    for (const node of nodesUp()) {
      const answer = await useKey(node, secret);
      if (answer !== undefined && ![401, 503, status].includes(answer.status))
        throw new Difference(`${node.name} accepted ${about}: ${answer.text}`);
    }
  }

  async function issue(more: Readonly<Record<string, string>> = {}, endsAt = Infinity): Promise<Issued> {
    const body = { environment: 'sandbox', permissions: 'read_write', name: 'simulated', ...more };
    const issued = await calls.ask(`integrators/${integratorId}/keys`, body);
    const [id, secret] = [textOf(issued.body, 'id'), textOf(issued.body, 'secret')];
    if (issued.status !== 201 && scheduler.now() < endsAt - 2 * clockErrorMs)
      throw new Difference(`the creation of a key was answered with ${issued.text}`);
    // Its end was in the past when a node could answer. Another one has no end.
    if (issued.status !== 201) return issue();
    endOf.set(id, endsAt);
    created.add(id);
    return { id, secret, endsAt };
  }

  async function issueAndRevoke(): Promise<void> {
    const { id, secret } = await issue();
    if (random.oneIn(2)) await expectAccepted(secret);
    if (random.oneIn(3)) return;
    const stream = random.oneIn(2) ? await streams.open(secret) : undefined;
    await calls.write(`keys/${id}/revoke`, 200, {});
    endOf.set(id, undefined);
    await expectRefused(secret, `the revoked key ${id}`);
    const conflict = await calls.ask(`keys/${id}/rotate`, {});
    if (conflict.status !== 409) throw new Difference(`a revoked key was rotated: ${conflict.text}`);
    if (stream !== undefined) await streams.expectEnd(stream, id);
    // A node that cannot read the keys may begin one.
    const late = await streams.open(secret);
    if (late !== undefined) await streams.expectEnd(late, id);
  }

  async function fillStreams(): Promise<void> {
    const { id, secret } = await issue();
    await expectAccepted(secret);
    await scheduler.pause(CALM_STREAM_ENDS_WITHIN_MS);
    await streams.expectLimit(id, secret, false);
  }

  /** Without an overlap, the old key is refused as soon as the answer is there. */
  async function rotate(): Promise<void> {
    const old = await issue();
    await expectAccepted(old.secret);
    const overlap_seconds = random.pick([0, 5, 86_400]);
    const rotated = await calls.write(`keys/${old.id}/rotate`, 201, { overlap_seconds });
    const endsAt = scheduler.now() + overlap_seconds * 1_000;
    const [id, secret] = [textOf(rotated, 'id'), textOf(rotated, 'secret')];
    endOf.set(old.id, overlap_seconds === 0 ? undefined : endsAt);
    endOf.set(id, Infinity);
    if (overlap_seconds === 0) await expectRefused(old.secret, `the key ${old.id}, which was replaced`);
    if (overlap_seconds > 1_000) await expectAccepted(old.secret);
    await expectAccepted(secret);
    if (overlap_seconds === 5) await expectExpiry({ ...old, endsAt });
  }

  function issueForAWhile(): Promise<Issued> {
    const endsAt = scheduler.now() + 2 * clockErrorMs + 10_000;
    const expires_at = new Date(STARTS_AT + endsAt).toISOString();
    return issue({ expires_at }, endsAt);
  }

  async function issueUntilExpiry(): Promise<void> {
    const issued = await issueForAWhile();
    if (issued.endsAt < Infinity) await expectExpiry(issued);
  }

  /** The clock of each node decides when a key expires. */
  async function expectExpiry({ id, secret, endsAt }: Issued): Promise<void> {
    await scheduler.pause(endsAt + 2 * clockErrorMs + 1_000 - scheduler.now());
    await expectRefused(secret, `the expired key ${id}`);
  }

  async function issueToRead(): Promise<void> {
    const { id, secret } = await issue({ permissions: 'read' });
    await expectRefused(secret, `a write of the key ${id}, which may only read`, 403);
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
        await random.pick([
          issueAndRevoke,
          issueAndRevoke,
          rotate,
          issueUntilExpiry,
          issueToRead,
          fillStreams,
          changeBrand,
        ])();
      }
    },
    createUser: async () => expectAccepted((await issue()).secret),
    expiringKeys: () =>
      [...endOf.values()].filter((end = 0) => end > scheduler.now() && end < Infinity).length,
    async check() {
      // Nothing fails any more. It expires before what needs attention is compared.
      await issueForAWhile();
      const { id, secret } = await issue();
      await expectAccepted(secret);
      // The other nodes know it, too.
      await scheduler.pause(CALM_STREAM_ENDS_WITHIN_MS);
      await streams.expectLimit(id, secret, true);
      const stream = await streams.open(secret);
      if (stream === undefined) throw new Difference(`the key ${id} gets no stream`);
      await calls.write(`keys/${id}/revoke`, 200, {});
      endOf.set(id, undefined);
      await streams.expectEnd(stream, id);
      if ((await streams.open(secret)) !== undefined)
        throw new Difference(`the revoked key ${id} gets another stream`);
      const listed = await calls.list(`integrators/${integratorId}/keys`);
      const shown = new Map(listed.map((each): readonly [string, Json] => [textOf(each, 'id'), each]));
      for (const [id, end] of endOf) {
        const status = textOf(shown.get(id), 'status');
        const isNear = end !== undefined && Math.abs(end - scheduler.now()) < 2 * clockErrorMs + 1_000;
        const due = end === undefined ? 'revoked' : end < scheduler.now() ? 'expired' : 'active';
        if (status !== due && !isNear) throw new Difference(`key ${id} is ${status} instead of ${due}`);
        const single = await calls.read(`keys/${id}`);
        if (textOf(single, 'id') !== id || (isObject(single) && 'secret' in single))
          throw new Difference(`key ${id} is shown as ${JSON.stringify(single)}`);
      }
      const done = await calls.list('activity', { operation: 'createKey' });
      for (const id of created)
        if (!done.some((each) => textOf(each, 'target').endsWith(id)))
          throw new Difference(`the activity log does not contain the creation of key ${id}`);
      const brand = await calls.read(`integrators/${integratorId}/brand`);
      if (color !== undefined && textOf(brand, 'color') !== color)
        throw new Difference(`the brand has the color ${textOf(brand, 'color')} instead of ${color}`);
    },
  };
}
