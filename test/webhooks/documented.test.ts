import { expect } from 'chai';
import { startOperatedService } from '../support/operators.ts';
import type { OperatedService } from '../support/operators.ts';
import { startReceiver } from '../support/receiver.ts';
import type { Received, Receiver } from '../support/receiver.ts';
import { documented, openapiDocument } from '../support/schema.ts';
import { bodyOf, newUser } from '../support/story.ts';
import { until } from '../support/until.ts';
import { LOCAL, newEndpoint } from '../support/webhooks.ts';

type Delivery = {
  readonly description: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly schema: { readonly type: string };
    readonly example: unknown;
  }[];
};

describe('The OpenAPI document about webhooks', () => {
  let service: OperatedService;
  let receiver: Receiver;
  before(async () => {
    service = await startOperatedService(LOCAL);
    receiver = await startReceiver();
  });
  after(async () => {
    await service.close();
    await receiver.close();
  });

  // The generator's own, and the document is checked in.
  const { event } = openapiDocument()['webhooks'] as { event: { post: Delivery } };
  const pointer = ['webhooks', 'event', 'post'] as const;

  const expectDocumented = ({ headers, body }: Pick<Received, 'headers' | 'body'>): void => {
    const isEvent = documented().at(...pointer, 'requestBody', 'content', 'application/json', 'schema');
    expect(isEvent(JSON.parse(body)), JSON.stringify(isEvent.errors)).to.equal(true);
    for (const [i, { name, schema }] of event.post.parameters.entries()) {
      const text = headers[name.toLowerCase()];
      const fits = documented().at(...pointer, 'parameters', String(i), 'schema');
      expect(fits(schema.type === 'integer' ? Number(text) : text), `${name}: ${String(text)}`).to.equal(
        true,
      );
    }
    const own = Object.keys(headers).filter((name) => name.startsWith('svc-'));
    expect(own.sort()).to.deep.equal(event.post.parameters.map(({ name }) => name.toLowerCase()).sort());
  };

  it('tells of every header that is sent, as it is sent, with one key and with two', async () => {
    const endpoint = await newEndpoint(service.sandbox, `${receiver.url}/hooks`);
    await newUser(service.sandbox);
    const first = await until('a webhook', () => receiver.received[0]);
    expectDocumented(first);
    const rotate = `/operator/v1/webhook_endpoints/${endpoint.id}/rotate_key`;
    bodyOf(await service.admin.post(rotate, { overlap_seconds: 3_600 }), 200);
    const both = await until('one with both signatures', async () => {
      await newUser(service.sandbox);
      return receiver.received.find(({ headers }) => String(headers['svc-signature']).includes(',v1=', 140));
    });
    expectDocumented(both);
  });

  it('has examples that are so too, and asks nobody for a key', () => {
    for (const [i, { example, required }] of event.post.parameters.entries()) {
      expect(documented().at(...pointer, 'parameters', String(i), 'schema')(example)).to.equal(true);
      expect(required).to.equal(true);
    }
    expect(event.post.security).to.deep.equal([]);
  });
});
