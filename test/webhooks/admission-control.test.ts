import { expect } from 'chai';
import { createAdmissionControl } from '../../src/webhooks/attempt-limits.ts';

describe('Admission control', () => {
  let now = 0;
  let requests = 0;
  let utilization = 0;
  beforeEach(() => ([now, requests, utilization] = [0, 0, 0]));
  const paceOf = (busyStartsPerSecond: number) =>
    createAdmissionControl({
      requests: () => requests,
      utilization: () => utilization,
      busyStartsPerSecond,
      now: () => now,
    });

  /** Deliveries started in one second with the given number of requests every 10 ms. */
  function begunInASecond(pace: ReturnType<typeof createAdmissionControl>, requestsAtOnce: number): number {
    let begun = 0;
    for (const end = now + 1_000; now < end; now += 10) {
      requests += requestsAtOnce;
      for (let i = 0; i < 100 && pace.canStart(); i += 1) {
        pace.started();
        begun += 1;
      }
    }
    return begun;
  }

  it('sets no limit while requests are rare, even if the event loop is busy', () => {
    utilization = 1;
    expect(begunInASecond(paceOf(200), 1)).to.equal(10_000);
  });

  it('sets no limit while the event loop is idle, even if requests are frequent', () => {
    utilization = 0.65;
    expect(begunInASecond(paceOf(200), 20)).to.equal(10_000);
  });

  it('limits starts only while requests keep the event loop busy', () => {
    utilization = 0.75;
    const pace = paceOf(200);
    begunInASecond(pace, 20);
    expect(begunInASecond(pace, 20)).to.be.within(190, 210);
    begunInASecond(pace, 0);
    expect(begunInASecond(pace, 0)).to.equal(10_000);
  });

  it('always allows some starts', () => {
    utilization = 1;
    const pace = paceOf(1);
    begunInASecond(pace, 20);
    expect(begunInASecond(pace, 20)).to.be.greaterThan(0);
  });
});
