import { expect } from 'chai';
import fc from 'fast-check';
import { parseStoredAmount } from '../../src/ledger/amount.ts';
import { TABLES, createBook, type Book } from '../../src/ledger/book.ts';
import type { RecordedBookEvent } from '../../src/ledger/event.ts';
import { evolve } from '../../src/ledger/evolve.ts';
import {
  COIN_ALLOCATED,
  COIN_STOCK,
  PAYOUTS_IN_FLIGHT,
  POINTS_BACKED,
  POINTS_HEADROOM,
  POINTS_ISSUED,
  REWARDS_GRANTED,
  ROUNDING,
  SPREAD_INCOME,
  isWalletAccount,
  receivableAccount,
  receivableWallet,
  walletOf,
} from '../../src/ledger/posting.ts';
import { rollBack } from '../../src/ledger/table.ts';
import { isFinalState } from '../../src/ledger/transfer.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { captureBook, loadSnapshot, saveSnapshot } from '../../src/writer/snapshot.ts';
import { runs } from '../support/effort.ts';
import { createLedger } from '../support/ledger.ts';
import { SNAPSHOT_KEY, STREAM } from '../support/policy.ts';
import { randomCommand, randomCommands } from '../support/random-commands.ts';
import { populate, runCommands, tryCommand } from '../support/random-ledger.ts';

/** The complete state of a book as a plain value. Entries are sorted, because a rollback may reorder them. */
function stateOf(book: Book) {
  const { stream, revision, time } = book;
  const tables = TABLES.map((name) => [
    name,
    Object.fromEntries([...book[name].entries()].sort(([a], [b]) => (a < b ? -1 : 1))),
  ]);
  // JSON treats an undefined field like a missing one, and so do books.
  return JSON.parse(
    JSON.stringify({ stream, revision, time, tables }, (_key, value: unknown) =>
      typeof value === 'bigint' ? `${value.toString()}n` : value,
    ),
  ) as unknown;
}

const bookAfter = (commands: Parameters<typeof runCommands>[1]) => runCommands(createLedger(), commands);

describe('After any sequence of commands', () => {
  it('every unit sums to zero, in amount and in cashable part', () => {
    fc.assert(
      fc.property(randomCommands(), (commands) => {
        const sums = new Map<string, { amount: bigint; cashable: bigint }>();
        for (const { unit, amount, cashable } of bookAfter(commands).book.accounts.values()) {
          const sum = sums.get(unit) ?? { amount: 0n, cashable: 0n };
          sums.set(unit, { amount: sum.amount + amount, cashable: sum.cashable + cashable });
        }
        for (const [unit, sum] of sums) expect(sum, unit).to.deep.equal({ amount: 0n, cashable: 0n });
      }),
    );
  });

  it('no wallet balance is negative, and the cashable part is within the balance', () => {
    fc.assert(
      fc.property(randomCommands(), (commands) => {
        for (const [account, { amount, cashable }] of bookAfter(commands).book.accounts.entries()) {
          if (!isWalletAccount(account)) continue;
          expect(cashable >= 0n && amount >= cashable, account).to.equal(true);
        }
      }),
    );
  });

  it('points in wallets and service accounts equal points issued, granted and backed', () => {
    fc.assert(
      fc.property(randomCommands(), (commands) => {
        const { book } = bookAfter(commands);
        const points = [...book.accounts.entries()].filter(([, { unit }]) => unit === 'svc-points');
        const sources = [POINTS_ISSUED, REWARDS_GRANTED, POINTS_BACKED];
        const own = sources.map((name) => book.accounts.get(name)?.amount ?? 0n);
        const there = points.filter(([account]) => !sources.includes(account));
        const sum = there.reduce((total, [, { amount }]) => total + amount, 0n);
        expect(sum).to.equal(-own.reduce((a, b) => a + b, 0n));
        const kept = [POINTS_HEADROOM, SPREAD_INCOME, ROUNDING, PAYOUTS_IN_FLIGHT];
        for (const [account, { amount }] of there) {
          const isOwed = receivableWallet(account) !== undefined;
          expect(isWalletAccount(account) || kept.includes(account) || isOwed, account).to.equal(true);
          expect(isOwed ? amount <= 0n : amount >= 0n, account).to.equal(true);
        }
      }),
    );
  });

  it('a wallet whose user owes something has nothing available, and owes no more than was reversed', () => {
    fc.assert(
      fc.property(randomCommands(), (commands) => {
        const { book, events } = bookAfter(commands);
        const reversed = new Map<string, bigint>();
        for (const { type, data } of events)
          if (type === 'deposit.reversed')
            reversed.set(
              data.wallet_id,
              (reversed.get(data.wallet_id) ?? 0n) + parseStoredAmount(data.receivable),
            );
        for (const [account, { amount, cashable }] of book.accounts.entries()) {
          const wallet = receivableWallet(account);
          if (wallet === undefined) continue;
          expect(cashable <= amount && -amount <= (reversed.get(wallet) ?? 0n), account).to.equal(true);
          if (amount < 0n) expect(book.accounts.get(wallet)?.amount ?? 0n, wallet).to.equal(0n);
        }
      }),
    );
  });

  it('what a wallet has and owes changes by exactly what came back', () => {
    fc.assert(
      fc.property(randomCommands(), (commands) => {
        const { events } = bookAfter(commands);
        for (const [at, event] of events.entries()) {
          if (event.type !== 'payout.returned_late' && event.type !== 'deposit.reversed') continue;
          const { wallet_id, points } = event.data;
          const posting = events[at + 1];
          if (posting?.type !== 'posting.recorded') throw new Error('expected the posting');
          const sum = posting.data.lines
            .filter(({ account }) => walletOf(account) === wallet_id)
            .reduce((total, { amount }) => total + parseStoredAmount(amount), 0n);
          const moved = parseStoredAmount(points);
          expect(sum).to.equal(event.type === 'deposit.reversed' ? -moved : moved);
        }
        const moved = events.flatMap(({ type, data }) =>
          type === 'payout.returned_late' || type === 'deposit.reversed' ? [data.transfer_id] : [],
        );
        expect(new Set(moved).size).to.equal(moved.length);
      }),
    );
  });

  it('coin is in wallets or in stock, and comes only from the treasury', () => {
    fc.assert(
      fc.property(randomCommands(), (commands) => {
        const { book } = bookAfter(commands);
        const coin = [...book.accounts.entries()].filter(([, { unit }]) => unit === 'svc-coin');
        const there = coin.filter(([account]) => account !== COIN_ALLOCATED);
        for (const [account, { amount }] of there) {
          expect(isWalletAccount(account) || account === COIN_STOCK, account).to.equal(true);
          expect(amount >= 0n, account).to.equal(true);
        }
        const sum = there.reduce((total, [, { amount }]) => total + amount, 0n);
        expect(sum).to.equal(-(book.accounts.get(COIN_ALLOCATED)?.amount ?? 0n));
      }),
    );
  });

  it('each conversion uses one quote, and each quote at most one conversion', () => {
    fc.assert(
      fc.property(randomCommands(), (commands) => {
        const { events } = bookAfter(commands);
        const used = events.flatMap((event) =>
          event.type === 'transfer.created' && event.data.kind === 'conversion' ? [event.data.quote_id] : [],
        );
        expect(new Set(used).size).to.equal(used.length);
        expect(used).not.to.include(undefined);
      }),
    );
  });

  it('payouts in flight equal the debits of open off-ramps, all cashable', () => {
    fc.assert(
      fc.property(randomCommands(), (commands) => {
        const { book } = bookAfter(commands);
        const open = [...book.transfers.values()].filter(({ kind }) => kind === 'offramp');
        const sum = open.reduce((total, { amount }) => total + parseStoredAmount(amount), 0n);
        const inFlight = book.accounts.get(PAYOUTS_IN_FLIGHT) ?? { amount: 0n, cashable: 0n };
        expect([inFlight.amount, inFlight.cashable]).to.deep.equal([sum, sum]);
      }),
    );
  });

  it('refunded payouts leave no trace, and completed ones paid points times price', () => {
    fc.assert(
      fc.property(randomCommands(), (commands) => {
        const { book, events } = bookAfter(commands);
        const created = new Map(
          events.flatMap(({ type, data }) => (type === 'transfer.created' ? [[data.transfer_id, data]] : [])),
        );
        const paid = new Map<string, bigint>();
        for (const { type, data } of events) {
          if (type !== 'transfer.state_changed' || data.state !== 'completed') continue;
          const { payout, destination } = created.get(data.transfer_id) ?? {};
          if (payout === undefined || destination?.currency === undefined) continue;
          const before = paid.get(destination.currency) ?? 0n;
          paid.set(destination.currency, before + parseStoredAmount(payout.amount));
        }
        for (const currency of ['usd', 'cad']) {
          const arrived = events.flatMap(({ type, data }) =>
            type === 'posting.recorded'
              ? data.lines
                  .filter(
                    ({ account, amount }) => account === `fiat_held:${currency}` && amount.startsWith('-'),
                  )
                  .filter(() => data.description === 'Payout completed')
              : [],
          );
          const left = arrived.reduce((total, { amount }) => total - parseStoredAmount(amount), 0n);
          expect(left, currency).to.equal(paid.get(currency) ?? 0n);
        }
        expect(book.revision).to.equal(events.length - 1);
      }),
    );
  });

  it('pending balances equal the holds of transfers in review', () => {
    fc.assert(
      fc.property(randomCommands(), (commands) => {
        const { book } = bookAfter(commands);
        const pending = [...book.accounts.entries()].filter(([account]) => account.endsWith(':pending'));
        const [inWallets, held] = [pending.map(([, balance]) => balance), [...book.holds.values()]].map(
          (all) => all.reduce((total, { amount }) => total + amount, 0n),
        );
        expect(inWallets).to.equal(held);
        for (const [id] of book.holds.entries()) expect(book.transfers.get(id)?.state).to.equal('in_review');
        // The points of an off-ramp in review have already left the wallet.
        const inReview = [...book.transfers.values()].filter(
          ({ kind, state }) => state === 'in_review' && kind !== 'offramp',
        );
        expect(inReview.length).to.equal(book.holds.size);
      }),
    );
  });

  it('the book keeps no final transfer, and wallets of deactivated users are frozen and empty but for what came back', () => {
    fc.assert(
      fc.property(randomCommands(), (commands) => {
        const { book, events } = bookAfter(commands);
        for (const { kind, state } of book.transfers.values())
          expect(isFinalState(kind, state)).to.equal(false);
        for (const { user, wallets } of book.users.values()) {
          if (user.status === 'active') continue;
          for (const id of Object.values(wallets)) {
            expect(book.wallets.get(id ?? '')?.status).to.equal('frozen');
            const owed = book.accounts.get(receivableAccount(id ?? ''))?.amount ?? 0n;
            const there = book.accounts.get(id ?? '')?.amount ?? 0n;
            expect(there + owed).to.equal(cameBackSince(events, user.id, id ?? '').net);
            if (!cameBackSince(events, user.id, id ?? '').hasCredits) expect(there).to.equal(0n);
          }
        }
      }),
    );
  });

  it('replaying the events gives the same book', () => {
    fc.assert(
      fc.property(randomCommands(), (commands) => {
        const ledger = bookAfter(commands);
        const again = createBook(STREAM);
        for (const event of ledger.events) evolve(again, event);
        expect(stateOf(again)).to.deep.equal(stateOf(ledger.book));
      }),
    );
  });

  it('any snapshot plus its later events gives the same book', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(30), randomCommands(30), async (before, after) => {
        const ledger = bookAfter(before);
        const documents = createMemoryDocumentStore();
        const taken = captureBook(ledger.book, 'f'.repeat(64), []);
        // Changes during the save must not affect the snapshot.
        const at = ledger.events.length;
        for (const command of after) tryCommand(ledger, command);
        await saveSnapshot(documents, STREAM, taken, SNAPSHOT_KEY);
        const restored = await loadSnapshot(documents, STREAM, SNAPSHOT_KEY);
        if (restored === undefined) throw new Error('the snapshot is not there');
        expect(restored.hash).to.equal('f'.repeat(64));
        for (const event of ledger.events.slice(at)) evolve(restored.book, event);
        expect(stateOf(restored.book)).to.deep.equal(stateOf(ledger.book));
      }),
      { numRuns: runs(50) },
    );
  });

  it('every table records its changes for a rollback', () => {
    for (const name of TABLES) {
      const book = createBook(STREAM);
      book.undoLog.isRecording = true;
      book[name].delete('some-key');
      expect(book.undoLog.steps.length, name).to.equal(1);
    }
  });

  it('every change can be rolled back to any point', () => {
    fc.assert(
      fc.property(randomCommands(20), randomCommands(20), (before, after) => {
        const ledger = bookAfter(before);
        const { book } = ledger;
        book.undoLog.isRecording = true;
        const then = stateOf(book);
        for (const command of after) tryCommand(ledger, command);
        rollBack(book.undoLog);
        expect(stateOf(book)).to.deep.equal(then);
      }),
    );
  });

  it('every ID is unique, and IDs with one prefix sort by creation', () => {
    fc.assert(
      fc.property(randomCommands(), (commands) => {
        const { events } = bookAfter(commands);
        const created = events.flatMap(({ type, data }) => {
          const name = {
            'user.created': 'user_id',
            'wallet.opened': 'wallet_id',
            'transfer.created': 'transfer_id',
            'payout_account.opened': 'payout_account_id',
          };
          const key = Object.entries(name).find(([each]) => each === type)?.[1];
          return Object.entries(data).flatMap(([field, value]) => (field === key ? [String(value)] : []));
        });
        expect(new Set(created).size).to.equal(created.length);
        for (const prefix of ['usr_', 'wal_', 'trf_', 'pa_']) {
          const ids = created.filter((id) => id.startsWith(prefix));
          expect(ids).to.deep.equal([...ids].sort());
        }
      }),
    );
  });
});

/** What came back for a wallet since its user was deactivated, and what they owed then. */
function cameBackSince(
  events: readonly RecordedBookEvent[],
  userId: string,
  walletId: string,
): { readonly net: bigint; readonly hasCredits: boolean } {
  const at = events.findIndex(({ type, data }) => type === 'user.deactivated' && data.user_id === userId);
  let [net, hasCredits] = [0n, false];
  for (const [index, { type, data }] of events.entries()) {
    if (index < at) {
      if (type !== 'posting.recorded') continue;
      const line = data.lines.findLast(({ account }) => account === receivableAccount(walletId));
      if (line !== undefined) net = parseStoredAmount(line.balance_after);
      continue;
    }
    if ((type !== 'payout.returned_late' && type !== 'deposit.reversed') || data.wallet_id !== walletId)
      continue;
    net += parseStoredAmount(data.points) * (type === 'deposit.reversed' ? -1n : 1n);
    if (type === 'payout.returned_late') hasCredits = true;
  }
  return { net, hasCredits };
}

describe('The random commands', () => {
  it('reach every decision, both accepted and refused', () => {
    const [taken, refused] = [new Set<string>(), new Set<string>()];
    const types = new Set<string>();
    const tables = new Set<string>();
    fc.assert(
      fc.property(fc.array(randomCommand, { minLength: 60, maxLength: 60 }), (commands) => {
        const ledger = createLedger();
        populate(ledger);
        for (const command of commands)
          (tryCommand(ledger, command) === undefined ? refused : taken).add(command.do);
        for (const { type } of ledger.events) types.add(type);
        for (const name of TABLES) if (ledger.book[name].size > 0) tables.add(name);
      }),
      { seed: 1, numRuns: 300 },
    );
    expect(taken.size).to.equal(32);
    // Allocations and name checks are never refused: late ones change nothing.
    expect(refused.size).to.equal(30);
    expect(types.size).to.equal(36);
    // What operators decide alone is counted by the writer, which knows who they are.
    expect([...tables, 'decidedAlone']).to.have.members(TABLES);
  });
});
