/**
 * Deposits that a connector reports. The answer tells it what to do with the money: `keep` it, `hold` it until a review
 * ends, or `return` it to the sender.
 */
import { parseBody } from '../../read-models/collection.ts';
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { COLLECTIONS } from '../../../projections/collections.ts';
import type { RailReference } from '../../../projections/deposits/rail-references.ts';
import type { Command, Outcome } from '../../writer/command.ts';
import { receiveDeposit } from '../../ledger/deposits/receive-deposit.ts';
import type { CanceledOnramp } from '../../ledger/deposits/deposit-target.ts';
import { DECLINED_REASON, cancelOnramp } from '../../ledger/deposits/onramp-commands.ts';
import type { TransferState } from '../../ledger/transfers/transfer.ts';
import { environmentOf } from '../../ledger/book-name.ts';
import type { DepositArrived, PaymentDeclined } from '../../rails/connector-messages.ts';
import {
  asCanceledOnramp,
  findFinishedTransfer,
  findTransfer,
} from '../resources/transfers/transfer-command.ts';
import { invalidFields, notFoundProblem, problem, fromRefusal } from '../server/errors.ts';
import { readOriginEvent } from '../../event-store/origin-event.ts';
import type { OriginSource } from '../../event-store/origin-event.ts';
import { answerFromState } from './callback-answer.ts';
import type { CallbackContext, CallbackDependencies } from './callback-answer.ts';
import { findInAnyBook } from '../operations/read.ts';
import type { Reader } from '../operations/read.ts';
import type { Reply } from '../server/reply.ts';

/** The payment details issued under a reference, with their book. */
type Issued = RailReference & { readonly stream: string };

const UNKNOWN_REFERENCE = 'Unknown reference. Retry for a while, then return the money to its sender.';

/** Records a payment for issued details. Reporting the same payment again has no further effect. */
export async function handleDepositArrived(
  parts: CallbackDependencies,
  call: CallbackContext,
  deposit: DepositArrived,
): Promise<Reply> {
  const issued = await findIssued(parts, call, deposit.reference);
  if (issued === undefined) return problem('not_found', UNKNOWN_REFERENCE);
  if (issued.currency !== deposit.currency) {
    const message = 'The currency must be that of the issued payment details.';
    return invalidFields([{ field: 'currency', code: 'invalid_value', message }]);
  }
  if (!(await belongsToBook(issued, parts, call, deposit))) return conflictingReport();
  const reader = { services: parts.services, stream: issued.stream };
  const submit = (canceled?: CanceledOnramp) => submitDeposit(parts, call, { deposit, issued, canceled });
  let outcome = await submit();
  const transferId = 'transfer_id' in issued.for ? issued.for.transfer_id : undefined;
  if (outcome.kind === 'refused' && outcome.refusal.code === 'not_found' && transferId !== undefined) {
    // The book no longer has final transfers.
    const known = await findFinishedTransfer(reader, transferId);
    const canceled = known === undefined ? undefined : asCanceledOnramp(known);
    if (canceled === undefined) return problem('transfer_state_conflict', NOT_ACCEPTING_PAYMENTS);
    outcome = await submit(canceled);
  }
  switch (outcome.kind) {
    case 'done':
      return outcome.answer;
    case 'replayed':
      return replyToRepeat(reader, outcome.answer);
    case 'key_reused':
      return conflictingReport();
    case 'refused':
      return fromRefusal(outcome.refusal);
  }
}

const conflictingReport = (): Reply =>
  problem('idempotency_key_reused', 'This rail_reference was reported with other values.');

/**
 * A book knows only its own payments, so a second book could count the payment again. Therefore a payment belongs to
 * the first book that it was reported for.
 */
async function belongsToBook(
  { stream }: Issued,
  { services }: CallbackDependencies,
  { environment, rail }: CallbackContext,
  { rail_reference }: DepositArrived,
): Promise<boolean> {
  const key = `deposit\n${environment}\n${rail}\n${rail_reference}`;
  return (await services.documents.putRecord('refusals', key, stream, { ifAbsent: true })) === stream;
}

const NOT_ACCEPTING_PAYMENTS = 'The transfer accepts no more payments. Return this payment to its sender.';

type DepositCommand = {
  readonly deposit: DepositArrived;
  readonly issued: Issued;
  readonly canceled: CanceledOnramp | undefined;
};

/** The rail's reference is the idempotency key, so that each payment counts once. */
function submitDeposit(
  { services }: CallbackDependencies,
  { rail, requestId }: CallbackContext,
  { deposit, issued, canceled: canceledOnramp }: DepositCommand,
): Promise<Outcome> {
  const { amount, rail_reference, outcome = 'credited' } = deposit;
  return services.writers.submit(issued.stream, {
    decide: (book, context) =>
      receiveDeposit(book, { target: issued.for, amount, rail_reference, outcome, canceledOnramp }, context),
    answer: DEPOSIT_ANSWER,
    actor: `system:rail:${rail}`,
    requestId,
    // Headers cannot contain line feeds, so this key never equals a key of an integrator.
    idempotency: {
      key: `deposit\n${rail}\n${rail_reference}`,
      fingerprint: hash('sha256', canonicalize({ ...deposit, outcome }) ?? '', 'base64url'),
    },
  });
}

const DISPOSITION: Readonly<Partial<Record<TransferState, string>>> = {
  completed: 'keep',
  in_review: 'hold',
  returned: 'return',
  canceled: 'return',
};

const callbackAnswer = (transfer_id: string, state: TransferState) => ({
  status: 200,
  body: JSON.stringify({
    object: 'rail_callback',
    transfer_id,
    state,
    disposition: DISPOSITION[state] ?? 'hold',
  }),
});

const DEPOSIT_ANSWER = answerFromState(callbackAnswer);

/** A repeated report returns the current state, because a review may have ended. */
async function replyToRepeat(
  reader: Reader,
  first: { readonly status: number; readonly body: string },
): Promise<Reply> {
  // The answer source of deposits rendered this body.
  const { transfer_id, disposition } = JSON.parse(first.body) as { transfer_id: string; disposition: string };
  const now = disposition === 'hold' ? await findTransfer(reader, transfer_id) : undefined;
  return { ...(now === undefined ? first : callbackAnswer(transfer_id, now.state)), replayed: true };
}

/** Cancels the on-ramp because the payer declined. A repeated report is not a conflict. */
export async function handlePaymentDeclined(
  parts: CallbackDependencies,
  call: CallbackContext,
  { reference }: PaymentDeclined,
): Promise<Reply> {
  const issued = await findIssued(parts, call, reference);
  if (issued === undefined || !('transfer_id' in issued.for)) return notFoundProblem('payment');
  const { transfer_id } = issued.for;
  const outcome = await parts.services.writers.submit(issued.stream, {
    decide: (book) => cancelOnramp(book, { transfer_id, reason: DECLINED_REASON }),
    answer: DEPOSIT_ANSWER,
    actor: `system:rail:${call.rail}`,
    requestId: call.requestId,
  } satisfies Command);
  if (outcome.kind === 'done') return outcome.answer;
  const isForgotten = outcome.kind === 'refused' && outcome.refusal.code === 'not_found';
  const reader = { services: parts.services, stream: issued.stream };
  const known = isForgotten ? await findFinishedTransfer(reader, transfer_id) : undefined;
  return known?.state === 'canceled'
    ? callbackAnswer(transfer_id, known.state)
    : problem('transfer_not_cancelable', 'The payment was already made, or the transfer is final.');
}

/**
 * The details issued under a reference of this rail and environment. They decide who gets the money, so the event that
 * issued them must agree with the document.
 */
async function findIssued(
  { services, ...events }: CallbackDependencies,
  { environment, rail }: CallbackContext,
  reference: string,
): Promise<Issued | undefined> {
  const found = await findInAnyBook(
    services,
    () => events.eventStore.head(),
    COLLECTIONS.railReferences,
    reference,
  );
  if (found === undefined || environmentOf(found.scope) !== environment) return undefined;
  const issued = parseBody(COLLECTIONS.railReferences, found);
  if (issued.rail !== rail) return undefined;
  if (await isIssuedBy(events, found.scope, reference, issued)) return { ...issued, stream: found.scope };
  services.log.error({ stream: found.scope, rail, ...issued.for }, 'rail reference does not match its event');
  return undefined;
}

/** Whether the event that created the object has this reference, rail, and currency. */
async function isIssuedBy(
  events: OriginSource,
  stream: string,
  reference: string,
  { for: object, rail, currency }: RailReference,
): Promise<boolean> {
  const id = 'transfer_id' in object ? object.transfer_id : object.deposit_account_id;
  const event = await readOriginEvent(events, stream, id);
  if (event?.type !== 'transfer.created' && event?.type !== 'deposit_account.opened') return false;
  const { data } = event;
  const created = 'transfer_id' in data ? data.transfer_id : data.deposit_account_id;
  const { source, provider_reference } = data;
  return (
    created === id && provider_reference === reference && source.rail === rail && source.currency === currency
  );
}
