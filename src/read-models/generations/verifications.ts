/** Runs comparisons of two generations in the background, and records their progress for every node to read. */
import { errorMessage } from '../../system/errors.ts';
import { generationKey, collectionsOfGeneration, markKey } from './generation.ts';
import type { Generation, GenerationPlan } from './generation.ts';
import { compareGenerations } from './compare.ts';
import type { ComparisonCounts, Difference } from './compare.ts';
import type { DocumentStore } from '../port.ts';
import { typedRecords } from '../records.ts';
import type { EventShape, Projection } from '../projection.ts';

export type Verification = ComparisonCounts & {
  readonly state: 'running' | 'done' | 'failed' | 'interrupted';
  readonly against: { readonly version: number; readonly generation: number };
  readonly examples: readonly Example[];
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly reason: string | null;
};

type Example = Difference & { readonly collection: string };
type Saved = Verification & { readonly saved_at: number };

export type Verifications = {
  /** Starts to compare the active generation with another one. Throws StoreUnavailable. */
  start<E extends EventShape>(
    projection: Projection<E>,
    plan: GenerationPlan,
    against: Generation,
  ): Promise<void>;
  /** The latest comparison of a projection; undefined if there was none. Throws StoreUnavailable. */
  latest(name: string): Promise<Verification | undefined>;
  /** Stops running comparisons. */
  close(): Promise<void>;
};

const EXAMPLES_MAX = 100;
const SAVE_INTERVAL_MS = 500;
/** A running comparison that was not saved for this long ended with its process. */
const INTERRUPTED_AFTER_MS = 30_000;

/** `documents` is the store itself, not the router. `clock` is in milliseconds since 1970. */
export function createVerifications(documents: DocumentStore, clock: () => number): Verifications {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<Promise<void>>();
  /** The names of the projections that are being compared. */
  const busy = new Set<string>();

  return {
    async start(projection, plan, against) {
      const { name } = projection;
      // When a comparison ends, it releases the generation that a second one would still need.
      if (busy.has(name)) return;
      busy.add(name);
      const isMaintained = plan.maintained.some((target) => generationKey(target) === generationKey(against));
      const record = createRecord(documents, clock, against);
      await record.save('running').catch((error: unknown) => {
        busy.delete(name);
        throw error;
      });
      const compare = async (): Promise<void> => {
        // A generation that is not kept up to date is compared up to its checkpoint.
        const completeTo = isMaintained
          ? undefined
          : (await documents.checkpoints()).get(generationKey(against));
        await compareCollections({ documents, projection, plan, against, completeTo, signal, record });
        await record.save(signal.aborted ? 'interrupted' : 'done');
        if (isMaintained && !signal.aborted) await documents.drop([], [markKey(against, 'kept')]);
      };
      const ended = compare()
        .catch((error: unknown) => record.save('failed', errorMessage(error)))
        // Without a store, the record stays as it is and later reads as interrupted.
        .catch(() => undefined)
        .finally(() => {
          busy.delete(name);
          running.delete(ended);
        });
      running.add(ended);
    },

    async latest(name) {
      const saved = await recordsIn(documents).get(recordKey(name));
      if (saved === undefined) return undefined;
      const { saved_at, ...found } = saved;
      const isInterrupted = found.state === 'running' && clock() - saved_at > INTERRUPTED_AFTER_MS;
      return isInterrupted ? { ...found, state: 'interrupted' } : found;
    },

    async close() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

const recordsIn = (documents: DocumentStore) => typedRecords<Saved>(documents, 'projections');
const recordKey = (name: string): string => `verification/${name}`;

type VerificationRecord = ReturnType<typeof createRecord>;

/** The progress of a comparison, saved at intervals. */
function createRecord(
  documents: DocumentStore,
  clock: () => number,
  { name, version, generation }: Generation,
) {
  const total: ComparisonCounts = { compared: 0, skipped: 0, differences: 0 };
  const examples: Example[] = [];
  const now = (): string => new Date(clock()).toISOString();
  const started_at = now();
  let savedAt = 0;

  async function save(state: Verification['state'], reason: string | null = null): Promise<void> {
    savedAt = clock();
    const ended_at = state === 'running' ? null : now();
    const against = { version, generation };
    const found: Verification = { ...total, state, against, examples, started_at, ended_at, reason };
    await recordsIn(documents).put(recordKey(name), { ...found, saved_at: savedAt });
  }

  return {
    save,
    addExample(example: Example): void {
      if (examples.length < EXAMPLES_MAX) examples.push(example);
    },
    /** Adds a collection. Returns a callback that takes the counts of this collection. */
    addCollection(): (counts: Readonly<ComparisonCounts>) => void {
      const before = { ...total };
      return ({ compared, skipped, differences }) => {
        total.compared = before.compared + compared;
        total.skipped = before.skipped + skipped;
        total.differences = before.differences + differences;
        // A failed save is harmless: the next one contains more.
        if (clock() - savedAt >= SAVE_INTERVAL_MS) save('running').catch(() => undefined);
      };
    },
  };
}

type Comparing<E extends EventShape> = {
  readonly documents: DocumentStore;
  readonly projection: Projection<E>;
  readonly plan: GenerationPlan;
  readonly against: Generation;
  readonly completeTo: bigint | undefined;
  readonly signal: AbortSignal;
  readonly record: VerificationRecord;
};

async function compareCollections<E extends EventShape>(comparing: Comparing<E>): Promise<void> {
  const { documents, projection, plan, against, completeTo, signal, record } = comparing;
  const firsts = collectionsOfGeneration(projection, against);
  for (const [at, { name: second }] of collectionsOfGeneration(projection, plan.active).entries()) {
    const collection = second.replace(/_v\d+(_g\d+)?$/, '');
    await compareGenerations({
      documents,
      first: firsts[at]?.name ?? second,
      second,
      completeTo,
      signal,
      onDifference: ({ id, kind }) => record.addExample({ collection, id, kind }),
      onProgress: record.addCollection(),
    });
  }
}
