import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../../src/config/config.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newWallet,
  transferBody,
  unknownId,
} from '../../support/api-steps.ts';
import type { Answer, Client } from '../../support/client.ts';
import { startServicePair } from '../../support/service-pair.ts';
import {
  startServiceWithOperators,
  type ServiceWithOperators,
} from '../../support/service-with-operators.ts';

type Body = Answer['body'];

describe('Notes of operators', () => {
  let service: ServiceWithOperators;
  let sandbox: Client;
  let reviewer: Client;
  before(async () => {
    service = await startServiceWithOperators();
    ({ sandbox } = service);
    ({ reviewer } = service.operators);
  });
  after(() => service.close());

  const notesOf = async (id: string, client = reviewer): Promise<Body[]> =>
    expectBody(await client.get(pathOf(id)), 200).data;
  const pathOf = (id: string): string =>
    `/operator/v1/${id.startsWith('trf_') ? 'transfers' : 'users'}/${id}/notes`;
  const add = async (id: string, text: string): Promise<Body> =>
    expectBody(await reviewer.post(pathOf(id), { text }), 201);
  async function transfer() {
    const from = await fundedWallet(sandbox, { cashable: '100.00' });
    const to = await newWallet(sandbox);
    const body = transferBody(from.id, to.id, '100.00');
    return { id: expectBody(await sandbox.post('/v1/transfers', body), 201).id as string, from, to };
  }
  async function forget(user: string): Promise<void> {
    expectBody(await sandbox.post(`/v1/users/${user}/deactivate`), 200);
    expectBody(await service.admin.post(`/operator/v1/users/${user}/forget`, { reason: 'Case 7.' }), 200);
  }

  it('are listed with their author, newest first, and found on the user for its transfers too', async () => {
    const { id, from, to } = await transfer();
    const first = await add(from.user_id, 'First.');
    expect(first).to.deep.include({
      object: 'note',
      object_id: from.user_id,
      user_ids: [from.user_id],
      text: 'First.',
      text_status: 'readable',
    });
    expect(first.author.name).to.be.a('string');
    const second = await add(id, 'Both sides\ncalled.');
    expect(second.user_ids).to.deep.equal([from.user_id, to.user_id]);
    expect(await notesOf(from.user_id)).to.deep.equal([second, first]);
    expect(await notesOf(to.user_id)).to.deep.equal([second]);
    expect(await notesOf(id)).to.deep.equal([second]);
    const page = expectBody(
      await reviewer.get(`${pathOf(from.user_id)}?limit=1&starting_after=${second.id}`),
      200,
    );
    expect(page).to.deep.equal({ data: [first], has_more: false });
  });

  it('are added once per idempotency key', async () => {
    const user = (await newWallet(sandbox)).user_id as string;
    const idempotencyKey = randomUUID();
    const once = await reviewer.post(pathOf(user), { text: 'Once.' }, { idempotencyKey });
    const again = await reviewer.post(pathOf(user), { text: 'Once.' }, { idempotencyKey });
    expect(again.body).to.deep.equal(once.body);
    expect(await notesOf(user)).to.have.length(1);
  });

  it('show no text to roles that may not see personal data, which may not write any', async () => {
    const user = (await newWallet(sandbox)).user_id as string;
    await add(user, 'Confidential.');
    const { viewer, treasury } = service.operators;
    for (const client of [viewer, treasury]) {
      expect(
        (await notesOf(user, client)).map(({ text, text_status }) => ({ text, text_status })),
      ).to.deep.equal([{ text: null, text_status: 'masked' }]);
      expectError(await client.post(pathOf(user), { text: 'Hello.' }), 403, 'permission_denied');
    }
  });

  it('are rejected without text, with control characters, and for unknown objects', async () => {
    const user = (await newWallet(sandbox)).user_id as string;
    for (const text of ['', '  \n ', 'a\u0000b', 'x'.repeat(2_001), 7])
      expectError(await reviewer.post(pathOf(user), { text }), 422, 'validation_failed');
    expectError(await reviewer.post(pathOf(unknownId('usr')), { text: 'x' }), 404, 'not_found');
    expectError(await reviewer.post(pathOf(unknownId('trf')), { text: 'x' }), 404, 'not_found');
  });

  it('cannot be read any more once a person is forgotten, on either side of a transfer', async () => {
    const { id, from, to } = await transfer();
    await add(id, 'About both.');
    await add(from.user_id, 'About the sender.');
    await forget(from.user_id);
    expect((await notesOf(id)).map(({ text, text_status }) => ({ text, text_status }))).to.deep.equal([
      { text: null, text_status: 'erased' },
    ]);
    expect((await notesOf(from.user_id)).map(({ text_status }) => text_status)).to.deep.equal([
      'erased',
      'erased',
    ]);
    expectError(await reviewer.post(pathOf(from.user_id), { text: 'Late.' }), 409, 'user_state_conflict');
    expectError(await reviewer.post(pathOf(id), { text: 'Late.' }), 409, 'user_state_conflict');
    expect((await add(to.user_id, 'Still here.')).text_status).to.equal('readable');
  });

  it('are erased for a user who never had personal fields', async () => {
    const user = { type: 'individual', external_reference: randomUUID() };
    const { id } = expectBody(await sandbox.post('/v1/users', user), 201);
    await add(id, 'Her name is Ida.');
    await add(id, 'She called again.');
    expect((await notesOf(id)).map(({ text }) => text)).to.deep.equal([
      'She called again.',
      'Her name is Ida.',
    ]);
    await forget(id);
    expect((await notesOf(id)).map(({ text_status }) => text_status)).to.deep.equal(['erased', 'erased']);
  });

  it('are in no file as plain text', async () => {
    const text = `Visible ${randomUUID()}`;
    await add((await newWallet(sandbox)).user_id, text);
    const files = readdirSync(service.dataDir).filter((name) => name.startsWith(DATABASE_FILE_NAME));
    expect(files).not.to.have.length(0);
    for (const name of files)
      expect(readFileSync(join(service.dataDir, name)).includes(text), name).to.equal(false);
  });
});

describe('Notes of operators on two nodes', () => {
  it('are sealed for people whom the other node has just recorded', async () => {
    const pair = await startServicePair();
    try {
      const [here, there] = pair.nodes;
      const { user_id } = await newWallet(here.sandbox);
      // From now on, both nodes have the book in memory.
      expectBody(await there.admin.post(`/operator/v1/users/${user_id}/notes`, { text: 'First.' }), 201);
      const from = await fundedWallet(here.sandbox, { cashable: '100.00' });
      const to = await newWallet(here.sandbox);
      const { id } = expectBody(
        await here.sandbox.post('/v1/transfers', transferBody(from.id, to.id, '100.00')),
        201,
      );
      const note = expectBody(
        await there.admin.post(`/operator/v1/transfers/${id}/notes`, { text: 'Both sides called.' }),
        201,
      );
      expect(note.user_ids).to.deep.equal([from.user_id, to.user_id]);
      const events = await pair.eventStore.read(`book-${pair.integratorId}-sandbox`, 0, 1_000);
      expect(events.map(({ type }) => type)).to.include('note.added');
      expect(events.filter(({ data }) => data.includes('called'))).to.deep.equal([]);
    } finally {
      await pair.close();
    }
  });
});
