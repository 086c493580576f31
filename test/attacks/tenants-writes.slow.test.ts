/** An integrator that writes as fast as it can must not delay another one. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { expect } from 'chai';
import { issueKeys } from '../support/extra-keys.ts';
import { spawnService, writeConfigFile, type ServiceProcess } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';

const CONNECTIONS = 600;
const SAMPLES = 60;
const FLOOD_MS = 3_000;

/** Without the checks of the test client, which would need more time than the service. */
function post(agent: Agent, url: string, apiKey: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'api-key': apiKey,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': randomUUID(),
    };
    const call = request(`${url}/v1/users`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}

const newUser = (): string =>
  JSON.stringify({ type: 'individual', external_reference: randomUUID(), first_name: 'Ada' });

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

describe('An integrator that writes over 600 connections', function () {
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

  it('delays no write of another one as long as its own, and has none of them refused', async () => {
    const quietAgent = new Agent({ keepAlive: true });
    const sample = async (): Promise<number> => {
      const startedAt = performance.now();
      expect(await post(quietAgent, service.url, keys.otherIntegrator, newUser())).to.equal(201);
      return performance.now() - startedAt;
    };
    const quiet: number[] = [];
    for (let i = 0; i < SAMPLES * 3; i += 1) quiet.push(await sample());

    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    let [isFlooding, written] = [true, 0];
    const own: number[] = [];
    const flood = Array.from({ length: CONNECTIONS }, async () => {
      while (isFlooding) {
        const sentAt = performance.now();
        if ((await post(agent, service.url, keys.second, newUser())) !== 201) continue;
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
    const perSecond = Math.round(((written - before) * 1_000) / (performance.now() - measuredFrom));
    isFlooding = false;
    await Promise.all(flood);
    agent.destroy();
    quietAgent.destroy();
    const figures =
      `${median(loud).toFixed(1)} ms instead of ${median(quiet.slice(SAMPLES)).toFixed(1)} ms, ` +
      `next to ${perSecond} writes/s that take ${median(own).toFixed(0)} ms`;
    if (process.env['SHOW'] !== undefined) console.log(figures);
    expect(perSecond, figures).to.be.greaterThan(10);
    expect(median(loud), figures).to.be.at.most(median(own) / 4);
  });
});
