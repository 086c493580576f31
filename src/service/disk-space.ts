/** The free space of the file system with the data of an embedded service. A full one answers writes with 503. */
import { statfsSync } from 'node:fs';
import { repeat } from '../async/polling-loop.ts';
import type { ComponentHealth } from '../telemetry/health.ts';
import type { MetricRegistry } from '../telemetry/metrics.ts';

const CHECK_EVERY_MS = 5_000;
const MIB = 1024 * 1024;
/** A transaction of documents and its copy into the file must fit. */
const FULL_BELOW_BYTES = 16 * MIB;
/** About 150,000 transfers. */
const NEARLY_FULL_BELOW_BYTES = 1_024 * MIB;

export class DiskSpace {
  readonly #folder: string;
  #freeBytes: number | undefined;

  constructor(folder: string, registry: Pick<MetricRegistry, 'gauge'>) {
    this.#folder = folder;
    registry.gauge('disk_free_bytes', 'Free space for the data of a service on a file.', [], () =>
      this.#freeBytes === undefined ? [] : this.#freeBytes,
    );
  }

  health(): ComponentHealth {
    const free = this.#freeBytes;
    if (free === undefined || free >= NEARLY_FULL_BELOW_BYTES) return { ok: true };
    return free < FULL_BELOW_BYTES
      ? {
          ok: false,
          detail: 'The disk with DATA_DIR is full. Free some space, or move the data to a larger one.',
        }
      : { ok: true, detail: `Only ${Math.floor(free / MIB)} MiB are free on the disk with DATA_DIR.` };
  }

  /** Checks it until the signal aborts. */
  poll(signal: AbortSignal): Promise<void> {
    const run = (): Promise<void> => {
      this.#freeBytes = freeBytesOf(this.#folder);
      return Promise.resolve();
    };
    return repeat({ run, everyMs: CHECK_EVERY_MS }, signal);
  }
}

/** Undefined for a file system that cannot be asked. The call takes microseconds. */
function freeBytesOf(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
