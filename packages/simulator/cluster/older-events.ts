/**
 * The last thing that happens in some runs: an older backup of the events is restored, while nodes run or while they are stopped.
 * Every node has to notice, to show nothing of the lost events, and to work with the restored ones.
 */
import type { Random } from '../commands/random.ts';
import { Difference } from '../checks/difference.ts';
import { textOf } from '../model/prediction.ts';
import type { OperatorCalls } from '../operators/operator-calls.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Faults } from '../stores/faults.ts';
import type { SimulatedStores } from '../stores/stores.ts';
import type { Cluster } from './cluster.ts';

export type OlderEventsOptions = {
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly faults: Faults;
  readonly stores: SimulatedStores;
  readonly calls: OperatorCalls;
  /** Checkpoints of the lost events would refuse what was restored. */
  readonly moveCheckpointsAway: () => void;
};

/** The documentation says ten seconds. A start, and the rebuild after it, take longer. */
const STARTED_OVER_WITHIN_MS = 30_000;
/** A node that has seen none of the lost events has nothing to notice. */
const SEEN_WITHIN_MS = 1_000;

export async function restoreOlderEvents(options: OlderEventsOptions): Promise<void> {
  const { cluster, scheduler, random, faults, stores, calls, moveCheckpointsAway } = options;
  const indexes = [...cluster.nodes.keys()];
  const isStopped = random.oneIn(3);
  // The activity of the operator is another append, so the newest one is not that of the integrator.
  const before = await stores.eventStore.head();
  const lost = textOf(await calls.write('integrators', 201, { name: 'Lost' }), 'id');
  await scheduler.pause(SEEN_WITHIN_MS);
  if (isStopped) for (const index of indexes) await cluster.stop(index);
  const restoredAt = scheduler.now();
  if (!(await stores.restoreEvents(random, before))) {
    if (isStopped) for (const index of indexes) cluster.start(index);
    return;
  }
  moveCheckpointsAway();
  faults.count(`restored events while nodes ${isStopped ? 'were stopped' : 'run'}`);
  if (isStopped) for (const index of indexes) cluster.start(index);
  for (;;) {
    const unaware = cluster.nodes.find(
      (each) => !isStopped && (each.noticedOlderEventsAtMs ?? 0) < restoredAt,
    );
    if (unaware === undefined) break;
    if (scheduler.now() > restoredAt + STARTED_OVER_WITHIN_MS)
      throw new Difference(`${unaware.name} has not noticed that the events are older than before`);
    await scheduler.pause(1_000);
  }
  if ((await calls.list('integrators')).some((each) => textOf(each, 'id') === lost))
    throw new Difference(`the integrator ${lost} is shown, although the events are lost`);
  await calls.write('integrators', 201, { name: 'After the restoration' });
}
