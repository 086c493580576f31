/** The story of a run: what its clients sent, and which of its faults happened. It can be stored, shrunk, and repeated. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Command } from './commands/command.ts';
import { shrink } from './commands/shrink.ts';
import type { SimulationOptions } from './options.ts';

export type Story = {
  /** What each client sends. */
  readonly commands: readonly (readonly Command[])[];
  /** The numbers of the faults that happen. */
  readonly faults: readonly number[];
};

/** A story with the options of its run. */
export type StoredStory = Omit<SimulationOptions, 'traceFile' | 'callSites'> & { readonly story: Story };

export const readStory = (file: string): StoredStory => JSON.parse(readFileSync(file, 'utf8')) as StoredStory;

export const writeStory = (file: string, stored: StoredStory): void =>
  writeFileSync(file, `${JSON.stringify(stored, null, 1)}\n`);

/** How many commands and faults a story has. */
export const describeStory = ({ commands, faults }: Story): string =>
  `${commands.flat().length} commands, ${faults.length} faults`;

/** A command of one client, or the number of a fault. */
type Part = { readonly client: number; readonly command: Command } | { readonly fault: number };

/**
 * Removes faults and commands from the story of a failed run as long as it still fails: first all faults, then all clients but
 * one, then halves of what is left, down to single ones. Stops when `isOver`, with the shortest story so far.
 */
export async function shrinkStory(
  story: Story,
  fails: (shorter: Story) => Promise<boolean>,
  isOver: () => boolean,
): Promise<Story> {
  const commands: readonly Part[] = story.commands.flatMap((each, client) =>
    each.map((command) => ({ client, command })),
  );
  const faults: readonly Part[] = story.faults.map((fault) => ({ fault }));
  const storyOf = (parts: readonly Part[]): Story => ({
    commands: story.commands.map((_, client) =>
      parts.flatMap((part) => ('command' in part && part.client === client ? part.command : [])),
    ),
    faults: parts.flatMap((part) => ('fault' in part ? part.fault : [])),
  });
  const stillFails = async (parts: readonly Part[]): Promise<boolean> =>
    !isOver() && (await fails(storyOf(parts)));
  const needed = (await stillFails(commands)) ? [] : faults;
  // Often one client alone fails.
  for (const client of story.commands.keys()) {
    const alone = commands.filter((part) => 'client' in part && part.client === client);
    if (alone.length > 0 && (await stillFails([...needed, ...alone])))
      return storyOf(await shrink([...needed, ...alone], stillFails));
  }
  return storyOf(await shrink([...needed, ...commands], stillFails));
}
