/** Errors in request bodies and metadata. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { expect } from 'chai';
import type { Client, RequestOptions } from '../../support/client.ts';
import { startTestService } from '../../support/service.ts';
import type { RunningService } from '../../support/service.ts';
import { expectBody, expectError, newWallet } from '../../support/api-steps.ts';
import { bodyFor, createSampleObjects, pathOf, writes } from '../../support/sample-objects.ts';
import type { SampleObjects } from '../../support/sample-objects.ts';

/** All fields of these bodies are optional, and so is the body. */
const OPTIONAL = ['redeliverEvent', 'createSandboxPayoutReturn', 'createSandboxDepositReversal'];

describe('Errors', () => {
  let service: RunningService;
  let sandbox: Client;
  let world: SampleObjects;
  before(async () => {
    service = await startTestService();
    ({ sandbox } = service);
    world = await createSampleObjects(sandbox);
  });
  after(() => service.close());

  // The body of a DELETE is not read.
  const available = writes().filter(
    ({ codes, method }) => !codes.includes('not_implemented') && method !== 'DELETE',
  );
  const withBody = available.filter(
    ({ id }) =>
      !['deactivateUser', 'createOnboardingLinks', 'retryWebhookDelivery', 'resetSandbox'].includes(id) &&
      !id.endsWith('vateDepositAccount'),
  );
  const post = (path: string, request: RequestOptions) => sandbox.request('POST', path, request);
  const fieldsOf = (error: { details: { field: string; code: string }[] }): Record<string, string> =>
    Object.fromEntries(error.details.map(({ field, code }) => [field, code]));

  describe('for bodies', () => {
    it('are 400 if the body is not a JSON object', async () => {
      for (const operation of withBody) {
        for (const raw of [
          '{',
          '[]',
          'null',
          '1',
          '"x"',
          '{"a":1}}',
          "{'a':1}",
          '{"a":01}',
          '\u0000',
          'NaN',
        ]) {
          const answer = await sandbox.request(operation.method, pathOf(operation, world), { raw });
          expectError(answer, 400, 'malformed_request');
        }
        if (OPTIONAL.includes(operation.id)) continue;
        const none = await sandbox.request(operation.method, pathOf(operation, world), {});
        expectError(none, 400, 'malformed_request');
      }
    });

    it('say where a body is not valid JSON, and never quote it', async () => {
      for (const [raw, place] of [
        ['{"last_name":"Secret",}', 'See line 1, character 23.'],
        ['{\n "last_name": "Secret"\n "type": 1\n}', 'See line 3, character 2.'],
        ['{"last_name":', 'It ends too early.'],
        ['\uFEFF{"last_name":"Secret"}', 'It begins with a byte order mark.'],
        ['{"last_name":Secret}', 'See line 1, character 14.'],
        ['{\n "last_name": "Secret",\n "first_name": None\n}', 'See line 3, character 16.'],
        ['[object Object]', 'See line 1, character 2.'],
        [`{"last_name":Secret,"metadata":"${'x'.repeat(16_384)}"}`, ''],
      ] as const) {
        const { message } = expectError(await post('/v1/users', { raw }), 400, 'malformed_request');
        expect(message).to.equal(
          `The request is malformed. The body must be valid JSON.${place && ' '}${place}`,
        );
      }
    });

    it('are 413 for more than 128 KiB, or 512 KiB for a batch, also in chunks', async () => {
      for (const operation of available) {
        const kibMax = operation.id === 'createTransferBatch' ? 512 : 128;
        const body = { metadata: { long: 'x'.repeat(kibMax * 1024) } };
        const answer = await sandbox.request(operation.method, pathOf(operation, world), { body });
        expectError(answer, 413, 'payload_too_large');
      }
      const escaped = `{"metadata":{"long":"${'\\u0078'.repeat(60 * 1024)}"}}`;
      for (const long of [
        `{"metadata":{"long":"${'\\n'.repeat(129 * 1024)}"}}`,
        escaped + ' '.repeat(70 * 1024),
      ])
        expectError(await sandbox.request('POST', '/v1/users', { raw: long }), 413, 'payload_too_large');
      const pieces = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let i = 0; i < 140; i++) controller.enqueue(new Uint8Array(1024).fill(32));
          controller.close();
        },
      });
      const response = await fetch(`${service.url}/v1/users`, {
        method: 'POST',
        headers: {
          'Api-Key': sandbox.apiKey,
          'Content-Type': 'application/json',
          'Idempotency-Key': randomUUID(),
        },
        body: pieces,
        duplex: 'half',
      });
      expect(response.status).to.equal(413);
      await response.text();
    });

    it('are 413 for clients that read the response only after sending megabytes', async () => {
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname);
      const received = readText(socket);
      const bytes = 8 * 1024 * 1024;
      const head = [
        'POST /v1/users HTTP/1.1',
        'Host: x',
        `Api-Key: ${sandbox.apiKey}`,
        'Content-Type: application/json',
        'Idempotency-Key: large',
        `Content-Length: ${bytes}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(Buffer.alloc(bytes, 'x'));
      // The connection can be reused.
      socket.write(
        `GET /v1/routes HTTP/1.1\r\nHost: x\r\nApi-Key: ${sandbox.apiKey}\r\nConnection: close\r\n\r\n`,
      );
      const statuses = [...(await received).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
      expect(statuses).to.deep.equal(['413', '200']);
    });

    it('do not occur for an empty body in any encoding', async () => {
      const { id } = expectBody(
        await sandbox.post('/v1/users', { type: 'individual', external_reference: randomUUID() }),
        201,
      );
      const send = async (path: string, body: string): Promise<number | undefined> => {
        const headers = {
          'Api-Key': sandbox.apiKey,
          'Idempotency-Key': randomUUID(),
          'Transfer-Encoding': 'chunked',
        };
        const sent = request(`${service.url}${path}`, { method: 'POST', headers }).end(body);
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        await readText(response);
        return response.statusCode;
      };
      expect(await send(`/v1/users/${id}/onboarding_links`, '')).to.equal(201);
      expect(await send(`/v1/users/${id}/onboarding_links`, '{}')).to.equal(415);
      expect(await send(`/v1/users/${id}/onboarding_links`, 'x'.repeat(140_000))).to.equal(413);
      expect(await send('/v1/users', '')).to.equal(415);
    });

    it('are 415 for other content types than JSON', async () => {
      for (const operation of available) {
        const raw = JSON.stringify(bodyFor(operation.id, world) ?? {});
        for (const type of [
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/json;charset=utf-16',
        ]) {
          const headers = { 'Content-Type': type };
          const answer = await sandbox.request(operation.method, pathOf(operation, world), { raw, headers });
          expectError(answer, 415, 'unsupported_media_type');
        }
      }
    });

    it('are 422 for an unknown field, in every operation and at any depth', async () => {
      for (const operation of available) {
        const body = { ...bodyFor(operation.id, world), colour: 'red' };
        const answer = await sandbox.request(operation.method, pathOf(operation, world), { body });
        const error = expectError(answer, 422, 'validation_failed');
        expect(fieldsOf(error)).to.deep.equal({ colour: 'unknown_field' });
      }
      const deep = {
        source: { type: 'wallet', wallet_id: world.wallet_id, colour: 'red' },
        destination: { type: 'wallet', wallet_id: world.other_wallet_id, currency: 'usd' },
        amount: '1.00',
      };
      const error = expectError(await post('/v1/transfers', { body: deep }), 422, 'validation_failed');
      expect(fieldsOf(error)).to.have.all.keys('source.colour', 'destination.currency');
    });

    it('are 422 with one entry for each invalid field', async () => {
      const body = {
        type: 'robot',
        external_reference: '',
        email: 'nobody',
        phone: '0123',
        first_name: 7,
        country: 'usa',
        metadata: { a: 1, b: '2' },
        colour: 'red',
      };
      const error = expectError(await post('/v1/users', { body }), 422, 'validation_failed');
      expect(fieldsOf(error)).to.deep.equal({
        type: 'invalid_value',
        external_reference: 'too_short',
        email: 'invalid_format',
        phone: 'invalid_format',
        first_name: 'wrong_type',
        country: 'invalid_format',
        'metadata.a': 'wrong_type',
        colour: 'unknown_field',
      });
      expect(JSON.stringify(error)).to.not.contain('nobody');
    });

    it('are 422 for an empty object if fields are required', async () => {
      const required: Record<string, string[]> = {
        createUser: ['type', 'external_reference'],
        createWallet: ['asset'],
        createDepositAccount: ['source', 'destination'],
        createPayoutAccount: ['type', 'currency', 'country', 'rail', 'account_owner_name'],
        createTransfer: ['source', 'destination', 'amount'],
        createTransferBatch: ['mode', 'transfers'],
        createWebhookEndpoint: ['url'],
        createQuote: ['source_wallet_id', 'destination_wallet_id', 'amount'],
        redeliverToWebhookEndpoint: ['select'],
        setSandboxKyc: ['kyc_status'],
        advanceSandboxClock: ['seconds'],
        createSandboxReward: ['wallet_id', 'amount'],
        setSandboxReviewOutcome: ['outcome'],
        setSandboxPayoutOutcome: ['outcome'],
        createSandboxDeposit: ['amount', 'transfer_id'],
      };
      const withoutRequired = ['updateUser', 'updateWebhookEndpoint', ...OPTIONAL];
      for (const operation of withBody) {
        if (withoutRequired.includes(operation.id)) continue;
        const answer = await sandbox.request(operation.method, pathOf(operation, world), { body: {} });
        const fields = fieldsOf(expectError(answer, 422, 'validation_failed'));
        expect(Object.keys(fields).sort(), operation.id).to.deep.equal(
          [...(required[operation.id] ?? [])].sort(),
        );
        expect(new Set(Object.values(fields))).to.deep.equal(new Set(['required']));
      }
    });

    it('are 422 for amounts that are not plain decimal strings', async () => {
      for (const amount of [
        1,
        1e300,
        null,
        true,
        [],
        {},
        '',
        ' 1',
        '1 ',
        '+1',
        '-1',
        '-0',
        '01',
        '1.',
        '.5',
        '1e2',
        '0x1',
        '1,00',
        '1_000',
        'NaN',
        'Infinity',
        '1'.repeat(16),
        '0.123456789',
        '١',
        '1\u0000',
        '1\n',
      ]) {
        for (const [path, body] of [
          ['/v1/transfers', bodyFor('createTransfer', world)],
          ['/v1/sandbox/deposits', bodyFor('createSandboxDeposit', world)],
          ['/v1/sandbox/rewards', bodyFor('createSandboxReward', world)],
        ] as const) {
          const error = expectError(
            await post(path, { body: { ...body, amount } }),
            422,
            'validation_failed',
          );
          expect(error.details.map(({ field }: { field: string }) => field)).to.deep.equal(['amount']);
        }
      }
    });

    it('are 422 for numbers instead of strings', async () => {
      const reference = (number: string) => `{"type":"individual","external_reference":${number}}`;
      for (const number of ['1', '-0', '1e999', '123456789012345678901234567890', '0.1e-400']) {
        const answer = await post('/v1/users', { raw: reference(number) });
        expect(fieldsOf(expectError(answer, 422, 'validation_failed'))).to.deep.equal({
          external_reference: 'wrong_type',
        });
      }
    });

    it('are 422 or 400 for deep nesting', async () => {
      for (const depth of [100, 5_000, 30_000]) {
        const nested = `${'{"a":'.repeat(depth / 5)}1${'}'.repeat(depth / 5)}`;
        const answer = await post('/v1/users', { raw: `{"metadata":${nested}}` });
        expect(answer.status).to.be.oneOf([400, 422]);
        const lists = await post('/v1/users', {
          raw: `{"metadata":${'['.repeat(depth)}${']'.repeat(depth)}}`,
        });
        expect(lists.status).to.be.oneOf([400, 422]);
      }
    });

    it('are 422 for unpaired surrogates and control characters in names and references', async () => {
      for (const bad of ['\ud800', '\udc00x', '\u0000', '\n', '\u007f']) {
        for (const name of ['external_reference', 'first_name', 'last_name', 'email', 'country', 'phone']) {
          const body = { type: 'individual', external_reference: randomUUID(), [name]: `a${bad}b` };
          const fields = fieldsOf(expectError(await post('/v1/users', { body }), 422, 'validation_failed'));
          expect(fields).to.have.all.keys(name);
        }
      }
      const body = { ...bodyFor('createTransfer', world), integrator_reference: 'a\u0000' };
      expectError(await post('/v1/transfers', { body }), 422, 'validation_failed');
    });
  });

  describe('for metadata', () => {
    const create = (metadata: string) =>
      post('/v1/users', {
        raw: `{"type":"individual","external_reference":"${randomUUID()}","metadata":${metadata}}`,
      });
    const object = (keys: number, length = 1): string =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, 'v'.repeat(length)])),
      );

    it('start just above the limits', async () => {
      for (const good of [object(50, 500), JSON.stringify({ ['k'.repeat(40)]: '' }), '{"":"x"}', '{}']) {
        const { metadata } = expectBody(await create(good), 201);
        expect(metadata).to.deep.equal(JSON.parse(good));
      }
      for (const bad of [object(51), object(1, 501), JSON.stringify({ ['k'.repeat(41)]: 'x' })]) {
        expectError(await create(bad), 422, 'validation_failed');
      }
      // A character outside the basic multilingual plane counts as one character but two UTF-16 units.
      expectBody(await create(JSON.stringify({ ['😀'.repeat(40)]: '😀'.repeat(500) })), 201);
      expectError(await create(JSON.stringify({ x: '😀'.repeat(501) })), 422, 'validation_failed');
    });

    it('reject values that are not strings', async () => {
      for (const bad of [
        '{"a":1}',
        '{"a":null}',
        '{"a":{}}',
        '{"a":["x"]}',
        '[]',
        'null',
        '"x"',
        '{"a":"\\ud800"}',
        '{"\\ud800":"a"}',
      ]) {
        expectError(await create(bad), 422, 'validation_failed');
      }
    });

    it('do not occur for names such as __proto__', async () => {
      const text =
        '{"__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d","a.b":"e","a/b":"f"}';
      const created = await create(text);
      expect(created.status, created.text).to.equal(201);
      const shown = await sandbox.get(`/v1/users/${created.body.id}`);
      for (const answer of [created, shown]) {
        expect(JSON.stringify(answer.body.metadata)).to.equal(text);
      }
    });

    it('do not occur for control characters in values', async () => {
      const text = JSON.stringify({ a: '\u0000\u0001\n', b: ' \u2028é😀', c: '"\\' });
      const created = expectBody(await create(text), 201);
      const shown = expectBody(await sandbox.get(`/v1/users/${created.id}`), 200);
      for (const { metadata } of [created, shown]) expect(JSON.stringify(metadata)).to.equal(text);
    });

    it('are the same for every object with metadata', async () => {
      const { user_id, id } = await newWallet(sandbox);
      const bad = { metadata: { x: 1 } };
      const ids = { ...world, user_id, wallet_id: id };
      for (const operation of withBody.filter(({ id: name }) =>
        ['createUser', 'updateUser', 'createWallet', 'createDepositAccount', 'createTransfer'].includes(name),
      )) {
        const path = pathOf(operation, ids);
        const body = bodyFor(operation.id, ids);
        const refused = await sandbox.request(operation.method, path, { body: { ...body, ...bad } });
        expect(fieldsOf(expectError(refused, 422, 'validation_failed'))).to.deep.equal({
          'metadata.x': 'wrong_type',
        });
      }
    });
  });
});
