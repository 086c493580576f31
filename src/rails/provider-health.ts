/** Monitors in the background whether a provider is up, so that no request waits for a check. */
import { delay } from '../system/runtime.ts';
import { errorMessage } from '../system/errors.ts';
import type { Provider } from './port.ts';

export type ProviderHealth = {
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
      async function checkRepeatedly(): Promise<void> {
        while (!signal.aborted) {
          await check();
          await delay(everyMs, undefined, { signal }).catch(() => undefined);
        }
      }
      // A stop does not wait for a pending check. One race covers all checks, because each race would leave a
      // listener on a promise that never settles.
      await Promise.race([checkRepeatedly(), aborted]);
    },
  };
}
