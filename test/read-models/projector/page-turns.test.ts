import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createSignal } from '../../../src/async/wait.ts';
import { PageTurns } from '../../../src/read-models/projector/projection-group.ts';
import { createPartSize, partsOf } from '../../../src/read-models/projector/projection-runner.ts';

describe('The turns of the projector', () => {
  const finished: string[] = [];
  const page = createSignal();
  const finish = (name: string) => async (): Promise<void> => {
    await Promise.resolve();
    finished.push(name);
  };
  beforeEach(() => void (finished.length = 0));

  it('belong to live pages before steps of builds', async () => {
    const turns = new PageTurns();
    const live = turns.live(finish('live'));
    await Promise.all([turns.build(finish('first step')), turns.build(finish('second step')), live]);
    expect(finished).to.deep.equal(['live', 'first step', 'second step']);
  });

  it('come to builds even if live pages never end', async () => {
    const turns = new PageTurns();
    const live = turns.live(() => page.wait(page.count()));
    await turns.build(finish('step'));
    expect(finished).to.deep.equal(['step']);
    page.notify();
    await live;
  });

  it('leave as much time to another process as steps of builds take', async () => {
    const turns = new PageTurns(true);
    const startedAt = performance.now();
    const step = () => delay(30);
    await Promise.all([turns.build(step), turns.build(step), turns.build(finish('step'))]);
    expect(performance.now() - startedAt).to.be.at.least(4 * 29);
    expect(turns.isQuiet()).to.equal(false);
  });

  it('continue after a step that failed', async () => {
    const turns = new PageTurns();
    const failed = turns.build(() => Promise.reject(new Error('no')));
    await Promise.all([failed.catch(() => undefined), turns.build(finish('step'))]);
    expect(finished).to.deep.equal(['step']);
  });
});

describe('The size of a part', () => {
  const sizeAfter = (...parts: readonly (readonly [number, number])[]): number => {
    const size = createPartSize({ targetMs: 100, first: 50, min: 5, max: 200 });
    for (const [items, elapsedMs] of parts) size.record(items, elapsedMs);
    return size.next();
  };

  it('follows how long parts take, and at most doubles', () => {
    expect(sizeAfter()).to.equal(50);
    expect(sizeAfter([50, 200])).to.equal(25);
    expect(sizeAfter([50, 1])).to.equal(100);
  });

  it('stays within its bounds', () => {
    expect(sizeAfter([50, 1], [100, 1], [200, 1])).to.equal(200);
    expect(sizeAfter([50, 60_000])).to.equal(5);
  });

  it('does not change because few items were left', () => {
    expect(sizeAfter([2, 3])).to.equal(50);
  });

  it('splits items without losing any', () => {
    const items = Array.from({ length: 120 }, (_, index) => index);
    const size = createPartSize({ targetMs: 100, first: 50, min: 5, max: 200 });
    const parts = [...partsOf(items, size)];
    expect(parts.map(({ length }) => length)).to.deep.equal([50, 50, 20]);
    expect(parts.flat()).to.deep.equal(items);
  });
});
