/** After an operator has removed unused generations, each projection has one: complete, and of this release. */
import { PROJECTIONS } from '../../../projections/all.ts';
import {
  collectionsOfGeneration,
  generationKey,
  planGenerations,
} from '../../../src/read-models/generations/generation.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { itemsOf } from '../commands/command.ts';
import { textOf } from '../model/prediction.ts';
import type { OperatorCalls } from '../operators/operator-calls.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Faults } from '../stores/faults.ts';
import { Difference } from './difference.ts';

const BASES: readonly string[] = PROJECTIONS.flatMap(({ state, log }) =>
  [state, log].flatMap((base) => base ?? []),
);

export type RemovalOptions = {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly documents: DocumentStore;
  readonly calls: OperatorCalls;
};

const REMOVED_WITHIN_MS = 60_000;

/** As after an upgrade: every node is of this release, so an operator removes what older ones have left. */
export async function removeUnused({ scheduler, faults, documents, calls }: RemovalOptions): Promise<void> {
  for (const each of itemsOf(await calls.write('projections/drop_old', 202, {})))
    faults.count(`unused generation of ${textOf(each, 'name')} removed`);
  const startedAt = scheduler.now();
  for (;;) {
    const unused = await findUnused(documents);
    if (unused === undefined) return;
    if (scheduler.now() > startedAt + REMOVED_WITHIN_MS)
      throw new Difference(`${REMOVED_WITHIN_MS} ms after the removal of unused generations, ${unused}`);
    await scheduler.pause(1_000);
  }
}

/** Describes what is left of older generations, or that the newest is not complete; undefined if all is well. */
async function findUnused(documents: DocumentStore): Promise<string | undefined> {
  const checkpoints = await documents.checkpoints();
  const used = new Set<string>();
  for (const projection of PROJECTIONS) {
    const { active, isComplete, building, retired } = planGenerations(
      projection.name,
      projection.version,
      checkpoints,
    );
    if (!isComplete || active.version !== projection.version || building !== undefined)
      return `${generationKey(building ?? active)} is not complete`;
    for (const each of retired) return `${generationKey(each)} is not removed`;
    for (const { name } of collectionsOfGeneration(projection, active)) used.add(name);
  }
  const left = [...(await documents.collections()).keys()].filter(
    (name) =>
      !used.has(name) &&
      BASES.some((base) => /^_v\d+(_g\d+)?$/.test(name.slice(base.length)) && name.startsWith(base)),
  );
  // A node that did not know of the removal may have created it again. It could write nothing to it.
  for (const name of left)
    if ((await documents.scan(name, { limit: 1 })).length > 0) return `the collection ${name} is not removed`;
  return undefined;
}
