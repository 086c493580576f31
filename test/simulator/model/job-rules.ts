/** What happens without a request: payouts are submitted, and on-ramps that nobody paid expire. */
import type { JsonObject } from './prediction.ts';
import { isObject, textOf } from './prediction.ts';
import { aheadSeconds } from './world.ts';
import type { Book, Transfer } from './world.ts';
import { advance } from './transfer-rules.ts';

type About = {
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** Applies the steps that the service takes automatically, of the transfers that a request concerns. */
export function runJobs(book: Book, about: About, at: number): void {
  for (const transfer of book.transfers.values())
    if (isAbout(book, transfer, about)) runJob(book, transfer, at);
}

/** Applies the step that the service takes automatically, if there is one. */
export function runJob(book: Book, transfer: Transfer, at: number): void {
  const { kind, state, expiresAt } = transfer;
  const isExpired = expiresAt !== null && at + aheadSeconds(book) * 1_000 >= expiresAt;
  const step =
    kind === 'offramp' && state === 'pending'
      ? 'payout_submitted'
      : kind === 'onramp' && state === 'awaiting_funds' && isExpired
        ? 'canceled'
        : undefined;
  if (step === undefined) return;
  const { next, emitAll } = advance(book, transfer, [step]);
  book.transfers.set(next.id, next);
  emitAll(next.id);
}

function isAbout(book: Book, transfer: Transfer, { params, query, body }: About): boolean {
  const members: JsonObject = isObject(body as JsonObject) ? (body as JsonObject) : {};
  const ids = [params['transfer_id'], query['object_id'], textOf(members, 'transfer_id')];
  if (ids.includes(transfer.id)) return true;
  if (params['payout_account_id'] !== undefined)
    return transfer.payoutAccountId === params['payout_account_id'];
  const owners = [transfer.from, transfer.to].map((each) => book.wallets.get(each ?? '')?.userId);
  return params['user_id'] !== undefined && owners.includes(params['user_id']);
}
