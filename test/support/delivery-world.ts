/** A delivery engine on the documents that projections would have written. */
import { BOOK_CLOCKS, COLLECTIONS } from '../../projections/collections.ts';
import { WEBHOOKS_SCOPE, type DeliveryTarget } from '../../projections/delivery-targets.ts';
import { CLOCKS_TERM, TASKS_SCOPE, bookClockId } from '../../projections/tasks.ts';
import { deliveryTerm } from '../../projections/webhook-endpoints.ts';
import { UNSHARED_LEASE } from '../../src/jobs/lease.ts';
import { deriveId } from '../../src/ledger/ids.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { createResponseSeal } from '../../src/vault/seals.ts';
import { UNLIMITED_ADMISSION, createOriginRates } from '../../src/webhooks/attempt-limits.ts';
import { DELIVERY_COLLECTIONS } from '../../src/webhooks/attempt-record.ts';
import { DeliveryEngine, type DeliveryEngineOptions } from '../../src/webhooks/delivery-engine.ts';
import { DELIVERIES_COLLECTION, endpointTerm, type Delivery } from '../../src/webhooks/delivery.ts';
import { createWebhookSender } from '../../src/webhooks/webhook-sender.ts';

export const BOOK = 'book-int_1-sandbox';
export const BEGIN = Date.UTC(2026, 0, 1);

export type DeliveryWorld = {
  readonly documents: DocumentStore;
  /** Adds an enabled endpoint; returns its ID. */
  endpoint(url: string): Promise<string>;
  /** Disables the endpoint. */
  disable(id: string): Promise<void>;
  /** Enables the endpoint again. */
  enable(id: string, url: string): Promise<void>;
  /** Changes the URL of the endpoint. */
  move(id: string, url: string): Promise<void>;
  /** Changes the signing key of the endpoint. */
  rekey(id: string, sealed: string): Promise<void>;
  /** Changes the body of an event. */
  rewrite(eventId: string, endpoints: readonly string[]): Promise<void>;
  /** Deletes an event. */
  forget(eventId: string): Promise<void>;
  /** Moves the time of the book so far ahead of the clock. */
  advance(aheadSeconds: number): Promise<void>;
  /** Adds events for these endpoints; returns their IDs. */
  events(count: number, endpoints: readonly string[], time?: number): Promise<string[]>;
  deliveries(endpointId: string): Promise<Delivery[]>;
  engine(options?: Partial<DeliveryEngineOptions>): DeliveryEngine;
};

export async function createDeliveryWorld(documents = createMemoryDocumentStore()): Promise<DeliveryWorld> {
  let revision = 0;
  const startedAt = Date.now();
  const { events, redeliveries, deliveryTargets, tasks } = COLLECTIONS;
  const names = [events, redeliveries, deliveryTargets, tasks];
  await documents.ensure([
    ...DELIVERY_COLLECTIONS,
    ...names.map((name) => ({ name, kind: 'state' as const })),
  ]);

  const put = async (
    collection: string,
    made: readonly (readonly [string, string, string[], object | null])[],
  ) => {
    const position = BigInt(revision);
    const writes = made.map(([id, scope, terms, value]) => ({
      collection,
      id,
      document: value === null ? null : { id, scope, terms, body: JSON.stringify(value) },
      position,
    }));
    await documents.write(writes, new Map(names.map((name) => [name, position])));
  };
  const next = (prefix: 'we' | 'evt', time = BEGIN): string => deriveId(prefix, time, BOOK, (revision += 1));

  const enable = (id: string, url: string): Promise<void> => {
    const keys = [{ sealed: 'key', expires_at: null }];
    const enabled_since = next('we').slice(-26);
    const target = { id, stream: BOOK, environment: 'sandbox', url, keys, enabled_since, version: 1 };
    return put(COLLECTIONS.deliveryTargets, [[id, WEBHOOKS_SCOPE, ['every'], target]]);
  };

  const change = async (id: string, changes: Partial<DeliveryTarget>): Promise<void> => {
    const [stored] = await documents.getMany(COLLECTIONS.deliveryTargets, [id]);
    // Written above.
    const target = JSON.parse(stored?.body ?? '') as DeliveryTarget;
    revision += 1;
    const changed = { ...target, ...changes, version: target.version + 1 };
    await put(COLLECTIONS.deliveryTargets, [[id, WEBHOOKS_SCOPE, ['every'], changed]]);
  };

  return {
    documents,
    async endpoint(url) {
      const id = next('we');
      await enable(id, url);
      return id;
    },
    enable,
    async disable(id) {
      revision += 1;
      await put(COLLECTIONS.deliveryTargets, [[id, WEBHOOKS_SCOPE, [], null]]);
    },
    move: (id, url) => change(id, { url }),
    rekey: (id, sealed) => change(id, { keys: [{ sealed, expires_at: null }] }),
    async rewrite(id, endpoints) {
      revision += 1;
      const terms = ['type:user.created', ...endpoints.map(deliveryTerm)];
      const value = { id, type: 'user.created', rewritten: true };
      await put(COLLECTIONS.events, [[id, BOOK, terms, value]]);
    },
    async forget(id) {
      revision += 1;
      await put(COLLECTIONS.events, [[id, BOOK, [], null]]);
    },
    async advance(ahead_seconds) {
      revision += 1;
      const value = { stream: BOOK, ahead_seconds };
      await put(BOOK_CLOCKS, [[bookClockId(BOOK), TASKS_SCOPE, [CLOCKS_TERM], value]]);
    },
    async events(count, endpoints, time) {
      const ids = Array.from({ length: count }, () => next('evt', time));
      const terms = ['type:user.created', ...endpoints.map(deliveryTerm)];
      await put(
        COLLECTIONS.events,
        ids.map((id) => [id, BOOK, terms, { id, type: 'user.created' }]),
      );
      return ids;
    },
    async deliveries(endpointId) {
      const query = {
        scope: BOOK,
        terms: [endpointTerm(endpointId)],
        order: 'oldest',
        limit: 10_000,
      } as const;
      return (await documents.list(DELIVERIES_COLLECTION, query)).map(
        ({ body }) => JSON.parse(body) as Delivery,
      );
    },
    engine: (options = {}) =>
      new DeliveryEngine({
        documents,
        sender: createWebhookSender({ timeoutMs: 10_000 }),
        sign: () => 'aa',
        responseSeal: createResponseSeal(new Uint8Array(32)),
        disable: () => Promise.resolve(true),
        schedule: { delaysMs: [5_000], windowMs: 48 * 3_600_000 },
        limits: { perEndpoint: 16, perOrigin: 1_000, overall: 256 },
        originRates: createOriginRates({ accepting: 100_000, other: 100_000 }),
        breaks: () => 0n,
        retentionMs: 30 * 24 * 3_600_000,
        allowLoopback: true,
        lease: UNSHARED_LEASE,
        admission: UNLIMITED_ADMISSION,
        clock: () => BEGIN + Date.now() - startedAt,
        random: Math.random,
        onAttempt: () => undefined,
        onKeyUnreadable: (_target, error) => {
          throw error;
        },
        onFault: (error) => {
          throw error;
        },
        ...options,
      }),
  };
}
