/** Records the payouts that are submitted to any rail. */
import type { PayoutOrder, Rails } from '../../src/rails/port.ts';

/** Wraps the rails of a service. Submitted orders are added to `orders`. */
export const recordOrders =
  (orders: PayoutOrder[]) =>
  (configured: Rails): Rails => ({
    ...configured,
    provider(...args) {
      const provider = configured.provider(...args);
      return {
        ...provider,
        submitPayout(order) {
          orders.push(order);
          return provider.submitPayout(order);
        },
      };
    },
  });
