/**
 * An operator who rebuilds and compares projections, removes and rebuilds snapshots, issues tokens to others, and reads
 * integrators and the state of the service. Nothing of it may change what anybody reads; a token may do what its role may,
 * and nothing at any node once it is revoked.
 */
import { expectRefusal } from '../clients/expectations.ts';
import { Difference } from '../checks/difference.ts';
import type { Cluster, SimulatedNode } from '../cluster/cluster.ts';
import { itemsOf } from '../commands/command.ts';
import type { Random } from '../commands/random.ts';
import { isObject, textOf } from '../model/prediction.ts';
import type { Answer, Json } from '../model/prediction.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { requestTo } from './operator-calls.ts';
import type { OperatorCalls } from './operator-calls.ts';

export type AdministratorOptions = {
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly calls: OperatorCalls;
  /** Those that exist before the nodes start: their names by ID. */
  readonly integrators: ReadonlyMap<string, string>;
};

export type Administrator = {
  /** Acts until the condition ends. */
  run(continues: () => boolean): Promise<void>;
  /** Waits until every rebuild and every comparison has ended. No comparison has found a difference. */
  finish(): Promise<void>;
  /** Compares tokens, integrators, and the state of a rail with what was done. */
  check(): Promise<void>;
};

const REBUILT_WITHIN_MS = 10 * 60_000;
/** Nobody uses it at the end. */
const RAIL = 'wire';
const RAIL_KNOWN_WITHIN_MS = 2_000;
const UNKNOWN_INTEGRATOR = 'int_01kakz3v00000000000000000z';
const PARTS_OF_STATE = ['attention', 'metrics', 'audit', 'projections', 'snapshots'] as const;

export function createAdministrator(options: AdministratorOptions): Administrator {
  const { cluster, scheduler, random, calls, integrators } = options;
  const revoked: string[] = [];
  /** It probably has another generation. */
  let rebuilt: string | undefined;
  let serial = 0;

  const listed = async (): Promise<readonly Json[]> => itemsOf(await calls.read('projections'));

  async function expect(path: string, body: Json, ...statuses: readonly number[]): Promise<Answer> {
    const answer = await calls.ask(path, body);
    if (!statuses.includes(answer.status))
      throw new Difference(`administrator: ${path} was answered with ${answer.status} ${answer.text}`);
    return answer;
  }

  async function changeProjections(): Promise<void> {
    const name = textOf(random.pickAny(await listed()), 'name');
    // A node that has just started has none to list.
    if (name === '') return;
    const about = `projections/${name}`;
    // 409 while a rebuild or a comparison runs, and for a comparison without another generation.
    switch (random.below(4)) {
      case 0:
        await expect(`projections/${rebuilt ?? name}/verify`, {}, 202, 409);
        return;
      case 1:
        await expect('projections/drop_old', {}, 202);
        return;
      default:
        await expect(`${about}/rebuild`, { verify: random.oneIn(2) }, 202, 409);
        rebuilt = name;
    }
  }

  async function changeSnapshots(): Promise<void> {
    await expect(random.oneIn(2) ? 'snapshots/drop' : 'snapshots/rebuild', {}, 200);
    await calls.read('snapshots');
  }

  async function checkIntegrator([id, name]: readonly [string, string]): Promise<void> {
    const found = await calls.read(`integrators/${id}`);
    if (!isObject(found) || found['object'] !== 'integrator' || found['id'] !== id || found['name'] !== name)
      throw new Difference(`administrator: ${id} is ${JSON.stringify(found)} instead of ${name}`);
  }

  /** Nobody has signed in at a provider, so there is no operator with an identity. */
  async function readState(): Promise<void> {
    const integrator = random.pickAny([...integrators]);
    if (integrator !== undefined) await checkIntegrator(integrator);
    const unknown = await calls.find(`integrators/${UNKNOWN_INTEGRATOR}`);
    expectRefusal(unknown, 'an unknown integrator', 404, 'not_found');
    const identified = await calls.list('operators');
    if (identified.length > 0) throw new Difference(`there are operators: ${JSON.stringify(identified)}`);
    await calls.read(random.pick(PARTS_OF_STATE));
  }

  async function checkIntegrators(): Promise<void> {
    for (const each of integrators) await checkIntegrator(each);
    const listed = new Set((await calls.list('integrators')).map((each) => textOf(each, 'id')));
    const missing = [...integrators.keys()].filter((id) => !listed.has(id));
    if (missing.length > 0) throw new Difference(`the list of integrators lacks ${missing.join()}`);
  }

  /** Undefined if the connection is lost. */
  function write(node: SimulatedNode, secret: string): Promise<Answer | undefined> {
    serial += 1;
    const more = { method: 'POST', body: {}, hasBody: true, idempotencyKey: `token ${serial}` };
    return cluster.request(node, secret, requestTo('projections/drop_old', more));
  }

  async function issueAndRevoke(): Promise<void> {
    const role = random.pick(['viewer', 'reviewer', 'treasury']);
    const issued = await calls.write('tokens', 201, { name: `Temporary ${serial}`, role });
    const [id, secret] = [textOf(issued, 'id'), textOf(issued, 'secret')];
    await expectAtAll(secret, `a token with the role ${role}`, 401, 403);
    await calls.write(`tokens/${id}/revoke`, 200, {});
    revoked.push(id);
    await expectAtAll(secret, 'a revoked token', 401);
  }

  /** A node that has not heard of a new token yet does not know it. */
  async function expectAtAll(secret: string, about: string, ...statuses: readonly number[]): Promise<void> {
    for (const node of cluster.nodes.filter(({ state }) => state === 'up')) {
      const answer = await write(node, secret);
      if (answer !== undefined && ![...statuses, 503].includes(answer.status))
        throw new Difference(`${node.name} answered ${about} with ${answer.status} ${answer.text}`);
    }
  }

  async function checkTokens(): Promise<void> {
    const tokens = await calls.list('tokens');
    for (const id of revoked) {
      const status = textOf(
        tokens.find((each) => textOf(each, 'id') === id),
        'status',
      );
      if (status !== 'revoked') throw new Difference(`administrator: the revoked token ${id} is ${status}`);
    }
  }

  /** Whether the rail is available, as the list says. */
  async function expectRail(isAvailable: boolean): Promise<void> {
    const about = `rails/sandbox/${RAIL}/availability`;
    await expect(about, { available: isAvailable }, 200);
    await scheduler.pause(RAIL_KNOWN_WITHIN_MS);
    // Any node answers, so there are several reads.
    for (let reads = 0; reads < 2 * cluster.nodes.length; reads += 1) {
      const shown = itemsOf(await calls.read('rails')).find(
        (each) => textOf(each, 'rail') === RAIL && textOf(each, 'environment') === 'sandbox',
      );
      if (!isObject(shown) || shown['available'] !== isAvailable)
        throw new Difference(
          `administrator: the rail is ${JSON.stringify(shown)} after ${String(isAvailable)}`,
        );
    }
  }

  const isEnded = (each: Json): boolean =>
    isObject(each) && each['building'] === null && stateOf(each) !== 'running';

  return {
    async run(continues) {
      for (;;) {
        await scheduler.pause(5_000 + random.below(20_000));
        if (!continues()) return;
        await random.pick([
          changeProjections,
          changeProjections,
          changeSnapshots,
          issueAndRevoke,
          readState,
        ])();
      }
    },
    async check() {
      await checkTokens();
      await checkIntegrators();
      await readState();
      await expectRail(false);
      await expectRail(true);
    },
    async finish() {
      const startedAt = scheduler.now();
      for (let open = await listed(); !open.every(isEnded); open = await listed()) {
        if (scheduler.now() > startedAt + REBUILT_WITHIN_MS)
          throw new Difference(
            `administrator: not ended: ${JSON.stringify(open.find((each) => !isEnded(each)))}`,
          );
        await scheduler.pause(1_000);
      }
      for (const each of await listed()) {
        const found = isObject(each) ? each['verification'] : undefined;
        if (stateOf(each) === 'done' && isObject(found) && found['differences'] !== 0)
          throw new Difference(`administrator: generations differ: ${JSON.stringify(found)}`);
      }
    },
  };
}

/** Of the newest comparison. */
const stateOf = (projection: Json): string =>
  textOf(isObject(projection) ? projection['verification'] : undefined, 'state');
