/** Batches: commands that the writer decides in steps, between which it does other work. */
import { expect } from 'chai';
import * as fc from 'fast-check';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { BATCH_TOO_LARGE, createTransferBatch, type BatchMode } from '../../src/ledger/transfer-batch.ts';
import type { BookWriters, Command, Outcome } from '../../src/writer/command.ts';
import { runs } from '../support/effort.ts';
import { reward, transfer } from '../support/ledger-commands.ts';
import { STREAM } from '../support/policy.ts';
import {
  SHOW_EVENTS,
  audit,
  command,
  done,
  faulty,
  gated,
  keepersOn,
  kindsOf,
  openWalletOn,
  turns,
  watchedDocuments,
} from '../support/writer.ts';

type Movement = { readonly from: string; readonly to: string; readonly amount: string };

const batch = (mode: BatchMode, movements: readonly Movement[], key?: string): Command => ({
  decide: (book, context) => ({
    steps: createTransferBatch(
      book,
      {
        mode,
        transfers: movements.map(({ from, to, amount }) => ({
          source: { type: 'wallet', wallet_id: from },
          destination: { type: 'wallet', wallet_id: to },
          amount,
        })),
      },
      context,
    ),
    refusalIfTooLarge: BATCH_TOO_LARGE,
  }),
  answer: SHOW_EVENTS,
  actor: 'key:test',
  requestId: 'req_1',
  ...(key !== undefined && { idempotency: { key, fingerprint: 'f' } }),
});

/** More steps than the writer takes in one turn. */
const MANY = 50;
const many = (from: string, to: string, amount = '1.00'): Movement[] =>
  Array.from({ length: MANY }, () => ({ from, to, amount }));

async function balancesIn(eventStore: EventStore): Promise<ReadonlyMap<string, unknown>> {
  const { book } = await audit(eventStore);
  return new Map(book.accounts.entries());
}

/** The balances that readers of the writer see are those of the stream. */
async function expectSame(writers: BookWriters, eventStore: EventStore): Promise<void> {
  const seen = await writers.read(STREAM, ({ accounts }) => [...accounts.entries()]);
  expect(new Map(seen)).to.deep.equal(await balancesIn(eventStore));
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : String(error));

const refusalOf = (outcome: Outcome): unknown => (outcome.kind === 'refused' ? outcome.refusal.code : 'done');

/** Wallets with points, the same in each store because the commands are. */
async function worldOn(): Promise<{ store: EventStore; writers: BookWriters; wallets: readonly string[] }> {
  const store = createMemoryEventStore();
  const writers = keepersOn({ eventStore: store, clock: () => Date.parse('2026-03-01T00:00:00.000Z') });
  const wallets: string[] = [];
  for (const points of ['100.00', '30.00', '0.00']) wallets.push(await openWalletOn(writers, points));
  return { store, writers, wallets };
}

describe('A batch of transfers in the writer', () => {
  const movements = fc.array(
    fc.record({
      from: fc.nat(2),
      to: fc.nat(2),
      amount: fc.constantFrom('0.00', '0.01', '5.00', '20.00', '60.00', '1.001'),
    }),
    { minLength: 1, maxLength: 60 },
  );

  it('leaves the balances that the same transfers leave one after another', () =>
    fc.assert(
      fc.asyncProperty(movements, async (chosen) => {
        const [single, together] = [await worldOn(), await worldOn()];
        const named = ({ wallets }: typeof single): Movement[] =>
          chosen.map(({ from, to, amount }) => ({
            from: wallets[from] ?? '',
            to: wallets[to] ?? '',
            amount,
          }));
        const codes: unknown[] = [];
        for (const { from, to, amount } of named(single))
          codes.push(refusalOf(await single.writers.submit(STREAM, command(transfer(from, to, amount)))));
        await together.writers.submit(STREAM, batch('independent', named(together)));
        const amountsOf = async ({ store, wallets }: typeof single) => {
          const { book } = await audit(store);
          return wallets.map((id) => book.accounts.get(id) ?? null);
        };
        expect(await amountsOf(together)).to.deep.equal(await amountsOf(single));
        const { events } = await audit(together.store);
        const [recorded] = events.flatMap((event) =>
          event.type === 'transfer_batch.created' ? [event.data] : [],
        );
        expect(recorded?.results.map(({ refusal }) => refusal?.code ?? 'done')).to.deep.equal(codes);
        await expectSame(together.writers, together.store);
      }),
      { numRuns: runs(30) },
    ));

  it('is refused for its first bad transfer if it is atomic, and then nothing has happened', () =>
    fc.assert(
      fc.asyncProperty(movements, async (chosen) => {
        const { store, writers, wallets } = await worldOn();
        const named = chosen.map(({ from, to, amount }) => ({
          from: wallets[from] ?? '',
          to: wallets[to] ?? '',
          amount,
        }));
        const before = await audit(store);
        const atomic = await writers.submit(STREAM, batch('atomic', named));
        const after = await audit(store);
        await expectSame(writers, store);
        const other = await worldOn();
        let firstRefused: number | undefined;
        for (const [index, { from, to, amount }] of chosen.entries()) {
          const decide = transfer(other.wallets[from] ?? '', other.wallets[to] ?? '', amount);
          if ((await other.writers.submit(STREAM, command(decide))).kind === 'done') continue;
          firstRefused = index;
          break;
        }
        if (firstRefused === undefined) {
          expect(atomic.kind).to.equal('done');
          expect(after.events.length - before.events.length).to.equal(chosen.length * 3 + 1);
        } else {
          expect(after.events).to.deep.equal(before.events);
          const [detail] = atomic.kind === 'refused' ? (atomic.refusal.details ?? []) : [];
          expect(detail?.field).to.match(new RegExp(`^transfers\\.${firstRefused}(?:\\.|$)`));
        }
      }),
      { numRuns: runs(30) },
    ));

  it('shows its transfers to readers together, and decides other commands after it', async () => {
    const { store, writers, wallets } = await worldOn();
    const [anna = '', ben = ''] = wallets;
    const amount = () => writers.read(STREAM, ({ accounts }) => accounts.get(anna)?.amount);
    const first = writers.submit(STREAM, batch('independent', many(anna, ben)));
    const reads = [amount()];
    const next = writers.submit(STREAM, command(transfer(anna, ben, '50.00')));
    const last = writers.submit(STREAM, command(transfer(anna, ben, '0.01')));
    await turns(1);
    reads.push(amount());
    expect(kindsOf(await Promise.all([first, next, last]))).to.deep.equal({ done: 2, refused: 1 });
    for (const seen of await Promise.all(reads)) expect(seen).to.be.oneOf([50_00n, 0n]);
    await expectSame(writers, store);
  });

  it('lets other work of the process run between its steps', async () => {
    const { writers, wallets } = await worldOn();
    const [anna = '', ben = ''] = wallets;
    let others = 0;
    const count = (): void => {
      others += 1;
      if (others < MANY) setImmediate(count);
    };
    setImmediate(count);
    const outcome = await writers.submit(STREAM, batch('independent', many(anna, ben)));
    const before = others;
    others = MANY;
    expect(outcome.kind).to.equal('done');
    expect(before).to.be.at.least(MANY / 20);
  });

  it('is one append, with one record of its key, and is not made twice', async () => {
    const { store, writers, wallets } = await worldOn();
    const [anna = '', ben = ''] = wallets;
    const before = (await audit(store)).events.length;
    const outcomes = await Promise.all([
      writers.submit(STREAM, batch('independent', many(anna, ben), 'k')),
      writers.submit(STREAM, batch('independent', many(anna, ben), 'k')),
    ]);
    expect(kindsOf(outcomes)).to.deep.equal({ done: 1, replayed: 1 });
    const [first, again] = outcomes.map((each) => 'answer' in each && each.answer.body);
    expect(again).to.equal(first);
    const { events, keys } = await audit(store);
    expect(events.length - before).to.equal(MANY * 3 + 1);
    expect(keys).to.deep.equal(['k']);
    // Another process reads the record from the stream.
    const other = keepersOn({ eventStore: store });
    const replayed = await other.submit(STREAM, batch('independent', many(anna, ben), 'k'));
    expect(replayed.kind === 'replayed' && replayed.answer.body).to.equal(first);
  });

  it('is decided again when another writer was first, during its steps or its append', async () => {
    for (const mode of ['atomic', 'independent'] as const) {
      const inner = createMemoryEventStore();
      const gate = gated(inner);
      const writers = keepersOn({ eventStore: gate.store, hasOtherWriters: true });
      const other = keepersOn({ eventStore: inner, hasOtherWriters: true });
      const [anna, ben] = [await openWalletOn(writers, '100.00'), await openWalletOn(writers, '0.00')];
      gate.shut();
      // Its append conflicts while the batch is being decided.
      const pending = writers.submit(STREAM, command(reward(anna, '1.00')));
      await turns(2);
      await done(other, transfer(anna, ben, '60.00'));
      const outcome = writers.submit(STREAM, batch(mode, many(anna, ben)));
      const following = writers.submit(STREAM, command(transfer(anna, ben, '0.01')));
      await turns(1);
      gate.release();
      expect((await pending).kind).to.equal('done');
      expect(refusalOf(await outcome)).to.equal(mode === 'atomic' ? 'insufficient_balance' : 'done');
      await following;
      const { book } = await audit(inner);
      // 100 + 1 - 60 leave 41 for transfers of 1 each, and for the one that follows.
      const left = mode === 'atomic' ? 41_00n - 1n : 0n;
      expect(book.accounts.get(anna)?.amount).to.equal(left);
      await expectSame(writers, inner);
    }
  });

  it('is found if the answer of its append was lost, and undone if it was not written', async () => {
    const inner = createMemoryEventStore();
    const prepared = keepersOn({ eventStore: inner });
    const [anna, ben] = [await openWalletOn(prepared, '100.00'), await openWalletOn(prepared, '0.00')];
    const lost = faulty(inner, ['lost']);
    const writers = keepersOn({ eventStore: lost.store });
    expect((await writers.submit(STREAM, batch('atomic', many(anna, ben)))).kind).to.equal('done');
    await expectSame(writers, inner);
    lost.leave();
    const failed = await writers.submit(STREAM, batch('atomic', many(ben, anna))).catch(nameOf);
    expect(failed).to.equal('StoreUnavailable');
    lost.comeBack();
    expect((await audit(inner)).book.accounts.get(ben)?.amount).to.equal(50_00n);
    await expectSame(writers, inner);
  });

  it('is complete in a snapshot or not in it', async () => {
    const inner = createMemoryEventStore();
    const { documents, put } = watchedDocuments();
    const writers = keepersOn({ eventStore: inner, documents, snapshotEvery: 1 });
    const [anna, ben] = [await openWalletOn(writers, '100.00'), await openWalletOn(writers, '0.00')];
    // The append of a command is acknowledged while the batch is decided.
    const outcomes = [
      writers.submit(STREAM, command(reward(anna, '1.00'))),
      writers.submit(STREAM, batch('independent', many(anna, ben))),
      writers.submit(STREAM, command(reward(anna, '1.00'))),
    ];
    expect(kindsOf(await Promise.all(outcomes))).to.deep.equal({ done: 3 });
    await writers.close();
    expect(put).not.to.have.length(0);
    const restarted = keepersOn({ eventStore: inner, documents });
    await expectSame(restarted, inner);
  });

  it('counts as many commands in the queue as it has transfers', async () => {
    const { store, wallets } = await worldOn();
    const [anna = '', ben = ''] = wallets;
    const gate = gated(store);
    const writers = keepersOn({ eventStore: gate.store, queueMax: MANY });
    gate.shut();
    const first = writers.submit(STREAM, { ...batch('independent', many(anna, ben)), size: MANY });
    const second = await writers.submit(STREAM, command(reward(anna, '1.00'))).catch(nameOf);
    expect(second).to.equal('Overloaded');
    gate.release();
    expect((await first).kind).to.equal('done');
    await done(writers, reward(anna, '1.00'));
  });
});
