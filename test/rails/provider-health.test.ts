import { expect } from 'chai';
import { createProviderHealth } from '../../src/rails/rails.ts';
import { waitFor } from '../support/wait-for.ts';

describe('The health of a provider', () => {
  it('is the latest result, and down before the first check', async () => {
    let answers = true;
    const reported: string[] = [];
    const health = createProviderHealth(
      { ping: () => (answers ? Promise.resolve() : Promise.reject(new Error('it sleeps'))) },
      { everyMs: 1, onChange: (isUp, reason) => void reported.push(`${String(isUp)} ${reason}`) },
    );
    expect(health.isUp()).to.equal(false);
    const stop = new AbortController();
    const watching = health.watch(stop.signal);
    const is = (wanted: boolean) =>
      waitFor('the health to change', () => (health.isUp() === wanted ? true : undefined));
    await is(true);
    answers = false;
    await is(false);
    answers = true;
    await is(true);
    stop.abort();
    await watching;
    expect(reported).to.deep.equal(['true ', 'false it sleeps', 'true ']);
  });

  it('does not delay a stop by a pending check', async () => {
    const stop = new AbortController();
    let asked = false;
    const ping = (): Promise<void> => {
      asked = true;
      return new Promise(() => undefined);
    };
    const watching = createProviderHealth({ ping }, { everyMs: 1, onChange: () => undefined }).watch(
      stop.signal,
    );
    await waitFor('a check to start', () => asked || undefined);
    stop.abort();
    await watching;
  });
});
