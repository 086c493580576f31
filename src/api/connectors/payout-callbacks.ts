/** Payout outcomes that a connector reports. */
import { refuseNotFound } from '../../ledger/refusal.ts';
import { parseBody } from '../../read-models/collection.ts';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { payoutReturnTerm } from '../../../projections/transfers/transfers.ts';
import { supersedeProposals } from '../../ledger/dual-control/dual-control.ts';
import { settlePayout } from '../../ledger/payouts/offramp-commands.ts';
import { isFinalState } from '../../ledger/transfers/transfer.ts';
import type { TransferState } from '../../ledger/transfers/transfer.ts';
import { environmentOf } from '../../ledger/book-name.ts';
import { displayableReason } from '../../rails/connector-messages.ts';
import type { PayoutSettled } from '../../rails/connector-messages.ts';
import { currentTransferDocument, findTransfer } from '../resources/transfers/transfer-command.ts';
import { notFoundProblem, problem } from '../server/errors.ts';
import { answerFromState } from './callback-answer.ts';
import type { CallbackContext, CallbackDependencies } from './callback-answer.ts';
import { findInAnyBook } from '../operations/read.ts';
import type { Reader } from '../operations/read.ts';
import type { Reply } from '../server/reply.ts';

/** Records the outcome of a payout. Repeating the same outcome is not a conflict; a different one is. */
export async function handlePayoutSettled(
  { services, eventStore }: CallbackDependencies,
  { environment, rail, requestId }: CallbackContext,
  { transfer_id, outcome, reason: given }: PayoutSettled,
): Promise<Reply> {
  const stream = (await findInAnyBook(services, () => eventStore.head(), COLLECTIONS.transfers, transfer_id))
    ?.scope;
  if (stream === undefined || environmentOf(stream) !== environment) return notFoundProblem('payout');
  const known = await findTransfer({ services, stream }, transfer_id);
  if (known?.kind !== 'offramp' || known.destination.rail !== rail) return notFoundProblem('payout');
  // Only the code and the message are stored.
  const reason = given === undefined ? undefined : displayableReason(given);
  const control = supersedeProposals(transfer_id);
  const settled = await services.writers.submit(stream, {
    // The rail in the document above is not trusted.
    decide: (book, context) =>
      (book.transfers.get(transfer_id)?.destination.rail ?? rail) === rail
        ? control(book, context, () => settlePayout(book, { transfer_id, outcome, reason }))
        : refuseNotFound('payout'),
    answer: SETTLED_ANSWER,
    actor: `system:rail:${rail}`,
    requestId,
  });
  if (settled.kind === 'done') return settled.answer;
  const reader = { services, stream };
  const recorded = await findRecordedOutcome(reader, { transfer_id, outcome });
  if (recorded.isSame) return settledAnswer(transfer_id, recorded.state);
  if (!recorded.isOver)
    return problem('transfer_state_conflict', 'The payout has not been submitted to the rail yet.');
  const fields = {
    request_id: requestId,
    transfer_id,
    environment,
    rail,
    state: recorded.state,
    reported: outcome,
  };
  services.log.warn(fields, 'conflicting payout outcome ignored');
  return problem(
    'transfer_state_conflict',
    'The payout was already settled with another outcome. Nothing was changed.',
  );
}

const settledAnswer = (transfer_id: string, state: TransferState) => ({
  status: 200,
  body: JSON.stringify({ object: 'rail_callback', transfer_id, state }),
});

const SETTLED_ANSWER = answerFromState(settledAnswer);

/** The payout's state, and whether the reported outcome equals the recorded one. */
async function findRecordedOutcome(
  reader: Reader,
  { transfer_id, outcome }: Pick<PayoutSettled, 'transfer_id' | 'outcome'>,
): Promise<{ readonly state: TransferState; readonly isSame: boolean; readonly isOver: boolean }> {
  const found = await currentTransferDocument(reader, transfer_id);
  const { kind, state } = parseBody(COLLECTIONS.transfers, found);
  const isSame =
    outcome === 'completed' ? state === outcome : found.terms.includes(payoutReturnTerm(outcome));
  return { state, isSame, isOver: isFinalState(kind, state) };
}
