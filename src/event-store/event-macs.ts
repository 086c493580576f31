/**
 * Message authentication codes (MACs) of events. Anyone who can write to the event store can compute a hash chain, but not
 * a MAC: its key derives from the master key.
 *
 * The last event of each append has a MAC as the member `mac` of its metadata, directly before the hash: the ID of the key
 * (8 hex digits), a dot, and HMAC-SHA256 in base64url. It covers the ID of the key, a line feed, and the hash (hex) that the
 * event would have without the MAC. That hash covers the one of the previous event, so one MAC authenticates the stream up
 * to its event. The event's own hash covers the MAC, so the chain is verified without the key, as in all releases.
 */
import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { asKeyRing, perVersion, type KeySource } from '../system/key-ring.ts';
import {
  chainEvent,
  chainHash,
  draftEvents,
  type ChainEnd,
  type EventDraft,
  type EventsToEncode,
} from './codec.ts';
import type { NewEvent, StoredEvent } from './port.ts';

export type EventMacs = {
  /** Adds a MAC to the last event of an append. `hash` is its hash without the MAC. */
  add(draft: EventDraft, hash: string): EventDraft;
  /** Whether an event, which is chained to `previous`, has a valid MAC. */
  authenticates(previous: string, stored: StoredEvent): boolean;
  /** Why the event has no valid MAC. */
  explain(stored: StoredEvent): string;
};

/**
 * Events of a master key that was replaced are authenticated by the hand-over to the next one, so their MACs are believed only with
 * `believesFormer`, for audits.
 */
export function createEventMacs(source: KeySource, { believesFormer = false } = {}): EventMacs {
  const ring = asKeyRing(source);
  const keyOf = perVersion((version) => createSecretKey(version.secret('event macs v1')));
  const macOf = (keyId: string, key: KeyObject, hash: string): Buffer =>
    createHmac('sha256', key).update(`${keyId}\n${hash}`).digest();
  return {
    add(draft, hash) {
      const { id, type, data, metadata } = draft;
      const { current } = ring;
      const mac = macOf(current.id, keyOf(current), hash).toString('base64url');
      return { id, type, data, metadata: `${metadata},"mac":"${current.id}.${mac}"` };
    },
    authenticates(previous, stored) {
      const found = findMac(stored);
      const version = found && ring.find(found.keyId);
      if (found === undefined || version === undefined) return false;
      if (version.closedAt !== undefined && !believesFormer) return false;
      const { stream, revision, id, type, data } = stored;
      const { metadata } = found;
      const hash = chainHash(previous, stream, revision, { id, type, data, metadata });
      const expected = macOf(version.id, keyOf(version), hash);
      // 43 characters of base64url are 32 bytes.
      return timingSafeEqual(Buffer.from(found.mac, 'base64url'), expected);
    },
    explain(stored) {
      const found = findMac(stored);
      if (found === undefined) return 'it has no MAC';
      const version = ring.find(found.keyId);
      if (version?.closedAt !== undefined && !believesFormer)
        return `its MAC is of a master key that was replaced (key ID ${found.keyId})`;
      return version === undefined
        ? `its MAC is of another master key (key ID ${found.keyId}; this one is ${ring.current.id})`
        : 'its MAC is wrong';
    },
  };
}

/** The ID of the key that the MAC of an event names, valid or not. */
export const macKeyIdOf = (stored: Pick<StoredEvent, 'metadata'>): string | undefined =>
  findMac(stored)?.keyId;

const MEMBERS = /^,"mac":"([0-9a-f]{8})\.([\w-]{43})","hash":"[0-9a-f]{64}"\}$/;
/** The length of the members `mac` and `hash` with the closing brace. */
const MEMBERS_LENGTH = 136;

type FoundMac = { readonly keyId: string; readonly mac: string; readonly metadata: string };

/** Undefined if the event has no MAC. `metadata` is the text that the MAC covers, as in a draft. */
function findMac({ metadata }: Pick<StoredEvent, 'metadata'>): FoundMac | undefined {
  const [, keyId, mac] = MEMBERS.exec(metadata.slice(-MEMBERS_LENGTH)) ?? [];
  if (keyId === undefined || mac === undefined) return undefined;
  return { keyId, mac, metadata: metadata.slice(0, -MEMBERS_LENGTH) };
}

/** Whether an event has a MAC, valid or not. */
export const hasMac = (stored: StoredEvent): boolean => findMac(stored) !== undefined;

/** Encodes the events of one command as a whole append after `end`. Throws InvalidEvent. */
export function encodeAppend(macs: EventMacs, end: ChainEnd, toEncode: EventsToEncode): NewEvent[] {
  const { drafts } = draftEvents(toEncode);
  const { stream } = end;
  let previous = end.hash;
  return drafts.map((draft, i) => {
    const place = { stream, revision: end.revision + 1 + i, previous };
    const chained = chainEvent(place, draft);
    const isLast = i === drafts.length - 1;
    const { event, hash } = isLast ? chainEvent(place, macs.add(draft, chained.hash)) : chained;
    previous = hash;
    return event;
  });
}

/** The service did not write the event, as far as it can tell. No decision may be based on it. */
export class UnauthenticatedEvent extends Error {
  override readonly name = 'UnauthenticatedEvent';
  constructor({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>, reason: string) {
    super(`revision ${revision} of ${stream} cannot be authenticated: ${reason}`);
  }
}
