/** Seals the addresses that operators work from. */
import { activityAddressContext } from '../ledger/sealing-context.ts';
import { createMonthlySeal } from '../vault/monthly-seal.ts';
import type { MonthlySealOptions } from '../vault/monthly-seal.ts';

export type AddressSeal = {
  /** Throws StoreUnavailable. */
  seal(address: string, requestId: string): Promise<string>;
  /** Null once its key was deleted. Throws StoreUnavailable. */
  open(sealed: string, requestId: string): Promise<string | null>;
};

export type AddressSealOptions = Omit<MonthlySealOptions, 'recordName' | 'contextOf'>;

export function createAddressSeal(options: AddressSealOptions): AddressSeal {
  const seal = createMonthlySeal({
    ...options,
    recordName: 'activity-key',
    contextOf: activityAddressContext,
  });
  return {
    seal: async (address, requestId) =>
      (await seal.currentKey()).seal(address, activityAddressContext(requestId)),
    open: (sealed, requestId) => seal.open(sealed, activityAddressContext(requestId)),
  };
}
