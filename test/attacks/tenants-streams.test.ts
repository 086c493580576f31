/** An integrator that replays its log over and over must not slow down another one. */
import { expect } from 'chai';
import { expectBody, newUser } from '../support/api-steps.ts';
import type { Client } from '../support/client.ts';
import { openEventStream, type EventStreamClient } from '../support/event-stream-client.ts';
import { startSharedService, type SharedService } from '../support/shared-service.ts';

const EVENTS = 1_000;
const STREAMS_PER_KEY = 5;

describe('Streams that replay past events', function () {
  this.timeout(120_000);
  let service: SharedService;
  before(async () => {
    service = await startSharedService();
  });
  after(() => service.close());
  const opened: EventStreamClient[] = [];
  afterEach(async () => {
    for (const stream of opened.splice(0)) await stream.close();
  });

  /** Creates events, and returns the ID of the first. */
  async function createEvents(client: Client, count: number): Promise<string> {
    const { id } = await newUser(client);
    const [first] = expectBody(await client.get(`/v1/events?object_id=${id}`), 200).data;
    for (let created = 0; created < count; created += 20)
      await Promise.all(Array.from({ length: Math.min(20, count - created) }, () => newUser(client)));
    return String(first.id);
  }

  const replay = async (client: Client, after: string, count: number): Promise<EventStreamClient> => {
    const stream = await openEventStream(service.url, client.apiKey, { query: `?after=${after}` });
    opened.push(stream);
    await stream.untilEvents(count);
    return stream;
  };

  it('are paced together for one integrator, and do not delay those of another one, or new events', async () => {
    const { sandbox, secondKey, otherIntegrator } = service;
    const first = await createEvents(sandbox, EVENTS);
    const otherFirst = await createEvents(otherIntegrator, 60);
    const startedAt = performance.now();
    const ended: string[] = [];
    const replays = [sandbox, secondKey].flatMap((client) =>
      Array.from({ length: STREAMS_PER_KEY }, async () => {
        const stream = await replay(client, first, EVENTS);
        ended.push('own');
        return stream;
      }),
    );
    await replay(otherIntegrator, otherFirst, 60);
    ended.push('other');
    const all = await Promise.all(replays);
    // 200 pages of 50 events: 40 at once, 40 per second, and the last one of each stream before its turn.
    expect(performance.now() - startedAt).to.be.greaterThan(3_700);
    // It began last, and has a pace of its own.
    expect(ended.at(-1)).to.equal('own');
    for (const { events } of all) expect(events).to.have.lengthOf(EVENTS);
    await newUser(sandbox);
    for (const stream of all) await stream.untilEvents(EVENTS + 1);
  });
});
