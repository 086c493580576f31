/** Forged executions of proposals: by one operator, too late, or for something else than what was proposed. */
import { expect } from 'chai';
import { createProposalsCheck } from '../../../src/audit/rules/proposals-check.ts';
import { asPoints } from '../../../src/ledger/amount.ts';
import { deriveId, type ProposalId } from '../../../src/ledger/ids.ts';
import { executeProposal, limitedReward, proposeAboveLimit } from '../../../src/ledger/limited-actions.ts';
import { grantReward } from '../../../src/ledger/wallet.ts';
import { auditedLedger } from '../../support/audited-ledger.ts';
import { idIn } from '../../support/ledger.ts';
import { POLICY } from '../../support/policy.ts';

const DUAL_CONTROL = { ...POLICY, dualControl: { ...POLICY.dualControl, reward: asPoints(1_00n) } };

function proposed() {
  const ledger = auditedLedger(DUAL_CONTROL);
  const wallet_id = ledger.wallet();
  const gift = { wallet_id, amount: '5', description: 'Gift' };
  const events = ledger.run((book, context) =>
    proposeAboveLimit({ actor: 'operator:ana', operator: 'Ana' }, (_book, policy) =>
      limitedReward(policy, gift),
    )(book, context, () => grantReward(book, gift, context)),
  );
  return { ledger, gift, id: idIn(events, 'proposal_id') as ProposalId };
}

describe('Audit of proposals', () => {
  it('accepts an execution by a second operator', async () => {
    const { ledger, gift, id } = proposed();
    ledger.run((book, context) =>
      executeProposal(id, 'Ben')(book, context, () => grantReward(book, gift, context)),
    );
    const { findings } = await ledger.audit();
    expect(findings).to.deep.equal([]);
  });

  const executed = (id: string) => ({
    type: 'proposal.executed' as const,
    data: { proposal_id: id, proposed_by: 'Ana', executed_by: 'Ben' },
  });

  it('detects an execution without its effect, with another one, and a second one, and so does the fold', async () => {
    for (const amount of [undefined, '4.00', '5.00']) {
      const { ledger, gift, id } = proposed();
      if (amount !== undefined)
        ledger.run((book, context) => grantReward(book, { ...gift, amount }, context));
      const check = createProposalsCheck();
      for (const event of ledger.events)
        if (event.type === 'proposal.created') check.check(event);
        else check.see(event);
      const { stream, revision, time } = ledger.events.at(-1) ?? { stream: '', revision: 0, time: '' };
      const audited = () => check.check({ ...executed(id), stream, revision: revision + 1, time });
      const folded = () => ledger.record(executed(id));
      if (amount === '5.00') {
        audited();
        folded();
        expect((await ledger.audit()).findings).to.deep.equal([]);
      } else {
        expect(audited).to.throw('not what was proposed');
        expect(folded).to.throw('is not what proposal');
      }
      expect(audited).to.throw('is not open');
    }
  });

  it('detects an allocation of another amount, or to another integrator', () => {
    const stream = 'treasury-sandbox';
    const location = { stream, time: '2026-03-01T09:00:00.000Z' };
    const proposal_id = deriveId('prp', Date.parse(location.time), stream, 0);
    const action = { type: 'allocation', integrator_id: 'int_a', coin_stock: '2.00000000' } as const;
    const allocated = (data: object) => {
      const check = createProposalsCheck();
      const expires_at = '2026-03-02T09:00:00.000Z';
      const created = { proposal_id, proposed_by: 'Ana', points: '5000.00', expires_at, action };
      check.check({ ...location, revision: 0, type: 'proposal.created', data: created });
      const { type: _, ...amounts } = action;
      const recorded = { allocation_id: 'alc_a', previous_allocation_id: null, ...amounts, ...data };
      check.see({ ...location, revision: 1, type: 'allocation.recorded', data: recorded });
      check.check({ ...executed(proposal_id), ...location, revision: 2 });
    };
    expect(() => allocated({})).not.to.throw();
    for (const other of [
      { integrator_id: 'int_b' },
      { coin_stock: '3.00000000' },
      { points_backing: '1.00' },
    ])
      expect(() => allocated(other)).to.throw('not what was proposed');
  });

  it('detects one operator with two spellings, an expired proposal, and an unknown one', () => {
    const stream = 'book-int_test-sandbox';
    const [time, expires_at] = ['2026-03-01T09:00:00.000Z', '2026-03-02T09:00:00.000Z'];
    const { ledger, id } = proposed();
    const created = ledger.events.find((event) => event.type === 'proposal.created');
    if (created === undefined) throw new Error('expected a proposal');
    const start = () => {
      const check = createProposalsCheck();
      check.check({ ...created, data: { ...created.data, expires_at } });
      return (event: object) => check.check({ ...executed(id), stream, revision: 99, time, ...event });
    };
    const by = (executed_by: string) => ({ data: { proposal_id: id, proposed_by: 'Ana', executed_by } });
    expect(() => start()(by('ＡNA '))).to.throw('must be another one');
    expect(() => start()({ ...by('Ben'), time: expires_at })).to.throw('had expired');
    expect(() => start()(executed('prp_unknown'))).to.throw('is not open');
  });
});
