/**
 * Write admission: while the projections are behind, writes of integrators wait, and are then refused with 503, so that
 * the lag stays bounded (docs/architecture.md). While a read model is built, they wait so that the build ends, and are not refused.
 * Requests that repeat a write are answered anyway. A batch counts as many writes as it has transfers, so an integrator that sends
 * batches delays others no more than one that sends single writes.
 */
import { FairQueue } from '../../async/fair-queue.ts';
import { ProjectionsBehind } from '../../http/errors.ts';
import type { ProjectionBacklog } from '../../read-models/projection-backlog.ts';
import { monotonicTime, setTimeout } from '../../system/runtime.ts';
import type { ComponentHealth } from '../../telemetry/health.ts';
import type { MetricRegistry } from '../../telemetry/metrics.ts';

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
const WRITES_MEASURED_MAX = 10_000;

/** While a read model is built, writes may add this share of what the build processes. */
const SHARE_DURING_BUILD = 1 / 3;
/** Writes may be ahead of their share by what it grows in this time, or behind it. */
const BUILD_SLACK_SECONDS = 0.5;

export type AdmissionState = {
  readonly lagSeconds: number;
  readonly limitSeconds: number;
  /** Whether writes waited or were refused in the last five seconds. */
  readonly isLimiting: boolean;
  /** What writes waited for last. */
  readonly reason: LimitReason;
  readonly waiting: number;
};

type LimitReason = 'projections behind' | 'read model being built';

type WriteAdmissionOptions = {
  readonly backlog: ProjectionBacklog;
  /** Whether the limit does not apply: during an outage of the documents store, fewer writes would not help. */
  readonly isSuspended: () => boolean;
  readonly onOutcome?: (outcome: 'delayed' | 'rejected') => void;
  /** How many positions the slowest build of a read model processes per second; undefined without one, or if it makes no progress. */
  readonly buildSpeed?: () => number | undefined;
  /** Called with the reason when writes begin to wait, and with undefined when that has ended. */
  readonly onLimiting?: (reason: LimitReason | undefined) => void;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
};

type Waiter = {
  readonly admit: () => void;
  readonly reject: () => void;
  readonly until: number;
  readonly writes: number;
};

export class WriteAdmission {
  readonly #options: Required<WriteAdmissionOptions>;
  readonly #waiters = new FairQueue<Waiter>();
  readonly #measured = { writes: 0, positions: 0, head: -1n };
  /**
   * Positions that writes may add while the lag is above the limit, and the position up to which they were counted. Negative after a
   * batch, or after an integrator that had less than others.
   */
  readonly #share = { positions: 0, through: -1n };
  /** Writes of each integrator since there was room for the last time, while writes are limited. */
  readonly #admitted = new Map<string, number>();
  /** The position that events may reach at this time so that a build ends. */
  #pace: { readonly at: number; readonly through: number } | undefined;
  #inFlight = 0;
  #waitingWrites = 0;
  #limitedAt = -Infinity;
  #isLimiting = false;
  #reason: LimitReason = 'projections behind';
  #timer: NodeJS.Timeout | undefined;

  constructor({
    backlog,
    isSuspended,
    onOutcome = () => undefined,
    buildSpeed = () => undefined,
    onLimiting = () => undefined,
    now = monotonicTime,
  }: WriteAdmissionOptions) {
    this.#options = { backlog, isSuspended, onOutcome, buildSpeed, onLimiting, now };
  }

  /**
   * Runs a request of an integrator, which counts as so many writes, as soon as the lag allows it; integrators take turns. `isRepeat` says
   * whether it is known already; it is called only if the request would have to wait. Throws ProjectionsBehind.
   */
  async run<Result>(
    integrator: string,
    writes: number,
    isRepeat: () => Promise<boolean>,
    write: () => Result | Promise<Result>,
  ): Promise<Result> {
    if (
      (this.#waiters.size > 0 && !this.#isOwed(integrator, writes)) ||
      !this.#tryEnter(integrator, writes)
    ) {
      this.#limit();
      // A repeat writes nothing.
      if (await isRepeat()) return write();
      await this.#wait(integrator, writes);
    }
    try {
      return await write();
    } finally {
      this.#inFlight -= writes;
      this.#measure(writes);
    }
  }

  /** Call it when the projections advance. */
  release(): void {
    const at = this.#options.now();
    this.#addShare();
    for (;;) {
      const next = this.#waiters.shift((integrator, { writes }) => this.#tryEnter(integrator, writes));
      if (next === undefined) break;
      this.#waitingWrites -= next.item.writes;
      next.item.admit();
    }
    for (const { admit, reject, writes } of this.#waiters.shiftMatching(({ until }) => until <= at)) {
      this.#waitingWrites -= writes;
      // A build takes longer, but serves readers no older data.
      if (this.#isAboveLimit()) reject();
      else {
        this.#inFlight += writes;
        admit();
      }
    }
    if (this.#waiters.size > 0) {
      this.#limitedAt = at;
      if (this.#timer === undefined) this.#timer = setTimeout(() => this.#releaseAgain(), CHECK_EVERY_MS);
    } else if (this.#isLimiting && at - this.#limitedAt >= CALM_AFTER_MS) {
      this.#isLimiting = false;
      this.#options.onLimiting(undefined);
    }
  }

  state(): AdmissionState {
    return {
      lagSeconds: this.#options.backlog.lagSeconds(),
      limitSeconds: LAG_LIMIT_SECONDS,
      isLimiting: this.#waiters.size > 0 || this.#options.now() - this.#limitedAt < CALM_AFTER_MS,
      reason: this.#reason,
      waiting: this.#waiters.size,
    };
  }

  /** A warning only: other nodes have the same lag, so requests should not move to them. */
  health(): ComponentHealth {
    const { lagSeconds, isLimiting, reason } = this.state();
    if (!isLimiting) return { ok: true };
    const because =
      reason === 'projections behind'
        ? `projections are ${lagSeconds.toFixed(1)} s behind`
        : 'a read model is being built';
    return { ok: true, detail: `Writes are limited: ${because}.` };
  }

  registerMetrics(registry: Pick<MetricRegistry, 'gauge'>): void {
    const gauge = (name: string, help: string, read: (state: AdmissionState) => number): void =>
      registry.gauge(name, help, [], () => read(this.state()));
    gauge(
      'projection_lag_seconds',
      'Time until all events so far are projected.',
      ({ lagSeconds }) => lagSeconds,
    );
    gauge('admission_lag_limit_seconds', 'Lag above which writes wait.', ({ limitSeconds }) => limitSeconds);
    gauge(
      'admission_limiting',
      '1 while writes wait or are refused because of the lag or a build.',
      ({ isLimiting }) => (isLimiting ? 1 : 0),
    );
    gauge(
      'admission_waiting_writes',
      'Writes that wait because of the lag or a build.',
      ({ waiting }) => waiting,
    );
  }

  #releaseAgain(): void {
    this.#timer = undefined;
    this.release();
  }

  #wait(integrator: string, writes: number): Promise<void> {
    const { onOutcome, now } = this.#options;
    if (this.#waiters.size >= WAITERS_MAX) return Promise.reject(this.#refusal());
    onOutcome('delayed');
    return new Promise((admit, reject) => {
      const until = now() + WAIT_SECONDS_MAX * 1_000;
      this.#waiters.push(integrator, { admit, reject: () => reject(this.#refusal()), until, writes });
      this.#waitingWrites += writes;
      this.release();
    });
  }

  /** Takes a place if there is one. A batch may take more than there is, and others then wait longer. */
  #tryEnter(integrator: string, writes: number): boolean {
    const isAbove = this.#isAboveLimit();
    const room = isAbove ? undefined : this.#roomNextToBuild();
    if (isAbove) {
      this.#reason = 'projections behind';
      if (!this.#options.isSuspended()) {
        if (!this.#hasShare() && !this.#isOwed(integrator, writes)) return false;
        this.#share.positions -= writes * this.#positionsPerWrite();
        this.#count(integrator, writes);
      }
    } else if (room !== undefined) {
      if (room >= 0) this.#admitted.clear();
      else {
        this.#reason = 'read model being built';
        if (!this.#isOwed(integrator, writes)) return false;
      }
      this.#count(integrator, writes);
    }
    this.#inFlight += writes;
    return true;
  }

  /** Whether one more write may be added. */
  #hasShare(): boolean {
    return this.#share.positions >= this.#positionsPerWrite();
  }

  #count(integrator: string, writes: number): void {
    this.#admitted.set(integrator, (this.#admitted.get(integrator) ?? 0) + writes);
  }

  /** How many positions writes may add without a build of a read model falling further behind; undefined without a build. */
  #roomNextToBuild(): number | undefined {
    const speed = this.#options.buildSpeed();
    if (speed === undefined) {
      this.#pace = undefined;
      return undefined;
    }
    const [at, head] = [this.#options.now(), Number(this.#options.backlog.head())];
    const perSecond = speed * SHARE_DURING_BUILD;
    const slack = perSecond * BUILD_SLACK_SECONDS;
    const { at: since, through: before } = this.#pace ?? { at, through: head + slack };
    const unbounded = before + (perSecond * (at - since)) / 1_000;
    const through = Math.min(head + slack, Math.max(head - slack, unbounded));
    this.#pace = { at, through };
    return through - head - this.#inFlight * this.#positionsPerWrite();
  }

  /**
   * Another integrator had more since there was room, so this one may take as much from what comes next, and no more: otherwise two
   * integrators with batches could overtake each other without end.
   */
  #isOwed(integrator: string, writes: number): boolean {
    const own = this.#admitted.get(integrator) ?? 0;
    for (const count of this.#admitted.values()) if (count >= own + writes) return true;
    return false;
  }

  #isAboveLimit(): boolean {
    const lag = this.#options.backlog.lagSeconds();
    return lag > 0 && lag + this.#inFlight * this.#secondsPerWrite() > LAG_LIMIT_SECONDS;
  }

  #limit(): void {
    this.#limitedAt = this.#options.now();
    if (!this.#isLimiting) this.#options.onLimiting(this.#reason);
    this.#isLimiting = true;
  }

  /** Counts what the projections have completed. The share is for the moment, and is not saved up. */
  #addShare(): void {
    const reached = this.#options.backlog.reached();
    const completed = Number(reached - this.#share.through);
    this.#share.through = reached;
    if (completed <= 0) return;
    this.#share.positions = completed * SHARE_WHILE_BEHIND + Math.min(0, this.#share.positions);
    if (this.#hasShare()) this.#admitted.clear();
  }

  #measure(writes: number): void {
    const head = this.#options.backlog.head();
    const measured = this.#measured;
    if (measured.head >= 0n) {
      measured.writes += writes;
      measured.positions += Number(head - measured.head);
    }
    measured.head = head;
    if (measured.writes < WRITES_MEASURED_MAX) return;
    measured.writes /= 2;
    measured.positions /= 2;
  }

  #positionsPerWrite(): number {
    const { writes, positions } = this.#measured;
    return writes === 0 ? 1 : Math.max(1, positions / writes);
  }

  /** How long the projections take for one write, in seconds. */
  #secondsPerWrite(): number {
    const { writes, positions } = this.#measured;
    const rate = this.#options.backlog.positionsPerSecond();
    return rate === undefined || writes === 0 ? 0 : positions / writes / rate;
  }

  /**
   * When the writes that wait now are admitted. Of writes that are refused together, each sees one fewer that waits, so
   * their retries are spread over that time.
   */
  #refusal(): ProjectionsBehind {
    const { backlog, onOutcome } = this.#options;
    const each = this.#secondsPerWrite();
    const waiting = this.#waitingWrites;
    const untilLimit = backlog.lagSeconds() + (this.#inFlight + waiting) * each - LAG_LIMIT_SECONDS;
    const untilShare = (waiting * each) / SHARE_WHILE_BEHIND;
    const seconds = Math.ceil(each === 0 ? untilLimit : Math.min(untilLimit, untilShare));
    onOutcome('rejected');
    return new ProjectionsBehind(Math.max(1, Math.min(seconds, RETRY_AFTER_SECONDS_MAX)));
  }
}
