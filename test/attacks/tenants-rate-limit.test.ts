/** A key must not get its whole rate limit from each of several nodes. */
import { expect } from 'chai';
import { startServicePair } from '../support/service-pair.ts';
import type { ServicePair } from '../support/service-pair.ts';

const BURST = 20;

describe('The rate limit of two nodes', () => {
  let pair: ServicePair;
  before(async () => {
    pair = await startServicePair({ rate_limit: { requests_per_second: 1, burst: BURST, nodes: 2 } });
  });
  after(() => pair.close());

  it('is granted by both together', async () => {
    const startedAt = performance.now();
    const requests = pair.nodes.flatMap(({ sandbox }) =>
      Array.from({ length: BURST }, () => sandbox.get('/v1/users?limit=0')),
    );
    const answers = await Promise.all(requests);
    const seconds = (performance.now() - startedAt) / 1_000;
    const granted = answers.filter(({ status }) => status !== 429);
    expect(granted.length).to.be.within(BURST, BURST + seconds + 2);
    for (const { headers } of answers) expect(headers.get('ratelimit-limit')).to.equal(String(BURST / 2));
  });
});
