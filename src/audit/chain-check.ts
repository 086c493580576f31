/**
 * The stored bytes: revisions without gaps, the hash chain, event IDs that occur once, and the checkpoints that were
 * signed on the way. It knows nothing of what the events mean.
 */
import { hash as digest } from 'node:crypto';
import { FIRST_HASH } from '../eventstore/codec.ts';
import { Wrong, demand } from './finding.ts';
import { Unreadable } from './source.ts';
import type { SourceEvent } from './source.ts';
import { NO_WITNESS } from './witness.ts';
import type { Anchor, Witness } from './witness.ts';

export type StreamHead = {
  readonly stream: string;
  readonly events: number;
  readonly hash: string;
  /** How many of the events the newest checkpoint vouches for; 0 where there is none. */
  readonly witnessed: number;
};

export type ChainCheck = {
  /** Throws a Wrong. An event of a stream in which one was wrong before is only counted. */
  take(event: SourceEvent): void;
  /** The heads of all streams that were right to their end. */
  heads(): StreamHead[];
  /**
   * The first event before which a position of the file is missing. An event of some stream was taken out there; where
   * that stream goes on, its revisions tell it better.
   */
  gap(): SourceEvent | undefined;
  /** What is left of the checkpoints after the last event. */
  finish(): LeftOver;
};

export type LeftOver = {
  /** Nothing in the streams answers to these: their ends were cut off. */
  readonly cutOff: readonly { readonly events: number; readonly anchor: Anchor }[];
  /** These stood so far behind in their files that their events had passed. They are still to be looked up. */
  readonly late: readonly Anchor[];
};

type State = { next: number; hash: string; broken: boolean; anchor: Anchor | undefined; witnessed: number };

/** More of them are an order that nobody who writes checkpoints makes. */
const LATE_MAX = 10_000;

const HASH_AT_END = /,"hash":"([0-9a-f]{64})"\}$/;
const HASH_MEMBER_LENGTH = 75;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function createChainCheck(witness: Witness = NO_WITNESS, gapless = false): ChainCheck {
  const states = new Map<string, State>();
  const late: Anchor[] = [];
  let position = -1n;
  let gap: SourceEvent | undefined;

  const check = (state: State, event: SourceEvent): void => {
    const { revision } = event;
    if (revision !== state.next) throw outOfTurn(revision, state.next);
    checkText(event);
    state.hash = followed(state.hash, event);
    checkAnchors(state, event);
  };

  const comesLate = (anchor: Anchor): void => {
    if (late.push(anchor) > LATE_MAX)
      throw new Unreadable(`the checkpoints of ${anchor.stream} are in no order: bring their file into it`);
  };

  const checkAnchors = (state: State, { stream, revision }: SourceEvent): void => {
    while (state.anchor !== undefined && state.anchor.size <= revision + 1) {
      const { anchor } = state;
      state.anchor = witness.next(stream);
      if (anchor.size <= revision) {
        comesLate(anchor);
        continue;
      }
      demand(anchor.hash === state.hash, 'checkpoint', otherThanSigned(anchor));
      state.witnessed = anchor.size;
    }
  };

  /** Reads on to the last one, so that each is counted and its signature was looked at. */
  const leftOf = (stream: string): Anchor | undefined => {
    const {
      next,
      broken,
      anchor: first,
    } = states.get(stream) ?? { next: 0, broken: false, anchor: undefined };
    let last: Anchor | undefined;
    for (let anchor = first ?? witness.next(stream); anchor !== undefined; anchor = witness.next(stream)) {
      if (broken) continue;
      if (anchor.size > next) last = anchor;
      else comesLate(anchor);
    }
    return last;
  };

  return {
    take(event) {
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
    gap: () => gap,
    finish: () => ({
      cutOff: witness.streams.flatMap((stream) => {
        const anchor = leftOf(stream);
        return anchor === undefined ? [] : [{ events: states.get(stream)?.next ?? 0, anchor }];
      }),
      late,
    }),
  };
}

export const otherThanSigned = ({ time }: Anchor): string =>
  `it is not the event that the checkpoint of ${time} was signed for: it, or one before it, was rewritten`;

const outOfTurn = (revision: number, next: number): Wrong =>
  new Wrong(
    'revision',
    revision > next
      ? `revision ${next} is missing before it`
      : `it stands where revision ${next} was to come`,
  );

function checkText({ id, type, data, metadata, storedBytes }: SourceEvent): void {
  demand(UUID.test(id), 'event_id', 'its ID is no UUID in lower case');
  if (storedBytes === undefined || storedBytes === id.length + type.length + data.length + metadata.length)
    return;
  const bytes = Buffer.byteLength(id) + Buffer.byteLength(type);
  demand(
    storedBytes === bytes + Buffer.byteLength(data) + Buffer.byteLength(metadata),
    'stored_text',
    'its stored text holds bytes that are no text',
  );
}

/** The hash that stands in an event's metadata, in hex. */
export const statedHash = (metadata: string): string | undefined => HASH_AT_END.exec(metadata)?.[1];

/** The hash of the event, which must follow from the one before; in hex. */
function followed(previous: string, { stream, revision, id, type, data, metadata }: SourceEvent): string {
  const stated = statedHash(metadata);
  if (stated === undefined) throw new Wrong('hash_chain', 'it carries no hash');
  const rest = metadata.slice(0, -HASH_MEMBER_LENGTH);
  const text = `${previous}\n${stream}\n${revision}\n${id}\n${type}\n${data}\n${rest}}`;
  demand(
    digest('sha256', text) === stated,
    'hash_chain',
    'its hash does not follow from it and the one before',
  );
  return stated;
}
