/** One reading of the stored bytes, start to end; it runs in a thread of its own or in the caller's. */
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
  /** Those about checkpoints themselves come first. */
  readonly findings: readonly Finding[];
  readonly heads: readonly VerifiedStream[];
  /** How many the streams were held against. */
  readonly checkpoints: number;
};

/** Throws StoreUnavailable, or Unreadable, when it can't read or has no room for its temporary file. */
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
        // What can't be read says nothing about the event.
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
    const reason = `the checkpoint of ${time} was signed for ${size} events, and there are ${events}: the end was cut off`;
    return toFinding(
      { stream, revision: events, id: null, type: null },
      new RuleViolation('checkpoint', reason),
    );
  });

/** Reads all again for checkpoints whose events had passed. The chain was checked, so events are what they state. */
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
  const reason = 'the position before it is missing: an event was taken out of the file';
  return gap === undefined ? [] : [toFinding(gap, new RuleViolation('position', reason))];
}
