/** Finds evidence of what streams once had, outside of them: checkpoints, documents, and losses that were noticed before. */

import type { Logger } from 'pino';
import { COLLECTIONS } from '../../projections/collections.ts';
import { toPromise, withDeadline } from '../async/wait.ts';
import { lastCheckpoint } from '../audit/checkpoints/checkpoint-files.ts';
import type { Config } from '../config/config.ts';
import { StoreUnavailable, type StreamName } from '../event-store/port.ts';
import { decodeIdOrigin, isId, smallestIdAt } from '../ledger/ids.ts';
import type { Evidence, EvidenceOfStreams } from '../read-models/history/stream-evidence.ts';
import { EVERY_TERM, type DocumentStore } from '../read-models/port.ts';
import { typedRecords, type RecordCalls } from '../read-models/records.ts';
import type { PublicKey } from '../vault/audit-signing-key.ts';

type Options = {
  readonly documents: Pick<DocumentStore, 'list'>;
  /** Records with a MAC. */
  readonly records: RecordCalls;
  readonly checkpoints: Config['checkpoints'];
  readonly auditKey: PublicKey;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Pick<Logger, 'debug' | 'warn'>;
};

/** A store that is slow must not keep a book from being loaded. */
const TIMEOUT_MS = 1_000;

export function createStreamEvidence(options: Options): EvidenceOfStreams {
  const { records, checkpoints, auditKey, log } = options;
  const losses = typedRecords<Evidence>(records, 'event_macs');

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

  const checkpointOf = (stream: StreamName): Evidence[] => {
    const last = checkpoints && lastCheckpoint(checkpoints.folder, stream, auditKey);
    if (last === undefined) return [];
    const { size, hash, time } = last;
    const source = `the checkpoint of ${time}`;
    return [{ source, revision: size - 1, event: { hash }, writtenAt: Date.parse(time) }];
  };

  return {
    async find(stream, clockAheadMs) {
      const found = await Promise.all([
        evidenceOf(() => lossOf(stream)),
        evidenceOf(() => toPromise(() => checkpointOf(stream))),
        evidenceOf(() => newestDocuments(options, stream, clockAheadMs)),
      ]);
      return found.flat();
    },
    keep: (stream, evidence) => losses.put(lossKey(stream), evidence),
    drop: (stream) => losses.delete(lossKey(stream)),
  };
}

const lossKey = (stream: StreamName): string => `lost/${stream}`;

/** The collections of each book that grow with nearly every change, and the prefix of their IDs. */
const COLLECTIONS_OF_BOOKS = [
  [COLLECTIONS.events, 'evt'],
  [COLLECTIONS.transfers, 'trf'],
] as const;

/**
 * The newest documents of a book. Their IDs contain the revision and time of an event, which was in the stream before the document
 * existed. Documents of the future are not the service's and are ignored. Throws StoreUnavailable.
 */
async function newestDocuments(
  { documents, clock }: Pick<Options, 'documents' | 'clock'>,
  stream: StreamName,
  clockAheadMs: number,
): Promise<Evidence[]> {
  const newest = COLLECTIONS_OF_BOOKS.map(async ([collection, prefix]): Promise<Evidence[]> => {
    const before = smallestIdAt(prefix, clock() + clockAheadMs + 1);
    const query = { scope: stream, terms: [EVERY_TERM], order: 'newest', before, limit: 1 } as const;
    const [found] = await documents.list(collection, query);
    const origin = found && isId(prefix, found.id) ? decodeIdOrigin(found.id, stream) : undefined;
    if (found === undefined || origin === undefined) return [];
    const { revision, time } = origin;
    return [
      { source: `the document ${found.id}`, revision, event: { time }, writtenAt: time - clockAheadMs },
    ];
  });
  return (await Promise.all(newest)).flat();
}
