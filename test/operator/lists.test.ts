/** The lists of transfers and users of all books, with filters. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { OperatedTransfer, OperatedUser, TransferTotals } from '../../src/generated/api.ts';
import { compareAmounts } from '../../src/operator/lists/sorting.ts';
import {
  approvedUser,
  expectBody,
  expectError,
  fundedWallet,
  newPayoutAccount,
  newUser,
  newWallet,
  onrampBody,
  submittedOfframp,
  transferBody,
} from '../support/api-steps.ts';
import { createClient, type Client } from '../support/client.ts';
import { runs } from '../support/effort.ts';
import { createKey, transferInReview } from '../support/operator-world.ts';
import { startServiceWithOperators, type ServiceWithOperators } from '../support/service-with-operators.ts';

type Page<Item> = {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly totals?: TransferTotals;
};
type Filters = Readonly<Record<string, string>>;

describe('The lists of operators', () => {
  let service: ServiceWithOperators;
  let integrator: string;
  let sandbox: Client;
  let wallet: { readonly id: string; readonly user_id: string };
  const reference = `Invoice ${randomUUID()}`;

  before(async () => {
    service = await startServiceWithOperators();
    const { admin, url } = service;
    integrator = expectBody(await admin.post('/operator/v1/integrators', { name: 'Lists' }), 201).id;
    sandbox = createClient(url, (await createKey(admin, integrator)).secret);
    wallet = await fundedWallet(sandbox, { cashable: '9000.00', earned: '10.00' });
    const other = await newWallet(sandbox);
    const account = await newPayoutAccount(sandbox, wallet.user_id);
    for (const amount of ['1.00', '9.99', '10.00', '10.01', '999.99', '1000.00', '1200.50']) {
      const more = amount === '10.01' ? { integrator_reference: reference } : {};
      expectBody(await sandbox.post('/v1/transfers', transferBody(wallet.id, other.id, amount, more)), 201);
    }
    await submittedOfframp(sandbox, wallet.id, account.id, '1000.00');
    await transferInReview(sandbox);
    expectBody(await sandbox.post('/v1/transfers', onrampBody(other.id, '12.00')), 201);
    await newUser(sandbox, { first_name: 'Ana', last_name: 'Silva', external_reference: reference });
    const deactivated = await approvedUser(sandbox);
    expectBody(await sandbox.post(`/v1/users/${deactivated.id}/deactivate`), 200);
    const production = createClient(url, (await createKey(admin, integrator, 'production')).secret);
    await newUser(production);
  });
  after(() => service.close());

  const get = async <Item>(path: string, filters: Filters, as = service.admin): Promise<Page<Item>> =>
    expectBody(await as.get(`/operator/v1/${path}?${new URLSearchParams(filters).toString()}`), 200);

  /** All objects of the integrator, over pages of this size. */
  async function listAll<Item extends { readonly id: string }>(
    path: string,
    filters: Filters = {},
    limit = '100',
  ): Promise<readonly Item[]> {
    const all: Item[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page<Item> = await get(path, {
        ...{ integrator_id: integrator, limit },
        ...filters,
        ...(cursor === '' ? {} : { starting_after: cursor }),
      });
      expect(page.has_more).to.equal(page.next_cursor !== null);
      all.push(...page.data);
      cursor = page.next_cursor;
    }
    return all;
  }
  const transfers = (filters?: Filters, limit?: string) =>
    listAll<OperatedTransfer>('transfers', filters, limit);
  const users = (filters?: Filters) => listAll<OperatedUser>('users', filters);
  const ids = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id);

  it('have everything of all books, newest first, with its integrator and its people', async () => {
    const all = await transfers();
    expect(all).to.have.length(11);
    expect(ids(all)).to.deep.equal([...ids(all)].sort().reverse());
    const page = await get<OperatedTransfer>('transfers', { limit: '100' });
    expect(ids(page.data)).to.include.members(ids(all));
    const [transfer] = await transfers({ reference });
    expect(transfer).to.include({
      object: 'operated_transfer',
      integrator_id: integrator,
      environment: 'sandbox',
    });
    expect(transfer?.people.map(({ name }) => name)).to.deep.equal(['Ada', 'Ada']);
    expect(transfer?.transfer.amount).to.equal('10.01');
  });

  it('of transfers have totals of what the filters select, on every page and in both orders', async () => {
    for (const filters of [{}, { kind: 'user_to_user' }, { kind: 'onramp' }, { amount_min: '1000' }]) {
      const all = await transfers(filters);
      const expected = new Map<string, { count: number; sum: number }>();
      for (const { transfer } of all) {
        const unit = transfer.source.asset ?? transfer.source.currency ?? '';
        const { count, sum } = expected.get(unit) ?? { count: 0, sum: 0 };
        expected.set(unit, { count: count + 1, sum: sum + Number(transfer.amount) });
      }
      for (const page of [{}, { order: 'oldest' }, { starting_after: all[0]?.id ?? '' }]) {
        const query = { integrator_id: integrator, totals: 'by_unit', limit: '1', ...filters, ...page };
        const { totals } = await get<OperatedTransfer>('transfers', query);
        expect(totals?.is_complete).to.equal(true);
        const found = totals?.by_unit.map(
          ({ unit, count, amount }) => [unit, { count, sum: Number(amount) }] as const,
        );
        expect(new Map(found)).to.deep.equal(expected);
      }
    }
    expect(await get('transfers', {})).to.not.have.property('totals');
  });

  it('of transfers are filtered by any combination, and continue over pages of any size', async () => {
    const all = await transfers();
    const oneOf = (...values: readonly string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const times = all.map(({ transfer }) => transfer.created_at);
    const combinations = fc.record({
      state: oneOf('completed', 'in_review', 'awaiting_funds', 'failed', 'payout_submitted'),
      kind: oneOf('user_to_user', 'onramp', 'offramp', 'conversion'),
      user_id: oneOf(wallet.user_id),
      rail: oneOf('bank_eft', 'none'),
      reference: oneOf(reference, ` ${reference.toUpperCase()} `, 'unknown'),
      amount_min: oneOf('0', '9.99', '10', '10.005', '1000.00', '100000'),
      amount_max: oneOf('0', '9.99', '10.00', '999.995', '1000', '100000'),
      environment: oneOf('sandbox', 'production'),
      created_after: oneOf(...times.slice(3, 6)),
      created_before: oneOf(...times.slice(1, 3)),
      order: fc.constantFrom('newest', 'oldest'),
    });
    const meets = ({ environment, transfer }: OperatedTransfer, filters: Filters): boolean => {
      const { source, destination, amount } = transfer;
      const { state, kind, user_id, rail, reference: wanted, amount_min, amount_max } = filters;
      return (
        transfer.state === (state ?? transfer.state) &&
        transfer.kind === (kind ?? transfer.kind) &&
        environment === (filters['environment'] ?? environment) &&
        (user_id === undefined || [source.user_id, destination.user_id].includes(user_id)) &&
        (rail === undefined || (source.rail ?? destination.rail) === rail) &&
        (wanted === undefined ||
          transfer.integrator_reference?.toLowerCase() === wanted.trim().toLowerCase()) &&
        (amount_min === undefined || compareAmounts(amount, amount_min) >= 0) &&
        (amount_max === undefined || compareAmounts(amount, amount_max) <= 0) &&
        (filters['created_after'] === undefined || transfer.created_at > filters['created_after']) &&
        (filters['created_before'] === undefined || transfer.created_at < filters['created_before'])
      );
    };
    const property = fc.asyncProperty(
      combinations,
      fc.constantFrom('1', '3', '100'),
      async (chosen, limit) => {
        const filters: Filters = Object.fromEntries(
          Object.entries(chosen).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
        );
        const expected = ids(all.filter((each) => meets(each, filters)));
        const found = ids(await transfers(filters, limit));
        expect(found).to.deep.equal(filters['order'] === 'oldest' ? expected.toReversed() : expected);
      },
    );
    await fc.assert(property, { numRuns: runs(60) });
  });

  it('are read backward from an object, in both orders', async () => {
    for (const order of ['newest', 'oldest']) {
      const all = ids(await transfers({ order }));
      const query = { integrator_id: integrator, order, limit: '3', ending_before: all[5] ?? '' };
      const page = await get<OperatedTransfer>('transfers', query);
      expect(ids(page.data)).to.deep.equal(all.slice(2, 5));
      expect(page.has_more).to.equal(true);
      const before = { ...query, ending_before: page.next_cursor ?? '' };
      const first = await get<OperatedTransfer>('transfers', before);
      expect(ids(first.data)).to.deep.equal(all.slice(0, 2));
      expect(first.next_cursor).to.equal(null);
    }
  });

  it('of users are filtered by status, identity, reference, and environment', async () => {
    const all = await users();
    const fits = (test: (each: OperatedUser) => boolean): readonly string[] => ids(all.filter(test));
    expect(ids(await users({ status: 'deactivated' }))).to.deep.equal(
      fits(({ user }) => user.status === 'deactivated'),
    );
    expect(ids(await users({ kyc_status: 'approved', status: 'active' }))).to.deep.equal(
      fits(({ user }) => user.kyc_status === 'approved' && user.status === 'active'),
    );
    expect(ids(await users({ environment: 'production' }))).to.have.length(1);
    const [ana, ...others] = await users({ reference });
    expect(others).to.deep.equal([]);
    expect(ana?.user).to.include({ first_name: 'Ana', last_name: 'Silva' });
  });

  it('of transfers say so if the totals cover only the newest', async () => {
    const many = await fundedWallet(sandbox, { cashable: '9000.00' });
    const other = await newWallet(sandbox);
    for (const size of [500, 500, 1]) {
      const batch = Array.from({ length: size }, () => transferBody(many.id, other.id, '1.00'));
      expectBody(await sandbox.post('/v1/transfer_batches', { mode: 'atomic', transfers: batch }), 201);
    }
    const filters = { user_id: many.user_id, kind: 'user_to_user', totals: 'by_unit' };
    const { totals } = await get<OperatedTransfer>('transfers', filters);
    const by_unit = [{ unit: 'svc-points', count: 1_000, amount: '1000.00' }];
    expect(totals).to.deep.equal({ by_unit, is_complete: false, read_max: 1_000 });
  });

  it('mask personal data for roles that may not see it', async () => {
    const { viewer } = service.operators;
    const [user] = (await get<OperatedUser>('users', { reference }, viewer)).data;
    expect(user?.user).to.include({ first_name: 'A••••', last_name: 'S••••' });
    const [transfer] = (await get<OperatedTransfer>('transfers', { reference }, viewer)).data;
    expect(transfer?.people.map(({ name }) => name)).to.deep.equal(['A••••', 'A••••']);
  });

  it('are recorded as reads of personal data', async () => {
    await get<OperatedUser>('users', {}, service.operators.reviewer);
    const { data } = await get<{ readonly operator: { readonly role: string } }>('activity', {
      operation: 'listOperatorUsers',
    });
    expect(data.map(({ operator }) => operator.role)).to.include('reviewer');
  });

  it('are exported as CSV without pages, with the same masking, and recorded with their filters', async () => {
    const { admin, operators, url } = service;
    const csv = async (path: string, as: Client): Promise<Response> => {
      const headers = { Authorization: `Bearer ${as.apiKey}`, Accept: 'text/csv' };
      return fetch(`${url}/operator/v1/${path}`, { headers });
    };
    const danger = '=HYPERLINK("https://attacker.example")';
    const more = { integrator_reference: danger };
    const other = await newWallet(sandbox);
    expectBody(await sandbox.post('/v1/transfers', transferBody(wallet.id, other.id, '3.00', more)), 201);
    const all = await transfers({ kind: 'user_to_user' });
    const filters = `integrator_id=${integrator}&kind=user_to_user`;
    const file = await csv(`transfers?${filters}&order=oldest`, admin);
    expect(file.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).to.match(
      /^attachment; filename="transfers-[\d-]+\.csv"$/,
    );
    const [head = '', ...lines] = (await file.text()).trim().split('\r\n');
    expect(head).to.match(/^id,created_at,.*,sender_id,sender,/);
    expect(lines.map((line) => line.split(',')[0])).to.deep.equal(ids(all).toReversed());
    expect(lines.at(-1)).to.include(`"'=HYPERLINK(`).and.to.include(',Ada,');
    const masked = await (await csv(`transfers?${filters}`, operators.viewer)).text();
    expect(masked).to.include('A••••').and.to.not.include('Ada');
    const people = await (
      await csv(`users?reference=${encodeURIComponent(reference)}`, operators.viewer)
    ).text();
    expect(people).to.include('S••••').and.to.not.include('Silva');
    for (const query of ['limit=5', 'starting_after=trf_01kakz3v000000000000000001'])
      expect((await csv(`transfers?${query}`, admin)).status, query).to.equal(400);
    const recorded = async (operation: string) =>
      (
        await get<{ readonly target: string; readonly operator: { readonly role: string } }>('activity', {
          operation,
        })
      ).data;
    const exports = await recorded('exportOperatorTransfers');
    expect(exports.map(({ target }) => target)).to.include(`${filters}&order=oldest`);
    expect(exports.map(({ operator }) => operator.role)).to.include('viewer');
    // What an operator typed may be personal data.
    expect((await recorded('exportOperatorUsers')).map(({ target }) => target)).to.include('reference=…');
  });

  it('reject cursors, values, and filters that do not exist', async () => {
    for (const query of [
      'starting_after=usr_1',
      'starting_after=usr_01kakz3v000000000000000001',
      'state=done',
      'amount_min=-1',
      'user_id=Ana',
      'color=red',
      'starting_after=trf_01kakz3v000000000000000001&ending_before=trf_01kakz3v000000000000000002',
    ])
      expectError(await service.admin.get(`/operator/v1/transfers?${query}`), 400, 'malformed_request');
    const unknown = await get<OperatedTransfer>('transfers', {
      integrator_id: 'int_01kakz3v000000000000000001',
    });
    expect(unknown).to.deep.equal({ data: [], has_more: false, next_cursor: null });
  });

  it('have full pages after resets, and the former sandboxes of an integrator by their generation', async () => {
    const { admin, url } = service;
    const other = expectBody(await admin.post('/operator/v1/integrators', { name: 'Resets' }), 201).id;
    const own = createClient(url, (await createKey(admin, other)).secret);
    const first = (await newUser(own)).id;
    expectBody(await own.post('/v1/sandbox/reset'), 200);
    const second = (await newUser(own)).id;
    for (let i = 0; i < 12; i++) await newUser(own);
    expectBody(await own.post('/v1/sandbox/reset'), 200);
    const third = (await newUser(own)).id;

    const of = async (filters: Filters) =>
      ids((await get<OperatedUser>('users', { integrator_id: other, limit: '100', ...filters })).data);
    expect(await of({})).to.deep.equal([third]);
    expect(await of({ generation: '3' })).to.deep.equal([third]);
    expect(await of({ generation: '1' })).to.deep.equal([first]);
    expect(await of({ generation: '2', environment: 'sandbox' }))
      .to.have.length(13)
      .and.to.include(second);
    expect(await of({ generation: '2', kyc_status: 'approved' })).to.deep.equal([]);
    expect(await of({ generation: '7' })).to.deep.equal([]);

    // The newest users but one are those of the former sandbox.
    for (const filters of [{}, { environment: 'sandbox' }, { status: 'active' }] as Filters[]) {
      const page = await get<OperatedUser>('users', { limit: '3', ...filters });
      expect(page.data[0]?.id).to.equal(third);
      expect(page.data).to.have.length(3);
      expect(ids(page.data)).to.not.include(second);
    }
    const headers = { Authorization: `Bearer ${admin.apiKey}`, Accept: 'text/csv' };
    const former = `integrator_id=${other}&generation=1`;
    const file = await (await fetch(`${url}/operator/v1/users?${former}`, { headers })).text();
    expect(file).to.include(first).and.to.not.include(second);
    expectError(await admin.get('/operator/v1/users?generation=1'), 400, 'malformed_request');
    const production = `integrator_id=${other}&generation=1&environment=production`;
    expectError(await admin.get(`/operator/v1/transfers?${production}`), 400, 'malformed_request');
  });
});
