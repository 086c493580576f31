import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../../src/config/config.ts';
import { openDatabase } from '../../../src/sqlite/database.ts';
import { ERASED_REASON } from '../../../src/vault/sealed-reasons.ts';
import {
  expectBody,
  fundedWallet,
  listAll,
  newWallet,
  onrampBody,
  transferBody,
} from '../../support/api-steps.ts';
import { createOperatorClient, type Answer, type Client } from '../../support/client.ts';
import {
  startServiceWithOperators,
  type ServiceWithOperators,
} from '../../support/service-with-operators.ts';
import { newEndpoint } from '../../support/webhook-client.ts';
import { waitFor } from '../../support/wait-for.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

type Body = Answer['body'];

describe('Reasons of operators about people', () => {
  let service: ServiceWithOperators;
  let sandbox: Client;
  let reviewer: Client;
  let receiver: WebhookReceiver;
  let endpointId: string;
  before(async () => {
    service = await startServiceWithOperators({
      reviews: { amount_at_least: { user_to_user: '100.00' }, four_eyes_at_least: '1000.00' },
      webhooks: { allow_loopback: true },
    });
    ({ sandbox } = service);
    ({ reviewer } = service.operators);
    receiver = await startWebhookReceiver();
    // Repeats what it was sent, as a careless receiver would.
    receiver.respondWith((response, { body }) => response.writeHead(200).end(body));
    const more = { event_types: ['transfer.state_changed'] };
    endpointId = (await newEndpoint(sandbox, `${receiver.url}/hook`, more)).id;
  });
  after(async () => {
    await service.close();
    await receiver.close();
  });

  /** A name that occurs nowhere else, with characters that JSON and CSV escape. */
  const aboutSomebody = (): { name: string; text: string } => {
    const name = `Hildegard-${randomUUID()}`;
    return { name, text: `${name} said "no", twice, on the phone.` };
  };
  const filesWith = (text: string): string[] =>
    readdirSync(service.dataDir).filter((file) => readFileSync(join(service.dataDir, file)).includes(text));
  async function forget(user: string): Promise<void> {
    expectBody(await sandbox.post(`/v1/users/${user}/deactivate`), 200);
    expectBody(await service.admin.post(`/operator/v1/users/${user}/forget`, { reason: 'Case 7.' }), 200);
  }
  const reasonsOf = async (target: string, client = reviewer): Promise<(string | null)[]> => {
    const { data } = expectBody(await client.get(`/operator/v1/activity?target=${target}`), 200);
    return data.map(({ reason }: Body) => reason);
  };
  async function heldTransfer(amount = '100.00') {
    const from = await fundedWallet(sandbox, { cashable: amount });
    const to = await newWallet(sandbox);
    const body = transferBody(from.id, to.id, amount);
    return { id: expectBody(await sandbox.post('/v1/transfers', body), 201).id as string, from, to };
  }

  it('are shown for a rejected identity until the user is forgotten', async () => {
    const { name, text } = aboutSomebody();
    const user = { type: 'individual', external_reference: randomUUID(), first_name: 'Ada' };
    const { id } = expectBody(await sandbox.post('/v1/users', user), 201);
    expectBody(await sandbox.post(`/v1/sandbox/users/${id}/kyc`, { kyc_status: 'under_review' }), 200);
    const rejection_reasons = [{ code: 'other', message: text }];
    const decision = { outcome: 'rejected', rejection_reasons, reason: text };
    const path = `/operator/v1/users/${id}/kyc_review`;
    const idempotencyKey = randomUUID();
    const rejected = await reviewer.post(path, decision, { idempotencyKey });
    expect(expectBody(rejected, 200).rejection_reasons).to.deep.equal(rejection_reasons);
    expect((await reviewer.post(path, decision, { idempotencyKey })).text).to.equal(rejected.text);

    const shown = async (): Promise<Body> => ({
      user: expectBody(await sandbox.get(`/v1/users/${id}`), 200).rejection_reasons,
      listed: expectBody(await reviewer.get(`/operator/v1/users/${id}`), 200).rejection_reasons,
      events: (await listAll(sandbox, '/v1/events'))
        .filter(({ data }) => data.id === id && data.rejection_reasons.length > 0)
        .map(({ data }) => data.rejection_reasons),
      activity: [...new Set((await reasonsOf(id)).filter((each) => each !== null && each !== 'Case 7.'))],
    });
    const before = await shown();
    expect(before.user).to.deep.equal(rejection_reasons);
    expect(before.events).to.deep.equal([rejection_reasons]);
    expect(before.activity).to.deep.equal([text]);
    expect(filesWith(name)).to.deep.equal([]);

    await forget(id);
    const after = await shown();
    const erased = [{ code: 'other', message: ERASED_REASON }];
    expect(after.user).to.deep.equal(erased);
    for (const each of after.events) expect(each).to.deep.equal(erased);
    expect(after.activity).to.deep.equal([ERASED_REASON]);
    expect(filesWith(name)).to.deep.equal([]);
  });

  it('are gone for a transfer once either of its people is forgotten, and so is what a receiver repeated', async () => {
    const { name, text } = aboutSomebody();
    const { id, to } = await heldTransfer();
    const reason = { code: 'suspected_fraud', message: text };
    const rejected = await reviewer.post(`/operator/v1/transfers/${id}/review`, {
      outcome: 'rejected',
      reason,
    });
    expect(expectBody(rejected, 200).state_reason).to.deep.equal(reason);
    expect(expectBody(await sandbox.get(`/v1/transfers/${id}`), 200).state_reason).to.deep.equal(reason);
    expect(expectBody(await reviewer.get(`/operator/v1/transfers/${id}`), 200).state_reason).to.deep.equal(
      reason,
    );
    const sent = await waitFor('the rejection to be delivered', () =>
      receiver.received.find(({ body }) => body.includes(id) && body.includes('suspected_fraud')),
    );
    expect(JSON.parse(sent.body).data.state_reason).to.deep.equal(reason);
    const delivery = await waitFor('the delivery to be recorded', async () => {
      const { data } = expectBody(await sandbox.get(`/v1/webhook_endpoints/${endpointId}/deliveries`), 200);
      return data.find(({ event_id }: Body) => sent.body.includes(event_id));
    });
    const attempted = async (): Promise<Body> =>
      expectBody(await sandbox.get(`/v1/webhook_deliveries/${delivery.id}`), 200);
    const kept = await attempted();
    expect(kept.request_body).to.equal(sent.body);
    expect(kept.attempts[0].response.body).to.equal(sent.body);
    expect(filesWith(name)).to.deep.equal([]);

    await forget(to.user_id);
    const erased = { ...reason, message: ERASED_REASON };
    expect(expectBody(await sandbox.get(`/v1/transfers/${id}`), 200).state_reason).to.deep.equal(erased);
    expect(await reasonsOf(id)).to.deep.equal([`suspected_fraud: ${ERASED_REASON}`]);
    const later = await attempted();
    expect(JSON.parse(later.request_body).data.state_reason).to.deep.equal(erased);
    expect(later.attempts[0].response).to.deep.include({ status: 200, body: null });
    expect(filesWith(name)).to.deep.equal([]);
  });

  it('stay in a proposal, and in what another operator approves', async () => {
    const [asked, approved] = [aboutSomebody(), aboutSomebody()];
    const { id, from } = await heldTransfer('1200.00');
    const reason = { code: 'reviewed', message: asked.text };
    const review = { outcome: 'approved', reason };
    const proposal = expectBody(await reviewer.post(`/operator/v1/transfers/${id}/review`, review), 202);
    expect(proposal.action.reason).to.deep.equal(reason);
    const path = `/operator/v1/proposals/${proposal.id}`;
    expect(expectBody(await reviewer.get(path), 200).action.reason).to.deep.equal(reason);
    const other = { name: 'Ben Okafor', role: 'reviewer' };
    const { secret } = expectBody(await service.admin.post('/operator/v1/tokens', other), 201);
    const ben = createOperatorClient(service.url, secret);
    const done = await ben.post(`${path}/approve`, { reason: approved.text });
    expect(expectBody(done, 200).state).to.equal('completed');
    for (const { name } of [asked, approved]) expect(filesWith(name)).to.deep.equal([]);
    expect(await reasonsOf(proposal.id)).to.include(approved.text);
    const { events } = expectBody(await reviewer.get(`/operator/v1/transfers/${id}/timeline`), 200);
    expect(events.map((each: Body) => each.reason)).to.include(approved.text);
    expect(from.user_id).to.be.a('string');
  });

  it('are quoted in CSV files as they were typed', async () => {
    const { text } = aboutSomebody();
    const { id } = await newWallet(sandbox);
    expectBody(await reviewer.post(`/operator/v1/wallets/${id}/freeze`, { reason: text }), 200);
    const file = await reviewer.request('GET', `/operator/v1/activity?target=${id}`, {
      headers: { accept: 'text/csv' },
    });
    expect(file.text).to.include(`"${text.replaceAll('"', '""')}"`);
  });

  it('are erased for a user who never had personal fields', async () => {
    const { name, text } = aboutSomebody();
    const user = { type: 'individual', external_reference: randomUUID() };
    const { id } = expectBody(await sandbox.post('/v1/users', user), 201);
    expectBody(await sandbox.post(`/v1/sandbox/users/${id}/kyc`, { kyc_status: 'under_review' }), 200);
    const decision = { outcome: 'approved', reason: text };
    expectBody(await reviewer.post(`/operator/v1/users/${id}/kyc_review`, decision), 200);
    expect(await reasonsOf(id)).to.deep.equal([text]);
    await forget(id);
    expect(await reasonsOf(id)).to.include(ERASED_REASON);
    expect(filesWith(name)).to.deep.equal([]);
    const database = openDatabase(join(service.dataDir, DATABASE_FILE_NAME), { readOnly: true });
    const [forgotten] = database
      .prepare("SELECT data FROM events WHERE type = 'user.forgotten' AND data LIKE ?")
      .all(`%${id}%`);
    database.close();
    expect(JSON.parse(String(forgotten?.data)).key_ids, 'the event names the key').to.have.length(1);
  });

  it('stay readable as before where they concern nobody', async () => {
    const reason = 'The bank is being moved.';
    const path = '/operator/v1/rails/sandbox/bank_eft/availability';
    expectBody(await service.admin.post(path, { available: true, reason }), 200);
    const { data } = expectBody(await reviewer.get('/operator/v1/activity?limit=1'), 200);
    expect(data[0].reason).to.equal(reason);
    expect(filesWith(reason)).not.to.deep.equal([]);
    expect(onrampBody('wal_1', '1.00')).to.be.an('object');
  });

  it('that a client makes up are no texts of others', async () => {
    const made = 'sealed:book-int_1-sandbox:1:AAAAAAAAAAAAAAAA.2.AAAA';
    const user = { type: 'individual', external_reference: randomUUID(), metadata: { note: made } };
    const { metadata } = expectBody(await sandbox.post('/v1/users', user), 201);
    expect(metadata.note).to.equal(made);
  });
});
