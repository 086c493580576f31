/** Loads what every request needs, the keys and the treasuries, and creates them on the first start. */

import type { Logger } from 'pino';
import { PROJECTIONS } from '../../projections/all.ts';
import { lastCheckpoint } from '../audit/checkpoints/checkpoint-files.ts';
import { OPERATED_STREAMS } from '../audit/checkpoints/checkpoint-writer.ts';
import { ConfigError } from '../config/config-file.ts';
import { isEmbedded } from '../config/config.ts';
import {
  BrokenHashChain,
  FIRST_HASH,
  decodeData,
  decodeMetadata,
  verifyHash,
  type ChainEnd,
} from '../event-store/codec.ts';
import { UnauthenticatedEvent, encodeAppend, hasMac, type EventMacs } from '../event-store/event-macs.ts';
import { encodingSchemasOf } from '../event-store/event-schemas.ts';
import { NO_STREAM, type EventStore, type StoredEvent } from '../event-store/port.ts';
import type { PlatformEventData } from '../generated/events.ts';
import { ENVIRONMENTS, bookStreamOf } from '../ledger/ids.ts';
import { allBooks } from '../platform/books.ts';
import { PLATFORM_STREAM, loadPlatform, type Platform } from '../platform/platform.ts';
import { findHistoryFault } from '../read-models/generations/progress.ts';
import {
  LostEvents,
  findLosses,
  isSameEventStore,
  readProven,
  recordEventStore,
} from '../read-models/history/event-history.ts';
import { EVENT_MACS_BEGUN } from '../read-models/records.ts';
import { delay } from '../system/runtime.ts';
import { fundSandboxTreasury } from '../treasury/treasuries.ts';
import { treasuryStream } from '../treasury/treasury.ts';
import { asConfigError } from '../vault/master-key.ts';
import { retryWhileUnavailable } from './background.ts';
import type { Dependencies } from './dependencies.ts';
import {
  createDemoIntegrator,
  readCredentials,
  serviceUrls,
  writeCredentials,
  type Credentials,
} from './first-run.ts';

// Begins message authentication codes (MACs) on the data of a release without them: an event in the platform's stream, which
// has a MAC, accepts all streams as they are. A new installation has MACs from its first event and needs no such event.
//
// Removing that event must not make the next start accept a forged history. So this never begins again once a
// record of the documents store, a checkpoint, or the end of another stream shows that MACs have begun.

type Parts = Pick<Dependencies, 'config' | 'stores' | 'authentication' | 'records' | 'auditKey' | 'clock'> & {
  readonly log: Pick<Logger, 'info'>;
};

type AcceptedStream = PlatformEventData<'history.accepted'>['streams'][number];

/** Fewer bytes than an append may have. */
const STREAMS_PER_EVENT_MAX = 4_000;
const READ_PAGE = 500;
const ACTOR = 'system:upgrade';

/** Throws StoreUnavailable, and ConfigError if MACs had begun and the streams do not show it. */
async function beginEventMacs(parts: Parts): Promise<void> {
  const { stores, authentication, log } = parts;
  for (;;) {
    const platform = await readPlatform(stores.eventStore, authentication.macs);
    if (!platform.lacksMacs) return;
    if (!platform.isPartlyAccepted) await assertNeverBegun(parts);
    const streams = await findHeads(stores.eventStore, platform.integrators);
    if (!(await appendAccepted(parts, platform.end, streams))) continue;
    log.info({ streams: streams.length + 1, platform_revision: platform.end.revision }, 'event MACs begun');
    return;
  }
}

/** Records that events have MACs. Call it once the platform has been loaded. */
async function recordEventMacs({ records }: Pick<Parts, 'records'>): Promise<void> {
  if ((await records.getRecord(...EVENT_MACS_BEGUN)) === undefined)
    await records.putRecord(...EVENT_MACS_BEGUN, PLATFORM_STREAM);
}

type PlatformHistory = {
  readonly end: ChainEnd;
  readonly integrators: readonly string[];
  /** Whether it has events, and none of them has a MAC or not all streams have been accepted yet. */
  readonly lacksMacs: boolean;
  /** Whether its newest event, which has a valid MAC, accepts some streams, but others follow. */
  readonly isPartlyAccepted: boolean;
};

/** Reads the stream without believing it. Throws BrokenHashChain. */
async function readPlatform(eventStore: Pick<EventStore, 'read'>, macs: EventMacs): Promise<PlatformHistory> {
  const integrators: string[] = [];
  let end: ChainEnd = { stream: PLATFORM_STREAM, revision: NO_STREAM, hash: FIRST_HASH };
  const found = { mac: false, partlyAccepted: false };
  const add = (stored: StoredEvent): void => {
    const hash = verifyHash(end.hash, stored);
    const isAuthentic = macs.authenticates(end.hash, stored);
    end = { ...end, revision: stored.revision, hash };
    found.mac ||= hasMac(stored);
    found.partlyAccepted = isAuthentic && acceptsWithoutPlatform(stored);
    // A forged integrator would only add a stream to the list of accepted ones.
    if (stored.type === 'integrator.created')
      integrators.push((decodeData(stored) as PlatformEventData<'integrator.created'>).integrator_id);
  };
  for (;;) {
    const page = await eventStore.read(PLATFORM_STREAM, end.revision + 1, READ_PAGE);
    page.forEach(add);
    if (page.length < READ_PAGE) break;
  }
  const isEmpty = end.revision === NO_STREAM;
  const lacksMacs = !isEmpty && (!found.mac || found.partlyAccepted);
  return { end, integrators, lacksMacs, isPartlyAccepted: found.partlyAccepted };
}

/** Whether an event of `appendAccepted` must be followed by others. An operator accepts one stream, which completes its event. */
const acceptsWithoutPlatform = (stored: StoredEvent): boolean =>
  stored.type === 'history.accepted' &&
  decodeMetadata(stored).actor === ACTOR &&
  // The MAC of the event is valid.
  !(decodeData(stored) as PlatformEventData<'history.accepted'>).streams.some(
    ({ stream }) => stream === PLATFORM_STREAM,
  );

async function assertNeverBegun({ config, records, auditKey }: Parts): Promise<void> {
  const folder = config.checkpoints?.folder;
  if (
    folder !== undefined &&
    lastCheckpoint(folder, PLATFORM_STREAM, auditKey.publicKey)?.macsFrom !== undefined
  )
    throw begunBefore('its checkpoints say so');
  if ((await records.getRecord(...EVENT_MACS_BEGUN)) !== undefined)
    throw begunBefore('the documents store says so');
}

const begunBefore = (evidence: string): ConfigError =>
  new ConfigError(
    `Events have message authentication codes (${evidence}), but no event in the stream '${PLATFORM_STREAM}' has one: it was truncated or replaced. ` +
      'See "Events that cannot be authenticated" in docs/operations.md.',
  );

/** The newest events of all streams except the platform's. */
async function findHeads(
  eventStore: Pick<EventStore, 'readLast'>,
  integrators: readonly string[],
): Promise<AcceptedStream[]> {
  const heads: AcceptedStream[] = [];
  // Releases without MACs could not reset a sandbox.
  const books = integrators.flatMap((id) => ENVIRONMENTS.map((environment) => bookStreamOf(id, environment)));
  for (const stream of [...ENVIRONMENTS.map(treasuryStream), ...books]) {
    const last = await eventStore.readLast(stream);
    if (last === undefined) continue;
    if (hasMac(last)) throw begunBefore(`${stream} has them`);
    heads.push({ stream, revision: last.revision, hash: decodeMetadata(last).hash });
  }
  return heads;
}

/** False if another process wrote first. The last event contains the platform, which completes the list. */
async function appendAccepted(
  { stores, authentication, clock }: Parts,
  end: ChainEnd,
  streams: readonly AcceptedStream[],
): Promise<boolean> {
  const all = [...streams, { stream: PLATFORM_STREAM, revision: end.revision, hash: end.hash }];
  let { revision, hash } = end;
  for (let from = 0; from < all.length; from += STREAMS_PER_EVENT_MAX) {
    const data = { streams: all.slice(from, from + STREAMS_PER_EVENT_MAX) };
    const [last] = await stores.eventStore.read(PLATFORM_STREAM, revision, 1);
    const time = new Date(Math.max(clock(), last === undefined ? 0 : Date.parse(decodeMetadata(last).time)));
    const events = encodeAppend(
      authentication.macs,
      { stream: PLATFORM_STREAM, revision, hash },
      {
        events: [{ type: 'history.accepted', data }],
        schemaOf: encodingSchemasOf('platform'),
        metadata: { time: time.toISOString(), actor: ACTOR, request_id: 'none' },
      },
    );
    const result = await stores.eventStore.append(PLATFORM_STREAM, events, revision);
    if (!result.ok) return false;
    const [event] = events;
    if (event === undefined) throw new Error('the accepted streams were not encoded');
    [revision, hash] = [result.revision, decodeMetadata(event).hash];
  }
  return true;
}

/** The credentials of the demo integrator; `isNew` when this start created it. */
export type DemoCredentials = Credentials & { readonly isNew: boolean };

/**
 * Retries while the stores do not answer, until the signal aborts. Afterwards the service is ready. Gives the credentials of
 * the demo integrator in embedded mode. Throws a ConfigError for a wrong master key, for documents that do not belong to the
 * events, and for events that the service did not write.
 */
export async function bootstrap(
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<DemoCredentials | undefined> {
  const { config, treasuries, platform, log, health, publicAddress, acceptedHistories } = dependencies;
  await confirmMasterKey(dependencies, signal);
  const areDocumentsAhead = await confirmHistory(dependencies, signal);
  const loaded = await loadAuthenticated(() => loadPlatformWithMacs(dependencies), log, signal);
  acceptedHistories.set(loaded);
  if (areDocumentsAhead || dependencies.eventsWentBack !== undefined)
    await confirmEvents(dependencies, loaded, signal);
  else await loadAuthenticated(() => confirmStreams(dependencies), log, signal);
  if (areDocumentsAhead) await retryWhileUnavailable(() => dependencies.history.replace(), log, signal);
  await retryWhileUnavailable(() => recordTimeZones(dependencies, loaded), log, signal);
  const credentials = isEmbedded(config)
    ? await demoCredentials(loaded, config.dataDir, publicAddress.url)
    : undefined;
  await loadAuthenticated(() => treasuries.load(), log, signal);
  const sandbox = treasuries.get('sandbox');
  if (credentials !== undefined) await fundSandboxTreasury(sandbox, credentials.integrator_id);
  await retryWhileUnavailable(() => recordEventMacs(dependencies), log, signal);
  const { documents, eventStore } = dependencies.stores;
  await retryWhileUnavailable(
    () => recordEventStore(documents.store, eventStore, PLATFORM_STREAM),
    log,
    signal,
  );
  platform.set(loaded);
  if (credentials !== undefined)
    // A failed delivery does not block the start; it is retried.
    await sandbox.deliver().catch((err: unknown) => log.warn({ err }, 'allocation delivery postponed'));
  health.reportMet('bootstrap');
  return credentials;
}

/** The time zones of the configuration become those of the environments, each from the beginning of a month to come. */
async function recordTimeZones({ config, clock }: Dependencies, platform: Platform): Promise<void> {
  for (const environment of ENVIRONMENTS) {
    const time_zone = config.file.time_zone[environment];
    const calendar = platform.calendar(environment);
    await platform.record(() => {
      if (calendar.timeZone === time_zone) return [];
      const from = platform.integrators.size === 0 ? null : calendar.firstDayFor(time_zone, clock());
      return [{ type: 'time_zone.changed', data: { environment, time_zone, from } }];
    }, 'system:configuration');
  }
}

async function loadPlatformWithMacs(dependencies: Dependencies): Promise<Platform> {
  const { stores, authentication, clock, masterKey } = dependencies;
  await beginEventMacs(dependencies);
  return loadPlatform(stores.eventStore, authentication.macs, {
    clock,
    onMasterKey: (id) => masterKey.ring.introduce(id),
  });
}

/** Retries while the stores do not answer. Throws a ConfigError for events that the service did not write. */
const loadAuthenticated = <T>(load: () => Promise<T>, log: Logger, signal: AbortSignal): Promise<T> =>
  retryWhileUnavailable(load, log, signal).catch((error: unknown) => {
    if (!(error instanceof UnauthenticatedEvent) && !(error instanceof BrokenHashChain)) throw error;
    if (error instanceof LostEvents) throw new ConfigError(`The event store was changed: ${error.message}.`);
    throw new ConfigError(
      `The event store was changed: ${error.message}. See "Events that cannot be authenticated" in docs/operations.md.`,
    );
  });

/** Checks the master key now if the stores did not answer when the service opened them. Throws a ConfigError for a wrong key. */
async function confirmMasterKey({ masterKey, vault, log }: Dependencies, signal: AbortSignal): Promise<void> {
  if (masterKey.isConfirmed) return;
  await retryWhileUnavailable(() => vault.verifyMasterKey(), log, signal).catch((error: unknown) => {
    throw asConfigError(error, masterKey);
  });
}

const HISTORY_CHECKS = 5;
const HISTORY_CHECK_EVERY_MS = 1_000;

/**
 * Resolves whether the read models are ahead of the events, because events are missing, so that they have to be replaced. A server is
 * checked several times, because it may still be catching up with its cluster. Throws a ConfigError if this is another event store,
 * or an empty one.
 */
async function confirmHistory(dependencies: Dependencies, signal: AbortSignal): Promise<boolean> {
  const { config, stores, log } = dependencies;
  const { eventStore } = stores;
  const documents = stores.documents.store;
  const retry = <T>(work: () => Promise<T>): Promise<T> => retryWhileUnavailable(work, log, signal);
  for (let left = isEmbedded(config) ? 1 : HISTORY_CHECKS; ; left--) {
    const fault = await retry(() => findHistoryFault(eventStore, documents, PROJECTIONS));
    if (fault === undefined) return false;
    if (left > 1) await delay(HISTORY_CHECK_EVERY_MS, undefined, { signal });
    else if (await retry(() => isSameEventStore(documents, eventStore, PLATFORM_STREAM))) {
      log.error({ reason: fault }, 'events went back in time; rebuilding read models');
      return true;
    } else throw new ConfigError(`${fault} See "Restoring" in docs/backup.md.`);
  }
}

/** Throws LostEvents if a stream that is no book lacks events. Books are compared when they are loaded. */
export async function confirmStreams({ stores, evidence, acceptedHistories }: Dependencies): Promise<void> {
  for (const stream of OPERATED_STREAMS)
    for (const each of await evidence.find(stream, 0))
      await readProven(stores.eventStore, stream, each, acceptedHistories.of(stream)?.at);
}

/**
 * Accepts that all events of a server were restored to an earlier time: what later snapshots and documents prove is gone on purpose.
 * Everything else is a loss of the streams that it concerns, which are refused and reported. So is every loss from a file, which
 * cannot be replaced while it is used. Call it before the documents are replaced, which are evidence.
 */
async function confirmEvents(
  dependencies: Dependencies,
  platform: Platform,
  signal: AbortSignal,
): Promise<void> {
  const { config, stores, evidence, acceptedHistories, writers, eventsWentBack, log } = dependencies;
  const retry = <T>(work: () => Promise<T>): Promise<T> => retryWhileUnavailable(work, log, signal);
  const books = [...allBooks(platform)];
  let suspected = books;
  if (!isEmbedded(config)) {
    const acceptedAt = (stream: string): number | undefined => acceptedHistories.of(stream)?.at;
    const { lost, areNewest } = await retry(() =>
      findLosses(stores.eventStore, evidence, [...OPERATED_STREAMS, ...books], acceptedAt),
    );
    if (areNewest && (lost.length > 1 || eventsWentBack?.isOfAll === true)) {
      // Other processes may learn at once that the documents are replaced.
      await retry(() => evidence.acceptRestore());
      for (const stream of books) await retry(() => writers.deleteSnapshot(stream));
      suspected = [];
    } else suspected = books.filter((stream) => lost.includes(stream));
  }
  await loadAuthenticated(() => confirmStreams(dependencies), log, signal);
  // Reports and keeps what is lost.
  for (const stream of suspected)
    await retry(() => writers.read(stream, () => undefined)).catch(() => undefined);
}

/** Creates the demo integrator, or reads its credentials and updates the URLs in them. */
async function demoCredentials(
  platform: Platform,
  dataDir: string,
  url: string,
): Promise<DemoCredentials | undefined> {
  const created = await createDemoIntegrator(platform, dataDir, url);
  if (created !== undefined) return { ...created, isNew: true };
  const stored = readCredentials(dataDir);
  if (stored === undefined) return undefined;
  const current = { ...stored, ...serviceUrls(url) };
  if (stored.base_url !== url) writeCredentials(dataDir, current);
  return { ...current, isNew: false };
}
