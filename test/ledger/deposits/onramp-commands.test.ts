import { expect } from 'chai';
import fc from 'fast-check';
import type { CanceledOnramp } from '../../../src/ledger/deposit-account.ts';
import { decodeIdOrigin, deriveId } from '../../../src/ledger/ids.ts';
import {
  CANCELED_REASON,
  DECLINED_REASON,
  EXPIRED_REASON,
  cancelOnramp,
  expireOnramp,
  receiveDeposit,
} from '../../../src/ledger/onramp.ts';
import { evolveTransfer, type Transfer } from '../../../src/ledger/transfer.ts';
import { USD, arrival, onramp, type Decide } from '../../support/ledger-commands.ts';
import { given, idIn, onlyOne, type Ledger } from '../../support/ledger.ts';
import { INSTRUCTIONS, START_TIME, STREAM } from '../../support/policy.ts';

const LIVES_MS = 3_600_000;

/** A wallet with an on-ramp of 50.00 usd whose instructions expire in an hour. */
function waiting(ledger: Ledger): { wallet: string; id: string; expires_at: string } {
  const wallet = ledger.wallet();
  const expires_at = new Date(START_TIME + LIVES_MS).toISOString();
  const provider = { reference: 'asked-1', instructions: { ...INSTRUCTIONS, expires_at } };
  return {
    wallet,
    id: idIn(ledger.run(onramp(wallet, '50.00', USD, { provider })), 'transfer_id'),
    expires_at,
  };
}

const cancel =
  (transfer_id: string, reason = CANCELED_REASON): Decide =>
  (book) =>
    cancelOnramp(book, { transfer_id, reason });
const expire =
  (transfer_id: string): Decide =>
  (book, context) =>
    expireOnramp(book, { transfer_id }, context);

/** The read model of a transfer, folded from its events. */
function shownIn(ledger: Ledger, id: string): Transfer {
  let transfer: Transfer | undefined;
  for (const event of ledger.events) {
    if (event.type !== 'transfer.created' && event.type !== 'transfer.state_changed') continue;
    if (event.data.transfer_id === id) transfer = evolveTransfer(transfer, event);
  }
  if (transfer === undefined) throw new Error(`no event is about ${id}`);
  return transfer;
}

/** The tests call this only for canceled on-ramps. */
const asShown = (ledger: Ledger, id: string) => shownIn(ledger, id) as CanceledOnramp & Transfer;

const late =
  (id: string, amount: string, canceledOnramp: CanceledOnramp | undefined): Decide =>
  (book, context) =>
    receiveDeposit(
      book,
      { target: { transfer_id: id }, amount, rail_reference: 'RAIL-9', outcome: 'credited', canceledOnramp },
      context,
    );

describe('An on-ramp awaiting funds', () => {
  it('stores the provider’s reference and instructions', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const instructions = { ...INSTRUCTIONS, approval_url: 'https://pay.example/1' };
    const created = onlyOne(
      ledger.run(onramp(wallet, '5.00', USD, { provider: { reference: 'asked-1', instructions } })),
      'transfer.created',
    );
    expect(created.data.provider_reference).to.equal('asked-1');
    expect(created.data.deposit_instructions).to.deep.equal(instructions);
    expect(JSON.stringify(ledger.openTransfer(created.data.transfer_id))).to.not.include('asked-1');
  });

  it('is created and fails if the rail issues no instructions', () => {
    const ledger = given();
    const refused = { code: 'refused_by_rail', message: 'No.' };
    const events = ledger
      .when(onramp(ledger.wallet(), '5.00', USD, { provider: { refused } }))
      .then('transfer.created', 'transfer.state_changed');
    expect(onlyOne(events, 'transfer.created').data).to.not.have.any.keys(
      ...['deposit_instructions', 'provider_reference'],
    );
    expect(onlyOne(events, 'transfer.state_changed').data).to.deep.include({
      state: 'failed',
      state_reason: refused,
    });
    expect(ledger.book.transfers.size).to.equal(0);
  });

  for (const reason of [CANCELED_REASON, DECLINED_REASON, EXPIRED_REASON]) {
    it(`is canceled only once: ${reason.code}`, () => {
      const ledger = given();
      const { id, expires_at } = waiting(ledger);
      ledger.when(cancel(id, reason)).then({
        type: 'transfer.state_changed',
        data: { transfer_id: id, state: 'canceled', state_reason: reason, expires_at },
      });
      expect(ledger.book.transfers.size).to.equal(0);
      ledger.when(cancel(id, reason)).thenRefused('not_found');
    });
  }

  it('cannot be canceled after its funds have arrived', () => {
    const ledger = given();
    const { id } = waiting(ledger);
    ledger.run(arrival(id, '50.00', 'in_review'));
    ledger.when(cancel(id)).thenRefused('transfer_not_cancelable');
    const held = ledger.heldTransfer();
    ledger.when(cancel(held.id)).thenRefused('transfer_not_cancelable');
  });

  it('expires exactly at its deadline, and only once', () => {
    const ledger = given();
    const { id } = waiting(ledger);
    ledger.advanceClock(LIVES_MS - 1);
    ledger.when(expire(id)).then();
    ledger.advanceClock(1);
    ledger.when(expire(id)).then('transfer.state_changed');
    ledger.when(expire(id)).then();
  });

  it('records its deadline in the event that stops the waiting', () => {
    for (const [amount, outcome, state] of [
      ['50.00', 'credited', 'funds_received'],
      ['0.50', 'credited', 'returned'],
      ['50.00', 'returned', 'returned'],
    ] as const) {
      const ledger = given();
      const { id, expires_at } = waiting(ledger);
      const [first, ...more] = ledger
        .run(arrival(id, amount, outcome))
        .flatMap((event) => (event.type === 'transfer.state_changed' ? [event.data] : []));
      expect(first).to.include({ state, expires_at });
      for (const { expires_at: none } of more) expect(none).to.equal(undefined);
    }
  });
});

describe('A late deposit', () => {
  it('is sent back without a posting', () => {
    const ledger = given();
    const { id, wallet } = waiting(ledger);
    ledger.run(cancel(id));
    const shown = asShown(ledger, id);
    for (const amount of ['50.00', '0.01', '99999.99']) {
      const events = ledger.when(late(id, amount, shown)).then('deposit.arrived', 'deposit.sent_back');
      const arrived = onlyOne(events, 'deposit.arrived').data;
      expect(arrived).to.include({ transfer_id: id, amount_received: amount, rail_reference: 'RAIL-9' });
      expect(onlyOne(events, 'deposit.sent_back').data).to.deep.include({
        deposit_id: arrived.deposit_id,
        transfer_id: id,
        reason: { code: 'late_funds', message: 'The payment arrived after the transfer was canceled.' },
      });
    }
    expect(ledger.walletBalances(wallet)).to.include({ available: '0.00', pending: '0.00' });
    expect(ledger.balance('clearing:bank_eft:usd')).to.equal(0n);
    expect(asShown(ledger, id).version).to.equal(2);
  });

  it('cancels a transfer whose deadline has passed', () => {
    const ledger = given();
    const { id } = waiting(ledger);
    ledger.advanceClock(LIVES_MS);
    const events = ledger
      .when(arrival(id, '50.00'))
      .then('transfer.state_changed', 'deposit.arrived', 'deposit.sent_back');
    expect(onlyOne(events, 'transfer.state_changed').data).to.deep.include({
      state: 'canceled',
      state_reason: EXPIRED_REASON,
    });
    expect(ledger.book.transfers.size).to.equal(0);
  });

  it('is matched to an archived on-ramp only if the book could have issued its ID', () => {
    const ledger = given();
    const [canceled, open] = [waiting(ledger), waiting(ledger)];
    ledger.run(cancel(canceled.id));
    const shown = asShown(ledger, canceled.id);
    ledger.when(late(canceled.id, '5.00', undefined)).thenRefused('not_found');
    // Another transfer, another book, and a time in the future.
    ledger
      .when(late(open.id, '5.00', shown))
      .then(
        ...([
          'deposit.arrived',
          'transfer.state_changed',
          'posting.recorded',
          'transfer.state_changed',
        ] as const),
      );
    ledger.when(late(`trf_${'0'.repeat(26)}`, '5.00', shown)).thenRefused('not_found');
    for (const id of [
      deriveId('trf', START_TIME, 'book-int_other-sandbox', 3),
      deriveId('trf', START_TIME, STREAM, ledger.book.revision + 1),
      deriveId('trf', START_TIME + 1, STREAM, 3),
    ]) {
      ledger.when(late(id, '5.00', { ...shown, id })).thenRefused('not_found');
    }
  });

  it('is refused if the amount is zero or too precise', () => {
    const ledger = given();
    const { id } = waiting(ledger);
    ledger.run(cancel(id));
    const shown = asShown(ledger, id);
    ledger.when(late(id, '0.00', shown)).thenRefused('amount_below_minimum');
    ledger.when(late(id, '0.001', shown)).thenRefused('validation_failed', 'amount');
  });
});

describe('The origin of an ID', () => {
  it('is decoded only in the book that issued it', () => {
    const time = fc.nat({ max: 2 ** 47 });
    const revision = fc.nat({ max: 2 ** 43 });
    fc.assert(
      fc.property(time, revision, fc.nat({ max: 255 }), (at, place, index) => {
        const id = deriveId('trf', at, STREAM, place, index);
        expect(decodeIdOrigin(id, STREAM)).to.deep.equal({ time: at, revision: place });
        expect(decodeIdOrigin(id, 'book-int_other-sandbox')).to.equal(undefined);
      }),
    );
  });
});

describe('Every sequence of on-ramp commands', () => {
  type Step = 'cancel' | 'expire' | 'pay' | 'pay_little' | 'pay_for_review' | 'wait';
  const step = fc.constantFrom<Step>(
    ...(['cancel', 'expire', 'pay', 'pay_little', 'pay_for_review', 'wait'] as const),
  );

  it('credits or returns the money at most once, and keeps all accounts balanced', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const ledger = given();
        const { id, wallet } = waiting(ledger);
        const decisions: Record<Exclude<Step, 'wait'>, () => Decide> = {
          cancel: () => cancel(id),
          expire: () => expire(id),
          pay: () => late(id, '50.00', asCanceled()),
          pay_little: () => late(id, '0.50', asCanceled()),
          pay_for_review: () => arrival(id, '50.00', 'in_review'),
        };
        const asCanceled = (): CanceledOnramp | undefined => {
          const { state: now } = shownIn(ledger, id);
          return now === 'canceled' ? asShown(ledger, id) : undefined;
        };
        for (const each of steps) {
          if (each === 'wait') ledger.advanceClock(LIVES_MS / 3);
          else attempt(ledger, decisions[each]());
        }
        const { state } = shownIn(ledger, id);
        const { available, pending } = ledger.walletBalances(wallet);
        expect(available).to.equal(state === 'completed' ? '5000.00' : '0.00');
        expect(pending).to.equal(state === 'in_review' ? '5000.00' : '0.00');
        const arrivals = ledger.events.filter(({ type }) => type === 'deposit.arrived').length;
        const back = ledger.events.filter(
          (event) =>
            event.type === 'deposit.sent_back' ||
            (event.type === 'transfer.state_changed' && event.data.state === 'returned'),
        ).length;
        const kept = state === 'completed' || state === 'in_review' ? 1 : 0;
        expect(arrivals).to.equal(back + kept);
        for (const unit of ['usd', 'svc-points']) {
          const sum = [...ledger.book.accounts.entries()]
            .filter(([, balance]) => balance.unit === unit)
            .reduce((total, [, balance]) => total + balance.amount, 0n);
          expect(sum, unit).to.equal(0n);
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** Runs a decision. A refusal changes nothing. */
function attempt(ledger: Ledger, decide: Decide): void {
  ledger.run((book, context) => {
    const decision = decide(book, context);
    return 'refusal' in decision ? { events: [] } : decision;
  });
}
