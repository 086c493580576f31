/** Nodes on shared stores, in this thread. Each is the whole service, from the API to the jobs, without sockets. */
import type { DispatchFunc } from 'light-my-request';
import pino from 'pino';
import type { Config } from '../../../src/config/config.ts';
import { runService, type Service } from '../../../src/service/start-service.ts';
import { errorMessage } from '../../../src/system/errors.ts';
import type { Random } from '../commands/random.ts';
import { send, type BuiltRequest } from '../commands/request.ts';
import type { Answer } from '../model/prediction.ts';
import type { Trace } from '../reports/trace.ts';
import { HARNESS, createProcess, type Process, type Scheduler } from '../scheduler/scheduler.ts';
import { processTime } from '../scheduler/simulated-runtime.ts';
import type { CallSites } from '../stores/call-sites.ts';
import { createConnection, type Connection } from '../stores/connection.ts';
import type { Faults } from '../stores/faults.ts';
import type { SimulatedStores } from '../stores/stores.ts';
import type { Receivers } from '../webhooks/receivers.ts';
import { injectable } from './injectable.ts';

export type SimulatedNode = {
  readonly name: string;
  readonly process: Process;
  readonly connection: Connection;
  /** Read when it started. */
  readonly config: Config;
  state: 'starting' | 'up' | 'stopping' | 'down';
  app: DispatchFunc | undefined;
  service: Service | undefined;
  readonly startedAtMs: number;
  /** When it last noticed that the documents are older than before. */
  noticedOlderDocumentsAtMs: number | undefined;
  /** When it last noticed that the events are older than before, and started over. */
  noticedOlderEventsAtMs: number | undefined;
  /** Called once, when it has answered a write with a success. */
  afterWrite: (() => void) | undefined;
  /** Called for each request without an answer when the node ends. */
  readonly waiting: Set<() => void>;
  /** Called for each open stream of events when the node ends. */
  readonly streams: Set<() => void>;
};

export type Cluster = {
  readonly nodes: readonly SimulatedNode[];
  start(index: number): void;
  /** Nodes that start from now on have this configuration. */
  configure(config: Config): void;
  /** Nothing of the node continues. */
  crash(index: number): void;
  /** Answers what was asked, and closes. */
  stop(index: number): Promise<void>;
  /** Undefined if the connection is lost. */
  request(node: SimulatedNode, apiKey: string, request: BuiltRequest): Promise<Answer | undefined>;
  readonly crashes: () => number;
  /** What nodes logged as an error, by message. */
  readonly errors: ReadonlyMap<string, number>;
};

export type ClusterOptions = {
  readonly config: Config;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly faults: Faults;
  readonly trace: Trace;
  readonly stores: SimulatedStores;
  readonly receivers: Receivers;
  readonly nodeCount: number;
  /** The most that a clock is wrong, in milliseconds. */
  readonly clockErrorMs: number;
  /** Whether nodes of an older release run next to the others until faults end. */
  readonly hasOlderReleases: boolean;
  readonly callSites?: CallSites | undefined;
  readonly onAnswer: (request: BuiltRequest, answer: Answer) => void;
};

/** Stacks contain paths of this machine. */
const withoutStacks = (line: string): string =>
  JSON.stringify(JSON.parse(line, (name, value: unknown) => (name === 'stack' ? undefined : value)));

export function createCluster(options: ClusterOptions): Cluster {
  const { scheduler, random, faults, trace, stores, receivers, nodeCount, callSites } = options;
  const errors = new Map<string, number>();
  let { config } = options;
  let crashes = 0;
  const note = (process: string, line: string): void => trace.add(scheduler.now(), process, line);
  const nodes = Array.from({ length: nodeCount }, (_, index) => newNode(index, 1));
  const starts = nodes.map(() => 0);

  function newNode(index: number, life: number): SimulatedNode {
    const process = createProcess(`node-${index + 1}.${life}`);
    const { clockErrorMs } = options;
    if (clockErrorMs > 0) {
      process.clockOffsetMs = random.below(2 * clockErrorMs) - clockErrorMs;
      process.clockDrift = (random.below(401) - 200) / 1_000_000;
    }
    // The first node is always of this release, so that one of them knows every event.
    process.isOlderRelease = options.hasOlderReleases && faults.isActive && index > 0 && random.oneIn(2);
    if (process.isOlderRelease) faults.count('older release');
    const connection = createConnection({ scheduler, random, faults, process, trace: note, callSites });
    const waiting = new Set<() => void>();
    return {
      name: process.name,
      process,
      connection,
      config,
      state: 'down',
      app: undefined,
      service: undefined,
      startedAtMs: scheduler.now(),
      noticedOlderDocumentsAtMs: undefined,
      noticedOlderEventsAtMs: undefined,
      afterWrite: undefined,
      waiting,
      streams: new Set(),
    };
  }

  function logger(node: SimulatedNode): pino.Logger {
    const { process, name } = node;
    const write = (line: string): void => {
      const { level, msg, reason } = JSON.parse(line) as { level: number; msg: string; reason?: string };
      if (msg.startsWith('documents went back in time')) node.noticedOlderDocumentsAtMs = scheduler.now();
      if (msg.startsWith('events went back in time')) node.noticedOlderEventsAtMs = scheduler.now();
      if (level >= 50) errors.set(msg, (errors.get(msg) ?? 0) + 1);
      if (process.isAlive)
        note(
          name,
          `log: ${msg}${reason === undefined ? '' : ` (${reason})`}${level >= 50 ? withoutStacks(line) : ''}`,
        );
    };
    const timestamp = (): string => `,"time":${processTime(scheduler)}`;
    return pino({ level: 'warn', base: null, timestamp }, { write });
  }

  async function run(node: SimulatedNode): Promise<void> {
    const { process, connection } = node;
    const fail = (error: unknown): void => note(node.name, `did not start over: ${errorMessage(error)}`);
    node.service = await runService(stores.configFor(node.config), logger(node), fail, {
      openStores: stores.openerOf(process, connection),
      createSender: receivers.senderOf(process),
      serve(app) {
        node.app = injectable(app);
        node.state = 'up';
        note(node.name, 'serves requests');
        return Promise.resolve('http://ledger.example');
      },
    });
  }

  function start(index: number): void {
    starts[index] = (starts[index] ?? 0) + 1;
    const node = newNode(index, starts[index]);
    nodes[index] = node;
    node.state = 'starting';
    note(
      node.name,
      `starts with a clock that is ${node.process.clockOffsetMs} ms ahead${node.process.isOlderRelease ? ', of an older release' : ''}`,
    );
    const fail = (error: unknown): void => {
      note(node.name, `did not start: ${String(error)}`);
      node.state = 'down';
      node.process.isAlive = false;
      const again = (): void => {
        if (nodes[index] === node) start(index);
      };
      scheduler.schedule(1_000, again, HARNESS);
    };
    scheduler.schedule(0, () => void run(node).catch(fail), node.process);
  }

  function crash(index: number): void {
    const node = nodes[index];
    if (node === undefined || node.state === 'down') return;
    note(node.name, 'crashes');
    node.connection.crash();
    faults.count('crash');
    crashes += 1;
    node.process.isAlive = false;
    node.state = 'down';
    loseConnections(node);
    stores.crash();
  }

  function loseConnections({ waiting, streams }: SimulatedNode): void {
    for (const lose of [...waiting, ...streams]) lose();
    waiting.clear();
  }

  async function stop(index: number): Promise<void> {
    const node = nodes[index];
    if (node?.state !== 'up' || node.service === undefined) return;
    const { service, waiting, process } = node;
    note(node.name, 'stops');
    faults.count('clean stop');
    node.state = 'stopping';
    while (waiting.size > 0 && process.isAlive) await scheduler.pause(5);
    if (!process.isAlive) return;
    await new Promise<void>((resolve) => {
      const end = (error?: unknown): void => {
        if (error !== undefined) note(node.name, `did not close: ${errorMessage(error)}`);
        scheduler.schedule(0, resolve, HARNESS);
      };
      scheduler.schedule(0, () => void service.close().then(() => end(), end), process);
      waiting.add(() => scheduler.schedule(0, resolve, HARNESS));
    });
    note(node.name, 'has stopped');
    node.state = 'down';
    process.isAlive = false;
    loseConnections(node);
  }

  return {
    nodes,
    start,
    configure: (changed) => void (config = changed),
    crash,
    stop,
    errors,
    crashes: () => crashes,
    request: (node, apiKey, request) =>
      new Promise((resolve, reject) => {
        const { process, waiting, app } = node;
        if (app === undefined) throw new Error(`${node.name} serves nothing.`);
        const end = (answer: Answer | undefined): void => {
          waiting.delete(lose);
          scheduler.schedule(faults.latencyMs(), () => resolve(answer), HARNESS);
          if (answer !== undefined) options.onAnswer(request, answer);
          if (answer === undefined || answer.status >= 300 || request.method === 'GET') return;
          const { afterWrite } = node;
          node.afterWrite = undefined;
          afterWrite?.();
        };
        const lose = (): void => end(undefined);
        if (!process.isAlive) {
          lose();
          return;
        }
        waiting.add(lose);
        scheduler.schedule(
          faults.latencyMs(),
          () => void send(app, apiKey, request).then(end, reject),
          process,
        );
      }),
  };
}
