/**
 * Creates off-ramps. The rail is checked last, before anything is written: whether it is available and, if it can tell,
 * whether it accepts the payout. The book cannot wait for the rail, so the command is decided twice: first to find
 * refusals and repeated keys, then with the rail's answer.
 */
import type { TransferCreate } from '../../../generated/api.ts';
import type { AnswerSource } from '../../../writer/command.ts';
import { readConsistent } from '../../../writer/read-consistent.ts';
import type { BookEvent } from '../../../ledger/event.ts';
import type { BookPayoutAccount } from '../../../ledger/payouts/payout-account.ts';
import type { Refusal } from '../../../ledger/refusal.ts';
import { createTransfer } from '../../../ledger/transfers/create-transfer.ts';
import type { Reason } from '../../../ledger/users/user.ts';
import { ProviderUnavailable } from '../../../rails/port.ts';
import { openPayoutSecrets } from '../../../vault/payout-secrets.ts';
import type { Caller } from '../../operations/operation.ts';
import type { Reply } from '../../server/reply.ts';
import { submitForOutcome, replyToOutcome, submit } from '../../operations/write.ts';

/** Internal marker: the rail is unavailable. Never returned to the caller. */
const RAIL_UNAVAILABLE: Refusal = { code: 'not_found', message: 'The rail is unavailable.' };
/** Internal marker: the rail must be asked before the debit. Never returned to the caller. */
const NEEDS_RAIL_CHECK: Refusal = { code: 'not_found', message: 'The rail has not checked the payout yet.' };

const PROVISIONAL: ReadonlySet<Refusal> = new Set([RAIL_UNAVAILABLE, NEEDS_RAIL_CHECK]);

/** The check to the rail, without the encrypted parts of the account. */
type PayoutCheck = { readonly amount: string; readonly to: BookPayoutAccount };

/** Throws ProviderUnavailable if the rail is unavailable; nothing is written then. */
export async function createOfframp(
  caller: Caller,
  body: TransferCreate,
  answer: AnswerSource,
): Promise<Reply> {
  const { rails } = caller.services;
  const { environment } = caller.key;
  let check: PayoutCheck | undefined;
  const outcome = await submitForOutcome(caller, {
    decide(book, context) {
      const decision = createTransfer(book, body, context);
      if ('refusal' in decision) return decision;
      const { amount, rail, accountId } = payoutOf(decision.events);
      if (!rails.isAvailable(environment, rail)) return { refusal: RAIL_UNAVAILABLE };
      if (rails.provider(environment, rail).checkPayout === undefined) return decision;
      const to = book.payoutAccounts.get(accountId);
      if (to === undefined) throw new Error('payout account of the off-ramp not found');
      check = { amount, to };
      return { refusal: NEEDS_RAIL_CHECK };
    },
    answer,
    provisional: PROVISIONAL,
  });
  if (outcome.kind !== 'refused') return replyToOutcome(caller, outcome);
  if (outcome.refusal === RAIL_UNAVAILABLE)
    throw new ProviderUnavailable('the rail of the payout account is unavailable');
  if (outcome.refusal !== NEEDS_RAIL_CHECK || check === undefined) return replyToOutcome(caller, outcome);
  const payoutRefusal = await rejectionByRail(caller, check);
  return submit(caller, {
    decide: (book, context) =>
      createTransfer(book, payoutRefusal === undefined ? body : { ...body, payoutRefusal }, context),
    answer,
  });
}

/**
 * The rail's reason to reject the payout, if any. Users whose data is being erased are left to the book. Throws PersonalKeyLost,
 * because a payout could not be submitted.
 */
async function rejectionByRail(
  { services, key, stream }: Caller,
  { amount, to }: PayoutCheck,
): Promise<Reason | undefined> {
  const { currency, rail, country } = to.account;
  const secrets = await openPayoutSecrets(services.vault, stream, to);
  if (secrets === undefined) {
    const isForgotten = await readConsistent(
      services.writers,
      stream,
      (book) => book.users.get(to.account.user_id)?.forgotten === true,
    );
    if (!isForgotten) await services.vault.requireKey(to.sealed, stream);
    return undefined;
  }
  const provider = services.rails.provider(key.environment, rail);
  return provider.checkPayout?.({ amount, currency, rail, country, ...secrets });
}

function payoutOf([created]: readonly BookEvent[]): { amount: string; rail: string; accountId: string } {
  if (created?.type !== 'transfer.created') throw new Error('expected the event transfer.created');
  const { destination, payout } = created.data;
  if (payout === undefined) throw new Error('off-ramp without a payout amount');
  const { rail = '', payout_account_id: accountId = '' } = destination;
  return { amount: payout.amount, rail, accountId };
}
