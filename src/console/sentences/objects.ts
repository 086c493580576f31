/** Sentences about people, their wallets and accounts, reconciliation, and what integrators own. */
import type {
  Deposit,
  DepositAccount,
  Key,
  OperatedWebhookDelivery,
  PayoutAccount,
  Quote,
  ReconciliationAccount,
  ReconciliationDay,
  ReconciliationItem,
  User,
  Wallet,
  WebhookEndpoint,
} from '../../generated/api.ts';
import { toWords } from '../ui/text.ts';
import {
  DAY_MS,
  because,
  deedText,
  durationText,
  ended,
  momentText,
  on,
  type Deed,
  type Sentence,
} from './text.ts';
import { reviewSentence, type ReviewFacts } from './transfers.ts';

// People and their wallets and accounts

export type UserFacts = {
  readonly review?: ReviewFacts | undefined;
  readonly deactivated?: Deed | undefined;
  readonly forgotten?: Deed | undefined;
  readonly now: number;
};

export function userSentence(
  { status, kyc_status, terms_status, rejection_reasons }: User,
  { review, deactivated, forgotten, now }: UserFacts,
): Sentence {
  if (forgotten !== undefined)
    return { tone: 'stop', text: `The personal data was erased${deedText(forgotten, now)}` };
  if (status === 'deactivated')
    return {
      tone: 'stop',
      text: `Deactivated${deedText(deactivated, now)}`,
      next: 'The personal data can be erased.',
    };
  const why = because(rejection_reasons.map(({ message }) => message).join(' '));
  switch (kyc_status) {
    case 'under_review':
      return review === undefined
        ? { tone: 'wait', text: 'The identity waits for a decision.', next: 'Review the identity.' }
        : reviewSentence(review, now);
    case 'not_started':
      return { tone: 'plain', text: 'The identity is not confirmed yet, so no money can move.' };
    case 'incomplete':
      return { tone: 'wait', text: `More information about the identity is requested${why}` };
    case 'rejected':
      return { tone: 'stop', text: `The identity was rejected${why}` };
    case 'approved':
      return terms_status === 'approved'
        ? { tone: 'ok', text: 'May send, receive, and cash out.' }
        : { tone: 'wait', text: 'The identity is approved. The terms are not accepted yet.' };
  }
}

export const walletSentence = (
  { status }: Pick<Wallet, 'status'>,
  {
    frozen,
    isOwnerActive,
    now,
  }: { readonly frozen: Deed | undefined; readonly isOwnerActive: boolean; readonly now: number },
): Sentence =>
  status === 'active'
    ? { tone: 'ok', text: 'Active: can send and receive.' }
    : {
        tone: 'stop',
        text:
          isOwnerActive || frozen !== undefined
            ? `Frozen${deedText(frozen, now)}`
            : 'Frozen, because its owner is deactivated.',
        next: isOwnerActive ? 'Unfreeze it when the reason no longer applies.' : undefined,
      };

const NAME_CHECKS: Readonly<Record<PayoutAccount['name_check'], string>> = {
  not_supported: '',
  pending: ' The bank is asked for the name of its owner.',
  match: ' The bank confirmed the name of its owner.',
  partial_match: ' The bank knows its owner under a similar name.',
  no_match: ' The bank knows its owner under another name.',
};

export const payoutAccountSentence = ({ status, name_check }: PayoutAccount): Sentence =>
  status === 'deleted'
    ? { tone: 'plain', text: 'Deleted: no payout can go to it.' }
    : {
        tone: name_check === 'no_match' ? 'stop' : name_check === 'pending' ? 'wait' : 'ok',
        text: `Can receive payouts.${NAME_CHECKS[name_check]}`,
      };

export const depositAccountSentence = ({ status }: Pick<DepositAccount, 'status'>): Sentence =>
  status === 'active'
    ? { tone: 'ok', text: 'Open: payments to it are credited.' }
    : { tone: 'plain', text: 'Deactivated: payments to it go back to their senders.' };

export function depositSentence({ state, created_at, return_reason }: Deposit, now: number): Sentence {
  const arrived = `Arrived ${on(created_at, now)}`;
  switch (state) {
    case 'completed':
      return { tone: 'ok', text: `${arrived}, and is credited.` };
    case 'in_review':
      return {
        tone: 'wait',
        text: `${arrived}, and waits for a decision.`,
        next: 'Decide about its transfer.',
      };
    case 'funds_received':
      return { tone: 'wait', text: `${arrived}, and is being credited.` };
    case 'returned':
      return { tone: 'plain', text: `${arrived}, and went back to its sender${because(return_reason)}` };
    case 'failed':
      return { tone: 'stop', text: `${arrived}, and was not credited${because(return_reason)}` };
  }
}

export function quoteSentence({ status, expires_at }: Quote, now: number): Sentence {
  if (status === 'used') return { tone: 'ok', text: 'Used by a conversion.' };
  return status === 'expired' || Date.parse(expires_at) < now
    ? { tone: 'plain', text: `Expired ${on(expires_at, now)} without being used.` }
    : { tone: 'wait', text: `Open, expires ${on(expires_at, now)}.` };
}

// Reconciliation

const ITEM_TEXTS: Readonly<Record<ReconciliationItem['result'], string>> = {
  matched: 'The bank and the books agree',
  different_amount: 'The bank and the books have different amounts',
  missing_at_bank: 'The books have this movement, and the bank has no line for it',
  missing_in_ledger: 'The bank has this line, and the books have no movement for it',
  duplicate: 'The bank has this line twice',
  written_off: 'Written off to the difference account',
  awaiting_statement: 'No statement covers this day yet',
  before_first_statement: 'It is older than the first statement',
};

/** `acceptedBy` is the name of the operator who accepted the break. */
export function itemSentence(item: ReconciliationItem, acceptedBy: string, now: number): Sentence {
  const { result, is_break, accepted, age_days, proposal_id, suggestion, reason } = item;
  const what = ITEM_TEXTS[result];
  if (!is_break) return { tone: 'ok', text: ended(reason === null ? what : `${what}: ${reason}`) };
  if (accepted !== null)
    return {
      tone: 'wait',
      text: `${what}. Accepted by ${acceptedBy} ${on(accepted.accepted_at, now)}${because(accepted.reason)}`,
    };
  const age = age_days === 0 ? 'since today' : `for ${durationText(age_days * DAY_MS)}`;
  const next =
    proposal_id !== null
      ? 'Another operator has to confirm what was proposed.'
      : suggestion !== null
        ? 'Something of the same amount is suggested: link it, or decide otherwise.'
        : result === 'missing_at_bank'
          ? 'Wait for the next statement, or ask the bank.'
          : result === 'missing_in_ledger'
            ? 'Find the transfer, link it, or write it off.'
            : 'Link, accept, or write off.';
  return { tone: proposal_id === null ? 'stop' : 'wait', text: `${what}, open ${age}.`, next };
}

export function daySentence(day: ReconciliationDay, closedBy: string, now: number): Sentence {
  const { state, closed_at, previous_day, blocked_by, accounts } = day;
  if (state === 'closed')
    return {
      tone: 'ok',
      text: `Closed by ${closedBy}${closed_at === null ? '' : ` ${on(closed_at, now)}`}. ${
        previous_day === null
          ? `Contains all days until ${day.day}.`
          : `Contains all days after ${previous_day}.`
      }`,
    };
  if (blocked_by === null) return { tone: 'wait', text: 'Everything agrees.', next: 'Close the day.' };
  const open = accounts.reduce((sum, { open_breaks }) => sum + open_breaks, 0);
  return {
    tone: open > 0 ? 'stop' : 'wait',
    text: ended(blocked_by),
    next:
      open > 0
        ? `Decide ${open === 1 ? 'the open break' : `the ${open} open breaks`}.`
        : day.awaited_statements === undefined
          ? undefined
          : 'Import the statements, or close without them.',
  };
}

/** `since` is the day of the oldest open break. */
export function accountSentence(
  { open_breaks, gap, statement_until }: ReconciliationAccount,
  since: string | undefined,
  now: number,
): Sentence {
  if (gap !== null)
    return {
      tone: 'stop',
      text: `Lines are missing: they and the closing balance on ${statement_until ?? 'the last day'} differ.`,
      next: 'Import the statement that is missing.',
    };
  if (open_breaks > 0) {
    const age = since === undefined ? 0 : now - Date.parse(since);
    return {
      tone: 'stop',
      text: `${open_breaks} open ${open_breaks === 1 ? 'break' : 'breaks'}${
        age < DAY_MS ? '' : `, the oldest ${durationText(age)} old`
      }.`,
      next: 'Match, accept, or write off.',
    };
  }
  return statement_until === null
    ? { tone: 'wait', text: 'No statement was imported yet.', next: 'Import the first one.' }
    : { tone: 'ok', text: `The bank and the books agree. Statements until ${statement_until}.` };
}

// Integrators

export function endpointSentence(
  { status, health }: Pick<WebhookEndpoint, 'status' | 'health'>,
  now: number,
): Sentence {
  if (status === 'disabled')
    return {
      tone: 'plain',
      text: 'Disabled: nothing is delivered to it.',
      next: 'The integrator can enable it.',
    };
  if (health === undefined) return { tone: 'plain', text: 'Enabled. Nothing was delivered to it yet.' };
  if (health.failing_since === null) return { tone: 'ok', text: 'Enabled, and accepts its deliveries.' };
  return {
    tone: 'stop',
    text: `Accepts nothing since ${momentText(health.failing_since, now)}, for ${durationText(now - Date.parse(health.failing_since))}.`,
    next: 'Tell the integrator. Events are delivered again when it answers.',
  };
}

export function deliverySentence(
  { state, attempt, response_status, error, attempted_at, next_attempt_at }: OperatedWebhookDelivery,
  now: number,
): Sentence {
  const answer = response_status === null ? toWords(error ?? 'no response') : `status ${response_status}`;
  const tries = attempt === 1 ? 'one attempt' : `${attempt} attempts`;
  switch (state) {
    case 'succeeded':
      return { tone: 'ok', text: `Delivered ${on(attempted_at, now)} after ${tries}.` };
    case 'pending':
      return {
        tone: 'wait',
        text: `Not delivered after ${tries}: ${answer}.${
          next_attempt_at === null ? '' : ` The next attempt is ${on(next_attempt_at, now)}.`
        }`,
      };
    case 'failed':
      return {
        tone: 'stop',
        text: `Given up after ${tries}: ${answer}.`,
        next: 'Redeliver it when the endpoint works.',
      };
    case 'dropped':
      return {
        tone: 'plain',
        text: `Not delivered, because the endpoint was disabled or deleted, or a redelivery took its place.`,
      };
  }
}

export function keySentence({ status, expires_at, revoked_at }: Key, now: number): Sentence {
  if (status === 'revoked')
    return {
      tone: 'stop',
      text: `Revoked${revoked_at === null ? '' : ` ${on(revoked_at, now)}`}: it opens nothing.`,
    };
  if (expires_at === null) return { tone: 'ok', text: 'Active, and does not expire.' };
  return status === 'expired'
    ? { tone: 'stop', text: `Expired ${on(expires_at, now)}: it opens nothing.` }
    : {
        tone: 'wait',
        text: `Active until ${momentText(expires_at, now)}, for ${durationText(Date.parse(expires_at) - now)}.`,
        next: 'Rotate it before then.',
      };
}
