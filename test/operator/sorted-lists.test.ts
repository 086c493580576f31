/** Lists of the operator API that are read as a whole, sorted by a value of their objects. */
import { expect } from 'chai';
import type { Proposal, ReconciliationItem, ReviewCase } from '../../src/generated/api.ts';
import { addBreaks, startConsole, type ConsoleWorld } from '../console/console-world.ts';
import { createConsoleClient, type ConsoleClient } from '../console/console-client.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newPayoutAccount,
  offrampBody,
} from '../support/api-steps.ts';
import type { Client } from '../support/client.ts';

describe('A sorted list', () => {
  let world: ConsoleWorld;
  let admin: Client;
  let browser: ConsoleClient;
  before(async () => {
    world = await startConsole({ reviews: { amount_at_least: { offramp: '3000.00' } } });
    ({ admin } = world.service);
    browser = createConsoleClient(world.service.url);
    await browser.signIn(world.tokens.admin);
    await addBreaks(world);
  });
  after(() => world.close());

  const list = async <Item>(path: string): Promise<readonly Item[]> =>
    expectBody(await admin.get(path), 200).data as readonly Item[];
  /** All pages of a list, one object each. */
  async function walk<Item extends { readonly id: string }>(path: string): Promise<readonly Item[]> {
    const found: Item[] = [];
    for (let cursor = ''; ;) {
      const page = expectBody(await admin.get(`${path}&limit=1${cursor}`), 200);
      found.push(...(page.data as readonly Item[]));
      if (!page.has_more) return found;
      cursor = `&starting_after=${found.at(-1)?.id ?? ''}`;
    }
  }
  const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

  it('of breaks is sorted by difference without its sign, and by day, on one page or on many', async () => {
    const path = '/operator/v1/reconciliation/sandbox/items?breaks=open';
    const largest = await list<ReconciliationItem>(`${path}&sort=difference_desc&limit=100`);
    const sizes = largest.map(({ difference }) => Math.abs(Number(difference)));
    expect(sizes).to.have.length.greaterThan(2);
    expect(sizes).to.deep.equal(sizes.toSorted((a, b) => b - a));
    expect(idsOf(await walk(`${path}&sort=difference_desc`))).to.deep.equal(idsOf(largest));
    const smallest = await list<ReconciliationItem>(`${path}&sort=difference&limit=100`);
    expect(smallest.map(({ difference }) => Math.abs(Number(difference)))).to.deep.equal(sizes.toReversed());
    const own = idsOf(await list(`${path}&limit=100`));
    expect(idsOf(await list(`${path}&sort=day_desc&limit=100`))).to.deep.equal(own);
    expectError(await admin.get(`${path}&sort=rail`), 400, 'malformed_request');
  });

  it('of breaks continues after one that was decided in the meantime', async () => {
    const path = '/operator/v1/reconciliation/sandbox/items?breaks=open&sort=difference_desc';
    const [first, second] = await list<ReconciliationItem>(path);
    const accepted = { resolution: 'accept', reason: 'The bank books it tomorrow.' };
    expectBody(
      await admin.post(`/operator/v1/reconciliation/sandbox/items/${first?.id ?? ''}/resolution`, accepted),
      200,
    );
    const [next] = await list<ReconciliationItem>(`${path}&starting_after=${first?.id ?? ''}`);
    expect(next?.id).to.equal(second?.id);
  });

  it('of reviews is sorted by amount and by age, and says that it is complete', async () => {
    const { sandbox } = world.service;
    const wallet = await fundedWallet(sandbox, { cashable: '20000.00' });
    const account = await newPayoutAccount(sandbox, wallet.user_id);
    for (const amount of ['3500.00', '4200.00', '3000.00'])
      expectBody(await sandbox.post('/v1/transfers', offrampBody(wallet.id, account.id, amount)), 201);
    const path = '/operator/v1/review_queue?kind=transfer';
    const largest = await list<ReviewCase>(`${path}&sort=amount_desc&limit=100`);
    const amounts = largest.map(({ amount }) => Number(amount));
    expect(amounts).to.include.members([3500, 4200, 3000]);
    expect(amounts).to.deep.equal(amounts.toSorted((a, b) => b - a));
    expect(idsOf(await walk(`${path}&sort=amount_desc`))).to.deep.equal(idsOf(largest));
    const oldest = idsOf(await list(`${path}&limit=100`));
    expect(idsOf(await list(`${path}&sort=opened_at&limit=100`))).to.deep.equal(oldest);
    expect(idsOf(await walk(`${path}&sort=opened_at_desc`))).to.deep.equal(oldest.toReversed());
    expect(expectBody(await admin.get(path), 200).is_complete).to.equal(true);
  });

  it('of proposals is sorted by what they are worth', async () => {
    const path = `/operator/v1/wallets/${world.wallet_id}/rewards`;
    for (const amount of ['90000.00', '70000.00']) expectBody(await admin.post(path, { amount }), 202);
    const worth = async (sort: string) =>
      (await list<Proposal>(`/operator/v1/proposals?sort=${sort}`)).map(({ points }) => Number(points));
    const points = await worth('points_desc');
    expect(points).to.include.members([90_000, 70_000, 60_000]);
    expect(points).to.deep.equal(points.toSorted((a, b) => b - a));
    expect(await worth('points')).to.deep.equal(points.toReversed());
    const oldest = idsOf(await list('/operator/v1/proposals'));
    expect(idsOf(await list('/operator/v1/proposals?sort=proposed_at_desc'))).to.deep.equal(
      oldest.toReversed(),
    );
  });

  it('of integrators, keys, and tokens is sorted by name, where numbers count as numbers', async () => {
    const keys = `/operator/v1/integrators/${world.integrator_id}/keys`;
    for (const name of ['key 10', 'Key 9', 'a key']) {
      const body = { environment: 'sandbox', permissions: 'read', name };
      expectBody(await admin.post(keys, body), 201);
      expectBody(await admin.post('/operator/v1/integrators', { name }), 201);
      expectBody(await admin.post('/operator/v1/tokens', { name, role: 'viewer' }), 201);
    }
    for (const path of [keys, '/operator/v1/integrators', '/operator/v1/tokens']) {
      const named = async (sort: string) =>
        (await list<{ readonly name: string | null }>(`${path}?sort=${sort}&limit=100`))
          .map(({ name }) => name ?? '')
          .filter((name) => /key/i.test(name));
      expect(await named('name'), path).to.deep.equal(['a key', 'Key 9', 'key 10']);
      expect(await named('name_desc'), path).to.deep.equal(['key 10', 'Key 9', 'a key']);
      const newest = idsOf(await list(`${path}?limit=100`));
      expect(idsOf(await walk(`${path}?sort=created_at`)), path).to.deep.equal(newest.toReversed());
    }
  });

  describe('in the console', () => {
    const header = (text: string, label: string): string =>
      new RegExp(`<th[^>]*data-label="${label}"[^>]*>[^]*?</th>`).exec(text)?.[0].replaceAll('&amp;', '&') ??
      '';

    it('is sorted by the headers of its columns, which say how it is sorted', async () => {
      const path = '/console/reconciliation/sandbox/breaks';
      const own = await browser.get(path);
      expect(header(own.text, 'Day'))
        .to.include('aria-sort="descending"')
        .and.to.include(`${path}?sort=day"`);
      expect(header(own.text, 'Difference'))
        .to.include(`${path}?sort=difference_desc"`)
        .and.to.not.include('aria-sort');
      const sorted = await browser.get(`${path}?result=missing_in_ledger&sort=difference_desc`);
      expect(header(sorted.text, 'Difference'))
        .to.include('aria-sort="descending"')
        .and.to.include(`${path}?result=missing_in_ledger&sort=difference"`);
      expect(header(sorted.text, 'Day')).to.not.include('aria-sort');
      // The form of the filters keeps the order, and rows without headers have the same links.
      expect(sorted.text).to.include('<input type="hidden" name="sort" value="difference_desc"');
      expect(sorted.text).to.match(/data-direction="descending" aria-current="true"\s*>Difference/);
    });

    it('with filters is sorted by creation, and loses its place when the order changes', async () => {
      const { text } = await browser.get(
        '/console/transfers?order=oldest&after=trf_01kakz3v000000000000000001',
      );
      expect(header(text, 'Created'))
        .to.include('aria-sort="ascending"')
        .and.to.match(/href="\/console\/transfers"/);
    });

    for (const [path, label] of [
      ['/console/reviews', 'Amount'],
      ['/console/proposals', 'Worth'],
      ['/console/integrators', 'Name'],
      ['/console/tokens', 'Name'],
      ['/console/deliveries', 'Event'],
      ['/console/activity', 'When'],
    ] as const)
      it(`has a link in the header ${label} of ${path} that leads to a sorted list`, async () => {
        const { text } = await browser.get(path);
        const href = /href="([^"]+)"/.exec(header(text, label))?.[1] ?? '';
        const sorted = await browser.get(href);
        expect(sorted.status).to.equal(200);
        expect(header(sorted.text, label)).to.include('aria-sort=');
      });

    it('has no links in tables that are no lists', async () => {
      const { text } = await browser.get('/console/reconciliation/sandbox');
      expect(header(text, 'Difference')).to.not.equal('').and.to.not.include('href=');
    });
  });
});
