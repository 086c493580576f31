/** What a wallet held at a time: the newest line about each bucket up to then says it. */
import { parseBody } from '../../../read-models/collection.ts';
import { COLLECTIONS, WALLET_POSTINGS } from '../../../../projections/collections.ts';
import { pendingTerm } from '../../../../projections/wallets/wallet-history.ts';
import type { StoredDocument } from '../../../read-models/port.ts';
import { ASSET_DECIMALS, formatAmount, isAsset } from '../../../ledger/amount.ts';
import { smallestIdAt } from '../../../ledger/ids.ts';
import type { Line } from '../../../ledger/posting.ts';
import { problem } from '../../server/errors.ts';
import type { Reply } from '../../server/reply.ts';
import { assertCurrent, waitForOwnWrites } from '../../operations/read.ts';
import type { Reader } from '../../operations/read.ts';

/** Postings that leave alone what is available, and only move held money, are few. */
const PAGE = 5;

/** `time` is in milliseconds since 1970 and past; what happened in that millisecond counts. 404 before the wallet was opened. */
export async function balanceAt(reader: Reader, found: StoredDocument, time: number): Promise<Reply> {
  const wallet = parseBody(COLLECTIONS.wallets, found);
  if (time < Date.parse(wallet.created_at))
    return problem('not_found', 'The wallet did not exist at that time.');
  await assertKnown(reader);
  const before = smallestIdAt('whe', time + 1);
  const [available, pending] = await Promise.all([
    newestLine(reader, wallet.id, 'available', `wallet:${wallet.id}`, before),
    newestLine(reader, wallet.id, 'pending', pendingTerm(wallet.id), before),
  ]);
  const nothing = formatAmount(0n, isAsset(wallet.asset) ? ASSET_DECIMALS[wallet.asset] : wallet.decimals);
  const balance: typeof wallet.balance = {
    object: 'wallet_balance',
    wallet_id: wallet.id,
    asset: wallet.asset,
    available: available?.balance_after ?? nothing,
    pending: pending?.balance_after ?? nothing,
    cashable: available?.cashable_after ?? nothing,
    as_of: new Date(time).toISOString(),
  };
  return { status: 200, body: JSON.stringify(balance) };
}

/** A wallet's line about a bucket in the newest posting before an ID that has one. */
async function newestLine(
  { services, stream: scope }: Reader,
  walletId: string,
  bucket: Line['bucket'],
  term: string,
  until: string,
): Promise<Line | undefined> {
  for (let before = until; ;) {
    const query = { scope, terms: [term], before, order: 'newest', limit: PAGE } as const;
    const page = await services.documents.listStored(WALLET_POSTINGS, query);
    for (const document of page) {
      const { lines } = parseBody(WALLET_POSTINGS, document);
      const line = lines.find((each) => each.account === walletId && each.bucket === bucket);
      if (line !== undefined) return line;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return undefined;
    before = last.id;
  }
}

/**
 * Throws ReadsBehind unless the histories hold all that the book does, by the newest rules: what is missing in them would
 * read as nothing.
 */
async function assertKnown({ services, stream }: Reader): Promise<void> {
  // What is being written now may be of that time. A preview is told once all that was decided before is acknowledged.
  await services.keepers.dryRun(stream, () => ({ events: [] }));
  await waitForOwnWrites({ services, stream }, COLLECTIONS.walletHistory);
  await assertCurrent(services, COLLECTIONS.walletHistory);
}
