/** Rail providers with metrics and spans. */
import { monotonicTime } from '../../system/runtime.ts';
import { ProviderUnavailable } from '../../rails/port.ts';
import type { Provider, Rails } from '../../rails/port.ts';
import type { ConfiguredRail } from '../../rails/rails.ts';
import type { Metrics } from './metrics.ts';
import { withSpan } from '../../telemetry/tracing.ts';

type Call = (...args: never[]) => Promise<unknown>;

const PROVIDER_CALLS = [
  'issueStandingDetails',
  'issueInstructions',
  'checkPayout',
  'submitPayout',
  'checkName',
  'notifyDecision',
] as const;

export function instrumentRails<R extends Rails>(metrics: Metrics, rails: R): R {
  const instrumented = new WeakMap<Provider, Provider>();
  return {
    ...rails,
    provider(environment, rail) {
      const provider = rails.provider(environment, rail);
      const found = instrumented.get(provider);
      if (found !== undefined) return found;
      const created = { ...provider, ...instrumentedCalls(metrics, provider, environment, rail) };
      instrumented.set(provider, created);
      return created;
    },
  };
}

function instrumentedCalls(
  metrics: Metrics,
  provider: Provider,
  environment: string,
  rail: string,
): Record<string, Call> {
  const attributes = { 'rail.environment': environment, 'rail.code': rail };
  return Object.fromEntries(
    PROVIDER_CALLS.flatMap((call) => {
      // These methods return promises, and the types of the callers check the arguments.
      const method = provider[call]?.bind(provider) as Call | undefined;
      if (method === undefined) return [];
      const timed = async (args: never[]): Promise<unknown> => {
        const startedAt = monotonicTime();
        const record = (outcome: string): void =>
          metrics.recordRailCall(environment, rail, call, outcome, (monotonicTime() - startedAt) / 1000);
        try {
          const result = await method(...args);
          record('succeeded');
          return result;
        } catch (error) {
          record(error instanceof ProviderUnavailable ? 'unavailable' : 'failed');
          throw error;
        }
      };
      const instrumented: Call = (...args) =>
        withSpan(`rail.${call}`, attributes, () => timed(args), { kind: 'client' });
      return [[call, instrumented]];
    }),
  );
}

/** Registers the availability of each configured rail. */
export function registerRailMetrics(
  metrics: Metrics,
  configured: readonly ConfiguredRail[],
  rails: Rails,
): void {
  metrics.gauge(
    'rail_up',
    '1 while a rail is available: its provider is up and no operator has disabled it.',
    ['environment', 'rail'],
    () =>
      configured.map(({ environment, rail }) => ({
        labels: { environment, rail },
        value: rails.isAvailable(environment, rail) ? 1 : 0,
      })),
  );
}
