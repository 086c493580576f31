/** Funds the sandbox treasury on the first start, so that quotes work immediately. */
import type { Treasury } from './treasury.ts';

const FIRST_TRADE = {
  side: 'buy',
  coin_amount: '10000',
  price: '2500.00',
  counterparty: 'First run',
  traded_at: undefined,
} as const;
const FIRST_ALLOCATION = { coin_stock: '5000', points_backing: '25000000.00' } as const;
const WRITER = { actor: 'system:first_run', requestId: 'none' };

/**
 * Records a trade and an allocation to the demo integrator, unless the treasury has events. The allocation is delivered later. If
 * this is interrupted, the next start completes it. Throws StoreUnavailable when nothing could be recorded.
 */
export const fundSandboxTreasury = (treasury: Treasury, integratorId: string): Promise<void> =>
  treasury.recordInitialFunding(FIRST_TRADE, { integrator_id: integratorId, ...FIRST_ALLOCATION }, WRITER);
