/** A connection of a client to the stream of events of a node, whose response does not end. */
import inject from 'light-my-request';
import { injectionOf } from '../commands/request.ts';
import type { BuiltRequest } from '../commands/request.ts';
import type { Answer, Json } from '../model/prediction.ts';
import { HARNESS } from '../scheduler/scheduler.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Faults } from '../stores/faults.ts';
import type { SimulatedNode } from './cluster.ts';

/** A server-sent event. Without data, it is a position or a sign of life. */
export type StreamMessage = { readonly id?: string; readonly event?: string; readonly data?: string };

export type StreamConnection = {
  /** The refusal; undefined if the stream has begun. */
  readonly refusal: Answer | undefined;
  /** The next messages. Undefined if the connection ends, or if nothing arrives in this time. */
  next(withinMs: number): Promise<readonly StreamMessage[] | undefined>;
  hasEnded(): boolean;
  /** The client leaves. */
  close(): void;
};

export type StreamNetwork = { readonly scheduler: Scheduler; readonly faults: Faults };

/** Undefined if the connection is lost before the response begins. */
export function openEventStream(
  { scheduler, faults }: StreamNetwork,
  node: SimulatedNode,
  apiKey: string,
  request: BuiltRequest,
): Promise<StreamConnection | undefined> {
  return new Promise((resolve, reject) => {
    const { process, streams, app } = node;
    if (app === undefined) throw new Error(`${node.name} serves nothing.`);
    let [unread, hasEnded] = ['', false];
    let arrived: StreamMessage[] = [];
    let wake = (): void => undefined;
    let leave = (): void => undefined;
    /** What is on its way arrives in its order, whatever the latency of each part is. */
    const underWay: (() => void)[] = [];
    const deliver = (work: () => void): void => {
      underWay.push(work);
      scheduler.schedule(faults.latencyMs(), () => underWay.shift()?.(), HARNESS);
    };
    const end = (): void => {
      hasEnded = true;
      streams.delete(lose);
      wake();
    };
    /** Nothing that is on its way arrives, and a message that did in part is incomplete. */
    const lose = (): void => {
      underWay.length = 0;
      scheduler.schedule(0, end, HARNESS);
      scheduler.schedule(0, () => resolve(undefined), HARNESS);
    };
    const read = (text: string): void => {
      const blocks = (unread + text).split('\n\n');
      unread = blocks.pop() ?? '';
      arrived.push(...blocks.map(messageOf));
      wake();
    };
    const connection: StreamConnection = {
      refusal: undefined,
      async next(withinMs) {
        const until = scheduler.now() + withinMs;
        while (arrived.length === 0 && !hasEnded && scheduler.now() < until)
          await new Promise<void>((awake) => {
            wake = awake;
            scheduler.schedule(until - scheduler.now(), awake);
          });
        const messages = arrived;
        arrived = [];
        return messages.length > 0 ? messages : undefined;
      },
      hasEnded: () => hasEnded,
      close() {
        underWay.length = 0;
        end();
        scheduler.schedule(faults.latencyMs(), () => leave(), process);
      },
    };

    async function begin(dispatch: NonNullable<typeof app>): Promise<void> {
      const response = await inject(dispatch, { ...injectionOf(apiKey, request), payloadAsStream: true });
      const { statusCode: status, raw } = response;
      leave = () => void raw.res.destroy();
      const parts: string[] = [];
      const take = status === 200 ? read : (text: string): void => void parts.push(text);
      // Parts of messages arrive, too.
      response.stream().on('data', (chunk: Buffer) => {
        const middle = chunk.length >> 1;
        for (const part of [chunk.subarray(0, middle), chunk.subarray(middle)])
          deliver(() => take(part.toString('latin1')));
      });
      const refuse = (): void => {
        const text = parts.join('');
        resolve({ ...connection, refusal: { status, text, body: JSON.parse(text) as Json, headers: {} } });
      };
      response.stream().on('end', () =>
        deliver(() => {
          end();
          if (status !== 200) refuse();
        }),
      );
      response.stream().on('error', () => deliver(end));
      if (status === 200) deliver(() => resolve(connection));
    }

    if (!process.isAlive) {
      lose();
      return;
    }
    streams.add(lose);
    scheduler.schedule(faults.latencyMs(), () => void begin(app).catch(reject), process);
  });
}

/** The fields of a message. A comment has none. */
function messageOf(block: string): StreamMessage {
  const fields = block.split('\n').map((line): readonly [string, string] => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), Buffer.from(line.slice(colon + 2), 'latin1').toString()];
  });
  return Object.fromEntries(fields);
}
