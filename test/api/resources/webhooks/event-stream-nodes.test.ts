/** A stream of events that continues on another node, and after a restart. */
import { expect } from 'chai';
import type { Client } from '../../../support/client.ts';
import { openEventStream } from '../../../support/event-stream-client.ts';
import { listAll, newUser } from '../../../support/api-steps.ts';
import { startServicePair } from '../../../support/service-pair.ts';
import { startTestService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** The IDs of all events after this one, in order. */
const listedAfter = async (client: Client, after: string): Promise<string[]> =>
  (await listAll(client, '/v1/events'))
    .map(({ id }) => String(id))
    .reverse()
    .filter((id) => id > after);

describe('A stream of events on two nodes', () => {
  for (const [title, secondRoles] of [
    ['that both project events', ''],
    ['of which one follows the projector of the other', 'worker'],
  ] as const)
    it(`sends what is written on either, without gaps or duplicates: ${title}`, async () => {
      const pair = await startServicePair(undefined, { secondRoles });
      try {
        const [here, there] = pair.nodes;
        const whole = await openEventStream(there.url, there.sandbox.apiKey);
        const start = whole.lastId() ?? '';
        const count = 40;
        const writing = Promise.all(
          [here, there].map(async ({ sandbox }) => {
            for (let i = 0; i < count / 2; i++) await newUser(sandbox);
          }),
        );
        const received: string[] = [];
        let last = start;
        for (let turn = 0; received.length < count; turn++) {
          const { url, sandbox } = turn % 2 === 0 ? here : there;
          const stream = await openEventStream(url, sandbox.apiKey, { lastEventId: last });
          await stream.untilEvents(1);
          await stream.close();
          received.push(...stream.events.map(({ id }) => id));
          last = stream.lastId() ?? last;
        }
        await writing;
        const expected = await listedAfter(here.sandbox, start);
        expect(expected).to.have.length(count);
        expect(received).to.deep.equal(expected);
        expect((await whole.untilEvents(count)).map(({ id }) => id)).to.deep.equal(expected);
        await whole.close();
      } finally {
        await pair.close();
      }
    });
});

describe('A stream of events during restarts', () => {
  it('continues without gaps or duplicates', async () => {
    const folder = await temporaryFolder();
    const received: string[] = [];
    let start: string | undefined;
    let last: string | undefined;
    try {
      for (let run = 0; run < 3; run++) {
        const service = await startTestService({ DATA_DIR: folder.path });
        const { url, sandbox } = service;
        const stream = await openEventStream(url, sandbox.apiKey, { lastEventId: last });
        start ??= stream.lastId();
        for (let i = 0; i < 10; i++) await newUser(sandbox);
        await stream.untilEvents(1);
        await service.close();
        expect(await stream.ended).to.equal(true);
        received.push(...stream.events.map(({ id }) => id));
        last = stream.lastId();
      }
      const service = await startTestService({ DATA_DIR: folder.path });
      const { url, sandbox } = service;
      const expected = await listedAfter(sandbox, start ?? '');
      const stream = await openEventStream(url, sandbox.apiKey, { lastEventId: last });
      await stream.untilEvents(expected.length - received.length);
      await stream.close();
      await service.close();
      received.push(...stream.events.map(({ id }) => id));
      expect(expected).to.have.length(30);
      expect(received).to.deep.equal(expected);
    } finally {
      await folder.remove();
    }
  });
});
