/** Whether a provider serves, found out by asking it again and again in the background: no request waits for it. */
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../system/errors.ts';
import type { Provider } from './port.ts';

export type ProviderHealth = {
  /** What the newest answer said; no before there is one. */
  isUp(): boolean;
  /** Asks until the signal aborts, and resolves then. The provider's own deadline bounds each question. */
  watch(signal: AbortSignal): Promise<void>;
};

type Options = {
  readonly everyMs: number;
  readonly onChange: (isUp: boolean, reason: string) => void;
};

/** One who was never heard of counts as down: what it can't serve must not be accepted. */
export function createProviderHealth(
  provider: Pick<Provider, 'ping'>,
  { everyMs, onChange }: Options,
): ProviderHealth {
  let up: boolean | undefined;
  async function look(): Promise<void> {
    const before = up;
    let reason = '';
    try {
      await provider.ping();
      up = true;
    } catch (error) {
      up = false;
      reason = errorMessage(error);
    }
    if (up !== before) onChange(up, reason);
  }
  return {
    isUp: () => up === true,
    async watch(signal) {
      const aborted = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      async function askOn(): Promise<void> {
        while (!signal.aborted) {
          await look();
          await delay(everyMs, undefined, { signal }).catch(() => undefined);
        }
      }
      // A stop does not wait for somebody who may not answer. Each race leaves something behind at what never ends, so this
      // is one for all questions.
      await Promise.race([askOn(), aborted]);
    },
  };
}
