/**
 * Payouts to people whose names are on a sanctions list, or close to one. A listed name gets no payout account, a close one gets a
 * review of each payout until one was approved, and a name that a new list contains stops payouts that have not been submitted.
 */
import { Difference } from '../checks/difference.ts';
import { expectOneSuccess, expectRefusal, expectStatus } from '../clients/expectations.ts';
import { addPayoutAccount, centsOf, checkBalance, openFundedWallet } from '../clients/funded-wallet.ts';
import type { FundedWallet } from '../clients/funded-wallet.ts';
import type { IntegratorCalls } from '../clients/integrator-calls.ts';
import type { Deployment } from '../cluster/deployment.ts';
import type { Random } from '../commands/random.ts';
import { isObject, textOf } from '../model/prediction.ts';
import type { Json } from '../model/prediction.ts';
import type { OperatorCalls } from '../operators/operator-calls.ts';
import { endAnyhow } from '../operators/settler.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';

const LISTED = 'Viktor Harm';
const CLOSE = 'Viktor Harms';
/** Close to a name of the second list only. */
const LATER = { first_name: 'Bruno', last_name: 'Keller' } as const;
const AMOUNT = '100.00';
const REASON = { code: 'suspected_fraud', message: 'Case 4711.' };

export type Payees = {
  /** One of the things that may happen now. */
  act(): Promise<void>;
  /** Ends the payouts that the silent rail never answers. */
  finish(): Promise<void>;
  /** Older events were restored: ends those that wait again. */
  finishAgain(): Promise<void>;
  check(): Promise<void>;
};

export type PayeesOptions = {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly api: IntegratorCalls;
  readonly calls: OperatorCalls;
  /** Brings the second list. */
  readonly deployment: Deployment;
};

/** A new name is found when the payout is submitted, if not before. */
const HELD_WITHIN_MS = 10 * 60_000;

export async function createPayees(options: PayeesOptions): Promise<Payees> {
  const { scheduler, random, api, calls, deployment } = options;
  const wallet = await openFundedWallet(api, 'payer', { first_name: 'Olga', last_name: 'Grey' });
  const later = await openFundedWallet(api, 'later', LATER);
  const account = async (owner: string, number: 'accepting' | 'silent'): Promise<string> => {
    const made = await addPayoutAccount(api, wallet, { rail: 'bank_eft', owner, number });
    return textOf(expectStatus(made, `an account of ${owner}`, 201).body, 'id');
  };
  const close = await account(CLOSE, 'accepting');
  const name = `${LATER.first_name} ${LATER.last_name}`;
  const [accepting, silent] = [await account(name, 'accepting'), await account(name, 'silent')];
  let isCloseCleared = false;
  let isLaterCleared = false;
  let spentCents = 0;
  /** To the silent account, before the second list. */
  const waiting: string[] = [];

  async function pay(from: FundedWallet, payout_account_id: string): Promise<Json> {
    const destination = { type: 'payout_account', payout_account_id };
    const source = { type: 'wallet', wallet_id: from.wallet_id };
    const made = await api.make('createTransfer', {}, { source, destination, amount: AMOUNT });
    spentCents += centsOf(AMOUNT);
    return made;
  }
  const show = async (id: string): Promise<Json> => (await api.call('getTransfer', { transfer_id: id })).body;
  const reasonIn = (transfer: Json): string =>
    textOf(isObject(transfer) ? transfer['state_reason'] : undefined, 'code');
  const differ = (about: string, transfer: Json): never => {
    throw new Difference(`${about}: ${JSON.stringify(transfer)}`);
  };

  async function refuseListed(): Promise<void> {
    const made = await addPayoutAccount(api, wallet, {
      rail: 'bank_eft',
      owner: LISTED,
      number: 'accepting',
    });
    expectRefusal(made, 'an account of a listed person', 422, 'validation_failed');
  }

  /** Returns whether the payout was approved. Of two decisions at the same time, one counts. */
  async function decide(id: string): Promise<boolean> {
    const outcomes = [random.pick(['approved', 'rejected']), random.pick(['approved', 'rejected'])];
    const answers = await Promise.all(
      outcomes.map((outcome, at) => {
        const by = at === 0 ? 'operator' : 'secondOperator';
        return calls.ask(`transfers/${id}/review`, { outcome, reason: REASON }, { by });
      }),
    );
    const outcome = outcomes[expectOneSuccess(answers, 'two decisions about a payout')];
    if (outcome === 'rejected') spentCents -= centsOf(AMOUNT);
    return outcome === 'approved';
  }

  async function reject(id: string): Promise<void> {
    const rejected = await calls.ask(`transfers/${id}/review`, { outcome: 'rejected', reason: REASON });
    expectStatus(rejected, 'the rejection of a payout', 200);
    spentCents -= centsOf(AMOUNT);
  }

  /** A rejection leaves the next payout to a review, too. */
  async function payClose(): Promise<void> {
    const made = await pay(wallet, close);
    const [state, reason] = [textOf(made, 'state'), reasonIn(made)];
    if (isCloseCleared) {
      if (state === 'in_review') differ('a payout to a cleared payee is held', made);
      return;
    }
    if (state !== 'in_review' || reason !== 'compliance_review') differ('a payout is not held', made);
    isCloseCleared = await decide(textOf(made, 'id'));
  }

  /** With the second list, no payout to the person reaches the rail, unless one was approved. */
  async function payLater(): Promise<void> {
    const isKnown = deployment.isComplete();
    const made = await pay(wallet, accepting);
    if (!isKnown || isLaterCleared) return;
    const held = await awaitReview(textOf(made, 'id'));
    // A rejection must not refund what an earlier attempt may have paid.
    if (reasonIn(held) === 'compliance_hold') return end(textOf(held, 'id'));
    isLaterCleared = await decide(textOf(held, 'id'));
  }

  async function awaitReview(id: string): Promise<Json> {
    const startedAt = scheduler.now();
    for (;;) {
      const shown = await show(id);
      const state = textOf(shown, 'state');
      if (state === 'in_review' && /^compliance_(review|hold)$/.test(reasonIn(shown))) return shown;
      if (state !== 'pending' || scheduler.now() > startedAt + HELD_WITHIN_MS)
        differ('a payout to a listed person is not held', shown);
      await scheduler.pause(1_000);
    }
  }

  /** The rail may have paid it, so nobody can reject it: an operator asks the bank, and settles it. */
  async function end(id: string): Promise<void> {
    const rejected = await calls.ask(`transfers/${id}/review`, { outcome: 'rejected', reason: REASON });
    expectRefusal(rejected, 'the rejection of a payout that may be paid', 409, 'transfer_state_conflict');
    const outcome = random.pick(['completed', 'returned'] as const);
    const settled = await calls.ask(`transfers/${id}/payout_outcome`, { outcome, reason: REASON });
    expectStatus(settled, 'the settlement of a payout that is held', 200);
    if (outcome === 'returned') spentCents -= centsOf(AMOUNT);
  }

  async function payWaiting(): Promise<void> {
    if (deployment.hasBegun() || waiting.length >= 2) return;
    const made = await pay(wallet, silent);
    if (!deployment.hasBegun() && textOf(made, 'state') !== 'pending')
      differ('a payout does not wait for its rail', made);
    waiting.push(textOf(made, 'id'));
  }

  /** The new list stops the money of an approved person until an operator has decided. The same list does not return. */
  async function checkUser(): Promise<void> {
    const { user_id } = later;
    const kycOf = async (): Promise<string> =>
      textOf((await api.call('getUser', { user_id })).body, 'kyc_status');
    const kyc = await kycOf();
    if (kyc !== 'under_review') throw new Difference(`${user_id} has a new match and is ${kyc}`);
    const screening = await calls.read(`users/${user_id}/screening`);
    const names =
      isObject(screening) && Array.isArray(screening['names']) ? (screening['names'] as Json[]) : [];
    if (textOf(names[0], 'result') !== 'possible_match') differ('a new match is not shown', screening);
    const types = (await api.list('listEvents', {}, { object_id: user_id })).map((each) =>
      textOf(each, 'type'),
    );
    if (types.filter((each) => each === 'user.kyc_status_changed').length !== 2)
      throw new Difference(`${user_id} has the events ${types.join()}`);
    const approved = await calls.ask(`users/${user_id}/kyc_review`, { outcome: 'approved' });
    expectStatus(approved, 'the approval of a person with a match', 200);
    await scheduler.pause(2_000);
    if ((await kycOf()) !== 'approved')
      throw new Difference(`${user_id} is reviewed again for the same match`);
  }

  return {
    act: () => random.pick([refuseListed, payClose, payClose, payLater, payLater, payWaiting])(),
    async finish() {
      for (const id of waiting) {
        const held = await awaitReview(id);
        if (reasonIn(held) === 'compliance_hold') await end(id);
        else await reject(id);
      }
    },
    async finishAgain() {
      for (const id of waiting) {
        // Its creation may be lost, too.
        const { status, body } = await api.call('getTransfer', { transfer_id: id });
        if (status === 404 || !['pending', 'in_review'].includes(textOf(body, 'state'))) continue;
        await awaitReview(id);
        await endAnyhow(calls, id);
      }
    },
    async check() {
      await payLater();
      await checkUser();
      await payClose();
      await checkBalance(api, wallet, spentCents);
    },
  };
}
