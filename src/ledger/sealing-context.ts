/**
 * What a sealed text belongs to: its book, user or object, and purpose. The context is part of the encryption, so a text that
 * was moved to another event or record does not open there.
 */
import type { NoteId, PayoutAccountId, Tagged, UserId, WebhookEndpointId } from './ids.ts';

export type SealingContext = Tagged<string, 'SealingContext'>;

const contextOf = (purpose: string, ...parts: readonly string[]): SealingContext =>
  JSON.stringify([purpose, ...parts]);

/** The contact details and the name of a user. */
export const personalFieldsContext = (stream: string, userId: UserId): SealingContext =>
  contextOf('personal fields', stream, userId);

/** The identity data that a user submitted. */
export const identityContext = (stream: string, userId: UserId): SealingContext =>
  contextOf('identity', stream, userId);

/** A payout account, with its owner. */
export type PayoutAccountOwner = { readonly user_id: UserId; readonly id: PayoutAccountId };

/** The name of a payout account's owner. */
export const payoutOwnerContext = (stream: string, { user_id, id }: PayoutAccountOwner): SealingContext =>
  contextOf('payout owner', stream, user_id, id);

/** The bank details or the address that a rail pays to. */
export const payoutDestinationContext = (
  stream: string,
  { user_id, id }: PayoutAccountOwner,
): SealingContext => contextOf('payout destination', stream, user_id, id);

/** The text of an operator's note about a user or a transfer. */
export const noteContext = (
  stream: string,
  { object_id, id }: { readonly object_id: string; readonly id: NoteId },
): SealingContext => contextOf('note', stream, object_id, id);

/** The reason of an operator about people of a book. */
export const reasonContext = (stream: string): SealingContext => contextOf('reason', stream);

/** The private signing key of a webhook endpoint. */
export const signingKeyContext = (stream: string, endpointId: WebhookEndpointId): SealingContext =>
  contextOf('webhook signing key', stream, endpointId);

/** The answer of a request, stored under its idempotency key in a stream. */
export const answerContext = (stream: string, idempotencyKey: string): SealingContext =>
  contextOf('answer', stream, idempotencyKey);

/** The address that an operator's request came from. */
export const activityAddressContext = (requestId: string): SealingContext =>
  contextOf('activity address', requestId);

/** The text of a line of a bank statement; its key is that of a month. */
export const statementLineContext = (...of: readonly string[]): SealingContext =>
  contextOf('statement line', ...of);
