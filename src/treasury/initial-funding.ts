/** What the sandbox treasury of a first start is given, so that quotes work at once. */
import type { AllocationDelivery } from './allocation-delivery.ts';
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
 * Records a trade and an allocation to the demo integrator, unless the treasury has been used, and brings the book what it
 * has not got. A start that was cut off anywhere in between is finished by the next one. Throws StoreUnavailable when
 * nothing could be recorded.
 */
export async function fundSandboxTreasury(
  treasury: Treasury & AllocationDelivery,
  integratorId: string,
  onHeldUp: (error: unknown) => void,
): Promise<void> {
  await treasury.recordInitialFunding(
    FIRST_TRADE,
    { integrator_id: integratorId, ...FIRST_ALLOCATION },
    WRITER,
  );
  // A book that can't be written is no reason not to start; it is tried again.
  await treasury.deliver().catch(onHeldUp);
}
