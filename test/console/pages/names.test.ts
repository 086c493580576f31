/** Pages of the console call objects by their names. */
import { expect } from 'chai';
import { createConsoleClient, visibleText } from '../console-client.ts';
import type { ConsoleClient } from '../console-client.ts';
import { startConsole } from '../console-world.ts';
import type { ConsoleWorld } from '../console-world.ts';

/** IDs of objects that have a name. Requests and some keys have none. */
const IDS = /\b(?:usr|wal|trf|da|dep|pa|qt|we|evt|whd|prp|opt|int)_[0-9A-Za-z]{8}/g;

describe('The console names', () => {
  let world: ConsoleWorld;
  let admin: ConsoleClient;
  before(async () => {
    world = await startConsole();
    admin = createConsoleClient(world.service.url);
    await admin.signIn(world.tokens.admin);
    const { service, wallet_id, held_id, user_id, proposal_id } = world;
    const reason = { code: 'other', message: 'Not as agreed.' };
    for (const [path, body] of [
      [`wallets/${wallet_id}/freeze`, { reason: 'A call.' }],
      [`transfers/${held_id}/review`, { outcome: 'rejected', reason }],
      [`users/${user_id}/notes`, { text: 'A note.' }],
      [`proposals/${proposal_id}/withdraw`, {}],
    ] as const)
      expect((await service.admin.post(`/operator/v1/${path}`, body)).status, path).to.be.below(300);
  });
  after(() => world.close());

  const shown = async (path: string): Promise<string> => visibleText(await admin.get(path));

  it('the people, sums, proposals, and operators that actions are about', async () => {
    const text = await shown('/console/activity');
    expect(text).to.include('bank EFT USD → Ada 5.00 USD').and.to.include('Add user note Ada done');
    expect(text).to.include('Freeze wallet A call. Ada points wallet').and.to.include('Robin viewer');
    expect(text).to.include('Withdraw proposal Grant a reward 60,000.00 points');
    expect(text.match(IDS)).to.equal(null);
    expect((await admin.get('/console/activity')).text).to.include(`title="${world.held_id}"`);
  });

  it('the objects of a timeline', async () => {
    const text = await shown(`/console/users/${world.user_id}?tab=history`);
    expect(text).to.include('Ada points wallet').and.to.include('1,840.00 points');
    expect(text.replaceAll(world.user_id, '').match(IDS)).to.equal(null);
  });

  it('the endpoints of deliveries by their URLs', async () => {
    const { receiver, webhook_delivery_id, webhook_endpoint_id, transfer_id } = world;
    const list = await shown('/console/deliveries');
    expect(list).to.include(`${receiver.url}/hooks`);
    expect(list.match(IDS)).to.equal(null);
    expect(await shown(`/console/transfers/${transfer_id}`)).to.include(`to ${receiver.url}/hooks`);
    const details = await shown(`/console/deliveries/${webhook_delivery_id}`);
    expect(details).to.include(`${receiver.url}/hooks ${webhook_endpoint_id}`);
  });

  it('deposit accounts by their rails, and people in the columns that are shown on demand', async () => {
    const { integrator_id, user_id, deposit_account_id } = world;
    const accounts = await admin.get(`/console/users/${user_id}?tab=accounts`);
    expect(accounts.text).to.match(new RegExp(`title="${deposit_account_id}"\\s*>Bank EFT USD</a`));
    const deposits = await shown(`/console/books/${integrator_id}/sandbox/deposits`);
    expect(deposits.match(IDS)).to.equal(null);
    const { text } = await admin.get('/console/transfers?columns=sender&columns=recipient');
    expect(text).to.match(new RegExp(`data-label="Sender".*title="${user_id}"\\s*>Ada</a`, 's'));
  });

  it('what other objects name', async () => {
    const { text } = await admin.get(`/console/records/${world.payout_account_id}`);
    expect(text).to.match(new RegExp(`title="${world.user_id}"\\s*>Ada</a`));
    const person = createConsoleClient(world.service.url);
    await person.signIn(world.tokens.viewer);
    const masked = visibleText(await person.get('/console/activity'));
    expect(masked).to.not.match(/\bAda\b/);
  });
});
