/** One pass over the stored bytes of all streams. It can run in a worker thread. */
import { createChainCheck, checkpointMismatch, storedHash } from './chain-check.ts';
import type { ChainCheck, UnmatchedCheckpoints, VerifiedStream } from './chain-check.ts';
import { RuleViolation, toFinding } from '../finding.ts';
import type { Finding } from '../finding.ts';
import { EVENT_IDS, confirmDuplicates, withDuplicateDetector } from './duplicate-findings.ts';
import { AuditUnavailable } from '../event-source.ts';
import type { EventSource, SourceEvent } from '../event-source.ts';
import { NO_CHECKPOINTS, openCheckpointCursor } from '../checkpoints/checkpoint-cursor.ts';
import type { SignedHead, CheckpointSource } from '../checkpoints/checkpoint-cursor.ts';

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
  place: CheckpointSource | undefined,
): Promise<ChainResult> {
  return withDuplicateDetector(async (ids) => {
    const witness = place === undefined ? NO_CHECKPOINTS : openCheckpointCursor(place);
    const check = createChainCheck(witness, source.gapless);
    const found: Finding[] = [];
    const take = (event: SourceEvent): void => {
      try {
        check.check(event);
      } catch (error) {
        // A read error is not a finding about the event.
        if (error instanceof AuditUnavailable) throw error;
        found.push(toFinding(event, error));
      }
      ids.add(event.id);
    };
    for await (const page of source.pages(-1n, upTo)) page.forEach(take);
    found.push(...(await confirmDuplicates(source, upTo, ids, EVENT_IDS)));
    const left = check.finish();
    found.push(...truncationFindings(left), ...(await checkOutOfOrder(left.outOfOrder, source, upTo)));
    const { checkpoints, findings: unsigned } = witness.result();
    const findings = found.length === 0 ? missingPosition(check) : found;
    return { findings: [...unsigned, ...findings], heads: check.heads(), checkpoints };
  });
}

const truncationFindings = ({ truncated }: UnmatchedCheckpoints): Finding[] =>
  truncated.map(({ events, anchor: { stream, size, time } }) => {
    const reason = `the checkpoint of ${time} was signed for ${size} events, but the stream has ${events}: it was truncated`;
    return toFinding(
      { stream, revision: events, id: null, type: null },
      new RuleViolation('checkpoint', reason),
    );
  });

/** Reads all events again to check out-of-order checkpoints. The first pass has verified the stored hashes. */
async function checkOutOfOrder(
  late: readonly SignedHead[],
  source: EventSource,
  upTo: bigint,
): Promise<Finding[]> {
  if (late.length === 0) return [];
  const wanted = new Map<string, SignedHead[]>();
  for (const anchor of late) {
    const at = `${anchor.size - 1} ${anchor.stream}`;
    wanted.set(at, [...(wanted.get(at) ?? []), anchor]);
  }
  const findings: Finding[] = [];
  for await (const page of source.pages(-1n, upTo)) {
    for (const event of page) {
      const hash = storedHash(event.metadata);
      const other = wanted.get(`${event.revision} ${event.stream}`)?.find((anchor) => anchor.hash !== hash);
      if (other !== undefined)
        findings.push(toFinding(event, new RuleViolation('checkpoint', checkpointMismatch(other))));
    }
  }
  return findings;
}

function missingPosition(check: ChainCheck): Finding[] {
  const gap = check.firstGap();
  const reason = 'the previous position is missing: an event was removed from the file';
  return gap === undefined ? [] : [toFinding(gap, new RuleViolation('position', reason))];
}
