import { expect } from 'chai';
import { FairQueue, FairSlots } from '../../src/async/fair-queue.ts';

describe('A fair queue', () => {
  it('takes one item of each caller in turn, oldest first', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.push('a', item);
    queue.push('b', 'b1');
    queue.push('c', 'c1');
    queue.push('c', 'c2');
    expect(queue.size).to.equal(6);
    const taken = Array.from({ length: 7 }, () => queue.shift()?.item);
    expect(taken).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', undefined]);
    expect(queue.size).to.equal(0);
  });

  it('takes the oldest items of each caller that match', () => {
    const queue = new FairQueue<number>();
    for (const item of [1, 2, 9, 3]) queue.push('a', item);
    for (const item of [1, 1]) queue.push('b', item);
    queue.push('c', 9);
    expect(queue.shiftMatching((item) => item < 5)).to.deep.equal([1, 2, 1, 1]);
    const rest = [1, 2, 3].map(() => queue.shift()?.item);
    expect(rest).to.deep.equal([9, 9, 3]);
  });
});

describe('Fair slots', () => {
  const started: string[] = [];
  const endings: (() => void)[] = [];
  beforeEach(() => {
    started.length = 0;
    endings.length = 0;
  });
  const run = (slots: FairSlots, caller: string, name: string, size = 1): Promise<void> =>
    slots.run(caller, size, () => {
      started.push(name);
      return new Promise<void>((resolve) => endings.push(resolve));
    });
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  };

  it('start the work of a caller at once if nothing of it runs, and other work in turn', async () => {
    const slots = new FairSlots({ all: 2, whileShared: 2 });
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => run(slots, name.charAt(0), name));
    await settle();
    expect(started).to.deep.equal(['a1', 'a2', 'b1']);
    // Three run although two may, so nothing starts.
    endings[0]?.();
    await settle();
    expect(started).to.have.lengthOf(3);
    endings[1]?.();
    await settle();
    endings[2]?.();
    await settle();
    expect(started).to.deep.equal(['a1', 'a2', 'b1', 'a3', 'b2']);
    for (let i = 3; i < 6; i += 1) {
      endings[i]?.();
      await settle();
    }
    await Promise.all(all);
    expect(started.at(-1)).to.equal('a4');
  });

  it('pass a slot on after a failure', async () => {
    const slots = new FairSlots({ all: 1, whileShared: 1 });
    const failing = slots.run('a', 1, () => Promise.reject(new Error('failed')));
    const next = slots.run('a', 1, () => 'done');
    expect(await failing.catch((error: unknown) => String(error))).to.equal('Error: failed');
    expect(await next).to.equal('done');
  });

  it('give a caller all slots while it is alone, and a few while there are others', async () => {
    let now = 0;
    const slots = new FairSlots({ all: 5, whileShared: 2 }, () => now);
    const all = Array.from({ length: 6 }, (_, at) => run(slots, 'a', `a${at}`));
    await settle();
    expect(started).to.have.lengthOf(5);
    all.push(run(slots, 'b', 'b0'));
    for (let at = 0; at < 3; at += 1) endings[at]?.();
    await settle();
    // Two of its five still run.
    expect(started.slice(5)).to.deep.equal(['b0']);
    endings[3]?.();
    await settle();
    expect(started.slice(5)).to.deep.equal(['b0', 'a5']);
    for (const end of endings.slice(4)) end();
    await Promise.all(all);

    // Alone again after two seconds without a call of the other one.
    now += 2_000;
    const later = ['c0', 'c1', 'c2'].map((name) => run(slots, 'a', name));
    await settle();
    expect(started.slice(7)).to.deep.equal(['c0', 'c1', 'c2']);
    for (const end of endings.slice(7)) end();
    await Promise.all(later);
  });

  it('count large work as several slots', async () => {
    const slots = new FairSlots({ all: 10, whileShared: 2 });
    const all = ['a0', 'a1', 'a2'].map((name) => run(slots, 'a', name, 6));
    await settle();
    expect(started).to.deep.equal(['a0', 'a1']);
    endings[0]?.();
    await settle();
    expect(started).to.deep.equal(['a0', 'a1', 'a2']);
    for (const end of endings.slice(1)) end();
    await Promise.all(all);
  });
});
