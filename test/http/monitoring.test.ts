/** Who may read the metrics and the details of the health report. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import pino from 'pino';
import { createApp, type MonitoringAccess } from '../../src/http/app.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { createHttpServer, stopListening } from '../../src/http/server.ts';
import type { Health } from '../../src/telemetry/health.ts';
import { MetricRegistry } from '../../src/telemetry/metrics.ts';

const TOKEN = 'token-of-the-monitoring';
const HEALTH: Health = {
  ready: false,
  parts: { documents: { ok: false, detail: 'db.internal:27017 refused' }, vault: { ok: true, keys: 3 } },
};
const WITHOUT_DETAILS: Health = { ready: false, parts: { documents: { ok: false }, vault: { ok: true } } };

describe('Monitoring', () => {
  const servers: Server[] = [];
  after(() => Promise.all(servers.map((server) => stopListening(server))));

  async function start(
    monitoring: MonitoringAccess,
  ): Promise<(path: string, token?: string) => Promise<Response>> {
    const metrics = createMetrics(new MetricRegistry());
    const log = pino({ level: 'silent' });
    const server = createHttpServer(
      createApp({ log, metrics, publicUrl: () => 'https://ledger.test', health: () => HEALTH, monitoring }),
    );
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // The address of a TCP server is always of this type.
    const { port } = server.address() as AddressInfo;
    return (path, authorization) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: authorization === undefined ? {} : { authorization },
      });
  }

  it('shows probes the status, and everything else to those who have the token', async () => {
    const get = await start({ isPublic: false, token: TOKEN });
    for (const authorization of [
      undefined,
      '',
      TOKEN,
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      'Bearer ',
    ]) {
      const metrics = await get('/metrics', authorization);
      expect(metrics.status, authorization).to.equal(401);
      expect(await metrics.text(), authorization)
        .to.contain('invalid_api_key')
        .and.not.contain('http_');
      const ready = await get('/readyz', authorization);
      expect(ready.status, authorization).to.equal(503);
      expect(await ready.json(), authorization).to.deep.equal(WITHOUT_DETAILS);
      expect((await get('/healthz', authorization)).status, authorization).to.equal(200);
    }
    const metrics = await get('/metrics', `Bearer ${TOKEN}`);
    expect(metrics.status).to.equal(200);
    expect(await metrics.text()).to.contain('http_refusals_total');
    const ready = await get('/readyz', `Bearer ${TOKEN}`);
    expect([ready.status, await ready.json()]).to.deep.equal([503, HEALTH]);
  });

  it('shows nobody more without a token', async () => {
    const get = await start({ isPublic: false, token: undefined });
    for (const authorization of [undefined, 'Bearer undefined', 'Bearer ']) {
      expect((await get('/metrics', authorization)).status).to.equal(401);
      expect(await (await get('/readyz', authorization)).json()).to.deep.equal(WITHOUT_DETAILS);
    }
  });

  it('shows everybody everything if it is public', async () => {
    const get = await start({ isPublic: true, token: TOKEN });
    expect((await get('/metrics')).status).to.equal(200);
    expect(await (await get('/readyz')).json()).to.deep.equal(HEALTH);
  });
});
