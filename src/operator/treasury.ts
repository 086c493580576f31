/** The treasury: trades of coin over the counter, and what the books of integrators are given. */
import type { AllocationCreate } from '../generated/api.ts';
import {
  validateAllocationCreate,
  validateTradeCreate,
  validateTradeListQuery,
} from '../generated/validators.js';
import { noSuch } from '../http/errors.ts';
import type { Reply } from '../http/route.ts';
import type { EnvironmentName } from '../platform/platform.ts';
import { pageOf } from './list.ts';
import { operatorRoute } from './route.ts';
import type { OperatorCaller, OperatorRoute } from './route.ts';
import { freshPlatform } from './services.ts';
import { replyOf } from './write.ts';

export const treasuryRoutes: readonly OperatorRoute[] = [
  operatorRoute({
    method: 'GET',
    path: '/operator/v1/treasury/{environment}/trades',
    role: 'viewer',
    query: validateTradeListQuery,
    async handle({ services, params, query }) {
      const treasury = services.treasuries.of(environmentIn(params));
      // Another node may have recorded one that was answered before this request was sent.
      await treasury.refresh();
      return pageOf(treasury.trades(), query);
    },
  }),
  operatorRoute({
    method: 'POST',
    path: '/operator/v1/treasury/{environment}/trades',
    role: 'treasury',
    body: validateTradeCreate,
    async handle(call) {
      const treasury = call.services.treasuries.of(environmentIn(call.params));
      const { counterparty = null, traded_at, ...rest } = call.body;
      return replyOf(call, await treasury.recordTrade({ ...rest, counterparty, traded_at }, requestOf(call)));
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
  if (!(await freshPlatform(services)).integrators.has(integrator_id)) return noSuch('integrator');
  const treasury = services.treasuries.of(environment);
  const allocation = { integrator_id, coin_stock, points_backing };
  const outcome = await treasury.allocate(allocation, requestOf(caller));
  // It is recorded, so it gets to its book whatever happens now.
  await treasury.deliver().catch((err: unknown) => {
    services.log.warn({ err, request_id: requestId }, 'an allocation reaches its book later');
  });
  return replyOf(caller, outcome);
}
