/** A request as the rules see it: every reference is an ID, and the shape is valid. */
import { parseAmount } from './state/money.ts';
import { isObject, refuse, textOf } from './prediction.ts';
import type { Json, JsonObject, Outcome } from './prediction.ts';
import type { Market, Period } from './state/market.ts';
import { aheadSeconds, isApproved } from './state/world.ts';
import type { Book, User, Wallet } from './state/world.ts';

export type Request = {
  readonly book: Book;
  readonly market: Market;
  /** Replaces the book by an empty one. */
  readonly replaceBook: () => void;
  readonly params: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  readonly query: Readonly<Record<string, string>>;
  /** The media type that the client accepts; JSON unless given. */
  readonly accept?: string | undefined;
  /** The service's clock in milliseconds. */
  readonly at: number;
  /** From when the request was sent until it was answered, on the clock of the market. */
  readonly during: Period;
  /** Whether documents may be lost that no event restores. */
  readonly forgets: boolean;
  /** The name of the operator; undefined for an integrator. */
  readonly operator: string | undefined;
};

/** What a key may do. An unknown integrator means that the key is not valid. */
export type Caller = {
  readonly book: string | undefined;
  readonly mayWrite: boolean;
  readonly isSandbox: boolean;
  /** The name of an operator. Operators also reach books that resets have replaced. */
  readonly operator?: string;
};

/** A request with the values that were sent. */
export type SentRequest = {
  readonly operation: string;
  readonly method: string;
  /** The path with its IDs. */
  readonly path: string;
  readonly caller: Caller;
  readonly isSandboxOnly: boolean;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Json;
  readonly accept?: string | undefined;
  readonly idempotencyKey: string | undefined;
};

/** The outcomes that the contract allows; usually one. */
export type Rule = (request: Request) => Outcome | readonly Outcome[];

export const NOT_FOUND = refuse(404, 'not_found');
export const NOT_APPROVED = refuse(403, 'user_not_approved');
export const DEACTIVATED = refuse(409, 'user_deactivated');
export const FROZEN = refuse(409, 'wallet_frozen');
export const STATE_CONFLICT = refuse(409, 'transfer_state_conflict');
export const NO_ROUTE = refuse(422, 'unsupported_route');
export const TOO_SMALL = refuse(422, 'amount_below_minimum');
export const TOO_LARGE = refuse(422, 'amount_above_maximum');
export const MALFORMED = refuse(400, 'malformed_request');
export const UNAVAILABLE = refuse(503, 'provider_unavailable');
export const invalid = (...fields: readonly string[]): Outcome =>
  refuse(422, 'validation_failed', { fields });

export const bookTime = ({ book, at }: Pick<Request, 'book' | 'at'>): number =>
  at + aheadSeconds(book) * 1_000;

export const memberOf = (body: JsonObject, name: string): JsonObject => {
  const value = body[name];
  return isObject(value) ? value : {};
};

export const userOf = ({ book, params }: Request): User | undefined =>
  book.users.get(params['user_id'] ?? '');

/** The wallet of the path, if it is the user's. */
export function walletOf({ book, params }: Request): Wallet | undefined {
  const wallet = book.wallets.get(params['wallet_id'] ?? '');
  return wallet?.userId === params['user_id'] ? wallet : undefined;
}

export function ownerOf({ users }: Book, { userId }: { readonly userId: string }): User {
  const user = users.get(userId);
  if (user === undefined) throw new Error(`The model has no user ${userId}.`);
  return user;
}

/** Refuses users who are not approved, then those who are deactivated: 403 comes before 409. */
export const refuseUser = (user: User): Outcome | undefined =>
  !isApproved(user) ? NOT_APPROVED : !user.isActive ? DEACTIVATED : undefined;

export const amountOf = ({ body }: Request, unit: string): bigint | undefined =>
  parseAmount(textOf(body, 'amount'), unit);
