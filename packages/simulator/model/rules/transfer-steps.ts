/** New transfers and their steps, with the events that each step emits. */
import { idOf, textOf } from '../prediction.ts';
import type { Expected, JsonObject, Outcome } from '../prediction.ts';
import { bookTime } from '../request.ts';
import type { Request } from '../request.ts';
import { transferView } from '../state/views.ts';
import { emit } from '../state/world.ts';
import type { Book, Reason, Transfer } from '../state/world.ts';

export type NewTransfer = Omit<Transfer, 'id' | 'createdAt'>;

export function newTransfer(request: Request, kind: Transfer['kind'], amount: string): NewTransfer {
  const { body } = request;
  return {
    ...{
      kind,
      amount,
      state: 'pending',
      reason: null,
      version: 1,
      from: null,
      to: null,
      userIds: [],
      fiat: null,
    },
    ...{ payoutAccountId: null, depositAccountId: null, expiresAt: null, quoteId: null, receipt: undefined },
    ...{ moved: { amount: 0n, cashable: 0n }, counted: 0n, at: bookTime(request) },
    integratorReference: textOf(body, 'integrator_reference') || null,
    metadata: (body['metadata'] ?? {}) as JsonObject,
  };
}

/** A snapshot in an event of a step that others follow at once. */
const passing = (id: string, state: string, version: number): Expected => ({ id, state, version });

/** The answer to the creation of a transfer of version 1 or 2, with the events of its creation and of its first step. */
export function created(
  book: Book,
  transfer: NewTransfer,
  postings: (about: { readonly transferId: string; readonly createdAt: string }) => void = () => undefined,
): Outcome {
  const { version } = transfer;
  return {
    status: 201,
    body: { ...transferView(book, { ...transfer, id: '', createdAt: '' }), id: idOf('trf') },
    commit(answer: JsonObject) {
      const [id, createdAt] = [textOf(answer, 'id'), textOf(answer, 'created_at')];
      const made = { ...transfer, id, createdAt };
      book.transfers.set(id, made);
      const about = { objectId: id, at: transfer.at };
      const first = version === 2 ? passing(id, 'pending', 1) : transferView(book, made);
      const isOnramp = transfer.kind === 'onramp';
      emit(book, {
        ...{ type: 'transfer.created', version: 1, ...about },
        data: version === 2 && isOnramp ? passing(id, 'awaiting_funds', 1) : first,
      });
      if (version === 2)
        emit(book, { type: 'transfer.state_changed', version: 2, data: transferView(book, made), ...about });
      postings({ transferId: id, createdAt });
    },
  };
}

export type Step = { readonly state: string; readonly reason?: Reason | null };

/** The transfer after steps; each step is a version and an event. `also` names further events of a step. */
export function advance(
  book: Book,
  transfer: Transfer,
  steps: readonly Step[],
  at: number,
  also: Readonly<Record<string, string>> = {},
): { readonly next: Transfer; readonly emitAll: (after: Transfer) => void } {
  const last = steps.at(-1);
  const next: Transfer = {
    ...transfer,
    state: last?.state ?? transfer.state,
    reason: last === undefined ? transfer.reason : (last.reason ?? null),
    version: transfer.version + steps.length,
  };
  const emitAll = (after: Transfer): void =>
    steps.forEach(({ state }, index) => {
      const version = transfer.version + index + 1;
      const data = index === steps.length - 1 ? transferView(book, after) : passing(after.id, state, version);
      emit(book, { type: 'transfer.state_changed', objectId: after.id, version, data, at });
      const other = also[state];
      if (other !== undefined) emit(book, { type: other, objectId: after.id, version, data, at });
    });
  return { next, emitAll };
}

/** A decision about an existing transfer. `updatedAt` is the time of its postings. */
export function decided(
  request: Request,
  transfer: Transfer,
  steps: readonly Step[],
  also: Readonly<Record<string, string>>,
  postings: (about: { readonly transferId: string; readonly createdAt: string }) => void,
): Outcome {
  const { book } = request;
  const { next, emitAll } = advance(book, transfer, steps, bookTime(request), also);
  return {
    status: 200,
    body: transferView(book, next),
    commit(answer) {
      book.transfers.set(next.id, next);
      emitAll(next);
      postings({ transferId: next.id, createdAt: textOf(answer, 'updated_at') });
    },
  };
}

const FINAL = ['completed', 'failed', 'canceled', 'returned', 'refunded'];

/** Whether nothing follows the state. That an off-ramp is returned never shows: it is refunded at once. */
export const isFinal = (state: string): boolean => FINAL.includes(state);
