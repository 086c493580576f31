/**
 * The stored bytes: revisions without gaps, the hash chain, event IDs that occur once, and the checkpoints that were
 * signed on the way. It knows nothing of what the events mean.
 */
import { hash as digest } from 'node:crypto';
import { FIRST_HASH } from '../eventstore/codec.ts';
import { Wrong, demand } from './finding.ts';
import type { SourceEvent } from './source.ts';

/** What a signed checkpoint said of a stream: how many events it had, and the hash of the last of them, in hex. */
export type Anchor = { readonly size: number; readonly hash: string; readonly time: string };
/** By stream, each list by growing size. */
export type Anchors = ReadonlyMap<string, readonly Anchor[]>;

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
  /** Checkpoints that nothing in the streams answers to: their ends were cut off. */
  cutOff(): { readonly stream: string; readonly events: number; readonly anchor: Anchor }[];
};

type State = { next: number; hash: string; broken: boolean; anchor: number; witnessed: number };

const HASH_AT_END = /,"hash":"([0-9a-f]{64})"\}$/;
const HASH_MEMBER_LENGTH = 75;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function createChainCheck(anchors: Anchors = new Map(), gapless = false): ChainCheck {
  const states = new Map<string, State>();
  let position = -1n;
  let gap: SourceEvent | undefined;

  const check = (state: State, event: SourceEvent): void => {
    const { revision } = event;
    if (revision !== state.next) throw outOfTurn(revision, state.next);
    checkText(event);
    state.hash = followed(state.hash, event);
    checkAnchors(state, anchors.get(event.stream) ?? [], event);
  };

  return {
    take(event) {
      if (gapless && event.position !== position + 1n) gap ??= event;
      ({ position } = event);
      let state = states.get(event.stream);
      if (state === undefined) {
        state = { next: 0, hash: FIRST_HASH, broken: false, anchor: 0, witnessed: 0 };
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
    cutOff: () =>
      [...anchors].flatMap(([stream, signed]) => {
        const state = states.get(stream);
        const anchor = signed.at(-1);
        const events = state?.next ?? 0;
        return state?.broken === true || anchor === undefined || anchor.size <= events
          ? []
          : [{ stream, events, anchor }];
      }),
  };
}

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

/** The hash of the event, which must follow from the one before; in hex. */
function followed(previous: string, { stream, revision, id, type, data, metadata }: SourceEvent): string {
  const stated = HASH_AT_END.exec(metadata)?.[1];
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

function checkAnchors(state: State, anchors: readonly Anchor[], { revision }: SourceEvent): void {
  for (;;) {
    const anchor = anchors[state.anchor];
    if (anchor === undefined || anchor.size > revision + 1) return;
    state.anchor += 1;
    if (anchor.size !== revision + 1) continue;
    if (anchor.hash !== state.hash)
      throw new Wrong(
        'checkpoint',
        `it is not the event that the checkpoint of ${anchor.time} was signed for: it, or one before it, was rewritten`,
      );
    state.witnessed = anchor.size;
  }
}
