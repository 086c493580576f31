import { hash } from 'node:crypto';
import { problem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import type { Decision, DecisionContext, ReadonlyBook } from '../../ledger/book.ts';
import type { DepositInstructions } from '../../ledger/deposit-account.ts';
import type { BookEvent } from '../../ledger/event.ts';
import type { Reason } from '../../ledger/user.ts';
import { InstructionsRefused, type Provider } from '../../rails/port.ts';
import type { AnswerSource } from '../../writer/command.ts';
import type { BookCaller, Caller } from '../operations/operation.ts';
import { replyToOutcome, submit, submitForOutcome } from '../operations/write.ts';

// Commands that need payment details from a rail's provider. The book cannot wait for a provider, so the command is
// decided twice: first without the details, to find refusals and repeated keys and to ask for the details, then with the
// provider's answer. The
// provider is called last, and only for requests that would be accepted.

/** The issued details, and the provider's reference for them. */
type IssuedInstructions = { readonly details: DepositInstructions; readonly reference: string };

type WriteWithInstructions = {
  readonly rail: string;
  /** Decides the command; `issued` is undefined in the dry run. */
  readonly decide: (
    book: ReadonlyBook,
    context: DecisionContext,
    issued: IssuedInstructions | undefined,
  ) => Decision;
  /** Decides the command if the rail refuses to issue details. Omitted: the request is refused. */
  readonly decideRefused?: (book: ReadonlyBook, context: DecisionContext, reason: Reason) => Decision;
  /**
   * Requests the details. `reference` is the same for each repeated request, so that the provider can detect repeats;
   * `tried` are the events of the dry run, and `now` is its time in milliseconds since 1970.
   */
  readonly issue: (
    provider: Provider,
    reference: string,
    tried: readonly BookEvent[],
    now: number,
  ) => Promise<DepositInstructions>;
  readonly answer: AnswerSource;
};

/** What the provider is asked: to issue details for these events, which are not recorded. */
type IssueQuestion = { readonly tried: readonly BookEvent[]; readonly now: number };

/** Throws ProviderUnavailable if there is no provider or it does not respond. */
export async function submitWithInstructions(
  caller: Caller,
  { rail, decide, decideRefused, issue, answer }: WriteWithInstructions,
): Promise<Reply> {
  const asked = await submitForOutcome<IssueQuestion>(caller, {
    decide(book, context) {
      const decision = decide(book, context, undefined);
      return 'refusal' in decision ? decision : { question: { tried: decision.events, now: context.now } };
    },
    answer,
  });
  if (asked.kind !== 'asked') return replyToOutcome(caller, asked);
  const { tried, now } = asked.question;
  const provider = caller.services.rails.provider(caller.key.environment, rail);
  const reference = providerReference(caller);
  const details = await issue(provider, reference, tried, now).catch(asRefusal);
  if (!(details instanceof InstructionsRefused)) {
    return submit(caller, {
      decide: (book, context) => decide(book, context, { details, reference }),
      answer,
    });
  }
  const { reason } = details;
  return decideRefused === undefined
    ? problem('unsupported_route', 'The rail cannot issue payment details for this request.')
    : submit(caller, { decide: (book, context) => decideRefused(book, context, reason), answer });
}

function asRefusal(error: unknown): InstructionsRefused {
  if (error instanceof InstructionsRefused) return error;
  throw error;
}

/**
 * Identifies the request to a provider without revealing the integrator's idempotency key. It includes the fingerprint
 * because a key that failed with an unavailable provider may be reused with another body.
 */
export const providerReference = ({ stream, requestId, idempotency }: BookCaller): string =>
  hash('sha256', `${stream}\n${idempotency?.key ?? requestId}\n${idempotency?.fingerprint ?? ''}`);
