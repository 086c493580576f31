import { expect } from 'chai';
import fc from 'fast-check';
import { asPoints, formatAmount } from '../../../src/ledger/amount.ts';
import { isSameOperator } from '../../../src/ledger/dual-control.ts';
import { supersedeProposals } from '../../../src/ledger/limited-actions.ts';
import { review, type Decide } from '../../support/ledger-commands.ts';
import { createLedger, idIn, type Ledger } from '../../support/ledger.ts';
import {
  approval as approve,
  controlled,
  execution as execute,
  limitedGrant as grant,
  withdrawal as withdraw,
} from '../../support/operator-commands.ts';
import { POLICY } from '../../support/policy.ts';

const HOUR_MS = 60 * 60 * 1_000;

const ledgerWith = (limits: { transferApproval?: bigint; reward?: bigint }): Ledger =>
  createLedger({
    ...POLICY,
    dualControl: {
      ...POLICY.dualControl,
      transferApproval: limits.transferApproval === undefined ? null : asPoints(limits.transferApproval),
      reward: limits.reward === undefined ? null : asPoints(limits.reward),
    },
  });

describe('An approval at or above its limit', () => {
  it('becomes a proposal, which another operator executes', () => {
    const ledger = ledgerWith({ transferApproval: 1_000_000_00n });
    const { id, to } = ledger.heldTransfer('1000000.00');
    const [proposed] = ledger.when(approve(id)).then('proposal.created');
    expect(proposed?.data).to.deep.include({
      proposed_by: 'Ana',
      points: '1000000.00',
      action: { type: 'transfer_approval', transfer_id: id, transfer_version: 2 },
    });
    expect(ledger.openTransfer(id).state).to.equal('in_review');
    const proposal = idIn(ledger.events, 'proposal_id');
    const events = ledger
      .when(execute(proposal))
      .then('posting.recorded', 'transfer.state_changed', 'proposal.executed');
    expect(events[2]?.data).to.deep.equal({
      proposal_id: proposal,
      proposed_by: 'Ana',
      executed_by: 'Ben',
    });
    expect(ledger.walletBalances(to).available).to.equal('1000000.00');
    expect(ledger.book.proposals.size).to.equal(0);
  });

  it('is refused to the operator who proposed it, under any token and any spelling of the name', () => {
    const ledger = ledgerWith({ transferApproval: 1n });
    const { id } = ledger.heldTransfer('1000000.00');
    const proposal = idIn(ledger.run(approve(id, 'Ana Silva')), 'proposal_id');
    for (const name of ['Ana Silva', 'ana silva', ' ANA  SILVA ', 'Ａna Silva'])
      ledger.when(execute(proposal, name)).thenRefused('second_operator_required');
    ledger
      .when(execute(proposal, 'Ana Silvas'))
      .then('posting.recorded', 'transfer.state_changed', 'proposal.executed');
  });

  it('is proposed once', () => {
    const ledger = ledgerWith({ transferApproval: 1n });
    const { id } = ledger.heldTransfer('1000000.00');
    const proposal = idIn(ledger.run(approve(id)), 'proposal_id');
    for (const operator of ['Ana', 'Ben'])
      expect(ledger.when(approve(id, operator)).thenRefused('proposal_state_conflict').existing_id).to.equal(
        proposal,
      );
  });

  it('can be proposed again after the proposal was withdrawn or has expired', () => {
    const ledger = ledgerWith({ transferApproval: 1n });
    const { id } = ledger.heldTransfer('1000000.00');
    const first = idIn(ledger.run(approve(id)), 'proposal_id');
    ledger.when(withdraw(first)).then({
      type: 'proposal.ended',
      data: { proposal_id: first, outcome: 'withdrawn', ended_by: 'Ben' },
    });
    ledger.when(withdraw(first)).thenRefused('proposal_state_conflict');
    ledger.when(execute(first)).thenRefused('proposal_state_conflict');
    const second = idIn(ledger.run(approve(id)), 'proposal_id');
    ledger.advanceClock(72 * HOUR_MS - 1);
    ledger.when(approve(id)).thenRefused('proposal_state_conflict');
    ledger.advanceClock(1);
    ledger.when(execute(second)).thenRefused('proposal_state_conflict');
    ledger.when(withdraw(second)).thenRefused('proposal_state_conflict');
    const [ended] = ledger.when(approve(id)).then('proposal.ended', 'proposal.created');
    expect(ended?.data).to.deep.equal({ proposal_id: second, outcome: 'expired', ended_by: null });
    expect(ledger.book.proposals.size).to.equal(1);
  });

  it('is refused once the transfer has changed, and a rejection ends its proposal', () => {
    const ledger = ledgerWith({ transferApproval: 1n });
    const one = ledger.heldTransfer('1000000.00');
    const stale = idIn(ledger.run(approve(one.id)), 'proposal_id');
    ledger.run(review(one.id, 'rejected'));
    ledger.when(execute(stale)).thenRefused('proposal_state_conflict');
    const other = ledger.heldTransfer('1000000.00');
    const superseded = idIn(ledger.run(approve(other.id)), 'proposal_id');
    const rejection = controlled(supersedeProposals(other.id), review(other.id, 'rejected'));
    const events = ledger
      .when(rejection)
      .then('posting.recorded', 'transfer.state_changed', 'proposal.ended');
    expect(events[2]?.data).to.include({ proposal_id: superseded, outcome: 'superseded' });
  });

  it('checks users and wallets again when it is executed', () => {
    const ledger = ledgerWith({ transferApproval: 1n });
    const { id, to } = ledger.heldTransfer('1000000.00');
    const proposal = idIn(ledger.run(approve(id)), 'proposal_id');
    ledger.record({ type: 'wallet.frozen', data: { wallet_id: to, reason: 'A check.' } });
    ledger.when(execute(proposal)).thenRefused('wallet_frozen');
    ledger.record({ type: 'wallet.unfrozen', data: { wallet_id: to, reason: 'It is over.' } });
    ledger.when(execute(proposal)).then('posting.recorded', 'transfer.state_changed', 'proposal.executed');
  });

  it('that would be refused is not proposed', () => {
    const ledger = ledgerWith({ transferApproval: 1n });
    const { id, from } = ledger.heldTransfer('1000000.00');
    ledger.kyc(ledger.ownerOf(from), 'rejected');
    ledger.when(approve(id)).thenRefused('user_not_approved');
    expect(ledger.book.proposals.size).to.equal(0);
  });
});

describe('An approval below its limit', () => {
  it('takes effect at once, and so does any without a limit', () => {
    for (const limits of [{ transferApproval: 1_000_000_01n }, {}]) {
      const ledger = ledgerWith(limits);
      const { id } = ledger.heldTransfer('1000000.00');
      ledger.when(approve(id)).then('posting.recorded', 'transfer.state_changed');
    }
  });
});

describe('The fold of a book', () => {
  it('accepts no execution by the operator who proposed it, after it expired, or of another proposal', () => {
    const ledger = ledgerWith({ reward: 1n });
    const wallet = ledger.wallet();
    const proposal_id = idIn(ledger.run(grant(wallet, '5.00')), 'proposal_id');
    const executed = (data: object) => ({
      type: 'proposal.executed' as const,
      data: { proposal_id, proposed_by: 'Ana', executed_by: 'Ben', ...data },
    });
    expect(() => ledger.record(executed({ executed_by: 'ana' }))).to.throw('second operator');
    expect(() => ledger.record(executed({ proposed_by: 'Carl' }))).to.throw('second operator');
    expect(() => ledger.record(executed({ proposal_id: 'prp_unknown' }))).to.throw('not open');
    ledger.advanceClock(72 * HOUR_MS);
    expect(() => ledger.record(executed({}))).to.throw('expired');
  });
});

describe('Whatever operators do', () => {
  const step = fc.record({
    operator: fc.constantFrom('Ana', 'ana ', 'Ben', 'Carl'),
    act: fc.constantFrom('grant', 'execute', 'withdraw', 'wait'),
    amount: fc.bigInt({ min: 1n, max: 2_000n }),
    proposal: fc.nat(5),
  });

  it('an action at or above the limit takes effect only with two of them, and exactly as proposed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const limit = 1_000n;
        const ledger = ledgerWith({ reward: limit });
        const wallet = ledger.wallet();
        const proposals: { id: string; by: string; amount: bigint }[] = [];
        let granted = 0n;
        const attempt = (decide: Decide) => {
          try {
            return ledger.run(decide);
          } catch (error) {
            expect(String(error)).to.match(/refused: (proposal_state_conflict|second_operator_required)/);
            return [];
          }
        };
        for (const { operator, act, amount, proposal } of steps) {
          const found = proposals[proposal];
          if (act === 'wait') ledger.advanceClock(30 * HOUR_MS);
          else if (act === 'grant') {
            const events = attempt(grant(wallet, formatAmount(amount, 2), operator));
            if (amount < limit) granted += amount;
            else proposals.push({ id: idIn(events, 'proposal_id'), by: operator, amount });
          } else if (found !== undefined && act === 'withdraw') attempt(withdraw(found.id, operator));
          else if (found !== undefined) {
            const events = attempt(execute(found.id, operator));
            if (events.length === 0) continue;
            expect(isSameOperator(operator, found.by), 'a second operator').to.equal(false);
            granted += found.amount;
          }
          expect(ledger.walletBalances(wallet).available).to.equal(formatAmount(granted, 2));
        }
      }),
      { numRuns: 150 },
    );
  });
});
