/** Movements, breaks, and days in the operator API, with deposits of a real book. */
import { expect } from 'chai';
import type { AttentionItem } from '../../../src/generated/api.ts';
import type { Client } from '../../support/client.ts';
import { createOperatorClient } from '../../support/client.ts';
import { expectBody, expectError, fundedWallet, listAll, unknownId } from '../../support/api-steps.ts';
import { startTestService } from '../../support/service.ts';
import type { RunningService } from '../../support/service.ts';
import { statementOf } from '../../support/statements.ts';

const PATH = '/operator/v1/reconciliation/sandbox';
const DAY_MS = 24 * 60 * 60 * 1_000;

describe('Breaks and days of reconciliation', () => {
  let service: RunningService;
  let now = Date.now();
  let ana: Client;
  let ben: Client;
  const day = new Date(now).toISOString().slice(0, 10);

  before(async () => {
    service = await startTestService({}, () => now, {
      journal: { account_codes: { clearing: '1200', 'clearing:bank_eft:usd': '1210' } },
    });
    const admin = createOperatorClient(service.url, service.credentials.operator_token);
    const operator = async (name: string, role: string): Promise<Client> => {
      const issued = await admin.post('/operator/v1/tokens', { name, role });
      return createOperatorClient(service.url, expectBody(issued, 201).secret);
    };
    ana = await operator('Ana', 'treasury');
    ben = await operator('Ben', 'treasury');
    // 12.00 of fiat through the rail bank_eft.
    await fundedWallet(service.sandbox, { cashable: '1200.00' });
  });
  after(() => service.close());

  async function attention(): Promise<AttentionItem | undefined> {
    const { data } = expectBody(await ana.get('/operator/v1/attention'), 200);
    return data.find(({ kind }: AttentionItem) => kind === 'reconciliation_breaks');
  }
  const metrics = async (): Promise<readonly string[]> =>
    (await (await fetch(`${service.url}/metrics`)).text()).split('\n');

  it('collect the deposits of books', async () => {
    const collected = expectBody(await ana.post(`${PATH}/movements`), 200);
    expect(collected).to.include({ object: 'movement_collection', movements: 1 });
    expect(expectBody(await ana.post(`${PATH}/movements`), 200).movements).to.equal(0);
    const [item] = await listAll(ana, `${PATH}/items`);
    expect(item).to.deep.include({ result: 'before_first_statement', is_break: false, line: null });
    expect(item.movement).to.include({ amount: '12.00', day });
  });

  it('resolve breaks one by one, and close the day', async () => {
    const [deposit] = await listAll(ana, `${PATH}/items`);
    const lines = [
      { day, amount: '12.00', reference: 'B-1', text: `Deposit ${deposit.movement.transfer_id}` },
      { day, amount: '-0.50', reference: 'B-2' },
      { day, amount: '3.00', reference: 'B-3' },
    ];
    const statement = statementOf(lines, { opened_on: day, closed_on: day, opening_balance: '100.00' });
    expectBody(await ana.post(`${PATH}/statements`, statement), 201);
    const items = await listAll(ana, `${PATH}/items?day=${day}&rail=bank_eft&currency=usd`);
    expect(items.map(({ result }) => result).sort()).to.deep.equal([
      'matched',
      'missing_in_ledger',
      'missing_in_ledger',
    ]);
    expect(await listAll(ana, `${PATH}/items?breaks=open`)).to.have.length(2);
    expect(await attention()).to.deep.include({
      count: 2,
      since: `${day}T00:00:00.000Z`,
      detail: '2 in sandbox',
    });
    expect(await metrics()).to.include.members([
      'reconciliation_breaks{environment="sandbox",state="open"} 2',
      'reconciliation_breaks{environment="production",state="open"} 0',
      `reconciliation_oldest_break_seconds{environment="sandbox"} ${(now - Date.parse(day)) / 1_000}`,
    ]);

    expectError(await ana.post(`${PATH}/days/${day}/closing`), 409, 'day_state_conflict');
    now += DAY_MS;
    expectError(await ana.post(`${PATH}/days/${day}/closing`), 409, 'breaks_open');

    const byReference = (reference: string) =>
      items.find(({ line }) => line?.bank_reference === reference) as { id: string };
    const resolve = (client: Client, id: string, body: object) =>
      client.post(`${PATH}/items/${id}/resolution`, body);
    const matched = byReference('B-1').id;
    const accept = { resolution: 'accept', reason: 'The bank corrects it tomorrow.' };
    expectError(await resolve(ana, matched, accept), 409, 'break_state_conflict');
    expectError(await resolve(ana, unknownId('stl'), accept), 404, 'not_found');
    expectError(
      await resolve(ana, byReference('B-3').id, { ...accept, resolution: 'link' }),
      422,
      'validation_failed',
    );
    expect(expectBody(await resolve(ana, byReference('B-3').id, accept), 200).accepted.reason).to.equal(
      accept.reason,
    );

    const writeOff = { resolution: 'write_off', reason: 'Fee of the bank.' };
    const proposal = expectBody(await resolve(ana, byReference('B-2').id, writeOff), 202);
    expect(proposal.action).to.include({ type: 'write_off', amount: '-0.50' });
    expectError(await resolve(ben, byReference('B-2').id, writeOff), 409, 'proposal_state_conflict');
    const approve = `/operator/v1/proposals/${proposal.id}/approve`;
    expectError(await ana.post(approve, {}), 403, 'second_operator_required');
    expect(expectBody(await ben.post(approve, {}), 201).result).to.equal('written_off');

    const closed = expectBody(
      await ana.request('POST', `${PATH}/days/${day}/closing`, { idempotencyKey: 'close' }),
      200,
    );
    expect(closed).to.include({ state: 'closed', day, previous_day: null });
    expect(closed.accounts[0]).to.deep.include({
      opening_balance: '100.00',
      closing_balance: '114.50',
      ledger_closing_balance: '12.00',
      opening_difference: '100.00',
      written_off: '-0.50',
      open_lines: { count: 1, amount: '3.00' },
      accepted_breaks: 1,
    });
    const { totals } = closed;
    expect(totals.trial_balance).to.deep.include({
      ...{ account: 'clearing:bank_eft:usd', unit: 'usd', opening_balance: '0.00' },
      ...{ debit: '12.00', credit: '0.00', closing_balance: '-12.00' },
    });
    expect(totals.kinds).to.deep.include({ kind: 'onramp', unit: 'svc-points', count: 1, amount: '1200.00' });
    expect(totals.breaks).to.deep.equal([
      {
        ...{ rail: 'bank_eft', currency: 'usd', day, line_id: byReference('B-3').id },
        ...{ movement_id: null, difference: '3.00' },
      },
    ]);
    expect(await attention()).to.equal(undefined);
    expect(await metrics()).to.include.members([
      'reconciliation_breaks{environment="sandbox",state="open"} 0',
      'reconciliation_breaks{environment="sandbox",state="accepted"} 1',
      'reconciliation_oldest_break_seconds{environment="sandbox"} 0',
    ]);
    expect(closed.note).to.match(/— svc-ledger \S{92}\n$/);
    const again = await ana.request('POST', `${PATH}/days/${day}/closing`, { idempotencyKey: 'close' });
    expect(expectBody(again, 200)).to.deep.equal(closed);
    expect(expectBody(await ben.post(`${PATH}/days/${day}/closing`), 200)).to.deep.equal(closed);
    expect(expectBody(await ana.get(`${PATH}/days/${day}`), 200)).to.deep.equal(closed);
    const fileOf = async (accept: string, search = ''): Promise<Response> => {
      const headers = { Authorization: `Bearer ${ana.apiKey}`, Accept: accept };
      return fetch(`${service.url}${PATH}/days/${day}${search}`, { headers });
    };
    const table = await fileOf('text/csv', '?table=trial_balance');
    expect(table.headers.get('content-disposition')).to.contain(`sandbox-${day}-trial-balance.csv`);
    expect((await table.text()).split('\r\n'))
      .to.include('closed_day,unit,account,opening_balance,debit,credit,closing_balance')
      .and.include(`${day},usd,clearing:bank_eft:usd,0.00,12.00,0.00,-12.00`);
    expect(await (await fileOf('text/csv', '?table=kinds')).text()).to.contain(`${day},usd,onramp,1,12.00`);
    expect(await (await fileOf('text/csv', '?table=breaks')).text()).to.contain(
      `${day},bank_eft,usd,${day},${byReference('B-3').id},,3.00`,
    );
    expect((await fileOf('text/csv', '?table=x')).status).to.equal(400);
    const csv = await fileOf('text/csv');
    expect(csv.headers.get('content-disposition')).to.contain(`reconciliation-sandbox-${day}.csv`);
    const [header = '', row = ''] = (await csv.text()).split('\r\n');
    const cells = row.split(',');
    const cell = (column: string): string | undefined => cells[header.split(',').indexOf(column)];
    expect([cell('bank_closing_balance'), cell('ledger_closing_balance')]).to.deep.equal(['114.50', '12.00']);
    expect([cell('open_lines'), cell('open_lines_amount'), cell('state')]).to.deep.equal([
      '1',
      '3.00',
      'closed',
    ]);
    const page = await fileOf('text/html');
    expect(page.headers.get('content-security-policy')).to.contain("default-src 'none'");
    const text = await page.text();
    expect(text).to.contain(`<h1>Closing of ${day}</h1>`).and.contain('@media print');
    for (const heading of ['Trial balance', 'Totals by kind', 'Open breaks', 'Books'])
      expect(text).to.contain(`<h2>${heading}</h2>`);
    for (const line of String(closed.note).trimEnd().split('\n'))
      expect(text).to.contain(`<code>${line}</code>`);
    const days = await listAll(ana, `${PATH}/days`);
    expect(days.map(({ state }) => state)).to.deep.equal(['open', 'closed']);
    expectError(await ana.get(`${PATH}/days/2020-01-01`), 404, 'not_found');
    expectError(await ana.get(`${PATH}/days/2026-02-30`), 404, 'not_found');
  });

  it('settle lines and movements together, and say who works on a break', async () => {
    const today = new Date(now).toISOString().slice(0, 10);
    const lines = [
      { day: today, amount: '-9.00', reference: 'B-10' },
      { day: today, amount: '9.00', reference: 'B-11' },
      { day: today, amount: '-4.00', reference: 'B-12' },
    ];
    const statement = statementOf(lines, { opened_on: today, closed_on: today, opening_balance: '114.50' });
    expectBody(await ana.post(`${PATH}/statements`, statement), 201);
    const items = await listAll(ana, `${PATH}/items?day=${today}`);
    const idOf = (reference: string): string =>
      items.find(({ line }) => line?.bank_reference === reference).id as string;
    const group = (references: readonly string[], client = ana) =>
      client.post(`${PATH}/groups`, {
        line_ids: references.map(idOf),
        movement_ids: [],
        reason: 'The bank returned the payment.',
      });
    const refused = expectError(await group(['B-10', 'B-12']), 422, 'validation_failed');
    expect(refused.details[0].message).to.equal('The lines sum to -13.00, and the movements to 0.00.');
    expectError(await group(['B-10', 'B-10']), 422, 'validation_failed');
    expectError(await group(['B-10']), 422, 'validation_failed');

    const path = `${PATH}/items/${idOf('B-12')}`;
    const mine = expectBody(await ana.request('PATCH', path, { body: { assigned_to: 'me' } }), 200);
    expect(mine.owner).to.include({ name: 'Ana' });
    expect((await listAll(ana, `${PATH}/items?assigned=me`)).map(({ id }) => id)).to.deep.equal([
      idOf('B-12'),
    ]);
    expect(await listAll(ben, `${PATH}/items?assigned=me`)).to.deep.equal([]);
    const admin = createOperatorClient(service.url, service.credentials.operator_token);
    const { data: tokens } = expectBody(await admin.get('/operator/v1/tokens'), 200);
    const idOfBen = tokens.find(({ name }: { name: string }) => name === 'Ben').id as string;
    const assign = (assigned_to: string | null) => ana.request('PATCH', path, { body: { assigned_to } });
    expect(expectBody(await assign(idOfBen), 200).owner).to.include({ name: 'Ben' });
    expect(await listAll(ben, `${PATH}/items?assigned=me`)).to.have.length(1);
    expectError(await assign(unknownId('opt')), 422, 'validation_failed');
    expectError(await assign('somebody'), 422, 'validation_failed');
    expect(expectBody(await assign(null), 200).owner).to.equal(null);
    expect((await listAll(ana, `${PATH}/items?assigned=nobody&breaks=open`)).length).to.equal(3);

    const grouped = expectBody(await group(['B-10', 'B-11']), 201);
    expect(grouped).to.include({
      object: 'reconciliation_group',
      amount: '0.00',
      day: today,
      currency: 'usd',
    });
    const members = await listAll(ana, `${PATH}/items?group_id=${grouped.id}`);
    expect(members.map(({ id }) => id)).to.have.members([idOf('B-10'), idOf('B-11')]);
    expectError(await group(['B-10', 'B-11']), 409, 'break_state_conflict');
    const settled = `${PATH}/items/${idOf('B-10')}`;
    expectError(
      await ana.request('PATCH', settled, { body: { assigned_to: 'me' } }),
      409,
      'break_state_conflict',
    );
    expectError(
      await ana.request('PATCH', `${PATH}/items/${unknownId('stl')}`, { body: { assigned_to: 'me' } }),
      404,
      'not_found',
    );
  });

  it('have no codes for accounts that do not exist', async () => {
    for (const account of [
      'cash',
      'clearing:pigeon',
      'clearing:bank_eft:xyz',
      'wallets:usd',
      'rounding:usd',
    ]) {
      const settings = { journal: { account_codes: { [account]: '1' } } };
      const error = await startTestService({}, Date.now, settings).catch((fault: unknown) => fault);
      expect(String(error)).to.include(`journal.account_codes names \`${account}\``);
    }
  });

  it('export the journal of a day, balanced, with the write-off, and record who did', async () => {
    const month = new Date(now).toISOString().slice(0, 7);
    const totals = expectBody(await ana.get(`${PATH}/journal?period=${month}`), 200);
    expect(totals.units.map(({ unit }: { unit: string }) => unit)).to.include.members(['svc-points', 'usd']);
    for (const { debit, credit } of totals.units) expect(debit).to.equal(credit);
    const csv = (period: string): Promise<Response> => {
      const headers = { Authorization: `Bearer ${ana.apiKey}`, Accept: 'text/csv' };
      return fetch(`${service.url}${PATH}/journal?period=${period}`, { headers });
    };
    const file = await csv(day);
    expect(file.status).to.equal(200);
    expect(file.headers.get('content-type')).to.contain('text/csv');
    const [header, ...rows] = (await file.text()).trimEnd().split('\r\n');
    expect(header).to.equal(
      'date,time,integrator_id,account,account_code,unit,debit,credit,reference,description,entry',
    );
    expect(rows.filter((row) => row.includes(',clearing:bank_eft:usd,1210,usd,12.00,,trf_'))).to.have.length(
      1,
    );
    const today = new Date(now).toISOString().slice(0, 10);
    expect(await (await csv(today)).text()).to.contain(',difference:bank_eft:usd,,usd,0.50,,stl_');
    expectError(await ana.get(`${PATH}/journal?period=2026-02-30`), 400, 'malformed_request');
    expectError(await ana.get(`${PATH}/journal`), 400, 'malformed_request');
    const admin = createOperatorClient(service.url, service.credentials.operator_token);
    const recorded = await listAll(admin, '/operator/v1/activity?operation=exportJournal');
    expect(recorded.map(({ target }) => target)).to.deep.equal([`period=${today}`, `period=${day}`]);
  });
});
