/** One run of the simulator: a cluster, its clients, and its faults, all from one seed. */
import { StoreUnavailable } from '../../src/event-store/port.ts';
import { replaceRuntime } from '../../src/system/runtime.ts';
import { checkAttention } from './checks/attention.ts';
import { auditFindings } from './checks/audit.ts';
import {
  checkAuditStatus,
  createCheckpointFolder,
  moveCheckpointsAway,
  removeCheckpointFolder,
} from './checks/checkpoints.ts';
import { Difference } from './checks/difference.ts';
import { checkExports } from './checks/exports.ts';
import { checkJournal } from './checks/journal.ts';
import { createLeaseWatch } from './checks/leases.ts';
import { beginMetrics } from './checks/metrics.ts';
import { findUnaware } from './checks/older-documents.ts';
import { checkOperatorLists } from './checks/operator-lists.ts';
import { rebuildDifferences } from './checks/rebuild.ts';
import { isProjected, whatIsOpen } from './checks/settled.ts';
import { removeUnused } from './checks/unused-generations.ts';
import { createClient, type Client } from './clients/client.ts';
import { createSubscriber } from './clients/subscriber.ts';
import { runChaos } from './cluster/chaos.ts';
import { createCluster } from './cluster/cluster.ts';
import { restoreWhileIdle } from './cluster/idle-restore.ts';
import { restoreOlderEvents } from './cluster/older-events.ts';
import { enterRelease } from './cluster/releases.ts';
import { booksOf, createIntegrators, everyBook, integratorNames, simulatedConfig } from './cluster/world.ts';
import { createCoverage, type Coverage } from './commands/coverage.ts';
import { operationAt } from './commands/operation-at.ts';
import { createRandom } from './commands/random.ts';
import { countEvents } from './commands/unreached.ts';
import { createMarket } from './model/state/market.ts';
import type { Book } from './model/state/world.ts';
import { createAdministrator } from './operators/administrator.ts';
import { BACK_OFFICE_PAIRS, CLOSED_BACK_OFFICE, createBackOffice } from './operators/back-office.ts';
import { createConsoleUser } from './operators/console-user.ts';
import { createKeyHolder } from './operators/key-holder.ts';
import { createOperatorCalls } from './operators/operator-calls.ts';
import { createSigningKeys } from './operators/signing-keys.ts';
import { createTreasurer, type Funds } from './operators/treasurer.ts';
import {
  createChaosOptions,
  hasBackOffice,
  hasCheckpoints,
  storageOf,
  type SimulationOptions,
} from './options.ts';
import { createConnector } from './partner/connector.ts';
import { createPartner } from './partner/partner.ts';
import { createAccountant } from './reconciliation/accountant.ts';
import type { Recording } from './recording/recording.ts';
import { createTrace, type Trace } from './reports/trace.ts';
import { createScheduler } from './scheduler/scheduler.ts';
import { STARTS_AT, createSimulatedRuntime, replaceLibraryClocks } from './scheduler/simulated-runtime.ts';
import { createFaults } from './stores/faults.ts';
import { createFileStores } from './stores/file.ts';
import { createServerStores } from './stores/stores.ts';
import { createEndpoints } from './webhooks/endpoints.ts';
import { createOwedDeliveries } from './webhooks/owed-deliveries.ts';
import { createReceivers } from './webhooks/receivers.ts';

export type SimulationResult = {
  /** Why the run failed; undefined if nothing was wrong. */
  readonly failure: string | undefined;
  readonly trace: Trace;
  readonly faults: ReadonlyMap<string, number>;
  readonly commands: number;
  readonly steps: number;
  /** Simulated milliseconds. */
  readonly simulatedMs: number;
  readonly errors: ReadonlyMap<string, number>;
  readonly recording: Recording;
};

/** Returns a function that puts the original back. */
function replaceFetch(replacement: typeof fetch): () => void {
  const original = globalThis.fetch;
  globalThis.fetch = replacement;
  return () => void (globalThis.fetch = original);
}

const SCARCE_FUNDS: Funds = { coin: '2.5', points: '9000.00' };
/** One purchase at the lowest price of a trade takes 83 million coins. */
const AMPLE_FUNDS: Funds = { coin: '999999999999', points: '99999999999999.00' };

/** How long everything may take to settle after the last fault, in simulated time. */
const SETTLED_WITHIN_MS = 10 * 60_000;

/** A call of a store that failed may happen within this time, or be answered. */
const LATE_CALLS_MS = 21_000;

/** Longer than any run that ends. An unused session of the console takes half an hour. */
const RUN_MS_MAX = 2 * 60 * 60_000;

const WAKE_UP_TRIES = 15;
const PROJECTED_WITHIN_MS = 2_000;

export async function simulate(
  options: SimulationOptions,
  coverage: Coverage = createCoverage(),
): Promise<SimulationResult> {
  const { seed } = options;
  const chaos = createChaosOptions(options);
  const scheduler = createScheduler(enterRelease);
  const randomOf = (purpose: number) => createRandom(Math.imul(seed, 0x9e3779b1) + purpose);
  const restoreRuntime = replaceRuntime(createSimulatedRuntime(scheduler, randomOf(1)));
  const restoreClocks = replaceLibraryClocks(scheduler);
  const random = randomOf(2);
  const trace = createTrace(options.traceFile);
  const { recording } = options;
  const faults = createFaults(randomOf(3), chaos.callFailsOneIn, recording && new Set(recording.faults));
  const storage = storageOf(options);
  const createStores = storage === 'file' ? createFileStores : createServerStores;
  const leases = createLeaseWatch(scheduler, chaos.clockErrorMs);
  const masterKey = Buffer.alloc(32, seed % 251);
  const stores = createStores({ scheduler, random: randomOf(4), faults, leases, masterKey });
  const { eventStore, documents } = stores;
  /**
   * A node signs with the keys that its documents have. They are old if they were restored, and may not catch up for minutes while
   * the only node crashes again and again.
   */
  const isUnknownMs = (): number =>
    isCalm ? 3_000 : scheduler.now() < (stores.restoredAtMs() ?? -Infinity) + 120_000 ? Infinity : 180_000;
  const receivers = createReceivers(scheduler, random, faults, {
    unknownMs: isUnknownMs,
    clockErrorMs: chaos.clockErrorMs,
  });
  const checkpoints = hasCheckpoints(options) ? createCheckpointFolder() : undefined;
  /** Undefined if checkpoints are about events that are lost. */
  const checkpointFolder = (): string | undefined => (hasLostEvents ? undefined : checkpoints?.folder);
  const config = { ...simulatedConfig(masterKey, storage), checkpoints };
  let sent = 0;
  let failure: string | undefined;
  let hasLostEvents = false;
  /** Whether nothing fails any more, and everything has settled. */
  let isCalm = false;
  const progress = { isDone: false };

  // Every other client is alone in its books. The others share theirs.
  const aloneCount = Math.ceil(options.clients / 2);
  const market = createMarket();
  const { pairs: clientPairs, operators } = await scheduler.complete(
    createIntegrators(
      eventStore,
      masterKey,
      aloneCount + 2 + (hasBackOffice(options) ? BACK_OFFICE_PAIRS : 0),
    ),
  );
  const cluster = createCluster({
    ...{ config, scheduler, random, faults, trace, stores, receivers },
    ...{ nodeCount: options.nodes, clockErrorMs: chaos.clockErrorMs, callSites: options.callSites },
    hasOlderReleases: chaos.hasOlderReleases,
    onAnswer(request, answer) {
      const operation = operationAt(request);
      if (operation !== undefined) coverage.observe(operation, answer);
    },
  });
  const owed = createOwedDeliveries({
    ...{ eventStore, documents, receivers },
    books: async () => (await booksOf(eventStore, masterKey, clientPairs)).current,
    windowMs: config.file.webhooks.retry_window_seconds * 1_000,
    hasLostEvents: () => hasLostEvents,
    now: () => STARTS_AT + scheduler.now(),
  });
  const clients: Client[] = Array.from({ length: options.clients }, (_, index) => {
    const isAlone = index % 2 === 0;
    const keys = clientPairs[isAlone ? index / 2 : aloneCount]?.keys;
    if (keys === undefined) throw new Error('Every client has keys.');
    return createClient({
      ...{ name: `client-${index + 1}`, seed: seed * 64 + index, keys, isAlone, cluster, scheduler },
      ...{ random, trace, hasJobs: true, clockErrorMs: chaos.clockErrorMs },
      ...{ stores, market, script: recording?.commands[index], receivers, owed },
      tradeSoon: () => treasurer.tradeSoon(),
    });
  });

  const connector = createConnector(scheduler, randomOf(5), faults);
  const restoreFetch = replaceFetch(connector.fetch);
  const partnerKeys = clientPairs[aloneCount + 1]?.keys;
  if (partnerKeys === undefined) throw new Error('The partner has keys.');
  const partner = createPartner({
    ...{ cluster, scheduler, random: randomOf(6), faults, connector, keys: partnerKeys },
  });
  const operate = { cluster, scheduler, random: randomOf(7), operators };
  const calls = createOperatorCalls({ ...operate, random, name: 'treasurer' });
  const treasurer = createTreasurer({
    ...{ scheduler, random, market, calls },
    funded: clientPairs.slice(aloneCount).flatMap(({ integratorIds }) => integratorIds),
  });
  const keyHolder = createKeyHolder({
    ...{ ...operate, calls: createOperatorCalls({ ...operate, name: 'keys' }) },
    ...{ faults, clockErrorMs: chaos.clockErrorMs },
    integratorId: clientPairs[aloneCount + 1]?.integratorIds[1] ?? '',
  });
  const signingKeys = createSigningKeys({
    ...{ scheduler, random: randomOf(15), receivers },
    calls: createOperatorCalls({ ...operate, random: randomOf(16), name: 'signing keys' }),
    causeEvent: () => keyHolder.createUser(),
  });

  const accountant = createAccountant({
    ...{ scheduler, random: randomOf(8), settled: partner.settled },
    calls: createOperatorCalls({ ...operate, random: randomOf(9), name: 'accountant' }),
  });
  const later = { ...simulatedConfig(masterKey, storage, 'later'), checkpoints };
  const backOffice = hasBackOffice(options)
    ? createBackOffice({
        ...{ cluster, scheduler, randomOf: (purpose) => randomOf(20 + purpose), operators },
        ...{ pairs: clientPairs.slice(aloneCount + 2), later },
      })
    : CLOSED_BACK_OFFICE;

  const consoleUser = createConsoleUser({
    ...{ cluster, scheduler, random: randomOf(17), stores, clockErrorMs: chaos.clockErrorMs },
    calls: createOperatorCalls({ ...operate, random: randomOf(18), name: 'console' }),
  });

  const administrator = createAdministrator({
    ...{ cluster, scheduler, random: randomOf(10) },
    calls: createOperatorCalls({ ...operate, random: randomOf(11), name: 'administrator' }),
    integrators: integratorNames(clientPairs),
  });

  const note = (line: string): void => trace.add(scheduler.now(), 'harness', line);
  async function findOpen(): Promise<string | undefined> {
    try {
      const hasRail = (rail: string): boolean =>
        cluster.nodes.some(({ config }) => config.file.rails[rail] !== undefined);
      const settling = { eventStore, documents, hasLostEvents, hasRail };
      const open = await whatIsOpen(settling, STARTS_AT + scheduler.now() - 10_000);
      return open ?? findUnaware(stores, cluster.nodes, scheduler.now()) ?? (await owed.find());
    } catch (error) {
      // The read models are being rebuilt.
      if (error instanceof StoreUnavailable) return error.message;
      throw error;
    }
  }

  async function settle(): Promise<void> {
    const startedAt = scheduler.now();
    for (;;) {
      const open = await findOpen();
      if (open === undefined) break;
      if (scheduler.now() > startedAt + SETTLED_WITHIN_MS)
        throw new Difference(`${SETTLED_WITHIN_MS} ms after the last fault, ${open}`);
      await scheduler.pause(1_000);
    }
    note(`settled after ${(scheduler.now() - startedAt).toFixed(0)} ms`);
  }

  /** All nodes run, and all are of this release. */
  async function startAll(): Promise<void> {
    const startedAt = scheduler.now();
    while (cluster.nodes.some(({ state, process }) => state !== 'up' || process.isOlderRelease)) {
      for (const [index, { process }] of cluster.nodes.entries()) {
        if (process.isOlderRelease) await cluster.stop(index);
        if (cluster.nodes[index]?.state === 'down') cluster.start(index);
      }
      if (scheduler.now() > startedAt + SETTLED_WITHIN_MS)
        throw new Difference(`${SETTLED_WITHIN_MS} ms after the last fault, not all nodes run`);
      await scheduler.pause(1_000);
    }
  }

  /** A notification that nobody notices shows only if no other one follows. */
  async function expectWakeUps(): Promise<void> {
    faults.areFollowersSlow = true;
    for (let tries = 0; tries < WAKE_UP_TRIES; tries += 1) {
      await treasurer.tradeTwice();
      const endedAt = scheduler.now();
      while (!(await isProjected(eventStore, documents))) {
        if (scheduler.now() > endedAt + PROJECTED_WITHIN_MS)
          throw new Difference(
            `${PROJECTED_WITHIN_MS} ms after the last event, without a fault, not all are projected`,
          );
        await scheduler.pause(100);
      }
    }
    faults.areFollowersSlow = false;
  }

  /** The clients that use this pair of integrators. */
  const clientsOf = (pair: number): readonly Client[] =>
    clients.filter((_, at) => (at % 2 === 0 ? at / 2 : aloneCount) === pair);

  const subscriberRandom = randomOf(12);
  const subscribers = [subscriberRandom.below(aloneCount), aloneCount].map((pair, index) => {
    const isFirst = subscriberRandom.oneIn(2);
    const keys = clientPairs[pair]?.keys;
    return createSubscriber({
      ...{ cluster, scheduler, random: randomOf(13 + index), faults, trace, coverage },
      ...{ name: `subscriber-${index + 1}`, apiKey: keys?.[isFirst ? 'sandbox' : 'stranger'] ?? '' },
      foreignKey: keys?.[isFirst ? 'stranger' : 'sandbox'] ?? '',
      types: subscriberRandom.pick([undefined, ['transfer.created', 'user.kyc_status_changed']]),
      books: () => clientsOf(pair).flatMap(({ model }) => model.books.get(isFirst ? 'one' : 'two') ?? []),
    });
  });

  /** The current books of each integrator, as its clients know them. */
  const knownBooks = (): ReadonlyMap<string, readonly Book[]> =>
    new Map(
      clientPairs
        .slice(0, aloneCount + 1)
        .flatMap(({ integratorIds }, pair) =>
          integratorIds.map((id, place): [string, readonly Book[]] => [
            id,
            clientsOf(pair).flatMap(({ model }) => model.books.get(place === 0 ? 'one' : 'two') ?? []),
          ]),
        ),
    );

  /** The shared books get more than their clients can use, so that the outcome for one client does not depend on others. */
  async function fund(): Promise<void> {
    await treasurer.trade('2500.37');
    for (const [index, { integratorIds }] of clientPairs.entries())
      for (const [place, integratorId] of integratorIds.entries()) {
        const funds = index < aloneCount ? SCARCE_FUNDS : AMPLE_FUNDS;
        await treasurer.allocate(integratorId, funds);
        for (const { model } of clientsOf(index)) model.allocate(place === 0 ? 'one' : 'two', funds, 0);
      }
  }

  async function run(): Promise<void> {
    for (const [index] of cluster.nodes.entries()) cluster.start(index);
    await createEndpoints(clientPairs, cluster, scheduler, receivers, (index, book, endpoint) => {
      for (const { model } of clientsOf(index)) model.addReceiver(book, endpoint);
      // Only clients that are alone reset their sandboxes.
      if (index === aloneCount || index === aloneCount + 1) signingKeys.add(endpoint);
    });
    await fund();
    await Promise.all(subscribers.map((each) => each.begin(fail)));
    await backOffice.open();
    note('faults begin');
    faults.isActive = chaos.isActive;
    const unrest = chaos.isActive
      ? runChaos({ ...{ cluster, scheduler, random, faults, stores, trace }, ...chaos })
      : Promise.resolve();
    let isSending = true;
    const others = [
      treasurer,
      partner,
      keyHolder,
      signingKeys,
      accountant,
      administrator,
      consoleUser,
      backOffice,
    ].map((each) => each.run(() => isSending));
    const trades = Promise.all(others);
    // Until it is awaited, nobody else would see that it failed.
    trades.catch(fail);
    await Promise.all(
      clients.map((client) =>
        client.run(() => {
          if (failure !== undefined || (recording === undefined && sent >= options.commands)) return false;
          sent += 1;
          return true;
        }),
      ),
    );
    isSending = false;
    faults.isActive = false;
    note('faults end');
    for (const node of cluster.nodes) node.connection.outage = undefined;
    await unrest;
    // A node of an older release may lead jobs, and what the others wait for may need an event that it does not know.
    await startAll();
    await trades;
    await scheduler.pause(LATE_CALLS_MS);
    await startAll();
    await backOffice.finish();
    await settle();
    isCalm = true;
    // What a rebuild replaces is unused only when it has ended.
    await administrator.finish();
    await removeUnused({ scheduler, faults, documents, calls });
    // Then books are read from snapshots.
    if (random.oneIn(2)) for (const [index] of cluster.nodes.entries()) await cluster.stop(index);
    await startAll();
    const checkMetrics = await beginMetrics({ ...{ cluster, scheduler, calls }, random: randomOf(19) });
    for (const client of clients) {
      await client.readAll();
      await client.repeatSome(20);
    }
    for (const subscriber of subscribers) await subscriber.check();
    await partner.check();
    await keyHolder.check();
    await signingKeys.check();
    const wronglySigned = receivers.wronglySigned();
    if (wronglySigned !== undefined) throw new Difference(wronglySigned);
    await accountant.check();
    await administrator.check();
    await treasurer.check();
    await consoleUser.check();
    await backOffice.check();
    await checkOperatorLists(calls, knownBooks());
    await checkExports(
      calls,
      clientPairs.slice(aloneCount, aloneCount + 1).flatMap(({ integratorIds }) => integratorIds),
    );
    await checkJournal({
      ...{ calls, books: knownBooks(), allocated: treasurer.allocated, accounts: accountant.accounts() },
      now: STARTS_AT + scheduler.now(),
    });
    await settle();
    await checkMetrics();
    const { all: streams } = await booksOf(eventStore, masterKey, clientPairs);
    await checkAuditStatus({
      ...{ calls, scheduler, eventStore, masterKey, settings: checkpoints, streams },
    });
    await checkAttention({
      ...{ scheduler, calls, nodeCount: options.nodes, expiringKeys: keyHolder.expiringKeys },
    });
    if (chaos.restoresIdleDocuments)
      await restoreWhileIdle({
        ...{ scheduler, random, faults, stores, receivers, keyHolder, findOpen },
      });
    await expectWakeUps();
    if (chaos.restoresEvents) {
      hasLostEvents = true;
      await restoreOlderEvents({
        ...{ cluster, scheduler, random, faults, stores, calls },
        moveCheckpointsAway() {
          if (checkpoints !== undefined) moveCheckpointsAway(checkpoints);
        },
      });
      await backOffice.finishAgain();
      await settle();
    }
    for (const [index] of cluster.nodes.entries()) await cluster.stop(index);
  }

  const fail = (error: unknown): void => {
    failure ??=
      error instanceof Difference ? error.message : String(error instanceof Error ? error.stack : error);
    progress.isDone = true;
  };
  try {
    scheduler.schedule(0, () => void run().then(() => (progress.isDone = true), fail));
    const isLate = (): boolean => scheduler.now() > RUN_MS_MAX;
    await scheduler.runUntil(() => progress.isDone || leases.fault() !== undefined || isLate());
    failure ??= leases.fault();
    if (!progress.isDone)
      failure ??= isLate() ? 'the run does not end' : 'nothing happens any more, and the clients wait';
  } catch (error) {
    fail(error);
  } finally {
    for (const { process } of cluster.nodes) process.isAlive = false;
    enterRelease(undefined);
    restoreFetch();
    restoreRuntime();
    restoreClocks();
  }
  try {
    if (failure === undefined) {
      const findings = [
        ...(await auditFindings(eventStore, masterKey, checkpointFolder())),
        ...(await rebuildDifferences(eventStore, documents, masterKey)),
      ];
      if (findings.length > 0) failure = findings.join('\n');
    }
    await countEvents(eventStore, await everyBook(eventStore, masterKey), coverage);
  } catch (error) {
    // A damaged file cannot be read.
    fail(error);
  }
  stores.close();
  if (checkpoints !== undefined) removeCheckpointFolder(checkpoints);
  return {
    ...{ failure, trace, faults: faults.counts, commands: sent, steps: scheduler.steps() },
    ...{ simulatedMs: scheduler.now(), errors: cluster.errors },
    recording: { commands: clients.map((client) => client.sent), faults: faults.admitted },
  };
}
