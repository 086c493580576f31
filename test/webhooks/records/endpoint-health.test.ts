import { expect } from 'chai';
import fc from 'fast-check';
import {
  FAILING_MAX_MS,
  disableCauseAfter,
  healthAfter,
  healthSince,
  presentHealth,
  type EndpointHealth,
} from '../../../src/webhooks/endpoint-health.ts';

const HOUR = 3_600_000;
const BEGIN = Date.UTC(2026, 0, 1);

const at = (time: number): string => new Date(time).toISOString();
const outcome = (time: number, succeeded: boolean) =>
  ({
    id: 'whd_1',
    response_status: succeeded ? 204 : 500,
    error: succeeded ? null : 'status',
    attempted_at: at(time),
  }) as const;
/** The health after attempts at these times; negative times are failures. */
const after = (...attempts: readonly (readonly [time: number, succeeded: boolean])[]): EndpointHealth => {
  let health: EndpointHealth | undefined;
  for (const [time, succeeded] of attempts) health = healthAfter(health, outcome(time, succeeded));
  if (health === undefined) throw new Error('needs an attempt');
  return health;
};

describe('The health of an endpoint', () => {
  it('counts the attempts of the last 24 hours', () => {
    const health = after([BEGIN, false], [BEGIN + HOUR, true], [BEGIN + HOUR, true], [BEGIN + HOUR, false]);
    expect(presentHealth(health, BEGIN + HOUR).success_rate_24h).to.equal(0.5);
    expect(presentHealth(health, BEGIN + 24 * HOUR).success_rate_24h).to.equal(0.6666);
    expect(presentHealth(health, BEGIN + 25 * HOUR).success_rate_24h).to.equal(null);
  });

  it('fails since the first failure after the last success', () => {
    expect(after([BEGIN, true]).failing_since).to.equal(null);
    expect(after([BEGIN, true], [BEGIN + 1, false], [BEGIN + 2, false]).failing_since).to.equal(
      at(BEGIN + 1),
    );
    const recovered = after([BEGIN, false], [BEGIN + 1, true]);
    expect(recovered.failing_since).to.equal(null);
    expect(recovered.last_error).to.deep.equal({
      error: 'status',
      response_status: 500,
      attempted_at: at(BEGIN),
      webhook_delivery_id: 'whd_1',
    });
    expect(after([BEGIN, true]).last_error).to.equal(null);
  });

  it('never has more than 24 hours, and equals a count of all attempts', () => {
    const attempt = fc.tuple(fc.nat({ max: 72 * 60 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(attempt, { minLength: 1, maxLength: 60 }), (attempts) => {
        const sorted = attempts
          .map(([minutes, succeeded]) => [BEGIN + minutes * 60_000, succeeded] as const)
          .sort(([one], [other]) => one - other);
        const health = after(...sorted);
        expect(health.hours.length).to.be.at.most(24);
        const now = sorted.at(-1)![0];
        const recent = sorted.filter(([time]) => Math.floor(time / HOUR) > Math.floor(now / HOUR) - 24);
        const share = recent.filter(([, succeeded]) => succeeded).length / recent.length;
        expect(presentHealth(health, now).success_rate_24h).to.be.closeTo(share, 0.0001);
      }),
    );
  });

  it('starts again when the endpoint is enabled', () => {
    const failing = after([BEGIN, false]);
    expect(healthSince(failing, BEGIN + 1)?.failing_since).to.equal(null);
    expect(healthSince(failing, BEGIN - 1)).to.equal(failing);
    expect(healthSince(undefined, BEGIN)).to.equal(undefined);
  });

  it('is a cause to disable after 410, and after five days of failures', () => {
    const failing = after([BEGIN, false]);
    const end = BEGIN + FAILING_MAX_MS;
    const failed = outcome(end, false);
    expect(disableCauseAfter(failed, failing, end - 1)).to.equal(undefined);
    expect(disableCauseAfter(failed, failing, end)).to.deep.equal({
      cause: 'failing',
      failing_since: at(BEGIN),
    });
    const healthy = after([BEGIN, true]);
    expect(disableCauseAfter(outcome(end, true), healthy, end)).to.equal(undefined);
    expect(disableCauseAfter({ ...failed, response_status: 410 }, failing, BEGIN)).to.deep.equal({
      cause: 'gone',
    });
  });
});
