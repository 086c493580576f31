/** Events of a book, decoded and with their location in the stream. */

import type { BookEvent } from '../generated/events.ts';
import { LedgerViolation } from './violations.ts';

export type { BookEvent } from '../generated/events.ts';
export type EventType = BookEvent['type'];
export type EventData<T extends EventType> = Extract<BookEvent, { type: T }>['data'];

/** The location of an event. `time` is ISO 8601 UTC with milliseconds and never decreases within a book. */
export type EventLocation = { readonly stream: string; readonly revision: number; readonly time: string };

export type RecordedBookEvent<T extends EventType = EventType> = Extract<BookEvent, { type: T }> &
  EventLocation;

/**
 * Whether integrators see an event of a type that they did not see in earlier releases. The writer marks it, so that older events
 * of the type stay unseen however often read models are rebuilt.
 */
export function isAnnounced({ type, data }: BookEvent): boolean {
  switch (type) {
    case 'wallet.opened':
    case 'wallet.frozen':
    case 'wallet.unfrozen':
      return true;
    case 'user.deactivated':
      return data.frozen_wallet_ids.length > 0;
    case 'posting.recorded':
      return data.transfer_id === null && data.lines.some(({ account }) => account.startsWith('wal_'));
    default:
      return false;
  }
}

// Upcasts events from older versions to the latest one on reading. Stored events never change, and no other file
// knows older versions. test/fixtures/events has fixtures of all versions.

/** Converts data of version n into data of version n + 1. */
type UpcastStep = (data: never) => object;

type OpenedV1 = { readonly asset: string };

/** The decimals of the assets when version 1 was written. They must not change. */
const DECIMALS_V1: Readonly<Record<string, number>> = { 'svc-points': 2, 'svc-coin': 8 };

/**
 * Upcast steps by event type; the first leads from version 1 to version 2. Version 2 of `wallet.opened` adds
 * `decimals`, which the reading code implied before. Version 2 of `proposal.created` has more kinds of actions.
 */
const UPCAST_STEPS: Readonly<Record<string, readonly UpcastStep[]>> = {
  'wallet.opened': [
    (data: OpenedV1) => {
      const decimals = DECIMALS_V1[data.asset];
      if (decimals === undefined) throw new LedgerViolation('unknown_asset', `Unknown asset ${data.asset}.`);
      return { ...data, decimals };
    },
  ],
  'proposal.created': [(data: object) => data],
};

/** The latest version that this code reads. */
export const latestVersion = (type: string): number => (UPCAST_STEPS[type]?.length ?? 0) + 1;

/**
 * Upcasts data to the latest version. Throws an UnknownEventVersion for a version that this code does not know,
 * because its meaning must not be guessed.
 */
export function upcast(type: string, version: number, data: unknown): unknown {
  const newest = latestVersion(type);
  if (version === newest) return data;
  if (!Number.isInteger(version) || version < 1 || version > newest)
    throw new UnknownEventVersion(type, version);
  let shaped = data;
  // The steps are untyped: each accepts the result of the previous one, or the stored data.
  for (const step of UPCAST_STEPS[type]?.slice(version - 1) ?? []) shaped = step(shaped as never);
  return shaped;
}

/**
 * Whether this code reads the version of an event that is not in a book. There, later versions only add to the earlier
 * ones, so older data is valid data of the latest version.
 */
export const isKnownVersion = (version: number, latest: number): boolean =>
  Number.isInteger(version) && version >= 1 && version <= latest;

export class UnknownEventVersion extends Error {
  override readonly name = 'UnknownEventVersion';
  constructor(type: string, version: unknown) {
    super(`'${type}' of version ${String(version)} was written by a newer release; upgrade this process`);
  }
}
