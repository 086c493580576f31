/** Watches whether a store goes back in time while the service runs, because it is restored from a backup or emptied. */
import type { Logger } from 'pino';
import { PROJECTIONS } from '../../projections/all.ts';
import type { Config } from '../config/config.ts';
import { sleep } from '../async/sleep.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { progressFromCheckpoints } from '../read-models/generations/progress.ts';
import { callLimit, HISTORY_CALL_DEADLINE_MS } from '../read-models/history/call-limit.ts';
import type { DocumentHistory, HistoryBreak } from '../read-models/history/document-history.ts';
import { recordEventStore } from '../read-models/history/event-history.ts';
import { PLATFORM_STREAM } from '../platform/platform.ts';
import { RECORD_COLLECTIONS } from './record-collections.ts';
import type { HealthMonitor } from './health.ts';
import type { ProgressBroadcast } from './projection-progress.ts';
import type { InstrumentedStores } from './instrumented-stores.ts';
import type { DeferredPlatform } from '../platform/deferred-platform.ts';

export type HistoryWatchOptions = {
  readonly config: Pick<Config, 'roles'>;
  readonly stores: Pick<InstrumentedStores, 'documents' | 'eventStore' | 'eventHistory'>;
  readonly history: DocumentHistory;
  readonly platform: DeferredPlatform;
  readonly progress: ProgressBroadcast;
  readonly health: HealthMonitor;
  readonly log: Logger;
  /** The process has events in memory that do not exist any more, so it has to start over. */
  readonly onEventsWentBack: (reason: string) => void;
};

const CHECK_EVERY_MS = 1_000;

/** A server that was just restarted, or is still catching up with its cluster, may show fewer events for a moment. */
const EVENT_CHECKS = 5;

/** Runs until the signal aborts. */
export async function watchHistory(options: HistoryWatchOptions, signal: AbortSignal): Promise<void> {
  const { stores, history, progress, log } = options;
  const checkEvents = createEventCheck(options);
  const limited = callLimit(HISTORY_CALL_DEADLINE_MS);
  /** What no read model contains may be missing, and nothing else creates it again. */
  let isIncomplete = false;

  const complete = async (): Promise<void> => {
    const documents = stores.documents.store;
    await limited(documents.ensure(RECORD_COLLECTIONS));
    await limited(recordEventStore(documents, stores.eventStore, PLATFORM_STREAM));
    isIncomplete = false;
  };

  const report = ({ reason, isDetectedHere }: HistoryBreak): void => {
    stores.documents.stopReadingDamaged(history.known());
    progress.report(stores.documents.report(progressFromCheckpoints(PROJECTIONS, history.known())));
    if (isDetectedHere) log.error({ reason }, 'documents went back in time; rebuilding read models');
    else log.warn({ reason }, 'documents went back in time; waiting for new read models');
  };

  const checkDocuments = async (): Promise<void> => {
    const found = await history.check();
    if (found !== undefined) {
      isIncomplete = true;
      report(found);
    }
    if (isIncomplete) await complete();
  };

  const ignoreUnavailable = (error: unknown): void => {
    // The health monitor reports it.
    if (!(error instanceof StoreUnavailable)) log.error({ err: error }, 'stores not compared');
  };

  const repeat = async (check: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      await check().catch(ignoreUnavailable);
      await sleep(CHECK_EVERY_MS, signal);
    }
  };
  // Separately, so that one store does not wait for the other.
  await Promise.all([repeat(checkDocuments), repeat(checkEvents)]);
}

/** Serves nothing while events are missing, and starts over if they stay missing. */
function createEventCheck(options: HistoryWatchOptions): () => Promise<void> {
  const { config, stores, progress, platform, health, log, onEventsWentBack } = options;
  const events = stores.eventHistory;
  // Without a projector, positions are those of the documents.
  if (config.roles.includes('projector')) progress.subscribe(events.observe);
  let faults = 0;
  return async () => {
    const reason = await events.check();
    if (reason === undefined) {
      if (faults > 0) platform.resume();
      if (faults > 0) health.reportMet('events');
      faults = 0;
      return;
    }
    faults += 1;
    platform.suspend();
    health.reportUnmet('events', reason);
    if (faults !== EVENT_CHECKS) return;
    log.error({ reason }, 'events went back in time; starting over');
    onEventsWentBack(reason);
  };
}
