/**
 * Older shapes of events, brought to the newest one as they are read. What is stored never changes, and nothing but this
 * file knows of older shapes. Fixtures of all of them are kept under test/fixtures/events.
 */
import { LedgerViolation } from './violations.ts';

/** Data of version n, as data of version n + 1. */
type Step = (data: never) => object;

type OpenedV1 = { readonly asset: string };

/** Assets had no other decimals while version 1 was written. They belong to that version, and follow no later change. */
const DECIMALS_V1: Readonly<Record<string, number>> = { 'svc-points': 2, 'svc-coin': 8 };

/**
 * By type: the first step leads from version 1 to version 2, and so on.
 *
 * `wallet.opened` 2 says in how many decimals the wallet counts. Before, that followed from the code that read the event.
 */
const STEPS: Readonly<Record<string, readonly Step[]>> = {
  'wallet.opened': [
    (data: OpenedV1) => {
      const decimals = DECIMALS_V1[data.asset];
      if (decimals === undefined) throw new LedgerViolation('unknown_asset', `Unknown asset ${data.asset}.`);
      return { ...data, decimals };
    },
  ],
};

/** The newest version that this code reads. */
export const latestVersion = (type: string): number => (STEPS[type]?.length ?? 0) + 1;

/**
 * The data of an event in its newest shape. Throws an UnknownVersion for one that this code does not know, such as one
 * that a newer version of the service wrote: what it means must not be guessed.
 */
export function upcast(type: string, version: number, data: unknown): unknown {
  const newest = latestVersion(type);
  if (version === newest) return data;
  if (!Number.isInteger(version) || version < 1 || version > newest)
    throw new UnknownEventVersion(type, version);
  let shaped = data;
  // Each step is given what the one before it made, or what was stored with the version it begins at.
  for (const step of STEPS[type]?.slice(version - 1) ?? []) shaped = step(shaped as never);
  return shaped;
}

export class UnknownEventVersion extends Error {
  override readonly name = 'UnknownVersion';
  constructor(type: string, version: unknown) {
    super(`'${type}' of version ${String(version)} is not known to this version of the service`);
  }
}
