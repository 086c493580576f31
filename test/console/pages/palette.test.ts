/** The search field: pages and actions by name. */
import { expect } from 'chai';
import { createConsoleClient } from '../console-client.ts';
import { startConsole } from '../console-world.ts';
import type { ConsoleWorld } from '../console-world.ts';

type Suggestion = { readonly label: string; readonly detail: string; readonly href: string };

describe('The search field of the console', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await startConsole();
  });
  after(() => world.close());

  async function suggestionsFor(role: 'admin' | 'viewer', query: string): Promise<readonly Suggestion[]> {
    const client = createConsoleClient(world.service.url);
    await client.signIn(world.tokens[role]);
    const { text } = await client.get(`/console/search/suggestions?q=${query}`);
    return (JSON.parse(text) as { data: readonly Suggestion[] }).data;
  }

  it('leads to actions and to pages that the navigation does not have', async () => {
    expect(await suggestionsFor('admin', 'import+sandbox')).to.deep.equal([
      {
        label: 'Import a statement, sandbox',
        detail: 'Action',
        href: '/console/reconciliation/sandbox/import',
      },
    ]);
    const found = await suggestionsFor('admin', 'breaks+sandbox');
    expect(found[0]).to.include({ detail: 'Page', href: '/console/reconciliation/sandbox/breaks' });
  });

  it('leads only to what the role permits, and each target exists', async () => {
    expect(await suggestionsFor('viewer', 'import')).to.deep.equal([]);
    const admin = createConsoleClient(world.service.url);
    await admin.signIn(world.tokens.admin);
    const words = ['identity', 'proposals', 'webhook', 'sessions', 'create', 'issue', 'breaks', 'import'];
    for (const word of [...words, 'collect', 'record', 'allocate']) {
      const found = (await suggestionsFor('admin', word)).filter(({ detail }) => /Page|Action/.test(detail));
      expect(found, word).to.have.length.greaterThan(0);
      for (const { href } of found) expect((await admin.get(href)).status, href).to.equal(200);
    }
  });
});
