/** A page of objects with as much metadata as possible is small enough to be read and sent without blocking others. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectBody, fundedWallet, newWallet, transferBody } from '../support/api-steps.ts';
import { createSampleObjects } from '../support/sample-objects.ts';
import { CPU_MAX, leastCpu } from '../support/cpu-time.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';

const PAGE_BYTES_MAX = 2 * 1024 * 1024;

const metadataOf = (character: string) =>
  Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [
      character.repeat(38) + String(index).padStart(2, '0'),
      character.repeat(500),
    ]),
  );

describe('A list of objects with as much metadata as possible', () => {
  let service: RunningService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.close());

  /** All IDs of a list, by following its pages of 100 objects in one direction. */
  async function walk(path: string, cursor: 'starting_after' | 'ending_before', from?: string) {
    const ids: string[] = [];
    const sizes: number[] = [];
    let position = from;
    for (;;) {
      const query = `limit=100${position === undefined ? '' : `&${cursor}=${position}`}`;
      const answer = await service.sandbox.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);
      const { data, has_more } = expectBody(answer, 200);
      const page = data.map(({ id }: { id: string }) => id);
      if (cursor === 'starting_after') ids.push(...page);
      else ids.unshift(...page);
      sizes.push(Buffer.byteLength(answer.text));
      if (has_more === false) return { ids, sizes };
      position = cursor === 'starting_after' ? page.at(-1) : page[0];
    }
  }

  it('is returned in pages of limited size, complete in both directions', async () => {
    const created: string[] = [];
    const metadata = metadataOf('😀');
    for (let index = 0; index < 40; index++) {
      const body = {
        type: 'individual',
        external_reference: randomUUID(),
        ...(index % 4 === 0 ? {} : { metadata }),
      };
      created.unshift(expectBody(await service.sandbox.post('/v1/users', body), 201).id);
    }
    for (let pass = 0; pass < 2; pass++) {
      const { ids, sizes } = await walk('/v1/users', 'starting_after');
      expect(ids).to.deep.equal(created);
      for (const size of sizes) expect(size).to.be.below(PAGE_BYTES_MAX);
      expect(sizes.length).to.be.greaterThan(2);
      const last = created.at(-1);
      const backwards = await walk('/v1/users', 'ending_before', last);
      expect(backwards.ids).to.deep.equal(created.slice(0, -1));
    }
    const read = () => service.sandbox.get('/v1/users?limit=100');
    // Includes the test's own work: parsing the page and checking its schema.
    expect(await leastCpu(read)).to.be.at.most(CPU_MAX);
  });

  it('is complete when it is merged from several wallets', async () => {
    const { points_wallet_id, coin_wallet_id } = await createSampleObjects(service.sandbox);
    const { user_id } = expectBody(
      await service.sandbox.get(`/v1/transfers?wallet_id=${points_wallet_id}`),
      200,
    ).data[0].destination;
    expect(coin_wallet_id).to.not.equal(points_wallet_id);
    const from = await fundedWallet(service.sandbox, { earned: '100.00' });
    const other = await newWallet(service.sandbox);
    const metadata = metadataOf('€');
    for (let index = 0; index < 45; index++) {
      const [source, to] = index % 2 === 0 ? [from.id, points_wallet_id] : [from.id, other.id];
      expectBody(
        await service.sandbox.post('/v1/transfers', transferBody(source, to, '1.00', { metadata })),
        201,
      );
    }
    for (const owner of [user_id, from.user_id]) {
      const { ids } = await walk(`/v1/transfers?user_id=${owner}`, 'starting_after');
      const all = await walk(
        `/v1/transfers?wallet_id=${owner === user_id ? points_wallet_id : from.id}`,
        'starting_after',
      );
      expect(ids).to.include.members(all.ids);
      expect(new Set(ids).size).to.equal(ids.length);
      expect(ids).to.deep.equal(ids.toSorted().reverse());
    }
  });
});
