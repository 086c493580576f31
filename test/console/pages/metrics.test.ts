/** Charts of the last 30 days in the console. */
import { expect } from 'chai';
import { createConsoleClient, visibleText } from '../console-client.ts';
import type { ConsoleClient } from '../console-client.ts';
import { startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import { waitFor } from '../../support/wait-for.ts';
import { expectBody, fundedWallet, newWallet, transferBody } from '../../support/api-steps.ts';

describe('The metrics in the console', () => {
  let service: ServiceWithOperators;
  let console_: ConsoleClient;
  before(async () => {
    service = await startServiceWithOperators();
    console_ = createConsoleClient(service.url);
    await console_.signIn(service.credentials.operator_token);
    const from = await fundedWallet(service.sandbox, { cashable: '100.00' });
    const to = await newWallet(service.sandbox);
    expectBody(await service.sandbox.post('/v1/transfers', transferBody(from.id, to.id, '12.00')), 201);
    // The deposit is counted as soon as its document says that it completed.
    await waitFor('the deposit', async () => {
      const text = visibleText(await console_.get('/console/metrics?environment=sandbox'));
      return text.includes('Transfers 2 completed') ? true : undefined;
    });
  });
  after(() => service.close());

  it('are charts with a summary for screen readers and a table of the values', async () => {
    const page = await console_.get('/console/metrics?environment=sandbox');
    expect(page.text).to.match(
      /<svg class="plot"[^>]*role="img"\s+aria-label="Transfers\. Completed: lowest 0, highest 2, last 2\./,
    );
    expect(page.text).to.include('<rect');
    const text = visibleText(page);
    expect(text).to.match(/Success rate of transfers 100% of those that ended/);
    expect(text).to.match(/Volume, points 12\.00 points/);
    expect(text).to.match(/API errors 0 of \d+ requests/);
    expect(text).to.match(/\d{4}-\d\d-\d\d \d\d:\d\d UTC 2 0/);
  });

  it('compare integrators, and lead to one of them', async () => {
    const page = await console_.get('/console/metrics?environment=sandbox&by=integrator');
    const href = /href="(\/console\/metrics\?[^"]*integrator_id=int_[^"]*)"/.exec(page.text)?.[1] ?? '';
    const one = visibleText(await console_.get(href.replaceAll('&amp;', '&')));
    expect(one)
      .to.include('Show everything')
      .and.to.match(/Transfers 2 completed/);
  });

  it('say that nothing was counted', async () => {
    expect(visibleText(await console_.get('/console/metrics?by=rail'))).to.include('Nothing was counted');
    expect(visibleText(await console_.get('/console/metrics'))).to.match(/Transfers 0 completed/);
  });

  it('are on the overview for a day', async () => {
    const text = visibleText(await console_.get('/console?environment=sandbox'));
    expect(text).to.match(/Last 24 hours All metrics Transfers completed 2 nothing the day before/);
  });
});
