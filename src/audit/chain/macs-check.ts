/**
 * Checks the message authentication codes (MACs) of events, which only the master key allows: every event is covered by the
 * MAC of its append, or by a history that was accepted in the platform's stream when MACs began.
 */
import { FIRST_HASH } from '../../event-store/codec.ts';
import { hasMac, type EventMacs } from '../../event-store/event-macs.ts';
import type { PlatformEventData } from '../../generated/events.ts';
import { PLATFORM_STREAM } from '../../platform/platform.ts';
import type { SourceEvent } from '../event-source.ts';
import { RuleViolation, toFinding, type EventLocation, type Finding } from '../finding.ts';
import { storedHash } from './chain-check.ts';

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

/** `hasBegun` says that events must have MACs even if none of them has one. */
export function createMacsCheck(macs: EventMacs, hasBegun = false): MacsCheck {
  const states = new Map<string, StreamState>();
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
