/** One reading of the stored bytes, start to end; it runs in a thread of its own or in the caller's. */
import { createChainCheck } from './chain-check.ts';
import type { Anchors, ChainCheck, StreamHead } from './chain-check.ts';
import { Wrong, findingOf } from './finding.ts';
import type { Finding } from './finding.ts';
import { EVENT_IDS, confirmRepeats, withMarks } from './repeats.ts';
import type { Source, SourceEvent } from './source.ts';

export type ChainResult = {
  readonly findings: readonly Finding[];
  readonly heads: readonly StreamHead[];
};

/** Throws StoreUnavailable, or Unreadable, when it can't read or has no room for its temporary file. */
export function runChainPass(source: Source, upTo: bigint, anchors: Anchors): Promise<ChainResult> {
  return withMarks(async (ids) => {
    const check = createChainCheck(anchors, source.gapless);
    const findings: Finding[] = [];
    const take = (event: SourceEvent): void => {
      try {
        check.take(event);
      } catch (error) {
        findings.push(findingOf(event, error));
      }
      ids.add(event.id);
    };
    for await (const page of source.pages(-1n, upTo)) page.forEach(take);
    findings.push(...(await confirmRepeats(source, upTo, ids, EVENT_IDS)), ...cutOffEnds(check));
    return { findings: findings.length === 0 ? missingPosition(check) : findings, heads: check.heads() };
  });
}

const cutOffEnds = (check: ChainCheck): Finding[] =>
  check.cutOff().map(({ stream, events, anchor }) => {
    const reason = `the checkpoint of ${anchor.time} was signed for ${anchor.size} events, and there are ${events}: the end was cut off`;
    return findingOf({ stream, revision: events, id: null, type: null }, new Wrong('checkpoint', reason));
  });

function missingPosition(check: ChainCheck): Finding[] {
  const gap = check.gap();
  const reason = 'the position before it is missing: an event was taken out of the file';
  return gap === undefined ? [] : [findingOf(gap, new Wrong('position', reason))];
}
