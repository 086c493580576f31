import { expect } from 'chai';
import { createClient } from '../../packages/client/src/index.ts';
import type { Client, User } from '../../packages/client/src/index.ts';
import { startMemoryApp } from '../support/memory-app.ts';
import type { MemoryApp } from '../support/memory-app.ts';

describe('A list of the client', () => {
  let app: MemoryApp;
  let ledger: Client;
  let paths: string[];
  /** Oldest first. */
  const users: User[] = [];
  before(async () => {
    app = await startMemoryApp();
    ledger = createClient({
      ...{ baseUrl: app.url, apiKey: app.keys.sandbox },
      fetch: (input, init) => {
        paths.push((input as string).slice(app.url.length));
        return fetch(input, init);
      },
    });
    paths = [];
    for (const external_reference of ['a', 'b', 'c', 'd', 'e'])
      users.push(await ledger.users.create({ type: 'individual', external_reference }));
  });
  beforeEach(() => (paths = []));
  after(() => app.close());

  const referencesOf = async (list: AsyncIterable<User>): Promise<string> => {
    let text = '';
    for await (const { external_reference } of list) text += external_reference;
    return text;
  };
  const idOf = (reference: string): string =>
    users.find(({ external_reference }) => external_reference === reference)?.id ?? '';

  it('yields every object, from the newest to the oldest, over any number of pages', async () => {
    for (const limit of [1, 2, 5, 100])
      expect(await referencesOf(ledger.users.list({ limit })), String(limit)).to.equal('edcba');
    expect(await referencesOf(ledger.users.list())).to.equal('edcba');
    expect(await referencesOf(ledger.users.list({ limit: 2, starting_after: idOf('d') }))).to.equal('cba');
    expect(await referencesOf(ledger.users.list({ starting_after: idOf('a') }))).to.equal('');
  });

  it('yields newer objects in the order of creation', async () => {
    for (const limit of [1, 2, 5, 100]) {
      const list = ledger.users.list({ limit, ending_before: idOf('b') });
      expect(await referencesOf(list), String(limit)).to.equal('cde');
    }
    expect(await referencesOf(ledger.users.list({ ending_before: idOf('e') }))).to.equal('');
  });

  it('requests no page before it is needed', async () => {
    const list = ledger.users.list({ limit: 2 });
    expect(paths).to.have.length(0);
    for await (const { external_reference } of list) if (external_reference === 'e') break;
    expect(paths).to.deep.equal(['/v1/users?limit=2']);
  });

  it('has page objects that lead to the next one', async () => {
    const first = await ledger.users.list({ limit: 3 });
    expect(first.data.map(({ id }) => id)).to.deep.equal(['e', 'd', 'c'].map(idOf));
    expect(first.has_more).to.equal(true);
    const second = await first.nextPage();
    expect(second?.data.map(({ id }) => id)).to.deep.equal(['b', 'a'].map(idOf));
    expect(second?.has_more).to.equal(false);
    expect(await second?.nextPage()).to.equal(undefined);

    // Each page is newest first, in both directions.
    const newer = await ledger.users.list({ limit: 2, ending_before: idOf('a') });
    expect(newer.data.map(({ id }) => id)).to.deep.equal(['c', 'b'].map(idOf));
    const newest = await newer.nextPage();
    expect(newest?.data.map(({ id }) => id)).to.deep.equal(['e', 'd'].map(idOf));

    const sizes: number[] = [];
    for await (const { data } of ledger.users.list({ limit: 2 }).pages()) sizes.push(data.length);
    expect(sizes).to.deep.equal([2, 2, 1]);
  });

  it('keeps its filter on every page', async () => {
    const query = { limit: 1, status: 'active', kyc_status: 'not_started' } as const;
    await referencesOf(ledger.users.list(query, { consistency: 'eventual' }));
    expect(paths).to.have.length(5);
    for (const path of paths) expect(path).to.contain('status=active&kyc_status=not_started');
  });

  it('rejects when a page is refused', async () => {
    const error: unknown = await ledger.users.list({ limit: 0 }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).to.include({ name: 'LedgerError', code: 'malformed_request' });
  });
});
