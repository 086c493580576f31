import { expect } from 'chai';
import { createOperatorClient } from '../../support/client.ts';
import type { Client } from '../../support/client.ts';
import { expectBody, fundedWallet } from '../../support/api-steps.ts';
import { startTestService } from '../../support/service.ts';
import type { RunningService } from '../../support/service.ts';
import { statementOf } from '../../support/statements.ts';
import { createConsoleClient, flashOf, visibleText } from '../console-client.ts';
import type { ConsoleClient } from '../console-client.ts';

const PAGE = '/console/reconciliation/sandbox';
const API = '/operator/v1/reconciliation/sandbox';
const DAY_MS = 24 * 60 * 60 * 1_000;

describe('The pages of breaks and days', () => {
  let service: RunningService;
  let api: Client;
  let ana: ConsoleClient;
  let secret: string;
  let now = Date.now();
  const day = new Date(now).toISOString().slice(0, 10);

  before(async () => {
    service = await startTestService({}, () => now);
    const admin = createOperatorClient(service.url, service.credentials.operator_token);
    const issued = await admin.post('/operator/v1/tokens', { name: 'Ana', role: 'treasury' });
    secret = expectBody(issued, 201).secret;
    api = createOperatorClient(service.url, secret);
    ana = createConsoleClient(service.url);
    await ana.signIn(secret);
    await fundedWallet(service.sandbox, { cashable: '1200.00' });
  });
  after(() => service.close());

  it('collect movements, and show the break of a line that no book has', async () => {
    expect(flashOf(await ana.performAction(`${PAGE}/collect`, {}))).to.equal('1 movement was collected.');
    const lines = [
      { day, amount: '12.00', reference: 'B-1' },
      { day, amount: '-0.50', reference: 'B-2' },
    ];
    expectBody(
      await api.post(`${API}/statements`, statementOf(lines, { opened_on: day, closed_on: day })),
      201,
    );
    expect(visibleText(await ana.get(PAGE))).to.match(/missing in the books[\s\S]*−0\.50 USD[\s\S]*B-2/);
    const page = visibleText(await ana.get(`${PAGE}/days/${day}`));
    expect(page).to.match(/Closing balance at the bank\s+11\.50 USD/);
    expect(page).to.match(/Our clearing balance\s+12\.00 USD/);
    expect(page).to.match(/by amount and date|by reference/);
    expect(page).to.contain('The day cannot be closed.');
  });

  it('record the decision about a break with its reason, and close the day once it is over', async () => {
    const [item] = expectBody(await api.get(`${API}/items?breaks=open`), 200).data;
    const form = `${PAGE}/items/${item.id}`;
    expect((await ana.submitForm(form, { resolution: 'accept' })).status).to.equal(422);
    await ana.performAction(form, { resolution: 'accept', reason: 'Fee of the month' });
    now += DAY_MS;
    // The session has expired.
    await ana.signIn(secret);
    expect(visibleText(await ana.get(`${PAGE}/days/${day}`))).to.contain('accepted: Fee of the month');
    const page = await ana.performAction(`${PAGE}/days/${day}/close`, { confirm: 'yes' });
    expect(flashOf(page)).to.equal(`The day ${day} is closed.`);
    expect(visibleText(page)).to.contain(`day ${day}`);
    expect(page.text).not.to.contain(`${day}/close`);
    expect(visibleText(await ana.get(`${PAGE}/days`))).to.match(new RegExp(`${day}\\s+closed`));
  });

  it('answer 404 for days and items that do not exist', async () => {
    for (const path of ['days/2020-01-01', 'days/x', 'items/stl_00000000000000000000000000', 'items/x'])
      expect((await ana.get(`${PAGE}/${path}`)).status, path).to.equal(404);
  });
});
