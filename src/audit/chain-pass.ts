/** One reading of the stored bytes, start to end; it runs in a thread of its own or in the caller's. */
import { createChainCheck, otherThanSigned, statedHash } from './chain-check.ts';
import type { ChainCheck, LeftOver, StreamHead } from './chain-check.ts';
import { Wrong, findingOf } from './finding.ts';
import type { Finding } from './finding.ts';
import { EVENT_IDS, confirmRepeats, withMarks } from './repeats.ts';
import { Unreadable } from './source.ts';
import type { Source, SourceEvent } from './source.ts';
import { NO_WITNESS, openWitness } from './witness.ts';
import type { Anchor, WitnessPlace } from './witness.ts';

export type ChainResult = {
  /** Those about checkpoints themselves come first. */
  readonly findings: readonly Finding[];
  readonly heads: readonly StreamHead[];
  /** How many the streams were held against. */
  readonly checkpoints: number;
};

/** Throws StoreUnavailable, or Unreadable, when it can't read or has no room for its temporary file. */
export function runChainPass(
  source: Source,
  upTo: bigint,
  place: WitnessPlace | undefined,
): Promise<ChainResult> {
  return withMarks(async (ids) => {
    const witness = place === undefined ? NO_WITNESS : openWitness(place);
    const check = createChainCheck(witness, source.gapless);
    const found: Finding[] = [];
    const take = (event: SourceEvent): void => {
      try {
        check.take(event);
      } catch (error) {
        // What can't be read says nothing about the event.
        if (error instanceof Unreadable) throw error;
        found.push(findingOf(event, error));
      }
      ids.add(event.id);
    };
    for await (const page of source.pages(-1n, upTo)) page.forEach(take);
    found.push(...(await confirmRepeats(source, upTo, ids, EVENT_IDS)));
    const left = check.finish();
    found.push(...cutOffEnds(left), ...(await lookUp(left.late, source, upTo)));
    const { checkpoints, findings: unsigned } = witness.counted();
    const findings = found.length === 0 ? missingPosition(check) : found;
    return { findings: [...unsigned, ...findings], heads: check.heads(), checkpoints };
  });
}

const cutOffEnds = ({ cutOff }: LeftOver): Finding[] =>
  cutOff.map(({ events, anchor: { stream, size, time } }) => {
    const reason = `the checkpoint of ${time} was signed for ${size} events, and there are ${events}: the end was cut off`;
    return findingOf({ stream, revision: events, id: null, type: null }, new Wrong('checkpoint', reason));
  });

/** Reads all again for checkpoints whose events had passed. The chain was checked, so events are what they state. */
async function lookUp(late: readonly Anchor[], source: Source, upTo: bigint): Promise<Finding[]> {
  if (late.length === 0) return [];
  const wanted = new Map<string, Anchor[]>();
  for (const anchor of late) {
    const at = `${anchor.size - 1} ${anchor.stream}`;
    wanted.set(at, [...(wanted.get(at) ?? []), anchor]);
  }
  const findings: Finding[] = [];
  for await (const page of source.pages(-1n, upTo)) {
    for (const event of page) {
      const hash = statedHash(event.metadata);
      const other = wanted.get(`${event.revision} ${event.stream}`)?.find((anchor) => anchor.hash !== hash);
      if (other !== undefined)
        findings.push(findingOf(event, new Wrong('checkpoint', otherThanSigned(other))));
    }
  }
  return findings;
}

function missingPosition(check: ChainCheck): Finding[] {
  const gap = check.gap();
  const reason = 'the position before it is missing: an event was taken out of the file';
  return gap === undefined ? [] : [findingOf(gap, new Wrong('position', reason))];
}
