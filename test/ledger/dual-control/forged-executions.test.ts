/**
 * A forged stream executes a proposal together with something else than what it says. The fold and the audit reject that for
 * every action.
 */
import { expect } from 'chai';
import { createProposalsCheck } from '../../../src/audit/rules/proposals-check.ts';
import type { BookEvent, ReconciliationEvent, TreasuryEvent } from '../../../src/generated/events.ts';
import { createBook } from '../../../src/ledger/book.ts';
import { rememberEvent, type ProposalEvent } from '../../../src/ledger/dual-control.ts';
import type { RecordedBookEvent } from '../../../src/ledger/event.ts';
import { deriveId } from '../../../src/ledger/ids.ts';
import { applyProposal, type BookAction } from '../../../src/ledger/limited-actions.ts';
import type { ActionType } from '../../../src/operator/resources/proposals.ts';
import {
  createReconciliationState,
  evolveReconciliation,
  type ReconciliationAction,
} from '../../../src/reconciliation/state/state.ts';
import { createTreasuryState, evolveTreasury } from '../../../src/treasury/state.ts';
import { Calendar } from '../../../src/system/calendar.ts';
import type { TreasuryAction } from '../../../src/treasury/treasury-proposals.ts';
import { NO_PRICE_RULES, STREAM } from '../../support/policy.ts';

type Event = BookEvent | TreasuryEvent | ReconciliationEvent;
type Action = BookAction | TreasuryAction | ReconciliationAction;
type Located = Event & { readonly stream: string; readonly revision: number; readonly time: string };
type Case = { readonly action: Action; readonly effect: Event; readonly others: readonly Event[] };

const TIME = '2026-03-01T09:00:00.000Z';
const REASON = { code: 'bank_closed', message: 'The bank closed.' };

const stateChanged = (transfer_id: string, state: 'completed' | 'returned' | 'failed'): BookEvent => ({
  type: 'transfer.state_changed',
  data: { transfer_id, state },
});
const posting = (account: string, amount: string, more: object = {}): BookEvent => ({
  type: 'posting.recorded',
  data: {
    transfer_id: null,
    description: 'Gift',
    lines: [{ account, bucket: 'available', unit: 'svc-points', amount, balance_after: amount }],
    ...more,
  },
});
const trade = {
  side: 'buy',
  coin_amount: '1.00000000',
  price: '10',
  counterparty: null,
  traded_at: TIME,
} as const;
const traded = (more: object): TreasuryEvent => ({
  type: 'trade.recorded',
  data: { trade_id: 'trd_1', ...trade, ...more },
});
const allocation = { integrator_id: 'int_a', coin_stock: '2.00000000' } as const;
const allocated = (more: object): TreasuryEvent => ({
  type: 'allocation.recorded',
  data: { allocation_id: 'alc_1', previous_allocation_id: null, ...allocation, ...more },
});
const writeOff = { item_id: 'stl_1', line_id: 'stl_1', movement_id: null, rail: 'bank_eft', currency: 'usd' };
const writtenOff = (amount: string, more: object = {}): ReconciliationEvent => {
  const line = (name: string) => ({
    account: `${name}:bank_eft:usd`,
    unit: 'usd',
    amount,
    balance_after: amount,
  });
  const { line_id, movement_id } = writeOff;
  const data = {
    line_id,
    movement_id,
    day: '2026-03-01',
    reason: 'A fee.',
    lines: [line('bank'), line('difference')],
  };
  return { type: 'break.written_off', data: { ...data, ...more } };
};

const separated = (more: object): ReconciliationEvent => ({
  type: 'items.separated',
  data: { line_id: 'stl_1', movement_id: 'mov_1', reason: 'Another payer.', ...more },
});

const cameBack = (
  type: 'payout.returned_late' | 'deposit.reversed',
  more: { transfer_id?: string; return_reference?: string; reason?: typeof REASON } = {},
): BookEvent => {
  const known = { transfer_id: 'trf_1', wallet_id: 'wal_1', points: '5.00', amount: '0.05' };
  const data = {
    ...known,
    currency: 'usd',
    rail: 'bank_eft',
    reason: REASON,
    return_reference: 'R-1',
    ...more,
  };
  return type === 'deposit.reversed' ? { type, data: { ...data, receivable: '0.00' } } : { type, data };
};
const lateAction = { transfer_id: 'trf_1', return_reference: 'R-1', reason: REASON };

const CASES = {
  transfer_approval: {
    action: { type: 'transfer_approval', transfer_id: 'trf_1', transfer_version: 2 },
    effect: stateChanged('trf_1', 'completed'),
    others: [stateChanged('trf_2', 'completed'), stateChanged('trf_1', 'failed'), posting('wal_1', '5.00')],
  },
  payout_settlement: {
    action: {
      ...{ type: 'payout_settlement', transfer_id: 'trf_1', transfer_version: 2 },
      ...{ outcome: 'returned', reason: REASON },
    },
    effect: stateChanged('trf_1', 'returned'),
    others: [stateChanged('trf_2', 'returned'), stateChanged('trf_1', 'completed')],
  },
  payout_return: {
    action: { type: 'payout_return', ...lateAction },
    effect: cameBack('payout.returned_late'),
    others: [
      cameBack('deposit.reversed'),
      cameBack('payout.returned_late', { transfer_id: 'trf_2' }),
      cameBack('payout.returned_late', { return_reference: 'R-2' }),
      cameBack('payout.returned_late', { reason: { ...REASON, message: 'Another one.' } }),
    ],
  },
  deposit_reversal: {
    action: { type: 'deposit_reversal', ...lateAction },
    effect: cameBack('deposit.reversed'),
    others: [
      cameBack('payout.returned_late'),
      cameBack('deposit.reversed', { transfer_id: 'trf_2' }),
      cameBack('deposit.reversed', { return_reference: 'R-2' }),
      cameBack('deposit.reversed', { reason: { ...REASON, code: 'other' } }),
    ],
  },
  reward: {
    action: { type: 'reward', wallet_id: 'wal_1', amount: '5', description: 'Gift' },
    effect: posting('wal_1', '5.00'),
    others: [
      posting('wal_1', '900000.00'),
      posting('wal_2', '5.00'),
      posting('wal_1', '5.00', { transfer_id: 'trf_1' }),
      posting('wal_1', '5.00', { description: 'Other' }),
    ],
  },
  trade: {
    action: { type: 'trade', ...trade },
    effect: traded({}),
    others: [
      traded({ side: 'sell' }),
      traded({ coin_amount: '2.00000000' }),
      traded({ price: '11' }),
      traded({ counterparty: 'Desk' }),
      traded({ traded_at: '2026-02-01T09:00:00.000Z' }),
    ],
  },
  allocation: {
    action: { type: 'allocation', ...allocation },
    effect: allocated({}),
    others: [
      allocated({ integrator_id: 'int_b' }),
      allocated({ coin_stock: '3.00000000' }),
      allocated({ points_backing: '1.00' }),
    ],
  },
  write_off: {
    action: { type: 'write_off', ...writeOff, amount: '-6.50', reason: 'A fee.' },
    effect: writtenOff('-6.50'),
    others: [
      writtenOff('-7.50'),
      writtenOff('-6.50', { line_id: 'stl_2' }),
      writtenOff('-6.50', { movement_id: 'mov_1' }),
      writtenOff('-6.50', { reason: 'Another one.' }),
    ],
  },
  statement_void: {
    action: {
      ...{ type: 'statement_void', statement_id: 'stm_1', rail: 'bank_eft', currency: 'usd' },
      ...{ lines: 2, reason: 'A mistake.' },
    },
    effect: { type: 'statement.voided', data: { statement_id: 'stm_1', reason: 'A mistake.' } },
    others: [
      { type: 'statement.voided', data: { statement_id: 'stm_2', reason: 'A mistake.' } },
      { type: 'statement.voided', data: { statement_id: 'stm_1', reason: 'Another one.' } },
    ],
  },
  separation: {
    action: {
      ...{ type: 'separation', item_id: 'stl_1', line_id: 'stl_1', movement_id: 'mov_1' },
      ...{ rail: 'bank_eft', currency: 'usd', reason: 'Another payer.' },
    },
    effect: separated({}),
    others: [
      separated({ line_id: 'stl_2' }),
      separated({ movement_id: 'mov_2' }),
      separated({ reason: 'Another one.' }),
    ],
  },
} satisfies Record<ActionType, Case>;

const streamOf = ({ type }: Action): string =>
  type === 'write_off' || type === 'statement_void' || type === 'separation'
    ? 'reconciliation-sandbox'
    : type === 'trade' || type === 'allocation'
      ? 'treasury-sandbox'
      : STREAM;

/** The events of a stream whose proposal is executed with this effect. */
function forged(action: Action, effect: Event | undefined): readonly Located[] {
  const stream = streamOf(action);
  const proposal_id = deriveId('prp', Date.parse(TIME), stream, 0);
  const created: ProposalEvent<Action> = {
    type: 'proposal.created',
    data: { proposal_id, proposed_by: 'Ana', points: '5.00', expires_at: '2026-03-04T09:00:00.000Z', action },
  };
  const executed = {
    type: 'proposal.executed',
    data: { proposal_id, proposed_by: 'Ana', executed_by: 'Ben' },
  } as const;
  // The kinds of streams have different actions in this event.
  return [created as Event, ...(effect === undefined ? [] : [effect]), executed].map((event, revision) => ({
    ...event,
    ...{ stream, revision, time: TIME },
  }));
}

/** The fold of each stream. A book's other events need a whole history, so only what they leave behind is folded. */
function fold(events: readonly Located[]): void {
  const [{ stream } = { stream: '' }] = events;
  const about = { environment: 'sandbox', recorded_by: 'operator:a', created_at: TIME } as const;
  const origin = { environment: 'sandbox', actor: 'operator:a', time: TIME } as const;
  const [book, treasury, reconciliation] = [
    createBook(STREAM),
    createTreasuryState(NO_PRICE_RULES),
    createReconciliationState(new Calendar()),
  ];
  for (const event of events) {
    // The stream decides which events there are.
    if (stream.startsWith('treasury')) evolveTreasury(treasury, event as TreasuryEvent, about);
    else if (stream.startsWith('reconciliation'))
      evolveReconciliation(reconciliation, event as ReconciliationEvent, origin);
    else {
      if (event.type.startsWith('proposal.'))
        applyProposal(book, event as Parameters<typeof applyProposal>[1]);
      rememberEvent(book.recent, event as RecordedBookEvent);
    }
  }
}

function audit(events: readonly Located[]): void {
  const check = createProposalsCheck();
  for (const event of events)
    // The check knows the events of all streams.
    if (event.type.startsWith('proposal.')) check.check(event as Parameters<typeof check.check>[0]);
    else check.see(event);
}

describe('A forged execution of a proposal', () => {
  for (const [type, { action, effect, others }] of Object.entries<Case>(CASES))
    it(`of ${type} is rejected by the fold and by the audit, unless it has the proposed effect`, () => {
      fold(forged(action, effect));
      audit(forged(action, effect));
      for (const other of [undefined, ...others]) {
        expect(() => fold(forged(action, other)), JSON.stringify(other)).to.throw('is not what proposal');
        expect(() => audit(forged(action, other)), JSON.stringify(other)).to.throw('not what was proposed');
      }
    });
});
