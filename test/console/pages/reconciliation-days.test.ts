import { expect } from 'chai';
import { createOperatorClient } from '../../support/client.ts';
import type { Client } from '../../support/client.ts';
import { expectBody, expectError, fundedWallet, listAll } from '../../support/api-steps.ts';
import { startTestService } from '../../support/service.ts';
import type { RunningService } from '../../support/service.ts';
import { statementOf } from '../../support/statements.ts';
import { createConsoleClient, errorSummaryOf, flashOf, visibleText } from '../console-client.ts';
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
    const [deposit] = expectBody(await api.get(`${API}/items`), 200).data;
    const lines = [
      { day, amount: '12.00', reference: 'B-1', text: `Deposit ${deposit.movement.transfer_id}` },
      { day, amount: '-0.50', reference: 'B-2' },
    ];
    expectBody(
      await api.post(`${API}/statements`, statementOf(lines, { opened_on: day, closed_on: day })),
      201,
    );
    expect(visibleText(await ana.get('/console'))).to.contain('1 open break of reconciliation');
    expect((await ana.get('/console/reconciliation')).location).to.equal(PAGE);
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
    expect(visibleText(page))
      .to.match(/Trial balance in points[\s\S]*Wallets\s+Available balance of all wallets/)
      .and.match(/On-ramps \(deposits\)\s+1\s+12\.00 USD/)
      .and.match(/Breaks that stay open[\s\S]*−0\.50 USD/);
    const files = `${PAGE}/days/${day}/files`;
    expect((await ana.get(`${files}/csv?table=trial_balance`)).text).to.contain(
      'fiat_held:usd,0.00,0.00,12.00,12.00',
    );
    expect((await ana.get(`${files}/csv?table=x`)).status).to.equal(400);
    expect(page.text).to.contain(`${files}/page`);
    expect((await ana.get(`${files}/page`)).heading).to.equal(`Closing of ${day}`);
    expect((await ana.get(`${files}/csv`)).text).to.contain('bank_closing_balance');
    expect(JSON.parse((await ana.get(`${files}/json`)).text)).to.include({ state: 'closed', day });
    expect((await ana.get(`${files}/xml`)).status).to.equal(404);
    const journal = `${PAGE}/journal/${day.slice(0, 7)}`;
    expect((await ana.get(PAGE)).text).to.contain(journal);
    expect((await ana.get(journal)).text)
      .to.contain('account_code')
      .and.contain('clearing:bank_eft:usd');
    expect((await ana.get(`${PAGE}/journal/2026`)).status).to.equal(400);
    expect(visibleText(await ana.get(`${PAGE}/days`))).to.match(new RegExp(`${day}\\s+closed`));
  });

  it('settle a line with the one that reverses it, and assign what is left', async () => {
    const today = new Date(now).toISOString().slice(0, 10);
    const lines = [
      { day: today, amount: '-7.00', reference: 'B-5' },
      { day: today, amount: '7.00', reference: 'B-6' },
      { day: today, amount: '-3.00', reference: 'B-7' },
    ];
    const statement = statementOf(lines, { opened_on: today, closed_on: today, opening_balance: '11.50' });
    expectBody(await api.post(`${API}/statements`, statement), 201);
    const { data } = expectBody(await api.get(`${API}/items?breaks=open`), 200);
    const idOf = (reference: string): string =>
      data.find((each: { line: { bank_reference: string } }) => each.line.bank_reference === reference).id;
    expect((await ana.get(`${PAGE}/items/${idOf('B-5')}`)).text).to.contain(`/items/${idOf('B-5')}/group`);
    const form = `${PAGE}/items/${idOf('B-5')}/group`;
    const reason = 'The bank returned it.';
    expect(errorSummaryOf(await ana.submitForm(form, { reason }))).to.contain('Select an option');
    const wrong = await ana.submitForm(form, { entries: idOf('B-7'), reason });
    expect(errorSummaryOf(wrong)).to.contain('The lines sum to -10.00, and the movements to 0.00.');
    expect(wrong.text).to.match(new RegExp(`value="${idOf('B-7')}"\\s+checked`));
    const done = await ana.performAction(form, { entries: idOf('B-6'), reason });
    expect(flashOf(done)).to.equal('The lines and movements are settled together.');
    const page = await ana.get(`${PAGE}/days/${today}`);
    expect(visibleText(page)).to.contain('2 lines together');
    const link = /\/console\/reconciliation\/sandbox\/groups\/grp_[0-9a-z]+/.exec(page.text)?.[0] ?? '';
    expect(visibleText(await ana.get(link))).to.match(/Settled together[\s\S]*B-[56][\s\S]*B-[56]/);

    const owner = `${PAGE}/items/${idOf('B-7')}/owner`;
    expect(visibleText(await ana.get(`${PAGE}?assigned=me`))).to.contain(
      'No open breaks are assigned to you',
    );
    expect(flashOf(await ana.performAction(owner, { assigned_to: 'me' }))).to.equal(
      'The break is assigned to Ana.',
    );
    expect(visibleText(await ana.get(`${PAGE}?assigned=me`))).to.match(/B-7[\s\S]*you[\s\S]*Release/);
    expect(visibleText(await ana.get(`${PAGE}?assigned=nobody`))).not.to.contain('B-7');
    expect(visibleText(await ana.get(owner))).to.contain('Nobody');
    expect(flashOf(await ana.performAction(owner, { assigned_to: '' }))).to.equal(
      'The break is assigned to nobody.',
    );
  });

  it('close a day without the statements that are named, if nothing else is open', async () => {
    const today = new Date(now).toISOString().slice(0, 10);
    const open = expectBody(await api.get(`${API}/items?breaks=open&until=${today}`), 200).data;
    for (const { id } of open)
      await ana.performAction(`${PAGE}/items/${id}`, { resolution: 'accept', reason: 'A fee' });
    now += DAY_MS;
    await ana.signIn(secret);
    const next = new Date(now).toISOString().slice(0, 10);
    await fundedWallet(service.sandbox, { cashable: '500.00' });
    await ana.performAction(`${PAGE}/collect`, {});
    expect(visibleText(await ana.get(PAGE))).not.to.contain('not at the bank');
    now += DAY_MS;
    await ana.signIn(secret);
    const page = await ana.get(`${PAGE}/days/${next}`);
    expect(visibleText(page))
      .to.contain('await a statement of bank_eft:usd')
      .and.contain('Close without statements')
      .and.contain('awaits the next statement');
    const form = `${PAGE}/days/${next}/close`;
    expect(errorSummaryOf(await ana.submitForm(form, { confirm: 'yes' }))).to.contain('await a statement');
    const closed = await ana.performAction(form, { confirm: 'yes', without_statements: 'bank_eft:usd' });
    expect(flashOf(closed)).to.equal(`The day ${next} is closed.`);
  });

  it('answer 404 for days and items that do not exist', async () => {
    for (const path of [
      'days/2020-01-01',
      'days/x',
      'items/stl_00000000000000000000000000',
      'items/x',
      'groups/x',
      `groups/grp_${'0'.repeat(26)}`,
      'items/x/group',
      'items/x/owner',
    ])
      expect((await ana.get(`${PAGE}/${path}`)).status, path).to.equal(404);
  });
});

describe('The pages of a day with more breaks than a page of a list has', () => {
  const LINES = 108;
  const OPEN = 3;
  const eve = '2026-03-01';
  const day = '2026-03-02';
  let service: RunningService;
  let api: Client;
  let ana: ConsoleClient;
  /** In the order of the statement, the oldest first. */
  let ids: readonly string[];

  before(async () => {
    service = await startTestService();
    const admin = createOperatorClient(service.url, service.credentials.operator_token);
    const issued = await admin.post('/operator/v1/tokens', { name: 'Ana', role: 'treasury' });
    const { secret } = expectBody(issued, 201);
    api = createOperatorClient(service.url, secret);
    ana = createConsoleClient(service.url);
    await ana.signIn(secret);
    const lines = Array.from({ length: LINES }, (_, at) => ({ amount: '1.00', reference: `B-${at}` }));
    expectBody(
      await api.post(
        `${API}/statements`,
        statementOf([{ day: eve, amount: '1.00', reference: 'A-0' }, ...lines], { opened_on: eve }),
      ),
      201,
    );
    ids = (await listAll(api, `${API}/items?breaks=open`)).map(({ id }) => id).reverse();
    expect(ids).to.have.length(LINES + 1);
  });
  after(() => service.close());

  it('decide about the oldest break, and about each of its kinds of decisions', async () => {
    const [oldest = ''] = ids;
    expect(expectBody(await api.get(`${API}/items/${oldest}`), 200)).to.deep.include({
      object: 'reconciliation_item',
      id: oldest,
      is_break: true,
      accepted: null,
    });
    for (const form of ['', '/group', '/owner']) {
      const page = await ana.get(`${PAGE}/items/${oldest}${form}`);
      expect(page.status, form).to.equal(200);
      expect(visibleText(page), form).to.contain('A-0');
    }
    const group = (await ana.get(`${PAGE}/items/${oldest}/group`)).text;
    // The nearest ones by day.
    expect(group)
      .to.contain(`value="${ids[1]}"`)
      .and.to.not.contain(`value="${ids.at(-1)}"`);
    const decision = { resolution: 'accept', reason: 'It is a matter of time.' };
    expect(flashOf(await ana.performAction(`${PAGE}/items/${oldest}`, decision))).to.equal(
      'The decision is recorded.',
    );
    expect(expectBody(await api.get(`${API}/items/${oldest}`), 200).accepted).to.not.equal(null);
  });

  it('begin a day with its open breaks, however many newer lines it has', async () => {
    const [, ...ofDay] = ids;
    for (const id of ofDay.slice(OPEN))
      expectBody(
        await api.post(`${API}/items/${id}/resolution`, { resolution: 'accept', reason: 'A test.' }),
        200,
      );
    const { text } = await ana.get(`${PAGE}/days/${day}`);
    for (const id of ofDay.slice(0, OPEN)) expect(text).to.contain(`${PAGE}/items/${id}`);
    expect(visibleText({ text })).to.contain(`${OPEN} open`);
    expect(text.indexOf(ofDay[0] ?? '')).to.be.below(text.indexOf(ofDay.at(-1) ?? ''));
    const until = `${API}/items?breaks=accepted&until=${eve}`;
    expect((await listAll(api, until)).map(({ id }) => id)).to.deep.equal([ids[0]]);
    expectError(await api.get(`${until}&day=${day}`), 400, 'malformed_request');
  });

  it('find breaks by result, amount, and a part of a reference, and accept several with one reason', async () => {
    const accepted = `${API}/items?breaks=accepted`;
    const { data, totals } = expectBody(
      await api.get(`${accepted}&reference=b-10&amount=1&limit=100&totals=by_currency`),
      200,
    );
    expect(data).to.have.length(9);
    expect(totals).to.deep.equal([{ currency: 'usd', count: 9, difference: '9.00', since: day }]);
    const searched = await ana.get('/console/search?q=B%20107');
    expect(visibleText(searched)).to.match(/Bank lines and movements.*B-107\s+bank line\s+1\.00 USD/);
    const none = expectBody(await api.get(`${accepted}&result=missing_at_bank&totals=by_currency`), 200);
    expect([none.data, none.totals]).to.deep.equal([[], []]);
    expectError(await api.get(`${accepted}&reference=b`), 400, 'malformed_request');

    const open = await ana.get(`${PAGE}/breaks?result=missing_in_ledger&amount=1.00&day=${day}`);
    expect(visibleText(open)).to.match(/3 breaks, \+3\.00 USD\s+in all/);
    expect(visibleText(await ana.get(`${PAGE}/breaks?amount=1.01`))).to.contain(
      'Nothing matches the filters',
    );
    const [, first = '', second = '', third = ''] = ids;
    const list = 'result=missing_in_ledger';
    const filtered = await ana.get(`${PAGE}/breaks?${list}`);
    expect(filtered.text).to.contain(`name="list" value="${list}"`);
    const query = new URLSearchParams({ resolution: 'accept', list });
    const form = `${PAGE}/decide?${query.toString()}&id=${first}&id=${second}`;
    const fields = { reason: 'The bank books them tomorrow.', confirm: 'yes' };
    const missing = await ana.submitForm(form, { ...fields, reason: '' });
    expect(missing.status).to.equal(422);
    const done = await ana.submitForm(form, fields);
    expect(done.heading).to.equal('All decisions were recorded');
    expect(done.text).to.contain(`href="${PAGE}/breaks?${list}"`);
    const left = await listAll(api, `${API}/items?breaks=open`);
    expect(left.map(({ id }) => id)).to.deep.equal([third]);
    const linked = await ana.get(`${PAGE}/decide?resolution=link&id=${third}`);
    expect([linked.status, visibleText(linked).includes('have a suggestion')]).to.deep.equal([422, true]);
  });

  it('link what is suggested for several breaks', async () => {
    const today = new Date().toISOString().slice(0, 10);
    await fundedWallet(service.sandbox, { cashable: '700.00' });
    const line = { day: today, amount: '7.00', reference: 'X-1' };
    const statement = statementOf([line], { opened_on: today, closed_on: today });
    expectBody(await api.post(`${API}/statements`, statement), 201);
    await ana.performAction(`${PAGE}/collect`, {});
    const path = `${API}/items?breaks=open&amount=7.00`;
    const pair = (await listAll(api, path)).map(({ id }) => id);
    expect(pair).to.have.length(2);
    const form = `${PAGE}/decide?resolution=link&id=${pair.join('&id=')}`;
    const fields = { reason: 'The payer confirmed it.', confirm: 'yes' };
    // What the page showed is not what is suggested now.
    const stale = await ana.submitForm(form, { ...fields, suggestions: pair.join(' ') });
    expect([stale.heading, visibleText(stale).includes('has changed')]).to.deep.equal([
      '2 of 2 decisions failed',
      true,
    ]);
    expect(await listAll(api, path)).to.have.length(2);
    const ids = [...pair, 'stl_00000000000000000000000000'].join(' ');
    const done = await ana.submitForm(form, { ...fields, ids });
    expect(done.heading).to.equal('1 of 3 decisions failed');
    expect(visibleText(done)).to.match(/Linked\..*settled already/);
    expect(await listAll(api, path)).to.deep.equal([]);
  });
});
