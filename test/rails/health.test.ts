import { expect } from 'chai';
import { watchHealth } from '../../src/rails/health.ts';
import { until } from '../support/until.ts';

describe('The health of a provider', () => {
  it('is what it answered last, and down before it was asked', async () => {
    let answers = true;
    const told: string[] = [];
    const health = watchHealth(
      { ping: () => (answers ? Promise.resolve() : Promise.reject(new Error('it sleeps'))) },
      { everyMs: 1, onChange: (isUp, reason) => void told.push(`${String(isUp)} ${reason}`) },
    );
    expect(health.isUp()).to.equal(false);
    const stop = new AbortController();
    const watching = health.watch(stop.signal);
    const is = (wanted: boolean) =>
      until('it is noticed', () => (health.isUp() === wanted ? true : undefined));
    await is(true);
    answers = false;
    await is(false);
    answers = true;
    await is(true);
    stop.abort();
    await watching;
    expect(told).to.deep.equal(['true ', 'false it sleeps', 'true ']);
  });
});
