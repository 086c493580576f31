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
  ['sandbox', 'one'],
  ['stranger', 'two'],
] as const;

export async function readAll({ books }: Model, random: Random, read: Read): Promise<void> {
  for (const [key, name] of BOOKS) {
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
    if (key === 'sandbox') await readReviews(book, read);
    for (const { id } of [...book.proposals.values()])
      await read('operator', 'getProposal', { proposal_id: id });
    if (key === 'sandbox')
      for (const former of generationsOf(book).slice(1).filter(isCertain)) await readFormer(former, read);
  }
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
