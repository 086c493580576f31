import { expect } from 'chai';
import pino from 'pino';
import { createStoredRefusals } from '../../../src/api/operations/idempotency.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';

/** Refusals on a store that stops answering lookups. */
function refusalsOnSilentStore() {
  const documents = createMemoryDocumentStore();
  const state = { isSilent: false, reports: 0 };
  const refusals = createStoredRefusals({
    records: {
      getRecord: (...args) => (state.isSilent ? new Promise(() => undefined) : documents.getRecord(...args)),
      putRecord: (...args) => documents.putRecord(...args),
    },
    log: pino({ level: 'silent' }),
    clock: Date.now,
    onUnavailable: () => (state.reports += 1),
  });
  return { refusals, state };
}

describe('Stored refusals', () => {
  const refusal = { fingerprint: 'f', status: 409, body: '{}' };

  it('are found while the store answers, and nothing is reported', async () => {
    const { refusals, state } = refusalsOnSilentStore();
    await refusals.store('a', refusal);
    expect(await refusals.find('a')).to.deep.equal(refusal);
    expect(await refusals.find('b')).to.equal(undefined);
    expect(state.reports).to.equal(0);
  });

  it('report a store that does not answer, and do not wait for it again', async () => {
    const { refusals, state } = refusalsOnSilentStore();
    await refusals.store('a', refusal);
    state.isSilent = true;
    expect(await refusals.find('a')).to.equal(undefined);
    expect(state.reports).to.equal(1);
    // A second lookup would report again.
    expect(await refusals.find('a')).to.equal(undefined);
    expect(state.reports).to.equal(1);
  });
});
