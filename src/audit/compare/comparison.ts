/**
 * Compares the read models with the event streams while the service runs: everything is compared as of the position that
 * all read models had reached at the start. Documents that change later are counted as in motion and skipped.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECTIONS } from '../../../projections/all.ts';
import { DATABASE_FILE_NAME, type Config } from '../../config/config.ts';
import type { Metadata } from '../../event-store/codec.ts';
import type { PlatformEventData } from '../../generated/events.ts';
import { isBookStream } from '../../ledger/ids.ts';
import { isWithoutDocuments } from '../../platform/books.ts';
import { PLATFORM_STREAM } from '../../platform/platform.ts';
import {
  createReadModelRouter,
  type ReadModelRouter,
} from '../../read-models/generations/read-model-router.ts';
import type { StoredDocument } from '../../read-models/port.ts';
import { openDatabase } from '../../sqlite/database.ts';
import { createSqliteDocuments } from '../../sqlite/documents.ts';
import { currentTime } from '../../system/runtime.ts';
import { ChainCheck } from '../chain/chain-check.ts';
import { formatAmount } from '../decimal.ts';
import { AuditUnavailable, type EventSource } from '../event-source.ts';
import { firstPerStream, toFinding, type Finding } from '../finding.ts';
import { RulesCheck } from '../rules/rules-check.ts';
import {
  BATCH_DOCUMENTS,
  COLLECTION_NAMES,
  NO_ENTRIES,
  addEntry,
  ComparisonReport,
  listAll,
  type ComparedCollection,
  type Difference,
  type DocumentReads,
  type EntryTotals,
} from './comparison-report.ts';
import { createDocumentRebuilder, type Entry } from './expected-documents.ts';

// Compares stored wallets and wallet histories with the balances that the audit computed.

/** Compares the balances, status, and history totals of every wallet, and reports wallets that no event produced. */
async function compareWallets(
  rules: RulesCheck,
  report: ComparisonReport,
  documents: DocumentReads,
  position: bigint,
): Promise<void> {
  for (const [stream, { book, accounts }] of rules.books()) {
    const wallets = [...book.wallets.values()];
    for (let from = 0; from < wallets.length; from += BATCH_DOCUMENTS) {
      const batch = wallets.slice(from, from + BATCH_DOCUMENTS);
      const ids = batch.map(({ id }) => id);
      const found = new Map(
        (await documents.getMany(COLLECTION_NAMES.wallets, ids)).map((each) => [each.id, each]),
      );
      for (const { id, asset, status } of batch) {
        // Wallets are deleted before their histories.
        if (!found.has(id) && report.isDeleted(stream)) continue;
        report.counts.wallets += 1;
        const text = (amount = 0n): string => formatAmount(amount, accounts.decimalsOf(asset));
        const [available, pending] = [accounts.balanceOf(id), accounts.balanceOf(id, 'pending')];
        const balances = {
          status,
          available: text(available?.amount),
          pending: text(pending?.amount),
          cashable: text(available?.cashable),
        };
        compareWallet(report, { stream, id, figures: balances, document: found.get(id), position });
        await compareHistory(report, documents, { stream, id, position, text });
      }
    }
    await report.reportUnexpectedWallets(stream, (id) => book.wallets.has(id));
  }
}

type WalletBalances = {
  readonly status: string;
  readonly available: string;
  readonly pending: string;
  readonly cashable: string;
};

function compareWallet(
  report: ComparisonReport,
  given: {
    readonly stream: string;
    readonly id: string;
    readonly figures: WalletBalances;
    readonly document: StoredDocument | undefined;
    readonly position: bigint;
  },
): void {
  const { stream, id, figures, document, position } = given;
  if (document !== undefined && document.position > position) {
    report.countInMotion();
    return;
  }
  const stored = document === undefined ? undefined : balancesIn(document);
  const rebuilt = JSON.stringify(figures);
  if (document?.scope !== stream || stored !== rebuilt)
    report.differ({
      collection: 'wallets',
      stream,
      id,
      what: document ? 'balance or status' : 'missing',
      rebuilt,
      stored: stored ?? null,
    });
}

function balancesIn({ body }: StoredDocument): string {
  // The wallets projection writes these documents.
  const { status, balance } = JSON.parse(body) as { status: string; balance: Omit<WalletBalances, 'status'> };
  const { available, pending, cashable } = balance;
  return JSON.stringify({ status, available, pending, cashable });
}

/** Compares the number and sums of a wallet's stored history entries, by bucket. */
async function compareHistory(
  report: ComparisonReport,
  documents: DocumentReads,
  {
    stream,
    id,
    position,
    text,
  }: {
    readonly stream: string;
    readonly id: string;
    readonly position: bigint;
    readonly text: (amount: bigint) => string;
  },
): Promise<void> {
  let stored = NO_ENTRIES;
  for await (const document of listAll(documents, COLLECTION_NAMES.wallet_history, stream, [
    `wallet:${id}`,
  ])) {
    if (document.position > position) continue;
    // The wallet history projection writes these documents.
    stored = addEntry(stored, JSON.parse(document.body) as Entry);
  }
  const rebuilt = report.totalsOf(id);
  const formatTotals = ({ entries, sums }: EntryTotals): string =>
    JSON.stringify({
      entries,
      available: text(sums.available),
      pending: text(sums.pending),
      cashable: text(sums.cashable),
    });
  if (formatTotals(stored) !== formatTotals(rebuilt))
    report.differ({
      collection: 'wallet_history',
      stream,
      id,
      what: 'sums of entries',
      rebuilt: formatTotals(rebuilt),
      stored: formatTotals(stored),
    });
}

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

const PAGE_EVENTS = 1_000;

/** Returns a check: are the documents of this book deleted, because its sandbox was reset a day ago? */
async function createDeletionCheck(source: EventSource): Promise<(stream: string) => boolean> {
  const sandboxes = new Map<string, { generation: number; resetTimes: number[] }>();
  for (let from = 0; ; from += PAGE_EVENTS) {
    const page = await source.read(PLATFORM_STREAM, from, PAGE_EVENTS);
    for (const { type, data, metadata } of page) {
      if (type !== 'sandbox.reset') continue;
      // Events with another shape are findings of the rules.
      const { integrator_id, generation } = JSON.parse(data) as PlatformEventData<'sandbox.reset'>;
      const { time } = JSON.parse(metadata) as Metadata;
      const resetTimes = sandboxes.get(integrator_id)?.resetTimes ?? [];
      sandboxes.set(integrator_id, { generation, resetTimes: [...resetTimes, Date.parse(time)] });
    }
    if (page.length < PAGE_EVENTS) break;
  }
  const now = currentTime();
  return (stream) => isWithoutDocuments({ sandboxes }, stream, now);
}

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
  const report = new ComparisonReport(documents, position, await createDeletionCheck(source));
  const rules = new RulesCheck();
  const chain = new ChainCheck();
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

// Opens the read models of the configured service for reading only.

/** Resolves each projection to the generation that the service reads. Throws AuditUnavailable. */
export async function openReadModels({
  dataDir,
  mongoUrl,
}: Pick<Config, 'dataDir' | 'mongoUrl'>): Promise<ReadModelRouter> {
  if (mongoUrl !== undefined) {
    // Loading the driver is slow, so load it only if needed.
    const { createMongoDocumentStore } = await import('../../read-models/stores/mongodb/database.ts');
    return createReadModelRouter(createMongoDocumentStore(mongoUrl), PROJECTIONS);
  }
  const file = join(dataDir, DATABASE_FILE_NAME);
  if (!existsSync(file)) throw new AuditUnavailable(`file ${file} does not exist`);
  return createReadModelRouter(createSqliteDocuments(openDatabase(file, { readOnly: true })), PROJECTIONS);
}

/**
 * Compares the generation that is served at the start, even if a newer one replaces it during the run. Throws
 * AuditUnavailable if it is dropped before the end, because missing documents are then not a finding.
 */
export async function compareServedReadModels(
  source: EventSource,
  documents: ReadModelRouter,
  onProgress?: (position: bigint, last: bigint) => void,
): Promise<Comparison> {
  const droppedError = (): AuditUnavailable =>
    new AuditUnavailable('a read model was replaced during the comparison; run it again');
  try {
    const found = await compareReadModels(source, documents, onProgress);
    if (found.ok || !(await isBeingDropped(documents))) return found;
  } catch (error) {
    throw (await isBeingDropped(documents)) ? droppedError() : error;
  }
  throw droppedError();
}

/** Whether a compared generation was dropped or is being dropped. Checkpoints are named after collections. */
async function isBeingDropped(documents: ReadModelRouter): Promise<boolean> {
  const checkpoints = await documents.store.checkpoints();
  const read = await Promise.all(
    Object.values(COLLECTION_NAMES).map((name) => documents.resolveCollection(name)),
  );
  return read.some((name) => !checkpoints.has(name) || checkpoints.has(`${name} dropping`));
}
