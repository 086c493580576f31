import { expect } from 'chai';
import { createBook } from '../../src/ledger/book.ts';
import type { BookEvent, RecordedBookEvent } from '../../src/ledger/event.ts';
import { evolve } from '../../src/ledger/evolve.ts';
import type { Line } from '../../src/ledger/posting.ts';
import { rollBack } from '../../src/ledger/table.ts';
import { isFinalState, type TransferKind, type TransferState } from '../../src/ledger/transfer.ts';
import type { LedgerRule } from '../../src/ledger/violations.ts';
import { allocation, onramp, quote, transfer } from '../support/ledger-commands.ts';
import { expectRule, given, idIn, type Ledger } from '../support/ledger.ts';
import { START_TIME, STREAM } from '../support/policy.ts';

const at = (
  revision: number,
  time = START_TIME,
): Pick<RecordedBookEvent, 'stream' | 'revision' | 'time'> => ({
  stream: STREAM,
  revision,
  time: new Date(time).toISOString(),
});
const nothing = (revision: number, time?: number): RecordedBookEvent => ({
  type: 'request.recorded',
  data: {},
  ...at(revision, time),
});

const line = (account: string, amount: string, balance_after: string, more: Partial<Line> = {}): Line => ({
  account,
  bucket: 'available',
  unit: 'svc-points',
  amount,
  cashable: amount,
  balance_after,
  cashable_after: balance_after,
  ...more,
});
const posting = (lines: Line[], transfer_id: string | null = null): BookEvent => ({
  type: 'posting.recorded',
  data: { transfer_id, description: 'Test', lines },
});

/** Expects the event to break a rule. Its partial changes are rolled back, as the writer does. */
function expectViolation(ledger: Ledger, event: BookEvent, rule: LedgerRule): void {
  const { undoLog, revision } = ledger.book;
  undoLog.isRecording = true;
  expectRule(() => ledger.record(event), rule);
  rollBack(undoLog);
  undoLog.isRecording = false;
  expect(ledger.book.revision).to.equal(revision);
}

describe('A book rejects an event that', () => {
  it('skips or repeats a revision', () => {
    const book = createBook(STREAM);
    expectRule(() => evolve(book, nothing(1)), 'revision_sequence');
    evolve(book, nothing(0));
    expectRule(() => evolve(book, nothing(0)), 'revision_sequence');
    expectRule(() => evolve(book, nothing(2)), 'revision_sequence');
    evolve(book, nothing(1));
    expect(book.revision).to.equal(1);
  });

  it('is older than its predecessor, or has no valid time', () => {
    const book = createBook(STREAM);
    evolve(book, nothing(0));
    expectRule(() => evolve(book, nothing(1, START_TIME - 1)), 'time_order');
    expectRule(() => evolve(book, { ...nothing(1), time: 'yesterday' }), 'time_order');
    evolve(book, nothing(1, START_TIME));
  });

  it('does not sum to zero in a unit', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    expectViolation(
      ledger,
      posting([line('points_issued', '-1.00', '-1.00'), line(wallet, '1.01', '1.01')]),
      'posting_unbalanced',
    );
    const mixed = [line('fiat_held:usd', '-1.00', '-1.00', { unit: 'usd' }), line(wallet, '1.00', '1.00')];
    expectViolation(ledger, posting(mixed), 'posting_unbalanced');
  });

  it('names an unknown, existing or deleted payout account', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const payout_account_id = ledger.payoutAccount(wallet);
    const [opened] = ledger.events.filter(({ type }) => type === 'payout_account.opened');
    if (opened === undefined) throw new Error('no account was opened');
    expectViolation(ledger, { type: opened.type, data: opened.data } as BookEvent, 'object_exists');
    const check = (id: string): BookEvent => ({
      type: 'payout_account.name_checked',
      data: { payout_account_id: id, name_check: 'match' },
    });
    expectViolation(ledger, check('pa_none'), 'object_missing');
    ledger.record({ type: 'payout_account.deleted', data: { payout_account_id } });
    expectViolation(ledger, check(payout_account_id), 'payout_account_deleted');
    expectViolation(
      ledger,
      { type: 'payout_account.deleted', data: { payout_account_id } },
      'payout_account_deleted',
    );
  });

  it('does not sum to zero in its cashable part', () => {
    const ledger = given();
    const lines = [
      line('points_issued', '-1.00', '-1.00'),
      line(ledger.wallet(), '1.00', '1.00', { cashable: '0.99', cashable_after: '0.99' }),
    ];
    expectViolation(ledger, posting(lines), 'posting_unbalanced');
  });

  it('states a balance that does not match its lines', () => {
    const ledger = given();
    const wallet = ledger.fundedWallet('5.00');
    const with_ = (more: Partial<Line>) =>
      posting([line('points_issued', '-1.00', '-6.00'), line(wallet, '1.00', '6.00', more)]);
    expectViolation(ledger, with_({ balance_after: '6.01' }), 'balance_mismatch');
    expectViolation(ledger, with_({ cashable_after: '5.99' }), 'balance_mismatch');
  });

  it('overdraws a wallet, in amount or in cashable part', () => {
    const ledger = given();
    const [anna, ben] = [ledger.fundedWallet('5.00', '5.00'), ledger.wallet()];
    expectViolation(
      ledger,
      posting([line(anna, '-10.01', '-0.01', { cashable_after: '-5.01' }), line(ben, '10.01', '10.01')]),
      'negative_balance',
    );
    const tooCashable = [line(anna, '-6.00', '4.00', { cashable_after: '-1.00' }), line(ben, '6.00', '6.00')];
    expectViolation(ledger, posting(tooCashable), 'negative_balance');
  });

  it('leaves a wallet with a cashable part above its balance', () => {
    const ledger = given();
    const [anna, ben] = [ledger.fundedWallet('5.00'), ledger.wallet()];
    const lines = [
      line(anna, '-1.00', '4.00', { cashable: '0.00', cashable_after: '5.00' }),
      line(ben, '1.00', '1.00', { cashable: '0.00', cashable_after: '0.00' }),
    ];
    expectViolation(ledger, posting(lines), 'negative_balance');
  });

  it('posts to an unknown wallet, or in another unit than that of the wallet', () => {
    const ledger = given();
    const nowhere = `wal_${'0'.repeat(26)}`;
    expectViolation(
      ledger,
      posting([line('points_issued', '-1.00', '-1.00'), line(nowhere, '1.00', '1.00')]),
      'unit_mismatch',
    );
    const coin = ledger.coinWallet();
    expectViolation(
      ledger,
      posting([line('points_issued', '-1.00', '-1.00'), line(coin, '1.00', '1.00')]),
      'unit_mismatch',
    );
  });

  it('mixes units in one account', () => {
    const ledger = given();
    ledger.fundedWallet('5.00');
    const fiat = (account: string, amount: string, after: string): Line => ({
      account,
      bucket: 'available',
      unit: 'usd',
      amount,
      balance_after: after,
    });
    const lines = [
      { ...fiat('points_issued', '-1.00', '-6.00'), cashable: '0.00', cashable_after: '-5.00' },
      fiat('fiat_held:usd', '1.00', '1.00'),
    ];
    expectViolation(ledger, posting(lines), 'unit_mismatch');
  });

  it('holds money without a transfer, or releases more than was held', () => {
    const ledger = given();
    const wallet = ledger.fundedWallet('5.00');
    const toPending = [line(wallet, '-1.00', '4.00'), line(wallet, '1.00', '1.00', { bucket: 'pending' })];
    expectViolation(ledger, posting(toPending), 'hold_without_transfer');
    const again = given();
    const held = again.heldTransfer();
    const back = [
      line(held.from, '-1.00', '999999.00', { bucket: 'pending' }),
      line(held.from, '1.00', '1.00'),
    ];
    expectViolation(again, posting(back, `trf_${'0'.repeat(26)}`), 'negative_balance');
  });

  it('creates an object that exists', () => {
    const ledger = given();
    const user_id = ledger.approvedUser('anna');
    const wallet = ledger.wallet(user_id);
    const open = idIn(ledger.run(onramp(wallet, '5.00')), 'transfer_id');
    const [created, opened, transferred] = ['user.created', 'wallet.opened', 'transfer.created'].map((type) =>
      ledger.events.find((event) => event.type === type),
    );
    for (const event of [created, opened, transferred]) {
      if (event === undefined) throw new Error('one of them was not recorded');
      const { type, data } = event;
      // Spreading the parts loses the union's discriminant; type and data still belong together.
      expectViolation(ledger, { type, data } as BookEvent, 'object_exists');
    }
    expect(ledger.openTransfer(open).version).to.equal(1);
  });

  it('opens a second wallet for an asset, or a wallet without an owner', () => {
    const ledger = given();
    const user_id = ledger.approvedUser();
    ledger.wallet(user_id);
    const data = {
      wallet_id: 'wal_2',
      user_id,
      asset: 'svc-points',
      decimals: 2,
      price_risk_acknowledged: false,
      metadata: {},
    };
    expectViolation(ledger, { type: 'wallet.opened', data }, 'object_exists');
    expectViolation(ledger, { type: 'wallet.opened', data: { ...data, user_id: 'usr_0' } }, 'object_missing');
    expectViolation(ledger, { type: 'wallet.opened', data: { ...data, asset: 'svc-gold' } }, 'unknown_asset');
  });

  it('names an object that does not exist', () => {
    const ledger = given();
    const reason = 'A check.';
    expectViolation(ledger, { type: 'user.updated', data: { user_id: 'usr_0' } }, 'object_missing');
    expectViolation(
      ledger,
      { type: 'wallet.frozen', data: { wallet_id: 'wal_0', reason } },
      'object_missing',
    );
    expectViolation(
      ledger,
      { type: 'deposit_account.deactivated', data: { deposit_account_id: 'da_0' } },
      'transition_not_allowed',
    );
    expectViolation(
      ledger,
      { type: 'transfer.state_changed', data: { transfer_id: 'trf_0', state: 'completed' } },
      'object_missing',
    );
  });

  it('changes a deactivated user', () => {
    const ledger = given();
    const user_id = ledger.user();
    ledger.record({ type: 'user.deactivated', data: { user_id, frozen_wallet_ids: [] } });
    expectViolation(ledger, { type: 'user.updated', data: { user_id } }, 'user_inactive');
  });

  it('unfreezes a wallet of a deactivated user', () => {
    const ledger = given();
    const wallet_id = ledger.wallet();
    const data = { user_id: ledger.ownerOf(wallet_id), frozen_wallet_ids: [wallet_id] };
    ledger.record({ type: 'user.deactivated', data });
    expectViolation(
      ledger,
      { type: 'wallet.unfrozen', data: { wallet_id, reason: 'Over.' } },
      'user_inactive',
    );
  });

  it('repeats the status of a deposit account', () => {
    const ledger = given();
    const data = { deposit_account_id: ledger.depositAccount(ledger.wallet()) };
    expectViolation(ledger, { type: 'deposit_account.reactivated', data }, 'transition_not_allowed');
    ledger.record({ type: 'deposit_account.deactivated', data });
    expectViolation(ledger, { type: 'deposit_account.deactivated', data }, 'transition_not_allowed');
  });
});

describe('The states of a transfer', () => {
  const KINDS: TransferKind[] = ['user_to_user', 'conversion', 'onramp', 'offramp'];
  const STATES: TransferState[] = [
    'pending',
    'awaiting_funds',
    'funds_received',
    'in_review',
    'payout_submitted',
    'completed',
    'failed',
    'canceled',
    'returned',
    'undeliverable',
    'refunded',
  ];
  /** The contract's transitions, written from-to. */
  const STEPS: Record<TransferKind, string[]> = {
    user_to_user: [
      'pending-completed',
      'pending-in_review',
      'pending-canceled',
      'in_review-completed',
      'in_review-failed',
    ],
    conversion: ['pending-completed', 'pending-failed'],
    onramp: [
      'awaiting_funds-funds_received',
      'awaiting_funds-returned',
      'awaiting_funds-canceled',
      'awaiting_funds-failed',
      'funds_received-completed',
      'funds_received-in_review',
      'funds_received-failed',
      'in_review-completed',
      'in_review-returned',
      'in_review-failed',
    ],
    offramp: [
      'pending-payout_submitted',
      'pending-in_review',
      'pending-canceled',
      'pending-failed',
      'in_review-payout_submitted',
      'in_review-refunded',
      'payout_submitted-completed',
      'payout_submitted-undeliverable',
      'payout_submitted-returned',
      'undeliverable-refunded',
      'returned-refunded',
    ],
  };

  function create(ledger: Ledger, kind: TransferKind, transfer_id: string): void {
    const end = { type: 'wallet' as const };
    const named = kind === 'conversion' ? { quote_id: quoted(ledger) } : {};
    const state = kind === 'onramp' ? 'awaiting_funds' : 'pending';
    const data = {
      transfer_id,
      kind,
      state,
      source: end,
      destination: end,
      amount: '1.00',
      ...named,
    } as const;
    ledger.record({ type: 'transfer.created', data });
  }
  function quoted(ledger: Ledger): string {
    ledger.run(allocation({ coin_stock: '1.00000000' }));
    const points = ledger.fundedWallet('1.00');
    const coin = ledger.wallet(ledger.ownerOf(points), 'svc-coin');
    return idIn(ledger.run(quote(points, coin, '1.00')), 'quote_id');
  }
  const move = (transfer_id: string, state: TransferState): BookEvent => ({
    type: 'transfer.state_changed',
    data: { transfer_id, state },
  });
  /** Adds the approval that an off-ramp in review needs before submission. */
  function go(ledger: Ledger, transfer_id: string, ...states: readonly TransferState[]): void {
    for (const state of states) {
      const isHeld = ledger.book.transfers.get(transfer_id)?.state === 'in_review';
      if (isHeld && state === 'payout_submitted')
        ledger.record({ type: 'offramp.approved', data: { transfer_id } });
      ledger.record(move(transfer_id, state));
    }
  }

  /** The transitions from the first state to this one, or undefined if there are none. */
  function wayTo(kind: TransferKind, target: TransferState): TransferState[] | undefined {
    const first: TransferState = kind === 'onramp' ? 'awaiting_funds' : 'pending';
    const ways: TransferState[][] = [[first]];
    for (const way of ways) {
      if (way.at(-1) === target) return way.slice(1);
      for (const state of STATES) {
        if (!way.includes(state) && STEPS[kind].includes(`${way.at(-1) ?? ''}-${state}`))
          ways.push([...way, state]);
      }
    }
    return undefined;
  }

  for (const kind of KINDS) {
    it(`allow exactly the transitions of the contract: ${kind}`, () => {
      for (const from of STATES) {
        const way = wayTo(kind, from);
        if (way === undefined) continue;
        for (const to of STATES) {
          const ledger = given();
          create(ledger, kind, 'trf_1');
          go(ledger, 'trf_1', ...way);
          if (STEPS[kind].includes(`${from}-${to}`)) go(ledger, 'trf_1', to);
          else
            expectViolation(
              ledger,
              move('trf_1', to),
              isFinalState(kind, from) ? 'object_missing' : 'transition_not_allowed',
            );
        }
      }
    });

    it(`are final if nothing follows, and the book drops the transfer: ${kind}`, () => {
      for (const state of STATES) {
        const way = wayTo(kind, state);
        if (way === undefined) continue;
        expect(isFinalState(kind, state), state).to.equal(
          !STEPS[kind].some((step) => step.startsWith(`${state}-`)),
        );
        const ledger = given();
        create(ledger, kind, 'trf_1');
        go(ledger, 'trf_1', ...way);
        expect(ledger.book.transfers.has('trf_1'), state).to.equal(!isFinalState(kind, state));
      }
    });
  }

  it('let an off-ramp leave its review only as decided', () => {
    const held = (): Ledger => {
      const ledger = given();
      create(ledger, 'offramp', 'trf_1');
      go(ledger, 'trf_1', 'in_review');
      return ledger;
    };
    expectViolation(held(), move('trf_1', 'payout_submitted'), 'transition_not_allowed');
    const approved = held();
    approved.record({ type: 'offramp.approved', data: { transfer_id: 'trf_1' } });
    expectViolation(approved, move('trf_1', 'refunded'), 'transition_not_allowed');
  });

  it('keep the reason of an exception until completion', () => {
    const ledger = given();
    const { id } = ledger.heldTransfer();
    expect(ledger.openTransfer(id).state_reason?.code).to.equal('review_amount');
  });
});

describe('A book', () => {
  it('reaches the same state when its events are replayed', () => {
    const ledger = given();
    const [anna, ben] = [ledger.fundedWallet('10.00'), ledger.wallet()];
    ledger.run(transfer(anna, ben, '1.00'));
    const again = createBook(STREAM);
    for (const event of ledger.events) evolve(again, event);
    expect([...again.accounts.entries()]).to.deep.equal([...ledger.book.accounts.entries()]);
    expect(again.revision).to.equal(ledger.book.revision);
  });
});
