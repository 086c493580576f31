/** One pass over the stored bytes of all streams. It can run in a worker thread. */
import {
  NO_CHECKPOINTS,
  openCheckpointCursor,
  type Checkpoint,
  type CheckpointSource,
} from '../checkpoints/checkpoint-files.ts';
import { AuditUnavailable, type EventSource, type SourceEvent } from '../event-source.ts';
import { RuleViolation, toFinding, type Finding } from '../finding.ts';
import {
  checkpointMismatch,
  createChainCheck,
  storedHash,
  type ChainCheck,
  type UnmatchedCheckpoints,
  type VerifiedStream,
} from './chain-check.ts';
import { EVENT_IDS, confirmDuplicates, withDuplicateDetector } from './duplicate-detector.ts';

export type ChainResult = {
  /** Findings about the checkpoints themselves come first. */
  readonly findings: readonly Finding[];
  readonly heads: readonly VerifiedStream[];
  /** Number of valid checkpoints that were checked. */
  readonly checkpoints: number;
};

/** Throws StoreUnavailable, or AuditUnavailable if a folder cannot be read or the disk is full. */
export function verifyChain(
  source: EventSource,
  upTo: bigint,
  checkpoints: CheckpointSource | undefined,
): Promise<ChainResult> {
  return withDuplicateDetector(async (ids) => {
    const cursor = checkpoints === undefined ? NO_CHECKPOINTS : openCheckpointCursor(checkpoints);
    const chain = createChainCheck(cursor, source.gapless);
    const found: Finding[] = [];
    const check = (event: SourceEvent): void => {
      try {
        chain.check(event);
      } catch (error) {
        // A read error is not a finding about the event.
        if (error instanceof AuditUnavailable) throw error;
        found.push(toFinding(event, error));
      }
      ids.add(event.id);
    };
    for await (const page of source.pages(-1n, upTo)) page.forEach(check);
    found.push(...(await confirmDuplicates(source, upTo, ids, EVENT_IDS)));
    const unmatched = chain.finish();
    found.push(
      ...truncationFindings(unmatched),
      ...(await checkOutOfOrder(unmatched.outOfOrder, source, upTo)),
    );
    const { checkpoints: count, findings: unsigned } = cursor.result();
    const findings = found.length === 0 ? missingPosition(chain) : found;
    return { findings: [...unsigned, ...findings], heads: chain.heads(), checkpoints: count };
  });
}

const truncationFindings = ({ truncated }: UnmatchedCheckpoints): Finding[] =>
  truncated.map(({ events, checkpoint: { stream, size, time } }) => {
    const reason = `the checkpoint of ${time} was signed for ${size} events, but the stream has ${events}: it was truncated`;
    return toFinding(
      { stream, revision: events, id: null, type: null },
      new RuleViolation('checkpoint', reason),
    );
  });

/** Reads all events again to check out-of-order checkpoints. The first pass has verified the stored hashes. */
async function checkOutOfOrder(
  checkpoints: readonly Checkpoint[],
  source: EventSource,
  upTo: bigint,
): Promise<Finding[]> {
  if (checkpoints.length === 0) return [];
  const byEvent = new Map<string, Checkpoint[]>();
  for (const checkpoint of checkpoints) {
    const at = `${checkpoint.size - 1} ${checkpoint.stream}`;
    byEvent.set(at, [...(byEvent.get(at) ?? []), checkpoint]);
  }
  const findings: Finding[] = [];
  for await (const page of source.pages(-1n, upTo)) {
    for (const event of page) {
      const hash = storedHash(event.metadata);
      const other = byEvent
        .get(`${event.revision} ${event.stream}`)
        ?.find((checkpoint) => checkpoint.hash !== hash);
      if (other !== undefined)
        findings.push(toFinding(event, new RuleViolation('checkpoint', checkpointMismatch(other))));
    }
  }
  return findings;
}

function missingPosition(chain: ChainCheck): Finding[] {
  const gap = chain.firstGap();
  const reason = 'the previous position is missing: an event was removed from the file';
  return gap === undefined ? [] : [toFinding(gap, new RuleViolation('position', reason))];
}
