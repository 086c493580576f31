/** The treasury: over-the-counter coin trades, and allocations to integrators' books. */
import type { AllocationCreate, Treasury } from '../../generated/api.ts';
import { notFoundProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { formatAmount } from '../../ledger/amount.ts';
import type { EnvironmentName } from '../../ledger/ids.ts';
import { pageInMemory } from '../lists/list-page.ts';
import { dualControlNameOf, type OperatorCaller, type OperatorHandlers } from '../operations/operation.ts';
import { replyToStreamOutcome } from '../operations/platform-write.ts';
import { freshPlatform } from '../operations/services.ts';

const COIN_DECIMALS = 8;

export const treasuryHandlers = {
  async getTreasury({ services, params }) {
    const environment = environmentIn(params);
    const treasury = services.treasuries.get(environment);
    await treasury.refresh();
    const price = treasury.lastPrice();
    const body: Treasury = {
      object: 'treasury',
      environment,
      price:
        price === undefined
          ? null
          : {
              price: price.text,
              as_of: price.as_of,
              current: services.prices.current(environment) !== undefined,
            },
      unallocated_coin: formatAmount(treasury.unallocatedCoin(), COIN_DECIMALS),
    };
    return { status: 200, body: JSON.stringify(body) };
  },
  async listAllocations({ services, params, query }) {
    const treasury = services.treasuries.get(environmentIn(params));
    await treasury.refresh();
    const waiting = new Set([...treasury.undelivered().values()].flat().map(({ id }) => id));
    const found = treasury.allocations().map((each) => ({ ...each, delivered: !waiting.has(each.id) }));
    return pageInMemory(found, query);
  },
  async listTrades({ services, params, query }) {
    const treasury = services.treasuries.get(environmentIn(params));
    // Another node may have recorded a trade before this request was sent.
    await treasury.refresh();
    return pageInMemory(treasury.trades(), query);
  },
  async recordTrade(call) {
    const treasury = call.services.treasuries.get(environmentIn(call.params));
    const { counterparty = null, traded_at, ...rest } = call.body;
    return replyToStreamOutcome(
      call,
      await treasury.recordTrade({ ...rest, counterparty, traded_at }, proposableRequest(call)),
    );
  },
  createAllocation: (call) => allocate(call, environmentIn(call.params), call.body),
} satisfies Partial<OperatorHandlers>;

// The router only matches these environments.
const environmentIn = ({ environment }: { environment: string }): EnvironmentName =>
  environment as EnvironmentName;

const proposableRequest = (caller: OperatorCaller) => {
  const { actor, requestId, idempotency } = caller;
  return { actor, requestId, idempotency, operator: dualControlNameOf(caller) };
};

async function allocate(
  caller: OperatorCaller,
  environment: EnvironmentName,
  { integrator_id, coin_stock, points_backing }: AllocationCreate,
): Promise<Reply> {
  const { services } = caller;
  // Another node may have just created the integrator, and a refusal would be recorded for the idempotency key.
  if (!(await freshPlatform(services)).integrators.has(integrator_id)) return notFoundProblem('integrator');
  const treasury = services.treasuries.get(environment);
  const allocation = { integrator_id, coin_stock, points_backing };
  const outcome = await treasury.recordAllocation(allocation, proposableRequest(caller));
  await deliverAllocations(caller, environment);
  return replyToStreamOutcome(caller, outcome);
}

/** Delivers what is recorded to the books. A delivery that fails is retried later. */
export async function deliverAllocations(
  { services, requestId }: Pick<OperatorCaller, 'services' | 'requestId'>,
  environment: EnvironmentName,
): Promise<void> {
  await services.treasuries
    .get(environment)
    .deliver()
    .catch((err: unknown) => {
      services.log.warn({ err, request_id: requestId }, 'allocation delivery postponed');
    });
}
