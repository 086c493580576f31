import { expect } from 'chai';
import { WEBHOOKS_SCOPE } from '../../projections/delivery-targets.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { RETRIES_COLLECTION, endpointTerm, retryDeletion } from '../../src/webhooks/delivery.ts';
import { createDeliveryWorld } from '../support/delivery-world.ts';
import { waitFor } from '../support/wait-for.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const EVENTS = 3;
/** More than an engine needs to deliver the events of this test with one retry each. */
const WRITES_MAX = 9;

/** A store that is backed up and restored just before writes with these numbers, counted from when it is watched. */
function createRestoredStore(backUpBefore: number, restoreBefore: number) {
  let current = createMemoryDocumentStore();
  let backup: typeof current | undefined;
  let writes: number | undefined;
  const write: DocumentStore['write'] = (...args) => {
    if (writes !== undefined) writes += 1;
    if (writes === backUpBefore) backup = current.copy();
    if (writes === restoreBefore) current = backup ?? current;
    return current.write(...args);
  };
  const documents = new Proxy(current, {
    // The store has methods that use no `this`.
    get: (_target, name): unknown => (name === 'write' ? write : Reflect.get(current, name)),
  });
  return { documents, watch: () => void (writes = 0), writes: () => writes ?? 0 };
}

/** The events that nobody has accepted after the next engine has had time for them. */
async function deliverWith(backUpBefore: number, restoreBefore: number): Promise<readonly string[]> {
  const receiver = await startWebhookReceiver();
  const seen = new Set<string>();
  const accepted = new Set<string>();
  // The first attempt of each event fails.
  receiver.respondWith((response, { headers }) => {
    const id = String(headers['svc-event-id']);
    if (seen.has(id)) accepted.add(id);
    response.writeHead(seen.has(id) ? 204 : 500).end();
    seen.add(id);
  });
  const store = createRestoredStore(backUpBefore, restoreBefore);
  const world = await createDeliveryWorld(store.documents);
  const ids = await world.events(EVENTS, [await world.endpoint(receiver.url)]);
  const options = { schedule: { delaysMs: [1], windowMs: 48 * 3_600_000 }, onFault: () => undefined };
  store.watch();
  const first = world.engine(options);
  const isDone = (): boolean => ids.every((id) => accepted.has(id));
  await waitFor('the restore or all events', () => store.writes() >= restoreBefore || isDone() || undefined);
  // It ends before anything has noticed that documents are older than before.
  await first.stop(0);
  const second = world.engine(options);
  try {
    await waitFor(`all events after a restore before write ${restoreBefore}`, () => isDone() || undefined);
  } catch {
    // The caller reports what is missing.
  }
  await second.stop(0);
  await receiver.close();
  return ids.filter((id) => !accepted.has(id));
}

describe('Webhook deliveries while a backup of the documents is restored', () => {
  for (let backUpBefore = 1; backUpBefore < WRITES_MAX; backUpBefore += 1)
    it(`lose nothing with a backup from before write ${backUpBefore}, restored before any later one`, async () => {
      const later = Array.from({ length: WRITES_MAX - backUpBefore }, (_, index) => backUpBefore + 1 + index);
      const lost = await Promise.all(later.map((restoreBefore) => deliverWith(backUpBefore, restoreBefore)));
      expect(lost).to.deep.equal(later.map(() => []));
    });

  it('are made again if only their retries were lost, as one more attempt', async () => {
    const receiver = await startWebhookReceiver();
    receiver.respondWith((response) => void response.writeHead(500).end());
    const world = await createDeliveryWorld();
    const endpoint = await world.endpoint(receiver.url);
    await world.events(EVENTS, [endpoint]);
    const isPending = async (): Promise<true | undefined> => {
      const deliveries = await world.deliveries(endpoint);
      return (
        (deliveries.length === EVENTS && deliveries.every(({ state }) => state === 'pending')) || undefined
      );
    };
    // Nothing is due before the retries are lost.
    const options = { schedule: { delaysMs: [3_600_000], windowMs: 48 * 3_600_000 } };
    const first = world.engine(options);
    await waitFor('all attempts to fail', isPending);
    await first.stop(0);
    const query = { scope: WEBHOOKS_SCOPE, terms: [endpointTerm(endpoint)], order: 'oldest' } as const;
    const [lost, ...kept] = await world.documents.list(RETRIES_COLLECTION, { ...query, limit: 10 });
    if (lost === undefined) throw new Error('There is no retry.');
    await world.documents.write([retryDeletion(lost.id)], new Map());

    receiver.respondWith((response) => void response.writeHead(204).end());
    // The documents have gone back in time, so cursors are not used.
    const second = world.engine({ ...options, breaks: () => 1n });
    const attempts = async (): Promise<readonly string[]> =>
      (await world.deliveries(endpoint)).map(({ state, attempt }) => `${state} ${attempt}`).sort();
    await waitFor('one success', async () => (await attempts()).includes('succeeded 2') || undefined);
    await second.stop(0);
    expect(await attempts()).to.deep.equal([...kept.map(() => 'pending 1'), 'succeeded 2']);
    await receiver.close();
  });
});
