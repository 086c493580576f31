/** Somebody who can write to the document store tries to redirect money between a connector's rail and the books. */
import { join } from 'node:path';
import { expect } from 'chai';
import { COLLECTIONS } from '../../projections/collections.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { createHandlers } from '../../src/jobs/handlers.ts';
import type { DepositDecision } from '../../src/rails/port.ts';
import { createRails } from '../../src/rails/rails.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { createVault } from '../../src/vault/vault.ts';
import { newDepositAccount, newWallet } from '../support/api-steps.ts';
import { startConnectedRails, type ConnectedRails } from '../support/connected-rails.ts';
import { AUTHENTICATION } from '../support/event-macs.ts';
import { arrival, depositAccount, review } from '../support/ledger-commands.ts';
import { STREAM } from '../support/policy.ts';
import { waitFor } from '../support/wait-for.ts';
import { done, idOf, keepersOn, openWalletOn } from '../support/writer.ts';

describe('Somebody who edits the document of a rail reference', () => {
  let connected: ConnectedRails;
  before(async () => (connected = await startConnectedRails()));
  after(() => connected.close());

  it('cannot redirect the next payment of somebody else', async () => {
    const { sandbox, service } = connected;
    const [ada, mallory] = [await newWallet(sandbox), await newWallet(sandbox)];
    const [hers, his] = [await newDepositAccount(sandbox, ada), await newDepositAccount(sandbox, mallory)];
    await exchangeOwner(join(service.dataDir, DATABASE_FILE_NAME), hers.id, his.id);
    await connected.pay(hers, '5.00').catch(() => undefined);
    expect((await connected.balanceOf(mallory)).available).to.equal('0.00');
    // The connector is told that the reference is unknown, so it returns the money.
    expect((await connected.balanceOf(ada)).available).to.equal('0.00');
  });

  /** Replaces the deposit account that a reference was issued for. */
  async function exchangeOwner(file: string, from: string, to: string): Promise<void> {
    const documents = createSqliteDocuments(openDatabase(file));
    const collection = COLLECTIONS.railReferences;
    try {
      const all = await waitFor('the references are projected', async () => {
        const found = await documents.scan(collection, { limit: 100 });
        return found.some(({ body }) => body.includes(from)) ? found : undefined;
      });
      await documents.drop([collection], []);
      await documents.ensure([{ name: collection, kind: 'log' }]);
      const writes = all.map(({ position, ...document }) => ({
        ...{ collection, id: document.id, position },
        document: { ...document, body: document.body.replace(from, to) },
      }));
      await documents.write(writes, new Map());
    } finally {
      await documents.close();
    }
  }
});

describe('Somebody who edits the documents of a reviewed deposit', () => {
  it('cannot make the rail return money that was kept', async () => {
    const eventStore = createMemoryEventStore();
    const documents = createMemoryDocumentStore();
    const writers = keepersOn({ eventStore, documents });
    const wallet = await openWalletOn(writers, '0.00');
    const user = await writers.read(STREAM, (book) => book.wallets.get(wallet)?.user_id ?? '');
    const account = idOf(await done(writers, depositAccount(user, wallet)), 'da');
    const transfer = idOf(await done(writers, arrival(account, '9.00', 'in_review')), 'trf');
    await done(writers, review(transfer, 'approved'));
    const decidedAt = await writers.read(STREAM, (book) => new Date(book.time).toISOString());
    const forged = {
      id: transfer,
      state: 'returned',
      state_reason: null,
      source: { type: 'fiat', currency: 'usd', rail: 'bank_eft' },
      receipt: { amount_received: '9000.00', rail_reference: 'RAIL-OF-ANOTHER' },
    };
    const document = { id: transfer, scope: STREAM, terms: [], body: JSON.stringify(forged) };
    await documents.ensure([{ name: COLLECTIONS.transfers, kind: 'state' }]);
    await documents.write(
      [{ collection: COLLECTIONS.transfers, id: transfer, document, position: 1n }],
      new Map(),
    );
    const decisions: DepositDecision[] = [];
    const provider = {
      ...createRails().provider('sandbox', 'bank_eft'),
      notifyDecision: (decision: DepositDecision) => Promise.resolve(void decisions.push(decision)),
    };
    const { tell_decision: notify } = createHandlers({
      ...{ writers, documents, eventStore, authentication: AUTHENTICATION },
      vault: createVault(documents, new Uint8Array(32)),
      rails: { provider: () => provider, isAvailable: () => true },
      submitPayout: () => Promise.resolve(),
    });
    const task = { kind: 'tell_decision', stream: STREAM, subject: transfer } as const;
    await notify?.({ ...task, due_at: decidedAt });
    expect(decisions).to.deep.equal([
      {
        transfer_id: transfer,
        rail: 'bank_eft',
        rail_reference: 'RAIL-1',
        amount: '9.00',
        currency: 'usd',
        disposition: 'keep',
      },
    ]);
    // A task about a decision that was never made is not run.
    const wrong = await notify?.({ ...task, due_at: '2030-01-01T00:00:00.000Z' }).catch(
      (error: unknown) => error,
    );
    expect(wrong).to.be.instanceOf(Error);
    expect(decisions).to.have.length(1);
  });
});
