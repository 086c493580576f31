/** One reading of the stored bytes, start to end; it runs in a thread of its own or in the caller's. */
import { createChainCheck } from './chain-check.ts';
import type { Anchors, StreamHead } from './chain-check.ts';
import { Wrong, findingOf } from './finding.ts';
import type { Finding } from './finding.ts';
import { EVENT_IDS, confirmRepeats, createRepeats } from './repeats.ts';
import type { Source, SourceEvent } from './source.ts';

export type ChainResult = {
  readonly findings: readonly Finding[];
  readonly heads: readonly StreamHead[];
};

/** The same, fed event by event. */
export type ChainPass = {
  take(event: SourceEvent): void;
  finish(source: Source, upTo: bigint): Promise<ChainResult>;
};

export function createChainPass(anchors: Anchors, gapless: boolean): ChainPass {
  const check = createChainCheck(anchors, gapless);
  const ids = createRepeats();
  const findings: Finding[] = [];
  return {
    take(event) {
      try {
        check.take(event);
      } catch (error) {
        findings.push(findingOf(event, error));
      }
      ids.add(event.id);
    },
    async finish(source, upTo) {
      findings.push(...(await confirmRepeats(source, upTo, ids.suspects, EVENT_IDS)));
      for (const { stream, events, anchor } of check.cutOff()) {
        const reason = `the checkpoint of ${anchor.time} was signed for ${anchor.size} events, and there are ${events}: the end was cut off`;
        findings.push(
          findingOf({ stream, revision: events, id: null, type: null }, new Wrong('checkpoint', reason)),
        );
      }
      const gap = check.gap();
      if (findings.length === 0 && gap !== undefined)
        findings.push(
          findingOf(
            gap,
            new Wrong('position', 'the position before it is missing: an event was taken out of the file'),
          ),
        );
      return { findings, heads: check.heads() };
    },
  };
}

export async function runChainPass(
  source: Source,
  upTo: bigint,
  anchors: Anchors,
  onProgress: (position: bigint) => void = () => undefined,
): Promise<ChainResult> {
  const pass = createChainPass(anchors, source.gapless);
  for await (const page of source.pages(-1n, upTo)) {
    for (const event of page) pass.take(event);
    onProgress(page.at(-1)?.position ?? -1n);
  }
  return pass.finish(source, upTo);
}
