import { join } from 'node:path';
import { expect } from 'chai';
import { sqliteSource } from '../../src/audit/event-source.ts';
import { verify } from '../../src/audit/verification/verification.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { expectBody, expectError, newUser } from '../support/api-steps.ts';
import { spawnService, type ServiceProcess } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { convert, holderOfBoth } from '../support/treasury.ts';
import { waitFor } from '../support/wait-for.ts';
import { newEndpoint } from '../support/webhook-client.ts';

const MAIN = new URL('./reset-service.ts', import.meta.url).pathname;
const REQUEST = { idempotencyKey: 'reset before the crash' };
const SETTINGS = { LOG_LEVEL: 'warn' };

/** The events of the two books of the sandbox, as `stream-generation type`. */
async function eventsIn(folder: Folder): Promise<string[]> {
  const source = sqliteSource(join(folder.path, DATABASE_FILE_NAME));
  const { findings } = await verify(source);
  expect(findings).to.deep.equal([]);
  const types: string[] = [];
  for await (const page of source.pages(-1n, await source.head()))
    for (const { stream, type } of page)
      if (stream.endsWith('-sandbox')) types.push(`${stream.includes('.2-') ? 2 : 1} ${type}`);
  await source.close();
  return types;
}

describe('A reset of the sandbox whose process is killed', function () {
  this.timeout(300_000);
  let folder: Folder;
  let running: ServiceProcess | undefined;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(async () => {
    await running?.kill();
    await folder.remove();
  });

  const start = async (main?: string, env: Record<string, string> = {}): Promise<ServiceProcess> =>
    (running = await spawnService(folder.path, { ...SETTINGS, ...env }, main === undefined ? {} : { main }));

  /** Creates a user and an endpoint, and resets until the process ends. Returns the user. */
  async function resetUntil(KILL_AT: string): Promise<string> {
    const service = await start(MAIN, { KILL_AT });
    const { id } = await newUser(service.sandbox);
    await newEndpoint(service.sandbox, 'https://example.com/hooks');
    const answer = service.sandbox.post('/v1/sandbox/reset', undefined, REQUEST).catch(() => undefined);
    expect(await answer).to.equal(undefined);
    await service.ended();
    return id;
  }

  it('before the decision has no effect until it is repeated', async () => {
    const id = await resetUntil('before sandbox.reset');
    const service = await start();
    const { sandbox } = service;
    expectBody(await sandbox.get(`/v1/users/${id}`), 200);
    const done = expectBody(await sandbox.post('/v1/sandbox/reset', undefined, REQUEST), 200);
    expect(done.generation).to.equal(2);
    expectError(await sandbox.get(`/v1/users/${id}`), 404, 'not_found');
    await service.stop();
  });

  for (const step of [
    'after sandbox.reset',
    'after book.closed',
    'after book.opened',
    'before allocation.received',
    'after allocation.received',
  ]) {
    it(`${step} is completed by the next write, and answered when it is repeated`, async () => {
      const id = await resetUntil(step);
      const service = await start();
      const { sandbox } = service;
      expectError(await sandbox.get(`/v1/users/${id}`), 404, 'not_found');
      const next = await newUser(sandbox);
      const done = expectBody(await sandbox.post('/v1/sandbox/reset', undefined, REQUEST), 200);
      expect(done.generation).to.equal(2);
      expectBody(await sandbox.get(`/v1/users/${next.id}`), 200);
      const { points, coin } = await holderOfBoth(sandbox);
      expectBody(await convert(sandbox, points, coin, '10.00'), 201);
      await service.stop();
      const types = await eventsIn(folder);
      for (const type of [
        '1 webhook_endpoint.deleted',
        '1 book.closed',
        '2 book.opened',
        '2 allocation.received',
      ])
        expect(
          types.filter((each) => each === type),
          type,
        ).to.have.length(1);
    });
  }

  it('after the decision is completed without any request', async () => {
    await resetUntil('after sandbox.reset');
    const service = await start();
    await waitFor('the new book', async () =>
      (await eventsIn(folder)).includes('2 allocation.received') ? true : undefined,
    );
    await service.stop();
  });
});
