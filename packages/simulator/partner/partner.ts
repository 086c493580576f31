/**
 * An integrator whose money moves over the rail `wire`. Its payments and the outcomes of its payouts are reported late, twice,
 * in another order, with contradictions, or only after faults have ended. Each payment has to count once, and the first
 * outcome of each payout has to remain.
 */
import { createConnectorSigning } from '../../../src/rails/connector-protocol.ts';
import { Difference } from '../checks/difference.ts';
import { createIntegratorCalls } from '../clients/integrator-calls.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Keys } from '../cluster/world.ts';
import type { Random } from '../commands/random.ts';
import { isObject, textOf, type Answer, type JsonObject } from '../model/prediction.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { STARTS_AT } from '../scheduler/simulated-runtime.ts';
import type { Faults } from '../stores/faults.ts';
import { WIRE_SECRET, type Connector } from './connector.ts';

export type PartnerOptions = {
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly faults: Faults;
  readonly connector: Connector;
  readonly keys: Keys;
};

/** What really moved money: payments by their references, and the first outcomes of payouts by transfer. */
export type Settled = {
  readonly deposits: ReadonlyMap<string, string>;
  readonly outcomes: ReadonlyMap<string, Outcome>;
};

export type Partner = {
  readonly settled: Settled;
  /** Reports payments and orders payouts until the condition ends. Resolves when every report is answered. */
  run(continues: () => boolean): Promise<void>;
  /** Compares what is recorded with what was reported. */
  check(): Promise<void>;
};

const OUTCOMES = ['completed', 'returned', 'undeliverable'] as const;
type Outcome = (typeof OUTCOMES)[number];

const PAYOUT_ACCOUNT = {
  ...{ type: 'bank', currency: 'usd', country: 'US', rail: 'wire', account_owner_name: 'Ada Moreau' },
  bank: { bank_name: 'First Harbour Bank', account_number: '000123456789', routing_code: '021000021' },
};

export function createPartner(options: PartnerOptions): Partner {
  const { cluster, scheduler, random, faults, connector, keys } = options;
  const signing = createConnectorSigning({ scheme: 'hmac-sha256', secrets: [WIRE_SECRET] });
  const deposits = new Map<string, string>();
  const outcomes = new Map<string, Outcome>();
  const { send, call, list } = createIntegratorCalls({
    ...{ name: 'partner', cluster, scheduler, random, apiKey: keys.sandbox },
  });
  let account = { user_id: '', id: '', reference: '' };

  /** Signs the callback when it is sent, because signatures expire. */
  function report(body: JsonObject, isOver: (answer: Answer) => boolean): Promise<Answer> {
    const text = JSON.stringify(body);
    const headers = {
      get 'svc-rail-signature'() {
        return signing.sign('callbacks', text, STARTS_AT + scheduler.now());
      },
    };
    return send(
      {
        ...{ operation: 'callback', key: 'sandbox', method: 'POST', path: '/rails/sandbox/wire/callbacks' },
        ...{ params: {}, query: {}, body, hasBody: true, idempotencyKey: undefined, isSandboxOnly: false },
        caller: { book: undefined, mayWrite: true, isSandbox: true },
        headers,
      },
      isOver,
    );
  }

  const expectStatus = (answer: Answer, about: string, ...statuses: readonly number[]): void => {
    if (!statuses.includes(answer.status))
      throw new Difference(`partner: ${about} was answered with ${answer.text}`);
  };

  async function open(): Promise<{ readonly wallet_id: string; readonly payout_account_id: string }> {
    const user_id = textOf(
      (await call('createUser', {}, { type: 'individual', external_reference: 'partner' })).body,
      'id',
    );
    await call('setSandboxKyc', { user_id }, { kyc_status: 'approved' });
    const wallet = await call('createWallet', { user_id }, { asset: 'svc-points' });
    const wallet_id = textOf(wallet.body, 'id');
    const made = await call(
      'createDepositAccount',
      { user_id },
      {
        source: { currency: 'usd', rail: 'wire' },
        destination: { wallet_id },
      },
    );
    expectStatus(made, 'a deposit account', 201);
    const instructions = isObject(made.body) ? made.body['deposit_instructions'] : undefined;
    const reference = connector.references.get(textOf(instructions, 'reference')) ?? '';
    account = { user_id, id: textOf(made.body, 'id'), reference };
    const payee = await call('createPayoutAccount', { user_id }, PAYOUT_ACCOUNT);
    expectStatus(payee, 'a payout account', 201);
    return { wallet_id, payout_account_id: textOf(payee.body, 'id') };
  }

  /** The same payment up to three times, at any node, and then with another amount. */
  async function pay(): Promise<void> {
    const rail_reference = `P-${deposits.size + 1}`;
    const amount = `${5 + random.below(40)}.00`;
    deposits.set(rail_reference, amount);
    const deposit = {
      type: 'deposit.arrived',
      reference: account.reference,
      rail_reference,
      amount,
      currency: 'usd',
    };
    const isRecorded = ({ status }: Answer): boolean => status !== 404;
    const copies = 1 + random.below(3);
    if (copies > 1) faults.count('payment reported twice');
    const answers = await Promise.all(
      Array.from({ length: copies }, async () => {
        await scheduler.pause(random.below(4_000));
        return report(deposit, isRecorded);
      }),
    );
    for (const answer of answers) expectStatus(answer, 'a payment', 200);
    if (new Set(answers.map(({ body }) => textOf(body, 'transfer_id'))).size !== 1)
      throw new Difference(`partner: the payment ${rail_reference} counts more than once`);
    if (random.oneIn(3)) {
      faults.count('payment reported with another amount');
      expectStatus(await report({ ...deposit, amount: '99.00' }, isRecorded), 'a changed payment', 409);
    }
  }

  /** Two outcomes at the same time, or one outcome and then another one. The first that is accepted remains. */
  async function settle(transfer_id: string): Promise<void> {
    const settled = (outcome: Outcome) => ({ type: 'payout.settled', transfer_id, outcome });
    // Documents may be older, and before the submission is recorded a report is refused like a contradiction.
    const isFinal = ({ status, text }: Answer): boolean =>
      status !== 404 && (status !== 409 || !text.includes('not been submitted'));
    const [first, second] = [random.pick(OUTCOMES), random.pick(OUTCOMES)];
    const reportOutcome = async (outcome: Outcome): Promise<Outcome | undefined> => {
      await scheduler.pause(random.below(6_000));
      const answer = await report(settled(outcome), isFinal);
      expectStatus(answer, `the outcome ${outcome}`, 200, 409);
      return answer.status === 200 ? outcome : undefined;
    };
    if (first !== second) faults.count('contradictory outcomes of a payout');
    const accepted = new Set(
      (await Promise.all([first, second, first].map(reportOutcome))).filter((each) => each !== undefined),
    );
    const [outcome] = accepted;
    if (accepted.size !== 1 || outcome === undefined)
      throw new Difference(
        `partner: ${transfer_id} was settled with ${[...accepted].join(' and ') || 'nothing'}`,
      );
    outcomes.set(transfer_id, outcome);
    const other = random.pick(OUTCOMES.filter((each) => each !== outcome) as [Outcome, ...Outcome[]]);
    expectStatus(await report(settled(other), isFinal), 'another outcome', 409);
    expectStatus(await report(settled(outcome), isFinal), 'the same outcome again', 200);
  }

  async function payOut(wallet_id: string, payout_account_id: string): Promise<void> {
    const made = await call(
      'createTransfer',
      {},
      {
        source: { type: 'wallet', wallet_id },
        destination: { type: 'payout_account', payout_account_id },
        amount: '100.00',
      },
    );
    if (made.status !== 201) return;
    const transfer_id = textOf(made.body, 'id');
    // Some outcomes are reported only after faults have ended.
    if (random.oneIn(4)) {
      faults.count('outcome of a payout reported late');
      while (faults.isActive) await scheduler.pause(1_000);
    }
    await settle(transfer_id);
  }

  return {
    settled: { deposits, outcomes },
    async run(continues) {
      const { wallet_id, payout_account_id } = await open();
      const work: Promise<void>[] = [];
      let failure: Error | undefined;
      const start = (each: Promise<void>): void =>
        void work.push(
          each.catch(
            (error: unknown) => void (failure ??= error instanceof Error ? error : new Error(String(error))),
          ),
        );
      while (continues() && failure === undefined) {
        start(pay());
        if (random.oneIn(2)) start(payOut(wallet_id, payout_account_id));
        await scheduler.pause(500 + random.below(5_000));
      }
      await Promise.all(work);
      if (failure !== undefined) throw failure;
    },
    async check() {
      for (const [transfer_id, outcome] of outcomes) {
        const { body } = await call('getTransfer', { transfer_id });
        const expected = outcome === 'completed' ? 'completed' : 'refunded';
        if (textOf(body, 'state') !== expected)
          throw new Difference(`partner: ${transfer_id} is ${textOf(body, 'state')} after ${outcome}`);
        if (!connector.orders.has(transfer_id))
          throw new Difference(`partner: ${transfer_id} was not ordered`);
      }
      for (const transfer_id of connector.orders.keys())
        if (!outcomes.has(transfer_id))
          throw new Difference(`partner: ${transfer_id} was ordered, but not accepted`);
      await checkDeposits();
      const fault = connector.fault();
      if (fault !== undefined) throw new Difference(`partner: ${fault}`);
    },
  };

  /** Every payment is there once, with its amount. */
  async function checkDeposits(): Promise<void> {
    const { user_id, id: deposit_account_id } = account;
    const found = new Map<string, string>();
    for (const each of await list('listDepositAccountActivity', { user_id, deposit_account_id })) {
      const reference = textOf(each, 'rail_reference');
      if (found.has(reference)) throw new Difference(`partner: the payment ${reference} counts twice`);
      found.set(reference, textOf(each, 'amount_received'));
    }
    for (const [reference, amount] of deposits)
      if (found.get(reference) !== amount)
        throw new Difference(
          `partner: the payment ${reference} of ${amount} is recorded as ${found.get(reference) ?? 'nothing'}`,
        );
    if (found.size !== deposits.size)
      throw new Difference('partner: there are payments that nobody reported');
  }
}
