import { COLLECTIONS } from '../../../projections/collections.ts';
import type { TransferView } from '../../../projections/views.ts';
import { findEventAt, readOriginEvent } from '../../event-store/book-event.ts';
import { ReadModelBehind, isProblem, problem, type Problem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import type { Decision, DecisionContext, ReadonlyBook } from '../../ledger/book.ts';
import type { CanceledOnramp } from '../../ledger/deposit-account.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import { proposalAnswer } from '../../ledger/limited-actions.ts';
import { isId } from '../../ledger/ids.ts';
import { CANCELED_REASON, cancelOnramp } from '../../ledger/onramp.ts';
import { evolveTransfer, isFinalState, type Transfer } from '../../ledger/transfer.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { StoredDocument } from '../../read-models/port.ts';
import type { BookCaller, Handlers } from '../operations/operation.ts';
import {
  assertCurrent,
  findDocument,
  findObject,
  type ObjectReader,
  type Reader,
} from '../operations/read.ts';
import { submit } from '../operations/write.ts';
import { renderTransfer } from './transfers.ts';

// Commands that change one transfer. The book no longer has final transfers, so those are read from the read model.

type Decide = (
  book: ReadonlyBook,
  context: DecisionContext,
  /** The canceled on-ramp, if the book no longer has it. */
  canceled: CanceledOnramp | undefined,
) => Decision;

type Options = {
  /** The reply for a final transfer. */
  readonly whenFinal?: Problem;
  /** Whether the command applies to canceled on-ramps, because money can arrive late. */
  readonly acceptsCanceled?: boolean;
};

/** The reply for a transfer that is final. */
export const TRANSFER_FINISHED = problem(
  'transfer_state_conflict',
  'The transfer is final and cannot change.',
);

/** Submits a command that changes a transfer, or creates one if no ID is given. Replies 200 with the transfer, or 202 with a proposal. */
export async function submitTransferCommand(
  caller: BookCaller,
  transferId: string | undefined,
  decide: Decide,
  /** The reason given by the caller. */
  reason?: string,
  { whenFinal = TRANSFER_FINISHED, acceptsCanceled = false }: Options = {},
): Promise<Reply> {
  const attempt = (canceled?: CanceledOnramp & Transfer): Promise<Reply> =>
    submitWith(caller, transferId, { decide, reason }, canceled);
  const reply = await attempt();
  if (!isProblem(reply) || reply.problem !== 'not_found' || transferId === undefined) return reply;
  const known = await findFinishedTransfer(caller, transferId);
  if (known === undefined) return reply;
  const canceled = acceptsCanceled ? await findCanceledOnramp(caller, known) : undefined;
  return canceled === undefined ? whenFinal : attempt(canceled);
}

function submitWith(
  caller: BookCaller,
  transferId: string | undefined,
  { decide, reason }: { readonly decide: Decide; readonly reason: string | undefined },
  canceled: (CanceledOnramp & Transfer) | undefined,
): Promise<Reply> {
  let before: Transfer | undefined;
  return submit(caller, {
    decide(book, context) {
      before = transferId === undefined ? undefined : (book.transfers.get(transferId) ?? canceled);
      return decide(book, context, canceled);
    },
    answer: {
      from: 'book',
      render: (_book, events) =>
        proposalAnswer(events) ?? { status: 200, body: renderTransfer(before, events) },
    },
    reason,
  });
}

/** The caller's transfer as the API presents it. */
export async function findTransfer(
  caller: ObjectReader,
  transferId: string,
): Promise<TransferView | undefined> {
  const found = isId('trf', transferId)
    ? await findObject(caller, COLLECTIONS.transfers, transferId)
    : undefined;
  return found && parseBody(COLLECTIONS.transfers, found);
}

/** The final transfer that the book no longer has. Throws ReadModelBehind if its final state is not known yet. */
export async function findFinishedTransfer(
  caller: ObjectReader,
  transferId: string,
): Promise<TransferView | undefined> {
  const known = await findTransfer(caller, transferId);
  // The document is behind: the book only forgets transfers that are final.
  if (known !== undefined && !isFinalState(known.kind, known.state))
    throw new ReadModelBehind('the final state of a transfer is not known yet');
  return known;
}

/** The document of a transfer that exists. Throws ReadModelBehind while it is missing or may be old. */
export async function currentTransferDocument(reader: Reader, transferId: string): Promise<StoredDocument> {
  await assertCurrent(reader.services, COLLECTIONS.transfers);
  const found = await findDocument(reader, COLLECTIONS.transfers, transferId);
  if (found === undefined) throw new ReadModelBehind('the document of a transfer is missing');
  return found;
}

/** The event that created a transfer. */
export async function findCreatedEvent(
  { services, stream }: Pick<Reader, 'services' | 'stream'>,
  id: string,
): Promise<RecordedBookEvent<'transfer.created'> | undefined> {
  const event = await readOriginEvent(services, stream, id);
  return event?.type === 'transfer.created' && event.data.transfer_id === id ? event : undefined;
}

type CanceledEvent = RecordedBookEvent<'transfer.state_changed'>;

/**
 * A canceled on-ramp, to which money may still arrive, as its events say. Its document says when it was canceled. Undefined for
 * every other transfer.
 */
export async function findCanceledOnramp(
  reader: Pick<Reader, 'services' | 'stream'>,
  { id, kind, state, updated_at: time }: TransferView,
): Promise<(CanceledOnramp & Transfer) | undefined> {
  if (kind !== 'onramp' || state !== 'canceled') return undefined;
  const created = await findCreatedEvent(reader, id);
  if (created === undefined) return undefined;
  const canceled = await findEventAt(
    reader.services,
    reader.stream,
    { time, from: created.revision },
    (event): event is CanceledEvent =>
      event.type === 'transfer.state_changed' &&
      event.data.transfer_id === id &&
      event.data.state === 'canceled',
  );
  if (canceled === undefined) return undefined;
  const transfer = evolveTransfer(evolveTransfer(undefined, created), canceled);
  // The condition checks both members that define the type.
  return transfer.kind === 'onramp' ? (transfer as CanceledOnramp & Transfer) : undefined;
}

// Cancellation of transfers, if the configuration enables it (docs/contract-notes.md, "On-ramps").

export const cancelTransferHandlers = {
  cancelTransfer: (call) => {
    const { transfer_id } = call.params;
    return submitTransferCommand(
      call,
      transfer_id,
      (book) => cancelOnramp(book, { transfer_id, reason: CANCELED_REASON }),
      undefined,
      {
        whenFinal: problem('transfer_not_cancelable', 'It is final.'),
      },
    );
  },
} satisfies Partial<Handlers>;
