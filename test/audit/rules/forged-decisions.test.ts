/** Forged events with correct sums and a correct hash chain that no decision of the ledger produces. The rules detect each. */
import { expect } from 'chai';
import type { AuditRule } from '../../../src/audit/finding.ts';
import { formatAmount } from '../../../src/ledger/amount.ts';
import type { BookEvent, EventData } from '../../../src/ledger/event.ts';
import { createPosting } from '../../../src/ledger/posting.ts';
import { setComplianceHold } from '../../../src/ledger/wallet.ts';
import { auditedLedger, type AuditedLedger } from '../../support/audited-ledger.ts';
import {
  arrival,
  depositAccount,
  offramp,
  onramp,
  payoutAccount,
  quote,
  review,
  reward,
  settlement,
  submission,
  transfer,
  type Decide,
} from '../../support/ledger-commands.ts';
import { idIn } from '../../support/ledger.ts';

const REASON = { code: 'forged', message: 'Forged.' };

/** A decision with replaced events. */
const forged =
  (decide: Decide, forge: (events: readonly BookEvent[]) => readonly BookEvent[]): Decide =>
  (book, context) => {
    const decision = decide(book, context);
    return 'events' in decision ? { events: forge(decision.events) } : decision;
  };

/** A decision with texts replaced everywhere in its events. */
const edited = (decide: Decide, ...changes: readonly (readonly [string, string])[]): Decide =>
  forged(decide, (events) => {
    let text = JSON.stringify(events);
    for (const [from, to] of changes) {
      expect(text).to.contain(from);
      text = text.replaceAll(from, to);
    }
    // Replacements keep the shape of events.
    return JSON.parse(text) as BookEvent[];
  });

const without = (decide: Decide, type: BookEvent['type']): Decide =>
  forged(decide, (events) => events.filter((event) => event.type !== type));

/** A posting that moves points between two wallets on behalf of a transfer. */
function takePoints(
  ledger: AuditedLedger,
  transferId: string | null,
  from: string,
  to: string,
  cents: bigint,
): BookEvent {
  const leg = (account: string, amount: bigint) => ({
    account,
    unit: 'svc-points',
    decimals: 2,
    amount,
    cashable: amount,
  });
  return createPosting(ledger.book.accounts, transferId, 'Transfer', [leg(from, -cents), leg(to, cents)]);
}

const endOf = ({ book }: AuditedLedger, wallet_id: string): EventData<'transfer.created'>['source'] => {
  const { user_id, asset } = book.wallets.get(wallet_id) ?? { user_id: '', asset: '' };
  return { type: 'wallet', wallet_id, user_id, asset };
};

/** Records a transfer without the ledger's checks. */
function sendByHand(ledger: AuditedLedger, from: string, to: string, cents: bigint): void {
  const transfer_id = ledger.idHere('trf');
  const amount = formatAmount(cents, 2);
  const receipt = { amount_debited: amount, amount_credited: amount, earned_amount: '0.00', fees: [] };
  ledger.record(
    {
      type: 'transfer.created',
      data: {
        transfer_id,
        kind: 'user_to_user',
        state: 'pending',
        source: endOf(ledger, from),
        destination: endOf(ledger, to),
        amount,
      },
    },
    takePoints(ledger, transfer_id, from, to, cents),
    { type: 'transfer.state_changed', data: { transfer_id, state: 'completed', receipt } },
  );
}

/** Expects exactly one finding, with this rule and reason. */
async function finds(ledger: AuditedLedger, rule: AuditRule, reason: RegExp): Promise<void> {
  const { findings } = await ledger.audit();
  expect(findings.map((each) => each.rule)).to.deep.equal([rule]);
  expect(findings[0]?.reason).to.match(reason);
}

describe('Audit of a book with forged decisions', () => {
  const honest = () => {
    const ledger = auditedLedger();
    return { ledger, victim: ledger.boughtWallet('100.00'), thief: ledger.boughtWallet('500.00') };
  };

  describe('postings and steps of transfers', () => {
    it('detects a posting without a state change at the end of the book', async () => {
      const { ledger, victim, thief } = honest();
      const id = idIn(ledger.run(onramp(thief, '5.00')), 'transfer_id');
      ledger.record(takePoints(ledger, id, victim, thief, 100_00n));
      await finds(ledger, 'transfer_amounts', /is incomplete/);
    });

    it('detects a posting that is followed by other events', async () => {
      const { ledger, victim, thief } = honest();
      const id = idIn(ledger.run(offramp(thief, ledger.payoutAccount(thief), '200.00')), 'transfer_id');
      ledger.run(submission(id));
      ledger.record(takePoints(ledger, id, victim, thief, 100_00n));
      ledger.run(reward(victim, '1.00'));
      await finds(ledger, 'transfer_amounts', /is incomplete/);
    });

    it('detects an off-ramp without a debit', async () => {
      const { ledger, thief } = honest();
      const order = offramp(thief, ledger.payoutAccount(thief), '200.00');
      ledger.run(without(order, 'posting.recorded'));
      await finds(ledger, 'transfer_amounts', /is incomplete/);
    });

    it('detects an off-ramp that debits another wallet', async () => {
      const { ledger, victim, thief } = honest();
      const order = offramp(thief, ledger.payoutAccount(thief), '100.00');
      const stolen = forged(order, (events) =>
        events.map((event) =>
          event.type === 'posting.recorded'
            ? takePoints(ledger, event.data.transfer_id, victim, thief, 100_00n)
            : event,
        ),
      );
      ledger.run(stolen);
      await finds(ledger, 'transfer_amounts', /movements on .* do not match/);
    });
  });

  describe('receipts', () => {
    const unshown = (decide: Decide): Decide =>
      forged(decide, (events) =>
        events.map((event) => {
          if (event.type !== 'transfer.state_changed') return event;
          const { receipt: _, ...data } = event.data;
          return { ...event, data };
        }),
      );

    it('detects a completed transfer without a receipt', async () => {
      const { ledger, victim, thief } = honest();
      ledger.run(unshown(transfer(thief, victim, '5.00')));
      await finds(ledger, 'transfer_amounts', /without a receipt/);
    });

    it('detects a held transfer without a receipt', async () => {
      const { ledger, victim } = honest();
      const rich = ledger.boughtWallet('1500000.00');
      ledger.run(unshown(transfer(rich, victim, '1000000.00')));
      await finds(ledger, 'transfer_amounts', /without a receipt/);
    });

    it('detects a fee that differs from the quote, and a fee without a quote', async () => {
      const { ledger, wallet, coin } = withCoin();
      const id = idIn(ledger.run(quote(wallet, coin, '100.00')), 'quote_id');
      const fee = ['"type":"svc","amount":"1.00"', '"type":"svc","amount":"0.00"'] as const;
      ledger.run(edited(transfer(wallet, coin, '100.00', { quote_id: id }), fee));
      await finds(ledger, 'transfer_amounts', /does not match the amounts moved/);
      const other = honest();
      const some = ['"fees":[]', '"fees":[{"type":"svc","amount":"1.00","unit":"svc-points"}]'] as const;
      other.ledger.run(edited(transfer(other.thief, other.victim, '5.00'), some));
      await finds(other.ledger, 'transfer_amounts', /does not match the amounts moved/);
    });

    it('detects a forged expected amount', async () => {
      const { ledger, thief } = honest();
      const made = [
        '"receipt":{"amount_received"',
        '"receipt":{"amount_expected":"7.77","amount_received"',
      ] as const;
      ledger.run(edited(arrival(ledger.depositAccount(thief), '50.00'), made));
      await finds(ledger, 'transfer_amounts', /does not match the amounts moved/);
    });
  });

  describe('deposits', () => {
    const standing = () => {
      const { ledger, victim } = honest();
      return { ledger, account: ledger.depositAccount(victim) };
    };

    it('detects a deposit account payment that is credited to another wallet', async () => {
      const ledger = auditedLedger();
      const [victim, thief] = [ledger.wallet(), ledger.wallet()];
      const account = ledger.depositAccount(victim);
      const owners = [ledger.ownerOf(victim), ledger.ownerOf(thief)] as const;
      ledger.run(edited(arrival(account, '50.00'), [victim, thief], owners));
      await finds(ledger, 'transition', /does not have the wallet, currency/);
    });

    it('detects a deposit to a deposit account that does not exist', async () => {
      const { ledger, account } = standing();
      const none = account.slice(0, -1) + (account.endsWith('0') ? '1' : '0');
      ledger.run(edited(arrival(account, '50.00'), [account, none]));
      await finds(ledger, 'transition', /does not have the wallet, currency/);
    });

    it('detects a deposit to a closed account that is not returned', async () => {
      const { ledger, account } = standing();
      ledger.record({ type: 'deposit_account.deactivated', data: { deposit_account_id: account } });
      ledger.run((book, context) => {
        const found = book.depositAccounts.get(account);
        const open = found === undefined ? undefined : { ...found, status: 'active' as const };
        const depositAccounts = { ...book.depositAccounts, get: () => open };
        return arrival(account, '50.00')({ ...book, depositAccounts }, context);
      });
      await finds(ledger, 'transition', /is not returned/);
    });

    it('detects a deposit with the wrong currency or rail', async () => {
      const { ledger, account } = standing();
      const other = [
        '"currency":"usd","rail":"bank_eft","rate"',
        '"currency":"eur","rail":"emailpay","rate"',
      ] as const;
      ledger.run(edited(arrival(account, '50.00'), other));
      await finds(ledger, 'transition', /does not have the currency, rail/);
    });

    it('detects a transfer that exceeds its deposit', async () => {
      const { ledger, account } = standing();
      const more = [
        '"amount":"50.00","deposit_account_id"',
        '"amount":"90.00","deposit_account_id"',
      ] as const;
      ledger.run(edited(arrival(account, '50.00'), more));
      await finds(ledger, 'transition', /was created for must come next/);
    });

    it('detects credited or returned funds that never arrived', async () => {
      for (const outcome of ['credited', 'returned'] as const) {
        const { ledger, thief } = honest();
        const id = idIn(ledger.run(onramp(thief, '50.00')), 'transfer_id');
        ledger.run(without(arrival(id, '50.00', outcome), 'deposit.arrived'));
        await finds(ledger, 'transition', /in the previous event/);
      }
      const { ledger, thief } = honest();
      const id = idIn(ledger.run(onramp(thief, '50.00')), 'transfer_id');
      const data = { deposit_id: ledger.idHere('dep'), transfer_id: id, reason: REASON };
      ledger.record({ type: 'deposit.sent_back', data });
      await finds(ledger, 'transition', /in the previous event/);
    });

    it('detects a late deposit for a transfer that never existed', async () => {
      const { ledger } = honest();
      ledger.record(...lateMoney(ledger, ledger.idHere('trf', 7)));
      await finds(ledger, 'transition', /never existed/);
    });

    it('detects a deposit returned as late while its transfer is open', async () => {
      const { ledger, thief } = honest();
      const id = idIn(ledger.run(onramp(thief, '50.00')), 'transfer_id');
      ledger.record(...lateMoney(ledger, id));
      await finds(ledger, 'transition', /sent back as late/);
    });

    it('detects a step that names the wrong deposit', async () => {
      const { ledger, thief } = honest();
      const id = idIn(ledger.run(onramp(thief, '50.00')), 'transfer_id');
      const deposit = idIn(ledger.run(arrival(id, '50.00', 'in_review')), 'deposit_id');
      ledger.run(edited(review(id, 'approved'), [deposit, ledger.idHere('dep')]));
      await finds(ledger, 'transition', /names deposit/);
    });

    function lateMoney(ledger: AuditedLedger, transfer_id: string): BookEvent[] {
      const deposit_id = ledger.idHere('dep');
      const money = { amount_received: '1.00', currency: 'usd', rail: 'bank_eft', rate: '100' };
      return [
        { type: 'deposit.arrived', data: { deposit_id, transfer_id, ...money, rail_reference: 'RAIL-1' } },
        { type: 'deposit.sent_back', data: { deposit_id, transfer_id, reason: REASON } },
      ];
    }
  });

  const withCoin = () => {
    const ledger = auditedLedger();
    ledger.allocate({ coin_stock: '3.00000000', points_backing: '5000.00' });
    const wallet = ledger.boughtWallet('1000.00');
    return { ledger, wallet, coin: ledger.wallet(ledger.ownerOf(wallet), 'svc-coin') };
  };

  describe('quotes and conversions', () => {
    it('detects a quote that credits another user', async () => {
      const { ledger, wallet, coin } = withCoin();
      const thief = ledger.wallet(undefined, 'svc-coin');
      ledger.run(edited(quote(wallet, coin, '100.00'), [coin, thief]));
      await finds(ledger, 'quote', /belong to one user/);
    });

    it('detects a quote with the wrong assets', async () => {
      const { ledger, wallet, coin } = withCoin();
      ledger.run(edited(quote(wallet, coin, '100.00'), ['"to":"svc-coin"', '"to":"svc-points"']));
      await finds(ledger, 'quote', /belong to one user/);
    });

    it('detects a spread that differs from the fee', async () => {
      const { ledger, wallet, coin } = withCoin();
      const kept = ['"spread_points":"1.00"', '"spread_points":"0.00"'] as const;
      ledger.run(edited(quote(wallet, coin, '100.00'), kept));
      await finds(ledger, 'quote', /spread_points must equal/);
    });

    it('detects a quote on a transfer that is not a conversion', async () => {
      const { ledger, wallet, coin } = withCoin();
      const id = idIn(ledger.run(quote(wallet, coin, '100.00')), 'quote_id');
      const named = ['"kind":"user_to_user",', `"kind":"user_to_user","quote_id":"${id}",`] as const;
      ledger.run(edited(transfer(wallet, ledger.wallet(), '5.00'), named));
      await finds(ledger, 'quote', /if and only if it is a conversion/);
    });
  });

  describe('users, wallets, and accounts', () => {
    it('detects wallets and accounts of users who are not approved or do not exist', async () => {
      const nobody = `usr_${'0'.repeat(26)}`;
      const openings = [
        (ledger: AuditedLedger, wallet: string) => depositAccount(ledger.ownerOf(wallet), wallet),
        (ledger: AuditedLedger, wallet: string) => payoutAccount(ledger.ownerOf(wallet)),
      ];
      for (const opening of openings) {
        const { ledger, thief } = honest();
        ledger.run(edited(opening(ledger, thief), [ledger.ownerOf(thief), nobody]));
        await finds(ledger, 'transition', /is not active and approved/);
      }
      const { ledger } = honest();
      const more = { asset: 'svc-points', decimals: 2, price_risk_acknowledged: false, metadata: {} };
      const data = { wallet_id: ledger.idHere('wal', 1), user_id: ledger.user(), ...more };
      ledger.record({ type: 'wallet.opened', data });
      await finds(ledger, 'transition', /is not active and approved/);
    });

    const close = (ledger: AuditedLedger, wallet: string, ...frozen_wallet_ids: string[]): void => {
      const data = { user_id: ledger.ownerOf(wallet), frozen_wallet_ids };
      ledger.record({ type: 'user.deactivated', data });
    };

    it('detects a deactivation that freezes too few or too many wallets', async () => {
      const ledger = auditedLedger();
      close(ledger, ledger.wallet());
      await finds(ledger, 'transition', /exactly the active wallets/);
      const other = auditedLedger();
      const empty = other.wallet();
      close(other, empty, empty, other.boughtWallet('1.00'));
      await finds(other, 'transition', /exactly the active wallets/);
    });

    it('detects a deactivation with an open transfer', async () => {
      const ledger = auditedLedger();
      const wallet = ledger.wallet();
      ledger.run(onramp(wallet, '50.00'));
      close(ledger, wallet, wallet);
      await finds(ledger, 'transition', /is open/);
    });

    it('detects a transfer to a deactivated user', async () => {
      const { ledger, thief } = honest();
      const wallet = ledger.wallet();
      close(ledger, wallet, wallet);
      sendByHand(ledger, thief, wallet, 5_00n);
      await finds(ledger, 'transition', /frozen wallet/);
    });

    it('detects a reward to a frozen wallet', async () => {
      const { ledger, thief } = honest();
      ledger.run(
        forged(reward(thief, '5.00'), (events) => [
          { type: 'wallet.frozen', data: { wallet_id: thief, reason: 'A court.' } },
          ...events,
        ]),
      );
      await finds(ledger, 'transition', /frozen wallet/);
    });

    it('detects a payout over the wrong rail', async () => {
      const { ledger, thief } = honest();
      const order = offramp(thief, ledger.payoutAccount(thief), '200.00');
      const id = idIn(ledger.run(edited(order, ['"rail":"bank_eft"', '"rail":"pocket"'])), 'transfer_id');
      ledger.run(submission(id));
      ledger.run(settlement(id, 'completed'));
      await finds(ledger, 'transition', /user, currency, and rail/);
    });
  });

  describe('reviews', () => {
    const freeze = (ledger: AuditedLedger, wallet_id: string): void =>
      void ledger.run((book) => setComplianceHold(book, { wallet_id, hold: true, reason: 'A court.' }));
    const reject = (ledger: AuditedLedger, wallet: string): void =>
      ledger.kyc(ledger.ownerOf(wallet), 'rejected');
    /** The decision that a review would have made earlier. */
    const decidedBefore = (ledger: AuditedLedger, id: string, between: () => void): void => {
      let decided: ReturnType<Decide> = { events: [] };
      ledger.run((book, context) => {
        decided = review(id, 'approved')(book, context);
        return { events: [] };
      });
      between();
      const events = 'events' in decided ? decided.events : [];
      ledger.record(...events);
    };
    const made = {
      transfer(ledger: AuditedLedger, wallet: string) {
        return idIn(ledger.run(transfer(wallet, ledger.wallet(), '1000000.00')), 'transfer_id');
      },
      deposit(ledger: AuditedLedger, wallet: string) {
        const account = ledger.depositAccount(wallet);
        return idIn(ledger.run(arrival(account, '50.00', 'in_review')), 'transfer_id');
      },
      payout(ledger: AuditedLedger, wallet: string) {
        const order = offramp(wallet, ledger.payoutAccount(wallet), '1000000.00');
        return idIn(ledger.run(order), 'transfer_id');
      },
    };

    for (const [name, make] of Object.entries(made)) {
      it(`detects an approved ${name} with a frozen wallet or an unapproved user`, async () => {
        for (const [change, reason] of [
          [freeze, /frozen wallet/],
          [reject, /not active and approved/],
        ] as const) {
          const ledger = auditedLedger();
          const wallet = ledger.boughtWallet('1500000.00');
          decidedBefore(ledger, make(ledger, wallet), () => {
            change(ledger, wallet);
          });
          await finds(ledger, 'transition', reason);
        }
      });
    }
  });
});
