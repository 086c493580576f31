import type { TransferView } from '../../../projections/views.ts';
import { withLateMovement } from '../../../projections/views.ts';
import { findEventAt, readOriginEvent } from '../../event-store/book-event.ts';
import { fromRefusal, isProblem, type Problem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import {
  bookLateMovement,
  completedTransfer,
  isLateMovement,
  refuseLateMovement,
  type CompletedTransfer,
  type LateMovement,
} from '../../ledger/late-movement.ts';
import { proposalAnswer, type Control } from '../../ledger/limited-actions.ts';
import type { BookCaller } from '../operations/operation.ts';
import type { Reader } from '../operations/read.ts';
import { submit } from '../operations/write.ts';
import { findCreatedEvent, findFinishedTransfer } from './transfer-command.ts';

// Money that comes back late, for operators, connectors, and the sandbox. The book no longer has completed transfers, so the
// document of the transfer says when it completed, and the events say what it moved.

/** A transfer that completed: its document, which is only shown, and what its events say. */
export type FoundTransfer = {
  readonly view: TransferView;
  readonly completed: CompletedTransfer;
};

/**
 * Undefined for a transfer that does not exist, and a refusal for one that did not complete as a payout or deposit. Throws
 * ReadModelBehind.
 */
export async function findCompletedTransfer(
  reader: Reader,
  { kind, transfer_id }: Pick<LateMovement, 'kind' | 'transfer_id'>,
): Promise<FoundTransfer | Problem | undefined> {
  const view = await findFinishedTransfer(reader, transfer_id);
  if (view === undefined) return undefined;
  const completed = await completionOf(reader, view);
  return completed === undefined ? fromRefusal(refuseLateMovement(kind).refusal) : { view, completed };
}

type Completion = RecordedBookEvent<'transfer.state_changed'>;

async function completionOf(
  reader: Pick<Reader, 'services' | 'stream'>,
  { id, state, receipt }: TransferView,
): Promise<CompletedTransfer | undefined> {
  const time = receipt?.completed_at;
  if (state !== 'completed' || typeof time !== 'string') return undefined;
  const created = await findCreatedEvent(reader, id);
  if (created === undefined) return undefined;
  const { services, stream } = reader;
  const completed = await findEventAt(
    services,
    stream,
    { time, from: created.revision },
    (event): event is Completion =>
      event.type === 'transfer.state_changed' &&
      event.data.transfer_id === id &&
      event.data.state === 'completed',
  );
  if (completed === undefined) return undefined;
  const deposit = completed.data.deposit_id;
  const arrived = deposit === undefined ? undefined : await readOriginEvent(services, stream, deposit);
  return completedTransfer({
    created,
    completed,
    arrived: arrived?.type === 'deposit.arrived' ? arrived : undefined,
    rail_reference: receipt?.rail_reference ?? undefined,
  });
}

/** How an action is controlled, which may depend on what the transfer moved. */
type ControlOf = (completed: CompletedTransfer | undefined) => Control;

/** Replies 200 with the transfer, or 202 with a proposal if `control` makes it one. */
export async function submitLateMovement(
  caller: BookCaller,
  movement: LateMovement,
  controlOf: ControlOf,
  why?: string,
): Promise<Reply> {
  const attempt = (found?: FoundTransfer): Promise<Reply> => {
    const control = controlOf(found?.completed);
    return submit(caller, {
      decide: (book, context) =>
        control(book, context, () => bookLateMovement(book, movement, found?.completed)),
      answer: {
        from: 'book',
        render: (_book, events) =>
          proposalAnswer(events) ?? { status: 200, body: JSON.stringify(transferAfter(found, events)) },
      },
      reason: why,
    });
  };
  // A repeated request, and one whose money has already come back, need no evidence.
  const reply = await attempt();
  if (!isProblem(reply) || reply.problem !== 'not_found') return reply;
  const found = await findCompletedTransfer(caller, movement);
  if (found === undefined) return reply;
  return isProblem(found) ? found : attempt(found);
}

function transferAfter(found: FoundTransfer | undefined, events: readonly RecordedBookEvent[]): TransferView {
  const event = events.find(isLateMovement);
  if (found === undefined || event === undefined) throw new Error('expected a late movement');
  return withLateMovement(found.view, event);
}
