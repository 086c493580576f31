/** After an operator has removed unused generations, each projection has one: complete, and of this release. */
import { PROJECTIONS } from '../../../projections/all.ts';
import {
  collectionsOfGeneration,
  generationKey,
  planGenerations,
} from '../../../src/read-models/generations/generation.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';

const BASES: readonly string[] = PROJECTIONS.flatMap(({ state, log }) =>
  [state, log].flatMap((base) => base ?? []),
);

/** Describes what is left of older generations, or that the newest is not complete; undefined if all is well. */
export async function findUnused(documents: DocumentStore): Promise<string | undefined> {
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
  const left = [...(await documents.collections()).keys()].find(
    (name) =>
      !used.has(name) &&
      BASES.some((base) => /^_v\d+(_g\d+)?$/.test(name.slice(base.length)) && name.startsWith(base)),
  );
  return left && `the collection ${left} is not removed`;
}
