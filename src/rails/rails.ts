/** Which provider serves which rail, in which environment. */
import { ProviderUnavailable } from './port.ts';
import type { Provider, Rails } from './port.ts';
import { createSandboxBank } from './sandbox.ts';

type Environment = 'sandbox' | 'production';
type Providers = Readonly<Record<Environment, Readonly<Partial<Record<string, Provider>>>>>;

export type RailsOptions = {
  /** Whether a rail is up in an environment; the operator can take one down. Left out: all are up. */
  readonly isUp?: (environment: Environment, rail: string) => boolean;
};

/** The sandbox has a simulated bank. No provider is attached in production yet. */
export function createRails({ isUp = () => true }: RailsOptions = {}): Rails {
  const providers: Providers = { sandbox: { bank_eft: createSandboxBank() }, production: {} };
  const find = (environment: Environment, rail: string): Provider | undefined => {
    const served = providers[environment];
    return Object.hasOwn(served, rail) && isUp(environment, rail) ? served[rail] : undefined;
  };
  return {
    provider(environment, rail) {
      const provider = find(environment, rail);
      if (provider === undefined)
        throw new ProviderUnavailable(`no provider serves ${rail} in ${environment}`);
      return provider;
    },
    isAvailable: (environment, rail) => find(environment, rail) !== undefined,
  };
}
