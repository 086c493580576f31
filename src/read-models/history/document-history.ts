/**
 * Detects that the document store went back in time while this process runs: it was restored from a backup, or emptied. All
 * read models are then built again, in new collections, because documents of before and after may be mixed in the old ones.
 *
 * The store contains a number, next to the checkpoints, that increases with each detection. A process that finds a higher
 * number than it knows learns that another one has detected the same, and does not replace the new generations again.
 */
import { withDeadline } from '../../async/wait.ts';
import { START, StoreUnavailable } from '../../event-store/port.ts';
import { randomUUID } from '../../system/runtime.ts';
import {
  collectionsOfGeneration,
  generationKey,
  generationsOf,
  markKey,
  newestProjections,
  nextGeneration,
  replacementMarks,
  type Generation,
} from '../generations/generation.ts';
import type { DocumentStore, RecordTable } from '../port.ts';
import type { ProjectionProgress } from '../projection-progress.ts';
import type { ProjectionCollections } from '../projection.ts';

// Limits how long a check waits for one call of a store, so that a call that never ends does not end all later checks too.

/** Much longer than an available store takes, because a check that is given up says nothing. */
export const HISTORY_CALL_DEADLINE_MS = 10_000;

/** The limit throws StoreUnavailable. A late answer is ignored. */
export const callLimit =
  (deadlineMs: number) =>
  <Result>(call: Promise<Result>): Promise<Result> =>
    withDeadline(
      call,
      deadlineMs,
      () => new StoreUnavailable(`The store did not answer within ${deadlineMs} ms.`),
    );

// Two records that only this process writes. If the store has another value than the process wrote last, the store went back in
// time, even if no checkpoint did: sessions, refusals, or records of deliveries may be missing.

export type Sentinel = {
  /** Whether the records are as this process left them. Writes one of them. Throws StoreUnavailable. */
  isIntact(): Promise<boolean>;
  /** Accepts the store as it is now, and starts other records. */
  restart(): void;
  /** Removes the records. */
  remove(): Promise<void>;
};

/** Longer than a process can be suspended, because an expired record looks like a lost one. */
const EXPIRES_AFTER_MS = 7 * 24 * 60 * 60 * 1_000;

/** `now` is in milliseconds since 1970. */
export function createSentinel(
  documents: Pick<DocumentStore, 'getRecord' | 'putRecord' | 'deleteRecord'>,
  now: () => number,
  table: RecordTable = 'leases',
): Sentinel {
  let records = newRecords();
  /** Which record is written next. */
  let next = 0;

  return {
    async isIntact() {
      const stored = await Promise.all(records.map(({ key }) => documents.getRecord(table, key)));
      const isLost = records.some(
        ({ acknowledged, unanswered }, index) =>
          acknowledged !== undefined &&
          stored[index] !== acknowledged &&
          !unanswered.has(stored[index] ?? ''),
      );
      if (isLost) return false;
      // If the store goes back after the read, this write hides it, but the other record shows it at the next call.
      const record = records[next];
      next = (next + 1) % records.length;
      if (record === undefined) return true;
      const value = randomUUID();
      record.unanswered.add(value);
      await documents.putRecord(table, record.key, value, {
        expiresAt: new Date(now() + EXPIRES_AFTER_MS),
      });
      record.unanswered.delete(value);
      record.acknowledged = value;
      return true;
    },
    restart() {
      records = newRecords();
    },
    async remove() {
      for (const { key } of records) await documents.deleteRecord(table, key);
    },
  };
}

type SentinelRecord = {
  readonly key: string;
  acknowledged: string | undefined;
  /** A write without an answer may happen late, after the next one. */
  readonly unanswered: Set<string>;
};

const newRecords = (): readonly SentinelRecord[] => {
  const name = `sentinel/${randomUUID()}`;
  return [0, 1].map((index) => ({
    key: `${name}/${index}`,
    acknowledged: undefined,
    unanswered: new Set(),
  }));
};

/** For a store that no other process can replace. */
export const NO_SENTINEL: Sentinel = {
  isIntact: () => Promise.resolve(true),
  restart: () => undefined,
  remove: () => Promise.resolve(),
};

// The history of the documents.

export type HistoryBreak = { readonly reason: string; readonly isDetectedHere: boolean };

/** The name of the number, stored like a checkpoint. No projection has this name. */
export const BREAKS = 'history';

type Checkpoints = ReadonlyMap<string, bigint>;

/** `documents` is the store itself, not the router. */
export class DocumentHistory {
  readonly #sentinel: Sentinel;
  readonly #documents: Pick<DocumentStore, 'checkpoints' | 'collections' | 'write'>;
  readonly #limited: <Result>(call: Promise<Result>) => Promise<Result>;
  readonly #newest: ProjectionCollections[];
  /** What the store is known to have had; undefined before the first check. */
  #known: ReadonlyMap<string, bigint> | undefined;
  /** The positions that were reported before the first check. */
  #observed: ReadonlyMap<string, bigint> = new Map();
  /** The collections at the last check, as the store identifies them. */
  #collections: ReadonlyMap<string, string> = new Map();
  /** One call after another, because each depends on what the one before has seen. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    documents: Pick<DocumentStore, 'checkpoints' | 'collections' | 'write'>,
    projections: readonly ProjectionCollections[],
    sentinel: Sentinel = NO_SENTINEL,
    callDeadlineMs = HISTORY_CALL_DEADLINE_MS,
  ) {
    this.#documents = documents;
    this.#sentinel = sentinel;
    this.#limited = callLimit(callDeadlineMs);
    this.#newest = [...newestProjections(projections).values()];
  }

  /**
   * Compares the store with what this process knows, and replaces the read models if the store went back. Returns the reason
   * if it did, or if another process has replaced them since the last call. The first call accepts the store as it is.
   * Throws StoreUnavailable.
   */
  check(): Promise<HistoryBreak | undefined> {
    return this.#inTurn(() => this.#check());
  }

  /** Remembers positions that the projector has stored. Call it with each progress report. */
  observe(progress: readonly ProjectionProgress[]): void {
    // A generation that was never stored cannot be lost.
    const reported = progress
      .filter(({ position }) => position > START)
      .map(({ generation = 1, position, ...each }): [string, bigint] => [
        generationKey({ ...each, generation }),
        position,
      ]);
    if (this.#known === undefined) this.#observed = new Map([...this.#observed, ...reported]);
    else this.#known = newestOf(new Map([...reported, ...this.#known]), new Map(reported));
  }

  /** Replaces all read models, because their documents belong to other events. Throws StoreUnavailable. */
  replace(): Promise<void> {
    return this.#inTurn(async () => this.#replaceAll(await this.#limited(this.#documents.checkpoints())));
  }

  /** The checkpoints and marks that the store is known to have had. */
  known(): ReadonlyMap<string, bigint> {
    return this.#known ?? new Map();
  }

  /** How often the store went back; undefined before the first check. */
  breaks(): bigint | undefined {
    return this.#known && this.#breaksIn(this.#known);
  }

  /** Removes the record of this process. */
  close(): Promise<void> {
    return this.#sentinel.remove();
  }

  #breaksIn(checkpoints: Checkpoints | undefined): bigint {
    return checkpoints?.get(BREAKS) ?? 0n;
  }

  #generationsIn(checkpoints: Checkpoints): Generation[] {
    return this.#newest.flatMap(({ name }) => generationsOf(name, checkpoints));
  }

  /** Describes a checkpoint that is lower or missing. */
  #findLoss(before: Checkpoints, stored: Checkpoints): string | undefined {
    if (this.#breaksIn(stored) < this.#breaksIn(before)) return 'the record of earlier losses is missing';
    for (const target of this.#generationsIn(before)) {
      const key = generationKey(target);
      const [was, is] = [before.get(key), stored.get(key)];
      if (was === undefined || stored.has(markKey(target, 'damaged'))) continue;
      if (is === undefined && wasDropped(target, before, stored)) continue;
      if (is === undefined) return `${key} is missing`;
      if (is < was) return `${key} was at position ${was} and is at ${is}`;
    }
    return undefined;
  }

  /** Describes a collection that was removed, even if a write has created it again. */
  #findRemoved(
    before: Checkpoints,
    stored: Checkpoints,
    now: ReadonlyMap<string, string>,
  ): string | undefined {
    for (const projection of this.#newest)
      for (const target of generationsOf(projection.name, before)) {
        if (stored.has(markKey(target, 'damaged')) || stored.has(markKey(target, 'dropping'))) continue;
        if (!stored.has(generationKey(target)) || wasDropped(target, before, stored)) continue;
        // The collections exist before anything is projected.
        const isUsed = (before.get(generationKey(target)) ?? START) > START;
        for (const { name } of collectionsOfGeneration(projection, target))
          if (
            this.#collections.has(name)
              ? this.#collections.get(name) !== now.get(name)
              : isUsed && !now.has(name)
          )
            return `the collection ${name} was removed`;
      }
    return undefined;
  }

  /** Marks all generations that exist or existed as damaged, and asks for the next one of each projection. */
  async #replaceAll(stored: Checkpoints): Promise<void> {
    const all = new Map([...(this.#known ?? []), ...stored]);
    const highest =
      this.#breaksIn(this.#known) > this.#breaksIn(stored)
        ? this.#breaksIn(this.#known)
        : this.#breaksIn(stored);
    const marks = new Map([[BREAKS, highest + 1n]]);
    for (const { name, version } of this.#newest) {
      const targets = generationsOf(name, all);
      const last = targets.findLast((target) => target.version === version);
      const next = nextGeneration(last ?? { name, version, generation: 0 });
      for (const [mark, position] of replacementMarks(targets, next)) marks.set(mark, position);
    }
    await this.#limited(this.#documents.write([], marks));
    await this.#accept();
  }

  async #accept(): Promise<void> {
    this.#collections = new Map();
    this.#known = await this.#limited(this.#documents.checkpoints());
    this.#sentinel.restart();
    await this.#limited(this.#sentinel.isIntact());
  }

  async #check(): Promise<HistoryBreak | undefined> {
    // The projector may store more during the read.
    const before = this.#known;
    // Before the checkpoints, which name a generation until its collections are removed.
    const present = await this.#limited(this.#documents.collections());
    const stored = await this.#limited(this.#documents.checkpoints());
    if (before === undefined) {
      await this.#accept();
      // The projector may have stored more before, and the store may have lost that already.
      this.#known = newestOf(new Map([...this.#observed, ...(this.#known ?? [])]), this.#observed);
      return undefined;
    }
    if (this.#breaksIn(stored) > this.#breaksIn(before)) {
      await this.#accept();
      return { reason: 'another process has found that documents were lost', isDetectedHere: false };
    }
    const loss =
      this.#findLoss(before, stored) ??
      this.#findRemoved(before, stored, present) ??
      ((await this.#limited(this.#sentinel.isIntact()))
        ? undefined
        : 'a record of this process is missing or older');
    if (loss === undefined) {
      this.#known = newestOf(stored, this.#known ?? before);
      this.#collections = present;
      return undefined;
    }
    await this.#replaceAll(stored);
    return { reason: loss, isDetectedHere: true };
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** The checkpoints, with the positions of others that are higher. */
const newestOf = (checkpoints: Checkpoints, others: Checkpoints): Map<string, bigint> =>
  new Map(
    [...checkpoints].map(([name, position]) => {
      const other = others.get(name) ?? position;
      return [name, other > position ? other : position];
    }),
  );

/** Whether a generation was removed on purpose: it was marked, or a newer one replaced it. */
function wasDropped(target: Generation, before: Checkpoints, stored: Checkpoints): boolean {
  if (before.has(markKey(target, 'dropping')) || before.has(markKey(target, 'damaged'))) return true;
  return generationsOf(target.name, stored).some(
    (other) =>
      stored.has(markKey(other, 'complete')) &&
      (other.version > target.version ||
        (other.version === target.version && other.generation > target.generation)),
  );
}
