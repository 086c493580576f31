import { expect } from 'chai';
import { readPayoutAttempts, recordPayoutAttempt } from '../../src/jobs/payout-attempts.ts';
import { NoAnswer, ProviderUnavailable } from '../../src/rails/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { failingBankSuite } from '../support/failing-bank-suite.ts';
import { STREAM } from '../support/policy.ts';
import { IN_A_FILE } from '../support/service-stores.ts';

/** A record expires by the clock of the store. */
const NOW = Date.now();
const inMs = (milliseconds: number): string => new Date(NOW + milliseconds).toISOString();
const TRANSFER = 'trf_01kakz3v000000000000000008';

describe('Attempts to submit a payout', () => {
  const faultOf = (error: unknown, retryInMs = 500) => ({
    task: {
      kind: 'submit_payout' as const,
      stream: STREAM,
      subject: TRANSFER,
      due_at: inMs(0),
    },
    error,
    retryInMs,
  });

  it('are counted with the last result and the next time, and without what the bank said', async () => {
    const documents = createMemoryDocumentStore();
    expect(await readPayoutAttempts(documents, TRANSFER)).to.equal(undefined);
    await recordPayoutAttempt(documents, faultOf(new ProviderUnavailable('Ada Lovelace 1234', 503)), NOW);
    expect(await readPayoutAttempts(documents, TRANSFER)).to.deep.equal({
      ...{ attempts: 1, result: 'unavailable', status: 503 },
      ...{ attempted_at: inMs(0), next_attempt_at: inMs(500) },
    });
    await recordPayoutAttempt(documents, faultOf(new NoAnswer('Ada Lovelace 1234'), 1_000), NOW + 500);
    expect(await readPayoutAttempts(documents, TRANSFER)).to.deep.include({
      ...{ attempts: 2, result: 'no_answer', status: null },
      ...{ attempted_at: inMs(500), next_attempt_at: inMs(1_500) },
    });
    await recordPayoutAttempt(documents, faultOf(new Error('Ada Lovelace 1234')), NOW);
    expect(await readPayoutAttempts(documents, TRANSFER)).to.deep.include({ attempts: 3, result: 'failed' });
    const stored = JSON.stringify(await documents.listRecords('payout_attempts', { limit: 10 }));
    expect(stored).to.include(TRANSFER).and.not.include('Ada').and.not.include('1234');
  });
});

failingBankSuite('in a file', () => IN_A_FILE);
