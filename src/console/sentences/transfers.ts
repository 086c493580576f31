/** Sentences about transfers, their reviews, and proposals. */
import type { PayoutAttempts, Proposal, RailStatus, ReviewCase, Transfer } from '../../generated/api.ts';
import { nameWithoutId } from '../../ledger/dual-control.ts';
import { toWords } from '../ui/text.ts';
import { because, dueText, durationText, ended, messageOf, momentText, on, type Sentence } from './text.ts';

// Reviews and proposals

export type ReviewFacts = Pick<
  ReviewCase,
  'opened_at' | 'due_at' | 'is_overdue' | 'assignment' | 'second_operator' | 'reason' | 'kind'
>;

export function reviewSentence(review: ReviewFacts, now: number): Sentence {
  const { opened_at, due_at, is_overdue, assignment, second_operator: second, reason, kind } = review;
  const why = messageOf(reason);
  const who = assignment === null ? '' : ` ${assignment.name} works on it.`;
  return {
    tone: is_overdue ? 'stop' : 'wait',
    text: `Waiting for a decision since ${momentText(opened_at, now)}, ${dueText(Date.parse(due_at), now)}.${
      why === null ? '' : ` ${ended(why)}`
    }${who}`,
    next:
      second.proposal_id !== null
        ? `${nameWithoutId(second.proposed_by ?? 'An operator')} proposed the approval. Another operator has to confirm it.`
        : kind === 'transfer'
          ? 'Approve or reject it.'
          : 'Review the identity.',
  };
}

export function proposalSentence(
  proposal: Pick<Proposal, 'state' | 'proposed_by' | 'proposed_at' | 'expires_at' | 'ended_by' | 'ended_at'>,
  now: number,
): Sentence {
  const { state, proposed_by, proposed_at, expires_at, ended_by, ended_at } = proposal;
  if (state === 'open')
    return {
      tone: 'wait',
      text: `Proposed by ${nameWithoutId(proposed_by)} ${on(proposed_at, now)}, expires ${on(expires_at, now)}.`,
      next: 'Another operator approves it, or somebody withdraws it.',
    };
  const ends = { executed: 'Approved', withdrawn: 'Withdrawn', expired: 'Expired', superseded: 'Superseded' };
  const by = ended_by === null ? '' : ` by ${nameWithoutId(ended_by)}`;
  return {
    tone: state === 'executed' ? 'ok' : 'plain',
    text: `${ends[state]}${by}${ended_at === null ? '' : ` ${on(ended_at, now)}`}. Proposed by ${nameWithoutId(proposed_by)}.`,
  };
}

/** What a proposal does. */
export const proposedText = (action: Proposal['action']): string => {
  switch (action.type) {
    case 'transfer_approval':
      return 'Approve a transfer';
    case 'payout_settlement':
      return `Settle a payout as ${toWords(action.outcome)}`;
    case 'payout_return':
      return 'Return a completed payout';
    case 'deposit_reversal':
      return 'Reverse a deposit';
    case 'reward':
      return 'Grant a reward';
    case 'trade':
      return action.side === 'buy' ? 'Record a purchase of coin' : 'Record a sale of coin';
    case 'allocation':
      return 'Allocate coin or backing';
    case 'write_off':
      return 'Write off a break';
    case 'statement_void':
      return 'Void a statement';
    case 'separation':
      return 'Take a match apart';
  }
};

// Transfers

export type TransferFacts = {
  /** The rail of a payout, in its environment; undefined if it is not configured any more. */
  readonly rail?: RailStatus | undefined;
  /** When the bank should confirm a submitted payout, in milliseconds since 1970. */
  readonly dueAt?: number | undefined;
  /** The open review. */
  readonly review?: ReviewFacts | undefined;
  /** How the submission of a payout has failed so far. */
  readonly attempts?: PayoutAttempts | null;
  readonly now: number;
};

export function transferSentence(transfer: Transfer, facts: TransferFacts): Sentence {
  const { state, kind, state_reason, updated_at } = transfer;
  const { now } = facts;
  const when = on(updated_at, now);
  const why = because(messageOf(state_reason));
  switch (state) {
    case 'in_review':
      return facts.review === undefined
        ? { tone: 'wait', text: `Waiting for a decision since ${momentText(updated_at, now)}${why}` }
        : reviewSentence(facts.review, now);
    case 'pending':
      return kind === 'offramp'
        ? unsentPayoutSentence(transfer, facts)
        : { tone: 'wait', text: 'In progress.' };
    case 'payout_submitted':
      return submittedPayoutSentence(transfer, facts);
    case 'awaiting_funds':
      return awaitedDepositSentence(transfer, now);
    case 'funds_received':
      return { tone: 'wait', text: `The payment arrived ${when}. It is being credited.` };
    case 'completed':
      return completedSentence(transfer, now);
    case 'returned':
      return kind === 'onramp'
        ? { tone: 'plain', text: `The payment went back to its sender ${when}${why}` }
        : {
            tone: 'wait',
            text: `The bank returned the payout ${when}${why}`,
            next: 'The wallet is refunded next.',
          };
    case 'undeliverable':
      return {
        tone: 'wait',
        text: `The bank could not deliver it${why}`,
        next: 'The wallet is refunded next.',
      };
    case 'refunded':
      return { tone: 'plain', text: `Not paid out. The wallet got everything back ${when}${why}` };
    case 'canceled':
      return { tone: 'plain', text: `Canceled ${when}${why}` };
    case 'failed':
      return { tone: 'stop', text: `Failed ${when}${why}` };
  }
}

/** The loop of payouts tries again after this time at the latest. */
const RETRY = 'The service tries again at least once a minute.';

const ATTEMPT_RESULTS: Readonly<Record<PayoutAttempts['result'], string>> = {
  unavailable: 'the provider was not available',
  no_answer: 'the provider did not answer',
  failed: 'the service could not send it',
};

/** `Attempted 3 times, last at 14:05 UTC: the provider answered 500. Next attempt at 14:06 UTC.` */
function attemptsText(
  { attempts, result, status, attempted_at, next_attempt_at }: PayoutAttempts,
  now: number,
): string {
  const answer = status === null ? ATTEMPT_RESULTS[result] : `the provider answered ${status}`;
  const times = attempts === 1 ? 'Attempted once' : `Attempted ${attempts} times, last`;
  const next =
    Date.parse(next_attempt_at) < now
      ? 'The next attempt is due.'
      : `Next attempt ${on(next_attempt_at, now)}.`;
  return `${times} ${on(attempted_at, now)}: ${answer}. ${next}`;
}

function unsentPayoutSentence(
  { created_at }: Transfer,
  { rail, attempts = null, now }: TransferFacts,
): Sentence {
  const waiting = `Not accepted by the bank yet, for ${durationText(now - Date.parse(created_at))}.`;
  const text = attempts === null ? waiting : `${waiting} ${attemptsText(attempts, now)}`;
  const retry = attempts === null ? ` ${RETRY}` : '';
  if (rail === undefined)
    return { tone: 'stop', text: `${text} Its rail is not configured.`, next: 'Settle it by hand.' };
  if (!rail.enabled)
    return {
      tone: 'wait',
      text: `${text} An operator disabled its rail.`,
      next: 'Enable the rail, and it continues.',
    };
  return rail.available
    ? { tone: 'wait', text: `${text}${retry}` }
    : {
        tone: 'wait',
        text: `${text} The provider of its rail does not respond.${retry}`,
        next: 'Ask the provider if this lasts.',
      };
}

function submittedPayoutSentence(transfer: Transfer, { rail, dueAt, now }: TransferFacts): Sentence {
  const reference = transfer.receipt?.rail_reference ?? null;
  const accepted = reference === null ? '' : ` The bank accepted it as ${reference}.`;
  const waiting = `Waiting for the bank since ${momentText(transfer.updated_at, now)}`;
  if (dueAt !== undefined) {
    const isLate = dueAt < now;
    return {
      tone: isLate ? 'stop' : 'wait',
      text: `${waiting}, ${dueText(dueAt, now, 'expected')}.${accepted}`,
      next: isLate ? 'Ask the bank, or settle by hand.' : undefined,
    };
  }
  return rail === undefined
    ? {
        tone: 'stop',
        text: `${waiting}.${accepted} Its rail is not configured, so nothing reports the outcome.`,
        next: 'Ask the bank, and settle by hand.',
      }
    : { tone: 'wait', text: `${waiting}.${accepted}` };
}

function awaitedDepositSentence(
  { created_at, deposit_instructions: asked }: Transfer,
  now: number,
): Sentence {
  const since = `Waiting for the payment since ${momentText(created_at, now)}`;
  if (asked === null) return { tone: 'wait', text: `${since}.` };
  const { reference, expires_at } = asked;
  const text =
    expires_at === undefined ? `${since}.` : `${since}, ${dueText(Date.parse(expires_at), now, 'expires')}.`;
  return { tone: 'wait', text, next: `The payer has to name the reference ${reference}.` };
}

function completedSentence(
  { kind, updated_at, receipt, late_movement: late }: Transfer,
  now: number,
): Sentence {
  const at = on(receipt?.completed_at ?? updated_at, now);
  const done = kind === 'offramp' ? 'Paid out' : kind === 'onramp' ? 'Credited' : 'Completed';
  if (late === undefined) return { tone: 'ok', text: `${done} ${at}.` };
  const back = late.type === 'return' ? 'The bank returned it' : 'The bank took it back';
  return {
    tone: 'stop',
    text: `${done} ${at}. ${back} ${on(late.created_at, now)}${because(messageOf(late.reason))}`,
  };
}
