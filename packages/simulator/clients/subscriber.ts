/**
 * A client that reads the stream of events from the beginning of a run to its end: at any node, again and again, always from where it
 * stopped. Together, its connections must give every event once, in the order of the list of events.
 */
import { isObject, textOf } from '../model/prediction.ts';
import type { Answer, Json, JsonObject } from '../model/prediction.ts';
import {
  isPredicted,
  mayHaveExpired,
  modeledObjectOf,
  streamFault,
} from '../model/rules/records/stream-rules.ts';
import { generationsOf } from '../model/state/world.ts';
import type { Book } from '../model/state/world.ts';
import { Difference } from '../checks/difference.ts';
import { ask } from '../cluster/ask.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { createStreamQueries } from './stream-queries.ts';
import { openEventStream } from '../cluster/event-stream.ts';
import type { StreamConnection } from '../cluster/event-stream.ts';
import { itemsOf } from '../commands/command.ts';
import type { Coverage } from '../commands/coverage.ts';
import type { Random } from '../commands/random.ts';
import { requestOf } from '../commands/request.ts';
import type { BuiltRequest } from '../commands/request.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Faults } from '../stores/faults.ts';
import type { Trace } from '../reports/trace.ts';

export type SubscriberOptions = {
  readonly name: string;
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly faults: Faults;
  readonly trace: Trace;
  readonly coverage: Coverage;
  readonly apiKey: string;
  /** Of another integrator. */
  readonly foreignKey: string;
  /** The types that the stream selects; undefined for all. */
  readonly types: readonly string[] | undefined;
  /** The current books of the key as the models of all its clients know them. */
  readonly books: () => readonly Book[];
};

export type Subscriber = {
  /** Resolves when the stream has begun. It then goes on; `fail` is called with what is wrong with it. */
  begin(fail: (error: unknown) => void): Promise<void>;
  /** Compares everything that has arrived with the list of events and with the models, and leaves. */
  check(): Promise<void>;
};

/** The documentation tells clients to connect again after this time without any message. */
const SILENCE_MS_MAX = 30_000;
/** The service promises a sign of life every 15 seconds. Faults may delay it. */
const ALIVE_WITHIN_MS = 20_000;
/** A call of a store that began before the last fault may take as long, and its node waits before it tries again. */
const CALM_AFTER_MS = 30_000;
/** How long an event may take to arrive when nothing fails. */
const ARRIVES_WITHIN_MS = 10_000;

export function createSubscriber(options: SubscriberOptions): Subscriber {
  const { name, cluster, scheduler, random, faults, trace, coverage, apiKey, types, books } = options;
  const queries = createStreamQueries({ scheduler, faults, random, coverage, apiKey });
  let foreignId: string | undefined;
  const events: JsonObject[] = [];
  let lastId: string | undefined;
  /** Whether the stream began before the first event. */
  let isWhole = true;
  let connection: StreamConnection | undefined;
  let isOver = false;

  const note = (line: string): void => trace.add(scheduler.now(), name, line);
  const anyNode = () => random.pickAny(cluster.nodes.filter(({ state }) => state === 'up'));

  function streamRequest(): BuiltRequest {
    const request = requestOf({ serial: -1, operation: 'streamEvents', key: 'sandbox' }, new Map());
    const isInQuery = random.oneIn(2);
    return {
      ...request,
      query: {
        ...(types !== undefined && { types: types.join(',') }),
        ...(lastId !== undefined && isInQuery && { after: lastId }),
      },
      ...(lastId !== undefined && !isInQuery && { headers: { 'last-event-id': lastId } }),
    };
  }

  /** A client that was away for longer than events are kept begins again, without an ID. */
  function restart(refusal: Answer): void {
    if (refusal.status !== 400 || lastId === undefined || !books().some(mayHaveExpired))
      throw new Difference(`${name}: after ${lastId ?? 'nothing'}, the stream is refused: ${refusal.text}`);
    lastId = undefined;
    isWhole = false;
    events.length = 0;
  }

  function keep({ id, event: type, data }: { id?: string; event?: string; data?: string }): void {
    lastId = id ?? lastId;
    if (data === undefined) return;
    const event = JSON.parse(data) as JsonObject;
    if (textOf(event, 'id') !== id || textOf(event, 'type') !== type)
      throw new Difference(`${name}: the message ${id ?? ''} of ${type ?? ''} contains ${data}`);
    events.push(event);
    coverage.add('streamEvents 200');
  }

  let calmFrom = Infinity;

  /** Reads until the connection ends, nothing arrives, or the client has enough of it. */
  async function readFrom(stream: StreamConnection): Promise<void> {
    const leavesAt = scheduler.now() + random.below(random.oneIn(2) ? 5_000 : 90_000);
    for (;;) {
      const startedAt = scheduler.now();
      calmFrom = faults.isActive ? Infinity : Math.min(calmFrom, startedAt + CALM_AFTER_MS);
      const wasCalm = startedAt >= calmFrom;
      const messages = await stream.next(wasCalm ? ALIVE_WITHIN_MS : SILENCE_MS_MAX);
      for (const each of messages ?? []) keep(each);
      if (stream.hasEnded() || isOver) return;
      if (
        messages === undefined &&
        wasCalm &&
        !faults.isActive &&
        scheduler.now() - startedAt >= ALIVE_WITHIN_MS
      )
        throw new Difference(`${name}: nothing has arrived for ${ALIVE_WITHIN_MS} ms without a fault`);
      if (messages === undefined || scheduler.now() > leavesAt) {
        stream.close();
        return;
      }
    }
  }

  async function run(): Promise<void> {
    while (!isOver) {
      const node = anyNode();
      const request = streamRequest();
      connection = node && (await openEventStream({ scheduler, faults }, node, apiKey, request));
      const refusal = connection?.refusal;
      note(
        `${node?.name ?? 'nobody'}: after ${lastId ?? 'nothing'}: ${connection === undefined ? 'no answer' : (refusal?.text ?? 'begins')}`,
      );
      if (refusal !== undefined) coverage.observe('streamEvents', refusal);
      if (refusal !== undefined && refusal.status !== 503) restart(refusal);
      else if (refusal === undefined && connection !== undefined) await readFrom(connection);
      if (random.oneIn(4)) await expectRefusal();
      await scheduler.pause(random.oneIn(3) ? random.below(20_000) : random.below(1_000));
    }
  }

  async function page(key: string, query: Readonly<Record<string, string>>): Promise<Json> {
    const request = requestOf({ serial: -1, operation: 'listEvents', key: 'sandbox' }, new Map());
    const answer = await ask({ cluster, scheduler, random }, key, { ...request, query });
    if (answer.status === 200) return answer.body;
    throw new Difference(`${name}: the list of events is answered with ${answer.text}`);
  }

  /** All events of the list, oldest first. */
  async function listAll(): Promise<readonly JsonObject[]> {
    const found: Json[] = [];
    for (let after: string | undefined; ;) {
      const shown = await page(apiKey, {
        limit: '100',
        ...(after !== undefined && { starting_after: after }),
      });
      found.push(...itemsOf(shown));
      if (!isObject(shown) || shown['has_more'] !== true) break;
      after = textOf(itemsOf(shown).at(-1), 'id');
    }
    return found.filter(isObject).toReversed();
  }

  async function expectRefusal(): Promise<void> {
    foreignId ??= textOf(itemsOf(await page(options.foreignKey, { limit: '1' }))[0], 'id') || undefined;
    const node = anyNode();
    if (node !== undefined && foreignId !== undefined) await queries.expectRefusal(node, foreignId);
  }

  /** The list may have lost personal data since an event has arrived. */
  function compareWithList(list: readonly JsonObject[]): void {
    const ids = new Set(list.map(idOf));
    const from = events.findIndex((each) => ids.has(idOf(each)));
    const arrived = from === -1 ? [] : events.slice(from);
    // Before that, there are events of former books, and some that have expired.
    const due = isWhole ? list : list.slice(Math.max(0, list.length - arrived.length));
    for (const [at, each] of due.entries()) {
      const found = arrived[at];
      if (found === undefined || idOf(found) !== idOf(each))
        throw new Difference(
          `${name}: event ${at} of ${due.length} is ${found === undefined ? 'missing' : idOf(found)} instead of ${idOf(each)}`,
        );
      if (!isErasedOf(each, found))
        throw new Difference(
          `${name}: ${JSON.stringify(found)} arrived, the list has ${JSON.stringify(each)}`,
        );
    }
    if (arrived.length > due.length)
      throw new Difference(`${name}: ${idOf(arrived[due.length])} arrived, and is not in the list`);
  }

  function compareWithModels(): void {
    const generations = books().flatMap(generationsOf);
    const known = new Set(generations.flatMap((each) => each.events.values.map(({ objectId }) => objectId)));
    const unknown = events.find((each) => isPredicted(each) && !known.has(modeledObjectOf(each)));
    if (unknown !== undefined) throw new Difference(`${name}: no client knows of ${JSON.stringify(unknown)}`);
    for (const book of generations) {
      const fault = streamFault(book, books().includes(book), { events, types, isWhole });
      if (fault !== undefined) throw new Difference(`${name}: ${fault}`);
    }
  }

  return {
    async begin(fail) {
      void run().catch(fail);
      while (lastId === undefined) await scheduler.pause(10);
    },
    async check() {
      const all = await listAll();
      const list = all.filter((each) => types === undefined || types.includes(textOf(each, 'type')));
      const newest = idOf(list.at(-1));
      const startedAt = scheduler.now();
      while (newest !== '' && isWhole && idOf(events.at(-1)) !== newest) {
        if (scheduler.now() > startedAt + ARRIVES_WITHIN_MS)
          throw new Difference(`${name}: ${newest} has not arrived within ${ARRIVES_WITHIN_MS} ms`);
        await scheduler.pause(100);
      }
      isOver = true;
      connection?.close();
      note(`has read ${events.length} events, and the list has ${list.length}`);
      compareWithList(list);
      compareWithModels();
      for (const node of cluster.nodes) {
        await expectRefusal();
        if (all.length > 0 && !books().some(mayHaveExpired)) await queries.checkObject(node, all);
      }
    },
  };
}

const idOf = (event: JsonObject | undefined): string => textOf(event, 'id');

/** Whether both are equal, except that members of the first one may be erased. */
function isErasedOf(erased: Json, whole: Json | undefined): boolean {
  if (erased === null || !isObject(erased) || !isObject(whole))
    return erased === null || JSON.stringify(erased) === JSON.stringify(whole);
  return (
    Object.keys(erased).join() === Object.keys(whole).join() &&
    Object.entries(erased).every(([name, value]) => isErasedOf(value, whole[name]))
  );
}
