/** Reads everything that a model knows, so that it is compared. */
import type { KeyName } from '../commands/command.ts';
import type { Random } from '../commands/random.ts';
import type { Model } from '../model/model.ts';
import { generationsOf, isCertain } from '../model/state/world.ts';
import type { Book } from '../model/state/world.ts';

/** Reads one object, or a list, and compares the answer with the model. */
export type Read = (
  key: KeyName,
  operation: string,
  params: Readonly<Record<string, string>>,
  query?: Readonly<Record<string, string>>,
) => Promise<void>;

const BOOKS = [
  ['sandbox', 'one', 'stranger'],
  ['stranger', 'two', 'sandbox'],
] as const;

export async function readAll({ books }: Model, random: Random, read: Read): Promise<void> {
  for (const [key, name, foreignKey] of BOOKS) {
    const book = books.get(name);
    if (book === undefined) continue;
    await read(key, 'getSandboxClock', {});
    for (const { id, userId } of [...book.wallets.values()])
      await read(key, 'getWallet', { wallet_id: id, user_id: userId });
    for (const { id, version } of [...book.transfers.values()]) {
      await read(key, 'getTransfer', { transfer_id: id });
      // Most transfers have few steps, and the same ones.
      if (version > 2 || random.oneIn(4)) await read(key, 'listEvents', {}, { object_id: id, limit: '100' });
    }
    for (const { id, isForgotten } of [...book.users.values()]) {
      await read(key, 'getUser', { user_id: id });
      // Events of the past forget the user, too.
      if (isForgotten) await read(key, 'listEvents', {}, { object_id: id, limit: '100' });
    }
    await readForeign(book, random, (...request) => read(foreignKey, ...request));
    if (key === 'sandbox') await readReviews(book, read);
    for (const { id } of [...book.proposals.values()])
      await read('operator', 'getProposal', { proposal_id: id });
    if (key === 'sandbox')
      for (const former of generationsOf(book).slice(1).filter(isCertain)) await readFormer(former, read);
  }
}

type Ask = (
  operation: string,
  params: Readonly<Record<string, string>>,
  query?: Readonly<Record<string, string>>,
) => Promise<void>;

/** An object of each kind, with the key of another integrator, who must not see it. */
async function readForeign(book: Book, random: Random, read: Ask): Promise<void> {
  const anyOf = <Value>(values: Iterable<Value>): Value | undefined => random.pickAny([...values]);
  const wallet = anyOf(book.wallets.values());
  if (wallet !== undefined) {
    const about = { wallet_id: wallet.id, user_id: wallet.userId };
    for (const operation of ['getWallet', 'getWalletBalance', 'listWalletHistory'])
      await read(operation, about);
  }
  const user_id = anyOf(book.users.values())?.id;
  if (user_id !== undefined)
    for (const operation of ['getUser', 'listWallets']) await read(operation, { user_id });
  const transfer_id = anyOf(book.transfers.values())?.id;
  if (transfer_id !== undefined) {
    await read('getTransfer', { transfer_id });
    await read('listEvents', {}, { object_id: transfer_id });
  }
  const deposits = anyOf(book.depositAccounts.values());
  if (deposits !== undefined)
    await read('getDepositAccount', { deposit_account_id: deposits.id, user_id: deposits.userId });
  const payouts = anyOf(book.payoutAccounts.values());
  if (payouts !== undefined)
    await read('getPayoutAccount', { payout_account_id: payouts.id, user_id: payouts.userId });
  const quote_id = anyOf(book.quotes.values())?.id;
  if (quote_id !== undefined) await read('getQuote', { quote_id });
  const webhook_endpoint_id = anyOf(book.endpoints.values())?.id;
  if (webhook_endpoint_id !== undefined) await read('getWebhookEndpoint', { webhook_endpoint_id });
}

/** Reviews that wait for a decision, with those who work on them. */
async function readReviews({ transfers, users }: Book, read: Read): Promise<void> {
  for (const { id, state } of [...transfers.values()])
    if (state === 'in_review') await read('operator', 'getTransferReview', { transfer_id: id });
  for (const { id, kyc, isActive } of [...users.values()])
    if (kyc === 'under_review' && isActive) await read('operator', 'getKycReview', { user_id: id });
}

/** Only an operator sees what is in a book that a reset has replaced. */
async function readFormer({ users, wallets, transfers }: Book, read: Read): Promise<void> {
  for (const { id } of [...users.values()]) await read('operator', 'getOperatorUser', { user_id: id });
  for (const { id } of [...wallets.values()]) await read('operator', 'getOperatorWallet', { wallet_id: id });
  for (const { id } of [...transfers.values()])
    await read('operator', 'getOperatorTransfer', { transfer_id: id });
}
