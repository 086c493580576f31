/** The treasury: trades of coin over the counter, and what the books of integrators are given. */
import type { AllocationCreate } from '../../generated/api.ts';
import {
  validateAllocationCreate,
  validateTradeCreate,
  validateTradeListQuery,
} from '../../generated/validators.js';
import { notFoundProblem } from '../../api/operations/errors.ts';
import type { Reply } from '../../api/operations/operation.ts';
import type { EnvironmentName } from '../../platform/platform.ts';
import { pageInMemory } from '../memory-page.ts';
import { operatorRoute } from '../operation.ts';
import type { OperatorCaller, OperatorRoute } from '../operation.ts';
import { freshPlatform } from '../services.ts';
import { replyToStreamOutcome } from '../platform-write.ts';

export const treasuryRoutes: readonly OperatorRoute[] = [
  operatorRoute({
    method: 'GET',
    path: '/operator/v1/treasury/{environment}/trades',
    role: 'viewer',
    query: validateTradeListQuery,
    async handle({ services, params, query }) {
      const treasury = services.treasuries.get(environmentIn(params));
      // Another node may have recorded one that was answered before this request was sent.
      await treasury.refresh();
      return pageInMemory(treasury.trades(), query);
    },
  }),
  operatorRoute({
    method: 'POST',
    path: '/operator/v1/treasury/{environment}/trades',
    role: 'treasury',
    body: validateTradeCreate,
    async handle(call) {
      const treasury = call.services.treasuries.get(environmentIn(call.params));
      const { counterparty = null, traded_at, ...rest } = call.body;
      return replyToStreamOutcome(
        call,
        await treasury.recordTrade({ ...rest, counterparty, traded_at }, requestOf(call)),
      );
    },
  }),
  operatorRoute({
    method: 'POST',
    path: '/operator/v1/treasury/{environment}/allocations',
    role: 'treasury',
    body: validateAllocationCreate,
    handle: (call) => allocate(call, environmentIn(call.params), call.body),
  }),
];

// The router lets nothing else through in a path.
const environmentIn = ({ environment }: { environment: string }): EnvironmentName =>
  environment as EnvironmentName;

const requestOf = ({ actor, requestId, idempotency }: OperatorCaller) => ({ actor, requestId, idempotency });

async function allocate(
  caller: OperatorCaller,
  environment: EnvironmentName,
  { integrator_id, coin_stock, points_backing }: AllocationCreate,
): Promise<Reply> {
  const { services, requestId } = caller;
  // Another node may have made it a moment ago, and a refusal would stay with the key.
  if (!(await freshPlatform(services)).integrators.has(integrator_id)) return notFoundProblem('integrator');
  const treasury = services.treasuries.get(environment);
  const allocation = { integrator_id, coin_stock, points_backing };
  const outcome = await treasury.recordAllocation(allocation, requestOf(caller));
  // It is recorded, so it gets to its book whatever happens now.
  await treasury.deliver().catch((err: unknown) => {
    services.log.warn({ err, request_id: requestId }, 'an allocation reaches its book later');
  });
  return replyToStreamOutcome(caller, outcome);
}
