import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { COLLECTIONS } from '../../projections/collections.ts';
import type { RailReference } from '../../projections/deposits.ts';
import { payoutReturnTerm } from '../../projections/transfers.ts';
import { readOriginEvent, type OriginSource } from '../event-store/book-event.ts';
import type { EventStore } from '../event-store/port.ts';
import { parseJsonBody, readRawJson } from '../http/body.ts';
import { fromRefusal, invalidFields, isProblem, notFoundProblem, problem } from '../http/errors.ts';
import type { Reply } from '../http/reply.ts';
import { createRouter, methodNotAllowed } from '../http/router.ts';
import type { Exchange, Mount } from '../http/serve.ts';
import type { CanceledOnramp } from '../ledger/deposit-account.ts';
import type { RecordedBookEvent } from '../ledger/event.ts';
import { environmentOf } from '../ledger/ids.ts';
import { LATE_REASONS, refuseLateMovement, reportLateMovement } from '../ledger/late-movement.ts';
import { supersedeProposals } from '../ledger/limited-actions.ts';
import { DECLINED_REASON, cancelOnramp, receiveDeposit } from '../ledger/onramp.ts';
import { settlePayout } from '../ledger/payout.ts';
import { refuseNotFound } from '../ledger/refusal.ts';
import { isFinalState, type TransferState } from '../ledger/transfer.ts';
import {
  SIGNATURE_HEADER,
  displayableReason,
  parseCallback,
  type Callback,
  type CameBack,
  type DepositArrived,
  type PaymentDeclined,
  type PayoutSettled,
} from '../rails/connector-protocol.ts';
import type { RunningRails } from '../rails/rails.ts';
import { parseBody } from '../read-models/collection.ts';
import {
  readConsistent,
  type Answer,
  type AnswerSource,
  type Command,
  type Outcome,
} from '../writer/command.ts';
import { findInAnyBook, type Reader } from './operations/read.ts';
import type { Services } from './operations/services.ts';
import {
  currentTransferDocument,
  findCanceledOnramp,
  findFinishedTransfer,
  findTransfer,
} from './resources/transfer-command.ts';
import { findCompletedTransfer } from './resources/late-movement.ts';

// The context of a verified callback, and its answer.

type CallbackDependencies = OriginSource & {
  readonly services: Services;
  readonly eventStore: Pick<EventStore, 'head' | 'read'>;
};

type CallbackContext = {
  readonly environment: string;
  readonly rail: string;
  readonly requestId: string;
};

/** The transfer's state after the deposit. Late money finds its transfer canceled. */
function lastStep(events: readonly RecordedBookEvent[]): { transfer_id: string; state: TransferState } {
  for (const { type, data } of [...events].reverse()) {
    if (type === 'deposit.sent_back') return { transfer_id: data.transfer_id, state: 'canceled' };
    if (type === 'transfer.state_changed') return { transfer_id: data.transfer_id, state: data.state };
  }
  throw new Error('expected an event with the state of the transfer');
}

/** The answer is rendered from the state that the transfer reached. */
const answerFromState = (answerOf: (transferId: string, state: TransferState) => Answer): AnswerSource => ({
  from: 'events',
  render(events) {
    const { transfer_id, state } = lastStep(events);
    return answerOf(transfer_id, state);
  },
});

// Deposits that a connector reports. The answer tells it what to do with the money: `keep` it, `hold` it until a review
// ends, or `return` it to the sender.

/** The payment details issued under a reference, with their book. */
type Issued = RailReference & { readonly stream: string };

const UNKNOWN_REFERENCE = 'Unknown reference. Retry for a while, then return the money to its sender.';

/** Records a payment for issued details. Reporting the same payment again has no further effect. */
async function handleDepositArrived(
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
    const canceled = known === undefined ? undefined : await findCanceledOnramp(reader, known);
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
async function handlePaymentDeclined(
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

// Payout outcomes that a connector reports.

/** Records the outcome of a payout. Repeating the same outcome is not a conflict; a different one is. */
async function handlePayoutSettled(
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
  // What the book still has is not over, whatever its document says.
  const isLive = await readConsistent(services.writers, stream, ({ transfers }) =>
    transfers.has(transfer_id),
  );
  if (isLive) return problem('transfer_state_conflict', NOT_SUBMITTED);
  const recorded = await findRecordedOutcome(reader, { transfer_id, outcome });
  if (recorded.isSame) return settledAnswer(transfer_id, recorded.state);
  if (!recorded.isOver) return problem('transfer_state_conflict', NOT_SUBMITTED);
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

const NOT_SUBMITTED = 'The payout has not been submitted to the rail yet.';

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

// Money of completed transfers that came back.

/** Books it once. Repeating the report with the same amount is not a conflict, also if an operator booked it before. */
async function handleCameBack(
  { services, eventStore }: CallbackDependencies,
  { environment, rail, requestId }: CallbackContext,
  { type, transfer_id, amount, currency, return_reference, reason: given }: CameBack,
): Promise<Reply> {
  const kind = type === 'payout.returned' ? 'return' : 'reversal';
  const stream = (await findInAnyBook(services, () => eventStore.head(), COLLECTIONS.transfers, transfer_id))
    ?.scope;
  if (stream === undefined || environmentOf(stream) !== environment) return notFoundProblem('transfer');
  const isOpen = await readConsistent(services.writers, stream, ({ transfers }) =>
    transfers.has(transfer_id),
  );
  if (isOpen) return fromRefusal(refuseLateMovement(kind).refusal);
  const found = await findCompletedTransfer({ services, stream }, { kind, transfer_id });
  if (found === undefined) return notFoundProblem('transfer');
  if (isProblem(found)) return found;
  const { completed } = found;
  if (completed.rail !== rail) return notFoundProblem('transfer');
  // Only the code and the message are stored.
  const reason = given === undefined ? LATE_REASONS[kind] : displayableReason(given);
  const movement = { kind, transfer_id, reason, return_reference, reported: { amount, currency } } as const;
  const control = supersedeProposals(transfer_id);
  const outcome = await services.writers.submit(stream, {
    decide: (book, context) => control(book, context, () => reportLateMovement(book, movement, completed)),
    answer: { from: 'book', render: () => settledAnswer(transfer_id, 'completed') },
    actor: `system:rail:${rail}`,
    requestId,
  });
  if (outcome.kind === 'done') return outcome.answer;
  return outcome.kind === 'refused' ? fromRefusal(outcome.refusal) : conflictingReport();
}

// Callbacks of rail connectors: received money, declined payments, and payout outcomes. They are separate from the API
// under /v1, have their own keys, and are described in docs/rails.md.

type RailCallbackOptions = CallbackDependencies & {
  readonly signatures: Pick<RunningRails, 'signingFor'>;
};

export const RAIL_ROUTES = [{ method: 'POST', path: '/rails/{environment}/{rail}/callbacks' }] as const;

type RailExchange = Exchange & { rail?: string };

export function createRailCallbacks(parts: RailCallbackOptions): Mount<RailExchange> {
  const router = createRouter(RAIL_ROUTES);
  return {
    paths: ['/rails'],
    async answer(exchange) {
      const match = router.match('POST', exchange.path);
      if (isProblem(match)) return undefined;
      const { environment = '', rail = '' } = match.params;
      exchange.route = match.operation;
      return replyTo(exchange, parts, { environment, rail, requestId: exchange.requestId });
    },
    callerFields: ({ rail }) => ({ rail }),
  };
}

async function replyTo(
  exchange: RailExchange,
  parts: RailCallbackOptions,
  call: CallbackContext,
): Promise<Reply> {
  const { req, method } = exchange;
  const { environment, rail } = call;
  const signing = parts.signatures.signingFor(environment, rail);
  if (signing === undefined) return notFoundProblem('path');
  // The path comes from the caller; only configured names are logged.
  exchange.rail = `${environment}/${rail}`;
  if (method !== 'POST') return methodNotAllowed(['POST']);
  const bytes = await readRawJson(req);
  if (isProblem(bytes)) return bytes;
  const header = req.headers[SIGNATURE_HEADER];
  const signature = typeof header === 'string' ? header : undefined;
  // The signature is verified before the body is parsed.
  if (!signing.verify(signature, 'callbacks', bytes, parts.services.clock())) {
    return problem('invalid_api_key', 'The signature is missing, invalid, or too old.');
  }
  const callback = read(bytes);
  return isProblem(callback) ? callback : answer(parts, call, callback);
}

function read(bytes: Buffer): Callback | ReturnType<typeof problem> {
  const parsed = parseJsonBody(bytes, 'required');
  if (isProblem(parsed)) return parsed;
  return (
    parseCallback(parsed.value) ??
    problem('validation_failed', 'The members of a callback are in docs/rails.md.')
  );
}

async function answer(
  parts: CallbackDependencies,
  call: CallbackContext,
  callback: Callback,
): Promise<Reply> {
  switch (callback.type) {
    case 'deposit.arrived':
      return handleDepositArrived(parts, call, callback);
    case 'payment.declined':
      return handlePaymentDeclined(parts, call, callback);
    case 'payout.settled':
      return handlePayoutSettled(parts, call, callback);
    case 'payout.returned':
    case 'deposit.reversed':
      return handleCameBack(parts, call, callback);
  }
}
