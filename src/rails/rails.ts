/**
 * Connects settings configured rail of settings environment to its provider, and tracks whether the provider is up.
 */
import type { Logger } from 'pino';
import { currentTime } from '../system/runtime.ts';
import { createHttpConnector } from './http-connector.ts';
import { createProviderHealth } from './provider-health.ts';
import type { ProviderHealth } from './provider-health.ts';
import { ProviderUnavailable } from './port.ts';
import type { Provider, Rails } from './port.ts';
import { createBankSimulator, createEmailpaySimulator } from './simulators.ts';
import { resolveRails } from './settings.ts';
import type { ProviderSettings, RailSettings, RailsSettings } from './settings.ts';
import { createConnectorSigning } from './connector-signing.ts';
import type { ConnectorSigning } from './connector-signing.ts';

type Environment = 'sandbox' | 'production';

export type RailsOptions = {
  /** By default the built-in rails, simulated in the sandbox. */
  readonly settings?: RailsSettings;
  /** Whether operators have enabled a rail. By default all are. */
  readonly isEnabled?: (environment: Environment, rail: string) => boolean;
  readonly log?: Pick<Logger, 'info' | 'warn'>;
  readonly clock?: () => number;
};

/** A rail with a provider in an environment. */
export type ConfiguredRail = {
  readonly environment: 'sandbox' | 'production';
  readonly rail: string;
  readonly provider: 'simulator' | 'http';
};

export type RunningRails = Rails & {
  /** Every rail with a provider, whether up or down. */
  readonly configured: readonly ConfiguredRail[];
  /** Whether the provider is up, regardless of the operator's switch. */
  isProviderUp(environment: 'sandbox' | 'production', rail: string): boolean;
  /** The message signing of a rail's connector; undefined for a rail without one. */
  signingFor(environment: string, rail: string): ConnectorSigning | undefined;
  /** Checks the health of all connectors until the signal aborts. Simulators are always up. */
  watch(signal: AbortSignal): Promise<void>;
};

/** A provider; health and signing exist only for a connector. */
type RailEntry = {
  readonly configured: ConfiguredRail;
  readonly provider: Provider;
  readonly health?: ProviderHealth;
  readonly signing?: ConnectorSigning;
};

export function createRails(options: RailsOptions = {}): RunningRails {
  const { settings = resolveRails({}, () => undefined), isEnabled = () => true } = options;
  const entries = new Map<string, RailEntry>();
  for (const [rail, railSettings] of Object.entries(settings)) {
    for (const environment of ['sandbox', 'production'] as const) {
      const from = railSettings.providers[environment];
      if (from === null) continue;
      const configured = { environment, rail, provider: from.type };
      entries.set(
        `${environment}/${rail}`,
        createEntry(from, { configured, settings: railSettings, options }),
      );
    }
  }
  const answering = (environment: Environment, rail: string): Provider | undefined => {
    const found = entries.get(`${environment}/${rail}`);
    return found?.health?.isUp() === false ? undefined : found?.provider;
  };
  const find = (environment: Environment, rail: string): Provider | undefined =>
    isEnabled(environment, rail) ? answering(environment, rail) : undefined;
  return {
    configured: [...entries.values()].map(({ configured }) => configured),
    isProviderUp: (environment, rail) => answering(environment, rail) !== undefined,
    provider(environment, rail) {
      const provider = find(environment, rail);
      if (provider === undefined)
        throw new ProviderUnavailable(`no provider is available for ${rail} in ${environment}`);
      return provider;
    },
    isAvailable: (environment, rail) => find(environment, rail) !== undefined,
    signingFor: (environment, rail) => entries.get(`${environment}/${rail}`)?.signing,
    async watch(signal) {
      await Promise.all([...entries.values()].flatMap(({ health }) => health?.watch(signal) ?? []));
    },
  };
}

type RailOptions = {
  readonly configured: ConfiguredRail;
  readonly settings: RailSettings;
  readonly options: RailsOptions;
};

function createEntry(from: ProviderSettings, { configured, settings, options }: RailOptions): RailEntry {
  const { environment, rail } = configured;
  if (from.type === 'simulator') {
    const provider = settings.type === 'emailpay' ? createEmailpaySimulator() : createBankSimulator();
    return { configured, provider };
  }
  const { clock = currentTime, log } = options;
  const signing = createConnectorSigning(from.signing);
  const provider = createHttpConnector({ ...from, signing, rail, environment, of: settings, clock });
  const health = createProviderHealth(provider, {
    everyMs: from.ping_seconds * 1_000,
    onChange: (isUp, reason) =>
      isUp
        ? log?.info({ environment, rail }, 'rail available')
        : log?.warn({ environment, rail, reason }, 'rail unavailable'),
  });
  return { configured, provider, health, signing };
}
