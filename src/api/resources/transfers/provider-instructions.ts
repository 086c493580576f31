/**
 * Writes that need payment details from a rail's provider. The book can't wait for a provider while it decides, so the
 * decision is made twice: first without the details, which finds every refusal and every repeated key; then, with the
 * provider's answer, for good. So a provider is asked only for what would be taken, and it is the last check of all.
 */
import { hash } from 'node:crypto';
import type { AnswerSource } from '../../../writer/command.ts';
import type { ReadonlyBook, DecisionContext, Decision } from '../../../ledger/book.ts';
import type { DepositInstructions } from '../../../ledger/deposits/deposit-account.ts';
import type { BookEvent } from '../../../ledger/event.ts';
import type { Refusal } from '../../../ledger/refusal.ts';
import type { Reason } from '../../../ledger/users/user.ts';
import { InstructionsRefused } from '../../../rails/port.ts';
import type { Provider } from '../../../rails/port.ts';
import { problem } from '../../server/errors.ts';
import type { BookCaller, Caller } from '../../operations/operation.ts';
import type { Reply } from '../../server/reply.ts';
import { submitForOutcome, replyToOutcome, submit } from '../../operations/write.ts';

/** What the provider issued, and what it knows that by. */
export type IssuedInstructions = { readonly details: DepositInstructions; readonly reference: string };

export type WriteWithInstructions = {
  readonly rail: string;
  /** The decision; `issued` is undefined while it is only being tried. */
  readonly decide: (
    book: ReadonlyBook,
    context: DecisionContext,
    issued: IssuedInstructions | undefined,
  ) => Decision;
  /** The decision when the rail refuses to issue any. Left out: the request is refused. */
  readonly decideRefused?: (book: ReadonlyBook, context: DecisionContext, reason: Reason) => Decision;
  /**
   * Asks the provider. `reference` is the same for every repeat of the request, so that the provider can tell a repeat
   * from a new request; `tried` are the events that the trial gave.
   */
  readonly issue: (
    provider: Provider,
    reference: string,
    tried: readonly BookEvent[],
  ) => Promise<DepositInstructions>;
  readonly answer: AnswerSource;
};

/** The trial went well. Never an answer. */
const WOULD_BE_TAKEN: Refusal = { code: 'not_found', message: 'The dry run accepted the request.' };

/** Throws ProviderUnavailable when there is no provider, or it is down. */
export async function submitWithInstructions(
  caller: Caller,
  { rail, decide, decideRefused, issue, answer }: WriteWithInstructions,
): Promise<Reply> {
  let tried: readonly BookEvent[] = [];
  const trial = await submitForOutcome(caller, {
    decide(book, context) {
      const decision = decide(book, context, undefined);
      if ('refusal' in decision) return decision;
      tried = decision.events;
      return { refusal: WOULD_BE_TAKEN };
    },
    answer,
  });
  if (trial.kind !== 'refused' || trial.refusal !== WOULD_BE_TAKEN) return replyToOutcome(caller, trial);
  const provider = caller.services.rails.provider(caller.key.environment, rail);
  const reference = providerReference(caller);
  const details = await issue(provider, reference, tried).catch(asRefusal);
  if (!(details instanceof InstructionsRefused)) {
    return submit(caller, {
      decide: (book, context) => decide(book, context, { details, reference }),
      answer,
    });
  }
  const { reason } = details;
  return decideRefused === undefined
    ? problem(
        'unsupported_route',
        'The rail cannot issue payment details for this request. See GET /v1/routes.',
      )
    : submit(caller, { decide: (book, context) => decideRefused(book, context, reason), answer });
}

function asRefusal(error: unknown): InstructionsRefused {
  if (error instanceof InstructionsRefused) return error;
  throw error;
}

/**
 * Names the request for a provider, without telling it the integrator's own key. A key whose request was not decided, as
 * its provider was down, may come again with another body: that is another request.
 */
export const providerReference = ({ stream, requestId, idempotency }: BookCaller): string =>
  hash('sha256', `${stream}\n${idempotency?.key ?? requestId}\n${idempotency?.fingerprint ?? ''}`);
