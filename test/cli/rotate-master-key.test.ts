/** The replacement of the master key, on two services that share their stores and take requests all the time. */
import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { rotateMasterKey, type Rotated } from '../../scripts/cli/operator/rotate-master-key.ts';
import { UsageError } from '../../scripts/cli/outcome.ts';
import { createDocumentsCheck } from '../../src/audit/documents-check.ts';
import { eventStoreSource } from '../../src/audit/event-source.ts';
import { verify } from '../../src/audit/verification/verification.ts';
import { createEventMacs, macKeyIdOf } from '../../src/event-store/event-macs.ts';
import { StoreUnavailable, type EventStore } from '../../src/event-store/port.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { loadPlatform } from '../../src/platform/platform.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { KeyRing, keyIdOf } from '../../src/system/key-ring.ts';
import { WrongMasterKey, loadKeyRing } from '../../src/vault/stored-key-ring.ts';
import { createVault, isWrappedWithFormer } from '../../src/vault/vault.ts';
import { expectBody, fundedWallet, newUser, newWallet, transferBody } from '../support/api-steps.ts';
import type { Client } from '../support/client.ts';
import { readiness } from '../support/readiness.ts';
import { startServicePair, type ServicePair } from '../support/service-pair.ts';
import { waitFor } from '../support/wait-for.ts';

const [FORMER, NEXT, STRANGER] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const text = (key: Buffer): string => key.toString('base64');
const BOTH = { MASTER_KEY: text(NEXT), MASTER_KEY_PREVIOUS: text(FORMER) };

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('The replacement of the master key', () => {
  let documents: DocumentStore;
  let pair: ServicePair | undefined;
  beforeEach(() => {
    documents = createMemoryDocumentStore();
  });
  afterEach(async () => {
    await pair?.close();
    pair = undefined;
  });

  const start = async (second: Readonly<Record<string, string>> = BOTH): Promise<ServicePair> =>
    (pair = await startServicePair(undefined, {
      documents,
      masterKey: FORMER,
      environments: [BOTH, second],
    }));

  const rotate = (
    eventStore: EventStore,
    { store = documents, ring = new KeyRing(NEXT, [FORMER]) } = {},
  ): Promise<Rotated> =>
    rotateMasterKey({
      documents: store,
      eventStore,
      ring,
      clock: Date.now,
      // Nodes look every two seconds, and use the key within one.
      answerMs: 2_500,
      settleMs: 1_500,
    });

  /** Nothing is wrapped with the former key or authenticated with it later than the hand-over, and the new key suffices. */
  async function expectReplaced(eventStore: EventStore): Promise<void> {
    const ring = new KeyRing(NEXT);
    await loadKeyRing(documents, ring);
    for (const { key, value } of await documents.listRecords('vault', { limit: 10_000 }))
      expect(isWrappedWithFormer(key, value, ring), key).to.equal(false);
    const check = createDocumentsCheck(documents, ring);
    for (const macs of [createEventMacs(ring), createEventMacs(ring, { believesFormer: true })]) {
      const found = await verify(eventStoreSource(eventStore), { macs, documents: check });
      expect(found.findings).to.deep.equal([]);
    }
    expect(await faultOf(loadKeyRing(documents, new KeyRing(FORMER)))).to.be.instanceOf(WrongMasterKey);
  }

  it('interrupts no request, and keeps everything readable', async () => {
    const { nodes, eventStore, integratorId } = await start();
    const [one, two] = nodes.map(({ sandbox }) => sandbox) as [Client, Client];
    const ada = await newUser(one, { email: 'ada@example.com' });
    const [from, to] = [await fundedWallet(one, { earned: '1000.00' }), await newWallet(one)];
    const first = { idempotencyKey: randomUUID() };
    const body = transferBody(from.id, to.id, '1.00');
    const transferred = expectBody(await one.post('/v1/transfers', body, first), 201);
    const refused = { idempotencyKey: randomUUID() };
    const tooMuch = transferBody(to.id, from.id, '900.00');
    const no = await two.post('/v1/transfers', tooMuch, refused);

    const traffic = {
      isOn: true,
      statuses: new Set<number>(),
      users: Array<{ id: string; email: string }>(),
    };
    const send = async (client: Client): Promise<void> => {
      while (traffic.isOn) {
        const email = `${randomUUID()}@example.com`;
        const user = await client.post('/v1/users', {
          type: 'individual',
          external_reference: randomUUID(),
          email,
        });
        traffic.statuses.add(user.status);
        traffic.users.push({ id: user.body.id, email });
        traffic.statuses.add(
          (await client.post('/v1/transfers', transferBody(from.id, to.id, '0.01'))).status,
        );
        traffic.statuses.add((await client.get(`/v1/users/${ada.id}`)).status);
      }
    };
    const senders = [send(one), send(two)];
    const rotated = await rotate(eventStore).finally(() => (traffic.isOn = false));
    await Promise.all(senders);
    expect([...traffic.statuses].sort()).to.deep.equal([200, 201]);
    expect(rotated).to.include({ key_id: keyIdOf(NEXT), former_key_id: keyIdOf(FORMER) });
    expect(rotated.keys).to.be.greaterThan(1);

    // Repeats of requests from before, on both nodes; a changed one is none.
    for (const client of [one, two]) {
      expect((await client.post('/v1/transfers', body, first)).text).to.equal(
        (await one.get(`/v1/transfers/${transferred.id}`)).text,
      );
      const changed = await client.post('/v1/transfers', transferBody(from.id, to.id, '2.00'), first);
      expect(changed.body.error.code).to.equal('idempotency_key_reused');
      expect((await client.post('/v1/transfers', tooMuch, refused)).text).to.equal(no.text);
    }
    for (const { id, email } of [{ id: ada.id, email: 'ada@example.com' }, ...traffic.users])
      for (const client of [one, two])
        expect(expectBody(await client.get(`/v1/users/${id}`), 200).email).to.equal(email);
    await newUser(two, { email: 'ben@example.com' });
    const last = await eventStore.readLast(bookStreamOf(integratorId, 'sandbox'));
    expect(last && macKeyIdOf(last)).to.equal(keyIdOf(NEXT));
    await expectReplaced(eventStore);
    for (const { url } of nodes) expect((await readiness(url)).status).to.equal(200);
    // A second call finds nothing to do.
    expect(await rotate(eventStore)).to.include({ former_key_id: null, keys: 0 });
  });

  it('does not begin while a process lacks the new key, and names the process', async () => {
    const { nodes, eventStore } = await start({ MASTER_KEY: text(FORMER) });
    const before = await documents.getRecord('vault', 'mark');
    const fault = await faultOf(rotate(eventStore));
    expect(fault).to.be.instanceOf(UsageError);
    expect(String(fault)).to.match(
      /These processes do not have the new key yet: \S+:\d+\. .*Nothing was changed/,
    );
    expect(await documents.getRecord('vault', 'mark')).to.equal(before);
    for (const { sandbox } of nodes) await newUser(sandbox);
  });

  it('stops a process that was not asked and has only the former key, with the reason', async () => {
    const { nodes, eventStore } = await start({ MASTER_KEY: text(FORMER) });
    const [here, there] = nodes;
    await rotateMasterKey({
      documents,
      eventStore,
      ring: new KeyRing(NEXT, [FORMER]),
      clock: Date.now,
      answerMs: 0,
      settleMs: 1_500,
    });
    const found = await waitFor('the node is not ready', async () => {
      const answer = await readiness(there.url);
      return answer.status === 503 ? answer : undefined;
    });
    expect(JSON.stringify(found)).to.include(`of another master key (key ID ${keyIdOf(NEXT)}`);
    const refused = await waitFor('writes are refused', async () => {
      const answer = await there.sandbox.post('/v1/users', {
        type: 'individual',
        external_reference: randomUUID(),
      });
      return answer.status === 503 ? answer : undefined;
    });
    expect(refused.body.error.code).to.equal('service_unavailable');
    await newUser(here.sandbox, { email: 'cleo@example.com' });
    await expectReplaced(eventStore);
  });

  it('needs the former key until it has begun, and refuses a wrong one', async () => {
    const { eventStore } = await start();
    for (const ring of [new KeyRing(NEXT), new KeyRing(NEXT, [STRANGER])])
      expect(await faultOf(rotate(eventStore, { ring }))).to.be.instanceOf(WrongMasterKey);
    await rotate(eventStore);
    // The former key was replaced, so it cannot come back.
    const back = await faultOf(rotate(eventStore, { ring: new KeyRing(FORMER, [NEXT]) }));
    expect(String(back)).to.include('was replaced before');
  });

  it('continues after it was interrupted at any write, with the new key alone once it has begun', async () => {
    const { nodes, eventStore } = await start();
    const [here, there] = nodes;
    const email = 'dora@example.com';
    const users = await Promise.all(Array.from({ length: 5 }, () => newUser(here.sandbox, { email })));
    let ring = new KeyRing(NEXT, [FORMER]);
    let interruptions = 0;
    for (let writes = 0; ; writes += 1) {
      const broken = interruptedAfter(writes, documents, eventStore);
      const fault = await faultOf(
        rotateMasterKey({ ...broken, ring, clock: Date.now, answerMs: 0, settleMs: 300 }),
      );
      for (const { sandbox } of nodes)
        for (const { id } of users)
          expect(expectBody(await sandbox.get(`/v1/users/${id}`), 200).email).to.equal(email);
      await newUser(there.sandbox, { email });
      if (fault === undefined) break;
      expect(fault).to.be.instanceOf(StoreUnavailable);
      interruptions += 1;
      const stored = await documents.getRecord('vault', 'mark');
      if (stored?.startsWith('{') === true) ring = new KeyRing(NEXT);
    }
    expect(interruptions).to.be.greaterThan(5);
    await expectReplaced(eventStore);
    const platform = await loadPlatform(eventStore, createEventMacs(NEXT));
    expect([...platform.replacedKeys]).to.deep.equal([keyIdOf(FORMER)]);
    const vault = createVault(documents, NEXT);
    await vault.verifyMasterKey();
  });
});

/** Stores for which the process ends at a write: this one and all later calls fail. */
function interruptedAfter(writes: number, documents: DocumentStore, eventStore: EventStore) {
  let left = writes;
  const write =
    <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    (...args: Args) => {
      left -= 1;
      return left < 0 ? Promise.reject(new StoreUnavailable('interrupted')) : call(...args);
    };
  return {
    documents: {
      ...documents,
      putRecord: write((...args: Parameters<DocumentStore['putRecord']>) => documents.putRecord(...args)),
      replaceRecord: write((...args: Parameters<DocumentStore['replaceRecord']>) =>
        documents.replaceRecord(...args),
      ),
    },
    eventStore: {
      ...eventStore,
      append: write((...args: Parameters<EventStore['append']>) => eventStore.append(...args)),
    },
  };
}
