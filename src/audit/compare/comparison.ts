/**
 * Compares the read models with the event streams while the service runs: everything is compared as of the position that
 * all read models had reached at the start. Documents that change later are counted as in motion and skipped.
 */
import { isBookStream } from '../../ledger/book-name.ts';
import { BATCH_DOCUMENTS, COLLECTION_NAMES, createComparisonReport } from './comparison-report.ts';
import type { ComparedCollection, Difference, DocumentReads } from './comparison-report.ts';
import { compareWallets } from './wallet-comparison.ts';
import { createChainCheck } from '../chain/chain-check.ts';
import { toFinding, firstPerStream } from '../finding.ts';
import type { Finding } from '../finding.ts';
import { createDocumentRebuilder } from './expected-documents.ts';
import { createRulesCheck } from '../rules/rules-check.ts';
import type { EventSource } from '../event-source.ts';

export type Comparison = {
  readonly ok: boolean;
  /** Documents were compared as of this position; the newest event is at `head`. */
  readonly position: string;
  readonly head: string;
  readonly compared: Readonly<Record<ComparedCollection, number>>;
  /** Documents that changed after that position. */
  readonly in_motion: number;
  /** The first differences; `differences_in_all` is the total. */
  readonly differences: readonly Difference[];
  readonly differences_in_all: number;
  /** If the history itself has findings, the comparison is incomplete. */
  readonly findings: readonly Finding[];
};

/** Throws StoreUnavailable. */
export async function compareReadModels(
  source: EventSource,
  documents: DocumentReads,
  onProgress: (position: bigint, last: bigint) => void = () => undefined,
): Promise<Comparison> {
  const head = await source.head();
  const reached = await documents.checkpoints();
  const position = Object.values(COLLECTION_NAMES)
    .map((name) => reached.get(name) ?? -1n)
    .reduce((least, each) => (each < least ? each : least), head);
  const report = createComparisonReport(documents, position);
  const rules = createRulesCheck();
  const chain = createChainCheck();
  const rebuilt = createDocumentRebuilder();
  const findings: Finding[] = [];
  for await (const page of source.pages(-1n, position)) {
    for (const event of page) {
      try {
        chain.check(event);
        const decoded = rules.check(event);
        if (decoded === undefined || !isBookStream(event.stream)) continue;
        const { entries, events, transfer } = rebuilt.apply(event, decoded);
        report.expectEntries(event.stream, entries);
        report.expectDocuments('events', events);
        if (transfer !== undefined) report.expectDocuments('transfers', [transfer]);
      } catch (error) {
        findings.push(toFinding(event, error));
      }
    }
    await report.flush(BATCH_DOCUMENTS);
    onProgress(page.at(-1)?.position ?? position, position);
  }
  report.expectDocuments('transfers', rebuilt.openTransfers());
  await report.flush(1);
  if (findings.length === 0) {
    await compareWallets(rules, report, documents, position);
    for (const stream of rules.books().keys()) {
      await report.reportUnexpected('transfers', stream);
      await report.reportUnexpected('events', stream);
    }
  }
  const first = firstPerStream(findings);
  return { position: position.toString(), head: head.toString(), findings: first, ...report.result(first) };
}
