/** A bug that the simulator must find: texts of source files, replaced while the files are loaded. */
import type { SimulationOptions } from '../options.ts';

export type PlantedBug = {
  readonly name: string;
  /** What goes wrong with it. */
  readonly effect: string;
  readonly edits: readonly Edit[];
  /** For a bug that only some clusters can have, or that only some runs can show. Without it, seeds have one to three nodes in turns. */
  readonly cluster?: PlantedCluster;
};

export type PlantedCluster = Pick<SimulationOptions, 'nodes' | 'storage' | 'chaos'>;

export type Edit = {
  /** The source file, from the root of the project. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
};

/** The text of the file after the edit. Throws unless what it replaces occurs exactly once. */
export function applyEdit(text: string, { file, find, replace }: Edit): string {
  const parts = text.split(find);
  if (parts.length !== 2)
    throw new Error(`${file} contains the text to replace ${parts.length - 1} times, not once:\n${find}`);
  return parts.join(replace);
}
