import { newId, type Decision, type DecisionContext, type ReadonlyBook } from './book.ts';
import { createTransfer } from './create-transfer.ts';
import type { BookEvent, EventData, RecordedBookEvent } from './event.ts';
import { decodeIdOrigin } from './ids.ts';
import { isConversion } from './quote.ts';
import { refuse, refuseField, type Refusal } from './refusal.ts';
import type { CreateTransfer } from './transfer.ts';
import { LedgerViolation } from './violations.ts';

// Batches: several transfers between users in one request (docs/adr/0075-a-transfer-batch-is-one-append.md).

export type BatchMode = EventData<'transfer_batch.created'>['mode'];
export type BatchResult = EventData<'transfer_batch.created'>['results'][number];

/** The refusal of a batch whose events do not fit into one append. */
export const BATCH_TOO_LARGE: Refusal = refuseField(
  'transfers',
  'too_long',
  'The events of these transfers are too large for one batch. Send fewer transfers, or less metadata.',
).refusal;

/**
 * Decides the transfers of a batch one after another. The caller applies the events of each step to the book before it asks for the
 * next one. The result has the event that records the batch; or the first refusal of an atomic batch, and then no step may be kept.
 */
export function* createTransferBatch(
  book: ReadonlyBook,
  { mode, transfers }: { readonly mode: BatchMode; readonly transfers: Iterable<CreateTransfer> },
  context: DecisionContext,
): Generator<readonly BookEvent[], Decision, undefined> {
  const results: BatchResult[] = [];
  for (const transfer of transfers) {
    const decision = createUserTransfer(book, transfer, context);
    if ('events' in decision) {
      results.push({ transfer_id: newId('trf', book, context) });
      yield decision.events;
    } else if (mode === 'atomic') return { refusal: atIndex(results.length, decision.refusal) };
    else {
      const { code, message, details } = decision.refusal;
      results.push({
        refusal: {
          code,
          message,
          ...(details !== undefined && { details: details.map((detail) => ({ ...detail })) }),
        },
      });
    }
  }
  const transfer_batch_id = newId('trb', book, context);
  return { events: [{ type: 'transfer_batch.created', data: { transfer_batch_id, mode, results } }] };
}

/** Two wallets of one user are a conversion, which a batch does not make. */
function createUserTransfer(
  book: ReadonlyBook,
  transfer: CreateTransfer,
  context: DecisionContext,
): Decision {
  const { source, destination } = transfer;
  const from = source.type === 'wallet' ? book.wallets.get(source.wallet_id) : undefined;
  const to = destination.type === 'wallet' ? book.wallets.get(destination.wallet_id) : undefined;
  return from !== undefined && to !== undefined && isConversion(from, to)
    ? refuse('unsupported_route', 'A batch makes transfers between two users only.')
    : createTransfer(book, transfer, context);
}

/** The refusal of an atomic batch names the transfer. */
function atIndex(index: number, refusal: Refusal): Refusal {
  const { code, message, details } = refusal;
  const field = `transfers.${index}`;
  return {
    code,
    message: `${message} \`${field}\` was refused, so no transfer was made.`,
    details:
      details === undefined
        ? [{ field, code, message }]
        : details.map((detail) => ({ ...detail, field: `${field}.${detail.field}` })),
  };
}

/** Checks that the transfers of the batch were made directly before it. Throws a LedgerViolation. */
export function checkTransferBatch({
  stream,
  revision,
  time,
  data: { transfer_batch_id, results },
}: RecordedBookEvent<'transfer_batch.created'>): void {
  let previous = -1;
  for (const { transfer_id, refusal } of results) {
    if ((transfer_id === undefined) === (refusal === undefined))
      throw new LedgerViolation(
        'batch_mismatch',
        `A result of batch ${transfer_batch_id} must be a transfer or a refusal.`,
      );
    if (transfer_id === undefined) continue;
    const origin = decodeIdOrigin(transfer_id, stream);
    const isInOrder = origin !== undefined && origin.revision > previous && origin.revision < revision;
    if (!isInOrder || origin.time !== Date.parse(time))
      throw new LedgerViolation(
        'batch_mismatch',
        `Transfer ${transfer_id} was not made by batch ${transfer_batch_id}.`,
      );
    previous = origin.revision;
  }
}
