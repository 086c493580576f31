/** Streams of events with other queries than those of subscribers: ones that must be refused, and those of one object. */
import { textOf } from '../model/prediction.ts';
import type { JsonObject } from '../model/prediction.ts';
import { objectOf } from '../model/rules/records/stream-rules.ts';
import { Difference } from '../checks/difference.ts';
import type { SimulatedNode } from '../cluster/cluster.ts';
import { openEventStream } from '../cluster/event-stream.ts';
import type { StreamConnection, StreamNetwork } from '../cluster/event-stream.ts';
import type { Coverage } from '../commands/coverage.ts';
import type { Random } from '../commands/random.ts';
import { requestOf } from '../commands/request.ts';
import type { BuiltRequest } from '../commands/request.ts';
import { codeOf } from './answers.ts';

export type StreamQueriesOptions = StreamNetwork & {
  readonly random: Random;
  readonly coverage: Coverage;
  readonly apiKey: string;
};

type Query = Pick<BuiltRequest, 'query' | 'headers'>;

export type StreamQueries = {
  /** Opens a stream that no node may begin. `foreignId`: an event of a book that the key cannot read. */
  expectRefusal(node: SimulatedNode, foreignId: string): Promise<void>;
  /** Reads the events of one object. `list`: all events of the book, oldest first; none expires soon. */
  checkObject(node: SimulatedNode, list: readonly JsonObject[]): Promise<void>;
};

const ARRIVES_WITHIN_MS = 10_000;
const TYPES_MAX = 20;
const ID_LENGTH_MAX = 64;

export function createStreamQueries(options: StreamQueriesOptions): StreamQueries {
  const { scheduler, faults, random, coverage, apiKey } = options;

  const open = (node: SimulatedNode, query: Query): Promise<StreamConnection | undefined> =>
    openEventStream({ scheduler, faults }, node, apiKey, {
      ...requestOf({ serial: -1, operation: 'streamEvents', key: 'sandbox' }, new Map()),
      ...query,
    });

  return {
    async expectRefusal(node, foreignId) {
      const wrong = random.pick<Query>([
        { query: { after: 'evt_1' } },
        { query: { after: foreignId } },
        { query: {}, headers: { 'last-event-id': foreignId } },
        { query: { types: 'user.created,' } },
        { query: { types: Array.from({ length: TYPES_MAX + 1 }, () => 'user.created').join() } },
        { query: { object_id: 'x'.repeat(ID_LENGTH_MAX + 1) } },
        { query: { colour: 'red' } },
      ]);
      const stream = await open(node, wrong);
      if (stream === undefined) return;
      const { refusal } = stream;
      if (refusal === undefined) throw new Difference(`a stream with ${JSON.stringify(wrong)} has begun`);
      coverage.observe('streamEvents', refusal);
      if (refusal.status !== 503 && codeOf(refusal) !== '400 malformed_request')
        throw new Difference(`a stream with ${JSON.stringify(wrong)} was answered with ${refusal.text}`);
    },

    async checkObject(node, list) {
      const from = random.below(list.length);
      const after = textOf(list[from], 'id');
      const objectId = objectOf(random.pickAny(list.slice(from)) ?? {});
      const due = list.slice(from + 1).filter((each) => objectOf(each) === objectId);
      const stream = await open(node, { query: { object_id: objectId, after } });
      const found: JsonObject[] = [];
      const startedAt = scheduler.now();
      while (found.length < due.length && scheduler.now() < startedAt + ARRIVES_WITHIN_MS)
        for (const { data } of (await stream?.next(1_000)) ?? [])
          if (data !== undefined) found.push(JSON.parse(data) as JsonObject);
      stream?.close();
      if (JSON.stringify(found) !== JSON.stringify(due))
        throw new Difference(
          `the stream of ${objectId} after ${after} has ${JSON.stringify(found)} instead of ${JSON.stringify(due)}`,
        );
    },
  };
}
