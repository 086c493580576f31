/** A body with two members of the same name means different things to different readers, so it is refused. */
import { createHmac, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { hasDuplicateMembers } from '../../src/http/body.ts';
import { createOperatorClient } from '../support/client.ts';
import {
  bodyFor,
  createSampleObjects,
  pathOf,
  writes,
  type SampleObjects,
} from '../support/sample-objects.ts';
import { startTestService, type RunningService } from '../support/service.ts';

const isRefused = (text: string): boolean => hasDuplicateMembers(text, JSON.parse(text));

describe('JSON text with two members of the same name', () => {
  it('is found at any depth, and only there', () => {
    for (const text of [
      '{"a":1,"a":2}',
      '{"a":1,"a":1}',
      '{ "a" : 1 ,\n\t"a"\r: 2 }',
      '{"a":1,"\\u0061":2}',
      '{"\\"":1,"\\u0022":2}',
      '{"x":{"a":{},"a":{}}}',
      '{"x":[[{"a":1,"b":2,"a":3}]]}',
      '{"__proto__":1,"__proto__":2}',
      '{"":1,"":2}',
      '{"1":1,"1":2}',
      '{"a":":","a":":"}',
      '{"a":"\\":","b":{"c":1},"b":{}}',
      '{"a\\\\":1,"a\\\\":2}',
    ])
      expect(isRefused(text), text).to.equal(true);
  });

  it('is not confused with other text', () => {
    for (const text of [
      '{"a":1,"b":2}',
      '{"a":{"a":{"a":1}}}',
      '{"a":[{"a":1},{"a":2}]}',
      '{"a":"a","b":"a"}',
      '{"a":":\\"a\\":1","b":"\\"a\\" :"}',
      '{"a":"{\\"b\\":1,\\"b\\":2}"}',
      '{"a":":","b":["\\\\",":"]}',
      '{"a":1,"A":2,"á":3,"a\\u0301":4}',
      '{"__proto__":1,"constructor":2}',
    ])
      expect(isRefused(text), text).to.equal(false);
  });

  it('is found in any text to which a copy of a member is added', () => {
    const value = fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 4 }), { minKeys: 1 });
    const space = fc.constantFrom('', ' ', '\n\t');
    fc.assert(
      fc.property(value, space, fc.nat(), (object, indent, choice) => {
        const text = JSON.stringify(object, null, indent);
        expect(isRefused(text)).to.equal(false);
        const names = Object.keys(object);
        const copied = JSON.stringify(names[choice % names.length]);
        expect(isRefused(`{${copied}:{":":"\\":"},${text.slice(text.indexOf('{') + 1)}`)).to.equal(true);
      }),
    );
  });
});

describe('A body with two members of the same name', () => {
  const secret = randomBytes(32);
  let service: RunningService;
  let world: SampleObjects;
  before(async () => {
    const provider = {
      type: 'http',
      url: 'http://127.0.0.1:1',
      signing: { scheme: 'hmac-sha256', secrets: ['env:WIRE_SECRET'] },
    };
    service = await startTestService({ WIRE_SECRET: secret.toString('base64') }, Date.now, {
      rails: {
        wire: {
          type: 'bank',
          currencies: { usd: { country: 'US', min: '1.00' } },
          providers: { sandbox: provider },
        },
      },
      features: { transfer_cancel: true, webhook_endpoint_test: true },
    });
    world = await createSampleObjects(service.sandbox);
  });
  after(() => service.close());

  it('is 400 for every operation of the API', async () => {
    for (const operation of writes()) {
      if (operation.method === 'DELETE') continue;
      const text = JSON.stringify({ x: 1, ...bodyFor(operation.id, world) });
      const answer = await service.sandbox.request(operation.method, pathOf(operation, world), {
        raw: text.replace('{', '{"x":1,'),
      });
      expect([answer.status, answer.body.error.code], operation.id).to.deep.equal([400, 'malformed_request']);
      expect(answer.body.error.message).to.equal(
        'The request is malformed. The body must not contain two members with the same name in one object.',
      );
    }
  });

  it('is 400 for the operator API', async () => {
    const admin = createOperatorClient(service.url, service.credentials.operator_token);
    const answer = await admin.post('/operator/v1/integrators', undefined, {
      raw: '{"name":"A","name":"B"}',
    });
    expect([answer.status, answer.body.error.code]).to.deep.equal([400, 'malformed_request']);
  });

  it('is 400 for a callback of a rail', async () => {
    const body =
      '{"type":"deposit.arrived","reference":"x","rail_reference":"y","amount":"5.00","currency":"usd","amount":"9.00"}';
    const t = Math.floor(Date.now() / 1_000);
    const mac = createHmac('sha256', secret).update(`${t}.callbacks.${body}`).digest('hex');
    const response = await fetch(`${service.url}/rails/sandbox/wire/callbacks`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Svc-Rail-Signature': `t=${t},v1=${mac}` },
      body,
    });
    const { error } = (await response.json()) as { error: { code: string } };
    expect([response.status, error.code]).to.deep.equal([400, 'malformed_request']);
  });
});
