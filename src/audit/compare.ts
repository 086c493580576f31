/**
 * Holds the documents that the interface answers from against the streams. A live service goes on writing, so everything
 * is compared as of one position: the one that all read models had reached when it began. What changed after that is
 * counted as in motion, and compared next time.
 */
import { BATCH, NAMES, createReport } from './compare-report.ts';
import type { Collection, Difference, Reads } from './compare-report.ts';
import { compareWallets } from './compare-wallets.ts';
import { createChainCheck } from './chain-check.ts';
import { findingOf, firstOfEach } from './finding.ts';
import type { Finding } from './finding.ts';
import { createRebuilt } from './rebuilt.ts';
import { createRulesCheck } from './rules-check.ts';
import type { Source } from './source.ts';

export type Comparison = {
  readonly ok: boolean;
  /** What was compared is as of here; the newest event is at `head`. */
  readonly position: string;
  readonly head: string;
  readonly compared: Readonly<Record<Collection, number>>;
  /** Documents that changed after that position. */
  readonly in_motion: number;
  /** The first of them; `differences_in_all` counts them all. */
  readonly differences: readonly Difference[];
  readonly differences_in_all: number;
  /** Where the history itself is wrong, nothing can be compared. */
  readonly findings: readonly Finding[];
};

/** Throws StoreUnavailable. */
export async function compare(
  source: Source,
  documents: Reads,
  onProgress: (position: bigint, last: bigint) => void = () => undefined,
): Promise<Comparison> {
  const head = await source.head();
  const reached = await documents.checkpoints();
  const position = Object.values(NAMES)
    .map((name) => reached.get(name) ?? -1n)
    .reduce((least, each) => (each < least ? each : least), head);
  const report = createReport(documents, position);
  const rules = createRulesCheck();
  const chain = createChainCheck();
  const rebuilt = createRebuilt();
  const findings: Finding[] = [];
  for await (const page of source.pages(-1n, position)) {
    for (const event of page) {
      try {
        chain.take(event);
        const decoded = rules.take(event);
        if (decoded === undefined || !event.stream.startsWith('book-')) continue;
        const { entries, events, transfer } = rebuilt.take(event, decoded);
        report.enter(event.stream, entries);
        report.expect('events', events);
        if (transfer !== undefined) report.expect('transfers', [transfer]);
      } catch (error) {
        findings.push(findingOf(event, error));
      }
    }
    await report.flush(BATCH);
    onProgress(page.at(-1)?.position ?? position, position);
  }
  report.expect('transfers', rebuilt.open());
  await report.flush(1);
  if (findings.length === 0) {
    await compareWallets(rules, report, documents, position);
    for (const stream of rules.books().keys()) {
      await report.searchForMore('transfers', stream);
      await report.searchForMore('events', stream);
    }
  }
  const wrong = firstOfEach(findings);
  return { position: position.toString(), head: head.toString(), findings: wrong, ...report.result(wrong) };
}
