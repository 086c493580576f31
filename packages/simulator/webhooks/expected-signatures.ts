/**
 * Which keys have to sign deliveries to a URL, and which must not. After a rotation the old key signs until the overlap ends, so
 * that the receiver can take the new key at any time before. Only the two newest keys that a node knows sign.
 */
import { createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Between which times an old key stops to sign. */
type End = { readonly earliest: number; readonly latest: number };

export type ExpectedSignatures = {
  /** From now on, deliveries to the URL are signed with this key, which is in PEM. `end`: when the key before it stops. */
  expectKey(url: string, publicKeyPem: string, end?: End): void;
  /** Until the next key is known, deliveries may be signed with it alone. */
  expectRotation(url: string): void;
  /** Describes what is wrong with the signatures, in hex, of a delivery; undefined if nothing is. */
  faultOf(url: string, signed: Buffer, hexes: readonly string[]): string | undefined;
};

type Key = { readonly key: KeyObject; readonly knownFrom: number; readonly end: End };

const NEVER: End = { earliest: Infinity, latest: Infinity };
const sooner = (one: End, other: End): End => ({
  earliest: Math.min(one.earliest, other.earliest),
  latest: Math.min(one.latest, other.latest),
});

export type SignatureTimes = {
  readonly now: () => number;
  /** For how long after a change nodes may not know of it. */
  readonly unknownMs: () => number;
  /** The most that the clock of a node is wrong, which decides when a key ends. */
  readonly clockErrorMs: number;
};

export function createExpectedSignatures({
  now,
  unknownMs,
  clockErrorMs,
}: SignatureTimes): ExpectedSignatures {
  /** By URL, newest first. */
  const keysOf = new Map<string, readonly Key[]>();
  const rotating = new Set<string>();

  return {
    expectKey(url, publicKeyPem, end = { earliest: now(), latest: now() }) {
      rotating.delete(url);
      const before = keysOf.get(url);
      const [previous, ...older] = before ?? [];
      const ended = { earliest: now(), latest: now() };
      keysOf.set(url, [
        // What receives deliveries is registered with its first key, which every node knows.
        {
          ...{ key: createPublicKey(publicKeyPem), end: NEVER },
          knownFrom: before === undefined ? -Infinity : now(),
        },
        ...(previous === undefined ? [] : [{ ...previous, end: sooner(previous.end, end) }]),
        ...older.map((each) => ({ ...each, end: sooner(each.end, ended) })),
      ]);
    },
    expectRotation: (url) => void rotating.add(url),
    faultOf(url, signed, hexes) {
      const keys = keysOf.get(url);
      if (keys === undefined || rotating.has(url)) return undefined;
      const at = now();
      const knownAt = at - unknownMs();
      const endedAt = knownAt - 2 * clockErrorMs;
      const stillAt = at + unknownMs() + 2 * clockErrorMs;
      const uses = (key: KeyObject): boolean =>
        hexes.some((hex) => verify(null, signed, key, Buffer.from(hex, 'hex')));
      if (!keys.some(({ key }) => uses(key))) return 'has no valid signature';
      for (const [age, { key, knownFrom, end }] of keys.entries()) {
        const isDue = knownAt >= knownFrom && stillAt < end.earliest;
        if (isDue && !uses(key)) return `has no signature of its key number ${keys.length - age}`;
        if (endedAt > end.latest && uses(key))
          return `has a signature of its key number ${keys.length - age}, which stopped at ${end.latest.toFixed(0)}`;
      }
      return undefined;
    },
  };
}
