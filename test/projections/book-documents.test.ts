import { expect } from 'chai';
import fc from 'fast-check';
import { COLLECTIONS } from '../../projections/collections.ts';
import { TASKS_SCOPE, taskId, type Task } from '../../projections/tasks.ts';
import { transferReferenceTerm, transferTerms, type TransferFilter } from '../../projections/transfers.ts';
import { userReferenceTerm, userTerms } from '../../projections/users.ts';
import { parseStoredAmount } from '../../src/ledger/amount.ts';
import type { RecordedBookEvent } from '../../src/ledger/event.ts';
import { idTime } from '../../src/ledger/ids.ts';
import { findAccountAwaitingNameCheck } from '../../src/ledger/payout-account.ts';
import { findPayoutToSubmit } from '../../src/ledger/payout.ts';
import { bucketKey } from '../../src/ledger/posting.ts';
import {
  NO_PERSONAL_FIELDS,
  presentBalance,
  presentDepositAccount,
  presentPayoutAccount,
  presentLateMovement,
  presentTransfer,
  presentUser,
  presentWallet,
  transferIn,
  walletIn,
  type PersonalFields,
} from '../../src/ledger/present.ts';
import { evolveTransfer, type Transfer } from '../../src/ledger/transfer.ts';
import { createUser, updateUser } from '../../src/ledger/user.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { runs } from '../support/effort.ts';
import { arrival, onramp, transfer } from '../support/ledger-commands.ts';
import { createLedger, given, idIn, type Ledger } from '../support/ledger.ts';
import { STREAM } from '../support/policy.ts';
import { listBodies, project, readEverything, storedEvents } from '../support/project-book.ts';
import { randomCommands } from '../support/random-commands.ts';
import { runCommands } from '../support/random-ledger.ts';
import { expectMatchesDefinition } from '../support/schema-definitions.ts';

type WithId = { readonly id: string };
type HistoryEntry = {
  readonly id: string;
  readonly wallet_id: string;
  readonly bucket: 'available' | 'pending' | 'cashable';
  readonly amount: string;
  readonly balance_after: string;
};

const bookAfter = (commands: Parameters<typeof runCommands>[1]) => runCommands(createLedger(), commands);
const documentsOf = (ledger: Ledger, pageSize?: number) =>
  project(storedEvents(ledger.events), pageSize === undefined ? {} : { pageSize });

const byId = (a: WithId, b: WithId): number => (a.id < b.id ? -1 : 1);

/** Compares byte for byte, including the order of members. */
function expectSame(shown: readonly unknown[], presented: readonly unknown[]): void {
  expect(shown.map((each) => JSON.stringify(each))).to.deep.equal(
    presented.map((each) => JSON.stringify(each)),
  );
}

/** Every transfer, folded from the events alone. */
function allTransfers(events: readonly RecordedBookEvent[]): Transfer[] {
  const transfers = new Map<string, Transfer>();
  for (const event of events) {
    if (event.type !== 'transfer.created' && event.type !== 'transfer.state_changed') continue;
    const id = event.data.transfer_id;
    transfers.set(id, evolveTransfer(transfers.get(id), event));
  }
  return [...transfers.values()];
}

/** Every transfer as it is shown, with the money that came back late. */
function shownTransfers(events: readonly RecordedBookEvent[]): WithId[] {
  const late = new Map(
    events.flatMap((event) =>
      event.type === 'payout.returned_late' || event.type === 'deposit.reversed'
        ? [[event.data.transfer_id, event] as const]
        : [],
    ),
  );
  return allTransfers(events).map((transfer) => {
    const event = late.get(transfer.id);
    const shown = presentTransfer(transfer);
    if (event === undefined) return shown;
    const { version } = shown;
    return {
      ...shown,
      version: version + 1,
      updated_at: event.time,
      late_movement: presentLateMovement(event),
    };
  });
}

/** The transfers of deposits that a review has decided. */
function decidedDeposits(events: readonly RecordedBookEvent[]): string[] {
  const held = new Set<string>();
  return events.flatMap((event) => {
    if (event.type !== 'transfer.state_changed' || event.data.deposit_id === undefined) return [];
    const { transfer_id: id, state } = event.data;
    if (state === 'in_review') held.add(id);
    return held.has(id) && (state === 'completed' || state === 'returned') ? [id] : [];
  });
}

function lastTouch(events: readonly RecordedBookEvent[], walletId: string): string {
  const touching = events.filter(
    (event) =>
      (event.type === 'wallet.opened' && event.data.wallet_id === walletId) ||
      (event.type === 'posting.recorded' && event.data.lines.some(({ account }) => account === walletId)),
  );
  return touching.at(-1)?.time ?? '';
}

describe('The documents of a book', () => {
  it('match the users of the ledger', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), fc.integer({ min: 1, max: 40 }), async (commands, pageSize) => {
        const ledger = bookAfter(commands);
        const shown = await listBodies<WithId>(await documentsOf(ledger, pageSize), 'users', STREAM);
        const users = [...ledger.book.users.values()].map(({ user }) =>
          presentUser(user, NO_PERSONAL_FIELDS),
        );
        expectSame(shown, users.sort(byId));
        for (const user of shown) expectMatchesDefinition('User', user);
      }),
      { numRuns: runs(40) },
    );
  });

  it('match the wallets of the ledger and their balances', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), fc.integer({ min: 1, max: 40 }), async (commands, pageSize) => {
        const ledger = bookAfter(commands);
        const { accounts, wallets } = ledger.book;
        const shown = await listBodies<WithId>(await documentsOf(ledger, pageSize), 'wallets', STREAM);
        const nothing = { unit: '', amount: 0n, cashable: 0n };
        const expected = [...wallets.values()].map((wallet) => {
          const available = accounts.get(wallet.id) ?? nothing;
          const pending = accounts.get(bucketKey(wallet.id, 'pending')) ?? nothing;
          return presentWallet(
            wallet,
            presentBalance(wallet, available, pending, lastTouch(ledger.events, wallet.id)),
          );
        });
        expectSame(shown, expected.sort(byId));
        for (const wallet of shown) expectMatchesDefinition('Wallet', wallet);
      }),
      { numRuns: runs(40) },
    );
  });

  it('contain every transfer, including those the book no longer holds in memory', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), fc.integer({ min: 1, max: 40 }), async (commands, pageSize) => {
        const ledger = bookAfter(commands);
        const shown = await listBodies<WithId>(await documentsOf(ledger, pageSize), 'transfers', STREAM);
        expectSame(shown, shownTransfers(ledger.events).sort(byId));
        for (const each of shown) expectMatchesDefinition('Transfer', each);
      }),
      { numRuns: runs(40) },
    );
  });

  it('match the deposit accounts of the ledger', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), async (commands) => {
        const ledger = bookAfter(commands);
        const shown = await listBodies<WithId>(await documentsOf(ledger), 'depositAccounts', STREAM);
        const accounts = [...ledger.book.depositAccounts.values()].map(presentDepositAccount);
        expectSame(shown, accounts.sort(byId));
        for (const account of shown) expectMatchesDefinition('DepositAccount', account);
      }),
      { numRuns: runs(30) },
    );
  });

  it('match the wallets and open transfers that reads get from the book in memory', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), async (commands) => {
        const ledger = bookAfter(commands);
        const documents = await documentsOf(ledger);
        const wallets = await listBodies<WithId>(documents, 'wallets', STREAM);
        expectSame(
          wallets,
          wallets.map(({ id }) => walletIn(ledger.book, id)),
        );
        const transfers = await listBodies<WithId>(documents, 'transfers', STREAM);
        const open = transfers.filter(({ id }) => ledger.book.transfers.has(id));
        expectSame(
          open,
          open.map(({ id }) => transferIn(ledger.book, id)),
        );
      }),
      { numRuns: runs(60) },
    );
  });

  it('match the payout accounts of the ledger, without the sealed bank details', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), async (commands) => {
        const ledger = bookAfter(commands);
        const people = new Map([['sealed name', { account_owner_name: 'Ada Moreau' }]]);
        const documents = await project(storedEvents(ledger.events), { people });
        const shown = await listBodies<WithId>(documents, 'payoutAccounts', STREAM);
        const accounts = [...ledger.book.payoutAccounts.values()].map(({ account }) =>
          presentPayoutAccount(account, { account_owner_name: 'Ada Moreau' }),
        );
        expectSame(shown, accounts.sort(byId));
        for (const account of shown) expectMatchesDefinition('PayoutAccount', account);
        expect(JSON.stringify(shown)).to.not.contain('sealed');
      }),
      { numRuns: runs(30) },
    );
  });

  it('contain a task for each payout to submit, name to check, and decision to report', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), fc.integer({ min: 1, max: 40 }), async (commands, pageSize) => {
        const { book, events } = bookAfter(commands);
        const documents = await project(storedEvents(events), { pageSize });
        const query = { scope: TASKS_SCOPE, terms: [], order: 'oldest', limit: 10_000 } as const;
        const found = await documents.list(COLLECTIONS.tasks, query);
        const subjectsOf = (kind: string): string[] =>
          found
            .filter(({ terms }) => terms.includes(`kind:${kind}`))
            // The projection wrote it.
            .map(({ body }) => (JSON.parse(body) as Task).subject)
            .sort();
        const payouts = [...book.transfers.values()].filter(({ id }) => findPayoutToSubmit(book, id));
        expect(subjectsOf('submit_payout')).to.deep.equal(payouts.map(({ id }) => id).sort());
        const names = [...book.payoutAccounts.values()].filter(({ account }) =>
          findAccountAwaitingNameCheck(book, account.id),
        );
        expect(subjectsOf('check_name')).to.deep.equal(names.map(({ account }) => account.id).sort());
        expect(subjectsOf('tell_decision')).to.deep.equal(decidedDeposits(events).sort());
        for (const { id, body } of found) {
          const { kind, subject, stream, due_at } = JSON.parse(body) as Task;
          expect([id, stream]).to.deep.equal([taskId(kind, subject), STREAM]);
          // A decision becomes due when it is made, but its list order is that of the transfer.
          if (kind === 'tell_decision') expect(Date.parse(due_at)).to.be.at.least(idTime(subject));
          else expect(Date.parse(due_at)).to.equal(idTime(subject));
        }
        expect(found.map(({ id }) => id)).to.deep.equal(found.map(({ id }) => id).sort());
      }),
      { numRuns: runs(60) },
    );
  });

  it('contain a history whose entries add up to each balance of each wallet', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), async (commands) => {
        const ledger = bookAfter(commands);
        const entries = await listBodies<HistoryEntry>(await documentsOf(ledger), 'walletHistory', STREAM);
        for (const entry of entries) {
          expectMatchesDefinition('WalletHistoryEntry', entry);
          expect(parseStoredAmount(entry.amount)).to.not.equal(0n);
        }
        for (const id of ledger.book.wallets.values()) {
          const figures = ledger.walletBalances(id.id);
          for (const bucket of ['available', 'pending', 'cashable'] as const) {
            const own = entries.filter((entry) => entry.wallet_id === id.id && entry.bucket === bucket);
            let sum = 0n;
            for (const { amount, balance_after } of own) {
              sum += parseStoredAmount(amount);
              expect(parseStoredAmount(balance_after)).to.equal(sum);
            }
            expect(sum).to.equal(parseStoredAmount(figures[bucket]));
          }
        }
      }),
      { numRuns: runs(40) },
    );
  });

  it('are the same for any page size, and when all events are applied again', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomCommands(),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        async (commands, pageSize, otherSize) => {
          const events = storedEvents(bookAfter(commands).events);
          const documents = await project(events, { pageSize });
          const contents = await readEverything(documents, STREAM);
          await project(events, { pageSize: otherSize, documents });
          expect(await readEverything(documents, STREAM)).to.deep.equal(contents);
          const rebuilt = await project(events, { pageSize: otherSize });
          expect(await readEverything(rebuilt, STREAM)).to.deep.equal(contents);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('are completed after an interrupted run', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), fc.nat(), async (commands, cut) => {
        const events = storedEvents(bookAfter(commands).events);
        const documents = createMemoryDocumentStore();
        await project(events.slice(0, cut % events.length), { documents });
        await project(events, { documents, pageSize: 7 });
        expect(await readEverything(documents, STREAM)).to.deep.equal(
          await readEverything(await project(events), STREAM),
        );
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('Personal fields in documents', () => {
  const ANNA: PersonalFields = { ...NO_PERSONAL_FIELDS, email: 'anna@example.com', first_name: 'Anna' };
  const NEWER: PersonalFields = { ...ANNA, email: 'a@example.com', phone: '+14165550100' };

  /** A user whose fields were sealed twice, with a different change in between. */
  function ledgerOfAnna(type: 'individual' | 'business' = 'individual'): { ledger: Ledger; id: string } {
    const ledger = given();
    const fields = { external_reference: 'anna', country: null, metadata: {}, seal: () => 'sealed-1' };
    const id = idIn(
      ledger.run((book, context) => createUser(book, { type, ...fields }, context)),
      'user_id',
    );
    ledger.kyc(id, 'approved');
    ledger.run((book) => updateUser(book, { user_id: id, reseal: () => 'sealed-2' }));
    ledger.run((book) => updateUser(book, { user_id: id, metadata: { a: '1' } }));
    return { ledger, id };
  }

  it('are the ones sealed last', async () => {
    const { ledger } = ledgerOfAnna();
    const people = new Map([
      ['sealed-1', ANNA],
      ['sealed-2', NEWER],
    ]);
    const documents = await project(storedEvents(ledger.events), { people, pageSize: 2 });
    const [user] = await listBodies<object>(documents, 'users', STREAM);
    expect(user).to.include({
      email: 'a@example.com',
      phone: '+14165550100',
      first_name: 'Anna',
      last_name: null,
    });
    expect(user).to.not.have.property('business_name');
    expectMatchesDefinition('User', user);
  });

  it('are null after a rebuild if the person was forgotten', async () => {
    const { ledger } = ledgerOfAnna();
    const [user] = await listBodies<object>(await project(storedEvents(ledger.events)), 'users', STREAM);
    expect(user).to.include({ email: null, phone: null, first_name: null, last_name: null });
  });

  it('contain the business name of a business', async () => {
    const { ledger } = ledgerOfAnna('business');
    const people = new Map([['sealed-2', { ...NO_PERSONAL_FIELDS, business_name: 'Anna Ltd' }]]);
    const [user] = await listBodies<object>(
      await project(storedEvents(ledger.events), { people }),
      'users',
      STREAM,
    );
    expect(user).to.include({ business_name: 'Anna Ltd' });
    expect(user).to.not.have.any.keys('first_name', 'last_name');
  });
});

describe('The lists of documents', () => {
  const listed = async (ledger: Ledger, collection: string, ...terms: string[]): Promise<string[]> => {
    const documents = await documentsOf(ledger);
    const found = await documents.list(collection, { scope: STREAM, terms, order: 'newest', limit: 100 });
    return found.map(({ id }) => id);
  };

  it('find a transfer by every filter of the API, in its current state', async () => {
    const ledger = given();
    const [anna, ben] = [ledger.fundedWallet('100.00'), ledger.wallet()];
    const first = idIn(ledger.run(transfer(anna, ben, '1.00', { integrator_reference: 'r' })), 'transfer_id');
    const second = idIn(ledger.run(onramp(anna, '5.00')), 'transfer_id');
    const both = [second, first];
    const find = (filter: TransferFilter) => listed(ledger, COLLECTIONS.transfers, ...transferTerms(filter));
    expect(await find({})).to.deep.equal(both);
    expect(await find({ walletIds: [anna] })).to.deep.equal(both);
    expect(await find({ walletIds: [ben] })).to.deep.equal([first]);
    expect(await find({ walletIds: [anna, ben] })).to.deep.equal(both);
    expect(await find({ walletIds: [anna], otherWalletId: ben })).to.deep.equal([first]);
    expect(await find({ walletIds: [ben], otherWalletId: anna, state: 'completed' })).to.deep.equal([first]);
    expect(await find({ walletIds: [ben], otherWalletId: anna, state: 'failed' })).to.deep.equal([]);
    expect(await find({ state: 'completed' })).to.deep.equal([first]);
    expect(await find({ state: 'pending' })).to.deep.equal([]);
    expect(await find({ kind: 'onramp', walletIds: [anna] })).to.deep.equal([second]);
    expect(await find({ kind: 'user_to_user', walletIds: [anna] })).to.deep.equal([first]);
    expect(await listed(ledger, COLLECTIONS.transfers, transferReferenceTerm('r'))).to.deep.equal([first]);
    ledger.run(arrival(second, '5.00'));
    expect(await find({ state: 'awaiting_funds' })).to.deep.equal([]);
    expect(await find({ state: 'completed' })).to.deep.equal(both);
    expect(await find({ kind: 'onramp', state: 'completed', walletIds: [anna] })).to.deep.equal([second]);
  });

  it('find a user by reference, by statuses, and wallets by owner and asset', async () => {
    const ledger = given();
    const anna = ledger.approvedUser('anna');
    const ben = ledger.user('ben');
    const points = ledger.wallet(anna);
    const coin = ledger.wallet(anna, 'svc-coin');
    const find = (...terms: readonly string[]) => listed(ledger, COLLECTIONS.users, ...terms);
    expect(await find(userReferenceTerm('ben'))).to.deep.equal([ben]);
    expect(await find(...userTerms({}))).to.deep.equal([ben, anna]);
    expect(await find(...userTerms({ kyc_status: 'approved' }))).to.deep.equal([anna]);
    expect(await find(...userTerms({ kyc_status: 'not_started', status: 'active' }))).to.deep.equal([ben]);
    expect(await find(...userTerms({ kyc_status: 'approved', status: 'deactivated' }))).to.deep.equal([]);
    expect(await listed(ledger, 'wallets_v1', `user:${anna}`)).to.deep.equal([coin, points]);
    expect(await listed(ledger, 'wallets_v1', 'asset:svc-points')).to.include(points);
  });
});
