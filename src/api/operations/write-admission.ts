/**
 * Write admission: while the projections are behind, writes of integrators wait, and are then refused with 503, so that
 * the lag stays bounded (docs/architecture.md). Requests that repeat a write are answered anyway.
 */
import { ProjectionsBehind } from '../../http/errors.ts';
import type { ProjectionBacklog } from '../../read-models/projection-backlog.ts';
import { monotonicTime, setTimeout } from '../../system/runtime.ts';
import type { ComponentHealth } from '../../telemetry/health.ts';
import type { GaugeSample } from '../../telemetry/metrics.ts';

/** Above this lag, writes wait. With the longest wait, one part of a page, and what is in flight, it stays below five. */
const LAG_LIMIT_SECONDS = 2;

/** A write waits even if it will be refused: a client that does not wait before it retries would otherwise occupy the service. */
const WAIT_SECONDS_MAX = 1;
const WAITERS_MAX = 1_000;
const RETRY_AFTER_SECONDS_MAX = 60;
const CHECK_EVERY_MS = 25;
/** The state is reported until writes have not waited for this time. */
const CALM_AFTER_MS = 5_000;
/** Above the limit, writes may add this share of what the projections complete; so a long backlog shrinks, and writes go on. */
const SHARE_WHILE_BEHIND = 0.5;
const WRITES_MEASURED_MAX = 1_000;

export type WriteAdmission = {
  /**
   * Runs a write as soon as the lag allows it. `isRepeat` says whether it is known already; it is called only if the write
   * would have to wait. Throws ProjectionsBehind.
   */
  run<Result>(isRepeat: () => Promise<boolean>, write: () => Result | Promise<Result>): Promise<Result>;
  /** Call it when the projections advance. */
  readonly release: () => void;
  state(): AdmissionState;
  health(): ComponentHealth;
  gauges(): readonly GaugeSample[];
};

export type AdmissionState = {
  readonly lagSeconds: number;
  readonly limitSeconds: number;
  /** Whether writes waited or were refused in the last five seconds. */
  readonly isLimiting: boolean;
  readonly waiting: number;
};

type WriteAdmissionOptions = {
  readonly backlog: ProjectionBacklog;
  /** Whether the limit does not apply: during an outage of the documents store, fewer writes would not help. */
  readonly isSuspended: () => boolean;
  readonly onOutcome?: (outcome: 'delayed' | 'rejected') => void;
  /** Called when writes begin to wait, and when that has ended. */
  readonly onLimiting?: (isLimiting: boolean) => void;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
};

type Waiter = { readonly admit: () => void; readonly reject: () => void; readonly until: number };

export function createWriteAdmission({
  backlog,
  isSuspended,
  onOutcome = () => undefined,
  onLimiting = () => undefined,
  now = monotonicTime,
}: WriteAdmissionOptions): WriteAdmission {
  const waiters: Waiter[] = [];
  const measured = { writes: 0, positions: 0, head: -1n };
  let inFlight = 0;
  let limitedAt = -Infinity;
  let isLimiting = false;
  let timer: NodeJS.Timeout | undefined;
  /** Positions that writes may add while the lag is above the limit, and the position up to which they were counted. */
  const share = { positions: 0, through: -1n };

  /** How long the projections take for one write, in seconds. */
  const secondsPerWrite = (): number => {
    const rate = backlog.positionsPerSecond();
    return rate === undefined || measured.writes === 0 ? 0 : measured.positions / measured.writes / rate;
  };

  const recordWrite = (): void => {
    const head = backlog.head();
    if (measured.head >= 0n) {
      measured.writes += 1;
      measured.positions += Number(head - measured.head);
    }
    measured.head = head;
    if (measured.writes < WRITES_MEASURED_MAX) return;
    measured.writes /= 2;
    measured.positions /= 2;
  };

  const positionsPerWrite = (): number =>
    measured.writes === 0 ? 1 : Math.max(1, measured.positions / measured.writes);

  const isAboveLimit = (): boolean => {
    const lag = backlog.lagSeconds();
    return lag > 0 && lag + inFlight * secondsPerWrite() > LAG_LIMIT_SECONDS;
  };

  /** Counts what the projections have completed. The share is for the moment, and is not saved up. */
  const addShare = (): void => {
    const reached = backlog.reached();
    if (reached > share.through) share.positions = Number(reached - share.through) * SHARE_WHILE_BEHIND;
    share.through = reached;
  };

  /** Takes a place if there is one. */
  const tryEnter = (): boolean => {
    if (isAboveLimit() && !isSuspended()) {
      if (share.positions < positionsPerWrite()) return false;
      share.positions -= positionsPerWrite();
    }
    inFlight += 1;
    return true;
  };

  /**
   * When the writes that wait now are admitted. Of writes that are refused together, each sees one fewer that waits, so
   * their retries are spread over that time.
   */
  const refusal = (): ProjectionsBehind => {
    const each = secondsPerWrite();
    const untilLimit = backlog.lagSeconds() + (inFlight + waiters.length) * each - LAG_LIMIT_SECONDS;
    const untilShare = (waiters.length * each) / SHARE_WHILE_BEHIND;
    const seconds = Math.ceil(each === 0 ? untilLimit : Math.min(untilLimit, untilShare));
    onOutcome('rejected');
    return new ProjectionsBehind(Math.max(1, Math.min(seconds, RETRY_AFTER_SECONDS_MAX)));
  };

  const limit = (): void => {
    limitedAt = now();
    if (!isLimiting) onLimiting(true);
    isLimiting = true;
  };

  const release = (): void => {
    const at = now();
    addShare();
    for (let first = waiters[0]; first !== undefined; first = waiters[0]) {
      if (tryEnter()) first.admit();
      else if (first.until <= at) first.reject();
      else break;
      waiters.shift();
    }
    if (waiters.length > 0) {
      limitedAt = at;
      timer ??= setTimeout(() => {
        timer = undefined;
        release();
      }, CHECK_EVERY_MS);
    } else if (isLimiting && at - limitedAt >= CALM_AFTER_MS) {
      isLimiting = false;
      onLimiting(false);
    }
  };

  const wait = (): Promise<void> => {
    if (waiters.length >= WAITERS_MAX) return Promise.reject(refusal());
    onOutcome('delayed');
    return new Promise((admit, reject) => {
      waiters.push({ admit, reject: () => reject(refusal()), until: now() + WAIT_SECONDS_MAX * 1_000 });
      release();
    });
  };

  const state = (): AdmissionState => ({
    lagSeconds: backlog.lagSeconds(),
    limitSeconds: LAG_LIMIT_SECONDS,
    isLimiting: waiters.length > 0 || now() - limitedAt < CALM_AFTER_MS,
    waiting: waiters.length,
  });

  return {
    async run(isRepeat, write) {
      if (waiters.length > 0 || !tryEnter()) {
        limit();
        // A repeat writes nothing.
        if (await isRepeat()) return write();
        await wait();
      }
      try {
        return await write();
      } finally {
        inFlight -= 1;
        recordWrite();
      }
    },
    release,
    state,

    /** A warning only: other nodes have the same lag, so requests should not move to them. */
    health() {
      const { lagSeconds, isLimiting: limits } = state();
      if (!limits) return { ok: true };
      return { ok: true, detail: `Writes are limited: projections are ${lagSeconds.toFixed(1)} s behind.` };
    },

    gauges() {
      const { lagSeconds, isLimiting: limits, waiting } = state();
      const gauge = (name: string, help: string, value: number): GaugeSample => ({ name, help, value });
      return [
        gauge('projection_lag_seconds', 'Time until all events so far are projected.', lagSeconds),
        gauge('admission_lag_limit_seconds', 'Lag above which writes wait.', LAG_LIMIT_SECONDS),
        gauge('admission_limiting', '1 while writes wait or are refused because of the lag.', limits ? 1 : 0),
        gauge('admission_waiting_writes', 'Writes that wait because of the lag.', waiting),
      ];
    },
  };
}
