/** Sandboxes that their integrator has reset, in the console. */
import { expect } from 'chai';
import { expectBody, newUser } from '../../support/api-steps.ts';
import { createConsoleClient, visibleText } from '../console-client.ts';
import type { ConsoleClient } from '../console-client.ts';
import { startConsole } from '../console-world.ts';
import type { ConsoleWorld } from '../console-world.ts';

describe('The console after a reset of a sandbox', () => {
  let world: ConsoleWorld;
  let admin: ConsoleClient;
  let current: string;
  before(async () => {
    world = await startConsole();
    const { sandbox } = world.service;
    expectBody(await sandbox.post('/v1/sandbox/reset'), 200);
    current = (await newUser(sandbox)).id;
    admin = createConsoleClient(world.service.url);
    expect((await admin.signIn(world.tokens.admin)).status).to.equal(303);
  });
  after(() => world.close());

  const book = (name: string): string => `/console/books/${world.integrator_id}/${name}`;

  it('shows the current sandbox by default', async () => {
    const users = await admin.get(`${book('sandbox')}/users`);
    expect(users.text).to.include(current).and.to.not.include(world.user_id);
    const integrator = visibleText(await admin.get(`/console/integrators/${world.integrator_id}`));
    expect(integrator).to.match(/Sandbox book .*In circulation 0\.00 points/);
  });

  it('lists former sandboxes of an integrator, with their balances and objects', async () => {
    const { text } = await admin.get(`/console/integrators/${world.integrator_id}`);
    expect(text).to.include(`href="${book('sandbox.1')}"`);
    const balances = visibleText(await admin.get(book('sandbox.1')));
    expect(balances).to.include('former sandbox 1').and.to.include('Available balance of all wallets');
    const wallet = await admin.get(`/console/wallets/${world.wallet_id}`);
    expect(wallet.status).to.equal(200);
    expect(visibleText(wallet)).to.include('former sandbox 1');
    expect(wallet.text).to.include(book('sandbox.1'));
  });

  it('lists and exports the users, transfers, and deposits of a former sandbox', async () => {
    const users = await admin.get(`${book('sandbox.1')}/users`);
    expect(users.text).to.include(world.user_id).and.to.not.include(current);
    expect(users.text).to.include(`href="${book('sandbox.1')}/deposits"`);
    const transfers = await admin.get(`${book('sandbox.1')}/transfers?kind=user_to_user`);
    expect(transfers.text).to.include(world.transfer_id).and.to.not.include(world.offramp_id);
    expect(visibleText(await admin.get(`${book('sandbox.1')}/deposits`))).to.include('completed');
    const exported = await admin.get(`${book('sandbox.1')}/users/export`);
    expect(exported.text).to.include(world.user_id).and.to.not.include(current);
    expect((await admin.get(`${book('sandbox')}/users`)).text).to.not.include(world.user_id);
  });

  it('leaves their objects out of the lists of all books', async () => {
    const users = await admin.get('/console/users');
    expect(users.text).to.include(current).and.to.not.include(world.user_id);
    expect((await admin.get('/console/transfers')).text).to.not.include(world.transfer_id);
  });

  it('has no page for a sandbox that was not replaced', async () => {
    for (const name of ['sandbox.2', 'sandbox.3', 'sandbox.0', 'production.1'])
      expect((await admin.get(book(name))).status, name).to.equal(404);
  });
});
