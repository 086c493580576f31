import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { createOperatorClient } from '../../../support/client.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { startTestService } from '../../../support/service.ts';
import type { RunningService } from '../../../support/service.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newWallet,
  transferBody,
  unknownId,
} from '../../../support/api-steps.ts';

const BUCKETS = ['available', 'pending', 'cashable'] as const;
const minor = (amount: string): bigint => BigInt(amount.replace('.', ''));

describe("A wallet's monthly statement", () => {
  let service: RunningService;
  let sandbox: Client;
  let now = 0;
  beforeEach(async () => {
    now = Date.parse('2026-05-10T10:00:00.000Z');
    service = await startTestService({}, () => now, {
      reviews: { amount_at_least: { user_to_user: '50.00' } },
    });
    ({ sandbox } = service);
  });
  afterEach(() => service.close());

  const path = ({ user_id, id }: Answer['body'], month: string): string =>
    `/v1/users/${user_id}/wallets/${id}/statements/${month}`;
  const statement = async (wallet: Answer['body'], month: string, query = ''): Promise<Answer['body']> =>
    expectBody(await sandbox.get(path(wallet, month) + query), 200);
  const send = async (from: Answer['body'], to: Answer['body'], amount: string): Promise<Answer['body']> =>
    expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, amount)), 201);

  /** The statement with the entries of all its pages. */
  async function complete(wallet: Answer['body'], month: string, limit: number): Promise<Answer['body']> {
    const first = await statement(wallet, month, `?limit=${limit}`);
    const entries = [...first.entries];
    for (let { next } = first; next !== null;) {
      const page = await statement(wallet, month, `?limit=${limit}&starting_after=${next}`);
      expect(page.entries).to.have.length.within(1, limit);
      entries.push(...page.entries);
      ({ next } = page);
    }
    return { ...first, entries };
  }

  function expectAddsUp({ opening, closing, entries }: Answer['body']): void {
    for (const bucket of BUCKETS) {
      let balance = minor(opening[bucket]);
      for (const entry of entries.filter((each: Answer['body']) => each.bucket === bucket)) {
        balance += minor(entry.amount);
        expect(minor(entry.balance_after)).to.equal(balance);
      }
      expect(minor(closing[bucket])).to.equal(balance);
    }
  }

  it('counts the last millisecond of a month in UTC, and not the first of the next', async () => {
    const [from, to] = [
      await fundedWallet(sandbox, { cashable: '100.00', earned: '20.00' }),
      await newWallet(sandbox),
    ];
    now = Date.parse('2026-05-31T23:59:59.999Z');
    const late = await send(from, to, '25.00');
    now = Date.parse('2026-06-01T00:00:00.000Z');
    const early = await send(from, to, '1.00');
    now = Date.parse('2026-07-02T00:00:00.000Z');
    const [may, june] = [await statement(from, '2026-05'), await statement(from, '2026-06')];
    expect(may).to.include({
      object: 'wallet_statement',
      wallet_id: from.id,
      month: '2026-05',
      status: 'final',
    });
    expect(may.opening).to.include({
      available: '0.00',
      cashable: '0.00',
      as_of: '2026-04-30T23:59:59.999Z',
    });
    expect(may.closing).to.include({
      available: '95.00',
      cashable: '95.00',
      as_of: '2026-05-31T23:59:59.999Z',
    });
    expect(may.entries.at(-1).transfer_id).to.equal(late.id);
    expect(june.opening).to.deep.equal(may.closing);
    expect(
      june.entries.map((entry: Answer['body']) => [entry.transfer_id, entry.bucket, entry.amount]),
    ).to.deep.equal([
      [early.id, 'available', '-1.00'],
      [early.id, 'cashable', '-1.00'],
    ]);
    const july = await statement(from, '2026-07');
    expect(july).to.deep.include({ entries: [], next: null, status: 'in_progress' });
    expectAddsUp(july);
  });

  it('has the months of the time zone that the operator configures', async () => {
    await service.close();
    service = await startTestService({}, () => now, {
      time_zone: { sandbox: 'America/New_York', production: 'UTC' },
    });
    ({ sandbox } = service);
    const [from, to] = [await fundedWallet(sandbox, { cashable: '100.00' }), await newWallet(sandbox)];
    now = Date.parse('2026-06-01T03:59:59.999Z');
    const late = await send(from, to, '25.00');
    now = Date.parse('2026-06-01T04:00:00.000Z');
    const early = await send(from, to, '1.00');
    now = Date.parse('2026-07-02T00:00:00.000Z');
    const [may, june] = [await statement(from, '2026-05'), await statement(from, '2026-06')];
    expect(may.closing).to.include({ cashable: '75.00', as_of: '2026-06-01T03:59:59.999Z' });
    expect(may.entries.at(-1).transfer_id).to.equal(late.id);
    expect(june.entries[0].transfer_id).to.equal(early.id);
    expect(june.status).to.equal('final');
    expectAddsUp(june);
  });

  it('is in progress until the month is over', async () => {
    const wallet = await fundedWallet(sandbox, { cashable: '100.00' });
    now += 1;
    const soFar = await statement(wallet, '2026-05');
    expect(soFar.status).to.equal('in_progress');
    expect(soFar.closing).to.include({ available: '100.00', as_of: new Date(now - 1).toISOString() });
    expectAddsUp(soFar);
    const eventual = await fetch(service.url + path(wallet, '2026-05'), {
      headers: { 'Api-Key': service.credentials.sandbox_api_key, 'Ledger-Consistency': 'eventual' },
    });
    expect(await eventual.json()).to.deep.equal(soFar);
    now = Date.parse('2026-05-31T23:59:59.999Z');
    expect(await statement(wallet, '2026-05')).to.include({ status: 'in_progress' });
    now += 1;
    expect(await statement(wallet, '2026-05')).to.include({ status: 'final' });
  });

  it('adds up in every month, on pages of any length', async () => {
    const step = fc.record({
      days: fc.integer({ min: 0, max: 12 }),
      back: fc.boolean(),
      cents: fc.integer({ min: 1, max: 6_000 }),
    });
    const steps = fc.array(step, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 7 }), async (moves, limit) => {
        const [one, other] = [
          await fundedWallet(sandbox, { cashable: '300.00', earned: '200.00' }),
          await fundedWallet(sandbox, { cashable: '200.00', earned: '300.00' }),
        ];
        const first = new Date(now);
        for (const { days, back, cents } of moves) {
          now += days * 86_400_000;
          await send(back ? other : one, back ? one : other, (cents / 100).toFixed(2));
        }
        now += 1;
        for (const wallet of [one, other]) {
          let before: Answer['body'];
          for (const month = first.toISOString().slice(0, 7); ;) {
            const at = new Date(`${before === undefined ? month : before.month}-01T00:00:00.000Z`);
            if (before !== undefined) at.setUTCMonth(at.getUTCMonth() + 1);
            if (at.getTime() > now) break;
            const found = await complete(wallet, at.toISOString().slice(0, 7), limit);
            expectAddsUp(found);
            if (before !== undefined) expect(found.opening).to.deep.equal(before.closing);
            before = found;
          }
          const { balance } = expectBody(
            await sandbox.get(`/v1/users/${wallet.user_id}/wallets/${wallet.id}`),
            200,
          );
          for (const bucket of BUCKETS) expect(before.closing[bucket]).to.equal(balance[bucket]);
        }
      }),
      { numRuns: 6 },
    );
  });

  describe('as a file', () => {
    const file = (wallet: Answer['body'], accept: string, query = ''): Promise<Answer> =>
      sandbox.request('GET', path(wallet, '2026-05') + query, { headers: { Accept: accept } });

    it('is a CSV file whose amounts lead from the opening to the closing balances', async () => {
      const [from, to] = [
        await fundedWallet(sandbox, { cashable: '100.00', earned: '20.00' }),
        await newWallet(sandbox),
      ];
      for (let sent = 0; sent < 40; sent += 1) await send(from, to, '1.00');
      now += 1;
      const answer = await file(from, 'text/csv');
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
      expect(answer.headers.get('content-disposition')).to.equal(
        `attachment; filename="statement-${from.id}-2026-05.csv"`,
      );
      const rows: Record<string, string>[] = parse(answer.text, { columns: true });
      const all = await complete(from, '2026-05', 100);
      expect(rows.length - 2 * BUCKETS.length)
        .to.equal(all.entries.length)
        .and.to.be.above(60);
      for (const bucket of BUCKETS) {
        const [opening, ...rest] = rows.filter((row) => row['bucket'] === bucket);
        const closing = rest.pop();
        expect([opening?.['row'], closing?.['row']]).to.deep.equal(['opening', 'closing']);
        const sum = rest.reduce(
          (total, row) => total + minor(row['amount'] ?? ''),
          minor(opening?.['balance'] ?? ''),
        );
        expect(sum).to.equal(minor(closing?.['balance'] ?? ''));
        expect(closing?.['balance']).to.equal(all.closing[bucket]);
      }
    });

    const reward = async (description: string): Promise<Answer['body']> => {
      const wallet = await newWallet(sandbox);
      const operator = createOperatorClient(service.url, service.credentials.operator_token);
      const body = { amount: '1.00', description };
      expectBody(await operator.post(`/operator/v1/wallets/${wallet.id}/rewards`, body), 201);
      now += 1;
      return wallet;
    };

    it('does not give a spreadsheet a formula to run', async () => {
      const wallet = await reward('=HYPERLINK("http://x.example")');
      const { text } = await file(wallet, 'text/csv');
      const rows: Record<string, string>[] = parse(text, { columns: true });
      expect(rows.find((row) => row['row'] === 'entry')).to.include({
        description: `'=HYPERLINK("http://x.example")`,
        amount: '1.00',
      });
    });

    it('is a page to print that escapes its texts and can load nothing', async () => {
      const wallet = await reward('<b>thanks</b>');
      const { headers, text } = await file(wallet, 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8');
      expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).to.match(/^default-src 'none'; style-src 'sha256-/);
      for (const part of ['&lt;b&gt;thanks', 'Opening balance', 'Closing balance', 'The month is not over'])
        expect(text).to.include(part);
      expect(text).not.to.match(/<b>|<script/);
    });

    it('is JSON for every other Accept header, and has no pages', async () => {
      const wallet = await newWallet(sandbox);
      now += 1;
      for (const accept of ['*/*', 'application/json', 'image/png', 'application/json, text/csv;q=0.5', ';;'])
        expect((await file(wallet, accept)).body).to.include({ object: 'wallet_statement' });
      // Whether the wallet exists is checked afterward.
      for (const of of [wallet, { ...wallet, id: unknownId('wal') }])
        for (const query of ['?limit=5', `?starting_after=${unknownId('whe')}`])
          expectError(await file(of, 'text/csv', query), 400, 'malformed_request');
      expectError(
        await sandbox.request('GET', path(wallet, '2026-04'), { headers: { Accept: 'text/csv' } }),
        404,
        'not_found',
      );
    });
  });

  it('is refused for a month before the wallet, in the future, or in an invalid format', async () => {
    const wallet = await newWallet(sandbox);
    const ask = (month: string, query = '') => sandbox.get(path(wallet, month) + query);
    const refused = async (month: string): Promise<string> =>
      expectError(await ask(month), 404, 'not_found').message;
    expect(await refused('2026-04')).to.include('The wallet did not exist in that month.');
    expect(await refused('0001-01')).to.include('The wallet did not exist in that month.');
    expect(await refused('2026-06')).to.include('The month has not begun.');
    expect(await refused('9999-12')).to.include('The month has not begun.');
    for (const month of ['2026-13', '2026-00', '2026-5', '202605', 'may'])
      expect(await refused(month)).to.include('Unknown month.');
    const [stranger, unknown] = [await newWallet(sandbox), { user_id: wallet.user_id, id: unknownId('wal') }];
    expectError(
      await sandbox.get(path({ ...wallet, user_id: stranger.user_id }, '2026-05')),
      404,
      'not_found',
    );
    expectError(await sandbox.get(path(unknown, '2026-05')), 404, 'not_found');
    for (const query of ['?limit=0', '?limit=101', '?month=5', `?starting_after=${unknownId('whe')}`])
      expectError(await ask('2026-05', query), 400, 'malformed_request');
  });

  it("does not accept another wallet's entry as a cursor", async () => {
    const [wallet, other] = [await newWallet(sandbox), await fundedWallet(sandbox, { cashable: '100.00' })];
    now += 1;
    const { entries } = await statement(other, '2026-05');
    const answer = await sandbox.get(`${path(wallet, '2026-05')}?starting_after=${entries[0].id}`);
    expectError(answer, 400, 'malformed_request');
  });
});
