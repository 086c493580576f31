/**
 * Verifies all streams, read-only. Two passes run in parallel: one over the stored bytes (in a worker thread if there are
 * many events) and one over their meaning. Memory grows with live objects (users, wallets, open transfers), not with
 * history.
 */
import type { EventMacs } from '../../event-store/event-macs.ts';
import { isBookStream } from '../../ledger/ids.ts';
import { monotonicTime } from '../../system/runtime.ts';
import type { VerifiedStream } from '../chain/chain-check.ts';
import {
  createMacsCheck,
  verifyChain,
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
import type { CheckpointSource } from '../checkpoints/checkpoint-files.ts';
import { createSealedDetailsQueue, type DocumentsCheck } from '../documents-check.ts';
import type { EventSource, SourceEvent } from '../event-source.ts';
import { firstPerStream, toFinding, type Finding } from '../finding.ts';
import { HandOverCheck } from '../rules/hand-over-check.ts';
import { RulesCheck, type RulesSummary } from '../rules/rules-check.ts';
import { SignedStatesCheck } from '../state/signed-states-check.ts';

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
  readonly onProgress?: (position: bigint, head: bigint) => void;
};

/** Throws StoreUnavailable or AuditUnavailable. */
export const verify = (source: EventSource, options: VerifyOptions = {}): Promise<Verification> =>
  withDuplicateDetector((completed) => verifyAll(source, options, completed), { candidatesMax: Infinity });

async function verifyAll(
  source: EventSource,
  options: VerifyOptions,
  completed: DuplicateDetector,
): Promise<Verification> {
  const startedAt = monotonicTime();
  const { checkpoints, documents, chainVerifier = inThisThread(source), onProgress } = options;
  const begun = (await documents?.haveMacsBegun()) ?? false;
  const macs = options.macs && createMacsCheck(options.macs, begun);
  const head = await source.head();
  const rules = new RulesCheck({ key: checkpoints?.key, completed });
  const handOvers = new HandOverCheck(checkpoints?.key);
  const states = checkpoints && new SignedStatesCheck(rules, checkpoints);
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
    documents: documents === undefined ? null : meaning.documents,
    macs: checked && { begun: checked.begun, valid: checked.valid },
    seconds: (monotonicTime() - startedAt) / 1_000,
    ...rules.summary(),
  };
}

const inThisThread =
  (source: EventSource): NonNullable<VerifyOptions['chainVerifier']> =>
  (upTo, checkpoints) =>
    verifyChain(source, upTo, checkpoints);

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
