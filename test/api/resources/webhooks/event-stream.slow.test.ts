/** A stream of events whose service is killed, as by a power failure. */
import { expect } from 'chai';
import { isAborted } from '../../../../src/async/wait.ts';
import { listAll, newUser } from '../../../support/api-steps.ts';
import { openEventStream } from '../../../support/event-stream-client.ts';
import { spawnService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

describe('A stream of events whose service is killed', () => {
  it('continues with the next start, without gaps or duplicates', async () => {
    const folder = await temporaryFolder();
    const received: string[] = [];
    let [start, last]: (string | undefined)[] = [];
    try {
      for (let run = 0; run < 3; run++) {
        const service = await spawnService(folder.path);
        const stream = await openEventStream(service.url, service.sandbox.apiKey, { lastEventId: last });
        start ??= stream.lastId();
        const killing = new AbortController();
        const writing = (async () => {
          while (!isAborted(killing.signal)) await newUser(service.sandbox);
        })().catch(() => undefined);
        await stream.untilEvents(10);
        killing.abort();
        await service.kill();
        await writing;
        await stream.ended;
        received.push(...stream.events.map(({ id }) => id));
        last = stream.lastId();
      }
      const service = await spawnService(folder.path);
      const stream = await openEventStream(service.url, service.sandbox.apiKey, { lastEventId: last });
      const all = (await listAll(service.sandbox, '/v1/events')).reverse().map(({ id }) => String(id));
      const expected = all.filter((id) => id > (start ?? ''));
      await stream.untilEvents(expected.length - received.length);
      await stream.close();
      received.push(...stream.events.map(({ id }) => id));
      expect(received.length).to.be.at.least(30);
      expect(received).to.deep.equal(expected);
      expect(await service.stop()).to.equal(0);
    } finally {
      await folder.remove();
    }
  });
});
