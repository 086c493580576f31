/** Forged movements of money that comes back late, with correct sums and a correct hash chain. The rules detect each. */
import { expect } from 'chai';
import type { BookEvent } from '../../../src/ledger/event.ts';
import type { CompletedTransfer, LateMovementKind } from '../../../src/ledger/late-movement.ts';
import { createPosting, receivableAccount } from '../../../src/ledger/posting.ts';
import { auditedLedger, type AuditedLedger } from '../../support/audited-ledger.ts';
import {
  arrival,
  cameBack,
  completedIn,
  offramp,
  reward,
  settlement,
  submission,
  transfer,
} from '../../support/ledger-commands.ts';
import { idIn } from '../../support/ledger.ts';

type World = {
  readonly ledger: AuditedLedger;
  readonly wallet: string;
  readonly other: string;
  readonly deposit: string;
  readonly payout: string;
};

function honest(): World {
  const ledger = auditedLedger();
  const [wallet, other] = [ledger.boughtWallet('300.00', '50.00'), ledger.boughtWallet('100.00')];
  const deposit = idIn(ledger.run(arrival(ledger.depositAccount(wallet), '3.00')), 'transfer_id');
  const payout = idIn(ledger.run(offramp(wallet, ledger.payoutAccount(wallet), '200.00')), 'transfer_id');
  ledger.run(submission(payout));
  ledger.run(settlement(payout, 'completed'));
  return { ledger, wallet, other, deposit, payout };
}

/** The events of a decision about a completed transfer, with other facts. */
function events(
  { ledger }: World,
  kind: LateMovementKind,
  id: string,
  facts: Partial<CompletedTransfer> = {},
): readonly BookEvent[] {
  const completed = completedIn(ledger.events, id);
  if (completed === undefined) throw new Error(`${id} is not completed`);
  const context = { time: '', now: 0, policy: undefined as never };
  const of = { kind: kind === 'return' ? 'offramp' : 'onramp' } as const;
  const decision = cameBack(kind, id, { ...completed, ...of, ...facts })(ledger.book, context);
  if ('refusal' in decision) throw new Error(decision.refusal.message);
  return decision.events;
}

/** Expects exactly one finding, with this reason. */
async function finds({ ledger }: World, reason: RegExp): Promise<void> {
  const { findings } = await ledger.audit();
  expect(findings.map(({ rule }) => rule)).to.deep.equal(['late_movement']);
  expect(findings[0]?.reason).to.match(reason);
}

describe('The audit of money that comes back late', () => {
  it('finds nothing in what the ledger decides', async () => {
    const world = honest();
    const { ledger, wallet, other, deposit, payout } = world;
    ledger.run(cameBack('return', payout, completedIn(ledger.events, payout)));
    ledger.run(transfer(wallet, other, '550.00'));
    ledger.run(cameBack('reversal', deposit, completedIn(ledger.events, deposit)));
    expect(ledger.balance(receivableAccount(wallet))).to.equal(-20000n);
    ledger.run(reward(wallet, '30.00'));
    ledger.run(transfer(other, wallet, '100.00'));
    const { findings, supply } = await ledger.audit();
    expect(findings).to.deep.equal([]);
    expect(supply[0]).to.include({ points_receivable: '-70.00' });
  });

  for (const [what, facts] of [
    ['more points', { points: '500.00' }],
    ['more fiat', { amount: '9.00' }],
    ['another rail', { rail: 'emailpay' }],
  ] as const)
    it(`finds a return of ${what} than the payout`, async () => {
      const world = honest();
      world.ledger.record(...events(world, 'return', world.payout, facts));
      await finds(world, /no transfer trf_\w+ completed with the amounts/);
    });

  it('finds a return to another wallet, and the reversal from another one', async () => {
    for (const kind of ['return', 'reversal'] as const) {
      const world = honest();
      const id = kind === 'return' ? world.payout : world.deposit;
      world.ledger.record(...events(world, kind, id, { wallet_id: world.other }));
      await finds(world, /no transfer/);
    }
  });

  it('finds a return of a deposit, and of a transfer between users', async () => {
    const world = honest();
    world.ledger.record(...events(world, 'return', world.deposit));
    await finds(world, /no transfer/);
    const second = honest();
    const { ledger, wallet, other } = second;
    const sent = idIn(ledger.run(transfer(wallet, other, '10.00')), 'transfer_id');
    const facts = { points: '10.00', amount: '0.10', wallet_id: wallet, transfer_id: sent };
    const forged = events(second, 'return', second.payout, {}).map(
      (event) => JSON.parse(JSON.stringify(event).replaceAll(second.payout, facts.transfer_id)) as BookEvent,
    );
    ledger.record(...forged);
    await finds(second, /no transfer/);
  });

  it('finds a posting that is missing, another one, or one that spares the wallet', async () => {
    const missing = honest();
    missing.ledger.record(...events(missing, 'return', missing.payout).slice(0, 1));
    await finds(missing, /posting of the last late movement/);
    const late = honest();
    late.ledger.record(...events(late, 'return', late.payout).slice(0, 1));
    late.ledger.wallet();
    await finds(late, /posting of the late movement is missing/);
    const other = honest();
    const [event, posting] = events(other, 'return', other.payout);
    if (event === undefined || posting === undefined) throw new Error('expected two events');
    const swapped = JSON.stringify(posting).replaceAll(other.payout, other.deposit);
    other.ledger.record(event, JSON.parse(swapped) as BookEvent);
    await finds(other, /not the one that must follow/);
    const spared = honest();
    const [reversed] = events(spared, 'reversal', spared.deposit);
    if (reversed?.type !== 'deposit.reversed') throw new Error('expected a reversal');
    spared.ledger.record({ type: reversed.type, data: { ...reversed.data, receivable: '300.00' } });
    await finds(spared, /the receivable must be what/);
  });

  it('finds a credit that does not repay, and a repayment that nobody owes', async () => {
    const world = honest();
    const { ledger, wallet, other, deposit } = world;
    ledger.run(transfer(wallet, other, '300.00'));
    ledger.run(cameBack('reversal', deposit, completedIn(ledger.events, deposit)));
    expect(ledger.balance(receivableAccount(wallet)) < 0n).to.equal(true);
    const leg = (account: string, amount: bigint) => ({
      ...{ account, unit: 'svc-points', decimals: 2, amount, cashable: 0n },
    });
    ledger.record(
      createPosting(ledger.book.accounts, null, 'Gift', [leg('rewards_granted', -1000n), leg(wallet, 1000n)]),
    );
    await finds(world, /repayment, is missing/);
    ledger.advanceClock(1_000);
    ledger.wallet();
    await finds(world, /did not repay/);

    const nobody = honest();
    const { accounts } = nobody.ledger.book;
    const back = createPosting(accounts, null, 'Receivable', [
      { ...leg(receivableAccount(nobody.wallet), -1000n), cashable: -1000n },
      { ...leg(nobody.wallet, 1000n), cashable: 1000n },
    ]);
    nobody.ledger.record(back);
    const { findings } = await nobody.ledger.audit();
    expect(findings.map(({ rule }) => rule)).to.deep.equal(['supply']);
  });

  it('finds money that came back twice', () => {
    const world = honest();
    const forged = events(world, 'return', world.payout);
    world.ledger.record(...forged);
    expect(() => world.ledger.record(...forged)).to.throw('has a late movement');
  });

  it('finds the return of a payout that is not completed yet', () => {
    const world = honest();
    const { ledger, wallet, payout } = world;
    const open = idIn(ledger.run(offramp(wallet, ledger.payoutAccount(wallet), '100.00')), 'transfer_id');
    const forged = JSON.stringify(events(world, 'return', payout)).replaceAll(payout, open);
    expect(() => ledger.record(...(JSON.parse(forged) as BookEvent[]))).to.throw('is not completed');
  });
});
