import { expect } from 'chai';
import { LedgerTimeoutError, TransferEndedError } from '../../packages/client/src/index.ts';
import type { Transfer, WaitOptions } from '../../packages/client/src/index.ts';
import { waitForTransfer } from '../../packages/client/src/wait-for-transfer.ts';

type Given = Pick<Transfer, 'state'> & Partial<Transfer>;

/** A transfer that has the next state at each read, and stays in the last one. */
function changing(...states: readonly Given[]) {
  let reads = 0;
  return {
    reads: () => reads,
    read: () => {
      const state = states[Math.min(reads, states.length - 1)];
      reads += 1;
      // The function reads these fields only.
      return Promise.resolve({ kind: 'offramp', state_reason: null, ...state } as Transfer);
    },
  };
}

const failureOf = (read: () => Promise<Transfer>, options?: WaitOptions): Promise<unknown> =>
  waitForTransfer(read, options).then(
    () => expect.fail('it succeeded'),
    (thrown: unknown) => thrown,
  );

describe('waitForTransfer', () => {
  it('waits for a final state', async () => {
    for (const state of ['completed', 'failed', 'canceled', 'refunded'] as const) {
      const { read, reads } = changing({ state: 'pending' }, { state: 'in_review' }, { state });
      expect(await waitForTransfer(read)).to.include({ state });
      expect(reads()).to.equal(3);
    }
  });

  it('takes a returned on-ramp as ended, and a returned off-ramp as on its way to its refund', async () => {
    const onramp = changing({ kind: 'onramp', state: 'returned' });
    expect(await waitForTransfer(onramp.read)).to.include({ state: 'returned' });
    const offramp = changing({ state: 'returned' }, { state: 'undeliverable' }, { state: 'refunded' });
    expect(await waitForTransfer(offramp.read)).to.include({ state: 'refunded' });
  });

  it('waits for the given states', async () => {
    const one = changing({ state: 'pending' }, { state: 'payout_submitted' });
    expect(await waitForTransfer(one.read, { until: 'payout_submitted' })).to.include({
      state: 'payout_submitted',
    });
    const several = changing({ state: 'pending' }, { state: 'in_review' });
    expect(await waitForTransfer(several.read, { until: ['completed', 'in_review'] })).to.include({
      state: 'in_review',
    });
  });

  it('reports a transfer that can no longer reach the state', async () => {
    const state_reason = { code: 'insufficient_liquidity', message: 'No.' };
    const { read } = changing({ state: 'pending' }, { state: 'failed', state_reason });
    const error = await failureOf(read, { until: 'completed' });
    expect(error).to.be.instanceOf(TransferEndedError);
    expect(error).to.have.property('message', 'The transfer ended failed: insufficient_liquidity.');
    expect(error).to.have.nested.property('transfer.state', 'failed');
  });

  it('ends after the given time, or with the reason of the signal', async () => {
    const { read } = changing({ state: 'pending' });
    expect(await failureOf(read, { timeoutMs: 150 })).to.be.instanceOf(LedgerTimeoutError);
    const reason = new Error('enough');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 20);
    expect(await failureOf(read, { signal: controller.signal })).to.equal(reason);
  });
});
