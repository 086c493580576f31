/**
 * Verifies all streams, read-only. Two passes run in parallel: one over the stored bytes (in a worker thread if there are
 * many events) and one over their meaning. Memory grows with live objects (users, wallets, open transfers), not with
 * history.
 */
import type { EventMacs } from '../../event-store/event-macs.ts';
import type { CapturedBook } from '../../ledger/book.ts';
import { isBookStream } from '../../ledger/ids.ts';
import { monotonicTime } from '../../system/runtime.ts';
import type { VerifiedStream } from '../chain/chain-check.ts';
import {
  createMacsCheck,
  verifyChain,
  type ChainStart,
  type ChainResult,
  type MacsCheck,
} from '../chain/chain-verification.ts';
import {
  IDEMPOTENCY_KEYS,
  confirmDuplicates,
  idempotencyKeyText,
  withDuplicateDetector,
  type DuplicateDetector,
} from '../chain/duplicate-detector.ts';
import {
  lastSignedState,
  listCheckpointedStreams,
  type Checkpoint,
  type CheckpointSource,
  type SignedCheckpoint,
} from '../checkpoints/checkpoint-files.ts';
import { OPERATED_STREAMS } from '../checkpoints/checkpoint-writer.ts';
import { createSealedDetailsQueue, type DocumentsCheck } from '../documents-check.ts';
import type { EventSource, SourceEvent } from '../event-source.ts';
import { firstPerStream, toFinding, type Finding } from '../finding.ts';
import { HandOverCheck } from '../rules/hand-over-check.ts';
import { RulesCheck, type RulesSummary, type Unverified } from '../rules/rules-check.ts';
import { continueSource } from '../state/continued-source.ts';
import { SignedStatesCheck } from '../state/signed-states-check.ts';
import { saveState, type BookStart } from '../state/state-files.ts';

export type Verification = {
  readonly ok: boolean;
  /** Position of the newest event that was read. Later events are not verified. */
  readonly position: string;
  /** Time of the newest valid event; null if there is none. */
  readonly newest_event_at: string | null;
  readonly events: number;
  /** The first violation of each stream, sorted by stream name. */
  readonly findings: readonly Finding[];
  readonly streams: readonly VerifiedStream[];
  readonly checkpoints: number;
  /** Number of signed states that equal those that the audit has computed. */
  readonly states: number;
  /** If the audit continued from signed states: of how many books, and what it could therefore not compare. Else null. */
  readonly continued: { readonly books: number; readonly unverified: Unverified } | null;
  /** What was checked in the document store; null without its access or the master key. */
  readonly documents: CheckedDocuments | null;
  /** The MACs of events; null without the master key. */
  readonly macs: CheckedMacs | null;
  readonly seconds: number;
} & RulesSummary;

type CheckedMacs = {
  /** False if all events are of releases without MACs. */
  readonly begun: boolean;
  /** The number of valid MACs. Each covers the events of its append, and all before them. */
  readonly valid: number;
};

export type CheckedDocuments = {
  /** Payout accounts whose sealed details were opened, and those whose details were erased. */
  readonly payout_accounts: number;
  readonly erased_payout_accounts: number;
};

export type VerifyOptions = {
  /** Signed checkpoints to compare the streams with. */
  readonly checkpoints?: CheckpointSource;
  /** Also checks sealed details and snapshots, which only the document store and the master key together allow. */
  readonly documents?: DocumentsCheck;
  /** Also checks the MACs of events. */
  readonly macs?: EventMacs;
  /** Runs the pass over the stored bytes, for example in a worker thread. Default: this thread. */
  readonly chainVerifier?: (upTo: bigint, checkpoints: CheckpointSource | undefined) => Promise<ChainResult>;
  /** Continues after the signed states of these books, and reads only their later events. Needs checkpoints. */
  readonly starts?: ReadonlyMap<string, BookStart>;
  /** Saves the newest signed state of each book in this folder. Needs checkpoints. */
  readonly saveStates?: string;
  readonly onProgress?: (position: bigint, head: bigint) => void;
};

/** Throws StoreUnavailable or AuditUnavailable. */
export const verify = (source: EventSource, options: VerifyOptions = {}): Promise<Verification> =>
  withDuplicateDetector((completed) => verifyAll(source, options, completed), { candidatesMax: Infinity });

async function verifyAll(
  everything: EventSource,
  options: VerifyOptions,
  completed: DuplicateDetector,
): Promise<Verification> {
  const startedAt = monotonicTime();
  const { checkpoints, documents, starts, onProgress } = options;
  const begun = (await documents?.haveMacsBegun()) ?? false;
  // Read before the head, so that all their events are verified.
  const newestStates = options.saveStates === undefined ? [] : statesToSave(checkpoints);
  const head = await everything.head();
  const { source, from } = await sourceFor(everything, starts, checkpoints);
  const chainVerifier = options.chainVerifier ?? inThisThread(source, from);
  const macs = options.macs && createMacsCheck(options.macs, begun, from?.heads);
  const rules = new RulesCheck({ key: checkpoints?.key, completed, ...(starts && { starts }) });
  const handOvers = new HandOverCheck(checkpoints?.key, from?.heads);
  const states =
    checkpoints &&
    new SignedStatesCheck(rules, checkpoints, {
      onState: options.saveStates === undefined ? undefined : saver(options.saveStates, newestStates, rules),
      // The state that a book continues from was compared when it was loaded. It is saved again.
      after: (stream) =>
        (starts?.get(stream)?.checkpoint.size ?? 0) - (options.saveStates === undefined ? 0 : 1),
    });
  const [chain, meaning] = await Promise.all([
    chainVerifier(head, checkpoints),
    withDuplicateDetector((keys) =>
      runRules(source, head, { rules, keys, documents, macs, handOvers, states }, (position) =>
        onProgress?.(position, head),
      ),
    ),
  ]);
  const snapshots = documents === undefined ? [] : await checkSnapshots(documents, chain.heads);
  const checked = macs?.finish() ?? null;
  const findings = firstPerStream([
    ...chain.findings,
    ...(checked?.findings ?? []),
    ...meaning.findings,
    ...handOvers.finish(),
    ...snapshots,
  ]);
  return {
    ok: findings.length === 0,
    position: head.toString(),
    newest_event_at: meaning.newestAt,
    events: meaning.events,
    findings,
    streams: [...chain.heads].sort((a, b) => (a.stream < b.stream ? -1 : 1)),
    checkpoints: chain.checkpoints,
    states: states?.compared ?? 0,
    continued: starts === undefined ? null : { books: starts.size, unverified: rules.unverified() },
    documents: documents === undefined ? null : meaning.documents,
    macs: checked && { begun: checked.begun, valid: checked.valid },
    seconds: (monotonicTime() - startedAt) / 1_000,
    ...rules.summary(),
  };
}

const inThisThread =
  (source: EventSource, from: ChainStart | undefined): NonNullable<VerifyOptions['chainVerifier']> =>
  (upTo, checkpoints) =>
    verifyChain(source, upTo, checkpoints, from);

/** All events, or those after the states that the audit continues from. */
async function sourceFor(
  source: EventSource,
  starts: VerifyOptions['starts'],
  checkpoints: CheckpointSource | undefined,
): Promise<{ readonly source: EventSource; readonly from: ChainStart | undefined }> {
  if (starts === undefined || starts.size === 0) return { source, from: undefined };
  const others = new Set([
    ...source.streams(),
    ...OPERATED_STREAMS,
    ...(checkpoints === undefined ? [] : listCheckpointedStreams(checkpoints.folder)),
  ]);
  for (const stream of starts.keys()) others.delete(stream);
  const continued = await continueSource(source, starts, others);
  const confirmed = new Map([...starts].map(([stream, { checkpoint }]) => [stream, checkpoint]));
  return { source: continued, from: { heads: continued.heads, checkpoints: confirmed } };
}

function statesToSave(checkpoints: CheckpointSource | undefined): readonly SignedCheckpoint[] {
  if (checkpoints === undefined) return [];
  const { folder, key } = checkpoints;
  return listCheckpointedStreams(folder).flatMap((stream) => lastSignedState(folder, stream, key) ?? []);
}

/** More events are not read again only because reconciliation has not collected them. */
const READ_AGAIN_MAX = 20_000;

function saver(
  folder: string,
  newest: readonly SignedCheckpoint[],
  rules: RulesCheck,
): (checkpoint: Checkpoint, captured: CapturedBook) => Promise<void> {
  const wanted = new Map(newest.map((each) => [each.checkpoint.stream, each]));
  return async ({ stream, size }, captured) => {
    const signed = wanted.get(stream);
    if (signed?.checkpoint.size !== size) return;
    const uncollected = rules.firstUncollected(stream) ?? size;
    const readFrom = size - uncollected > READ_AGAIN_MAX ? size - 1 : Math.min(uncollected, size - 1);
    await saveState(folder, signed, { captured, readFrom });
  };
}

type RulesPass = {
  readonly rules: RulesCheck;
  readonly keys: DuplicateDetector;
  readonly documents: DocumentsCheck | undefined;
  readonly macs: MacsCheck | undefined;
  readonly handOvers: HandOverCheck;
  readonly states: SignedStatesCheck | undefined;
};

type RulesResult = {
  readonly events: number;
  readonly newestAt: string | null;
  readonly findings: readonly Finding[];
  readonly documents: CheckedDocuments;
};

async function checkSnapshots(
  documents: DocumentsCheck,
  streams: readonly VerifiedStream[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { stream } of streams) {
    const finding = isBookStream(stream) ? await documents.checkSnapshot(stream) : undefined;
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

/** Runs the pass over the meaning of events. */
async function runRules(
  source: EventSource,
  upTo: bigint,
  { rules, keys, documents, macs, handOvers, states }: RulesPass,
  onProgress: (position: bigint) => void,
): Promise<RulesResult> {
  const findings: Finding[] = [];
  const last = new Map<string, SourceEvent>();
  let events = 0;
  let newestAt: string | null = null;
  const sealed = createSealedDetailsQueue(documents);
  const keyOf = (event: SourceEvent): string | undefined => {
    try {
      const decoded = rules.check(event);
      if (decoded !== undefined) sealed.add(event, decoded.data);
      if (decoded !== undefined) handOvers.check(event, decoded.data);
      const metadata = decoded?.metadata;
      newestAt = metadata?.time ?? newestAt;
      return metadata?.idempotency?.key;
    } catch (error) {
      findings.push(toFinding(event, error));
      return undefined;
    }
  };
  for await (const page of source.pages(-1n, upTo)) {
    for (const event of page) {
      macs?.check(event);
      handOvers.observe(event);
      const key = keyOf(event);
      if (key !== undefined) keys.add(idempotencyKeyText(event.stream, key));
      const finding = await states?.check(event);
      if (finding !== undefined) findings.push(finding);
      last.set(event.stream, event);
    }
    findings.push(...(await sealed.check()));
    events += page.length;
    onProgress(page.at(-1)?.position ?? -1n);
  }
  for (const [stream, error] of rules.finish()) {
    const event = last.get(stream);
    if (event !== undefined) findings.push(toFinding(event, error));
  }
  findings.push(...(await confirmDuplicates(source, upTo, keys, IDEMPOTENCY_KEYS)));
  return { events, newestAt, findings, documents: sealed.checked() };
}
