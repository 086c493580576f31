/** Progress of projections, as the projector reports it. */

/**
 * `live`: at most a page behind the newest event. `catching_up`: not there yet. `stalled`: an event cannot be applied and is
 * retried. `waiting`: a store is unavailable and is retried. `stale`: built by an older version of the rules that is no longer
 * in the code; it is read without updates until its successor has caught up. `damaged`: its documents may be wrong, and it is
 * not read until its successor has caught up.
 */
export type ProjectionState = 'live' | 'catching_up' | 'stalled' | 'waiting' | 'stale' | 'damaged';

/** A projection's active generation, and the one that will replace it. */
export type ProjectionProgress = {
  readonly name: string;
  readonly version: number;
  readonly state: ProjectionState;
  /** The documents contain all events up to this position. */
  readonly position: bigint;
  /** Set while it is stalled or waiting. */
  readonly fault?: ProjectorFault;
  /** Counts builds with the same version; 1 when absent. */
  readonly generation?: number;
  readonly building?: BuildingProgress;
  /** Generations that are no longer read. */
  readonly retired?: readonly RetiredGeneration[];
};

type RetiredGeneration = {
  readonly version: number;
  readonly generation: number;
  readonly dropping: boolean;
};

export type BuildingProgress = {
  readonly version: number;
  readonly generation: number;
  readonly state: ProjectionState;
  readonly position: bigint;
  /** How many events it has processed. */
  readonly events: bigint;
  readonly fault?: ProjectorFault;
};

export type ProjectorFault = {
  /** The keys of the affected generations. */
  readonly projections: readonly string[];
  /** The event that cannot be applied. Absent when a store is unavailable. */
  readonly event?: { readonly stream: string; readonly revision: number; readonly position: bigint };
  readonly reason: string;
  readonly retryInMs: number;
};

/** The size of a page in events, and the time from reading it to having written its documents. */
export type ProjectedPage = { readonly events: number; readonly ms: number };
