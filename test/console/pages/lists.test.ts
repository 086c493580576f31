/** Lists of the console: filters in the URL, and what each list says. */
import { expect } from 'chai';
import { consoleRoutes } from '../../../src/console/routes.ts';
import { createConsoleClient, visibleText } from '../console-client.ts';
import type { ConsoleClient } from '../console-client.ts';
import { addBreaks, startConsole } from '../console-world.ts';
import type { ConsoleWorld } from '../console-world.ts';

/** Forms about an object of a book, or about an environment. */
const IN_ONE_ENVIRONMENT =
  /\{(?:environment|user_id|wallet_id|transfer_id|key_id|webhook_endpoint_id|proposal_id)\}/;

describe('A list of the console', () => {
  let world: ConsoleWorld;
  let break_id: string;
  let admin: ConsoleClient;
  let viewer: ConsoleClient;
  before(async () => {
    world = await startConsole();
    break_id = await addBreaks(world);
    admin = createConsoleClient(world.service.url);
    await admin.signIn(world.tokens.admin);
    viewer = createConsoleClient(world.service.url);
    await viewer.signIn(world.tokens.viewer);
  });
  after(() => world.close());

  it('of transfers has those that match all filters, and links that remove each', async () => {
    const { transfer_id, offramp_id, integrator_id } = world;
    const all = await admin.get('/console/transfers');
    expect(all.text).to.include(transfer_id).and.to.include(offramp_id);
    const today = new Date().toISOString().slice(0, 10);
    const filters = `kind=user_to_user&amount_min=1%2C840&amount_max=1840.00&from=${today}&to=${today}`;
    const found = await admin.get(`/console/transfers?${filters}&integrator_id=${integrator_id}`);
    expect(found.text).to.include(transfer_id).and.to.not.include(offramp_id);
    expect(visibleText(found))
      .to.include('Kind: Transfer')
      .and.to.include(`First day: ${today}`)
      .and.to.include('Integrator: demo');
    const links = [...found.text.matchAll(/class="chip" href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(links).to.have.length(6);
    for (const link of links) expect(link).to.not.match(/after=|before=/);
    const withoutKind = links.find((each) => !each.includes('kind='));
    expect(withoutKind).to.include('amount_min=');
  });

  it('keeps the values in its form', async () => {
    const { text } = await admin.get('/console/transfers?state=in_review&rail=old_bank&from=2026-01-02');
    expect(text).to.match(/<option value="in_review" selected\s*>In review/);
    // A rail that is not configured any more is still a filter.
    expect(text).to.match(/<option value="old_bank" selected/);
    expect(text).to.match(/type="date"[^>]*value="2026-01-02"/s);
  });

  it('has links to periods, which keep the other filters and say which one is chosen', async () => {
    const linkOf = (text: string, label: string): string =>
      new RegExp(`<a\\s+href="([^"]+)"[^>]*>\\s*${label}\\s*</a`).exec(text)?.[1]?.replaceAll('&amp;', '&') ??
      '';
    const { text } = await admin.get('/console/transfers?kind=user_to_user');
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
    expect(linkOf(text, 'Yesterday')).to.equal(
      `/console/transfers?kind=user_to_user&from=${yesterday}&to=${yesterday}`,
    );
    const week = await admin.get(linkOf(text, 'Last 7 days'));
    expect(week.text).to.match(/aria-current="true"[^>]*>\s*Last 7 days/);
    expect(visibleText(week)).to.include('Ada → Ada');
    expect(visibleText(await admin.get(linkOf(text, 'Yesterday')))).to.include('Nothing matches the filters');
  });

  it('is limited by the switch of environments, which the rows then do not repeat', async () => {
    const all = await admin.get('/console/transfers');
    expect(all.text).to.not.include('data-environment=');
    expect(all.text).to.match(/href="\/console\/transfers"\s+aria-current="true"\s*>All</);
    expect(all.text).to.include('href="/console/transfers?environment=sandbox"');
    const badge = /<span class="badge"[^>]*>sandbox</;
    expect(all.text).to.match(badge);
    const sandbox = await admin.get('/console/transfers?environment=sandbox');
    expect(sandbox.text).to.include('data-environment="sandbox"').and.to.not.match(badge);
    expect(sandbox.text)
      .to.include('href="/console/users?environment=sandbox"')
      .and.to.include('href="/console/reconciliation/sandbox"')
      .and.to.include('href="/console?environment=sandbox"');
    const breaks = await admin.get('/console/reconciliation/sandbox/breaks');
    expect(breaks.text).to.match(/href="\/console\/reconciliation\/production\/breaks"\s*>Production</);
    const transfer = await admin.get(`/console/transfers/${world.transfer_id}`);
    expect(transfer.text).to.include('data-environment="sandbox"');
    expect(transfer.text).to.match(/href="\/console\?environment=production"\s*>Production</);
  });

  it('is not offered on pages about both environments, and forms show the environment of their object', async () => {
    for (const path of ['/console/tokens', '/console/health', '/console/integrators'])
      expect((await admin.get(path)).text, path).to.not.include('class="environments"');
  });

  it('leads to forms that say in which environment they take effect', async () => {
    const { user_id, wallet_id, held_id, key_id, webhook_endpoint_id, webhook_delivery_id, proposal_id } =
      world;
    const ids: Readonly<Record<string, string>> = {
      ...{ user_id, wallet_id, key_id, webhook_endpoint_id, webhook_delivery_id, proposal_id },
      ...{ transfer_id: held_id, environment: 'sandbox', rail: 'bank_eft', item_id: break_id },
    };
    const paths = consoleRoutes
      .filter(({ path, post }) => post !== undefined && IN_ONE_ENVIRONMENT.test(path))
      .map(({ path }) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name));
    let forms = 0;
    for (const path of [...paths, `/console/reviews/decide?outcome=approved&id=${held_id}`]) {
      const { status, text } = await admin.get(path);
      // Some objects are not in this world, and nothing is selected for others.
      if (status === 404 || !text.includes('name="once"')) continue;
      expect(text, path)
        .to.include('data-environment="sandbox"')
        .and.to.match(/Takes effect in .*sandbox/);
      forms++;
    }
    expect(forms).to.be.above(20);
  });

  it('of transfers says what the filters select in all, once there are some', async () => {
    const { integrator_id } = world;
    const found = await admin.get(`/console/transfers?kind=user_to_user&integrator_id=${integrator_id}`);
    expect(visibleText(found)).to.include('1 transfer, 1,840.00 points in all');
    expect(visibleText(await admin.get('/console/transfers'))).to.not.include('in all');
  });

  it('shows more columns on demand, and keeps them with its filters and its order', async () => {
    const own = await admin.get('/console/transfers?kind=offramp');
    expect(own.text).to.not.include('data-label="Version"').and.to.not.include('data-label="Last change"');
    expect(own.text).to.match(/name="columns" value="last_change"\s*\/>\s*Last change/);
    const { text } = await admin.get('/console/transfers?kind=offramp&columns=version&columns=last_change');
    expect(text).to.include('data-label="Version"').and.to.include('data-label="Last change"');
    expect(text).to.not.include('data-label="Sender"');
    expect(text).to.match(/value="version"\s+checked/);
    const kept = 'columns=version&amp;columns=last_change';
    expect(text).to.include(`?kind=offramp&amp;${kept}&amp;order=oldest`);
    expect(text).to.include(`class="chip" href="/console/transfers?${kept}"`);
    for (const name of ['version', 'last_change'])
      expect(text).to.include(`<input type="hidden" name="columns" value="${name}" />`);
    const book = `/console/books/${world.integrator_id}/sandbox/users?columns=email`;
    expect((await admin.get(book)).text).to.include('data-label="Email"');
    for (const path of [
      '/console/reviews',
      '/console/reviews/identities',
      '/console/reconciliation/sandbox/breaks',
    ])
      expect((await admin.get(path)).text, path).to.include('aria-label="Columns"');
    const reviews = await admin.get('/console/reviews?columns=rail&columns=country');
    expect(reviews.text).to.include('data-label="Rail"').and.to.include('data-label="Country"');
  });

  it('says what to do when nothing matches', async () => {
    const page = await admin.get('/console/transfers?state=undeliverable&reference=nothing+like+it');
    expect(visibleText(page)).to.include('Nothing matches the filters Remove one of them');
    expect(page.text).to.include('href="/console/transfers"');
  });

  it('begins with the oldest on request, and has links to both neighbors of a page', async () => {
    const ids = ({ text }: { text: string }): readonly string[] => [
      ...new Set([...text.matchAll(/href="\/console\/transfers\/(trf_\w+)"/g)].map(([, id = '']) => id)),
    ];
    const newest = ids(await admin.get('/console/transfers'));
    const oldest = ids(await admin.get('/console/transfers?order=oldest'));
    expect(oldest).to.deep.equal(newest.toReversed());
    const [, second = '', third = ''] = newest;
    const page = await admin.get(`/console/transfers?after=${second}`);
    expect(ids(page)[0]).to.equal(third);
    expect(page.text).to.include(`rel="prev" href="/console/transfers?before=${third}"`);
    const back = await admin.get(`/console/transfers?before=${third}`);
    expect(ids(back)).to.deep.equal(newest.slice(0, 2));
    expect(back.text).to.include(`rel="next" href="/console/transfers?after=${second}"`);
  });

  it('of users shows names only to roles that may see them', async () => {
    expect(visibleText(await admin.get('/console/users?kyc_status=approved'))).to.include('Ada');
    const masked = visibleText(await viewer.get('/console/users'));
    expect(masked).to.include('A••••').and.to.not.include('Ada');
  });

  it('of a book has its objects, and no filter for the integrator', async () => {
    const book = `/console/books/${world.integrator_id}/sandbox`;
    const users = await admin.get(`${book}/users?status=active`);
    expect(users.text).to.include(world.user_id).and.to.not.include('name="integrator_id"');
    expect(visibleText(await admin.get(`/console/books/${world.integrator_id}/production/users`))).to.include(
      'No users yet',
    );
    const deposits = await admin.get(`${book}/deposits?state=in_review`);
    expect(deposits.text).to.include(world.held_id).and.to.not.include('name="kind"');
  });

  it('is exported as CSV with its filters', async () => {
    const { transfer_id, offramp_id, integrator_id } = world;
    const page = await admin.get(
      '/console/transfers?kind=offramp&order=oldest&after=trf_01kakz3v000000000000000001',
    );
    expect(page.text).to.include('href="/console/transfers/export?kind=offramp&amp;order=oldest"');
    const file = await admin.get('/console/transfers/export?kind=offramp&order=oldest');
    expect(file.headers.get('content-type')).to.include('text/csv');
    expect(file.headers.get('content-disposition')).to.include('attachment; filename="transfers-');
    expect(file.text).to.include(offramp_id).and.to.not.include(transfer_id);
    const book = `/console/books/${integrator_id}/sandbox`;
    expect((await admin.get(`${book}/users/export`)).text).to.include(world.user_id);
    const deposits = (await admin.get(`${book}/deposits/export`)).text;
    expect(deposits).to.include(',onramp,').and.to.not.include(',offramp,');
    expect((await viewer.get('/console/users/export')).text)
      .to.include('A••••')
      .and.to.not.include('Ada');
    expect((await admin.get('/console/transfers/export?state=done')).status).to.equal(400);
    const log = await admin.get('/console/activity?operation=exportOperatorTransfers');
    expect(visibleText(log)).to.include('kind=offramp');
  });

  it('refuses days and cursors that do not exist', async () => {
    for (const query of ['from=yesterday', 'to=2026-13-40', 'after=1&before=2', 'after=usr_1', 'state=done'])
      expect((await admin.get(`/console/transfers?${query}`)).status, query).to.equal(400);
  });

  it('updates itself, whatever it contains', async () => {
    const { integrator_id, user_id, wallet_id, webhook_endpoint_id } = world;
    const book = `/console/books/${integrator_id}/sandbox`;
    const days = '/console/reconciliation/sandbox';
    for (const path of [
      ...['/console?environment=sandbox', '/console/transfers', '/console/users', '/console/activity'],
      ...[`${book}/users`, `${book}/transfers`, `${book}/deposits`, `/console/users/${user_id}`],
      ...['/console/reviews', '/console/reviews/identities', '/console/proposals', '/console/rails'],
      ...['/console/webhooks', '/console/deliveries', `/console/webhooks/${webhook_endpoint_id}`],
      ...['/console/projections', '/console/health', '/console/tokens', '/console/sessions'],
      ...['/console/integrators', `/console/integrators/${integrator_id}`, `/console/wallets/${wallet_id}`],
      ...[days, `${days}/breaks`, `${days}/days`, '/console/treasury/sandbox'],
    ]) {
      const { text } = await admin.get(path);
      // The script of the console fetches the page again, and replaces what has this attribute.
      expect(text, path).to.match(/data-refresh="\d+"[^>]*>(?:(?!data-refresh)[\s\S])*<tbody/);
    }
  });
});
