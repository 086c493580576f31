/** How far projections have come, as their projector tells it to whoever waits for them or watches over them. */

/**
 * `live`: at the end of the events, or a page behind it. `catching_up`: on the way there. `stalled`: an event or a rule
 * is at fault and is tried again. `waiting`: a store is away and is tried again. `stale`: made by older rules that are no
 * longer in the code, and read as it is until its successor has caught up.
 */
export type ProjectionState = 'live' | 'catching_up' | 'stalled' | 'waiting' | 'stale';

/** A projection as it is read, and what is to take its place. */
export type ProjectionProgress = {
  readonly name: string;
  readonly version: number;
  readonly state: ProjectionState;
  /** The last position that is in the documents. */
  readonly position: bigint;
  /** What holds it up, while it is stalled or waiting. */
  readonly fault?: ProjectorFault;
  /** How often these rules were begun anew; 1 when absent. */
  readonly generation?: number;
  readonly building?: BuildingProgress;
  /** Builds that nobody reads. */
  readonly retired?: readonly RetiredGeneration[];
};

export type RetiredGeneration = {
  readonly version: number;
  readonly generation: number;
  readonly dropping: boolean;
};

export type BuildingProgress = {
  readonly version: number;
  readonly generation: number;
  readonly state: ProjectionState;
  readonly position: bigint;
  /** How many events it has gone through. */
  readonly events: bigint;
  readonly fault?: ProjectorFault;
};

export type ProjectorFault = {
  /** The names of the projections that are held up, with their versions. */
  readonly projections: readonly string[];
  /** The event at fault. Absent when it is a store. */
  readonly event?: { readonly stream: string; readonly revision: number; readonly position: bigint };
  readonly reason: string;
  readonly retryInMs: number;
};

/** How many events a page had, and how long it took from reading to being written. */
export type ProjectedPage = { readonly events: number; readonly ms: number };
