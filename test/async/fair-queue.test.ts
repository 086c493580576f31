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
    expect(queue.nextCaller).to.equal('a');
    const taken = Array.from({ length: 7 }, () => queue.shift());
    expect(taken).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', undefined]);
    expect([queue.size, queue.nextCaller]).to.deep.equal([0, undefined]);
  });

  it('takes the oldest items of each caller that match', () => {
    const queue = new FairQueue<number>();
    for (const item of [1, 2, 9, 3]) queue.push('a', item);
    for (const item of [1, 1]) queue.push('b', item);
    queue.push('c', 9);
    expect(queue.shiftMatching((item) => item < 5)).to.deep.equal([1, 2, 1, 1]);
    expect([queue.size, queue.shift(), queue.shift(), queue.shift()]).to.deep.equal([3, 9, 9, 3]);
  });
});

describe('Fair slots', () => {
  const started: string[] = [];
  const endings: (() => void)[] = [];
  beforeEach(() => {
    started.length = 0;
    endings.length = 0;
  });
  const run = (slots: FairSlots, caller: string, name: string): Promise<void> =>
    slots.run(caller, () => {
      started.push(name);
      return new Promise<void>((resolve) => endings.push(resolve));
    });
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  };

  it('start the work of a caller at once if nothing of it runs, and other work in turn', async () => {
    const slots = new FairSlots(2);
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
    const slots = new FairSlots(1);
    const failing = slots.run('a', () => Promise.reject(new Error('failed')));
    const next = slots.run('a', () => 'done');
    expect(await failing.catch((error: unknown) => String(error))).to.equal('Error: failed');
    expect(await next).to.equal('done');
  });
});
