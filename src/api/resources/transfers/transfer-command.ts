/** Commands about one transfer. Transfers that are over have left the book, so only the documents know of those. */
import { parseBody } from '../../../read-models/collection.ts';
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { TransferView } from '../../../../projections/views.ts';
import type { ReadonlyBook, DecisionContext, Decision } from '../../../ledger/book.ts';
import type { CanceledOnramp } from '../../../ledger/deposits/deposit-target.ts';
import { isId } from '../../../ledger/ids.ts';
import { isFinalState } from '../../../ledger/transfers/transfer.ts';
import type { Transfer } from '../../../ledger/transfers/transfer.ts';
import { isProblem, problem } from '../../server/errors.ts';
import type { Problem } from '../../server/errors.ts';
import { assertCurrent, findDocument } from '../../operations/read.ts';
import type { DocumentReader } from '../../operations/read.ts';
import type { BookCaller } from '../../operations/operation.ts';
import type { Reply } from '../../server/reply.ts';
import { renderTransfer } from './transfers.ts';
import { submit } from '../../operations/write.ts';

type Decide = (
  book: ReadonlyBook,
  context: DecisionContext,
  /** Set when the book has forgotten the on-ramp because it was canceled. */
  canceled: CanceledOnramp | undefined,
) => Decision;

type Options = {
  /** The answer when the transfer is over, and nothing can happen to it any more. */
  readonly over?: Problem;
  /** Something can happen to an on-ramp that was canceled: money may come late. */
  readonly takesCanceled?: boolean;
};

/** The answer where the book has forgotten a transfer, as it is over. */
export const TRANSFER_FINISHED = problem(
  'transfer_state_conflict',
  'The transfer is final and cannot change.',
);

/** Submits a command that moves a transfer, or makes one where no ID is given; answers 200 with the transfer after it. */
export async function submitTransferCommand(
  caller: BookCaller,
  transferId: string | undefined,
  decide: Decide,
  /** Why it was done, where somebody said so. */
  reason?: string,
  { over = TRANSFER_FINISHED, takesCanceled = false }: Options = {},
): Promise<Reply> {
  const attempt = (canceled?: CanceledOnramp & TransferView): Promise<Reply> =>
    submitWith(caller, transferId, { decide, reason }, canceled);
  const reply = await attempt();
  if (!isProblem(reply) || reply.problem !== 'not_found' || transferId === undefined) return reply;
  const known = await findFinishedTransfer(caller, transferId);
  if (known === undefined) return reply;
  const canceled = takesCanceled ? asCanceledOnramp(known) : undefined;
  return canceled === undefined ? over : attempt(canceled);
}

function submitWith(
  caller: BookCaller,
  transferId: string | undefined,
  { decide, reason }: { readonly decide: Decide; readonly reason: string | undefined },
  canceled: (CanceledOnramp & TransferView) | undefined,
): Promise<Reply> {
  // A shown transfer has null where the ledger's has nothing; presenting it again shows the same.
  const forgotten = canceled as Transfer | undefined;
  let before: Transfer | undefined;
  return submit(caller, {
    decide(book, context) {
      before = transferId === undefined ? undefined : (book.transfers.get(transferId) ?? forgotten);
      return decide(book, context, canceled);
    },
    answer: {
      from: 'book',
      render: (_book, events) => ({ status: 200, body: renderTransfer(before, events) }),
    },
    reason,
  });
}

/** The caller's own transfer as it is shown. */
export async function findTransfer(
  caller: DocumentReader,
  transferId: string,
): Promise<TransferView | undefined> {
  const found = isId('trf', transferId)
    ? await findDocument(caller, COLLECTIONS.transfers, transferId)
    : undefined;
  return found && parseBody(COLLECTIONS.transfers, found);
}

/** The same of a transfer that the book does not have, as it ended. Throws ReadsBehind where that is not known yet. */
export async function findFinishedTransfer(
  caller: DocumentReader,
  transferId: string,
): Promise<TransferView | undefined> {
  const known = await findTransfer(caller, transferId);
  if (known !== undefined && !isFinalState(known.kind, known.state))
    await assertCurrent(caller.services, COLLECTIONS.transfers);
  return known;
}

export function asCanceledOnramp(view: TransferView): (CanceledOnramp & TransferView) | undefined {
  // Both members that make it one are looked at.
  return view.kind === 'onramp' && view.state === 'canceled'
    ? (view as CanceledOnramp & TransferView)
    : undefined;
}
