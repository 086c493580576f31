/** The movements of a wallet: the history entries of each posting as one object, with the sides of its transfer. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import type { TransferView } from '../../../projections/views.ts';
import type { HistoryEntry } from '../../../projections/wallets.ts';
import { boundsOf, refuseCursor } from '../../api/operations/list.ts';
import { waitForOwnWrites } from '../../api/operations/wait.ts';
import type { WalletMovement } from '../../generated/api.ts';
import type { Reply } from '../../http/reply.ts';
import { siblingId } from '../../ledger/ids.ts';
import { listValues, parseBody } from '../../read-models/collection.ts';
import type { OperatorCall, OperatorCaller } from '../operations/operation.ts';

const LIMIT_DEFAULT = 10;
/** A posting changes at most the buckets available, cashable, pending, and receivable of a wallet. */
const ENTRIES_PER_POSTING = 4;
const SIBLING_MAX = 255;

/** The wallet exists. A page has whole postings only. Throws ReadModelBehind. */
export async function replyWithMovements(call: OperatorCall<'listWalletMovements'>): Promise<Reply> {
  const { services, stream, params, query } = call;
  const { wallet_id } = params;
  const { starting_after, ending_before, limit = LIMIT_DEFAULT, ...times } = query;
  const list = { collection: COLLECTIONS.walletHistory, prefix: 'whe' } as const;
  const terms = [`wallet:${wallet_id}`];
  await waitForOwnWrites(call, {
    collections: [COLLECTIONS.walletHistory, COLLECTIONS.transfers],
    keysOf: () => [wallet_id],
  });
  const refusal = await refuseCursor(call, list, { terms }, starting_after ?? ending_before);
  if (refusal !== undefined) return refusal;
  const isBackward = ending_before !== undefined;
  const wanted = (limit + 1) * ENTRIES_PER_POSTING;
  const bounds = boundsOf(list, {
    ...times,
    ...(starting_after !== undefined && { starting_after: siblingId(starting_after, 0) }),
    ...(ending_before !== undefined && { ending_before: siblingId(ending_before, SIBLING_MAX) }),
  });
  const entries = await listValues(services.documents, COLLECTIONS.walletHistory, {
    scope: stream,
    terms,
    ...bounds,
    order: isBackward ? 'oldest' : 'newest',
    limit: wanted,
  });
  const postings = byPosting(entries);
  // The last posting may have more entries than were read.
  const whole = entries.length < wanted ? postings : postings.slice(0, -1);
  const shown = whole.slice(0, limit);
  const data = await present(call, isBackward ? shown.toReversed() : shown);
  return { status: 200, body: JSON.stringify({ data, has_more: postings.length > shown.length }) };
}

/** Entries of one posting follow one another, in either order. */
function byPosting(entries: readonly HistoryEntry[]): readonly (readonly HistoryEntry[])[] {
  const postings = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const posting = siblingId(entry.id, 0);
    postings.set(posting, [...(postings.get(posting) ?? []), entry]);
  }
  return [...postings.values()].map((each) => each.sort((a, b) => (a.id < b.id ? -1 : 1)));
}

async function present(
  { services: { documents } }: OperatorCaller,
  postings: readonly (readonly HistoryEntry[])[],
): Promise<readonly WalletMovement[]> {
  const ids = postings.flatMap(([first]) => first?.transfer_id ?? []);
  const found = await documents.getMany(COLLECTIONS.transfers, [...new Set(ids)]);
  const transfers = new Map(found.map((each) => [each.id, parseBody(COLLECTIONS.transfers, each)]));
  return postings.flatMap((entries) => {
    const [first] = entries;
    if (first === undefined) return [];
    const { id, wallet_id, transfer_id, description, created_at } = first;
    const transfer = transfers.get(transfer_id ?? '');
    return {
      id,
      object: 'wallet_movement',
      wallet_id,
      transfer_id,
      transfer: transfer === undefined ? null : sidesOf(transfer),
      description,
      entries,
      created_at,
    };
  });
}

/** What a movement shows of its transfer. */
const sidesOf = ({ kind, state, source, destination }: TransferView): WalletMovement['transfer'] => ({
  kind,
  state,
  source,
  destination,
});
