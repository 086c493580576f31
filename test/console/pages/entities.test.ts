import { expect } from 'chai';
import { createConsoleClient, flashOf, visibleText } from '../console-client.ts';
import type { ConsoleClient } from '../console-client.ts';
import { startConsole } from '../console-world.ts';
import type { ConsoleWorld } from '../console-world.ts';
import { expectBody, fundedWallet, newWallet, transferBody } from '../../support/api-steps.ts';
import { startTestService } from '../../support/service.ts';
import { startServicePair } from '../../support/service-pair.ts';
import { waitFor } from '../../support/wait-for.ts';

describe('People on pages of the console', () => {
  let world: ConsoleWorld;
  let admin: ConsoleClient;
  let viewer: ConsoleClient;
  before(async () => {
    world = await startConsole();
    [admin, viewer] = [createConsoleClient(world.service.url), createConsoleClient(world.service.url)];
    await admin.signIn(world.tokens.admin);
    await viewer.signIn(world.tokens.viewer);
  });
  after(() => world.close());

  it('names both sides of a transfer in lists and on its page, with amount and state in the title', async () => {
    const list = `/console/books/${world.integrator_id}/sandbox/transfers`;
    const page = `/console/transfers/${world.transfer_id}`;
    for (const path of [list, page]) {
      expect(visibleText(await admin.get(path)), path).to.include('Ada → Ada');
      expect(visibleText(await viewer.get(path)), path).to.include('A•••• → A••••');
    }
    expect((await admin.get(page)).heading).to.equal('1,840.00 points, completed');
    expect(visibleText(await admin.get(page))).to.include('Flow of money');
  });

  it('shows each movement of a transfer once, with its effect on each bucket', async () => {
    const text = visibleText(await admin.get(`/console/transfers/${world.transfer_id}`));
    const movements = text.slice(text.indexOf('Movements'), text.indexOf('Debits and credits'));
    // 750.00 of the amount are earned points, which are spent first.
    expect(movements).to.match(/Ada points wallet Transfer .* −1,840\.00 points — −1,090\.00 points/);
    expect(movements).to.match(/\+1,840\.00 points — \+1,090\.00 points/);
    const held = visibleText(await admin.get(`/console/transfers/${world.held_id}`));
    expect(held).to.match(/points wallet .* — \+[\d,.]+ points — /);
    expect(text).to.include('Debits and credits');
  });

  it('shows each movement of a wallet once, with the other side and what of it is cashable', async () => {
    const { sandbox } = world.service;
    const wallet = await fundedWallet(sandbox, { cashable: '1000.00', earned: '20.00' });
    const body = transferBody(wallet.id, world.wallet_id, '80.00');
    const { id } = expectBody(await sandbox.post('/v1/transfers', body), 201);
    const page = await admin.get(`/console/wallets/${wallet.id}`);
    expect(page.text).to.include(`/console/transfers/${id}`);
    const history = visibleText(page).split('Balance after Time')[1] ?? '';
    expect(history).to.match(
      /^ Ada points wallet Transfer −80\.00 points of this 60\.00 points cashable 940\.00 points /,
    );
    expect(history).to.match(/Reward \+20\.00 points 1,020\.00 points/);
    expect(history).to.match(
      /Deposit .*\+1,000\.00 points of this 1,000\.00 points cashable 1,000\.00 points/,
    );
    const held = expectBody(
      await sandbox.post('/v1/transfers', transferBody(wallet.id, world.wallet_id, '909.09')),
      201,
    );
    expect(held.state).to.equal('in_review');
    expect(visibleText(await admin.get(`/console/wallets/${wallet.id}`))).to.match(
      /Time Ada points wallet Transfer .*now in review −909\.09 points .*\+909\.09 points pending/,
    );
  });

  it('has the requests and the deliveries of a transfer in its timeline', async () => {
    const { sandbox } = world.service;
    const from = await fundedWallet(sandbox, { cashable: '100.00' });
    const body = transferBody(from.id, (await newWallet(sandbox)).id, '1.00');
    const { id } = expectBody(await sandbox.post('/v1/transfers', body), 201);
    const path = `/console/transfers/${id}`;
    const entries = await waitFor('the deliveries', async () => {
      const text = visibleText(await admin.get(path));
      const timeline = text.slice(text.indexOf('Timeline Events'));
      return /webhook\s+State changed\s+succeeded/.test(timeline) ? timeline : undefined;
    });
    expect(entries)
      .to.match(/request\s+POST \/v1\/transfers\s+201/)
      .and.to.match(/status 200/);
    expect(entries.indexOf('POST /v1/transfers')).to.be.lessThan(entries.indexOf('Transfer created'));
    expect(entries).to.match(/API key/);
  });

  it('has a timeline of a user with events and actions of operators, and the deposits', async () => {
    const hold = { reason: 'A court asked for it.' };
    const path = `/operator/v1/wallets/${world.wallet_id}`;
    expectBody(await world.service.admin.post(`${path}/freeze`, hold), 200);
    await waitFor('the sentence', async () => {
      const wallet = visibleText(await admin.get(`/console/wallets/${world.wallet_id}`));
      return /Frozen by .+ at \d\d:\d\d UTC: A court asked for it\. Unfreeze it/.test(wallet) || undefined;
    });
    expectBody(await world.service.admin.post(`${path}/unfreeze`, { reason: 'It was lifted.' }), 200);
    const page = `/console/users/${world.user_id}`;
    const text = visibleText(await admin.get(`${page}?tab=history`));
    const timeline = text.slice(text.indexOf('Timeline Newest first'));
    expect(timeline).to.include('User created').and.to.include('Wallet opened').and.to.include('API key');
    expect(timeline)
      .to.match(/operator\s+Freeze wallet\s+done/)
      .and.to.include('A court asked for it.');
    expect(timeline).to.match(/through\s+the API\s+from 127\.0\.0\.1/);
    const accounts = visibleText(await admin.get(`${page}?tab=accounts`));
    expect(accounts).to.match(/Deposits .*bank EFT .*12,500|Deposits .*125\.00/);
    const other = visibleText(await viewer.get(`${page}?tab=history`));
    expect(other).to.include('Freeze wallet').and.to.not.include('from 127.0.0.1');
  });

  it('lists who saw personal data of a user, and nobody who saw it masked', async () => {
    const page = `/console/users/${world.user_id}`;
    await viewer.get(page);
    await admin.get(page);
    const readers = await waitFor('the reader', async () => {
      const text = visibleText(await admin.get(`${page}?tab=history`));
      const panel = text.slice(text.indexOf('Who saw this customer'));
      return panel.includes('the console') ? panel : undefined;
    });
    expect(readers).to.match(/Robin admin .*the console \d/);
    expect(readers).to.not.include('Robin viewer');
    const timeline = visibleText(await admin.get(`${page}?tab=history`));
    expect(timeline.slice(0, timeline.indexOf('Who saw'))).to.not.include('View personal data');
  });

  it('shows what a user has sent of its limits', async () => {
    const text = visibleText(await admin.get(`/console/users/${world.user_id}`));
    expect(text).to.include('1,840.00 of 5,000,000.00 points');
    expect(text).to.include('2,500.00 of 50,000,000.00 points');
  });

  it('draws the balance of a user from its history, as far back as it goes', async () => {
    const service = await startTestService();
    try {
      const wallet = await fundedWallet(service.sandbox, { cashable: '500.00' });
      const to = await newWallet(service.sandbox);
      const body = transferBody(wallet.id, to.id, '120.00');
      expectBody(await service.sandbox.post('/v1/transfers', body), 201);
      const console = createConsoleClient(service.url);
      await console.signIn(service.credentials.operator_token);
      const { text } = await console.get(`/console/users/${wallet.user_id}`);
      expect(text).to.include('Available points. Points: lowest 380, highest 500, last 380.');
      const received = await console.get(`/console/users/${to.user_id}`);
      expect(received.text).to.include('Available points. Points: lowest 120, highest 120, last 120.');
    } finally {
      await service.close();
    }
  });

  it('adds a note, which a role without personal data cannot read', async () => {
    const path = `/console/users/${world.user_id}`;
    const page = await admin.performAction(`${path}/notes/new`, { text: 'Called. Will write.' });
    expect(flashOf(page)).to.equal('The note was added.');
    expect(page.text).to.include('Called. Will write.');
    const masked = visibleText(await viewer.get(path));
    expect(masked).to.include('Your role may not see the text.').and.not.to.include('Called.');
    expect((await viewer.get(`${path}/notes/new`)).status).to.equal(403);
  });
});

describe('The page of a user on two nodes', () => {
  it('shows the limits that requests to the other node have just used', async () => {
    const pair = await startServicePair();
    try {
      const [here, there] = pair.nodes;
      const console = createConsoleClient(there.url);
      await console.signIn(pair.operatorToken);
      const from = await fundedWallet(here.sandbox, { cashable: '900.00' });
      const to = await newWallet(here.sandbox);
      const limits = async (): Promise<string> => {
        const text = visibleText(await console.get(`/console/users/${from.user_id}`));
        return text.slice(text.indexOf('Limits used'));
      };
      // From now on, both nodes have the book in memory.
      expect(await limits()).to.match(/^Limits used Sent to other users, 24 hours 0\.00 of /);
      expectBody(await here.sandbox.post('/v1/transfers', transferBody(from.id, to.id, '123.45')), 201);
      expect(await limits()).to.match(/^Limits used Sent to other users, 24 hours 123\.45 of /);
    } finally {
      await pair.close();
    }
  });
});
