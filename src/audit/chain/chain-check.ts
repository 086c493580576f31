/**
 * The stored bytes: revisions without gaps, the hash chain, event IDs that occur once, and the checkpoints that were
 * signed on the way. It knows nothing of what the events mean.
 */
import { hash as digest } from 'node:crypto';
import { FIRST_HASH } from '../../event-store/codec.ts';
import { RuleViolation, requireRule } from '../finding.ts';
import { AuditUnavailable } from '../event-source.ts';
import type { SourceEvent } from '../event-source.ts';
import { NO_CHECKPOINTS } from '../checkpoints/checkpoint-cursor.ts';
import type { SignedHead, CheckpointCursor } from '../checkpoints/checkpoint-cursor.ts';

export type VerifiedStream = {
  readonly stream: string;
  readonly events: number;
  readonly hash: string;
  /** How many of the events the newest checkpoint vouches for; 0 where there is none. */
  readonly witnessed: number;
};

export type ChainCheck = {
  /** Throws a Wrong. An event of a stream in which one was wrong before is only counted. */
  check(event: SourceEvent): void;
  /** The heads of all streams that were right to their end. */
  heads(): VerifiedStream[];
  /**
   * The first event before which a position of the file is missing. An event of some stream was taken out there; where
   * that stream goes on, its revisions tell it better.
   */
  firstGap(): SourceEvent | undefined;
  /** What is left of the checkpoints after the last event. */
  finish(): UnmatchedCheckpoints;
};

export type UnmatchedCheckpoints = {
  /** Nothing in the streams answers to these: their ends were cut off. */
  readonly truncated: readonly { readonly events: number; readonly anchor: SignedHead }[];
  /** These stood so far behind in their files that their events had passed. They are still to be looked up. */
  readonly outOfOrder: readonly SignedHead[];
};

type State = {
  next: number;
  hash: string;
  broken: boolean;
  anchor: SignedHead | undefined;
  witnessed: number;
};

/** More of them are an order that nobody who writes checkpoints makes. */
const LATE_MAX = 10_000;

const HASH_AT_END = /,"hash":"([0-9a-f]{64})"\}$/;
const HASH_MEMBER_LENGTH = 75;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function createChainCheck(witness: CheckpointCursor = NO_CHECKPOINTS, gapless = false): ChainCheck {
  const states = new Map<string, State>();
  const outOfOrder: SignedHead[] = [];
  let position = -1n;
  let gap: SourceEvent | undefined;

  const check = (state: State, event: SourceEvent): void => {
    const { revision } = event;
    if (revision !== state.next) throw revisionMismatch(revision, state.next);
    checkText(event);
    state.hash = verifyHash(state.hash, event);
    checkAnchors(state, event);
  };

  const addOutOfOrder = (anchor: SignedHead): void => {
    if (outOfOrder.push(anchor) > LATE_MAX)
      throw new AuditUnavailable(
        `the checkpoints of ${anchor.stream} are in no order: bring their file into it`,
      );
  };

  const checkAnchors = (state: State, { stream, revision }: SourceEvent): void => {
    while (state.anchor !== undefined && state.anchor.size <= revision + 1) {
      const { anchor } = state;
      state.anchor = witness.next(stream);
      if (anchor.size <= revision) {
        addOutOfOrder(anchor);
        continue;
      }
      requireRule(anchor.hash === state.hash, 'checkpoint', checkpointMismatch(anchor));
      state.witnessed = anchor.size;
    }
  };

  /** Reads on to the last one, so that each is counted and its signature was looked at. */
  const lastUnmatched = (stream: string): SignedHead | undefined => {
    const {
      next,
      broken,
      anchor: first,
    } = states.get(stream) ?? { next: 0, broken: false, anchor: undefined };
    let last: SignedHead | undefined;
    for (let anchor = first ?? witness.next(stream); anchor !== undefined; anchor = witness.next(stream)) {
      if (broken) continue;
      if (anchor.size > next) last = anchor;
      else addOutOfOrder(anchor);
    }
    return last;
  };

  return {
    check(event) {
      if (gapless && event.position !== position + 1n) gap ??= event;
      ({ position } = event);
      let state = states.get(event.stream);
      if (state === undefined) {
        state = {
          next: 0,
          hash: FIRST_HASH,
          broken: false,
          anchor: witness.next(event.stream),
          witnessed: 0,
        };
        states.set(event.stream, state);
      }
      if (!state.broken) {
        // Broken until it turns out right, so that no way out of here is forgotten.
        state.broken = true;
        check(state, event);
        state.broken = false;
      }
      state.next = event.revision + 1;
    },
    heads: () =>
      [...states]
        .filter(([, { broken }]) => !broken)
        .map(([stream, { next, hash, witnessed }]) => ({ stream, events: next, hash, witnessed })),
    firstGap: () => gap,
    finish: () => ({
      truncated: witness.streams.flatMap((stream) => {
        const anchor = lastUnmatched(stream);
        return anchor === undefined ? [] : [{ events: states.get(stream)?.next ?? 0, anchor }];
      }),
      outOfOrder,
    }),
  };
}

export const checkpointMismatch = ({ time }: SignedHead): string =>
  `it is not the event that the checkpoint of ${time} was signed for: it, or one before it, was rewritten`;

const revisionMismatch = (revision: number, next: number): RuleViolation =>
  new RuleViolation(
    'revision',
    revision > next
      ? `revision ${next} is missing before it`
      : `it stands where revision ${next} was to come`,
  );

function checkText({ id, type, data, metadata, storedBytes }: SourceEvent): void {
  requireRule(UUID.test(id), 'event_id', 'its ID is no UUID in lower case');
  if (storedBytes === undefined || storedBytes === id.length + type.length + data.length + metadata.length)
    return;
  const bytes = Buffer.byteLength(id) + Buffer.byteLength(type);
  requireRule(
    storedBytes === bytes + Buffer.byteLength(data) + Buffer.byteLength(metadata),
    'stored_text',
    'its stored text holds bytes that are no text',
  );
}

/** The hash that stands in an event's metadata, in hex. */
export const storedHash = (metadata: string): string | undefined => HASH_AT_END.exec(metadata)?.[1];

/** The hash of the event, which must follow from the one before; in hex. */
function verifyHash(previous: string, { stream, revision, id, type, data, metadata }: SourceEvent): string {
  const stated = storedHash(metadata);
  if (stated === undefined) throw new RuleViolation('hash_chain', 'it carries no hash');
  const rest = metadata.slice(0, -HASH_MEMBER_LENGTH);
  const text = `${previous}\n${stream}\n${revision}\n${id}\n${type}\n${data}\n${rest}}`;
  requireRule(
    digest('sha256', text) === stated,
    'hash_chain',
    'its hash does not follow from it and the one before',
  );
  return stated;
}
