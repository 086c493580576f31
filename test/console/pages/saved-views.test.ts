/** Saved views of the lists of the console. */
import { expect } from 'chai';
import type { SavedView } from '../../../src/generated/api.ts';
import { expectBody } from '../../support/api-steps.ts';
import { createOperatorClient } from '../../support/client.ts';
import { createConsoleClient, errorSummaryOf, flashOf, visibleText } from '../console-client.ts';
import type { ConsoleClient, ConsoleResponse } from '../console-client.ts';
import { startConsole } from '../console-world.ts';
import type { ConsoleWorld } from '../console-world.ts';

describe('A saved view of a list', () => {
  let world: ConsoleWorld;
  let admin: ConsoleClient;
  let reviewer: ConsoleClient;
  let viewer: ConsoleClient;
  before(async () => {
    world = await startConsole();
    const signedIn = async (role: 'admin' | 'reviewer' | 'viewer'): Promise<ConsoleClient> => {
      const client = createConsoleClient(world.service.url);
      await client.signIn(world.tokens[role]);
      return client;
    };
    [admin, reviewer, viewer] = [
      await signedIn('admin'),
      await signedIn('reviewer'),
      await signedIn('viewer'),
    ];
  });
  after(() => world.close());

  const LIST = '/console/transfers';
  const linkTo = ({ text, path }: ConsoleResponse, label: string): string => {
    const link = new RegExp(`<a[^>]*href="([^"]+)"[^>]*>\\s*${label}\\s*</a`).exec(text)?.[1];
    if (link === undefined) throw new Error(`${path} has no link “${label}”`);
    return link.replaceAll('&amp;', '&');
  };
  const hasLink = ({ text }: ConsoleResponse, label: string): boolean => text.includes(`>${label}</a`);
  const save = async (client: ConsoleClient, query: string, name: string, shared = false) => {
    const form = linkTo(await client.get(`${LIST}${query}`), 'Save as a view');
    return client.performAction(form, { name, shared: String(shared) });
  };

  it('keeps filters, order, and columns under a name, and is opened from the list', async () => {
    expect(visibleText(await viewer.get('/console/deliveries'))).to.include('A view keeps filters, order');
    const query = '?kind=offramp&amount_min=1000&order=oldest&columns=version&columns=last_change';
    const form = linkTo(await viewer.get(`${LIST}${query}&state=`), 'Save as a view');
    const shown = await viewer.performAction(form, { name: 'Large payouts', shared: 'false' });
    expect(flashOf(shown)).to.equal('The view “Large payouts” is saved.');
    expect(shown.path).to.match(
      /^\/console\/transfers\?kind=offramp&amount_min=1000&order=oldest&col.*&view=svw_/,
    );
    expect(linkTo(await viewer.get(LIST), 'Large payouts')).to.equal(shown.path);
    const opened = await viewer.get(shown.path);
    expect(opened.text).to.include(world.offramp_id).and.to.not.include(world.transfer_id);
    expect(opened.text)
      .to.include('data-label="Version"')
      .and.to.match(/aria-sort="ascending"/);
    expect(visibleText(opened)).to.include('Kind: Payout').and.to.include('Amount from: 1000');
    // The filters of the form keep the view, and removing all of them leaves it.
    expect(opened.text).to.match(/<input type="hidden" name="view" value="svw_\w+" \/>/);
    expect(linkTo(opened, 'Remove all')).to.not.include('view=');
    expect(hasLink(await viewer.get('/console/users'), 'Large payouts')).to.equal(false);
  });

  it('keeps what the review queue is filtered by, for transfers and for identities apart', async () => {
    const queue = '/console/reviews';
    const form = linkTo(await reviewer.get(`${queue}?assigned=nobody&sort=amount_desc`), 'Save as a view');
    const opened = await reviewer.performAction(form, { name: 'Large and free', shared: 'false' });
    expect(opened.path).to.match(/^\/console\/reviews\?assigned=nobody&sort=amount_desc&view=svw_/);
    expect(opened.text)
      .to.match(/aria-current="true"\s*>Not assigned/)
      .and.to.match(/aria-sort="descending"/);
    expect(hasLink(await reviewer.get(queue), 'Large and free')).to.equal(true);
    expect(hasLink(await reviewer.get(`${queue}/identities`), 'Large and free')).to.equal(false);
  });

  it('is seen by its operator only, unless it is shared', async () => {
    await save(reviewer, '?state=in_review', 'My reviews');
    await save(reviewer, '?state=completed', 'Done', true);
    const other = await admin.get(LIST);
    expect(hasLink(other, 'My reviews')).to.equal(false);
    expect(visibleText(other)).to.include('Shared views Done by Robin reviewer');
    expect(visibleText(await reviewer.get(LIST)))
      .to.include('Done shared')
      .and.to.include('My reviews');
  });

  it('is changed and removed by its owner, and a shared one by admins too', async () => {
    await save(reviewer, '?state=failed', 'Failed', true);
    const shown = await viewer.get(linkTo(await viewer.get(LIST), 'Failed'));
    expect(hasLink(shown, 'Change this view')).to.equal(false);
    const path = `/console/views/${/view=(svw_\w+)/.exec(shown.path)?.[1]}`;
    const denied = await viewer.submitForm(path, { name: 'Mine', shared: 'false' });
    expect(denied.status).to.equal(422);
    expect(errorSummaryOf(denied)).to.include('Only its owner and admins can change a shared view.');

    const opened = await admin.get(`${shown.path}&kind=offramp`);
    const changing = linkTo(opened, 'Change this view');
    expect(visibleText(await admin.get(changing)))
      .to.include('All operators see this view of Robin reviewer.')
      .and.to.include('Only Robin reviewer')
      .and.to.include('As the list shows them now');
    const query = 'state=failed&kind=offramp';
    const changed = await admin.performAction(changing, { name: 'Failed payouts', shared: 'true', query });
    expect(flashOf(changed)).to.equal('The view “Failed payouts” is changed.');
    expect(linkTo(await reviewer.get(LIST), 'Failed payouts')).to.include(`${query}&view=`);
    expect(visibleText(await admin.get(path))).to.not.include('As the list shows them now');

    const removed = await reviewer.performAction(linkTo(changed, 'Remove it'), {});
    expect(flashOf(removed)).to.equal('The view “Failed payouts” is removed.');
    expect(removed.path).to.equal(LIST);
    expect(hasLink(removed, 'Failed payouts')).to.equal(false);
    expect((await reviewer.get(path)).status).to.equal(404);
    // A link to it still opens the list.
    expect((await reviewer.get(shown.path)).status).to.equal(200);
  });

  it('opens without what the list does not have any more, and says so', async () => {
    const api = createOperatorClient(world.service.url, world.tokens.viewer);
    const query = 'kind=offramp&state=parked&color=red&sort=weight&columns=version&columns=smell';
    const body = { page: LIST, name: 'From an earlier release', query };
    const { id }: SavedView = expectBody(await api.post('/operator/v1/saved_views', body), 201);
    const opened = await viewer.get(`${LIST}?${query}&view=${id}`);
    expect(opened.status).to.equal(200);
    expect(visibleText(opened))
      .to.include('This list does not have everything that the view was saved with.')
      .and.to.include('Left out: State: parked, Color: red, Sort: weight, Columns: smell.')
      .and.to.include('Kind: Payout');
    expect(opened.text).to.include(world.offramp_id).and.to.include('data-label="Version"');
    expect(opened.text).to.include('href="/console/transfers/export?kind=offramp&amp;columns=version&amp;');
    const changed = new URLSearchParams(linkTo(opened, 'Change this view').split('?')[1]).get('query');
    expect(changed).to.equal('kind=offramp&columns=version');
    // Without the view it is a mistake in the address.
    expect((await viewer.get(`${LIST}?state=parked`)).status).to.equal(400);
  });

  it('refuses a name that is taken, and pages that are no list', async () => {
    await save(viewer, '?kind=onramp', 'Deposits');
    const form = linkTo(await viewer.get(`${LIST}?kind=onramp`), 'Save as a view');
    const refused = await viewer.submitForm(form, { name: 'Deposits', shared: 'false' });
    expect(errorSummaryOf(refused)).to.include('Another view of the list is called “Deposits” already.');
    const empty = await viewer.submitForm(form, { name: '', shared: 'false' });
    expect(errorSummaryOf(empty)).to.include('Enter a value for “Name”');
    for (const page of [
      '',
      'https://example.com',
      '//example.com/x',
      '/console//example.com',
      'javascript:x',
    ])
      expect((await viewer.get(`/console/views/new?page=${encodeURIComponent(page)}`)).status, page).to.equal(
        400,
      );
  });

  it('is offered by the lists of a book, of breaks, and of deliveries', async () => {
    const { integrator_id, webhook_endpoint_id } = world;
    for (const path of [
      `/console/books/${integrator_id}/sandbox/deposits`,
      '/console/reconciliation/sandbox/breaks?assigned=me',
      `/console/webhooks/${webhook_endpoint_id}`,
      '/console/activity?result=done',
      '/console/users',
    ]) {
      const form = linkTo(await admin.get(path), 'Save as a view');
      const shown = await admin.performAction(form, { name: 'Here', shared: 'false' });
      expect(shown.path).to.include(path).and.to.include('view=svw_');
      expect(shown.text, path)
        .to.match(/aria-current="true"\s*>Here</)
        .and.to.not.include('Left out');
    }
  });
});
