import { expect } from 'chai';
import { createConsoleClient, flashOf, visibleText } from '../console-client.ts';
import type { ConsoleClient } from '../console-client.ts';
import { startConsole } from '../console-world.ts';
import type { ConsoleWorld } from '../console-world.ts';

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

  it('shows what a user has sent of its limits', async () => {
    const text = visibleText(await admin.get(`/console/users/${world.user_id}`));
    expect(text).to.include('1,840.00 of 5,000,000.00 points');
    expect(text).to.include('2,500.00 of 50,000,000.00 points');
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
