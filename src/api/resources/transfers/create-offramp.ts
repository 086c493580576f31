/**
 * Off-ramps. The rail is the last check of all, before anything is written: whether it is there and, where it can tell,
 * whether it would take the payout. As the book can't wait for it, such an off-ramp is decided twice: first to find every
 * refusal and every repeated key, and then for good, with what the rail said.
 */
import type { TransferCreate } from '../../../generated/api.ts';
import type { AnswerSource } from '../../../writer/command.ts';
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

/** The rail is down. Never an answer. */
const RAIL_DOWN: Refusal = { code: 'not_found', message: 'The rail is unavailable.' };
/** The rail is asked before the debit. Never an answer. */
const TO_BE_CHECKED: Refusal = { code: 'not_found', message: 'The rail has not checked the payout yet.' };

const PROVISIONAL: ReadonlySet<Refusal> = new Set([RAIL_DOWN, TO_BE_CHECKED]);

/** What the rail is asked, but for what is sealed of the account. */
type Question = { readonly amount: string; readonly to: BookPayoutAccount };

/** Throws ProviderUnavailable, before anything is written, while the rail is down or does not answer. */
export async function createOfframp(
  caller: Caller,
  body: TransferCreate,
  answer: AnswerSource,
): Promise<Reply> {
  const { rails } = caller.services;
  const { environment } = caller.key;
  let question: Question | undefined;
  const outcome = await submitForOutcome(caller, {
    decide(book, context) {
      const decision = createTransfer(book, body, context);
      if ('refusal' in decision) return decision;
      const { amount, rail, accountId } = payoutIn(decision.events);
      if (!rails.isAvailable(environment, rail)) return { refusal: RAIL_DOWN };
      if (rails.provider(environment, rail).checkPayout === undefined) return decision;
      const to = book.payoutAccounts.get(accountId);
      if (to === undefined) throw new Error('an off-ramp was decided that goes to no account');
      question = { amount, to };
      return { refusal: TO_BE_CHECKED };
    },
    answer,
    provisional: PROVISIONAL,
  });
  if (outcome.kind !== 'refused') return replyToOutcome(caller, outcome);
  if (outcome.refusal === RAIL_DOWN) throw new ProviderUnavailable('the rail of the payout account is down');
  if (outcome.refusal !== TO_BE_CHECKED || question === undefined) return replyToOutcome(caller, outcome);
  const payoutRefusal = await refusalOf(caller, question);
  return submit(caller, {
    decide: (book, context) =>
      createTransfer(book, payoutRefusal === undefined ? body : { ...body, payoutRefusal }, context),
    answer,
  });
}

/** Why the rail would not take it, if so. Somebody who is being forgotten is for the book to refuse. */
async function refusalOf({ services, key }: Caller, { amount, to }: Question): Promise<Reason | undefined> {
  const { currency, rail, country } = to.account;
  const secrets = await openPayoutSecrets(services.vault, to);
  if (secrets === undefined) return undefined;
  const provider = services.rails.provider(key.environment, rail);
  return provider.checkPayout?.({ amount, currency, rail, country, ...secrets });
}

function payoutIn([created]: readonly BookEvent[]): { amount: string; rail: string; accountId: string } {
  if (created?.type !== 'transfer.created') throw new Error('an off-ramp was decided without its event');
  const { destination, payout } = created.data;
  if (payout === undefined) throw new Error('an off-ramp was decided that pays nothing out');
  const { rail = '', payout_account_id: accountId = '' } = destination;
  return { amount: payout.amount, rail, accountId };
}
