/** Finds evidence of what streams once had, outside of them: checkpoints, documents, and losses that were noticed before. */

import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { eventLogProjection } from '../../projections/event-log.ts';
import { transfersProjection } from '../../projections/transfers.ts';
import { toPromise, withDeadline } from '../async/wait.ts';
import { lastCheckpoint } from '../audit/checkpoints/checkpoint-files.ts';
import type { Config } from '../config/config.ts';
import { decodeMetadata } from '../event-store/codec.ts';
import { StoreUnavailable, type EventStore, type Revision, type StreamName } from '../event-store/port.ts';
import { decodeIdOrigin, isBookStream, isId, smallestIdAt } from '../ledger/ids.ts';
import { generationKey, markKey, planGenerations } from '../read-models/generations/generation.ts';
import { LostEvents, type Evidence, type EvidenceOfStreams } from '../read-models/history/event-history.ts';
import { EVERY_TERM, type DocumentStore } from '../read-models/port.ts';
import { versionedName } from '../read-models/projection.ts';
import { typedRecords, type RecordCalls } from '../read-models/records.ts';
import type { PublicKey } from '../vault/audit-signing-key.ts';

type Options = {
  readonly eventStore: Pick<EventStore, 'readLast'>;
  readonly documents: { readonly store: Pick<DocumentStore, 'checkpoints' | 'list'> };
  /** Records with a MAC. */
  readonly records: RecordCalls;
  readonly checkpoints: Config['checkpoints'];
  readonly auditKey: () => PublicKey;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Pick<Logger, 'debug' | 'warn'>;
};

/** A store that is slow must not keep a book from being loaded. */
const TIMEOUT_MS = 1_000;

export function createStreamEvidence(options: Options): EvidenceOfStreams {
  const { records, checkpoints, auditKey, log } = options;
  const losses = typedRecords<Evidence>(records, 'event_macs');
  const heads = typedRecords<Heads>(records, 'event_macs');
  const restores = typedRecords<{ readonly at: number }>(records, 'event_macs');

  /** Evidence that cannot be read proves nothing. */
  async function evidenceOf(find: () => Promise<readonly Evidence[]>): Promise<readonly Evidence[]> {
    const late = (): Error => new StoreUnavailable('the evidence was not read in time');
    try {
      return await withDeadline(find(), TIMEOUT_MS, late);
    } catch (err) {
      log[err instanceof StoreUnavailable ? 'debug' : 'warn']({ err }, 'evidence of a stream not read');
      return [];
    }
  }

  const lossOf = async (stream: StreamName): Promise<Evidence[]> => {
    const found = await losses.get(lossKey(stream));
    return found === undefined ? [] : [found];
  };

  const headOf = async (stream: StreamName): Promise<Evidence[]> => {
    const found = await heads.get(HEADS_KEY);
    const head = found?.streams[stream];
    if (found === undefined || head === undefined) return [];
    const { revision, hash } = head;
    return [{ source: 'the last orderly stop', revision, event: { hash }, writtenAt: found.at }];
  };

  const checkpointOf = (stream: StreamName): Evidence[] => {
    const last = checkpoints && lastCheckpoint(checkpoints.folder, stream, auditKey());
    if (last === undefined) return [];
    const { size, hash, time } = last;
    const source = `the checkpoint of ${time}`;
    return [{ source, revision: size - 1, event: { hash }, writtenAt: Date.parse(time) }];
  };

  return {
    async find(stream, clockAheadMs) {
      const stored = async (): Promise<readonly Evidence[]> => {
        const { at = -Infinity } = (await restores.get(RESTORE_KEY)) ?? {};
        const others = isBookStream(stream)
          ? await newestDocuments(options, stream, clockAheadMs)
          : await headOf(stream);
        return [...(await lossOf(stream)), ...others].filter(({ writtenAt }) => writtenAt > at);
      };
      const found = await Promise.all([
        evidenceOf(stored),
        evidenceOf(() => toPromise(() => checkpointOf(stream))),
      ]);
      return found.flat();
    },
    async recordHeads(streams) {
      const found: Heads['streams'] = {};
      for (const stream of streams) {
        const last = await options.eventStore.readLast(stream);
        if (last !== undefined) found[stream] = { revision: last.revision, hash: decodeMetadata(last).hash };
      }
      const known = await heads.get(HEADS_KEY);
      if (isDeepStrictEqual(known?.streams, found)) return;
      await heads.put(HEADS_KEY, { at: options.clock(), streams: found });
    },
    async keep(stream, error) {
      if (!(error instanceof LostEvents) || error.evidence === undefined) return;
      await losses
        .put(lossKey(stream), error.evidence)
        .catch((err: unknown) => log.warn({ stream, err }, 'evidence of a stream not kept'));
    },
    acceptRestore: () => restores.put(RESTORE_KEY, { at: options.clock() }),
  };
}

/** Of streams that are no books, which have snapshots. `at` is in milliseconds since 1970. */
type Heads = {
  readonly at: number;
  readonly streams: Record<StreamName, { readonly revision: Revision; readonly hash: string }>;
};

const HEADS_KEY = 'heads';
const RESTORE_KEY = 'restored';
const lossKey = (stream: StreamName): string => `lost/${stream}`;

/** Their collections grow with nearly every change of a book. With the prefix of their IDs. */
const SOURCES = [
  { projection: eventLogProjection, collection: eventLogProjection.log, prefix: 'evt' },
  { projection: transfersProjection, collection: transfersProjection.state, prefix: 'trf' },
] as const;

/**
 * The newest documents of a book. Their IDs contain the revision and time of an event, which was in the stream before the document
 * existed. Ignores documents of the future, which are not the service's, and those that belong to other events, because the stores were
 * restored. Throws StoreUnavailable.
 */
async function newestDocuments(
  { documents: { store }, clock }: Pick<Options, 'documents' | 'clock'>,
  stream: StreamName,
  clockAheadMs: number,
): Promise<Evidence[]> {
  const checkpoints = await store.checkpoints();
  const newest = SOURCES.map(async ({ projection, collection, prefix }): Promise<Evidence[]> => {
    const { active, isDamaged } = planGenerations(projection.name, projection.version, checkpoints);
    if (collection === undefined || isDamaged || !checkpoints.has(generationKey(active))) return [];
    const query = { scope: stream, terms: [EVERY_TERM], order: 'newest', limit: 1 } as const;
    const [found] = await store.list(versionedName(collection, active.version, active.generation), {
      ...query,
      before: smallestIdAt(prefix, clock() + clockAheadMs + 1),
    });
    const origin = found && isId(prefix, found.id) ? decodeIdOrigin(found.id, stream) : undefined;
    if (found === undefined || origin === undefined) return [];
    // Another process may have noticed a restore in the meantime.
    if ((await store.checkpoints()).has(markKey(active, 'damaged'))) return [];
    const { revision, time } = origin;
    return [
      { source: `the document ${found.id}`, revision, event: { time }, writtenAt: time - clockAheadMs },
    ];
  });
  return (await Promise.all(newest)).flat();
}
