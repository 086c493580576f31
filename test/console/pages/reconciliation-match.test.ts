import { expect } from 'chai';
import { expectBody, fundedWallet, listAll } from '../../support/api-steps.ts';
import { createOperatorClient, type Client } from '../../support/client.ts';
import { startTestService, type RunningService } from '../../support/service.ts';
import { statementOf } from '../../support/statements.ts';
import {
  createConsoleClient,
  errorSummaryOf,
  flashOf,
  visibleText,
  type ConsoleClient,
} from '../console-client.ts';

const PAGE = '/console/reconciliation/sandbox';
const API = '/operator/v1/reconciliation/sandbox';
const ACCOUNT = `${PAGE}/accounts/bank_eft/usd`;
const MATCH = `${ACCOUNT}/match`;

describe('The page of a bank account, and its two columns', () => {
  const today = new Date().toISOString().slice(0, 10);
  let service: RunningService;
  let api: Client;
  let ana: ConsoleClient;
  let viewer: ConsoleClient;
  before(async () => {
    service = await startTestService();
    const admin = createOperatorClient(service.url, service.credentials.operator_token);
    const secretOf = async (name: string, role: string): Promise<string> =>
      expectBody(await admin.post('/operator/v1/tokens', { name, role }), 201).secret;
    const secret = await secretOf('Ana', 'treasury');
    api = createOperatorClient(service.url, secret);
    ana = createConsoleClient(service.url);
    await ana.signIn(secret);
    viewer = createConsoleClient(service.url);
    await viewer.signIn(await secretOf('Vic', 'viewer'));
    for (const cashable of ['700.00', '1100.00', '1300.00'])
      await fundedWallet(service.sandbox, { cashable });
    const lines = ['7.00', '24.00', '-5.00', '5.00', '-0.50', '0.75'].map((amount, at) => ({
      ...{ day: today, amount, reference: `BILL-${at}` },
    }));
    const statement = statementOf(lines, { opened_on: today, closed_on: today });
    expectBody(await api.post(`${API}/statements`, statement), 201);
    await ana.performAction(`${PAGE}/collect`, {});
  });
  after(() => service.close());

  const idOf = async (reference: string): Promise<string> =>
    (await listAll(api, `${API}/items?breaks=open&reference=${reference}`))[0]?.id ?? '';
  const idsOfMovements = async (): Promise<readonly string[]> =>
    (await listAll(api, `${API}/items?breaks=open&result=missing_at_bank`)).map(({ id }) => id);
  const decide = (resolution: string, ids: readonly string[]): string =>
    `${PAGE}/decide?resolution=${resolution}&account=bank_eft:usd&id=${ids.join('&id=')}`;
  const CHECKED = { reason: 'The bank confirmed it.', confirm: 'yes' };

  it('say what is open since when, what is matched, and how the bank and the books agree', async () => {
    expect((await ana.get(PAGE)).text).to.contain(`href="${ACCOUNT}"`);
    const text = visibleText(await ana.get(ACCOUNT));
    expect(text).to.match(/^.*Bank EFT USD .*9 open breaks\. Match, accept, or write off\./);
    expect(text).to.match(new RegExp(`Matched 0 .*Open breaks 9 .* in all, since ${today}`));
    expect(text).to.match(
      new RegExp(
        `Last statement until ${today} Closing balance at the bank [\\d.]+ USD Our clearing balance 31\\.00 USD`,
      ),
    );
    expect(text).to.match(new RegExp(`Days .*${today} open 6 3 9 open`));
    expect((await ana.get(`${PAGE}/accounts/bank_eft/eur`)).status).to.equal(404);
    expect((await ana.get(`${PAGE}/accounts/nothing/usd/match`)).status).to.equal(404);
  });

  it('begin an open day with what blocks its closing, and where to decide it', async () => {
    const page = await ana.get(`${PAGE}/days/${today}`);
    expect(visibleText(page)).to.match(/What blocks the closing Bank EFT USD : 9 open breaks\. Match them/);
    expect(page.text).to.contain(`href="${MATCH}"`);
  });

  it('show lines left, movements right, and what is suggested first', async () => {
    const page = await ana.get(MATCH);
    const text = visibleText(page);
    expect(text).to.match(/9 open breaks/);
    expect(text).to.match(/Suggested .*7\.00 USD BILL-0 7\.00 USD .*Link/);
    const columns = text.slice(text.indexOf(' Link '));
    expect(columns.indexOf('BILL-4')).to.be.above(-1).and.below(columns.indexOf(' Books '));
    expect(columns).to.match(/Bank 5 lines, \+24\.25 USD .*Books 2 movements, \+24\.00 USD/);
    const filtered = visibleText(await ana.get(`${MATCH}?amount=0.75&day=${today}`));
    expect(filtered).to.contain('BILL-5').and.to.not.contain('BILL-4');
    expect(visibleText(await ana.get(`${MATCH}?day=2020-01-01`))).to.contain('No open breaks');
  });

  it('offer no decisions to viewers', async () => {
    const { text, status } = await viewer.get(MATCH);
    expect(status).to.equal(200);
    expect(text).to.not.contain('name="id"').and.to.not.contain('value="link"');
  });

  it('link a suggestion at once, unless it has changed', async () => {
    const { text } = await ana.get(MATCH);
    const fieldsIn = (form: string): Record<string, string> =>
      Object.fromEntries(
        [...form.matchAll(/name="([a-z]+)"\s+value="([^"]*)"/g)].map(([, name = '', value = '']) => [
          name,
          value,
        ]),
      );
    const forms = text.split('<form').filter((each) => each.includes('value="link"'));
    const line = await idOf('BILL-0');
    const form = forms.map(fieldsIn).find(({ suggestions }) => suggestions?.includes(line)) ?? {};
    const stale = await ana.post(`${PAGE}/decide`, { ...form, suggestions: line });
    expect(visibleText(stale)).to.contain('has changed');
    const linked = await ana.post(`${PAGE}/decide`, form);
    expect([linked.status, linked.location]).to.deep.equal([303, MATCH]);
    expect(flashOf(await ana.get(MATCH))).to.equal('Linked.');
    expect(await idOf('BILL-0')).to.equal('');
    expect(visibleText(await ana.get(ACCOUNT))).to.contain('Matched 1 ');
  });

  it('settle several of both sides together if their sums agree', async () => {
    const [first = '', second = ''] = await idsOfMovements();
    const line = await idOf('BILL-1');
    const form = await ana.get(decide('together', [line, first, second]));
    expect(visibleText(form)).to.contain('The lines sum to 24.00 USD, and the movements to 24.00 USD.');
    const unequal = await ana.submitForm(decide('together', [line, await idOf('BILL-4'), first]), CHECKED);
    expect(visibleText(unequal)).to.contain('The lines sum to 23.50');
    const done = await ana.performAction(decide('together', [line, first, second]), CHECKED);
    expect(flashOf(done)).to.equal('Settled together.');
    expect(await idsOfMovements()).to.deep.equal([]);
    const reversed = decide('together', [await idOf('BILL-2'), await idOf('BILL-3')]);
    expect(flashOf(await ana.performAction(reversed, CHECKED))).to.equal('Settled together.');
  });

  it('accept and write off what is left, with a reason', async () => {
    const [fee, interest] = [await idOf('BILL-4'), await idOf('BILL-5')];
    const missing = await ana.submitForm(decide('accept', [interest]), { ...CHECKED, reason: '' });
    expect(errorSummaryOf(missing)).to.contain('Enter');
    expect(flashOf(await ana.performAction(decide('accept', [interest]), CHECKED))).to.equal('Accepted.');
    const proposed = await ana.submitForm(decide('write_off', [fee]), CHECKED);
    expect(visibleText(proposed)).to.contain('Another operator has to approve it.');
    expect(proposed.text).to.contain(`href="${MATCH}"`);
    expect(visibleText(await ana.get(MATCH))).to.match(/BILL-4 .*waits for a second operator/);
    expect(flashOf(await ana.performAction(decide('accept', [fee]), CHECKED))).to.equal('Accepted.');
    expect(visibleText(await ana.get(MATCH))).to.contain('Nothing of this account is left to match.');
    expect(visibleText(await ana.get(ACCOUNT))).to.contain('The bank and the books agree.');
    const none = await ana.get(decide('together', [await idOf('BILL-1')]));
    expect([none.status, visibleText(none).includes('Nothing is selected')]).to.deep.equal([422, true]);
  });
});

describe('The two columns of a bank account whose statement ends yesterday', () => {
  const dayAt = (daysAgo: number): string =>
    new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
  const [today, yesterday] = [dayAt(0), dayAt(1)];
  let service: RunningService;
  let api: Client;
  let console: ConsoleClient;
  before(async () => {
    service = await startTestService();
    api = createOperatorClient(service.url, service.credentials.operator_token);
    console = createConsoleClient(service.url);
    await console.signIn(service.credentials.operator_token);
    await fundedWallet(service.sandbox, { cashable: '700.00' });
    await console.performAction(`${PAGE}/collect`, {});
  });
  after(() => service.close());

  const importLines = (amounts: readonly string[], day: string) =>
    api.post(
      `${API}/statements`,
      statementOf(
        amounts.map((amount, at) => ({ day, amount, reference: `BILL-${at}` })),
        { opened_on: day, closed_on: day },
      ),
    );

  it('show movements before the first statement', async () => {
    const text = visibleText(await console.get(MATCH));
    expect(text).to.match(
      new RegExp(`Awaiting a statement 1 movement since ${today} ?\\. A statement from that`),
    );
  });

  it('show what awaits the next statement next to the breaks, without a way to select it', async () => {
    expectBody(await importLines(['-0.50'], yesterday), 201);
    const page = await console.get(MATCH);
    const text = visibleText(page);
    expect(text).to.match(/1 open break, /);
    expect(text).to.match(/Books 0 movements, .*No open movements/);
    expect(text).to.match(
      new RegExp(`Awaiting a statement 1 movement since ${today} ?\\. .* 7\\.00 USD .*${today}`),
    );
    expect(page.text.match(/name="id"/g)).to.have.length(1);
    expect(visibleText(await console.get(`${MATCH}?amount=8`))).to.not.contain('Awaiting a statement');
  });

  it('no longer show it once a statement covers its day', async () => {
    expectBody(await importLines(['7.00'], today), 201);
    expect(visibleText(await console.get(MATCH))).to.not.contain('Awaiting a statement');
  });
});
