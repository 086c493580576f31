import { expect } from 'chai';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import type { Client } from '../support/client.ts';
import { startReceiver } from '../support/receiver.ts';
import type { Receiver } from '../support/receiver.ts';
import { listAll, newUser } from '../support/story.ts';
import { until } from '../support/until.ts';
import { LOCAL, eventIds, isSigned, newEndpoint, setStatus } from '../support/webhooks.ts';

describe('A service that delivers webhooks', () => {
  let service: RunningService;
  let sandbox: Client;
  let receiver: Receiver;
  before(async () => {
    service = await startTestService({}, Date.now, {
      webhooks: { ...LOCAL.webhooks, retry_delays_seconds: [1] },
    });
    ({ sandbox } = service);
  });
  after(() => service.close());
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const got = (count: number) =>
    until(`${count} webhooks`, () => (receiver.received.length >= count ? receiver.received : undefined));

  it('delivers each event, as the log shows it, signed', async () => {
    const endpoint = await newEndpoint(sandbox, `${receiver.url}/a`);
    const user = await newUser(sandbox);
    const events = await listAll(sandbox, `/v1/events?object_id=${user.id}`);
    const received = await got(events.length);
    expect(eventIds(received).sort()).to.deep.equal(events.map(({ id }) => id).sort());
    for (const each of received) {
      expect(isSigned(each, endpoint.public_key_pem)).to.equal(true);
      expect(JSON.parse(each.body)).to.deep.equal(
        events.find(({ id }) => id === each.headers['svc-event-id']),
      );
      expect(each.headers['svc-delivery-attempt']).to.equal('1');
    }
    await setStatus(sandbox, endpoint.id, 'disabled');
  });
});
