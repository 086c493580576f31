/** Signed states, continued audits, and proofs of a service whose stores are servers. */
import { expect } from 'chai';
import { eventStoreSource, type EventSource } from '../../../src/audit/event-source.ts';
import { loadStates } from '../../../src/audit/state/state-files.ts';
import { verify } from '../../../src/audit/verification/verification.ts';
import { createEventMacs } from '../../../src/event-store/event-macs.ts';
import { createEventStoreDb } from '../../../src/event-store/eventstoredb/eventstoredb.ts';
import type { BalanceProof } from '../../../src/generated/api.ts';
import { bookStreamOf } from '../../../src/ledger/ids.ts';
import { deriveAuditSigningKey } from '../../../src/vault/audit-signing-key.ts';
import { makeKeys, masterKey, untilReady } from '../../faults/service-behind-gates.ts';
import { expectBody, fundedWallet, newUser, newWallet, transferBody } from '../../support/api-steps.ts';
import { findEventStoreDb } from '../../support/eventstoredb.ts';
import { findMongoDb } from '../../support/mongodb.ts';
import { exportVerifier } from '../../support/proof-verifiers.ts';
import { startTestService, type RunningService } from '../../support/service.ts';
import { skip } from '../../support/skip.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

describe('A signed state on servers (at EVENTSTORE_URL and MONGODB_URL, or in Docker)', function () {
  this.timeout(180_000);
  const closers: (() => Promise<unknown>)[] = [];
  let data: Folder;
  let checkpoints: Folder;
  let states: Folder;
  let service: RunningService;
  let source: EventSource;
  let book: string;
  before(async function () {
    const eventStore = await findEventStoreDb();
    if (eventStore === undefined) skip(this, 'needs EventStoreDB: set EVENTSTORE_URL or start Docker');
    closers.push(eventStore.stop);
    const documents = await findMongoDb();
    if (documents !== undefined) closers.push(() => documents.stop());
    const folder = async (): Promise<Folder> => {
      const made = await temporaryFolder();
      closers.push(() => made.remove());
      return made;
    };
    [data, checkpoints, states] = [await folder(), await folder(), await folder()];
    const { integratorId } = await makeKeys(data.path, { EVENTSTORE_URL: eventStore.url });
    book = bookStreamOf(integratorId, 'sandbox');
    service = await startTestService({
      ...masterKey(),
      DATA_DIR: data.path,
      EVENTSTORE_URL: eventStore.url,
      ...(documents !== undefined && { MONGODB_URL: documents.url }),
      CHECKPOINT_DIR: checkpoints.path,
      CHECKPOINT_EVERY_SECONDS: '1',
    });
    closers.push(() => service.close());
    await untilReady(service.url);
    source = onlyBook(eventStoreSource(createEventStoreDb(eventStore.url)));
    closers.push(() => source.close());
  });
  after(async () => {
    for (const close of closers.reverse()) await close();
  });

  /** Other suites change their streams on the server. */
  const onlyBook = (all: EventSource): EventSource => ({
    ...all,
    async *pages(after, upTo) {
      for await (const page of all.pages(after, upTo)) yield page.filter(({ stream }) => stream === book);
    },
  });

  it('proves balances over the API, and an audit continues from it', async () => {
    const { sandbox } = service;
    const key = deriveAuditSigningKey(Buffer.from(masterKey().MASTER_KEY, 'base64')).publicKey;
    const wallet = await fundedWallet(sandbox, { earned: '20.00' });
    const proof = await waitFor(
      'a signed state with the wallet',
      async () => {
        // A state is due after several times as many events as the book has parts.
        for (let count = 0; count < 20; count++) await newUser(sandbox);
        const found = await sandbox.get(`/v1/users/${wallet.user_id}/wallets/${wallet.id}/balance/proof`);
        return found.status === 200 ? (found.body as BalanceProof) : undefined;
      },
      120_000,
    );
    const { status, stderr, stdout } = exportVerifier(data.path)(JSON.stringify(proof), key);
    expect(status, stderr).to.equal(0);
    expect(stdout).to.include(`balance ${wallet.id} svc-points 20.00 0.00`);

    const options = {
      checkpoints: { folder: checkpoints.path, key },
      macs: createEventMacs(Buffer.from(masterKey().MASTER_KEY, 'base64')),
    };
    const ofBook = (findings: readonly { readonly stream: string }[]) =>
      findings.filter(({ stream }) => stream === book);
    const all = await verify(source, { ...options, saveStates: states.path });
    expect(ofBook(all.findings)).to.deep.equal([]);
    const other = await newWallet(sandbox);
    expectBody(await sandbox.post('/v1/transfers', transferBody(wallet.id, other.id, '5.00')), 201);
    const starts = await loadStates(states.path, key);
    expect([...starts.keys()]).to.deep.equal([book]);
    const later = await verify(source, { ...options, starts });
    expect(ofBook(later.findings)).to.deep.equal([]);
    expect(later.continued).to.include({ books: 1 });
    expect(later.events).to.be.greaterThan(3).and.to.be.lessThan(all.events);
  });
});
