/**
 * Runs seeds until one of them fails or the time is up, and prints the result as JSON in one line. Started by `run-planted.ts`
 * with a planted bug.
 */
import { simulate } from '../simulation.ts';
import type { PlantedCluster } from './planted-bug.ts';

/** What a search found. */
export type SearchResult = {
  /** Why a seed failed; undefined if none did. */
  readonly failure: string | undefined;
  readonly seed: number;
  /** Of all seeds together. */
  readonly commands: number;
  /** Processor time. */
  readonly seconds: number;
};

const CLIENTS = 8;

/** `secondsMax` is processor time, because other processes share the machine. */
async function findBug(
  commandsPerSeed: number,
  secondsMax: number,
  cluster: PlantedCluster | undefined,
): Promise<SearchResult> {
  let commands = 0;
  const seconds = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  };
  for (let seed = 1; ; seed += 1) {
    const run = { seed, commands: commandsPerSeed, clients: CLIENTS, hasFaults: true };
    const options = { ...run, ...(cluster ?? { nodes: 1 + (seed % 3) }) };
    const { failure, commands: sent } = await simulate(options);
    commands += sent;
    if (failure !== undefined || seconds() > secondsMax)
      return { failure, seed, commands, seconds: seconds() };
  }
}

const [commandsPerSeed, secondsMax, cluster] = process.argv.slice(2);
const fixed = cluster === undefined ? undefined : (JSON.parse(cluster) as PlantedCluster);
console.log(JSON.stringify(await findBug(Number(commandsPerSeed), Number(secondsMax), fixed)));
