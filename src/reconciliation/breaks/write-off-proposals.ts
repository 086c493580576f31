/** Dual control: one operator proposes a large write-off or correction, and it takes effect when another one approves it. Pure. */
import type { ReconciliationEvent } from '../../generated/events.ts';
import { asFiat, asPoints, formatAmount, type Amount, type Points } from '../../ledger/amount.ts';
import {
  approvableProposal,
  executionOf,
  type LimitedAction,
  type ProposalCommand,
  type ProposalsNow,
} from '../../ledger/dual-control.ts';
import type { EnvironmentName } from '../../ledger/ids.ts';
import { DAY_MS } from '../../ledger/limits.ts';
import type { Price } from '../../ledger/policy.ts';
import { fiatToPoints } from '../../ledger/quote.ts';
import { refuse, type Refusal } from '../../ledger/refusal.ts';
import type { AccountItems } from '../days/close-decisions.ts';
import type { RailAccount } from '../state/rail-account.ts';
import type {
  ReconciliationAction,
  ReconciliationState,
  Separation,
  StatementVoid,
  WriteOff,
} from '../state/state.ts';
import { requireVoidable, voidEvent, type VoidableImport } from '../statements/void-decisions.ts';
import {
  decideSeparation,
  requireBreak,
  writeOffEvent,
  type FoundItem,
  type SeparatedPair,
} from './break-decisions.ts';

type EventOf<T extends ReconciliationEvent['type']> = Extract<ReconciliationEvent, { type: T }>;
type Refused = { readonly refusal: Refusal };

export type WriteOffLimits = {
  /** The least that needs a second operator, in points; null if nothing does. */
  readonly atLeast: Points | null;
  /** The same for voids of statements and for separations of matches. Omitted: nothing does. */
  readonly correctionsAtLeast?: Points | null;
  readonly proposalLifetimeMs: number;
  /** Whether the limit of write-offs also applies to what one operator writes off alone within a day. Omitted: it does not. */
  readonly dailySums?: Readonly<Record<EnvironmentName, boolean>>;
  /** By currency. Without a price, a write-off of any amount needs a second operator. */
  readonly pointPrices: ReadonlyMap<string, Price>;
};

type WrittenOffBy = {
  readonly state: Pick<ReconciliationState, 'writtenOffAlone'>;
  readonly environment: EnvironmentName;
  /** As in the metadata of events. */
  readonly actor: string;
  /** Milliseconds since 1970. */
  readonly now: number;
};

/** A write-off and its limit. */
export function limitedWriteOff(
  { account, item }: FoundItem,
  reason: string,
  { atLeast, pointPrices, dailySums }: WriteOffLimits,
  by: WrittenOffBy,
): LimitedAction<WriteOff> {
  const { rail, currency, decimals } = account;
  return {
    action: {
      ...{ type: 'write_off', item_id: item.id, rail, currency, reason },
      line_id: item.line?.id ?? null,
      movement_id: item.movement?.id ?? null,
      amount: formatAmount(item.difference, decimals),
    },
    ...worth(account, item.difference, atLeast, pointPrices),
    alone: dailySums?.[by.environment] === true ? writtenOffAlone(by, pointPrices) : 0n,
  };
}

/** In points. A write-off without a price is never decided alone, unless there is no limit. */
function writtenOffAlone(
  { state, actor, now }: WrittenOffBy,
  pointPrices: WriteOffLimits['pointPrices'],
): Amount {
  return state.writtenOffAlone
    .filter((each) => each.actor === actor && each.at > now - DAY_MS)
    .reduce((sum, { account, amount }) => sum + worth(account, amount, null, pointPrices).points, 0n);
}

/** A void of a statement, by the sum of its lines, and its limit. */
export function limitedVoid(
  { account, found: { view, lines } }: VoidableImport,
  reason: string,
  { correctionsAtLeast = null, pointPrices }: WriteOffLimits,
): LimitedAction<StatementVoid> {
  const sum = lines.reduce((total, { amount }) => total + (amount < 0n ? -amount : amount), 0n);
  const { rail, currency } = account;
  return {
    action: { type: 'statement_void', statement_id: view.id, rail, currency, lines: lines.length, reason },
    ...worth(account, sum, correctionsAtLeast, pointPrices),
  };
}

/** A separation, by the amount of the line, and its limit. */
export function limitedSeparation(
  account: RailAccount,
  { line, movement }: SeparatedPair,
  reason: string,
  { correctionsAtLeast = null, pointPrices }: WriteOffLimits,
): LimitedAction<Separation> {
  const { rail, currency } = account;
  return {
    action: {
      type: 'separation',
      item_id: line.id,
      line_id: line.id,
      movement_id: movement.id,
      rail,
      currency,
      reason,
    },
    ...worth(account, line.amount, correctionsAtLeast, pointPrices),
  };
}

/** In points. Without a price, any amount reaches the limit. */
function worth(
  { currency, decimals }: RailAccount,
  amount: Amount,
  atLeast: Points | null,
  pointPrices: WriteOffLimits['pointPrices'],
): Pick<LimitedAction<unknown>, 'points' | 'limit'> {
  const price = pointPrices.get(currency);
  const points = price && fiatToPoints(asFiat(amount < 0n ? -amount : amount), decimals, price);
  return { points: points ?? 0n, limit: points === undefined && atLeast !== null ? asPoints(0n) : atLeast };
}

/** A break is written off once, and a statement or a match is corrected once. */
export const reconciliationProposals = (
  { proposals }: Pick<ReconciliationState, 'proposals'>,
  now: number,
): ProposalsNow<ReconciliationAction> => ({
  proposals,
  now,
  subjectOf: (action) => (action.type === 'statement_void' ? action.statement_id : action.item_id),
});

type Executed = { readonly execution: EventOf<'proposal.executed'> } & (
  | { readonly event: EventOf<'break.written_off'>; readonly found: FoundItem }
  | { readonly event: EventOf<'statement.voided'>; readonly found: VoidableImport }
  | { readonly event: EventOf<'items.separated'>; readonly found: FoundItem }
);

const CHANGED = 'What it is about has changed since. Propose it again.';

/** Refuses proposal_state_conflict (also if what it is about has changed) and second_operator_required. */
export function executeProposal(
  state: ReconciliationState,
  accounts: readonly AccountItems[],
  command: ProposalCommand,
  now: number,
): Executed | Refused {
  const open = approvableProposal(reconciliationProposals(state, now), command);
  if ('refusal' in open) return open;
  const { action } = open;
  const execution = executionOf(open, command.operator);
  switch (action.type) {
    case 'write_off': {
      const found = requireBreak(accounts, action.item_id);
      if ('refusal' in found || !isUnchanged(found, action))
        return refuse('proposal_state_conflict', 'The break has changed since. Propose the write-off again.');
      return { event: writeOffEvent(found, action.reason, state.lastClosedDay), execution, found };
    }
    case 'statement_void': {
      const found = requireVoidable(state, action.statement_id);
      if ('refusal' in found || found.found.lines.length !== action.lines)
        return refuse('proposal_state_conflict', CHANGED);
      return { event: voidEvent(found, action.reason), execution, found };
    }
    case 'separation': {
      const { line_id, movement_id, reason } = action;
      const pair = decideSeparation(accounts, line_id, { movement_id });
      if ('refusal' in pair) return refuse('proposal_state_conflict', CHANGED);
      return {
        event: { type: 'items.separated', data: { line_id, movement_id, reason } },
        execution,
        found: pair.found,
      };
    }
  }
}

const isUnchanged = ({ account, item }: FoundItem, action: WriteOff): boolean =>
  (item.line?.id ?? null) === action.line_id &&
  (item.movement?.id ?? null) === action.movement_id &&
  formatAmount(item.difference, account.decimals) === action.amount;
