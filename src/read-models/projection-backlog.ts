/**
 * How far the projections are behind, in seconds, and how fast they advance. It follows from positions alone, so it works in
 * every process, whether the projector runs in it or not.
 */

import { encodeBase32, idTime } from '../ledger/ids.ts';
import { monotonicTime } from '../system/runtime.ts';
import type { Retention } from './port.ts';
import type { ProjectionProgress } from './projection-progress.ts';

export type ProjectionBacklog = {
  /** Call it with each progress report of the projector. */
  readonly report: (progress: readonly ProjectionProgress[]) => void;
  /** Call it with the position of the newest event, whenever it becomes known. */
  readonly observeHead: (position: bigint) => void;
  /** The position of the newest event that was observed; -1 for none. */
  head(): bigint;
  /** The position up to which everything is projected; -1 until it is known. */
  reached(): bigint;
  /** The age of the oldest event that is not projected yet; 0 if there is none. At most 50 ms too high. */
  ageSeconds(): number;
  /** How long the projections will take for everything up to now. At least the age, and 0 until both are known. */
  lagSeconds(): number;
  /** Whether the projections wait for a store that does not answer, or does not take documents. */
  isWaiting(): boolean;
  /** The measured speed of the projections; undefined until they were busy for a moment. */
  positionsPerSecond(): number | undefined;
};

/** Events that were observed at about the same time. */
type Arrival = { readonly at: number; through: bigint };

const ARRIVAL_MS = 50;
const ARRIVALS_MAX = 2_000;
/** Older measurements count less. */
const MEMORY_MS = 3_000;
const MEASURED_MS_MIN = 200;
/** A pause between two reports that is longer than this is part of the measurement before it ends. */
const REPORT_MS_MAX = 1_000;

type ProjectionBacklogOptions = {
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
  /** Whether the documents store is away. That time says nothing about the speed of the projections. */
  readonly isStoreAway?: () => boolean;
};

export function createProjectionBacklog({
  now = monotonicTime,
  isStoreAway = () => false,
}: ProjectionBacklogOptions = {}): ProjectionBacklog {
  let head = -1n;
  let reached: bigint | undefined;
  /** Oldest first. None is projected completely. */
  let arrivals: Arrival[] = [];
  let advancedAt = -Infinity;
  let isWaiting = false;
  /** When an outage of the documents store was observed last. */
  let awayAt = -Infinity;
  const speed = { positions: 0, ms: 0 };

  /** How long the projections have been working since they last advanced, or since an outage. */
  const busyMs = (at: number): number => {
    const oldest = arrivals[0];
    return oldest === undefined ? 0 : at - Math.max(advancedAt, oldest.at, awayAt);
  };

  const observeStore = (at: number): void => {
    if (isWaiting || isStoreAway()) awayAt = at;
  };

  const measure = (positions: number, ms: number): void => {
    const weight = Math.exp(-ms / MEMORY_MS);
    speed.positions = speed.positions * weight + positions;
    speed.ms = speed.ms * weight + ms;
  };

  const add = (at: number, through: bigint): void => {
    const last = arrivals.at(-1);
    const isFull = arrivals.length >= ARRIVALS_MAX;
    if (last !== undefined && (isFull || at - last.at < ARRIVAL_MS)) last.through = through;
    else arrivals.push({ at, through });
  };

  const positionsPerSecond = (): number | undefined => {
    if (speed.ms < MEASURED_MS_MIN) return undefined;
    return (speed.positions * 1_000) / (speed.ms + Math.max(0, busyMs(now()) - REPORT_MS_MAX));
  };

  const ageSeconds = (): number => (arrivals[0] === undefined ? 0 : (now() - arrivals[0].at) / 1_000);

  return {
    report(progress) {
      const at = now();
      // The outage lasted until this report.
      observeStore(at);
      isWaiting = !progress.some(({ state }) => state === 'live') && progress.some(isWaitingForStore);
      observeStore(at);
      const position = positionOf(progress);
      if (position === undefined || position === reached) return;
      if (reached === undefined || position < reached) {
        // The first report, or documents that went back in time.
        arrivals = head > position ? [{ at, through: head }] : [];
      } else {
        const worked = busyMs(at);
        arrivals = arrivals.filter(({ through }) => through > position);
        // Only a projector that always has work shows its speed: otherwise it waits for events, or for the store.
        if (arrivals.length > 0 && awayAt <= advancedAt) measure(Number(position - reached), worked);
      }
      reached = position;
      advancedAt = at;
    },

    observeHead(position) {
      observeStore(now());
      if (position <= head) return;
      head = position;
      if (reached !== undefined && position > reached) add(now(), position);
    },

    head: () => head,
    reached: () => reached ?? -1n,
    ageSeconds,

    lagSeconds() {
      if (reached === undefined || arrivals.length === 0) return 0;
      const rate = positionsPerSecond();
      const remaining = rate === undefined ? 0 : Number(head - reached) / rate;
      return Math.max(ageSeconds(), remaining);
    },

    isWaiting: () => isWaiting,
    positionsPerSecond,
  };
}

const isWaitingForStore = ({ state }: ProjectionProgress): boolean => state === 'waiting';

/**
 * The position that all live projections have reached. Stalled and stale ones do not count, because fewer writes would not
 * help them. After a start or an outage none is live; the furthest one then shows the progress of their group.
 */
function positionOf(progress: readonly ProjectionProgress[]): bigint | undefined {
  const positionsIn = (...states: readonly ProjectionProgress['state'][]): bigint[] =>
    progress.filter(({ state }) => states.includes(state)).map(({ position }) => position);
  const live = positionsIn('live', 'waiting');
  if (live.length > 0) return live.reduce((least, each) => (each < least ? each : least));
  const behind = positionsIn('catching_up');
  return behind.length === 0 ? undefined : behind.reduce((most, each) => (each > most ? each : most));
}

// How fresh documents are, as a time: positions say nothing to clients.

/** Times in milliseconds. */
export type Freshness = {
  /** The documents contain every event that was acknowledged before this time. */
  readonly asOf: number;
  readonly lagMs: number;
};

export type FreshnessTracker = {
  /** Call it with each progress report of the projector. */
  readonly report: (progress: readonly ProjectionProgress[]) => void;
  /** Undefined while any projection is catching up, stalled, or stale: the backlog does not include it. */
  readonly current: () => Freshness | undefined;
};

/** `clock` gives milliseconds since 1970. */
export function createFreshnessTracker(
  backlog: Pick<ProjectionBacklog, 'ageSeconds'>,
  clock: () => number,
): FreshnessTracker {
  let isKnown = false;
  return {
    report(progress) {
      isKnown = progress.length > 0 && progress.every(({ state }) => state === 'live' || state === 'waiting');
    },
    current() {
      if (!isKnown) return undefined;
      const lagMs = Math.round(backlog.ageSeconds() * 1_000);
      return { asOf: clock() - lagMs, lagMs };
    },
  };
}

// Which documents are past their retention. An ID starts with a prefix and a time, so an age is a range of IDs.

/** The length of the time in a ULID. */
const TIME_CHARS = 10;

export type ExpiredRange = {
  /** Inclusive; `before` is exclusive. */
  readonly from: string;
  readonly before: string;
};

/** The IDs of documents that are past their retention at `now`, in milliseconds since 1970. */
export function expiredRange({ prefix, seconds }: Retention, now: number): ExpiredRange {
  const until = Math.max(0, Math.floor(now) - seconds * 1_000);
  return { from: `${prefix}_`, before: `${prefix}_${encodeBase32(until, TIME_CHARS)}` };
}

const RETENTION_MIN_MS = 24 * 60 * 60 * 1_000;

/**
 * Whether a missing document may have expired: it is older than the oldest existing document, because the oldest expire
 * first, and older than the shortest allowed retention. `oldest` is undefined if no document exists.
 */
export function mayHaveExpired(id: string, oldest: string | undefined, now: number): boolean {
  const time = timeFromId(id);
  return time !== undefined && time < now - RETENTION_MIN_MS && (oldest === undefined || id < oldest);
}

const ID_WITH_ULID = /^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** The time in a document's ID in milliseconds since 1970; undefined if the ID contains none. */
export const timeFromId = (id: string): number | undefined =>
  ID_WITH_ULID.test(id) ? idTime(id) : undefined;
