/** Batches of transfers between users: each transfer sees what the ones before it left. */
import { ANY, compare, idOf, isObject, refuse, textOf } from '../prediction.ts';
import type { Expected, Json, JsonObject, Outcome } from '../prediction.ts';
import { NOT_FOUND, NO_ROUTE, memberOf } from '../request.ts';
import type { Request, Rule } from '../request.ts';
import { emitRepayments } from '../state/world.ts';
import type { Batch, Book } from '../state/world.ts';
import { transferView } from '../state/views.ts';
import { transferRules } from './transfer-rules.ts';

const itemsOf = (body: Json | undefined, name: string): readonly JsonObject[] => {
  const items = isObject(body) ? body[name] : undefined;
  return Array.isArray(items) ? (items as readonly Json[]).filter(isObject) : [];
};

/** What a transfer of the batch may lead to. Two wallets of one user are a conversion, which a batch does not make. */
function outcomesOf(request: Request, transfer: JsonObject): readonly Outcome[] {
  const walletOf = (side: string) => request.book.wallets.get(textOf(memberOf(transfer, side), 'wallet_id'));
  const [from, to] = [walletOf('source'), walletOf('destination')];
  if (from !== undefined && to !== undefined && from.userId === to.userId && from.asset !== to.asset)
    return [NO_ROUTE];
  const outcomes = transferRules.createTransfer({ ...request, body: transfer });
  return Array.isArray(outcomes) ? (outcomes as readonly Outcome[]) : [outcomes as Outcome];
}

/** Undoes what `run` changes. */
function tentatively<T>({ journal }: Book, run: () => T): T {
  const mark = journal.mark();
  try {
    return run();
  } finally {
    journal.undoTo(mark);
  }
}

/** Applies a transfer as an answer shows it. */
function apply({ book }: Request, outcome: Outcome, shown: JsonObject): void {
  outcome.commit?.(shown);
  emitRepayments(book);
}

/** A transfer that no answer shows, so that the next one sees what it leaves. */
const unseen = (index: number): JsonObject => ({
  id: `trf_${index}`,
  created_at: '1970-01-01T00:00:00.000Z',
});

/** Applies the transfers that the results show. Returns what is wrong with them. */
function applyResults(request: Request, results: readonly JsonObject[]): string | undefined {
  const transfers = itemsOf(request.body, 'transfers');
  if (results.length !== transfers.length)
    return `expected ${transfers.length} results, got ${results.length}`;
  for (const [index, transfer] of transfers.entries()) {
    const { transfer: made, preview, error } = results[index] ?? {};
    const outcomes = outcomesOf(request, transfer);
    const differences: (string | undefined)[] = outcomes.map((outcome) => {
      if (isObject(error))
        return outcome.code === textOf(error, 'code') ? undefined : `expected ${String(outcome.code)}`;
      if (outcome.status >= 400) return `expected ${String(outcome.code)}`;
      const { kind, amount } = outcome.body as Readonly<Record<string, Expected>>;
      return isObject(preview)
        ? compare({ kind, amount }, preview, '')
        : compare(outcome.body ?? ANY, made, '');
    });
    const outcome = outcomes[differences.indexOf(undefined)];
    if (outcome === undefined)
      return `result ${index}: ${differences.join('; or ')}, got ${JSON.stringify(results[index])}`;
    if (outcome.status < 400) apply(request, outcome, isObject(made) ? made : unseen(index));
  }
  return undefined;
}

/** The refusals of an atomic batch: of the first transfer that is refused. */
function refusalsOf(request: Request): readonly Outcome[] {
  const refusals: Outcome[] = [];
  for (const [index, transfer] of itemsOf(request.body, 'transfers').entries()) {
    const outcomes = outcomesOf(request, transfer);
    for (const { status, code = '', fields } of outcomes)
      if (status >= 400)
        refusals.push(
          refuse(
            status,
            code,
            fields === undefined ? {} : { fields: fields.map((field) => `transfers.${index}.${field}`) },
          ),
        );
    const success = outcomes.find(({ status }) => status < 400);
    if (success === undefined) break;
    apply(request, success, unseen(index));
  }
  return refusals;
}

const createTransferBatch: Rule = (request) => {
  const { book, body } = request;
  const mode = textOf(body, 'mode');
  const isDryRun = body['dry_run'] === true;
  const refusals = mode === 'atomic' ? tentatively(book, () => refusalsOf(request)) : [];
  return [
    {
      status: isDryRun ? 200 : 201,
      body: {
        mode,
        object: isDryRun ? 'transfer_batch_preview' : 'transfer_batch',
        ...(!isDryRun && { id: idOf('trb') }),
      },
      refuses(answer) {
        const results = itemsOf(answer, 'results');
        if (!isDryRun && answer['created_count'] !== results.filter(({ error }) => error === null).length)
          return 'created_count differs from the results';
        if (mode === 'atomic' && results.some(({ error }) => error !== null))
          return 'an atomic batch has a refusal';
        return tentatively(book, () => applyResults(request, results));
      },
      commit(answer) {
        if (isDryRun) return;
        const results = itemsOf(answer, 'results');
        applyResults(request, results);
        const made = results.map(({ transfer, error }) => ({
          transferId: textOf(transfer, 'id') || undefined,
          code: textOf(error, 'code'),
        }));
        book.batches.set(textOf(answer, 'id'), { mode, results: made });
      },
    },
    ...refusals,
  ];
};

function batchView(book: Book, { mode, results }: Batch): Expected {
  const shown = results.map(({ transferId, code }) => {
    const transfer = book.transfers.get(transferId ?? '');
    return transfer === undefined
      ? { transfer: null, error: { code } }
      : { transfer: transferView(book, transfer), error: null };
  });
  const created_count = results.filter(({ transferId }) => transferId !== undefined).length;
  return {
    object: 'transfer_batch',
    mode,
    created_count,
    refused_count: results.length - created_count,
    results: shown,
  };
}

const getTransferBatch: Rule = ({ book, params }) => {
  const batch = book.batches.get(params['transfer_batch_id'] ?? '');
  return batch === undefined ? NOT_FOUND : { status: 200, body: batchView(book, batch) };
};

export const batchRules = { createTransferBatch, getTransferBatch } satisfies Readonly<Record<string, Rule>>;
