/** What is known about keys of personal data that were lost: for the log, /readyz, and /metrics. */
import type { Logger } from 'pino';
import type { GaugeSample } from '../telemetry/gauge-sample.ts';
import type { ComponentHealth } from '../telemetry/health.ts';

export type LostKeys = {
  /** A key of this book was not found. */
  readonly suspect: (stream: string) => void;
  readonly suspected: () => readonly string[];
  /** Replaces what was known. The numbers of missing keys, by book. */
  readonly report: (missing: ReadonlyMap<string, number>) => void;
  /** A warning: every node has the same vault, so none is better, and money does not need it. */
  readonly health: () => ComponentHealth;
  readonly gauges: () => readonly GaugeSample[];
};

export function createLostKeys(log: Pick<Logger, 'error' | 'info'>): LostKeys {
  const suspected = new Set<string>();
  let missing = 0;
  return {
    suspect: (stream) => void suspected.add(stream),
    suspected: () => [...suspected],
    report(found) {
      suspected.clear();
      for (const stream of found.keys()) suspected.add(stream);
      const before = missing;
      missing = [...found.values()].reduce((sum, count) => sum + count, 0);
      if (missing > 0 && missing !== before)
        log.error({ missing, books: found.size }, 'keys of personal data missing; restore the vault');
      if (missing === 0 && before > 0) log.info('keys of personal data complete again');
    },
    health() {
      if (missing === 0) return { ok: true };
      const detail = `The keys of ${missing} people are missing in the vault. See "Restoring" in docs/operations.md.`;
      return { ok: true, detail };
    },
    gauges: () => [
      {
        name: 'vault_keys_missing',
        help: 'Keys of people who were not forgotten that the vault lacks.',
        labels: {},
        value: missing,
      },
    ],
  };
}
