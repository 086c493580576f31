import { COLLECTIONS } from '../../../projections/collections.ts';
import { readOriginEvent } from '../../event-store/book-event.ts';
import type { ErrorCode, TransferBatchCreate } from '../../generated/api.ts';
import { ERRORS } from '../../generated/errors.ts';
import { ReadModelBehind, fromRefusal, notFoundProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import type { DecisionContext, ReadonlyBook } from '../../ledger/book.ts';
import type { BookEvent, EventData, RecordedBookEvent } from '../../ledger/event.ts';
import { presentTransfer } from '../../ledger/present.ts';
import { evolveTransfer, type CreateTransfer, type Transfer } from '../../ledger/transfer.ts';
import { BATCH_TOO_LARGE, createTransferBatch } from '../../ledger/transfer-batch.ts';
import type { AnswerSource, Steps } from '../../writer/command.ts';
import type { Caller, Handlers } from '../operations/operation.ts';
import { assertCurrent, ifOwned } from '../operations/read.ts';
import { waitForOwnWrites } from '../operations/wait.ts';
import { submit } from '../operations/write.ts';
import { previewOf, withPrices } from './transfers.ts';

// Batches of transfers between users. The event of a batch has its results, so a batch needs no document.

/** In the queue of the book, so many transfers count as one command: they cost less than single ones. */
const TRANSFERS_PER_COMMAND = 4;

/** Of those that write at the same time, a batch of so many delays others like one request. */
const TRANSFERS_PER_SLOT = 20;

/** How many writes a request counts as; `body` has passed its schema. */
export const writesIn = (body: unknown): number => (isBatch(body) ? body.transfers.length : 1);

/** How much of what may be written at the same time so many writes of a request take. */
export const slotsOf = (writes: number): number => Math.ceil(writes / TRANSFERS_PER_SLOT);

/** Only a batch has transfers in its body. */
const isBatch = (body: unknown): body is TransferBatchCreate =>
  typeof body === 'object' && body !== null && 'transfers' in body;

type Recorded = RecordedBookEvent<'transfer_batch.created'>;
type BatchResult = Recorded['data']['results'][number];

export const transferBatchHandlers = {
  async createTransferBatch(call) {
    const { mode, transfers, dry_run } = call.body;
    // The request itself has been counted.
    const limited = transfers.length > 1 ? call.charge(transfers.length - 1) : undefined;
    if (limited !== undefined) return limited;
    if (dry_run === true) return previewBatch(call);
    return submit(call, {
      decide: (book, context) => ({
        steps: createTransferBatch(book, { mode, transfers: priced(call, book) }, context),
        refusalIfTooLarge: BATCH_TOO_LARGE,
      }),
      answer: transferBatchAnswer,
      size: Math.ceil(transfers.length / TRANSFERS_PER_COMMAND),
    });
  },
  async getTransferBatch(call) {
    const { services, stream, params } = call;
    const event = await readOriginEvent(services, stream, params.transfer_batch_id);
    if (event?.type !== 'transfer_batch.created' || event.data.transfer_batch_id !== params.transfer_batch_id)
      return notFoundProblem('transfer batch');
    const bodies = await transferBodies(call, event);
    return bodies === undefined
      ? notFoundProblem('transfer batch')
      : { status: 200, body: renderBatch(event, (id) => bodies.get(id)) };
  },
} satisfies Partial<Handlers>;

/** The transfers with the price that coin counts at for limits, each when it is decided. */
function* priced(
  call: Caller & { readonly body: TransferBatchCreate },
  book: ReadonlyBook,
): Generator<CreateTransfer> {
  for (const transfer of call.body.transfers) yield withPrices(call, transfer, undefined)(book);
}

/** The events contain the complete transfers, so the book stores no copy of the answer. */
export const transferBatchAnswer: AnswerSource = {
  from: 'events',
  render(events) {
    const transfers = new Map<string, Transfer>();
    let batch: Recorded | undefined;
    for (const event of events) {
      if (event.type === 'transfer.created' || event.type === 'transfer.state_changed')
        transfers.set(event.data.transfer_id, evolveTransfer(transfers.get(event.data.transfer_id), event));
      else if (event.type === 'transfer_batch.created') batch = event;
    }
    if (batch === undefined) throw new Error('expected the event transfer_batch.created');
    const bodyOf = (id: string): string | undefined => {
      const transfer = transfers.get(id);
      return transfer && JSON.stringify(presentTransfer(transfer));
    };
    return { status: 201, body: renderBatch(batch, bodyOf) };
  },
};

/** Throws ReadModelBehind for a transfer that is not known. */
function renderBatch({ data, time }: Recorded, bodyOf: (transferId: string) => string | undefined): string {
  const { transfer_batch_id: id, mode, results } = data;
  const refused_count = results.filter(({ refusal }) => refusal !== undefined).length;
  const created_count = results.length - refused_count;
  const known = JSON.stringify({ id, object: 'transfer_batch', mode, created_count, refused_count });
  const rendered = results.map((result) => renderResult(result, bodyOf));
  return `${known.slice(0, -1)},"results":[${rendered.join(',')}],"created_at":${JSON.stringify(time)}}`;
}

function renderResult(result: BatchResult, bodyOf: (transferId: string) => string | undefined): string {
  const { transfer_id, refusal } = result;
  if (refusal !== undefined) return `{"transfer":null,"error":${JSON.stringify(presentRefusal(refusal))}}`;
  const body = bodyOf(transfer_id ?? '');
  if (body === undefined) throw new ReadModelBehind('a transfer of the batch is missing');
  return `{"transfer":${body},"error":null}`;
}

function presentRefusal({ code, message, details }: NonNullable<BatchResult['refusal']>): object {
  // Only codes of refusals are recorded.
  const { type } = ERRORS[code as ErrorCode];
  return { type, code, message, ...(details !== undefined && { details }) };
}

/** The transfers as they are now, as JSON. Undefined if some are not visible yet and the caller does not wait. Throws ReadModelBehind. */
async function transferBodies(
  call: Caller,
  { data: { results } }: Recorded,
): Promise<ReadonlyMap<string, string> | undefined> {
  const { documents } = call.services;
  const ids = results.flatMap(({ transfer_id }) => transfer_id ?? []);
  if (ids.length === 0) return new Map();
  await waitForOwnWrites(call, { collections: [COLLECTIONS.transfers], keysOf: () => ids });
  await assertCurrent(call.services, COLLECTIONS.transfers);
  const found = await documents.getMany(COLLECTIONS.transfers, ids);
  const bodies = new Map(
    found.flatMap((each) => (ifOwned(call, each, []) ? [[each.id, each.body] as const] : [])),
  );
  return bodies.size < ids.length && call.consistency === 'eventual' ? undefined : bodies;
}

// Dry runs.

type Preview = Awaited<ReturnType<typeof previewOf>>;

async function previewBatch(call: Caller & { readonly body: TransferBatchCreate }): Promise<Reply> {
  const { mode } = call.body;
  let previews: Preview[] = [];
  const decision = await call.services.writers.dryRun(call.stream, (book, context) => {
    // A decision may be taken again after a conflict.
    previews = [];
    return {
      steps: previewed(call, { book, context }, (preview) => previews.push(preview)),
      refusalIfTooLarge: BATCH_TOO_LARGE,
    };
  });
  if ('refusal' in decision) return fromRefusal(decision.refusal);
  const { results } = batchOf(decision.events);
  const presented = results.map(({ refusal }) =>
    refusal === undefined
      ? { preview: previews.shift() ?? null, error: null }
      : { preview: null, error: presentRefusal(refusal) },
  );
  const body = { object: 'transfer_batch_preview', mode, results: presented };
  return { status: 200, body: JSON.stringify(body) };
}

function* previewed(
  call: Caller & { readonly body: TransferBatchCreate },
  { book, context }: { readonly book: ReadonlyBook; readonly context: DecisionContext },
  onPreview: (preview: Preview) => void,
): Steps['steps'] {
  const { mode } = call.body;
  const steps = createTransferBatch(book, { mode, transfers: priced(call, book) }, context);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    onPreview(previewOf(call, value));
    yield value;
  }
}

function batchOf(events: readonly BookEvent[]): EventData<'transfer_batch.created'> {
  const found = events.find((event) => event.type === 'transfer_batch.created');
  if (found === undefined) throw new Error('expected the event transfer_batch.created');
  return found.data;
}
