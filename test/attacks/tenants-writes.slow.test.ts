/** An integrator that writes as fast as it can must not delay another one. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { expect } from 'chai';
import { issueKeys } from '../support/extra-keys.ts';
import { spawnService, writeConfigFile, type ServiceProcess } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';

/** Of a write of the busy integrator: a write of another one takes at most this part of its time. */
const WAITS_OF_OTHERS = 20;
const SAMPLES = 60;
const FLOOD_MS = 3_000;

type Answer = { readonly status: number; readonly body: string };

/** Without the checks of the test client, which would need more time than the service. */
function post(agent: Agent, url: string, apiKey: string, body: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = {
      'api-key': apiKey,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'idempotency-key': randomUUID(),
    };
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      );
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(text);
  });
}

const newUser = (): object => ({
  type: 'individual',
  external_reference: randomUUID(),
  first_name: 'Ada',
});

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

describe('An integrator that writes as fast as it can', function () {
  this.timeout(120_000);
  let folder: Folder;
  let service: ServiceProcess;
  let keys: Awaited<ReturnType<typeof issueKeys>>;
  before(async () => {
    folder = await temporaryFolder();
    keys = await issueKeys(folder.path);
    service = await spawnService(folder.path, {
      CONFIG_FILE: writeConfigFile(folder.path),
      LOG_LEVEL: 'error',
    });
  });
  after(async () => {
    await service.kill();
    await folder.remove();
  });

  /** Writes over so many connections, and meanwhile now and then as another integrator, which is never refused. */
  async function flood(connections: number, path: string, body: () => object): Promise<void> {
    const quietAgent = new Agent({ keepAlive: true });
    const sample = async (): Promise<number> => {
      const startedAt = performance.now();
      const { status } = await post(quietAgent, `${service.url}/v1/users`, keys.otherIntegrator, newUser());
      expect(status).to.equal(201);
      return performance.now() - startedAt;
    };
    const quiet: number[] = [];
    for (let i = 0; i < SAMPLES * 3; i += 1) quiet.push(await sample());

    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    let [isFlooding, written] = [true, 0];
    const own: number[] = [];
    const flooding = Array.from({ length: connections }, async () => {
      while (isFlooding) {
        const sentAt = performance.now();
        if ((await post(agent, service.url + path, keys.second, body())).status !== 201) continue;
        written += 1;
        own.push(performance.now() - sentAt);
      }
    });
    const startedAt = performance.now();
    while (performance.now() - startedAt < FLOOD_MS / 3) await sample();
    const before = written;
    const measuredFrom = performance.now();
    const loud: number[] = [];
    while (loud.length < SAMPLES) loud.push(await sample());
    const perSecond = ((written - before) * 1_000) / (performance.now() - measuredFrom);
    isFlooding = false;
    await Promise.all(flooding);
    agent.destroy();
    quietAgent.destroy();
    const figures =
      `${median(loud).toFixed(1)} ms instead of ${median(quiet.slice(SAMPLES)).toFixed(1)} ms, ` +
      `next to ${perSecond.toFixed(1)} writes/s that take ${median(own).toFixed(0)} ms`;
    if (process.env['SHOW'] !== undefined) console.log(figures);
    expect(written, figures).to.be.greaterThan(10);
    expect(median(loud), figures).to.be.at.most(median(own) / WAITS_OF_OTHERS);
  }

  it('over 600 connections delays no write of another one as its own, and has none of them refused', () =>
    flood(600, '/v1/users', newUser));

  it('in batches of 500 transfers does not either', async () => {
    const agent = new Agent({ keepAlive: true });
    const create = async (path: string, body: object): Promise<{ readonly id: string }> => {
      const answer = await post(agent, service.url + path, keys.second, body);
      expect(answer.status, answer.body).to.be.lessThan(300);
      // Each of these objects has an ID.
      return JSON.parse(answer.body) as { id: string };
    };
    const wallets: string[] = [];
    for (let i = 0; i < 2; i += 1) {
      const user = await create('/v1/users', newUser());
      await create(`/v1/sandbox/users/${user.id}/kyc`, { kyc_status: 'approved' });
      wallets.push((await create(`/v1/users/${user.id}/wallets`, { asset: 'svc-points' })).id);
    }
    const [source = '', destination = ''] = wallets;
    await create('/v1/sandbox/rewards', { wallet_id: source, amount: '100000.00' });
    agent.destroy();
    const transfer = {
      source: { type: 'wallet', wallet_id: source },
      destination: { type: 'wallet', wallet_id: destination },
      amount: '0.01',
    };
    await flood(64, '/v1/transfer_batches', () => ({
      mode: 'independent',
      transfers: Array.from({ length: 500 }, () => transfer),
    }));
  });
});
