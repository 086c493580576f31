/** Which provider serves which rail, in which environment, and whether it does so now. */
import type { Logger } from 'pino';
import { createHttpConnector } from './http-connector.ts';
import { watchHealth } from './health.ts';
import type { Health } from './health.ts';
import { ProviderUnavailable } from './port.ts';
import type { Provider, Rails } from './port.ts';
import { createSandboxBank, createSandboxEmailpay } from './sandbox.ts';
import { railsOf } from './settings.ts';
import type { ProviderSettings, RailSettings, RailsSettings } from './settings.ts';

type Environment = 'sandbox' | 'production';

export type RailsOptions = {
  /** Left out: the built-in rails, simulated in the sandbox. */
  readonly settings?: RailsSettings;
  /** The operator's switch: whether a rail is to be used in an environment. Left out: all are. */
  readonly isUp?: (environment: Environment, rail: string) => boolean;
  readonly log?: Pick<Logger, 'info' | 'warn'>;
  readonly clock?: () => number;
};

export type RunningRails = Rails & {
  /** Asks the connectors how they are, again and again, until the signal aborts. Simulators are always up. */
  watch(signal: AbortSignal): Promise<void>;
};

/** A provider, and whether it answers. */
type Served = { readonly provider: Provider; readonly health: Health | undefined };

export function createRails(options: RailsOptions = {}): RunningRails {
  const { settings = railsOf({}, () => undefined), isUp = () => true } = options;
  const served = new Map<string, Served>();
  for (const [rail, each] of Object.entries(settings)) {
    for (const environment of ['sandbox', 'production'] as const) {
      const from = each.providers[environment];
      const place = `${environment}/${rail}`;
      if (from !== null) served.set(place, serve(from, { rail, environment, each, place, options }));
    }
  }
  const find = (environment: Environment, rail: string): Provider | undefined => {
    const found = served.get(`${environment}/${rail}`);
    const up = found !== undefined && (found.health?.isUp() ?? true) && isUp(environment, rail);
    return up ? found.provider : undefined;
  };
  return {
    provider(environment, rail) {
      const provider = find(environment, rail);
      if (provider === undefined)
        throw new ProviderUnavailable(`no provider serves ${rail} in ${environment}`);
      return provider;
    },
    isAvailable: (environment, rail) => find(environment, rail) !== undefined,
    async watch(signal) {
      await Promise.all([...served.values()].map(({ health }) => health?.watch(signal)));
    },
  };
}

type Place = {
  readonly rail: string;
  readonly environment: Environment;
  readonly each: RailSettings;
  /** For the log. */
  readonly place: string;
  readonly options: RailsOptions;
};

function serve(from: ProviderSettings, { rail, environment, each, place, options }: Place): Served {
  if (from.type === 'simulator') {
    const provider = each.type === 'emailpay' ? createSandboxEmailpay() : createSandboxBank();
    return { provider, health: undefined };
  }
  const { clock = Date.now, log } = options;
  const provider = createHttpConnector({ ...from, rail, environment, of: each, clock });
  const health = watchHealth(provider, {
    everyMs: from.ping_seconds * 1_000,
    onChange: (isUp, reason) =>
      isUp
        ? log?.info({ rail: place }, 'a rail is up')
        : log?.warn({ rail: place, reason }, 'a rail is down'),
  });
  return { provider, health };
}
