import { expect } from 'chai';
import { createSlots } from '../../src/webhooks/attempt-limits.ts';

describe('Slots for attempts', () => {
  let now = 0;
  beforeEach(() => (now = 0));
  const slotsOf = (perEndpoint: number, overall: number) => createSlots({ perEndpoint, overall }, () => now);

  it('are so many for one endpoint', () => {
    const slots = slotsOf(2, 10);
    const [first] = [slots.take('a'), slots.take('a')];
    expect(slots.mayStart('a')).to.equal(false);
    expect(slots.mayStart('b')).to.equal(true);
    first();
    first();
    expect(slots.mayStart('a')).to.equal(true);
    expect(slots.inFlight()).to.equal(1);
  });

  it('are so many for all, but for the first of each endpoint', () => {
    const slots = slotsOf(4, 4);
    for (const id of ['a', 'a', 'b', 'b']) slots.take(id);
    expect(slots.mayStart('a')).to.equal(false);
    expect(slots.mayStart('c')).to.equal(true);
    slots.take('c');
    expect(slots.mayStart('c')).to.equal(false);
  });

  it('have an end for the first of each endpoint too', () => {
    const slots = slotsOf(1, 4);
    for (let i = 0; i < 16; i += 1) slots.take(`e${i}`);
    expect(slots.mayStart('one more')).to.equal(false);
  });

  it('leave one half to those that are quick', () => {
    const slots = slotsOf(8, 8);
    const hung = Array.from({ length: 4 }, () => slots.take('slow'));
    expect(slots.mayStart('slow')).to.equal(true);
    now = 1_001;
    expect(slots.mayStart('slow')).to.equal(false);
    for (let i = 0; i < 4; i += 1) {
      expect(slots.mayStart('quick')).to.equal(true);
      slots.take('quick');
    }
    for (const end of hung) end();
    // It was slow a moment ago, and nothing of it is under way.
    expect(slots.mayStart('slow')).to.equal(true);
    slots.take('slow')();
    slots.take('slow');
    expect(slots.mayStart('slow')).to.equal(true);
  });

  it('count what is under way from before an endpoint was forgotten', () => {
    const slots = slotsOf(2, 10);
    const old = slots.take('a');
    slots.forget('a');
    const ends = [slots.take('a')];
    expect(slots.mayStart('a')).to.equal(false);
    old();
    expect(slots.mayStart('a')).to.equal(true);
    ends.push(slots.take('a'));
    expect(slots.mayStart('a')).to.equal(false);
    for (const end of ends) end();
    expect(slots.inFlight()).to.equal(0);
  });

  it('do not take an endpoint for slow for what was under way before it was forgotten', () => {
    const slots = slotsOf(8, 2);
    const old = slots.take('a');
    now = 1_001;
    slots.forget('a');
    old();
    slots.take('a');
    expect(slots.mayStart('a')).to.equal(true);
  });
});
