/** Metrics of the breaks between banks and books. */
import { ENVIRONMENTS } from '../../ledger/environment.ts';
import type { EnvironmentName } from '../../ledger/environment.ts';
import type { BreakSummary } from '../../reconciliation/breaks/breaks.ts';
import type { Reconciliations } from '../../reconciliation/reconciliation.ts';
import type { Readings } from '../../telemetry/gauge.ts';
import type { Metrics } from './metrics.ts';

/** Registers how many breaks there are, and the age of the oldest open one. Reads the streams of reconciliation. */
export function registerReconciliationMetrics(
  metrics: Pick<Metrics, 'gauge'>,
  reconciliations: Pick<Reconciliations, 'get'>,
  clock: () => number,
): void {
  /** No readings while the streams cannot be read; the log and `/readyz` say why. */
  const each = (read: (environment: EnvironmentName, summary: BreakSummary) => Readings) => () =>
    Promise.all(
      ENVIRONMENTS.map(async (environment) =>
        read(environment, await (await reconciliations.get(environment)).summary()),
      ),
    ).then(
      (found) => found.flat(),
      (): Readings => [],
    );
  metrics.gauge(
    'reconciliation_breaks',
    'Breaks between banks and books, by environment and state.',
    ['environment', 'state'],
    each((environment, { open, accepted }) => [
      { labels: { environment, state: 'open' }, value: open },
      { labels: { environment, state: 'accepted' }, value: accepted },
    ]),
  );
  metrics.gauge(
    'reconciliation_oldest_break_seconds',
    'Age of the oldest open break, in seconds since its day began; 0 if none is open.',
    ['environment'],
    each((environment, { since }) => [
      {
        labels: { environment },
        value: since === undefined ? 0 : Math.max(0, (clock() - Date.parse(since)) / 1_000),
      },
    ]),
  );
}
