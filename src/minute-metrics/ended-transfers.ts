/** Counts the transfers that ended in a minute, with what their documents say about them. */
import type { presentTransfer } from '../ledger/present.ts';
import type { Collection } from '../read-models/collection.ts';
import { parseBody } from '../read-models/collection.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { OUTCOMES, addCode, addVolume, labelsOf } from './minute-counters.ts';
import type { EndedTransfer, MinuteCounters } from './minute-counters.ts';
import { payoutTimeClass } from './minute-record.ts';

type Transfer = ReturnType<typeof presentTransfer>;

/** Fields of a receipt; which ones are present depends on the kind of transfer. */
type ReceiptFields = {
  readonly amount_received?: string | null | undefined;
  readonly amount_paid_out?: string | null | undefined;
  readonly initiated_at?: string;
  readonly completed_at?: string | null;
};

export type TransferDocuments = {
  readonly documents: Pick<DocumentStore, 'getMany'>;
  readonly transfers: Collection<Transfer>;
};

const BATCH = 200;
/** A document that never says that the transfer ended, such as one of a projection that has stalled. */
const LOOKUPS_MAX = 10;

/**
 * Returns the transfers whose documents do not say yet that they ended, for the next minute. After ten minutes, they are
 * counted without kind and rail. Throws StoreUnavailable before it counts anything of a batch.
 */
export async function countEnded(
  counters: Pick<MinuteCounters, 'ended' | 'transferRow'>,
  { documents, transfers }: TransferDocuments,
): Promise<ReadonlyMap<string, EndedTransfer>> {
  const left = new Map<string, EndedTransfer>();
  const all = [...counters.ended];
  for (let from = 0; from < all.length; from += BATCH) {
    const batch = all.slice(from, from + BATCH);
    const found = await documents.getMany(
      transfers,
      batch.map(([id]) => id),
    );
    const byId = new Map(found.map((each) => [each.id, parseBody(transfers, each)]));
    for (const [id, ended] of batch) {
      counters.ended.delete(id);
      if (countOne(counters, ended, byId.get(id))) continue;
      if (ended.lookups < LOOKUPS_MAX) left.set(id, { ...ended, lookups: ended.lookups + 1 });
      else counters.transferRow(ended.book, UNKNOWN)[ended.outcome] += 1;
    }
  }
  return left;
}

/** Counts the transfers that were not found without kind and rail. */
export function countUnknown({ ended, transferRow }: Pick<MinuteCounters, 'ended' | 'transferRow'>): void {
  for (const { book, outcome } of ended.values()) transferRow(book, UNKNOWN)[outcome] += 1;
  ended.clear();
}

const UNKNOWN = { kind: null, rail: null, unit: null } as const;

/** Returns whether the document says that the transfer ended. */
function countOne(
  counters: Pick<MinuteCounters, 'transferRow'>,
  { book }: EndedTransfer,
  transfer: Transfer | undefined,
): boolean {
  const outcome = transfer && OUTCOMES[transfer.state];
  if (transfer === undefined || outcome === undefined) return false;
  const { kind, state, state_reason, amount } = transfer;
  const receipt: ReceiptFields = transfer.receipt ?? {};
  // The refund of a returned payout follows in the same append.
  if (kind === 'offramp' && state === 'returned') return false;
  const row = counters.transferRow(book, labelsOf(transfer));
  row[outcome] += 1;
  if (outcome === 'failed') addCode(row.reasons, state_reason?.code);
  if (outcome !== 'completed') return true;
  const { amount_received, amount_paid_out, initiated_at, completed_at } = receipt;
  addVolume(row, (kind === 'onramp' ? amount_received : amount_paid_out) ?? amount);
  if (kind === 'offramp' && initiated_at !== undefined && typeof completed_at === 'string') {
    const at = payoutTimeClass((Date.parse(completed_at) - Date.parse(initiated_at)) / 1_000);
    for (let each = row.payout_times.length; each <= at; each++) row.payout_times.push(0);
    row.payout_times[at] = (row.payout_times[at] ?? 0) + 1;
  }
  return true;
}
