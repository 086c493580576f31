/** Public events are stored without large metadata, and shown with it. Run by each kind of stores. */
import { expect } from 'chai';
import { COLLECTIONS } from '../../projections/collections.ts';
import { untilReady } from '../faults/service-behind-gates.ts';
import { approvedUser, expectBody, fundedWallet, listAll, transferBody } from './api-steps.ts';
import type { Answer, Client } from './client.ts';
import { openEventStream } from './event-stream-client.ts';
import type { ServiceStores } from './service-stores.ts';
import { startTestService, type RunningService } from './service.ts';
import { temporaryFolder, type Folder } from './temporary-folder.ts';
import { waitFor } from './wait-for.ts';
import { LOCAL, newEndpoint } from './webhook-client.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

type Body = Answer['body'];

/** More than a thousand characters, and texts that look like what is stored in the place of metadata. */
const large = (text: string) => ({
  '20': 'x'.repeat(500),
  '3': '\\'.repeat(500),
  metadata: '7',
  text: `"metadata":7, $& \u2028 " ${text}`,
  more: 'é'.repeat(400),
});

export function eventMetadataSuite(where: string, stores: () => ServiceStores): void {
  describe(`Public events of objects with large metadata, ${where}`, () => {
    let folder: Folder;
    let service: RunningService;
    let sandbox: Client;
    let receiver: WebhookReceiver;
    before(async () => {
      receiver = await startWebhookReceiver();
      folder = await temporaryFolder();
      service = await startTestService(await stores().prepare(folder.path), undefined, LOCAL);
      ({ sandbox } = service);
      await untilReady(service.url);
      await newEndpoint(sandbox, receiver.url);
    });
    after(async () => {
      await service.close();
      await receiver.close();
      await folder.remove();
    });

    /** The events about an object in order, which are the same in a list, one by one, streamed, and delivered. */
    async function eventsOf(id: string): Promise<Body[]> {
      const oldestFirst = async (query: string): Promise<Body[]> =>
        (await listAll(sandbox, `/v1/events${query}`)).toReversed();
      const [listed, everything] = [await oldestFirst(`?object_id=${id}`), await oldestFirst('')];
      const [first] = everything;
      const stream = await openEventStream(service.url, service.credentials.sandbox_api_key, {
        query: `?after=${first.id}`,
      });
      const streamed = await stream.untilEvents(everything.length - 1);
      await stream.close();
      for (const event of listed) {
        const { text } = await sandbox.get(`/v1/events/${event.id}`);
        expect(JSON.parse(text)).to.deep.equal(event);
        expect(streamed.find((each) => each.id === event.id)?.data ?? text).to.equal(text);
        const sent = await waitFor('the delivery', () =>
          receiver.received.find(({ headers }) => headers['svc-event-id'] === event.id),
        );
        expect(sent.body).to.equal(text);
      }
      return listed;
    }

    /** The length of the longest event that is stored about an object. */
    async function storedLength(id: string): Promise<number> {
      const documents = stores().open(service.dataDir);
      const stored = await documents.scan(COLLECTIONS.events, { limit: 1_000 });
      await documents.close();
      return Math.max(...stored.filter(({ body }) => body.includes(id)).map(({ body }) => body.length));
    }

    it('have it in every answer, and are stored without it', async () => {
      const user = await approvedUser(sandbox, { metadata: large('user') });
      const wallets = `/v1/users/${user.id}/wallets`;
      const wallet = expectBody(
        await sandbox.post(wallets, { asset: 'svc-points', metadata: large('wallet') }),
        201,
      );
      const account = expectBody(
        await sandbox.post(`/v1/users/${user.id}/deposit_accounts`, {
          source: { currency: 'usd', rail: 'bank_eft' },
          destination: { wallet_id: wallet.id },
          metadata: large('account'),
        }),
        201,
      );
      expectBody(await sandbox.post(`/v1/users/${user.id}/deposit_accounts/${account.id}/deactivate`), 200);
      const from = await fundedWallet(sandbox, { cashable: '100.00' });
      const body = transferBody(from.id, wallet.id, '1.00', { metadata: large('transfer') });
      const transfer = expectBody(await sandbox.post('/v1/transfers', body), 201);
      for (const { id, metadata } of [user, wallet, account, transfer]) {
        const events = await eventsOf(id);
        expect(events, id).to.have.length.greaterThan(0);
        for (const { data } of events) expect(data.metadata).to.deep.equal(metadata);
        expect(await storedLength(id)).to.be.below(2_000);
      }
    });

    it('show the metadata that a user had at that time', async () => {
      const { id } = await approvedUser(sandbox, { metadata: large('first') });
      const statusOf = (status: string) =>
        sandbox
          .post(`/v1/sandbox/users/${id}/kyc`, { kyc_status: status })
          .then((each) => expectBody(each, 200));
      for (const metadata of [large('second'), { small: 'third' }]) {
        expectBody(await sandbox.patch(`/v1/users/${id}`, { metadata }), 200);
        await statusOf('rejected');
        await statusOf('approved');
      }
      const shown = (await eventsOf(id)).map(({ type, data }) => `${type} ${data.metadata.text?.slice(-6)}`);
      expect(shown).to.deep.equal([
        'user.created  first',
        'user.kyc_status_changed  first',
        'user.terms_status_changed  first',
        'user.kyc_status_changed second',
        'user.kyc_status_changed second',
        'user.kyc_status_changed undefined',
        'user.kyc_status_changed undefined',
      ]);
    });

    it('keep metadata of up to a thousand characters in the document', async () => {
      const { id } = await approvedUser(sandbox, {
        metadata: { note: 'n'.repeat(500), more: 'm'.repeat(480) },
      });
      await eventsOf(id);
      expect(await storedLength(id)).to.be.above(1_000);
    });
  });
}
