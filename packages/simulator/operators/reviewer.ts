/**
 * Two operators who decide several reviews at once on a page of the console, sometimes both at the same time and with other
 * outcomes. Each review gets one decision, and the pages say who made it.
 */
import { Difference } from '../checks/difference.ts';
import type { ConsoleSession } from '../clients/console-session.ts';
import { addPayoutAccount, centsOf, checkBalance, openFundedWallet } from '../clients/funded-wallet.ts';
import type { FundedWallet } from '../clients/funded-wallet.ts';
import { expectStatus } from '../clients/expectations.ts';
import type { IntegratorCalls } from '../clients/integrator-calls.ts';
import type { Random } from '../commands/random.ts';
import { textOf } from '../model/prediction.ts';
import type { Answer } from '../model/prediction.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';

export type ReviewerOptions = {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly api: IntegratorCalls;
  readonly sessions: readonly ConsoleSession[];
};

export type Reviewer = {
  /** Creates payouts in review, and decides them, until the condition ends. */
  run(continues: () => boolean): Promise<void>;
  check(): Promise<void>;
};

const PATH = '/console/reviews/decide';
/** The simulated rail asks for a review of this amount. */
const REVIEWED = '909.09';
const OUTCOMES = ['approved', 'rejected'] as const;
type Outcome = (typeof OUTCOMES)[number];

export function createReviewer({ scheduler, random, api, sessions }: ReviewerOptions): Reviewer {
  const decisions = new Map<string, Outcome | undefined>();
  let wallet: FundedWallet | undefined;
  let account = '';

  async function open(): Promise<FundedWallet> {
    const opened = await openFundedWallet(api, 'reviewed', { first_name: 'Ada', last_name: 'Moreau' });
    const owner = 'Ada Moreau';
    const made = await addPayoutAccount(api, opened, { rail: 'bank_eft', owner, number: 'accepting' });
    account = textOf(expectStatus(made, 'a payout account', 201).body, 'id');
    return opened;
  }

  async function payOut({ wallet_id }: FundedWallet): Promise<string> {
    const source = { type: 'wallet', wallet_id };
    const destination = { type: 'payout_account', payout_account_id: account };
    const made = await api.make('createTransfer', {}, { source, destination, amount: REVIEWED });
    const id = textOf(made, 'id');
    decisions.set(id, undefined);
    return id;
  }

  async function decideTogether(ids: readonly string[]): Promise<void> {
    const outcomes = random.oneIn(2)
      ? [random.pick(OUTCOMES)]
      : [random.pick(OUTCOMES), random.pick(OUTCOMES)];
    const pages = await Promise.all(
      outcomes.map(async (outcome, at) => {
        const query = [['outcome', outcome], ...ids.map((id) => ['id', id])] as [string, string][];
        const why = { code: 'compliance', message: 'Case 4711', confirm: 'yes' };
        const session = sessions[at];
        if (session === undefined) throw new Error('Each operator has a session.');
        return { outcome, results: resultsIn(await session.submit(PATH, query, why), ids) };
      }),
    );
    for (const id of ids) {
      const by = pages.filter(({ results }) => results.get(id) === 'done');
      const [first] = by;
      if (first === undefined || by.length > 1)
        throw new Difference(`${id} was decided ${by.length} times: ${JSON.stringify(pages)}`);
      decisions.set(id, first.outcome);
    }
  }

  /** The rows of the page, which are in the order of the reviews. */
  function resultsIn({ status, text }: Answer, ids: readonly string[]): ReadonlyMap<string, string> {
    const found = [...text.matchAll(/<span class="badge"[^>]*>\s*(done|proposed|failed)\s*</g)];
    if (status !== 200 || found.length !== ids.length)
      throw new Difference(
        `${ids.length} decisions were answered with ${status} and ${found.length} results`,
      );
    return new Map(ids.map((id, at) => [id, found[at]?.[1] ?? '']));
  }

  return {
    async run(continues) {
      wallet = await open();
      for (;;) {
        await scheduler.pause(2_000 + random.below(10_000));
        if (!continues()) return;
        const ids: string[] = [];
        for (let left = 2 + random.below(3); left > 0; left -= 1) ids.push(await payOut(wallet));
        await decideTogether(ids);
      }
    },
    async check() {
      if (wallet === undefined) return;
      await decideTogether([await payOut(wallet), await payOut(wallet)]);
      for (const [id, outcome] of decisions) {
        const { body } = await api.call('getTransfer', { transfer_id: id });
        const expected = outcome === 'rejected' ? 'refunded' : 'payout_submitted';
        const isSubmitting = outcome === 'approved' && textOf(body, 'state') === 'in_review';
        if (textOf(body, 'state') !== expected && !isSubmitting)
          throw new Difference(`${id} is ${textOf(body, 'state')} after it was ${String(outcome)}`);
      }
      const approved = [...decisions.values()].filter((outcome) => outcome === 'approved').length;
      await checkBalance(api, wallet, approved * centsOf(REVIEWED));
    },
  };
}
