/** The keys of lists: a list waits for changes of these keys only. */
import type { ReadonlyBook } from '../../ledger/book.ts';
import type { TransferKind } from '../../ledger/transfers/transfer.ts';
import {
  TRANSFERS_KEYS,
  USERS_KEY,
  WEBHOOK_ENDPOINTS_KEY,
  referenceKey,
} from '../../writer/changes/changed-keys.ts';
import type { KeysOf } from './wait.ts';

/** Users, all or those with a reference. */
export const usersKeys =
  (reference?: string): KeysOf =>
  (book) =>
    reference === undefined ? [USERS_KEY] : [book.references.get(reference)].filter((id) => id !== undefined);

/** The wallets of a user. */
export const walletsKeys =
  (userId: string): KeysOf =>
  (book) => [userId, ...walletsOf(book, userId)];

const walletsOf = (book: ReadonlyBook, userId: string): readonly string[] =>
  Object.values(book.users.get(userId)?.wallets ?? {}).filter((id) => id !== undefined);

export type TransferFilters = {
  readonly integrator_reference?: string | undefined;
  readonly wallet_id?: string | undefined;
  readonly user_id?: string | undefined;
  readonly kind?: TransferKind | undefined;
};

/** Transfers. Each filter alone selects all listed transfers, so the keys of the most selective one are enough. */
export function transfersKeys({ integrator_reference, wallet_id, user_id, kind }: TransferFilters): KeysOf {
  if (integrator_reference !== undefined) return () => [referenceKey(integrator_reference)];
  if (wallet_id !== undefined) return () => [wallet_id];
  if (user_id !== undefined) return walletsKeys(user_id);
  return () => (kind === undefined ? Object.values(TRANSFERS_KEYS) : [TRANSFERS_KEYS[kind]]);
}

export const webhookEndpointsKeys: KeysOf = () => [WEBHOOK_ENDPOINTS_KEY];

/** Lists that belong to their parent object alone. */
export const noFurtherKeys: KeysOf = () => [];
