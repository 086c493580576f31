/** One pass over the stored bytes of all streams. It can run in a worker thread. */

import { FIRST_HASH } from '../../event-store/codec.ts';
import { hasMac, type EventMacs } from '../../event-store/event-macs.ts';
import type { PlatformEventData } from '../../generated/events.ts';
import { PLATFORM_STREAM } from '../../platform/platform.ts';
import {
  NO_CHECKPOINTS,
  openCheckpointCursor,
  type Checkpoint,
  type CheckpointCursor,
  type CheckpointSource,
} from '../checkpoints/checkpoint-files.ts';
import { AuditUnavailable, type EventSource, type SourceEvent } from '../event-source.ts';
import { RuleViolation, toFinding, type EventLocation, type Finding } from '../finding.ts';
import {
  checkpointMismatch,
  ChainCheck,
  storedHash,
  type ChainHeads,
  type UnmatchedCheckpoints,
  type VerifiedStream,
} from './chain-check.ts';
import { EVENT_IDS, confirmDuplicates, withDuplicateDetector } from './duplicate-detector.ts';

export type ChainResult = {
  /** Findings about the checkpoints themselves come first. */
  readonly findings: readonly Finding[];
  readonly heads: readonly VerifiedStream[];
  /** Number of valid checkpoints that were checked. */
  readonly checkpoints: number;
};

/** Where the pass continues, and the checkpoint of each of these streams that confirms it. Earlier ones are not read. */
export type ChainStart = {
  readonly heads: ChainHeads;
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
};

function cursorFrom(source: CheckpointSource, from: ChainStart | undefined): CheckpointCursor {
  if (from === undefined) return openCheckpointCursor(source);
  const first = new Map(from.checkpoints);
  const later = openCheckpointCursor(
    source,
    ({ stream, size }) => size > (from.checkpoints.get(stream)?.size ?? 0),
  );
  return {
    ...later,
    streams: [...new Set([...later.streams, ...first.keys()])],
    next(stream) {
      const checkpoint = first.get(stream);
      first.delete(stream);
      return checkpoint ?? later.next(stream);
    },
  };
}

/** Throws StoreUnavailable, or AuditUnavailable if a folder cannot be read or the disk is full. */
export function verifyChain(
  source: EventSource,
  upTo: bigint,
  checkpoints: CheckpointSource | undefined,
  from?: ChainStart,
): Promise<ChainResult> {
  return withDuplicateDetector(async (ids) => {
    const cursor = checkpoints === undefined ? NO_CHECKPOINTS : cursorFrom(checkpoints, from);
    const chain = new ChainCheck(cursor, source.gapless, from && { position: -1n, heads: from.heads });
    const found: Finding[] = [];
    const check = (event: SourceEvent): void => {
      try {
        chain.check(event);
      } catch (error) {
        // A read error is not a finding about the event.
        if (error instanceof AuditUnavailable) throw error;
        found.push(toFinding(event, error));
      }
      ids.add(event.id);
    };
    for await (const page of source.pages(-1n, upTo)) page.forEach(check);
    found.push(...(await confirmDuplicates(source, upTo, ids, EVENT_IDS)));
    const unmatched = chain.finish();
    found.push(
      ...truncationFindings(unmatched),
      ...(await checkOutOfOrder(unmatched.outOfOrder, source, upTo)),
    );
    const { checkpoints: count, findings: unsigned } = cursor.result();
    const findings = found.length === 0 ? missingPosition(chain) : found;
    return { findings: [...unsigned, ...findings], heads: chain.heads(), checkpoints: count };
  });
}

const truncationFindings = ({ truncated }: UnmatchedCheckpoints): Finding[] =>
  truncated.map(({ events, checkpoint: { stream, size, time } }) => {
    const reason = `the checkpoint of ${time} was signed for ${size} events, but the stream has ${events}: it was truncated`;
    return toFinding(
      { stream, revision: events, id: null, type: null },
      new RuleViolation('checkpoint', reason),
    );
  });

/** Reads all events again to check out-of-order checkpoints. The first pass has verified the stored hashes. */
async function checkOutOfOrder(
  checkpoints: readonly Checkpoint[],
  source: EventSource,
  upTo: bigint,
): Promise<Finding[]> {
  if (checkpoints.length === 0) return [];
  const byEvent = new Map<string, Checkpoint[]>();
  for (const checkpoint of checkpoints) {
    const at = `${checkpoint.size - 1} ${checkpoint.stream}`;
    byEvent.set(at, [...(byEvent.get(at) ?? []), checkpoint]);
  }
  const findings: Finding[] = [];
  for await (const page of source.pages(-1n, upTo)) {
    for (const event of page) {
      const hash = storedHash(event.metadata);
      const other = byEvent
        .get(`${event.revision} ${event.stream}`)
        ?.find((checkpoint) => checkpoint.hash !== hash);
      if (other !== undefined)
        findings.push(toFinding(event, new RuleViolation('checkpoint', checkpointMismatch(other))));
    }
  }
  return findings;
}

function missingPosition(chain: ChainCheck): Finding[] {
  const gap = chain.firstGap();
  const reason = 'the previous position is missing: an event was removed from the file';
  return gap === undefined ? [] : [toFinding(gap, new RuleViolation('position', reason))];
}

// Checks the message authentication codes (MACs) of events, which only the master key allows: every event is covered by the
// MAC of its append, or by a history that was accepted in the platform's stream when MACs began.

export type MacsCheck = {
  /** Call it for all events in global order. */
  check(event: SourceEvent): void;
  /** The first event of each stream that nothing covers. */
  finish(): MacsResult;
};

type MacsResult = {
  readonly findings: readonly Finding[];
  /** False if all events are of releases without MACs. Then there are no findings. */
  readonly begun: boolean;
  /** The number of valid MACs. */
  readonly valid: number;
};

type StreamState = {
  /** Of the newest event. */
  revision: number;
  hash: string;
  /** The first event that is not covered yet, and why. */
  uncovered: { readonly event: EventLocation; readonly reason: string } | undefined;
};

type AcceptedStream = PlatformEventData<'history.accepted'>['streams'][number];

/** `hasBegun` says that events must have MACs even if none of them has one. The check continues after these heads. */
export function createMacsCheck(macs: EventMacs, hasBegun = false, heads: ChainHeads = []): MacsCheck {
  const states = new Map<string, StreamState>(
    heads.map(({ stream, events, hash }) => [stream, { revision: events - 1, hash, uncovered: undefined }]),
  );
  let begun = hasBegun;
  let valid = 0;

  const stateOf = (stream: string): StreamState => {
    const state = states.get(stream) ?? {
      revision: -1,
      hash: FIRST_HASH,
      uncovered: undefined,
    };
    states.set(stream, state);
    return state;
  };

  /** Everything accepted comes before the event that accepts it. */
  function accept({ stream, revision, hash }: AcceptedStream): void {
    const state = stateOf(stream);
    if (state.revision > revision) {
      if (state.uncovered !== undefined && state.uncovered.event.revision <= revision)
        state.uncovered = { event: missing(stream, revision + 1), reason: 'it has no valid MAC' };
    } else if (state.revision === revision && state.hash === hash) state.uncovered = undefined;
    else {
      const event = missing(stream, Math.min(revision, state.revision + 1));
      state.uncovered ??= { event, reason: 'the history that was accepted was changed or truncated' };
    }
  }

  const missing = (stream: string, revision: number): EventLocation => ({
    ...{ stream, revision },
    ...{ id: null, type: null },
  });

  return {
    check(event) {
      const state = stateOf(event.stream);
      const isAuthentic = macs.authenticates(state.hash, event);
      const isMarked = hasMac(event);
      begun ||= isMarked;
      if (isAuthentic) {
        valid += 1;
        state.uncovered = undefined;
      } else if (state.uncovered === undefined || isMarked)
        state.uncovered = { event: state.uncovered?.event ?? event, reason: macs.explain(event) };
      state.revision = event.revision;
      state.hash = storedHash(event.metadata) ?? '';
      if (isAuthentic && event.stream === PLATFORM_STREAM && event.type === 'history.accepted')
        for (const each of (JSON.parse(event.data) as PlatformEventData<'history.accepted'>).streams)
          // The MAC of this event covers the platform's own stream.
          if (each.stream !== PLATFORM_STREAM) accept(each);
      // The former key is unknown without the vault. The new one authenticates the hand-over.
      if (isAuthentic && event.stream === PLATFORM_STREAM && event.type === 'master_key.replaced')
        (JSON.parse(event.data) as PlatformEventData<'master_key.replaced'>).streams.forEach(accept);
    },
    finish() {
      const findings: Finding[] = [];
      for (const { uncovered } of begun ? states.values() : [])
        if (uncovered !== undefined)
          findings.push(toFinding(uncovered.event, new RuleViolation('mac', reasonOf(uncovered.reason))));
      return { findings, begun, valid };
    },
  };
}

const reasonOf = (reason: string): string =>
  `${reason}, and no later event has a valid one: another program wrote it`;
