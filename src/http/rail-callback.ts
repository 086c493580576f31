/** A callback that was verified, and how what it is about is found. */
import type { StoredDocument } from '../documents/port.ts';
import type { Recorded } from '../ledger/event.ts';
import type { TransferState } from '../ledger/transfer.ts';
import { ReadsBehind } from './errors.ts';
import type { Services } from './services.ts';

export type CallbackParts = {
  readonly services: Services;
  /** Position of the newest event of all books. */
  readonly head: () => Promise<bigint>;
};

export type CallbackCall = {
  readonly environment: string;
  readonly rail: string;
  readonly requestId: string;
};

/**
 * A document of any book. The documents may be a moment behind the books, so one that is not there is looked for again
 * when they have come as far as the books were. Only then is it sure that it was never recorded.
 */
export async function findAnywhere(
  { documents, barrier, settings }: Services,
  head: CallbackParts['head'],
  collection: string,
  id: string,
): Promise<StoredDocument | undefined> {
  const found = await documents.get(collection, id);
  if (found !== undefined) return found;
  if (!(await barrier.waitFor(await head(), settings.readTimeoutMs)))
    throw new ReadsBehind('the projections are behind');
  return documents.get(collection, id);
}

/** The state that a deposit ended in; late money finds its transfer canceled. */
export function lastStep(events: readonly Recorded[]): { transfer_id: string; state: TransferState } {
  for (const { type, data } of [...events].reverse()) {
    if (type === 'deposit.sent_back') return { transfer_id: data.transfer_id, state: 'canceled' };
    if (type === 'transfer.state_changed') return { transfer_id: data.transfer_id, state: data.state };
  }
  throw new Error('a deposit arrived and nothing came of it');
}
