/** Dual control of write-offs: one operator proposes a large one, and it takes effect when another one approves it. Pure. */
import type { ReconciliationEvent } from '../../generated/events.ts';
import { asFiat, formatAmount, type Points } from '../../ledger/amount.ts';
import {
  NOBODY_IDENTIFIED,
  approvableProposal,
  proposalAt,
  type ProposalCommand,
} from '../../ledger/dual-control.ts';
import { deriveId } from '../../ledger/ids.ts';
import type { Price } from '../../ledger/policy.ts';
import { fiatToPoints } from '../../ledger/quote.ts';
import { refuse, type Refusal } from '../../ledger/refusal.ts';
import type { AccountItems } from '../days/close-decisions.ts';
import type { ReconciliationState, WriteOffProposal } from '../state/state.ts';
import type { EventContext } from '../statements/import-decisions.ts';
import { requireBreak, writeOffEvent, type FoundItem } from './break-decisions.ts';

type EventOf<T extends ReconciliationEvent['type']> = Extract<ReconciliationEvent, { type: T }>;
type Refused = { readonly refusal: Refusal };

export type WriteOffLimits = {
  /** The least that needs a second operator, in points; null if nothing does. */
  readonly atLeast: Points | null;
  readonly proposalLifetimeMs: number;
  /** By currency. Without a price, a write-off of any amount needs a second operator. */
  readonly pointPrices: ReadonlyMap<string, Price>;
};

/** The proposal; undefined for a write-off that a single operator may record. */
export function proposeWriteOff(
  { proposals }: Pick<ReconciliationState, 'proposals'>,
  { account, item }: FoundItem,
  { reason, operator }: { readonly reason: string; readonly operator: string | undefined },
  { atLeast, proposalLifetimeMs, pointPrices }: WriteOffLimits,
  { stream, revision, now }: EventContext,
): EventOf<'proposal.created'> | Refused | undefined {
  const { rail, currency, decimals } = account;
  const magnitude = item.difference < 0n ? -item.difference : item.difference;
  const price = pointPrices.get(currency);
  const points = price && fiatToPoints(asFiat(magnitude), decimals, price);
  if (atLeast === null || (points !== undefined && points < atLeast)) return undefined;
  if (operator === undefined) return refuse('second_operator_required', NOBODY_IDENTIFIED);
  const same = [...proposals.values()].find(
    (each) => each.action.item_id === item.id && proposalAt(each, now).state === 'open',
  );
  if (same !== undefined)
    return refuse('proposal_state_conflict', `The proposal ${same.id} waits for a second operator.`, {
      existing_id: same.id,
    });
  return {
    type: 'proposal.created',
    data: {
      proposal_id: deriveId('prp', now, stream, revision),
      proposed_by: operator,
      points: formatAmount(points ?? 0n, 2),
      expires_at: new Date(now + proposalLifetimeMs).toISOString(),
      action: {
        ...{ type: 'write_off', item_id: item.id, rail, currency, reason },
        line_id: item.line?.id ?? null,
        movement_id: item.movement?.id ?? null,
        amount: formatAmount(item.difference, decimals),
      },
    },
  };
}

/** Refuses not_found, proposal_state_conflict (also if the break has changed), second_operator_required. */
export function executeWriteOff(
  state: ReconciliationState,
  accounts: readonly AccountItems[],
  command: ProposalCommand,
  now: number,
):
  | {
      readonly events: [EventOf<'break.written_off'>, EventOf<'proposal.executed'>];
      readonly found: FoundItem;
    }
  | Refused {
  const open = approvableProposal(state.proposals, command, now);
  if ('refusal' in open) return open;
  const { id: proposal_id, proposed_by, action } = open;
  const found = requireBreak(accounts, action.item_id);
  if ('refusal' in found || !isUnchanged(found, action))
    return refuse('proposal_state_conflict', 'The break has changed since. Propose the write-off again.');
  return {
    events: [
      writeOffEvent(found, action.reason, state.lastClosedDay),
      { type: 'proposal.executed', data: { proposal_id, proposed_by, executed_by: command.operator } },
    ],
    found,
  };
}

const isUnchanged = ({ account, item }: FoundItem, action: WriteOffProposal['action']): boolean =>
  (item.line?.id ?? null) === action.line_id &&
  (item.movement?.id ?? null) === action.movement_id &&
  formatAmount(item.difference, account.decimals) === action.amount;
