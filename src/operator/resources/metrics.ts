/** Metrics of the last 30 days: what happened in each step of time, of all nodes together. */
import { createStepBudget } from '../../async/wait.ts';
import type { MetricHistory, MetricListQuery } from '../../generated/api.ts';
import { malformedRequest } from '../../http/errors.ts';
import { MINUTE_MS } from '../../minute-metrics/minute-record.ts';
import { SERIES_MAX, createRollUp } from '../../minute-metrics/roll-up.ts';
import type { OperatorHandlers } from '../operations/operation.ts';

const HOUR_MS = 60 * MINUTE_MS;
const STEPS_MS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '1d': 24 * HOUR_MS,
} as const satisfies Record<NonNullable<MetricListQuery['step']>, number>;

const RANGE_DEFAULT_MS = 24 * HOUR_MS;
const POINTS_DEFAULT = 120;
const POINTS_MAX = 1_500;
/** Records of many minutes are merged in parts, between which other requests run. */
const TURN_MS = 10;

export const metricHandlers = {
  async listMetrics({ services, query }) {
    const { by = 'none', environment = 'production', integrator_id, rail } = query;
    const now = services.clock();
    const end = query.to === undefined ? now : Date.parse(query.to);
    const start = query.from === undefined ? end - RANGE_DEFAULT_MS : Date.parse(query.from);
    if (start >= end) return malformedRequest('`from` must be earlier than `to`.');
    const stepMs = query.step === undefined ? stepFor(end - start) : STEPS_MS[query.step];
    // Whole steps, so that the same minutes are always in the same step.
    const from = Math.floor(start / stepMs) * stepMs;
    const to = Math.ceil(end / stepMs) * stepMs;
    if ((to - from) / stepMs > POINTS_MAX)
      return malformedRequest(
        `The time has more than ${POINTS_MAX} steps. Use a longer \`step\` or a shorter time.`,
      );
    const range = { from, to };
    const rollUp = createRollUp({ ...range, stepMs, by, environment, integratorId: integrator_id, rail });
    const pause = createStepBudget(TURN_MS);
    for await (const record of services.minuteMetrics.read(range)) {
      rollUp.add(record);
      await pause();
    }
    const series = rollUp.series();
    const body: MetricHistory = {
      object: 'metric_history',
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      step_seconds: stepMs / 1_000,
      ...{ by, environment },
      data: series.slice(0, SERIES_MAX),
      has_more: series.length > SERIES_MAX,
    };
    return { status: 200, body: JSON.stringify(body) };
  },
} satisfies Partial<OperatorHandlers>;

const stepFor = (ms: number): number =>
  Object.values(STEPS_MS).find((step) => ms / step <= POINTS_DEFAULT) ?? STEPS_MS['1d'];
