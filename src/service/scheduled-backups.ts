/** Takes backups on a schedule, in a thread, and reports failed and overdue ones. */
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { repeat } from '../async/polling-loop.ts';
import { takeBackupInThread } from '../backup/backup-thread.ts';
import { isFull, listBackups, takenAt } from '../backup/manifest.ts';
import type { Config } from '../config/config.ts';
import { leaseBetweenNodes, type Lease } from '../jobs/lease.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { errorMessage } from '../system/errors.ts';
import { packageVersion } from '../system/project-root.ts';
import { createConditionLog } from '../telemetry/condition-log.ts';
import type { ComponentHealth } from '../telemetry/health.ts';
import type { MetricRegistry } from '../telemetry/metrics.ts';

const CHECK_EVERY_MS = 1_000;
const RETRY_AFTER_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** A backup is overdue when the newest one is older than this many intervals. */
const OVERDUE_AFTER = 2;

export type BackupSchedule = {
  readonly directory: string;
  readonly everyMs: number;
  readonly fullEveryMs: number;
  readonly keepFull: number;
  readonly copyTo: string | null;
};

/** Undefined if the service takes no backups. */
export function backupSchedule({ file, roles }: Pick<Config, 'file' | 'roles'>): BackupSchedule | undefined {
  const { directory, copy_to: copyTo, every_minutes, full_every_days, keep_full } = file.backups;
  if (directory === null || !roles.includes('worker')) return undefined;
  return {
    directory: resolve(directory),
    everyMs: every_minutes * 60_000,
    fullEveryMs: full_every_days * DAY_MS,
    keepFull: keep_full,
    copyTo,
  };
}

type Options = BackupSchedule & {
  readonly config: Config;
  readonly masterKeys: readonly Uint8Array[];
  readonly documents: Pick<DocumentStore, 'putRecord' | 'getRecord' | 'deleteRecord'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
  readonly registry: Pick<MetricRegistry, 'gauge'>;
};

export class ScheduledBackups {
  readonly #options: Options;
  readonly #lease: Lease;
  readonly #failing: ReturnType<typeof createConditionLog>;
  readonly #startedAt: number;
  #running: Promise<void> | undefined;
  #failure: { readonly reason: string; readonly at: number } | undefined;
  /** The names of the backups, oldest first; undefined while another node takes them. */
  #names: readonly string[] | undefined;

  constructor(options: Options) {
    const { config, documents, clock, log, registry } = options;
    this.#options = options;
    this.#startedAt = clock();
    this.#lease = leaseBetweenNodes(config.mongoUrl !== undefined, documents, 'backups');
    this.#failing = createConditionLog(log, { started: 'backup failed', ended: 'backup taken again' });
    registry.gauge(
      'backup_newest_timestamp_seconds',
      'When the newest backup began, in seconds since 1970.',
      [],
      () => {
        const newest = this.#names?.at(-1);
        return newest === undefined ? [] : takenAt(newest) / 1_000;
      },
    );
    registry.gauge(
      'backups_failing',
      '1 while the last backup failed, or the newest one is older than two intervals.',
      [],
      () => (this.health().detail === undefined ? 0 : 1),
    );
  }

  /** A warning: no other node is better off. */
  health(): ComponentHealth {
    const { directory, everyMs, clock } = this.#options;
    if (this.#failure !== undefined)
      return { ok: true, detail: `The last backup to ${directory} failed: ${this.#failure.reason}` };
    if (this.#names === undefined) return { ok: true };
    const newest = this.#names.at(-1);
    const since = newest === undefined ? this.#startedAt : takenAt(newest);
    if (clock() - since <= OVERDUE_AFTER * everyMs) return { ok: true };
    const detail =
      newest === undefined
        ? `There is no backup in ${directory} yet.`
        : `The newest backup in ${directory} is of ${new Date(since).toISOString()}.`;
    return { ok: true, detail };
  }

  /** Takes backups until the signal aborts, and resolves when the last one has ended. */
  async run(signal: AbortSignal): Promise<void> {
    await repeat({ run: () => this.#check(signal), everyMs: CHECK_EVERY_MS, onError: this.#fail }, signal);
    await this.#running;
    await this.#lease.release().catch(() => undefined);
  }

  readonly #fail = (error: unknown): void => {
    const reason = errorMessage(error);
    this.#failure = { reason, at: this.#options.clock() };
    this.#failing.started({ reason });
  };

  /** Also renews the lease while a backup is being taken. */
  async #check(signal: AbortSignal): Promise<void> {
    const isHolder = await this.#lease.tryAcquire();
    this.#names = isHolder ? listBackups(this.#options.directory) : undefined;
    if (this.#names === undefined || this.#running !== undefined || !this.#isDue(this.#names)) return;
    this.#running = this.#take(this.#names, signal).finally(() => {
      this.#running = undefined;
    });
  }

  #isDue(names: readonly string[]): boolean {
    const now = this.#options.clock();
    if (this.#failure !== undefined && now - this.#failure.at < RETRY_AFTER_MS) return false;
    const newest = names.at(-1);
    return newest === undefined || now - takenAt(newest) >= this.#options.everyMs;
  }

  async #take(names: readonly string[], signal: AbortSignal): Promise<void> {
    const { config, masterKeys, directory, fullEveryMs, keepFull, copyTo, clock } = this.#options;
    const { dataDir, eventStoreUrl, mongoUrl, objectStore, checkpoints } = config;
    const nowMs = clock();
    const lastFull = names.findLast(isFull);
    try {
      const task = {
        ...{ directory, masterKeys, keepFull, copyTo, nowMs },
        config: { dataDir, eventStoreUrl, mongoUrl, objectStore },
        checkpoints: checkpoints?.folder,
        isFull: lastFull === undefined || nowMs - takenAt(lastFull) >= fullEveryMs,
        release: packageVersion(),
      };
      await takeBackupInThread(task, signal);
      this.#names = listBackups(directory);
      this.#failure = undefined;
      this.#failing.ended();
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }
}
