/** What a run consists of, apart from its seed. */

import type { CallSites } from './stores/call-sites.ts';
import type { Recording } from './recording/recording.ts';

export type Storage = 'servers' | 'file';

export type SimulationOptions = {
  readonly seed: number;
  readonly commands: number;
  readonly nodes: number;
  readonly clients: number;
  readonly hasFaults: boolean;
  /** Servers that nodes share, or the file of one node. Without it, the seed decides. */
  readonly storage?: Storage | undefined;
  /** How bad the run is, instead of what follows from the seed. */
  readonly chaos?: Partial<Chaos>;
  /** What clients send and which faults happen, instead of what follows from the seed. */
  readonly recording?: Recording | undefined;
  /** Counts the calls of stores by the function that makes them, which takes time. */
  readonly callSites?: CallSites | undefined;
  /** Where to write every line of the trace. */
  readonly traceFile?: string | undefined;
};

export type Chaos = {
  readonly isActive: boolean;
  readonly callFailsOneIn: number;
  readonly clockErrorMs: number;
  readonly everyMs: number;
  /** Whether nodes of an older release run next to the others. */
  readonly hasOlderReleases: boolean;
  /** Whether an older backup of the events is restored at the end. */
  readonly restoresEvents: boolean;
  /** Whether an older backup of the documents is restored while nothing else happens. */
  readonly restoresIdleDocuments: boolean;
};

/** Every other seed with one node uses a file. */
export const storageOf = ({ seed, nodes, storage }: SimulationOptions): Storage =>
  storage ?? (nodes === 1 && seed % 2 === 0 ? 'file' : 'servers');

/** Whether operators settle, screen, and decide reviews in bulk, in a third of the runs. */
export const hasBackOffice = ({ seed }: SimulationOptions): boolean => seed % 3 === 1;

/** Whether nodes write signed checkpoints, in a quarter of the runs. Those with one node use a file. */
export const hasCheckpoints = ({ seed }: SimulationOptions): boolean => seed % 4 === 2;

const CLIENTS_USUAL = 8;

/** How bad a run is follows from its seed. */
export function createChaosOptions({ seed, hasFaults, clients, chaos }: SimulationOptions): Chaos {
  if (!hasFaults)
    return {
      isActive: false,
      callFailsOneIn: Infinity,
      clockErrorMs: 0,
      everyMs: Infinity,
      hasOlderReleases: false,
      restoresEvents: false,
      restoresIdleDocuments: false,
    };
  return {
    isActive: true,
    // A node without an answer stops asking for a while. If the calls of many clients failed as often as those of a few, it never asked.
    callFailsOneIn: ([100, 400, 2_000][seed % 3] ?? 100) * Math.max(1, Math.round(clients / CLIENTS_USUAL)),
    clockErrorMs: [0, 50, 2_000, 20_000][seed % 4] ?? 0,
    everyMs: [500, 3_000, 15_000][seed % 5] ?? 3_000,
    hasOlderReleases: Math.floor(seed / 3) % 3 === 1,
    restoresEvents: Math.floor(seed / 4) % 3 === 1,
    restoresIdleDocuments: Math.floor(seed / 2) % 3 === 1,
    ...chaos,
  };
}
