/** Compares the totals with the balances of the books. */
import { expect } from 'chai';
import fc from 'fast-check';
import { TOTALS_SCOPE, WALLETS, type BookTotals, type FlowTotals } from '../../../projections/totals.ts';
import { pointsSupply } from '../../../src/operator/node-samples.ts';
import { parseStoredAmount } from '../../../src/ledger/amount.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { runs } from '../../support/effort.ts';
import { arrival } from '../../support/ledger-commands.ts';
import { createLedger, given, type Ledger } from '../../support/ledger.ts';
import { STREAM } from '../../support/policy.ts';
import { listBodies, project, storedEvents } from '../../support/project-book.ts';
import { randomCommands } from '../../support/random-commands.ts';
import { runCommands } from '../../support/random-ledger.ts';

type Sums = Readonly<Record<string, bigint>>;

/** Without zero balances, which may or may not have a row. */
const tidied = (sums: ReadonlyMap<string, bigint>): Sums =>
  Object.fromEntries([...sums].filter(([, amount]) => amount !== 0n));

const add = (sums: Map<string, bigint>, key: string, amount: bigint): unknown =>
  sums.set(key, (sums.get(key) ?? 0n) + amount);

/** The balances of a book, with all wallets combined. */
function sumsOf({ book }: Ledger): Sums {
  const sums = new Map<string, bigint>();
  for (const [key, { unit, amount }] of book.accounts.entries()) {
    const isPending = key.endsWith(':pending');
    const account = key.startsWith('wal_') ? WALLETS[isPending ? 'pending' : 'available'] : key;
    add(sums, `${account} ${unit}`, amount);
  }
  return tidied(sums);
}

async function totalsIn(documents: DocumentStore): Promise<BookTotals | undefined> {
  const all = await listBodies<BookTotals | FlowTotals>(documents, 'totals', TOTALS_SCOPE);
  return all.find((each) => 'rows' in each);
}

async function flowsIn(documents: DocumentStore): Promise<FlowTotals[]> {
  const all = await listBodies<BookTotals | FlowTotals>(documents, 'totals', TOTALS_SCOPE);
  return all.filter((each) => 'flows' in each);
}

describe('The totals of books', () => {
  it('match the balances of the book, sum to zero, and have as many points in circulation as issued', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), async (commands) => {
        const ledger = runCommands(createLedger(), commands);
        const totals = await totalsIn(await project(storedEvents(ledger.events)));
        const sums = new Map<string, bigint>();
        const units = new Map<string, bigint>();
        for (const { account, unit, balance } of totals?.rows ?? []) {
          add(sums, `${account} ${unit}`, parseStoredAmount(balance));
          add(units, unit, parseStoredAmount(balance));
        }
        expect(tidied(sums)).to.deep.equal(sumsOf(ledger));
        expect(tidied(units)).to.deep.equal({});
        const { in_circulation: outside, issued } = pointsSupply(totals === undefined ? [] : [totals]);
        expect(outside).to.equal(issued);
        const wallets = Object.values(totals?.wallets ?? {}).reduce((sum, each) => sum + each, 0);
        expect(wallets).to.equal(ledger.book.wallets.size);
      }),
      { numRuns: runs(40) },
    );
  });

  it('contain the fiat flows of each hour, which add up to the payments of the rails', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), async (commands) => {
        const ledger = runCommands(createLedger(), commands);
        const flows = await flowsIn(await project(storedEvents(ledger.events)));
        const net = new Map<string, bigint>();
        for (const { flows: byUnit } of flows)
          for (const [unit, { in: into, out }] of Object.entries(byUnit))
            add(net, unit, parseStoredAmount(out) - parseStoredAmount(into));
        const clearing = new Map<string, bigint>();
        for (const [key, { unit, amount }] of ledger.book.accounts.entries())
          if (key.startsWith('clearing:')) add(clearing, unit, amount);
        expect(tidied(net)).to.deep.equal(tidied(clearing));
      }),
      { numRuns: runs(40) },
    );
  });

  it('record the amount and the hour of a deposit', async () => {
    const ledger = given();
    ledger.run(arrival(ledger.depositAccount(ledger.wallet()), '12.34'));
    const documents = await project(storedEvents(ledger.events));
    const [flow] = await flowsIn(documents);
    const hour = `${ledger.events.at(-1)?.time.slice(0, 13) ?? ''}:00:00.000Z`;
    expect(flow).to.deep.equal({ hour, flows: { usd: { in: '12.34', out: '0.00' } } });
    expect((await totalsIn(documents))?.book).to.equal(STREAM);
  });
});
