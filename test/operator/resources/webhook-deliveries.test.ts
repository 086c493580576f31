import { expect } from 'chai';
import {
  expectBody,
  expectError,
  newUser,
  newWallet,
  onrampBody,
  unknownId,
} from '../../support/api-steps.ts';
import type { Answer } from '../../support/client.ts';
import { ROLES, startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import { waitFor } from '../../support/wait-for.ts';
import { newEndpoint } from '../../support/webhook-client.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../../support/webhook-receiver.ts';

type Body = Answer['body'];

const SETTINGS = {
  webhooks: { allow_loopback: true, retry_delays_seconds: [1], retry_window_seconds: 2 },
};

const PERSON = {
  first_name: 'Quendolin',
  last_name: 'Xanthos',
  email: 'quendolin@people.example',
  phone: '+14165550123',
};

describe('A webhook delivery that an operator reads', () => {
  let service: ServiceWithOperators;
  let receiver: WebhookReceiver;
  before(async () => {
    service = await startServiceWithOperators(SETTINGS);
    receiver = await startWebhookReceiver();
    // A receiver may repeat what it received.
    receiver.respondWith((response, { body }) =>
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end(body.slice(0, 2_000)),
    );
  });
  after(async () => {
    await service.close();
    await receiver.close();
  });

  const read = async (id: string, role: (typeof ROLES)[number]): Promise<Body> =>
    expectBody(await service.operators[role].get(`/operator/v1/webhook_deliveries/${id}`), 200);

  /** The failed delivery that `cause` leads to, as its integrator sees it. */
  async function failedDelivery(event_type: string, cause: () => Promise<unknown>): Promise<Body> {
    const { sandbox } = service;
    const endpoint = await newEndpoint(sandbox, `${receiver.url}/hooks`, { event_types: [event_type] });
    await cause();
    const { id } = await waitFor('the delivery has failed', async () => {
      const path = `/v1/webhook_endpoints/${endpoint.id}/deliveries?state=failed`;
      return expectBody(await sandbox.get(path), 200).data[0];
    });
    return expectBody(await sandbox.get(`/v1/webhook_deliveries/${id}`), 200);
  }

  const newPerson = (): Promise<Body> => newUser(service.sandbox, PERSON);
  const requestedOnramp = async (): Promise<void> => {
    const wallet = await newWallet(service.sandbox);
    const source = { type: 'fiat', currency: 'cad', rail: 'emailpay' };
    const body = { ...onrampBody(wallet.id, '5.00'), source };
    expectBody(await service.sandbox.post('/v1/transfers', body), 201);
  };

  it('has all attempts as its integrator sees them, and the request that caused the event', async () => {
    const delivery = await failedDelivery('user.created', newPerson);
    expect(delivery.attempts.length).to.be.at.least(2);
    const [listed] = expectBody(
      await service.admin.get(`/operator/v1/webhook_endpoints/${delivery.webhook_endpoint_id}/deliveries`),
      200,
    ).data;
    for (const role of ['admin', 'reviewer'] as const) {
      const shown = await read(delivery.id, role);
      expect(shown, role).to.deep.equal({ ...delivery, request_id: listed.request_id });
      expect(shown.request_id).to.match(/^req_/);
      expect(shown.attempts[0].response.body).to.include(PERSON.email);
    }
  });

  it('shows no personal data to other roles, nor what guesses of it could be checked with', async () => {
    const delivery = await failedDelivery('user.created', newPerson);
    for (const role of ['treasury', 'viewer'] as const) {
      const shown = await read(delivery.id, role);
      const event = JSON.parse(shown.request_body);
      const whole = JSON.parse(delivery.request_body);
      expect(event).to.deep.equal({
        ...whole,
        data: {
          ...whole.data,
          first_name: 'Q••••',
          last_name: 'X••••',
          email: 'q•••@people.example',
          phone: '•••• 23',
        },
      });
      const text = JSON.stringify(shown);
      for (const value of Object.values(PERSON)) expect(text, role).to.not.include(value);
      expect(text).to.not.include('Svc-Signature').and.to.not.include('v1=');
      expect(shown.attempts.map(({ response }: Body) => [response.status, response.body])).to.deep.equal(
        delivery.attempts.map(() => [500, null]),
      );
      expect(shown.attempts[0].request.headers).to.include({ 'Svc-Event-Id': delivery.event_id });
    }
  });

  it('shows the link that approves a payment only to roles that may see personal data', async () => {
    const delivery = await failedDelivery('transfer.created', requestedOnramp);
    const link = JSON.parse(delivery.request_body).data.deposit_instructions.approval_url;
    expect(link).to.include('/pay/');
    for (const role of ROLES) {
      const text = JSON.stringify(await read(delivery.id, role));
      expect(text.includes(link), role).to.equal(role === 'admin' || role === 'reviewer');
    }
  });

  it('is unknown in every book', async () => {
    const path = `/operator/v1/webhook_deliveries/${unknownId('whd')}`;
    expectError(await service.admin.get(path), 404, 'not_found');
  });
});
