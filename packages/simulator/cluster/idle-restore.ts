/**
 * An older backup of the documents is restored while clients are quiet, as at night: in one moment, or one collection after the
 * other. In one moment, no later write shows what is missing, so nodes have to notice without one: until then, they show old
 * documents, and a delivery whose retry is lost waits. In parts, what nodes write in between is mixed with what is older.
 */
import { Difference } from '../checks/difference.ts';
import type { Random } from '../commands/random.ts';
import type { KeyHolder } from '../operators/key-holder.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Faults } from '../stores/faults.ts';
import type { SimulatedStores } from '../stores/stores.ts';
import type { Receivers } from '../webhooks/receivers.ts';

export type IdleRestoreOptions = {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly faults: Faults;
  readonly stores: SimulatedStores;
  readonly receivers: Receivers;
  readonly keyHolder: KeyHolder;
  /** Describes what is not projected or not delivered; undefined if there is nothing. */
  readonly findOpen: () => Promise<string | undefined>;
};

/** Longer than the first attempt to deliver takes, and shorter than the delay of its retry. */
const ATTEMPTED_AFTER_MS = 700;
const PART_MS = 60;
const REPAIRED_WITHIN_MS = 60_000;
const POLL_MS = 2_000;

export async function restoreWhileIdle(options: IdleRestoreOptions): Promise<void> {
  const { scheduler, random, faults, stores, receivers, keyHolder, findOpen } = options;
  const isInParts = random.oneIn(2);
  stores.backUp();
  receivers.refuseAll(true);
  await keyHolder.createUser();
  await scheduler.pause(ATTEMPTED_AFTER_MS);
  const pause = async (): Promise<void> => {
    if (random.oneIn(8)) await keyHolder.createUser();
    await scheduler.pause(random.below(PART_MS));
  };
  const isRestored = await (isInParts
    ? stores.restoreInParts(random, () => scheduler.now(), pause)
    : stores.restore(scheduler.now()));
  receivers.refuseAll(false);
  if (!isRestored) return;
  faults.count(`restored documents ${isInParts ? 'in parts' : 'while nothing else happens'}`);
  const restoredAt = scheduler.now();
  for (;;) {
    await scheduler.pause(POLL_MS);
    const open = await findOpen();
    if (open === undefined) return;
    if (scheduler.now() > restoredAt + REPAIRED_WITHIN_MS)
      throw new Difference(`${REPAIRED_WITHIN_MS} ms after older documents were restored, ${open}`);
  }
}
