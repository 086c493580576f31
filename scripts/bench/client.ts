/**
 * Child process: the CPU time of the EventStoreDB client alone for appending and reading the events of
 * transfers. It runs no code of the service, so it is a lower bound for any service on that server.
 */
import { randomUUID } from 'node:crypto';
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  jsonEvent,
  type EventData,
  type JSONType,
  type Position,
  type RecordedEvent,
} from '@eventstore/db-client';
import { serveTasks } from './child.ts';

export type ClientTask = { readonly url: string; readonly transfers: number };
export type ClientResult = { readonly msPerTransfer: number };

const EVENTS_PER_TRANSFER = 3;
/** About as many as 64 connections have in flight when the service sends an append. */
const TRANSFERS_PER_APPEND = 20;
const SAMPLES = 600;
const PAGE = 1_000;

serveTasks(async ({ url, transfers }: ClientTask): Promise<ClientResult> => {
  const client = EventStoreDBClient.connectionString(url);
  try {
    const { samples, newest } = await sampleEvents(client);
    const stream = `bench-${randomUUID()}`;
    const before = process.cpuUsage();
    for (let done = 0; done < transfers; done += TRANSFERS_PER_APPEND) {
      await client.appendToStream(stream, eventsOf(samples, done));
    }
    await readOn(client, newest);
    const { user, system } = process.cpuUsage(before);
    return { msPerTransfer: (user + system) / 1000 / transfers };
  } finally {
    await client.dispose();
  }
});

/** Events of transfers of a service on this server, newest first, and the newest position. */
async function sampleEvents(
  client: EventStoreDBClient,
): Promise<{ readonly samples: RecordedEvent[]; readonly newest: Position }> {
  const samples: RecordedEvent[] = [];
  let newest: Position | undefined;
  const reading = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: SAMPLES * 10 });
  for await (const { event } of reading) {
    newest ??= event?.position;
    if (event?.streamId.startsWith('book-') === true && samples.length < SAMPLES) samples.push(event);
  }
  if (newest === undefined || samples.length < SAMPLES)
    throw new Error('not enough transfer events on the server; run the service benchmark first');
  return { samples, newest };
}

/** Copies with new IDs. */
const eventsOf = (samples: readonly RecordedEvent[], from: number): EventData[] =>
  Array.from({ length: TRANSFERS_PER_APPEND * EVENTS_PER_TRANSFER }, (_, i) => {
    const { type, data, metadata } = samples[(from * EVENTS_PER_TRANSFER + i) % samples.length] ?? {};
    // Events of the service are JSON objects.
    return jsonEvent({ type: type ?? '', data: data as JSONType, metadata });
  });

/** Reads from a position to the end, in pages like the projector. */
async function readOn(client: EventStoreDBClient, position: Position): Promise<void> {
  for (let from = position, count = PAGE; count >= PAGE;) {
    count = 0;
    for await (const { event } of client.readAll({
      direction: FORWARDS,
      fromPosition: from,
      maxCount: PAGE,
    })) {
      count += 1;
      from = event?.position ?? from;
    }
  }
}
