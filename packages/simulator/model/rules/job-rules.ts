/** What happens without a request: payouts are submitted, and on-ramps that nobody paid expire. */
import { isObject, textOf } from '../prediction.ts';
import type { Json, JsonObject } from '../prediction.ts';
import { aheadSeconds } from '../state/world.ts';
import type { Book, Transfer } from '../state/world.ts';
import { advance } from './transfer-steps.ts';

type About = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** Applies the steps that the service takes automatically, of the transfers that a request concerns. */
export function runJobs(book: Book, { params, query, body }: About, at: number): void {
  const members: JsonObject = isObject(body as JsonObject) ? (body as JsonObject) : {};
  const ids = [params['transfer_id'], query['object_id'], textOf(members, 'transfer_id')];
  for (const id of ids) {
    const transfer = book.transfers.get(id ?? '');
    if (transfer !== undefined) runJob(book, transfer, at);
  }
  for (const id of [params['payout_account_id'] ?? params['user_id'] ?? ''])
    for (const transfer of book.transfers.of(id)) runJob(book, transfer, at);
}

/** Applies the automatic steps of which an answer shows the result. */
export function runJobsShown(book: Book, shown: Json | undefined, at: number): void {
  if (Array.isArray(shown)) {
    for (const each of shown as readonly Json[]) runJobsShown(book, each, at);
    return;
  }
  if (!isObject(shown)) return;
  const transfer = book.transfers.get(textOf(shown, 'id'));
  if (transfer !== undefined && Number(shown['version']) > transfer.version) runJob(book, transfer, at);
  if (Array.isArray(shown['data'])) runJobsShown(book, shown['data'], at);
  else if (textOf(shown, 'object') === 'event') runJobsShown(book, shown['data'], at);
}

/** Applies the step that the service takes automatically, if there is one. */
export function runJob(book: Book, transfer: Transfer, at: number): void {
  const { kind, state, expiresAt } = transfer;
  const now = at + aheadSeconds(book) * 1_000;
  const isExpired = expiresAt !== null && now >= expiresAt;
  const step =
    kind === 'offramp' && state === 'pending'
      ? { state: 'payout_submitted' }
      : kind === 'onramp' && state === 'awaiting_funds' && isExpired
        ? { state: 'canceled', reason: { code: 'expired' } }
        : undefined;
  if (step === undefined) return;
  const { next, emitAll } = advance(book, transfer, [step], now);
  book.transfers.set(next.id, next);
  emitAll(next);
}
