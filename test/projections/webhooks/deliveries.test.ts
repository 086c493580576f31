import { expect } from 'chai';
import fc from 'fast-check';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { WEBHOOKS_SCOPE, type DeliveryTarget } from '../../../projections/delivery-targets.ts';
import { deliveryTerm, type Redelivery } from '../../../projections/webhook-endpoints.ts';
import type { RecordedBookEvent } from '../../../src/ledger/event.ts';
import { decodeIdOrigin } from '../../../src/ledger/ids.ts';
import { presentWebhookEndpoint } from '../../../src/ledger/present.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { runs } from '../../support/effort.ts';
import { createLedger, given, idIn, type Ledger } from '../../support/ledger.ts';
import { STREAM } from '../../support/policy.ts';
import { listAll, listBodies, project, readEverything, storedEvents } from '../../support/project-book.ts';
import { randomCommands } from '../../support/random-commands.ts';
import { runCommands } from '../../support/random-ledger.ts';
import { expectMatchesDefinition } from '../../support/schema-definitions.ts';
import {
  change,
  disable,
  enable,
  endpoint,
  redeliver,
  remove,
  rotate,
  sendTest,
} from '../../support/webhook-commands.ts';

const documentsOf = (ledger: Ledger, pageSize = 50): Promise<DocumentStore> =>
  project(storedEvents(ledger.events), { pageSize });
const register = (ledger: Ledger, more?: Parameters<typeof endpoint>[0]): string =>
  idIn(ledger.run(endpoint(more)), 'webhook_endpoint_id');
const bookAfter = (commands: Parameters<typeof runCommands>[1]) => runCommands(createLedger(), commands);

async function targetsIn(documents: DocumentStore): Promise<DeliveryTarget[]> {
  const found = await documents.list(COLLECTIONS.deliveryTargets, {
    scope: WEBHOOKS_SCOPE,
    terms: ['every'],
    order: 'oldest',
    limit: 1_000,
  });
  return found.map(({ body }) => JSON.parse(body) as DeliveryTarget);
}

/** The IDs of the events to deliver to an endpoint, oldest first. */
async function queueOf(documents: DocumentStore, id: string): Promise<string[]> {
  const query = { scope: STREAM, terms: [deliveryTerm(id)], order: 'oldest', limit: 10_000 } as const;
  return (await documents.list(COLLECTIONS.events, query)).map((document) => document.id);
}

/** The enabled endpoints and their types before each event, computed directly from the events. */
function receiversAt(events: readonly RecordedBookEvent[], revision: number): Map<string, readonly string[]> {
  const enabled = new Map<string, boolean>();
  const types = new Map<string, readonly string[]>();
  for (const event of events.slice(0, revision)) {
    if (event.type === 'webhook_endpoint.created') {
      types.set(event.data.webhook_endpoint_id, event.data.event_types);
    }
    if (event.type === 'webhook_endpoint.updated') {
      const { webhook_endpoint_id: id, status, event_types } = event.data;
      if (status !== undefined) enabled.set(id, status === 'enabled');
      if (event_types !== undefined) types.set(id, event_types);
    }
    if (event.type === 'webhook_endpoint.disabled') enabled.set(event.data.webhook_endpoint_id, false);
    if (event.type === 'webhook_endpoint.deleted') types.delete(event.data.webhook_endpoint_id);
  }
  return new Map([...types].filter(([id]) => enabled.get(id) === true));
}

describe('Deliveries', () => {
  it('go to each endpoint that is enabled and subscribed at the event’s revision', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), fc.integer({ min: 1, max: 40 }), async (commands, pageSize) => {
        const ledger = bookAfter(commands);
        const documents = await documentsOf(ledger, pageSize);
        for (const { id, terms, body } of await listAll(documents, 'events', STREAM)) {
          const { type } = JSON.parse(body) as { type: string };
          const { revision = 0 } = decodeIdOrigin(id, STREAM) ?? {};
          // An endpoint is not told that it was disabled.
          const isDisabled = type === 'webhook_endpoint.disabled';
          const wanted = [...receiversAt(ledger.events, isDisabled ? revision + 1 : revision)]
            .filter(([, types]) => types.length === 0 || types.includes(type))
            .map(([receiver]) => deliveryTerm(receiver));
          const isTest = type === 'webhook_endpoint.test';
          const delivered = terms.filter((term) => term.startsWith('deliver:'));
          expect(delivered).to.have.members(isTest ? [] : wanted);
        }
      }),
      { numRuns: runs(40) },
    );
  });

  it('are the same after a rebuild with any page size', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), fc.integer({ min: 1, max: 40 }), async (commands, pageSize) => {
        const ledger = bookAfter(commands);
        const [once, again] = [await documentsOf(ledger), await documentsOf(ledger, pageSize)];
        expect(await readEverything(again, STREAM)).to.deep.equal(await readEverything(once, STREAM));
      }),
      { numRuns: 20 },
    );
  });

  it('are the same if the last pages are projected twice', async () => {
    const ledger = given();
    const id = register(ledger);
    ledger.run(enable(id));
    ledger.user();
    ledger.run(disable(id));
    ledger.user();
    const documents = await documentsOf(ledger);
    const before = await readEverything(documents, STREAM);
    await project(storedEvents(ledger.events), { documents, pageSize: 2 });
    expect(await readEverything(documents, STREAM)).to.deep.equal(before);
  });

  it('exclude events before an endpoint was enabled and after it was disabled', async () => {
    const ledger = given();
    const id = register(ledger);
    ledger.user();
    ledger.run(enable(id));
    const wanted = ledger.user();
    ledger.run(disable(id));
    ledger.user();
    const documents = await documentsOf(ledger);
    const [queued, ...more] = await queueOf(documents, id);
    expect(more).to.deep.equal([]);
    const event = await documents.get(COLLECTIONS.events, queued ?? '');
    expect(JSON.parse(event?.body ?? '')).to.deep.nested.include({ 'data.id': wanted });
  });

  it('leave no document for a book without endpoints', async () => {
    const ledger = given();
    ledger.user();
    expect(await (await documentsOf(ledger)).get('event_subjects_v4', STREAM)).to.equal(undefined);
    ledger.run(remove(register(ledger)));
    expect(await (await documentsOf(ledger)).get('event_subjects_v4', STREAM)).to.equal(undefined);
  });
});

describe('Delivery targets', () => {
  it('are the enabled endpoints of any book', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), async (commands) => {
        const ledger = bookAfter(commands);
        const targets = await targetsIn(await documentsOf(ledger, 7));
        const wanted = [...ledger.book.webhookEndpoints.values()].filter(
          (each) => each.endpoint.status === 'enabled',
        );
        expect(targets.map(({ enabled_since: _, ...target }) => target)).to.have.deep.members(
          wanted.map(({ endpoint: { id, url, version }, keys }) => ({
            id,
            stream: STREAM,
            environment: 'sandbox',
            url,
            keys,
            version,
          })),
        );
      }),
      { numRuns: runs(30) },
    );
  });

  it('contain the ULID since when: later events have greater ULIDs, earlier ones smaller', async () => {
    const ledger = given();
    const id = register(ledger);
    ledger.user();
    ledger.run(enable(id));
    ledger.user();
    const documents = await documentsOf(ledger);
    const [target] = await targetsIn(documents);
    const events = (await listAll(documents, 'events', STREAM)).map((event) => event.id.slice(-26));
    expect(events).to.have.length(2);
    const since = target?.enabled_since ?? '';
    expect(since).to.have.length(26);
    expect(events.map((place) => place > since)).to.deep.equal([false, true]);
  });

  it('keep the ULID while enabled, and get a new one when enabled again', async () => {
    const ledger = given();
    const id = register(ledger);
    const since = async () => (await targetsIn(await documentsOf(ledger)))[0]?.enabled_since;
    ledger.run(enable(id));
    const first = await since();
    ledger.run(change(id, { url: 'https://other.example/' }));
    ledger.run(rotate(id));
    expect(await since()).to.equal(first);
    ledger.run(disable(id));
    expect(await since()).to.equal(undefined);
    ledger.advanceClock(5);
    ledger.run(enable(id));
    expect(((await since()) ?? '') > (first ?? '')).to.equal(true);
  });

  it('are deleted with their endpoint, and contain its environment', async () => {
    const ledger = given();
    const id = register(ledger);
    ledger.run(enable(id));
    ledger.run(remove(id));
    const documents = await documentsOf(ledger);
    expect(await targetsIn(documents)).to.deep.equal([]);
    expect(await documents.get(COLLECTIONS.deliveryTargets, id)).to.equal(undefined);
  });
});

describe('Documents of webhook endpoints', () => {
  it('match the book byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), async (commands) => {
        const ledger = bookAfter(commands);
        const views = await listAll(await documentsOf(ledger), 'webhookEndpoints', STREAM);
        expect(views.map(({ body }) => body).sort()).to.deep.equal(
          [...ledger.book.webhookEndpoints.values()]
            .map((each) => JSON.stringify(presentWebhookEndpoint(each.endpoint)))
            .sort(),
        );
        for (const { body, terms } of views) {
          expectMatchesDefinition('WebhookEndpoint', JSON.parse(body));
          expect(terms).to.deep.equal(['every']);
        }
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('Redeliveries', () => {
  it('are one document for each endpoint, in the order of the requests', async () => {
    const ledger = given();
    const [one, two] = [register(ledger), register(ledger)];
    for (const id of [one, two]) ledger.run(enable(id));
    ledger.run(redeliver('evt_1', 'user.created'));
    ledger.run(redeliver('evt_2', 'user.created', two));
    const times = ledger.events.slice(-2).map(({ time }) => time);
    const documents = await documentsOf(ledger);
    const all = await listBodies<Redelivery>(documents, 'redeliveries', STREAM);
    expect(all.map(({ id: _, ...rest }) => rest)).to.deep.equal([
      { event_id: 'evt_1', webhook_endpoint_id: one, requested_at: times[0] },
      { event_id: 'evt_1', webhook_endpoint_id: two, requested_at: times[0] },
      { event_id: 'evt_2', webhook_endpoint_id: two, requested_at: times[1] },
    ]);
    const query = { scope: STREAM, terms: [deliveryTerm(two)], order: 'oldest', limit: 10 } as const;
    const queued = await documents.list(COLLECTIONS.redeliveries, query);
    expect(queued.map(({ id }) => id)).to.deep.equal([all[1]?.id, all[2]?.id]);
    expect(all.every(({ id }) => id.startsWith('rdl_'))).to.equal(true);
  });
});

describe('An endpoint test', () => {
  it('is a public event with the endpoint, and enters no delivery queue', async () => {
    const ledger = given();
    const id = register(ledger);
    ledger.run(enable(id));
    ledger.run(sendTest(id));
    const documents = await documentsOf(ledger);
    const [event] = await listBodies<{ type: string }>(documents, 'events', STREAM);
    const [shown] = await listBodies<object>(documents, 'webhookEndpoints', STREAM);
    expect(event).to.deep.include({
      type: 'webhook_endpoint.test',
      object_type: 'webhook_endpoint',
      object_version: 2,
      previous_attributes: {},
      data: shown,
    });
    expect(await queueOf(documents, id)).to.deep.equal([]);
  });
});
