import { expect } from 'chai';
import { expectBody } from '../../support/api-steps.ts';
import { bodyFor, createSampleObjects, pathOf } from '../../support/sample-objects.ts';
import type { SampleObjects } from '../../support/sample-objects.ts';
import { documentedOperations } from '../../support/client.ts';
import { startTestService } from '../../support/service.ts';
import type { RunningService } from '../../support/service.ts';

/** 50 keys of 40 characters with values of 500 characters, each of which has four bytes. */
const largestMetadata = (character: string) =>
  Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [
      character.repeat(38) + String(index).padStart(2, '0'),
      character.repeat(500),
    ]),
  );

describe('Metadata within its limits', () => {
  let service: RunningService;
  let world: SampleObjects;
  before(async () => {
    service = await startTestService();
    world = await createSampleObjects(service.sandbox);
  });
  after(() => service.close());

  for (const id of [
    'createUser',
    'updateUser',
    'createWallet',
    'createDepositAccount',
    'createPayoutAccount',
    'createTransfer',
  ]) {
    for (const [name, character] of [
      ['Python', '😀'],
      ['Go', '<'],
      ['any client', 'a'],
    ] as const)
      it(`fits into the body of ${id} with the escapes of ${name}`, async () => {
        const operation = documentedOperations().find((each) => each.id === id);
        if (operation === undefined) throw new Error(`operation ${id} not found`);
        const ids = id === 'createWallet' ? { ...world, user_id: (await newApprovedUser()).id } : world;
        const metadata = largestMetadata(character);
        const plain = JSON.stringify({ ...bodyFor(id, ids), metadata });
        const raw = plain.replaceAll(character === 'a' ? /(?<=a)a/g : character, (found) =>
          Array.from(
            { length: found.length },
            (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`,
          ).join(''),
        );
        expect(raw.length).to.be.above(128 * 1024);
        const answer = await service.sandbox.request(operation.method, pathOf(operation, ids), { raw });
        expect(expectBody(answer, operation.method === 'POST' ? 201 : 200).metadata).to.deep.equal(metadata);
      });

    it(`always fits into the body of ${id} and is returned unchanged`, async () => {
      const operation = documentedOperations().find((each) => each.id === id);
      if (operation === undefined) throw new Error(`operation ${id} not found`);
      const ids = id === 'createWallet' ? { ...world, user_id: (await newApprovedUser()).id } : world;
      const metadata = largestMetadata('😀');
      const answer = await service.sandbox.request(operation.method, pathOf(operation, ids), {
        body: { ...bodyFor(id, ids), metadata },
      });
      expect(expectBody(answer, operation.method === 'POST' ? 201 : 200).metadata).to.deep.equal(metadata);
    });
  }

  const newApprovedUser = async () => {
    const created = await service.sandbox.post('/v1/users', bodyFor('createUser', world));
    const user = expectBody(created, 201);
    return expectBody(
      await service.sandbox.post(`/v1/sandbox/users/${user.id}/kyc`, {
        kyc_status: 'approved',
        terms_status: 'approved',
      }),
      200,
    );
  };
});
