/** JSON escapes can contain unpaired surrogates. They are rejected in every text field. */
import { expect } from 'chai';
import type { Client } from '../../support/client.ts';
import { startTestService } from '../../support/service.ts';
import type { RunningService } from '../../support/service.ts';
import { expectError, offrampBody, onrampBody } from '../../support/api-steps.ts';
import { bodyFor, createSampleObjects, pathOf, writes } from '../../support/sample-objects.ts';
import type { SampleObjects } from '../../support/sample-objects.ts';

type Body = Readonly<Record<string, unknown>>;

/** A copy of an object or a list with another value of a member. */
const withMember = (body: Body, name: string, value: unknown): Body =>
  // The members of a list are its items.
  Array.isArray(body)
    ? (body.map((item: unknown, at) => (String(at) === name ? value : item)) as unknown as Body)
    : { ...body, [name]: value };

/** Every body with one text replaced, with the field that contains it. */
function* spoiled(body: Body, text: string, above: readonly string[] = []): Generator<[string, Body]> {
  for (const [name, value] of Object.entries(body)) {
    const path = [...above, name];
    if (typeof value === 'string') yield [path.join('.'), withMember(body, name, text)];
    // Values other than texts are objects or lists.
    else if (typeof value === 'object' && value !== null)
      for (const [field, inner] of spoiled(value as Body, text, path))
        yield [field, withMember(body, name, inner)];
  }
}

describe('An unpaired surrogate', () => {
  let service: RunningService;
  let sandbox: Client;
  let world: SampleObjects;
  before(async () => {
    service = await startTestService();
    ({ sandbox } = service);
    world = await createSampleObjects(sandbox);
  });
  after(() => service.close());

  const bodiesFor = (id: string): readonly Body[] => {
    const body = bodyFor(id, world);
    if (id === 'redeliverEvent') return [{ webhook_endpoint_id: world.webhook_endpoint_id }];
    if (id !== 'createTransfer') return body === undefined ? [] : [body];
    const payout = offrampBody(world.wallet_id, world.payout_account_id, '100.00');
    const quoted = { ...bodyFor(id, world), quote_id: world.quote_id };
    return [quoted, onrampBody(world.wallet_id, '5.00'), payout];
  };

  for (const operation of writes()) {
    it(`is 422 in every text of ${operation.method} ${operation.path}`, async () => {
      for (const body of bodiesFor(operation.id)) {
        for (const [field, wrong] of spoiled(body, 'x\ud800')) {
          const answer = await sandbox.request(operation.method, pathOf(operation, world), { body: wrong });
          const { details } = expectError(answer, 422, 'validation_failed');
          expect(details.map((each: { field: string }) => each.field)).to.include(field);
        }
      }
    });
  }

  it('is not repeated in answers', async () => {
    const cutInHalf = `${'f'.repeat(63)}👩`;
    const parameter = `${encodeURIComponent(cutInHalf)}=1`;
    const answers = [
      await sandbox.post('/v1/users', { 'x\ud800': 1, [cutInHalf]: 1, metadata: { '\udc00': 1 } }),
      await sandbox.get(`/v1/users?${parameter}`),
      await sandbox.get(`/v1/users?${parameter}&${parameter}`),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([422, 400, 400]);
    for (const { text } of answers)
      expect(JSON.stringify(JSON.parse(text))).to.not.match(/\\u[dD][89a-fA-F]/);
    expect(answers[0]?.body.error.details.map((each: { field: string }) => each.field)).to.include('x\ufffd');
  });
});
