/** The treasury: trades of coin over the counter, and what the books of integrators are given. */
import type { AllocationCreate } from '../../generated/api.ts';
import { notFoundProblem } from '../../api/server/errors.ts';
import type { Reply } from '../../api/server/reply.ts';
import type { EnvironmentName } from '../../platform/platform.ts';
import { pageInMemory } from '../memory-page.ts';
import type { OperatorCaller, OperatorHandlers } from '../operation.ts';
import { freshPlatform } from '../services.ts';
import { replyToStreamOutcome } from '../platform-write.ts';

export const treasuryHandlers = {
  async listTrades({ services, params, query }) {
    const treasury = services.treasuries.get(environmentIn(params));
    // Another node may have recorded one that was answered before this request was sent.
    await treasury.refresh();
    return pageInMemory(treasury.trades(), query);
  },
  async recordTrade(call) {
    const treasury = call.services.treasuries.get(environmentIn(call.params));
    const { counterparty = null, traded_at, ...rest } = call.body;
    return replyToStreamOutcome(
      call,
      await treasury.recordTrade({ ...rest, counterparty, traded_at }, requestOf(call)),
    );
  },
  createAllocation: (call) => allocate(call, environmentIn(call.params), call.body),
} satisfies Partial<OperatorHandlers>;

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
