/**
 * Verifies the streams of a service, by reading them and nothing else. Two readings go side by side: one of the stored
 * bytes (in a thread of its own where there is much to read), one of what they mean. Memory grows with what is alive (users,
 * wallets, transfers that are not over) and not with history.
 */
import type { StreamHead } from './chain-check.ts';
import { runChainPass } from './chain-pass.ts';
import type { ChainResult } from './chain-pass.ts';
import { findingOf, firstOfEach } from './finding.ts';
import type { Finding } from './finding.ts';
import type { Marks } from './marks.ts';
import { KEYS, confirmRepeats, keyText, withMarks } from './repeats.ts';
import { createRulesCheck } from './rules-check.ts';
import type { RulesCheck, RulesSummary } from './rules-check.ts';
import type { Source, SourceEvent } from './source.ts';
import type { WitnessPlace } from './witness.ts';

export type Verification = {
  readonly ok: boolean;
  /** Position of the newest event that was read; what came later was not looked at. */
  readonly position: string;
  /** The time of the newest event that was right; null when none was. */
  readonly newest_event_at: string | null;
  readonly events: number;
  /** The first wrong event of each stream, in the order of streams' names. */
  readonly findings: readonly Finding[];
  readonly streams: readonly StreamHead[];
  readonly checkpoints: number;
  readonly seconds: number;
} & RulesSummary;

export type VerifyOptions = {
  /** Signed checkpoints to hold the streams against. */
  readonly witness?: WitnessPlace;
  /** Reads the bytes elsewhere, up to a position; in this thread when it is left out. */
  readonly chainPass?: (upTo: bigint, witness: WitnessPlace | undefined) => Promise<ChainResult>;
  readonly onProgress?: (position: bigint, head: bigint) => void;
};

/** Throws StoreUnavailable, or Unreadable, when it can't read. */
export async function verify(source: Source, options: VerifyOptions = {}): Promise<Verification> {
  const startedAt = performance.now();
  const { witness, chainPass = readHere(source), onProgress } = options;
  const head = await source.head();
  const rules = createRulesCheck();
  const [chain, meaning] = await Promise.all([
    chainPass(head, witness),
    withMarks((keys) => runRules(source, head, { rules, keys }, (position) => onProgress?.(position, head))),
  ]);
  const findings = firstOfEach([...chain.findings, ...meaning.findings]);
  return {
    ok: findings.length === 0,
    position: head.toString(),
    newest_event_at: meaning.newestAt,
    events: meaning.events,
    findings,
    streams: [...chain.heads].sort((a, b) => (a.stream < b.stream ? -1 : 1)),
    checkpoints: chain.checkpoints,
    seconds: (performance.now() - startedAt) / 1_000,
    ...rules.summary(),
  };
}

const readHere =
  (source: Source): NonNullable<VerifyOptions['chainPass']> =>
  (upTo, witness) =>
    runChainPass(source, upTo, witness);

type Meaning = {
  readonly events: number;
  readonly newestAt: string | null;
  readonly findings: readonly Finding[];
};

/** Reads everything once more for what it means. */
async function runRules(
  source: Source,
  upTo: bigint,
  { rules, keys }: { readonly rules: RulesCheck; readonly keys: Marks },
  onProgress: (position: bigint) => void,
): Promise<Meaning> {
  const findings: Finding[] = [];
  const last = new Map<string, SourceEvent>();
  let events = 0;
  let newestAt: string | null = null;
  const keyOf = (event: SourceEvent): string | undefined => {
    try {
      const metadata = rules.take(event)?.metadata;
      newestAt = metadata?.time ?? newestAt;
      return metadata?.idempotency?.key;
    } catch (error) {
      findings.push(findingOf(event, error));
      return undefined;
    }
  };
  for await (const page of source.pages(-1n, upTo)) {
    for (const event of page) {
      const key = keyOf(event);
      if (key !== undefined) keys.add(keyText(event.stream, key));
      last.set(event.stream, event);
    }
    events += page.length;
    onProgress(page.at(-1)?.position ?? -1n);
  }
  for (const [stream, error] of rules.finish()) {
    const event = last.get(stream);
    if (event !== undefined) findings.push(findingOf(event, error));
  }
  findings.push(...(await confirmRepeats(source, upTo, keys, KEYS)));
  return { events, newestAt, findings };
}
