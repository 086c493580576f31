/** The balance of a wallet at a time in the past, read from the newest posting lines up to then. */
import { parseBody } from '../../../read-models/collection.ts';
import { COLLECTIONS, WALLET_POSTINGS } from '../../../../projections/collections.ts';
import { pendingTerm } from '../../../../projections/wallets/wallet-history.ts';
import type { WalletView } from '../../../../projections/wallets/wallets.ts';
import type { StoredDocument } from '../../../read-models/port.ts';
import { ASSET_DECIMALS, formatAmount, isAsset } from '../../../ledger/amount.ts';
import { smallestIdAt } from '../../../ledger/ids.ts';
import type { Line } from '../../../ledger/posting.ts';
import { problem } from '../../server/errors.ts';
import type { Reply } from '../../server/reply.ts';
import { assertCurrent } from '../../operations/read.ts';
import type { Reader } from '../../operations/read.ts';
import { waitForOwnWrites } from '../../reads/wait.ts';

export type Wallet = Pick<WalletView, 'id' | 'asset' | 'decimals' | 'created_at' | 'balance'>;

/** Few postings change only the pending bucket, so small pages suffice. */
const PAGE = 5;

/**
 * `time` is in milliseconds since 1970 and in the past; events in that millisecond count. 404 before the wallet was
 * opened.
 */
export async function balanceAt(
  reader: Reader,
  found: Pick<StoredDocument, 'body'>,
  time: number,
): Promise<Reply> {
  const wallet = parseBody(COLLECTIONS.wallets, found);
  if (time < Date.parse(wallet.created_at))
    return problem('not_found', 'The wallet did not exist at that time.');
  await assertHistoryComplete(reader, wallet.id);
  return { status: 200, body: JSON.stringify(await balanceAfter(reader, wallet, time)) };
}

/** The balance after all postings up to and including a millisecond. The history must be complete until then. */
export async function balanceAfter(reader: Reader, wallet: Wallet, time: number): Promise<Wallet['balance']> {
  const before = smallestIdAt('whe', time + 1);
  const [available, pending] = await Promise.all([
    newestLine(reader, wallet.id, 'available', `wallet:${wallet.id}`, before),
    newestLine(reader, wallet.id, 'pending', pendingTerm(wallet.id), before),
  ]);
  const zero = formatAmount(0n, isAsset(wallet.asset) ? ASSET_DECIMALS[wallet.asset] : wallet.decimals);
  return {
    object: 'wallet_balance',
    wallet_id: wallet.id,
    asset: wallet.asset,
    available: available?.balance_after ?? zero,
    pending: pending?.balance_after ?? zero,
    cashable: available?.cashable_after ?? zero,
    as_of: new Date(time).toISOString(),
  };
}

/** The wallet's line for a bucket in the newest posting before an ID. */
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
 * Throws ReadModelBehind unless the wallet history is complete, because missing entries would look like a zero balance.
 */
export async function assertHistoryComplete(reader: Reader, walletId: string): Promise<void> {
  const { services, stream, consistency } = reader;
  // Commands in progress may have that time. A dry run returns after all earlier decisions are acknowledged.
  if (consistency !== 'eventual') await services.writers.dryRun(stream, () => ({ events: [] }));
  await waitForOwnWrites(reader, { collections: [COLLECTIONS.walletHistory], keysOf: () => [walletId] });
  await assertCurrent(services, COLLECTIONS.walletHistory);
}
