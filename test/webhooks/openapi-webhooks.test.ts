import { expect } from 'chai';
import { startServiceWithOperators } from '../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../support/service-with-operators.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import type { Received, WebhookReceiver } from '../support/webhook-receiver.ts';
import { documented, openapiDocument } from '../support/openapi-document.ts';
import { expectBody, newUser } from '../support/api-steps.ts';
import { waitFor } from '../support/wait-for.ts';
import { LOCAL, newEndpoint } from '../support/webhook-client.ts';

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

describe('The webhooks section of the OpenAPI document', () => {
  let service: ServiceWithOperators;
  let receiver: WebhookReceiver;
  before(async () => {
    service = await startServiceWithOperators(LOCAL);
    receiver = await startWebhookReceiver();
  });
  after(async () => {
    await service.close();
    await receiver.close();
  });

  // The document is generated and checked in.
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
    const own = Object.keys(headers).filter((name) => /^(svc|webhook)-/.test(name));
    expect(own.sort()).to.deep.equal(event.post.parameters.map(({ name }) => name.toLowerCase()).sort());
  };

  it('describes every header as it is sent, with one key and with two', async () => {
    const endpoint = await newEndpoint(service.sandbox, `${receiver.url}/hooks`);
    await newUser(service.sandbox);
    const first = await waitFor('a webhook', () => receiver.received[0]);
    expectDocumented(first);
    const rotate = `/operator/v1/webhook_endpoints/${endpoint.id}/rotate_key`;
    expectBody(await service.admin.post(rotate, { overlap_seconds: 3_600 }), 200);
    const both = await waitFor('one with both signatures', async () => {
      await newUser(service.sandbox);
      return receiver.received.find(({ headers }) => String(headers['svc-signature']).includes(',v1=', 140));
    });
    expectDocumented(both);
  });

  it('has valid examples and requires no API key', () => {
    for (const [i, { example, required }] of event.post.parameters.entries()) {
      expect(documented().at(...pointer, 'parameters', String(i), 'schema')(example)).to.equal(true);
      expect(required).to.equal(true);
    }
    expect(event.post.security).to.deep.equal([]);
  });
});
