/**
 * Connects each configured rail of each environment to its provider, and tracks whether the provider is up.
 */

import type { Logger } from 'pino';
import { repeat } from '../async/polling-loop.ts';
import { errorMessage } from '../system/errors.ts';
import { currentTime } from '../system/runtime.ts';
import { createConnectorSigning, type ConnectorSigning } from './connector-protocol.ts';
import { createHttpConnector } from './http-connector.ts';
import { ProviderUnavailable, type Provider, type Rails } from './port.ts';
import { resolveRails, type ProviderSettings, type RailSettings, type RailsSettings } from './settings.ts';
import { createBankSimulator, createEmailpaySimulator } from './simulators.ts';

// Monitors in the background whether a provider is up, so that no request waits for a check.

type ProviderHealth = {
  /** The result of the latest check; false before the first one. */
  isUp(): boolean;
  /** Checks repeatedly until the signal aborts. The provider's own timeout limits each check. */
  watch(signal: AbortSignal): Promise<void>;
};

type Options = {
  readonly everyMs: number;
  readonly onChange: (isUp: boolean, reason: string) => void;
};

/**
 * Creates a monitor. A provider that was never checked counts as down, so that nothing is accepted that it
 * cannot process.
 */
export function createProviderHealth(
  provider: Pick<Provider, 'ping'>,
  { everyMs, onChange }: Options,
): ProviderHealth {
  let up: boolean | undefined;
  async function check(): Promise<void> {
    const previous = up;
    let reason = '';
    try {
      await provider.ping();
      up = true;
    } catch (error) {
      up = false;
      reason = errorMessage(error);
    }
    if (up !== previous) onChange(up, reason);
  }
  return {
    isUp: () => up === true,
    async watch(signal) {
      const aborted = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      // A stop does not wait for a pending check. One race covers all checks, because each race would leave a
      // listener on a promise that never settles.
      await Promise.race([repeat({ run: check, everyMs }, signal), aborted]);
    },
  };
}

type Environment = 'sandbox' | 'production';

type RailsOptions = {
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
