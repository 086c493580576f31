/** The overview of the console: what needs attention, and a few figures of the last day. */
import { expect } from 'chai';
import { sparkline } from '../../../src/console/ui/charts.ts';
import { expectBody, fundedWallet, newWallet, transferBody } from '../../support/api-steps.ts';
import { startTestService, type RunningService } from '../../support/service.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createConsoleClient, visibleText } from '../console-client.ts';
import type { ConsoleClient, ConsoleResponse } from '../console-client.ts';

const HOUR_MS = 60 * 60 * 1_000;

/** The text of each tile, and where it leads, by its name. */
const tilesOf = ({
  text,
}: ConsoleResponse): ReadonlyMap<string, { text: string; href: string; html: string }> =>
  new Map(
    [...text.matchAll(/<a class="tile" href="([^"]+)">([^]*?)<\/a>/g)].map(([, href = '', html = '']) => {
      const shown = visibleText({ text: `id="content"${html}` })
        .replace('id="content"', '')
        .trim();
      const name = /tile-name">([^<]+)</.exec(html)?.[1] ?? '';
      return [name, { text: shown.slice(name.length).trim(), href, html }];
    }),
  );

describe('The overview of the console', () => {
  let folder: Folder;
  let service: RunningService;
  let console_: ConsoleClient;
  before(async () => {
    folder = await temporaryFolder();
    const env = { DATA_DIR: folder.path };
    const yesterday = await startTestService(env, () => Date.now() - 30 * HOUR_MS);
    const from = await fundedWallet(yesterday.sandbox, { cashable: '500.00' });
    const to = await newWallet(yesterday.sandbox);
    const body = transferBody(from.id, to.id, '1.00');
    expectBody(await yesterday.sandbox.post('/v1/transfers', body), 201);
    await yesterday.close();
    service = await startTestService(env);
    for (let count = 0; count < 4; count += 1)
      expectBody(await service.sandbox.post('/v1/transfers', body), 201);
    console_ = createConsoleClient(service.url);
    await console_.signIn(service.credentials.operator_token);
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  const overview = (environment = 'sandbox') => console_.get(`/console?environment=${environment}`);

  it('leads to the first payment where nothing has moved, and has neither figures nor charts', async () => {
    const text = await waitFor('the first sample', async () => {
      const shown = await overview('production');
      return shown.text.includes('Nothing has moved yet') ? shown.text : undefined;
    });
    expect(text)
      .to.include('<a href="/console/integrators">integrator</a>')
      .and.to.include('<a href="/docs/guides/integrate">first payment</a>')
      .and.to.not.match(/class="tile"|class="chart"|class="plot"|class="spark"|data-live|uplot/i);
    expect(visibleText({ text })).to.match(
      /Needs attention .*Last 24 hours All metrics Nothing has moved yet/,
    );
    expect((await fetch(`${service.url}/docs/guides/integrate`)).status).to.equal(200);
  });

  it('reads no metrics for a refresh, which only replaces what needs attention', async () => {
    const refreshed = await console_.get('/console?environment=sandbox', { 'Svc-Refresh': 'true' });
    expect(refreshed.status).to.equal(200);
    expect(refreshed.text).to.include('Needs attention').and.to.not.include('Last 24 hours');
    expect((await overview()).text).to.include('Last 24 hours');
  });

  it('has figures of the day with the change since the day before, each linked to its chart', async () => {
    const tiles = await waitFor('all figures', async () => {
      const found = tilesOf(await overview());
      const isCounted = found.get('Transfers completed')?.text === '4 up from 2 the day before';
      return isCounted && found.get('In circulation')?.text.startsWith('500.00') === true ? found : undefined;
    });
    expect(Object.fromEntries([...tiles].map(([name, { text }]) => [name, text]))).to.deep.equal({
      'Transfers completed': '4 up from 2 the day before',
      'Transfers that succeeded': '100% 100% the day before',
      'Time to payout': '— nothing the day before',
      'Webhooks accepted': '— nothing the day before',
      'Money in': '— nothing out',
      'In circulation': '500.00 points as many as were issued',
    });
    const metrics = await console_.get('/console/metrics?environment=sandbox');
    for (const { href } of tiles.values()) {
      const [path, anchor] = href.split('#');
      expect(path).to.equal('/console/metrics?environment=sandbox');
      expect(metrics.text).to.include(`id="${anchor}"`);
    }
  });

  it('has a small line only for what has at least six points', async () => {
    for (const [name, { html }] of tilesOf(await overview())) expect(html, name).to.not.include('<svg');
    expect(sparkline([1, 2, 3, null, 0, 5])).to.equal(undefined);
    expect(sparkline([1, 2, 3, null, 4, 5, 10])?.html).to.include(
      'points="0,20.8 20,18.6 40,16.4 80,14.2 100,12 120,1"',
    );
  });

  it('shows the environment that was asked for', async () => {
    expect(tilesOf(await overview('production')).size).to.equal(0);
    expect(tilesOf(await console_.get('/console')).size, 'production is empty').to.equal(6);
  });

  it('leaves the parts of the node to the health page, which explains each of them', async () => {
    const { text } = await console_.get('/console/health');
    const parts = [...text.matchAll(/<small class="second-line">(.*?)<\/small>/gs)];
    expect(parts.length).to.be.above(9);
    for (const [, about] of parts) expect(about).to.match(/^[A-Z].+\.$/);
  });

  it('leaves the charts of the node to the health page, and those of money to the metrics', async () => {
    const titles = async (path: string): Promise<readonly string[]> =>
      [...(await console_.get(path)).text.matchAll(/data-chart="(\w+)"/g)].map(([, name = '']) => name);
    expect(await titles('/console?environment=sandbox')).to.deep.equal([]);
    expect(await titles('/console/health')).to.deep.equal(['transfers', 'latency', 'lag', 'webhooks']);
    expect(await titles('/console/metrics?environment=sandbox')).to.deep.equal(['supply', 'flows']);
    // What an integrator or a rail limits has no money of everybody.
    expect(await titles('/console/metrics?environment=sandbox&rail=bank_eft')).to.deep.equal([]);
    expect(await titles('/console/metrics?environment=sandbox&by=rail')).to.deep.equal([]);
    const metrics = visibleText(await console_.get('/console/metrics?environment=sandbox'));
    expect(metrics).to.include('Points in circulation vs. issued').and.to.include('Money in and out');
  });
});
