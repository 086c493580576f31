/** Checkpoints with the state of a ledger. */
import { storedHash } from '../../src/audit/chain/chain-check.ts';
import type { Checkpoint } from '../../src/audit/checkpoints/checkpoint-files.ts';
import { digestsOf, type StateDigests } from '../../src/audit/state/book-state.ts';
import { captureTables, type CapturedBook } from '../../src/ledger/book.ts';
import type { StoredEvent } from '../../src/event-store/port.ts';
import type { AuditedLedger } from './audited-ledger.ts';
import { STREAM } from './policy.ts';

/** The book at this moment, for a checkpoint. */
export type Moment = { readonly size: number; readonly captured: CapturedBook };

export const momentOf = ({ book }: Pick<AuditedLedger, 'book'>): Moment => ({
  size: book.revision + 1,
  captured: captureTables(book),
});

/** A checkpoint of a moment. `stored` are the events as they are audited, because their IDs are random. */
export async function checkpointOf(
  { size, captured }: Moment,
  stored: readonly StoredEvent[],
): Promise<Checkpoint & { readonly state: StateDigests }> {
  const last = stored.find(({ stream, revision }) => stream === STREAM && revision === size - 1);
  const hash = last && storedHash(last.metadata);
  if (hash === undefined) throw new Error('the book has no such event');
  const { digests: state } = await digestsOf(captured);
  const time = new Date(captured.time).toISOString();
  return { stream: STREAM, size, hash, time, macsFrom: 0, state };
}
