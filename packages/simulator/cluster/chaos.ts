/** Faults of whole nodes and of the stores: crashes, stops, outages, wrong clocks, and lost documents. */
import type { Random } from '../commands/random.ts';
import { HARNESS } from '../scheduler/scheduler.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Faults } from '../stores/faults.ts';
import type { SimulatedStores } from '../stores/stores.ts';
import type { Cluster, SimulatedNode } from './cluster.ts';
import type { Trace } from '../reports/trace.ts';

export type ChaosOptions = {
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly faults: Faults;
  readonly stores: SimulatedStores;
  readonly trace: Trace;
  readonly clockErrorMs: number;
  /** The average time between two faults, in milliseconds. */
  readonly everyMs: number;
};

type Fault =
  'crash' | 'stop' | 'outage' | 'clock' | 'snapshot' | 'checkpoint' | 'loss' | 'backup' | 'restore';
const OF_ALL_STORES = [
  ...(['crash', 'crash', 'crash', 'stop'] as const),
  ...(['outage', 'outage', 'outage', 'clock', 'clock'] as const),
] as const;
const OF_SERVERS: readonly [Fault, ...Fault[]] = [...OF_ALL_STORES, 'snapshot', 'loss', 'backup', 'restore'];
const OF_A_FILE: readonly [Fault, ...Fault[]] = [...OF_ALL_STORES, 'checkpoint', 'checkpoint', 'checkpoint'];

/** How long documents are not lost again after the first time, in simulated time. Twice as long after each further one. */
const BETWEEN_LOSSES_MS = 20_000;

/** Runs until faults are turned off. */
export async function runChaos(options: ChaosOptions): Promise<void> {
  const { cluster, scheduler, random, faults, stores, trace, clockErrorMs, everyMs } = options;
  const note = (line: string): void => trace.add(scheduler.now(), 'chaos', line);
  let nextLossAtMs = -Infinity;
  let betweenLossesMs = BETWEEN_LOSSES_MS;

  /** The read models are built again after each loss. If the next one came first, nobody could ever read. */
  function mayLoseDocuments(): boolean {
    if (scheduler.now() < nextLossAtMs) return false;
    nextLossAtMs = scheduler.now() + betweenLossesMs;
    betweenLossesMs *= 2;
    return true;
  }

  async function restartLater(index: number): Promise<void> {
    await scheduler.pause(random.oneIn(3) ? random.below(30_000) : random.below(2_000));
    if (cluster.nodes[index]?.state !== 'down') return;
    cluster.start(index);
    if (!random.oneIn(4) || !faults.isActive) return;
    const started = cluster.nodes[index];
    // It has read and written little yet.
    await scheduler.pause(random.below(500) / 100);
    if (cluster.nodes[index] !== started) return;
    cluster.crash(index);
    await restartLater(index);
  }

  /** Resolves when the node has answered a write, or after a while. */
  const afterWrite = (node: SimulatedNode): Promise<void> =>
    new Promise((resolve) => {
      node.afterWrite = () => void scheduler.schedule(0, resolve, HARNESS);
      scheduler.schedule(5_000, resolve);
    });

  /** While nodes run, or after all of them were stopped. */
  async function restoreDocuments(): Promise<void> {
    const isStopped = random.oneIn(2);
    const stopped = isStopped
      ? cluster.nodes.flatMap(({ state }, index) => (state === 'up' ? index : []))
      : [];
    await Promise.all(stopped.map((index) => cluster.stop(index)));
    if (await stores.restore(scheduler.now())) {
      note(`an older backup of the documents is restored ${isStopped ? 'after nodes were stopped' : ''}`);
      faults.count(`restored documents while nodes ${isStopped ? 'were stopped' : 'run'}`);
    }
    await Promise.all(stopped.map(restartLater));
  }

  async function happen(fault: Fault): Promise<void> {
    const index = random.below(cluster.nodes.length);
    const node = cluster.nodes[index];
    if (node === undefined) return;
    switch (fault) {
      case 'crash':
        // Often as soon as a client may rely on a write.
        if (random.oneIn(2)) await afterWrite(node);
        if (cluster.nodes[index] !== node || node.state === 'down') return;
        cluster.crash(index);
        return restartLater(index);
      case 'stop':
        if (node.state !== 'up') return;
        if (random.oneIn(4)) node.connection.outage = { untilMs: scheduler.now() + 2_000, kind: 'refuses' };
        if (random.oneIn(4))
          scheduler.schedule(random.below(20), () => {
            if (cluster.nodes[index] === node) cluster.crash(index);
          });
        await cluster.stop(index);
        return restartLater(index);
      case 'outage': {
        const untilMs = scheduler.now() + (random.oneIn(4) ? random.below(20_000) : random.below(2_000));
        const kind = random.pick<'refuses' | 'hangs'>(['refuses', 'hangs']);
        note(`${node.name} has an outage of its stores, which ${kind} until ${untilMs.toFixed(0)}`);
        node.connection.outage = { untilMs, kind };
        return;
      }
      case 'clock':
        if (clockErrorMs === 0) return;
        node.process.clockOffsetMs = random.below(2 * clockErrorMs) - clockErrorMs;
        faults.count('clock jump');
        note(`the clock of ${node.name} is now ${node.process.clockOffsetMs} ms ahead`);
        return;
      case 'snapshot':
        if (await stores.tearSnapshot(random)) faults.count('torn snapshot');
        return;
      case 'checkpoint': {
        const end = stores.beginCheckpoint();
        if (end === undefined) return;
        faults.count('checkpoint of the log');
        await scheduler.pause(random.below(2 * everyMs));
        // A power failure at this time takes any part of what was copied. Shortly afterward, only the file has it.
        if (random.oneIn(2)) {
          end();
          if (random.oneIn(2)) return;
          await scheduler.pause(random.below(200));
        }
        if (cluster.nodes[index] !== node || node.state === 'down') return;
        cluster.crash(index);
        return restartLater(index);
      }
      case 'loss':
        if (!random.oneIn(3) || !mayLoseDocuments() || !(await stores.loseAllButVault(scheduler.now())))
          return;
        note('all documents but the vault are lost');
        faults.count('loss of documents');
        return;
      case 'backup':
        stores.backUp();
        return;
      case 'restore':
        if (mayLoseDocuments()) await restoreDocuments();
        return;
    }
  }

  for (;;) {
    await scheduler.pause(random.below(2 * everyMs));
    if (!faults.isActive) return;
    const fault = random.pick(stores.isFile ? OF_A_FILE : OF_SERVERS);
    if (faults.admitNext()) void happen(fault);
  }
}
