import { expect } from 'chai';
import {
  createClient,
  LedgerError,
  LedgerPositionExpiredError,
  type Client,
  type PublicEvent,
} from '../../packages/client/src/index.ts';
import { startTestService, type RunningService } from '../support/service.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

describe('The events since a position', () => {
  let service: RunningService;
  let ledger: Client;
  let age = 31 * DAY_MS;
  let expired = '';
  before(async () => {
    service = await startTestService({}, () => Date.now() - age);
    ledger = createClient({ baseUrl: service.url, apiKey: service.credentials.sandbox_api_key });
    await newUser('expired');
    expired = (await ledger.events.list()).data[0]?.id ?? '';
    age = 2 * DAY_MS;
    for (const reference of ['a', 'b', 'c']) await newUser(reference);
    age = 0;
  });
  after(() => service.close());

  const newUser = (external_reference: string) =>
    ledger.users.create({ type: 'individual', external_reference });
  const referencesOf = async (events: AsyncIterable<PublicEvent>): Promise<string> => {
    let text = '';
    for await (const { data } of events) if (data.object === 'user') text += data.external_reference;
    return text;
  };

  it('are yielded oldest first, all that are kept or those after an event', async () => {
    expect(await referencesOf(ledger.events.since(undefined))).to.equal('abc');
    const [first] = (await ledger.events.list()).data.toReversed();
    expect(await referencesOf(ledger.events.since(first?.id))).to.equal('bc');
    const [newest] = (await ledger.events.list()).data;
    expect(await referencesOf(ledger.events.since(newest?.id))).to.equal('');
  });

  it('throw an error of their own for a position that is older, and say how to rebuild', async () => {
    const attempts: AsyncIterable<unknown>[] = [
      ledger.events.since(expired),
      ledger.events.list({ starting_after: expired }),
      ledger.events.stream({ after: expired }),
    ];
    for (const events of attempts) {
      const error = await referencesOf(events as AsyncIterable<PublicEvent>).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(LedgerPositionExpiredError).and.instanceOf(LedgerError);
      expect(error).to.include({ code: 'malformed_request', status: 400 });
      expect((error as Error).message).to.match(/later objects may be deleted.*To rebuild: .*events\.since/);
    }
  });

  it('are refused differently where the position is wrong', async () => {
    const error: unknown = await referencesOf(ledger.events.since('evt_1')).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(LedgerError).and.not.instanceOf(LedgerPositionExpiredError);
  });
});

describe('Objects that are deleted while a client pages', () => {
  it('are all yielded, although each one is deleted as soon as it is seen', async () => {
    const service = await startTestService();
    try {
      const ledger = createClient({ baseUrl: service.url, apiKey: service.credentials.sandbox_api_key });
      for (let i = 0; i < 5; i += 1)
        await ledger.webhookEndpoints.create({ url: 'https://shop.example/hooks' });
      for (const limit of [1, 2]) {
        const { length } = (await ledger.webhookEndpoints.list({ limit: 100 })).data;
        let seen = 0;
        for await (const { id } of ledger.webhookEndpoints.list({ limit })) {
          seen += 1;
          if (limit === 2) await ledger.webhookEndpoints.delete(id);
        }
        expect(seen).to.equal(length);
      }
      expect((await ledger.webhookEndpoints.list()).data).to.deep.equal([]);
    } finally {
      await service.close();
    }
  });
});
