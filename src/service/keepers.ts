/** The keepers of all books, on the service's own stores and by its configuration. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { COLLECTIONS } from '../../projections/collections.ts';
import { keyUseId } from '../../projections/idempotency.ts';
import type { KeyUse } from '../../projections/idempotency.ts';
import type { Config } from '../config.ts';
import type { Documents } from '../documents/port.ts';
import { StoreUnavailable } from '../eventstore/port.ts';
import type { Keepers } from '../keeper/command.ts';
import type { KeeperObserver } from '../keeper/keeper-observer.ts';
import { createKeepers } from '../keeper/keepers.ts';
import type { Policy } from '../ledger/policy.ts';
import type { Stores } from '../stores.ts';

export type KeeperParts = {
  readonly config: Config;
  readonly policy: Policy;
  readonly clock: () => number;
  readonly log: Logger;
  readonly observer: KeeperObserver;
};

/** EventStoreDB takes appends of about a hundred events best. */
const EVENTS_PER_APPEND = { file: 300, server: 120 };

export function keepersOn(
  { eventStore, documents }: Stores,
  { config, policy, clock, log, observer }: KeeperParts,
): Keepers {
  const shared = config.eventStoreUrl !== undefined;
  return createKeepers({
    eventStore,
    documents,
    policy,
    clock,
    shared,
    observer,
    findKey: (stream, key, head) => findKeyUse(documents, stream, key, head),
    onFault: (stream, err) => log.error({ stream, err }, 'a book is held up'),
    eventsPerAppend: shared ? EVENTS_PER_APPEND.server : EVENTS_PER_APPEND.file,
  });
}

const KEY_LOOKUP_TIMEOUT_MS = 5_000;

/** The use of a key that no keeper remembers. Never a guess: until the documents have come as far as the book, it waits. */
async function findKeyUse(
  documents: Documents,
  stream: string,
  key: string,
  head: bigint,
): Promise<KeyUse | undefined> {
  const look = () => documents.get(COLLECTIONS.idempotency, keyUseId(stream, key));
  const deadline = performance.now() + KEY_LOOKUP_TIMEOUT_MS;
  // A use never changes, so one that is there is the answer however far the documents are.
  const early = await look();
  while (
    early === undefined &&
    ((await documents.checkpoints()).get(COLLECTIONS.idempotency) ?? -1n) < head
  ) {
    if (performance.now() > deadline) throw new StoreUnavailable('the record of idempotency keys is behind');
    await delay(20);
  }
  const found = early ?? (await look());
  // The idempotency projection wrote it.
  return found === undefined ? undefined : (JSON.parse(found.body) as KeyUse);
}
