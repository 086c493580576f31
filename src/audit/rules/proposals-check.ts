/**
 * Checks dual control: a proposal is executed at most once, in time, by another operator than the one who proposed it, and
 * together with exactly what it was for. It compares names on its own, without the ledger's rule.
 */
import type { ReconciliationEvent, TreasuryEvent } from '../../generated/events.ts';
import type { EventLocation, RecordedBookEvent } from '../../ledger/event.ts';
import { multiplyRoundedDown } from '../decimal.ts';
import { checkObjectId, requireRule } from '../finding.ts';
import { proposalLine } from '../state/book-state.ts';

type StreamEvent = RecordedBookEvent | ((TreasuryEvent | ReconciliationEvent) & EventLocation);
type EventOf<T extends StreamEvent['type']> = Extract<StreamEvent, { type: T }>;
type Created = EventOf<'proposal.created'>['data'];
type Action = Created['action'];
/** What the audit keeps of an open proposal. */
type OpenProposal = Pick<Created, 'proposed_by' | 'expires_at' | 'action'>;
type ProposalEvent = EventOf<'proposal.created' | 'proposal.executed' | 'proposal.ended'>;

export type ProposalsCheck = {
  /** Remembers an event of the stream that may be what a proposal was for. */
  see(event: StreamEvent): void;
  /** Throws RuleViolation. */
  check(event: ProposalEvent): void;
  /** The open proposals, as lines of the signed state. */
  stateLines(): string[];
};

/** More than the events of any action. */
const EVENTS_REMEMBERED = 8;

/** `from`: the proposals that are open where the check continues. */
export function createProposalsCheck(
  from: Iterable<OpenProposal & { readonly id: string }> = [],
): ProposalsCheck {
  const open = new Map<string, OpenProposal>();
  for (const each of from) open.set(each.id, each);
  const newest: StreamEvent[] = [];

  return {
    see(event) {
      newest.push(event);
      if (newest.length > EVENTS_REMEMBERED) newest.shift();
    },
    check(event) {
      const { proposal_id: id } = event.data;
      if (event.type === 'proposal.created') {
        checkObjectId('proposal_id', id, event);
        requireRule(
          event.data.expires_at > event.time,
          'dual_control',
          'expires_at must be after the time of the event',
        );
        open.set(id, event.data);
        return;
      }
      const proposal = open.get(id);
      requireRule(proposal !== undefined, 'dual_control', `proposal ${id} is not open`);
      open.delete(id);
      if (event.type === 'proposal.executed' && proposal !== undefined)
        checkExecution(proposal, event, newest);
    },
    stateLines: () =>
      [...open].map(([id, { action, expires_at }]) => proposalLine(id, action.type, expires_at)),
  };
}

function checkExecution(
  { proposed_by, expires_at, action }: OpenProposal,
  { data, time }: EventOf<'proposal.executed'>,
  newest: readonly StreamEvent[],
): void {
  requireRule(
    data.proposed_by === proposed_by && areTwoOperators(data.executed_by, proposed_by),
    'dual_control',
    'the operator who executes a proposal must be another one than the operator who proposed it',
  );
  requireRule(time < expires_at, 'dual_control', 'the proposal had expired when it was executed');
  requireRule(
    newest.some((each) => each.time === time && isFor(action, each)),
    'dual_control',
    'the events before proposal.executed are not what was proposed',
  );
}

/**
 * People whom a provider identified have their ID at the end of the name; its first ten characters stand for the provider.
 * One of them and a token, or people of two providers, may be the same.
 */
function areTwoOperators(a: string, b: string): boolean {
  const [first, second] = [providerIdIn(a), providerIdIn(b)];
  if (first === '' && second === '') return nameKey(a) !== nameKey(b);
  return first !== second && first.slice(0, 10) === second.slice(0, 10);
}

const providerIdIn = (name: string): string => /\(opr_[0-9a-z]{26}\)$/.exec(name)?.[0].slice(1, -1) ?? '';

const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** In units small enough for any amount. */
const exact = (amount: string): bigint => multiplyRoundedDown(amount, '1', 8);

type LateAction = Extract<Action, { type: 'payout_return' | 'deposit_reversal' }>;

const isLate = (
  { transfer_id, reason, return_reference }: LateAction,
  { type, data }: StreamEvent,
): boolean =>
  (type === 'payout.returned_late' || type === 'deposit.reversed') &&
  data.transfer_id === transfer_id &&
  data.return_reference === return_reference &&
  data.reason.code === reason.code &&
  data.reason.message === reason.message;

function isFor(action: Action, event: StreamEvent): boolean {
  switch (action.type) {
    case 'transfer_approval':
      return (
        (event.type === 'offramp.approved' && event.data.transfer_id === action.transfer_id) ||
        (event.type === 'transfer.state_changed' &&
          event.data.transfer_id === action.transfer_id &&
          event.data.state === 'completed')
      );
    case 'payout_settlement':
      return (
        event.type === 'transfer.state_changed' &&
        event.data.transfer_id === action.transfer_id &&
        event.data.state === action.outcome
      );
    case 'payout_return':
      return isLate(action, event) && event.type === 'payout.returned_late';
    case 'deposit_reversal':
      return isLate(action, event) && event.type === 'deposit.reversed';
    case 'reward':
      return (
        event.type === 'posting.recorded' &&
        event.data.transfer_id === null &&
        event.data.description === action.description &&
        event.data.lines.some(
          ({ account, amount }) => account === action.wallet_id && exact(amount) === exact(action.amount),
        )
      );
    case 'trade':
      return (
        event.type === 'trade.recorded' &&
        event.data.side === action.side &&
        event.data.coin_amount === action.coin_amount &&
        event.data.price === action.price &&
        event.data.counterparty === action.counterparty &&
        event.data.traded_at === action.traded_at
      );
    case 'allocation':
      return (
        event.type === 'allocation.recorded' &&
        event.data.integrator_id === action.integrator_id &&
        event.data.coin_stock === action.coin_stock &&
        event.data.points_backing === action.points_backing
      );
    case 'write_off':
      return (
        event.type === 'break.written_off' &&
        event.data.line_id === action.line_id &&
        event.data.movement_id === action.movement_id &&
        event.data.reason === action.reason &&
        event.data.lines.some(
          ({ account, amount }) =>
            account === `difference:${action.rail}:${action.currency}` && amount === action.amount,
        )
      );
    case 'statement_void':
      return (
        event.type === 'statement.voided' &&
        event.data.statement_id === action.statement_id &&
        event.data.reason === action.reason
      );
    case 'separation':
      return (
        event.type === 'items.separated' &&
        event.data.line_id === action.line_id &&
        event.data.movement_id === action.movement_id &&
        event.data.reason === action.reason
      );
  }
}
