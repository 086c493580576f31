/** What a list reads does not depend on how many objects there are, whatever its filters are. */
import { expect } from 'chai';
import { COLLECTIONS, WALLET_POSTINGS } from '../../../projections/collections.ts';
import { smallestIdAt } from '../../../src/ledger/ids.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { transferReferenceTerm, transferTerms } from '../../../projections/transfers.ts';
import { expectBody, expectError } from '../../support/api-steps.ts';
import { makeHolder, startMemoryApp, type MemoryApp } from '../../support/memory-app.ts';
import { putWrite } from '../../support/document-store.ts';
import { waitFor } from '../../support/wait-for.ts';

/** Documents that a page may read: those that it compares, one part more, and the user's wallets. */
const READ_MAX = 250 + 25 + 10;
const TRANSFERS = 3_000;

describe('A page of a list', () => {
  const inner = createMemoryDocumentStore();
  let read = 0;
  const count = <Found extends { readonly length: number }>(found: Found): Found => {
    read += found.length;
    return found;
  };
  const documents: DocumentStore = {
    ...inner,
    list: async (...args) => count(await inner.list(...args)),
    getMany: async (...args) => count(await inner.getMany(...args)),
  };
  let app: MemoryApp;
  let payer: { user_id: string; wallet_id: string };
  let payee: typeof payer;
  let other: typeof payer;

  before(async () => {
    app = await startMemoryApp({ documents });
    payer = await makeHolder(app);
    payee = await makeHolder(app);
    other = await makeHolder(app);
    const { scope } = await waitFor('the wallet', () => inner.get(COLLECTIONS.wallets, payer.wallet_id));
    const paid = [
      ...transferTerms({ kind: 'user_to_user', state: 'completed' }),
      ...transferTerms({
        ...{ kind: 'user_to_user', state: 'completed' },
        walletIds: [payer.wallet_id, payee.wallet_id],
      }),
      ...transferTerms({
        ...{ kind: 'user_to_user', state: 'completed' },
        ...{ walletIds: [payer.wallet_id], otherWalletId: payee.wallet_id },
      }),
      transferReferenceTerm('paid'),
    ];
    const failed = [
      ...transferTerms({ kind: 'onramp', state: 'failed' }),
      ...transferTerms({ kind: 'onramp', state: 'failed', walletIds: [other.wallet_id] }),
      transferReferenceTerm('failed'),
    ];
    const writes = Array.from({ length: TRANSFERS }, (_, number) => {
      const id = `trf_01h${String(number).padStart(23, '0')}`;
      const terms = ['every', ...(number % 2 === 0 ? paid : failed)];
      return putWrite(COLLECTIONS.transfers, { id, scope, terms, body: JSON.stringify({ id }) }, 1n);
    });
    await inner.write(writes, new Map());
  });
  after(() => app.close());

  it('of transfers reads a limited number of documents with every combination of filters', async () => {
    const choices: readonly (readonly (readonly [string, string] | undefined)[])[] = [
      [undefined, ['kind', 'user_to_user'], ['kind', 'onramp'], ['kind', 'conversion']],
      [undefined, ['state', 'completed'], ['state', 'failed'], ['state', 'refunded']],
      [undefined, ['wallet_id', payer.wallet_id], ['wallet_id', other.wallet_id]],
      [undefined, ['user_id', payee.user_id], ['user_id', other.user_id], ['user_id', 'usr_none']],
      [undefined, ['integrator_reference', 'paid'], ['integrator_reference', 'none']],
    ];
    const combinations = choices.reduce<readonly (readonly (readonly [string, string])[])[]>(
      (all, values) =>
        all.flatMap((before) => values.map((value) => (value === undefined ? before : [...before, value]))),
      [[]],
    );
    let refused = 0;
    for (const filters of combinations) {
      read = 0;
      const path = `/v1/transfers?${new URLSearchParams(Object.fromEntries(filters)).toString()}`;
      const answer = await app.call('GET', path);
      expect(read, path).to.be.at.most(READ_MAX);
      if (answer.status === 400) {
        refused += 1;
        expect(
          filters.some(([name]) => name === 'integrator_reference'),
          path,
        ).to.equal(true);
        continue;
      }
      const body = expectBody(answer, 200) as { data: unknown[]; has_more: boolean };
      // A page is full if there are more, as clients expect who continue after its last object.
      expect(body.has_more, path).to.equal(body.data.length === 10);
    }
    // Only a reference of many transfers, none of which pass the other filters.
    expect(refused).to.be.greaterThan(0);
    expect(combinations.length).to.be.greaterThan(500);
  });

  it('is not read to refuse a statement as a file with too many entries', async () => {
    const { scope = '' } = (await inner.get(COLLECTIONS.wallets, other.wallet_id)) ?? {};
    const month = new Date().toISOString().slice(0, 7);
    const from = Date.parse(`${month}-01T00:00:00Z`);
    const writes = Array.from({ length: 10_001 }, (_, number) => {
      const id = `${smallestIdAt('whe', from).slice(0, -8)}${String(number).padStart(8, '0')}`;
      return putWrite(WALLET_POSTINGS, { id, scope, terms: [`wallet:${other.wallet_id}`], body: '{}' }, 1n);
    });
    await inner.write(writes, new Map());
    read = 0;
    const path = `/v1/users/${other.user_id}/wallets/${other.wallet_id}/statements/${month}`;
    const answer = await app.call('GET', path, { headers: { accept: 'text/csv' } });
    expectError(answer, 400, 'malformed_request');
    expect(read).to.equal(0);
  });

  it('finds the transfers between two people', async () => {
    const path = `/v1/transfers?user_id=${payee.user_id}&wallet_id=${payer.wallet_id}`;
    expect(expectBody(await app.call('GET', path), 200).data).to.have.length(10);
    const none = `/v1/transfers?user_id=${payee.user_id}&wallet_id=${other.wallet_id}`;
    expect(expectBody(await app.call('GET', none), 200).data).to.deep.equal([]);
  });
});
