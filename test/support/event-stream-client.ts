/** Reads a stream of server-sent events, as a client of any kind would. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { expectMatchesSchema } from './openapi-document.ts';
import { recordRun } from './run-record.ts';
import { waitFor } from './wait-for.ts';

export type StreamedEvent = { readonly id: string; readonly type: string; readonly data: string };

export type EventStreamClient = {
  readonly response: IncomingMessage;
  /** The events so far. */
  readonly events: readonly StreamedEvent[];
  /** The ID to resume after. */
  lastId(): string | undefined;
  heartbeats(): number;
  /** All of the text so far. */
  text(): string;
  /** Waits for this many events and returns all. */
  untilEvents(count: number): Promise<readonly StreamedEvent[]>;
  /** Resolves when the connection has ended, with whether the response was complete. */
  readonly ended: Promise<boolean>;
  close(): Promise<void>;
};

type StreamOptions = {
  /** The query with its question mark. */
  readonly query?: string;
  readonly lastEventId?: string | undefined;
};

/** Opens a stream, which must succeed. */
export async function openEventStream(
  url: string,
  apiKey: string,
  { query = '', lastEventId }: StreamOptions = {},
): Promise<EventStreamClient> {
  const headers = {
    'Api-Key': apiKey,
    ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
  };
  // Without an agent, which would keep the connection for later requests.
  const sent = request(`${url}/v1/events/stream${query}`, { headers, agent: false });
  sent.end();
  // The second value of the event is always this type.
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.setEncoding('utf8');
  const events: StreamedEvent[] = [];
  let [text, unread, heartbeats] = ['', '', 0];
  let lastId: string | undefined;
  response.on('data', (chunk: string) => {
    text += chunk;
    const blocks = (unread + chunk).split('\n\n');
    unread = blocks.pop() ?? '';
    for (const block of blocks) {
      const { id, event: type, data, '': comment } = fieldsOf(block);
      if (id !== undefined) lastId = id;
      if (comment !== undefined) heartbeats += 1;
      if (data !== undefined) events.push({ id: id ?? '', type: type ?? '', data });
    }
  });
  const ended = new Promise<boolean>((resolve) => {
    response.on('close', () => resolve(response.complete && unread === ''));
  });
  // A connection that is cut is reported by `ended`.
  response.on('error', () => undefined);
  sent.on('error', () => undefined);
  expect(response.statusCode).to.equal(200);
  expectMatchesSchema('streamEvents', 200, text, response.headers);
  recordRun('answer', 'streamEvents ok');
  await waitFor('the first position', () => lastId);
  return {
    response,
    events,
    lastId: () => lastId,
    heartbeats: () => heartbeats,
    text: () => text,
    untilEvents: (count) => waitFor(`${count} events`, () => (events.length >= count ? events : undefined)),
    ended,
    async close() {
      sent.destroy();
      await ended;
    },
  };
}

/** The fields of a message. The name of a comment is empty. */
function fieldsOf(block: string): Readonly<Record<string, string | undefined>> {
  const lines = block.split('\n').filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
    }),
  );
}
