/** A read waits for the keys of what it shows. No key may be missing, or the read would show an older state. */
import { expect } from 'chai';
import fc from 'fast-check';
import {
  transfersKeys,
  usersKeys,
  walletsKeys,
  webhookEndpointsKeys,
} from '../../../src/api/operations/list.ts';
import type { KeysOf } from '../../../src/api/operations/wait.ts';
import { createBook } from '../../../src/ledger/book.ts';
import { evolve } from '../../../src/ledger/evolve.ts';
import { deactivateUser, forgetUser } from '../../../src/ledger/user.ts';
import type { StoredDocument } from '../../../src/read-models/port.ts';
import { ERASED_EVENTS_KEY, addChangedKeys, hasKey } from '../../../src/writer/changed-keys.ts';
import { createRecentChanges, type RecentChanges } from '../../../src/writer/speculative-book.ts';
import { runs } from '../../support/effort.ts';
import { transfer } from '../../support/ledger-commands.ts';
import { createLedger, type Ledger } from '../../support/ledger.ts';
import { STREAM } from '../../support/policy.ts';
import { listAll, project, storedEvents, type CollectionName } from '../../support/project-book.ts';
import { randomCommands } from '../../support/random-commands.ts';
import { runCommands } from '../../support/random-ledger.ts';

const only =
  (id: string): KeysOf =>
  () => [id];

/** The values of a document's terms with this name. */
const valuesOf = ({ terms }: StoredDocument, name: string): string[] =>
  terms.flatMap((term) => (term.startsWith(`${name}:`) ? [term.slice(name.length + 1)] : []));

/** Every read that shows a document, by collection: of the object itself, and of each list that contains it. */
const READS: Partial<Record<CollectionName, (found: StoredDocument, ledger: Ledger) => readonly KeysOf[]>> = {
  users: (found) => [only(found.id), usersKeys(), ...valuesOf(found, 'reference').map(usersKeys)],
  identities: (found) => [only(found.id)],
  wallets: (found) => [only(found.id), ...valuesOf(found, 'user').map(walletsKeys)],
  walletHistory: (found) => valuesOf(found, 'wallet').map(only),
  depositAccounts: (found) => [only(found.id), ...valuesOf(found, 'user').map(only)],
  deposits: (found) => valuesOf(found, 'account').map(only),
  payoutAccounts: (found) => [only(found.id), ...valuesOf(found, 'user').map(only)],
  quotes: (found) => [only(found.id)],
  transfers: (found, ledger) => [
    only(found.id),
    transfersKeys({}),
    ...valuesOf(found, 'kind').map((kind) => transfersKeys({ kind: kind as 'onramp' })),
    ...valuesOf(found, 'reference').map((reference) => transfersKeys({ integrator_reference: reference })),
    ...valuesOf(found, 'wallet').flatMap((wallet) => [
      transfersKeys({ wallet_id: wallet }),
      transfersKeys({ user_id: ledger.ownerOf(wallet) }),
    ]),
  ],
  // A list of events about a history entry waits for everything, so it needs no key.
  events: (found) => valuesOf(found, 'object').filter(hasKey).map(only),
  webhookEndpoints: (found) => [only(found.id), webhookEndpointsKeys],
};

/** The changes of a history, with revisions as positions. */
function changesOf({ events }: Ledger): RecentChanges {
  const book = createBook(STREAM);
  const changes = createRecentChanges(-1n, undefined, { min: Infinity, max: Infinity });
  for (const event of events) {
    const keys: string[] = [];
    addChangedKeys(keys, book, event);
    evolve(book, event);
    changes.record(keys, BigInt(event.revision));
  }
  return changes;
}

/** The reads that would show an older state of a document than the newest event about it. */
async function tooEarly(ledger: Ledger): Promise<string[]> {
  const documents = await project(storedEvents(ledger.events));
  const changes = changesOf(ledger);
  const found: string[] = [];
  for (const [name, readsOf] of Object.entries(READS))
    // The keys of READS.
    for (const document of await listAll(documents, name as CollectionName, STREAM))
      for (const keysOf of readsOf(document, ledger)) {
        const keys = keysOf(ledger.book);
        if (changes.lastChange(keys) < document.position) found.push(`${name} by ${keys.join()}`);
      }
  return found;
}

describe('The keys of an event', () => {
  it('contain every object and list that its documents change', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), async (commands) => {
        expect(await tooEarly(runCommands(createLedger(), commands))).to.deep.equal([]);
      }),
      { numRuns: runs(60) },
    );
  });

  it('contain the reference of a transfer', async () => {
    const ledger = createLedger();
    const [from, to] = [ledger.fundedWallet('100.00'), ledger.wallet()];
    ledger.run(transfer(from, to, '1.00', { integrator_reference: 'order-1' }));
    const changes = changesOf(ledger);
    const newest = BigInt(ledger.book.revision);
    expect(changes.lastChange(transfersKeys({ integrator_reference: 'order-1' })(ledger.book))).to.equal(
      newest,
    );
    expect(changes.lastChange(transfersKeys({ integrator_reference: 'order-2' })(ledger.book))).to.equal(-1n);
    expect(await tooEarly(ledger)).to.deep.equal([]);
  });

  it('contain the erased events of a forgotten user', () => {
    const ledger = createLedger();
    const user_id = ledger.approvedUser();
    ledger.run((book) => deactivateUser(book, { user_id }));
    const before = changesOf(ledger).lastChange([ERASED_EVENTS_KEY]);
    ledger.run((book) => forgetUser(book, { user_id }));
    const after = changesOf(ledger).lastChange([ERASED_EVENTS_KEY]);
    expect([before, after]).to.deep.equal([-1n, BigInt(ledger.book.revision)]);
  });
});
