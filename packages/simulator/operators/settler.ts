/**
 * An integrator with payouts over the rail `giro`, which is removed from the configuration during the run, and two operators who
 * then settle them manually. While any node has the rail, nobody can settle alone; afterward each payout has one outcome, no matter who
 * reports it first, and a large one needs both operators.
 */
import { Difference } from '../checks/difference.ts';
import { expectOneSuccess, expectRefusal, expectStatus } from '../clients/expectations.ts';
import { addPayoutAccount, centsOf, checkBalance, openFundedWallet } from '../clients/funded-wallet.ts';
import type { IntegratorCalls } from '../clients/integrator-calls.ts';
import type { OperatorKey } from '../commands/command.ts';
import type { Random } from '../commands/random.ts';
import { isObject, textOf } from '../model/prediction.ts';
import type { Answer, Json } from '../model/prediction.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Deployment } from '../cluster/deployment.ts';
import type { OperatorCalls } from './operator-calls.ts';

export type SettlerOptions = {
  readonly scheduler: Scheduler;
  readonly random: Random;
  /** Of the integrator. */
  readonly api: IntegratorCalls;
  readonly calls: OperatorCalls;
  /** Removes the rail. */
  readonly deployment: Deployment;
};

export type Settler = {
  /** Pays out, and settles after the rail was removed, until the condition ends. */
  run(continues: () => boolean): Promise<void>;
  /** Settles what is left. */
  finish(): Promise<void>;
  /** Older events were restored: settles what waits again. */
  finishAgain(): Promise<void>;
  /** Compares payouts, events, and the balance with what was decided. */
  check(): Promise<void>;
};

const OUTCOMES = ['completed', 'returned', 'undeliverable'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** In cents of a point. Some payouts need a second operator from 1,000 points on. */
type Payout = {
  readonly id: string;
  readonly cents: number;
  /** Created in review; `approved` before the rail accepted it. */
  readonly review: 'none' | 'open' | 'approved';
  /** Undefined while it waits. */
  outcome: Outcome | 'rejected' | undefined;
  /** It came back after it was completed. */
  hasReturned?: true;
};

/** The simulated rail asks for a review of this amount. */
const REVIEWED = '909.09';
const AMOUNTS = ['100.00', '250.50', '999.99', '1000.00', '3000.00', REVIEWED] as const;
const SECOND_OPERATOR_CENTS = 100_000;
const PAYOUTS_BEFORE = 6;
const SHOWN_WITHIN_MS = 5 * 60_000;

const REASON = { code: 'rail_removed', message: 'The bank has said so.' };

export function createSettler({ scheduler, random, api, calls, deployment }: SettlerOptions): Settler {
  const payouts: Payout[] = [];
  let wallet = { user_id: '', wallet_id: '' };

  const settle = ({ id }: Payout, outcome: Outcome, by?: OperatorKey): Promise<Answer> =>
    calls.ask(`transfers/${id}/payout_outcome`, { outcome, reason: REASON }, by && { by });

  async function open(): Promise<readonly string[]> {
    wallet = await openFundedWallet(api, 'settler', { first_name: 'Ada', last_name: 'Moreau' });
    const ids: string[] = [];
    for (const number of ['accepting', 'silent'] as const) {
      const made = await addPayoutAccount(api, wallet, { rail: 'giro', owner: 'Ada Moreau', number });
      ids.push(textOf(expectStatus(made, 'a payout account', 201).body, 'id'));
    }
    return ids;
  }

  async function payOut(payout_account_id: string): Promise<void> {
    const amount = random.pick(AMOUNTS);
    const destination = { type: 'payout_account', payout_account_id };
    const source = { type: 'wallet', wallet_id: wallet.wallet_id };
    const made = await api.make('createTransfer', {}, { source, destination, amount });
    const id = textOf(made, 'id');
    const isApproved = amount === REVIEWED && random.oneIn(2);
    if (isApproved) {
      const approval = await calls.ask(`transfers/${id}/review`, { outcome: 'approved' });
      expectStatus(approval, 'the approval of a payout', 200);
    }
    const review = amount !== REVIEWED ? 'none' : isApproved ? 'approved' : 'open';
    payouts.push({ id, cents: centsOf(amount), review, outcome: undefined });
  }

  async function expectConfigured(): Promise<void> {
    const payout = random.pickAny(payouts);
    if (payout === undefined) return;
    const answer = await settle(payout, random.pick(OUTCOMES));
    // What the rail has accepted needs a second operator.
    if (answer.status !== 202) {
      expectRefusal(answer, 'a settlement while the rail is configured', 409, 'transfer_state_conflict');
      return;
    }
    const withdrawn = await calls.ask(`proposals/${textOf(answer.body, 'id')}/withdraw`, {});
    expectStatus(withdrawn, 'a withdrawal', 200);
  }

  async function end(payout: Payout): Promise<void> {
    if (payout.review === 'open') await reject(payout);
    else if (payout.cents >= SECOND_OPERATOR_CENTS) await settleTogether(payout);
    else payout.outcome = await settleTwice(payout);
    const late = await settle(payout, random.pick(OUTCOMES));
    expectRefusal(late, 'a settlement after the end', 409, 'transfer_state_conflict');
    if (payout.outcome === 'completed' && random.oneIn(2)) await comeBack(payout);
  }

  /** The bank returns a completed payout. Both operators book it, or one proposes it and the other approves it. */
  async function comeBack(payout: Payout): Promise<void> {
    const path = `transfers/${payout.id}/return`;
    const book = (by: OperatorKey): Promise<Answer> => calls.ask(path, { reason: REASON }, { by });
    const isLarge = payout.cents >= SECOND_OPERATOR_CENTS;
    const sent = [book('operator'), ...(isLarge ? [] : [book('secondOperator')])];
    const answers = await Promise.all(sent);
    const first = answers[expectOneSuccess(answers, 'returns at the same time', isLarge ? 202 : 200)];
    if (isLarge) {
      const approval = `proposals/${textOf(first?.body, 'id')}/approve`;
      const approved = [1, 2].map(() => calls.ask(approval, {}, { by: 'secondOperator' }));
      expectOneSuccess(await Promise.all(approved), 'two approvals of a return');
    }
    payout.hasReturned = true;
    expectRefusal(await book('operator'), 'a second return', 409, 'transfer_state_conflict');
  }

  /** A review comes first, and a rejected payout never reaches a rail. */
  async function reject(payout: Payout): Promise<void> {
    expectRefusal(
      await settle(payout, 'completed'),
      'a settlement in review',
      409,
      'transfer_state_conflict',
    );
    const rejected = await calls.ask(`transfers/${payout.id}/review`, { outcome: 'rejected' });
    expectStatus(rejected, 'a rejection', 200);
    payout.outcome = 'rejected';
  }

  /** Both operators at the same time, and sometimes the integrator with the sandbox. One of them is first. */
  async function settleTwice(payout: Payout): Promise<Outcome> {
    const outcomes = [random.pick(OUTCOMES), random.pick(OUTCOMES)];
    const sent = outcomes.map((each, at) => settle(payout, each, at === 0 ? 'operator' : 'secondOperator'));
    if (random.oneIn(3)) {
      const outcome = random.pick(OUTCOMES);
      outcomes.push(outcome);
      sent.push(simulate(payout, outcome));
    }
    const first = expectOneSuccess(await Promise.all(sent), 'settlements at the same time');
    return outcomes[first] ?? 'completed';
  }

  const simulate = ({ id: transfer_id }: Payout, outcome: Outcome): Promise<Answer> =>
    api.call('setSandboxPayoutOutcome', { transfer_id }, { outcome });

  /** One operator proposes; the other approves it once, withdraws it, or it is obsolete before. */
  async function settleTogether(payout: Payout): Promise<void> {
    const outcome = random.pick(OUTCOMES);
    const proposals = await Promise.all([settle(payout, outcome), settle(payout, outcome)]);
    const made = proposals[expectOneSuccess(proposals, 'two proposals', 202)];
    const path = `proposals/${textOf(made?.body, 'id')}`;
    const by = 'secondOperator';
    expectRefusal(await calls.ask(`${path}/approve`, {}), 'an own proposal', 403, 'second_operator_required');
    if (random.oneIn(4)) {
      expectStatus(await calls.ask(`${path}/withdraw`, {}, { by }), 'a withdrawal', 200);
      const late = await calls.ask(`${path}/approve`, {}, { by });
      expectRefusal(late, 'a withdrawn proposal', 409, 'proposal_state_conflict');
      return settleTogether(payout);
    }
    // The sandbox can settle only what the rail has accepted.
    const simulated = random.oneIn(3) ? await simulate(payout, 'completed') : undefined;
    if (simulated?.status === 200) {
      const late = await calls.ask(`${path}/approve`, {}, { by });
      expectRefusal(late, 'an obsolete proposal', 409, 'proposal_state_conflict');
      payout.outcome = 'completed';
      return;
    }
    const answers = await Promise.all([1, 2].map(() => calls.ask(`${path}/approve`, {}, { by })));
    expectOneSuccess(answers, 'two approvals');
    payout.outcome = outcome;
  }

  async function checkPayout({ id, outcome, review, hasReturned }: Payout): Promise<void> {
    const events = (await api.list('listEvents', {}, { object_id: id })).toReversed().map(stepOf);
    const expected = [
      'transfer.created 1 pending',
      ...(review === 'none' ? [] : ['transfer.state_changed 2 in_review']),
    ];
    const add = (state: string, also?: string): void => {
      const version = expected.filter((each) => !each.startsWith('payout.')).length + 1;
      expected.push(`transfer.state_changed ${version} ${state}`);
      if (also !== undefined) expected.push(`${also} ${version} ${state}`);
    };
    if (outcome !== 'rejected') add('payout_submitted');
    if (outcome === 'completed') add('completed');
    else {
      if (outcome !== undefined && outcome !== 'rejected') add(outcome, 'payout.returned');
      add('refunded');
    }
    if (hasReturned === true) expected.push('payout.returned_late 1 ');
    if (events.join() !== expected.join())
      throw new Difference(`settler: ${id} has the events ${events.join()} instead of ${expected.join()}`);
  }

  return {
    async run(continues) {
      const accounts = await open();
      const pause = (ms: number): Promise<void> => scheduler.pause(100 + random.below(ms));
      while (payouts.length < PAYOUTS_BEFORE && continues()) {
        await payOut(random.pickAny(accounts) ?? '');
        if (random.oneIn(2)) await expectConfigured();
        await pause(1_500);
      }
      if (payouts.length < PAYOUTS_BEFORE) return;
      await deployment.complete();
      await checkWaiting();
      for (const payout of payouts) {
        await pause(5_000);
        if (!continues()) return;
        await end(payout);
      }
    },
    async finish() {
      for (const payout of payouts) if (payout.outcome === undefined) await end(payout);
    },
    async finishAgain() {
      for (const state of ['pending', 'in_review'])
        for (const each of await calls.list('payouts', { rail: 'giro', state }))
          await endAnyhow(calls, textOf(each, 'id'));
    },
    async check() {
      for (const payout of payouts) await checkPayout(payout);
      const paid = payouts.filter(
        ({ outcome, hasReturned }) => outcome === 'completed' && hasReturned !== true,
      );
      const spent = paid.reduce((sum, { cents }) => sum + cents, 0);
      await checkBalance(api, wallet, spent);
      await checkList();
    },
  };

  /** No payout of the rail waits any longer. */
  async function checkList(): Promise<void> {
    for (const state of ['pending', 'payout_submitted', 'in_review']) {
      const shown = await calls.list('payouts', { rail: 'giro', state });
      if (shown.length > 0) throw new Difference(`settler: ${JSON.stringify(shown)} wait for the rail`);
    }
  }

  /** The operators' lists show every payout of the rail, and that the rail is missing. Restored documents are older for a while. */
  async function checkWaiting(): Promise<void> {
    const expected = payouts.map(({ id }) => id).toSorted();
    const startedAt = scheduler.now();
    for (;;) {
      const shown: Json[] = [];
      // In this order, a payout that moves on meanwhile is in one of the lists.
      for (const state of ['pending', 'in_review', 'payout_submitted'])
        shown.push(...(await calls.list('payouts', { rail: 'giro', state })));
      const missing = shown.filter((each) => textOf(each, 'rail_state') === 'missing');
      const found = [...new Set(missing.map((each) => textOf(each, 'id')))].toSorted();
      if (found.join() === expected.join()) return;
      if (scheduler.now() > startedAt + SHOWN_WITHIN_MS)
        throw new Difference(`settler: ${found.join()} wait for the rail instead of ${expected.join()}`);
      await scheduler.pause(5_000);
    }
  }
}

/** Ends a payout that its rail never answers, whatever was decided about it before older events were restored. */
export async function endAnyhow(calls: OperatorCalls, id: string): Promise<void> {
  const path = `transfers/${id}`;
  const settled = await calls.ask(`${path}/payout_outcome`, { outcome: 'undeliverable', reason: REASON });
  if (settled.status === 200) return;
  const error = isObject(settled.body) ? settled.body['error'] : undefined;
  const proposal = settled.status === 202 ? textOf(settled.body, 'id') : textOf(error, 'existing_id');
  const ended =
    proposal === ''
      ? await calls.ask(`${path}/review`, { outcome: 'rejected', reason: REASON })
      : await calls.ask(`proposals/${proposal}/approve`, {}, { by: 'secondOperator' });
  expectStatus(ended, 'the end of a payout that waits again', 200);
}

const stepOf = (event: Json): string => {
  const { object_version = 0, data } = isObject(event) ? event : {};
  return `${textOf(event, 'type')} ${Number(object_version)} ${textOf(data, 'state')}`;
};
