import { findCreatedEvent } from '../../api/resources/transfer-command.ts';
import type { Endpoint } from '../../generated/api.ts';
import { notFoundProblem, type Problem, isProblem } from '../../http/errors.ts';
import type { PathParams } from '../../http/router.ts';
import type { ReadonlyBook } from '../../ledger/book.ts';
import { sealReason } from '../../vault/sealed-reasons.ts';
import type { UserKey } from '../../vault/vault.ts';
import { readConsistent } from '../../writer/command.ts';
import type { OperatorCaller } from './operation.ts';

// Reasons of operators that concern people are sealed with the keys of these people before a handler sees them, so that no
// event, proposal, or entry of the activity log contains them as plain text.

type Caller = Pick<OperatorCaller, 'services' | 'stream'>;

/** The body with the texts of its reasons sealed; unchanged if it has none, or if they concern no person with a key. */
export async function sealReasons(
  call: Caller & { readonly body: unknown },
  params: PathParams,
): Promise<unknown> {
  const { body, stream } = call;
  if (!hasReason(body)) return body;
  const keys: UserKey[] = [];
  for (const user_id of await peopleOf(call, params)) {
    const key = await keyOfPerson(call, user_id);
    if (key !== undefined) keys.push(key);
  }
  return keys.length === 0 ? body : withTexts(body, (text) => sealReason(text, stream, keys));
}

type Reason = { readonly message?: unknown };
type WithReason = { readonly reason?: unknown; readonly rejection_reasons?: unknown };

const hasReason = (body: unknown): body is WithReason =>
  typeof body === 'object' && body !== null && ('reason' in body || 'rejection_reasons' in body);

/** Codes stay, because the service knows them. */
function withTexts(body: WithReason, seal: (text: string) => string): unknown {
  const sealed = (reason: unknown): unknown => {
    if (typeof reason === 'string') return seal(reason);
    if (Array.isArray(reason)) return reason.map(sealed);
    if (typeof reason !== 'object' || reason === null) return reason;
    const { message } = reason as Reason;
    return typeof message === 'string' ? { ...reason, message: seal(message) } : reason;
  };
  return Object.fromEntries(
    Object.entries(body).map(([name, value]): [string, unknown] => [
      name,
      name === 'reason' || name === 'rejection_reasons' ? sealed(value) : value,
    ]),
  );
}

/** The users of the object that the path names. */
async function peopleOf(call: Caller, params: PathParams): Promise<readonly string[]> {
  const { user_id, wallet_id, transfer_id, proposal_id } = params;
  if (user_id !== undefined) return [user_id];
  if (wallet_id !== undefined) return ownerOfWallet(call, wallet_id);
  if (transfer_id !== undefined) return peopleOfTransfer(call, transfer_id);
  if (proposal_id === undefined) return [];
  const action = await readConsistent(
    call.services.writers,
    call.stream,
    (book) => book.proposals.get(proposal_id)?.action,
  );
  if (action === undefined) return [];
  return action.type === 'reward'
    ? ownerOfWallet(call, action.wallet_id)
    : peopleOfTransfer(call, action.transfer_id);
}

const ownerOfWallet = ({ services, stream }: Caller, wallet_id: string): Promise<readonly string[]> =>
  readConsistent(services.writers, stream, (book) => book.wallets.get(wallet_id)?.user_id ?? []).then(
    (owner) => [owner].flat(),
  );

async function peopleOfTransfer(call: Caller, id: string): Promise<readonly string[]> {
  const people = await usersOfTransfer(call, id);
  return isProblem(people) ? [] : people;
}

/** The sides of a transfer are as its event says, because their people can have texts about it forgotten. */
export async function usersOfTransfer(call: Caller, id: string): Promise<readonly string[] | Problem> {
  const created = await findCreatedEvent(call, id);
  if (created === undefined) return notFoundProblem('transfer');
  const { source, destination } = created.data;
  // A person who is missing could not be forgotten with the text.
  return readConsistent(call.services.writers, call.stream, (book) => [
    ...new Set([source, destination].flatMap((each) => ownerOf(book, each) ?? [])),
  ]);
}

/** The user of a side of a transfer; undefined for a rail, or for a deleted payout account, whose user is the other side. */
const ownerOf = (book: ReadonlyBook, { wallet_id, payout_account_id }: Endpoint): string | undefined =>
  wallet_id === undefined
    ? book.payoutAccounts.get(payout_account_id ?? '')?.account.user_id
    : book.wallets.get(wallet_id)?.user_id;

/** The key of a person's data; undefined for an unknown or forgotten person. */
async function keyOfPerson(
  { services: { vault, writers }, stream }: Caller,
  user_id: string,
): Promise<UserKey | undefined> {
  const found = await readConsistent(writers, stream, (book) => {
    const user = book.users.get(user_id);
    return user && { isForgotten: user.forgotten === true, sealed: user.sealed };
  });
  if (found === undefined || found.isForgotten) return undefined;
  const known = found.sealed === null ? undefined : await vault.keyFor(found.sealed);
  // A key that was lost must not stop operators, and no other key takes its place.
  return known ?? vault.ownKey(stream, user_id);
}
