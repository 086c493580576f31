/** The recording of a run: what its clients sent, and which of its faults happened. It can be stored, shrunk, and repeated. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Step } from '../commands/command.ts';
import { shrink } from '../commands/shrink.ts';
import type { SimulationOptions } from '../options.ts';

export type Recording = {
  /** What each client sends. */
  readonly commands: readonly (readonly Step[])[];
  /** The numbers of the faults that happen. */
  readonly faults: readonly number[];
};

/** A recording with the options of its run. */
export type StoredRecording = Omit<SimulationOptions, 'traceFile' | 'callSites'> & {
  readonly recording: Recording;
};

export const readRecording = (file: string): StoredRecording =>
  JSON.parse(readFileSync(file, 'utf8')) as StoredRecording;

export const writeRecording = (file: string, stored: StoredRecording): void =>
  writeFileSync(file, `${JSON.stringify(stored, null, 1)}\n`);

/** How many commands and faults a recording has. */
export const describeRecording = ({ commands, faults }: Recording): string =>
  `${commands.flat(2).length} commands, ${faults.length} faults`;

/** A step of one client, or the number of a fault. */
type Part = { readonly client: number; readonly step: Step } | { readonly fault: number };

/**
 * Removes faults and commands from the recording of a failed run as long as it still fails: first all faults, then all clients but
 * one, then halves of what is left, down to single ones. Stops when `isOver`, with the shortest run so far.
 */
export async function shrinkRecording(
  recording: Recording,
  fails: (shorter: Recording) => Promise<boolean>,
  isOver: () => boolean,
): Promise<Recording> {
  const commands: readonly Part[] = recording.commands.flatMap((each, client) =>
    each.map((step) => ({ client, step })),
  );
  const faults: readonly Part[] = recording.faults.map((fault) => ({ fault }));
  const recordingOf = (parts: readonly Part[]): Recording => ({
    commands: recording.commands.map((_, client) =>
      parts.flatMap((part) => ('step' in part && part.client === client ? [part.step] : [])),
    ),
    faults: parts.flatMap((part) => ('fault' in part ? part.fault : [])),
  });
  const stillFails = async (parts: readonly Part[]): Promise<boolean> =>
    !isOver() && (await fails(recordingOf(parts)));
  const needed = (await stillFails(commands)) ? [] : faults;
  // Often one client alone fails.
  for (const client of recording.commands.keys()) {
    const alone = commands.filter((part) => 'client' in part && part.client === client);
    if (alone.length > 0 && (await stillFails([...needed, ...alone])))
      return recordingOf(await shrink([...needed, ...alone], stillFails));
  }
  return recordingOf(await shrink([...needed, ...commands], stillFails));
}
