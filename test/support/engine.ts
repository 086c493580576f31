/** An engine of deliveries on documents of a suite's own, in which projections would have put targets and events. */
import { COLLECTIONS } from '../../projections/collections.ts';
import { WEBHOOKS_SCOPE } from '../../projections/delivery-targets.ts';
import type { DeliveryTarget } from '../../projections/delivery-targets.ts';
import { deliveredTo } from '../../projections/receivers.ts';
import { createMemoryDocuments } from '../../src/documents/memory.ts';
import type { Documents } from '../../src/documents/port.ts';
import { derivedId } from '../../src/ledger/identifier.ts';
import { DELIVERIES, DELIVERY_COLLECTIONS, ofEndpoint } from '../../src/webhooks/delivery.ts';
import type { Delivery } from '../../src/webhooks/delivery.ts';
import { startEngine } from '../../src/webhooks/engine.ts';
import type { Engine, EngineOptions } from '../../src/webhooks/engine.ts';
import { UNPACED } from '../../src/webhooks/pace.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { ALONE } from '../../src/workers/lease.ts';

export const BOOK = 'book-int_1-sandbox';
export const BEGIN = Date.UTC(2026, 0, 1);

export type DeliveryWorld = {
  readonly documents: Documents;
  /** An enabled endpoint; gives its ID. */
  endpoint(url: string): Promise<string>;
  /** No longer enabled. */
  disable(id: string): Promise<void>;
  /** Enabled again. */
  enable(id: string, url: string): Promise<void>;
  /** From now on it is to be found there. */
  move(id: string, url: string): Promise<void>;
  /** It signs with this key from now on. */
  rekey(id: string, sealed: string): Promise<void>;
  /** An event is no longer what it was. */
  rewrite(eventId: string, endpoints: readonly string[]): Promise<void>;
  /** An event is not kept any more. */
  forget(eventId: string): Promise<void>;
  /** Events of this time that are to be delivered to these; gives their IDs. */
  events(count: number, endpoints: readonly string[], time?: number): Promise<string[]>;
  deliveries(endpointId: string): Promise<Delivery[]>;
  engine(options?: Partial<EngineOptions>): Engine;
};

export async function createDeliveryWorld(documents = createMemoryDocuments()): Promise<DeliveryWorld> {
  let revision = 0;
  const startedAt = Date.now();
  const names = [COLLECTIONS.events, COLLECTIONS.redeliveries, COLLECTIONS.deliveryTargets];
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
  const next = (prefix: 'we' | 'evt', time = BEGIN): string => derivedId(prefix, time, BOOK, (revision += 1));

  const enable = (id: string, url: string): Promise<void> => {
    const keys = [{ sealed: 'key', expires_at: null }];
    const enabled_since = next('we').slice(-26);
    const target = { id, stream: BOOK, environment: 'sandbox', url, keys, enabled_since, version: 1 };
    return put(COLLECTIONS.deliveryTargets, [[id, WEBHOOKS_SCOPE, ['every'], target]]);
  };

  const change = async (id: string, changes: Partial<DeliveryTarget>): Promise<void> => {
    const [stored] = await documents.getMany(COLLECTIONS.deliveryTargets, [id]);
    // It was put above.
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
      const terms = ['type:user.created', ...endpoints.map(deliveredTo)];
      const value = { id, type: 'user.created', rewritten: true };
      await put(COLLECTIONS.events, [[id, BOOK, terms, value]]);
    },
    async forget(id) {
      revision += 1;
      await put(COLLECTIONS.events, [[id, BOOK, [], null]]);
    },
    async events(count, endpoints, time) {
      const ids = Array.from({ length: count }, () => next('evt', time));
      const terms = ['type:user.created', ...endpoints.map(deliveredTo)];
      await put(
        COLLECTIONS.events,
        ids.map((id) => [id, BOOK, terms, { id, type: 'user.created' }]),
      );
      return ids;
    },
    async deliveries(endpointId) {
      const query = { scope: BOOK, terms: [ofEndpoint(endpointId)], order: 'oldest', limit: 10_000 } as const;
      return (await documents.list(DELIVERIES, query)).map(({ body }) => JSON.parse(body) as Delivery);
    },
    engine: (options = {}) =>
      startEngine({
        documents,
        sender: createSender({ timeoutMs: 10_000 }),
        sign: () => 'aa',
        disable: () => Promise.resolve(true),
        schedule: { delaysMs: [5_000], windowMs: 48 * 3_600_000 },
        limits: { perEndpoint: 16, overall: 256 },
        allowLoopback: true,
        lease: ALONE,
        pace: UNPACED,
        clock: () => BEGIN + Date.now() - startedAt,
        random: Math.random,
        onAttempt: () => undefined,
        onHeldUp: (_target, error) => {
          throw error;
        },
        onFault: (error) => {
          throw error;
        },
        ...options,
      }),
  };
}
