import { expect } from 'chai';
import { newUser } from '../support/api-steps.ts';
import { startCliProcess } from '../support/cli.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';

describe('Following the request log', () => {
  let service: RunningService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.close());

  const follow = (...args: string[]) =>
    startCliProcess(
      { BASE_URL: service.url, API_KEY: service.credentials.sandbox_api_key },
      ...['logs', 'tail', ...args],
    );

  it('shows each request once, as soon as it is logged', async () => {
    await newUser(service.sandbox);
    const following = follow('--json');
    const requests = () => following.lines().map((line) => JSON.parse(line));
    await waitFor('the earlier request', () => requests().length > 0 || undefined);
    await newUser(service.sandbox);
    await service.sandbox.post('/v1/users', {});
    await waitFor('the others', () => requests().length >= 3 || undefined);
    expect(
      requests().map(({ object, method, path, status }) => [object, method, path, status]),
    ).to.deep.equal([
      ['request', 'POST', '/v1/users', 201],
      ['request', 'POST', '/v1/users', 201],
      ['request', 'POST', '/v1/users', 422],
    ]);
    expect(new Set(requests().map(({ id }) => id)).size).to.equal(3);
    expect(await following.stop()).to.equal(0);
  }).timeout(120_000);

  it('shows only what was asked for, in lines for people', async () => {
    const following = follow('--status', '4xx', '--lines', '0');
    const failing = async (): Promise<true | undefined> => {
      await newUser(service.sandbox);
      await service.sandbox.post('/v1/users', {});
      return following.lines().length > 0 ? true : undefined;
    };
    await waitFor('a refused request', failing);
    expect(following.lines()[0]).to.match(
      /^[\d:]{8} {2}POST {3}\/v1\/users {2}422 validation_failed {2}\d+ ms {2}req_\w+$/,
    );
    expect(following.lines().filter((line) => line.includes('201'))).to.deep.equal([]);
    await following.stop();
  }).timeout(120_000);
});
