/** Runs random commands on a ledger. */
import { asPoints, formatAmount } from '../../src/ledger/amount.ts';
import type { Decision } from '../../src/ledger/book.ts';
import { deactivateDepositAccount, reactivateDepositAccount } from '../../src/ledger/deposit-account.ts';
import type { RecordedBookEvent } from '../../src/ledger/event.ts';
import { acceptTerms, issueOnboardingLinks } from '../../src/ledger/onboarding.ts';
import { CANCELED_REASON, cancelOnramp } from '../../src/ledger/onramp.ts';
import { deletePayoutAccount, recordNameCheck } from '../../src/ledger/payout-account.ts';
import { createUser, deactivateUser, setKyc, updateUser } from '../../src/ledger/user.ts';
import { openWallet, setComplianceHold } from '../../src/ledger/wallet.ts';
import {
  CAD,
  allocation,
  arrival,
  cameBack,
  completedIn,
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
} from './ledger-commands.ts';
import type { Ledger } from './ledger.ts';
import { approval, execution, limitedGrant, note, withdrawal } from './operator-commands.ts';
import type { ListIndex, RandomCommand } from './random-commands.ts';
import { enable, endpoint, webhookDecision } from './webhook-commands.ts';

/** Creates users with wallets and money, so that most random commands name existing objects. */
export function populate(ledger: Ledger): void {
  const [anna] = [ledger.fundedWallet('1500000.00', '300.00'), ledger.fundedWallet('20.00', '80.00')];
  ledger.coinWallet('2.50000000');
  ledger.run(allocation({ coin_stock: '3.00000000', points_backing: '5000.00' }));
  ledger.coinWallet();
  ledger.depositAccount(anna);
  ledger.depositAccount(ledger.wallet(), CAD);
  ledger.payoutAccount(anna);
  ledger.payoutAccount(anna, { currency: 'cad', country: 'CA' });
  ledger.user();
  ledger.wallet(ledger.ownerOf(anna), 'svc-coin');
  ledger.run(endpoint());
  for (const id of [...ledger.book.webhookEndpoints.entries()].map(([key]) => key)) ledger.run(enable(id));
}

const NO_QUOTE = { id: 'qt_none', source_wallet_id: 'wal_none', destination_wallet_id: 'wal_none' };

/** With a limit that every amount reaches. */
const aboveLimit =
  (decide: Decide): Decide =>
  (book, context) => {
    const dualControl = {
      ...context.policy.dualControl,
      transferApproval: asPoints(1n),
      reward: asPoints(1n),
    };
    return decide(book, { ...context, policy: { ...context.policy, dualControl } });
  };

/** Converts a random command into a decision on this ledger. */
export function toDecision(ledger: Pick<Ledger, 'book' | 'events'>, command: RandomCommand): Decide {
  const { book } = ledger;
  const nth = (keys: Iterable<[string, unknown]>, at: ListIndex, prefix: string): string =>
    [...keys][at]?.[0] ?? `${prefix}_${'0'.repeat(26)}`;
  const user = (at: ListIndex): string => nth(book.users.entries(), at, 'usr');
  const wallet = (at: ListIndex): string => nth(book.wallets.entries(), at, 'wal');
  const account = (at: ListIndex): string => nth(book.depositAccounts.entries(), at, 'da');
  const openTransfer = (at: ListIndex): string => nth(book.transfers.entries(), at, 'trf');
  const proposal = (at: ListIndex): string => nth(book.proposals.entries(), at, 'prp');
  const ownerOf = (id: string): string => book.wallets.get(id)?.user_id ?? user(99);
  const payoutAccountAt = (at: ListIndex): string => nth(book.payoutAccounts.entries(), at, 'pa');
  const openOfframp = (at: ListIndex): string =>
    nth(
      [...book.transfers.entries()].filter(([, { kind }]) => kind === 'offramp'),
      at,
      'trf',
    );
  switch (command.do) {
    case 'create_user':
      return (on, context) =>
        createUser(
          on,
          {
            type: command.reference % 2 === 0 ? 'individual' : 'business',
            external_reference: `random-${command.reference}`,
            country: 'CA',
            seal: () => (command.reference % 3 === 0 ? null : 'sealed'),
            metadata: { n: String(command.reference) },
          },
          context,
        );
    case 'update_user':
      return (on) =>
        updateUser(on, {
          user_id: user(command.user),
          metadata: { note: command.note },
          reseal: () => command.sealed,
        });
    case 'set_kyc': {
      const { kyc: kyc_status, terms: terms_status } = command;
      const rejection_reasons = [{ code: 'document_unreadable', message: 'Send it again.' }];
      return (on) => setKyc(on, { user_id: user(command.user), kyc_status, terms_status, rejection_reasons });
    }
    case 'deactivate_user':
      return (on) => deactivateUser(on, { user_id: user(command.user) });
    case 'issue_links': {
      const user_id = user(command.user);
      return (on, context) =>
        issueOnboardingLinks(
          on,
          {
            user_id,
            kyc_token_hash: 'kyc',
            terms_token_hash: 'terms',
            redirect_url: null,
            lifetimeMs: 60_000,
          },
          context,
        );
    }
    case 'accept_terms': {
      const user_id = user(command.user);
      const token_hash = command.isTokenValid ? 'terms' : 'invalid';
      return (on, context) => acceptTerms(on, { user_id, token_hash, terms_sha256: 'text' }, context);
    }
    case 'open_wallet':
      return (on, context) =>
        openWallet(
          on,
          {
            user_id: user(command.user),
            asset: command.asset,
            acknowledge_price_risk: command.risk,
            metadata: {},
          },
          context,
        );
    case 'hold':
      return (on) =>
        setComplianceHold(on, { wallet_id: wallet(command.wallet), hold: command.hold, reason: 'A check.' });
    case 'reward':
      return reward(wallet(command.wallet), command.amount);
    case 'open_account':
      return depositAccount(
        book.wallets.get(wallet(command.wallet))?.user_id ?? user(99),
        wallet(command.wallet),
        command.fiat,
      );
    case 'switch_account': {
      const deposit_account_id = account(command.account);
      const user_id = book.depositAccounts.get(deposit_account_id)?.user_id ?? user(99);
      const decide = command.on ? reactivateDepositAccount : deactivateDepositAccount;
      return (on) => decide(on, { user_id, deposit_account_id });
    }
    case 'transfer':
      return transfer(wallet(command.from), wallet(command.to), command.amount);
    case 'onramp':
      return onramp(wallet(command.to), command.amount, command.fiat);
    case 'cancel_onramp': {
      const transfer_id = openTransfer(command.transfer);
      return (on) => cancelOnramp(on, { transfer_id, reason: CANCELED_REASON });
    }
    case 'arrive':
      return arrival(
        command.standing ? account(command.to) : openTransfer(command.to),
        command.amount,
        command.outcome,
      );
    case 'open_payout_account':
      return payoutAccount(ownerOf(wallet(command.wallet)), {
        ...command.fiat,
        country: command.fiat.currency === 'usd' ? 'US' : 'CA',
      });
    case 'delete_payout_account': {
      const payout_account_id = payoutAccountAt(command.account);
      const user_id = book.payoutAccounts.get(payout_account_id)?.account.user_id ?? user(99);
      return (on) => deletePayoutAccount(on, { user_id, payout_account_id });
    }
    case 'check_name': {
      const payout_account_id = payoutAccountAt(command.account);
      const { result: name_check } = command;
      return (on) => recordNameCheck(on, { payout_account_id, name_check });
    }
    case 'offramp': {
      const to = payoutAccountAt(command.account);
      const owner = book.users.get(book.payoutAccounts.get(to)?.account.user_id ?? '');
      const own = owner?.wallets['svc-points'] ?? wallet(99);
      return offramp(command.from === 'own' ? own : wallet(command.from), to, command.amount);
    }
    case 'submit':
      return submission(openOfframp(command.transfer), command.accepted);
    case 'settle':
      return settlement(openOfframp(command.transfer), command.outcome);
    case 'come_back': {
      const kind = command.kind === 'return' ? 'offramp' : 'onramp';
      const completed = ledger.events.flatMap(({ type, data }) =>
        type === 'transfer.state_changed' && data.state === 'completed' ? [data.transfer_id] : [],
      );
      const facts = completed
        .map((id) => completedIn(ledger.events, id))
        .filter((each) => each !== undefined);
      // Newest first, because there are few that have not come back.
      const found = facts.filter((each) => each.kind === kind).reverse()[command.transfer] ?? facts.at(-1);
      return cameBack(command.kind, found?.transfer_id ?? nth([], 0, 'trf'), found);
    }
    case 'allocate': {
      const coin_stock = formatAmount(BigInt(command.coin), 8);
      const points_backing = formatAmount(BigInt(command.points), 2);
      return allocation(command.points % 3 === 0 ? { coin_stock } : { coin_stock, points_backing });
    }
    case 'quote': {
      const { wallets = {} } = book.users.get(user(command.user)) ?? {};
      const [points, coin] = [wallets['svc-points'] ?? 'wal_none', wallets['svc-coin'] ?? 'wal_none'];
      const price = { numerator: BigInt(command.price), denominator: 1_000n };
      return command.buys
        ? quote(points, coin, command.amount, price)
        : quote(coin, points, command.amount, price);
    }
    case 'convert': {
      // Newest first, because most older quotes are used.
      const found = [...book.quotes.values()].reverse()[command.quote];
      const { id, source_wallet_id, destination_wallet_id } = found ?? NO_QUOTE;
      const asked = command.other ? '1.00' : (found?.amount ?? '1.00');
      return transfer(source_wallet_id, destination_wallet_id, asked, { quote_id: id });
    }
    case 'propose_approval':
      return aboveLimit(approval(openTransfer(command.transfer)));
    case 'propose_reward':
      return aboveLimit(limitedGrant(wallet(command.wallet), command.amount));
    case 'execute':
      return execution(proposal(command.proposal), command.operator);
    case 'withdraw':
      return withdrawal(proposal(command.proposal), command.operator);
    case 'note':
      return note(user(command.user), 'N'.repeat(16));
    case 'webhook':
      return webhookDecision(book, command);
    case 'review':
      return review(openTransfer(command.transfer), command.outcome);
  }
}

/** Runs one command. Returns undefined if it is refused. */
export function tryCommand(ledger: Ledger, command: RandomCommand): RecordedBookEvent[] | undefined {
  if (command.do === 'convert' && command.late) ledger.advanceClock(31_000);
  const seen: Decision[] = [];
  const decide = toDecision(ledger, command);
  const events = ledger.run((book, context) => {
    const decision = decide(book, context);
    seen.push(decision);
    return 'events' in decision ? decision : { events: [] };
  });
  ledger.advanceClock(3);
  return seen.some((decision) => 'refusal' in decision) ? undefined : events;
}

/** Populates the ledger and runs the commands, ignoring refusals. */
export function runCommands(ledger: Ledger, commands: readonly RandomCommand[]): Ledger {
  populate(ledger);
  for (const command of commands) tryCommand(ledger, command);
  return ledger;
}
